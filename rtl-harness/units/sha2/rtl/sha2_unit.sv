// The ops of Zknh. On RV32 a word of SHA-512 is in two registers, and an op gives one half of the result.
module sha2_unit #(
  parameter int XLEN = 32  // 32 or 64
) (
  input  logic [3:0]      op_i,
  input  logic [XLEN-1:0] rs1_i,
  input  logic [XLEN-1:0] rs2_i,
  output logic [XLEN-1:0] rd_o
);
  // FIPS 180-4, 4.1.2: the sums and the sigmas of SHA-256.
  localparam logic [1:0] SUM0 = 2'd0, SUM1 = 2'd1, SIG0 = 2'd2, SIG1 = 2'd3;

  logic [31:0] x, sha256;
  assign x = rs1_i[31:0];
  always_comb begin
    case (op_i[1:0])
      SUM0: sha256 = {x[1:0], x[31:2]} ^ {x[12:0], x[31:13]} ^ {x[21:0], x[31:22]};
      SUM1: sha256 = {x[5:0], x[31:6]} ^ {x[10:0], x[31:11]} ^ {x[24:0], x[31:25]};
      SIG0: sha256 = {x[6:0], x[31:7]} ^ {x[17:0], x[31:18]} ^ {3'b0, x[31:3]};
      SIG1: sha256 = {x[16:0], x[31:17]} ^ {x[18:0], x[31:19]} ^ {10'b0, x[31:10]};
    endcase
  end

  // FIPS 180-4, 4.1.3: those of SHA-512, of v = {high, low}; on RV32 the low half alone. Where v is shifted
  // and not turned, what a high half's op must not have is left out.
  logic [31:0]     low, high;
  logic [63:0]     v;
  logic [XLEN-1:0] sha512;
  assign v = {high, low};
  if (XLEN == 32) begin : g_half
    logic high_half;
    assign high_half = op_i[2];
    assign {high, low} = {rs2_i, rs1_i};
    always_comb begin
      case (op_i[1:0])
        SUM0: sha512 = v[59:28] ^ {v[1:0], v[63:34]} ^ {v[6:0], v[63:39]};
        SUM1: sha512 = v[45:14] ^ v[49:18] ^ {v[8:0], v[63:41]};
        SIG0: sha512 = v[32:1] ^ v[39:8] ^ {v[38:32] & {7{!high_half}}, v[31:7]};
        SIG1:
        sha512 = v[50:19] ^ {v[28:0], v[63:61]} ^ {v[37:32] & {6{!high_half}}, v[31:6]};
      endcase
    end
    logic unused;
    assign unused = ^v;
  end else begin : g_whole
    assign {high, low} = rs1_i;
    always_comb begin
      case (op_i[1:0])
        SUM0: sha512 = {v[27:0], v[63:28]} ^ {v[33:0], v[63:34]} ^ {v[38:0], v[63:39]};
        SUM1: sha512 = {v[13:0], v[63:14]} ^ {v[17:0], v[63:18]} ^ {v[40:0], v[63:41]};
        SIG0: sha512 = {v[0], v[63:1]} ^ {v[7:0], v[63:8]} ^ {7'b0, v[63:7]};
        SIG1: sha512 = {v[18:0], v[63:19]} ^ {v[60:0], v[63:61]} ^ {6'b0, v[63:6]};
      endcase
    end
    logic unused;
    assign unused = ^{rs2_i, op_i[2]};
  end

  assign rd_o = op_i[3] ? sha512 : XLEN'($signed(sha256));
endmodule
