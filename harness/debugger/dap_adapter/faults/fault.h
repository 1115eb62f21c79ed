/* One fault as a row: its name, its requirement, and what it changes. Most are a pattern and a patch of
 * messages; the others are functions at the hooks.
 * Patterns and patches are JSON with ' for its quotes, see edit.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_FAULT_H
#define RSP_DAP_ADAPTER_FAULT_H

#include "dap_adapter/faults.h"
#include "faults/edit.h"
#include "serve/adapter_object.h"

/* The hooks stand first, so that a hook finds its row by them. */
typedef struct adapter_fault {
    adapter_hooks hooks;
    rsp_dap_fault_info info;
    const char *when;       /* of messages that go in or out: which are changed ... */
    const char *patch;      /* ... and how; "drop" drops them */
    const char *command;    /* of the handler hook: whose requests are served ... */
    adapter_handler *serve; /* ... by this */
} adapter_fault;

/* Rows of messages of ours, and of those that come. */
#define FAULT_OUT(name_, requirement_, text_, when_, patch_)                                         \
    {                                                                                                \
        .hooks = {.message_out = fault_edit}, .info = {name_, requirement_, text_}, .when = (when_), \
        .patch = (patch_)                                                                            \
    }
#define FAULT_IN(name_, requirement_, text_, when_, patch_)                                         \
    {                                                                                               \
        .hooks = {.message_in = fault_edit}, .info = {name_, requirement_, text_}, .when = (when_), \
        .patch = (patch_)                                                                           \
    }
/* Rows with functions: FAULT_AT(name, requirement, text, .message_in = ..., .cancel = ...); FAULT_WITH has
 * its own `end`, which has to call fault_forget. */
#define FAULT_WITH(name_, requirement_, text_, ...)                    \
    {                                                                  \
        .hooks = {__VA_ARGS__}, .info = { name_, requirement_, text_ } \
    }
#define FAULT_AT(name_, requirement_, text_, ...) \
    FAULT_WITH(name_, requirement_, text_, .end = fault_forget, __VA_ARGS__)
/* Rows with another handler for one command; FAULT_SERVE_AT has further hooks behind it. */
#define FAULT_SERVE_AT(name_, requirement_, text_, command_, serve_, ...)            \
    {                                                                                \
        .hooks = {.handler = fault_handler, .end = fault_forget, __VA_ARGS__},       \
        .info = {name_, requirement_, text_}, .command = (command_), .serve = serve_ \
    }
#define FAULT_SERVE(name_, requirement_, text_, command_, serve_) \
    FAULT_SERVE_AT(name_, requirement_, text_, command_, serve_, .choose = NULL)

/* The tables, by area. A row without a name ends each. */
extern const adapter_fault adapter_stream_faults[];
extern const adapter_fault adapter_base_faults[];
extern const adapter_fault adapter_queue_faults[];
extern const adapter_fault adapter_cancel_faults[];
extern const adapter_fault adapter_run_faults[];
extern const adapter_fault adapter_move_faults[];
extern const adapter_fault adapter_look_faults[];
extern const adapter_fault adapter_capability_faults[];

enum { FAULT_SEQS = 64 };

/* What a fault may keep. All-zero at the start; the fault decides what a member means. */
typedef struct fault_state {
    json_t *held; /* a message that is kept back; owned, so below */
    json_t *list;
    bool on;
    bool inside; /* a hook sends a message of its own */
    uint64_t num;
    uint64_t time_ns;
    int64_t seq;
    int64_t seqs[FAULT_SEQS];
    size_t num_seqs;
} fault_state;

fault_state *fault_state_of(adapter *a);

/* The hook of rows with a pattern. */
bool fault_edit(adapter *a, json_t *message);

/* The hook of rows with a command. */
adapter_handler *fault_handler(adapter *a, const adapter_command *command, adapter_handler *serve);

/* The hook `end` of those that have no other: drops what is kept. */
void fault_forget(adapter *a);

/* --- messages --- */

bool fault_is_request(const json_t *message, const char *command); /* NULL: any */
bool fault_is_response(const json_t *message, const char *command);
bool fault_is_event(const json_t *message, const char *name);

/* Sends a message beside the one that a hook has in hand, without asking the hook again. Takes it. */
void fault_send(adapter *a, json_t *message);

/* Sends a response to a request: success with `body` (taken, may be NULL), or an error with `text`. */
void fault_answer(adapter *a, const json_t *request, const char *text, json_t *body);

/* Keeps a message back in place of the one that is kept, and drops it from what is sent: false. */
bool fault_hold(adapter *a, json_t *message);

/* Sends the message that a hook has in hand, then the one that is kept back, if any. Nothing is left to
 * send: false. */
bool fault_send_held_after(adapter *a, json_t *message);

/* Removes the items of a list behind the first `num`. */
void fault_shorten(json_t *list, size_t num);

/* A response to evaluate, out: its variables are from now on those of a large array, as in the scenarios
 * about them. Changes nothing: true. */
bool fault_note_large(adapter *a, json_t *message);

/* Whether a call asks for the variables of it. */
bool fault_is_large(const adapter_call *call);

/* Remembers a number, and whether it is remembered. */
void fault_note(fault_state *st, int64_t seq);
bool fault_noted(const fault_state *st, int64_t seq);

/* Ends the process as a defect of memory does. */
void fault_crash(void);

/* --- time --- */

/* Does nothing for a while, and reads nothing meanwhile. */
void fault_stall(adapter *a, uint64_t ms);

/* Does not come back for as long as any client waits. */
void fault_hang(adapter *a);

#endif
