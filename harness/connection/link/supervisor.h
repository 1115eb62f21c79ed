/* The process between a spawned program and us: it reports how the program ended, and kills its family.
 * Forked by us or by a fork server.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LINK_SUPERVISOR_H
#define RSP_LINK_SUPERVISOR_H

#include <stdbool.h>

/* Said on `life`: the end of the program and all below it, or of the program alone. */
#define RSP_LIFE_END ""
#define RSP_LIFE_LEAVE "l"

/* Everything that a new process needs, prepared before fork. */
typedef struct rsp_launch {
    int null; /* /dev/null */
    int in;
    int out;
    int err;
    int report;      /* receives errno when exec fails; closed by exec */
    int life;        /* the supervisor ends when the other side closes or speaks, or when we die */
    int status;      /* the supervisor writes the news to it */
    const char *cwd; /* NULL: that of the forking process */
    const char *const *argv;
    char **environment;
} rsp_launch;

/* First the pid, later the end: the exit status, or the signal's number negated. Small enough for one write.
 */
typedef struct rsp_news {
    long value;
} rsp_news;

/* Turns the calling process, freshly forked, into a supervisor, which starts the program. */
_Noreturn void rsp_supervise(const rsp_launch *launch);

/* In a forked process: default actions for all signals, none blocked. */
void rsp_reset_signals(void);

#endif
