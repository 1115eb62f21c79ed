/* The practice stub's program: how it runs, stops and ends, in all-stop and in non-stop.
 * Running takes no time: it meets the lowest breakpoint above its pc, spins, or exits.
 * Stops of non-stop mode wait in a queue until vStopped has fetched them. */
/* SPDX-License-Identifier: MIT */
#include "planted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void thread_text(const planted *p, int index, char *out) {
    if (p->multiprocess)
        (void)snprintf(out, WORD_BYTES, "p%x.%x", PROCESS_ID, index + 1);
    else
        (void)snprintf(out, WORD_BYTES, "%x", index + 1);
}

static void stop_text(const planted *p, int index, char *out, size_t room) {
    char id[WORD_BYTES];
    thread_text(p, index, id);
    (void)snprintf(out, room, "T%02xthread:%s;", p->signal_of[index] & 0xff, id);
}

static void exit_text(const planted *p, char *out, size_t room) {
    int process = HAS_BUG(p, WRONG_PROCESS_IN_EXIT) ? 0x7b : PROCESS_ID;
    if (p->multiprocess)
        (void)snprintf(out, room, "W00;process:%x", process);
    else
        (void)snprintf(out, room, "W00");
}

/* Where the program stops next; 0 when no breakpoint is ahead. */
static uint64_t next_breakpoint(const planted *p, uint64_t pc) {
    uint64_t found = 0;
    for (size_t i = 0; i < p->num_breakpoints; i++) {
        uint64_t at = p->breakpoints[i];
        if (at > pc && (!found || at < found))
            found = at;
    }
    return found;
}

static void stop(planted *p, int index, int signal) {
    p->threads[index].runs = false;
    p->signal_of[index] = signal;
}

/* --- all-stop --- */

static void reply_stop(planted *p, int index) {
    char text[2 * WORD_BYTES];
    stop_text(p, index, text, sizeof text);
    reply(p, "%s", text);
}

void answer_resume(planted *p, bool step) {
    if (p->exited || !p->attached) {
        reply(p, "E06");
        return;
    }
    uint64_t *pc = &p->threads[p->selected].registers[REGISTER_PC];
    uint64_t at = next_breakpoint(p, *pc);
    if (step) {
        *pc += 4;
    } else if (at) {
        *pc = at;
    } else if (p->memory[SPIN_FLAG - MEMORY_BASE]) {
        p->all_run = true;
        return;
    } else {
        char text[2 * WORD_BYTES];
        p->exited = true;
        exit_text(p, text, sizeof text);
        reply(p, "%s", text);
        return;
    }
    stop(p, p->selected, 5);
    reply_stop(p, p->selected);
}

void interrupted(planted *p) {
    if (HAS_BUG(p, INTERRUPT_WHILE_STOPPED) && !p->all_run && !p->non_stop) {
        p->state = DEAF;
        return;
    }
    if (!p->all_run)
        return;
    p->all_run = false;
    stop(p, p->selected, 2);
    reply_stop(p, p->selected);
}

/* --- non-stop --- */

static void announce(planted *p) {
    char text[2 * WORD_BYTES] = "Stop:";
    stop_text(p, p->queue[0], text + 5, sizeof text - 5);
    notify(p, text);
}

static void queue_stop(planted *p, int index, int signal) {
    stop(p, index, signal);
    p->queue[p->queue_len++] = index;
    if (p->queue_len == 1)
        announce(p);
}

void answer_vstopped(planted *p) {
    if (p->queue_len == 0) {
        while (HAS_BUG(p, VSTOPPED_DEAD_QUEUE) && p->queue[0] == 0)
            p->queue_len = 0;
        reply(p, "OK");
        return;
    }
    memmove(p->queue, p->queue + 1, sizeof p->queue[0] * (size_t)--p->queue_len);
    if (p->queue_len == 0)
        reply(p, "OK");
    else
        reply_stop(p, p->queue[0]);
}

void answer_why(planted *p) {
    char text[2 * WORD_BYTES];
    if (p->exited) {
        exit_text(p, text, sizeof text);
        reply(p, "%s", text);
    } else if (!p->non_stop) {
        reply_stop(p, p->selected);
    } else {
        p->queue_len = 0;
        for (int i = 0; i < NUM_THREADS; i++)
            if (!p->threads[i].runs)
                p->queue[p->queue_len++] = i;
        if (p->queue_len == 0)
            reply(p, "OK");
        else
            reply_stop(p, p->queue[0]);
    }
}

static bool queued(const planted *p, int index) {
    for (int i = 0; i < p->queue_len; i++)
        if (p->queue[i] == index)
            return true;
    return false;
}

static void act(planted *p, int index, char action) {
    thread *t = &p->threads[index];
    if (action == 't') {
        if (t->runs)
            queue_stop(p, index, 0);
    } else if (!t->runs && !queued(p, index)) {
        uint64_t at = next_breakpoint(p, t->registers[REGISTER_PC]);
        t->runs = true;
        if (action != 'c')
            t->registers[REGISTER_PC] += 4;
        else if (at)
            t->registers[REGISTER_PC] = at;
        if (action != 'c' || at)
            queue_stop(p, index, 5);
    }
}

/* --- vCont --- */

/* "rSTART,END": whether it is well formed; the planted loop is left only by killing the stub. */
static bool range_ok(const planted *p, const char *range) {
    uint64_t start, end;
    if (!take_hex(&range, &start) || *range++ != ',' || !take_hex(&range, &end))
        return false;
    for (volatile uint64_t pc = start; HAS_BUG(p, RANGE_STEP_EMPTY) && start >= end && pc == start;) {
    }
    return start < end;
}

static bool action_ok(const planted *p, const char *action) {
    uint64_t signal;
    switch (*action++) {
    case 'c':
    case 's':
        return *action == 0;
    case 't':
        return *action == 0 && p->non_stop;
    case 'C':
    case 'S':
        return take_hex(&action, &signal) && *action == 0;
    case 'r':
        return range_ok(p, action);
    default:
        return false;
    }
}

/* One action with its thread; 0 when it is malformed, else what is to be done, and with which threads. */
static char parse_action(const planted *p, char *text, int *index) {
    if (*text == 0) /* nobody checks what an empty action points at */
        text = HAS_BUG(p, VCONT_EMPTY_ACTION) ? NULL : text;
    char *colon = text && *text ? strchr(text, ':') : text;
    if (colon && *colon) {
        *colon++ = 0;
        *index = thread_of(colon);
    } else {
        *index = -1;
    }
    if (*index < -1 || *index >= NUM_THREADS || !action_ok(p, text))
        return 0;
    return *text == 'C' ? 'c' : *text == 'S' || *text == 'r' ? 's' : *text;
}

void answer_vcont(planted *p, char *args) {
    char actions[NUM_THREADS] = {0};
    if (p->exited || !p->attached) {
        reply(p, "E06");
        return;
    }
    for (char *next = args; next;) {
        char *text = next;
        int index;
        next = strchr(text, ';');
        if (next)
            *next++ = 0;
        char action = parse_action(p, text, &index);
        if (!action) {
            reply(p, "E01");
            return;
        }
        for (int i = 0; i < NUM_THREADS; i++)
            if ((index < 0 || index == i) && !actions[i])
                actions[i] = action;
    }
    if (!p->non_stop) {
        answer_resume(p, actions[p->selected] == 's');
        return;
    }
    reply(p, "OK");
    for (int i = 0; i < NUM_THREADS; i++)
        if (actions[i])
            act(p, i, actions[i]);
}

void answer_breakpoint(planted *p, bool insert, const char *args) {
    uint64_t address, kind;
    if (args[0] == '4' && HAS_BUG(p, TWO_REPLIES_TO_WATCH)) {
        reply(p, "%s", "");
        reply(p, "E01");
        return;
    }
    if (args[0] != '0') {
        reply(p, "%s", "");
        return;
    }
    if (!strchr(args + 1, ',') && HAS_BUG(p, BREAKPOINT_SHORT_ABORT))
        abort();
    args++;
    if (*args++ != ',' || !take_hex(&args, &address) || *args++ != ',' || !take_hex(&args, &kind)) {
        reply(p, "E01");
        return;
    }
    size_t at = 0;
    while (at < p->num_breakpoints && p->breakpoints[at] != address)
        at++;
    if (insert && at == p->num_breakpoints) {
        if (at == NUM_BREAKPOINTS) {
            reply(p, "E07");
            return;
        }
        p->breakpoints[p->num_breakpoints++] = address;
    } else if (!insert && at < p->num_breakpoints) {
        p->breakpoints[at] = p->breakpoints[--p->num_breakpoints];
    }
    reply(p, "OK");
}
