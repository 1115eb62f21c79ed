/* Any reply under any matcher: it matches, or the reason is printable; twice the same.
 * First byte: byte order and dialect. Then a line of request, a line of reply, and the text after `expect:`.
 * See scenario/match/match.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "codec/escape.h"
#include "core/arena.h"
#include "link/peer.h"
#include "match/match.h"
#include "match/match_doc.h"
#include "play/buffers.h"
#include "play/expected_text.h"

typedef struct matching {
    play play;
    stub_knowledge stub;
    rsp_suite *suite;
    const matcher_spec *matcher; /* NULL: the text was refused */
    bool plain;                  /* the text is printable */
} matching;

/* Matching may ask for a register that the stop reply lacks: this stub is gone then. */
static rsp_peer_state hang_up(void *ctx, rsp_bytes in, rsp_buf *out) {
    (void)ctx;
    (void)in;
    (void)out;
    return RSP_PEER_CLOSED;
}

static void open_link(matching *m) {
    static const rsp_peer peer = {.input = hang_up};
    client_end *t = &m->play.t;
    t->transcript = rsp_transcript_new(NULL);
    FUZZ_MUST(t->transcript && rsp_link_open_peer(&t->link, &peer, &(rsp_peer_options){0}) == RSP_OK);
    FUZZ_MUST(client_end_start(t) == RSP_OK);
}

static bool description(void *ctx, const char *annex, rsp_buf *out) {
    (void)ctx;
    (void)annex;
    rsp_buf_str(out, "<target><feature name=\"f\"><reg name=\"pc\" bitsize=\"64\" regnum=\"32\"/>"
                     "<reg name=\"sp\" bitsize=\"64\" regnum=\"2\"/></feature></target>");
    return true;
}

/* The same for all inputs, never freed. */
static rsp_tdesc registers(void) {
    static rsp_tdesc target;
    if (target.num == 0)
        FUZZ_MUST(rsp_tdesc_read(&target, description, NULL) == RSP_OK);
    return target;
}

static void load(matching *m, rsp_bytes matcher) {
    static rsp_buf yaml;
    rsp_buf_clear(&yaml);
    rsp_buf_str(&yaml, "scenario: a/b\ntitle: Any.\ncovers: [FRAME-017]\nsteps:\n- send: x\n  expect: ");
    rsp_buf_append(&yaml, matcher);
    m->suite = rsp_suite_new(NULL);
    FUZZ_MUST(m->suite != NULL);
    if (rsp_suite_load_memory(m->suite, "m.yaml", rsp_buf_bytes(&yaml)) != RSP_OK)
        return;
    m->play.script.scenario = rsp_suite_get(m->suite, 0);
    m->play.script.spec = m->play.script.scenario->script->spec;
    m->matcher = expectation_matcher(m->play.script.spec->steps->items[0]->expect);
}

/* A reason may quote the matcher as it is, so only a printable matcher gives printable reasons. */
static bool is_plain(rsp_bytes matcher) {
    if (matcher.len > 0 && matcher.ptr[matcher.len - 1] == '\n')
        matcher.len--;
    for (size_t i = 0; i < matcher.len; i++)
        if (matcher.ptr[i] < 0x20 || matcher.ptr[i] > 0x7e || matcher.ptr[i] == '\\')
            return false;
    return true;
}

/* A scenario of one step with this matcher, at the point where the reply has come. */
static void begin(matching *m, uint8_t choice, rsp_bytes request, rsp_bytes wire, rsp_bytes matcher) {
    static const rsp_runner_options options;
    *m = (matching){.plain = is_plain(matcher),
                    .stub = {.layout.big_endian = choice & 1, .probed = true, .layout.target = registers()}};
    play *p = &m->play;
    p->stub = &m->stub;
    p->options = &options;
    p->names.arena = &p->room.arena;
    open_link(m);
    if (choice & 2)
        (void)scope_set(&p->names, "dialect.multimem", value_bytes(RSP_LIT("rfc")));
    rsp_buf_append(&p->last.request, request);
    rsp_buf_append(&p->last.wire, wire);
    (void)!rsp_unescape(&p->last.decoded, wire);
    load(m, matcher);
}

/* Otherwise `why` is the reason. */
static bool is_match(matching *m, rsp_buf *why) {
    play *p = &m->play;
    rsp_buf_clear(why);
    p->failed.failure = (failure){0};
    p->failed.trouble = RSP_OK;
    memset(p->reused.groups, 0, sizeof p->reused.groups);
    bool holds = match_reply(p, m->matcher, why);
    FUZZ_MUST(holds || why->len > 0);
    for (size_t i = 0; m->plain && i < why->len; i++)
        FUZZ_MUST(why->ptr[i] >= 0x20 && why->ptr[i] < 0x7f);
    for (size_t i = 0; i < AUTOMATON_GROUPS; i++)
        FUZZ_MUST(p->reused.groups[i].start <= p->reused.groups[i].end &&
                  p->reused.groups[i].end <= p->last.decoded.len);
    rsp_arena_free(&p->room.scratch);
    return holds;
}

static void end(matching *m) {
    client_end_free(&m->play.t);
    rsp_link_close(m->play.t.link);
    rsp_transcript_free(m->play.t.transcript);
    last_reply_free(&m->play.last);
    play_buffers_release(&m->play, NULL);
    rsp_arena_free(&m->play.room.scratch);
    rsp_arena_free(&m->play.room.arena);
    rsp_arena_free(&m->stub.arena);
    rsp_suite_free(m->suite);
}

/* A step can also capture a part of the reply. */
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
    matching m;
    begin(&m, choice, request, wire, in);
    if (m.matcher) {
        capture(rsp_buf_bytes(&m.play.last.decoded));
        bool holds = is_match(&m, &why[0]);
        FUZZ_MUST(is_match(&m, &why[1]) == holds);
        FUZZ_MUST(rsp_bytes_equal(rsp_buf_bytes(&why[0]), rsp_buf_bytes(&why[1])));
        FUZZ_MUST(play_expected_text(&m.play, &m.matcher->w) || m.play.room.arena.status != RSP_OK);
    }
    end(&m);
    return 0;
}
