// A module of one's own, for the worked example of docs/units.md.
module sh1add #(
  parameter int WIDTH = 32
) (
  input  logic [WIDTH-1:0] index,
  input  logic [WIDTH-1:0] base,
  output logic [WIDTH-1:0] address
);
  assign address = base + {index[WIDTH-2:0], 1'b0};
  logic unused;
  assign unused = index[WIDTH-1];
endmodule
