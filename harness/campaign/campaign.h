/* The folder of a fuzz campaign: corpus, findings, and a journal for each worker. Files are named by their
 * content, so that folders can be merged, and several machines can share one by any file store.
 * Written so that an end at any moment, kill -9 included, loses nothing but the sequence under way. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_CAMPAIGN_H
#define STUBBORN_CAMPAIGN_H

#include "core/arena.h"
#include "netfuzz/edge_map.h"
#include "netfuzz/finding.h"
#include "netfuzz/fuzzer.h"

/* campaign.json, as it was when the campaign began. */
typedef struct campaign_about {
    const char *stub;    /* as given */
    const char *program; /* "" for the stub's own */
    uint64_t seed;
    const char *id;      /* tells it from all others, whatever its folder is called; NULL: not made yet */
    const char *options; /* not written: " --allow hostio", what a finding needs to be played again */
} campaign_about;

/* A folder that is open. Fields are for reading. */
typedef struct campaign {
    const char *folder;
    const char *node; /* names this machine's journals */
    int lock_fd;      /* 0 for none */
    rsp_arena arena;
} campaign;

/* Makes the folder and those in it where they do not exist. RSP_USAGE for a folder with something else in it,
 * and for a node's name that is none; RSP_IO with the reason. */
rsp_status campaign_open(campaign *c, const char *folder, const char *node, rsp_error *error) RSP_MUST_USE;
void campaign_close(campaign *c);

/* One run at a time under one node's name, until campaign_close or the end of this program. RSP_USAGE when
 * another one is at it. Where the file store knows no locks there is none. */
rsp_status campaign_lock(campaign *c, rsp_error *error) RSP_MUST_USE;

/* Whether somebody has fuzzed here before, and with what; texts live in the campaign. */
bool campaign_exists(const char *folder);
/* Whether anything was played in it: one whose stub could never be had can be begun anew. */
bool campaign_has_begun(campaign *c);
/* One of an earlier version has no id: its folder's name stands for it. */
rsp_status campaign_read_about(campaign *c, campaign_about *out, rsp_error *error) RSP_MUST_USE;
/* Makes an id where there is none. */
rsp_status campaign_write_about(campaign *c, campaign_about *about, rsp_error *error) RSP_MUST_USE;

/* --- corpus and findings --- */

/* Writes a sequence, unless it is there. Any thread. RSP_IO with the reason. */
rsp_status campaign_keep(const campaign *c, const rsp_messages *list, rsp_error *error) RSP_MUST_USE;

/* Calls `each` with every sequence in the corpus, in the order of their names. */
rsp_status campaign_each(campaign *c, bool (*each)(void *ctx, const rsp_messages *list), void *ctx,
                         rsp_error *error) RSP_MUST_USE;

uint64_t campaign_num_sequences(campaign *c);

/* Writes a finding's folder. *out_folder (in the campaign's arena) is its path; NULL when the signature is
 * there already. `pending` is the folder in which the same finding was before it was cut down, or NULL: this
 * one takes its place. RSP_IO. */
rsp_status campaign_find(campaign *c, const rsp_finding *finding, const campaign_about *about,
                         const char *pending, const char **out_folder, rsp_error *error) RSP_MUST_USE;

/* Removes the folder of a finding that is none. RSP_IO. */
rsp_status campaign_withdraw(campaign *c, const char *finding_folder, rsp_error *error) RSP_MUST_USE;

/* Adds what `stubborn run` now says of a finding's scenario to its page, and, when it `passes`, to the
 * scenario. */
rsp_status campaign_verified(const char *finding_folder, bool passes, const char *text,
                             rsp_error *error) RSP_MUST_USE;

/* Whether a finding with this signature is there; calls `each` with all of them, by signature and folder. */
bool campaign_has(const campaign *c, const char *signature);
void campaign_each_finding(campaign *c, bool (*each)(void *ctx, const char *signature, const char *folder),
                           void *ctx);

/* The folders of findings that are still to be cut down, in the campaign's arena. */
void campaign_each_pending(campaign *c, void (*each)(void *ctx, const char *folder), void *ctx);

/* A JSON file; a new reference. NULL with the path and the reason in *error (may be NULL). */
struct json_t;
struct json_t *campaign_load_json(const char *path, rsp_error *error);

/* The objects of finding.json of all findings as a JSON array; a new reference, NULL without memory. */
struct json_t *campaign_findings(campaign *c);

/* How many folders of findings there are, without reading them. */
uint64_t campaign_num_findings(campaign *c);

/* --- journals --- */

/* One worker's journal. */
typedef struct journal {
    int now_fd;    /* the sequence under way */
    int states_fd; /* states seen, appended */
    const char *now_path;
    const char *states_path;
    const char *edges_path;
    rsp_buf record;
    rsp_buf states;           /* new ones, written with the next sequence */
    uint64_t messages_before; /* of earlier runs */
    uint64_t seconds_before;
} journal;

/* What a journal says about where to go on. */
typedef struct journal_slot {
    uint64_t next;     /* sequence behind the one that was under way */
    uint64_t messages; /* sent so far */
    uint64_t seconds;  /* that took so long */
} journal_slot;

/* All-zero where there is no journal. */
journal_slot journal_read_place(const char *path);
journal_slot journal_place_parse(const char *text);

/* Takes the next state off a journal's text; lines that are none are passed over. False at its end. */
bool journal_next_state(uint64_t *out, rsp_bytes *text);

/* Copies a journal's sequence under way, as if nothing had been sent before it. */
rsp_status journal_copy_place(const char *to, const char *from, rsp_error *error) RSP_MUST_USE;

/* Opens or makes the journal of worker number `worker`; with `resume` gives all states seen to the fuzzer and
 * *out_place is where to go on, else begins anew. */
rsp_status journal_open(journal *j, campaign *c, unsigned worker, bool resume, journal_slot *out_place,
                        rsp_error *error) RSP_MUST_USE;
void journal_close(journal *j);

/* What all journals of a folder say together. */
typedef struct journal_census {
    uint64_t messages; /* sent by all workers of all nodes */
    uint64_t seconds;  /* of the first worker of each node */
    uint64_t states;   /* different ones */
    uint64_t edges;
} journal_census;

/* RSP_IO, RSP_NO_MEMORY. */
rsp_status journal_count(journal_census *out, const char *campaign_folder, rsp_error *error) RSP_MUST_USE;

/* Before a sequence is played: one write, which the system keeps whatever becomes of this program. RSP_IO
 * with the reason, here and below. */
rsp_status journal_before(journal *j, uint64_t index, uint64_t messages, uint64_t seconds,
                          const rsp_messages *list, rsp_error *error) RSP_MUST_USE;
/* States are written with the next sequence, or when asked. */
void journal_state(journal *j, uint64_t state);
rsp_status journal_save_states(journal *j, rsp_error *error) RSP_MUST_USE;

/* States and edges of all journals in the folder, this machine's and others'. */
void journal_recall(campaign *c, rsp_fuzzer *fuzzer, rsp_edge_map *map);
rsp_status journal_save_edges(const journal *j, const rsp_edge_map *map, rsp_error *error) RSP_MUST_USE;

/* All that is in `from` and not in `into` is copied there; what was done to find it is not (journals count
 * from 0). RSP_NOT_FOUND, RSP_IO. */
rsp_status campaign_merge(campaign *into, const char *from, rsp_error *error) RSP_MUST_USE;

#endif
