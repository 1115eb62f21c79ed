/* What a run found: one result per scenario, counts, metrics. Filled by the runner, read by the reports.
 * Everything lives in the run's arena; a run that is cut short is as valid as a whole one.
 * Time of day and versions are given from outside. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_RESULT_H
#define RSP_RESULT_H

#include "core/arena.h"
#include "trace/exchange.h"
#include "trace/forecast.h"
#include "trace/symptom.h"
#include <rsp/rule.h>
#include <rsp/verdict.h>

RSP_BEGIN_DECLS

/* How grave a cause is: what comes first explains what comes later. X(NAME, "name") */
#define RSP_GRAVITY_LIST(X)         \
    X(DEATH, "death")               \
    X(FRAMING, "framing")           \
    X(ACKS, "acknowledgments")      \
    X(TURNS, "one reply a request") \
    X(ERRORS, "errors")             \
    X(EMPTY, "empty replies")       \
    X(BASIC, "basic packets")       \
    X(FEATURES, "features")

/* How grave a cause is. */
typedef enum rsp_gravity {
#define RSP_GRAVITY_ENUM(name, text) RSP_GRAVITY_##name,
    RSP_GRAVITY_LIST(RSP_GRAVITY_ENUM)
#undef RSP_GRAVITY_ENUM
} rsp_gravity;

/* "framing" and so on; "?" for an unknown value. */
const char *rsp_gravity_name(rsp_gravity gravity);

/* Whether the source of a requirement names a clause of a manual: GDB's, LLDB's, or that of debug adapters.
 * What only programs do, or good sense asks for, does not. NULL and "" are not known, and taken for a manual.
 */
bool rsp_source_is_manual(const char *source);

/* "must", or "must, by practice" where no manual says it; "should", "may". `source` is the requirement's. */
const char *rsp_duty_name(rsp_level level, const char *source);

/* What explains one or many failed results: a rule, or the first wrong reply in a form that is the same for
 * all of them. Texts are never NULL and live in the run's arena. */
typedef struct rsp_cause {
    const char *what;        /* "Z0 is confirmed and never hit": one line for people */
    const char *requirement; /* the one that names it best */
    rsp_level level;
    rsp_gravity gravity;
    const char *scenario; /* that shows it best */
    const char *variant;  /* ... and its variant of the matrix */
    const char *evidence; /* rendered transcript, a few lines */
    const char *again;    /* the command that shows it once more */
    const char *send;     /* the command that shows it with packets alone; "" when there is none */
    uint64_t num_results; /* that it explains; 0: it was measured beside them */
    bool allowed;         /* the run went around it: named once, tolerated afterwards as a debugger would */
    const char *source;   /* of the requirement; "" is not known */
} rsp_cause;

/* What a result has cost. */
typedef struct rsp_result_cost {
    uint64_t starts; /* of the stub, for this result */
    uint64_t duration_ns;
    uint64_t round_trips;
    uint64_t packets; /* both directions */
} rsp_result_cost;

/* The conversation behind a result, rendered. */
typedef struct rsp_result_shown {
    const char *window;     /* rendered transcript around the failure */
    const char *transcript; /* all of it, rendered; "" when it was not kept */
    const char *last_words; /* of a stub that died: its standard error */
} rsp_result_shown;

/* The place in a file that decided. */
typedef struct rsp_result_place {
    const char
        *path; /* file of the scenario, with line and column of the step that decided (or of the scenario) */
    uint32_t line; /* 0 is unknown */
    uint32_t column;
} rsp_result_place;

/* Texts are never NULL after rsp_run_add ("" when unknown), may hold hostile bytes, and end in NUL. */
typedef struct rsp_result {
    const char *scenario; /* "nonstop/question-mark-starts-over" */
    const char *title;
    const char *area; /* the part of `scenario` before the '/'; set by rsp_run_add when NULL */
    rsp_result_place place;
    const char *requirements; /* ids separated by spaces */
    rsp_level level;          /* the highest of them that is at stake */
    rsp_verdict verdict;
    const char *message;  /* what is wrong, one line */
    const char *expected; /* in the scenario's notation; may have several lines */
    const char *got;
    const char *remark;  /* behind `got`: "the stop that was already delivered at 12.055 ms" */
    const char *reason;  /* why skipped, or the baseline's reason */
    const char *again;   /* the command that repeats just this */
    const char *manual;  /* section of the GDB manual or other source */
    const char *breach;  /* what the stub does where this fails; "" where the failure may be another one */
    const char *common;  /* what others that fail so have in common; "": its symptom decides */
    const char *breaks;  /* debuggers known to break by it; "" is unknown */
    const char *variant; /* of the matrix: "no-ack bytewise"; "" is plain */
    rsp_result_shown shown;
    const char *fresh; /* why it had a process of its own, where others share one; "" is shared, too */
    rsp_result_cost cost;
    const rsp_violation *violations; /* broken passive rules; may be NULL when 0 */
    size_t num_violations;
    rsp_symptom symptom; /* of what failed: all-zero when it did not fail by an exchange */
    bool hostile;        /* the scenario sends what no debugger sends */
    bool short_wait;     /* silence was waited for a short time only, because it was shown before */
    bool other;     /* skipped: about another kind of stub, or about debuggers: nothing is lacking here */
    uint32_t cause; /* which of the run's causes explains it, from 1; 0: none, or it did not fail */
} rsp_result;

/* selftest: one named fault of the reference stub. */
typedef struct rsp_fault_result {
    const char *fault;       /* "mmr-escape-star" */
    const char *requirement; /* "MMR-004" */
    const char *killed_by;   /* scenario that failed because of it; "" when it survived */
    const char *message;     /* what that scenario said */
} rsp_fault_result;

/* Of a run that is one of several shards: which one, and what is demanded of all of them together. */
typedef struct rsp_run_shard {
    uint64_t number; /* from 1 */
    uint64_t of;     /* 0: the run is whole */
    const char *const *required;
    size_t num_required;
    const char *send_command; /* as rsp_causes_options has it; "" or NULL: none */
    uint64_t min_judged;      /* per cent; 0 for none */
} rsp_run_shard;

/* What is judged. */
typedef struct rsp_run_about {
    const char *kind;    /* "adapter"; NULL or "": a stub */
    const char *stub;    /* as given: "profile:gdbserver" */
    const char *name;    /* as measured: "gdbserver" */
    const char *version; /* "13.1" */
    const char *profile;
    const char *target;    /* "x86-64" */
    const char *look;      /* "little endian, 33 registers, no vCont"; of a stub that no profile describes */
    const char *features;  /* seen, in short: "multiprocess, non-stop" */
    const char *supported; /* its qSupported reply as sent */
} rsp_run_about;

/* Sentences about the run as a whole. */
typedef struct rsp_run_notes {
    const char *left_out; /* of the matrix, with reasons; "" is nothing */
    const char *allowed;  /* "it greets with '+': allowed for"; "" is nothing */
    const char
        *loaded; /* "loaded: the guest riscv32, 1200 bytes at 0x80010000 ..." or why not; "" is nothing */
    const char *left_changed; /* "registers were left changed by a/b: later results may suffer"; "" */
    const char *waited_for; /* what the stub was waited for: "waited 6.2 s for it to listen"; "" is nothing */
    const char *conclusion; /* sentences: "GDB works with this stub." */
} rsp_run_notes;

/* How the run ended. */
typedef struct rsp_run_end {
    uint64_t planned; /* scenarios that were to run; 0 is unknown */
    bool interrupted;
    const char *stopped;     /* why it was: "interrupted", "the 5 s of --max-time are over" */
    const char **unmet;      /* what was demanded of the run and is not so, a sentence each, in `arena` */
    size_t num_unmet;        /* any of them fails it */
    const char **not_played; /* interrupted: names of scenarios without a result, in `arena` */
    size_t num_not_played;
} rsp_run_end;

/* The faults of a selftest. */
typedef struct rsp_run_selftest {
    rsp_fault_result *faults; /* selftest only */
    size_t num_faults;
    size_t cap_faults;
    uint64_t killed;
} rsp_run_selftest;

/* A whole run. All-zero is a valid empty run. Set the plain fields at any time, with texts that
 * live in `arena` or longer; NULL means "". */
typedef struct rsp_run {
    rsp_arena arena;     /* owns what rsp_run_add copied */
    const char *command; /* "run", "selftest" */
    const char *tool_version;
    rsp_run_about about;
    const char *started_at;  /* ISO 8601, given from outside */
    const char *report_path; /* named in the terminal's last line; "" is none */
    const char *trouble;     /* why nothing could be judged: "127.0.0.1:1: refused"; "" is none */
    rsp_run_notes notes;
    uint64_t seed;
    uint64_t duration_ns;
    rsp_run_end ended;
    uint64_t look_starts;     /* of a stub that the run starts: to learn its manners and what it announces */
    uint64_t forecast_starts; /* ... and to rehearse what debuggers do */
    bool strict;              /* a warning fails the run, too */
    rsp_run_shard shard;
    rsp_metrics metrics;
    rsp_cause *causes; /* the gravest first, in `arena`; found when the run is over */
    size_t num_causes;
    rsp_forecast forecast; /* made when the causes are known */

    rsp_summary summary; /* kept by rsp_run_add, and so is ... */
    uint64_t others;     /* ... how many skips are about other kinds of stubs */
    rsp_result *results;
    size_t num_results;
    size_t cap_results;
    rsp_run_selftest selftest;
} rsp_run;

/* Frees all of it; the run can be used again. NULL is fine. */
void rsp_run_free(rsp_run *run);

/* Appends a copy of `result` with copies of all its texts and violations, and counts it.
 * RSP_LIMIT beyond RSP_LIMIT_RESULTS, RSP_NO_MEMORY; the run stays valid. */
rsp_status rsp_run_add(rsp_run *run, const rsp_result *result) RSP_MUST_USE;

/* The same for a fault of a selftest. */
rsp_status rsp_run_add_fault(rsp_run *run, const rsp_fault_result *fault) RSP_MUST_USE;

/* Moves the results of `more` (from another worker) behind those of `run`, adding counts and metrics;
 * `more` stays as it was. */
rsp_status rsp_run_merge(rsp_run *run, const rsp_run *more) RSP_MUST_USE;

/* Puts results in the order of their names and variants, so that reports do not depend on who finished first.
 */
void rsp_run_sort(rsp_run *run);

/* One line of a summary by area. */
typedef struct rsp_area_summary {
    const char *area;
    rsp_summary summary;
    uint64_t others;         /* of the skips: about other kinds of stubs */
    const char *skip_reason; /* when all were skipped for the same reason; else "" */
} rsp_area_summary;

/* The areas in order of first appearance, in run->arena. RSP_NO_MEMORY. */
rsp_status rsp_run_areas(rsp_run *run, rsp_area_summary **out_areas, size_t *out_num) RSP_MUST_USE;

/* What failed since a breakpoint in hardware did not stop the program, and broke no rule, is not judged: for
 * this reason, borrowed. How many these are. */
size_t rsp_run_excuse_hardware(rsp_run *run, const char *reason);

/* Whether there is such a failure. */
bool rsp_run_rests_on_hardware(const rsp_run *run);

/* Results about this kind of stub that the run has, or was to have where it was cut short: what is judged is
 * a share of these. A stub with a program of its own leaves what needs one of ours; options of the reference
 * stub leave all others; debuggers leave a run about stubs. */
uint64_t rsp_run_total(const rsp_run *run);

/* Whether the run says nothing of the stub: no scenario was judged, and it was not interrupted. */
bool rsp_run_says_nothing(const rsp_run *run);

/* Exit status: 0 nothing unexpected, 1 something bad (or a fault that survived a selftest, or interrupted, or
 * a demand that is not met), 3 nothing was judged. */
int rsp_run_exit_code(const rsp_run *run);

RSP_END_DECLS

#endif
