/* The conversations of a capture or a packet log as `decode` shows packets, written as they come.
 * Each conversation keeps its own last request; a line tells where another one goes on.
 * What a peer sent is printable when it arrives here. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_CONVERSATION_PRINTER_H
#define STUBBORN_CONVERSATION_PRINTER_H

#include "capture/pcap.h"

#include <rsp/status.h>

/* What was shown. */
typedef struct conversation_printer_sums {
    uint64_t conversations;
    size_t num_shown; /* events, of any kind */
    size_t num_bad;   /* packets with a bad checksum, junk, and bytes that are missing */
} conversation_printer_sums;

/* Prints all packets of `pcap`, which is borrowed, on standard output; with `acks` acknowledgments, too.
 * `name` is for messages. RSP_BAD_FILE where the file breaks off: what came before has been printed.
 * RSP_NOT_FOUND if there is no conversation in it. RSP_IO, RSP_NO_MEMORY. */
rsp_status conversation_printer_run(conversation_printer_sums *out_sums, rsp_pcap *pcap, const char *name,
                                    bool acks, rsp_error *error) RSP_MUST_USE;

#endif
