/* vCont, c, s, C and S: which threads go on, and how.
 * A list is checked as a whole first; then each thread takes the leftmost action that matches it.
 * Source: GDB manual, Packets (vCont, c, s, C, S); Remote Non-Stop. */
/* SPDX-License-Identifier: MIT */
#include "errors.h"
#include "handlers.h"
#include "ids.h"
#include "nonstop.h"
#include "run_control.h"
#include "running.h"
#include "send.h"
#include "stop.h"
#include "stop_queue.h"
#include "stop_table.h"

#include <rsp/limits.h>
#include <rsp/packet_table.h>
#include <rsp/vcont.h>
#include <stdlib.h>

/* An action and its place in the list. Sorted by the id it matches, with -1 for "all", so that a thread
 * finds its action by three binary searches: 10,000 threads against 4,000 actions cost little. */
typedef struct action {
    rsp_ptid match;
    size_t place;
    rsp_vcont_action what;
} action;

typedef struct action_list {
    action *items;
    size_t num;
    bool wide;    /* some action is for more than one thread */
    bool resumes; /* some action is not `t` */
} action_list;

static int compare_actions(const void *left, const void *right) {
    const action *a = left;
    const action *b = right;
    if (a->match.pid != b->match.pid)
        return a->match.pid < b->match.pid ? -1 : 1;
    if (a->match.tid != b->match.tid)
        return a->match.tid < b->match.tid ? -1 : 1;
    return (a->place > b->place) - (a->place < b->place);
}

/* The leftmost action for exactly this pattern; sorting has put it first among its equals. */
static const action *find_exact(const action_list *list, int64_t pid, int64_t tid) {
    const action key = {.match = {pid, tid}};
    size_t low = 0;
    size_t high = list->num;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_actions(&list->items[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == list->num || !rsp_ptid_equal(list->items[low].match, key.match))
        return NULL;
    return &list->items[low];
}

static const action *better(const action *a, const action *b) {
    if (!a || !b)
        return a ? a : b;
    return a->place < b->place ? a : b;
}

static const action *find_action(const action_list *list, rsp_ptid thread) {
    const action *found = find_exact(list, thread.pid, thread.tid);
    if (!list->wide)
        return found;
    found = better(found, find_exact(list, thread.pid, RSP_ID_ALL));
    return better(found, find_exact(list, RSP_ID_ALL, RSP_ID_ALL));
}

/* Adds one action with the id that it really means. RSP_NOT_FOUND for a thread or process that is gone. */
static rsp_status add_action(rsp_stub *s, action_list *list, const rsp_vcont_action *what) {
    rsp_ptid match = {RSP_ID_ALL, RSP_ID_ALL};
    rsp_ptid first;
    rsp_status status = RSP_OK;
    if (what->has_id && what->id.tid == RSP_ID_ALL && what->id.pid > 0) {
        match = what->id;
        status = stub_first_thread(s, match.pid, &first) ? RSP_OK : RSP_NOT_FOUND;
    } else if (what->has_id && what->id.tid != RSP_ID_ALL) {
        status = stub_resolve_thread(s, what->id, &match);
    }
    if (status != RSP_OK)
        return status;
    list->wide = list->wide || match.tid == RSP_ID_ALL;
    list->resumes = list->resumes || what->op != 't';
    list->items[list->num] = (action){.match = match, .place = list->num, .what = *what};
    list->num++;
    return RSP_OK;
}

static rsp_status check_signal(rsp_stub *s, rsp_vcont_action *what) {
    if (what->op != 'C' && what->op != 'S')
        return RSP_OK;
    int signal = stub_gdb_signal(s, what->signal);
    if (signal > RSP_SIGNAL_LIBRT || (signal && !rsp_signal_name((unsigned)signal)))
        return RSP_RANGE;
    what->signal = (uint8_t)signal;
    return RSP_OK;
}

static rsp_status room_for_actions(rsp_stub *s, action_list *list, size_t num) {
    rsp_buf *room = &s->run->actions;
    rsp_buf_clear(room);
    *list = (action_list){.items = (action *)(void *)rsp_buf_extend(room, num * sizeof(action))};
    return list->items ? RSP_OK : RSP_NO_MEMORY;
}

static rsp_status parse_actions(rsp_stub *s, action_list *list) {
    size_t num = 0;
    rsp_status status = rsp_vcont_parse(NULL, 0, &num, s->request, NULL);
    if (status == RSP_OK)
        status = room_for_actions(s, list, num);
    rsp_bytes rest = rsp_bytes_from(s->request, rsp_packet_name(RSP_PACKET_VCONT).len);
    rsp_status missing = RSP_OK;
    while (status == RSP_OK && rest.len) {
        rsp_vcont_action what;
        status = rsp_vcont_next(&what, &rest);
        if (status == RSP_OK)
            status = check_signal(s, &what);
        if (status == RSP_OK)
            status = add_action(s, list, &what);
        if (status == RSP_NOT_FOUND) {
            /* Its thread ended meanwhile: the others' actions still count. */
            missing = status;
            status = RSP_OK;
        }
    }
    /* In non-stop a thread can end while the client asks, and no stop reply is owed that would never come. */
    if (status == RSP_OK && list->num == 0 && !stub_non_stop(s))
        return missing;
    return status;
}

static rsp_target_resume resume_for(rsp_ptid thread, const rsp_vcont_action *what) {
    rsp_target_resume how = {.thread = thread, .kind = RSP_TARGET_RESUME_CONTINUE};
    if (what->op == 's' || what->op == 'S')
        how.kind = RSP_TARGET_RESUME_STEP;
    if (what->op == 'C' || what->op == 'S')
        how.signal = what->signal;
    if (what->op == 'r') {
        how.kind = RSP_TARGET_RESUME_RANGE;
        how.range_start = what->start;
        how.range_end = what->end;
    }
    return how;
}

static void add_resume(rsp_stub *s, rsp_ptid thread, const rsp_vcont_action *what) {
    rsp_target_resume how = resume_for(thread, what);
    rsp_buf_append(&s->run->resumes, rsp_bytes_make(&how, sizeof(how)));
}

/* Non-stop: `t` makes one stop of its own for each thread that ran. */
static void stop_thread(rsp_stub *s, rsp_ptid thread) {
    s->opt.ops->hold(s->opt.target, thread);
    stub_stop *stop = stub_stop_set(s, thread);
    if (!stop) {
        s->run->no_memory = true;
        return;
    }
    stop->kind = STUB_STOP_PLAIN;
    stop->signal = 0;
    stop->state = STUB_STOP_UNKNOWN;
    stub_thread_pc(s, thread, &stop->pc);
    stub_queue_push(s, stop);
}

/* An event that the client does not know of keeps the thread from going on: its signal stays to be delivered.
 */
static void keep_signal(rsp_stub *s, rsp_ptid thread, const rsp_vcont_action *what) {
    rsp_target_resume how = resume_for(thread, what);
    if (!how.signal || !s->opt.ops->give_signal)
        return;
    if (s->opt.ops->give_signal(s->opt.target, thread, how.signal) == RSP_NO_MEMORY)
        s->run->no_memory = true;
}

static void apply_nonstop(rsp_stub *s, rsp_ptid thread, const rsp_vcont_action *what) {
    const stub_stop *stop = stub_stop_find(s, thread);
    bool runs = s->opt.ops->thread_running(s->opt.target, thread);
    bool untold = stop && stub_stop_untold(stop);
    if (what->op == 't') {
        if (runs && !untold)
            stop_thread(s, thread);
    } else if (!runs && untold) {
        keep_signal(s, thread, what);
    } else if (!runs) {
        add_resume(s, thread, what);
    }
}

static void apply_allstop(rsp_stub *s, rsp_ptid thread, const rsp_vcont_action *what) {
    if (what->op != 't')
        add_resume(s, thread, what);
}

typedef void apply_action(rsp_stub *s, rsp_ptid thread, const rsp_vcont_action *what);

static void apply_to_all(rsp_stub *s, const action_list *list, apply_action *apply) {
    rsp_ptid thread = {0, 0};
    while (stub_next_thread(s, &thread)) {
        const action *found = find_action(list, thread);
        if (found)
            apply(s, thread, &found->what);
    }
}

/* Only actions for single threads: no need to look at all threads. */
static void apply_to_each(rsp_stub *s, const action_list *list, apply_action *apply) {
    for (size_t i = 0; i < list->num; i++) {
        const action *item = &list->items[i];
        bool again = i > 0 && rsp_ptid_equal(item->match, list->items[i - 1].match);
        const action *found = again ? NULL : find_action(list, item->match);
        if (found)
            apply(s, item->match, &found->what);
    }
}

static void apply_list(rsp_stub *s, const action_list *list, apply_action *apply) {
    if (list->wide)
        apply_to_all(s, list, apply);
    else
        apply_to_each(s, list, apply);
}

/* An event that the client has not been told of goes before any resuming of its thread. Stale when the
 * client has moved the pc since. */
static stub_stop *find_pending(rsp_stub *s, const action_list *list) {
    stub_stop *next;
    for (stub_stop *stop = s->run->first; stop; stop = next) {
        next = stop->next;
        if (stub_stop_is_end(stop))
            return stop;
        const action *found = find_action(list, stop->thread);
        uint64_t pc = stop->pc;
        if (!found || found->what.op == 't')
            continue;
        stub_thread_pc(s, stop->thread, &pc);
        if (pc == stop->pc)
            return stop;
        stub_queue_told(s, stop);
    }
    return NULL;
}

/* Lets go all that the list has gathered; their stops are history then. */
static rsp_status let_go(rsp_stub *s) {
    rsp_buf *gathered = &s->run->resumes;
    const rsp_target_resume *how = (const rsp_target_resume *)(const void *)gathered->ptr;
    size_t num = gathered->len / sizeof(*how);
    if (gathered->status != RSP_OK)
        return gathered->status;
    rsp_status status = num ? s->opt.ops->resume(s->opt.target, how, num) : RSP_OK;
    if (status != RSP_OK)
        return status;
    for (size_t i = 0; i < num; i++)
        stub_stop_forget(s, how[i].thread);
    if (num) {
        s->run->busy = true;
        stub_running_forget(&s->run->running);
        if (stub_non_stop(s))
            stub_enter(s, STUB_RUN_NONSTOP_ON);
    }
    return RSP_OK;
}

static void resume_nonstop(rsp_stub *s, const action_list *list, rsp_buf *reply) {
    apply_list(s, list, apply_nonstop);
    if (let_go(s) != RSP_OK) {
        stub_error(s, reply, STUB_E_GENERAL, "the threads could not be resumed");
        return;
    }
    stub_announce_later(s);
    stub_ok(reply);
}

/* Nothing is resumed by `t` alone. The client waits for a stop reply, so it gets the one that is true. */
static void report_current(rsp_stub *s, rsp_buf *reply) {
    rsp_ptid thread;
    if (stub_resolve_thread(s, (rsp_ptid){0, 0}, &thread) != RSP_OK) {
        stub_error(s, reply, STUB_E_THREAD, "no such thread");
        return;
    }
    stub_stop plain = {.thread = thread, .kind = STUB_STOP_PLAIN};
    stub_stop *stop = stub_stop_find(s, thread);
    stub_report_pending(s, stop ? stop : &plain);
}

/* The stop reply is owed from here on, unless nothing could be resumed. */
static void let_list_go(rsp_stub *s, const action_list *list, rsp_buf *reply) {
    bool interrupted = s->run->state == STUB_RUN_INTERRUPTED;
    apply_list(s, list, apply_allstop);
    if (let_go(s) != RSP_OK || s->run->resumes.len == 0) {
        stub_error(s, reply, STUB_E_GENERAL, "the threads could not be resumed");
        return;
    }
    s->reply_kind = STUB_REPLY_LATER;
    stub_enter(s, STUB_RUN_AWAITED);
    stub_flush_output(s);
    if (interrupted)
        stub_interrupt(s);
}

static void resume_allstop(rsp_stub *s, const action_list *list, rsp_buf *reply) {
    stub_stop *pending = find_pending(s, list);
    if (pending) {
        apply_list(s, list, keep_signal);
        stub_report_pending(s, pending);
    } else if (!list->resumes) {
        report_current(s, reply);
    } else {
        let_list_go(s, list, reply);
    }
}

static void resume_list(rsp_stub *s, action_list *list, rsp_buf *reply) {
    qsort(list->items, list->num, sizeof(action), compare_actions);
    rsp_buf_clear(&s->run->resumes);
    if (stub_non_stop(s))
        resume_nonstop(s, list, reply);
    else
        resume_allstop(s, list, reply);
}

static void refuse(rsp_stub *s, rsp_buf *reply, rsp_status status) {
    if (status == RSP_NOT_FOUND)
        stub_error(s, reply, STUB_E_THREAD, "no such thread");
    else if (status == RSP_LIMIT || status == RSP_NO_MEMORY)
        stub_error(s, reply, STUB_E_LIMIT, "too many actions");
    else
        stub_error(s, reply, STUB_E_SYNTAX, "malformed action");
}

void stub_on_vcont(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    action_list list = {0};
    (void)args;
    rsp_status status = parse_actions(s, &list);
    if (status == RSP_OK)
        resume_list(s, &list, reply);
    else
        refuse(s, reply, status);
}

void stub_on_vcont_query(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)s;
    unsigned set = RSP_VCONT_CONTINUE | RSP_VCONT_CONTINUE_SIGNAL | RSP_VCONT_STEP | RSP_VCONT_STEP_SIGNAL |
                   RSP_VCONT_RANGE | RSP_VCONT_STOP;
    (void)args;
    rsp_vcont_reply_build(reply, set);
}

static bool set_pc(rsp_stub *s, rsp_ptid thread, uint64_t pc) {
    const rsp_register_set *set = s->opt.ops->register_set(s->opt.target);
    rsp_buf *block = &s->run->registers;
    uint64_t old;
    stub_thread_pc(s, thread, &old); /* fills the block */
    if (block->status != RSP_OK || block->len != set->block_bytes)
        return false;
    for (size_t i = 0; i < set->num; i++) {
        const rsp_register *reg = &set->registers[i];
        size_t bytes = reg->bitsize / 8U;
        for (size_t k = 0; reg->regnum == set->pc && k < bytes; k++) {
            size_t at = set->big_endian ? bytes - 1 - k : k;
            block->ptr[reg->offset + at] = (uint8_t)(k < 8 ? pc >> (8 * k) : 0);
        }
    }
    return s->opt.ops->write_registers(s->opt.target, thread, block->ptr) == RSP_OK;
}

/* The thread that a step, a signal or an address is for, and the pattern of those that go on with it. */
static rsp_status resume_thread(rsp_stub *s, rsp_ptid *out_thread, rsp_ptid *out_wide) {
    rsp_ptid chosen = s->resume;
    rsp_ptid thread = {0, 0};
    if (chosen.tid > 0) {
        *out_wide = chosen;
        return stub_resolve_thread(s, chosen, out_thread);
    }
    bool one_process = chosen.pid > 0;
    rsp_status status = stub_resolve_thread(s, (rsp_ptid){one_process ? chosen.pid : 0, 0}, &thread);
    *out_thread = thread;
    *out_wide = (rsp_ptid){one_process ? chosen.pid : RSP_ID_ALL, RSP_ID_ALL};
    return status;
}

/* c and s with the old way of naming a thread, as a list of at most two actions. */
static void resume_simple(rsp_stub *s, char op, uint8_t signal, rsp_bytes address, rsp_buf *reply) {
    rsp_vcont_action what = {.op = op, .signal = signal, .has_id = true};
    rsp_vcont_action rest = {.op = 'c', .has_id = true};
    action_list list = {0};
    uint64_t pc = 0;
    if ((address.len && rsp_hex_u64(&pc, address) != RSP_OK) || check_signal(s, &what) != RSP_OK) {
        stub_error(s, reply, STUB_E_SYNTAX, "malformed address or signal");
        return;
    }
    rsp_status status = resume_thread(s, &what.id, &rest.id);
    if (status == RSP_OK)
        status = room_for_actions(s, &list, 2);
    if (status == RSP_OK)
        status = add_action(s, &list, &what);
    if (status == RSP_OK && rest.id.tid == RSP_ID_ALL)
        status = add_action(s, &list, &rest);
    if (status != RSP_OK) {
        refuse(s, reply, status);
        return;
    }
    if (address.len && !stub_thread_runs(s, what.id) && !set_pc(s, what.id, pc)) {
        stub_error(s, reply, STUB_E_GENERAL, "the address could not be set");
        return;
    }
    resume_list(s, &list, reply);
}

/* "sig" or "sig;addr" */
static void resume_signal(rsp_stub *s, char op, rsp_bytes args, rsp_buf *reply) {
    uint64_t signal = 0;
    rsp_bytes digits = rsp_bytes_sub(args, 0, 2);
    rsp_bytes address = rsp_bytes_from(args, 2);
    bool good = digits.len == 2 && rsp_hex_u64(&signal, digits) == RSP_OK;
    if (good && address.len)
        good = rsp_take_byte(&address, ';') && address.len > 0;
    if (good)
        resume_simple(s, op, (uint8_t)signal, address, reply);
    else
        stub_error(s, reply, STUB_E_SYNTAX, "malformed signal");
}

void stub_on_continue_(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    resume_simple(s, 'c', 0, args, reply);
}

void stub_on_step(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    resume_simple(s, 's', 0, args, reply);
}

void stub_on_continue_signal(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    resume_signal(s, 'C', args, reply);
}

void stub_on_step_signal(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    resume_signal(s, 'S', args, reply);
}
