/* A small stub in this process for debuggers that are played, in virtual time: tests/support/mannered_stub.h,
 * with answers of its own in front, and a machine behind that keeps what is written to it. What real
 * debuggers sent to such stubs stands in the comments of layer rehearsal. */
/* SPDX-License-Identifier: MIT */
#ifndef REHEARSAL_WORLD_H
#define REHEARSAL_WORLD_H

#include "mannered_stub.h"

#include "rehearsal/rehearsal.h"

enum { COUNTER = 0x7fc0 };

/* Faults of the machine. */
enum {
    REGISTERS_FORGET = 1 << 0, /* P says OK */
    MEMORY_FORGETS = 1 << 1,   /* M says OK */
    ODD_PIECES = 1 << 2,       /* an odd address gives other bytes */
    STOPS_BEHIND = 1 << 3,     /* a breakpoint stops one instruction behind it */
    NEVER_HIT = 1 << 4,
    STAYS_IN = 1 << 5, /* z0 says OK, and the breakpoint is still there */
    NO_Z0 = 1 << 6,
    REFUSES_Z0 = 1 << 7,   /* Z0 is refused */
    STANDS_STILL = 1 << 8, /* a step does not move pc */
    STEP_ENDS = 1 << 9,    /* the program ends in a step */
    NO_CONTINUE = 1 << 10, /* c is refused */
    STRAY_PLUS = 1 << 11,  /* '+' in no-ack mode, too */
};

enum {
    MACHINE_AT = 0x1000,
    MACHINE_BYTES = 0x7000,
    MACHINE_REGISTERS = 33,
    MACHINE_PC = 32,
    MACHINE_LOOP = 3
};

/* 33 registers of four bytes, memory, one breakpoint, and a loop over three places. */
typedef struct machine {
    uint32_t registers[MACHINE_REGISTERS]; /* pc is the mannered stub's */
    uint8_t memory[MACHINE_BYTES];
    uint32_t breakpoint; /* 0: none */
    const char *stop;    /* [T05thread:1;] its stop replies */
} machine;

/* What the stub answers to requests that begin so, before the mannered one is asked. */
typedef struct answer {
    const char *request;
    const char *reply; /* NULL: none comes */
} answer;

typedef struct world {
    mannered stub;
    const answer *answers; /* ended by NULL */
    bool counts;           /* memory at COUNTER changes with each resume, and Z2 stops there */
    bool lies;             /* ... but Z2's stop names no watchpoint */
    bool watched;
    unsigned resumes;
    bool computes;   /* the machine below is there */
    unsigned faults; /* ... with these */
    machine of;
    rsp_debugger first; /* debuggers before it are not played */
    rsp_manners manners;
    rsp_forecast forecast;
    rsp_arena arena;
} world;

static inline void send_memory(world *w, rsp_bytes request, rsp_buf *out) {
    rsp_bytes rest = rsp_bytes_from(request, 1);
    uint64_t at = 0;
    uint64_t len = 0;
    rsp_buf text = {0};
    assert_ok(rsp_take_addr_len(&at, &len, &rest));
    for (uint64_t i = at; i < at + len; i++)
        rsp_buf_printf(&text, "%02x", i == COUNTER ? w->resumes & 0xff : 0xab);
    mannered_send(&w->stub, at >= 0x1000 && at + len <= 0x8000 ? rsp_buf_cstr(&text) : "E0e", out);
    rsp_buf_free(&text);
}

static inline bool counts(world *w, rsp_bytes r, rsp_buf *out) {
    const bool goes_on = rsp_bytes_starts(r, RSP_LIT("vCont;c")) || rsp_bytes_equal(r, RSP_LIT("c"));
    w->resumes += goes_on;
    if (rsp_bytes_starts(r, RSP_LIT("m"))) {
        send_memory(w, r, out);
    } else if (rsp_bytes_starts(r, RSP_LIT("Z2")) || rsp_bytes_starts(r, RSP_LIT("z2"))) {
        w->watched = r.ptr[0] == 'Z';
        mannered_send(&w->stub, "OK", out);
    } else if (goes_on && w->watched) {
        mannered_send(&w->stub, w->lies ? "T05thread:1;" : "T05watch:7fc0;thread:1;", out);
    } else {
        return false;
    }
    return true;
}

/* --- the machine --- */

/* What the memory holds at first: code of RISC-V, of four bytes each. */
static inline uint8_t machine_byte(size_t at) {
    return (uint8_t)(at * 7 | 3);
}

static inline void machine_send_number(world *w, uint32_t number, rsp_buf *out) {
    char text[9];
    (void)snprintf(text, sizeof text, "%02x%02x%02x%02x", number & 0xff, number >> 8 & 0xff,
                   number >> 16 & 0xff, number >> 24);
    mannered_send(&w->stub, text, out);
}

static inline uint32_t machine_register(const world *w, uint64_t number) {
    return number == MACHINE_PC ? w->stub.pc : w->of.registers[number];
}

static inline void machine_send_all(world *w, rsp_buf *out) {
    rsp_buf text = {0};
    for (unsigned i = 0; i < MACHINE_REGISTERS; i++) {
        const uint32_t v = machine_register(w, i);
        const uint8_t bytes[] = {(uint8_t)v, (uint8_t)(v >> 8), (uint8_t)(v >> 16), (uint8_t)(v >> 24)};
        rsp_hex_append(&text, rsp_bytes_make(bytes, sizeof bytes));
    }
    mannered_send(&w->stub, rsp_buf_cstr(&text), out);
    rsp_buf_free(&text);
}

/* "P20=00100000" */
static inline void machine_write_register(world *w, rsp_bytes r, rsp_buf *out) {
    uint64_t number = 0;
    uint8_t bytes[4] = {0};
    rsp_bytes rest = rsp_bytes_from(r, 1);
    const bool good = rsp_take_hex(&number, &rest) == RSP_OK && number < MACHINE_REGISTERS && rest.len == 9 &&
                      rsp_hex_decode_into(bytes, rsp_bytes_from(rest, 1)) == RSP_OK;
    const uint32_t value =
        bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    if (good && number == MACHINE_PC)
        w->stub.pc = value;
    else if (good && !(w->faults & REGISTERS_FORGET))
        w->of.registers[number] = value;
    mannered_send(&w->stub, good ? "OK" : "E01", out);
}

static inline void machine_memory(world *w, rsp_bytes r, rsp_buf *out) {
    rsp_bytes rest = rsp_bytes_from(r, 1);
    uint64_t at = 0;
    uint64_t len = 0;
    rsp_buf text = {0};
    const bool good = rsp_take_addr_len(&at, &len, &rest) == RSP_OK && at >= MACHINE_AT &&
                      at + len <= MACHINE_AT + MACHINE_BYTES;
    uint8_t *place = w->of.memory + (good ? at - MACHINE_AT : 0);
    if (good && r.ptr[0] == 'm')
        rsp_hex_append(&text, rsp_bytes_make(place, (size_t)len));
    if (good && r.ptr[0] == 'm' && at % 2 && (w->faults & ODD_PIECES))
        text.ptr[0] = text.ptr[0] == '0' ? '1' : '0';
    if (good && r.ptr[0] == 'M' && !(w->faults & MEMORY_FORGETS))
        (void)!rsp_hex_decode_into(place, rsp_bytes_from(rest, 1));
    mannered_send(&w->stub, !good ? "E0e" : r.ptr[0] == 'M' ? "OK" : rsp_buf_cstr(&text), out);
    rsp_buf_free(&text);
}

static inline void machine_advance(world *w) {
    w->stub.pc = w->stub.pc >= MACHINE_AT + 4 * (MACHINE_LOOP - 1) ? MACHINE_AT : w->stub.pc + 4;
}

static inline void machine_stop(world *w, rsp_buf *out) {
    w->stub.running = false;
    mannered_send(&w->stub, w->of.stop ? w->of.stop : "T05thread:1;", out);
}

static inline void machine_resume(world *w, bool step, rsp_buf *out) {
    if (!step && (w->faults & NO_CONTINUE)) {
        mannered_send(&w->stub, "E01", out);
        return;
    }
    if (step && (w->faults & STEP_ENDS)) {
        mannered_send(&w->stub, "W00", out);
        return;
    }
    bool hit = false;
    for (unsigned i = 0; i < MACHINE_LOOP && !hit && !step; i++) {
        machine_advance(w);
        hit = w->of.breakpoint == w->stub.pc && !(w->faults & NEVER_HIT);
    }
    if (hit && (w->faults & STOPS_BEHIND))
        machine_advance(w);
    if (step && !(w->faults & STANDS_STILL))
        machine_advance(w);
    if (step || hit)
        machine_stop(w, out);
    else
        w->stub.running = true;
}

/* "Z0,1004,4" */
static inline bool machine_breakpoint(world *w, rsp_bytes r, rsp_buf *out) {
    rsp_bytes rest = rsp_bytes_from(r, 3);
    uint64_t at = 0;
    if ((w->faults & NO_Z0) || rsp_take_hex(&at, &rest) != RSP_OK) {
        mannered_send(&w->stub, "", out);
        return true;
    }
    if (r.ptr[0] == 'Z')
        w->of.breakpoint = (uint32_t)at;
    else if (!(w->faults & STAYS_IN))
        w->of.breakpoint = 0;
    mannered_send(&w->stub, w->faults & REFUSES_Z0 ? "E09" : "OK", out);
    return true;
}

static inline bool machine_answers(world *w, rsp_bytes r, rsp_buf *out) {
    uint64_t number = 0;
    if (rsp_bytes_equal(r, RSP_LIT("g")))
        machine_send_all(w, out);
    else if (r.ptr[0] == 'p' && rsp_hex_u64(&number, rsp_bytes_from(r, 1)) == RSP_OK &&
             number < MACHINE_REGISTERS)
        machine_send_number(w, machine_register(w, number), out);
    else if (r.ptr[0] == 'P')
        machine_write_register(w, r, out);
    else if (r.ptr[0] == 'm' || r.ptr[0] == 'M')
        machine_memory(w, r, out);
    else if (rsp_bytes_starts(r, RSP_LIT("Z0,")) || rsp_bytes_starts(r, RSP_LIT("z0,")))
        return machine_breakpoint(w, r, out);
    else if (rsp_bytes_equal(r, RSP_LIT("s")) || rsp_bytes_starts(r, RSP_LIT("vCont;s")))
        machine_resume(w, true, out);
    else if (rsp_bytes_equal(r, RSP_LIT("c")) || rsp_bytes_starts(r, RSP_LIT("vCont;c")))
        machine_resume(w, false, out);
    else if (r.ptr[0] == 'D' || rsp_bytes_starts(r, RSP_LIT("vKill")))
        mannered_send(&w->stub, "OK", out);
    else
        return false;
    return true;
}

/* --- the stub --- */

static inline bool answers(world *w, rsp_bytes r, rsp_buf *out) {
    for (const answer *a = w->answers; a && a->request; a++)
        if (rsp_bytes_starts(r, rsp_bytes_str(a->request))) {
            if (a->reply)
                mannered_send(&w->stub, a->reply, out);
            return true;
        }
    return (w->counts && counts(w, r, out)) || (w->computes && r.len > 0 && machine_answers(w, r, out));
}

static inline rsp_peer_state input(void *ctx, rsp_bytes in, rsp_buf *out) {
    world *w = ctx;
    while (in.len > 0) {
        rsp_event event;
        in = rsp_bytes_from(in, rsp_deframe(&w->stub.deframer, in, &event));
        if (event.kind == RSP_EVENT_INTERRUPT)
            mannered_interrupt(&w->stub, false, out);
        if (event.kind != RSP_EVENT_PACKET)
            continue;
        const size_t before = out->len;
        rsp_buf_str(out, w->stub.no_ack && !(w->faults & STRAY_PLUS) ? "" : "+");
        if (answers(w, event.payload, out)) {
            rsp_buf_append(&w->stub.seen, event.payload);
            rsp_buf_push(&w->stub.seen, '\n');
        } else {
            rsp_buf_truncate(out, before);
            mannered_packet(&w->stub, event.payload, out);
        }
    }
    return RSP_PEER_IDLE;
}

static inline rsp_status connect_world(void *ctx, rsp_buf *out) {
    world *w = ctx;
    w->watched = false;
    w->of.breakpoint = 0;
    return mannered_connect(&w->stub, out);
}

static inline rsp_status open_world(void *ctx, rsp_link **out_link, rsp_error *error) {
    const rsp_peer peer = {.connect = connect_world, .input = input, .ctx = ctx};
    rsp_status status = rsp_link_open_peer(out_link, &peer, NULL);
    return status == RSP_OK ? status : rsp_fail(error, status, "refused");
}

static inline void rehearse(world *w, const answer *list, unsigned allowed) {
    rsp_error error = {0};
    const uint64_t manners = w->stub.manners;
    mannered_init(&w->stub, manners & ~ONE_CLIENT);
    w->answers = list;
    w->of.registers[2] = MACHINE_AT + 0x4000; /* sp */
    for (size_t i = 0; i < MACHINE_BYTES; i++)
        w->of.memory[i] = machine_byte(i);
    const rsp_manners_options look = {.open = open_world, .ctx = w, .run_program = true};
    assert_ok(rsp_manners_look(&w->manners, &look, &error));
    rsp_buf_clear(&w->stub.seen);
    const rsp_rehearsal_options options = {
        .open = open_world, .ctx = w, .manners = &w->manners, .allowed = allowed};
    for (unsigned d = w->first; d < RSP_DEBUGGER_COUNT; d++)
        assert_ok(rsp_rehearse(&w->forecast, &w->arena, (rsp_debugger)d, &options));
}

static inline void end(world *w) {
    mannered_free(&w->stub);
    rsp_manners_free(&w->manners);
    rsp_arena_free(&w->arena);
}

static inline bool was_sent(const world *w, const char *text) {
    const rsp_bytes seen = rsp_buf_bytes(&w->stub.seen);
    return rsp_bytes_search(seen, rsp_bytes_str(text)) < seen.len;
}

static inline const rsp_forecast_cell *cell(const world *w, rsp_debugger debugger,
                                            rsp_debugger_action action) {
    return &w->forecast.cells[debugger][action];
}

#define GDB(action) cell(&w, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_##action)
#define LLDB(action) cell(&w, RSP_DEBUGGER_LLDB, RSP_DEBUGGER_ACTION_##action)
#define IS(where, what, text)                                         \
    do {                                                              \
        if ((where)->prediction != RSP_PREDICTION_##what)             \
            print_error("%s\n%s\n", (where)->why, (where)->evidence); \
        assert_int_equal((where)->prediction, RSP_PREDICTION_##what); \
        assert_non_null(strstr((where)->why, text));                  \
    } while (0)

enum { ALL = RSP_REHEARSE_WRITES | RSP_REHEARSE_KILL };

/* What LLDB needs: registers and a process. */
#define DESCRIBED                                                                           \
    {"qC", "QC1"}, {                                                                        \
        "qXfer:features:read:target.xml:0,",                                                \
            "l<target><architecture>riscv:rv32</architecture><feature name=\"org.x\">"      \
            "<reg name=\"sp\" bitsize=\"32\" regnum=\"2\" offset=\"8\" generic=\"sp\"/>"    \
            "<reg name=\"a2\" bitsize=\"32\" regnum=\"12\" offset=\"48\"/>"                 \
            "<reg name=\"pc\" bitsize=\"32\" regnum=\"32\" offset=\"128\" generic=\"pc\"/>" \
            "</feature></target>"                                                           \
    }
#define LLDB_FEATURES "PacketSize=200;qXfer:features:read+"

#endif
