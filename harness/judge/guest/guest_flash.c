/* Flash as debuggers load it: blocks are erased, then written, then it is said that this was all. Only blank
 * blocks are taken, so erasing them gives back what was there. Source: GDB manual, vFlashErase.
 * See guest_talk.h. */
/* SPDX-License-Identifier: MIT */
#include "guest_talk.h"

#include <inttypes.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <string.h>

enum { ERASED = 0xff, PIECE_BYTES = 128 };

static bool is_erased(rsp_bytes bytes) {
    for (size_t i = 0; i < bytes.len; i++)
        if (bytes.ptr[i] != ERASED)
            return false;
    return true;
}

/* Sends the request, which is OK or has failed. */
static bool is_ok(guest_talk *t) {
    rsp_bytes reply;
    return guest_ask(t, &reply) && rsp_bytes_equal(reply, RSP_LIT("OK"));
}

static void begin(guest_talk *t, rsp_packet_id id) {
    rsp_buf_clear(&t->request);
    rsp_packet_begin(&t->request, id);
}

static bool write_piece(guest_talk *t, uint64_t at, rsp_bytes piece) {
    if (is_erased(piece))
        return true;
    begin(t, RSP_PACKET_VFLASH_WRITE);
    rsp_buf_printf(&t->request, "%" PRIx64 ":", at);
    rsp_buf_append(&t->request, piece);
    return is_ok(t);
}

bool guest_flash(guest_talk *t, uint64_t at, uint64_t erased_bytes, rsp_bytes bytes) {
    begin(t, RSP_PACKET_VFLASH_ERASE);
    rsp_buf_printf(&t->request, "%" PRIx64 ",%" PRIx64, at, erased_bytes);
    if (!is_ok(t))
        return false;
    for (size_t done = 0; done < bytes.len; done += PIECE_BYTES)
        if (!write_piece(t, at + done, rsp_bytes_sub(bytes, done, PIECE_BYTES)))
            return false;
    begin(t, RSP_PACKET_VFLASH_DONE);
    return is_ok(t);
}

bool guest_flash_is_blank(guest_talk *t, uint64_t at, uint64_t bytes) {
    rsp_buf now = {.mem = t->request.mem};
    const bool read = guest_read(t, at, bytes, &now);
    const bool blank = read && is_erased(rsp_buf_bytes(&now));
    if (!read)
        (void)guest_fails(t->load, RSP_GUEST_STEP_MEMORY, "%s", t->said);
    else if (!blank)
        (void)guest_fails(t->load, RSP_GUEST_STEP_MEMORY,
                          "flash at 0x%" PRIx64 " is not blank, and is not erased", at);
    rsp_buf_free(&now);
    return blank;
}
