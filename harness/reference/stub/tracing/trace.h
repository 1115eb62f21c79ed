/* Tracing as a whole: what is defined, whether it runs and why it ended, which frame is selected.
 * Run control tells it of events and processes; its packets are in trace_packets.c and its neighbours.
 * Not public. Source: GDB manual, Tracepoint Packets. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_TRACE_H
#define STUB_TRACE_H

#include "state.h"
#include "trace_buffer.h"
#include "trace_table.h"

/* Why no trace runs; the word is that of qTStatus. X(id, word) */
#define STUB_TRACE_END_LIST(X)       \
    X(NOT_RUN, "tnotrun")            \
    X(UNKNOWN, "tunknown")           \
    X(STOPPED, "tstop")              \
    X(FULL, "tfull")                 \
    X(DISCONNECTED, "tdisconnected") \
    X(PASS_COUNT, "tpasscount")      \
    X(ERROR, "terror")

/* STUB_TRACE_NOT_RUN and so on. UNKNOWN while it runs. */
typedef enum stub_trace_end {
#define STUB_TRACE_END_ENUM(id, word) STUB_TRACE_##id,
    STUB_TRACE_END_LIST(STUB_TRACE_END_ENUM)
#undef STUB_TRACE_END_ENUM
} stub_trace_end;

/* A thread, and a tracepoint that concerns it. */
typedef struct stub_trace_thread {
    rsp_ptid thread;
    stub_tracepoint *point; /* while-stepping: whose actions; a parked one: NULL */
    uint64_t left;          /* while-stepping: steps to go; a parked one: its pc */
} stub_trace_thread;

/* What rsp_stub.trace points to. */
struct stub_trace {
    stub_trace_table table;
    stub_trace_buffer buffer;

    bool running;
    bool outlives_client;
    stub_trace_end end;
    uint64_t end_number; /* of the tracepoint, for PASS_COUNT and ERROR */
    rsp_buf end_text;    /* ERROR: what is wrong */
    uint64_t started_us;
    uint64_t ended_us;
    rsp_buf user; /* texts of QTNotes */
    rsp_buf notes;
    rsp_buf stop_note;

    bool frame_selected;
    uint64_t frame; /* its number */

    rsp_buf stepping; /* stub_trace_thread: threads in while-stepping */
    rsp_buf parked;   /* stub_trace_thread: their hit was recorded, and they are stopped there */

    rsp_buf block; /* scratch: registers of a thread */
    rsp_buf data;  /* scratch: memory that is collected */
    rsp_buf code;  /* scratch: bytecode */

    const stub_tracepoint *sent_point; /* qTsP goes on behind these; NULL: at the end */
    const stub_trace_text *sent_text;
    const stub_trace_variable *sent_variable;
};

/* Whether the target can be traced at all: it has breakpoints and steps. */
bool stub_trace_offered(const rsp_stub *s);

/* Nothing defined. RSP_NO_MEMORY. */
rsp_status stub_trace_new(rsp_stub *s);
/* Fine when it was never made. The target is not asked. */
void stub_trace_free(rsp_stub *s);
/* A client comes: live data is shown. */
void stub_trace_connect(rsp_stub *s);
/* The client goes: the trace ends, or goes on without it. True: the program is to go on, too. */
bool stub_trace_disconnect(rsp_stub *s);

/* Begins; the frames of the trace before are dropped. The target's status when a tracepoint can't be put
 * there, and nothing has begun. */
rsp_status stub_trace_start(rsp_stub *s);
/* Ends for this reason; `number` is the tracepoint's. No effect when none runs. */
void stub_trace_stop(rsp_stub *s, stub_trace_end end, uint64_t number);
/* Puts one more tracepoint into all processes of a trace that runs. Statuses of the target. */
rsp_status stub_trace_install(rsp_stub *s, const stub_tracepoint *point);

/* A process comes under control while a trace may run: it gets the tracepoints. */
void stub_trace_process(rsp_stub *s, int64_t pid);

/* An event of the target, reported or not: a hit is recorded, a step of while-stepping too. */
void stub_trace_event(rsp_stub *s, const rsp_target_event *event);
/* The thread stays stopped at the event that was just recorded: going on from there is no second hit. */
void stub_trace_park(rsp_stub *s, const rsp_target_event *event);
/* The thread is about to be let go from this pc. */
void stub_trace_resumed(rsp_stub *s, rsp_ptid thread, uint64_t pc);
/* A process has left control. */
void stub_trace_left(rsp_stub *s, int64_t pid);
/* Whether the event is a thread at a tracepoint. */
bool stub_trace_hit(const rsp_stub *s, const rsp_target_event *event);

/* The value of a trace state variable now; false for one that nobody has defined. */
bool stub_trace_value(const rsp_stub *s, uint64_t number, uint64_t *out);

#endif
