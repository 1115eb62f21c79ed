/* System calls that wait for several descriptors: ppoll, pselect6.
 * Each change of any descriptor wakes the thread, which looks again.
 * A mask of signals holds for as long as the call takes. */
/* SPDX-License-Identifier: MIT */
#include "call_time.h"
#include "files.h"
#include "pipes.h"
#include "polling.h"

enum { POLLFD_BYTES = 8, MAX_FDS = RSP_LIMIT_MACHINE_FILES, WORD_BITS = 64 };

/* Fills in what is ready; how many, or a negative error. */
static int64_t look_at(call *c, uint64_t *wake) {
    int64_t ready = 0;
    for (uint64_t i = 0; i < c->a[1]; i++) {
        uint8_t entry[POLLFD_BYTES];
        uint64_t at = c->a[0] + POLLFD_BYTES * i;
        if (!space_copy_in(c->p->space, entry, at, sizeof entry))
            return -L_EFAULT;
        int32_t fd = (int32_t)le_load(entry, 4);
        uint64_t wanted = le_load(entry + 4, 2) | L_POLLERR | L_POLLHUP;
        open_file *f = fd < 0 ? NULL : file_of(c->p, (uint32_t)fd);
        uint64_t events = fd < 0 ? 0 : f ? file_events(c->m, f) & wanted : L_POLLNVAL;
        *wake = file_earlier(*wake, f);
        le_store(entry + 6, 2, events);
        if (!space_copy_out(c->p->space, at, entry, sizeof entry))
            return -L_EFAULT;
        ready += events != 0;
    }
    return ready;
}

int64_t sys_ppoll(call *c) {
    uint64_t deadline, wake = RSP_NEVER_NS;
    if (c->a[1] > MAX_FDS)
        return -L_EINVAL;
    int64_t error = poll_deadline(c, c->a[2], &deadline);
    if (!error)
        error = poll_enter_mask(c, c->a[3]);
    if (error)
        return error;
    int64_t ready = look_at(c, &wake);
    return ready ? poll_leave_mask(c, c->a[3], ready) : poll_again(c, c->a[3], deadline, wake);
}

/* The three sets of select: what makes a descriptor ready in each. */
typedef struct sets {
    uint64_t words[3][MAX_FDS / WORD_BITS];
    size_t bytes;
} sets;

static int64_t get_sets(const call *c, sets *s) {
    s->bytes = (size_t)(c->a[0] + WORD_BITS - 1) / WORD_BITS * 8;
    for (size_t i = 0; i < 3; i++) {
        uint8_t bytes[MAX_FDS / 8] = {0};
        if (c->a[1 + i] && !space_copy_in(c->p->space, bytes, c->a[1 + i], s->bytes))
            return -L_EFAULT;
        for (size_t w = 0; w < RSP_ARRAY_LEN(s->words[i]); w++)
            s->words[i][w] = le_load(bytes + 8 * w, 8);
    }
    return 0;
}

static int64_t put_sets(const call *c, const sets *s) {
    for (size_t i = 0; i < 3; i++) {
        uint8_t bytes[MAX_FDS / 8];
        for (size_t w = 0; w < RSP_ARRAY_LEN(s->words[i]); w++)
            le_store(bytes + 8 * w, 8, s->words[i][w]);
        if (c->a[1 + i] && !space_copy_out(c->p->space, c->a[1 + i], bytes, s->bytes))
            return -L_EFAULT;
    }
    return 0;
}

/* Leaves in the sets what is ready; how many, or -EBADF. */
static int64_t select_ready(call *c, sets *s, uint64_t *wake) {
    static const uint64_t wanted[3] = {L_POLLIN | L_POLLHUP | L_POLLERR, L_POLLOUT | L_POLLERR, 0};
    int64_t ready = 0;
    for (uint64_t fd = 0; fd < c->a[0]; fd++) {
        for (size_t i = 0; i < 3; i++) {
            uint64_t *word = &s->words[i][fd / WORD_BITS];
            uint64_t bit = UINT64_C(1) << (fd % WORD_BITS);
            open_file *f = file_of(c->p, fd);
            if (!(*word & bit))
                continue;
            if (!f)
                return -L_EBADF;
            *wake = file_earlier(*wake, f);
            if (file_events(c->m, f) & wanted[i])
                ready++;
            else
                *word &= ~bit;
        }
    }
    return ready;
}

int64_t sys_pselect6(call *c) {
    uint64_t deadline, wake = RSP_NEVER_NS, mask = 0;
    uint8_t bytes[16];
    sets s;
    if (c->a[0] > MAX_FDS)
        return -L_EINVAL;
    if (c->a[5] && !space_copy_in(c->p->space, bytes, c->a[5], sizeof bytes))
        return -L_EFAULT;
    mask = c->a[5] ? le_load(bytes, 8) : 0;
    int64_t error = poll_deadline(c, c->a[4], &deadline);
    if (!error)
        error = get_sets(c, &s);
    if (!error)
        error = poll_enter_mask(c, mask);
    if (error)
        return error;
    int64_t ready = select_ready(c, &s, &wake);
    if (ready < 0)
        return poll_leave_mask(c, mask, ready);
    if (!ready && deadline > now_ns(c->m))
        return poll_again(c, mask, deadline, wake);
    error = put_sets(c, &s);
    return poll_leave_mask(c, mask, error ? error : ready);
}
