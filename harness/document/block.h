/* The parts of a document, as its writers see them.
 * Private to the layer.
 * See document.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_BLOCK_H
#define RSP_BLOCK_H

#include "document/document.h"

typedef enum rsp_block_kind {
    RSP_BLOCK_TITLE,
    RSP_BLOCK_ANSWER,
    RSP_BLOCK_FACT,
    RSP_BLOCK_FIGURE,
    RSP_BLOCK_SECTION,
    RSP_BLOCK_PARAGRAPH,
    RSP_BLOCK_ITEM,
    RSP_BLOCK_LINES,
    RSP_BLOCK_TABLE,
} rsp_block_kind;

typedef struct rsp_block {
    rsp_block_kind kind;
    rsp_tone tone;
    const char *head; /* of a section its title, of a fact its label */
    const char *text; /* of a section its note */
    rsp_table *table;
} rsp_block;

/* Every row has a cell for each column; without memory some may be missing. */
static inline bool table_is_whole(const rsp_table *t) {
    return t->num_cells == 0 ||
           (t->num_columns > 0 && (t->arena->status != RSP_OK || t->num_cells % t->num_columns == 0));
}

#endif
