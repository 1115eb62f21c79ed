/* Terminals of a debuggee's own: what it prints on standard output and error goes to the editor, and never
 * into the protocol on ours. A terminal and no pipe, so that lines come when they are printed. Bytes pass as
 * they are. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_DAP_OUTPUT_H
#define STUBBORN_DAP_OUTPUT_H

#include <rsp/link.h>

enum { DAP_OUTPUT_STREAMS = 2 };

/* Standard output and error. All-zero is closed. */
typedef struct dap_output {
    struct {
        char path[64]; /* for the program */
        int slave;     /* ours, kept open so that reading does not end with the program; 0: closed */
    } streams[DAP_OUTPUT_STREAMS];
} dap_output;

/* Opens both, and links to what comes. RSP_IO with the reason. */
rsp_status dap_output_open(dap_output *o, rsp_link **out_links, rsp_error *error) RSP_MUST_USE;

/* Closes our side of them; the links are the caller's. */
void dap_output_close(dap_output *o);

/* Prints the mark on both: what the program has printed comes before it. */
void dap_output_mark(dap_output *o, rsp_bytes mark);

#endif
