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

#endif
