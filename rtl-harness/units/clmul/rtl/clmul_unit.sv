// The ops of Zbc: one carry-less product, and which half of it.
module clmul_unit #(
  parameter int XLEN = 32  // 32 or 64
) (
  input  logic [1:0]      op_i,  // 0 clmul, 1 clmulh, 2 clmulr
  input  logic [XLEN-1:0] rs1_i,
  input  logic [XLEN-1:0] rs2_i,
  output logic [XLEN-1:0] rd_o
);
  logic [2*XLEN-1:0] product;
  always_comb begin
    product = '0;
    for (int k = 0; k < XLEN; k++) begin
      product ^= rs2_i[k] ? {{XLEN{1'b0}}, rs1_i} << k : '0;
    end
  end

  always_comb begin
    case (op_i)
      2'd0: rd_o = product[XLEN-1:0];
      2'd1: rd_o = product[2*XLEN-1:XLEN];
      default: rd_o = product[2*XLEN-2:XLEN-1];
    endcase
  end
endmodule
