/* What this room keeps: for the program its registers and threads' names, for one stop the stacks and
 * everything that was given an id. Ids of an earlier stop are known as such.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_LOOK_STATE_H
#define RSP_DAP_ADAPTER_LOOK_STATE_H

#include "debuggee/evaluate.h"
#include "serve/handler.h"

/* As long as the program. */
typedef struct view_program {
    rsp_registers registers;
    rsp_arena arena;
    struct view_name *names; /* of threads */
} view_program;

/* A process in this stop. */
typedef struct view_process {
    struct view_process *next;
    int64_t pid;
    rsp_known_memory memory;
    rsp_stopped stopped;
} view_process;

/* A thread in this stop. */
typedef struct view_thread {
    struct view_thread *next;
    view_process *process;
    rsp_stack stack;
    int64_t *frames; /* ids, 0: none yet */
    size_t num_frames;
    size_t total; /* frames, as was told: it does not shrink */
} view_thread;

/* What an id stands for. */
typedef enum view_kind {
    LOOK_FRAME,
    LOOK_LOCALS,
    LOOK_GLOBALS,
    LOOK_REGISTERS,       /* general ones */
    LOOK_OTHER_REGISTERS, /* the rest */
    LOOK_VALUE,
} view_kind;

typedef struct view_item {
    int64_t id;
    view_kind kind;
    view_thread *thread;
    size_t frame;             /* its number in the stack */
    const rsp_value *value;   /* LOOK_VALUE */
    struct view_item **parts; /* those that have an id; NULL: none */
    size_t num_parts;
} view_item;

/* One stop. */
typedef struct view_state {
    adapter *adapter;
    view_program *program;
    rsp_arena *arena;
    view_process *processes;
    view_thread *threads;
    view_item **items; /* by id, ascending */
    size_t num;
    size_t cap;
    int64_t first_id;
} view_state;

/* The state of this stop. RSP_UNSUPPORTED: nothing is known of the program's file, with a text in the reply;
 * RSP_NO_MEMORY. */
rsp_status view_begin(adapter_call *call, view_state **out) RSP_MUST_USE;

/* The thread that the editor means; an error in the reply for one that is not there. */
rsp_status view_find_thread(adapter_call *call, view_state *state, int64_t id,
                            view_thread **out) RSP_MUST_USE;

/* The item with an id; NULL: there is none. */
view_item *view_find(const view_state *state, int64_t id);

/* A new item; `value` is borrowed. NULL without memory. */
view_item *view_add(view_state *state, view_kind kind, view_thread *thread, size_t frame,
                    const rsp_value *value);

/* A frame by its id, unwound as far: an error in the reply for one that is unknown, or of an earlier stop. */
rsp_status view_find_frame(adapter_call *call, view_state *state, int64_t id, view_item **out) RSP_MUST_USE;

/* What a request about a frame works with. */
typedef struct view_place {
    view_state *state;
    view_item *item;
    const rsp_stack_frame *frame;
} view_place;

/* The place that the request's frameId names; an error in the reply where there is none. */
rsp_status view_place_find(adapter_call *call, view_place *out) RSP_MUST_USE;

/* The frame of an item. RSP_NOT_FOUND when the stack is shorter now. */
rsp_status view_frame_of(view_item *item, const rsp_stack_frame **out) RSP_MUST_USE;

/* An error in the reply: no `what` has this id, or not any more. */
rsp_status view_unknown(adapter_call *call, const view_state *state, const char *what, int64_t id);

/* The id of a frame of a thread; 0 without memory. */
int64_t view_frame_id(view_state *state, view_thread *thread, size_t frame);

/* Memory or registers were written: all that is known of them goes. */
void view_forget_memory(view_state *state);

/* The same, where anything was looked at in this stop. */
void view_forget_if_known(adapter *a);

/* A copy of the thread's stack whose texts and values go to an arena of their own: what a request shows is
 * gone after it. To be ended. */
typedef struct view_scratch {
    rsp_arena arena;
    rsp_stopped stopped;
    rsp_stack stack;
} view_scratch;
void view_scratch_begin(view_scratch *scratch, const view_thread *thread);
void view_scratch_end(view_scratch *scratch);

/* A value with its texts, for as long as the stop. NULL without memory. */
const rsp_value *view_keep(view_state *state, const rsp_value *value);

/* The failure of a read: RSP_CANCELLED as it is, else an error in the reply that says what was tried. */
rsp_status view_failed(adapter_call *call, rsp_status status, const char *doing);

/* "0x401136" */
json_t *view_address(uint64_t address);

/* An address as the editor got it from us. RSP_SYNTAX: it is none. */
rsp_status view_parse_address(const char *text, uint64_t *out);

#endif
