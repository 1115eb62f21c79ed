/* Where things are in the running program: symbols of its file, moved by what the loader added.
 * Packets that are sent for it are in no account. Each symbol is looked up once.
 * See place.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_BENCH_PLACE_H
#define RSP_BENCH_PLACE_H

#include "bench.h"
#include "client/conditional.h"
#include <rsp/client.h>

/* Address of a symbol in the running program. Without the file or the symbol the run ends. */
rsp_status place_find(bench *b, const char *symbol, uint64_t *out);

/* Bytes of what the symbol is, once place_find has found it; 0 where the file does not say. */
uint64_t place_size(const bench *b, const char *symbol);

/* The site of a software breakpoint there; the run ends if the machine is not known. */
rsp_status place_site(bench *b, uint64_t address, rsp_site *out);

/* What conditions must know of the machine, by the program's file; unchanged if the machine is not known. */
void place_machine(const bench *b, rsp_conditionals_options *out);

/* The pc that the last stop reported; false if it did not. */
bool place_pc(bench *b, uint64_t *out);

#endif
