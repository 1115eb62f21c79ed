/* One trampoline in a running program: planted, its threads put back, uprooted.
 * Code, breakpoints in it, and the jump at the site belong together; memory comes from code_memory.
 * See planted.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITION_PLANTED_H
#define RSP_CONDITION_PLANTED_H

#include "code_memory.h"
#include "condition/trampoline.h"
#include <rsp/client.h>

/* All-zero but for `at` is valid: nothing is planted. */
typedef struct planted {
    code_user at; /* the instruction that is replaced */
    rsp_trampoline map;
    rsp_site stop;  /* the breakpoint in the code where the condition holds, */
    rsp_site error; /* and the one where it has no value */
    bool jumps;     /* the jump stands in the program */
    bool opened;    /* its page was made writable for that */
} planted;

/* The function around the site, if it is known, and other breakpoints, which its jump must not cover. */
typedef struct planted_surroundings {
    uint64_t function;
    uint64_t function_bytes; /* 0: not known */
    uint64_t apart;          /* what of the function stands elsewhere */
    uint64_t apart_bytes;
    bool (*is_breakpoint)(void *ctx, uint64_t address);
    void *ctx;
} planted_surroundings;

/* Plants the code of a condition. RSP_REFUSED with *out_reason; then nothing is left behind. Else the
 * session's end. */
rsp_status planted_plant(planted *p, code_memory *memory, const rsp_condition *condition,
                         const planted_surroundings *around, const char **out_reason);

/* Takes it out: the jump first, then threads inside are put back, then breakpoints and code go. */
rsp_status planted_uproot(planted *p, code_memory *memory);

/* The program is gone, and the code with it: only the breakpoints are disabled. */
void planted_forget(planted *p, rsp_client *client);

/* Copies the instruction at the site, and nothing else: a thread that is set to the copy executes it and goes
 * on behind the site. RSP_REFUSED with *out_reason, or the session's end. */
rsp_status planted_copy(planted *p, code_memory *memory, const planted_surroundings *around,
                        const char **out_reason);

/* Threads in the copy go back, and its memory is given back. Nothing without a copy. */
rsp_status planted_remove_copy(planted *p, code_memory *memory, const planted_surroundings *around);

/* The site is not wanted any more, whether it was there or not. */
void planted_drop_site(rsp_client *client, const rsp_site *site);

#endif
