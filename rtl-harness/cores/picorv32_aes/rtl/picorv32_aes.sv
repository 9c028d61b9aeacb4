// PicoRV32 with the AES unit behind its co-processor interface (PCPI): an instruction that the core does not know
// stands on `pcpi_insn`, with its operands, until `pcpi_ready`.
module picorv32_aes #(
  parameter logic [31:0] PROGADDR_RESET = 32'h0
) (
  input  logic        clk,
  input  logic        resetn,
  output logic        mem_valid,
  output logic        mem_instr,
  input  logic        mem_ready,
  output logic [31:0] mem_addr,
  output logic [31:0] mem_wdata,
  output logic [3:0]  mem_wstrb,
  input  logic [31:0] mem_rdata,
  output logic        rvfi_valid,
  output logic [63:0] rvfi_order,
  output logic [31:0] rvfi_insn,
  output logic        rvfi_trap,
  output logic [4:0]  rvfi_rd_addr,
  output logic [31:0] rvfi_rd_wdata,
  output logic [31:0] rvfi_pc_rdata,
  output logic [31:0] rvfi_pc_wdata,
  output logic [31:0] rvfi_mem_addr,
  output logic [3:0]  rvfi_mem_rmask,
  output logic [3:0]  rvfi_mem_wmask,
  output logic [31:0] rvfi_mem_rdata,
  output logic [31:0] rvfi_mem_wdata
);
  logic pcpi_valid, is_aes, done;
  logic [31:0] pcpi_insn, pcpi_rs1, pcpi_rs2, rd;
  // aes32esi, aes32esmi, aes32dsi, aes32dsmi: bits 29 to 25 are 10001, 10011, 10101, 10111.
  assign is_aes = pcpi_insn[6:0] == 7'h33 && pcpi_insn[14:12] == 3'd0 && pcpi_insn[29:28] == 2'b10
      && pcpi_insn[25];

  picorv32 #(
    .COMPRESSED_ISA(1'b1), .ENABLE_MUL(1'b1), .ENABLE_DIV(1'b1), .ENABLE_COUNTERS(1'b0),
    .ENABLE_COUNTERS64(1'b0), .BARREL_SHIFTER(1'b1), .ENABLE_PCPI(1'b1),
    .PROGADDR_RESET(PROGADDR_RESET)
  ) i_core (
    .clk, .resetn, .mem_valid, .mem_instr, .mem_ready, .mem_addr, .mem_wdata, .mem_wstrb,
    .mem_rdata, .pcpi_valid, .pcpi_insn, .pcpi_rs1, .pcpi_rs2, .pcpi_wr(done), .pcpi_rd(rd),
    .pcpi_wait(pcpi_valid && is_aes), .pcpi_ready(done), .irq(32'd0), .rvfi_valid, .rvfi_order,
    .rvfi_insn, .rvfi_trap, .rvfi_rd_addr, .rvfi_rd_wdata, .rvfi_pc_rdata, .rvfi_pc_wdata,
    .rvfi_mem_addr, .rvfi_mem_rmask, .rvfi_mem_wmask, .rvfi_mem_rdata, .rvfi_mem_wdata
  );

  // In the cycle of the answer the request still stands.
  aes_unit #(.XLEN(32)) i_aes (
    .clk_i(clk), .rst_ni(resetn), .req_valid_i(pcpi_valid && is_aes && !done), .req_ready_o(),
    .op_i({1'b0, pcpi_insn[27:26]}), .bs_i(pcpi_insn[31:30]), .rnum_i(4'd0), .rs1_i(pcpi_rs1),
    .rs2_i(pcpi_rs2), .rsp_valid_o(done), .rsp_ready_i(1'b1), .rd_o(rd)
  );
endmodule
