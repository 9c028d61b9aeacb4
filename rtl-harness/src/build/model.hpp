// What every verilated model has, whether it is a unit or a core.

#include <cstdio>
#include <stdexcept>
#include <string>
#if VM_TRACE
#include "verilated_vcd_c.h"
#endif

#define EXPORT extern "C" __attribute__((visibility("default")))

// Verilator's own versions end the process; a module under test must not.
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

// An outcome of every call that runs the model, beside those of its kind.
constexpr int STOPPED = 4;

struct Device {
    VerilatedContext context;
    Vmodel model;
    // Why the model stopped; empty while it runs.
    std::string stopped;
#if VM_TRACE
    VerilatedVcdC* waveform = nullptr;
#endif

    explicit Device(const char* name) : model(&context, name) {
#if VM_TRACE
        context.traceEverOn(true);
#endif
    }
    Device(const Device&) = delete;
    ~Device() { trace_close(); }

    void eval() {
        model.eval();
#if VM_TRACE
        if (waveform) waveform->dump(context.time());
        context.timeInc(5);
#endif
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

    int trace_open(const char* path) noexcept {
#if VM_TRACE
        trace_close();
        try {
            auto* opened = new VerilatedVcdC;
            model.trace(opened, 99);
            opened->open(path);
            if (!opened->isOpen()) { delete opened; return 0; }
            waveform = opened;
            return 1;
        } catch (...) {
            return 0;
        }
#else
        (void)path;
        return 0;
#endif
    }

    void trace_close() noexcept {
#if VM_TRACE
        if (!waveform) return;
        waveform->close();
        delete waveform;
        waveform = nullptr;
#endif
    }
};

}  // namespace
