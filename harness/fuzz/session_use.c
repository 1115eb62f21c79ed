/* Requests of each sort: features, registers, memory, and one that lets the program run.
 * Junk is left out of the digest: there is one event for what came in one piece.
 * See session_use.h. */
/* SPDX-License-Identifier: MIT */
#include "session_use.h"

void session_use_begin(session_use *u, uint8_t choice, const rsp_mem *mem) {
    static const char *const requests[SESSION_USE_REQUESTS] = {"qSupported", "g", "m1000,4", "vCont;c"};
    *u = (session_use){.transcript = choice & 16 ? rsp_transcript_new(NULL) : NULL};
    rsp_session_options options = {.no_ack = choice & 1,
                                   .collect_console = choice & 2,
                                   .acks = choice & 4 ? RSP_ACKS_MANUAL : RSP_ACKS_AUTO,
                                   .max_packet = choice & 8 ? 64 : 0,
                                   .transcript = u->transcript,
                                   .mem = mem};
    rsp_request_id id = 0;
    u->session = rsp_session_new(NULL, &options);
    for (size_t i = 0; u->session && i < SESSION_USE_REQUESTS; i++)
        if (rsp_session_submit(u->session, &id, rsp_bytes_str(requests[i]), 0) == RSP_OK)
            u->last = id;
    if (u->session && choice & 32)
        (void)!rsp_session_send_packet(u->session, RSP_LIT("?"));
}

static void play(rsp_session *s, const rsp_messages *list, uint64_t pieces) {
    static rsp_buf wire;
    uint64_t now_ns = 0;
    for (size_t i = 0; i < list->num; i++) {
        rsp_buf_clear(&wire);
        rsp_message_wire(&wire, list->items[i].kind, rsp_messages_bytes(list, i));
        rsp_bytes rest = rsp_buf_bytes(&wire);
        while (rest.len > 0) {
            rsp_bytes piece = fuzz_take(&rest, pieces ? fuzz_piece(&pieces, rest.len) : rest.len);
            if (rsp_session_input(s, now_ns, piece) != RSP_OK)
                return;
        }
        rsp_bytes output = rsp_session_output(s, now_ns);
        rsp_session_sent(s, now_ns, output.len);
        if (list->items[i].kind == RSP_MESSAGE_PAUSE)
            rsp_session_tick(s, now_ns += RSP_NS_PER_S);
    }
}

void session_use_feed(session_use *u, const rsp_messages *list, uint64_t pieces) {
    play(u->session, list, pieces);
    rsp_session_input_end(u->session, rsp_session_now(u->session), RSP_CLOSED);
}

uint64_t session_use_take(session_use *u) {
    rsp_session *s = u->session;
    rsp_answer answer;
    rsp_session_event event;
    uint64_t digest = FUZZ_DIGEST;
    while (rsp_session_take_answer(s, &answer)) {
        FUZZ_MUST(answer.id >= 1 && answer.id <= SESSION_USE_REQUESTS && !u->completed[answer.id]);
        FUZZ_MUST(answer.outcome != RSP_OUTCOME_NONE);
        u->completed[answer.id] = true;
        digest = fuzz_digest(digest, answer.id << 8 | (uint64_t)answer.outcome);
        digest = fuzz_digest_bytes(digest, answer.payload);
    }
    while (rsp_session_take_event(s, &event, RSP_SESSION_ANY))
        if (event.kind != RSP_SESSION_JUNK)
            digest = fuzz_digest_bytes(fuzz_digest(digest, event.kind), event.payload);
    rsp_bytes output = rsp_session_output(s, rsp_session_now(s));
    digest = fuzz_digest_bytes(digest, output);
    rsp_session_sent(s, rsp_session_now(s), output.len);
    return digest;
}

void session_use_end(session_use *u) {
    rsp_session_free(u->session);
    rsp_transcript_free(u->transcript);
}
