/* The opened file as the files of this layer see it: libdw's handles.
 * The images belong to the file, since libelf works in them.
 * Private to this layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUG_FILE_STATE_H
#define RSP_DEBUG_FILE_STATE_H

#include "debug_file.h"
#include "debug_holder.h"

#include <elfutils/libdw.h>

/* What structures hold, by the lowest bits of their entries: a list of many strings asks the same each time,
 * and that class has some hundred entries. */
enum { DEBUG_HOLDERS = 64 };
typedef struct debug_holders {
    uint64_t entries[DEBUG_HOLDERS]; /* 0: not asked yet */
    rsp_debug_holder answers[DEBUG_HOLDERS];
} debug_holders;

/* The function that was found around an address last: the next question is mostly about the same one, and its
 * unit may have some ten thousand entries in front of it. */
typedef struct debug_last_function {
    bool known;
    Dwarf_Die unit;
    Dwarf_Die function;
} debug_last_function;

struct rsp_debug_file {
    const char *where; /* for errors */
    char *path;        /* its copy; NULL for a file from memory */
    rsp_buf image;
    rsp_buf separate_image;
    Elf *elf;
    Elf *separate;
    Dwarf *dwarf;              /* NULL without debug information */
    Dwarf_CFI *eh_frame;       /* ours to free */
    Dwarf_CFI *debug_frame;    /* libdw's */
    bool debug_frame_searched; /* it is looked for once */
    bool split;                /* the units are in files of their own, which are not read */
    char *separate_path;
    rsp_debug_facts facts;
    debug_holders *holders;    /* never NULL */
    debug_last_function *last; /* never NULL */
    struct line_index *lines;  /* never NULL */
};

/* RSP_UNSUPPORTED, with why there is no debug information. */
rsp_status debug_file_refuse(const rsp_debug_file *file, rsp_error *error);

#endif
