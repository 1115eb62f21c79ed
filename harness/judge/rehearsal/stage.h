/* The stage: one connection to the stub, events with a deadline, and the text of the conversation.
 * Knows frames and nothing of what debuggers make of them.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REHEARSAL_STAGE_H
#define RSP_REHEARSAL_STAGE_H

#include "rehearsal.h"

#include <rsp/frame.h>

/* What came. */
typedef enum stage_event {
    STAGE_ACK,
    STAGE_NAK,
    STAGE_PACKET,
    STAGE_BAD_PACKET, /* its checksum or its coding is wrong */
    STAGE_NOTIFICATION,
    STAGE_JUNK,
    STAGE_SILENCE, /* nothing before the deadline */
    STAGE_GONE,    /* the connection ended, or the stub never stops sending */
} stage_event;

/* All-zero: closed. */
typedef struct stage {
    const rsp_rehearsal_options *options;
    rsp_arena *arena; /* of texts that stay */
    rsp_link *link;
    rsp_decoder decoder;
    rsp_buf piece;   /* received bytes; those before `taken` are decoded */
    rsp_buf payload; /* of the last packet or notification */
    rsp_buf said;    /* the conversation since stage_scene, for people */
    size_t taken;
    uint64_t heard;    /* bytes since stage_scene */
    unsigned silences; /* long ones so far: patience goes down */
    bool begun;        /* the connection has had a wait for a reply */
    bool answers;      /* bytes have come over the connection */
    unsigned waits;    /* silences in this session, each as long as the debugger's own time-out */
    bool any_sum;      /* acknowledgments are off: nobody can ask again, and checksums are not looked at */
    bool gone;
    rsp_status trouble; /* of ours: RSP_CANCELLED, RSP_NO_MEMORY */
} stage;

/* Prepares an empty stage; nothing is opened. */
void stage_begin(stage *s, rsp_arena *arena, const rsp_rehearsal_options *options);
/* Frees everything; the connection is closed. */
void stage_end(stage *s);

/* A fresh connection. False where none is to be had. */
bool stage_open(stage *s);
/* The next client of the same stub: this connection ends, and another begins. RSP_UNSUPPORTED where there can
 * be only one; else why there is none. The text of the conversation goes on. */
rsp_status stage_again(stage *s) RSP_MUST_USE;
/* Closes it. */
void stage_close(stage *s);

/* Forgets the text of the conversation: an action begins. */
void stage_scene(stage *s);
/* The last lines of the conversation, in the arena; "" for none. */
const char *stage_evidence(stage *s);

/* Sends exactly these bytes. */
void stage_send(stage *s, rsp_bytes bytes);
/* The next event before `until_ns`; its payload is in s->payload. */
stage_event stage_next(stage *s, uint64_t until_ns);

/* The time by the link's clock. */
uint64_t stage_now(const stage *s);
/* How long an answer is waited for, in ns. */
uint64_t stage_patience(const stage *s);
/* How long is long for this stub: a stop, an exit, a program that should not stop. In ns, never under 250 ms.
 */
uint64_t stage_long(const stage *s);
/* Whether there is no trouble of ours, and the stub is there. */
bool stage_open_still(const stage *s);

#endif
