// The AES ops of Zkne and Zknd behind a valid-ready interface; the answer comes one cycle after the
// request, whatever the op and the operands.
module aes_unit
  import aes_pkg::*;
#(
  parameter int XLEN = 32  // 32 or 64
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            req_valid_i,
  output logic            req_ready_o,
  input  logic [2:0]      op_i,
  input  logic [1:0]      bs_i,
  input  logic [3:0]      rnum_i,
  input  logic [XLEN-1:0] rs1_i,
  input  logic [XLEN-1:0] rs2_i,
  output logic            rsp_valid_o,
  input  logic            rsp_ready_i,
  output logic [XLEN-1:0] rd_o
);
  logic accept;
  assign req_ready_o = !rsp_valid_o || rsp_ready_i;
  assign accept = req_valid_i && req_ready_o;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) rsp_valid_o <= 1'b0;
    else if (req_ready_o) rsp_valid_o <= req_valid_i;
  end

  if (XLEN == 32) begin : g_aes32
    always_ff @(posedge clk_i) if (accept) rd_o <= aes32(op_i[1:0], bs_i, rs1_i, rs2_i);
    logic unused;
    assign unused = ^{op_i[2], rnum_i};
  end else if (XLEN == 64) begin : g_aes64
    always_ff @(posedge clk_i) if (accept) rd_o <= aes64(op_i, rnum_i, rs1_i, rs2_i);
    logic unused;
    assign unused = ^bs_i;
  end else begin : g_none
    $error("XLEN must be 32 or 64");
  end
endmodule
