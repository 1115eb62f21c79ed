/* The fuzz target of the embed kit: one session of messages against the three functions of somebody's stub.
 * Oracles: no rule of level must is broken, each request has its reply, the next client is answered, and the
 * same session gives the same bytes. What a rule can not judge after an insane client, it does not. */
/* SPDX-License-Identifier: MIT */
#include "session_mutator.h"

#include "core/text.h"
#include "trace/exchange.h"
#include "trace/rule_pairing.h"
#include <rsp/embed.h>
#include <rsp/packets.h>
#include <rsp/rule.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    TAKE_BYTES = 4096,
    FLOOD_BYTES = 1 << 20, /* more in answer to one message is a stub that talks without end */
    PATIENCE = 64,         /* times a silent stub is asked again when a message is a pause */
};

typedef struct session {
    rsp_buf wire;
    rsp_buf said;
    uint64_t digest;
    rsp_transcript *transcript; /* NULL: only played */
    rsp_rules *rules;
    bool may_be_gone; /* detached, killed or ended: a stub may serve no more until the next client comes */
} session;

static bool ignored(const char *what) {
    const char *list = getenv("RSP_EMBED_IGNORE");
    if (!list)
        return false;
    rsp_bytes rest = rsp_bytes_str(list);
    rsp_bytes wanted = rsp_bytes_str(what);
    while (rest.len > 0) {
        size_t comma = rsp_bytes_index(rest, ',');
        rsp_bytes word = rsp_bytes_sub(rest, 0, comma);
        if (rsp_bytes_equal(word, wanted) || rsp_bytes_equal(word, RSP_LIT("all")))
            return true;
        rest = rsp_bytes_from(rest, comma < rest.len ? comma + 1 : rest.len);
    }
    return false;
}

/* --- playing ------------------------------------------------------------------------------------------- */

static void record(const session *s, rsp_direction direction, rsp_bytes bytes) {
    if (s->transcript && bytes.len > 0)
        FUZZ_MUST(rsp_transcript_feed(s->transcript, direction, 0, bytes) == RSP_OK);
}

/* Sees every entry: what ends a session, and what begins the next. */
static void watch(void *ctx, const rsp_transcript *transcript, const rsp_entry *entry) {
    session *s = ctx;
    (void)transcript;
    if (entry->kind == RSP_ENTRY_CONNECT)
        s->may_be_gone = false;
    if (entry->kind != RSP_ENTRY_PACKET || entry->payload.len == 0)
        return;
    if (entry->direction == RSP_TO_CLIENT) {
        s->may_be_gone |= entry->payload.ptr[0] == 'W' || entry->payload.ptr[0] == 'X';
        return;
    }
    s->may_be_gone |= rsp_request_may(entry->payload, RSP_EFFECT_ENDS);
}

/* Takes what there is, asking a silent stub `patience` times more. */
static void take(session *s, unsigned patience) {
    uint8_t block[TAKE_BYTES];
    size_t total = 0;
    for (unsigned silent = 0; silent <= patience;) {
        size_t len = rsp_embed_take(block, sizeof block);
        FUZZ_MUST(len <= sizeof block); /* the function returned more than there was room for */
        if (len == 0) {
            silent++;
            continue;
        }
        silent = 0;
        total += len;
        FUZZ_MUST(total <= FLOOD_BYTES); /* it does not stop talking */
        record(s, RSP_TO_CLIENT, rsp_bytes_make(block, len));
        rsp_buf_append(&s->said, rsp_bytes_make(block, len));
        s->digest = fuzz_digest_bytes(s->digest, rsp_bytes_make(block, len));
    }
}

static void feed(session *s, rsp_bytes bytes, unsigned patience) {
    record(s, RSP_TO_STUB, bytes);
    if (bytes.len > 0)
        rsp_embed_feed(bytes.ptr, bytes.len);
    take(s, patience);
}

static void start_again(session *s) {
    rsp_embed_reset();
    if (s->transcript)
        FUZZ_MUST(rsp_transcript_connect(s->transcript, 0, "again") == RSP_OK);
    take(s, 0);
}

static void play(session *s, const rsp_messages *list) {
    s->digest = FUZZ_DIGEST;
    rsp_embed_reset();
    take(s, 0);
    for (size_t i = 0; i < list->num; i++) {
        rsp_message_kind kind = list->items[i].kind;
        if (kind == RSP_MESSAGE_RECONNECT)
            start_again(s);
        rsp_message_wire(&s->wire, kind, rsp_messages_bytes(list, i));
        if (kind == RSP_MESSAGE_HURRIED && i + 1 < list->num)
            continue;
        rsp_buf_clear(&s->said);
        feed(s, rsp_buf_bytes(&s->wire), kind == RSP_MESSAGE_PAUSE ? PATIENCE : 1);
        rsp_buf_clear(&s->wire);
    }
}

/* --- judging ------------------------------------------------------------------------------------------- */

static void show(const session *s, uint64_t around) {
    rsp_transcript_style style = {.acks = true, .explain = true, .before = 12, .after = 4};
    rsp_buf text = {0};
    rsp_transcript_render(s->transcript, &text, around, &style);
    (void)fwrite(rsp_buf_cstr(&text), 1, text.len, stderr);
    rsp_buf_free(&text);
}

static void say(const char *fmt, ...) RSP_PRINTF(1, 2);

static void say(const char *fmt, ...) {
    rsp_buf text = {0};
    va_list ap;
    va_start(ap, fmt);
    rsp_text_printf_v(&text, fmt, ap);
    va_end(ap);
    (void)fwrite(rsp_buf_cstr(&text), 1, text.len, stderr);
    rsp_buf_free(&text);
}

/* Exactly one line that says what is wrong, the conversation, and the end of the process. */
static _Noreturn void fail(const session *s, uint64_t around, const char *oracle, const char *message) {
    say("\n== embed: %s: %s\n", oracle, message);
    if (s->transcript)
        show(s, around);
    say("== to go on without this: RSP_EMBED_IGNORE=%s\n", oracle);
    abort();
}

static void check_rules(const session *s) {
    FUZZ_MUST(rsp_rules_status(s->rules) == RSP_OK);
    for (size_t i = 0; i < rsp_rules_count(s->rules); i++) {
        const rsp_violation *v = rsp_rules_violation(s->rules, i);
        const rsp_rule *rule = rsp_rule_get(v->rule);
        if (rule->level == RSP_LEVEL_MUST && !ignored(rule->id))
            fail(s, v->entry, rule->id, v->message);
    }
}

/* A request that lets the program run, or that ends the session, may have no reply. */
static void check_replies(const session *s) {
    const rsp_pending_request *oldest = rsp_exchanges_oldest(rsp_rules_exchanges(s->rules));
    if (!s->may_be_gone && oldest && !oldest->resumes && !rsp_request_is_optional(oldest) &&
        !ignored("no-reply"))
        fail(s, oldest->entry, "no-reply", "a request was not answered");
}

/* Whatever came before, a new client must be served. */
static void check_next_client(session *s) {
    static const char hello[] = "$qSupported:multiprocess+#c6";
    start_again(s);
    rsp_buf_clear(&s->said);
    feed(s, rsp_bytes_make((const uint8_t *)hello, sizeof hello - 1), PATIENCE);
    rsp_bytes said = rsp_buf_bytes(&s->said);
    if (rsp_bytes_index(said, '$') == said.len && !ignored("no-answer-afterwards"))
        fail(s, RSP_NO_ENTRY, "no-answer-afterwards", "the next client's qSupported was not answered");
}

static session *judged(void) {
    static session s;
    if (!s.transcript) {
        s.transcript = rsp_transcript_new(NULL);
        s.rules = rsp_rules_new(NULL);
        FUZZ_MUST(s.transcript && s.rules);
        FUZZ_MUST(rsp_transcript_observe(s.transcript, rsp_rules_observe, s.rules));
        FUZZ_MUST(rsp_transcript_observe(s.transcript, watch, &s));
    }
    rsp_transcript_reset(s.transcript);
    rsp_rules_reset(s.rules);
    s.may_be_gone = false;
    return &s;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_messages list;
    static session again;
    rsp_messages_clear(&list);
    (void)session_input(&list, rsp_bytes_make(data, size));
    session *s = judged();
    play(s, &list);
    uint64_t digest = s->digest;
    if (getenv("RSP_EMBED_SHOW"))
        show(s, RSP_NO_ENTRY);
    if (session_is_sane(&list)) {
        check_rules(s);
        check_replies(s);
    }
    check_next_client(s);
    if (digest % 4 == 0) { /* costs a second run; which inputs get it, they say themselves */
        play(&again, &list);
        if (again.digest != digest && !ignored("not-deterministic"))
            fail(s, RSP_NO_ENTRY, "not-deterministic",
                 "the same session gave other bytes: does reset forget all?");
    }
    return 0;
}
