/* Whether a reply can be that of a packet, judged by its form alone.
 * Rough on purpose: it tells requests apart when one of them was lost; the rules judge replies.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_TRACE_FIT_H
#define RSP_TRACE_FIT_H

#include <rsp/packets.h>

/* In the order of how well they fit. */
typedef enum reply_fit {
    FIT_NEVER,
    FIT_MAYBE, /* any packet may have it: the empty reply, an error; or the packet's replies have many forms
                */
    FIT_SURELY,
} reply_fit;

/* `row` is NULL for a packet that nobody knows. */
reply_fit fit_reply(const rsp_packet_row *row, rsp_bytes reply);

#endif
