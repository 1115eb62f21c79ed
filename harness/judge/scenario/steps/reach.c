/* Steps that run a program that nobody knows: stepping on, running to a place that comes again, running on.
 * What the program may do by itself skips: it ends, it stops for a reason of its own, the place does not
 * come. Source: GDB manual, Packets (c, s, vCont, Z0), Stop Reply Packets (swbreak), Interrupts. */
/* SPDX-License-Identifier: MIT */
#include "connect/kept.h"
#include "core/arena.h"
#include "needs/asked.h"
#include "needs/places.h"
#include "play/buffers.h"
#include "play/evaluate.h"
#include "play/failure.h"
#include "play/registers.h"
#include "play/stub_target.h"
#include "steps/captured.h"
#include "steps/halt.h"
#include "steps/step.h"

#include <rsp/packet_ids.h>
#include <rsp/packets.h>

enum { TRAP = 5 }; /* SIGTRAP in GDB's numbers */

/* What a stub does, whatever the scenario is about. */
#define NO_MOVE "a step does not move the program counter"
#define NO_TRAP "the stop of a breakpoint has another signal than SIGTRAP"
#define NO_RUN "a resume stops at once where it begins"
#define LATE "the stop of a breakpoint is after its address"
#define EARLY "the stop of a breakpoint is before its address"

static step_end skip(play *p, const char *why) {
    p->skipping.why = why;
    return STEP_SKIP;
}

/* How a step ends whose resume brought no stop. */
static step_end not_stopped(play *p, const written *at, arrival a, const char *why) {
    if (a == ARRIVAL_BROKEN)
        return play_fail_status(p, at,
                                rsp_session_state(p->t.session) == RSP_OK ? RSP_UNEXPECTED
                                                                          : rsp_session_state(p->t.session),
                                "the stop reply");
    return skip(p, why);
}

/* --- advance --- */

/* A step over a blocking system call takes as long as the call. An interrupt ends it, with pc unchanged. */
static bool waits_in_a_call(play *p, uint64_t before) {
    const char *why = "";
    uint64_t pc = 0;
    return client_end_send_raw(&p->t, RSP_LIT("\x03"), false, 0) == RSP_OK &&
           places_await(p, 0, &why) == ARRIVAL_STOPPED && places_pc(p, false, &pc) && pc == before;
}

STEP(advance) {
    uint64_t times = 0;
    uint64_t before = 0;
    const char *why = "";
    bool moved = false;
    bool trapped = true;
    uint64_t pc = 0;
    if (!play_number(p, step->advance, &times))
        return STEP_FAILED;
    if (!places_pc(p, false, &before))
        return skip(p, "the program counter is not known");
    pc = before;
    for (uint64_t i = 0; i < times; i++) {
        arrival a = places_resume(p, true, 0, &why);
        if (a == ARRIVAL_NONE && waits_in_a_call(p, pc))
            return skip(p, "the program waits in a call of its system");
        if (a == ARRIVAL_NONE) {
            (void)play_fail(p, step->what, RSP_VERDICT_HANG, "a step is not answered");
            p->failed.failure.came = RSP_CAME_SILENCE;
            return STEP_FAILED;
        }
        if (a != ARRIVAL_STOPPED)
            return not_stopped(p, step->what, a, why);
        if (!places_pc(p, false, &pc))
            return skip(p, "the program counter is not known after the step");
        moved = moved || pc != before;
        trapped = trapped && p->reused.stop.signal == TRAP;
    }
    if (moved)
        return STEP_OK;
    if (!trapped)
        return skip(p, "a signal keeps the program where it is");
    if (places_may_stay(p, before))
        return skip(p, "the program may stay where it is");
    if (places_moves_by_g(p)) /* what p gives is judged by scenarios about p */
        return STEP_OK;
    (void)play_fail(p, step->what, RSP_VERDICT_FAIL, "pc stays 0x%llx in %llu steps",
                    (unsigned long long)before, (unsigned long long)times);
    if (register_block_is_long(p)) /* what is taken for pc lies elsewhere */
        return play_name_failure(p, "XFER-013", REGISTER_LONG_BLOCK, REGISTER_LONG_BLOCK);
    return step->breach ? STEP_FAILED : play_name_failure(p, "RUN-002", NO_MOVE, NO_MOVE);
}

/* --- step-alone --- */

/* As GDB steps with its scheduler locked. A thread that waits in a call of its system is interrupted. */
STEP(step_alone) {
    value id = {0};
    const char *why = "";
    if (!play_value(p, step->step_alone, &id))
        return STEP_FAILED;
    rsp_buf *request = play_buf(p);
    rsp_packet_begin(request, RSP_PACKET_VCONT);
    rsp_buf_str(request, "s:");
    value_append(request, &id);
    rsp_status status = client_end_send_acked(&p->t, rsp_buf_bytes(request));
    arrival a = status == RSP_OK ? places_await(p, 0, &why) : ARRIVAL_BROKEN;
    if (a == ARRIVAL_NONE) {
        (void)!client_end_send_raw(&p->t, RSP_LIT("\x03"), false, 0);
        (void)places_await(p, 0, &why);
        return skip(p, "the thread does not come back from a step: it may wait");
    }
    return a == ARRIVAL_STOPPED ? captured_take(p, step->capture) : not_stopped(p, step->what, a, why);
}

/* --- reach --- */

/* x86 stubs that do not say swbreak leave pc behind the trap. */
static bool is_behind_trap(play *p, uint64_t pc, uint64_t at) {
    const char *arch = p->stub->layout.arch ? p->stub->layout.arch : "";
    bool x86 = strcmp(arch, "x86-64") == 0 || strcmp(arch, "i386") == 0;
    return x86 && pc == at + 1 && p->reused.stop.reason != RSP_REASON_SWBREAK;
}

/* The client takes it back. */
static bool taken_back(play *p, uint64_t pc, uint64_t at) {
    return is_behind_trap(p, pc, at) && register_write(p, NULL, "pc", 0, REGISTER_BY_ANY, at) == STEP_OK;
}

/* What has to stop the program: "Z0" and its requirement, or those of hardware. */
static bool is_by_hardware(const reach_spec *reach) {
    return reach->by && reach->by->word == REACH_BY_HARDWARE;
}

static const char *requirement_of(const reach_spec *reach) {
    return is_by_hardware(reach) ? "BRK-009" : "BRK-001";
}

/* Where the loop goes on after the place `at`; false: that is not known. */
static bool place_after(play *p, uint64_t at, uint64_t *out) {
    const value *places = scope_get(&p->names, rsp_bytes_str(fact_table[FACT_ID_PLACES].name));
    for (size_t i = 0; places && i < places->num; i++) {
        if (places->items[i].number != at)
            continue;
        *out = places->items[(i + 1) % places->num].number;
        return true;
    }
    return false;
}

/* A stop that is not at its breakpoint, but an instruction or a part of one beside it. */
typedef struct miss {
    bool early;
    bool instruction;
} miss;

/* Whether `second` is the place after `first` in the loop, or a few bytes behind it, as pc is behind a trap.
 */
static bool is_behind(play *p, uint64_t first, uint64_t second, bool *out_instruction) {
    enum { TRAP_BYTES = 4 };
    uint64_t next = 0;
    *out_instruction = place_after(p, first, &next) && next == second;
    return *out_instruction || (second > first && second - first <= TRAP_BYTES);
}

static bool is_late(play *p, uint64_t pc, uint64_t at, miss *out) {
    out->early = false;
    return is_behind(p, at, pc, &out->instruction);
}

/* As where pc was taken back though it was not behind a trap. */
static bool is_early(play *p, uint64_t pc, uint64_t at, miss *out) {
    out->early = true;
    return is_behind(p, pc, at, &out->instruction);
}

static step_end fail_missed(play *p, const reach_spec *reach, uint64_t pc, uint64_t at, const miss *how) {
    static const struct {
        const char *side, *in_loop, *moment, *breach;
    } words[] = {{"after", "at the next place of the loop", "late", LATE},
                 {"before", "at the place before it in the loop", "early", EARLY}};
    const size_t i = how->early;
    const bool straight = how->early == (pc < at); /* and not round the loop */
    rsp_buf *what = play_buf(p);
    (void)play_fail(p, &reach->w, RSP_VERDICT_FAIL, "pc is 0x%llx, %s the breakpoint at 0x%llx",
                    (unsigned long long)pc, words[i].side, (unsigned long long)at);
    if (p->ran.reached) /* breakpoints work: what was done since then is to blame */
        return STEP_FAILED;
    rsp_buf_printf(what, "the stop of Z%c is ", is_by_hardware(reach) ? '1' : '0');
    if (straight)
        rsp_buf_printf(what, "%llu byte%s %s its address", (unsigned long long)(pc < at ? at - pc : pc - at),
                       pc + 1 == at || at + 1 == pc ? "" : "s", words[i].side);
    else
        rsp_buf_str(what, words[i].in_loop);
    if (how->instruction)
        rsp_buf_printf(what, ", one instruction %s", words[i].moment);
    return play_name_failure(p, requirement_of(reach), words[i].breach,
                             rsp_arena_str(&p->room.arena, rsp_buf_cstr(what)));
}

/* Whether the program runs on without the breakpoint at `at`, so that the stop before it was of that one. */
static bool is_its_own_stop(play *p, const reach_spec *reach, uint64_t at) {
    const char *why = "";
    return kept_remove_point(p, at, is_by_hardware(reach) ? '1' : '0') &&
           places_resume(p, false, client_end_quiet_ns(&p->t), &why) == ARRIVAL_NONE;
}

/* A stop at the place that was to be passed. The breakpoint there has stayed, or the one behind it or before
 * it, which is the first of this conversation, is told too early or too late. */
static step_end fail_passed(play *p, const reach_spec *reach, uint64_t pc, uint64_t at) {
    miss how = {0};
    if (!p->ran.reached && (is_early(p, pc, at, &how) || is_late(p, pc, at, &how)) &&
        is_its_own_stop(p, reach, at))
        return fail_missed(p, reach, pc, at, &how);
    return play_fail(p, &reach->w, RSP_VERDICT_FAIL, "stopped at 0x%llx, where no breakpoint is any more",
                     (unsigned long long)pc);
}

/* It has stopped: at the place, or for a reason of its own. */
static step_end judge_stop(play *p, const reach_spec *reach, uint64_t at) {
    miss how = {0};
    uint64_t pc = 0;
    uint64_t passed = ~at;
    if (reach->passes && !play_number(p, reach->passes, &passed))
        return STEP_FAILED;
    const unsigned number = p->reused.stop.signal;
    if (!places_pc(p, true, &pc))
        return skip(p, "the program counter is not known after the stop");
    if (reach->passes && pc == passed && !is_by_hardware(reach) && is_behind_trap(p, pc, at))
        return skip(p, "pc behind the trap of a breakpoint is the place to be passed");
    if (reach->passes && pc == passed)
        return fail_passed(p, reach, pc, at);
    if (pc == at && number != TRAP) {
        (void)play_fail(p, &reach->w, RSP_VERDICT_FAIL, "stopped at the breakpoint by signal %u, not by %d",
                        number, TRAP);
        return play_name_failure(p, "STOP-005", NO_TRAP, NO_TRAP);
    }
    if (pc == at || (!is_by_hardware(reach) && taken_back(p, pc, at))) {
        p->ran.reached = true;
        p->ran.reached_at = at;
        return STEP_OK;
    }
    if (kept_has_point(p, pc))
        return skip(p, "another breakpoint of the scenario stops the program first");
    if (number == TRAP && is_late(p, pc, at, &how))
        return fail_missed(p, reach, pc, at, &how);
    /* A request that was refused may have left a breakpoint in front (gdbserver). */
    if (number == TRAP && is_early(p, pc, at, &how) && is_its_own_stop(p, reach, at))
        return fail_missed(p, reach, pc, at, &how);
    return skip(p, rsp_arena_printf(&p->room.arena, "the program stopped by itself at 0x%llx (signal %u)",
                                    (unsigned long long)pc, number));
}

/* The program comes to the breakpoint again and again, and does not stop. Where others stopped it before,
 * what was done since then is to blame. */
static step_end fail_unhit(play *p, const reach_spec *reach, uint64_t at) {
    static const char *const first[] = {"Z0 is confirmed and the program does not stop there",
                                        "Z1 is confirmed and the program does not stop there"};
    static const char gone[] = "a breakpoint stops the program no more once another was set and removed";
    static const char second[] =
        "a breakpoint is confirmed and does not stop the program, as an earlier one did";
    (void)play_fail(p, &reach->w, RSP_VERDICT_FAIL,
                    "the program does not stop at 0x%llx, where it comes again and again",
                    (unsigned long long)at);
    const char *what =
        p->ran.reached ? (p->ran.reached_at == at ? gone : second) : first[is_by_hardware(reach)];
    return p->ran.reached && !reach->passes ? STEP_FAILED
                                            : play_name_failure(p, requirement_of(reach), what, what);
}

/* It did not stop. It has passed the place when it still comes there, stepping. */
static step_end judge_silence(play *p, const reach_spec *reach, uint64_t at) {
    const char *why = "";
    uint64_t pc = 0;
    rsp_status status = client_end_send_raw(&p->t, RSP_LIT("\x03"), false, 0);
    if (status != RSP_OK)
        return play_fail_status(p, &reach->w, status, "the bytes to be taken");
    if (places_await(p, 0, &why) != ARRIVAL_STOPPED)
        return skip(p, "the program stops neither at the place nor by an interrupt");
    for (size_t i = 0; i <= PLACES_MOST_STEPS && places_pc(p, i > 0, &pc); i++) {
        if (pc == at)
            return fail_unhit(p, reach, at);
        if (places_resume(p, true, 0, &why) != ARRIVAL_STOPPED)
            break;
    }
    return skip(p, "the place did not come again");
}

STEP(reach) {
    const reach_spec *reach = step->reach;
    const char *why = "";
    uint64_t at = 0;
    if (!play_number(p, reach->place ? reach->place : reach->at, &at))
        return STEP_FAILED;
    arrival a = places_resume(p, false, 0, &why);
    step_end end = a == ARRIVAL_STOPPED ? judge_stop(p, reach, at)
                   : a == ARRIVAL_NONE  ? judge_silence(p, reach, at)
                                        : not_stopped(p, step->what, a, why);
    return end == STEP_OK ? captured_take(p, step->capture) : end;
}

/* --- run-on --- */

/* A stop at a place where it has been stepped on from, at once: it never ran. */
static bool at_known_place(play *p, uint64_t pc) {
    const value *places = scope_get(&p->names, rsp_bytes_str(fact_table[FACT_ID_PLACES].name));
    for (size_t i = 0; places && i < places->num; i++) {
        if (places->items[i].number == pc)
            return true;
    }
    return false;
}

/* The last resume got the empty reply, and nothing says that the stub has it: c is not obligatory. What
 * vCont? lists is promised. */
static bool is_missing(play *p) {
    return p->last.decoded.len == 0 && !target_has_vcont(p) &&
           !packet_is_promised(p, rsp_buf_bytes(&p->last.request));
}

STEP(run_on) {
    const char *why = "";
    uint64_t before = 0;
    uint64_t pc = 0;
    bool known = places_pc(p, false, &before);
    arrival a = places_resume(p, false, client_end_quiet_ns(&p->t), &why);
    const bool strict = spec_is_word(step->run_on, RUN_ON_STRICT);
    p->ran = (letting_run){.reached = p->ran.reached,
                           .reached_at = p->ran.reached_at,
                           .why = !known   ? RAN_UNKNOWN
                                  : strict ? RAN_TO_BE_JUDGED
                                           : RAN_BY_THE_WAY,
                           .from = before};
    if (a == ARRIVAL_NONE)
        return STEP_OK;
    if (a == ARRIVAL_REFUSED && strict && !is_missing(p)) {
        (void)play_fail(p, step->what, RSP_VERDICT_FAIL, "the program can't be resumed: %s", why);
        p->failed.failure.came = rsp_came_of(rsp_buf_bytes(&p->last.decoded));
        return STEP_FAILED;
    }
    if (a != ARRIVAL_STOPPED)
        return not_stopped(p, step->what, a, why);
    if (known && places_pc(p, false, &pc) && pc == before && at_known_place(p, pc)) {
        (void)play_fail(p, step->what, RSP_VERDICT_FAIL,
                        "the program stops where it was resumed, 0x%llx, and no breakpoint is there",
                        (unsigned long long)pc);
        return step->breach ? STEP_FAILED : play_name_failure(p, "RUN-001", NO_RUN, NO_RUN);
    }
    return skip(p, rsp_arena_printf(&p->room.arena, "the program stopped by itself (signal %u)",
                                    (unsigned)p->reused.stop.signal));
}

/* --- halt --- */

bool halt_shows_nothing(play *p) {
    const bool ours =
        p->script.spec->needs && p->script.spec->needs->program; /* such a scenario knows when it stops */
    if (ours || !p->t.running || p->t.stash.is_there || client_end_is_manual(&p->t))
        return false;
    if (p->stub->manners->runs.stops_by_itself == RSP_HABIT_YES)
        p->skipping.why = "the program stops by itself, so that a stop shows nothing of 0x03";
    else if (client_end_packet(&p->t, 1, TAKE_STOP) == RSP_OK)
        p->skipping.why = "the program stopped by itself before 0x03 was sent";
    return p->skipping.why != NULL;
}

step_end halt_name_after_call(play *p) {
    static const char waits[] = "the program does not go on after the reply to a File-I/O call";
    return p->t.passed.num_calls > 0 ? play_name_failure(p, "FILEIO-002", waits, waits) : STEP_FAILED;
}

STEP(halt) {
    const char *why = "";
    if (halt_shows_nothing(p))
        return STEP_SKIP;
    rsp_status status = client_end_send_raw(&p->t, RSP_LIT("\x03"), false, 0);
    if (status != RSP_OK)
        return play_fail_status(p, step->what, status, "the bytes to be taken");
    arrival a = places_await(p, 0, &why);
    if (a == ARRIVAL_STOPPED)
        return captured_take(p, step->capture);
    if (a != ARRIVAL_NONE)
        return not_stopped(p, step->what, a, why);
    if (!places_never_ran(p))
        return skip(p, "0x03 does not stop the program");
    if (p->ran.why != RAN_TO_BE_JUDGED)
        return skip(p, "the program never ran");
    (void)play_fail(p, step->what, RSP_VERDICT_FAIL,
                    "the resume is not answered, and the program never ran: it is still at 0x%llx",
                    (unsigned long long)p->ran.from);
    return halt_name_after_call(p);
}
