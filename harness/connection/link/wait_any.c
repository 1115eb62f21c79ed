/* Gathers the descriptors of several links, and waits for all of them by one poll.
 * Looks at the stop flags of the links now and then.
 * See link/wait_any.h. */
/* SPDX-License-Identifier: MIT */
#include "wait_any.h"

#include "link_ops.h"
#include "system.h"

#include <assert.h>
#include <errno.h>

#define STOP_SLICE_NS (100 * RSP_NS_PER_MS) /* looking at the stop flags */

typedef struct wait_set {
    struct pollfd fds[RSP_LINK_WAIT_MAX * RSP_LINK_WATCH_FDS + 1]; /* and one beside them */
    size_t num;
    size_t ends[RSP_LINK_WAIT_MAX]; /* descriptors of link i end here */
    uint64_t at_ns[RSP_LINK_WAIT_MAX];
    uint64_t first_ns; /* the earliest of them */
    bool stopped;
    bool may_stop;
} wait_set;

static bool wait_set_fill(wait_set *set, rsp_link *const *links, size_t num) {
    *set = (wait_set){.first_ns = RSP_NEVER_NS};
    for (size_t i = 0; i < num; i++) {
        rsp_link_watch watch = {.at_ns = RSP_NEVER_NS};
        if (!links[i]->ops->watch || !links[i]->ops->watch(links[i], &watch))
            return false;
        for (size_t k = 0; k < watch.num; k++)
            set->fds[set->num++] = watch.fds[k];
        set->ends[i] = set->num;
        set->at_ns[i] = watch.at_ns;
        if (watch.at_ns < set->first_ns)
            set->first_ns = watch.at_ns;
        set->may_stop |= watch.stop != NULL;
        set->stopped |= watch.stop && *watch.stop;
    }
    return true;
}

static unsigned wait_set_ready(const wait_set *set, size_t num, uint64_t now) {
    unsigned ready = 0;
    size_t k = 0;
    for (size_t i = 0; i < num; i++) {
        if (set->at_ns[i] <= now)
            ready |= 1U << i;
        for (; k < set->ends[i]; k++)
            if (set->fds[k].revents)
                ready |= 1U << i;
    }
    return ready;
}

/* Polls the set once, until the deadline, the first time of a link, or a look at the stop flags. */
static int wait_set_poll(wait_set *set, const rsp_link *clock_of, uint64_t deadline_ns) {
    uint64_t until = set->first_ns < deadline_ns ? set->first_ns : deadline_ns;
    uint64_t now = until == RSP_NEVER_NS ? 0 : rsp_link_now(clock_of);
    uint64_t left = until > now ? until - now : 0;
    if (set->may_stop && left > STOP_SLICE_NS)
        left = STOP_SLICE_NS;
    return rsp_system_poll(set->fds, set->num, left > INT64_MAX ? -1 : (int64_t)left);
}

rsp_status rsp_link_wait_any(rsp_link *const *links, size_t num, unsigned *out_ready, uint64_t deadline_ns) {
    assert((links || num == 0) && out_ready);
    wait_set set;
    *out_ready = 0;
    if (num == 0 || num > RSP_LINK_WAIT_MAX)
        return RSP_UNSUPPORTED;
    for (;;) {
        if (!wait_set_fill(&set, links, num))
            return RSP_UNSUPPORTED;
        if (set.stopped)
            return RSP_CANCELLED;
        int got = wait_set_poll(&set, links[0], deadline_ns);
        if (got < 0 && errno != EINTR)
            return RSP_IO;
        if (got < 0)
            continue;
        uint64_t now =
            set.first_ns == RSP_NEVER_NS && deadline_ns == RSP_NEVER_NS ? 0 : rsp_link_now(links[0]);
        *out_ready = wait_set_ready(&set, num, now);
        if (*out_ready)
            return RSP_OK;
        if (now >= deadline_ns)
            return RSP_TIMEOUT;
    }
}

rsp_status rsp_link_wait_beside(rsp_link *link, int fd, bool *out_ready, uint64_t deadline_ns) {
    assert(out_ready);
    wait_set set;
    bool watched = link && wait_set_fill(&set, &link, 1);
    *out_ready = false;
    if (!watched)
        set = (wait_set){.first_ns = RSP_NEVER_NS};
    if (set.stopped)
        return RSP_CANCELLED;
    set.fds[set.num++] = (struct pollfd){.fd = fd, .events = POLLIN};
    int got = wait_set_poll(&set, link, deadline_ns);
    if (got < 0 && errno != EINTR)
        return RSP_IO;
    *out_ready = got > 0 && set.fds[set.num - 1].revents != 0;
    return RSP_OK;
}
