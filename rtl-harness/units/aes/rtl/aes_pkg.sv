// The AES ops of Zkne and Zknd.
package aes_pkg;
  import aes_sbox_pkg::*;

  // {a column or key op, inverse, with MixColumns}
  localparam logic [2:0] KS1I = 3'd4, KS2 = 3'd5, IM = 3'd7;

  // Every byte times x, modulo x^8 + x^4 + x^3 + x + 1.
  function automatic bytes_t xtime(bytes_t v);
    bytes_t top;
    top = (v >> 7) & ONES;
    return ((v & {8{8'h7f}}) << 1) ^ top ^ (top << 1) ^ (top << 3) ^ (top << 4);
  endfunction

  // Row r of both columns gets row r + 1; row 0 is the lowest byte.
  function automatic bytes_t up(bytes_t v);
    return {v[39:32], v[63:40], v[7:0], v[31:8]};
  endfunction

  // MixColumns or InvMixColumns (FIPS-197, 5.1.3 and 5.3.3) on two columns.
  function automatic bytes_t mix_columns(logic inverse, bytes_t v);
    bytes_t start, pairs;
    // InvMixColumns is MixColumns after the matrix with 05 00 04 00 in its rows.
    start = inverse ? v ^ xtime(xtime(v ^ up(up(v)))) : v;
    pairs = start ^ up(start);
    return xtime(pairs) ^ up(start) ^ up(up(pairs));
  endfunction

  // ShiftRows or InvShiftRows (FIPS-197, 5.1.2 and 5.3.1): columns 0 and 1 of the result. The bytes
  // that it does not use go to columns 2 and 3.
  // verilator lint_off UNUSEDSIGNAL
  function automatic bytes_t shift_rows(logic inverse, bytes_t rs2, bytes_t rs1);
    // verilator lint_on UNUSEDSIGNAL
    logic [31:0] column0, column1;
    column0 = inverse ? {rs1[63:56], rs2[23:16], rs2[47:40], rs1[7:0]}
                      : {rs2[63:56], rs2[23:16], rs1[47:40], rs1[7:0]};
    column1 = inverse ? {rs2[31:24], rs2[55:48], rs1[15:8], rs1[39:32]}
                      : {rs1[31:24], rs2[55:48], rs2[15:8], rs1[39:32]};
    return {column1, column0};
  endfunction

  // aes32esi, aes32esmi, aes32dsi, aes32dsmi: one byte of rs2, into rs1.
  function automatic logic [31:0] aes32(
    logic [1:0] op, logic [1:0] bs, logic [31:0] rs1, logic [31:0] rs2
  );
    logic [7:0]  si;
    bytes_t      so;
    logic [31:0] column;
    si = rs2[8*bs+:8];
    so = sbox(op[1], {56'b0, si}) & 64'hff;
    if (op[0]) so = mix_columns(op[1], so);
    column = so[31:0];
    unique case (bs)
      2'd0: return rs1 ^ column;
      2'd1: return rs1 ^ {column[23:0], column[31:24]};
      2'd2: return rs1 ^ {column[15:0], column[31:16]};
      2'd3: return rs1 ^ {column[7:0], column[31:8]};
    endcase
  endfunction

  // FIPS-197, 5.2: the powers of x. Step 10 stands for AES-256's SubWord alone.
  function automatic logic [7:0] rcon(logic [3:0] rnum);
    unique case (rnum)
      4'd8: return 8'h1b;
      4'd9: return 8'h36;
      default: return rnum[3] ? 8'h00 : 8'h01 << rnum[2:0];
    endcase
  endfunction

  // aes64es, aes64esm, aes64ds, aes64dsm, aes64im, aes64ks1i, aes64ks2.
  function automatic logic [63:0] aes64(
    logic [2:0] op, logic [3:0] rnum, logic [63:0] rs1, logic [63:0] rs2
  );
    logic [31:0] word, first;
    bytes_t      si, so;
    word = rs1[63:32];
    first = word ^ rs2[31:0];
    si = shift_rows(op[1], rs2, rs1);
    // RotWord (FIPS-197, 5.2).
    if (op == KS1I) si[31:0] = rnum == 4'd10 ? word : {word[7:0], word[31:8]};
    so = sbox(op[1], si);
    if (op == IM) so = rs1;
    if (op == KS1I) return {2{so[31:0] ^ {24'b0, rcon(rnum)}}};
    if (op == KS2) return {first ^ rs2[63:32], first};
    return op[0] ? mix_columns(op[1], so) : so;
  endfunction
endpackage
