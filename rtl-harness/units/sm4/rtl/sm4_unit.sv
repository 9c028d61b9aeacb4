// The ops of Zksed: one S-box, and what follows it in a round or in the key schedule.
module sm4_unit
  import aes_sbox_pkg::*;
  import sm4_sbox_pkg::*;
#(
  parameter int XLEN = 32  // 32 or 64
) (
  input  logic            op_i,  // 0 sm4ed, 1 sm4ks
  input  logic [1:0]      bs_i,
  input  logic [XLEN-1:0] rs1_i,
  input  logic [XLEN-1:0] rs2_i,
  output logic [XLEN-1:0] rd_o
);
  // GB/T 32907-2016, 6.2 and 7.3, of a byte that was substituted: L and L' move it by multiples of 1 bit, on
  // little-endian words.
  bytes_t so;
  logic [7:0]  x;
  logic [31:0] round, key, linear, moved;
  assign so = sm4_sbox({56'b0, rs2_i[8*bs_i+:8]});
  assign x = so[7:0];
  assign round = {x[5:0], 26'b0} ^ {14'b0, x[7:6], 16'b0} ^ {6'b0, x, 18'b0}
      ^ {22'b0, x, 2'b0} ^ {16'b0, x, x};
  assign key = {x[2:0], 29'b0} ^ {17'b0, x[7:1], 8'b0} ^ {8'b0, x[0], 23'b0}
      ^ {11'b0, x[7:3], 16'b0} ^ {24'b0, x};
  assign linear = op_i ? key : round;
  always_comb begin
    case (bs_i)
      2'd0: moved = linear;
      2'd1: moved = {linear[23:0], linear[31:24]};
      2'd2: moved = {linear[15:0], linear[31:16]};
      2'd3: moved = {linear[7:0], linear[31:8]};
    endcase
  end
  assign rd_o = XLEN'($signed(rs1_i[31:0] ^ moved));

  logic unused;
  assign unused = ^{so, rs1_i, rs2_i};
endmodule
