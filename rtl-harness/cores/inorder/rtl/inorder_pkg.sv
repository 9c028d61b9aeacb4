// What the decoder tells the rest of the core.
package inorder_pkg;
  // Who executes an instruction.
  typedef enum logic [3:0] {
    ALU,
    BRANCH,
    JUMP,
    LOAD,
    STORE,
    MULTIPLY,
    DIVIDE,
    CSR,
    ECALL,
    EBREAK,
    MRET,
    FENCE_I,
    AES,
    EXTENSION,
    CUSTOM
  } unit_e;

  // Operations of the ALU.
  typedef enum logic [3:0] {
    ADD,
    SUB,
    SLL,
    SLT,
    SLTU,
    XOR,
    SRL,
    SRA,
    OR,
    AND
  } alu_e;

  // The first operand of the ALU.
  typedef enum logic [1:0] {
    A_RS1,
    A_PC,
    A_ZERO
  } a_e;

  typedef struct packed {
    logic  legal;
    unit_e unit;
    alu_e  alu;
    a_e    a;
    logic  b_imm;   // the second operand is the immediate
    logic  word;    // operates on 32 bits of 64
    logic  writes;  // there is an rd
  } control_t;

  // mcause
  localparam logic [3:0] MISALIGNED_FETCH = 4'd0, FETCH_FAULT = 4'd1, ILLEGAL = 4'd2,
      BREAKPOINT = 4'd3, MISALIGNED_LOAD = 4'd4, LOAD_FAULT = 4'd5, MISALIGNED_STORE = 4'd6,
      STORE_FAULT = 4'd7, MACHINE_CALL = 4'd11;
endpackage
