/* Items are appended with growing ids, so that they are found by halving.
 * Stacks are unwound again after registers were written, while the ids of their frames stay.
 * See state.h. */
/* SPDX-License-Identifier: MIT */
#include "look/state.h"

#include "core/mem.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static rsp_status breathe(void *ctx) {
    return adapter_breathe(ctx);
}

static void drop_program(void *state) {
    view_program *program = state;
    rsp_registers_free(&program->registers);
    rsp_arena_free(&program->arena);
    rsp_mem_free(NULL, program);
}

static view_program *program_of(adapter *a) {
    adapter_program_place *place = adapter_program_state(a);
    if (place->state)
        return place->state;
    view_program *program = rsp_mem_calloc(NULL, 1, sizeof *program);
    if (!program)
        return NULL;
    program->registers.client = adapter_client(a);
    program->registers.breakpoints = adapter_debuggee(a)->breakpoints;
    *place = (adapter_program_place){.state = program, .drop = drop_program};
    return program;
}

rsp_status view_begin(adapter_call *call, view_state **out) {
    void **place = adapter_stop_state(call->adapter);
    if (!adapter_debuggee(call->adapter))
        return call_fail(call, RSP_UNSUPPORTED,
                         "the program's file is not known: launch or attach needs `program` for this");
    if (!*place) {
        view_program *program = program_of(call->adapter);
        view_state *state = rsp_arena_alloc(adapter_stop_arena(call->adapter), sizeof *state);
        if (!program || !state)
            return RSP_NO_MEMORY;
        *state = (view_state){.adapter = call->adapter,
                              .program = program,
                              .arena = adapter_stop_arena(call->adapter),
                              .first_id = adapter_next_id(call->adapter)};
        adapter_modules_stale(call->adapter);
        *place = state;
    }
    *out = *place;
    return RSP_OK;
}

/* --- threads ----------------------------------------------------------------------------------------------
 */

static view_process *process_of(view_state *state, int64_t pid) {
    view_process *process = state->processes;
    while (process && process->pid != pid)
        process = process->next;
    if (process)
        return process;
    process = rsp_arena_alloc(state->arena, sizeof *process);
    if (!process)
        return NULL;
    process->pid = pid;
    rsp_known_memory_init(&process->memory, adapter_client(state->adapter), pid, state->arena);
    process->stopped = (rsp_stopped){.debuggee = adapter_debuggee(state->adapter),
                                     .modules = adapter_modules(state->adapter),
                                     .registers = &state->program->registers,
                                     .memory = &process->memory,
                                     .arena = state->arena,
                                     .breathe = breathe,
                                     .breathe_ctx = state->adapter};
    process->next = state->processes;
    return state->processes = process;
}

/* A read that was given up is over: the next request may read again. */
static void reopen(view_process *process) {
    process->memory.ended = RSP_OK;
    process->memory.collecting = false;
    process->memory.num_wants = 0;
}

static view_thread *thread_of(view_state *state, rsp_ptid id) {
    view_thread *thread = state->threads;
    while (thread && (thread->stack.thread.pid != id.pid || thread->stack.thread.tid != id.tid))
        thread = thread->next;
    if (thread) {
        reopen(thread->process);
        return thread;
    }
    bool several = rsp_client_is_multiprocess(adapter_client(state->adapter));
    view_process *process = process_of(state, several ? id.pid : 0);
    thread = process ? rsp_arena_alloc(state->arena, sizeof *thread) : NULL;
    if (!thread)
        return NULL;
    reopen(process);
    thread->process = process;
    rsp_stack_init(&thread->stack, &process->stopped, id);
    thread->stack.ahead = adapter_ahead(state->adapter, id);
    thread->next = state->threads;
    return state->threads = thread;
}

rsp_status view_find_thread(adapter_call *call, view_state *state, int64_t id, view_thread **out) {
    rsp_ptid thread;
    rsp_status status = adapter_find_thread(call->adapter, id, &thread);
    if (status == RSP_NOT_FOUND)
        return call_fail(call, status, "there is no thread %" PRId64, id);
    if (status != RSP_OK)
        return view_failed(call, status, "reading the list of threads");
    *out = thread_of(state, thread);
    return *out ? RSP_OK : RSP_NO_MEMORY;
}

void view_forget_memory(view_state *state) {
    for (view_process *process = state->processes; process; process = process->next)
        rsp_known_memory_forget(&process->memory);
    for (view_thread *thread = state->threads; thread; thread = thread->next)
        rsp_stack_forget(&thread->stack);
}

void view_forget_if_known(adapter *a) {
    view_state *state = *adapter_stop_state(a);
    if (state)
        view_forget_memory(state);
}

/* --- items ------------------------------------------------------------------------------------------------
 */

view_item *view_find(const view_state *state, int64_t id) {
    size_t low = 0;
    size_t high = state->num;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (state->items[middle]->id < id)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == state->num || state->items[low]->id != id)
        return NULL;
    if (state->items[low]->thread)
        reopen(state->items[low]->thread->process);
    return state->items[low];
}

view_item *view_add(view_state *state, view_kind kind, view_thread *thread, size_t frame,
                    const rsp_value *value) {
    if (state->num == state->cap) {
        size_t cap = state->cap ? 2 * state->cap : 64;
        view_item **more = rsp_arena_alloc(state->arena, cap * sizeof(view_item *));
        if (!more)
            return NULL;
        if (state->num > 0)
            memcpy(more, state->items, state->num * sizeof(view_item *));
        state->items = more;
        state->cap = cap;
    }
    view_item *item = rsp_arena_alloc(state->arena, sizeof *item);
    if (!item)
        return NULL;
    *item = (view_item){.id = adapter_next_id(state->adapter),
                        .kind = kind,
                        .thread = thread,
                        .frame = frame,
                        .value = value};
    return state->items[state->num++] = item;
}

rsp_status view_unknown(adapter_call *call, const view_state *state, const char *what, int64_t id) {
    if (id > 0 && id < state->first_id)
        return call_fail(call, RSP_NOT_FOUND,
                         "%s %" PRId64 " is of an earlier stop: the program has run since", what, id);
    return call_fail(call, RSP_NOT_FOUND, "there is no %s %" PRId64, what, id);
}

rsp_status view_frame_of(view_item *item, const rsp_stack_frame **out) {
    rsp_status status = rsp_stack_unwind(&item->thread->stack, item->frame + 1);
    if (status != RSP_OK)
        return status;
    if (item->frame >= item->thread->stack.num)
        return RSP_NOT_FOUND;
    *out = &item->thread->stack.frames[item->frame];
    return RSP_OK;
}

rsp_status view_find_frame(adapter_call *call, view_state *state, int64_t id, view_item **out) {
    *out = view_find(state, id);
    return *out && (*out)->kind == LOOK_FRAME ? RSP_OK : view_unknown(call, state, "frame", id);
}

rsp_status view_place_find(adapter_call *call, view_place *out) {
    rsp_status status = view_begin(call, &out->state);
    if (status == RSP_OK)
        status = view_find_frame(call, out->state, call_integer(call, "frameId", 0), &out->item);
    if (status != RSP_OK)
        return status;
    return view_failed(call, view_frame_of(out->item, &out->frame), "reading the stack");
}

int64_t view_frame_id(view_state *state, view_thread *thread, size_t frame) {
    if (frame >= thread->num_frames) {
        size_t num = 2 * (frame + 8);
        int64_t *more = rsp_arena_alloc(state->arena, num * sizeof *more);
        if (!more)
            return 0;
        if (thread->num_frames > 0)
            memcpy(more, thread->frames, thread->num_frames * sizeof *more);
        thread->frames = more;
        thread->num_frames = num;
    }
    if (thread->frames[frame] == 0) {
        const view_item *item = view_add(state, LOOK_FRAME, thread, frame, NULL);
        thread->frames[frame] = item ? item->id : 0;
    }
    return thread->frames[frame];
}

/* --- what lives as long as a request ----------------------------------------------------------------------
 */

void view_scratch_begin(view_scratch *scratch, const view_thread *thread) {
    *scratch = (view_scratch){.stopped = thread->process->stopped, .stack = thread->stack};
    scratch->stopped.arena = &scratch->arena;
    scratch->stack.stopped = &scratch->stopped;
}

void view_scratch_end(view_scratch *scratch) {
    rsp_arena_free(&scratch->arena);
}

const rsp_value *view_keep(view_state *state, const rsp_value *value) {
    return rsp_value_copy(state->arena, value);
}

rsp_status view_failed(adapter_call *call, rsp_status status, const char *doing) {
    const rsp_error *why = rsp_client_error(adapter_client(call->adapter));
    if (status == RSP_CANCELLED || status == RSP_OK)
        return status;
    return call_fail(call, status, "%s: %s", doing,
                     why->status == status && why->msg[0] ? why->msg : rsp_status_text(status));
}

json_t *view_address(uint64_t address) {
    char text[24];
    (void)snprintf(text, sizeof text, "0x%" PRIx64, address);
    return json_string(text);
}

rsp_status view_parse_address(const char *text, uint64_t *out) {
    size_t digits = 0;
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *from = hex ? text + 2 : text;
    digits = strspn(from, hex ? "0123456789abcdefABCDEF" : "0123456789");
    if (digits == 0 || from[digits] != 0 || digits > (hex ? 16 : 19))
        return RSP_SYNTAX;
    *out = strtoull(from, NULL, hex ? 16 : 10);
    return RSP_OK;
}
