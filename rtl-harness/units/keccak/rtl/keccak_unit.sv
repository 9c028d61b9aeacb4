// The ops of Xkeccak: on every lane of 64 bits.
module keccak_unit #(
  parameter int XLEN = 64  // 64 or 128
) (
  input  logic            op_i,  // 0 vrot, 1 vxor3
  input  logic [5:0]      imm_i,
  input  logic [XLEN-1:0] rs1_i,
  input  logic [XLEN-1:0] rs2_i,
  input  logic [XLEN-1:0] rs3_i,
  output logic [XLEN-1:0] rd_o
);
  for (genvar k = 0; k < XLEN / 64; k++) begin : g_lanes
    logic [63:0] lane, turned, turned_out;
    assign lane = rs1_i[64*k+:64];
    assign {turned, turned_out} = {lane, lane} << imm_i;
    assign rd_o[64*k+:64] = op_i ? lane ^ rs2_i[64*k+:64] ^ rs3_i[64*k+:64] : turned;
    logic unused;
    assign unused = ^turned_out;
  end
endmodule
