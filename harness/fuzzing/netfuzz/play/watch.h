/* The player's observer of the transcript: called for each entry, after the rules have seen it.
 * It keeps acknowledgments, probes, the program's life and what replies teach up to date.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_WATCH_H
#define RSP_NETFUZZ_WATCH_H

#include <rsp/transcript.h>

/* `ctx` is the player. */
void player_watch(void *ctx, const rsp_transcript *transcript, const rsp_entry *entry);

#endif
