/* The parts that ppoll, pselect6 and epoll_pwait share: a mask of signals, a deadline, waiting once more.
 * Each change of any descriptor wakes all who wait here; a timer among the descriptors does it by the
 * deadline. See polling.h. */
/* SPDX-License-Identifier: MIT */
#include "polling.h"

#include "call_time.h"
#include "signals.h"
#include "waiting.h"

enum { MASK_BYTES = 8 };

/* The mask that holds while the call waits; a handler's frame, or leave_mask, brings the old one back. */
int64_t poll_enter_mask(call *c, uint64_t address) {
    uint8_t bytes[MASK_BYTES];
    if (!address || c->t->signals.suspended)
        return 0;
    if (!space_copy_in(c->p->space, bytes, address, sizeof bytes))
        return -L_EFAULT;
    c->t->signals.suspend_mask = c->t->signals.blocked;
    c->t->signals.suspended = true;
    c->t->signals.blocked = le_load(bytes, MASK_BYTES);
    return 0;
}

int64_t poll_leave_mask(call *c, uint64_t address, int64_t result) {
    if (!address || !c->t->signals.suspended)
        return result;
    c->t->signals.suspended = false;
    c->t->signals.blocked = c->t->signals.suspend_mask;
    signal_unblocked(c->t);
    return result;
}

int64_t poll_deadline(call *c, uint64_t address, uint64_t *out) {
    uint64_t ns = 0;
    *out = RSP_NEVER_NS;
    if (!address)
        return 0;
    int64_t error = call_time(c, address, &ns);
    if (!error)
        *out = call_deadline(c, ns);
    return error;
}

int64_t poll_again(call *c, uint64_t mask, uint64_t deadline, uint64_t wake) {
    if (deadline <= now_ns(c->m))
        return poll_leave_mask(c, mask, 0);
    wait_begin(c->t, &(wait){.kind = WAIT_POLL, .deadline_ns = deadline < wake ? deadline : wake});
    if (mask)
        signal_unblocked(c->t);
    return CALL_WAITS;
}
