/* Deaths and closed connections are told apart by what the stub said last, else by what it was sent.
 * Data in the words, such as addresses, tell nothing apart.
 * See cause_view.h. */
/* SPDX-License-Identifier: MIT */
#include "cause_view.h"
#include "last_words.h"

#include "core/hex.h"
#include "trace/cause.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static bool is_digit(uint8_t c) {
    return c >= '0' && c <= '9';
}

/* How many bytes at `at` are a number that is data: in brackets, or hexadecimal with 0x. */
static size_t data_at(rsp_bytes text, size_t at, bool in_brackets) {
    const bool hex = rsp_bytes_starts(rsp_bytes_from(text, at), RSP_LIT("0x"));
    size_t end = at + (hex ? 2 : 0);
    while ((hex || in_brackets) && end < text.len &&
           (is_digit(text.ptr[end]) || (hex && rsp_hex_value(text.ptr[end]) >= 0)))
        end++;
    return end - at;
}

bool cause_same_but_for_data(rsp_bytes a, rsp_bytes b) {
    size_t i = 0;
    size_t k = 0;
    bool within = false;
    while (i < a.len && k < b.len) {
        const size_t left = data_at(a, i, within);
        const size_t right = data_at(b, k, within);
        if ((left == 0) != (right == 0) || (left == 0 && a.ptr[i] != b.ptr[k]))
            return false;
        within = left > 0 ? within : a.ptr[i] == '[' || (within && a.ptr[i] != ']');
        i += left > 0 ? left : 1;
        k += right > 0 ? right : 1;
    }
    return i == a.len && k == b.len;
}

/* Where packets that nobody knows, or bytes between packets, end the stub whatever is in them, neither a byte
 * above 127 in one is to blame nor that it is empty. */
static rsp_oddity of_high(const cause_view *view, const rsp_symptom *s, rsp_oddity oddity) {
    if (oddity != RSP_ODDITY_HIGH && oddity != RSP_ODDITY_EMPTY)
        return oddity;
    if (s->beside & RSP_BESIDE_NAMELESS && view->ended.by[RSP_ODDITY_NAMELESS])
        return RSP_ODDITY_NAMELESS;
    if (oddity == RSP_ODDITY_EMPTY)
        return oddity;
    return view->ended.by[RSP_ODDITY_BYTES] ? RSP_ODDITY_BYTES : RSP_ODDITY_HIGH;
}

/* A packet that works elsewhere is not to blame for the death behind something odd: behind a read over the
 * end of a buffer, which may be answered before the stub dies of it, nothing else is. */
static rsp_oddity suspect_of(const cause_view *view, const rsp_symptom *s) {
    const rsp_metrics *m = &view->run->metrics;
    const bool asked = s->beside & RSP_BESIDE_NAMELESS && m->kind_count[RSP_PACKET_VMUST_REPLY_EMPTY] > 0;
    if (s->oddity != RSP_ODDITY_PLAIN || (m->kind_good[s->packet] == 0 && !asked))
        return RSP_ODDITY_PLAIN;
    if (s->beside & RSP_BESIDE_NAMELESS && view->ended.question) /* it needs nothing odd before it */
        return RSP_ODDITY_PLAIN;
    if (s->suspect == RSP_ODDITY_NAMELESS && !view->nameless[RSP_CAME_DIED] &&
        s->packet != RSP_PACKET_VMUST_REPLY_EMPTY)
        return RSP_ODDITY_PLAIN;
    return s->suspect == RSP_ODDITY_PLAIN && cause_is_long(view, s->longest) ? RSP_ODDITY_LONG
                                                                             : of_high(view, s, s->suspect);
}

/* What is odd about the last thing that was sent, in the light of all others: a longer m than any that is
 * answered, an optional packet where unknown ones have the same end. */
static rsp_oddity oddity_of(const cause_view *view, const rsp_symptom *s, rsp_came came) {
    const bool never = s->packet != RSP_PACKET_UNKNOWN && view->run->metrics.kind_count[s->packet] == 0;
    const bool unread = s->oddity == RSP_ODDITY_MALFORMED && !cause_is_basic(s->packet);
    if ((never || unread) && (view->nameless[came] || view->nameless[RSP_CAME_DIED]) &&
        s->oddity <= RSP_ODDITY_MALFORMED) /* G of a stub without it */
        return RSP_ODDITY_NAMELESS;
    if (s->oddity != RSP_ODDITY_PLAIN)
        return of_high(view, s, s->oddity);
    if (cause_is_long(view, s->length))
        return RSP_ODDITY_LONG;
    if (s->beside & RSP_BESIDE_NAMELESS && view->ended.question && view->ended.by[RSP_ODDITY_NAMELESS])
        return RSP_ODDITY_NAMELESS;
    return cause_is_like_unknown(view, s, came) ? RSP_ODDITY_NAMELESS : RSP_ODDITY_PLAIN;
}

/* What a stub said last on its stderr before it closed the connection; empty where nothing came in time. */
static rsp_bytes closing_line(const rsp_result *r) {
    rsp_bytes words = rsp_bytes_str(r->shown.last_words ? r->shown.last_words : "");
    rsp_bytes line = {0};
    while (words.len > 0) {
        const rsp_bytes next = rsp_bytes_split(&words, '\n');
        line = next.len > 0 ? next : line;
    }
    return line;
}

/* How many packets end the connection with the same last words where they can not be read. *out_line: these
 * words, also of a result for which they came too late. */
static unsigned count_closed(const cause_view *view, const rsp_result *of, rsp_bytes *out_line) {
    bool seen[RSP_PACKET_MOST] = {false};
    unsigned num = 0;
    *out_line = closing_line(of);
    for (size_t i = 0; i < view->run->num_results; i++) {
        const rsp_result *r = &view->run->results[i];
        const rsp_bytes line = closing_line(r);
        if (!cause_is_closed_by_malformed(view, r) ||
            (line.len > 0 && out_line->len > 0 && !cause_same_but_for_data(line, *out_line)))
            continue;
        *out_line = out_line->len > 0 ? *out_line : line;
        num += !seen[r->symptom.packet];
        seen[r->symptom.packet] = true;
    }
    return num;
}

/* A stub takes a request for an object apart before it looks which object it is. */
static rsp_packet_id reader_of(rsp_packet_id packet, rsp_oddity oddity) {
    const rsp_packet_row *row = rsp_packet_by_id(packet);
    const bool object = row && row->reply == RSP_REPLY_FORM_WINDOW;
    return object && oddity == RSP_ODDITY_MALFORMED ? (rsp_packet_id)RSP_PACKET_QXFER : packet;
}

bool cause_is_exit(const cause_view *view, const rsp_result *r) {
    return view->errors.exits && r->symptom.beside & RSP_BESIDE_EXITED;
}

/* qXfer with an object or an operation that nobody knows: fields that its reader does not look at. */
static bool is_of_no_object(rsp_oddity oddity, const rsp_symptom *s) {
    return oddity == RSP_ODDITY_PLAIN && s->packet == RSP_PACKET_QXFER;
}

/* Malformed requests of several packets kill: an error handler, or a parser's result that nobody looks at. */
static bool is_of_crashes(const cause_view *view, rsp_packet_id packet) {
    return view->ended.num_crashed >= CAUSE_MALFORMED_HABIT && view->ended.crashes[packet] > 0;
}

cause_key cause_key_of_end(const cause_view *view, const rsp_result *r) {
    const rsp_symptom *s = &r->symptom;
    const bool dies = r->verdict == RSP_VERDICT_CRASH || cause_is_exit(view, r);
    const rsp_came came = dies ? RSP_CAME_DIED : s->came;
    const rsp_oddity suspect = suspect_of(view, s);
    rsp_bytes line = {0};
    const bool habit = came == RSP_CAME_CLOSED && count_closed(view, r, &line) >= CAUSE_MALFORMED_HABIT;
    /* A name that begins with M and is taken for it. */
    if (s->asked && *s->asked == 'M' && s->packet != RSP_PACKET_WRITE_MEMORY &&
        view->ended.by_malformed[RSP_PACKET_WRITE_MEMORY])
        return (cause_key){.topic = CAUSE_DEATH,
                           .came = came,
                           .oddity = RSP_ODDITY_MALFORMED,
                           .what = habit || is_of_crashes(view, RSP_PACKET_WRITE_MEMORY)
                                       ? RSP_PACKET_UNKNOWN
                                       : RSP_PACKET_WRITE_MEMORY,
                           .common = habit ? line : (rsp_bytes){0}};
    const bool suspected = suspect != RSP_ODDITY_PLAIN;
    const rsp_oddity odd = suspected ? suspect : oddity_of(view, s, came);
    /* Digits that are none, in a request that has the right form else. */
    const bool like = odd == RSP_ODDITY_PLAIN && r->hostile && cause_is_write(s->packet) &&
                      view->ended.by_malformed[s->packet];
    const rsp_oddity oddity = like                                               ? RSP_ODDITY_MALFORMED
                              : odd == RSP_ODDITY_PLAIN && cause_is_of_pieces(r) ? RSP_ODDITY_PIECES
                              : cause_comes_in_pieces(view, s)                   ? RSP_ODDITY_PIECES
                              : is_of_no_object(odd, s)                          ? RSP_ODDITY_MALFORMED
                                                                                 : odd;
    const rsp_packet_id packet = suspected ? s->suspected : s->packet;
    if (oddity == RSP_ODDITY_MALFORMED && is_of_crashes(view, packet))
        return (cause_key){.topic = CAUSE_DEATH, .came = RSP_CAME_DIED, .oddity = oddity};
    const bool any = habit && oddity == RSP_ODDITY_MALFORMED && cause_is_closed_by_malformed(view, r);
    const unsigned what = cause_is_of_packet(oddity) && !any ? reader_of(packet, oddity) : RSP_PACKET_UNKNOWN;
    const bool died = cause_is_of_packet(oddity) ? view->ended.died_by[what][oddity == RSP_ODDITY_MALFORMED]
                                                 : view->ended.died[oddity];
    return (cause_key){.topic = CAUSE_DEATH,
                       .came = came == RSP_CAME_CLOSED && died ? RSP_CAME_DIED : came,
                       .oddity = oddity,
                       .what = what,
                       .common = any ? line : (rsp_bytes){0}};
}

cause_key cause_key_of_death(const cause_view *view, const rsp_result *r) {
    const cause_key by_form = cause_key_of_end(view, r);
    const rsp_bytes words = cause_last_words(r);
    if (words.len == 0 && view->errors.num >= CAUSE_ERRED_HABIT && cause_is_behind_an_error(view, r))
        return (cause_key){.topic = CAUSE_DEATH, .came = by_form.came, .oddity = RSP_ODDITY_REFUSED};
    return words.len ? (cause_key){.topic = CAUSE_DEATH, .came = by_form.came, .common = words} : by_form;
}

void cause_note_deaths(cause_view *view) {
    for (size_t i = 0; i < view->run->num_results; i++) {
        if (view->run->results[i].verdict != RSP_VERDICT_CRASH)
            continue;
        const cause_key key = cause_key_of_end(view, &view->run->results[i]);
        if (cause_is_of_packet(key.oddity))
            view->ended.died_by[key.what][key.oddity == RSP_ODDITY_MALFORMED] = true;
        else
            view->ended.died[key.oddity] = true;
    }
}
