/* What a debugger is told to do an action, and what it must print: a table for each debugger, and the player
 * of such tables. Steps are done until one does not print what it must.
 * Only what was printed decides, never how the debugger ends. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_DEBUGGERS_SCRIPT_H
#define STUBBORN_DEBUGGERS_SCRIPT_H

#include "debuggers/talk.h"

#include "core/arena.h"
#include "trace/forecast.h"

/* How long a step waits, and for what. */
typedef enum script_until {
    SCRIPT_PROMPT, /* all that the command prints */
    SCRIPT_STOP,   /* one of the debugger's texts for a stop */
    SCRIPT_QUIET,  /* half a second in which no stop may come */
} script_until;

/* What is compared with the variable `with`, or with the text `is`. */
typedef enum script_check {
    SCRIPT_NO_CHECK,
    SCRIPT_SAME,
    SCRIPT_OTHER,
    SCRIPT_BEGINS, /* the value begins with the other one */
    SCRIPT_ENDS,   /* the other one ends with the value */
} script_check;

/* What a step keeps of what was printed. */
typedef enum script_take {
    SCRIPT_NOTHING,
    SCRIPT_NUMBER, /* the number behind the first " = ", without leading zeros */
    SCRIPT_BYTES,  /* all words of the form 0xHH */
} script_take;

/* One step. Placeholders of `say`: {address}, {file}, {register}, {place}, {written}, a variable {p}, the
 * variable and a number {p+14}, its bits above the 32nd {p^}, its bytes with commas {b,}. */
typedef struct script_step {
    const char *say; /* NULL for SCRIPT_QUIET, and behind the last step */
    script_until until;
    unsigned seconds;    /* 0: eight */
    const char *wants;   /* one of these texts, by '|'; NULL: any */
    const char *refuses; /* none of these */
    const char *skips;   /* one of these: the action is not tried after all */
    script_take take;
    char into; /* the variable, a lower letter */
    script_check check;
    char with;
    const char *is;
} script_step;

/* What an action needs of stub and program, as a set. */
enum {
    SCRIPT_PLACE = 1,    /* a place to which the program comes again */
    SCRIPT_WRITTEN = 2,  /* memory that the program writes */
    SCRIPT_REGISTER = 4, /* a register that may be written */
    SCRIPT_ENDLESS = 8,  /* a program that does not end by itself */
    SCRIPT_WRITES = 16,  /* leave to write */
    SCRIPT_KILLS = 32,   /* leave to kill */
};

/* An action. No steps: this debugger's is not tried, for the reason `why_not`. */
typedef struct script {
    unsigned needs;
    const script_step *steps;
    const char *why_not;
    bool alone; /* it attaches by itself */
} script;

/* A debugger. */
typedef struct script_debugger {
    const char *const *programs; /* names in the order in which they are looked for; NULL ends them */
    const char *arguments;       /* behind the program's name */
    const char *const *settings; /* lines that are typed first; NULL ends them */
    const char *prompt;        /* lines that begin with it are the debugger's echo; NULL: it echoes nothing */
    const char *mark, *marked; /* a command that prints a number, and what it prints: formats of it */
    const char *stopped;       /* texts of a stop, by '|' */
    const char *version;       /* a command that prints it */
    const char *version_line;  /* how that line begins */
    const char *architecture;  /* a command with the architecture's name, for stubs that do not tell; NULL */
    const char *endian;        /* a command with "big", for stubs that are; NULL */
    script scripts[RSP_DEBUGGER_ACTION_COUNT];
} script_debugger;

extern const script_debugger script_gdb;
extern const script_debugger script_lldb;

/* What placeholders stand for; NULL where it is not known. */
typedef struct script_facts {
    const char *address, *file, *reg, *place, *written;
} script_facts;

/* A script while it is played. All-zero is a good beginning. */
typedef struct script_player {
    const script_debugger *debugger;
    talk *talk;
    const script_facts *facts;
    rsp_arena *arena; /* of variables and reasons */
    unsigned marks;
    const char *variables['z' - 'a' + 1];
    const char *said; /* why it broke: the command and what was printed, in the arena; NULL */
    bool skipped;     /* `said` is why it was not tried to the end */
} script_player;

/* Types a line and waits for all that it prints. */
talk_end script_ask(script_player *p, const char *line, uint64_t ns, rsp_bytes *out);
/* Does the steps. False with `said`: one did not print what it must. */
bool script_play(script_player *p, const script_step *steps);

#endif
