/* The thread list, from qfThreadInfo to the last qsThreadInfo.
 * A stub that gives the same part again and again, or never an end, is left.
 * Source: GDB manual, General Query Packets (qfThreadInfo). */
/* SPDX-License-Identifier: MIT */
#include "play/thread_list.h"

#include "play/failure.h"
#include "play/request.h"

#include "core/arena.h"
#include "core/hex.h"
#include "core/limits.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

rsp_bytes thread_as_written(play *p, rsp_ptid id) {
    rsp_buf text = {.mem = p->room.arena.mem};
    rsp_ptid_append(&text, id, id.pid != 0);
    const rsp_bytes kept = rsp_arena_bytes(&p->room.arena, rsp_buf_bytes(&text));
    rsp_buf_free(&text);
    return kept;
}

bool threads_add(play *p, rsp_bytes list, value *out) {
    while (list.ptr && list.len > 0) {
        rsp_bytes id = rsp_bytes_split(&list, ',');
        rsp_ptid parsed;
        if (rsp_ptid_parse(&parsed, id) != RSP_OK || out->num >= RSP_LIMIT_VALUE_ITEMS)
            return false;
        *out = value_list_add(&p->room.arena, out, value_bytes(thread_as_written(p, parsed)));
    }
    return true;
}

step_end threads_read(play *p, const written *at, value *out) {
    enum { MOST_SAME = 16 };
    rsp_bytes before = {0};
    size_t same = 0;
    *out = value_list(NULL, 0);
    for (size_t i = 0; i < RSP_LIMIT_THREAD_LIST && same < MOST_SAME; i++) {
        step_end end = play_request(
            p, at, rsp_packet_name(i == 0 ? RSP_PACKET_QF_THREAD_INFO : RSP_PACKET_QS_THREAD_INFO));
        if (end != STEP_OK)
            return end;
        rsp_bytes reply = client_end_payload(&p->t);
        if (rsp_bytes_equal(reply, RSP_LIT("l")))
            return STEP_OK;
        same = rsp_bytes_equal(reply, before) ? same + 1 : 0; /* each thread stands in one reply */
        before = same ? before : rsp_arena_bytes(&p->room.arena, reply);
        if (!rsp_take_byte(&reply, 'm') || !threads_add(p, reply, out))
            return out->num < RSP_LIMIT_VALUE_ITEMS
                       ? play_fail_reply(p, at, "expected a list of thread-ids, got another reply")
                       : play_fail_quietly(p, at, "expected the end of the thread list, got more and more");
    }
    return play_fail_quietly(p, at, "expected the end of the thread list, got more and more");
}
