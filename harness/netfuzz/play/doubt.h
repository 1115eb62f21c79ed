/* How sure the player is of what the stub took in since all was last settled.
 * Each degree includes those before it; doubt only grows until all is settled.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_DOUBT_H
#define RSP_NETFUZZ_DOUBT_H

typedef enum doubt {
    DOUBT_NONE,
    DOUBT_VERDICT,   /* the stub may rightly answer in odd ways: rules are not judged */
    DOUBT_RECEPTION, /* stubs may rightly take it in different ways: how many replies come is open */
    DOUBT_RESEND,    /* ... and which reply a '-' of ours asks for again */
} doubt;

static inline void doubt_raise(doubt *d, doubt to) {
    *d = to > *d ? to : *d;
}

#endif
