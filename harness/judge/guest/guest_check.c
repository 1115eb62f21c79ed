/* The proof that a loaded guest runs: one step, then to a breakpoint at its end, where registers and memory
 * are what the description of the guest says. A stub without breakpoints is stepped all the way. See
 * guest_talk.h and corpora/guests/README.md. */
/* SPDX-License-Identifier: MIT */
#include "guest_talk.h"

#include "codec/tdesc.h"
#include "core/byte_order.h"
#include <inttypes.h>
#include <string.h>

/* What `main` leaves: loop(10) counts work's calls, tail(5) gives a number. */
enum { CALLS_OF_WORK = 10, VALUE_OF_TAIL = 38, STEPS_MOST = 1000, LONGEST_INSTRUCTION = 8 };

enum { ARM_THUMB = 1 << 5, XPSR_THUMB = 1 << 24, CR0_PROTECTED = 1, EFER_LONG = 1 << 10, MSR_LITTLE = 1 };

unsigned rsp_guest_bp_kind(const rsp_guest *guest) {
    return guest->mode == RSP_GUEST_T32 ? 2 : rsp_arch_bp_kind(guest->arch);
}

/* A register that need not be there. */
static bool has(guest_talk *t, const char *name, uint64_t *out) {
    return t->line->get(t->line->ctx, name, out);
}

static bool set(guest_talk *t, const char *name, uint64_t value) {
    uint64_t now = 0;
    if (!t->line->set(t->line->ctx, name, value))
        return guest_fails(t->load, RSP_GUEST_STEP_PC, "%s can not be set to 0x%" PRIx64, name, value);
    if (has(t, name, &now) && now == value)
        return true;
    return guest_fails(t->load, RSP_GUEST_STEP_PC, "%s is 0x%" PRIx64 " after it was set to 0x%" PRIx64, name,
                       now, value);
}

/* Registers and memory would be read in the other order afterwards: the mode is not changed. */
static bool is_in_order(guest_talk *t, bool little) {
    uint64_t msr = 0;
    if (!has(t, "msr", &msr) || ((msr & MSR_LITTLE) != 0) == little)
        return true;
    return guest_fails(t->load, RSP_GUEST_STEP_PC,
                       little ? "the processor is in big-endian mode (msr), the guest is little-endian code"
                              : "the processor is in little-endian mode (msr), the guest is big-endian code");
}

/* The bits that say which instructions the processor takes. */
static bool set_mode(guest_talk *t) {
    const rsp_guest_mode mode = t->load->guest->mode;
    uint64_t now = 0;
    if (mode == RSP_GUEST_PROTECTED && has(t, "cr0", &now) && !(now & CR0_PROTECTED))
        return guest_fails(t->load, RSP_GUEST_STEP_PC,
                           "the processor is in real mode (cr0), the guest is 32-bit code");
    if (mode == RSP_GUEST_LONG && has(t, "efer", &now) && !(now & EFER_LONG))
        return guest_fails(t->load, RSP_GUEST_STEP_PC,
                           "the processor is not in long mode (efer), the guest is 64-bit code");
    if (mode == RSP_GUEST_BIG || mode == RSP_GUEST_LITTLE)
        return is_in_order(t, mode == RSP_GUEST_LITTLE);
    if (mode == RSP_GUEST_A32 && has(t, "cpsr", &now))
        return !(now & ARM_THUMB) || set(t, "cpsr", now & ~(uint64_t)ARM_THUMB);
    if (mode == RSP_GUEST_A32 && has(t, "xpsr", &now))
        return guest_fails(t->load, RSP_GUEST_STEP_PC, "the processor has xpsr: it takes Thumb code only");
    if (mode == RSP_GUEST_T32 && has(t, "xpsr", &now))
        return (now & XPSR_THUMB) || set(t, "xpsr", now | XPSR_THUMB);
    if (mode == RSP_GUEST_T32 && has(t, "cpsr", &now))
        return (now & ARM_THUMB) || set(t, "cpsr", now | ARM_THUMB);
    return true;
}

static uint64_t place_of(const rsp_guest_load *load, const char *name) {
    const rsp_guest_symbol *s = rsp_guest_find(load->guest, name);
    return rsp_guest_address(load, s ? s->offset : 0);
}

/* SPARC has the instruction after the next one in npc; GDB's jump sets it, too. */
static bool set_next(guest_talk *t, uint64_t pc) {
    enum { INSTRUCTION = 4 };
    uint64_t now = 0;
    return strncmp(t->load->guest->arch, "sparc", 5) != 0 || !has(t, "npc", &now) ||
           set(t, "npc", pc + INSTRUCTION);
}

bool guest_set_registers(guest_talk *t, const char *entry) {
    const uint64_t pc = place_of(t->load, entry);
    return set_mode(t) && set(t, "pc", pc) && set_next(t, pc) && set(t, "sp", t->load->sp);
}

static bool step(guest_talk *t, uint64_t *out_pc) {
    const char *why = "";
    if (!t->line->resume(t->line->ctx, true, &why))
        return guest_fails(t->load, RSP_GUEST_STEP_STEP, "%s", why);
    return has(t, "pc", out_pc) ||
           guest_fails(t->load, RSP_GUEST_STEP_STEP, "pc can not be read after a step");
}

static bool step_first(guest_talk *t) {
    const uint64_t from = place_of(t->load, "main");
    uint64_t pc = 0;
    if (!step(t, &pc))
        return false;
    if (pc > from && pc <= from + LONGEST_INSTRUCTION)
        return true;
    return guest_fails(t->load, RSP_GUEST_STEP_STEP, "a step from 0x%" PRIx64 " leads to 0x%" PRIx64, from,
                       pc);
}

/* Z0, else Z1: what GDB's user would get by break and hbreak. -1: none of them. */
static int insert(guest_talk *t, uint64_t at, unsigned kind) {
    for (int type = 0; type <= 1; type++) {
        rsp_bytes reply;
        rsp_buf_clear(&t->request);
        rsp_buf_printf(&t->request, "Z%d,%" PRIx64 ",%x", type, at, kind);
        if (guest_ask(t, &reply) && rsp_bytes_equal(reply, RSP_LIT("OK")))
            return type;
    }
    return -1;
}

static bool run_to(guest_talk *t, uint64_t at) {
    const unsigned kind = rsp_guest_bp_kind(t->load->guest);
    const char *why = "";
    rsp_bytes reply;
    uint64_t pc = 0;
    const int type = insert(t, at, kind);
    t->load->by_steps = type < 0;
    for (unsigned i = 0; type < 0 && i < STEPS_MOST && pc != at; i++)
        if (!step(t, &pc))
            return false;
    if (type < 0)
        return pc == at ||
               guest_fails(t->load, RSP_GUEST_STEP_RUN, "%d steps do not lead to 0x%" PRIx64, STEPS_MOST, at);
    const bool stopped = t->line->resume(t->line->ctx, false, &why) && has(t, "pc", &pc);
    rsp_buf_clear(&t->request);
    rsp_buf_printf(&t->request, "z%d,%" PRIx64 ",%x", type, at, kind);
    (void)guest_ask(t, &reply);
    if (!stopped)
        return guest_fails(t->load, RSP_GUEST_STEP_RUN, "a breakpoint at 0x%" PRIx64 ": %s", at,
                           *why ? why : "pc can not be read");
    const bool behind = kind == 1 && pc == at + 1; /* x86 stubs may leave it behind their trap */
    if (pc == at || (behind && set(t, "pc", at)))
        return true;
    return guest_fails(t->load, RSP_GUEST_STEP_RUN,
                       "a breakpoint at 0x%" PRIx64 ", but the stop is at 0x%" PRIx64, at, pc);
}

/* A variable of the guest, as a number. */
static bool read_word(guest_talk *t, const char *name, uint64_t *out) {
    rsp_buf bytes = {.mem = t->request.mem};
    const bool ok = guest_read(t, place_of(t->load, name), t->load->guest->word_bytes, &bytes);
    *out = ok ? rsp_number_of(rsp_buf_bytes(&bytes), t->load->guest->big_endian) : 0;
    rsp_buf_free(&bytes);
    return ok;
}

/* What a register has at the end of `main`. */
static bool expect(guest_talk *t, const char *name, uint64_t wanted) {
    uint64_t value = 0;
    if (!has(t, name, &value))
        return guest_fails(t->load, RSP_GUEST_STEP_RESULT, "%s can not be read any more", name);
    return value == wanted || guest_fails(t->load, RSP_GUEST_STEP_RESULT,
                                          "%s is 0x%" PRIx64 " instead of 0x%" PRIx64, name, value, wanted);
}

static bool look_at_result(guest_talk *t, bool knows_result) {
    rsp_guest_load *load = t->load;
    uint64_t counter = 0;
    if (!read_word(t, "counter", &counter))
        return guest_fails(load, RSP_GUEST_STEP_RESULT, "%s", t->said);
    if (counter != CALLS_OF_WORK)
        return guest_fails(load, RSP_GUEST_STEP_RESULT, "work has counted to %" PRIu64 " instead of %d",
                           counter, CALLS_OF_WORK);
    return expect(t, "sp", load->sp) && (!knows_result || expect(t, load->guest->result, VALUE_OF_TAIL));
}

bool guest_check(guest_talk *t) {
    uint64_t before = 0;
    const bool knows_result = has(t, t->load->guest->result, &before);
    if (!step_first(t) || !run_to(t, place_of(t->load, "end")) || !look_at_result(t, knows_result))
        return false;
    t->load->step = RSP_GUEST_LOADED;
    t->load->why[0] = 0;
    return true;
}
