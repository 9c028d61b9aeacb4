// The ops of M: a product one cycle after the request, a quotient or remainder XLEN + 1 cycles after it,
// whatever the operands.
module inorder_muldiv #(
  parameter int XLEN = 32
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            start_i,
  input  logic            divide_i,
  input  logic [1:0]      op_i,      // the low bits of funct3
  input  logic            word_i,
  input  logic [XLEN-1:0] rs1_i,
  input  logic [XLEN-1:0] rs2_i,
  output logic            done_o,
  output logic [XLEN-1:0] rd_o
);
  // Operands with room for the sign that each of them has in this op.
  logic signed1, signed2;
  logic [XLEN:0] a, b;
  assign signed1 = divide_i ? !op_i[0] : op_i != 2'd3;
  assign signed2 = divide_i ? !op_i[0] : !op_i[1];
  if (XLEN == 64) begin : g_operands64
    assign a = word_i ? {{33{signed1 && rs1_i[31]}}, rs1_i[31:0]} : {signed1 && rs1_i[63], rs1_i};
    assign b = word_i ? {{33{signed2 && rs2_i[31]}}, rs2_i[31:0]} : {signed2 && rs2_i[63], rs2_i};
  end else begin : g_operands32
    assign a = {signed1 && rs1_i[31], rs1_i};
    assign b = {signed2 && rs2_i[31], rs2_i};
  end

  logic busy, divide, word, upper, negate_quotient, negate_remainder;
  logic [$clog2(XLEN+1)-1:0] steps;
  // Multiplicand and multiplier; or divisor, and the dividend that turns into the quotient.
  logic [XLEN:0] x, y;
  logic [XLEN-1:0] remainder;

  logic [2*XLEN-1:0] product;
  assign product = {{XLEN-1{x[XLEN]}}, x} * {{XLEN-1{y[XLEN]}}, y};

  logic [XLEN:0] difference;
  assign difference = {remainder, y[XLEN-1]} - {1'b0, x[XLEN-1:0]};

  logic [XLEN-1:0] quotient, rest, result;
  assign quotient = negate_quotient ? -y[XLEN-1:0] : y[XLEN-1:0];
  assign rest = negate_remainder ? -remainder : remainder;
  always_comb begin
    if (divide) result = upper ? rest : quotient;
    else result = upper ? product[2*XLEN-1:XLEN] : product[XLEN-1:0];
  end
  if (XLEN == 64) begin : g_result64
    assign rd_o = word ? {{32{result[31]}}, result[31:0]} : result;
  end else begin : g_result32
    assign rd_o = result;
    logic unused;
    assign unused = word ^ word_i;
  end
  assign done_o = busy && steps == 0;

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      divide <= divide_i;
      word <= word_i;
      upper <= divide_i ? op_i[1] : op_i != 2'd0;
      steps <= divide_i ? ($clog2(XLEN + 1))'(XLEN) : '0;
      remainder <= '0;
      negate_quotient <= (a[XLEN] != b[XLEN]) && b != 0;
      negate_remainder <= a[XLEN];
      x <= divide_i && b[XLEN] ? -b : b;
      y <= divide_i && a[XLEN] ? -a : a;
    end else if (busy && steps != 0) begin
      steps <= steps - 1;
      remainder <= difference[XLEN] ? {remainder[XLEN-2:0], y[XLEN-1]} : difference[XLEN-1:0];
      y <= {1'b0, y[XLEN-2:0], !difference[XLEN]};
    end
    busy <= rst_ni && (start_i || (busy && steps != 0));
  end
endmodule
