/* By the form of the replies. Where both fit, the order decides: nothing that is asked later is answered
 * earlier.
 * See late_reply.h. */
/* SPDX-License-Identifier: MIT */
#include "ends/late_reply.h"

#include "trace/reply_fit.h"

void late_replies_miss(late_replies *late, rsp_packet_id packet, uint64_t sent_ns) {
    if (packet == RSP_PACKET_UNKNOWN)
        return;
    if (late->num == LATE_REPLY_MOST)
        (void)late_replies_take(late, 0);
    late->missed[late->num++] = (missed_reply){.packet = packet, .sent_ns = sent_ns};
}

late_whose late_replies_whose(const late_replies *late, const rsp_packet_row *row, rsp_bytes reply,
                              size_t *out_at) {
    const rsp_reply_fit asked = rsp_fit_reply(row, reply);
    rsp_reply_fit best = RSP_FIT_NEVER;
    *out_at = 0;
    for (size_t i = 0; i < late->num; i++) {
        const rsp_reply_fit fit = rsp_fit_reply(rsp_packet_by_id(late->missed[i].packet), reply);
        if (fit <= best)
            continue;
        best = fit;
        *out_at = i;
    }
    if (best == RSP_FIT_NEVER || best < asked)
        return LATE_OF_NONE;
    return asked == RSP_FIT_NEVER && row ? LATE_OF_ONE : LATE_OPEN;
}

missed_reply late_replies_take(late_replies *late, size_t at) {
    const missed_reply taken = late->missed[at];
    late->num -= at + 1;
    for (size_t i = 0; i < late->num; i++)
        late->missed[i] = late->missed[i + at + 1];
    return taken;
}
