/* A dialogue from lines of text: "> qC" is said by the debugger, "< QC1" by the stub, "! " an interrupt,
 * "% Stop:..." a notification. One millisecond passes with each line; places count from 1.
 * For tests of what reads dialogues. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DIALOGUE_SCRIPT_H
#define RSP_DIALOGUE_SCRIPT_H

#include "rsp_test.h"

#include "capture/dialogue.h"

static inline void dialogue_say(rsp_transcript *t, rsp_direction direction, uint64_t time_ns,
                                rsp_bytes payload, bool notification) {
    rsp_buf wire = {0};
    rsp_buf_push(&wire, notification ? '%' : '$');
    rsp_buf_append(&wire, payload);
    unsigned sum = 0;
    for (size_t i = 0; i < payload.len; i++)
        sum += payload.ptr[i];
    rsp_buf_printf(&wire, "#%02x", sum & 0xff);
    assert_int_equal(rsp_transcript_feed(t, direction, time_ns, rsp_buf_bytes(&wire)), RSP_OK);
    if (!notification)
        assert_int_equal(rsp_transcript_feed(t, direction == RSP_TO_STUB ? RSP_TO_CLIENT : RSP_TO_STUB,
                                             time_ns, RSP_LIT("+")),
                         RSP_OK);
    rsp_buf_free(&wire);
}

static inline void dialogue_script(rsp_dialogue *d, const char *const *lines, size_t num) {
    rsp_transcript *t = rsp_transcript_new(NULL);
    assert_non_null(t);
    assert_true(rsp_transcript_observe(t, rsp_dialogue_observe, d));
    for (size_t i = 0; i < num; i++) {
        rsp_bytes payload = rsp_bytes_str(lines[i] + 2);
        uint64_t time_ns = (i + 1) * 1000000;
        d->place = i + 1;
        if (lines[i][0] == '!')
            assert_int_equal(rsp_transcript_feed(t, RSP_TO_STUB, time_ns, RSP_LIT("\x03")), RSP_OK);
        else
            dialogue_say(t, lines[i][0] == '>' ? RSP_TO_STUB : RSP_TO_CLIENT, time_ns, payload,
                         lines[i][0] == '%');
    }
    rsp_transcript_free(t);
    assert_int_equal(d->status, RSP_OK);
}

#endif
