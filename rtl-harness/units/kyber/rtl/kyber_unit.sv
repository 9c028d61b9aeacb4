// The ops of XKyber, modulo q = 3329: those on two lanes take a cycle, the product and the quotient of
// kybercompress thirteen, bit by bit in the same subtractors.
module kyber_unit #(
  parameter int XLEN = 32  // 32 only
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            req_valid_i,
  output logic            req_ready_o,
  input  logic [2:0]      op_i,
  input  logic [XLEN-1:0] rs1_i,
  input  logic [XLEN-1:0] rs2_i,
  output logic            rsp_valid_o,
  input  logic            rsp_ready_i,
  output logic [XLEN-1:0] rd_o
);
  localparam logic [12:0] Q = 13'd3329;
  localparam logic [3:0]  BITS = 4'd12;

  localparam logic [2:0] ADD = 3'd0, MUL = 3'd2, COMPRESS = 3'd3, CBD2 = 3'd4, CBD3 = 3'd5;

  typedef logic [11:0] residue_t;

  // x or x - q, for x below 2 q.
  function automatic residue_t reduce(logic [12:0] x);
    logic [12:0] less;
    less = x - Q;
    return less[12] ? x[11:0] : less[11:0];
  endfunction

  // a + b or a - b; and the differences of two counts of ones, which are small.
  function automatic residue_t add_sub(logic subtract, residue_t a, residue_t b);
    return reduce({1'b0, a} + (subtract ? Q - {1'b0, b} : {1'b0, b}));
  endfunction

  function automatic residue_t count(logic [2:0] x);
    return 12'(x[0]) + 12'(x[1]) + 12'(x[2]);
  endfunction

  // The two lanes.
  residue_t high_a, high_b, low_a, low_b, high, low;
  always_comb begin
    {high_a, low_a} = {rs1_i[27:16], rs1_i[11:0]};
    {high_b, low_b} = {rs2_i[27:16], rs2_i[11:0]};
    if (op_i == CBD2) begin
      {low_a, low_b} = {count({1'b0, rs1_i[1:0]}), count({1'b0, rs1_i[3:2]})};
      {high_a, high_b} = {count({1'b0, rs1_i[5:4]}), count({1'b0, rs1_i[7:6]})};
    end else if (op_i == CBD3) begin
      {low_a, low_b} = {count(rs1_i[2:0]), count(rs1_i[5:3])};
      {high_a, high_b} = {count(rs1_i[8:6]), count(rs1_i[11:9])};
    end
  end
  assign high = add_sub(op_i != ADD, high_a, high_b);
  assign low = add_sub(op_i != ADD, low_a, low_b);

  // 2^d x + (q - 1) / 2, of which 12 bits of the quotient by q are needed.
  logic [22:0] dividend;
  assign dividend = (23'(rs1_i[11:0]) << rs2_i[3:0]) + 23'd1664;

  // A step of the product, the highest bit of the factor first: r = 2 r + bit a. A step of the quotient:
  // r = 2 r + bit, less q where it fits; the bit of the quotient comes into the place of the dividend's.
  residue_t    r, a, bits, doubled;
  logic [12:0] twice;
  logic        divides, fits;
  assign twice = {r, bits[11] && divides};
  assign fits = twice >= Q;
  assign doubled = reduce(twice);

  logic [3:0] left;
  logic       accept, lanes;
  assign req_ready_o = left == 0 && (!rsp_valid_o || rsp_ready_i);
  assign accept = req_valid_i && req_ready_o;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      left <= '0;
      rsp_valid_o <= 1'b0;
    end else if (accept) begin
      left <= op_i == MUL || op_i == COMPRESS ? BITS : '0;
      rsp_valid_o <= op_i != MUL && op_i != COMPRESS;
    end else if (left != 0) begin
      left <= left - 1;
      rsp_valid_o <= left == 1;
    end else if (rsp_ready_i) begin
      rsp_valid_o <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (accept) begin
      divides <= op_i == COMPRESS;
      lanes <= op_i != MUL && op_i != COMPRESS;
      case (op_i)
        MUL: {a, r, bits} <= {rs1_i[11:0], 12'b0, rs2_i[11:0]};
        COMPRESS: {a, r, bits} <= {8'b0, rs2_i[3:0], 1'b0, dividend};
        default: {a, r, bits} <= {high, low, 12'b0};
      endcase
    end else if (left != 0) begin
      r <= reduce({1'b0, doubled} + {1'b0, bits[11] && !divides ? a : 12'b0});
      bits <= {bits[10:0], fits};
    end
  end

  // The quotient modulo 2^d.
  residue_t quotient;
  assign quotient = bits & ~(12'hfff << a[3:0]);
  assign rd_o = {4'b0, lanes ? a : 12'b0, 4'b0, divides ? quotient : r};

  logic unused;
  assign unused = ^{rs1_i, rs2_i};
endmodule
