/* Faults that are told by the request: handed to another handler, misread, answered by hand or not at all.
 * Each function that is not static is a hook: hooks.h.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "dispatch.h"
#include "errors.h"
#include "faults/hooks.h"
#include "faults/rewrite.h"
#include "handlers.h"
#include "ids.h"
#include "nonstop.h"
#include "run_control.h"
#include "send.h"
#include <rsp/packet_ids.h>

/* Requests with the same answer whatever they hold. `starts` is a prefix, as a careless stub compares it. */
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
        stub_die(s);
        break;
    case NEVER:
        s->reply_kind = STUB_REPLY_NONE;
        break;
    }
    return true;
}

/* Requests that a fault leaves without an answer, by what they look like. */
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
        (stub_fault(s, RSP_FAULT_STOP_NO_PROCESS_SILENT) &&
         rsp_packet_identify(request) == RSP_PACKET_REASON && !stub_has_process(s));
    if (silent)
        s->reply_kind = STUB_REPLY_NONE;
    return silent;
}

static rsp_packet_id id_of(const rsp_packet_row *row) {
    return row ? row->id : RSP_PACKET_UNKNOWN;
}

static bool answered_ok(rsp_stub *s, const rsp_packet_row *row, rsp_buf *reply) {
    rsp_packet_id id = id_of(row);
    bool bare = row && s->request.len == row->name.len;
    bool ok = (stub_fault(s, RSP_FAULT_STD_MUST_REPLY_EMPTY_OK) && id == RSP_PACKET_VMUST_REPLY_EMPTY) ||
              (stub_fault(s, RSP_FAULT_RUN_BAUD_ACCEPTED) &&
               rsp_bytes_starts(s->request, rsp_packet_by_id(RSP_PACKET_BAUD)->name)) ||
              (stub_fault(s, RSP_FAULT_MMR_BARE_NAME_OK) && id == RSP_PACKET_MULTI_MEM_READ && bare);
    if (ok)
        stub_ok(reply);
    return ok;
}

/* A careless dispatcher takes a request for another one. */
static void mistake(rsp_stub *s, const rsp_packet_row **row, rsp_bytes *args) {
    rsp_bytes request = s->request;
    if (stub_fault(s, RSP_FAULT_FRAME_PREFIX_MATCH) &&
        rsp_bytes_starts(request, rsp_packet_by_id(RSP_PACKET_QSUPPORTED)->name)) {
        *row = rsp_packet_by_id(RSP_PACKET_QSUPPORTED);
        *args = rsp_bytes_make(NULL, 0);
    }
    if (stub_fault(s, RSP_FAULT_ROBUST_CRC_AS_CURRENT) &&
        rsp_bytes_starts(request, rsp_packet_by_id(RSP_PACKET_QC)->name))
        *row = rsp_packet_by_id(RSP_PACKET_QC);
    if (stub_fault(s, RSP_FAULT_MMR_SWALLOWS_WRITES) && id_of(*row) == RSP_PACKET_WRITE_MEMORY)
        *row = rsp_packet_by_id(RSP_PACKET_MULTI_MEM_READ);
    bool sequence_id = request.len > 3 && request.ptr[2] == ':' && rsp_hex_value(request.ptr[0]) >= 0;
    if (stub_fault(s, RSP_FAULT_FRAME_SEQUENCE_ID) && sequence_id) {
        s->request = rsp_bytes_from(request, 3);
        *row = rsp_packet_lookup(s->request, args);
    }
}

/* Requests at which a stub with a crash is gone. */
static bool dies_of(const rsp_stub *s, rsp_packet_id id) {
    bool alone = !stub_has_process(s);
    return (stub_fault(s, RSP_FAULT_MEM_X_END_OF_TRANSMISSION) &&
            rsp_bytes_index(s->request, 4) < s->request.len) ||
           (alone && id == RSP_PACKET_MULTI_MEM_READ && stub_fault(s, RSP_FAULT_MMR_NO_PROCESS_DIES)) ||
           (alone && id == RSP_PACKET_JMULTI_BREAKPOINT && stub_fault(s, RSP_FAULT_MBP_NO_PROCESS_DIES));
}

bool stub_fault_request(rsp_stub *s, const rsp_packet_row **row, rsp_bytes *args, rsp_buf *reply) {
    if (s->opt.fault == RSP_FAULT_NONE)
        return false;
    if (stub_fault(s, RSP_FAULT_ESC_NUL_ENDS)) {
        s->request = rsp_bytes_sub(s->request, 0, rsp_bytes_index(s->request, 0));
        *row = rsp_packet_lookup(s->request, args);
    }
    if (dies_of(s, id_of(*row))) {
        stub_die(s);
        return true;
    }
    if (misanswered(s, reply) || unanswered(s) || answered_ok(s, *row, reply))
        return true;
    if (stub_fault(s, RSP_FAULT_NONSTOP_ANY_REQUEST_POPS) && s->run->stop_notice == STUB_NOTICE_OPEN &&
        s->run->first && id_of(*row) == RSP_PACKET_QC) {
        stub_on_stopped(s, *args, reply);
        return true;
    }
    if (stub_rewrite_request(s))
        *row = rsp_packet_lookup(s->request, args);
    mistake(s, row, args);
    return false;
}

/* Packets that the stub does not have, refused in place of the empty reply. */
static bool refused_unknown(const rsp_stub *s) {
    rsp_packet_id id = rsp_packet_identify(s->request);
    return stub_fault(s, RSP_FAULT_STD_UNKNOWN_IS_ERROR) ||
           (id == RSP_PACKET_MULTI_MEM_READ && stub_fault(s, RSP_FAULT_MMR_UNKNOWN_IS_WRITE)) ||
           (id == RSP_PACKET_MULTI_BREAKPOINT && stub_fault(s, RSP_FAULT_MBP_RFC_UNKNOWN_IS_WRITE)) ||
           (id == RSP_PACKET_JMULTI_BREAKPOINT && stub_fault(s, RSP_FAULT_MBP_UNKNOWN_IS_E01));
}

static void reply_to_unknown(rsp_stub *s, rsp_buf *reply) {
    if (refused_unknown(s))
        stub_error(s, reply, STUB_E_GENERAL, NULL);
    if (stub_fault(s, RSP_FAULT_FRAME_EMPTY_UNSENT))
        s->reply_kind = STUB_REPLY_NONE;
    if (s->faults.link.unknown_before && stub_fault(s, RSP_FAULT_STD_UNKNOWN_CHANGES))
        stub_ok(reply);
    s->faults.link.unknown_before = true;
    if (stub_fault(s, RSP_FAULT_STD_UNKNOWN_REPEATS) && rsp_bytes_starts(s->request, RSP_LIT("v"))) {
        rsp_buf_append(s->out, rsp_buf_bytes(&s->wire.last));
        s->reply_kind = STUB_REPLY_NONE;
    }
}

void stub_fault_reply(rsp_stub *s, bool known, rsp_buf *reply) {
    if (s->opt.fault == RSP_FAULT_NONE)
        return;
    if (!known)
        reply_to_unknown(s, reply);
    bool error = rsp_bytes_starts(rsp_buf_bytes(reply), RSP_LIT("E"));
    if (known && error && stub_fault(s, RSP_FAULT_FRAME_DOUBLE_REPLY))
        stub_send(s, RSP_LIT("E01"));
    if (error && stub_fault(s, RSP_FAULT_STD_ERROR_DESELECTS))
        s->general = (rsp_ptid){0, 0};
}
