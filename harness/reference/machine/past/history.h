/* The recording of a machine: checkpoints, and between them what was asked of the machine.
 * history.c records; travel.c goes back and forth in it.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_HISTORY_H
#define RSP_MACHINE_HISTORY_H

#include "checkpoint.h"
#include "kernel.h"

/* What can be asked of a machine, as far as it moves its course. */
typedef enum entry_kind {
    ENTRY_RUN,    /* a: instructions at its end, b: until_ns, c: hash of the course; how: rsp_machine_ended */
    ENTRY_RESUME, /* the struct */
    ENTRY_GIVE_SIGNAL, /* a */
    ENTRY_HOLD,
    ENTRY_SET_REG,     /* a: which, b: value */
    ENTRY_SET_SIGINFO, /* the bytes */
    ENTRY_HOLD_ALL,
    ENTRY_DETACH,
    ENTRY_REPORTS, /* a */
    ENTRY_CATCH,   /* numbers; how: all */
    ENTRY_PASS,    /* a */
    ENTRY_WRITE,   /* a: address; bytes */
    ENTRY_ALLOC,   /* a: size, b: permissions */
    ENTRY_RELEASE, /* a: address */
    ENTRY_INSERT,  /* how: kind, a: address, b: length */
    ENTRY_REMOVE,  /* the same */
    ENTRY_SIGNAL,  /* a: thread, b: signal */
    ENTRY_STDIN,   /* bytes */
    ENTRY_EOF,
    ENTRY_ADVANCE, /* a: the moment */
} entry_kind;

/* One request, or one run. `len` bytes follow it in the log. */
typedef struct entry {
    uint64_t seq; /* counts up; both parts of a run that was cut later have the same */
    uint64_t a;
    uint64_t b;
    uint64_t c;
    uint32_t id; /* of the process or thread */
    uint32_t len;
    uint8_t kind; /* entry_kind */
    uint8_t how;
} entry;

/* A place in the recording: all entries before `seq` are done, and that many instructions. */
typedef struct moment {
    uint64_t seq;
    uint64_t insns;
} moment;

static inline bool moment_before(moment a, moment b) {
    return a.seq != b.seq ? a.seq < b.seq : a.insns < b.insns;
}

/* A checkpoint and what came after it. */
typedef struct segment {
    checkpoint at;
    moment start;
    bool jump; /* the entries before do not lead here: a debugger changed the past */
    rsp_buf log;
    rsp_buf answers; /* of the embedder's files: answers.c */
    size_t last;     /* where its last entry begins */
} segment;

/* How the machine relates to its recording. */
typedef enum history_state {
    HISTORY_LIVE,   /* what is asked is recorded */
    HISTORY_PAST,   /* what is asked is asked of the past */
    HISTORY_SILENT, /* what is asked comes from the recording itself */
} history_state;

/* What the program that runs now is doing. */
typedef enum history_during {
    HISTORY_RESTS,   /* it does not run: whoever asks for files is the debugger */
    HISTORY_RECORDS, /* something new */
    HISTORY_REPEATS, /* what it did before */
} history_during;

struct travel;

typedef struct history {
    state_heap heap;
    page_keeper keeper;
    size_t limit;
    history_state state;
    history_during during;
    const rsp_disk *host; /* the embedder's files; NULL: none */
    rsp_disk disk;        /* what the machine has for them */
    segment **segments;
    size_t num;
    size_t cap;
    uint64_t next_seq;
    uint64_t due;          /* the next checkpoint, in instructions */
    uint64_t traced_until; /* no process that the debugger has executed an instruction since */
    struct travel *travel;
} history;

/* NULL without memory. */
history *history_new(const rsp_mem *mem, size_t limit);
/* Frees the rest, when the machine is gone. NULL is fine. */
void history_free(history *h);

/* Something happened that can not be gone back over: the recording begins anew. */
void history_begin_anew(rsp_machine *m);

/* The machine is asked something. In the past, the past is changed first: what came after is cut off. Call it
 * before anything is looked at. */
void history_note(rsp_machine *m, const entry *e, rsp_bytes bytes);

/* The same without bytes. */
static inline void history_note_call(rsp_machine *m, entry_kind kind, uint32_t id, uint64_t a, uint64_t b) {
    const entry e = {.kind = (uint8_t)kind, .id = id, .a = a, .b = b};
    if (m->history)
        history_note(m, &e, rsp_bytes_make(NULL, 0));
}

/* Whether the machine is in the past and the caller is a debugger there. */
bool history_in_past(const rsp_machine *m);

/* A run, recorded or in the past. */
void history_run(rsp_machine *m, rsp_machine_ran *out_ran, const rsp_machine_run_limits *limits);

/* For travel.c. */
size_t history_bytes(const history *h);
/* A checkpoint of now behind segment `at`; NULL without memory. */
segment *history_add(rsp_machine *m, size_t at, moment start);
/* Frees segments from this one on. */
void history_drop_from(rsp_machine *m, size_t first);
/* Frees one in the middle; what came after it is added to the one before. */
void history_join(rsp_machine *m, size_t at);
/* Adds an entry to a log. */
void history_append(segment *s, const entry *e, rsp_bytes bytes);
/* Instructions between checkpoints of a program of this size. */
uint64_t history_interval(const rsp_machine *m);

#endif
