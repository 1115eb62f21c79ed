/* One capture or packet log, read to its end or to the place where it breaks off, through rsp_conversations.
 * The record of the file says what it is, how much was in it, and what was damaged.
 * See capture/cost/capture_file.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CAPTURE_FILE_H
#define RSP_CAPTURE_FILE_H

#include "capture/conversation.h"
#include "capture/pcap.h"

RSP_BEGIN_DECLS

/* The record of one file. All-zero is valid and owns nothing; all texts are borrowed. */
typedef struct rsp_capture_file {
    const char *path;    /* as given; "standard input" for "-" */
    const char *link;    /* libpcap's name of the link type, or the form of a log */
    const char *unit;    /* of places in it: "frame", or "line" for a log */
    uint64_t first_flow; /* conversations of this file have this number or a higher one */
    uint64_t start_ns;   /* times of the first and the last segment that have one; 0: none has */
    uint64_t end_ns;
    uint64_t frames;
    uint64_t classes[RSP_FRAME_CLASSES]; /* frames by class */
    bool is_log;
    rsp_pcap_log log; /* all-zero unless is_log */
    rsp_error damage; /* why and where the file breaks off; RSP_OK: it does not */
} rsp_capture_file;

/* Reads `path` ("-" is standard input) to its end, feeds its segments to `conversations` and finishes them.
 * Fills *file in every case. `path` must outlive *file. Damage in the middle is no error: it stands in
 * file->damage, and what came before it counts. The status is that of rsp_pcap_open, with *error, if the file
 * cannot be opened or is no capture (RSP_BAD_FILE). */
rsp_status rsp_capture_file_read(rsp_capture_file *file, const char *path, rsp_conversations *conversations,
                                 rsp_error *error) RSP_MUST_USE;

/* The same for a reader that is open already, up to its end; it is borrowed. file->path is `name`. */
void rsp_capture_file_take(rsp_capture_file *file, const char *name, rsp_pcap *pcap,
                           rsp_conversations *conversations);

/* The file among files[0] to files[num - 1] that holds conversation number `conversation`. `num` is at
 * least 1. */
const rsp_capture_file *rsp_capture_file_of(const rsp_capture_file *files, size_t num, uint64_t conversation);

/* The recorded time in nanoseconds: the sum over the files, without the time between them. 0: no times. */
uint64_t rsp_capture_files_ns(const rsp_capture_file *files, size_t num);

RSP_END_DECLS

#endif
