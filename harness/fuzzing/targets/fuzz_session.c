/* The client session against a hostile stub: each request completes once, and splits do not matter.
 * A choice byte and a session, whose payloads are the replies.
 * See rsp/session.h, session_mutator.h. */
/* SPDX-License-Identifier: MIT */
#include "counted_memory.h"
#include "session_mutator.h"

#include "grammar/messages.h"
#include <rsp/session.h>
#include <rsp/transcript.h>

enum { MEMORY_BYTES = 64 << 20, NUM_REQUESTS = 4 };

typedef struct conversation {
    rsp_session *session; /* NULL: there was no memory */
    rsp_transcript *transcript;
    rsp_request_id last; /* id of the last accepted request; ids begin with 1 */
    bool completed[NUM_REQUESTS + 1];
} conversation;

/* Submits requests of each sort: features, registers, memory, and one that resumes the program. */
static void begin(conversation *u, uint8_t choice, const rsp_mem *mem) {
    static const char *const requests[NUM_REQUESTS] = {"qSupported", "g", "m1000,4", "vCont;c"};
    *u = (conversation){.transcript = choice & 16 ? rsp_transcript_new(NULL) : NULL};
    rsp_session_options options = {.no_ack = choice & 1,
                                   .collect_console = choice & 2,
                                   .acks = choice & 4 ? RSP_ACKS_MANUAL : RSP_ACKS_AUTO,
                                   .max_packet = choice & 8 ? 64 : 0,
                                   .transcript = u->transcript,
                                   .mem = mem};
    rsp_request_id id = 0;
    u->session = rsp_session_new(NULL, &options);
    for (size_t i = 0; u->session && i < NUM_REQUESTS; i++)
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

/* Feeds the replies, cut by `pieces` unless it is 0, and closes the link. */
static void feed(conversation *u, const rsp_messages *list, uint64_t pieces) {
    play(u->session, list, pieces);
    rsp_session_input_end(u->session, rsp_session_now(u->session), RSP_CLOSED);
}

/* A digest of answers, events and output. Junk is left out: its events depend on the split. */
static uint64_t take_all(conversation *u) {
    rsp_session *s = u->session;
    rsp_answer answer;
    rsp_session_event event;
    uint64_t digest = FUZZ_DIGEST;
    while (rsp_session_take_answer(s, &answer)) {
        FUZZ_MUST(answer.id >= 1 && answer.id <= NUM_REQUESTS && !u->completed[answer.id]);
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

static void end(conversation *u) {
    rsp_session_free(u->session);
    rsp_transcript_free(u->transcript);
}

static uint64_t run(const rsp_messages *list, uint8_t choice, uint64_t fail_at, uint64_t pieces) {
    fuzz_mem mem;
    conversation u;
    uint64_t digest = FUZZ_DIGEST;
    fuzz_mem_init(&mem, MEMORY_BYTES, fail_at);
    begin(&u, choice, &mem.mem);
    if (u.session) {
        feed(&u, list, pieces);
        digest = take_all(&u);
        FUZZ_MUST(rsp_session_pending(u.session) == 0 || fail_at > 0);
    }
    for (rsp_request_id i = 1; i <= u.last; i++)
        FUZZ_MUST(u.completed[i] || fail_at > 0);
    end(&u);
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
