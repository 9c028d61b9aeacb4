// The ops of Xchacha1, on RV64.
module chacha1_unit #(
  parameter int XLEN = 64  // 64 only
) (
  input  logic            op_i,  // 0 chacha.ad, 1 chacha.bc
  input  logic [XLEN-1:0] rs1_i,
  input  logic [XLEN-1:0] rs2_i,
  output logic [XLEN-1:0] rd_o
);
  // A half of a quarter round, of a, d (rs1) and b, c (rs2) or of na, nd and b, c.
  logic [31:0] a, d, b, c, ia, id, ic, ib, sum, turned;
  assign {a, d} = rs1_i;
  assign {b, c} = rs2_i;
  assign ia = a + b;
  // The second half undoes the rotation of the first: id is what it was there.
  assign id = op_i ? {d[7:0], d[31:8]} ^ a : {ia[15:0] ^ d[15:0], ia[31:16] ^ d[31:16]};
  assign ic = c + id;
  assign ib = {ic[19:0] ^ b[19:0], ic[31:20] ^ b[31:20]};
  assign sum = op_i ? ic + d : ia + ib;
  assign turned = sum ^ (op_i ? ib : id);
  assign rd_o = op_i ? {turned[24:0], turned[31:25], sum} : {sum, turned[23:0], turned[31:24]};
endmodule
