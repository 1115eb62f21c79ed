/* The set of facts that client and stub have agreed on: features of qSupported, and modes set by packets.
 * Each is independent of the others. A new client starts with none.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_AGREED_H
#define STUB_AGREED_H

/* X(name, feature of qSupported) */
#define STUB_AGREED_FEATURES(X)       \
    X(MULTIPROCESS, "multiprocess")   \
    X(SWBREAK, "swbreak")             \
    X(HWBREAK, "hwbreak")             \
    X(FORK_EVENTS, "fork-events")     \
    X(VFORK_EVENTS, "vfork-events")   \
    X(EXEC_EVENTS, "exec-events")     \
    X(NO_RESUMED, "no-resumed")       \
    X(ERROR_MESSAGE, "error-message") \
    X(SINGLE_INF_ARG, "single-inf-arg")

/* X(name, packet that sets it; see packet_list.h) */
#define STUB_AGREED_MODES(X)                \
    X(EXTENDED_MODE, EXTENDED)              \
    X(THREAD_EVENTS, QTHREAD_EVENTS)        \
    X(CATCH_SYSCALLS, QCATCH_SYSCALLS)      \
    X(ERROR_STRINGS, QENABLE_ERROR_STRINGS) \
    X(THREAD_SUFFIX, QTHREAD_SUFFIX)        \
    X(LIST_THREADS, QLIST_THREADS)

enum {
#define STUB_AGREED_NUMBER(name, by) STUB_AGREED_NUMBER_##name,
    STUB_AGREED_FEATURES(STUB_AGREED_NUMBER) STUB_AGREED_MODES(STUB_AGREED_NUMBER)
#undef STUB_AGREED_NUMBER
};

/* A set of these is an `unsigned`. */
enum {
#define STUB_AGREED_BIT(name, by) STUB_AGREED_##name = 1 << STUB_AGREED_NUMBER_##name,
    STUB_AGREED_FEATURES(STUB_AGREED_BIT) STUB_AGREED_MODES(STUB_AGREED_BIT)
#undef STUB_AGREED_BIT
    /* Only LLDB uses these switches: its stop replies have keys of their own. */
    STUB_AGREED_LLDB = STUB_AGREED_THREAD_SUFFIX | STUB_AGREED_LIST_THREADS,
    /* Children are named by process id, so they can not be reported without multiprocess. */
    STUB_AGREED_CHILDREN = STUB_AGREED_FORK_EVENTS | STUB_AGREED_VFORK_EVENTS,
};

#endif
