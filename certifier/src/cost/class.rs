//! What kind of work an instruction does.

use semantics::insns::Insn;
use serde::Serialize;

/// The kinds in which a profile counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// Sums, differences, comparisons, constants, copies.
    Add,
    /// Bitwise operations, and those that move or count bits and bytes.
    Logic,
    /// Shifts and rotations.
    Shift,
    /// Products, carry-less ones too, quotients and remainders.
    Multiply,
    /// Loads.
    Load,
    /// Stores, and atomic operations on memory.
    Store,
    /// Branches and jumps.
    Branch,
    /// The ops of the crypto extensions: Zbkx, Zkne, Zknd, Zknh, Zksed, Zksh and the custom sets.
    Crypto,
    /// Control and status registers, fences, calls of the environment.
    System,
    /// No instruction is of it: the cycles of instructions beyond the first one of each.
    Stall,
}

/// The instructions that are not of a crypto extension.
const LISTED: &[(Class, &str)] = &[
    (
        Class::Add,
        "add addi addw addiw addd addid sub subw subd lui auipc slt slti sltu sltiu \
         sh1add sh2add sh3add sh1add.uw sh2add.uw sh3add.uw add.uw max maxu min minu \
         c.add c.addw c.addi c.addiw c.addi16sp c.addi4spn c.li c.lui c.mv c.nop c.sub c.subw",
    ),
    (
        Class::Logic,
        "and andi or ori xor xori andn orn xnor c.and c.andi c.or c.xor \
         clz clzw ctz ctzw cpop cpopw orc.b rev8 sext.b sext.h zext.h \
         bclr bclri bext bexti binv binvi bset bseti \
         brev8 pack packh packw zip unzip czero.eqz czero.nez",
    ),
    (
        Class::Shift,
        "sll slli sllw slliw slld sllid srl srli srlw srliw srld srlid sra srai sraw sraiw srad sraid \
         slli.uw rol rolw ror rori rorw roriw c.slli c.srli c.srai",
    ),
    (
        Class::Multiply,
        "mul mulw muld mulh mulhsu mulhu div divw divd divu divuw divud rem remw remd remu remuw remud \
         clmul clmulh clmulr",
    ),
    (
        Class::Load,
        "lb lbu lh lhu lw lwu ld ldu lq lr.w lr.d lr.q c.lw c.ld c.lq c.lwsp c.ldsp c.lqsp",
    ),
    (
        Class::Store,
        "sb sh sw sd sq sc.w sc.d sc.q c.sw c.sd c.sq c.swsp c.sdsp c.sqsp \
         amoadd.w amoadd.d amoadd.q amoand.w amoand.d amoand.q amomax.w amomax.d amomax.q \
         amomaxu.w amomaxu.d amomaxu.q amomin.w amomin.d amomin.q amominu.w amominu.d amominu.q \
         amoor.w amoor.d amoor.q amoswap.w amoswap.d amoswap.q amoxor.w amoxor.d amoxor.q",
    ),
    (Class::Branch, "beq bne blt bge bltu bgeu jal jalr c.beqz c.bnez c.j c.jal c.jr c.jalr"),
    (
        Class::System,
        "ecall ebreak c.ebreak fence fence.i mret wfi csrrw csrrs csrrc csrrwi csrrsi csrrci",
    ),
];

impl Class {
    /// The class of an instruction. One that is not listed is there for cryptography: so are those of op files.
    pub fn of(insn: Insn) -> Class {
        let name = insn.spec().name;
        let listed = LISTED.iter().find(|(_, names)| names.split_whitespace().any(|n| n == name));
        listed.map_or(Class::Crypto, |(class, _)| *class)
    }

    /// Its name in tables and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Class::Add => "add",
            Class::Logic => "logic",
            Class::Shift => "shift",
            Class::Multiply => "multiply",
            Class::Load => "load",
            Class::Store => "store",
            Class::Branch => "branch",
            Class::Crypto => "crypto",
            Class::System => "system",
            Class::Stall => "stall",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Extensions of which every instruction is there for cryptography.
    fn is_crypto(extension: &str) -> bool {
        let standard = ["Zbkx", "Zkne", "Zknd", "Zknh", "Zksed", "Zksh"];
        standard.contains(&extension) || extension.starts_with('X')
    }

    #[test]
    fn every_instruction_is_listed_once_or_of_a_crypto_extension() {
        let listed: Vec<&str> =
            LISTED.iter().flat_map(|(_, names)| names.split_whitespace()).collect();
        for insn in Insn::all() {
            let spec = insn.spec();
            let times = listed.iter().filter(|name| **name == spec.name).count();
            let crypto = spec.extensions.iter().any(|extension| is_crypto(extension));
            assert_eq!(times, usize::from(!crypto), "{} of {:?}", spec.name, spec.extensions);
            assert_eq!(Class::of(*insn) == Class::Crypto, crypto, "{}", spec.name);
        }
        for name in listed {
            assert!(Insn::named(name).is_some(), "there is no {name}");
        }
    }
}
