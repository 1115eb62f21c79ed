/* The requirement catalogue, scenarios/requirements.yaml: what every check is traced to.
 * Ids such as "MMR-011" with level, statement, source and the check in words.
 * Loaded once, looked up by id. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REQUIREMENT_H
#define RSP_REQUIREMENT_H

#include "scenario/diagnostic.h"
#include <rsp/verdict.h>

RSP_BEGIN_DECLS

/* Who has to fulfil a requirement: the stub, or the debugger. */
typedef enum rsp_side { RSP_SIDE_STUB, RSP_SIDE_CLIENT } rsp_side;

/* One requirement of the catalogue. Texts are never NULL and owned by the catalogue. */
typedef struct rsp_requirement {
    const char *id;
    rsp_level level;
    rsp_side side; /* who has to fulfil it: `role: stub` or `client` */
    const char *applies;
    const char *text;
    const char *source; /* section of the manual or other source */
    const char *check;
    const char *mutant;
    uint32_t line;
} rsp_requirement;

/* All requirements of a file. */
typedef struct rsp_catalogue rsp_catalogue;

/* Loads a catalogue from a file. NULL when the file can't be read, has errors (all of them in `diagnostics`),
 * or without memory. */
rsp_catalogue *rsp_catalogue_load(const char *path, const rsp_mem *mem, rsp_diagnostics *diagnostics);

/* The same from memory; `name` stands for the path in messages. */
rsp_catalogue *rsp_catalogue_load_memory(const char *name, rsp_bytes yaml, const rsp_mem *mem,
                                         rsp_diagnostics *diagnostics);
void rsp_catalogue_free(rsp_catalogue *catalogue); /* NULL is fine */

/* The number of requirements; one by its place, one by its id. */
size_t rsp_catalogue_count(const rsp_catalogue *catalogue);
const rsp_requirement *rsp_catalogue_get(const rsp_catalogue *catalogue,
                                         size_t i); /* in file order; NULL past the end */
const rsp_requirement *rsp_catalogue_find(const rsp_catalogue *catalogue, rsp_bytes id); /* NULL: unknown */

RSP_END_DECLS

#endif
