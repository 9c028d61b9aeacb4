// Rotate right by bytes and exclusive-or.
module xrotxor #(
    parameter int XLEN = 32
) (
    input  logic [XLEN-1:0] rs1_i,
    input  logic [XLEN-1:0] rs2_i,
    input  logic [1:0]      bs_i,
    output logic [XLEN-1:0] rd_o
);
  logic [31:0] turned;
  logic [31:0] mixed;

  always_comb begin
    unique case (bs_i)
      2'd0: turned = rs2_i[31:0];
      2'd1: turned = {rs2_i[7:0], rs2_i[31:8]};
      2'd2: turned = {rs2_i[15:0], rs2_i[31:16]};
      2'd3: turned = {rs2_i[23:0], rs2_i[31:24]};
    endcase
  end
  assign mixed = rs1_i[31:0] ^ turned;
  assign rd_o = XLEN'($signed(mixed));
endmodule
