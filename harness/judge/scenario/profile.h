/* A profile: how a known stub is started and what has to be known about it.
 * scenarios/profiles/NAME.yaml; the reference stub in this process is the profile "reference".
 * Starting is done by the tools; the runner reads facts, programs, quirks and timeouts. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PROFILE_H
#define RSP_PROFILE_H

#include "manners/manners.h"
#include "scenario/diagnostic.h"

RSP_BEGIN_DECLS

/* X(NAME, "text", what it means for the runner) */
#define RSP_QUIRK_LIST(X)                                                                              \
    X(SINGLE_CLIENT, "single-client", "ends, or answers nobody, after its first client")               \
    X(NO_RESTART, "no-restart", "can not be started afresh: one instance serves the whole run")        \
    X(NO_VRUN, "no-vrun", "vRun must not be tried")                                                    \
    X(NO_KILL, "no-kill", "k ends the stub itself")                                                    \
    X(SLOW_START, "slow-start", "needs long until it listens")                                         \
    X(NO_ACK_ONLY, "no-ack-only", "never sends or expects acknowledgments")                            \
    X(PREFERS_NO_ACK, "prefers-no-ack", "is spoken to in no-ack mode wherever the scenario allows it") \
    X(KEEPS_DEBUGGEE, "keeps-debuggee", "leaves the debuggee as it was for the next client")           \
    X(ENDS_AS_PROGRAM, "ends-as-program", "ends when its program does, by the same status or signal")  \
    X(ALONE, "alone", "must not be started while another one runs on the machine")                     \
    X(FILE_IO, "file-io", "its programs call the debugger's host by File-I/O")

/* Properties of a stub that the runner has to know, by the list above. */
typedef enum rsp_quirk {
#define RSP_QUIRK_ENUM(name, text, meaning) RSP_QUIRK_##name,
    RSP_QUIRK_LIST(RSP_QUIRK_ENUM)
#undef RSP_QUIRK_ENUM
        RSP_QUIRK_COUNT,
} rsp_quirk;

/* The name as profiles write it. */
const char *rsp_quirk_name(rsp_quirk quirk); /* "?" for an unknown value */

/* A name and its value, both text. */
typedef struct rsp_pair_text {
    const char *name;
    const char *value;
} rsp_pair_text;

/* Texts are never NULL ("" when not given), lists end by their count. Owned by the profile. */
typedef struct rsp_profile {
    const char *name;  /* file name without .yaml */
    const char *title; /* for people: "gdbserver 13" */
    const char *path;
    const char
        *address; /* an rsp_address text; placeholders {program} {args} {root} {port} {socket} {debuggees} */
    const char
        *address_no_program; /* started without a debuggee (extended mode, platform); "" : not possible */
    const char *debuggees;   /* folder of programs built for it: "host", "riscv", or a path; default "host" */
    const char *
        program_path; /* how the stub names a program, e.g. "/bin/{program}"; default {debuggees}/{program} */
    const char *architecture;    /* "x86-64", "riscv64", ...; "" : ask the stub */
    const char *version_command; /* printed first line names the version; "" for none */
    const char *baseline;        /* path of its baseline file; "" for none */
    const char *default_program; /* for scenarios that name none */
    uint32_t quirks;             /* bit per rsp_quirk */
    uint64_t timeout_ns;         /* per wait; 0: the runner's */
    uint64_t quiet_ns;           /* what "quiet" means when a scenario names no time; 0: the runner's */
    uint64_t start_timeout_ns;   /* until it can be reached; 0: the link's */
    bool load;                   /* a program of ours is brought into it, without --load, too */
    const rsp_pair_text *facts;  /* name and expression text */
    size_t num_facts;
    const rsp_pair_text *environment;
    size_t num_environment;
    const rsp_pair_text *dialect; /* "multimem" -> "lldb" or "rfc"; "x" -> "gdb" or "lldb" */
    size_t num_dialect;
    const rsp_pair_text
        *manners; /* as rsp_manners_set takes them: known before a look, and going before it */
    size_t num_manners;
    const char *const *missing_programs; /* debuggees it can not run */
    size_t num_missing_programs;
    const char *const *serves; /* packets that it has, named as in rsp/packets.h */
    size_t num_serves;
    void *owner; /* private */
} rsp_profile;

/* Loads a profile from a file. NULL with diagnostics when there are errors, or without memory. */
rsp_profile *rsp_profile_load(const char *path, const rsp_mem *mem, rsp_diagnostics *diagnostics);

/* The same from memory; `name` stands for the path in messages. */
rsp_profile *rsp_profile_load_memory(const char *name, rsp_bytes yaml, const rsp_mem *mem,
                                     rsp_diagnostics *diagnostics);
void rsp_profile_free(rsp_profile *profile); /* NULL is fine */

/* Sets what the profile says of the stub's manners, and its architecture where the look found none: that is
 * borrowed from the profile. NULL changes nothing. */
void rsp_profile_apply_manners(const rsp_profile *profile, rsp_manners *manners);

/* Whether the profile declares the quirk. NULL declares none. */
static inline bool rsp_profile_has(const rsp_profile *profile, rsp_quirk quirk) {
    return profile && (profile->quirks >> quirk & 1U) != 0;
}

/* Replaces {name} in `text` by the value of the pair with that name; unknown names stay. */
void rsp_profile_expand(rsp_buf *out, const char *text, const rsp_pair_text *pairs, size_t num);

RSP_END_DECLS

#endif
