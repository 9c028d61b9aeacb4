// aes64es, aes64esm, aes64ds, aes64dsm, aes64im, aes64ks1i, aes64ks2: half a state, or two words of a key.
module aes64 (
  input  logic        mix_i,
  input  logic        inverse_i,
  input  logic        im_i,
  input  logic        ks1i_i,
  input  logic        ks2_i,
  input  logic [3:0]  rnum_i,
  input  logic [63:0] rs1_i,
  input  logic [63:0] rs2_i,
  output logic [63:0] rd_o
);
  // [column][row], FIPS-197 figure 1: rs1 holds columns 0 and 1.
  logic [3:0][3:0][7:0] state;
  logic [1:0][3:0][7:0] shifted;
  assign state = {rs2_i, rs1_i};
  always_comb begin
    for (int c = 0; c < 2; c++) begin
      for (int r = 0; r < 4; r++) begin
        shifted[c][r] = inverse_i ? state[2'(c - r)][r] : state[2'(c + r)][r];
      end
    end
  end

  // RotWord and Rcon (FIPS-197, 5.2); the step 10 stands for AES-256's SubWord alone.
  logic [31:0] word;
  logic [7:0]  rcon;
  assign word = rs1_i[63:32];
  always_comb begin
    unique case (rnum_i)
      4'd8: rcon = 8'h1b;
      4'd9: rcon = 8'h36;
      default: rcon = rnum_i[3] ? 8'h00 : 8'h01 << rnum_i[2:0];
    endcase
  end

  logic [63:0] sub_in, sub_out;
  always_comb begin
    sub_in = shifted;
    if (ks1i_i) sub_in[31:0] = rnum_i == 4'd10 ? word : {word[7:0], word[31:8]};
  end
  aes_sbox #(.LANES(8)) i_sbox (.inverse_i, .in_i(sub_in), .out_o(sub_out));

  logic [63:0] mixed;
  aes_mix #(.COLUMNS(2)) i_mix (.inverse_i, .in_i(im_i ? rs1_i : sub_out), .out_o(mixed));

  logic [31:0] first, second;
  assign first = word ^ rs2_i[31:0];
  assign second = first ^ rs2_i[63:32];

  always_comb begin
    if (ks2_i) rd_o = {second, first};
    else if (ks1i_i) rd_o = {2{sub_out[31:0] ^ {24'b0, rcon}}};
    else rd_o = mix_i ? mixed : sub_out;
  end
endmodule
