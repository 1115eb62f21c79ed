/* Fork servers that were made while this process was small, for workers that start programs later.
 * A fork costs time in proportion to what the process holds: thousands of scenarios, under a sanitizer above
 * all. Without any, each program is forked from the process itself. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_EARLY_FORKS_H
#define STUBBORN_EARLY_FORKS_H

#include "link/fork_server.h"
#include <pthread.h>

enum { EARLY_FORKS_MAX = 64 };

/* Those that nobody uses now. All-zero is none, and stays so until early_forks_make. */
typedef struct early_forks {
    pthread_mutex_t lock;
    bool made;
    rsp_fork_server *servers[EARLY_FORKS_MAX];
    size_t num;
} early_forks;

/* Makes `num`, or as many as there can be. To be called once, before there are threads. */
void early_forks_make(early_forks *forks, size_t num);

/* One of them, for this thread; NULL when there is none left, and for `forks` NULL. */
rsp_fork_server *early_forks_take(early_forks *forks);

/* Gives it back; NULL is fine. */
void early_forks_give(early_forks *forks, rsp_fork_server *server);

/* Ends those that are there. */
void early_forks_free(early_forks *forks);

#endif
