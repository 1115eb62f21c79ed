/* The set of facts that client and stub have agreed on: features of qSupported, and modes set by packets.
 * Each is independent of the others; codec/negotiated.h lists them. A new client starts with none.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_AGREED_H
#define STUB_AGREED_H

#include "codec/negotiated.h"

enum {
#define STUB_AGREED_FEATURE(name, text) STUB_AGREED_NUMBER_##name,
#define STUB_AGREED_MODE(name) STUB_AGREED_NUMBER_##name,
    RSP_AGREED_LIST(STUB_AGREED_FEATURE) RSP_MODE_LIST(STUB_AGREED_MODE)
#undef STUB_AGREED_FEATURE
#undef STUB_AGREED_MODE
};

/* A set of these is an `unsigned`. No-ack mode and non-stop are not in it: the endpoint and run_state.h have
 * them. */
enum {
#define STUB_AGREED_FEATURE(name, text) STUB_AGREED_##name = 1 << STUB_AGREED_NUMBER_##name,
#define STUB_AGREED_MODE(name) STUB_AGREED_##name = 1 << STUB_AGREED_NUMBER_##name,
    RSP_AGREED_LIST(STUB_AGREED_FEATURE) RSP_MODE_LIST(STUB_AGREED_MODE)
#undef STUB_AGREED_FEATURE
#undef STUB_AGREED_MODE
    /* Only LLDB uses these switches: its stop replies have keys of their own. */
    STUB_AGREED_LLDB = STUB_AGREED_THREAD_SUFFIX | STUB_AGREED_LIST_THREADS,
    /* Children are named by process id, so they can not be reported without multiprocess. */
    STUB_AGREED_CHILDREN = STUB_AGREED_FORK_EVENTS | STUB_AGREED_VFORK_EVENTS,
};

#endif
