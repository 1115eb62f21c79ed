/* One scenario being played: its conversation, its names, and what went wrong.
 * One noun, and the widest of the layer: only state stands here, what is done with it beside each file.
 * runner.c makes a result of what is left here. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_PLAY_H
#define RSP_SCENARIO_PLAY_H

#include "ends/client_end.h"
#include "language/script.h"
#include "play/knowledge.h"
#include "play/last_reply.h"
#include "play/variant.h"

#include "core/arena.h"
#include "core/rng.h"
#include "scenario/runner.h"
#include "trace/exchange.h"
#include <rsp/payload.h>

/* How a step ended. */
typedef enum step_end {
    STEP_OK,
    STEP_FAILED, /* play.failure says how */
    STEP_SKIP,   /* the scenario is skipped, play.skip says why */
    STEP_STOP,   /* the run is being stopped */
} step_end;

/* How a step has failed. Texts live in the play's arena; NULL where there is nothing to say. */
typedef struct failure {
    rsp_verdict verdict; /* PASS: none yet */
    const char *message;
    const char *expected;
    const char *got;
    const char *remark;
    const char *because;
    const char *breach;      /* what the stub does, by the step or by play_name_failure */
    const char *unanswered;  /* ... whose reply does not come, by the step */
    const char *common;      /* ... and what others have in common with it; NULL: by the step */
    const char *requirement; /* ... and what is at stake by the latter; NULL: what the step covers */
    spec_location at;
    const requirements_spec *covers; /* of the step; NULL: the scenario's */
    rsp_level level;
    uint64_t entry;   /* around which the transcript is shown */
    rsp_came came;    /* instead of what was due; UNKNOWN: it is not about one exchange */
    unsigned late;    /* LATE: the packet that was answered late, where it is not the last one; else 0 */
    bool short_wait;  /* it was waited for a short time only, as silence was known */
    bool refusal_due; /* nothing came for a resume that was to stop nowhere: an error, or OK, was expected */
    rsp_link_end end;
    const char *missing; /* a fact that this stub does not give is named: it is not known. NULL */
} failure;

/* Scratch memory that may be the program's: its bytes before the steps. All-zero: none is borrowed. */
typedef struct borrowed_memory {
    uint64_t at;
    uint64_t size;
    rsp_buf bytes; /* empty: not saved */
} borrowed_memory;

/* What the last `run-on` let run, and what has become of programs that ran. All-zero: nothing is known. */
typedef struct letting_run {
    enum { RAN_UNKNOWN, RAN_BY_THE_WAY, RAN_TO_BE_JUDGED } why;
    uint64_t from;       /* pc */
    uint64_t reached_at; /* where a breakpoint stopped the program last in this play */
    bool reached;        /* ... if one did */
} letting_run;

/* The thread that GDB would go on with. All-zero: nothing was asked on this connection. */
typedef struct known_thread {
    presence state; /* NO: the stub names none */
    rsp_ptid id;
    bool asked; /* `?` was */
} known_thread;

/* What the play has found out about the process. */
typedef struct play_process_found {
    bool well;      /* the play has met nothing that speaks against it */
    bool doubted;   /* what was found counts only when a fresh process shows it, too */
    bool untouched; /* it closed the connection before it said a word: it may serve the next try */
} play_process_found;

/* The stub's process, as a play uses it. All-zero: the play has a process of its own, or one that is not
 * ours. */
typedef struct play_process {
    bool shared; /* it may have served other plays, and serves others afterwards if it is well */
    bool last;   /* it may have served other plays, and serves nobody afterwards */
    bool fresh;  /* it must not have served others, whatever it does afterwards */
    bool used;   /* it has served other plays: what went wrong may be their doing */
    play_process_found found;
    const char *why_fresh; /* not what others share, or not afterwards; NULL: as others */
} play_process;

/* What the loader added to the addresses in the program's file. */
typedef struct play_load {
    bool asked; /* on this connection */
    bool known;
    uint64_t bias;
} play_load;

/* Memory of a play and of its steps. */
typedef struct play_room {
    rsp_arena arena;             /* lives as long as the play */
    rsp_arena scratch;           /* lives as long as a step */
    struct play_buffer *buffers; /* of the step, the newest first; buffers.h */
    rsp_buf no_buffer;           /* what there is instead without memory */
} play_room;

/* Times of a play, in ns. */
typedef struct play_times {
    uint64_t start_ns;    /* when the link was open */
    uint64_t timeout_ns;  /* of the scenario */
    uint64_t deadline_ns; /* how long the scenario may take */
} play_times;

/* Facts that a play could not have. */
typedef struct play_lacks {
    const char *unlearned; /* why a LEARNED fact is missing; NULL */
    const char *missing;   /* of the name that was looked up last, where it is a fact without a value; NULL */
} play_lacks;

/* Why a play is skipped. */
typedef struct play_skipping {
    const char *why;
    /* FOR_OTHERS: about another kind of stub. UNSERVED: the empty reply, whatever the program does. */
    enum { SKIP_HERE, SKIP_FOR_OTHERS, SKIP_UNSERVED } kind;
} play_skipping;

/* What a play is doing. */
typedef struct play_mode {
    uint32_t offered;    /* bit 0: the client named multiprocess */
    bool prefers_no_ack; /* the stub, and the scenario does not mind */
    bool non_stop;
    bool in_setup;
    bool probing; /* to know the stub: what is odd is allowed for, not judged */
} play_mode;

/* What went wrong. */
typedef struct play_failed {
    rsp_status trouble; /* why something could not be compared; then there is no verdict on the stub */
    failure failure;
    failure noted; /* the first failed `should` or `may` */
} play_failed;

/* Places that are used again by each step: large ones. */
typedef struct play_reused {
    char unique[17];     /* of this scenario in this run: for names of files on the stub's side */
    rsp_stop_reply stop; /* scratch for the matcher: it is large */
    value drained;       /* threads of the last drain */
    automaton_group groups[AUTOMATON_GROUPS]; /* of the last regular expression that matched */
} play_reused;

/* What is played. */
typedef struct play_script {
    const rsp_scenario *scenario;
    const scenario_spec *spec; /* of its script */
    variant variant;
} play_script;

/* What the steps may change, as it was before. */
typedef struct play_undo {
    rsp_buf registers; /* the reply to g before the steps, where they may write registers; empty */
    borrowed_memory borrowed;
    const char *left; /* what it has changed in the stub and could not undo: "registers were"; NULL */
} play_undo;

/* How the connection was opened. */
typedef struct play_opening {
    rsp_buf supported;           /* reply to the last qSupported of this connection */
    const connect_spec *connect; /* options in force; NULL: the defaults */
} play_opening;

/* The program that is played. */
typedef struct play_program {
    const char *program;                               /* as opened, or as the guest plays it */
    enum { GUEST_NONE, GUEST_WANTED, GUEST_IN } guest; /* whether the program is the guest's */
} play_program;

/* Where the play is. */
typedef struct play_at {
    size_t num_steps;
    uint64_t steps_from; /* the first entry of the transcript behind the preparation */
    uint64_t left_at;    /* ... behind the last time that the client left; 0: it has not */
    const step_spec *step;
} play_at;

/* One scenario in one variant, from the open link to the result. */
typedef struct play {
    const rsp_runner_options *options;
    const rsp_profile *profile; /* may be NULL */
    stub_knowledge *stub;
    const rsp_stub_provider *provider;
    play_script script;
    play_program ours;
    play_room room;
    scope names;
    client_end t;
    struct stub_end *host; /* role: stub; then there is no session */
    rsp_link *second;      /* another client of the stub, that does nothing but be there; NULL */
    play_times times;
    rsp_buf words_before; /* what the stub had written to its stderr by then */
    play_opening opening;
    play_undo undo;
    play_process process;
    last_reply last;
    play_mode mode;
    letting_run ran;
    rsp_metrics budget_start;
    play_at at;
    play_failed failed;
    play_load load;
    play_lacks lacks;
    play_skipping skipping;
    const char *around; /* what the play has gone around: a pass proves less than it would; NULL */
    rsp_rng rng;
    play_reused reused;
    known_thread thread;
    bool told_end; /* the provider knows that the link is about to be closed */
} play;

#endif
