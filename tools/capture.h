/* What `stubborn capture` found in files, and the ways to print it: text, JSON, CSV.
 * The figures are those of rsp_conversations; nothing is counted here.
 * See cmd_capture.c. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_CAPTURE_H
#define STUBBORN_CAPTURE_H

#include "command.h"

#include <rsp/conversation.h>
#include <rsp/pcap.h>

enum { CAPTURE_TEXT, CAPTURE_JSON, CAPTURE_CSV };

/* Options of replay, to-scenario and diff. */
typedef struct capture_use {
    const char *stub;
    const char *program;
    const char *conversation; /* its number as analyze prints it; NULL: the only one */
    const char *output;
    const char *name;
    option_list fail_if;
    uint64_t timeout_ns;
    bool contents; /* to-scenario: memory and registers, too */
    bool pauses;   /* replay: the debugger's own */
} capture_use;

/* The options of all actions. */
typedef struct capture_args {
    unsigned format;
    uint64_t rtt_ns;
    uint64_t port;
    uint64_t packet_size;
    const char *annotate;
    bool verbose;
    capture_use use;
} capture_args;

/* An action of the subcommand; returns the exit status. */
typedef int capture_verb(const command *self, const capture_args *args, const option_list *paths);
capture_verb capture_check;
capture_verb capture_replay;
capture_verb capture_to_scenario;
capture_verb capture_what_if;

/* One file, read to its end or to where it breaks off. */
typedef struct capture_file {
    const char *path;
    const char *link;    /* libpcap's name, or the form of a log */
    const char *unit;    /* "frame"; "line" in a log */
    uint64_t first_flow; /* conversations of this file have this number or a higher one */
    uint64_t frames;
    uint64_t classes[RSP_FRAME_CLASSES];
    bool is_log;
    rsp_pcap_log log; /* when it is one */
    rsp_error damage; /* status RSP_OK: none */
} capture_file;

/* Reads all files through `conversations`; files[i] is filled for paths[i]. Says on standard error what is
 * damaged. *out_code is the exit status so far; false when nothing can be reported. */
bool capture_read_all(const command *self, capture_file *files, const option_list *paths,
                      rsp_conversations *conversations, int *out_code);

typedef struct capture_report {
    const capture_file *files;
    size_t num_files;
    rsp_conversations *conversations;
    uint64_t rtt_ns; /* for "at 20 ms" */
    bool verbose;    /* every kind, every action */
} capture_report;

/* The file that a conversation came from. */
const capture_file *capture_file_of(const capture_file *files, size_t num_files, uint64_t conversation);

void capture_print_text(rsp_buf *out, const capture_report *report);
void capture_print_csv(rsp_buf *out, const capture_report *report);

/* False without memory. Follows reports/schema/capture.schema.json. */
bool capture_print_json(rsp_buf *out, const capture_report *report);

/* "23 us", "1.25 ms", "40 s"; "1,990". */
void capture_append_time(rsp_buf *out, uint64_t ns);
void capture_append_count(rsp_buf *out, uint64_t count);

/* "no gaps", "1 gap", "2,000 gaps". */
void capture_append_counted(rsp_buf *out, uint64_t count, const char *one, const char *many);

/* Name of a packet kind: "qSupported"; "(unknown)" for 0. */
rsp_bytes capture_kind_name(int kind);

/* Ids of kinds that occurred, most frequent first; returns how many. */
size_t capture_rank_kinds(int *kinds, const rsp_analysis *analysis);

#endif
