// The ops of Xascon: half of a linear diffusion of Ascon.
module ascon_unit #(
  parameter int XLEN = 32  // 32 only
) (
  input  logic [2:0]      op_i,    // which of the five
  input  logic            high_i,  // the high half of the result
  input  logic [XLEN-1:0] rs1_i,   // low half
  input  logic [XLEN-1:0] rs2_i,   // high half
  output logic [XLEN-1:0] rd_o
);
  // The high half is the low half of the rotation by 32.
  logic [63:0] x;
  assign x = high_i ? {rs1_i, rs2_i} : {rs2_i, rs1_i};

  // SP 800-232, 3.4.
  logic [31:0] first, second;
  always_comb begin
    case (op_i)
      3'd0: {first, second} = {x[50:19], x[59:28]};
      3'd1: {first, second} = {x[28:0], x[63:61], x[6:0], x[63:39]};
      3'd2: {first, second} = {x[32:1], x[37:6]};
      3'd3: {first, second} = {x[41:10], x[48:17]};
      default: {first, second} = {x[38:7], x[8:0], x[63:41]};
    endcase
  end
  assign rd_o = x[31:0] ^ first ^ second;
endmodule
