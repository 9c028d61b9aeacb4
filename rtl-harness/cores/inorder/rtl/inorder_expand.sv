// A compressed instruction as the one of 32 bits that it stands for.
module inorder_expand #(
  parameter int XLEN = 32
) (
  input  logic [15:0] half_i,
  output logic        legal_o,
  output logic [31:0] insn_o
);
  localparam logic [6:0] LOAD = 7'h03, OP_IMM = 7'h13, OP_IMM_32 = 7'h1b, STORE = 7'h23, OP = 7'h33,
      LUI = 7'h37, OP_32 = 7'h3b, BRANCH = 7'h63, JALR = 7'h67, JAL = 7'h6f;
  logic [15:0] h;
  logic [4:0] rd, rs2, rd_p, rs2_p;
  logic [11:0] imm6;
  assign h = half_i;
  assign rd = h[11:7];
  assign rs2 = h[6:2];
  assign rd_p = {2'b01, h[9:7]};
  assign rs2_p = {2'b01, h[4:2]};
  assign imm6 = {{7{h[12]}}, h[6:2]};

  // Offsets of loads and stores: words and doublewords, by register and by stack pointer.
  logic [11:0] offset_w, offset_d, load_w, load_d, store_w, store_d;
  assign offset_w = {5'b0, h[5], h[12:10], h[6], 2'b0};
  assign offset_d = {4'b0, h[6:5], h[12:10], 3'b0};
  assign load_w = {4'b0, h[3:2], h[12], h[6:4], 2'b0};
  assign load_d = {3'b0, h[4:2], h[12], h[6:5], 3'b0};
  assign store_w = {4'b0, h[8:7], h[12:9], 2'b0};
  assign store_d = {3'b0, h[9:7], h[12:10], 3'b0};

  logic [20:1] jump;
  logic [12:1] branch;
  assign jump = {{10{h[12]}}, h[8], h[10:9], h[6], h[7], h[2], h[11], h[5:3]};
  assign branch = {{5{h[12]}}, h[6:5], h[2], h[11:10], h[4:3]};
  logic [31:0] jal, conditional;
  assign jal = {jump[20], jump[10:1], jump[11], jump[19:12], 4'b0, h[15:13] == 3'b001, JAL};
  assign conditional = {branch[12], branch[10:5], 5'b0, rd_p, 2'b00, h[13], branch[4:1], branch[11],
                        BRANCH};

  logic wide;
  assign wide = XLEN == 64;

  always_comb begin
    legal_o = 1'b1;
    insn_o = {imm6, rd, 3'b000, rd, OP_IMM};
    unique case ({h[1:0], h[15:13]})
      5'b00_000: begin
        insn_o = {2'b0, h[10:7], h[12:11], h[5], h[6], 2'b0, 5'd2, 3'b000, rs2_p, OP_IMM};
        legal_o = h[12:5] != 0;
      end
      5'b00_010: insn_o = {offset_w, rd_p, 3'b010, rs2_p, LOAD};
      5'b00_011: begin
        insn_o = {offset_d, rd_p, 3'b011, rs2_p, LOAD};
        legal_o = wide;
      end
      5'b00_110: insn_o = {offset_w[11:5], rs2_p, rd_p, 3'b010, offset_w[4:0], STORE};
      5'b00_111: begin
        insn_o = {offset_d[11:5], rs2_p, rd_p, 3'b011, offset_d[4:0], STORE};
        legal_o = wide;
      end
      5'b01_000: ;
      5'b01_001: begin
        if (wide) begin
          insn_o = {imm6, rd, 3'b000, rd, OP_IMM_32};
          legal_o = rd != 0;
        end else insn_o = jal;
      end
      5'b01_010: insn_o = {imm6, 5'd0, 3'b000, rd, OP_IMM};
      5'b01_011: begin
        if (rd == 5'd2) insn_o = {{3{h[12]}}, h[4:3], h[5], h[2], h[6], 4'b0, 5'd2, 3'b000, 5'd2, OP_IMM};
        else insn_o = {{15{h[12]}}, h[6:2], rd, LUI};
        legal_o = {h[12], h[6:2]} != 0;
      end
      5'b01_100: begin
        unique case (h[11:10])
          2'b00, 2'b01: begin
            insn_o = {1'b0, h[10], 4'b0, h[12], h[6:2], rd_p, 3'b101, rd_p, OP_IMM};
            legal_o = wide || !h[12];
          end
          2'b10: insn_o = {imm6, rd_p, 3'b111, rd_p, OP_IMM};
          2'b11: begin
            unique case ({h[12], h[6:5]})
              3'b000: insn_o = {7'h20, rs2_p, rd_p, 3'b000, rd_p, OP};
              3'b001: insn_o = {7'h00, rs2_p, rd_p, 3'b100, rd_p, OP};
              3'b010: insn_o = {7'h00, rs2_p, rd_p, 3'b110, rd_p, OP};
              3'b011: insn_o = {7'h00, rs2_p, rd_p, 3'b111, rd_p, OP};
              3'b100: insn_o = {7'h20, rs2_p, rd_p, 3'b000, rd_p, OP_32};
              default: insn_o = {7'h00, rs2_p, rd_p, 3'b000, rd_p, OP_32};
            endcase
            legal_o = !h[12] || (wide && !h[6]);
          end
        endcase
      end
      5'b01_101: insn_o = jal;
      5'b01_110, 5'b01_111: insn_o = conditional;
      5'b10_000: begin
        insn_o = {6'b0, h[12], h[6:2], rd, 3'b001, rd, OP_IMM};
        legal_o = wide || !h[12];
      end
      5'b10_010: begin
        insn_o = {load_w, 5'd2, 3'b010, rd, LOAD};
        legal_o = rd != 0;
      end
      5'b10_011: begin
        insn_o = {load_d, 5'd2, 3'b011, rd, LOAD};
        legal_o = wide && rd != 0;
      end
      5'b10_100: begin
        if (rs2 != 0) insn_o = {7'b0, rs2, h[12] ? rd : 5'd0, 3'b000, rd, OP};
        else if (rd != 0) insn_o = {12'b0, rd, 3'b000, 4'b0, h[12], JALR};
        else begin
          insn_o = 32'h0010_0073;
          legal_o = h[12];
        end
      end
      5'b10_110: insn_o = {store_w[11:5], rs2, 5'd2, 3'b010, store_w[4:0], STORE};
      5'b10_111: begin
        insn_o = {store_d[11:5], rs2, 5'd2, 3'b011, store_d[4:0], STORE};
        legal_o = wide;
      end
      default: legal_o = 1'b0;
    endcase
  end
endmodule
