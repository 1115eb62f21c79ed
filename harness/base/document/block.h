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
    RSP_BLOCK_ASIDE,
    RSP_BLOCK_GROUP,
    RSP_BLOCK_FOLD,
    RSP_BLOCK_FOLD_END,
    RSP_BLOCK_GAP,
    RSP_BLOCK_SEARCH,
    RSP_BLOCK_CARD,
    RSP_BLOCK_CARD_END,
    RSP_BLOCK_FIELD,
    RSP_BLOCK_WIRE,
} rsp_block_kind;

typedef struct rsp_block {
    rsp_block_kind kind;
    union {
        rsp_tone tone;       /* ANSWER, ITEM */
        rsp_field_form form; /* FIELD */
    };
    const char *head; /* of a section its title, of a fact its label, of a fold its classes */
    const char *text; /* of a section its note, of a fold its title */
    union {
        rsp_table *table;
        rsp_card *card;
        rsp_group *group;
        const char *leads_to; /* ITEM: the id of a card; NULL: to none */
    };
} rsp_block;

/* Every row has a cell for each column; without memory some may be missing. */
static inline bool table_is_whole(const rsp_table *t) {
    return t->num_cells == 0 ||
           (t->num_columns > 0 && (t->arena->status != RSP_OK || t->num_cells % t->num_columns == 0));
}

#endif
