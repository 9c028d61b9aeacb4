// The ops of one cycle beyond the base: which of the words they are, and the units that execute them.
module inorder_extensions #(
  parameter int XLEN = 32,
  parameter bit EXT_ZBA = 1,
  parameter bit EXT_ZBB = 1,
  parameter bit EXT_ZBC = 1,
  parameter bit EXT_ZBS = 1,
  parameter bit EXT_ZBKB = 1,
  parameter bit EXT_ZBKC = 1,
  parameter bit EXT_ZBKX = 1,
  parameter bit EXT_ZKNH = 1,
  parameter bit EXT_ZKSED = 1,
  parameter bit EXT_ZKSH = 1
) (
  input  logic [31:0]     insn_i,
  output logic            legal_o,
  input  logic [XLEN-1:0] rs1_i,
  input  logic [XLEN-1:0] rs2_i,
  output logic [XLEN-1:0] rd_o
);
  localparam bit WIDE = XLEN == 64;
  localparam bit ROTATES = EXT_ZBB || EXT_ZBKB;
  localparam bit BITMANIP = EXT_ZBA || EXT_ZBB || EXT_ZBS || EXT_ZBKB || EXT_ZBKX;
  localparam bit CLMUL = EXT_ZBC || EXT_ZBKC;
  localparam logic [2:0] BITS = 3'd0, PRODUCT = 3'd1, SHA2 = 3'd2, SM3 = 3'd3, SM4 = 3'd4;

  logic [31:0] w;
  logic [2:0] f3;
  logic [6:0] f7;
  assign w = insn_i;
  assign f3 = w[14:12];
  assign f7 = w[31:25];

  logic [2:0] unit;
  logic [5:0] op;
  logic word, use_imm, amount_fits;
  // A shift amount or index of RV32 has five bits.
  assign amount_fits = WIDE || !w[25];

  always_comb begin
    legal_o = 1'b0;
    unit = BITS;
    op = 6'd0;
    word = w[3];
    use_imm = 1'b0;
    unique case (w[6:0])
      7'h33: begin
        unique case ({f7, f3})
          {7'h10, 3'd2}, {7'h10, 3'd4}, {7'h10, 3'd6}: begin
            legal_o = EXT_ZBA;
            op = {4'd0, f3[2:1]};
          end
          {7'h20, 3'd4}: begin
            legal_o = ROTATES;
            op = 6'd13;
          end
          {7'h20, 3'd6}: begin
            legal_o = ROTATES;
            op = 6'd12;
          end
          {7'h20, 3'd7}: begin
            legal_o = ROTATES;
            op = 6'd11;
          end
          {7'h05, 3'd1}, {7'h05, 3'd3}: begin
            legal_o = CLMUL;
            unit = PRODUCT;
            op = {5'd0, f3[1]};
          end
          {7'h05, 3'd2}: begin
            legal_o = EXT_ZBC;
            unit = PRODUCT;
            op = 6'd2;
          end
          {7'h05, 3'd4}, {7'h05, 3'd5}, {7'h05, 3'd6}, {7'h05, 3'd7}: begin
            legal_o = EXT_ZBB;
            op = {3'd0, f3};
          end
          {7'h30, 3'd1}, {7'h30, 3'd5}: begin
            legal_o = ROTATES;
            op = f3[2] ? 6'd19 : 6'd18;
          end
          {7'h24, 3'd1}, {7'h24, 3'd5}: begin
            legal_o = EXT_ZBS;
            op = f3[2] ? 6'd15 : 6'd14;
          end
          {7'h34, 3'd1}: begin
            legal_o = EXT_ZBS;
            op = 6'd16;
          end
          {7'h14, 3'd1}: begin
            legal_o = EXT_ZBS;
            op = 6'd17;
          end
          {7'h14, 3'd2}, {7'h14, 3'd4}: begin
            legal_o = EXT_ZBKX;
            op = f3[2] ? 6'd32 : 6'd31;
          end
          {7'h04, 3'd4}: begin
            legal_o = EXT_ZBKB || (EXT_ZBB && !WIDE && w[24:20] == 0);
            op = 6'd27;
          end
          {7'h04, 3'd7}: begin
            legal_o = EXT_ZBKB;
            op = 6'd28;
          end
          {7'h28, 3'd0}, {7'h29, 3'd0}, {7'h2a, 3'd0}, {7'h2b, 3'd0}, {7'h2e, 3'd0}, {7'h2f, 3'd0}: begin
            legal_o = EXT_ZKNH && !WIDE;
            unit = SHA2;
            op = {3'b001, f7[2:0]};
          end
          default: begin
            if (w[29:27] == 3'b110 && !w[25] && f3 == 3'd0) begin
              legal_o = EXT_ZKSED;
              unit = SM4;
              op = {5'd0, w[26]};
            end
          end
        endcase
      end
      7'h3b: begin
        unique case ({f7, f3})
          {7'h04, 3'd0}: begin
            legal_o = EXT_ZBA && WIDE;
            op = 6'd0;
          end
          {7'h10, 3'd2}, {7'h10, 3'd4}, {7'h10, 3'd6}: begin
            legal_o = EXT_ZBA && WIDE;
            op = {4'd0, f3[2:1]};
          end
          {7'h30, 3'd1}, {7'h30, 3'd5}: begin
            legal_o = ROTATES && WIDE;
            op = f3[2] ? 6'd19 : 6'd18;
          end
          {7'h04, 3'd4}: begin
            legal_o = WIDE && (EXT_ZBKB || (EXT_ZBB && w[24:20] == 0));
            op = 6'd27;
          end
          default: ;
        endcase
      end
      7'h13: begin
        if (f3 == 3'd1) begin
          unique case (w[31:20])
            12'h600, 12'h601, 12'h602: begin
              legal_o = EXT_ZBB;
              op = {4'b0010, w[21:20]};
            end
            12'h604, 12'h605: begin
              legal_o = EXT_ZBB;
              op = {5'b01100, w[20]};
            end
            12'h100, 12'h101, 12'h102, 12'h103: begin
              legal_o = EXT_ZKNH;
              unit = SHA2;
              op = {4'd0, w[21:20]};
            end
            12'h104, 12'h105, 12'h106, 12'h107: begin
              legal_o = EXT_ZKNH && WIDE;
              unit = SHA2;
              op = {4'b0010, w[21:20]};
            end
            12'h108, 12'h109: begin
              legal_o = EXT_ZKSH;
              unit = SM3;
              op = {5'd0, w[20]};
            end
            12'h08f: begin
              legal_o = EXT_ZBKB && !WIDE;
              op = 6'd29;
            end
            default: begin
              use_imm = 1'b1;
              unique case (w[31:26])
                6'h12: op = 6'd14;
                6'h1a: op = 6'd16;
                default: op = 6'd17;
              endcase
              legal_o = EXT_ZBS && amount_fits && (w[31:26] == 6'h12 || w[31:26] == 6'h1a || w[31:26] == 6'h0a);
            end
          endcase
        end else if (f3 == 3'd5) begin
          unique case (w[31:20])
            12'h287: begin
              legal_o = EXT_ZBB;
              op = 6'd23;
            end
            12'h687: begin
              legal_o = EXT_ZBKB;
              op = 6'd22;
            end
            12'h698, 12'h6b8: begin
              legal_o = ROTATES && w[25] == WIDE;
              op = 6'd21;
            end
            12'h08f: begin
              legal_o = EXT_ZBKB && !WIDE;
              op = 6'd30;
            end
            default: begin
              use_imm = 1'b1;
              op = w[31:26] == 6'h18 ? 6'd19 : 6'd15;
              legal_o = amount_fits && (w[31:26] == 6'h18 ? ROTATES : EXT_ZBS && w[31:26] == 6'h12);
            end
          endcase
        end
      end
      7'h1b: begin
        if (f3 == 3'd1) begin
          unique case (w[31:20])
            12'h600, 12'h601, 12'h602: begin
              legal_o = EXT_ZBB && WIDE;
              op = {4'b0010, w[21:20]};
            end
            default: begin
              // slli.uw has no other meaning of `word`.
              legal_o = EXT_ZBA && WIDE && w[31:26] == 6'h02;
              word = 1'b0;
              use_imm = 1'b1;
              op = 6'd20;
            end
          endcase
        end else if (f3 == 3'd5) begin
          legal_o = ROTATES && WIDE && f7 == 7'h30;
          use_imm = 1'b1;
          op = 6'd19;
        end
      end
      default: ;
    endcase
  end

  logic [XLEN-1:0] bits_rd, product_rd, sha2_rd, sm3_rd, sm4_rd;
  if (BITMANIP) begin : g_bitmanip
    bitmanip_unit #(.XLEN(XLEN)) i_bitmanip (
      .op_i(op), .word_i(word), .use_imm_i(use_imm), .imm_i(w[25:20]), .rs1_i, .rs2_i, .rd_o(bits_rd)
    );
  end else begin : g_no_bitmanip
    assign bits_rd = '0;
    logic unused;
    assign unused = ^{word, use_imm};
  end
  if (CLMUL) begin : g_clmul
    clmul_unit #(.XLEN(XLEN)) i_clmul (.op_i(op[1:0]), .rs1_i, .rs2_i, .rd_o(product_rd));
  end else begin : g_no_clmul
    assign product_rd = '0;
  end
  if (EXT_ZKNH) begin : g_sha2
    sha2_unit #(.XLEN(XLEN)) i_sha2 (.op_i(op[3:0]), .rs1_i, .rs2_i, .rd_o(sha2_rd));
  end else begin : g_no_sha2
    assign sha2_rd = '0;
  end
  if (EXT_ZKSH) begin : g_sm3
    sm3_unit #(.XLEN(XLEN)) i_sm3 (.op_i(op[0]), .rs1_i, .rd_o(sm3_rd));
  end else begin : g_no_sm3
    assign sm3_rd = '0;
  end
  if (EXT_ZKSED) begin : g_sm4
    sm4_unit #(.XLEN(XLEN)) i_sm4 (.op_i(op[0]), .bs_i(w[31:30]), .rs1_i, .rs2_i, .rd_o(sm4_rd));
  end else begin : g_no_sm4
    assign sm4_rd = '0;
  end
  logic unused_bits;
  assign unused_bits = ^{w[19:15], w[11:7], op, word, use_imm, amount_fits, rs1_i, rs2_i};
  always_comb begin
    unique case (unit)
      PRODUCT: rd_o = product_rd;
      SHA2: rd_o = sha2_rd;
      SM3: rd_o = sm3_rd;
      SM4: rd_o = sm4_rd;
      default: rd_o = bits_rd;
    endcase
  end
endmodule
