/* The opened file as the files of this layer see it: libdw's handles.
 * The images belong to the file, since libelf works in them.
 * Private to this layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUG_FILE_STATE_H
#define RSP_DEBUG_FILE_STATE_H

#include "debug_file.h"

#include <elfutils/libdw.h>

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
    char *separate_path;
    rsp_debug_facts facts;
};

#endif
