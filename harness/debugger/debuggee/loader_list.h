/* What the dynamic loader keeps for debuggers in the program's memory: where its list of libraries begins,
 * where it passes by when the list changes, and whether the list is whole.
 * Private to this layer. Source: System V ABI, Dynamic Linking (r_debug). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LOADER_LIST_H
#define RSP_LOADER_LIST_H

#include "debuggee.h"

/* The members of r_debug. */
typedef struct loader_list {
    uint64_t map;   /* the first link_map */
    uint64_t brk;   /* the function that the loader calls before and after a change */
    uint64_t state; /* 0: the list is whole; 1: something is added; 2: something is taken out */
} loader_list;

/* The address of r_debug, which the loader leaves in the program's dynamic section. RSP_UNSUPPORTED: it is
 * not there, or not yet; else what reading said. */
rsp_status loader_list_find(const rsp_debuggee *program, uint64_t *out);

/* Reads it. RSP_FAULT and its like: there is none at this address. */
rsp_status loader_list_read(const rsp_debuggee *program, uint64_t address, loader_list *out);

/* Little-endian numbers of 8 bytes, at most LOADER_WORDS. */
enum { LOADER_WORDS = 5 };
rsp_status loader_read_words(const rsp_debuggee *program, uint64_t address, uint64_t *out, size_t num);

#endif
