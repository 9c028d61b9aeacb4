//! Zkt: the instructions of which the manual says that their latency does not depend on data.
//!
//! A hart that names Zkt promises it for those that it has. The timing classes of the table promise no
//! less: a test compares them.

/// Unprivileged manual, "Zkt: Data Independent Execution Latency": RVI without branches, loads and stores.
const RVI: &str = "lui auipc addi slti sltiu xori ori andi slli srli srai add sub sll slt sltu xor srl sra \
                   or and addiw slliw srliw sraiw addw subw sllw srlw sraw";
/// "Multiplication is included; division and remaindering excluded."
const RVM: &str = "mul mulh mulhsu mulhu mulw";
/// Compressed forms: "same criteria as in RVI".
const RVC: &str = "c.nop c.addi c.addiw c.lui c.srli c.srai c.andi c.sub c.xor c.or c.and c.subw c.addw \
                   c.slli c.mv c.add";
/// "All K-specific instructions are included."
const RVK: &str = "aes32dsi aes32dsmi aes32esi aes32esmi aes64ds aes64dsm aes64es aes64esm aes64im \
                   aes64ks1i aes64ks2 sha256sig0 sha256sig1 sha256sum0 sha256sum1 sha512sig0h sha512sig0l \
                   sha512sig1h sha512sig1l sha512sum0r sha512sum1r sha512sig0 sha512sig1 sha512sum0 \
                   sha512sum1 sm3p0 sm3p1 sm4ed sm4ks";
/// "The Zbkb, Zbkc and Zbkx extensions are included in their entirety."
const RVB: &str = "clmul clmulh xperm4 xperm8 ror rol rori rorw rolw roriw andn orn xnor pack packh packw \
                   brev8 rev8 zip unzip";

/// The names on the list.
pub fn list() -> impl Iterator<Item = &'static str> {
    [RVI, RVM, RVC, RVK, RVB].into_iter().flat_map(str::split_whitespace)
}

/// Whether an instruction of this name is on the list.
pub fn lists(name: &str) -> bool {
    list().any(|listed| listed == name)
}
