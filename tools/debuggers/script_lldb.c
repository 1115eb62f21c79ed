/* LLDB doing what people do with it. Checked against lldb 19.1.
 * Its commands for the process end at a stop, which is waited for.
 * See script.h. */
/* SPDX-License-Identifier: MIT */
#include "debuggers/script.h"

#define CONNECT                                      \
    {.say = "process connect connect://{address}",   \
     .until = SCRIPT_STOP,                           \
     .seconds = 25,                                  \
     .wants = "stopped",                             \
     .refuses = "error: "},                          \
    {                                                \
        .say = "process status", .wants = " stopped" \
    }
#define NUMBER(what, letter) \
    { .say = "register read " what, .take = SCRIPT_NUMBER, .into = letter }
#define MOVED(letter, other) \
    { .say = "register read pc", .take = SCRIPT_NUMBER, .into = letter, .check = SCRIPT_OTHER, .with = other }
#define BYTES(where, count, letter, how, other)                                                          \
    {                                                                                                    \
        .say = "memory read --force --size 1 --format x --count " count " " where, .take = SCRIPT_BYTES, \
        .into = letter, .check = how, .with = other                                                      \
    }

#define END \
    { .say = NULL }

static const script_step attach[] = {CONNECT, END};

static const script_step registers[] = {NUMBER("pc", 'p'), NUMBER("sp", 's'), END};

static const script_step write_registers[] = {NUMBER("{register}", 'r'),
                                              {.say = "register write {register} 0x5a", .refuses = "error: "},
                                              {.say = "process plugin packet send qC"},
                                              {.say = "register read --format hex {register}",
                                               .wants = "5a",
                                               .take = SCRIPT_NUMBER,
                                               .into = 'q',
                                               .check = SCRIPT_SAME,
                                               .is = "0x5a"},
                                              {.say = "register write {register} {r}", .refuses = "error: "},
                                              END};

/* Without registers nobody says where: that is not the memory's fault. */
static const script_step memory[] = {
    {.say = "register read pc", .skips = "error: ", .take = SCRIPT_NUMBER, .into = 'p'},
    BYTES("{p}", "17", 'm', SCRIPT_NO_CHECK, 0),
    BYTES("{p}", "64", 'n', SCRIPT_BEGINS, 'm'),
    BYTES("{p+14}", "3", 'o', SCRIPT_ENDS, 'm'),
    END};

static const script_step write_memory[] = {
    NUMBER("sp", 's'),
    BYTES("{s}", "4", 'b', SCRIPT_NO_CHECK, 0),
    {.say = "memory write --size 1 {s} 0x7d 0x2a 0x24 0x23", .refuses = "error: "},
    {.say = "memory read --force --size 1 --format x --count 4 {s}",
     .take = SCRIPT_BYTES,
     .into = 'q',
     .check = SCRIPT_SAME,
     .is = "0x7d 0x2a 0x24 0x23"},
    {.say = "memory write --size 1 {s} {b}", .refuses = "error: "},
    END};

static const script_step threads[] = {{.say = "thread list", .seconds = 12, .wants = " thread #"}, END};

#define STEP \
    { .say = "thread step-inst", .until = SCRIPT_STOP, .wants = "stopped" }
static const script_step step[] = {NUMBER("pc", 'a'), STEP, MOVED('b', 'a'), STEP,
                                   MOVED('c', 'b'),   STEP, MOVED('d', 'c'), END};

#define TO_BREAKPOINT \
    { .say = "process continue", .until = SCRIPT_STOP, .wants = "stop reason = breakpoint" }
static const script_step breakpoints[] = {{.say = "breakpoint set --address {place}"},
                                          TO_BREAKPOINT,
                                          TO_BREAKPOINT,
                                          {.say = "breakpoint list", .wants = "hit count = 2"},
                                          {.say = "breakpoint delete --force"},
                                          {.say = "process continue", .wants = "resuming"},
                                          {.until = SCRIPT_QUIET},
                                          END};

#define INTERRUPT                                                                 \
    {.say = "process continue", .wants = "resuming"}, {.until = SCRIPT_QUIET},    \
        {.say = "process interrupt", .until = SCRIPT_STOP, .wants = "stopped"}, { \
        .say = "register read pc", .wants = " = 0x"                               \
    }
static const script_step interrupt[] = {INTERRUPT, INTERRUPT, END};

/* Not by `watchpoint set expression`, which calls mmap in a program that may not be able to. */
static const script_step watchpoints[] = {
    {.say = "script lldb.target.WatchAddress({written}, 4, False, True, lldb.SBError())", .seconds = 20},
    {.say = "process continue", .until = SCRIPT_STOP, .wants = "stop reason = watchpoint"},
    END};

/* "Process 1 detached" is printed by another thread, often after the prompt. */
static const script_step detach[] = {{.say = "process detach",
                                      .until = SCRIPT_STOP,
                                      .seconds = 12,
                                      .wants = " detached",
                                      .refuses = "error: "},
                                     END};

static const script_step reconnect[] = {
    {.say = "process detach", .until = SCRIPT_STOP, .seconds = 12}, CONNECT, END};

static const script_step kill_it[] = {
    {.say = "process kill", .until = SCRIPT_STOP, .seconds = 12, .wants = " exited"}, END};

static const char *const programs[] = {"lldb",    "lldb-23", "lldb-22", "lldb-21", "lldb-20",
                                       "lldb-19", "lldb-18", "lldb-17", NULL};
static const char *const settings[] = {"settings set use-color false",
                                       "settings set auto-confirm true",
                                       "settings set symbols.enable-external-lookup false",
                                       "settings set stop-line-count-before 0",
                                       "settings set stop-line-count-after 0",
                                       "settings set stop-disassembly-display never",
                                       NULL};

const script_debugger script_lldb = {
    .programs = programs,
    .arguments = "--no-lldbinit --no-use-colors",
    .settings = settings,
    .prompt = "(lldb) ",
    .mark = "mark%u",
    .marked = "error: 'mark%u' is not",
    .stopped = " stopped\n* thread| exited with| detached|error: ",
    .version = "version",
    .version_line = "lldb version",
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
        [RSP_DEBUGGER_ACTION_LOAD] = {.why_not = "LLDB loads only files of the program"},
        [RSP_DEBUGGER_ACTION_DETACH] = {.steps = detach},
        [RSP_DEBUGGER_ACTION_RECONNECT] = {.steps = reconnect},
        [RSP_DEBUGGER_ACTION_KILL] = {.steps = kill_it, .needs = SCRIPT_KILLS},
        [RSP_DEBUGGER_ACTION_RUN_AGAIN] = {.why_not = "LLDB starts programs by a platform, not by this stub"},
    }};
