/* A careless dispatcher: a request is taken for another packet, or read otherwise than it came.
 * A hook: hooks.h.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/hooks.h"

#include <rsp/packet_ids.h>

static rsp_packet_id id_of(const rsp_packet_row *row) {
    return row ? row->id : RSP_PACKET_UNKNOWN;
}

static void read_again(rsp_stub *s, rsp_bytes request, const rsp_packet_row **row, rsp_bytes *args) {
    s->request = request;
    *row = rsp_packet_lookup(request, args);
}

/* A careless dispatcher takes a request for another one. */
void stub_fault_request(rsp_stub *s, const rsp_packet_row **row, rsp_bytes *args) {
    rsp_bytes request = s->request;
    if (s->opt.fault == RSP_FAULT_NONE)
        return;
    if (stub_fault(s, RSP_FAULT_ACK_NAK_REPEATS_REQUEST) && request.ptr != s->faults.last_request.ptr) {
        rsp_buf_clear(&s->faults.last_request);
        rsp_buf_append(&s->faults.last_request, request);
    }
    if (stub_fault(s, RSP_FAULT_QSUP_LAST_BYTE_LOST) && request.len == s->opt.packet_bytes)
        read_again(s, rsp_bytes_sub(request, 0, request.len - 1), row, args);
    if (stub_fault(s, RSP_FAULT_ESC_NUL_ENDS))
        read_again(s, rsp_bytes_sub(request, 0, rsp_bytes_index(request, 0)), row, args);
    if (stub_fault(s, RSP_FAULT_FRAME_PREFIX_MATCH) &&
        rsp_bytes_starts(request, rsp_packet_name(RSP_PACKET_QSUPPORTED))) {
        *row = rsp_packet_by_id(RSP_PACKET_QSUPPORTED);
        *args = rsp_bytes_make(NULL, 0);
    }
    if (stub_fault(s, RSP_FAULT_ROBUST_CRC_AS_CURRENT) &&
        rsp_bytes_starts(request, rsp_packet_name(RSP_PACKET_QC)))
        *row = rsp_packet_by_id(RSP_PACKET_QC);
    if (stub_fault(s, RSP_FAULT_MMR_SWALLOWS_WRITES) && id_of(*row) == RSP_PACKET_WRITE_MEMORY)
        *row = rsp_packet_by_id(RSP_PACKET_MULTI_MEM_READ);
    bool sequence_id = request.len > 3 && request.ptr[2] == ':' && rsp_hex_value(request.ptr[0]) >= 0;
    if (stub_fault(s, RSP_FAULT_FRAME_SEQUENCE_ID) && sequence_id)
        read_again(s, rsp_bytes_from(request, 3), row, args);
}
