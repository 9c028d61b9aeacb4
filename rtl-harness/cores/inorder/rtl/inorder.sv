// The core with the project's custom sets.
module inorder #(
  parameter int XLEN = 32,
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
  parameter bit EXT_XKYBER = 0,
  parameter bit EXT_XASCON = 0,
  parameter bit EXT_XCHACHA1 = 0,
  parameter bit EXT_XCHACHA2 = 0,
  parameter bit EXT_XCHACHA3 = 0,
  parameter bit EXT_XKECCAK = 0,
  parameter bit EXT_XGF8 = 0,
  parameter bit EXT_XMONT = 0
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
  localparam bit ANY_X = EXT_XKYBER || EXT_XASCON || EXT_XCHACHA1 || EXT_XCHACHA2 || EXT_XCHACHA3
      || EXT_XKECCAK || EXT_XGF8 || EXT_XMONT;
  logic valid, legal, done;
  logic [31:0] insn;
  logic [XLEN-1:0] rs1, rs2, rs3, rd, montn, montninv;
  inorder_core #(
    .XLEN(XLEN), .RESET_ADDRESS(RESET_ADDRESS), .EXT_M(EXT_M), .EXT_C(EXT_C), .EXT_ZICSR(EXT_ZICSR),
    .EXT_ZICNTR(EXT_ZICNTR), .EXT_ZIHPM(EXT_ZIHPM), .EXT_ZIFENCEI(EXT_ZIFENCEI), .EXT_ZBA(EXT_ZBA),
    .EXT_ZBB(EXT_ZBB), .EXT_ZBC(EXT_ZBC), .EXT_ZBS(EXT_ZBS), .EXT_ZBKB(EXT_ZBKB),
    .EXT_ZBKC(EXT_ZBKC), .EXT_ZBKX(EXT_ZBKX), .EXT_ZKNH(EXT_ZKNH), .EXT_ZKSED(EXT_ZKSED),
    .EXT_ZKSH(EXT_ZKSH), .EXT_ZKND(EXT_ZKND), .EXT_ZKNE(EXT_ZKNE), .EXT_XMONT(EXT_XMONT),
    .EXT_X(ANY_X)
  ) i_core (
    .custom_valid_o(valid), .custom_insn_o(insn), .custom_rs1_o(rs1), .custom_rs2_o(rs2),
    .custom_rs3_o(rs3), .custom_montn_o(montn), .custom_montninv_o(montninv),
    .custom_legal_i(legal), .custom_done_i(done), .custom_rd_i(rd), .*
  );
  if (ANY_X) begin : g_custom
    inorder_custom #(
      .XLEN(XLEN), .EXT_XKYBER(EXT_XKYBER), .EXT_XASCON(EXT_XASCON), .EXT_XCHACHA1(EXT_XCHACHA1),
      .EXT_XCHACHA2(EXT_XCHACHA2), .EXT_XCHACHA3(EXT_XCHACHA3), .EXT_XKECCAK(EXT_XKECCAK),
      .EXT_XGF8(EXT_XGF8), .EXT_XMONT(EXT_XMONT)
    ) i_custom (
      .clk_i, .rst_ni, .valid_i(valid), .insn_i(insn), .rs1_i(rs1), .rs2_i(rs2), .rs3_i(rs3),
      .montn_i(montn), .montninv_i(montninv), .legal_o(legal), .done_o(done), .rd_o(rd)
    );
  end else begin : g_no_custom
    assign {legal, done, rd} = '0;
    logic unused;
    assign unused = ^{valid, insn, rs1, rs2, rs3, montn, montninv};
  end
endmodule
