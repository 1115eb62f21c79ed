/* Exchanges of captures as they come, one after the other: a list for people, CSV, or JSON by a schema.
 * A printer holds no exchanges, so that a list may have any length; the caller writes what was appended.
 * See capture/exchange_list.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_EXCHANGE_REPORT_H
#define RSP_EXCHANGE_REPORT_H

#include "capture/exchange_filter.h"

RSP_BEGIN_DECLS

/* The forms of a list. */
typedef enum rsp_exchange_format {
    RSP_EXCHANGES_TEXT,
    RSP_EXCHANGES_CSV,
    RSP_EXCHANGES_JSON,
} rsp_exchange_format;

/* One list under way. Set `format`, `width`, `whole` and `filter`; the rest is zero at the start. */
typedef struct rsp_exchange_printer {
    rsp_exchange_format format;
    unsigned width;     /* text: columns of the terminal, 0: as long as it takes */
    bool whole;         /* text: nothing is cut to its column */
    const char *filter; /* as it was written; NULL: none */
    uint64_t num;       /* exchanges printed */
    rsp_buf request;    /* private: texts of one exchange */
    rsp_buf reply;
} rsp_exchange_printer;

/* What stands at the end of a list. */
typedef struct rsp_exchange_sums {
    uint64_t listed; /* exchanges that were printed, and all that were looked at */
    uint64_t all;
    uint64_t listed_stub_ns; /* their waiting for the stub */
    uint64_t all_stub_ns;
    uint64_t conversations; /* that were found */
    bool timed;             /* some exchange has a time */
    bool limited;           /* reading ended at --limit: `all` and `conversations` are those up to there */
    bool incomplete;        /* exchanges are missing for lack of memory */
} rsp_exchange_sums;

/* Frees the texts that the printer holds. */
void rsp_exchange_printer_free(rsp_exchange_printer *printer);

/* Appends what stands before the first exchange. A failed allocation sticks to `out`, here and below. */
void rsp_exchange_print_head(rsp_exchange_printer *printer, rsp_buf *out);

/* Appends one exchange, which is borrowed for the call. */
void rsp_exchange_print(rsp_exchange_printer *printer, rsp_buf *out, const rsp_listed_exchange *exchange);

/* Appends what stands after the last exchange. */
void rsp_exchange_print_foot(rsp_exchange_printer *printer, rsp_buf *out, const rsp_exchange_sums *sums);

RSP_END_DECLS

#endif
