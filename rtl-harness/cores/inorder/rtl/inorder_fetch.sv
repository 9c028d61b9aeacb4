// Fetches words ahead of execution and cuts them into instructions of 16 and 32 bits.
module inorder_fetch #(
  parameter int XLEN = 32,
  parameter logic [63:0] RESET_ADDRESS = 64'h8000_0000
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  output logic            instr_req_o,
  input  logic            instr_gnt_i,
  output logic [XLEN-1:0] instr_addr_o,
  input  logic            instr_rvalid_i,
  input  logic [31:0]     instr_rdata_i,
  input  logic            instr_err_i,
  // The instruction at `pc_o`, until it is taken or execution goes elsewhere.
  output logic            valid_o,
  output logic [31:0]     insn_o,
  output logic            fault_o,
  output logic            fault_second_o,  // only the second half could not be fetched
  output logic [XLEN-1:0] pc_o,
  input  logic            take_i,
  input  logic            redirect_i,
  input  logic [XLEN-1:0] target_i
);
  localparam logic [2:0] DEPTH = 3'd4;

  // Words that arrived, the oldest first.
  logic [31:0] word0, word1, word2, word3;
  logic [3:0]  faults;
  logic [2:0]  count, outstanding, discard;
  logic [XLEN-1:0] pc, next_address, waiting_address;
  // A request that was not granted stays as it is, even when its answer is no longer of use.
  logic waiting, waiting_stale;

  logic upper, is_long, pop;
  logic [15:0] low, high;
  assign upper = pc[1];
  assign low = upper ? word0[31:16] : word0[15:0];
  assign high = upper ? word1[15:0] : word0[31:16];
  assign is_long = low[1:0] == 2'b11;
  assign fault_second_o = upper && is_long && !faults[0];
  assign fault_o = faults[0] || (fault_second_o && faults[1]);
  assign valid_o = count != 0 && (faults[0] || !(upper && is_long) || count != 1);
  assign insn_o = is_long ? {high, low} : {16'b0, low};
  assign pc_o = pc;
  assign pop = take_i && (upper || is_long);

  logic arrives, granted;
  logic [XLEN-1:0] target_word;
  assign target_word = {target_i[XLEN-1:2], 2'b00};
  assign arrives = instr_rvalid_i && discard == 0 && !redirect_i;
  assign granted = instr_req_o && instr_gnt_i;
  assign instr_req_o = rst_ni && (waiting || redirect_i || count + outstanding < DEPTH);
  assign instr_addr_o = waiting ? waiting_address : redirect_i ? target_word : next_address;

  // The place of the word that arrives, after the pop.
  logic [2:0] place;
  assign place = count - {2'b0, pop};

  always_ff @(posedge clk_i) begin
    if (pop) begin
      word0 <= word1;
      word1 <= word2;
      word2 <= word3;
      faults <= {1'b0, faults[3:1]};
    end
    if (arrives) begin
      unique case (place[1:0])
        2'd0: word0 <= instr_rdata_i;
        2'd1: word1 <= instr_rdata_i;
        2'd2: word2 <= instr_rdata_i;
        2'd3: word3 <= instr_rdata_i;
      endcase
      faults[place[1:0]] <= instr_err_i;
    end
    if (redirect_i) begin
      pc <= target_i;
      count <= 0;
      outstanding <= {2'b0, granted && !waiting};
      discard <= outstanding + discard - {2'b0, instr_rvalid_i} + {2'b0, granted && waiting};
      next_address <= granted && !waiting ? target_word + 4 : target_word;
    end else begin
      if (take_i) pc <= pc + (is_long ? XLEN'(4) : XLEN'(2));
      count <= place + {2'b0, arrives};
      outstanding <= outstanding - {2'b0, arrives} + {2'b0, granted && !waiting_stale};
      discard <= discard - {2'b0, instr_rvalid_i && discard != 0} + {2'b0, granted && waiting_stale};
      if (granted && !waiting_stale) next_address <= instr_addr_o + 4;
    end
    waiting <= instr_req_o && !instr_gnt_i;
    waiting_address <= instr_addr_o;
    waiting_stale <= instr_req_o && !instr_gnt_i && waiting && (redirect_i || waiting_stale);
    if (!rst_ni) begin
      pc <= RESET_ADDRESS[XLEN-1:0];
      next_address <= RESET_ADDRESS[XLEN-1:0];
      count <= 0;
      outstanding <= 0;
      discard <= 0;
      waiting <= 1'b0;
      waiting_stale <= 1'b0;
    end
  end
endmodule
