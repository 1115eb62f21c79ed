/* GDB doing what people do with it. Checked against gdb-multiarch 13.1.
 * Where GDB needs an address it gets one as a number: there may be no file.
 * See script.h. */
/* SPDX-License-Identifier: MIT */
#include "debuggers/script.h"

#define BAD "rror|annot|imed out|ould not|not supported|efused|not connected"
#define ATTACH(kind)                                                                                        \
    {.say = "target " kind " {address}", .seconds = 25, .wants = "Remote debugging using", .refuses = BAD}, \
    {                                                                                                       \
        .say = "info program", .wants = "Program stopped at"                                                \
    }
#define NUMBER(what, letter) \
    { .say = "print/x " what, .wants = " = 0x", .take = SCRIPT_NUMBER, .into = letter }
#define BYTES(where, count, letter, how, other)                                                            \
    {                                                                                                      \
        .say = "x/" count "xb " where, .refuses = BAD, .take = SCRIPT_BYTES, .into = letter, .check = how, \
        .with = other                                                                                      \
    }
#define MOVED(letter, other)                                                           \
    {                                                                                  \
        .say = "print/x $pc", .wants = " = 0x", .take = SCRIPT_NUMBER, .into = letter, \
        .check = SCRIPT_OTHER, .with = other                                           \
    }
#define END \
    { .say = NULL }

static const script_step attach[] = {ATTACH("remote"), END};

static const script_step registers[] = {
    NUMBER("$pc", 'p'),
    NUMBER("$sp", 's'),
    {.say = "maintenance flush register-cache"},
    {.say = "print/x $pc", .take = SCRIPT_NUMBER, .into = 'q', .check = SCRIPT_SAME, .with = 'p'},
    {.say = "print/x $sp", .take = SCRIPT_NUMBER, .into = 't', .check = SCRIPT_SAME, .with = 's'},
    END};

static const script_step write_registers[] = {
    NUMBER("${register}", 'r'),
    {.say = "set var ${register} = 0x5a", .refuses = BAD},
    {.say = "maintenance flush register-cache"},
    {.say = "print/x ${register}", .take = SCRIPT_NUMBER, .into = 'q', .check = SCRIPT_SAME, .is = "0x5a"},
    {.say = "set var ${register} = {r}", .refuses = BAD},
    END};

static const script_step memory[] = {NUMBER("$pc", 'p'), BYTES("$pc", "17", 'm', SCRIPT_NO_CHECK, 0),
                                     BYTES("$pc", "64", 'n', SCRIPT_BEGINS, 'm'),
                                     BYTES("$pc+14", "3", 'o', SCRIPT_ENDS, 'm'), END};

static const script_step write_memory[] = {
    BYTES("$sp", "4", 'b', SCRIPT_NO_CHECK, 0),
    {.say = "set var {{unsigned char[4]}$sp = {{0x7d,0x2a,0x24,0x23}", .refuses = BAD},
    {.say = "x/4xb $sp",
     .take = SCRIPT_BYTES,
     .into = 'q',
     .check = SCRIPT_SAME,
     .is = "0x7d 0x2a 0x24 0x23"},
    {.say = "set var {{unsigned char[4]}$sp = {{{b,}}", .refuses = BAD},
    END};

static const script_step threads[] = {
    {.say = "info threads", .seconds = 12, .wants = "Thread ", .refuses = BAD}, END};

static const script_step step[] = {NUMBER("$pc", 'a'), {.say = "stepi"}, MOVED('b', 'a'), {.say = "stepi"},
                                   MOVED('c', 'b'),    {.say = "stepi"}, MOVED('d', 'c'), END};

static const script_step breakpoints[] = {{.say = "break *{place}", .wants = "reakpoint "},
                                          {.say = "continue", .wants = "reakpoint 1, "},
                                          {.say = "continue", .wants = "reakpoint 1, "},
                                          {.say = "info breakpoints", .wants = "already hit 2 times"},
                                          {.say = "delete", .refuses = "annot"},
                                          {.say = "continue&", .wants = "Continuing", .refuses = BAD},
                                          {.until = SCRIPT_QUIET},
                                          END};

#define INTERRUPT                                                                                 \
    {.say = "continue&", .wants = "Continuing", .refuses = BAD}, {.until = SCRIPT_QUIET},         \
        {.say = "interrupt", .until = SCRIPT_STOP, .wants = "received signal|Program stopped"}, { \
        .say = "print/x $pc", .wants = " = 0x"                                                    \
    }
static const script_step interrupt[] = {INTERRUPT, INTERRUPT, END};

static const script_step watchpoints[] = {{.say = "watch *(int *){written}", .wants = "ardware watchpoint"},
                                          {.say = "continue", .wants = "Old value = "},
                                          {.say = "delete", .refuses = "annot"},
                                          END};

/* What is loaded is the code at pc. Its file has addresses of 32 bits. */
static const script_step load[] = {
    NUMBER("$pc", 'p'),
    BYTES("$pc", "64", 'm', SCRIPT_NO_CHECK, 0),
    {.say = "info mem", .skips = "flash"},
    {.say = "dump srec memory {file} {p} {p+64}", .refuses = BAD},
    {.say = "load {file} {p^}", .seconds = 20, .wants = "Transfer rate|load size", .refuses = BAD "|failed"},
    {.say = "maintenance flush register-cache"},
    BYTES("{p}", "64", 'n', SCRIPT_SAME, 'm'),
    END};

static const script_step detach[] = {{.say = "detach", .seconds = 12, .wants = "detached]", .refuses = BAD},
                                     {.say = "info program", .wants = "not being run"},
                                     END};

static const script_step reconnect[] = {
    {.say = "detach", .seconds = 12}, ATTACH("remote"), NUMBER("$pc", 'p'), END};

static const script_step kill_it[] = {{.say = "kill", .seconds = 12, .wants = "killed]", .refuses = BAD},
                                      {.say = "info program", .wants = "not being run"},
                                      END};

static const script_step run_again[] = {
    ATTACH("extended-remote"),
    {.say = "starti", .seconds = 20, .wants = "Program stopped", .refuses = BAD},
    NUMBER("$pc", 'p'),
    END};

static const char *const programs[] = {"gdb-multiarch", "gdb", NULL};
static const char *const settings[] = {"set prompt",
                                       "set pagination off",
                                       "set confirm off",
                                       "set width 0",
                                       "set height 0",
                                       "set debuginfod enabled off",
                                       "set auto-load no",
                                       "set sysroot",
                                       "set print thread-events off",
                                       NULL};

const script_debugger script_gdb = {
    .programs = programs,
    .arguments = "-nx -q",
    .settings = settings,
    .mark = "echo \\n<%u>\\n",
    .marked = "\n<%u>\n",
    .stopped = "reakpoint |atchpoint |Program received|Program terminated| exited|Program stopped",
    .version = "show version",
    .version_line = "GNU gdb",
    .architecture = "set architecture %s",
    .endian = "set endian %s",
    .scripts = {
        [RSP_DEBUGGER_ACTION_ATTACH] = {.steps = attach},
        [RSP_DEBUGGER_ACTION_REGISTERS] = {.steps = registers},
        [RSP_DEBUGGER_ACTION_WRITE_REGISTERS] = {.steps = write_registers, .needs = SCRIPT_REGISTER},
        [RSP_DEBUGGER_ACTION_MEMORY] = {.steps = memory},
        [RSP_DEBUGGER_ACTION_WRITE_MEMORY] = {.steps = write_memory, .needs = SCRIPT_WRITES},
        [RSP_DEBUGGER_ACTION_THREADS] = {.steps = threads},
        [RSP_DEBUGGER_ACTION_STEP] = {.steps = step},
        [RSP_DEBUGGER_ACTION_BREAKPOINTS] = {.steps = breakpoints, .needs = SCRIPT_PLACE},
        [RSP_DEBUGGER_ACTION_INTERRUPT] = {.steps = interrupt, .needs = SCRIPT_ENDLESS},
        [RSP_DEBUGGER_ACTION_WATCHPOINTS] = {.steps = watchpoints, .needs = SCRIPT_WRITTEN},
        [RSP_DEBUGGER_ACTION_LOAD] = {.steps = load, .needs = SCRIPT_WRITES | SCRIPT_KILLS},
        [RSP_DEBUGGER_ACTION_DETACH] = {.steps = detach},
        [RSP_DEBUGGER_ACTION_RECONNECT] = {.steps = reconnect},
        [RSP_DEBUGGER_ACTION_KILL] = {.steps = kill_it, .needs = SCRIPT_KILLS},
        [RSP_DEBUGGER_ACTION_RUN_AGAIN] = {.steps = run_again, .needs = SCRIPT_KILLS, .alone = true},
    }};
