/* Finds memory that the program writes, to watch it: what changed around sp, and where registers point to.
 * No debugger does this; a person who watches a variable knows its place.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REHEARSAL_WRITTEN_H
#define RSP_REHEARSAL_WRITTEN_H

#include "player.h"

/* How the debugger that looks does things. */
typedef struct written_ways {
    size_t num_registers;
    int pc, sp; /* indices; -1: not known */
    bool (*value)(player *p, size_t index, uint64_t *out);
    bool (*read)(player *p, uint64_t at, uint64_t len, rsp_buf *out); /* appends all of it, or fails */
    bool (*step)(player *p);
    bool (*run)(player *p, uint64_t ns); /* for so long, then by 0x03; false where it did not go so */
} written_ways;

/* A word that changes, aligned. */
typedef struct written_word {
    uint64_t at;
    bool below_sp; /* in no frame while the program stood: what a stub keeps there may be forgotten in a call
                    */
} written_word;

/* False: none is found. Whatever failed on the way is no `why`. */
bool written_place(player *p, const written_ways *ways, written_word *out);
/* What it means that a watchpoint there never fires. */
rsp_prediction written_never_fires(player *p, const written_word *word);

#endif
