/* Finds memory that the program writes, to watch it: what changed around sp, and where registers point to.
 * No debugger does this; a person who watches a variable knows its place.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REHEARSAL_WRITTEN_H
#define RSP_REHEARSAL_WRITTEN_H

#include "player.h"

/* A word that changes, aligned. */
typedef struct written_word {
    uint64_t at;
    bool below_sp; /* in no frame while the program stood: what a stub keeps there may be forgotten in a call
                    */
} written_word;

/* False: none is found. Whatever failed on the way is no `why`. */
bool written_place(player *p, written_word *out);
/* What it means that a watchpoint there never fires. */
rsp_prediction written_never_fires(player *p, const written_word *word);

#endif
