/* A stack of fork servers.
 * Whoever takes one ends it.
 * See early_forks.h. */
/* SPDX-License-Identifier: MIT */
#include "stubs/early_forks.h"

void early_forks_make(early_forks *forks, size_t num) {
    while (forks->num < num && forks->num < EARLY_FORKS_MAX) {
        rsp_fork_server *made = rsp_fork_server_new(NULL);
        if (!made)
            return;
        forks->servers[forks->num++] = made;
    }
}

rsp_fork_server *early_forks_take(early_forks *forks) {
    return forks && forks->num > 0 ? forks->servers[--forks->num] : NULL;
}

void early_forks_free(early_forks *forks) {
    while (forks->num > 0)
        rsp_fork_server_free(early_forks_take(forks));
}
