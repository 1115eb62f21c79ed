/* What is known of the stub: the optional packets that it has, its features, and the modes that it is in.
 * Announced or tried: RSP_SUPPORT_UNKNOWN until then.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CLIENT_ABILITIES_H
#define RSP_CLIENT_ABILITIES_H

#include "codec/negotiated.h"
#include <rsp/client.h>

/* All-zero but for what the options say is valid. */
typedef struct client_abilities {
    rsp_client_support support[RSP_USE_COUNT];
    rsp_buf features;
    size_t packet_bytes;
    unsigned vcont; /* rsp_vcont_support set, whether vCont is used or not */
    rsp_negotiated modes;
    rsp_client_dialect read_dialect; /* of MultiMemRead; AUTO: not known yet */
    rsp_client_dialect x_dialect;
    bool silent;         /* a packet that stubs need not know got no reply */
    bool silent_signals; /* QPassSignals, which is announced, got none */
    bool native_signals; /* signals have the numbers of Linux on the wire, as LLDB's stubs have them */
    bool vcont_presumed; /* vCont is announced, and which actions it has was not told */
    bool batch_proven;   /* a batched breakpoint packet was answered well */
} client_abilities;

/* What the options allow; nothing is known of the stub yet. */
void client_abilities_init(client_abilities *stub, const rsp_client_options *options);
/* Asserts what always holds. */
void client_abilities_validate(const client_abilities *stub);
/* Frees the list of features. */
void client_abilities_free(client_abilities *stub);

/* Whether a packet is to be used: it is not off, and the stub has it or may have it. */
bool client_uses(const rsp_client *c, rsp_client_use use);
/* Of a signal, the number that the stub knows it by, and the reverse. */
uint8_t client_wire_signal(const rsp_client *c, uint8_t signal);
uint8_t client_signal_of(const rsp_client *c, uint8_t wire);
/* A vCont got an empty reply in all-stop. True: it was only announced, and is not used any more: the plain
 * packets are to be tried. False: its actions were told, or nothing else resumes in non-stop. */
bool client_vcont_denied(rsp_client *c);
/* Unless it is off. */
void client_learn(rsp_client *c, rsp_client_use use, rsp_client_support support);

#endif
