/* Runs scenarios against a stub that somebody else opens, one result per scenario and variant.
 * Deterministic for a seed; with an in-process link all time is virtual.
 * One runner is used by one thread; several may share a suite, a catalogue and a profile. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_RUNNER_H
#define RSP_RUNNER_H

#include "core/mem.h"
#include "manners/manners.h"
#include "scenario/profile.h"
#include "scenario/scenario.h"
#include "trace/forecast.h"
#include "trace/result.h"
#include <rsp/link.h>
#include <signal.h>

RSP_BEGIN_DECLS

/* What a debugger's command has it print at its end, by {alive}: the proof that it did not die before. */
#define RSP_ALIVE_TEXT "stubborn-sees-that-you-live"

/* What a scenario wants of the stub that is opened for it. Texts are never NULL. */
typedef struct rsp_stub_request {
    const char *program;          /* "threads4"; "" : the default debuggee; RSP_PROGRAM_NONE: none loaded */
    const char *const *arguments; /* of the program, behind argv[0] */
    size_t num_arguments;
    const char *const *options; /* "NAME=VALUE" for stubs that have options: "run-length=off",
                                 * "packet-size=1000", "multimem=rfc", "x=lldb", "offer-multimem=off", ... */
    size_t num_options;
    rsp_play play;   /* RSP_PLAY_STUB: wait for a debugger to come instead */
    uint64_t rtt_ns; /* in-process: round-trip time to simulate */
    uint64_t seed;
    bool fresh;     /* by a process that has served nobody yet, where the provider can start one */
    rsp_link *kept; /* NULL, or the stub's only connection: check the request as usual, then lend this link
                     * (rsp_link_lend) instead of opening another */
} rsp_stub_request;

/* The name of no program in a request: the stub starts without one. */
#define RSP_PROGRAM_NONE "none"
#define RSP_PROGRAM_DEFAULT "scratch" /* for scenarios that name none, where the provider has its image */
#define RSP_PROGRAM_ENDLESS "spin"    /* the same for those that want one that does not end */

#define RSP_PROGRAM_TOGETHER "threads4" /* one whose threads run on, with the argument "spin" */

/* Where stubs come from. All functions but `open` may be NULL. */
typedef struct rsp_stub_provider {
    /* A link to a stub that is as fresh as can be had, to be closed by the runner with rsp_link_close.
     * Errors: RSP_UNSUPPORTED (this stub has no such program or option: the scenario is skipped with
     * error->msg), RSP_CONNECT, RSP_SPAWN, RSP_DIED (the run ends with an error result), RSP_NOT_FOUND
     * (program missing: skip). */
    rsp_status (*open)(void *ctx, rsp_link **out_link, const rsp_stub_request *request, rsp_error *error);

    /* ELF file of a debuggee, for symbols: borrowed until the provider ends. RSP_NOT_FOUND: none, facts from
     * symbols are then missing. */
    rsp_status (*image)(void *ctx, const char *program, rsp_bytes *out_elf);

    /* What the stub calls the program, for vRun and qXfer:exec-file: "/bin/threads4". NULL or "" : unknown.
     */
    const char *(*program_path)(void *ctx, const char *program);

    /* The link is about to be closed: facts that only the provider knows about how the stub ended, added to
     * what rsp_link_ended and rsp_link_last_words tell. Appends a line or nothing. */
    void (*last_words)(void *ctx, rsp_link *link, rsp_buf *out);

    /* The program of the link is at rest and well, and the link is shut: the provider may take it over for
     * the next `open` that wants no fresh process. False: it did not. NULL: each link has a process of its
     * own, or the stub is not started by us. Where there is one, scenarios share processes, see
     * connect/sharing.h.
     */
    bool (*rest)(void *ctx, rsp_link *link);

    /* The longest that a process of its stubs took until it listened; NULL: none is started. */
    uint64_t (*slowest_start_ns)(void *ctx);

    /* Whether stubs take an option, such as "run-length". NULL: they take none. */
    bool (*has_option)(void *ctx, const char *name);

    void *ctx;
} rsp_stub_provider;

/* Axes of the matrix, as bits of values that are to be tried. X(AXIS, "axis", VALUE, "value") */
#define RSP_VARIANT_LIST(X)                    \
    X(ACKS, "acks", ACK, "ack")                \
    X(ACKS, "acks", NO_ACK, "no-ack")          \
    X(WRITE, "write", WHOLE, "whole")          \
    X(WRITE, "write", BYTEWISE, "bytewise")    \
    X(WRITE, "write", COALESCED, "coalesced")  \
    X(RLE, "run-length", RLE_ON, "run-length") \
    X(RLE, "run-length", RLE_OFF, "no-run-length")

/* Positions of the bits in a matrix, one for each value of each axis. */
typedef enum rsp_variant_bit {
#define RSP_VARIANT_ENUM(axis, axis_text, value, text) RSP_VARIANT_##value,
    RSP_VARIANT_LIST(RSP_VARIANT_ENUM)
#undef RSP_VARIANT_ENUM
        RSP_VARIANT_COUNT,
} rsp_variant_bit;

/* Parses "acks,write" (all values of the axes), "no-ack,bytewise" (single values), or "all" into bits.
 * RSP_USAGE. */
rsp_status rsp_matrix_parse(uint32_t *out_bits, const char *text, rsp_error *error) RSP_MUST_USE;

/* All-zero gives the defaults in brackets. */
typedef struct rsp_runner_options {
    uint64_t seed;         /* [1] */
    uint64_t timeout_ns;   /* [profile's, else 2 s] per wait */
    uint64_t deadline_ns;  /* [four times what its steps may wait] for one scenario */
    uint64_t quiet_ns;     /* [profile's, else 50 ms] */
    uint64_t rtt_ns;       /* [0] */
    uint64_t unique;       /* [0] tells runs apart that use the same machine at the same time: $unique */
    uint32_t matrix;       /* [plain run only] bits of rsp_variant_bit: the product of the axes named */
    bool allow_writes;     /* into memory of a program that the provider does not know */
    bool one_connection;   /* all scenarios share the look's connection: the stub serves no other */
    bool go_around;        /* shorter waits for replies that were missing before */
    bool keep_transcripts; /* whole transcript of every result, not only of failures */
    const char
        *command; /* ["stubborn run"] the start of `again` lines: "stubborn run --stub profile:gdbserver" */
    const rsp_profile *profile;        /* may be NULL */
    const rsp_catalogue *catalogue;    /* may be NULL: texts of requirements are then missing */
    const volatile sig_atomic_t *stop; /* non-zero: finish soon, results so far stay valid */
    rsp_clock clock; /* [monotonic] of the scenarios' deadlines; links have clocks of their own */
    const rsp_mem *mem;
    rsp_mem_budget *evidence; /* may be NULL: what is kept of transcripts counts against it */
    /* May be NULL: what this runner has asked of the same stub is not asked again. It must outlive the other
     * and may serve several at a time, while it does nothing itself. */
    const struct rsp_runner *known;

    /* Called with each result and the whole conversation that it is of, which is valid during the call. */
    void (*played)(void *ctx, const rsp_result *result, const rsp_transcript *transcript);
    /* Called when a result is about to be added: the place for the baseline. May change verdict and reason.
     */
    void (*judge)(void *ctx, rsp_result *result);
    /* Called when a scenario starts (result NULL), and when its result has been added. */
    void (*progress)(void *ctx, const rsp_scenario *scenario, const char *variant, const rsp_result *result);
    void *ctx;
} rsp_runner_options;

/* Plays scenarios against one stub, and keeps what it learns of it. For one thread. */
typedef struct rsp_runner rsp_runner;

/* What is known of the stub after rsp_runner_probe or a first scenario. Texts are never NULL. */
typedef struct rsp_stub_facts {
    bool known;
    const char *architecture; /* "riscv:rv64", "i386:x86-64" */
    const char *supported;    /* qSupported reply */
    const char *summary;      /* "multiprocess, non-stop" */
    uint64_t packet_size;     /* 0: not announced */
    size_t num_registers;     /* that its description has; 0: it has none */
} rsp_stub_facts;

/* options may be NULL. Provider and options are copied; what they point to is borrowed. NULL without memory.
 */
rsp_runner *rsp_runner_new(const rsp_stub_provider *provider, const rsp_runner_options *options);
/* Closes what is open. NULL is fine. */
void rsp_runner_free(rsp_runner *runner);

/* Opens the stub once and asks what it is. RSP_OK, or why it could not be reached (exit status 3). */
rsp_status rsp_runner_probe(rsp_runner *runner, rsp_error *error) RSP_MUST_USE;
/* What the probe has found. Borrowed from the runner, until the next call. */
rsp_stub_facts rsp_runner_facts(const rsp_runner *runner);

/* What of the stub's handshake is allowed for, as a probe has found it: "it greets with '+' and acknowledges
 * nothing: allowed for"; nothing where all was as it must be. */
void rsp_runner_allowed(const rsp_runner *runner, rsp_buf *out);

/* How the stub behaves, as the look has found it; all-zero where there was none. Never NULL. */
const rsp_manners *rsp_runner_manners(const rsp_runner *runner);

/* Plays what a debugger does with the stub, on connections of its own, and fills its row of `out` with texts
 * in `arena` (rehearsal/rehearsal.h). `starts`: the provider starts the stub afresh for each link, so that
 * writing and killing do no harm. `budget_ns`: after that time no action begins; 0: no bound.
 * After a probe. Statuses of rsp_rehearse. */
rsp_status rsp_runner_rehearse(rsp_runner *runner, rsp_debugger debugger, bool starts, uint64_t budget_ns,
                               rsp_forecast *out, rsp_arena *arena) RSP_MUST_USE;

/* Loads a program of ours into a stub that has its own (docs/running.md): scenarios that ask for it are then
 * judged. After a probe, and after all that runs the stub's own program. Appends what was loaded, or which
 * step failed and what GDB's load does there. False: nothing was, and scenarios meet the stub's own program.
 */
bool rsp_runner_load(rsp_runner *runner, rsp_buf *out);

/* What rsp_runner_load has brought; NULL before, or where that failed.
 * Borrowed from the runner until rsp_runner_unload. */
const struct rsp_guest_load *rsp_runner_guest(const rsp_runner *runner);
/* The target's registers, as rsp_tdesc has them, by its description or what the look has found. */
const struct rsp_tdesc *rsp_runner_target(const rsp_runner *runner);

/* Puts back what the load has taken, when the last scenario is over and no other runner plays; `stop` must
 * be zero again. Appends what could not be put back: false then. Nothing where nothing is loaded. */
bool rsp_runner_unload(rsp_runner *runner, rsp_buf *left);

/* How often a process of the stub was started for this runner until now. */
uint64_t rsp_runner_starts(const rsp_runner *runner);

/* The program that a rehearsal asks the provider for, as in rsp_stub_request. */
const char *rsp_runner_rehearsed_program(const rsp_runner *runner);

/* Runs one scenario under every variant of the matrix that it allows and adds the results to `run`.
 * RSP_OK whatever the verdicts are; RSP_CONNECT, RSP_SPAWN, ... when the stub can not be had (an ERROR result
 * was added), RSP_CANCELLED when stopped (nothing added), RSP_NO_MEMORY. */
rsp_status rsp_runner_run(rsp_runner *runner, const rsp_scenario *scenario, rsp_run *run,
                          rsp_error *error) RSP_MUST_USE;

/* The same for some of its variants: bit i of `which` stands for the variant i, of rsp_runner_num_variants.
 */
rsp_status rsp_runner_run_variants(rsp_runner *runner, const rsp_scenario *scenario, uint32_t which,
                                   rsp_run *run, rsp_error *error) RSP_MUST_USE;

/* The number of turns, see rsp_runner_turn. */
enum { RSP_RUNNER_TURNS = 14 };

/* The turn of a scenario, below RSP_RUNNER_TURNS, against a stub that can't be started again, or whose
 * processes are shared: play lower turns first. Scenarios that may end the stub, or the connection that all
 * share (see rsp_runner_shares), come last. */
unsigned rsp_runner_turn(const rsp_runner *runner, const rsp_scenario *scenario);

/* Whether all scenarios share the look's connection, because the stub may serve no other. Then one worker
 * must play all of them. */
bool rsp_runner_shares(const rsp_runner *runner);

/* Whether scenarios share processes of a stub that we start: then they are played in turns, too, by any
 * number of workers. After a probe. */
bool rsp_runner_saves_starts(const rsp_runner *runner);

/* Leaves out of the runner's matrix what this stub can't vary, as far as a probe or a scenario has told, and
 * appends it with the reasons: "run-length (the stub has no such option)". Returns the bits that stay. */
uint32_t rsp_runner_vary(rsp_runner *runner, rsp_buf *left_out);

/* How many results rsp_runner_run would add for it, for progress. */
size_t rsp_runner_num_variants(const rsp_runner *runner, const rsp_scenario *scenario);

RSP_END_DECLS

#endif
