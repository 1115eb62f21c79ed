/* What the program does: breakpoints, resumes, the interrupt alone and beside a resume.
 * Ends with the program stopped, where the stub stops it.
 * Private to the layer; see look.h. */
/* SPDX-License-Identifier: MIT */
#include "look.h"

#include "resume.h"

#include "codec/escape.h"
#include "codec/feature.h"
#include "codec/reply.h"
#include "link/link_control.h"
#include <rsp/packet_ids.h>
#include <rsp/payload.h>
#include <stdio.h>

/* --- breakpoints: set and taken away at once, while nothing runs --- */

static void look_breakpoints(look *l) {
    static const uint8_t most = 4;
    char args[48];
    rsp_buf text = {.mem = l->t.options->mem};
    if (!line_open(&l->t) || !l->has_program || !read_pc(l, &l->pc.at))
        return;
    unsigned kind = l->t.m->registers.arch ? rsp_arch_bp_kind(l->t.m->registers.arch) : 0;
    for (uint8_t type = 0; type <= most && line_open(&l->t); type++) {
        uint64_t at = type > 1 && l->sp.known ? l->sp.at : l->pc.at;
        (void)snprintf(args, sizeof args, "%u,%llx,%x", type, (unsigned long long)at,
                       type > 1 ? 4U
                       : kind   ? kind
                                : 4U);
        reply r = ask_packet(&l->t, RSP_PACKET_INSERT_BREAKPOINT, args, patience_of(&l->t));
        bool set = r.kind == REPLY_PACKET && rsp_bytes_equal(r.payload, RSP_LIT("OK"));
        const char *came = set ? "OK" : r.kind == REPLY_SILENT ? "silent" : is_answer(&r) ? "other" : "no";
        if (r.kind == REPLY_PACKET && rsp_reply_is_error(r.payload))
            came = "error";
        rsp_buf_printf(&text, "%sZ%u %s", type ? ", " : "", type, came);
        if (set) {
            l->t.m->replies.breakpoints |= 1U << type;
            l->t.m->replies.packets[RSP_PACKET_INSERT_BREAKPOINT] = RSP_HABIT_YES;
            note_bytes(&l->t, TOPIC_BREAKPOINTS, NULL);
            reply removed = ask_packet(&l->t, RSP_PACKET_REMOVE_BREAKPOINT, args, due_of(&l->t));
            note_packet(&l->t, RSP_PACKET_REMOVE_BREAKPOINT, &removed);
        }
    }
    l->breakpoint_text = keep_text(&l->t, &text);
}

/* --- running --- */

/* Whether the program may end, and its stub with it: a process of a system that somebody else started. */
static bool might_be_lost(const look *l) {
    static const rsp_packet_id hosted[] = {RSP_PACKET_QXFER_AUXV_READ, RSP_PACKET_QXFER_LIBRARIES_READ,
                                           RSP_PACKET_QXFER_LIBRARIES_SVR4_READ,
                                           RSP_PACKET_QXFER_EXEC_FILE_READ};
    bool ours = rsp_link_is_ours(l->t.link);
    rsp_bytes supported = rsp_bytes_str(l->t.m->replies.supported);
    for (size_t i = 0; i < RSP_ARRAY_LEN(hosted) && !ours; i++) {
        if (rsp_feature_offered(supported, rsp_packet_feature(hosted[i])))
            return true;
    }
    return false;
}

/* Whether the program goes on without 0x03 for longer than the stop took that came after it. A program that
 * stops by itself would seem to be interrupted. */
static bool runs_on(look *l, const resume *how, uint64_t took_ns) {
    const uint64_t least_ns = 2 * l->t.options->quiet_ns;
    outcome came = resume_by(l, how, how->manner, took_ns > least_ns / 2 ? 2 * took_ns : least_ns);
    if (came == OUTCOME_STOPPED)
        l->t.m->runs.stops_by_itself = RSP_HABIT_YES;
    if (came == OUTCOME_STOPPED)
        note_bytes(&l->t, TOPIC_PROGRAM, NULL);
    return came == OUTCOME_RUNS;
}

/* Twice: a stop counts as the answer to 0x03 where the program runs on without. */
static void try_interrupt(look *l, const resume *how, uint64_t since_ns) {
    bool stopped = stops_by_interrupt(l, soon_of(&l->t));
    const uint64_t took_ns = rsp_link_now(l->t.link) - since_ns;
    if (stopped && line_open(&l->t)) {
        if (!runs_on(l, how, took_ns))
            return;
        l->t.m->runs.stops_by_itself = RSP_HABIT_NO;
        stopped = stops_by_interrupt(l, soon_of(&l->t));
    }
    if (stopped) {
        l->t.m->bytes.interrupt = RSP_HABIT_YES;
        note_bytes(&l->t, TOPIC_INTERRUPT, NULL);
        if (l->t.m->runs.kind == RSP_PROGRAM_UNKNOWN)
            l->t.m->runs.kind = RSP_PROGRAM_RUNS;
        return;
    }
    if (!line_open(&l->t) || !l->has_program)
        return;
    l->t.m->bytes.interrupt = RSP_HABIT_NO;
    note_bytes(&l->t, TOPIC_INTERRUPT, NULL);
    if (l->t.m->runs.kind == RSP_PROGRAM_UNKNOWN)
        l->t.m->runs.kind = RSP_PROGRAM_RUNS;
    l->t.line = LINE_RUNNING;
}

/* The interrupt in one write with the resume. */
static void try_beside(look *l, const resume *how) {
    reply r = {.kind = REPLY_SILENT};
    rsp_buf_clear(&l->t.last_asked);
    rsp_buf_clear(&l->t.heard);
    rsp_buf_clear(&l->t.frame);
    rsp_escape_packet(&l->t.last_asked, request_of_resume(l, how, how->manner), RSP_ESCAPE_FULL);
    rsp_buf_push(&l->t.last_asked, 3);
    say(&l->t, rsp_buf_bytes(&l->t.last_asked));
    hear(&l->t, &r, 1, soon_of(&l->t));
    hear_past(l, &r, soon_of(&l->t));
    outcome came = outcome_of(&r);
    hear_stop_again(l, &r, came);
    if (came == OUTCOME_GONE || came == OUTCOME_ENDED || came == OUTCOME_REFUSED)
        return;
    l->t.m->bytes.interrupt_beside = came == OUTCOME_STOPPED ? RSP_HABIT_YES : RSP_HABIT_NO;
    if (came == OUTCOME_STOPPED)
        return;
    l->t.shown[TOPIC_INTERRUPT] = show(&l->t);
    if (!stops_by_interrupt(l, soon_of(&l->t)) && line_open(&l->t))
        l->t.line = LINE_RUNNING;
}

/* c and s of a stub with vCont, which debuggers do not send to it. Last, and where a stub that dies of them
 * can be started again. */
static void try_letters(look *l) {
    const resume step = {.letter = RSP_PACKET_STEP};
    const resume go_on = {.letter = RSP_PACKET_CONTINUE};
    if (!rsp_link_is_ours(l->t.link) || l->t.line != LINE_OPEN || !l->has_program)
        return;
    if (l->t.m->runs.kind != RSP_PROGRAM_ENDS)
        (void)resume_by(l, &step, MANNER_LETTER, due_of(&l->t));
    if (line_open(&l->t) && l->has_program &&
        resume_by(l, &go_on, MANNER_LETTER, l->t.options->quiet_ns) == OUTCOME_RUNS &&
        !stops_by_interrupt(l, soon_of(&l->t)) && line_open(&l->t))
        l->t.line = LINE_RUNNING;
}

/* A vCont;c and a 0x03 that nobody answers: where c and a 0x03 are, nothing ran before. LLDB names threads.
 */
static void try_letter_instead(look *l, resume *how) {
    if (how->manner != MANNER_VCONT || l->t.m->bytes.interrupt != RSP_HABIT_NO || l->t.line != LINE_RUNNING)
        return;
    l->t.line = LINE_OPEN;
    const bool runs = resume_by(l, how, MANNER_LETTER, l->t.options->quiet_ns) == OUTCOME_RUNS;
    if (!runs || !stops_by_interrupt(l, due_of(&l->t))) {
        l->t.line = line_open(&l->t) ? LINE_RUNNING : l->t.line;
        return;
    }
    l->t.m->runs.bare_continue = RSP_HABIT_NO;
    l->t.m->bytes.interrupt = RSP_HABIT_YES;
    note_bytes(&l->t, TOPIC_INTERRUPT, NULL);
    how->manner = MANNER_LETTER;
}

static void look_continue(look *l) {
    resume how = {.letter = RSP_PACKET_CONTINUE};
    if (!line_open(&l->t) || !l->has_program || (might_be_lost(l) && l->t.m->runs.kind != RSP_PROGRAM_LOOPS))
        return;
    how.manner = vcont_lists(l, RSP_VCONT_CONTINUE) ? MANNER_VCONT : MANNER_LETTER;
    const uint64_t since_ns = rsp_link_now(l->t.link);
    outcome came = resume_by(l, &how, how.manner, l->t.options->quiet_ns);
    if (came == OUTCOME_REFUSED && how.manner == MANNER_VCONT) {
        how.manner = MANNER_LETTER;
        came = resume_by(l, &how, MANNER_LETTER, l->t.options->quiet_ns);
    }
    if (came == OUTCOME_REFUSED)
        note_bytes(&l->t, TOPIC_RESUMES, NULL);
    if (came == OUTCOME_REFUSED && l->t.m->runs.steps == RSP_HABIT_NO)
        l->t.m->runs.kind = RSP_PROGRAM_STUCK;
    if (came != OUTCOME_RUNS)
        return;
    try_interrupt(l, &how, since_ns);
    try_letter_instead(l, &how);
    if (l->t.m->bytes.interrupt == RSP_HABIT_YES && l->has_program)
        try_beside(l, &how);
    look_pc_stops(l, &how);
    if (how.manner == MANNER_VCONT)
        try_letters(l);
}

void look_program(look *l) {
    if (!l->t.options->run_program)
        return;
    look_breakpoints(l);
    /* dwtk ends behind an error reply, as to Z2. The next process tells of steps. */
    if (!line_open(&l->t) && !revive(l))
        return;
    look_steps(l);
    compare_p(l);
    look_memory_elsewhere(l);
    if (!l->breakpoint_text) /* pc was not known before */
        look_breakpoints(l);
    look_continue(l);
}
