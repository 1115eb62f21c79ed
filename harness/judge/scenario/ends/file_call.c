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

/* Appends the text to the console. What can't be read is left out, as the program wrote it all the same.
 * Silence is that of the call, and says nothing of m. RSP_TIMEOUT: none came. */
static rsp_status read_text(client_end *t, const rsp_file_write *text) {
    rsp_buf request = {.mem = t->frame.mem};
    rsp_packet_begin(&request, RSP_PACKET_READ_MEMORY);
    rsp_buf_printf(&request, "%llx,%llx", (unsigned long long)text->at, (unsigned long long)text->len);
    rsp_status status = client_end_send(t, rsp_buf_bytes(&request), RSP_ESCAPE_FULL);
    rsp_buf_free(&request);
    if (status == RSP_OK)
        status = client_end_packet(t, t->timeout_ns, TAKE_ANY);
    const size_t before = t->console.len;
    if (status == RSP_OK && t->console.len < RSP_LIMIT_CONSOLE_BYTES)
        (void)!rsp_hex_decode(&t->console, client_end_payload(t));
    t->passed.num_unread +=
        status == RSP_OK && text->len > 0 && (t->console.len == before && before < RSP_LIMIT_CONSOLE_BYTES);
    return status;
}

/* Whether the text was read; *status is of the connection. */
static bool have_text(client_end *t, const rsp_file_write *text, rsp_status *status) {
    if (t->known.patience && t->known.patience->told.calls_deaf)
        return false;
    const uint64_t asked = rsp_transcript_end(t->transcript);
    *status = read_text(t, text);
    const bool deaf = *status == RSP_TIMEOUT && !client_end_is_over(t);
    if (!deaf)
        return *status == RSP_OK;
    t->waited.deaf_call = asked;
    *status = RSP_OK;
    return false;
}

rsp_status file_call_serve(client_end *t) {
    rsp_file_write text = {0};
    rsp_buf resume = {.mem = t->frame.mem};
    rsp_buf reply = {.mem = t->frame.mem};
    rsp_buf_append(&resume, rsp_buf_bytes(&t->request));
    const bool writes = rsp_file_write_parse(&text, client_end_payload(t));
    rsp_status status = RSP_OK;
    t->passed.num_calls++;
    const bool read = writes && have_text(t, &text, &status);
    rsp_packet_begin(&reply, RSP_PACKET_FILE_IO_REPLY);
    if (read)
        rsp_buf_printf(&reply, "%llx", (unsigned long long)text.len);
    else
        rsp_buf_printf(&reply, "-1,%x", writes ? RSP_FILE_BAD_ADDRESS : RSP_FILE_NO_CALL);
    if (status == RSP_OK)
        status = client_end_send_acked(t, rsp_buf_bytes(&reply));
    rsp_buf_clear(&t->request);
    rsp_buf_append(&t->request, rsp_buf_bytes(&resume));
    t->running = true;
    rsp_buf_free(&resume);
    rsp_buf_free(&reply);
    return status;
}
