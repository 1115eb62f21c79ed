/* Faults of the replies OK and Enn: their digits, their text, and who gets one.
 * The rows are for every packet: serve.h.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/serve.h"

#include "ids.h"
#include <rsp/packet_ids.h>

static bool is_code(const stub_service *t) {
    return stub_refused(t) && t->reply->len == 3 && rsp_hex_value(t->reply->ptr[1]) >= 0;
}

static bool is_text(const stub_service *t) {
    return stub_replies(t, RSP_LIT("E."));
}

static void unpadded(stub_service *t) {
    stub_serve(t);
    if (is_code(t) && t->reply->ptr[1] == '0') {
        t->reply->ptr[1] = t->reply->ptr[2];
        rsp_buf_truncate(t->reply, 2);
    }
}

static void text_for_memory(stub_service *t) {
    stub_serve(t);
    if (is_code(t))
        stub_answer(t, "E.cannot access memory");
}

static void text_unescaped(stub_service *t) {
    stub_serve(t);
    if (is_text(t))
        stub_replace(t, "E.", "E.#");
}

static void star_in_text(stub_service *t) {
    stub_serve(t);
    if (is_text(t))
        rsp_buf_str(t->reply, " **");
}

static void string_unasked(stub_service *t) {
    stub_serve(t);
    if (!is_code(t))
        return;
    rsp_buf_push(t->reply, ';');
    rsp_hex_append(t->reply, RSP_LIT("it failed"));
}

static void silent_without_process(stub_service *t) {
    const rsp_packet_row *row = rsp_packet_by_id(t->id);
    bool lacks = row && !(row->states & RSP_STATE_NOPROC) && !stub_has_process(t->s);
    stub_serve(t);
    if (lacks && stub_refused(t))
        stub_answer_nothing(t);
}

static void end_by_letter(stub_service *t) {
    bool letter = t->id == RSP_PACKET_CONTINUE_SIGNAL || t->id == RSP_PACKET_STEP_SIGNAL;
    if (letter && !stub_has_process(t->s))
        stub_error(t->s, t->reply, STUB_E_THREAD, "there is no process");
    else
        stub_serve(t);
}

static const stub_fault_row rows[] = {
    {RSP_FAULT_STD_ERROR_UNPADDED, NULL, unpadded},
    {RSP_FAULT_STD_TEXT_FOR_MEMORY, NULL, text_for_memory},
    {RSP_FAULT_STD_TEXT_UNESCAPED, NULL, text_unescaped},
    {RSP_FAULT_RLE_STAR_IN_TEXT, NULL, star_in_text},
    {RSP_FAULT_LLDB_ERROR_STRING_UNASKED, NULL, string_unasked},
    {RSP_FAULT_ROBUST_SILENT_WITHOUT_PROCESS, NULL, silent_without_process},
    {RSP_FAULT_RUN_END_BY_LETTER, NULL, end_by_letter},
};
STUB_FAULT_TABLE(stub_error_faults, rows);
