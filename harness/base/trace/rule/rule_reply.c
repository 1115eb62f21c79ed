/* Rules about replies: the form that each packet's reply must have, errors, and lengths.
 * A stub that answers OK to everything, or an error to what it does not know, is caught here.
 * Source: GDB manual, Packets; General Query Packets; LLDB gdb-remote extensions. */
/* SPDX-License-Identifier: MIT */
#include "rule_internal.h"

#include "codec/escape.h"
#include "codec/feature.h"
#include "codec/negotiated.h"
#include "codec/qxfer.h"
#include "codec/reply.h"
#include "core/hex.h"
#include "trace/exchange.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/payload.h>
#include <stdio.h>

static int next_meant(rsp_bytes *wire) {
    bool escape = wire->ptr[0] == '}' && wire->len > 1;
    int byte = escape ? wire->ptr[1] ^ 0x20 : wire->ptr[0];
    *wire = rsp_bytes_from(*wire, escape ? 2 : 1);
    return byte;
}

/* An echo may be escaped where the request was not: a bare `*` starts a run in replies only. What ends in
 * an escape byte can not be sent back at all. */
static bool same_meaning(rsp_bytes echo, rsp_bytes request) {
    if (request.len > 0 && request.ptr[request.len - 1] == '}')
        return true;
    while (echo.len > 0 && request.len > 0)
        if (next_meant(&echo) != next_meant(&request))
            return false;
    return echo.len == request.len;
}

static bool all_in(rsp_bytes bytes, const char *set) {
    for (size_t i = 0; i < bytes.len; i++)
        if (!strchr(set, bytes.ptr[i]) || bytes.ptr[i] == '\0')
            return false;
    return bytes.len > 0;
}

static bool is_ok(rsp_bytes payload) {
    return rsp_bytes_equal(payload, RSP_LIT("OK"));
}

/* Pairs of digits; upper case is a matter of its own. */
static bool fits_hex(judge *j, rsp_bytes payload, bool unknown_allowed) {
    bool good = payload.len > 0 && payload.len % 2 == 0;
    bool lower = true;
    for (size_t i = 0; good && i < payload.len; i++) {
        uint8_t c = payload.ptr[i];
        good = rsp_hex_value(c) >= 0 || (unknown_allowed && c == 'x');
        lower &= c < 'A' || c > 'F';
    }
    if (good && !lower)
        rsp_rule_break(j, RSP_RULE_HEX_CASE, "lower case", payload, "upper-case hex digits");
    return good;
}

static bool fits_stop(judge *j, rsp_bytes payload) {
    bool stop = rsp_stop_reply_is(payload) && payload.ptr[0] != 'O' && payload.ptr[0] != 'F';
    if (stop)
        rsp_rule_judge_stop(j, payload);
    return stop;
}

/* Resumes: the stop in all-stop, OK at once in non-stop. A vCont that stops threads may be answered OK. */
static bool fits_run(judge *j, rsp_bytes payload) {
    bool halting = rsp_bytes_search(j->request, RSP_LIT(";t")) < j->request.len;
    if (is_ok(payload))
        return rsp_mode_is_on(&j->modes, RSP_MODE_NON_STOP) || j->modes.unknown || halting;
    return (!rsp_mode_is_on(&j->modes, RSP_MODE_NON_STOP) || j->modes.unknown) && fits_stop(j, payload);
}

static bool fits_current(judge *j, rsp_bytes payload) {
    if (!rsp_take_text(&payload, RSP_LIT("QC")))
        return false;
    rsp_rule_thread_id(j, payload);
    return true;
}

static bool fits_threads(judge *j, rsp_bytes payload) {
    if (rsp_bytes_equal(payload, RSP_LIT("l")))
        return true;
    if (!rsp_take_byte(&payload, 'm'))
        return false;
    if (payload.len == 0)
        rsp_rule_break_for(j, RSP_RULE_MORE_HAS_DATA, "THR-002", "m<thread-id>,...", RSP_LIT("m"),
                           "a thread list that is empty and not at its end");
    /* An empty id behind the last ',' counts too. */
    for (bool more = payload.len > 0; more; more = payload.ptr != NULL)
        rsp_rule_thread_id(j, rsp_bytes_split(&payload, ','));
    return true;
}

/* F, a hex number that may be negative, an errno and data behind it. */
static bool fits_file(rsp_bytes payload) {
    uint64_t result = 0;
    if (!rsp_take_byte(&payload, 'F'))
        return false;
    (void)rsp_take_byte(&payload, '-');
    if (rsp_take_hex(&result, &payload) != RSP_OK)
        return false;
    return payload.len == 0 || payload.ptr[0] == ',' || payload.ptr[0] == ';';
}

/* Of a window of no length, or of one that is missing, an empty m keeps nothing back (XFER-003). */
static bool asks_for_bytes(const judge *j) {
    rsp_qxfer window;
    return rsp_qxfer_parse(&window, j->request, NULL) == RSP_OK && window.length > 0;
}

static bool fits_window(judge *j, rsp_bytes payload) {
    if (payload.len == 0 || (payload.ptr[0] != 'm' && payload.ptr[0] != 'l'))
        return false;
    if (payload.len == 1 && payload.ptr[0] == 'm' && asks_for_bytes(j))
        rsp_rule_break_for(j, RSP_RULE_MORE_HAS_DATA, "XFER-003", "m<data>, or l", payload,
                           "a window that is empty and not at the end of the object");
    rsp_rule_judge_window(j, payload);
    return true;
}

static bool fits_actions(judge *j, rsp_bytes payload) {
    rsp_bytes rest = payload;
    if (!rsp_take_text(&rest, rsp_packet_name(RSP_PACKET_VCONT)) || (rest.len > 0 && rest.ptr[0] != ';'))
        return false;
    bool lists_t = false;
    while (rest.len > 0)
        lists_t = rsp_bytes_equal(rsp_bytes_split(&rest, ';'), RSP_LIT("t")) || lists_t;
    if (rsp_mode_is_on(&j->modes, RSP_MODE_NON_STOP) && !lists_t)
        rsp_rule_break(j, RSP_RULE_VCONT_T, "t among the actions", payload,
                       "vCont? does not list t in non-stop mode");
    return true;
}

static bool fits_search(judge *j, rsp_bytes payload) {
    if (rsp_bytes_equal(payload, RSP_LIT("0")))
        return true;
    return rsp_take_text(&payload, RSP_LIT("1,")) && rsp_rule_hex_number(j, payload);
}

/* "key:value;" at least once. */
static bool fits_pairs(rsp_bytes payload) {
    rsp_bytes rest = payload;
    while (rest.len > 0) {
        rsp_bytes value = rsp_bytes_split(&rest, ';');
        rsp_bytes key = rsp_bytes_split(&value, ':');
        if (key.len == 0 || value.ptr == NULL)
            return false;
    }
    return payload.len > 0;
}

static void check_packet_size(judge *j, rsp_bytes list) {
    rsp_feature size;
    uint64_t number = 0;
    if (!rsp_feature_find(&size, list, RSP_LIT("PacketSize")))
        return;
    if (size.kind != RSP_FEATURE_VALUE || rsp_hex_u64(&number, size.value) != RSP_OK)
        rsp_rule_break(j, RSP_RULE_PACKET_SIZE, "PacketSize=<hex number>", size.value,
                       "PacketSize is no hex number");
}

static bool fits_features(judge *j, rsp_bytes payload) {
    rsp_error error = {0};
    if (is_ok(payload))
        return false;
    if (rsp_feature_check(payload, &error) != RSP_OK)
        rsp_rule_break(j, RSP_RULE_FEATURE_LIST, "name=value, name+, name- or name?",
                       rsp_bytes_from(payload, (size_t)error.offset),
                       "an item of another form in the feature list");
    check_packet_size(j, payload);
    return true;
}

static bool fits_symbol(judge *j, rsp_bytes payload) {
    return is_ok(payload) || (rsp_packet_take(&payload, RSP_PACKET_QSYMBOL) && fits_hex(j, payload, false));
}

static bool fits_offsets(rsp_bytes payload) {
    return rsp_bytes_starts(payload, RSP_LIT("Text=")) || rsp_bytes_starts(payload, RSP_LIT("TextSeg="));
}

/* T0 or T1, and words with values behind it; the reason why no trace runs is the first. */
static bool fits_trace_status(judge *j, rsp_bytes payload) {
    (void)j;
    bool begins = rsp_bytes_starts(payload, RSP_LIT("T0")) || rsp_bytes_starts(payload, RSP_LIT("T1"));
    rsp_bytes rest = rsp_bytes_from(payload, 2);
    return begins && (rest.len == 0 || (rsp_take_byte(&rest, ';') && fits_pairs(rest)));
}

/* F<frame> with T<tracepoint> behind it; F-1. Going back to live data is answered OK, too. */
static bool fits_trace_frame(judge *j, rsp_bytes payload) {
    if (is_ok(payload) || rsp_bytes_equal(payload, RSP_LIT("F-1")))
        return true;
    rsp_bytes point = payload;
    rsp_bytes frame = rsp_bytes_split(&point, 'T');
    return rsp_take_byte(&frame, 'F') && rsp_rule_hex_number(j, frame) && rsp_rule_hex_number(j, point);
}

/* V and a number, or two; U. */
static bool fits_value(judge *j, rsp_bytes payload) {
    rsp_bytes second = payload;
    rsp_bytes first = rsp_bytes_split(&second, ':');
    if (rsp_bytes_equal(payload, RSP_LIT("U")))
        return true;
    return rsp_take_byte(&first, 'V') && rsp_rule_hex_number(j, first) &&
           (second.ptr == NULL || rsp_rule_hex_number(j, second));
}

static bool fits_ok(judge *j, rsp_bytes p) {
    (void)j;
    return is_ok(p);
}

/* Reading nothing is answered in several ways (MEM-005). */
static bool fits_memory(judge *j, rsp_bytes p) {
    return fits_hex(j, p, false) || (is_ok(p) && rsp_bytes_search(j->args, RSP_LIT(",0")) < j->args.len);
}

static bool fits_registers(judge *j, rsp_bytes p) {
    return fits_hex(j, p, true);
}

static bool fits_hex_text(judge *j, rsp_bytes p) {
    return fits_hex(j, p, false);
}

static bool fits_hex_or_ok(judge *j, rsp_bytes p) {
    return is_ok(p) || fits_hex(j, p, false);
}

static bool fits_hex_or_end(judge *j, rsp_bytes p) {
    return rsp_bytes_equal(p, RSP_LIT("l")) || fits_hex(j, p, false);
}

/* The eight bytes of a pc for each frame; a thread that is stopped has one at least. */
static bool fits_frames(judge *j, rsp_bytes p) {
    enum { PC_DIGITS = 16 };
    return p.len > 0 && p.len % PC_DIGITS == 0 && fits_hex(j, p, false);
}

static bool fits_stop_or_ok(judge *j, rsp_bytes p) {
    return (is_ok(p) && (rsp_mode_is_on(&j->modes, RSP_MODE_NON_STOP) || j->modes.unknown ||
                         j->packet != RSP_PACKET_REASON)) ||
           fits_stop(j, p);
}

static bool fits_echo(judge *j, rsp_bytes p) {
    return same_meaning(p, j->request);
}

static bool fits_text(judge *j, rsp_reply_form wanted, rsp_bytes p);

/* Forms that are not here are those that a few bytes decide. */
static bool (*const fits_form[])(judge *, rsp_bytes) = {
    [RSP_REPLY_FORM_OK] = fits_ok,
    [RSP_REPLY_FORM_HEX] = fits_memory,
    [RSP_REPLY_FORM_REGISTERS] = fits_registers,
    [RSP_REPLY_FORM_TEXT] = fits_hex_text,
    [RSP_REPLY_FORM_HEX_OR_OK] = fits_hex_or_ok,
    [RSP_REPLY_FORM_HEX_OR_END] = fits_hex_or_end,
    [RSP_REPLY_FORM_NUMBER] = rsp_rule_hex_number,
    [RSP_REPLY_FORM_RUN] = fits_run,
    [RSP_REPLY_FORM_STOPPED] = fits_stop,
    [RSP_REPLY_FORM_STOPPED_OR_OK] = fits_stop_or_ok,
    [RSP_REPLY_FORM_CURRENT] = fits_current,
    [RSP_REPLY_FORM_THREADS] = fits_threads,
    [RSP_REPLY_FORM_SYMBOL] = fits_symbol,
    [RSP_REPLY_FORM_WINDOW] = fits_window,
    [RSP_REPLY_FORM_ACTIONS] = fits_actions,
    [RSP_REPLY_FORM_SEARCH] = fits_search,
    [RSP_REPLY_FORM_FEATURES] = fits_features,
    [RSP_REPLY_FORM_ECHO] = fits_echo,
    [RSP_REPLY_FORM_TRACE_STATUS] = fits_trace_status,
    [RSP_REPLY_FORM_TRACE_FRAME] = fits_trace_frame,
    [RSP_REPLY_FORM_VALUE] = fits_value,
    [RSP_REPLY_FORM_FRAMES] = fits_frames,
};

static bool fits(judge *j, rsp_reply_form wanted, rsp_bytes p) {
    if ((size_t)wanted < RSP_ARRAY_LEN(fits_form) && fits_form[wanted])
        return fits_form[wanted](j, p);
    return fits_text(j, wanted, p);
}

/* The forms that a few bytes decide. */
static bool fits_text(judge *j, rsp_reply_form wanted, rsp_bytes p) {
    uint8_t first = p.len ? p.ptr[0] : 0;
    rsp_bytes rest = rsp_bytes_from(p, 1);
    if (wanted == RSP_REPLY_FORM_DECIMAL)
        return all_in(p, "0123456789");
    if (wanted == RSP_REPLY_FORM_STDIO)
        return is_ok(p) || (first == 'O' && (rest.len == 0 || fits_hex(j, rest, false)));
    if (wanted == RSP_REPLY_FORM_BIT)
        return p.len == 1 && (first == '0' || first == '1');
    if (wanted == RSP_REPLY_FORM_TWO_DIGIT_BIT)
        return p.len == 2 && first == '0' && (p.ptr[1] == '0' || p.ptr[1] == '1');
    if (wanted == RSP_REPLY_FORM_OFFSETS)
        return fits_offsets(p);
    if (wanted == RSP_REPLY_FORM_FILE)
        return fits_file(p);
    if (wanted == RSP_REPLY_FORM_CRC)
        return first == 'C' && rsp_rule_hex_number(j, rest);
    if (wanted == RSP_REPLY_FORM_JSON)
        return first == '{' || first == '[';
    if (wanted == RSP_REPLY_FORM_JSON_OR_OK) /* asked without a thread it says whether it is there */
        return first == '{' || first == '[' || (is_ok(p) && j->args.len == 0);
    if (wanted == RSP_REPLY_FORM_PAIRS)
        return fits_pairs(p);
    if (wanted == RSP_REPLY_FORM_REGION) /* asked without an address it says whether it is there */
        return fits_pairs(p) || (is_ok(p) && j->args.len == 0);
    if (wanted == RSP_REPLY_FORM_ARGS)
        return rsp_bytes_equal(p, RSP_LIT("U")) || rsp_bytes_starts(p, RSP_LIT("S;"));
    if (wanted == RSP_REPLY_FORM_LAUNCHED)
        return is_ok(p) || first == 'E';
    if (wanted == RSP_REPLY_FORM_TAGS)
        return first == 'm' && (rest.len == 0 || fits_hex(j, rest, false));
    return wanted != RSP_REPLY_FORM_NOTHING;
}

/* Replies of this form may begin with E and be no error. */
static bool may_begin_with_e(rsp_reply_form wanted) {
    return wanted == RSP_REPLY_FORM_BINARY || wanted == RSP_REPLY_FORM_ECHO ||
           wanted == RSP_REPLY_FORM_LAUNCHED || wanted == RSP_REPLY_FORM_RANGES;
}

/* Data in upper case that begins with E, where a read asked for so many bytes. */
static bool is_upper_data(const judge *j, rsp_reply_form wanted, rsp_bytes payload) {
    uint64_t addr = 0;
    uint64_t len = 0;
    rsp_bytes args = j->args;
    if (wanted != RSP_REPLY_FORM_HEX && wanted != RSP_REPLY_FORM_TEXT && wanted != RSP_REPLY_FORM_REGISTERS &&
        wanted != RSP_REPLY_FORM_HEX_OR_OK)
        return false;
    if (payload.len % 2 != 0 || !all_in(payload, "0123456789abcdefABCDEFx"))
        return false;
    if (j->packet == RSP_PACKET_READ_MEMORY && rsp_take_addr_len(&addr, &len, &args) == RSP_OK)
        return payload.len / 2 == len;
    return payload.len >= 4;
}

/* True when the payload is an error, good or bad; the rules of errors are told here. */
static bool judge_error(judge *j, rsp_reply_form wanted, rsp_bytes payload) {
    rsp_reply reply = rsp_reply_classify(payload);
    if (reply.kind == RSP_REPLY_ERROR_TEXT) {
        bool announced = (j->modes.client >> RSP_AGREED_ERROR_MESSAGE & 1) != 0;
        bool barred = j->packet == RSP_PACKET_READ_MEMORY || j->packet == RSP_PACKET_QRCMD;
        if (barred && !announced && !j->modes.unknown)
            rsp_rule_break(j, RSP_RULE_ERROR_TEXT, "E and two hex digits", payload,
                           "a textual error that error-message did not allow");
        return true;
    }
    if (reply.kind == RSP_REPLY_ERROR) {
        if (reply.text.len > 0 && !rsp_mode_is_on(&j->modes, RSP_MODE_ERROR_STRINGS) && !j->modes.unknown)
            rsp_rule_break_for(j, RSP_RULE_ERROR_DIGITS, "LLDB-014 STD-003", "E and two hex digits", payload,
                               "an error text, though QEnableErrorStrings was not answered OK");
        return true;
    }
    if (payload.len == 0 || payload.ptr[0] != 'E' || may_begin_with_e(wanted))
        return false;
    if (is_upper_data(j, wanted, payload))
        return false;
    rsp_rule_break(j, RSP_RULE_ERROR_DIGITS, "E and two hex digits", payload, "an error of another form");
    return true;
}

static size_t decoded_len(rsp_bytes escaped) {
    size_t len = 0;
    for (size_t i = 0; i < escaped.len; i++, len++)
        i += escaped.ptr[i] == RSP_ESCAPE_BYTE;
    return len;
}

/* Reads: no more than was asked for. */
static void check_length(judge *j, rsp_reply_form wanted, rsp_bytes payload) {
    uint64_t addr = 0;
    uint64_t len = 0;
    uint64_t got = 0;
    rsp_bytes args = j->args;
    rsp_qxfer window;
    if (wanted == RSP_REPLY_FORM_WINDOW) {
        if (rsp_qxfer_parse(&window, j->request, NULL) != RSP_OK || payload.len == 0)
            return;
        len = window.length;
        got = decoded_len(rsp_bytes_from(payload, 1));
    } else if (j->packet == RSP_PACKET_READ_MEMORY || j->packet == RSP_PACKET_READ_BINARY) {
        if (rsp_take_addr_len(&addr, &len, &args) != RSP_OK || is_ok(payload))
            return;
        bool marked = j->packet == RSP_PACKET_READ_BINARY && rsp_bytes_starts(payload, RSP_LIT("b"));
        got = j->packet == RSP_PACKET_READ_MEMORY ? payload.len / 2
                                                  : decoded_len(rsp_bytes_from(payload, marked));
    }
    if (got <= len)
        return;
    char expected[48];
    (void)snprintf(expected, sizeof expected, "at most %llu bytes", (unsigned long long)len);
    rsp_rule_break_for(j, RSP_RULE_READ_LENGTH,
                       wanted == RSP_REPLY_FORM_WINDOW ? "XFER-004" : "MEM-001 QSUP-006", expected, payload,
                       "more data than was asked for");
}

/* A request that is longer than the stub takes may be refused unread. Without PacketSize that is 400. */
/* A name that Stubborn made up, or no name at all. Any other may be a packet of a debugger that is newer than
 * our list, or a stub's own: the manual gives `q<company>.<name>` to everybody. */
static bool nobody_knows(rsp_bytes request) {
    static const char *const stems[] = {"NoSuch", "NobodyHas", "NobodyKnows", "Xyzzy"};
    const uint8_t first = request.ptr[0];
    const bool family = first == 'q' || first == 'Q' || first == 'v' || first == 'j' || first == '_';
    if (!family)
        return !((first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z'));
    for (size_t i = 0; i < RSP_ARRAY_LEN(stems); i++)
        if (rsp_bytes_starts(rsp_bytes_from(request, 1), rsp_bytes_str(stems[i])))
            return true;
    return rsp_bytes_starts(request, rsp_packet_name(RSP_PACKET_VMUST_REPLY_EMPTY));
}

static void judge_unknown(judge *j, rsp_bytes payload) {
    uint64_t room = j->modes.packet_size ? j->modes.packet_size : 400;
    if (!j->have_request || j->request.len == 0 || j->request.len > room || payload.len == 0)
        return;
    if (nobody_knows(j->request))
        rsp_rule_break(j, RSP_RULE_UNKNOWN_EMPTY, "the empty reply", payload,
                       "an answer to a packet nobody knows");
    else
        rsp_rule_leave(j);
}

/* A list of results may begin with an error and be none as a whole. */
static bool any_form(rsp_reply_form wanted) {
    return wanted == RSP_REPLY_FORM_FREE || wanted == RSP_REPLY_FORM_SILENT ||
           wanted == RSP_REPLY_FORM_RESULTS;
}

/* What programs in C keep as a string. */
static bool is_text(rsp_reply_form wanted) {
    return !any_form(wanted) && wanted != RSP_REPLY_FORM_BINARY && wanted != RSP_REPLY_FORM_WINDOW &&
           wanted != RSP_REPLY_FORM_FILE && wanted != RSP_REPLY_FORM_ECHO && wanted != RSP_REPLY_FORM_RANGES;
}

void rsp_rule_judge_reply(judge *j) {
    rsp_bytes payload = j->entry->payload;
    const bool unasked = j->pairing.role == RSP_ROLE_UNSOLICITED || j->pairing.role == RSP_ROLE_GREETING;
    if (j->entry->kind == RSP_ENTRY_PACKET && unasked && rsp_stop_reply_is(payload))
        (void)fits_stop(j, payload);
    if (j->pairing.role != RSP_ROLE_REPLY || j->pairing.exchange.in_doubt)
        return;
    if (j->packet == RSP_PACKET_UNKNOWN) {
        judge_unknown(j, payload);
        return;
    }
    const rsp_packet_row *row = rsp_packet_by_id(j->packet);
    rsp_reply_form wanted = row->reply;
    if (wanted == RSP_REPLY_FORM_NOTHING) {
        if (payload.len > 0)
            rsp_rule_break(j, RSP_RULE_MUST_REPLY_EMPTY, "the empty reply", payload,
                           "vMustReplyEmpty was answered");
        return;
    }
    if (payload.len == 0 || any_form(wanted) || judge_error(j, wanted, payload))
        return;
    if (!j->have_request && (wanted == RSP_REPLY_FORM_ECHO || wanted == RSP_REPLY_FORM_RUN))
        return;
    if (is_text(wanted) && rsp_bytes_index(payload, '\0') < payload.len)
        rsp_rule_break(j, RSP_RULE_TEXT_NUL, "digits and letters", payload, "a NUL byte in a reply of text");
    else if (!fits(j, wanted, payload))
        rsp_rule_break_for(j, RSP_RULE_REPLY_SHAPE, row->reply_requirements, rsp_reply_form_text(wanted),
                           payload, "the reply has not the shape that its request asks for");
    else if (j->have_request)
        check_length(j, wanted, payload);
}
