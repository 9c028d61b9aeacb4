// The ops of Xchacha3, on RV64.
module chacha3_unit #(
  parameter int XLEN = 64  // 64 only
) (
  input  logic [2:0]      op_i,
  input  logic [2:0]      bs_i,  // of chacha.xor, which rotation: 1 to 4
  input  logic [XLEN-1:0] rs1_i,
  input  logic [XLEN-1:0] rs2_i,
  output logic [XLEN-1:0] rd_o
);
  // Two lanes of 32 bits each.
  logic [31:0] a1, a0, b1, b0;
  assign {a1, a0} = rs1_i;
  assign {b1, b0} = rs2_i;

  function automatic logic [31:0] turned(logic [2:0] which, logic [31:0] x);
    case (which)
      3'd1: return {x[15:0], x[31:16]};
      3'd2: return {x[19:0], x[31:20]};
      3'd3: return {x[23:0], x[31:24]};
      default: return {x[24:0], x[31:25]};
    endcase
  endfunction

  always_comb begin
    case (op_i)
      3'd0: rd_o = {a1 + b1, a0 + b0};
      3'd1: rd_o = {turned(bs_i, a1 ^ b1), turned(bs_i, a0 ^ b0)};
      3'd4: rd_o = {b0, a0};
      3'd5: rd_o = {b1, a1};
      3'd6: rd_o = {b1, a0};
      default: rd_o = {b0, a1};
    endcase
  end
endmodule
