/* A conversation written as lines of text, fed to a transcript that rules observe.
 * "> payload" request, "< payload" reply, "% payload" notification, ">>" and "<<" raw bytes, "x" close, "|"
 * connect. Acks that belong there are put in by themselves, except around raw lines and in no-ack mode. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_TRANSCRIPT_SCRIPT_H
#define RSP_TRANSCRIPT_SCRIPT_H

#include "rsp_test.h"

#include "codec/negotiated.h"
#include "trace/rule_pairing.h"
#include <rsp/clock.h>
#include <rsp/rule.h>

typedef struct transcript_script {
    rsp_transcript *transcript;
    rsp_rules *rules;
    uint64_t now_ns;
} transcript_script;

static inline void script_begin(transcript_script *t, bool midstream) {
    *t = (transcript_script){0};
    t->transcript = rsp_transcript_new(NULL);
    t->rules = rsp_rules_new(&(rsp_rules_options){.midstream = midstream});
    assert_non_null(t->transcript);
    assert_non_null(t->rules);
    assert_true(rsp_transcript_observe(t->transcript, rsp_rules_observe, t->rules));
}

static inline void script_end(transcript_script *t) {
    assert_int_equal(rsp_rules_status(t->rules), RSP_OK);
    rsp_rules_free(t->rules);
    rsp_transcript_free(t->transcript);
}

static inline void script_raw(transcript_script *t, rsp_direction direction, rsp_bytes bytes) {
    t->now_ns += RSP_NS_PER_MS;
    assert_ok(rsp_transcript_feed(t->transcript, direction, t->now_ns, bytes));
}

static inline void script_framed(transcript_script *t, rsp_direction direction, char lead,
                                 rsp_bytes payload) {
    rsp_buf wire = {0};
    if (lead == '%')
        rsp_frame_notification(&wire, payload);
    else
        rsp_frame_packet(&wire, payload);
    script_raw(t, direction, rsp_buf_bytes(&wire));
    rsp_buf_free(&wire);
}

static inline void script_packet(transcript_script *t, rsp_direction direction, rsp_bytes payload) {
    bool acks = !rsp_mode_is_on(&rsp_rules_exchanges(t->rules)->negotiated, RSP_MODE_NO_ACK);
    script_framed(t, direction, '$', payload);
    if (acks)
        script_raw(t, direction == RSP_TO_STUB ? RSP_TO_CLIENT : RSP_TO_STUB, RSP_LIT("+"));
}

/* Texts in C have no NUL: '_' stands for it. */
static inline void script_with_nuls(transcript_script *t, rsp_bytes payload) {
    rsp_buf bytes = {0};
    rsp_buf_append(&bytes, payload);
    for (size_t i = 0; i < bytes.len; i++)
        bytes.ptr[i] = bytes.ptr[i] == '_' ? 0 : bytes.ptr[i];
    script_packet(t, RSP_TO_CLIENT, rsp_buf_bytes(&bytes));
    rsp_buf_free(&bytes);
}

static inline void script_line(transcript_script *t, rsp_bytes line) {
    rsp_bytes rest = rsp_bytes_from(line, 2);
    if (rsp_bytes_starts(line, RSP_LIT(">>")))
        script_raw(t, RSP_TO_STUB, rest);
    else if (rsp_bytes_starts(line, RSP_LIT("<<")))
        script_raw(t, RSP_TO_CLIENT, rest);
    else if (rsp_bytes_starts(line, RSP_LIT("> ")))
        script_packet(t, RSP_TO_STUB, rest);
    else if (rsp_bytes_starts(line, RSP_LIT("< ")))
        script_packet(t, RSP_TO_CLIENT, rest);
    else if (rsp_bytes_starts(line, RSP_LIT("<0")))
        script_with_nuls(t, rest);
    else if (rsp_bytes_starts(line, RSP_LIT("% ")))
        script_framed(t, RSP_TO_CLIENT, '%', rest);
    else if (rsp_bytes_equal(line, RSP_LIT("x")))
        assert_ok(rsp_transcript_close(t->transcript, ++t->now_ns, "end"));
    else if (rsp_bytes_equal(line, RSP_LIT("|")))
        assert_ok(rsp_transcript_connect(t->transcript, ++t->now_ns, "again"));
    else
        fail_msg("no line of a talk: %.*s", (int)line.len, (const char *)line.ptr);
}

static inline void script_lines(transcript_script *t, rsp_bytes lines) {
    while (lines.len > 0)
        script_line(t, rsp_bytes_split(&lines, '\n'));
}

static inline void script_text(transcript_script *t, const char *lines) {
    script_lines(t, rsp_bytes_str(lines));
}

#endif
