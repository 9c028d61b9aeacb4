// The C interface of a verilated core: clock, memory, and the records of what retired. `Pins` above is
// generated from core.toml and the module's ports.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace {

// Beside STOPPED.
enum Outcome : int { ENDED, FULL, SILENT, LIMIT };

struct Record {
    uint64_t order, pc, next_pc, rd, mem_addr, mem_rdata, mem_wdata, cycle;
    uint32_t insn;
    uint8_t rd_addr, mem_rmask, mem_wmask, flags;  // flags: 1 trap, 2 first of a handler, 4 halt
};

// How slow the memory is. `grant` of 256 requests are taken at once; an answer takes 1 cycle and up to
// `latency` more.
struct Timing {
    uint64_t seed;
    uint32_t grant, latency;
};

struct Limits {
    uint64_t end, cycles, watchdog;
    uint32_t has_end;
};

struct Region {
    uint64_t base;
    uint32_t rights;  // 1 read, 2 write, 4 execute
    std::vector<uint8_t> bytes;
};

enum { READ = 1, WRITE = 2, EXECUTE = 4 };

struct Memory {
    std::vector<Region> regions;

    uint8_t* at(uint64_t addr, unsigned len, uint32_t right) {
        for (Region& r : regions) {
            const uint64_t offset = addr - r.base;
            if (offset < r.bytes.size() && len <= r.bytes.size() - offset && (r.rights & right))
                return r.bytes.data() + offset;
        }
        return nullptr;
    }

    // Lanes that are not there read as zero: only the bytes that were asked for count.
    bool read(uint64_t addr, unsigned len, uint64_t mask, uint32_t right, uint64_t* out) {
        *out = 0;
        if (uint8_t* bytes = at(addr, len, right)) {
            std::memcpy(out, bytes, len);
            return true;
        }
        for (unsigned i = 0; i < len; i++) {
            if (!(mask >> i & 1)) continue;
            const uint8_t* byte = at(addr + i, 1, right);
            if (!byte) return false;
            *out |= uint64_t{*byte} << 8 * i;
        }
        return true;
    }

    bool write(uint64_t addr, unsigned len, uint64_t mask, uint64_t data) {
        for (unsigned i = 0; i < len; i++)
            if (mask >> i & 1 && !at(addr + i, 1, WRITE)) return false;
        for (unsigned i = 0; i < len; i++)
            if (mask >> i & 1) *at(addr + i, 1, WRITE) = data >> 8 * i;
        return true;
    }
};

struct Answer {
    uint64_t due, data;
    bool fault;
};

// The answers that a port still owes, in order.
struct Queue {
    static constexpr unsigned SIZE = 16;
    Answer answers[SIZE];
    unsigned head = 0, count = 0;

    bool due(uint64_t now) const { return count && answers[head].due <= now; }
    Answer take() {
        const Answer a = answers[head];
        head = (head + 1) % SIZE;
        count--;
        return a;
    }
    bool full() const { return count == SIZE; }
    void add(Answer a) {
        if (count) a.due = std::max(a.due, answers[(head + count - 1) % SIZE].due + 1);
        answers[(head + count++) % SIZE] = a;
    }
};

struct Core : Device {
    Core() : Device("core") {}
    Memory memory;
    Queue queues[2];
    uint64_t now = 0, retired_at = 0, random = 1;
    Timing timing{1, 256, 0};
    // Of `raw`: what it answers in the next cycle.
    Answer answers[2] = {};
    bool owed[2] = {};

    uint64_t next() {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        return random;
    }

    bool grants() { return timing.grant >= 256 || (next() & 255) < timing.grant; }
    uint64_t due() { return now + 1 + (timing.latency ? next() % (timing.latency + 1) : 0); }

    void reset() {
        queues[0] = queues[1] = Queue{};
        owed[0] = owed[1] = false;
        now = retired_at = 0;
        Pins::constants(model);
        // An asynchronous reset acts when it begins: it must not be active before.
        Pins::reset(model, false);
        Pins::clock(model, 0);
        eval();
        Pins::reset(model, true);
        for (int i = 0; i < 4; i++) {
            for (unsigned p = 0; p < Pins::ports; p++) Pins::quiet(model, p);
            Pins::clock(model, 0);
            eval();
            Pins::clock(model, 1);
            eval();
        }
        Pins::reset(model, false);
    }

    // What the memory says in this cycle.
    void drive(unsigned p) {
        Queue& queue = queues[p];
        if (queue.due(now)) {
            const Answer a = queue.take();
            Pins::answer(model, p, a.data, a.fault);
        } else {
            Pins::quiet(model, p);
        }
        Pins::grant(model, p, !queue.full() && grants());
    }

    // What the core asks of it.
    void sample(unsigned p) {
        Request r;
        if (!Pins::request(model, p, &r)) return;
        if (Pins::one_at_a_time && queues[p].count) return;
        Answer a{due(), 0, false};
        if (r.write) a.fault = !memory.write(r.addr, r.bytes, r.mask, r.data);
        else a.fault = !memory.read(r.addr, r.bytes, r.mask, r.code ? EXECUTE : READ, &a.data);
        queues[p].add(a);
    }

    int run(const Limits& limits, Record* records, uint64_t room, uint64_t* count) {
        const uint64_t last = limits.cycles ? now + limits.cycles : ~uint64_t{0};
        uint64_t n = 0;
        for (;; now++) {
            if (now >= last) { *count = n; return LIMIT; }
            if (n == room) { *count = n; return FULL; }
            for (unsigned p = 0; p < Pins::ports; p++) drive(p);
            Pins::clock(model, 0);
            eval();
            for (unsigned p = 0; p < Pins::ports; p++) sample(p);
            bool ends = false;
            if (Pins::valid(model)) {
                Record& r = records[n++];
                Pins::record(model, &r);
                r.cycle = now;
                retired_at = now;
                *count = n;
                ends = (r.flags & 4) || (limits.has_end && r.next_pc == limits.end && !(r.flags & 1));
            }
            Pins::clock(model, 1);
            eval();
            if (ends) { now++; return ENDED; }
            if (now - retired_at > limits.watchdog) { *count = n; now++; return SILENT; }
        }
    }

    // The same pins and the same memory, without waits, records and limits: what the simulation costs.
    uint64_t raw(uint64_t cycles) {
        uint64_t retired = 0;
        for (uint64_t i = 0; i < cycles; i++) {
            for (unsigned p = 0; p < Pins::ports; p++) {
                if (owed[p]) Pins::answer(model, p, answers[p].data, answers[p].fault);
                else Pins::quiet(model, p);
                Pins::grant(model, p, true);
            }
            Pins::clock(model, 0);
            eval();
            for (unsigned p = 0; p < Pins::ports; p++) {
                Request r;
                const bool was = owed[p];
                owed[p] = false;
                if (!Pins::request(model, p, &r) || (Pins::one_at_a_time && was)) continue;
                answers[p].data = 0;
                if (r.write) answers[p].fault = !memory.write(r.addr, r.bytes, r.mask, r.data);
                else answers[p].fault = !memory.read(r.addr, r.bytes, r.mask,
                                                     r.code ? EXECUTE : READ, &answers[p].data);
                owed[p] = true;
            }
            retired += Pins::valid(model);
            Pins::clock(model, 1);
            eval();
        }
        return retired;
    }
};

}  // namespace

EXPORT void* core_new() {
    try {
        auto* c = new Core;
        c->guarded([c] { c->reset(); return ENDED; });
        return c;
    } catch (...) {
        return nullptr;
    }
}

EXPORT void core_trace_close(void* p) { static_cast<Core*>(p)->trace_close(); }

EXPORT void core_free(void* p) { delete static_cast<Core*>(p); }

EXPORT int core_reset(void* p, const Timing* timing) {
    auto* c = static_cast<Core*>(p);
    return c->guarded([&] {
        c->timing = *timing;
        c->random = timing->seed ? timing->seed : 1;
        c->reset();
        return ENDED;
    });
}

EXPORT int core_map(void* p, uint64_t base, uint64_t len, uint32_t rights) {
    try {
        static_cast<Core*>(p)->memory.regions.push_back(Region{base, rights, std::vector<uint8_t>(len)});
        return 1;
    } catch (...) {
        return 0;
    }
}

// The bytes at an address, all in one region; null when they are not there.
EXPORT uint8_t* core_bytes(void* p, uint64_t addr, uint64_t len) {
    for (Region& r : static_cast<Core*>(p)->memory.regions) {
        const uint64_t offset = addr - r.base;
        if (offset < r.bytes.size() && len <= r.bytes.size() - offset) return r.bytes.data() + offset;
    }
    return nullptr;
}

EXPORT int core_run(void* p, const Limits* limits, Record* records, uint64_t room, uint64_t* count) {
    auto* c = static_cast<Core*>(p);
    *count = 0;
    return c->guarded([&] { return c->run(*limits, records, room, count); });
}

EXPORT uint64_t core_cycles(void* p) { return static_cast<Core*>(p)->now; }

EXPORT int core_raw(void* p, uint64_t cycles, uint64_t* retired) {
    auto* c = static_cast<Core*>(p);
    return c->guarded([&] { *retired = c->raw(cycles); return ENDED; });
}

// Why the model stopped; empty while it runs.
EXPORT const char* core_message(void* p) { return static_cast<Core*>(p)->stopped.c_str(); }

EXPORT int core_trace_open(void* p, const char* path) {
    return static_cast<Core*>(p)->trace_open(path);
}
