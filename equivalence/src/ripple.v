// The carries of a sum. Of the templates for a cell, Yosys takes the first in the order of the alphabet.
(* techmap_celltype = "$lcu" *)
module _00_ripple (P, G, CI, CO);
    parameter WIDTH = 2;
    input [WIDTH-1:0] P, G;
    input CI;
    output [WIDTH-1:0] CO;
    wire [WIDTH:0] carries = {CO, CI};
    assign CO = G | (P & carries[WIDTH-1:0]);
endmodule
