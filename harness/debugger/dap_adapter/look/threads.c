/* A thread's id is that of the system. Its name is asked for once: of all threads together where the stub
 * can, else one by one, and not of more than a few dozen at a time. Source: DAP specification, Threads; GDB
 * manual, qXfer:threads:read, qThreadExtraInfo. */
/* SPDX-License-Identifier: MIT */
#include "look/threads.h"

#include "client/client_thread.h"
#include "look/state.h"
#include "serve/text.h"

#include <inttypes.h>

enum { ASKED_MAX = 64 };

/* The name of a thread. */
typedef struct view_name {
    struct view_name *next;
    rsp_ptid id;
    const char *name; /* "" without one */
} view_name;

static const view_name *find_name(const view_program *program, rsp_ptid id) {
    const view_name *name = program->names;
    while (name && name->id.tid != id.tid)
        name = name->next;
    return name;
}

static void keep_name(view_program *program, rsp_ptid id, const char *text) {
    view_name *name = rsp_arena_alloc(&program->arena, sizeof *name);
    if (!name || find_name(program, id))
        return;
    *name = (view_name){.next = program->names, .id = id, .name = rsp_arena_str(&program->arena, text)};
    program->names = name;
}

/* False: the stub has no list. */
static bool ask_for_all(adapter *a, view_program *program, rsp_status *status) {
    rsp_arena arena = {0};
    rsp_listed_thread *listed = NULL;
    size_t num = 0;
    *status = rsp_client_thread_list(adapter_client(a), &arena, &listed, &num);
    for (size_t i = 0; i < num; i++)
        keep_name(program, listed[i].id, listed[i].name);
    rsp_arena_free(&arena);
    return *status == RSP_OK;
}

/* No answer, and an error, mean that there is no name. */
static rsp_status ask_for_one(adapter *a, view_program *program, rsp_ptid id) {
    rsp_buf text = {0};
    rsp_status status = rsp_client_thread_text(adapter_client(a), id, &text);
    if (status == RSP_OK || status == RSP_NOT_FOUND) {
        keep_name(program, id, rsp_buf_cstr(&text));
        status = RSP_OK;
    }
    rsp_buf_free(&text);
    return status;
}

static rsp_status learn_names(adapter *a, view_program *program, const rsp_ptid *threads, size_t num) {
    rsp_status status = RSP_OK;
    bool asked = false;
    size_t left = ASKED_MAX;
    for (size_t i = 0; i < num && left > 0; i++) {
        if (find_name(program, threads[i]))
            continue;
        if (!asked && ask_for_all(a, program, &status))
            left = 0; /* what it does not name has no name */
        if (status == RSP_CANCELLED || status == RSP_TIMEOUT || status == RSP_CLOSED || status == RSP_DIED)
            return status;
        asked = true;
        if (left > 0 && !find_name(program, threads[i])) {
            left--;
            status = ask_for_one(a, program, threads[i]);
            if (status != RSP_OK)
                return status;
        }
    }
    return RSP_OK;
}

static json_t *thread_json(adapter *a, const view_program *program, rsp_ptid id) {
    rsp_buf text = {0};
    const view_name *name = program ? find_name(program, id) : NULL;
    if (name && name->name[0])
        rsp_buf_printf(&text, "%s", name->name);
    else
        rsp_buf_printf(&text, "thread %" PRId64, id.tid);
    json_t *o = json_pack("{s:I, s:o}", "id", (json_int_t)adapter_thread_id(a, id), "name",
                          adapter_text(rsp_buf_bytes(&text)));
    rsp_buf_free(&text);
    return o;
}

rsp_status view_threads(adapter_call *call) {
    const rsp_ptid *threads = NULL;
    rsp_ptid last = {0};
    size_t num = 0;
    view_state *state = NULL;
    json_t *array = json_array();
    call_set(call, "threads", array);
    rsp_status status = adapter_threads(call->adapter, &threads, &num);
    if (status == RSP_OK && num == 0) { /* none was listed yet: there is at least the one of the last stop */
        last = rsp_client_stop_thread(adapter_client(call->adapter));
        threads = &last;
        num = last.tid != 0;
    }
    if (status == RSP_OK && adapter_is_stopped(call->adapter) && adapter_debuggee(call->adapter)) {
        status = view_begin(call, &state);
        if (status == RSP_OK)
            status = learn_names(call->adapter, state->program, threads, num);
    }
    for (size_t i = 0; status == RSP_OK && i < num; i++)
        (void)json_array_append_new(array,
                                    thread_json(call->adapter, state ? state->program : NULL, threads[i]));
    return status;
}
