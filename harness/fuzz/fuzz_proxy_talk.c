/* The proxy between a good client and a good stub: every request gets its one reply, however much is
 * accelerated. The packets of a session are the client's requests.
 * See proxy_conversation.h. */
/* SPDX-License-Identifier: MIT */
#include "proxy_conversation.h"
#include "session_mutator.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_messages list;
    static proxy_ends ends;
    proxy_conversation talk;
    rsp_messages_clear(&list);
    uint8_t choice = session_input(&list, rsp_bytes_make(data, size));
    (void)proxy_ends_begin(&ends, choice, 0);
    ends.pieces = choice & 16;
    proxy_conversation_begin(&talk, &ends);
    for (size_t i = 0; i < list.num && ends.status == RSP_OK; i++) {
        rsp_bytes request = rsp_messages_bytes(&list, i);
        if (list.items[i].kind != RSP_MESSAGE_PACKET || !proxy_conversation_is_request(request))
            continue;
        size_t replies = proxy_conversation_ask(&talk, request);
        FUZZ_MUST(ends.status != RSP_OK || replies == 1);
    }
    proxy_conversation_end(&talk);
    proxy_ends_finish(&ends);
    return 0;
}
