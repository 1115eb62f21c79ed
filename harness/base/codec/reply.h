/* The replies that mean the same for every request: empty, OK, and the forms of an error.
 * Anything else is left to the packet's own parser.
 * Source: GDB manual, Standard Replies; LLDB gdb-remote extensions, QEnableErrorStrings. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REPLY_H
#define RSP_REPLY_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* What a reply is at sight. */
typedef enum rsp_reply_kind {
    RSP_REPLY_OTHER,
    RSP_REPLY_EMPTY, /* not supported */
    RSP_REPLY_OK,
    RSP_REPLY_ERROR,      /* Exx, or Exx;<hex text> after QEnableErrorStrings */
    RSP_REPLY_ERROR_TEXT, /* E.text */
} rsp_reply_kind;

/* A reply at sight; the text borrows from it. */
typedef struct rsp_reply {
    rsp_reply_kind kind;
    uint8_t code;   /* ERROR */
    rsp_bytes text; /* ERROR: the hex digits behind `;`; ERROR_TEXT: what stands behind "E." */
} rsp_reply;

/* Looks at a payload after run-length expansion. Never fails. */
rsp_reply rsp_reply_classify(rsp_bytes payload);

/* Whether a payload is an error in one of its forms. */
static inline bool rsp_reply_is_error(rsp_bytes payload) {
    rsp_reply_kind kind = rsp_reply_classify(payload).kind;
    return kind == RSP_REPLY_ERROR || kind == RSP_REPLY_ERROR_TEXT;
}

/* Console output, O<hex>: "OK" and the "OK;E16" of MultiBreakpoint are none. O alone is output without text:
 * OpenOCD keeps GDB waiting by it. */
typedef enum rsp_console {
    RSP_CONSOLE_NONE,
    RSP_CONSOLE_BAD,  /* O, and something else than pairs of hex digits */
    RSP_CONSOLE_TEXT, /* the digits begin behind the O */
} rsp_console;

/* Looks at a payload after run-length expansion. Never fails. Only the request that waits tells whether the
 * packet is output or a reply: vStdio's reply looks the same. */
rsp_console rsp_console_classify(rsp_bytes payload);

/* Exx, lower case. */
void rsp_reply_error_build(rsp_buf *out, uint8_t code);

RSP_END_DECLS

#endif
