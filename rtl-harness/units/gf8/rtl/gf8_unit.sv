// The ops of Xgf8, on every byte of rs1.
module gf8_unit
  import aes_sbox_pkg::*;
  import gf8_pkg::*;
#(
  parameter int XLEN = 32  // 32 or 64
) (
  input  logic            op_i,  // 0 gf8inv, 1 gf8mat
  input  logic [XLEN-1:0] rs1_i,
  input  logic [XLEN-1:0] rs2_i,
  input  logic [XLEN-1:0] rs3_i,  // on RV32, the upper half of the matrix
  output logic [XLEN-1:0] rd_o
);
  logic [63:0] bytes, matrix, inverses, products;
  assign bytes = 64'(rs1_i);
  assign matrix = XLEN == 32 ? {rs3_i[31:0], rs2_i[31:0]} : 64'(rs2_i);
  assign inverses = inverse(bytes);
  for (genvar k = 0; k < 64; k++) begin : g_bits
    assign products[k] = ^(matrix[8*(k%8)+:8] & bytes[k/8*8+:8]);
  end
  assign rd_o = op_i ? products[XLEN-1:0] : inverses[XLEN-1:0];

  logic unused;
  assign unused = ^{rs3_i, inverses, products};
endmodule
