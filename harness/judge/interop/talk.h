/* A debugger as a child of ours: a command goes in by its standard input, what it prints comes out, and each
 * wait has an end. Its standard error is part of what it prints, unless a tongue reads its standard output.
 * Knows no debugger. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_INTEROP_TALK_H
#define RSP_INTEROP_TALK_H

#include <rsp/link.h>

/* How a wait ended. */
typedef enum rsp_talk_end {
    RSP_TALK_CAME,
    RSP_TALK_LATE, /* the text did not come in time */
    RSP_TALK_GONE, /* the debugger has ended, prints without end, or the run is being stopped */
} rsp_talk_end;

/* A debugger with what it has printed; see below. */
typedef struct rsp_talk rsp_talk;

/* Between lines and a debugger that takes and prints none: a debug adapter. Borrowed as long as a talk is
 * open. A line that begins with "mark " goes to nobody: the tongue prints "\n<REST>\n" when the line before
 * it is answered, and sets `from` to where the answer begins. */
typedef struct rsp_talk_tongue {
    void *(*open)(rsp_link *link); /* the state of one talk; NULL without memory */
    void (*close)(void *state);
    /* Sends what a line says. Not RSP_OK: the debugger takes nothing more. */
    rsp_status (*say)(void *state, rsp_talk *talk, const char *line, uint64_t until);
    /* Waits for more, and appends it to `printed` as lines. RSP_TIMEOUT; else how it ended. */
    rsp_status (*hear)(void *state, rsp_talk *talk, uint64_t until);
} rsp_talk_tongue;

/* All-zero: closed. */
struct rsp_talk {
    rsp_link *link;
    const rsp_talk_tongue *tongue; /* NULL: lines are typed as they are */
    void *state;                   /* of the tongue */
    rsp_buf printed;               /* since the start */
    size_t from;                   /* where the answer to the last command begins */
    bool gone;
};

/* Starts `command`, whose words follow the rules of rsp/address.h, with these variables ("NAME=value", ended
 * by NULL) besides our own; NULL: none. `tongue` as above. RSP_SPAWN, RSP_DIED, RSP_NO_MEMORY. */
rsp_status rsp_talk_open(rsp_talk *t, const char *command, const rsp_talk_tongue *tongue,
                         const char *const *environment, const volatile sig_atomic_t *stop,
                         rsp_error *error) RSP_MUST_USE;
/* Ends the debugger. All-zero is fine. */
void rsp_talk_close(rsp_talk *t);

/* Types a line. What is printed from now on is its answer. */
void rsp_talk_say(rsp_talk *t, const char *line);
/* Types a line that belongs to the last one. */
void rsp_talk_add(rsp_talk *t, const char *line);
/* Waits for one of the texts, which '|' separates. *out is what stands before it, and is borrowed until the
 * next call; also where it did not come. The next wait goes on behind it. */
rsp_talk_end rsp_talk_wait(rsp_talk *t, const char *texts, uint64_t ns, rsp_bytes *out);

#endif
