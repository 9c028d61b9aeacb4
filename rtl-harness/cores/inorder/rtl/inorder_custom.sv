// The project's custom sets behind the core's interface for custom ops: which words they are, and the units
// that execute them.
module inorder_custom #(
  parameter int XLEN = 32,
  parameter bit EXT_XKYBER = 1,    // RV32
  parameter bit EXT_XASCON = 1,    // RV32
  parameter bit EXT_XCHACHA1 = 1,  // RV64
  parameter bit EXT_XCHACHA2 = 1,  // RV64
  parameter bit EXT_XCHACHA3 = 1,  // RV64
  parameter bit EXT_XKECCAK = 1,   // RV64
  parameter bit EXT_XGF8 = 1,
  parameter bit EXT_XMONT = 1
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            valid_i,
  input  logic [31:0]     insn_i,
  input  logic [XLEN-1:0] rs1_i,
  input  logic [XLEN-1:0] rs2_i,
  input  logic [XLEN-1:0] rs3_i,
  input  logic [XLEN-1:0] montn_i,
  input  logic [XLEN-1:0] montninv_i,
  output logic            legal_o,
  output logic            done_o,
  output logic [XLEN-1:0] rd_o
);
  localparam bit WIDE = XLEN == 64;
  localparam bit KYBER = EXT_XKYBER && !WIDE, ASCON = EXT_XASCON && !WIDE;
  localparam bit CHACHA1 = EXT_XCHACHA1 && WIDE, CHACHA2 = EXT_XCHACHA2 && WIDE,
      CHACHA3 = EXT_XCHACHA3 && WIDE, KECCAK = EXT_XKECCAK && WIDE;

  logic [31:0] w;
  logic [2:0] f3;
  logic [6:0] f7;
  assign w = insn_i;
  assign f3 = w[14:12];
  assign f7 = w[31:25];

  localparam logic [2:0] U_KYBER = 3'd0, U_ASCON = 3'd1, U_CHACHA1 = 3'd2, U_CHACHA2 = 3'd3,
      U_CHACHA3 = 3'd4, U_KECCAK = 3'd5, U_GF8 = 3'd6, U_MONT = 3'd7;
  logic [2:0] unit, op;
  always_comb begin
    legal_o = 1'b0;
    unit = U_GF8;
    op = 3'd0;
    if (w[6:0] == 7'h0b) begin
      // Of opcode 0x0b, funct3 7.
      unit = U_CHACHA3;
      op = f7[2:0];
      if (f3 == 3'd7) begin
        unique case (f7)
          7'h00, 7'h01: begin
            legal_o = CHACHA1;
            unit = U_CHACHA1;
          end
          7'h10, 7'h11, 7'h12, 7'h13: begin
            legal_o = CHACHA2;
            unit = U_CHACHA2;
          end
          7'h04, 7'h05, 7'h06, 7'h07: legal_o = CHACHA3;
          7'h18: begin
            legal_o = CHACHA3;
            op = 3'd0;
          end
          7'h19, 7'h1a, 7'h1b, 7'h1c: begin
            legal_o = CHACHA3;
            op = 3'd1;
          end
          default: ;
        endcase
      end
    end else if (w[6:0] == 7'h2b) begin
      unique case (f3)
        3'd0: begin
          legal_o = EXT_XMONT;
          unit = U_MONT;
          op = {1'b0, w[26:25]};
        end
        3'd1: begin
          if (w[26:25] == 2'd0) begin
            legal_o = KECCAK;
            unit = U_KECCAK;
            op = 3'd1;
          end else begin
            legal_o = EXT_XGF8 && !WIDE && w[26:25] == 2'd1;
            op = 3'd1;
          end
        end
        3'd2: begin
          unique case (f7)
            7'h00: begin
              legal_o = EXT_XMONT;
              unit = U_MONT;
              op = 3'd4;
            end
            7'h01: begin
              legal_o = EXT_XGF8 && WIDE;
              op = 3'd1;
            end
            7'h02: legal_o = EXT_XGF8 && w[24:20] == 0;
            default: ;
          endcase
        end
        3'd3: begin
          legal_o = KECCAK && w[31:26] == 0;
          unit = U_KECCAK;
        end
        3'd6: begin
          unit = U_KYBER;
          op = f7[2:0];
          if (f7 == 7'h04) begin
            legal_o = KYBER && w[24:21] == 4'd1;
            op = {2'b10, w[20]};
          end else legal_o = KYBER && f7[6:2] == 0;
        end
        3'd7: begin
          legal_o = ASCON && !f7[6] && f7[4:0] <= 5'd4;
          unit = U_ASCON;
          op = f7[2:0];
        end
        default: ;
      endcase
    end
  end

  // Units of more than a cycle get one request, in the first cycle that the core shows it.
  logic asked, request;
  logic kyber_ready, kyber_done, mont_ready, mont_done;
  logic [XLEN-1:0] kyber_rd, ascon_rd, chacha1_rd, chacha2_rd, chacha3_rd, keccak_rd, gf8_rd, mont_rd;
  assign request = valid_i && !asked;
  always_ff @(posedge clk_i) asked <= rst_ni && valid_i && !done_o;

  if (KYBER) begin : g_kyber
    kyber_unit #(.XLEN(XLEN)) i_kyber (
      .clk_i, .rst_ni, .req_valid_i(request && unit == U_KYBER), .req_ready_o(kyber_ready),
      .op_i(op), .rs1_i, .rs2_i, .rsp_valid_o(kyber_done), .rsp_ready_i(1'b1), .rd_o(kyber_rd)
    );
  end else begin : g_no_kyber
    assign {kyber_ready, kyber_done, kyber_rd} = '0;
  end
  if (ASCON) begin : g_ascon
    ascon_unit #(.XLEN(XLEN)) i_ascon (
      .op_i(op), .high_i(w[30]), .rs1_i, .rs2_i, .rd_o(ascon_rd)
    );
  end else begin : g_no_ascon
    assign ascon_rd = '0;
  end
  if (CHACHA1) begin : g_chacha1
    chacha1_unit #(.XLEN(XLEN)) i_chacha1 (.op_i(op[0]), .rs1_i, .rs2_i, .rd_o(chacha1_rd));
  end else begin : g_no_chacha1
    assign chacha1_rd = '0;
  end
  if (CHACHA2) begin : g_chacha2
    chacha2_unit #(.XLEN(XLEN)) i_chacha2 (.op_i(op[1:0]), .rs1_i, .rs2_i, .rd_o(chacha2_rd));
  end else begin : g_no_chacha2
    assign chacha2_rd = '0;
  end
  if (CHACHA3) begin : g_chacha3
    chacha3_unit #(.XLEN(XLEN)) i_chacha3 (
      .op_i(op), .bs_i(w[27:25]), .rs1_i, .rs2_i, .rd_o(chacha3_rd)
    );
  end else begin : g_no_chacha3
    assign chacha3_rd = '0;
  end
  if (KECCAK) begin : g_keccak
    keccak_unit #(.XLEN(XLEN)) i_keccak (
      .op_i(op[0]), .imm_i(w[25:20]), .rs1_i, .rs2_i, .rs3_i, .rd_o(keccak_rd)
    );
  end else begin : g_no_keccak
    assign keccak_rd = '0;
  end
  if (EXT_XGF8) begin : g_gf8
    gf8_unit #(.XLEN(XLEN)) i_gf8 (.op_i(op[0]), .rs1_i, .rs2_i, .rs3_i, .rd_o(gf8_rd));
  end else begin : g_no_gf8
    assign gf8_rd = '0;
  end
  if (EXT_XMONT) begin : g_mont
    mont_unit #(.XLEN(XLEN)) i_mont (
      .clk_i, .rst_ni, .req_valid_i(request && unit == U_MONT), .req_ready_o(mont_ready),
      .op_i(op), .rs1_i, .rs2_i, .rs3_i, .modulus_i(montn_i), .negative_inverse_i(montninv_i),
      .rsp_valid_o(mont_done), .rsp_ready_i(1'b1), .rd_o(mont_rd)
    );
  end else begin : g_no_mont
    assign {mont_ready, mont_done, mont_rd} = '0;
  end
  // An op has ended before the next one begins, so the units are ready; what no set uses is not read.
  logic unused;
  assign unused = ^{request, kyber_ready, mont_ready, w, rs1_i, rs2_i, rs3_i, montn_i, montninv_i, op};

  always_comb begin
    done_o = 1'b1;
    unique case (unit)
      U_KYBER: begin
        done_o = kyber_done && asked;
        rd_o = kyber_rd;
      end
      U_MONT: begin
        done_o = mont_done && asked;
        rd_o = mont_rd;
      end
      U_ASCON: rd_o = ascon_rd;
      U_CHACHA1: rd_o = chacha1_rd;
      U_CHACHA2: rd_o = chacha2_rd;
      U_CHACHA3: rd_o = chacha3_rd;
      U_KECCAK: rd_o = keccak_rd;
      default: rd_o = gf8_rd;
    endcase
  end
endmodule
