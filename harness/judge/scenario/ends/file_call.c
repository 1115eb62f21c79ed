/* Fwrite reads the program's text by m. The resume stays the request that is waited for.
 * Source: GDB manual, File-I/O Remote Protocol Extension.
 * See file_call.h. */
/* SPDX-License-Identifier: MIT */
#include "ends/file_call.h"

#include "codec/file_call.h"
#include "core/hex.h"
#include "core/limits.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* Appends the text to the console; what can't be read is left out, as the program wrote it all the same. */
static rsp_status read_text(client_end *t, const rsp_file_write *text) {
    rsp_buf request = {.mem = t->frame.mem};
    rsp_packet_begin(&request, RSP_PACKET_READ_MEMORY);
    rsp_buf_printf(&request, "%llx,%llx", (unsigned long long)text->at, (unsigned long long)text->len);
    rsp_status status = client_end_request(t, rsp_buf_bytes(&request));
    rsp_buf_free(&request);
    if (status == RSP_OK && t->console.len < RSP_LIMIT_CONSOLE_BYTES)
        (void)!rsp_hex_decode(&t->console, client_end_payload(t));
    return status;
}

rsp_status file_call_serve(client_end *t) {
    rsp_file_write text = {0};
    rsp_buf resume = {.mem = t->frame.mem};
    rsp_buf reply = {.mem = t->frame.mem};
    rsp_buf_append(&resume, rsp_buf_bytes(&t->request));
    const bool writes = rsp_file_write_parse(&text, client_end_payload(t));
    rsp_status status = writes ? read_text(t, &text) : RSP_OK;
    rsp_packet_begin(&reply, RSP_PACKET_FILE_IO_REPLY);
    if (writes)
        rsp_buf_printf(&reply, "%llx", (unsigned long long)text.len);
    else
        rsp_buf_printf(&reply, "-1,%x", RSP_FILE_NO_CALL);
    if (status == RSP_OK)
        status = client_end_send_acked(t, rsp_buf_bytes(&reply));
    rsp_buf_clear(&t->request);
    rsp_buf_append(&t->request, rsp_buf_bytes(&resume));
    t->running = true;
    rsp_buf_free(&resume);
    rsp_buf_free(&reply);
    return status;
}
