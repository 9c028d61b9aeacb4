// The ops of Xmont: sums in a cycle; products STEP bits of a factor a cycle, the lowest first; a Montgomery
// reduction is two products and two sums.
module mont_unit #(
  parameter int XLEN = 32,  // 32, 64 or 128
  parameter int STEP = 4
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            req_valid_i,
  output logic            req_ready_o,
  input  logic [2:0]      op_i,
  input  logic [XLEN-1:0] rs1_i,
  input  logic [XLEN-1:0] rs2_i,
  input  logic [XLEN-1:0] rs3_i,
  input  logic [XLEN-1:0] modulus_i,   // montn
  input  logic [XLEN-1:0] negative_inverse_i,  // montninv
  output logic            rsp_valid_o,
  input  logic            rsp_ready_i,
  output logic [XLEN-1:0] rd_o
);
  localparam int STEPS = XLEN / STEP;
  typedef logic [$clog2(STEPS)-1:0] count_t;

  localparam logic [2:0] ADDCC = 3'd1, MACCL = 3'd2, MACCH = 3'd3, MONTRED = 3'd4;

  // The product m of a reduction; a product with its addend; u = (t + m n) / 2^XLEN; u or u - n.
  typedef enum logic [2:0] {
    IDLE,
    FACTOR,
    PRODUCT,
    SUM,
    REDUCE
  } phase_t;
  phase_t phase;
  count_t left;

  logic accept, multiplies;
  assign req_ready_o = phase == IDLE && (!rsp_valid_o || rsp_ready_i);
  assign accept = req_valid_i && req_ready_o;
  assign multiplies = op_i == MACCL || op_i == MACCH;

  logic [XLEN-1:0] high, low, multiplicand, t_high, t_low, modulus;
  logic            gives_high, reduces, carry;

  // STEP rows: high + bit multiplicand, and its lowest bit goes down into low, whose lowest goes away.
  logic [XLEN-1:0] stepped_high, stepped_low;
  always_comb begin
    {stepped_high, stepped_low} = {high, low};
    for (int k = 0; k < STEP; k++) begin
      {stepped_high, stepped_low} = {
        {1'b0, stepped_high} + {1'b0, stepped_low[0] ? multiplicand : '0},
        stepped_low[XLEN-1:1]
      };
    end
  end

  // The adder of everything else; the carry comes in from below.
  logic [XLEN-1:0] x, y;
  logic [XLEN:0]   sum;
  logic            carry_in, sum_below;
  always_comb begin
    case (phase)
      SUM: {x, y, carry_in} = {high, t_high, 1'b0};
      REDUCE: {x, y, carry_in} = {high, ~modulus, 1'b1};
      default: {x, y, carry_in} = {rs1_i, rs2_i, rs3_i[0]};
    endcase
  end
  assign {sum, sum_below} = {1'b0, x, 1'b1} + {1'b0, y, carry_in};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      phase <= IDLE;
      left <= '0;
      rsp_valid_o <= 1'b0;
    end else begin
      if (rsp_ready_i) rsp_valid_o <= 1'b0;
      case (phase)
        FACTOR, PRODUCT: begin
          left <= left - 1;
          if (left == 0) begin
            left <= phase == FACTOR ? count_t'(STEPS - 1) : '0;
            phase <= phase == FACTOR ? PRODUCT : reduces ? SUM : IDLE;
            rsp_valid_o <= phase == PRODUCT && !reduces;
          end
        end
        SUM: phase <= REDUCE;
        REDUCE: begin
          phase <= IDLE;
          rsp_valid_o <= 1'b1;
        end
        default:
        if (accept) begin
          phase <= op_i == MONTRED ? FACTOR : multiplies ? PRODUCT : IDLE;
          left <= op_i == MONTRED || multiplies ? count_t'(STEPS - 1) : '0;
          rsp_valid_o <= op_i != MONTRED && !multiplies;
        end
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    case (phase)
      FACTOR, PRODUCT: begin
        {high, low} <= {stepped_high, stepped_low};
        if (phase == FACTOR && left == 0) {high, multiplicand, low} <= {t_low, stepped_low, modulus};
      end
      SUM: {carry, high} <= sum;
      REDUCE: low <= carry || sum[XLEN] ? sum[XLEN-1:0] : high;
      default:
      if (accept) begin
        {t_high, t_low, modulus} <= {rs1_i, rs2_i, modulus_i};
        {gives_high, reduces} <= {op_i == MACCH, op_i == MONTRED};
        case (op_i)
          MACCL, MACCH: {high, multiplicand, low} <= {rs3_i, rs1_i, rs2_i};
          MONTRED: {high, multiplicand, low} <= {{XLEN{1'b0}}, rs2_i, negative_inverse_i};
          ADDCC: low <= XLEN'(sum[XLEN]);
          default: low <= sum[XLEN-1:0];
        endcase
      end
    endcase
  end

  logic unused;
  assign unused = sum_below;
  assign rd_o = gives_high ? high : low;
endmodule
