/* What is wrong with a debugger, with the name under which the
 * same is known again: read from what it printed and from how it
 * ended, or told by who has watched it. Pure: no I/O, no clock. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUGGER_SYMPTOM_H
#define RSP_DEBUGGER_SYMPTOM_H

#include <rsp/link.h>

RSP_BEGIN_DECLS

/* X(NAME, "name", "what is wrong"), the heaviest first. */
#define RSP_DEBUGGER_SYMPTOM_LIST(X)                                                                      \
    X(CRASH, "crash", "a signal or a sanitizer ends the debugger")                                        \
    X(ASSERT, "assert", "the debugger finds itself wrong: an assertion or an internal error")             \
    X(MEMORY, "memory", "the debugger takes more and more memory")                                        \
    X(HANG, "hang", "the debugger computes without end, and asks nothing")                                \
    X(ENDLESS, "endless", "the debugger asks without end")                                                \
    X(STUCK, "stuck", "the debugger rests and does not take the next command, though it has all answers") \
    X(GONE, "gone", "the debugger ends though nobody asked it to")

/* RSP_DEBUGGER_SYMPTOM_CRASH and so on. */
typedef enum rsp_debugger_symptom_kind {
#define RSP_DEBUGGER_SYMPTOM_ENUM(name, text, what) RSP_DEBUGGER_SYMPTOM_##name,
    RSP_DEBUGGER_SYMPTOM_LIST(RSP_DEBUGGER_SYMPTOM_ENUM)
#undef RSP_DEBUGGER_SYMPTOM_ENUM
        RSP_DEBUGGER_SYMPTOM_NONE,
} rsp_debugger_symptom_kind;

/* "crash"; "?" for an unknown value. */
const char *rsp_debugger_symptom_name(unsigned kind);
/* What is wrong, in words; "?" for an unknown value. */
const char *rsp_debugger_symptom_text(unsigned kind);

/* Room for texts of a symptom, each with its final NUL. */
enum { RSP_DEBUGGER_SYMPTOM_SIGNATURE_BYTES = 96, RSP_DEBUGGER_SYMPTOM_HEADLINE_BYTES = 240 };

/* A symptom. `kind` is RSP_DEBUGGER_SYMPTOM_NONE where there is none. */
typedef struct rsp_debugger_symptom {
    rsp_debugger_symptom_kind kind;
    char signature[RSP_DEBUGGER_SYMPTOM_SIGNATURE_BYTES]; /* "crash-SIGSEGV-1f3a...": a name for a folder */
    char headline[RSP_DEBUGGER_SYMPTOM_HEADLINE_BYTES];   /* harmless */
} rsp_debugger_symptom;

/* That of a debugger which has ended, or has printed an error of its own. `asked`: it was told to end. */
void rsp_debugger_symptom_read(rsp_debugger_symptom *out, rsp_bytes printed, const rsp_link_end *end,
                               bool asked);

/* One that a watcher has seen; `about` is part of the signature. */
void rsp_debugger_symptom_make(rsp_debugger_symptom *out, rsp_debugger_symptom_kind kind, const char *about,
                               const char *fmt, ...) RSP_PRINTF(4, 5);

/* Which frames of a stack tell it from others. */
typedef enum rsp_debugger_stack {
    RSP_DEBUGGER_STACK_CRASHED,     /* all from the innermost on */
    RSP_DEBUGGER_STACK_INTERRUPTED, /* all but the innermost, which was anywhere in its loop */
} rsp_debugger_stack;

/* Appends the innermost functions of the stack that was printed, as "a < b < c"; those without a name by
 * their place. Functions of signals are left out. Returns a number that is the same for the same stack,
 * wherever the program lies; 0: none was printed. */
uint64_t rsp_debugger_symptom_stack(rsp_buf *out, rsp_bytes printed, rsp_debugger_stack kind);

RSP_END_DECLS

#endif
