/* A failure for somebody who does not have Stubborn: a page in plain English, and a script in Python that
 * needs nothing but sockets, plays the conversation again, and exits 1 while the fault is there. Made from
 * the transcript of the scenario that failed, while its play is not over. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_STANDALONE_H
#define RSP_STANDALONE_H

#include "trace/result.h"
#include <rsp/transcript.h>

RSP_BEGIN_DECLS

/* What is told of it. Texts are never NULL. */
typedef struct rsp_standalone {
    const rsp_result *result; /* of the scenario, which failed */
    const char *stub;         /* as it was named: "exec:./mystub {port}" */
    const char *stub_version; /* "gdbserver 13.1"; "" is not known */
    const char *requirement;  /* the first one's text; "" is not known */
    const char *tool_version;
} rsp_standalone;

/* Whether a script can show it: it failed by an exchange, and all that was sent is still held. False:
 * *out_why is a phrase. */
bool rsp_standalone_can(const rsp_standalone *about, const rsp_transcript *transcript, const char **out_why);

/* Appends the script. It takes HOST and PORT, or -- and a command with {port} in it. */
void rsp_standalone_script(rsp_buf *out, const rsp_standalone *about, const rsp_transcript *transcript);

/* Appends a capture (pcapng) of the conversation, for Wireshark. It began at `unix_ns`, nanoseconds since
 * 1970.
 */
void rsp_standalone_capture(rsp_buf *out, const rsp_transcript *transcript, uint64_t unix_ns,
                            const char *application);

/* Names of files beside the page. */
typedef struct rsp_standalone_names {
    const char *script;
    const char *conversation;
    const char *capture;
} rsp_standalone_names;

/* Appends the page, in Markdown. */
void rsp_standalone_page(rsp_buf *out, const rsp_standalone *about, const rsp_transcript *transcript,
                         const rsp_standalone_names *beside);

RSP_END_DECLS

#endif
