/* A stack of fork servers behind a lock.
 * Whoever takes one gives it back, or ends it.
 * See early_forks.h. */
/* SPDX-License-Identifier: MIT */
#include "stubs/early_forks.h"

void early_forks_make(early_forks *forks, size_t num) {
    forks->made = pthread_mutex_init(&forks->lock, NULL) == 0;
    while (forks->made && forks->num < num && forks->num < EARLY_FORKS_MAX) {
        rsp_fork_server *made = rsp_fork_server_new(NULL);
        if (!made)
            return;
        forks->servers[forks->num++] = made;
    }
}

rsp_fork_server *early_forks_take(early_forks *forks) {
    if (!forks || !forks->made)
        return NULL;
    pthread_mutex_lock(&forks->lock);
    rsp_fork_server *taken = forks->num > 0 ? forks->servers[--forks->num] : NULL;
    pthread_mutex_unlock(&forks->lock);
    return taken;
}

void early_forks_give(early_forks *forks, rsp_fork_server *server) {
    if (!server)
        return;
    pthread_mutex_lock(&forks->lock);
    forks->servers[forks->num++] = server;
    pthread_mutex_unlock(&forks->lock);
}

void early_forks_free(early_forks *forks) {
    while (forks->num > 0)
        rsp_fork_server_free(forks->servers[--forks->num]);
    if (forks->made)
        (void)pthread_mutex_destroy(&forks->lock);
    forks->made = false;
}
