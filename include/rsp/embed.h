/* The embed kit: three functions make somebody's own stub a fuzz target, and let the suite run in its
 * process. The kit calls them; whoever has a stub in C writes them and links librsp_embed_fuzz or
 * librsp_embed_suite. How to: docs/embed.md; examples in docs/examples/embed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_EMBED_H
#define RSP_EMBED_H

#include <rsp/status.h>
#include <stddef.h>
#include <stdint.h>

RSP_BEGIN_DECLS

/* --- what you write --------------------------------------------------------------------------------------
 */

/* A new client is connected, and the target is as it was in the beginning: modes, breakpoints, memory,
 * registers, threads. Called before each session; whatever the last one left behind must be gone, or the same
 * input will not give the same output. */
void rsp_embed_reset(void);

/* `len` bytes came from the client: packets, halves of packets, acks, 0x03, in any pieces. They are borrowed
 * until the function returns. */
void rsp_embed_feed(const uint8_t *bytes, size_t len);

/* Takes up to `room` bytes of what the stub has to send into `out` and returns how many. 0 means that there
 * is nothing for now; where a program runs, each call may let it run for a while. Must not block. */
size_t rsp_embed_take(uint8_t *out, size_t room);

/* --- what you get ----------------------------------------------------------------------------------------
 */

/* librsp_embed_fuzz has LLVMFuzzerTestOneInput, a mutator and a crossover that know the protocol: link it
 * with -fsanitize=fuzzer, AFL++'s driver, or librsp_embed_replay for a program that runs over files. An
 * execution is one session (grammar/messages.h has its text form). What is checked, besides what the
 * sanitizers see: passive rules of level must (rsp/rule.h); each request gets its reply; a client that
 * comes afterwards is answered; the same session gives the same bytes. librsp_embed_suite has the program
 * `stubborn` with this stub as what --stub stands for by default.
 *
 * The suite forks a process for each client, calls rsp_embed_reset there, and tells of its death; it writes
 * what the functions print into its report. RSP_EMBED_PROCESS=no keeps all in one process, for a debugger.
 *
 * Environment of both fuzz and replay:
 *   RSP_EMBED_IGNORE   rules not to be judged: "rle-count-legal,reply-shape", or "all"; also "no-reply",
 *                      "no-answer-afterwards", "not-deterministic". To go on while a known fault is unmended.
 *   RSP_EMBED_SHOW     when set, prints the conversation of every execution: for reading what a finding does.
 */

RSP_END_DECLS

#endif
