// Which unit executes an instruction of 32 bits, and with what.
module inorder_decode #(
  parameter int XLEN = 32,
  parameter bit EXT_M = 1,
  parameter bit EXT_ZICSR = 1,
  parameter bit EXT_ZIFENCEI = 1,
  parameter bit EXT_ZKND = 1,
  parameter bit EXT_ZKNE = 1
) (
  input  logic [31:0]     insn_i,
  input  logic            custom_i,  // the custom interface has this word
  output inorder_pkg::control_t control_o,
  output logic [2:0]      aes_o,
  output logic [XLEN-1:0] imm_o
);
  logic [31:0] w;
  logic [2:0] f3;
  logic [6:0] f7;
  assign w = insn_i;
  assign f3 = w[14:12];
  assign f7 = w[31:25];

  localparam bit WIDE = XLEN == 64;

  logic [31:0] imm;
  assign imm_o = XLEN'($signed(imm));

  // The ops of Zkne and Zknd; aes64ks1i and aes64ks2 are in both.
  logic aes_rr, aes_ri;
  logic [2:0] aes_rr_op, aes_ri_op;
  always_comb begin
    aes_rr = 1'b0;
    aes_rr_op = {1'b0, w[28:27]};
    aes_ri = 1'b0;
    aes_ri_op = 3'd7;
    if (WIDE) begin
      unique case (f7)
        7'h19, 7'h1b: begin
          aes_rr = EXT_ZKNE;
          aes_rr_op = {2'b00, w[26]};
        end
        7'h1d, 7'h1f: begin
          aes_rr = EXT_ZKND;
          aes_rr_op = {2'b01, w[26]};
        end
        7'h3f: begin
          aes_rr = EXT_ZKNE || EXT_ZKND;
          aes_rr_op = 3'd5;
        end
        default: ;
      endcase
      if (f7 == 7'h18 && w[24]) begin
        aes_ri = (EXT_ZKNE || EXT_ZKND) && w[23:20] <= 4'd10;
        aes_ri_op = 3'd4;
      end
      if (w[31:20] == 12'h300) aes_ri = EXT_ZKND;
    end else begin
      unique case (w[29:25])
        5'b10001: begin
          aes_rr = EXT_ZKNE;
          aes_rr_op = 3'd0;
        end
        5'b10011: begin
          aes_rr = EXT_ZKNE;
          aes_rr_op = 3'd1;
        end
        5'b10101: begin
          aes_rr = EXT_ZKND;
          aes_rr_op = 3'd2;
        end
        5'b10111: begin
          aes_rr = EXT_ZKND;
          aes_rr_op = 3'd3;
        end
        default: ;
      endcase
    end
  end

  // A shift by an immediate: what stands above the amount.
  logic shift_zero, shift_arithmetic;
  assign shift_zero = w[31:26] == 6'h00 && (WIDE || !w[25]);
  assign shift_arithmetic = w[31:26] == 6'h10 && (WIDE || !w[25]);

  always_comb begin
    control_o.legal = 1'b0;
    control_o.unit = inorder_pkg::ALU;
    control_o.alu = inorder_pkg::ADD;
    control_o.a = inorder_pkg::A_RS1;
    control_o.b_imm = 1'b1;
    control_o.word = 1'b0;
    control_o.writes = 1'b1;
    aes_o = aes_rr_op;
    imm = {{20{w[31]}}, w[31:20]};
    unique case (w[6:0])
      7'h37, 7'h17: begin
        control_o.legal = 1'b1;
        control_o.a = w[5] ? inorder_pkg::A_ZERO : inorder_pkg::A_PC;
        imm = {w[31:12], 12'b0};
      end
      7'h6f: begin
        control_o.legal = 1'b1;
        control_o.unit = inorder_pkg::JUMP;
        control_o.a = inorder_pkg::A_PC;
        imm = {{12{w[31]}}, w[19:12], w[20], w[30:21], 1'b0};
      end
      7'h67: begin
        control_o.legal = f3 == 3'd0;
        control_o.unit = inorder_pkg::JUMP;
      end
      7'h63: begin
        control_o.legal = f3[2:1] != 2'b01;
        control_o.unit = inorder_pkg::BRANCH;
        control_o.a = inorder_pkg::A_PC;
        control_o.writes = 1'b0;
        imm = {{20{w[31]}}, w[7], w[30:25], w[11:8], 1'b0};
      end
      7'h03: begin
        control_o.legal = f3 != 3'd7 && (WIDE || (f3 != 3'd3 && f3 != 3'd6));
        control_o.unit = inorder_pkg::LOAD;
      end
      7'h23: begin
        control_o.legal = f3[2] == 1'b0 && (WIDE || f3 != 3'd3);
        control_o.unit = inorder_pkg::STORE;
        control_o.writes = 1'b0;
        imm = {{20{w[31]}}, w[31:25], w[11:7]};
      end
      7'h13: begin
        control_o.legal = 1'b1;
        unique case (f3)
          3'd1: begin
            control_o.alu = inorder_pkg::SLL;
            control_o.legal = shift_zero;
            if (aes_ri) begin
              control_o.legal = 1'b1;
              control_o.unit = inorder_pkg::AES;
              aes_o = aes_ri_op;
            end
          end
          3'd2: control_o.alu = inorder_pkg::SLT;
          3'd3: control_o.alu = inorder_pkg::SLTU;
          3'd4: control_o.alu = inorder_pkg::XOR;
          3'd5: begin
            control_o.alu = w[30] ? inorder_pkg::SRA : inorder_pkg::SRL;
            control_o.legal = shift_zero || shift_arithmetic;
          end
          3'd6: control_o.alu = inorder_pkg::OR;
          3'd7: control_o.alu = inorder_pkg::AND;
          default: ;
        endcase
      end
      7'h1b: begin
        control_o.word = 1'b1;
        unique case (f3)
          3'd0: control_o.legal = WIDE;
          3'd1: begin
            control_o.alu = inorder_pkg::SLL;
            control_o.legal = WIDE && f7 == 7'h00;
          end
          3'd5: begin
            control_o.alu = w[30] ? inorder_pkg::SRA : inorder_pkg::SRL;
            control_o.legal = WIDE && (f7 == 7'h00 || f7 == 7'h20);
          end
          default: ;
        endcase
      end
      7'h33, 7'h3b: begin
        control_o.b_imm = 1'b0;
        control_o.word = w[3];
        unique case (f3)
          3'd0: control_o.alu = w[30] ? inorder_pkg::SUB : inorder_pkg::ADD;
          3'd1: control_o.alu = inorder_pkg::SLL;
          3'd2: control_o.alu = inorder_pkg::SLT;
          3'd3: control_o.alu = inorder_pkg::SLTU;
          3'd4: control_o.alu = inorder_pkg::XOR;
          3'd5: control_o.alu = w[30] ? inorder_pkg::SRA : inorder_pkg::SRL;
          3'd6: control_o.alu = inorder_pkg::OR;
          3'd7: control_o.alu = inorder_pkg::AND;
        endcase
        if (f7 == 7'h01) begin
          control_o.legal = EXT_M && (!w[3] || (WIDE && (f3 == 3'd0 || f3[2])));
          control_o.unit = f3[2] ? inorder_pkg::DIVIDE : inorder_pkg::MULTIPLY;
        end else if (aes_rr && f3 == 3'd0 && !w[3]) begin
          control_o.legal = 1'b1;
          control_o.unit = inorder_pkg::AES;
        end else begin
          control_o.legal = f7 == 7'h00 || (f7 == 7'h20 && (f3 == 3'd0 || f3 == 3'd5));
          if (w[3]) control_o.legal = control_o.legal && WIDE && (f3 == 3'd0 || f3 == 3'd1 || f3 == 3'd5);
        end
      end
      7'h0f: begin
        control_o.legal = f3 == 3'd0 || (f3 == 3'd1 && EXT_ZIFENCEI);
        control_o.unit = f3[0] ? inorder_pkg::FENCE_I : inorder_pkg::ALU;
        control_o.writes = 1'b0;
      end
      7'h73: begin
        control_o.writes = 1'b0;
        if (f3 != 3'd0) begin
          // Whether the CSR exists is known to it.
          control_o.legal = EXT_ZICSR && f3 != 3'd4;
          control_o.unit = inorder_pkg::CSR;
          control_o.writes = 1'b1;
        end else begin
          unique case (w[31:7])
            25'h0000000: begin
              control_o.legal = 1'b1;
              control_o.unit = inorder_pkg::ECALL;
            end
            25'h0002000: begin
              control_o.legal = 1'b1;
              control_o.unit = inorder_pkg::EBREAK;
            end
            25'h0604000: begin
              control_o.legal = EXT_ZICSR;
              control_o.unit = inorder_pkg::MRET;
            end
            // wfi: no interrupt ever comes, so it does not wait.
            25'h020a000: control_o.legal = EXT_ZICSR;
            default: ;
          endcase
        end
      end
      7'h0b, 7'h2b: begin
        control_o.legal = custom_i;
        control_o.unit = inorder_pkg::CUSTOM;
      end
      default: ;
    endcase
  end
endmodule
