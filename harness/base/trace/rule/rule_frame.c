/* Rules about the bytes on the wire: checksums, frame bytes, escapes, run lengths, stray bytes.
 * They look at the form that was transmitted, never at the decoded payload.
 * Source: GDB manual, Overview. */
/* SPDX-License-Identifier: MIT */
#include "rule_internal.h"

#include "codec/negotiated.h"
#include "codec/rle.h"
#include <stdio.h>

static bool is_framed(const rsp_entry *e) {
    return e->kind == RSP_ENTRY_PACKET || e->kind == RSP_ENTRY_NOTIFICATION;
}

static bool ends_with(rsp_bytes bytes, uint8_t byte) {
    return bytes.len > 0 && bytes.ptr[bytes.len - 1] == byte;
}

/* A run count of 6 or 7 is '#' or '$', which ends the frame at once: "0*#" and "0*$" */
static void check_cut_by_count(judge *j, const char *count) {
    rsp_rule_break(j, RSP_RULE_RLE_COUNT, "a count that is no frame byte", j->entry->raw,
                   "a run-length count of %s ends the packet", count);
}

static void check_checksum(judge *j) {
    const rsp_entry *e = j->entry;
    if (!is_framed(e) || e->checksum_ok)
        return;
    if (ends_with(j->wire, '*')) {
        check_cut_by_count(j, "'#'");
        return;
    }
    char expected[8];
    (void)snprintf(expected, sizeof expected, "#%02x", (unsigned)rsp_checksum(j->wire));
    rsp_bytes got = rsp_bytes_from(e->raw, e->raw.len - 3);
    if (e->checksum_hex)
        rsp_rule_break(j, RSP_RULE_CHECKSUM, expected, got, "a packet has a wrong checksum");
    else
        rsp_rule_break(j, RSP_RULE_CHECKSUM_DIGITS, expected, got, "the checksum is not two hex digits");
}

static void check_checksum_case(judge *j) {
    const rsp_entry *e = j->entry;
    if (!is_framed(e) || !e->checksum_hex)
        return;
    rsp_bytes digits = rsp_bytes_from(e->raw, e->raw.len - 2);
    for (size_t i = 0; digits.ptr && i < digits.len; i++) {
        if (digits.ptr[i] >= 'A' && digits.ptr[i] <= 'F') {
            rsp_rule_break(j, RSP_RULE_CHECKSUM_CASE, "lower case", digits, "upper-case checksum");
            return;
        }
    }
}

/* A frame that ended before its checksum was complete. */
static void check_cut_frame(judge *j) {
    const rsp_entry *e = j->entry;
    if (e->kind != RSP_ENTRY_ABANDONED && e->kind != RSP_ENTRY_TRUNCATED)
        return;
    if (rsp_bytes_index(e->raw, '#') < e->raw.len)
        rsp_rule_break(j, RSP_RULE_CHECKSUM_DIGITS, "two digits", e->raw,
                       "the checksum has fewer than two digits");
    else if (e->kind == RSP_ENTRY_ABANDONED && ends_with(e->raw, '*'))
        check_cut_by_count(j, "'$'");
    else if (e->kind == RSP_ENTRY_ABANDONED && e->raw.len > 0 && e->raw.ptr[0] == '%')
        rsp_rule_break(j, RSP_RULE_NOTIFY_BODY, "no '$'", e->raw, "'$' inside a notification");
    else if (e->kind == RSP_ENTRY_ABANDONED)
        rsp_rule_break(j, RSP_RULE_BARE_FRAME_BYTE, "7d 04", e->raw, "'$' inside a packet");
}

static void check_notification_bytes(judge *j) {
    if (j->entry->kind == RSP_ENTRY_NOTIFICATION && rsp_bytes_index(j->wire, '%') < j->wire.len)
        rsp_rule_break(j, RSP_RULE_NOTIFY_BODY, "no '%'", j->wire, "'%%' inside a notification");
}

static void check_stray(judge *j) {
    bool early = !j->rules->asked && !j->modes.unknown; /* check_silence tells it */
    if (j->entry->kind == RSP_ENTRY_JUNK && !j->rules->in_junk && !early)
        rsp_rule_break(j, RSP_RULE_STRAY_BYTES, "nothing outside of packets", j->entry->raw,
                       "a byte outside of packets");
}

/* A `}` behind a star counts 96 further repetitions and escapes nothing. */
static void check_escape_end(judge *j) {
    bool pending = false;
    bool count = false;
    if (!ends_with(j->wire, '}'))
        return;
    for (size_t i = 0; j->wire.ptr && i < j->wire.len; i++) {
        uint8_t c = j->wire.ptr[i];
        bool star = c == '*' && !pending && !count;
        pending = c == '}' && !pending && !count;
        count = star;
    }
    if (pending)
        rsp_rule_break(j, RSP_RULE_ESCAPE_COMPLETE, "a byte behind 7d", j->wire,
                       "the payload ends in an escape byte");
}

static void judge_count(judge *j, rsp_bytes token) {
    uint8_t c = token.len > 1 ? token.ptr[1] : 0;
    if (token.len < 2)
        rsp_rule_break(j, RSP_RULE_RLE_COUNT, "a count", token, "'*' without a count");
    else if (c >= RSP_RLE_BIAS && c < RSP_RLE_BIAS + RSP_RLE_MIN_REPEATS)
        rsp_rule_break(j, RSP_RULE_RLE_SHORT, "3 further repetitions or more", token,
                       "a run of %d further repetitions is coded", c - RSP_RLE_BIAS);
    else if (!rsp_rle_count_legal(c))
        rsp_rule_break(j, RSP_RULE_RLE_COUNT, "32..126 without '#' and '$'", token,
                       "run-length count 0x%02x (or a '*' that should be escaped)", c);
}

/* Walks over the tokens of a payload: a byte, '*', a count. */
static void check_runs(judge *j) {
    size_t behind_token = 0;
    size_t at = rsp_bytes_index(j->wire, '*');
    /* "0*#": the deframer took '#' for the end; check_checksum has told it. */
    if (ends_with(j->wire, '*') && !j->entry->checksum_ok)
        return;
    while (j->wire.ptr && at < j->wire.len) {
        rsp_bytes token = rsp_bytes_sub(j->wire, at, 2);
        if (at == behind_token)
            rsp_rule_break(j, RSP_RULE_RLE_START, "a byte to repeat", token,
                           at == 0 ? "'*' is the first byte of the payload" : "'*' follows a count");
        else if (j->wire.ptr[at - 1] == '}')
            rsp_rule_break(j, RSP_RULE_RLE_ESCAPE, "a run of whole bytes", rsp_bytes_sub(j->wire, at - 1, 3),
                           "a run repeats the escape byte");
        judge_count(j, token);
        behind_token = at + token.len;
        at = behind_token + rsp_bytes_index(rsp_bytes_from(j->wire, behind_token), '*');
    }
}

void rsp_rule_judge_frame(judge *j) {
    static const rsp_rule_check checks[] = {
        check_checksum, check_checksum_case,      check_cut_frame,  check_stray,
        check_runs,     check_notification_bytes, check_escape_end,
    };
    /* Compressed payloads are bytes of another kind. */
    size_t num = rsp_mode_is_on(&j->modes, RSP_MODE_COMPRESSION) ? 3 : RSP_ARRAY_LEN(checks);
    for (size_t i = 0; i < num; i++)
        checks[i](j);
}
