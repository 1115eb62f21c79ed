/* What a handler of requests sees: its arguments, its reply, the stopped program, and what it may keep.
 * A handler is a function in a table of commands; it replies by returning, exactly once.
 * Everything in it that asks the stub can end in RSP_CANCELLED: then it returns that. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_HANDLER_H
#define RSP_DAP_ADAPTER_HANDLER_H

#include "core/arena.h"
#include "debuggee/modules.h"
#include <jansson.h>

/* The whole adapter. */
typedef struct rsp_dap_adapter adapter;
typedef struct adapter_command adapter_command;

/* A request while it is served. */
typedef struct adapter_call {
    adapter *adapter;
    const adapter_command *command;
    int64_t seq;
    const json_t *arguments; /* an object that has the command's shape; never NULL */
    json_t *body;            /* of the response, an object; filled in by the handler */
    char message[64];        /* the short form of an error, such as notStopped; "" is made of the text */
    rsp_buf text;            /* the error for people; empty: made of the status */
    int64_t error_id;        /* of the error; 0: that of the status */
    bool show_user;
    bool later; /* the handler has put the reply off, see adapter_reply_later */
} adapter_call;

/* Serves one request. RSP_OK: the response has success and `body`. RSP_CANCELLED: it was given up. Any other
 * status is an error response, with the text of call_fail or one made of the status. */
typedef rsp_status adapter_handler(adapter_call *call);

/* What requests have to do with each other: a request waits for an earlier one that changes what it looks at,
 * or looks at what it changes. A mask. */
typedef enum adapter_matter {
    MATTER_SESSION = 1,     /* capabilities, launch, configuration */
    MATTER_BREAKPOINTS = 2, /* breakpoints of all kinds */
    MATTER_RUN = 4,         /* whether the program runs, and where it stands */
    MATTER_DATA = 8,        /* its memory and registers */
} adapter_matter;

/* What a command needs, and how it is treated. A mask. */
typedef enum adapter_trait {
    NEEDS_PROGRAM = 1, /* a program is there: else an error */
    NEEDS_STOP = 2,    /* it stands: else notStopped */
    NO_PACKET = 4,     /* asks nothing of the stub: served while another request waits for it */
    OVERTAKES = 8,     /* served before all that waits: pause, disconnect, terminate */
    FINISHES = 16,     /* cannot be given up once it is in work; a cancel finds it finished */
    VIEWS = 32,      /* shows the present stop and nothing else: a resume behind it does not wait for long */
    NEEDS_HALT = 64, /* a running program is halted for it, unseen, and goes on */
    BEFORE_INITIALIZE = 128,
    AFTER_RESUMES = 256, /* overtakes no resume: a pause means the run that was asked for before it */
} adapter_trait;

/* One command. A table ends with a row without a name. */
struct adapter_command {
    const char *name;
    const char *arguments;    /* their shape (dap/shape.h), where it is not dap/request_list.h's; else NULL */
    const char *capabilities; /* what the row proves, "supportsX supportsY"; NULL: nothing */
    adapter_handler *serve;
    unsigned reads;  /* adapter_matter */
    unsigned writes; /* adapter_matter */
    unsigned traits; /* adapter_trait */
};

/* The rooms' tables. */
extern const adapter_command adapter_control_commands[];
extern const adapter_command adapter_look_commands[];

/* --- arguments: members that are missing or null give the fallback --- */

int64_t call_integer(const adapter_call *call, const char *name, int64_t fallback);
bool call_flag(const adapter_call *call, const char *name, bool fallback);
const char *call_text(const adapter_call *call, const char *name); /* NULL: none */
const json_t *call_value(const adapter_call *call, const char *name);

/* --- the reply --- */

/* Sets a member of the body; takes `value`, which may be NULL for want of memory. */
void call_set(adapter_call *call, const char *name, json_t *value);

/* An error for people. Returns `status`, which is not RSP_OK, for `return call_fail(...)`. */
rsp_status call_fail(adapter_call *call, rsp_status status, const char *fmt, ...) RSP_PRINTF(3, 4);

/* The same, and the editor is asked to show it to its user. */
rsp_status call_fail_loudly(adapter_call *call, rsp_status status, const char *fmt, ...) RSP_PRINTF(3, 4);

/* An error with a machine-readable message, such as "notStopped", and a text. */
rsp_status call_refuse(adapter_call *call, const char *message, const char *text);

/* The reply comes later, by adapter_reply: the handler returns RSP_OK and the request stays open. Returns
 * its handle, 0 without memory. */
uint64_t call_later(adapter_call *call);

/* The reply to a request that was put off. RSP_OK and a body (taken, may be NULL), or an error with `text`.
 */
void adapter_reply(adapter *a, uint64_t handle, rsp_status status, json_t *body, const char *text);

/* --- events and requests of our own --- */

/* Sends an event at once; takes `body`, which may be NULL. */
void adapter_event(adapter *a, const char *name, json_t *body);

/* Sends an output event: category is console, stdout, stderr, ... Bytes that are no UTF-8 are replaced. */
void adapter_output(adapter *a, const char *category, rsp_bytes text);

/* Sends a request to the editor; takes `arguments`. `done` gets its response, or NULL when the session ends
 * first. */
typedef void adapter_answered(adapter *a, void *ctx, const json_t *response);
void adapter_ask(adapter *a, const char *command, json_t *arguments, adapter_answered *done, void *ctx);

/* Forgets questions with this `ctx`: their responses are dropped. */
void adapter_unask(adapter *a, const void *ctx);

/* Whether the editor said in `initialize` that it can do this: "supportsVariableType". */
bool adapter_editor_can(const adapter *a, const char *capability);

/* Lines and columns as the editor counts them, from 0 or 1, and as debug information does. */
int64_t adapter_line_out(const adapter *a, int64_t line);
int64_t adapter_line_in(const adapter *a, int64_t line);
int64_t adapter_column_out(const adapter *a, int64_t column);
int64_t adapter_column_in(const adapter *a, int64_t column);

/* --- the program --- */

/* The client, the program with its debug information, and its file. NULL while there is none; the file also
 * where none is known. All calls that wait end in RSP_CANCELLED when the request in work is cancelled, down
 * to the wire; calls after that one, too, as long as the handler runs. */
rsp_client *adapter_client(adapter *a);
rsp_debuggee *adapter_debuggee(adapter *a);
const rsp_debug_file *adapter_file(adapter *a);

/* The program and its libraries; NULL where nothing is known of the program. */
rsp_modules *adapter_modules(adapter *a);

/* The program, or the library that is known to be at an address, as a debuggee with a file of its own; the
 * program where neither is. NULL as adapter_debuggee. Asks nothing of the stub. */
rsp_debuggee *adapter_debuggee_at(adapter *a, uint64_t address);

/* The program and those libraries that are known to be loaded, one after the other; NULL ends them. `at`
 * begins with 0. */
rsp_debuggee *adapter_next_debuggee(adapter *a, size_t *at);

/* The program stands anew: unless the loader is watched, its list of libraries may be another one now. */
void adapter_modules_stale(adapter *a);

/* What the editor is told of a module. */
json_t *adapter_module_json(const rsp_module *module);

/* The program's name for people. */
const char *adapter_program_name(const adapter *a);

/* Whether it stands. */
bool adapter_is_stopped(const adapter *a);

/* The thread that the editor knows under this id. RSP_NOT_FOUND, or what reading them said. */
rsp_status adapter_find_thread(adapter *a, int64_t id, rsp_ptid *out);

/* The id that the editor knows a thread by. */
int64_t adapter_thread_id(const adapter *a, rsp_ptid thread);

/* The threads at this stop, read once; RSP_OK, or what reading them said. Borrowed until the program runs. */
rsp_status adapter_threads(adapter *a, const rsp_ptid **out, size_t *out_num);

/* The last stop; NULL: none. */
const rsp_stop_reply *adapter_stop(adapter *a);

/* How many inlined functions begin where the thread stands, and are shown as not entered yet. */
size_t adapter_ahead(const adapter *a, rsp_ptid thread);

/* Uses a thread of the last stop for a call: from here on nothing is given up but a run. */
void adapter_use_thread(adapter *a);

/* Runs a used thread alone until it stands at `until`. RSP_OK; RSP_CANCELLED: the request was given up.
 * RSP_DIED, with the reason: the program or the stub is no more, and with it what was kept for the stop. Any
 * other status, with the reason: the thread came to stand elsewhere. */
rsp_status adapter_run_alone(adapter *a, rsp_ptid thread, uint64_t until, rsp_buf *out_why) RSP_MUST_USE;

/* The thread is as it was. */
void adapter_leave_thread(adapter *a);

/* --- what is kept --- */

/* Memory that is freed when the program is resumed, and with it all frames and variables. */
rsp_arena *adapter_stop_arena(adapter *a);

/* A place for the room `look` in that memory: NULL after each resume. */
void **adapter_stop_state(adapter *a);

/* A place for the room `look` that lives as long as the program; `drop` is called with it before the program
 * is closed. */
typedef struct adapter_program_place {
    void *state;
    void (*drop)(void *state);
} adapter_program_place;
adapter_program_place *adapter_program_state(adapter *a);

/* The next id of a frame or variable, from 1: ids of an earlier stop are never given again. */
int64_t adapter_next_id(adapter *a);

/* Something was written: what is kept of the stop is dropped, and the editor is told (`invalidated`) where it
 * can take that. */
void adapter_data_changed(adapter *a, const char *area);

/* --- long work --- */

/* For work without packets that takes long: reads what the editor has said. RSP_CANCELLED: give up. */
rsp_status adapter_breathe(adapter *a) RSP_MUST_USE;

/* How much of the work in hand is done, for an editor that shows progress. */
void adapter_share_done(adapter *a, uint64_t done, uint64_t total);

/* Waits until `until_ns` of the editor's clock, reading meanwhile. RSP_OK, RSP_CANCELLED. */
rsp_status adapter_sleep(adapter *a, uint64_t until_ns) RSP_MUST_USE;

/* The time now, by that clock. */
uint64_t adapter_now(const adapter *a);

#endif
