// A unit, verilated: made by rtl-harness.

#include "Vmodel.h"
#include "verilated.h"
#include <cstddef>
#include <cstdint>

// rs1, rs2, rs3 and two CSRs, the low half of each first.
constexpr unsigned OPERANDS = 10;

// An input's bits above its width must be 0: Verilator relies on it.
template <unsigned WIDTH, class T> static inline void put(T& port, uint64_t low, uint64_t) {
    port = static_cast<T>(WIDTH < 64 ? low & ((uint64_t{1} << (WIDTH % 64)) - 1) : low);
}
template <unsigned WIDTH, std::size_t N>
static inline void put(VlWide<N>& port, uint64_t low, uint64_t high) {
    const uint64_t halves[2] = {low, high};
    for (unsigned i = 0; i < N; i++) {
        const unsigned left = WIDTH - 32 * i;
        const uint32_t mask = left < 32 ? (uint32_t{1} << (left % 32)) - 1 : ~uint32_t{0};
        port[i] = (i < 4 ? static_cast<uint32_t>(halves[i / 2] >> (i % 2 * 32)) : 0) & mask;
    }
}
template <class T> static inline void get(const T& port, uint64_t* to) {
    to[0] = port;
    to[1] = 0;
}
static inline void get(const VlWide<4>& port, uint64_t* to) {
    to[0] = port[0] | uint64_t{port[1]} << 32;
    to[1] = port[2] | uint64_t{port[3]} << 32;
}
