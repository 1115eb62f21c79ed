/* When the dynamic loader changes its list of libraries: it passes by one place then, at which a debugger
 * stops the program. The place is known before the loader has begun where its file is here, else at the
 * program's entry. Source: System V ABI, Dynamic Linking (r_debug: r_brk, r_state). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LOADER_H
#define RSP_LOADER_H

#include "debuggee/modules.h"

RSP_BEGIN_DECLS

/* The loader of one process. All-zero: nothing is known, and nothing is watched. */
typedef struct rsp_loader {
    rsp_modules *modules;
    uint64_t place;  /* where the program has to stop; 0: nowhere. It can change with each call */
    uint64_t list;   /* of the loader's words for debuggers; 0: it has not begun */
    bool is_entry;   /* the place is the program's entry, to learn there what it is */
    bool is_settled; /* after rsp_loader_begin: libraries are loaded already */
} rsp_loader;

/* What has become of the list. */
typedef enum rsp_loader_news {
    RSP_LOADER_BUSY,    /* it is about to change, or not whole */
    RSP_LOADER_LEAVING, /* libraries are about to be unmapped: what was written into them goes out now */
    RSP_LOADER_SETTLED, /* it is whole, and was changed */
} rsp_loader_news;

/* Finds the place; `modules` are borrowed. No place for a program without a loader. RSP_OK also where nobody
 * tells; else what ended the asking. */
rsp_status rsp_loader_begin(rsp_loader *out, rsp_modules *modules) RSP_MUST_USE;

/* The program has come to the place. RSP_OK and what that means; else what ended the asking. */
rsp_status rsp_loader_arrived(rsp_loader *loader, rsp_loader_news *out) RSP_MUST_USE;

RSP_END_DECLS

#endif
