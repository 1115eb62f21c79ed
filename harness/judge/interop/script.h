/* What a debugger is told to do an action, and what it must print: read from scenarios/interop/NAME.yaml, and
 * the player of it. Steps are done until one does not print what it must.
 * Only what was printed decides, never how the debugger ends. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_INTEROP_SCRIPT_H
#define RSP_INTEROP_SCRIPT_H

#include "interop/talk.h"

#include "core/arena.h"
#include "scenario/diagnostic.h"

/* How long a step waits, and for what. */
typedef enum rsp_script_until {
    RSP_SCRIPT_PROMPT, /* all that the command prints */
    RSP_SCRIPT_STOP,   /* one of the debugger's texts for a stop */
    RSP_SCRIPT_QUIET,  /* half a second in which no stop may come */
} rsp_script_until;

/* What is compared with the variable `with`, or with the text `is`. */
typedef enum rsp_script_check {
    RSP_SCRIPT_NO_CHECK,
    RSP_SCRIPT_SAME,
    RSP_SCRIPT_OTHER,
    RSP_SCRIPT_BEGINS, /* the value begins with the other one */
    RSP_SCRIPT_ENDS,   /* the other one ends with the value */
} rsp_script_check;

/* What a step keeps of what was printed. */
typedef enum rsp_script_take {
    RSP_SCRIPT_NOTHING,
    RSP_SCRIPT_NUMBER, /* the number behind the first " = ", without leading zeros */
    RSP_SCRIPT_BYTES,  /* all words of the form 0xHH */
    RSP_SCRIPT_VALUE,  /* a member's text or number as it stands there */
} rsp_script_take;

/* What the debugger reads and prints. */
typedef enum rsp_script_speech {
    RSP_SCRIPT_TEXT, /* lines that a user types, and what he reads */
    RSP_SCRIPT_DAP,  /* the Debug Adapter Protocol: lines as dap_talk/tongue.h has them */
} rsp_script_speech;

/* One step. Texts are never NULL. Placeholders of `say`: {address}, {host}, {port}, {file}, {elf},
 * {function}, {register}, {place}, {written}, a variable {p}, the variable and a number {p+14}, its bits
 * above the 32nd {p^}, its bytes with commas {b,}. "{{" is a brace; so is one before a quote or "}". */
typedef struct rsp_script_step {
    const char *say; /* "" for RSP_SCRIPT_QUIET */
    rsp_script_until until;
    uint64_t seconds;    /* 0: eight */
    const char *wants;   /* one of these texts, by '|'; "": any */
    const char *refuses; /* none of these */
    const char *skips;   /* one of these: the action is not tried after all */
    const char *absent;  /* one of these: the stub does not offer it */
    rsp_script_take take;
    const char *member; /* where that stands: behind "member": in an adapter's answer; "": anywhere */
    char into;          /* the variable, a lower letter */
    rsp_script_check check;
    char with;
    const char *is; /* with placeholders; "": the variable */
} rsp_script_step;

/* X(NAME, "name", "why it is not tried without"): what an action needs of stub and program. */
#define RSP_SCRIPT_NEED_LIST(X)                                              \
    X(PLACE, "place", "no place is known to which the program comes again")  \
    X(WRITTEN, "written", "no memory is known that the program writes")      \
    X(REGISTER, "register", "no register is known that may be written")      \
    X(ENDLESS, "endless", "the program ends by itself")                      \
    X(WRITES, "writes", "writing memory needs --allow-writes")               \
    X(KILLS, "kills", "the program is somebody else's")                      \
    X(FILE_IO, "file-io", "programs of this stub make no calls by File-I/O") \
    X(ELF, "elf", "the program's file is not known: --elf STUB=FILE")        \
    X(FUNCTION, "function", "no function of the program is known: --function STUB=NAME")

/* Positions of the needs in a set. */
typedef enum rsp_script_need {
#define RSP_SCRIPT_NEED_ENUM(name, text, why) RSP_SCRIPT_NEED_##name,
    RSP_SCRIPT_NEED_LIST(RSP_SCRIPT_NEED_ENUM)
#undef RSP_SCRIPT_NEED_ENUM
        RSP_SCRIPT_NEEDS
} rsp_script_need;

/* A set of one need. */
#define RSP_SCRIPT_NEED(name) (1u << RSP_SCRIPT_NEED_##name)

/* An action of one debugger. No steps: it is not tried, for the reason `why_not`. Texts are never NULL. */
typedef struct rsp_script {
    const char *action; /* "write-memory" */
    unsigned needs;     /* set of needs */
    const rsp_script_step *steps;
    size_t num_steps;
    const char *why_not;
    const char *program;    /* the debuggee of ours that it is about; "": any program */
    const char *function;   /* of that debuggee, called again and again; "" */
    const char *capability; /* without it, announced as true, it is not offered; "": none is needed */
    bool alone;             /* it attaches by itself */
} rsp_script;

/* What a debugger is told while its stub lies to it: lines with the placeholders of facts. Lists end with
 * NULL, and are empty where the file has no `lies`. */
typedef struct rsp_script_lies {
    const char *const *settings; /* typed in any case, behind the debugger's own */
    const char *const *before;   /* typed now and then before it attaches */
    const char *const *attach;   /* one of them attaches */
    const char *const *lines;    /* some of them are typed then, in any order */
} rsp_script_lies;

/* A debugger, as its file says. Texts are never NULL; lists end with NULL. */
typedef struct rsp_script_debugger {
    const char *name;  /* of the file, without .yaml */
    const char *title; /* for people */
    rsp_script_speech speaks;
    const char *const *programs; /* names in the order in which they are looked for */
    const char *arguments;       /* behind the program's name */
    const char *const *settings; /* lines that are typed first */
    const char *prompt;          /* lines that begin with it are the debugger's echo; "": it echoes nothing */
    const char *mark, *marked;   /* a command that prints {mark}, and what it prints */
    const char *stopped;         /* texts of a stop, by '|' */
    const char *followed;        /* what mostly follows a text that ends a line, by '|'; "": nothing */
    const char *version;       /* a command that prints it; of an adapter, words behind the program, or "" */
    const char *version_line;  /* how that line begins */
    const char *architecture;  /* a command with {architecture}, for stubs that do not tell; "" */
    const char *endian;        /* a command with {endian}, for stubs that are big; "" */
    const rsp_script *scripts; /* in the order of the file */
    size_t num_scripts;
    rsp_script_lies lies;
    void *owner; /* private */
} rsp_script_debugger;

/* Reads such a file. NULL with diagnostics when there are errors, or without memory. */
rsp_script_debugger *rsp_script_debugger_load(const char *path, rsp_diagnostics *diagnostics);
/* The same from memory; `name` stands for the path in messages. NULL `mem` is malloc. */
rsp_script_debugger *rsp_script_debugger_load_memory(const char *name, rsp_bytes yaml, const rsp_mem *mem,
                                                     rsp_diagnostics *diagnostics);
/* NULL is fine. */
void rsp_script_debugger_free(rsp_script_debugger *debugger);

/* Its script for an action; NULL for none. */
const rsp_script *rsp_script_find(const rsp_script_debugger *debugger, const char *action);
/* Whether a program of this name, or path, is the debugger: one of its programs, or a name that has the
 * debugger's in it, as riscv64-unknown-elf-gdb has. */
bool rsp_script_is_for(const rsp_script_debugger *debugger, const char *program);
/* Why a need is missing, for people; "?" for an unknown one. */
const char *rsp_script_need_text(unsigned need);

/* What placeholders stand for; NULL where it is not known. */
typedef struct rsp_script_facts {
    const char *address, *host, *port; /* where the debugger finds the stub */
    const char *file;                  /* one of ours that it may write */
    const char *elf, *function;        /* the program's file; a function of it */
    const char *reg, *place, *written;
} rsp_script_facts;

/* How a script ended. */
typedef enum rsp_script_end {
    RSP_SCRIPT_DID,
    RSP_SCRIPT_BROKE,
    RSP_SCRIPT_SKIPPED, /* `said` is why it was not tried to the end */
    RSP_SCRIPT_ABSENT,  /* the stub does not offer it, says the debugger */
} rsp_script_end;

/* A script while it is played. All-zero is a good beginning. */
typedef struct rsp_script_player {
    const rsp_script_debugger *debugger;
    rsp_talk *talk;
    const rsp_script_facts *facts;
    rsp_arena *arena; /* of variables and reasons */
    unsigned marks;
    const char *variables['z' - 'a' + 1];
    const char *said; /* why it did not work: the command and what was printed, in the arena; NULL */
    uint64_t end_ns;  /* of the talk's clock: no wait goes beyond; 0: none */
} rsp_script_player;

/* Types a line and waits for all that it prints. */
rsp_talk_end rsp_script_ask(rsp_script_player *p, const char *line, uint64_t ns, rsp_bytes *out);
/* Does the steps. Else than RSP_SCRIPT_DID with `said`: one did not print what it must. */
rsp_script_end rsp_script_play(rsp_script_player *p, const rsp_script *script);

#endif
