/* How unsure the player is what the stub received since everything last settled.
 * Each degree includes those before it; doubt only grows until all is settled.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_DOUBT_H
#define RSP_NETFUZZ_DOUBT_H

typedef enum doubt {
    DOUBT_NONE,
    DOUBT_VERDICT,   /* odd answers may be legal: rules are not judged */
    DOUBT_RECEPTION, /* stubs may read the bytes in different ways: the number of replies is open */
    DOUBT_RESEND,    /* ... and which reply a '-' of ours makes the stub resend */
} doubt;

/* Doubt never falls here. */
static inline void doubt_raise(doubt *d, doubt to) {
    *d = to > *d ? to : *d;
}

#endif
