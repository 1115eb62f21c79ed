/* The system call futex, and the lists of locks that a thread leaves behind: set_robust_list.
 * A lock with priority inheritance holds its owner's thread id; all priorities are the same here.
 * Source: futex(2), and "Robust futexes" and "PI futexes" of the kernel's documentation. */
/* SPDX-License-Identifier: MIT */
#include "call_time.h"
#include "robust.h"
#include "waiting.h"

enum { WORD_BYTES = 4, ROBUST_HEAD_BYTES = 24 };

static bool get_word(const call *c, uint64_t address, uint32_t *out) {
    uint8_t bytes[WORD_BYTES];
    if (!space_copy_in(c->p->space, bytes, address, sizeof bytes))
        return false;
    *out = (uint32_t)le_load(bytes, sizeof bytes);
    return true;
}

static bool put_word(const call *c, uint64_t address, uint32_t value) {
    uint8_t bytes[WORD_BYTES];
    le_store(bytes, sizeof bytes, value);
    return space_copy_out(c->p->space, address, bytes, sizeof bytes);
}

static futex_place place_of(const call *c, uint64_t address) {
    futex_place place;
    futex_key(c->p->space, address, &place.key, &place.offset);
    return place;
}

/* A relative time for WAIT, a point in time for the others. */
static int64_t deadline_of(const call *c, bool realtime, bool absolute, uint64_t *out_ns) {
    uint64_t ns = 0;
    *out_ns = RSP_NEVER_NS;
    if (!c->a[3])
        return 0;
    int64_t error = call_time(c, c->a[3], &ns);
    if (error)
        return error;
    uint64_t base = realtime ? EPOCH_NS : 0;
    *out_ns = !absolute ? rsp_deadline(now_ns(c->m), ns) : ns > base ? ns - base : 0;
    return 0;
}

static int64_t futex_wait(call *c, bool absolute, uint32_t bitset) {
    wait w = {.kind = WAIT_FUTEX, .bitset = bitset};
    uint32_t word;
    int64_t error = deadline_of(c, c->a[1] & L_FUTEX_CLOCK_REALTIME, absolute, &w.deadline_ns);
    if (error)
        return error;
    if (!get_word(c, c->a[0], &word))
        return -L_EFAULT;
    if (word != (uint32_t)c->a[2])
        return -L_EAGAIN;
    if (w.deadline_ns <= now_ns(c->m))
        return -L_ETIMEDOUT;
    w.place = place_of(c, c->a[0]);
    wait_begin(c->t, &w);
    return CALL_WAITS;
}

/* The first of those who wait are woken, the next ones wait for the other word from now on. */
static int64_t futex_move(call *c, bool compares) {
    uint32_t word;
    if ((c->a[4] & 3) || (int32_t)c->a[2] < 0 || (int32_t)c->a[3] < 0)
        return -L_EINVAL;
    if (!get_word(c, c->a[0], &word))
        return -L_EFAULT;
    if (compares && word != (uint32_t)c->a[5])
        return -L_EAGAIN;
    futex_place from = place_of(c, c->a[0]), to = place_of(c, c->a[4]);
    uint32_t woken = futex_wake(c->m, &from, (uint32_t)c->a[2], UINT32_MAX);
    return woken + futex_requeue(c->m, &from, &to, (uint32_t)c->a[3]);
}

static uint32_t operate(uint32_t op, uint32_t word, uint32_t by) {
    switch (op) {
    case L_FUTEX_OP_SET:
        return by;
    case L_FUTEX_OP_ADD:
        return word + by;
    case L_FUTEX_OP_OR:
        return word | by;
    case L_FUTEX_OP_ANDN:
        return word & ~by;
    default:
        return word ^ by;
    }
}

static bool holds(uint32_t cmp, int32_t word, int32_t than) {
    switch (cmp) {
    case L_FUTEX_CMP_EQ:
        return word == than;
    case L_FUTEX_CMP_NE:
        return word != than;
    case L_FUTEX_CMP_LT:
        return word < than;
    case L_FUTEX_CMP_LE:
        return word <= than;
    case L_FUTEX_CMP_GT:
        return word > than;
    default:
        return word >= than;
    }
}

static int32_t twelve_bits(uint32_t value) {
    return (int32_t)((value & 0xfff) ^ 0x800) - 0x800;
}

/* Changes the second word, wakes those of the first, and those of the second if its old value says so. */
static int64_t futex_wake_op(call *c) {
    uint32_t how = (uint32_t)c->a[5], word;
    uint32_t op = how >> 28 & 7, cmp = how >> 24 & 0xf;
    uint32_t by = (uint32_t)twelve_bits(how >> 12);
    if ((c->a[4] & 3) || op > L_FUTEX_OP_XOR || cmp > L_FUTEX_CMP_GE)
        return op > L_FUTEX_OP_XOR || cmp > L_FUTEX_CMP_GE ? -L_ENOSYS : -L_EINVAL;
    if (how & L_FUTEX_OP_SHIFT)
        by = UINT32_C(1) << (by & 31);
    if (!get_word(c, c->a[4], &word) || !put_word(c, c->a[4], operate(op, word, by)))
        return -L_EFAULT;
    futex_place first = place_of(c, c->a[0]), second = place_of(c, c->a[4]);
    int64_t woken = futex_wake(c->m, &first, (uint32_t)c->a[2], UINT32_MAX);
    if (holds(cmp, (int32_t)word, twelve_bits(how)))
        woken += futex_wake(c->m, &second, (uint32_t)c->a[3], UINT32_MAX);
    return woken;
}

/* Takes the lock, or waits until its owner hands it over. */
static int64_t lock_pi(call *c, bool realtime, bool tries) {
    wait w = {.kind = WAIT_FUTEX, .pi = true};
    uint32_t word;
    int64_t error = deadline_of(c, realtime, true, &w.deadline_ns);
    if (error && !tries)
        return error;
    if (!get_word(c, c->a[0], &word))
        return -L_EFAULT;
    uint32_t owner = word & L_FUTEX_TID_MASK;
    if (owner == 0)
        return put_word(c, c->a[0], (word & ~L_FUTEX_TID_MASK) | tid_of(c->t)) ? 0 : -L_EFAULT;
    if (owner == tid_of(c->t))
        return -L_EDEADLK;
    if (tries)
        return -L_EAGAIN;
    if (!rsp_machine_thread(c->m, owner))
        return -L_ESRCH;
    if (!put_word(c, c->a[0], word | L_FUTEX_WAITERS))
        return -L_EFAULT;
    if (w.deadline_ns <= now_ns(c->m))
        return -L_ETIMEDOUT;
    w.place = place_of(c, c->a[0]);
    wait_begin(c->t, &w);
    return CALL_WAITS;
}

static int64_t unlock_pi(call *c) {
    uint32_t word;
    if (!get_word(c, c->a[0], &word))
        return -L_EFAULT;
    if ((word & L_FUTEX_TID_MASK) != tid_of(c->t))
        return -L_EPERM;
    futex_place place = place_of(c, c->a[0]);
    return put_word(c, c->a[0], futex_hand_over(c->m, &place)) ? 0 : -L_EFAULT;
}

int64_t sys_futex(call *c) {
    uint64_t op = c->a[1] & 0x7f;
    futex_place place;
    if (c->a[0] & 3)
        return -L_EINVAL;
    switch (op) {
    case L_FUTEX_WAIT:
        return futex_wait(c, false, UINT32_MAX);
    case L_FUTEX_WAIT_BITSET:
        return (uint32_t)c->a[5] ? futex_wait(c, true, (uint32_t)c->a[5]) : -L_EINVAL;
    case L_FUTEX_WAKE:
    case L_FUTEX_WAKE_BITSET:
        place = place_of(c, c->a[0]);
        if (op == L_FUTEX_WAKE)
            return futex_wake(c->m, &place, (uint32_t)c->a[2], UINT32_MAX);
        if (!(uint32_t)c->a[5])
            return -L_EINVAL;
        return futex_wake(c->m, &place, (uint32_t)c->a[2], (uint32_t)c->a[5]);
    case L_FUTEX_REQUEUE:
    case L_FUTEX_CMP_REQUEUE:
        return futex_move(c, op == L_FUTEX_CMP_REQUEUE);
    case L_FUTEX_WAKE_OP:
        return futex_wake_op(c);
    case L_FUTEX_LOCK_PI:
        return lock_pi(c, true, false);
    case L_FUTEX_LOCK_PI2:
        return lock_pi(c, c->a[1] & L_FUTEX_CLOCK_REALTIME, false);
    case L_FUTEX_TRYLOCK_PI:
        return lock_pi(c, true, true);
    case L_FUTEX_UNLOCK_PI:
        return unlock_pi(c);
    default:
        return -L_ENOSYS;
    }
}

int64_t sys_set_robust_list(call *c) {
    if (c->a[1] != ROBUST_HEAD_BYTES)
        return -L_EINVAL;
    c->t->robust = c->a[0];
    return 0;
}

int64_t sys_get_robust_list(call *c) {
    const rsp_thread *t = c->a[0] ? rsp_machine_thread(c->m, (uint32_t)c->a[0]) : c->t;
    uint8_t head[8], len[8];
    if (!t)
        return -L_ESRCH;
    le_store(head, sizeof head, t->robust);
    le_store(len, sizeof len, ROBUST_HEAD_BYTES);
    bool good = space_copy_out(c->p->space, c->a[1], head, sizeof head) &&
                space_copy_out(c->p->space, c->a[2], len, sizeof len);
    return good ? 0 : -L_EFAULT;
}
