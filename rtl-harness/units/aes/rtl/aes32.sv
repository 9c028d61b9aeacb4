// aes32esi, aes32esmi, aes32dsi, aes32dsmi: one byte of rs2 through the S-box, into rs1.
module aes32 (
  input  logic        mix_i,
  input  logic        inverse_i,
  input  logic [1:0]  bs_i,
  input  logic [31:0] rs1_i,
  input  logic [31:0] rs2_i,
  output logic [31:0] rd_o
);
  logic [7:0]  so;
  logic [31:0] column, mixed, chosen, rotated;

  aes_sbox #(.LANES(1)) i_sbox (.inverse_i, .in_i(rs2_i[8*bs_i+:8]), .out_o(so));

  assign column = {24'b0, so};
  aes_mix #(.COLUMNS(1)) i_mix (.inverse_i, .in_i(column), .out_o(mixed));

  assign chosen = mix_i ? mixed : column;
  always_comb begin
    unique case (bs_i)
      2'd0: rotated = chosen;
      2'd1: rotated = {chosen[23:0], chosen[31:24]};
      2'd2: rotated = {chosen[15:0], chosen[31:16]};
      2'd3: rotated = {chosen[7:0], chosen[31:8]};
    endcase
  end
  assign rd_o = rs1_i ^ rotated;
endmodule
