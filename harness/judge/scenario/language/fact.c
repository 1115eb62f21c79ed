/* The facts that a scenario may use, each with what it is.
 * Rows are those of the list in fact.h.
 * See fact.h. */
/* SPDX-License-Identifier: MIT */
#include "language/fact.h"

const fact_info fact_table[FACT_COUNT] = {
#define FACT_ROW(id, name, when, text) [FACT_ID_##id] = {name, FACT_##when, text},
    FACT_LIST(FACT_ROW)
#undef FACT_ROW
};
