// The CSRs of a hart that has machine mode and no other, and no interrupts.
module inorder_csr #(
  parameter int XLEN = 32,
  parameter bit EXT_C = 1,
  parameter bit EXT_ZICNTR = 1,
  parameter bit EXT_ZIHPM = 1,
  parameter bit EXT_XMONT = 0,
  parameter logic [25:0] MISA = 26'h100
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic [11:0]     number_i,
  input  logic            write_i,   // the instruction at hand writes the CSR
  output logic            legal_o,
  output logic [XLEN-1:0] value_o,
  input  logic            commit_i,  // and this is its last cycle
  input  logic [XLEN-1:0] value_i,
  input  logic            retire_i,
  input  logic            trap_i,
  input  logic [3:0]      cause_i,
  input  logic [XLEN-1:0] pc_i,
  input  logic [XLEN-1:0] tval_i,
  input  logic            mret_i,
  output logic [XLEN-1:0] mtvec_o,
  output logic [XLEN-1:0] mepc_o,
  output logic [XLEN-1:0] montn_o,
  output logic [XLEN-1:0] montninv_o
);
  logic mie_bit, mpie_bit;
  logic [2:0] mie;  // MEIE, MTIE, MSIE
  logic [1:0] inhibit;  // IR, CY
  logic [XLEN-1:0] mtvec, mscratch, mepc, mcause, mtval;
  logic [63:0] mcycle, minstret, ticks;
  assign mtvec_o = {mtvec[XLEN-1:2], 2'b00};
  assign mepc_o = mepc;

  // Counters, and the halves that RV32 sees.
  localparam bit HALVES = XLEN == 32;
  function automatic logic [XLEN-1:0] part(logic [63:0] counter, logic high);
    part = high ? XLEN'(counter >> 32) : counter[XLEN-1:0];
  endfunction
  function automatic logic [63:0] replaced(logic [63:0] counter, logic high, logic [XLEN-1:0] v);
    if (!HALVES) replaced = 64'(v);
    else replaced = high ? {v[31:0], counter[31:0]} : {counter[63:32], v[31:0]};
  endfunction

  logic high, exists;
  assign high = number_i[7];
  logic [4:0] index;
  assign index = number_i[4:0];

  always_comb begin
    exists = 1'b1;
    value_o = '0;
    unique case (number_i)
      12'h300: value_o = XLEN'({2'b11, 3'b0, mpie_bit, 3'b0, mie_bit, 3'b0});
      12'h301: value_o = {XLEN == 64 ? 2'd2 : 2'd1, {XLEN-28{1'b0}}, MISA};
      12'h304: value_o = XLEN'({mie[2], 3'b0, mie[1], 3'b0, mie[0], 3'b0});
      12'h305: value_o = mtvec;
      12'h310: exists = HALVES;
      12'h320: value_o = XLEN'({inhibit[1], 1'b0, inhibit[0]});
      12'h340: value_o = mscratch;
      12'h341: value_o = mepc;
      12'h342: value_o = mcause;
      12'h343: value_o = mtval;
      12'h344: ;
      12'h800: begin
        exists = EXT_XMONT;
        value_o = montn_o;
      end
      12'h801: begin
        exists = EXT_XMONT;
        value_o = montninv_o;
      end
      12'hf11, 12'hf12, 12'hf13, 12'hf14, 12'hf15: ;
      default: begin
        unique case (number_i[11:5])
          7'b0011_001: exists = index >= 5'd3;  // mhpmevent3..31
          7'b1011_000, 7'b1011_100, 7'b1100_000, 7'b1100_100: begin
            // mcycle.., mcycleh.., cycle.., cycleh..
            exists = (!high || HALVES) && (!number_i[10] || (index < 5'd3 ? EXT_ZICNTR : EXT_ZIHPM));
            unique case (index)
              5'd0: value_o = part(mcycle, high);
              5'd1: begin
                exists = exists && number_i[10];
                value_o = part(ticks, high);
              end
              5'd2: value_o = part(minstret, high);
              default: ;
            endcase
          end
          default: exists = 1'b0;
        endcase
      end
    endcase
  end
  assign legal_o = exists && !(write_i && number_i[11:10] == 2'b11);

  logic write, to_cycle, to_instret;
  assign write = commit_i && write_i;
  assign to_cycle = write && (number_i == 12'hb00 || number_i == 12'hb80);
  assign to_instret = write && (number_i == 12'hb02 || number_i == 12'hb82);

  always_ff @(posedge clk_i) begin
    ticks <= ticks + 1;
    if (to_cycle) mcycle <= replaced(mcycle, high, value_i);
    else if (!inhibit[0]) mcycle <= mcycle + 1;
    if (to_instret) minstret <= replaced(minstret, high, value_i);
    else if (retire_i && !inhibit[1]) minstret <= minstret + 1;
    if (write) begin
      unique case (number_i)
        12'h300: {mpie_bit, mie_bit} <= {value_i[7], value_i[3]};
        12'h304: mie <= {value_i[11], value_i[7], value_i[3]};
        12'h305: mtvec <= {value_i[XLEN-1:2], 1'b0, value_i[0]};
        12'h320: inhibit <= {value_i[2], value_i[0]};
        12'h340: mscratch <= value_i;
        12'h341: mepc <= {value_i[XLEN-1:2], EXT_C && value_i[1], 1'b0};
        12'h342: mcause <= value_i;
        12'h343: mtval <= value_i;
        default: ;
      endcase
    end
    if (trap_i) begin
      {mpie_bit, mie_bit} <= {mie_bit, 1'b0};
      mepc <= pc_i;
      mcause <= XLEN'(cause_i);
      mtval <= tval_i;
    end
    if (mret_i) {mpie_bit, mie_bit} <= {1'b1, mpie_bit};
    if (!rst_ni) begin
      {mpie_bit, mie_bit, mie, inhibit} <= '0;
      {mtvec, mscratch, mepc, mcause, mtval} <= '0;
      {mcycle, minstret, ticks} <= '0;
    end
  end

  if (EXT_XMONT) begin : g_xmont
    always_ff @(posedge clk_i) begin
      if (write && number_i == 12'h800) montn_o <= value_i;
      if (write && number_i == 12'h801) montninv_o <= value_i;
      if (!rst_ni) {montn_o, montninv_o} <= '0;
    end
  end else begin : g_no_xmont
    assign montn_o = '0;
    assign montninv_o = '0;
  end
endmodule
