/* The digits are written once before anything is changed: a stub without G is found out while that does no
 * harm. lldb-server has no G. The x of a register without a value cannot be written by G. See
 * client/saved_registers.h. */
/* SPDX-License-Identifier: MIT */
#include "client/saved_registers.h"

#include "client_state.h"
#include "core/hex.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static rsp_status expect(rsp_client *c, rsp_packet_id request, rsp_bytes reply) {
    const rsp_bytes name = rsp_packet_name(request);
    if (rsp_bytes_equal(reply, RSP_LIT("OK")))
        return RSP_OK;
    return rsp_fail(&c->error, RSP_MALFORMED, "reply to %.*s is neither OK nor an error", (int)name.len,
                    (const char *)name.ptr);
}

static rsp_status write_digits(rsp_client *c, rsp_bytes digits) {
    rsp_bytes reply;
    rsp_buf *request = client_request(c);
    rsp_buf_append(request, rsp_packet_name(RSP_PACKET_WRITE_REGISTERS));
    rsp_buf_append(request, digits);
    client_registers_stale(c);
    rsp_status status =
        request->status == RSP_OK ? client_ask(c, rsp_buf_bytes(request), 0, &reply) : request->status;
    return status == RSP_OK ? expect(c, RSP_PACKET_WRITE_REGISTERS, reply) : status;
}

rsp_status rsp_client_write_registers(rsp_client *c, rsp_ptid thread, rsp_bytes digits) {
    const rsp_status status = rsp_client_select(c, thread);
    return status == RSP_OK ? write_digits(c, digits) : status;
}

static rsp_status save_digits(rsp_client *c, rsp_saved_registers *out) {
    rsp_bytes digits;
    rsp_status status = rsp_client_read_registers(c, out->thread, &digits);
    if (status != RSP_OK)
        return status;
    if (digits.len == 0 || memchr(digits.ptr, 'x', digits.len))
        return RSP_UNSUPPORTED;
    rsp_buf_append(&out->digits, digits);
    status = out->digits.status;
    return status == RSP_OK ? write_digits(c, rsp_buf_bytes(&out->digits)) : status;
}

static rsp_status save_in_stub(rsp_client *c, rsp_saved_registers *out) {
    rsp_bytes reply;
    rsp_status status = client_ask(c, rsp_packet_name(RSP_PACKET_QSAVE_REGISTERS), 0, &reply);
    if (status == RSP_OK && rsp_decimal_u64(&out->id, reply) != RSP_OK)
        return rsp_fail(&c->error, RSP_MALFORMED, "QSaveRegisterState: the reply is no number");
    return status;
}

rsp_status rsp_client_save_registers(rsp_client *c, rsp_ptid thread, rsp_saved_registers *out) {
    *out = (rsp_saved_registers){.thread = thread};
    rsp_status status = rsp_client_select(c, thread);
    if (status == RSP_OK)
        status = save_digits(c, out);
    if (status == RSP_UNSUPPORTED || status == RSP_REFUSED) {
        rsp_buf_free(&out->digits);
        status = save_in_stub(c, out);
        if (status == RSP_UNSUPPORTED || status == RSP_REFUSED)
            status = rsp_fail(&c->error, RSP_UNSUPPORTED,
                              "the stub neither takes all registers back (G) nor keeps them "
                              "(QSaveRegisterState)");
    }
    out->held = status == RSP_OK;
    return status;
}

static rsp_status restore_from_stub(rsp_client *c, uint64_t id) {
    rsp_bytes reply;
    rsp_buf *request = client_request(c);
    rsp_buf_append(request, rsp_packet_name(RSP_PACKET_QRESTORE_REGISTERS));
    rsp_buf_printf(request, ":%llu", (unsigned long long)id);
    client_registers_stale(c);
    rsp_status status =
        request->status == RSP_OK ? client_ask(c, rsp_buf_bytes(request), 0, &reply) : request->status;
    return status == RSP_OK ? expect(c, RSP_PACKET_QRESTORE_REGISTERS, reply) : status;
}

rsp_status rsp_client_restore_registers(rsp_client *c, rsp_saved_registers *saved) {
    if (!saved->held)
        return RSP_OK;
    rsp_status status = rsp_client_select(c, saved->thread);
    if (status == RSP_OK)
        status = saved->digits.len > 0 ? write_digits(c, rsp_buf_bytes(&saved->digits))
                                       : restore_from_stub(c, saved->id);
    rsp_saved_registers_free(saved);
    return status;
}

void rsp_saved_registers_free(rsp_saved_registers *saved) {
    rsp_buf_free(&saved->digits);
    *saved = (rsp_saved_registers){0};
}
