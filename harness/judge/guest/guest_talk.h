/* Requests of the loader: memory in pieces that fit, and what was said last, for messages.
 * A piece that comes short is taken, and the next one begins behind it.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_GUEST_TALK_H
#define RSP_GUEST_TALK_H

#include "guest/guest_load.h"

/* A load that is being made, by a line. */
typedef struct guest_talk {
    const rsp_guest_line *line;
    rsp_guest_load *load;
    rsp_buf request;
    char said[120]; /* the last exchange: "M1000,4:00000000 -> E01" */
} guest_talk;

/* A load by a line; its request is to be freed. */
static inline guest_talk guest_talk_of(rsp_guest_load *load, const rsp_guest_line *line) {
    return (guest_talk){.line = line, .load = load, .request = {.mem = load->memory.mem}};
}

/* One request; false where no reply came. */
bool guest_ask(guest_talk *t, rsp_bytes *out_reply);

/* Reads; the bytes are appended. False: said tells why. */
bool guest_read(guest_talk *t, uint64_t at, uint64_t bytes, rsp_buf *out);

/* Writes by X or M. False: said tells why. */
bool guest_write(guest_talk *t, uint64_t at, rsp_bytes bytes, bool by_x);

/* Whether X is known: it is asked with no bytes, as GDB does. */
bool guest_knows_x(guest_talk *t, uint64_t at);

/* Erases blocks of flash from `at` on and writes the bytes there. False: said tells why. */
bool guest_flash(guest_talk *t, uint64_t at, uint64_t erased_bytes, rsp_bytes bytes);

/* Whether flash is erased there. False: the load has failed. */
bool guest_flash_is_blank(guest_talk *t, uint64_t at, uint64_t bytes);

/* Notes that a step failed: false. */
bool guest_fails(rsp_guest_load *load, rsp_guest_step step, const char *format, ...) RSP_PRINTF(3, 4);

/* Whether the guest and its memory fit there, and it keeps what is written: at, scratch and what was there
 * are noted. False: the load has failed. */
bool guest_find_memory(guest_talk *t, const rsp_guest_place *place, uint64_t most_bytes);

/* Writes the image, its code where the place is and its data behind it or elsewhere. False: said tells why.
 */
bool guest_put_image(guest_talk *t);

/* Notes pc, sp, and the reply to g. False: the load has failed. */
bool guest_save_registers(guest_talk *t);

/* Sets pc and sp, and the mode of the processor. False: the load has failed. */
bool guest_set_registers(guest_talk *t, const char *entry);

/* Steps, runs and looks at what the guest has left. False: the load has failed. */
bool guest_check(guest_talk *t);

#endif
