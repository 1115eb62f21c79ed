/* Learns places of a program that nobody knows, by stepping: where the program counter goes, which place
 * comes again. Without a description the look has found where g has the program counter. Steps and time are
 * bounded; what can't be learned skips scenarios and fails none. */
/* SPDX-License-Identifier: MIT */
#include "needs/places.h"

#include "match/match_stop.h"
#include "play/buffers.h"
#include "play/failure.h"
#include "play/last_reply.h"
#include "play/registers.h"
#include "play/request.h"
#include "play/resume_form.h"
#include "play/scratch.h"
#include "play/stub_target.h"

#include "codec/reply.h"
#include "codec/wasm.h"
#include "core/arena.h"
#include "core/hex.h"
#include "core/limits.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* --- resuming --- */

static const char *refused(play *p, rsp_bytes reply) {
    enum { SHOWN_BYTES = 40 };
    const char *request = play_printable(p, rsp_buf_bytes(&p->t.request), SHOWN_BYTES);
    if (reply.len == 0)
        return rsp_arena_printf(&p->room.arena, "%s is not supported", request);
    return rsp_arena_printf(&p->room.arena, "%s is answered %s", request,
                            play_printable(p, reply, SHOWN_BYTES));
}

arrival places_await(play *p, uint64_t timeout_ns, const char **out_why) {
    rsp_status status = client_end_packet(&p->t, timeout_ns, TAKE_STOP);
    rsp_buf *why = play_buf(p);
    *out_why = "no stop reply came";
    if (status != RSP_OK)
        return status == RSP_TIMEOUT && !client_end_is_over(&p->t) ? ARRIVAL_NONE : ARRIVAL_BROKEN;
    play_keep_reply(p);
    rsp_bytes reply = rsp_buf_bytes(&p->last.decoded);
    bool stop = match_stop(p, NULL, reply, why);
    if (stop && (p->reused.stop.kind == RSP_STOP_EXITED || p->reused.stop.kind == RSP_STOP_TERMINATED)) {
        *out_why = "the program has ended";
        return ARRIVAL_ENDED;
    }
    if (stop && (p->reused.stop.kind == RSP_STOP_THREAD || p->reused.stop.kind == RSP_STOP_SIGNAL))
        return ARRIVAL_STOPPED;
    if (rsp_bytes_starts(reply, RSP_LIT("F")) && p->reused.stop.kind == RSP_STOP_FILEIO) {
        *out_why = "the program asks the debugger for a call of File-I/O";
        return ARRIVAL_ENDED;
    }
    *out_why = refused(p, reply);
    return ARRIVAL_REFUSED;
}

arrival places_resume(play *p, bool steps, uint64_t timeout_ns, const char **out_why) {
    rsp_buf *request = play_buf(p);
    resume_request(p, steps, request);
    rsp_status status = client_end_send_acked(&p->t, rsp_buf_bytes(request));
    *out_why = "the resume is not acknowledged";
    if (status != RSP_OK)
        return ARRIVAL_BROKEN;
    return places_await(p, timeout_ns, out_why);
}

/* --- the program counter --- */

static bool pc_of_stop(play *p, uint64_t *out) {
    const rsp_tdesc_register *pc = rsp_tdesc_find(&p->stub->layout.target, "pc");
    for (size_t i = 0; pc && i < p->reused.stop.num_registers; i++) {
        if (p->reused.stop.registers[i].num != pc->number)
            continue;
        const bool known = register_number(p, p->reused.stop.registers[i].value, out);
        *out = known ? register_as_address(p, pc, *out) : *out;
        return known;
    }
    return false;
}

static bool read_pc(play *p, register_by by, uint64_t *out) {
    value v = {0};
    return register_read(p, NULL, "pc", 0, by, &v) == STEP_OK && value_number(&v, out);
}

bool places_pc(play *p, bool stopped, uint64_t *out) {
    target_ask(p);
    if (stopped && p->stub->layout.known && pc_of_stop(p, out))
        return true;
    return read_pc(p, REGISTER_BY_ANY, out);
}

bool places_moves_by_g(play *p) {
    const char *why = "";
    uint64_t before = 0;
    uint64_t after = 0;
    if (p->stub->pc_by_g != PRESENCE_NOT_ASKED || !target_has_p(p))
        return false;
    if (!read_pc(p, REGISTER_BY_G, &before) || places_resume(p, true, 0, &why) != ARRIVAL_STOPPED ||
        !read_pc(p, REGISTER_BY_G, &after))
        return false;
    p->stub->pc_by_g = before != after ? PRESENCE_YES : PRESENCE_NO;
    return before != after;
}

bool places_never_ran(play *p) {
    const char *why = "";
    uint64_t pc = 0;
    return p->ran.why != RAN_UNKNOWN && client_end_send_acked(&p->t, RSP_LIT("?")) == RSP_OK &&
           places_await(p, p->t.timeout_ns, &why) == ARRIVAL_STOPPED && places_pc(p, false, &pc) &&
           pc == p->ran.from && !places_may_stay(p, pc);
}

static bool can_be_read(play *p, uint64_t at, uint64_t length) {
    if (play_requestf(p, NULL, "m%llx,%llx", (unsigned long long)at, (unsigned long long)length) != STEP_OK)
        return false;
    rsp_bytes reply = client_end_payload(&p->t);
    return reply.len == 2 * length && !rsp_reply_is_error(reply);
}

/* --- places --- */

typedef struct trail {
    uint64_t at[PLACES_MOST_STEPS + 1];
    size_t num;
} trail;

/* How long the loop is that was gone round twice just now; 0: none. */
static size_t round_of(const trail *t) {
    for (size_t d = 1; d <= PLACES_LOOP && 2 * d < t->num; d++) {
        size_t same = 0;
        while (same <= d && t->at[t->num - 1 - same] == t->at[t->num - 1 - same - d])
            same++;
        if (same > d)
            return d;
    }
    return 0;
}

/* Follows the program until a place has come three times. NULL, or why none did. */
static const char *follow(play *p, trail *t, size_t *out_round) {
    enum { STAYS = 16 };
    const uint64_t all_ns =
        PLACES_MOST_STEPS * p->stub->manners->replies.answer_ns; /* each is a step and perhaps a p */
    const uint64_t until = rsp_deadline(rsp_link_now(p->t.link), RSP_NS_PER_S + all_ns);
    const char *why = "";
    for (bool stopped = false;; stopped = true) {
        if (!places_pc(p, stopped, &t->at[t->num]))
            return "the program counter is not known";
        t->num++;
        *out_round = round_of(t);
        if (*out_round > 1) {
            p->stub->stuck = 0;
            return NULL;
        }
        if (t->num >= STAYS && t->at[t->num - 1] == t->at[t->num - STAYS] && *out_round == 1) {
            if (!places_moves_by_g(p))
                return "a step does not move the program counter";
            t->num = 0;
        }
        if (t->num > PLACES_MOST_STEPS || rsp_link_now(p->t.link) >= until)
            return rsp_arena_printf(&p->room.arena, "no place came again in %zu steps", t->num - 1);
        if (places_resume(p, true, 0, &why) != ARRIVAL_STOPPED) {
            p->stub->stuck++;
            return why;
        }
    }
}

/* After three scenarios in a row in which a step did not return, the program is blocked: no scenario waits
 * for a step again. */
static bool is_stuck(const play *p) {
    enum { SHOWN = 3 };
    return p->options->go_around && p->stub->stuck >= SHOWN;
}

static void name_number(play *p, fact_id id, uint64_t number) {
    (void)scope_set(&p->names, fact_table[id].name, value_int(number));
}

static void learn_places(play *p) {
    trail t = {0};
    size_t round = 0;
    const char *why = NULL;
    if (is_stuck(p)) {
        p->lacks.unlearned = "steps did not return in three scenarios before";
        return;
    }
    target_ask(p);
    why = follow(p, &t, &round);
    if (why) {
        p->lacks.unlearned = why;
        return;
    }
    value list = value_list(NULL, 0);
    const uint64_t *loop = &t.at[t.num - 1 - round];
    for (size_t i = 0; i < round; i++)
        list = value_list_add(&p->room.arena, &list, value_int(loop[i]));
    (void)scope_set(&p->names, fact_table[FACT_ID_PLACES].name, list);
    name_number(p, FACT_ID_PLACE, loop[0]);
    name_number(p, FACT_ID_PLACE_NEXT, loop[1]);
    name_number(p, FACT_ID_PLACE_KIND, places_kind(p, loop[0]));
    name_number(p, FACT_ID_NEXT_KIND, places_kind(p, loop[1]));
}

/* --- instructions --- */

static size_t read_code(play *p, uint64_t at, uint8_t out[4]) {
    for (size_t length = 4; length >= 2; length -= 2) {
        if (can_be_read(p, at, length) && rsp_hex_decode_into(out, client_end_payload(&p->t)) == RSP_OK)
            return length;
    }
    return 0;
}

bool places_may_stay(play *p, uint64_t pc) {
    /* Jumps to themselves, waits and prefixes of repeating instructions, in the byte order of their machines.
     */
    static const struct {
        uint8_t len;
        uint8_t bytes[4];
    } rows[] = {
        {2, {0xeb, 0xfe}},             /* x86: jmp . */
        {1, {0xf4}},                   /* x86: hlt */
        {1, {0xf2}},                   /* x86: repne */
        {1, {0xf3}},                   /* x86: rep */
        {4, {0xfe, 0xff, 0xff, 0xea}}, /* ARM: b . */
        {2, {0xfe, 0xe7}},             /* Thumb: b . */
        {2, {0x20, 0xbf}},             /* Thumb: wfe */
        {2, {0x30, 0xbf}},             /* Thumb: wfi */
        {4, {0x00, 0x00, 0x00, 0x14}}, /* AArch64: b . */
        {4, {0x6f, 0x00, 0x00, 0x00}}, /* RISC-V: j . */
        {2, {0x01, 0xa0}},             /* RISC-V: c.j . */
        {4, {0x73, 0x00, 0x50, 0x10}}, /* RISC-V: wfi */
        {2, {0xff, 0xcf}},             /* AVR: rjmp . */
        {2, {0x88, 0x95}},             /* AVR: sleep */
        {2, {0xff, 0x3f}},             /* MSP430: jmp . */
        {4, {0x10, 0x00, 0xff, 0xff}}, /* MIPS: b . */
        {4, {0xff, 0xff, 0x00, 0x10}}, /* MIPS, little endian */
        {4, {0x48, 0x00, 0x00, 0x00}}, /* PowerPC: b . */
        {2, {0x60, 0xfe}},             /* m68k: bra . */
    };
    uint8_t code[4] = {0};
    size_t len = read_code(p, pc, code);
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        if (len >= rows[i].len && memcmp(code, rows[i].bytes, rows[i].len) == 0)
            return true;
    }
    return len == 0;
}

/* Thumb is told by the T bit, or by a processor that has nothing else. */
static bool is_thumb(play *p) {
    const rsp_tdesc *t = &p->stub->layout.target;
    value v = {0};
    uint64_t flags = 0;
    if (rsp_tdesc_find(t, "xpsr"))
        return true;
    return rsp_tdesc_find(t, "cpsr") && register_read(p, NULL, "cpsr", 0, REGISTER_BY_ANY, &v) == STEP_OK &&
           value_number(&v, &flags) && (flags & 0x20U);
}

unsigned places_kind(play *p, uint64_t at) {
    const char *arch = p->stub->layout.arch ? p->stub->layout.arch : "";
    unsigned kind = rsp_arch_bp_kind(arch);
    uint8_t code[4] = {0};
    if (strncmp(arch, "riscv", 5) == 0 && read_code(p, at, code) > 0)
        return (code[0] & 3U) == 3U ? 4 : 2;
    if (strcmp(arch, "arm") == 0 && is_thumb(p) && read_code(p, at, code) > 0)
        return code[1] >> 3U >= 0x1d ? 3 : 2;
    return kind ? kind : p->stub->layout.address_bytes == 2 ? 2 : 4;
}

/* --- memory and registers --- */

/* The largest page around that place, asked for at its start, in its middle and at its end. */
static bool learn_readable_at(play *p, uint64_t at) {
    static const uint64_t sizes[] = {4096, 2048, 1024, 512, 256, 64};
    for (size_t i = 0; i < RSP_ARRAY_LEN(sizes); i++) {
        const uint64_t base = at & ~(sizes[i] - 1);
        if (!can_be_read(p, base, 2) || !can_be_read(p, base + sizes[i] / 2, 2) ||
            !can_be_read(p, base + sizes[i] - 2, 2))
            continue;
        name_number(p, FACT_ID_READABLE, base);
        name_number(p, FACT_ID_READABLE_SIZE, sizes[i]);
        return true;
    }
    return false;
}

/* At pc, at sp, or where the look has found memory. */
static void learn_readable(play *p) {
    static const char *const registers[] = {"pc", "sp"};
    const rsp_manners *m = p->stub->manners;
    for (size_t r = 0; r < RSP_ARRAY_LEN(registers); r++) {
        value v = {0};
        uint64_t at = 0;
        if (register_read(p, NULL, registers[r], 0, REGISTER_BY_ANY, &v) == STEP_OK &&
            value_number(&v, &at) && learn_readable_at(p, at))
            return;
    }
    for (size_t i = 0; i < m->places.num; i++) {
        if (learn_readable_at(p, m->places.others[i].start))
            return;
    }
    p->lacks.unlearned = "no memory is known that can be read";
}

static bool all_the_same(rsp_bytes digits) {
    size_t i = 2;
    while (i < digits.len && digits.ptr[i] == digits.ptr[i - 2])
        i++;
    return i >= digits.len;
}

/* A stack pointer that nobody has set yet may point to the code: the next instructions are left alone. Code
 * of WebAssembly, which no runtime lets be written, has a space of its own. */
static bool is_code(uint64_t at, uint64_t pc) {
    enum { AROUND = 64 };
    if (rsp_wasm_split(at).space == RSP_WASM_CODE && rsp_wasm_split(pc).space == RSP_WASM_CODE)
        return true;
    return at + AROUND > pc && at < pc + AROUND;
}

/* Bytes that are all the same would hide a write that goes wrong. */
static bool learn_stack_at(play *p, uint64_t from, bool runs, uint64_t pc) {
    enum { BYTES = 16, TRIES = 16 };
    for (uint64_t i = 0; i < TRIES; i++) {
        const uint64_t at = (from & ~UINT64_C(15)) + BYTES * i;
        p->lacks.unlearned = "devices are at the stack pointer";
        if (rsp_arch_has_devices_at(p->stub->layout.arch, at))
            return false;
        p->lacks.unlearned = "no memory at the stack pointer can be read";
        if (!can_be_read(p, at, BYTES))
            return false;
        p->lacks.unlearned = "the bytes at the stack pointer are all the same";
        if (all_the_same(client_end_payload(&p->t)) || (runs && is_code(at, pc)))
            continue;
        p->lacks.unlearned = NULL;
        name_number(p, FACT_ID_STACK, at);
        scratch_borrow(p, at, BYTES);
        return true;
    }
    return false;
}

/* At the stack pointer, or in other memory of the program that the look has found. */
static void learn_stack(play *p) {
    value v = {0};
    uint64_t sp = 0;
    uint64_t pc = 0;
    const rsp_manners *m = p->stub->manners;
    const bool runs = places_pc(p, false, &pc);
    p->lacks.unlearned = "the stack pointer is not known";
    if (register_read(p, NULL, "sp", 0, REGISTER_BY_ANY, &v) == STEP_OK && value_number(&v, &sp) &&
        learn_stack_at(p, sp, runs, pc))
        return;
    for (size_t i = 0; i < m->places.num; i++) {
        if (m->places.others[i].writable && learn_stack_at(p, m->places.others[i].start, runs, pc))
            return;
    }
}

static void learn_block_registers(play *p) {
    value list = value_list(NULL, 0);
    value offsets = value_list(NULL, 0);
    target_ask(p);
    p->lacks.unlearned = "the stub does not describe its registers";
    if (!p->stub->layout.known || client_end_request(&p->t, RSP_LIT("g")) != RSP_OK)
        return;
    const size_t bytes = client_end_payload(&p->t).len / 2;
    for (size_t i = 0; i < p->stub->layout.target.num && list.num < RSP_LIMIT_VALUE_ITEMS; i++) {
        const rsp_tdesc_register *r = &p->stub->layout.target.registers[i];
        if (r->bits % 8 != 0 || r->offset + r->bits / 8 > bytes)
            continue;
        list = value_list_add(&p->room.arena, &list, value_int(r->number));
        offsets = value_list_add(&p->room.arena, &offsets, value_int(r->offset));
    }
    if (list.num == 0)
        return;
    p->lacks.unlearned = NULL;
    (void)scope_set(&p->names, fact_table[FACT_ID_BLOCK_REGISTERS].name, list);
    (void)scope_set(&p->names, fact_table[FACT_ID_BLOCK_OFFSETS].name, offsets);
}

static uint64_t learned_facts(void) {
    uint64_t bits = 0;
    for (unsigned i = 0; i < FACT_COUNT; i++)
        bits |= fact_table[i].when == FACT_LEARNED ? UINT64_C(1) << i : 0;
    return bits;
}

void places_learn(play *p) {
    const script *s = p->script.scenario->script;
    p->lacks.unlearned = NULL;
    if ((s->facts & learned_facts()) == 0)
        return;
    (void)resume_question(p, NULL); /* before it some stubs open no memory */
    if (script_names(s, FACT_ID_PLACE) || script_names(s, FACT_ID_PLACES))
        learn_places(p);
    if (!p->lacks.unlearned && script_names(s, FACT_ID_READABLE))
        learn_readable(p);
    if (!p->lacks.unlearned && script_names(s, FACT_ID_STACK))
        learn_stack(p);
    if (!p->lacks.unlearned && script_names(s, FACT_ID_BLOCK_REGISTERS))
        learn_block_registers(p);
}
