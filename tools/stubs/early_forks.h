/* Fork servers that were made while this process was small, for the openers of stubs that come later.
 * A fork costs time in proportion to what the process holds: thousands of scenarios, under a sanitizer above
 * all. Without any, each program is forked from the process itself. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_EARLY_FORKS_H
#define STUBBORN_EARLY_FORKS_H

#include "link/fork_server.h"

enum { EARLY_FORKS_MAX = 32 };

/* Those that no opener has taken yet. All-zero is none. Used by the thread that makes the openers. */
typedef struct early_forks {
    rsp_fork_server *servers[EARLY_FORKS_MAX];
    size_t num;
} early_forks;

/* Makes `num`, or as many as there can be. To be called before there are threads. */
void early_forks_make(early_forks *forks, size_t num);

/* One of them, now the caller's; NULL when there is none left, and for `forks` NULL. */
rsp_fork_server *early_forks_take(early_forks *forks);

/* Ends those that nobody took. */
void early_forks_free(early_forks *forks);

#endif
