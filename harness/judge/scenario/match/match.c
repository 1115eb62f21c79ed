/* Matchers: one small function per condition; the first that does not hold says why.
 * They look at the last reply (decoded, as sent, with frame) or at any other text.
 * Evaluation trouble (a name without value) is a failure of the step, told like a mismatch. */
/* SPDX-License-Identifier: MIT */
#include "match/match.h"

#include "language/pattern.h"
#include "match/match_batch.h"
#include "match/match_doc.h"
#include "match/match_stop.h"
#include "match/match_words.h"
#include "play/buffers.h"
#include "play/evaluate.h"
#include "play/failure.h"
#include "play/thread_list.h"

#include "codec/explain.h"
#include "codec/feature.h"
#include "codec/reply.h"
#include "core/hex.h"
#include <rsp/packet_ids.h>

/* What a matcher looks at. */
typedef struct subject {
    rsp_bytes text; /* decoded */
    rsp_bytes wire;
} subject;

/* The texts of a payload and of bytes; false when they can not be evaluated. */
static bool text_of(play *p, const payload_spec *payload, rsp_buf *out, rsp_buf *why) {
    return play_payload(p, payload, out) || match_say_unusable(p, why);
}

static bool bytes_of(play *p, const bytes_spec *bytes, rsp_buf *out, rsp_buf *why) {
    return play_bytes(p, bytes, out) || match_say_unusable(p, why);
}

/* --- plain text --- */

static bool holds(rsp_bytes text, rsp_bytes part) {
    return part.len == 0 || rsp_bytes_search(text, part) < text.len;
}

/* Whether the reply and a text are as `fits` says; `expected` says what a reply must be to the text. */
static bool check_fits(play *p, const payload_spec *wanted, const subject *s, rsp_buf *why,
                       bool (*fits)(rsp_bytes reply, rsp_bytes want), const char *expected) {
    rsp_buf *want = play_buf(p);
    return text_of(p, wanted, want, why) &&
           (fits(s->text, rsp_buf_bytes(want)) ||
            match_say_text(why, rsp_buf_bytes(want), "expected %s ", expected));
}

static bool check_starts(play *p, const payload_spec *wanted, const subject *s, rsp_buf *why) {
    return check_fits(p, wanted, s, why, rsp_bytes_starts, "a reply that starts with");
}

static bool check_contains(play *p, const payload_spec *wanted, const subject *s, rsp_buf *why) {
    return check_fits(p, wanted, s, why, holds, "a reply that contains");
}

/* Of long texts a message shows the start alone, which may be the same in both. */
static void say_difference(rsp_buf *why, rsp_bytes want, rsp_bytes got) {
    enum { WHOLE_BYTES = 80, NEAR_BYTES = 24 };
    size_t at = 0;
    while (at < want.len && at < got.len && want.ptr[at] == got.ptr[at])
        at++;
    if (at < WHOLE_BYTES - NEAR_BYTES)
        return;
    rsp_buf_printf(why, "; from byte %zu expected '", at);
    rsp_printable_append(why, rsp_bytes_sub(want, at, NEAR_BYTES), NEAR_BYTES);
    rsp_buf_str(why, "', got '");
    rsp_printable_append(why, rsp_bytes_sub(got, at, NEAR_BYTES), NEAR_BYTES);
    rsp_buf_push(why, '\'');
}

/* One number of `text`, without the zeros in front of it. */
static rsp_bytes take_number(rsp_bytes *text) {
    size_t zeros = 0;
    size_t len = 0;
    while (zeros + 1 < text->len && text->ptr[zeros] == '0' && rsp_hex_value(text->ptr[zeros + 1]) >= 0)
        zeros++;
    while (zeros + len < text->len && rsp_hex_value(text->ptr[zeros + len]) >= 0)
        len++;
    const rsp_bytes number = rsp_bytes_sub(*text, zeros, len);
    *text = rsp_bytes_from(*text, zeros + len);
    return number;
}

/* "F-1,02" says what "F-1,2" says: to clients the numbers of a File-I/O result are numbers, however they are
 * written. */
static bool same_file_result(rsp_bytes a, rsp_bytes b) {
    while (a.len > 0 && b.len > 0 && a.ptr[0] == b.ptr[0] && a.ptr[0] != ';') {
        a = rsp_bytes_from(a, 1);
        b = rsp_bytes_from(b, 1);
        if (!rsp_bytes_equal(take_number(&a), take_number(&b)))
            return false;
    }
    return rsp_bytes_equal(a, b);
}

/* Memory may hold an 'F' and digits, too: only a request about files has such a result. */
static bool is_same_reply(const play *p, rsp_bytes want, rsp_bytes got) {
    return rsp_bytes_equal(want, got) ||
           (rsp_bytes_starts(rsp_buf_bytes(&p->last.request), rsp_packet_name(RSP_PACKET_VFILE)) &&
            rsp_bytes_starts(want, RSP_LIT("F")) && same_file_result(want, got));
}

static bool check_exact(play *p, const payload_spec *wanted, const subject *s, rsp_buf *why) {
    rsp_buf *want = play_buf(p);
    bool first = why->len == 0;
    if (!text_of(p, wanted, want, why))
        return false;
    if (is_same_reply(p, rsp_buf_bytes(want), s->text))
        return true;
    (void)match_say_text(why, rsp_buf_bytes(want), "expected the reply ");
    if (first)
        say_difference(why, rsp_buf_bytes(want), s->text);
    return false;
}

static bool check_regex(play *p, const regex_spec *regex, const subject *s, rsp_buf *why) {
    bool found = false;
    if (!match_regex(p, regex, s->text, true, &found, why))
        return false;
    const char *words = pattern_words(regex->w.text);
    if (found)
        return true;
    return words ? match_say(why, "expected %s, got another reply", words)
                 : match_say(why, "expected a reply of the form %s, got another", spec_text(&regex->w));
}

static bool check_not_regex(play *p, const regex_spec *regex, const subject *s, rsp_buf *why) {
    bool found = false;
    if (!match_regex(p, regex, s->text, false, &found, why))
        return false;
    return !found || match_say(why, "expected a reply that is not of the form %s", spec_text(&regex->w));
}

static bool check_empty(const play *p, const boolean_spec *wanted, const subject *s, rsp_buf *why) {
    (void)p;
    if (wanted->yes)
        return s->text.len == 0 || match_say(why, "expected the empty reply, got another");
    return s->text.len > 0 || match_say(why, "expected a reply with content, got the empty reply");
}

/* Other scenarios judge the stub's own form of errors. Here it is accepted, and the pass becomes a skip. */
static bool is_own_error(play *p, rsp_bytes text) {
    const bool own = allows(p->t.allowed, ALLOW_ERROR_FORM) && text.len > 0 && text.ptr[0] == 'E';
    if (own)
        p->around = "an error of a form of the stub's own (STD-003) was taken for one";
    return own;
}

static bool check_error(play *p, const error_value_spec *wanted, const subject *s, rsp_buf *why) {
    rsp_reply reply = rsp_reply_classify(s->text);
    bool is = reply.kind == RSP_REPLY_ERROR || reply.kind == RSP_REPLY_ERROR_TEXT;
    if (spec_is_word(&wanted->w, ERROR_NO))
        return (!is && !is_own_error(p, s->text)) || match_say(why, "expected no error, got one");
    if (!is && is_own_error(p, s->text))
        return true;
    if (!is)
        return match_say(why, s->text.len ? "expected an error, got another reply"
                                          : "expected an error, got the empty reply");
    if (spec_is_word(&wanted->w, ERROR_YES))
        return true;
    uint64_t code = 0;
    if (!play_number(p, wanted->code, &code))
        return match_say_unusable(p, why);
    return (reply.kind == RSP_REPLY_ERROR && reply.code == code) ||
           match_say(why, "expected the error E%02llx, got another", (unsigned long long)code);
}

/* --- bytes --- */

static bool check_bytes(play *p, const bytes_spec *wanted, const subject *s, rsp_buf *why) {
    rsp_buf *want = play_buf(p);
    return bytes_of(p, wanted, want, why) && (is_same_reply(p, rsp_buf_bytes(want), s->text) ||
                                              match_say(why, "expected these bytes, got others"));
}

/* Pairs of hex digits of the reply, decoded. */
static bool decode_reply(const subject *s, rsp_buf *out, rsp_buf *why) {
    return rsp_hex_decode(out, s->text) == RSP_OK ||
           match_say(why, rsp_reply_is_error(s->text) ? "expected no error, got one"
                                                      : "expected pairs of hex digits, got other characters");
}

static bool check_hex(play *p, const bytes_spec *wanted, const subject *s, rsp_buf *why) {
    rsp_buf *want = play_buf(p);
    rsp_buf *got = play_buf(p);
    return bytes_of(p, wanted, want, why) && decode_reply(s, got, why) &&
           match_same_bytes(rsp_buf_bytes(got), rsp_buf_bytes(want), why);
}

static bool check_hex_prefix(play *p, const partial_spec *wanted, const subject *s, rsp_buf *why) {
    rsp_buf *got = play_buf(p);
    return decode_reply(s, got, why) &&
           match_start(p, rsp_buf_bytes(got), wanted->all ? wanted->all : wanted->of, wanted->min,
                       wanted->max, why);
}

static bool check_wire(play *p, const bytes_spec *wanted, const subject *s, rsp_buf *why) {
    rsp_buf *want = play_buf(p);
    return bytes_of(p, wanted, want, why) && (rsp_bytes_equal(rsp_buf_bytes(want), s->wire) ||
                                              match_say(why, "expected these bytes on the wire, got others"));
}

static bool check_wire_part(play *p, const bytes_spec *part, const subject *s, bool wanted, rsp_buf *why) {
    rsp_buf *bytes = play_buf(p);
    return bytes_of(p, part, bytes, why) &&
           (holds(s->wire, rsp_buf_bytes(bytes)) == wanted ||
            match_say_text(why, rsp_buf_bytes(bytes),
                           wanted ? "expected on the wire: " : "expected not on the wire: "));
}

static bool check_wire_contains(play *p, const bytes_spec *part, const subject *s, rsp_buf *why) {
    return check_wire_part(p, part, s, true, why);
}

static bool check_wire_lacks(play *p, const bytes_spec *part, const subject *s, rsp_buf *why) {
    return check_wire_part(p, part, s, false, why);
}

/* --- numbers --- */

static bool check_number(play *p, const value_or_range_spec *wanted, const subject *s, rsp_buf *why) {
    uint64_t number = 0;
    if (rsp_hex_u64(&number, s->text) != RSP_OK)
        return match_say(why, "expected a hex number, got other characters");
    return match_range(p, range_of(wanted), number, "the number", why);
}

static bool check_length(play *p, const length_spec *wanted, const subject *s, rsp_buf *why) {
    range bounds = wanted->exactly ? range_of_one(wanted->exactly) : (range){wanted->min, wanted->max};
    return match_range(p, bounds, s->text.len, "the length", why);
}

static bool check_same_as(play *p, const value_spec *wanted, const subject *s, rsp_buf *why) {
    enum { SHOWN_BYTES = 100 };
    value want = {0};
    if (!play_value(p, wanted, &want))
        return match_say_unusable(p, why);
    value got = value_bytes(s->text);
    if (value_equal(&got, &want))
        return true;
    rsp_buf *text = play_buf(p);
    value_show(text, &want);
    (void)match_say(why, "expected the same as %.*s, got another reply",
                    (int)(text->len < SHOWN_BYTES ? text->len : SHOWN_BYTES), (const char *)text->ptr);
    return false;
}

/* --- lists --- */

static bool check_feature_names(const names_spec *names, rsp_bytes list, bool wanted, rsp_buf *why) {
    for (size_t i = 0; names && i < names->num; i++) {
        bool has = rsp_feature_offered(list, names->items[i]->text);
        if (has != wanted)
            return match_say(why, wanted ? "%s is not announced" : "%s is announced",
                             spec_text(names->items[i]));
    }
    return true;
}

/* A name that is far from all known ones is the stub's own, and none of our business. Of several the first is
 * told, and how many there are: `stubborn probe` lists them. */
static bool check_feature_spelling(rsp_bytes list, rsp_buf *why) {
    const char *first = NULL;
    rsp_bytes name = {0};
    unsigned more = 0;
    rsp_feature_iter iter = rsp_feature_begin(list);
    rsp_feature f;
    while (rsp_feature_next(&iter, &f)) {
        const char *meant = rsp_feature_meant(f.name);
        more += meant && first;
        name = meant && !first ? f.name : name;
        first = first ? first : meant;
    }
    if (!first)
        return true;
    if (more == 0)
        return match_say_text(why, name, "debuggers know %s, and the stub announces ", first);
    return match_say_text(why, name, "debuggers know %s, %u more are misspelt: ", first, more);
}

static bool check_features(play *p, const features_spec *wanted, const subject *s, rsp_buf *why) {
    if (!check_feature_names(wanted->has, s->text, true, why) ||
        !check_feature_names(wanted->lacks, s->text, false, why) ||
        (wanted->spelled && wanted->spelled->yes && !check_feature_spelling(s->text, why)))
        return false;
    for (size_t i = 0; wanted->values && i < wanted->values->num_entries; i++) {
        const regex_entry *entry = &wanted->values->entries[i];
        rsp_feature f;
        bool found = false;
        if (!rsp_feature_find(&f, s->text, rsp_bytes_str(entry->name)) || f.kind != RSP_FEATURE_VALUE)
            return match_say(why, "expected a value of %s, got none", entry->name);
        if (!match_regex(p, entry->is, f.value, false, &found, why))
            return false;
        if (!found)
            return match_say_text(why, f.value, "expected another value of %s, got ", entry->name);
    }
    return true;
}

static bool has_item(const value *list, const value *item) {
    for (size_t i = 0; i < list->num; i++) {
        if (value_equal(&list->items[i], item))
            return true;
    }
    return false;
}

static bool check_members(play *p, const value_spec *members, const value *list, bool wanted, rsp_buf *why) {
    value v = {0};
    if (!members)
        return true;
    if (!play_value(p, members, &v))
        return match_say_unusable(p, why);
    size_t num = v.kind == VALUE_LIST ? v.num : 1;
    const value *items = v.kind == VALUE_LIST ? v.items : &v;
    for (size_t i = 0; i < num; i++) {
        if (has_item(list, &items[i]) == wanted)
            continue;
        (void)match_say(why, wanted ? "expected in the list: " : "expected not in the list: ");
        value_show(why, &items[i]);
        return false;
    }
    return true;
}

bool match_threads(play *p, const thread_conditions *wanted, const value *list, const char *what,
                   rsp_buf *why) {
    if (wanted->count && !match_range(p, range_of(wanted->count), list->num, what, why))
        return false;
    for (size_t i = 0; wanted->multiprocess && i < list->num; i++) {
        bool named = list->items[i].bytes.len > 0 && list->items[i].bytes.ptr[0] == 'p';
        if (named != wanted->multiprocess->yes)
            return match_say(why, named ? "expected thread-ids without a process, got one with it"
                                        : "expected thread-ids with their process, got one without");
    }
    return check_members(p, wanted->contains, list, true, why) &&
           check_members(p, wanted->lacks, list, false, why);
}

static bool check_threads(play *p, const thread_list_spec *wanted, const subject *s, rsp_buf *why) {
    const thread_conditions conditions = {.count = wanted->count,
                                          .multiprocess = wanted->multiprocess,
                                          .contains = wanted->contains,
                                          .lacks = wanted->lacks};
    value list = value_list(NULL, 0);
    if (s->text.len < 2 || s->text.ptr[0] != 'm' || !threads_add(p, rsp_bytes_from(s->text, 1), &list))
        return match_say(why, "expected a list of threads, got another reply");
    return match_threads(p, &conditions, &list, "the number of threads", why);
}

/* Those that look at the decoded text alone stand in files of their own. */
#define CHECK_TEXT(member)                                                                             \
    static bool check_##member(play *p, const member##_spec *wanted, const subject *s, rsp_buf *why) { \
        return match_##member(p, wanted, s->text, why);                                                \
    }
typedef chunks_spec multimem_spec;
typedef results_spec multibreak_spec;
CHECK_TEXT(stop)
CHECK_TEXT(multimem)
CHECK_TEXT(multibreak)
CHECK_TEXT(xml)
CHECK_TEXT(json)

/* --- combinations --- */

static bool match_subject(play *p, const matcher_spec *matcher, const subject *s, rsp_buf *why);

static bool check_one_of(play *p, const matcher_list_spec *list, const subject *s, rsp_buf *why) {
    rsp_buf *first = play_buf(p);
    rsp_buf *words = play_buf(p);
    for (size_t i = 0; i < list->num; i++) {
        if (match_subject(p, list->items[i], s, first))
            return true;
    }
    return matchers_words(list, words)
               ? match_say(why, "expected %s, got another reply", rsp_buf_cstr(words))
               : match_say(why, "expected one of %zu replies: %s", list->num, rsp_buf_cstr(first));
}

static bool check_all_of(play *p, const matcher_list_spec *list, const subject *s, rsp_buf *why) {
    for (size_t i = 0; i < list->num; i++) {
        if (!match_subject(p, list->items[i], s, why))
            return false;
    }
    return true;
}

static bool check_not(play *p, const matcher_spec *matcher, const subject *s, rsp_buf *why) {
    rsp_buf *unused = play_buf(p);
    bool ok = !match_subject(p, matcher, s, unused) && p->failed.trouble == RSP_OK;
    return ok || match_say(why, "expected another reply than this");
}

/* A key without its function does not compile. */
static bool match_condition(play *p, const matcher_condition *c, const subject *s, rsp_buf *why) {
    switch (c->key) {
#define CHECK(member, key, type, flags, text) \
    case MATCHER_KEY_##member:                \
        return check_##member(p, c->member, s, why);
        MATCHER_KEYS(CHECK)
#undef CHECK
    }
    return false;
}

static bool is_hex_pairs(rsp_bytes text) {
    for (size_t i = 0; i < text.len; i++) {
        if (rsp_hex_value(text.ptr[i]) < 0)
            return false;
    }
    return text.len > 0 && text.len % 2 == 0;
}

static bool match_word(play *p, unsigned word, const subject *s, rsp_buf *why) {
    bool error = rsp_reply_is_error(s->text);
    switch (word) {
    case MATCHER_ANY:
        return true;
    case MATCHER_EMPTY:
        return s->text.len == 0 || match_say(why, error ? "expected the empty reply, got an error"
                                                        : "expected the empty reply, got another");
    case MATCHER_NOT_EMPTY:
        return s->text.len > 0 || match_say(why, "expected a reply with content, got the empty reply");
    case MATCHER_ERROR:
        return error || is_own_error(p, s->text) ||
               match_say(why, s->text.len ? "expected an error, got another reply"
                                          : "expected an error, got the empty reply");
    case MATCHER_ERROR_OR_EMPTY:
        return error || s->text.len == 0 || is_own_error(p, s->text) ||
               match_say(why, "expected an error or the empty reply, got another");
    case MATCHER_HEX:
        return is_hex_pairs(s->text) ||
               match_say(why, error ? "expected no error, got one"
                                    : "expected pairs of hex digits, got other characters");
    case MATCHER_STOP:
        return match_stop(p, NULL, s->text, why);
    default: /* MATCHER_NONE: no reply is none */
        return match_say(why, "expected no reply, got one");
    }
}

static bool match_subject(play *p, const matcher_spec *matcher, const subject *s, rsp_buf *why) {
    if (matcher->w.form == FORM_WORD)
        return match_word(p, matcher->w.word, s, why);
    if (matcher->payload)
        return check_exact(p, matcher->payload, s, why);
    for (size_t i = 0; i < matcher->num; i++) {
        if (!match_condition(p, &matcher->conditions[i], s, why))
            return false;
    }
    return true;
}

/* A step may match any number of replies. */
static bool match_and_release(play *p, const matcher_spec *matcher, const subject *s, rsp_buf *why) {
    const struct play_buffer *mark = play_buffers_mark(p);
    bool ok = match_subject(p, matcher, s, why);
    play_buffers_release(p, mark);
    return ok;
}

bool match_reply(play *p, const matcher_spec *matcher, rsp_buf *why) {
    const subject s = {.text = rsp_buf_bytes(&p->last.decoded), .wire = rsp_buf_bytes(&p->last.wire)};
    return match_and_release(p, matcher, &s, why);
}

bool match_text(play *p, const matcher_spec *matcher, rsp_bytes text, rsp_buf *why) {
    const subject s = {.text = text, .wire = text};
    return match_and_release(p, matcher, &s, why);
}
