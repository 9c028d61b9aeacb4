//! SystemVerilog units, verilated at run time and driven in process.
