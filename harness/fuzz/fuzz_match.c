/* Any reply under any matcher of a scenario: it holds or says why it does not, printable, and the same again.
 * A byte chooses; the first line is the request, the second the reply, the rest what stands behind `expect:`.
 * See harness/scenario/match.c. */
/* SPDX-License-Identifier: MIT */
#include "match_play.h"

/* The scenario's own text may be shown as it is; what the stub says may not. */
static bool is_plain(rsp_bytes matcher) {
    if (matcher.len > 0 && matcher.ptr[matcher.len - 1] == '\n')
        matcher.len--;
    for (size_t i = 0; i < matcher.len; i++)
        if (matcher.ptr[i] < 0x20 || matcher.ptr[i] > 0x7e || matcher.ptr[i] == '\\')
            return false;
    return true;
}

static bool match(play *p, const rsp_node *matcher, bool plain, rsp_buf *why) {
    rsp_buf_clear(why);
    p->failure = (failure){0};
    p->groups = (match_groups){0};
    bool holds = match_reply(p, matcher, why);
    FUZZ_MUST(holds || why->len > 0);
    for (size_t i = 0; plain && i < why->len; i++)
        FUZZ_MUST(why->ptr[i] >= 0x20 && why->ptr[i] < 0x7f);
    for (size_t i = 0; i < RSP_ARRAY_LEN(p->groups.group); i++)
        FUZZ_MUST(p->groups.group[i].start <= p->groups.group[i].end &&
                  p->groups.group[i].end <= p->last.len);
    rsp_arena_free(&p->scratch);
    return holds;
}

/* What a step takes out of the reply beside matching it. */
static void capture(rsp_bytes reply) {
    static rsp_buf taken;
    rsp_buf_clear(&taken);
    FUZZ_MUST(json_capture(reply, "/a/1/b", &taken) || taken.len == 0);
    FUZZ_MUST(taken.status == RSP_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_buf why[2];
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t choice = fuzz_take_byte(&in);
    rsp_bytes request = rsp_bytes_split(&in, '\n');
    rsp_bytes wire = rsp_bytes_split(&in, '\n');
    match_play m;
    match_play_begin(&m, choice, request, wire, in);
    if (m.matcher) {
        bool plain = is_plain(in);
        capture(rsp_buf_bytes(&m.play.last));
        bool holds = match(&m.play, m.matcher, plain, &why[0]);
        FUZZ_MUST(match(&m.play, m.matcher, plain, &why[1]) == holds);
        FUZZ_MUST(rsp_bytes_equal(rsp_buf_bytes(&why[0]), rsp_buf_bytes(&why[1])));
    }
    match_play_end(&m);
    return 0;
}
