/* What is known of the stub for the whole run: asked once, used by every scenario.
 * Texts live in the arena, or with the runner that it was taken from: lists are added to in front.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_KNOWLEDGE_H
#define RSP_SCENARIO_KNOWLEDGE_H

#include "ends/allowance.h"

#include "codec/tdesc.h"
#include "core/arena.h"
#include "manners/manners.h"
#include "scenario/symbol.h"

/* Whether the stub has an optional request. */
typedef enum presence { PRESENCE_NOT_ASKED, PRESENCE_NO, PRESENCE_YES } presence;

/* Registers and addresses, by its description or by the look, see layout.c. */
typedef struct known_layout {
    rsp_tdesc target;
    bool known; /* by its description, or by the look, see layout.c */
    bool described;
    const char *arch;
    bool big_endian;
    unsigned address_bytes;
    uint64_t address_mask; /* bits of pc and sp that are an address, as GDB sends it */
} known_layout;

/* All-zero: nothing is known yet. What scenarios learn is added. */
typedef struct stub_knowledge {
    rsp_arena arena;
    const rsp_manners *manners; /* never NULL; all-zero before a look */
    struct kept_line *kept;     /* never NULL; all-zero: each play has a connection of its own */
    allowances allowed;         /* what the probe found out of step */
    unsigned stuck;             /* scenarios in a row in which a step did not return */
    presence pc_by_g;           /* p does not show that pc moves, and g does: g is asked for it */
    rsp_bytes greeting;         /* that comes before the first request, as far as it was listened to */
    bool probed;
    const char *supported;
    const char *host_info; /* qHostInfo's reply */
    known_layout layout;
    presence p;
    presence p_asked_anew; /* after target.xml was read in the same connection, which QEMU waits for */
    presence vcont;
    presence extended;
    presence non_stop;
    /* what was announced, see handshake_cache.c */
    struct known_features {
        const char *key;
        rsp_bytes supported;
        struct known_features *next;
    } * features;
    /* what was asked once, see asked.c */
    struct answer {
        const char *key;
        bool yes;
        bool sure;       /* a fresh process would say the same */
        const char *why; /* it does not work; "" */
        struct answer *next;
    } * answers;
    const struct rsp_guest_load *guest; /* our program, loaded into a stub with its own; NULL: none */
    unsigned ends_with_client;          /* by how the client leaves, see leaving.h */
    uint64_t num_starts;                /* of processes of ours, until now */
    uint64_t broken; /* rules that fresh processes have broken, a bit each: used ones are believed, too */
    /* why scenarios were skipped by a process that has served others, and by a fresh one, too */
    struct known_lack {
        const char *reason;
        struct known_lack *next;
    } * lacks;
    struct known_symbol {
        const char *program;
        const char *name;
        rsp_symbol where; /* in the file: where a process has it depends on the process */
        bool found;
        struct known_symbol *next;
    } * symbols;
} stub_knowledge;

#endif
