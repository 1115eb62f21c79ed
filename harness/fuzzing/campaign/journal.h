/* A fuzz worker's journal: the sequence under way, the states seen, the edges reached.
 * The sequence is written before it is played, in one write, so the record survives any end of the program.
 * The format is text, but for the edges. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_JOURNAL_H
#define RSP_JOURNAL_H

#include "campaign/campaign.h"
#include "netfuzz/edge_map.h"
#include "netfuzz/fuzzer.h"

RSP_BEGIN_DECLS

/* One worker's open journal. All-zero is not open. */
typedef struct rsp_journal {
    int now_fd;    /* the sequence under way; 0 for none */
    int states_fd; /* states seen, appended; 0 for none */
    const char *now_path;
    const char *states_path;
    const char *edges_path;
    rsp_buf record;
    rsp_buf states;           /* new ones, written with the next sequence */
    bool torn;                /* the file of states ends in the middle of a line */
    uint64_t messages_before; /* of earlier runs */
    uint64_t seconds_before;
} rsp_journal;

/* Where a worker goes on, and what it did before. All-zero: at the beginning. */
typedef struct rsp_journal_place {
    uint64_t next;     /* the sequence after the one under way */
    uint64_t messages; /* sent so far */
    uint64_t seconds;  /* spent on them */
} rsp_journal_place;

/* The place in a journal's text. All-zero where there is none. */
rsp_journal_place rsp_journal_place_parse(const char *text);

/* The place in a journal's file. All-zero where there is no file, or no place in it. */
rsp_journal_place rsp_journal_place_read(const char *path);

/* Copies the sequence under way into another campaign, as if nothing had been sent before it. */
rsp_status rsp_journal_copy_place(const char *to, const char *from, rsp_error *error) RSP_MUST_USE;

/* Takes the next state off a journal's text; damaged lines are passed over. False at its end. */
bool rsp_journal_next_state(uint64_t *out, rsp_bytes *text);

/* Opens or makes the journal of a worker, counted from 0. With `resume` *out_place is where to go on; without
 * it the journal begins anew. Paths are in the campaign's arena. RSP_IO. */
rsp_status rsp_journal_open(rsp_journal *j, rsp_campaign *c, unsigned worker, bool resume,
                            rsp_journal_place *out_place, rsp_error *error) RSP_MUST_USE;

/* Waits until all that was written is on the disk. All-zero is fine. RSP_IO. */
rsp_status rsp_journal_sync(const rsp_journal *j, rsp_error *error) RSP_MUST_USE;

/* Closes and frees; states that were not saved are lost. All-zero is fine. */
void rsp_journal_close(rsp_journal *j);

/* Records sequence `index` before it is played; `messages` and `seconds` are those of this run. RSP_IO,
 * RSP_NO_MEMORY. */
rsp_status rsp_journal_before(rsp_journal *j, uint64_t index, uint64_t messages, uint64_t seconds,
                              const rsp_messages *list, rsp_error *error) RSP_MUST_USE;

/* Adds a state. It is written with the next sequence, or by rsp_journal_save_states. */
void rsp_journal_state(rsp_journal *j, uint64_t state);

/* Writes the states that are not written yet. RSP_IO, RSP_NO_MEMORY. */
rsp_status rsp_journal_save_states(rsp_journal *j, rsp_error *error) RSP_MUST_USE;

/* Writes the edges reached so far; does nothing for NULL and for a map without edges. */
rsp_status rsp_journal_save_edges(const rsp_journal *j, const rsp_edge_map *map,
                                  rsp_error *error) RSP_MUST_USE;

/* Tells a fuzzer the states, and the map (may be NULL) the edges, of all journals in the folder: of this
 * machine and of others. Damaged files are passed over. */
void rsp_journal_recall(rsp_campaign *c, rsp_fuzzer *fuzzer, rsp_edge_map *map);

RSP_END_DECLS

#endif
