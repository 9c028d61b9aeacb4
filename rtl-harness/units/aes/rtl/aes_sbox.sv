// The AES S-box and its inverse on LANES bytes at once, as gates.
//
// Both are one inversion in GF(2^8) between affine maps. The inversion is done in the tower field
// GF((2^4)^2): GF(2^4) = GF(2)[z]/(z^4 + z + 1) and y^2 + y + L over it with L = z^3 + z^2 + 1 (13), which is
// irreducible because L has trace 1. AES's field maps to the tower by x -> G, where G = 4*16 + 11 is one of
// the eight roots of x^8 + x^4 + x^3 + x + 1 there; of all L and G for this z, this pair needs the fewest
// XORs. tests/sbox_derivation.rs computes the four matrices and two constants below from these sentences.
//
// All logic works on bit planes: plane b holds bit b of every lane, so simulators do LANES bytes at a time.
module aes_sbox #(
  parameter int LANES = 1
) (
  input  logic               inverse_i,
  input  logic [8*LANES-1:0] in_i,
  output logic [8*LANES-1:0] out_o
);
  typedef logic [7:0][LANES-1:0] byte_planes_t;
  typedef logic [3:0][LANES-1:0] nibble_planes_t;

  // Row 7 first. Bit j of row i: output bit i takes input bit j. Bits 7..4 of a tower element are its
  // y coefficient.
  localparam logic [7:0][7:0] IN_FORWARD = {  // to the tower
    8'b10100000, 8'b01110010, 8'b10101100, 8'b11011100,
    8'b11000110, 8'b11001100, 8'b01010010, 8'b10001111
  };
  localparam logic [7:0][7:0] IN_INVERSE = {  // undo the affine map, to the tower
    8'b11000110, 8'b10111110, 8'b01110001, 8'b10000110,
    8'b10100000, 8'b11001100, 8'b00101010, 8'b00001000
  };
  localparam logic [7:0][7:0] OUT_FORWARD = {  // from the tower, the affine map
    8'b10001110, 8'b10010000, 8'b10000110, 8'b11010111,
    8'b00000001, 8'b00011011, 8'b10000101, 8'b11100001
  };
  localparam logic [7:0][7:0] OUT_INVERSE = {  // from the tower
    8'b11000010, 8'b01100110, 8'b01000010, 8'b00010100,
    8'b01111100, 8'b11011100, 8'b01110000, 8'b00010011
  };
  localparam logic [7:0] IN_INVERSE_CONSTANT = 8'b00111100;
  localparam logic [7:0] OUT_FORWARD_CONSTANT = 8'b01100011;

  function automatic byte_planes_t affine(logic [7:0][7:0] rows, logic [7:0] constant, byte_planes_t x);
    for (int i = 0; i < 8; i++) begin
      affine[i] = {LANES{constant[i]}};
      for (int j = 0; j < 8; j++) if (rows[i][j]) affine[i] ^= x[j];
    end
  endfunction

  // GF(2^4), z^4 = z + 1.
  function automatic nibble_planes_t mul(nibble_planes_t a, nibble_planes_t b);
    logic [6:0][LANES-1:0] d;
    d[0] = a[0] & b[0];
    d[1] = (a[0] & b[1]) ^ (a[1] & b[0]);
    d[2] = (a[0] & b[2]) ^ (a[1] & b[1]) ^ (a[2] & b[0]);
    d[3] = (a[0] & b[3]) ^ (a[1] & b[2]) ^ (a[2] & b[1]) ^ (a[3] & b[0]);
    d[4] = (a[1] & b[3]) ^ (a[2] & b[2]) ^ (a[3] & b[1]);
    d[5] = (a[2] & b[3]) ^ (a[3] & b[2]);
    d[6] = a[3] & b[3];
    mul[0] = d[0] ^ d[4];
    mul[1] = d[1] ^ d[4] ^ d[5];
    mul[2] = d[2] ^ d[5] ^ d[6];
    mul[3] = d[3] ^ d[6];
  endfunction

  function automatic nibble_planes_t square(nibble_planes_t a);
    square[0] = a[0] ^ a[2];
    square[1] = a[2];
    square[2] = a[1] ^ a[3];
    square[3] = a[3];
  endfunction

  // L * a^2
  function automatic nibble_planes_t scaled_square(nibble_planes_t a);
    scaled_square[0] = a[0] ^ a[1] ^ a[3];
    scaled_square[1] = a[3];
    scaled_square[2] = a[0] ^ a[2];
    scaled_square[3] = a[0];
  endfunction

  // a^14, each bit as its polynomial over GF(2).
  function automatic nibble_planes_t invert(nibble_planes_t a);
    logic [LANES-1:0] a01, a02, a03, a12, a13, a23;
    a01 = a[0] & a[1];
    a02 = a[0] & a[2];
    a03 = a[0] & a[3];
    a12 = a[1] & a[2];
    a13 = a[1] & a[3];
    a23 = a[2] & a[3];
    invert[0] = a[0] ^ a[1] ^ a[2] ^ a[3] ^ a02 ^ a12 ^ (a[0] & a12) ^ (a[3] & a12);
    invert[1] = a[3] ^ a01 ^ a02 ^ a12 ^ a13 ^ (a[3] & a01);
    invert[2] = a[2] ^ a[3] ^ a01 ^ a02 ^ a03 ^ (a[3] & a02);
    invert[3] = a[1] ^ a[2] ^ a[3] ^ a03 ^ a13 ^ a23 ^ (a[3] & a12);
  endfunction

  byte_planes_t in_planes, tower, inverted, out_planes;
  nibble_planes_t high, low, norm_inverse;

  always_comb begin
    for (int b = 0; b < 8; b++) for (int n = 0; n < LANES; n++) in_planes[b][n] = in_i[8*n+b];
    tower = inverse_i ? affine(IN_INVERSE, IN_INVERSE_CONSTANT, in_planes)
                      : affine(IN_FORWARD, 8'b0, in_planes);
    high = tower[7:4];
    low = tower[3:0];
    // (high y + low) (high y + high + low) is in GF(2^4): the norm.
    norm_inverse = invert(scaled_square(high) ^ mul(high, low) ^ square(low));
    inverted = {mul(high, norm_inverse), mul(high ^ low, norm_inverse)};
    out_planes = inverse_i ? affine(OUT_INVERSE, 8'b0, inverted)
                           : affine(OUT_FORWARD, OUT_FORWARD_CONSTANT, inverted);
    for (int b = 0; b < 8; b++) for (int n = 0; n < LANES; n++) out_o[8*n+b] = out_planes[b][n];
  end
endmodule
