// The ops of Xchacha2, on RV64.
module chacha2_unit #(
  parameter int XLEN = 64  // 64 only
) (
  input  logic [1:0]      op_i,  // 0 chacha.ad0, 1 chacha.bc0, 2 chacha.ad1, 3 chacha.bc1
  input  logic [XLEN-1:0] rs1_i,
  input  logic [XLEN-1:0] rs2_i,
  output logic [XLEN-1:0] rd_o
);
  // A quarter of a quarter round: op_i[0] chooses which two words change, op_i[1] the rotation.
  logic [31:0] a, d, b, c, sum, turned;
  assign {a, d} = rs1_i;
  assign {b, c} = rs2_i;
  assign sum = op_i[0] ? c + d : a + b;
  assign turned = sum ^ (op_i[0] ? b : d);
  always_comb begin
    case (op_i)
      2'd0: rd_o = {sum, turned[15:0], turned[31:16]};
      2'd1: rd_o = {turned[19:0], turned[31:20], sum};
      2'd2: rd_o = {sum, turned[23:0], turned[31:24]};
      2'd3: rd_o = {turned[24:0], turned[31:25], sum};
    endcase
  end
endmodule
