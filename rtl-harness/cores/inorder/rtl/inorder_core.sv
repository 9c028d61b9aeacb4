// An in-order core of two stages: fetch, and everything else. README.md has the table of cycles.
module inorder_core #(
  parameter int XLEN = 32,  // 32 or 64
  parameter logic [63:0] RESET_ADDRESS = 64'h8000_0000,
  parameter bit EXT_M = 1,
  parameter bit EXT_C = 1,
  parameter bit EXT_ZICSR = 1,
  parameter bit EXT_ZICNTR = 1,
  parameter bit EXT_ZIHPM = 1,
  parameter bit EXT_ZIFENCEI = 1,
  parameter bit EXT_ZBA = 1,
  parameter bit EXT_ZBB = 1,
  parameter bit EXT_ZBC = 1,
  parameter bit EXT_ZBS = 1,
  parameter bit EXT_ZBKB = 1,
  parameter bit EXT_ZBKC = 1,
  parameter bit EXT_ZBKX = 1,
  parameter bit EXT_ZKNH = 1,
  parameter bit EXT_ZKSED = 1,
  parameter bit EXT_ZKSH = 1,
  parameter bit EXT_ZKND = 1,
  parameter bit EXT_ZKNE = 1,
  parameter bit EXT_XMONT = 0,
  parameter bit EXT_X = 0  // some custom extension is there, as misa shows
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  output logic              instr_req_o,
  input  logic              instr_gnt_i,
  output logic [XLEN-1:0]   instr_addr_o,
  input  logic              instr_rvalid_i,
  input  logic [31:0]       instr_rdata_i,
  input  logic              instr_err_i,

  output logic              data_req_o,
  input  logic              data_gnt_i,
  output logic [XLEN-1:0]   data_addr_o,
  output logic              data_we_o,
  output logic [XLEN/8-1:0] data_be_o,
  output logic [XLEN-1:0]   data_wdata_o,
  input  logic              data_rvalid_i,
  input  logic [XLEN-1:0]   data_rdata_i,
  input  logic              data_err_i,

  // Custom ops: `custom_legal_i` answers to the word alone; the request stands until the cycle of `done`.
  output logic              custom_valid_o,
  output logic [31:0]       custom_insn_o,
  output logic [XLEN-1:0]   custom_rs1_o,
  output logic [XLEN-1:0]   custom_rs2_o,
  output logic [XLEN-1:0]   custom_rs3_o,
  output logic [XLEN-1:0]   custom_montn_o,
  output logic [XLEN-1:0]   custom_montninv_o,
  input  logic              custom_legal_i,
  input  logic              custom_done_i,
  input  logic [XLEN-1:0]   custom_rd_i,

  output logic              rvfi_valid,
  output logic [63:0]       rvfi_order,
  output logic [31:0]       rvfi_insn,
  output logic              rvfi_trap,
  output logic              rvfi_halt,
  output logic              rvfi_intr,
  output logic [1:0]        rvfi_mode,
  output logic [1:0]        rvfi_ixl,
  output logic [4:0]        rvfi_rs1_addr,
  output logic [4:0]        rvfi_rs2_addr,
  output logic [XLEN-1:0]   rvfi_rs1_rdata,
  output logic [XLEN-1:0]   rvfi_rs2_rdata,
  output logic [4:0]        rvfi_rd_addr,
  output logic [XLEN-1:0]   rvfi_rd_wdata,
  output logic [XLEN-1:0]   rvfi_pc_rdata,
  output logic [XLEN-1:0]   rvfi_pc_wdata,
  output logic [XLEN-1:0]   rvfi_mem_addr,
  output logic [XLEN/8-1:0] rvfi_mem_rmask,
  output logic [XLEN/8-1:0] rvfi_mem_wmask,
  output logic [XLEN-1:0]   rvfi_mem_rdata,
  output logic [XLEN-1:0]   rvfi_mem_wdata
);
  localparam int BYTES = XLEN / 8;
  localparam int LANE = $clog2(BYTES);

  // ---- fetch ----
  logic fetched, fetch_fault, fetch_fault_second, take, redirect;
  logic [31:0] fetched_insn;
  logic [XLEN-1:0] pc, target;
  inorder_fetch #(.XLEN(XLEN), .RESET_ADDRESS(RESET_ADDRESS)) i_fetch (
    .clk_i, .rst_ni, .instr_req_o, .instr_gnt_i, .instr_addr_o, .instr_rvalid_i, .instr_rdata_i,
    .instr_err_i, .valid_o(fetched), .insn_o(fetched_insn), .fault_o(fetch_fault),
    .fault_second_o(fetch_fault_second), .pc_o(pc), .take_i(take), .redirect_i(redirect),
    .target_i(target)
  );

  // ---- decode ----
  logic is_long, expanded_legal, legal, legal_csr;
  logic [31:0] expanded, insn;
  inorder_pkg::control_t base, control;
  logic extension_legal;
  logic [XLEN-1:0] extension_rd, value1, value2, value3;
  logic [2:0] aes_op;
  logic [XLEN-1:0] imm;
  inorder_expand #(.XLEN(XLEN)) i_expand (
    .half_i(fetched_insn[15:0]), .legal_o(expanded_legal), .insn_o(expanded)
  );
  assign is_long = fetched_insn[1:0] == 2'b11;
  assign insn = is_long ? fetched_insn : expanded;
  inorder_decode #(
    .XLEN(XLEN), .EXT_M(EXT_M), .EXT_ZICSR(EXT_ZICSR), .EXT_ZIFENCEI(EXT_ZIFENCEI),
    .EXT_ZKND(EXT_ZKND), .EXT_ZKNE(EXT_ZKNE)
  ) i_decode (
    .insn_i(insn), .custom_i(custom_legal_i), .control_o(base), .aes_o(aes_op), .imm_o(imm)
  );
  // What is not of the base may be of an extension.
  inorder_extensions #(
    .XLEN(XLEN), .EXT_ZBA(EXT_ZBA), .EXT_ZBB(EXT_ZBB), .EXT_ZBC(EXT_ZBC), .EXT_ZBS(EXT_ZBS),
    .EXT_ZBKB(EXT_ZBKB), .EXT_ZBKC(EXT_ZBKC), .EXT_ZBKX(EXT_ZBKX), .EXT_ZKNH(EXT_ZKNH),
    .EXT_ZKSED(EXT_ZKSED), .EXT_ZKSH(EXT_ZKSH)
  ) i_extensions (
    .insn_i(insn), .legal_o(extension_legal), .rs1_i(value1), .rs2_i(value2), .rd_o(extension_rd)
  );
  always_comb begin
    control = base;
    if (!base.legal) begin
      control.legal = extension_legal;
      control.unit = inorder_pkg::EXTENSION;
      control.writes = 1'b1;
    end
  end
  assign legal = control.legal && (is_long || (EXT_C && expanded_legal))
      && (control.unit != inorder_pkg::CSR || legal_csr);

  // ---- registers ----
  logic [4:0] rd, rs1, rs2, rs3;
  assign rd = insn[11:7];
  assign rs1 = insn[19:15];
  assign rs2 = insn[24:20];
  assign rs3 = insn[31:27];
  logic [XLEN-1:0] x[32];
  logic [XLEN-1:0] result;
  assign value1 = rs1 == 0 ? '0 : x[rs1];
  assign value2 = rs2 == 0 ? '0 : x[rs2];
  assign value3 = rs3 == 0 ? '0 : x[rs3];
  logic writes;
  always_ff @(posedge clk_i) if (writes) x[rd] <= result;

  // ---- execute ----
  // In the first cycle of an instruction nothing waits; afterwards for memory or for a unit.
  logic wait_memory, wait_unit, first, starts, done;
  assign first = fetched && !wait_memory && !wait_unit;

  logic [XLEN-1:0] a, b, sum, next_pc, alu_rd;
  always_comb begin
    unique case (control.a)
      inorder_pkg::A_PC: a = pc;
      inorder_pkg::A_ZERO: a = '0;
      default: a = value1;
    endcase
  end
  assign b = control.b_imm ? imm : value2;
  assign sum = a + b;
  assign next_pc = pc + (is_long ? XLEN'(4) : XLEN'(2));
  inorder_alu #(.XLEN(XLEN)) i_alu (
    .op_i(control.alu), .word_i(control.word), .a_i(a), .b_i(b), .rd_o(alu_rd)
  );

  // funct3 of an instruction that expands from a compressed one is in its place as well.
  logic [2:0] funct3;
  assign funct3 = insn[14:12];
  logic condition, jumps;
  always_comb begin
    unique case (funct3[2:1])
      2'b10: condition = $signed(value1) < $signed(value2);
      2'b11: condition = value1 < value2;
      default: condition = value1 == value2;
    endcase
  end
  assign jumps = control.unit == inorder_pkg::JUMP || (control.unit == inorder_pkg::BRANCH && condition != funct3[0]);
  logic [XLEN-1:0] jump_target;
  logic to_next;
  assign to_next = imm[12:0] == (is_long ? 13'd4 : 13'd2);
  assign jump_target = {sum[XLEN-1:1], 1'b0};

  // ---- memory ----
  logic memory, misaligned;
  logic [BYTES-1:0] size_mask;
  logic [LANE-1:0] lane;
  logic [XLEN-1:0] loaded, load_rd;
  assign memory = control.unit == inorder_pkg::LOAD || control.unit == inorder_pkg::STORE;
  assign lane = sum[LANE-1:0];
  if (XLEN == 64) begin : g_memory64
    always_comb begin
      unique case (funct3[1:0])
        2'd0: {misaligned, size_mask} = {1'b0, 8'h01};
        2'd1: {misaligned, size_mask} = {sum[0], 8'h03};
        2'd2: {misaligned, size_mask} = {sum[1:0] != 0, 8'h0f};
        2'd3: {misaligned, size_mask} = {sum[2:0] != 0, 8'hff};
      endcase
    end
    always_comb begin
      unique case (funct3)
        3'd0: load_rd = {{56{loaded[7]}}, loaded[7:0]};
        3'd1: load_rd = {{48{loaded[15]}}, loaded[15:0]};
        3'd2: load_rd = {{32{loaded[31]}}, loaded[31:0]};
        3'd4: load_rd = {56'b0, loaded[7:0]};
        3'd5: load_rd = {48'b0, loaded[15:0]};
        3'd6: load_rd = {32'b0, loaded[31:0]};
        default: load_rd = loaded;
      endcase
    end
  end else begin : g_memory32
    always_comb begin
      unique case (funct3[1:0])
        2'd0: {misaligned, size_mask} = {1'b0, 4'h1};
        2'd1: {misaligned, size_mask} = {sum[0], 4'h3};
        default: {misaligned, size_mask} = {sum[1:0] != 0, 4'hf};
      endcase
    end
    always_comb begin
      unique case (funct3)
        3'd0: load_rd = {{24{loaded[7]}}, loaded[7:0]};
        3'd1: load_rd = {{16{loaded[15]}}, loaded[15:0]};
        3'd4: load_rd = {24'b0, loaded[7:0]};
        3'd5: load_rd = {16'b0, loaded[15:0]};
        default: load_rd = loaded;
      endcase
    end
  end
  assign loaded = data_rdata_i >> {lane, 3'b0};
  assign data_req_o = first && !fault && memory && rst_ni;
  assign data_addr_o = {sum[XLEN-1:LANE], {LANE{1'b0}}};
  assign data_we_o = control.unit == inorder_pkg::STORE;
  assign data_be_o = size_mask << lane;
  assign data_wdata_o = value2 << {lane, 3'b0};

  // ---- exceptions that are known in the first cycle ----
  logic fault, trap, memory_fault;
  logic [3:0] fault_cause, cause;
  logic [XLEN-1:0] fault_value, tval;
  always_comb begin
    fault = 1'b1;
    fault_cause = inorder_pkg::ILLEGAL;
    fault_value = XLEN'(fetched_insn);
    if (fetch_fault) begin
      fault_cause = inorder_pkg::FETCH_FAULT;
      fault_value = fetch_fault_second ? pc + 2 : pc;
    end else if (!legal) begin
    end else if (control.unit == inorder_pkg::ECALL) begin
      fault_cause = inorder_pkg::MACHINE_CALL;
      fault_value = '0;
    end else if (control.unit == inorder_pkg::EBREAK) begin
      fault_cause = inorder_pkg::BREAKPOINT;
      fault_value = pc;
    end else if (jumps && !EXT_C && jump_target[1]) begin
      fault_cause = inorder_pkg::MISALIGNED_FETCH;
      fault_value = jump_target;
    end else if (memory && misaligned) begin
      fault_cause = control.unit == inorder_pkg::STORE ? inorder_pkg::MISALIGNED_STORE : inorder_pkg::MISALIGNED_LOAD;
      fault_value = sum;
    end else fault = 1'b0;
  end
  assign memory_fault = wait_memory && data_rvalid_i && data_err_i;
  assign trap = (first && fault) || memory_fault;
  always_comb begin
    cause = fault_cause;
    tval = fault_value;
    if (memory_fault) begin
      cause = control.unit == inorder_pkg::STORE ? inorder_pkg::STORE_FAULT : inorder_pkg::LOAD_FAULT;
      tval = sum;
    end
  end

  // ---- units that take more than a cycle ----
  logic muldiv, muldiv_done, aes_ready, aes_done, unit_done;
  logic [XLEN-1:0] muldiv_rd, aes_rd;
  assign starts = first && !fault;
  assign muldiv = control.unit == inorder_pkg::MULTIPLY || control.unit == inorder_pkg::DIVIDE;
  inorder_muldiv #(.XLEN(XLEN)) i_muldiv (
    .clk_i, .rst_ni, .start_i(starts && muldiv), .divide_i(control.unit == inorder_pkg::DIVIDE),
    .op_i(funct3[1:0]), .word_i(control.word), .rs1_i(value1), .rs2_i(value2),
    .done_o(muldiv_done), .rd_o(muldiv_rd)
  );
  if (EXT_ZKND || EXT_ZKNE) begin : g_aes
    aes_unit #(.XLEN(XLEN)) i_aes (
      .clk_i, .rst_ni, .req_valid_i(starts && control.unit == inorder_pkg::AES), .req_ready_o(aes_ready),
      .op_i(aes_op), .bs_i(insn[31:30]), .rnum_i(insn[23:20]), .rs1_i(value1), .rs2_i(value2),
      .rsp_valid_o(aes_done), .rsp_ready_i(1'b1), .rd_o(aes_rd)
    );
  end else begin : g_no_aes
    assign aes_ready = 1'b1;
    assign aes_done = 1'b0;
    assign aes_rd = '0;
    logic unused;
    assign unused = ^aes_op;
  end
  // The unit has no other user, so it is always ready.
  logic unused_ready;
  assign unused_ready = aes_ready;
  assign custom_valid_o = (first && !fault || wait_unit) && control.unit == inorder_pkg::CUSTOM;
  assign custom_insn_o = insn;
  assign custom_rs1_o = value1;
  assign custom_rs2_o = value2;
  assign custom_rs3_o = value3;
  always_comb begin
    unique case (control.unit)
      inorder_pkg::CUSTOM: unit_done = custom_done_i;
      inorder_pkg::AES: unit_done = aes_done;
      default: unit_done = muldiv_done;
    endcase
  end

  // ---- CSRs ----
  logic csr_writes, retires;
  logic [XLEN-1:0] csr_value, csr_operand, csr_new, mtvec, mepc;
  assign csr_operand = funct3[2] ? XLEN'(rs1) : value1;
  assign csr_writes = control.unit == inorder_pkg::CSR && (funct3[1:0] == 2'd1 || rs1 != 0);
  always_comb begin
    unique case (funct3[1:0])
      2'd2: csr_new = csr_value | csr_operand;
      2'd3: csr_new = csr_value & ~csr_operand;
      default: csr_new = csr_operand;
    endcase
  end
  localparam logic [25:0] MISA = 26'h100 | (EXT_M ? 26'h1000 : 26'h0) | (EXT_C ? 26'h4 : 26'h0)
      | (EXT_ZBA && EXT_ZBB && EXT_ZBS ? 26'h2 : 26'h0) | (EXT_X ? 26'h80_0000 : 26'h0);
  inorder_csr #(
    .XLEN(XLEN), .EXT_C(EXT_C), .EXT_ZICNTR(EXT_ZICNTR), .EXT_ZIHPM(EXT_ZIHPM),
    .EXT_XMONT(EXT_XMONT), .MISA(MISA)
  ) i_csr (
    .clk_i, .rst_ni, .number_i(insn[31:20]), .write_i(csr_writes), .legal_o(legal_csr),
    .value_o(csr_value), .commit_i(retires && control.unit == inorder_pkg::CSR), .value_i(csr_new),
    .retire_i(retires), .trap_i(trap), .cause_i(cause), .pc_i(pc), .tval_i(tval),
    .mret_i(retires && control.unit == inorder_pkg::MRET), .mtvec_o(mtvec), .mepc_o(mepc),
    .montn_o(custom_montn_o), .montninv_o(custom_montninv_o)
  );

  // ---- the last cycle of an instruction ----
  logic waits, waits_first;
  assign waits_first = memory || muldiv || control.unit == inorder_pkg::AES || (control.unit == inorder_pkg::CUSTOM && !custom_done_i);
  always_comb begin
    if (wait_memory) done = data_rvalid_i && !data_err_i;
    else if (wait_unit) done = unit_done;
    else done = starts && !waits_first;
  end
  assign waits = starts && waits_first && !memory;
  assign retires = done;
  assign take = done || trap;
  always_ff @(posedge clk_i) begin
    wait_memory <= rst_ni && ((data_req_o && data_gnt_i) || (wait_memory && !data_rvalid_i));
    wait_unit <= rst_ni && (waits || (wait_unit && !unit_done));
  end
  always_comb begin
    unique case (control.unit)
      inorder_pkg::JUMP: result = next_pc;
      inorder_pkg::LOAD: result = load_rd;
      inorder_pkg::MULTIPLY, inorder_pkg::DIVIDE: result = muldiv_rd;
      inorder_pkg::CSR: result = csr_value;
      inorder_pkg::AES: result = aes_rd;
      inorder_pkg::EXTENSION: result = extension_rd;
      inorder_pkg::CUSTOM: result = custom_rd_i;
      default: result = alu_rd;
    endcase
  end
  assign writes = retires && control.writes && rd != 0;

  always_comb begin
    redirect = trap;
    target = mtvec;
    if (!trap) begin
      unique case (control.unit)
        inorder_pkg::MRET: begin
          redirect = retires;
          target = mepc;
        end
        inorder_pkg::FENCE_I: begin
          redirect = retires;
          target = next_pc;
        end
        default: begin
          // A branch to the next instruction goes nowhere else, whatever its condition.
          redirect = retires && jumps && !(control.unit == inorder_pkg::BRANCH && to_next);
          target = jump_target;
        end
      endcase
    end
  end

  // ---- RVFI ----
  always_ff @(posedge clk_i) begin
    if (rvfi_valid) rvfi_order <= rvfi_order + 1;
    if (!rst_ni) rvfi_order <= '0;
  end
  logic none;
  assign none = fetch_fault || !legal;
  assign rvfi_valid = take;
  assign rvfi_insn = fetched_insn;
  assign rvfi_trap = trap;
  assign rvfi_halt = 1'b0;
  assign rvfi_intr = 1'b0;
  assign rvfi_mode = 2'd3;
  assign rvfi_ixl = XLEN == 64 ? 2'd2 : 2'd1;
  assign rvfi_rs1_addr = none ? 5'd0 : rs1;
  assign rvfi_rs2_addr = none ? 5'd0 : rs2;
  assign rvfi_rs1_rdata = none ? '0 : value1;
  assign rvfi_rs2_rdata = none ? '0 : value2;
  assign rvfi_rd_addr = writes ? rd : 5'd0;
  assign rvfi_rd_wdata = writes ? result : '0;
  assign rvfi_pc_rdata = pc;
  assign rvfi_pc_wdata = redirect ? target : next_pc;
  assign rvfi_mem_addr = data_addr_o;
  assign rvfi_mem_rmask = wait_memory && !trap && control.unit == inorder_pkg::LOAD ? data_be_o : '0;
  assign rvfi_mem_wmask = wait_memory && !trap && control.unit == inorder_pkg::STORE ? data_be_o : '0;
  assign rvfi_mem_rdata = data_rdata_i;
  assign rvfi_mem_wdata = data_wdata_o;
endmodule
