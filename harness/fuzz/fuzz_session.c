/* The reference client and a hostile stub: each request completes once, and no split of the replies matters.
 * A choice byte and a session in which payloads are replies; a pause lets a second pass.
 * See rsp/session.h, session_mutator.h. */
/* SPDX-License-Identifier: MIT */
#include "session_mutator.h"

#include <rsp/session.h>
#include <rsp/transcript.h>

enum { NUM_REQUESTS = 4, MEMORY_BYTES = 64 << 20 };

static uint64_t take_all(rsp_session *s, uint64_t digest, bool *completed) {
    rsp_answer answer;
    rsp_session_event event;
    while (rsp_session_take_answer(s, &answer)) {
        FUZZ_MUST(answer.id >= 1 && answer.id <= NUM_REQUESTS && !completed[answer.id]);
        FUZZ_MUST(answer.outcome != RSP_OUTCOME_NONE);
        completed[answer.id] = true;
        digest = fuzz_digest(digest, answer.id << 8 | (uint64_t)answer.outcome);
        digest = fuzz_digest_bytes(digest, answer.payload);
    }
    while (rsp_session_take_event(s, &event, RSP_SESSION_ANY))
        if (event.kind != RSP_SESSION_JUNK) /* one event for what came in one piece */
            digest = fuzz_digest_bytes(fuzz_digest(digest, event.kind), event.payload);
    rsp_bytes output = rsp_session_output(s, rsp_session_now(s));
    digest = fuzz_digest_bytes(digest, output);
    rsp_session_sent(s, rsp_session_now(s), output.len);
    return digest;
}

static void feed(rsp_session *s, const rsp_messages *list, uint64_t pieces) {
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

static uint64_t run(const rsp_messages *list, uint8_t choice, uint64_t fail_at, uint64_t pieces) {
    fuzz_mem mem;
    fuzz_mem_init(&mem, MEMORY_BYTES, fail_at);
    rsp_session_options options = {.no_ack = choice & 1,
                                   .collect_console = choice & 2,
                                   .acks = choice & 4 ? RSP_ACKS_MANUAL : RSP_ACKS_AUTO,
                                   .max_packet = choice & 8 ? 64 : 0,
                                   .mem = &mem.mem};
    rsp_transcript *transcript = choice & 16 ? rsp_transcript_new(NULL) : NULL;
    options.transcript = transcript;
    uint64_t digest = FUZZ_DIGEST;
    bool completed[NUM_REQUESTS + 1] = {false};
    rsp_request_id id = 0;
    rsp_request_id last = 0;
    rsp_session *s = rsp_session_new(NULL, &options);
    static const char *const requests[NUM_REQUESTS] = {"qSupported", "g", "m1000,4", "vCont;c"};
    for (size_t i = 0; s && i < NUM_REQUESTS; i++)
        if (rsp_session_submit(s, &id, rsp_bytes_str(requests[i]), 0) == RSP_OK)
            last = id;
    if (s) {
        if (choice & 32)
            (void)!rsp_session_send_packet(s, RSP_LIT("?"));
        feed(s, list, pieces);
        rsp_session_input_end(s, rsp_session_now(s), RSP_CLOSED);
        digest = take_all(s, digest, completed);
        FUZZ_MUST(rsp_session_pending(s) == 0 || fail_at > 0);
    }
    for (rsp_request_id i = 1; i <= last; i++)
        FUZZ_MUST(completed[i] || fail_at > 0);
    rsp_session_free(s);
    rsp_transcript_free(transcript);
    FUZZ_MUST(mem.live == 0);
    return digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_messages list;
    rsp_messages_clear(&list);
    uint8_t choice = session_input(&list, rsp_bytes_make(data, size));
    uint64_t digest = run(&list, choice, 0, 0);
    FUZZ_MUST(run(&list, choice, 0, 1) == digest);
    if (digest % 8 == 1)
        (void)run(&list, choice, 1 + digest / 8 % 64, 0);
    return 0;
}
