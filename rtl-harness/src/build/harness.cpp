// The C interface of a verilated unit. `Pins` above is generated from unit.toml and the module's
// ports.

#include <cstdint>

namespace {

// Beside STOPPED.
enum Outcome : int { ANSWERED, NOT_ACCEPTED, SILENT, EXTRA };

struct Answer {
    uint64_t rd[2];
    uint32_t cycles;
};

struct Harness : Device {
    Harness() : Device("unit") {}

    void cycle_low() { Pins::clock(model, 0); eval(); }
    void cycle_high() { Pins::clock(model, 1); eval(); }

    void reset() {
        static const uint64_t zero[OPERANDS + Pins::controls] = {};
        Pins::operands(model, zero, zero);
        if (!Pins::clocked) { eval(); return; }
        Pins::request(model, 0);
        Pins::take(model, 1);
        Pins::reset(model, true);
        for (int i = 0; i < 3; i++) { cycle_low(); cycle_high(); }
        Pins::reset(model, false);
        cycle_low();
        cycle_high();
    }

    Outcome execute(const uint64_t* operands, const uint64_t* ctl, uint32_t max_cycles,
                    Answer* answer) {
        Pins::operands(model, operands, ctl);
        if (!Pins::clocked) {
            eval();
            Pins::rd(model, answer->rd);
            answer->cycles = 0;
            return ANSWERED;
        }
        Pins::request(model, 1);
        bool accepted = false;
        for (uint32_t cycle = 0;; cycle++) {
            cycle_low();
            const bool taken = !accepted && Pins::ready(model);
            accepted |= taken;
            const bool answered = accepted && Pins::valid(model);
            if (answered) {
                Pins::rd(model, answer->rd);
                answer->cycles = cycle;
            }
            cycle_high();
            if (taken) {
                // What the unit still needs it must have stored: the core shows it the next
                // operands now.
                Pins::scramble(model, operands, ctl);
                Pins::request(model, 0);
            }
            if (answered) {
                if (taken) return ANSWERED;
                return Pins::valid(model) ? EXTRA : ANSWERED;
            }
            if (cycle == max_cycles) {
                Pins::request(model, 0);
                return accepted ? SILENT : NOT_ACCEPTED;
            }
        }
    }

    // The pins of `execute` without its checks: what the simulation itself costs.
    uint64_t raw(uint64_t count, uint64_t ops, const uint64_t* table) {
        uint64_t x = 0x9e3779b97f4a7c15u, sum = 0, op = 0;
        const auto next = [&x] { x ^= x << 13; x ^= x >> 7; x ^= x << 17; return x; };
        for (uint64_t i = 0; i < count; i++) {
            const uint64_t a = next(), b = next();
            const uint64_t operands[OPERANDS] = {a, b, b, a, a, a, b, b, a, b};
            uint64_t rd[2];
            Pins::operands(model, operands, table + op * Pins::controls);
            if (++op == ops) op = 0;
            if (Pins::clocked) {
                Pins::request(model, 1);
                cycle_low();
                cycle_high();
                Pins::request(model, 0);
                cycle_low();
                Pins::rd(model, rd);
                cycle_high();
            } else {
                eval();
                Pins::rd(model, rd);
            }
            sum += rd[0];
        }
        return sum;
    }
};

}  // namespace

EXPORT void* unit_new() {
    try {
        auto* h = new Harness;
        h->guarded([h] { h->reset(); return ANSWERED; });
        return h;
    } catch (...) {
        return nullptr;
    }
}

EXPORT void unit_trace_close(void* p) { static_cast<Harness*>(p)->trace_close(); }

EXPORT void unit_free(void* p) { delete static_cast<Harness*>(p); }

EXPORT int unit_reset(void* p) {
    auto* h = static_cast<Harness*>(p);
    return h->guarded([h] { h->reset(); return ANSWERED; });
}

EXPORT int unit_execute(void* p, const uint64_t* operands, const uint64_t* ctl,
                        uint32_t max_cycles, Answer* answer) {
    auto* h = static_cast<Harness*>(p);
    return h->guarded([&] { return h->execute(operands, ctl, max_cycles, answer); });
}

EXPORT int unit_raw(void* p, uint64_t count, uint64_t ops, const uint64_t* table, uint64_t* sum) {
    auto* h = static_cast<Harness*>(p);
    return h->guarded([&] { *sum = h->raw(count, ops, table); return ANSWERED; });
}

// Why the model stopped; empty while it runs.
EXPORT const char* unit_message(void* p) { return static_cast<Harness*>(p)->stopped.c_str(); }

EXPORT int unit_trace_open(void* p, const char* path) {
    return static_cast<Harness*>(p)->trace_open(path);
}
