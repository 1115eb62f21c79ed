/* Deaths and closed connections are told apart by what the stub said last, else by what it was sent.
 * Data in the words, such as addresses, tell nothing apart.
 * See cause_view.h. */
/* SPDX-License-Identifier: MIT */
#include "cause_view.h"

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

/* The last line of `text` that has `mark` in it; empty where none has. Python's "AssertionError: ..." is no
 * such line. */
static rsp_bytes line_with(rsp_bytes text, const char *mark) {
    rsp_bytes found = {0};
    while (text.len > 0) {
        const rsp_bytes line = rsp_bytes_split(&text, '\n');
        if (rsp_bytes_search(line, rsp_bytes_str(mark)) < line.len &&
            !rsp_bytes_starts(line, RSP_LIT("AssertionError")))
            found = line;
    }
    return found;
}

/* "FILE:LINE: FUNCTION: Assertion ..." of an assertion's line: what stands before may be output of before,
 * without an end of its line, and the program's name. All of it where it has no such form. */
static rsp_bytes from_file(rsp_bytes line, const char *mark) {
    enum { FIELDS = 3 }; /* program, file and line, function; ": " behind each */
    size_t at = rsp_bytes_search(line, rsp_bytes_str(mark));
    size_t found = 0;
    while (at < line.len && at > 1 && found < FIELDS) {
        at--;
        found += line.ptr[at - 1] == ':' && line.ptr[at] == ' ';
    }
    return found == FIELDS ? rsp_bytes_from(line, at + 1) : line;
}

/* What lines of stderr have that say where a program died. */
static const char *const death_marks[] = {
    "SUMMARY: ", "ssertion", "panicked at", "runtime error: ", "terminate called", "  File \"", "FATAL: "};

/* "thread 7 panic: ..." of Zig, and below it the place: "/home/me/src/Packet.zig:72:16: 0x212a84 in f
 * (stub)", here without the folders. Empty where there is none, or an optimised program does not know it. */
static rsp_bytes place_of_panic(rsp_bytes text) {
    bool panics = false;
    while (text.len > 0) {
        const rsp_bytes line = rsp_bytes_split(&text, '\n');
        const size_t column = rsp_bytes_search(line, RSP_LIT(": 0x"));
        panics = panics || rsp_bytes_search(line, RSP_LIT(" panic: ")) < line.len;
        if (!panics || column >= line.len || rsp_bytes_search(line, RSP_LIT(" in ")) >= line.len)
            continue;
        if (rsp_bytes_search(line, RSP_LIT(":0:0: 0x")) < line.len)
            return (rsp_bytes){0};
        size_t name = column;
        while (name > 0 && line.ptr[name - 1] != '/')
            name--;
        return rsp_bytes_from(line, name);
    }
    return (rsp_bytes){0};
}

/* "GDBStub.read(GDBStub.java:442)" of "li.cil.sedna.gdbstub.GDBStub.read(GDBStub.java:442)". */
static rsp_bytes without_package(rsp_bytes place) {
    const size_t call = rsp_bytes_search(place, RSP_LIT("("));
    unsigned dots = 0;
    size_t at = call;
    while (call < place.len && at > 0 && rsp_bytes_search(place, RSP_LIT(".java:")) < place.len) {
        dots += place.ptr[at - 1] == '.';
        if (dots == 2)
            return rsp_bytes_from(place, at);
        at--;
    }
    return place;
}

/* A line of a stack: "at " in front, and the place behind it, which is not in the language's own library. */
static rsp_bytes frame_of(rsp_bytes line) {
    static const char *const libraries[] = {"java.base/", "java.", "jdk.internal.", "node:", "async node:"};
    while (line.len > 0 && (line.ptr[0] == ' ' || line.ptr[0] == '\t'))
        line = rsp_bytes_from(line, 1);
    if (!rsp_bytes_starts(line, RSP_LIT("at ")) || rsp_bytes_search(line, RSP_LIT("(node:")) < line.len)
        return (rsp_bytes){0};
    const rsp_bytes place = rsp_bytes_from(line, 3);
    for (size_t i = 0; i < RSP_ARRAY_LEN(libraries); i++)
        if (rsp_bytes_starts(place, rsp_bytes_str(libraries[i])))
            return (rsp_bytes){0};
    return without_package(place);
}

/* The place of an exception that nobody caught, of Java ("Exception in thread ...", then the stack) or of
 * JavaScript (the stack, then "Node.js v..."). */
static rsp_bytes place_of_exception(rsp_bytes text) {
    const bool node = rsp_bytes_search(text, RSP_LIT("\nNode.js v")) < text.len;
    bool thrown = node;
    while (text.len > 0) {
        const rsp_bytes line = rsp_bytes_split(&text, '\n');
        thrown = thrown || rsp_bytes_starts(line, RSP_LIT("Exception in thread "));
        const rsp_bytes place = thrown ? frame_of(line) : (rsp_bytes){0};
        if (place.len > 0)
            return place;
    }
    return (rsp_bytes){0};
}

bool rsp_words_tell_death(rsp_bytes words) {
    if (place_of_panic(words).len > 0 || place_of_exception(words).len > 0)
        return true;
    for (size_t i = 0; i < RSP_ARRAY_LEN(death_marks); i++)
        if (line_with(words, death_marks[i]).len > 0)
            return true;
    return false;
}

/* The line of a stub's stderr that says where it died. The message of Python's errors may have data in it,
 * the place above has none. */
static rsp_bytes last_words_of(const rsp_result *r) {
    rsp_bytes line = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(death_marks) && line.len == 0 && r->shown.last_words; i++)
        line = from_file(line_with(rsp_bytes_str(r->shown.last_words), death_marks[i]), "Assertion `");
    if (line.len == 0 && r->shown.last_words)
        line = place_of_panic(rsp_bytes_str(r->shown.last_words));
    if (line.len == 0 && r->shown.last_words)
        line = place_of_exception(rsp_bytes_str(r->shown.last_words));
    return line;
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

/* Malformed requests of several packets kill: an error handler, or a parser's result that nobody looks at. */
static bool is_of_crashes(const cause_view *view, rsp_packet_id packet) {
    return view->ended.num_crashed >= CAUSE_MALFORMED_HABIT && view->ended.crashes[packet] > 0;
}

cause_key cause_key_of_end(const cause_view *view, const rsp_result *r) {
    const rsp_symptom *s = &r->symptom;
    const rsp_came came = r->verdict == RSP_VERDICT_CRASH ? RSP_CAME_DIED : s->came;
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
    const rsp_bytes words = last_words_of(r);
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
