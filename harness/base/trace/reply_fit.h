/* Whether a reply can be that of a packet, judged by its form alone.
 * Rough on purpose: it tells requests apart when one of them was lost; the rules judge replies.
 * For pairing, by exchanges and sessions. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REPLY_FIT_H
#define RSP_REPLY_FIT_H

#include <rsp/packets.h>

/* In the order of how well they fit. */
typedef enum rsp_reply_fit {
    RSP_FIT_NEVER,
    RSP_FIT_MAYBE, /* any packet may have it: the empty reply, an error; or the packet's replies have many
                    * forms
                    */
    RSP_FIT_SURELY,
} rsp_reply_fit;

/* `row` is NULL for a packet that nobody knows. */
rsp_reply_fit rsp_fit_reply(const rsp_packet_row *row, rsp_bytes reply);

#endif
