/* What the files of the rules on the debugger share: what is known of a conversation, and how to report.
 * What a debugger can not know yet is not held against it: a stop that crosses its 0x03, a reply that is
 * late. Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_TRACE_CLIENT_RULE_INTERNAL_H
#define RSP_TRACE_CLIENT_RULE_INTERNAL_H

#include "core/arena.h"
#include "trace/client_rule.h"
#include "trace/exchange.h"

/* The object that is read window by window. */
typedef struct object_read {
    rsp_buf name;  /* "features:read:target.xml"; empty: none */
    uint64_t next; /* the first byte that has not come yet */
} object_read;

struct rsp_client_rules {
    const rsp_mem *mem;
    rsp_exchanges exchanges;
    rsp_arena texts;
    rsp_client_breach *found;
    size_t num_found, cap_found;
    uint64_t count_of[RSP_CLIENT_RULE_COUNT];
    rsp_status status;

    uint64_t last_request; /* entry; RSP_NO_ENTRY */
    uint64_t overtaken;    /* the oldest request that had no reply when that was sent; RSP_NO_ENTRY */
    size_t replies;        /* since then */
    size_t acks_due;       /* whole packets of the stub in ack mode that have no + yet */
    size_t damaged_due;    /* damaged ones that have no - yet */
    rsp_buf offered;       /* the list of the last reply to qSupported */
    object_read object;
    bool without_acks;
    bool last_ack_due; /* the OK to QStartNoAckMode has no + yet */
    bool refused;      /* the stub has sent - for the last packet */
    bool serves_file;  /* the stub has asked for a call on the host */
    bool knows_stop;   /* it stands, and the debugger has sent something since it was told so */
    bool told_stop;    /* it stands, as far as the stub has told */
};

/* Counts a breach, and keeps the first with their message, of which what a peer sent is printable already. */
void rsp_client_rule_break(rsp_client_rules *rules, rsp_client_rule_id rule, uint64_t entry, const char *fmt,
                           ...) RSP_PRINTF(4, 5);

#endif
