// The ops of Zba, Zbb, Zbs, Zbkb and Zbkx. There is one of each large part: an adder, a rotator, a counter
// of ones.
module bitmanip_unit #(
  parameter int XLEN = 32  // 32 or 64
) (
  input  logic [5:0]      op_i,
  input  logic            word_i,     // the op on 32 bits; of Zba, rs1 without its upper half
  input  logic            use_imm_i,  // imm_i is the amount or index, not rs2_i
  input  logic [5:0]      imm_i,
  input  logic [XLEN-1:0] rs1_i,
  input  logic [XLEN-1:0] rs2_i,
  output logic [XLEN-1:0] rd_o
);
  localparam int LOG = $clog2(XLEN);
  typedef logic [XLEN-1:0] xlen_t;

  localparam logic [5:0] ADD = 6'd0, SH1ADD = 6'd1, SH2ADD = 6'd2, SH3ADD = 6'd3,
      MIN = 6'd4, MINU = 6'd5, MAX = 6'd6, MAXU = 6'd7, CLZ = 6'd8, CTZ = 6'd9, CPOP = 6'd10,
      ANDN = 6'd11, ORN = 6'd12, XNOR = 6'd13, BCLR = 6'd14, BEXT = 6'd15, BINV = 6'd16,
      BSET = 6'd17, ROL = 6'd18, ROR = 6'd19, SLL = 6'd20, REV8 = 6'd21, BREV8 = 6'd22,
      ORC_B = 6'd23, SEXT_B = 6'd24, SEXT_H = 6'd25, ZEXT_H = 6'd26, PACK = 6'd27, PACKH = 6'd28,
      ZIP = 6'd29, UNZIP = 6'd30, XPERM4 = 6'd31, XPERM8 = 6'd32;

  // A result of 32 bits, with its sign above.
  function automatic xlen_t sext(logic [31:0] word);
    return xlen_t'($signed(word));
  endfunction

  function automatic xlen_t reverse(xlen_t x);
    for (int k = 0; k < XLEN; k++) reverse[k] = x[XLEN-1-k];
  endfunction

  function automatic xlen_t reverse_bytes(xlen_t x);
    for (int k = 0; k < XLEN / 8; k++) reverse_bytes[8*k+:8] = x[XLEN-8*k-8+:8];
  endfunction

  function automatic xlen_t reverse_in_bytes(xlen_t x);
    for (int k = 0; k < XLEN; k++) reverse_in_bytes[k] = x[8*(k/8)+7-k%8];
  endfunction

  // Bit k of the low half next to bit k of the high half, and back.
  function automatic xlen_t zip(xlen_t x);
    for (int k = 0; k < XLEN / 2; k++) zip[2*k+:2] = {x[XLEN/2+k], x[k]};
  endfunction

  function automatic xlen_t unzip(xlen_t x);
    for (int k = 0; k < XLEN / 2; k++) {unzip[XLEN/2+k], unzip[k]} = x[2*k+:2];
  endfunction

  xlen_t zero_extended, word_of_ones;
  assign zero_extended = xlen_t'(rs1_i[31:0]);
  assign word_of_ones = xlen_t'(32'hffff_ffff);

  // Amount or index.
  logic [LOG-1:0] amount;
  assign amount = use_imm_i ? imm_i[LOG-1:0] : rs2_i[LOG-1:0];

  // What to count zeros of from the lowest bit on; a word has ones above.
  xlen_t zeros_of;
  always_comb begin
    zeros_of = rs1_i;
    if (op_i == CLZ) zeros_of = word_i ? reverse(rs1_i) >> (XLEN - 32) : reverse(rs1_i);
    if (word_i) zeros_of |= ~word_of_ones;
  end

  // The adder: sums, differences for comparisons, and zeros_of - 1.
  logic [XLEN:0] sum;
  xlen_t a, b;
  logic  compare, signed_op;
  assign compare = op_i[5:2] == 4'd1;
  assign signed_op = compare && !op_i[0];
  always_comb begin
    a = rs2_i;
    b = (word_i ? zero_extended : rs1_i) << op_i[1:0];
    if (compare) begin
      a = rs1_i;
      b = ~rs2_i;
    end else if (op_i[3]) begin
      a = zeros_of;
      b = '1;
    end
    a[XLEN-1] ^= signed_op;
    b[XLEN-1] ^= signed_op;
  end
  assign sum = {1'b0, a} + {1'b0, b} + (XLEN + 1)'(compare);

  // The carry says rs1 >= rs2.
  logic take_rs1;
  assign take_rs1 = sum[XLEN] == op_i[1];

  // The counter: below the lowest one, x and x - 1 differ and x is 0.
  xlen_t ones_of;
  assign ones_of = op_i != CPOP ? sum[XLEN-1:0] & ~zeros_of : word_i ? zero_extended : rs1_i;
  logic [LOG:0] ones;
  always_comb begin
    ones = '0;
    for (int k = 0; k < XLEN; k++) ones += (LOG + 1)'(ones_of[k]);
  end

  // The rotator, to the right; a word stands there twice.
  xlen_t turned, rotated;
  logic [LOG-1:0] right;
  assign turned = op_i == SLL ? zero_extended : word_i ? {XLEN / 32{rs1_i[31:0]}} : rs1_i;
  assign right = op_i == ROL || op_i == SLL ? -amount : amount;
  assign rotated = xlen_t'({turned, turned} >> right);

  xlen_t one_bit;
  assign one_bit = xlen_t'(1) << amount;

  xlen_t orc_b, xperm4, xperm8;
  for (genvar k = 0; k < XLEN / 8; k++) begin : g_bytes
    logic [XLEN-1:0] looked_up;
    assign looked_up = rs1_i >> {rs2_i[8*k+:LOG-3], 3'b000};
    assign orc_b[8*k+:8] = {8{|rs1_i[8*k+:8]}};
    assign xperm8[8*k+:8] = |rs2_i[8*k+LOG-3+:11-LOG] ? 8'b0 : looked_up[7:0];
    logic unused;
    assign unused = ^looked_up[XLEN-1:8];
  end
  for (genvar k = 0; k < XLEN / 4; k++) begin : g_nibbles
    logic [XLEN-1:0] looked_up;
    logic            outside;
    assign outside = XLEN == 32 && rs2_i[4*k+3];
    assign looked_up = rs1_i >> {rs2_i[4*k+:LOG-2], 2'b00};
    assign xperm4[4*k+:4] = outside ? 4'b0 : looked_up[3:0];
    logic unused;
    assign unused = ^looked_up[XLEN-1:4];
  end

  always_comb begin
    case (op_i)
      ADD, SH1ADD, SH2ADD, SH3ADD: rd_o = sum[XLEN-1:0];
      MIN, MINU, MAX, MAXU: rd_o = take_rs1 ? rs1_i : rs2_i;
      CLZ, CTZ, CPOP: rd_o = xlen_t'(ones);
      ANDN: rd_o = rs1_i & ~rs2_i;
      ORN: rd_o = rs1_i | ~rs2_i;
      XNOR: rd_o = ~(rs1_i ^ rs2_i);
      BCLR: rd_o = rs1_i & ~one_bit;
      BEXT: rd_o = xlen_t'(rotated[0]);
      BINV: rd_o = rs1_i ^ one_bit;
      BSET: rd_o = rs1_i | one_bit;
      ROL, ROR: rd_o = word_i ? sext(rotated[31:0]) : rotated;
      SLL: rd_o = rotated & ('1 << amount);
      REV8: rd_o = reverse_bytes(rs1_i);
      BREV8: rd_o = reverse_in_bytes(rs1_i);
      ORC_B: rd_o = orc_b;
      SEXT_B: rd_o = xlen_t'($signed(rs1_i[7:0]));
      SEXT_H: rd_o = xlen_t'($signed(rs1_i[15:0]));
      ZEXT_H: rd_o = xlen_t'(rs1_i[15:0]);
      PACK:
      rd_o = word_i ? sext({rs2_i[15:0], rs1_i[15:0]}) : {rs2_i[XLEN/2-1:0], rs1_i[XLEN/2-1:0]};
      PACKH: rd_o = xlen_t'({rs2_i[7:0], rs1_i[7:0]});
      ZIP: rd_o = zip(rs1_i);
      UNZIP: rd_o = unzip(rs1_i);
      XPERM4: rd_o = xperm4;
      XPERM8: rd_o = xperm8;
      default: rd_o = '0;
    endcase
  end

  logic unused;
  assign unused = ^{1'b0, imm_i};
endmodule
