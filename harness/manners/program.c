/* What the program does: steps, places that come again, resumes, the interrupt alone and beside a resume.
 * Ends with the program stopped, where the stub stops it.
 * Private to the layer; see look.h. */
/* SPDX-License-Identifier: MIT */
#include "look.h"

#include "pc_location.h"
#include "register_block.h"

#include "codec/escape.h"
#include "codec/feature.h"
#include "codec/file_call.h"
#include "codec/reply.h"
#include "link/link_control.h"
#include <rsp/packet_ids.h>
#include <rsp/payload.h>
#include <stdio.h>

/* What a resume came to. */
typedef enum outcome {
    OUTCOME_STOPPED,
    OUTCOME_ENDED,
    OUTCOME_RUNS,    /* nothing came yet */
    OUTCOME_REFUSED, /* empty or error reply */
    OUTCOME_GONE,
} outcome;

static outcome outcome_of(const reply *r) {
    if (r->kind == REPLY_GONE)
        return OUTCOME_GONE;
    if (r->kind == REPLY_SILENT)
        return OUTCOME_RUNS;
    /* A stop that is not well written is one: others judge how it is written. */
    switch (r->payload.len ? r->payload.ptr[0] : 0) {
    case RSP_STOP_SIGNAL:
    case RSP_STOP_THREAD:
        return OUTCOME_STOPPED;
    case RSP_STOP_EXITED:
    case RSP_STOP_TERMINATED:
        return OUTCOME_ENDED;
    default:
        return OUTCOME_REFUSED;
    }
}

/* --- how it is resumed --- */

typedef enum manner { MANNER_NONE, MANNER_LETTER, MANNER_VCONT } manner;

typedef struct resume {
    rsp_packet_id letter; /* CONTINUE, STEP */
    char action;
    manner manner; /* that the stub takes */
} resume;

/* As GDB writes it: "vCont;s:p1.1;c:p1.-1", "vCont;s:1;c", "vCont;c". */
static void vcont_request(look *l, bool steps) {
    rsp_buf *out = &l->t.request;
    rsp_packet_begin(out, RSP_PACKET_VCONT);
    if (steps && *l->thread)
        rsp_buf_printf(out, "s:%s;", l->thread);
    rsp_buf_push(out, steps && !*l->thread ? 's' : 'c');
    if (*l->thread == 'p')
        rsp_buf_printf(out, ":%.*s.-1", (int)strcspn(l->thread, "."), l->thread);
}

static rsp_bytes resume_request(look *l, const resume *how, manner in) {
    rsp_buf_clear(&l->t.request);
    if (in == MANNER_LETTER) {
        rsp_buf_append(&l->t.request, rsp_packet_name(how->letter));
        return rsp_buf_bytes(&l->t.request);
    }
    vcont_request(l, how->letter == RSP_PACKET_STEP);
    return rsp_buf_bytes(&l->t.request);
}

/* "OK" is output to GDB, and a File-I/O request is served: the program runs on after both. */
static bool is_passed(look *l, const reply *r) {
    return r->kind == REPLY_PACKET && l->t.line == LINE_OPEN &&
           (rsp_bytes_equal(r->payload, RSP_LIT("OK")) || rsp_file_call_is(r->payload));
}

/* What GDB answers to a File-I/O request: it writes for the program, and knows no other call here. */
static void answer_call(look *l, rsp_buf *out) {
    rsp_file_write text;
    char args[48];
    const bool writes = rsp_file_write_parse(&text, rsp_buf_bytes(&l->t.payload));
    rsp_packet_begin(out, RSP_PACKET_FILE_IO_REPLY);
    if (!writes) {
        rsp_buf_printf(out, "-1,%x", RSP_FILE_NO_CALL);
        return;
    }
    (void)snprintf(args, sizeof args, "%llx,%llx", (unsigned long long)text.at, (unsigned long long)text.len);
    (void)ask_packet(&l->t, RSP_PACKET_READ_MEMORY, args, due_of(&l->t));
    rsp_buf_printf(out, "%llx", (unsigned long long)text.len);
}

/* Passes over what is no stop, and hears on until `ns` are over. */
static void hear_past(look *l, reply *r, uint64_t ns) {
    enum { MOST_PASSED = 64 };
    const uint64_t until = rsp_deadline(rsp_link_now(l->t.link), ns);
    for (int i = 0; i < MOST_PASSED && is_passed(l, r); i++) {
        const uint64_t now = rsp_link_now(l->t.link);
        const uint64_t left = now < until ? until - now : 1;
        rsp_buf answer = {.mem = l->t.options->mem};
        if (rsp_file_call_is(r->payload)) {
            answer_call(l, &answer);
            *r = ask(&l->t, rsp_buf_bytes(&answer), left);
        } else {
            l->t.m->early_ok = RSP_HABIT_YES;
            note_bytes(&l->t, TOPIC_RESUMES, NULL);
            *r = (reply){.kind = REPLY_SILENT};
            hear(&l->t, r, 1, left);
        }
        rsp_buf_free(&answer);
    }
}

/* A stop that is told twice would be taken for the next reply. The first stop is given time. */
static void hear_stop_again(look *l, reply *r, outcome came) {
    if (came != OUTCOME_STOPPED || l->t.m->doubles_stops == RSP_HABIT_NO)
        return;
    if (r->packets == 1)
        hear(&l->t, r, 2, patience_of(&l->t));
    l->t.m->doubles_stops = r->packets > 1 ? RSP_HABIT_YES : RSP_HABIT_NO;
    if (r->packets > 1)
        note_bytes(&l->t, TOPIC_RESUMES, NULL);
}

static outcome run(look *l, const resume *how, manner in, uint64_t ns) {
    reply r = ask(&l->t, resume_request(l, how, in), ns);
    hear_past(l, &r, ns);
    outcome came = outcome_of(&r);
    if (came == OUTCOME_STOPPED && l->t.m->early_ok == RSP_HABIT_UNKNOWN)
        l->t.m->early_ok = RSP_HABIT_NO;
    hear_stop_again(l, &r, came);
    if (in == MANNER_LETTER && came != OUTCOME_GONE)
        note_packet(&l->t, how->letter, &r);
    if (in == MANNER_LETTER && came == OUTCOME_RUNS)
        l->t.m->packets[how->letter] = RSP_HABIT_YES;
    if (in == MANNER_LETTER && came == OUTCOME_REFUSED)
        l->t.m->packets[how->letter] = RSP_HABIT_NO;
    if (in == MANNER_VCONT && (came == OUTCOME_STOPPED || came == OUTCOME_RUNS))
        l->t.m->packets[RSP_PACKET_VCONT] = RSP_HABIT_YES;
    if (came == OUTCOME_ENDED) {
        l->t.m->program = RSP_PROGRAM_ENDS;
        l->has_program = false;
        note_bytes(&l->t, TOPIC_PROGRAM, NULL);
    }
    l->t.owed = false; /* what comes later is a stop */
    return came;
}

static bool lists(const look *l, rsp_vcont_support action) {
    unsigned set;
    return l->t.m->vcont && rsp_vcont_reply_parse(&set, NULL, rsp_bytes_str(l->t.m->vcont), NULL) == RSP_OK &&
           (set & action);
}

/* --- steps --- */

/* One step; false when the program can not be stepped, or is stepped no more. */
static bool step(look *l, resume *how) {
    outcome came = OUTCOME_REFUSED;
    if (how->manner != MANNER_NONE)
        return run(l, how, how->manner, due_of(&l->t)) == OUTCOME_STOPPED;
    if (lists(l, RSP_VCONT_STEP)) {
        how->manner = MANNER_VCONT;
        came = run(l, how, MANNER_VCONT, due_of(&l->t));
    }
    if (came == OUTCOME_REFUSED) {
        how->manner = MANNER_LETTER;
        came = run(l, how, MANNER_LETTER, due_of(&l->t));
    }
    if (came == OUTCOME_RUNS)
        l->t.line = LINE_RUNNING;
    return came == OUTCOME_STOPPED;
}

enum { PC_STEPS = 4 };

/* The width of a register, by what `p` says of the first; 0 where it says nothing. */
static unsigned width_by_p(look *l) {
    reply r = {.kind = REPLY_SILENT};
    if (l->t.m->packets[RSP_PACKET_READ_REGISTER] == RSP_HABIT_YES)
        r = ask_packet(&l->t, RSP_PACKET_READ_REGISTER, "0", patience_of(&l->t));
    size_t bytes = is_answer(&r) ? r.payload.len / 2 : 0;
    return bytes == 2 || bytes == 4 || bytes == 8 ? (unsigned)bytes : 0;
}

static void take_place(look *l, pc_location place, unsigned width) {
    if (width == 8 && place.big)
        place.offset -= place.offset % width;
    const register_block *s = register_block_with_pc(l->registers.len, (unsigned)place.offset);
    l->width = width;
    l->t.m->arch = s ? s->arch : NULL;
    l->t.m->big_endian = place.big ? RSP_HABIT_YES : RSP_HABIT_NO;
    l->t.m->pc_offset = (unsigned)place.offset;
    l->t.m->pc_number = s ? s->pc_number : (int)(place.offset / width);
    l->t.m->sp_number = s ? s->sp_number : -1;
    l->t.m->address_bytes = s ? s->address : width;
}

/* Steps, and keeps the reply to g before the first step and after each. */
static bool watch_registers(look *l, resume *how, rsp_buf *out) {
    if (!read_registers(l))
        return false;
    size_t stride = l->registers.len;
    rsp_buf_append(out, rsp_buf_bytes(&l->registers));
    for (int i = 0; i < PC_STEPS; i++) {
        if (!step(l, how) || !read_registers(l) || l->registers.len != stride)
            return false;
        rsp_buf_append(out, rsp_buf_bytes(&l->registers));
    }
    if (out->status != RSP_OK)
        l->t.trouble = RSP_NO_MEMORY;
    return out->status == RSP_OK;
}

/* A place that moves like a pc is one if memory can be read where it leads; a counter leads anywhere. The
 * first of them where none leads to memory. */
static bool find_place(look *l, rsp_bytes seen, unsigned width, pc_location *out) {
    enum { TRIES = 4 };
    pc_location place;
    uint64_t at;
    size_t from = 0;
    const bool any = pc_location_find(seen, l->registers.len, width, 0, out);
    for (int i = 0; any && i < TRIES && pc_location_find(seen, l->registers.len, width, from, &place); i++) {
        if (register_at(l, place.offset, width, place.big, &at) && can_read(l, at, 2)) {
            *out = place;
            return true;
        }
        from = place.offset + width;
    }
    return any;
}

/* Without a description: which place in g moves with each step. Registers of 4 bytes are the most common. */
static bool find_pc_by_steps(look *l, resume *how) {
    rsp_buf replies = {.mem = l->t.options->mem};
    pc_location place;
    bool found = false;
    if (watch_registers(l, how, &replies)) {
        rsp_bytes seen = rsp_buf_bytes(&replies);
        unsigned width = width_by_p(l);
        found = width != 2 && find_place(l, seen, 4, &place);
        if (!found && (width == 0 || width == 2)) {
            width = 2;
            found = find_place(l, seen, width, &place);
        }
        if (found)
            take_place(l, place, width ? width : 4);
        else
            l->t.m->steps = RSP_HABIT_NO; /* nothing in g moved as a pc does */
    }
    rsp_buf_free(&replies);
    return found;
}

static bool pc_is_kept(look *l, resume *how) {
    uint64_t before;
    uint64_t after;
    if (l->t.m->pc_number < 0 || !read_pc(l, &before) || !step(l, how) || !read_pc(l, &after))
        return false;
    return before != after;
}

/* Steps until a place comes again. */
static void follow(look *l, resume *how) {
    uint64_t places[RSP_MANNERS_STEPS];
    size_t num = 0;
    bool moved = false;
    while (num < RSP_MANNERS_STEPS && line_open(&l->t) && read_pc(l, &places[num])) {
        moved |= num > 0 && places[num] != places[num - 1];
        for (size_t i = 0; i < num && places[num] != places[num - 1]; i++) {
            if (places[i] != places[num])
                continue;
            l->t.m->program = RSP_PROGRAM_LOOPS;
            l->t.m->num_loop = num - i < RSP_MANNERS_LOOP ? num - i : RSP_MANNERS_LOOP;
            memcpy(l->t.m->loop, places + i, l->t.m->num_loop * sizeof *places);
            l->t.m->steps = RSP_HABIT_YES;
            return;
        }
        num++;
        if ((!moved && num > PC_STEPS) || !step(l, how))
            break;
    }
    if (num > 1)
        l->t.m->steps = moved ? RSP_HABIT_YES : RSP_HABIT_NO;
    if (num > 1 && !moved)
        note_bytes(&l->t, TOPIC_PROGRAM, NULL);
}

static void look_steps(look *l) {
    resume how = {.letter = RSP_PACKET_STEP, .action = 's'};
    if (!line_open(&l->t) || !l->has_program)
        return;
    bool known = l->have_target ? l->t.m->pc_number >= 0 : pc_is_kept(l, &how);
    if (!known && l->has_program && line_open(&l->t) && !l->have_target)
        known = find_pc_by_steps(l, &how);
    if (known && l->has_program)
        follow(l, &how);
    else if (how.manner != MANNER_NONE && l->t.m->packets[RSP_PACKET_STEP] == RSP_HABIT_NO)
        l->t.m->steps = RSP_HABIT_NO;
}

/* --- breakpoints: set and taken away at once, while nothing runs --- */

static void look_breakpoints(look *l) {
    static const uint8_t most = 4;
    char args[48];
    rsp_buf text = {.mem = l->t.options->mem};
    if (!line_open(&l->t) || !l->has_program || !read_pc(l, &l->pc.at))
        return;
    unsigned kind = l->t.m->arch ? rsp_arch_bp_kind(l->t.m->arch) : 0;
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
            l->t.m->breakpoints |= 1U << type;
            l->t.m->packets[RSP_PACKET_INSERT_BREAKPOINT] = RSP_HABIT_YES;
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
    rsp_bytes supported = rsp_bytes_str(l->t.m->supported);
    for (size_t i = 0; i < RSP_ARRAY_LEN(hosted) && !ours; i++) {
        if (rsp_feature_offered(supported, rsp_packet_feature(hosted[i])))
            return true;
    }
    return false;
}

static bool interrupted(look *l, uint64_t ns) {
    reply r = {.kind = REPLY_SILENT};
    say(&l->t, RSP_LIT("\003"));
    hear(&l->t, &r, 1, ns);
    hear_past(l, &r, ns);
    outcome came = outcome_of(&r);
    hear_stop_again(l, &r, came);
    if (came == OUTCOME_ENDED)
        l->has_program = false;
    return came == OUTCOME_STOPPED;
}

/* Whether the program goes on without 0x03 for longer than the stop took that came after it. A program that
 * stops by itself would seem to be interrupted. */
static bool runs_on(look *l, const resume *how, uint64_t took_ns) {
    const uint64_t least_ns = 2 * l->t.options->quiet_ns;
    outcome came = run(l, how, how->manner, took_ns > least_ns / 2 ? 2 * took_ns : least_ns);
    if (came == OUTCOME_STOPPED)
        l->t.m->stops_by_itself = RSP_HABIT_YES;
    if (came == OUTCOME_STOPPED)
        note_bytes(&l->t, TOPIC_PROGRAM, NULL);
    return came == OUTCOME_RUNS;
}

/* Twice: a stop counts as the answer to 0x03 where the program runs on without. */
static void try_interrupt(look *l, const resume *how, uint64_t since_ns) {
    bool stopped = interrupted(l, soon_of(&l->t));
    const uint64_t took_ns = rsp_link_now(l->t.link) - since_ns;
    if (stopped && line_open(&l->t)) {
        if (!runs_on(l, how, took_ns))
            return;
        l->t.m->stops_by_itself = RSP_HABIT_NO;
        stopped = interrupted(l, soon_of(&l->t));
    }
    if (stopped) {
        l->t.m->interrupt = RSP_HABIT_YES;
        note_bytes(&l->t, TOPIC_INTERRUPT, NULL);
        if (l->t.m->program == RSP_PROGRAM_UNKNOWN)
            l->t.m->program = RSP_PROGRAM_RUNS;
        return;
    }
    if (!line_open(&l->t) || !l->has_program)
        return;
    l->t.m->interrupt = RSP_HABIT_NO;
    note_bytes(&l->t, TOPIC_INTERRUPT, NULL);
    if (l->t.m->program == RSP_PROGRAM_UNKNOWN)
        l->t.m->program = RSP_PROGRAM_RUNS;
    l->t.line = LINE_RUNNING;
}

/* The interrupt in one write with the resume. */
static void try_beside(look *l, const resume *how) {
    reply r = {.kind = REPLY_SILENT};
    rsp_buf_clear(&l->t.last_asked);
    rsp_buf_clear(&l->t.heard);
    rsp_buf_clear(&l->t.frame);
    rsp_escape_packet(&l->t.last_asked, resume_request(l, how, how->manner), RSP_ESCAPE_FULL);
    rsp_buf_push(&l->t.last_asked, 3);
    say(&l->t, rsp_buf_bytes(&l->t.last_asked));
    hear(&l->t, &r, 1, soon_of(&l->t));
    hear_past(l, &r, soon_of(&l->t));
    outcome came = outcome_of(&r);
    hear_stop_again(l, &r, came);
    if (came == OUTCOME_GONE || came == OUTCOME_ENDED || came == OUTCOME_REFUSED)
        return;
    l->t.m->interrupt_beside = came == OUTCOME_STOPPED ? RSP_HABIT_YES : RSP_HABIT_NO;
    if (came == OUTCOME_STOPPED)
        return;
    l->t.shown[TOPIC_INTERRUPT] = show(&l->t);
    if (!interrupted(l, soon_of(&l->t)) && line_open(&l->t))
        l->t.line = LINE_RUNNING;
}

/* c and s of a stub with vCont, which debuggers do not send to it. Last, and where a stub that dies of them
 * can be started again. */
static void try_letters(look *l) {
    const resume step = {.letter = RSP_PACKET_STEP, .action = 's'};
    const resume go_on = {.letter = RSP_PACKET_CONTINUE, .action = 'c'};
    if (!rsp_link_is_ours(l->t.link) || l->t.line != LINE_OPEN || !l->has_program)
        return;
    if (l->t.m->program != RSP_PROGRAM_ENDS)
        (void)run(l, &step, MANNER_LETTER, due_of(&l->t));
    if (line_open(&l->t) && l->has_program &&
        run(l, &go_on, MANNER_LETTER, l->t.options->quiet_ns) == OUTCOME_RUNS &&
        !interrupted(l, soon_of(&l->t)) && line_open(&l->t))
        l->t.line = LINE_RUNNING;
}

static void look_continue(look *l) {
    resume how = {.letter = RSP_PACKET_CONTINUE, .action = 'c'};
    if (!line_open(&l->t) || !l->has_program || (might_be_lost(l) && l->t.m->program != RSP_PROGRAM_LOOPS))
        return;
    how.manner = lists(l, RSP_VCONT_CONTINUE) ? MANNER_VCONT : MANNER_LETTER;
    const uint64_t since_ns = rsp_link_now(l->t.link);
    outcome came = run(l, &how, how.manner, l->t.options->quiet_ns);
    if (came == OUTCOME_REFUSED && how.manner == MANNER_VCONT) {
        how.manner = MANNER_LETTER;
        came = run(l, &how, MANNER_LETTER, l->t.options->quiet_ns);
    }
    if (came == OUTCOME_REFUSED)
        note_bytes(&l->t, TOPIC_RESUMES, NULL);
    if (came == OUTCOME_REFUSED && l->t.m->steps == RSP_HABIT_NO)
        l->t.m->program = RSP_PROGRAM_STUCK;
    if (came != OUTCOME_RUNS)
        return;
    try_interrupt(l, &how, since_ns);
    if (l->t.m->interrupt == RSP_HABIT_YES && l->has_program)
        try_beside(l, &how);
    if (how.manner == MANNER_VCONT)
        try_letters(l);
}

void look_program(look *l) {
    if (!l->t.options->run_program)
        return;
    look_breakpoints(l);
    look_steps(l);
    look_continue(l);
}
