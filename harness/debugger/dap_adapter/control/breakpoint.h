/* The breakpoints that the editor knows: what each was asked to be, where it lies, and what it is worth.
 * Kept in the order in which they were set; an id stays as long as its breakpoint is set again.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_BREAKPOINT_H
#define RSP_DAP_ADAPTER_BREAKPOINT_H

#include "control/control.h"

#include "core/limits.h"

/* Which request set it. */
typedef enum breakpoint_kind {
    BREAK_SOURCE,
    BREAK_FUNCTION,
    BREAK_INSTRUCTION,
    BREAK_DATA,
} breakpoint_kind;

/* A piece of a log point's text, translated (log_point.c). */
typedef struct log_point_part log_point_part;

typedef struct breakpoint {
    struct breakpoint *next;
    int64_t id;
    breakpoint_kind kind;
    const char *place; /* path of the source, name of the function, reference of the instruction, data id */
    int64_t line;      /* of a source breakpoint, as debug information counts */
    int64_t column;
    uint64_t offset; /* of an instruction */
    const char *condition;
    const char *hit_condition;
    const char *log; /* a text to be told instead of a stop */
    uint8_t access;  /* of a data breakpoint: as in Z packets */
    uint64_t length;
    uint64_t frame_end; /* of a variable of a function: where its caller goes on; 0: of none */
    uint64_t frame_sp;  /* the stack pointer there */
    int64_t frame_thread;
    bool over;           /* the function has returned */
    uint64_t *addresses; /* where it lies in the process */
    size_t num_addresses;
    const char **conditions;     /* the condition translated for each of them */
    const log_point_part **logs; /* the text translated for each of them, NULL before the first hit */
    uint32_t actual_line;        /* 0: not known */
    bool verified;
    bool awaited;  /* not verified, but a library may come that has the place */
    char why[160]; /* not verified: the reason */
    uint64_t hits;
    rsp_arena arena; /* of the texts that were asked for */
    rsp_arena bound; /* of what binding found */
    bool kept;       /* while a list is replaced: it is in the new one, too */
} breakpoint;

/* An address at which something is set. */
typedef struct breakpoint_site {
    struct breakpoint_site *next;
    uint64_t address;
    rsp_buf condition;    /* translated, of all that lie here */
    rsp_conditional *set; /* NULL: it could not be set */
    bool wanted;
} breakpoint_site;

/* Frees all, without a packet. */
void breakpoints_free(adapter *a);

/* A new one at the end of the list; NULL without memory. */
breakpoint *breakpoint_add(adapter *a, breakpoint_kind kind);

/* Takes out those of the kind (of a source: of that path) that are not `kept`. */
void breakpoints_drop_others(adapter *a, breakpoint_kind kind, const char *place);

/* Finds where one lies, by the debug information of the program and of the libraries that are known to be
 * loaded. Without a program it stays unverified. */
void breakpoint_bind(adapter *a, breakpoint *b);

/* Binds all anew, for a program that has come or was started again, or libraries that have come or gone, and
 * tells what has changed. */
void breakpoints_bind_all(adapter *a);

/* Before a resume: sets and removes sites so that they are as the breakpoints want them. Those that fail
 * become unverified, and that is told. */
void breakpoints_update(adapter *a);

/* The stub has refused sites: those breakpoints become unverified, and out. False: none was refused. */
bool breakpoints_refused(adapter *a);

/* The program's sites are gone with it. */
void breakpoints_forget_sites(adapter *a);

/* What the editor is told of one. */
json_t *breakpoint_json(const adapter *a, const breakpoint *b);

/* A data breakpoint goes: the next resume takes it out. Nothing for others. */
void breakpoint_unwatch(adapter *a, const breakpoint *b);

/* --- breakpoint_frame.c --- */

/* Reads what a data id says of the frame that has the variable. */
bool breakpoint_read_frame(breakpoint *b, rsp_bytes text);

/* A thread has come to `place`, or a watchpoint was hit at `watched` (0: none): removes the data breakpoints
 * whose function has returned, and tells that. */
void breakpoints_end_frames(adapter *a, uint64_t place, uint64_t watched);

/* The program is another one: it has none of these frames. */
void breakpoints_forget_frames(adapter *a);

/* --- breakpoint_hit.c --- */

/* The program stands at `pc`: appends the ids of those that stop it here to `ids`, counts hits, and tells
 * what log points say. True: at least one wants the stop. `outcome`: of the condition of the site. */
bool breakpoints_hit(adapter *a, uint64_t pc, rsp_status outcome, json_t *ids);

/* The same for a watchpoint of this access at this address. */
bool breakpoints_data_hit(adapter *a, uint64_t address, json_t *ids);

/* Whether one is on this address. */
bool breakpoints_watch(const adapter *a, uint64_t address);

/* How many inlined functions that begin there are not entered, for those with these ids: the fewest. */
size_t breakpoints_ahead(adapter *a, uint64_t pc, const json_t *ids);

/* Whether a hit condition can be understood: N, or an operator and a number. */
bool breakpoint_hit_condition_ok(const char *text);

#endif
