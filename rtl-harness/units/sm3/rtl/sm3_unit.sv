// The ops of Zksh: P0 and P1 of SM3.
module sm3_unit #(
  parameter int XLEN = 32  // 32 or 64
) (
  input  logic            op_i,  // 0 sm3p0, 1 sm3p1
  input  logic [XLEN-1:0] rs1_i,
  output logic [XLEN-1:0] rd_o
);
  logic [31:0] x, by_less, by_more;
  assign x = rs1_i[31:0];
  assign by_less = op_i ? {x[16:0], x[31:17]} : {x[22:0], x[31:23]};
  assign by_more = op_i ? {x[8:0], x[31:9]} : {x[14:0], x[31:15]};
  assign rd_o = XLEN'($signed(x ^ by_less ^ by_more));

  logic unused;
  assign unused = ^rs1_i;
endmodule
