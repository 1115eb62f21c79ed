/* From a request to its handler: the table's last column as an array.
 * Unknown packets, and those that options or target withhold, get the empty reply.
 * Source: GDB manual, Overview (empty reply), Standard Replies. */
/* SPDX-License-Identifier: MIT */
#include "handlers.h"
#include "run.h"

#include <rsp/packet_table.h>

/* NONE needs a name too, as the column is expanded for every row; it answers as an unknown packet does. */
void stub_on_NONE(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)s;
    (void)args;
    (void)reply;
}

static stub_handler *const handlers[RSP_PACKET_END] = {
#define HANDLER(id, name, match, delim, args, states, feature, reqs, handler, ...) \
    [RSP_PACKET_##id] = stub_on_##handler,
    RSP_PACKET_LIST(HANDLER)
#undef HANDLER
};

#ifdef RSP_FAULTS

/* Requests that a defect answers in a way of its own, whatever they hold. */
typedef enum misanswer { NOT_KNOWN, ALWAYS_OK, ALWAYS_ERROR, NEVER, GOODBYE } misanswer;

static const struct {
    rsp_fault fault;
    const char *starts;
    misanswer answer;
} misanswers[] = {
    {RSP_FAULT_FRAME_LEADING_ZEROS, "m00", ALWAYS_ERROR},
    {RSP_FAULT_STD_OK_TO_QUERIES, "qC", ALWAYS_OK},
    {RSP_FAULT_STD_OK_TO_QUERIES, "qfThreadInfo", ALWAYS_OK},
    {RSP_FAULT_STD_NO_REGISTER_WRITE, "G", NOT_KNOWN},
    {RSP_FAULT_STD_NO_VCONT, "vCont", NOT_KNOWN},
    {RSP_FAULT_VCONT_ABSENT, "vCont?", NOT_KNOWN},
    {RSP_FAULT_VCONT_SIGNAL_ZERO_REFUSED, "vCont;C00", ALWAYS_ERROR},
    {RSP_FAULT_RUN_BAD_SIGNAL_CLOSES, "Cff", GOODBYE},
    {RSP_FAULT_RUN_BAD_SIGNAL_CLOSES, "Sff", GOODBYE},
    {RSP_FAULT_RUN_BAD_SIGNAL_CLOSES, "vCont;Cff", GOODBYE},
    {RSP_FAULT_RUN_DEPRECATED_SILENT, "d", NEVER},
    {RSP_FAULT_MP_ONLY_SELECT_EXTENDED, "Tp", ALWAYS_ERROR},
    {RSP_FAULT_MP_ZERO_REFUSED, "Hgp0.0", ALWAYS_ERROR},
    {RSP_FAULT_MP_WANTS_P, "D;", ALWAYS_ERROR},
    {RSP_FAULT_QSUP_STEP_REFUSED, "vCont;s", ALWAYS_ERROR},
    {RSP_FAULT_EXT_MODE_UNKNOWN, "!", NOT_KNOWN},
    {RSP_FAULT_EXT_VARIABLE_UNCHECKED, "QEnvironmentHexEncoded:", ALWAYS_OK},
    {RSP_FAULT_LLDB_OUTPUT_UNREDIRECTED, "QSetSTDOUT:", ALWAYS_OK},
    {RSP_FAULT_ROBUST_DEEP_JSON_CLOSES, "jMultiBreakpoint:[[[[[[[[", GOODBYE},
};

static bool misanswered(rsp_stub *s, rsp_buf *reply) {
    size_t i = 0;
    while (i < RSP_ARRAY_LEN(misanswers) &&
           !(stub_fault(s, misanswers[i].fault) &&
             rsp_bytes_starts(s->request, rsp_bytes_str(misanswers[i].starts))))
        i++;
    if (i == RSP_ARRAY_LEN(misanswers))
        return false;
    switch (misanswers[i].answer) {
    case NOT_KNOWN:
        break;
    case ALWAYS_OK:
        stub_ok(reply);
        break;
    case ALWAYS_ERROR:
        stub_error(s, reply, STUB_E_GENERAL, NULL);
        break;
    case GOODBYE:
        s->finished = true;
        s->reply_kind = STUB_REPLY_NONE;
        break;
    case NEVER:
        s->reply_kind = STUB_REPLY_NONE;
        break;
    }
    return true;
}

/* Requests that a defect does not answer, by what they look like. */
static bool unanswered(rsp_stub *s) {
    rsp_bytes request = s->request;
    uint8_t last = request.len > 1 ? request.ptr[request.len - 1] : 0;
    bool separator = last == ',' || last == ':' || last == ';';
    bool odd = false;
    for (size_t i = 0; i < request.len; i++)
        odd = odd || request.ptr[i] == 0 || request.ptr[i] >= 0x80;
    bool silent =
        (stub_fault(s, RSP_FAULT_ROBUST_CUT_SHORT_SILENT) && separator) ||
        (stub_fault(s, RSP_FAULT_ROBUST_NUL_SILENT) && odd) ||
        (stub_fault(s, RSP_FAULT_RUN_NO_PROCESS_SILENT) && stub_is_resume(request) && !stub_has_process(s)) ||
        (stub_fault(s, RSP_FAULT_STOP_NO_PROCESS_SILENT) && request.len == 1 && request.ptr[0] == '?' &&
         !stub_has_process(s));
    if (silent)
        s->reply_kind = STUB_REPLY_NONE;
    return silent;
}

/* Requests that a careless dispatcher takes for others, or answers where it should not. */
static bool dispatch_defect(rsp_stub *s, const rsp_packet_row **row, rsp_bytes *args, rsp_buf *reply) {
    rsp_bytes request = s->request;
    if (misanswered(s, reply) || unanswered(s))
        return true;
    if (stub_fault(s, RSP_FAULT_NONSTOP_ANY_REQUEST_POPS) && s->run->sequence && s->run->first &&
        rsp_bytes_equal(request, RSP_LIT("qC"))) {
        stub_on_stopped(s, *args, reply);
        return true;
    }
    if (stub_misread(s)) {
        request = s->request;
        *row = rsp_packet_lookup(request, args);
    }
    if (stub_fault(s, RSP_FAULT_FRAME_PREFIX_MATCH) && rsp_bytes_starts(request, RSP_LIT("qSupported"))) {
        *row = rsp_packet_by_id(RSP_PACKET_QSUPPORTED);
        *args = rsp_bytes_make(NULL, 0);
    }
    if (stub_fault(s, RSP_FAULT_ROBUST_CRC_AS_CURRENT) && rsp_bytes_starts(request, RSP_LIT("qC")))
        *row = rsp_packet_by_id(RSP_PACKET_QC);
    if (stub_fault(s, RSP_FAULT_STD_MUST_REPLY_EMPTY_OK) &&
        rsp_bytes_equal(request, RSP_LIT("vMustReplyEmpty"))) {
        stub_ok(reply);
        return true;
    }
    if (stub_fault(s, RSP_FAULT_RUN_BAUD_ACCEPTED) && rsp_bytes_starts(request, RSP_LIT("b"))) {
        stub_ok(reply);
        return true;
    }
    bool is_batch = rsp_bytes_starts(request, RSP_LIT("Multi"));
    bool bare = rsp_bytes_equal(request, RSP_LIT("MultiMemRead"));
    if (bare && stub_fault(s, RSP_FAULT_MMR_BARE_NAME_OK)) {
        stub_ok(reply);
        return true;
    }
    if (!is_batch && rsp_bytes_starts(request, RSP_LIT("M")) && stub_fault(s, RSP_FAULT_MMR_SWALLOWS_WRITES))
        *row = rsp_packet_by_id(RSP_PACKET_MULTI_MEM_READ);
    bool sequence_id = request.len > 3 && request.ptr[2] == ':' && rsp_hex_value(request.ptr[0]) >= 0;
    if (stub_fault(s, RSP_FAULT_FRAME_SEQUENCE_ID) && sequence_id) {
        s->request = rsp_bytes_from(request, 3);
        *row = rsp_packet_lookup(s->request, args);
    }
    return false;
}

/* Packets that the stub has not got, refused in place of the empty reply. */
static bool refused_unknown(const rsp_stub *s) {
    return (rsp_bytes_starts(s->request, RSP_LIT("MultiMemRead")) &&
            stub_fault(s, RSP_FAULT_MMR_UNKNOWN_IS_WRITE)) ||
           (rsp_bytes_starts(s->request, RSP_LIT("MultiBreakpoint")) &&
            stub_fault(s, RSP_FAULT_MBP_RFC_UNKNOWN_IS_WRITE)) ||
           (rsp_bytes_starts(s->request, RSP_LIT("jMulti")) && stub_fault(s, RSP_FAULT_MBP_UNKNOWN_IS_E01));
}

static void reply_defect(rsp_stub *s, bool known, rsp_buf *reply) {
    if (known && stub_fault(s, RSP_FAULT_FRAME_DOUBLE_REPLY) &&
        rsp_bytes_starts(rsp_buf_bytes(reply), RSP_LIT("E")))
        stub_send(s, RSP_LIT("E01"));
    if (!known && (stub_fault(s, RSP_FAULT_STD_UNKNOWN_IS_ERROR) || refused_unknown(s)))
        stub_error(s, reply, STUB_E_GENERAL, NULL);
    if (!known && stub_fault(s, RSP_FAULT_FRAME_EMPTY_UNSENT))
        s->reply_kind = STUB_REPLY_NONE;
    if (!known && s->unknown_before && stub_fault(s, RSP_FAULT_STD_UNKNOWN_CHANGES))
        stub_ok(reply);
    s->unknown_before = s->unknown_before || !known;
    if (stub_fault(s, RSP_FAULT_STD_ERROR_DESELECTS) && rsp_bytes_starts(rsp_buf_bytes(reply), RSP_LIT("E")))
        s->general = (rsp_ptid){0, 0};
    if (!known && stub_fault(s, RSP_FAULT_STD_UNKNOWN_REPEATS) &&
        rsp_bytes_starts(s->request, RSP_LIT("v"))) {
        rsp_buf_append(s->out, rsp_buf_bytes(&s->last_sent));
        s->reply_kind = STUB_REPLY_NONE;
    }
}

#endif

/* The end of the last process may still have to be told; a resume is what asks for it. */
static void without_process(rsp_stub *s, rsp_buf *reply) {
    bool resumes = stub_is_resume(s->request);
    if (stub_fault(s, RSP_FAULT_RUN_END_BY_LETTER) && rsp_bytes_index(RSP_LIT("CS"), s->request.ptr[0]) < 2)
        resumes = false;
    if (resumes && !s->non_stop && s->run->first) {
        s->reply_kind = STUB_REPLY_LATER;
        s->run->waiting = true;
        stub_report(s, s->run->first);
        return;
    }
    stub_error(s, reply, STUB_E_THREAD, "there is no process");
    if (stub_fault(s, RSP_FAULT_ROBUST_SILENT_WITHOUT_PROCESS))
        s->reply_kind = STUB_REPLY_NONE;
}

static void handle(rsp_stub *s, rsp_buf *reply) {
    rsp_bytes args = {0};
    const rsp_packet_row *row = rsp_packet_lookup(s->request, &args);
#ifdef RSP_FAULTS
    if (s->opt.fault != RSP_FAULT_NONE && dispatch_defect(s, &row, &args, reply))
        return;
#endif
    bool known = row && s->offered[row->id];
    bool dies =
        rsp_bytes_starts(s->request, RSP_LIT("MultiMem"))
            ? stub_fault(s, RSP_FAULT_MMR_NO_PROCESS_DIES)
            : rsp_bytes_starts(s->request, RSP_LIT("jMulti")) && stub_fault(s, RSP_FAULT_MBP_NO_PROCESS_DIES);
    if (dies && !stub_has_process(s)) {
        stub_die(s);
        return;
    }
    if (known && !(row->states & RSP_STATE_NOPROC) && !stub_has_process(s))
        without_process(s, reply);
    else if (known)
        handlers[row->id](s, args, reply);
#ifdef RSP_FAULTS
    if (s->opt.fault != RSP_FAULT_NONE)
        reply_defect(s, known, reply);
#endif
}

void stub_dispatch(rsp_stub *s, rsp_bytes payload) {
    s->request = payload;
    if (stub_fault(s, RSP_FAULT_ESC_NUL_ENDS))
        s->request = rsp_bytes_sub(payload, 0, rsp_bytes_index(payload, 0));
    s->reply_kind = STUB_REPLY_SEND;
    if (stub_fault(s, RSP_FAULT_MEM_X_END_OF_TRANSMISSION) && rsp_bytes_index(payload, 4) < payload.len) {
        stub_die(s);
        return;
    }
    rsp_buf_clear(&s->reply);
    handle(s, &s->reply);
    if (s->reply_kind != STUB_REPLY_SEND)
        return;
    if (s->reply.status != RSP_OK)
        stub_error(s, &s->reply, STUB_E_LIMIT, "reply too large");
    stub_send(s, rsp_buf_bytes(&s->reply));
}
