// The C interface of a verilated unit. `Pins` above is generated from unit.toml and the module's
// ports.

#include <cstdio>
#include <cstdint>
#include <stdexcept>
#include <string>
#if VM_TRACE
#include "verilated_vcd_c.h"
#endif

#define EXPORT extern "C" __attribute__((visibility("default")))

// Verilator's own versions end the process; a unit under test must not.
[[noreturn]] static void stop(const char* file, int line, const char* what) {
    throw std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + what);
}
void vl_fatal(const char* file, int line, const char*, const char* msg) { stop(file, line, msg); }
void vl_finish(const char* file, int line, const char*) { stop(file, line, "$finish"); }
void vl_stop(const char* file, int line, const char*) { stop(file, line, "$stop"); }
void vl_warn(const char* file, int line, const char*, const char* msg) {
    std::fprintf(stderr, "%s:%d: %s\n", file, line, msg);
}

namespace {

enum Outcome : int { ANSWERED, NOT_ACCEPTED, SILENT, EXTRA, STOPPED };

struct Answer {
    uint64_t rd[2];
    uint32_t cycles;
};

struct Harness {
    VerilatedContext context;
    Vmodel model{&context, "unit"};
    std::string stopped;
#if VM_TRACE
    VerilatedVcdC* waveform = nullptr;
#endif

    void eval() {
        model.eval();
#if VM_TRACE
        if (waveform) waveform->dump(context.time());
        context.timeInc(5);
#endif
    }

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

    // Runs what may throw; a model that stopped once stays stopped, its state is half updated.
    template <class F> int guarded(F run) noexcept {
        if (!stopped.empty()) return STOPPED;
        try {
            return run();
        } catch (const std::exception& e) {
            try { stopped = e.what(); } catch (...) {}
            if (stopped.empty()) stopped = "?";
            return STOPPED;
        }
    }
};

}  // namespace

EXPORT void* unit_new() {
    try {
        auto* h = new Harness;
#if VM_TRACE
        h->context.traceEverOn(true);
#endif
        h->guarded([h] { h->reset(); return ANSWERED; });
        return h;
    } catch (...) {
        return nullptr;
    }
}

EXPORT void unit_trace_close(void* p) {
#if VM_TRACE
    auto* h = static_cast<Harness*>(p);
    if (!h->waveform) return;
    h->waveform->close();
    delete h->waveform;
    h->waveform = nullptr;
#else
    (void)p;
#endif
}

EXPORT void unit_free(void* p) {
    unit_trace_close(p);
    delete static_cast<Harness*>(p);
}

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
#if VM_TRACE
    auto* h = static_cast<Harness*>(p);
    unit_trace_close(p);
    try {
        auto* waveform = new VerilatedVcdC;
        h->model.trace(waveform, 99);
        waveform->open(path);
        if (!waveform->isOpen()) { delete waveform; return 0; }
        h->waveform = waveform;
        return 1;
    } catch (...) {
        return 0;
    }
#else
    (void)p; (void)path;
    return 0;
#endif
}
