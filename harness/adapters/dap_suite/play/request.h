/* Requests of a play: written, sent, remembered by name, and their responses judged.
 * A request has the name that `as` gives it, else its command.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_SUITE_REQUEST_H
#define RSP_DAP_SUITE_REQUEST_H

#include "play/play.h"

/* Appends the frame of a request, numbers and names it. `arguments` may be NULL; `seq` (NULL: the next one)
 * is any JSON. False when the play has failed. */
bool dap_request_write(play *p, rsp_buf *out, const char *command, const json_t *arguments, const json_t *seq,
                       const char *as);

/* Sends frames. False when the play has failed. */
bool dap_request_send(play *p, rsp_bytes frames);

/* Names the time at which a request was accepted, ${as.sent}. */
bool dap_request_note_sent(play *p, const char *as);

/* Writes and sends one. */
bool dap_request_start(play *p, const char *command, const json_t *arguments, const char *as);

/* What a response must be. All-zero: success. */
typedef struct dap_request_wanted {
    bool fails;
    bool either;
    const json_t *message; /* NULL: any */
    const json_t *body;
    uint64_t within_ns; /* 0: the play's */
} dap_request_wanted;

/* Waits for the response to a named request and judges it. Its message, NULL when the play has failed. */
const rsp_dap_message *dap_request_finish(play *p, const char *as, const dap_request_wanted *wanted);

/* Both, with success wanted. `arguments` is a reference that is taken. NULL when the play has failed. */
const rsp_dap_message *dap_request_do(play *p, const char *command, json_t *arguments, const char *as);

#endif
