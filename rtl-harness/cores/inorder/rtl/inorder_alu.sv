// Arithmetic of the base, in one cycle.
module inorder_alu #(
  parameter int XLEN = 32
) (
  input  inorder_pkg::alu_e op_i,
  input  logic            word_i,
  input  logic [XLEN-1:0] a_i,
  input  logic [XLEN-1:0] b_i,
  output logic [XLEN-1:0] rd_o
);
  localparam int AMOUNT = XLEN == 64 ? 6 : 5;
  logic [AMOUNT-1:0] amount;
  logic [XLEN-1:0] shifted, rd;
  logic less, less_unsigned;
  assign less = $signed(a_i) < $signed(b_i);
  assign less_unsigned = a_i < b_i;
  if (XLEN == 64) begin : g_shift64
    assign amount = {b_i[5] && !word_i, b_i[4:0]};
    assign shifted = word_i ? {{32{op_i == inorder_pkg::SRA && a_i[31]}}, a_i[31:0]} : a_i;
    assign rd_o = word_i ? {{32{rd[31]}}, rd[31:0]} : rd;
  end else begin : g_shift32
    assign amount = b_i[4:0];
    assign shifted = a_i;
    assign rd_o = rd;
    logic unused;
    assign unused = word_i;
  end

  always_comb begin
    unique case (op_i)
      inorder_pkg::SUB: rd = a_i - b_i;
      inorder_pkg::SLL: rd = a_i << amount;
      inorder_pkg::SLT: rd = {{XLEN-1{1'b0}}, less};
      inorder_pkg::SLTU: rd = {{XLEN-1{1'b0}}, less_unsigned};
      inorder_pkg::XOR: rd = a_i ^ b_i;
      inorder_pkg::SRL: rd = shifted >> amount;
      inorder_pkg::SRA: rd = $signed(shifted) >>> amount;
      inorder_pkg::OR: rd = a_i | b_i;
      inorder_pkg::AND: rd = a_i & b_i;
      default: rd = a_i + b_i;
    endcase
  end
endmodule
