/* An editor in front of a debug adapter, for fuzz targets: a link in virtual time whose other end says the
 * lines of a script, and waits for answers in between as an editor does. All that is said goes into a log,
 * and the passive rules judge it. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_SCRIPTED_EDITOR_H
#define FUZZ_SCRIPTED_EDITOR_H

#include "fuzz.h"

#include "dap/log.h"
#include "dap/rule.h"
#include "link_ops.h"

enum { EDITOR_FACTS = 128, EDITOR_FACT_BYTES = 200 };

/* A line is `COMMAND ARGUMENTS`, a request in a frame; `=TEXT`, any content in a frame; `#TEXT`, bytes
 * without one; `.`, a pause. Requests wait for what is open and for the program to stop, at most some
 * milliseconds; those with a `!` in front wait for nothing. `$t` and the like are what the adapter has told:
 * t thread, f frame, i another id, v variables, m memory, d data, p path; the first of the last message that
 * had any, `$T` its last. */
typedef struct scripted_editor {
    rsp_link base;
    rsp_virtual_clock *clock;
    rsp_bytes script; /* the rest */
    rsp_buf out;      /* for the adapter */
    size_t num_lines;
    int64_t seq;
    size_t num_open; /* requests without a response */
    bool runs;       /* the program, as far as the adapter has told */
    bool ended;      /* as it has told, too */
    bool pauses;
    bool gone;   /* nothing more is said */
    bool judged; /* only well-formed requests were said, and initialize first */
    uint64_t spoke_ns;
    uint64_t digest; /* of what the adapter said */
    rsp_dap_reader reader;
    rsp_dap_log log;
    rsp_dap_rules *rules;
    char facts[EDITOR_FACTS][EDITOR_FACT_BYTES]; /* by their letters */
} scripted_editor;

/* `script` is borrowed, and so is the clock. */
void scripted_editor_begin(scripted_editor *e, rsp_bytes script, rsp_virtual_clock *clock);

/* When the session is over: frames are whole, and no rule is broken. */
void scripted_editor_judge(scripted_editor *e);

/* Frees what it holds. The link need not be closed. */
void scripted_editor_end(scripted_editor *e);

#endif
