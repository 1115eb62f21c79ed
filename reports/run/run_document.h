/* A run as a document: what its terminal's report, its page and its Markdown are made of.
 * The parts are described by the files that know them: results and causes, the forecast, gaps.
 * Private to the reports. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_RUN_DOCUMENT_H
#define RSP_RUN_DOCUMENT_H

#include "document/document.h"
#include "trace/result.h"

/* What it is read on. */
typedef enum rsp_medium {
    RSP_TERMINAL, /* short: the answer last */
    RSP_PAGE,     /* all of it, folded */
    RSP_MARKDOWN, /* short: evidence is in the other forms */
} rsp_medium;

/* Where a run is described to, and how. */
typedef struct rsp_describer {
    rsp_document *document;
    rsp_run *run; /* areas and gaps are found in its arena; nothing else changes */
    rsp_medium medium;
    bool whole; /* terminal: passes too, and whole transcripts */
} rsp_describer;

#endif
