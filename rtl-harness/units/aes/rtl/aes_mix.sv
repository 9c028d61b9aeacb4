// MixColumns and InvMixColumns (FIPS-197, 5.1.3 and 5.3.3) on COLUMNS columns; row 0 is the lowest byte.
module aes_mix #(
  parameter int COLUMNS = 1
) (
  input  logic                  inverse_i,
  input  logic [32*COLUMNS-1:0] in_i,
  output logic [32*COLUMNS-1:0] out_o
);
  typedef logic [32*COLUMNS-1:0] columns_t;

  // Every byte times x, modulo x^8 + x^4 + x^3 + x + 1.
  function automatic columns_t xtime(columns_t v);
    columns_t top;
    top = (v >> 7) & {4 * COLUMNS{8'h01}};
    return ((v & {4 * COLUMNS{8'h7f}}) << 1) ^ top ^ (top << 1) ^ (top << 3) ^ (top << 4);
  endfunction

  // Row r of every column gets row r + 1.
  function automatic columns_t up(columns_t v);
    return ((v & {COLUMNS{32'h000000ff}}) << 24) | ((v & {COLUMNS{32'hffffff00}}) >> 8);
  endfunction

  columns_t start, pairs;

  always_comb begin
    // InvMixColumns is MixColumns after the matrix with 05 00 04 00 in its rows.
    start = in_i;
    if (inverse_i) start ^= xtime(xtime(in_i ^ up(up(in_i))));
    pairs = start ^ up(start);
    out_o = xtime(pairs) ^ up(start) ^ up(up(pairs));
  end
endmodule
