/* Faults that are told by the request, whatever packet it is: handed to another handler, answered by hand, or
 * not at all. Also those of the replies that any packet can get: errors and the empty reply.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "dispatch.h"
#include "faults/hooks.h"
#include "faults/row.h"
#include "live_threads.h"
#include "nonstop.h"
#include "run_state.h"
#include "send.h"
#include <rsp/packet_ids.h>

static void odd_bytes_silent(stub_service *t) {
    bool odd = false;
    for (size_t i = 0; i < t->s->request.len; i++)
        odd = odd || t->s->request.ptr[i] == 0 || t->s->request.ptr[i] >= 0x80;
    if (odd)
        stub_answer_nothing(t);
    else
        stub_serve(t);
}

static void resume_silent(stub_service *t) {
    if (stub_is_resume(t->s->request) && !stub_has_process(t->s))
        stub_answer_nothing(t);
    else
        stub_serve(t);
}

static void any_request_pops(stub_service *t) {
    if (t->s->run->stop_notice == STUB_NOTICE_OPEN && t->s->run->first)
        stub_on_stopped(t->s, t->args, t->reply);
    else
        stub_serve(t);
}

/* Requests that are not known get another answer from the second on, or the last packet once more. */
static void unknown_changes(stub_service *t) {
    bool *before = &t->s->faults.link.unknown_before;
    stub_serve(t);
    if (t->handler != stub_on_NONE)
        return;
    if (*before)
        stub_answer(t, "OK");
    *before = true;
}

static void unknown_repeats(stub_service *t) {
    stub_serve(t);
    if (t->handler != stub_on_NONE || !rsp_bytes_starts(t->s->request, RSP_LIT("v")))
        return;
    rsp_buf_append(t->s->out, rsp_buf_bytes(&t->s->wire.last));
    stub_answer_nothing(t);
}

static void double_reply(stub_service *t) {
    stub_serve(t);
    if (stub_refused(t))
        stub_send(t->s, RSP_LIT("E01"));
}

static void error_deselects(stub_service *t) {
    stub_serve(t);
    if (stub_refused(t))
        t->s->general = (rsp_ptid){0, 0};
}

static const stub_fault_row rows[] = {
    REPLY(STD_ERROR_UNPADDED, EVERY, "E0%?", "E%1"),
    REPLY(STD_TEXT_FOR_MEMORY, EVERY, "E%b", "E.cannot access memory"),
    REPLY(STD_TEXT_UNESCAPED, EVERY, "E.%*", "E.#%1"),
    REPLY(RLE_STAR_IN_TEXT, EVERY, "E.%*", "E.%1 **"),
    REPLY(LLDB_ERROR_STRING_UNASKED, EVERY, "E%b", "E%1;6974206661696c6564"), /* it failed */
    CALL(FRAME_DOUBLE_REPLY, EVERY, double_reply),
    CALL(STD_ERROR_DESELECTS, EVERY, error_deselects),
    REPLY_WHEN(ROBUST_SILENT_WITHOUT_PROCESS, EVERY, WITHOUT_PROCESS, "E%*", STUB_NO_REPLY),
    REPLY(STD_UNKNOWN_IS_ERROR, EVERY, "", "E01"),
    REPLY(FRAME_EMPTY_UNSENT, EVERY, "", STUB_NO_REPLY),
    INSTEAD(FRAME_EMPTY_SILENT, EVERY, "", STUB_NO_REPLY),
    INSTEAD(FRAME_EMPTY_CLOSES, EVERY, "", STUB_DEATH),
    CALL(STD_UNKNOWN_CHANGES, EVERY, unknown_changes),
    CALL(STD_UNKNOWN_REPEATS, EVERY, unknown_repeats),
    INSTEAD(STD_MUST_REPLY_EMPTY_OK, VMUST_REPLY_EMPTY, "%*", "OK"),
    INSTEAD(ROBUST_CUT_SHORT_SILENT, EVERY, "%?%*,", STUB_NO_REPLY),
    INSTEAD(ROBUST_CUT_SHORT_SILENT, EVERY, "%?%*:", STUB_NO_REPLY),
    INSTEAD(ROBUST_CUT_SHORT_SILENT, EVERY, "%?%*;", STUB_NO_REPLY),
    CALL(ROBUST_NUL_SILENT, EVERY, odd_bytes_silent),
    INSTEAD(ESC_STAR_FIRST_CLOSES, EVERY, "*%*", STUB_DEATH),
    INSTEAD(ESC_LONE_CLOSES, EVERY, "}", STUB_DEATH),
    CALL(NONSTOP_ANY_REQUEST_POPS, QC, any_request_pops),
    CALL(RUN_NO_PROCESS_SILENT, EVERY, resume_silent),
    INSTEAD(RUN_DEPRECATED_SILENT, DEBUG, "", STUB_NO_REPLY),
    INSTEAD(RUN_BAUD_ACCEPTED, EVERY, "b%*", "OK"),
};
STUB_FAULT_TABLE(stub_request_faults, rows);
