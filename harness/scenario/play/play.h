/* One scenario being played: its conversation, its names, and what went wrong.
 * Steps are functions in a table; each takes the play and the node of its action.
 * Private to the layer; runner.c makes a result of what is left here. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_PLAY_H
#define RSP_SCENARIO_PLAY_H

#include "language/automaton.h"
#include "language/fact.h"
#include "language/grammar.h"
#include "language/template.h"
#include "play/talk.h"

#include <rsp/multimem.h>
#include <rsp/rng.h>
#include <rsp/runner.h>
#include <rsp/stop_reply.h>
#include <rsp/symbol.h>
#include <rsp/tdesc.h>

/* How a step ended. */
typedef enum step_end {
    STEP_OK,
    STEP_FAILED, /* play.failure says how */
    STEP_SKIP,   /* the scenario is skipped, play.skip says why */
    STEP_STOP,   /* the run is being stopped */
} step_end;

typedef struct failure {
    rsp_verdict verdict; /* PASS: none yet */
    const char *message;
    const char *expected;
    const char *got;
    const char *remark;
    const char *because;
    const rsp_node *node;   /* where */
    const rsp_node *covers; /* of the step; NULL: the scenario's */
    rsp_level level;
    uint64_t entry; /* around which the transcript is shown */
    rsp_link_end end;
} failure;

/* What is known of the stub for the whole run. Texts live in `arena`, or with the runner that it was taken
 * from: lists are added to in front. */
typedef struct stub_knowledge {
    rsp_arena arena;
    bool probed;
    const char *supported;
    const char *host_info; /* qHostInfo's reply */
    rsp_tdesc target;
    bool have_target;
    const char *arch;
    bool big_endian;
    unsigned address_bytes;
    bool asked_p;
    bool has_p;
    bool asked_vcont;
    bool has_vcont;
    /* what was asked once, see asked.c */
    struct answer {
        const char *key;
        bool yes;
        const char *why; /* it does not work; "" */
        struct answer *next;
    } * answers;
    struct known_symbol {
        const char *program;
        const char *name;
        rsp_symbol where; /* in the file: where a process has it depends on the process */
        bool found;
        struct known_symbol *next;
    } * symbols;
} stub_knowledge;

typedef struct variant {
    int acks; /* 0 as the scenario says, 1 ack, 2 no-ack */
    write_mode write;
    bool write_named; /* the axis is part of the matrix, also where the value is the plain one */
    int rle;          /* 0 as it is, 1 on, 2 off */
} variant;

typedef struct play {
    struct rsp_runner *runner;
    const rsp_runner_options *options;
    const rsp_profile *profile; /* may be NULL */
    stub_knowledge *stub;
    const rsp_stub_provider *provider;
    const rsp_scenario *scenario;
    variant variant;
    const char *program; /* as opened */
    rsp_arena arena;     /* lives as long as the play */
    rsp_arena scratch;   /* lives as long as a step */
    scope names;
    talk t;
    struct host_talk *host; /* role: stub; then there is no session */
    rsp_link *second;       /* another client of the stub, that does nothing but be there; NULL */
    uint64_t start_ns;      /* when the link was open */
    uint64_t timeout_ns;    /* of the scenario */
    uint64_t deadline_ns;   /* how long the scenario may take */
    rsp_buf supported;      /* reply to the last qSupported of this connection */
    rsp_buf last;           /* last reply taken by a step: decoded, wire, raw, and its request */
    rsp_buf last_wire;
    rsp_buf last_raw;
    rsp_buf last_request;
    uint64_t last_time_ns;
    const rsp_node *connect; /* options in force */
    uint32_t offered;        /* bit 0: the client named multiprocess */
    bool prefers_no_ack;     /* the stub, and the scenario does not mind */
    bool non_stop;
    bool in_setup;
    bool facts_done[FACT_COUNT];
    rsp_metrics budget_start;
    size_t num_steps;
    rsp_status trouble; /* why something could not be compared; then there is no verdict on the stub */
    bool bias_asked;    /* on this connection */
    bool bias_known;
    uint64_t bias; /* what the loader added to the addresses in the program's file */
    failure failure;
    failure noted; /* the first failed `should` or `may` */
    const char *skip;
    rsp_rng rng;
    char unique[17];     /* of this scenario in this run: for names of files on the stub's side */
    rsp_stop_reply stop; /* scratch for the matcher: it is large */
    const rsp_node *step;
    bool told_end;                            /* the provider knows that the link is about to be closed */
    value drained;                            /* threads of the last drain */
    automaton_group groups[AUTOMATON_GROUPS]; /* of the last regular expression that matched */
} play;

expr_env play_env(play *p);

/* Evaluate a node of the given kind into the play's arena; false after failing the step. */
bool play_number(play *p, const rsp_node *node, uint64_t *out);
bool play_value(play *p, const rsp_node *node, value *out);
bool play_payload(play *p, const rsp_node *node, rsp_buf *out);
bool play_bytes(play *p, const rsp_node *node, rsp_buf *out);

/* Records a failure at `node` and returns STEP_FAILED. Only the first counts. */
step_end play_fail(play *p, const rsp_node *node, rsp_verdict verdict, const char *fmt, ...) RSP_PRINTF(4, 5);

/* The same for a conversation that did not go on: `what` was waited for. RSP_CANCELLED is STEP_STOP. */
step_end play_fail_status(play *p, const rsp_node *node, rsp_status status, const char *what);

/* The same when the scenario's deadline has passed; `what` may be "". */
step_end play_fail_over(play *p, const rsp_node *node, const char *what);

/* Something of ours, not the stub, kept a step from being judged: no memory, a limit, a search that was left.
 * The step fails for that reason, whatever else comes of it. */
void play_trouble(play *p, rsp_status status);

/* Keeps the packet that talk received as the last reply. */
void play_keep_reply(play *p);

/* Sends a request and takes its reply, for helpers; fails the step when there is none. */
step_end play_request(play *p, const rsp_node *node, rsp_bytes payload);

/* The same with printf. */
step_end play_requestf(play *p, const rsp_node *node, const char *fmt, ...) RSP_PRINTF(3, 4);

/* Runs a list of steps. */
step_end play_steps(play *p, const rsp_node *steps);

/* Connects and shakes hands as `connect` (may be NULL) says; `again`: on the link that is there. */
step_end play_handshake(play *p, const rsp_node *connect);
step_end play_reconnect(play *p, const rsp_node *node, const rsp_node *connect);

/* deadline.c: how long the scenario may take where nobody says it: a small multiple of its steps' timeouts.
 */
uint64_t deadline_default(const rsp_node *scenario, uint64_t timeout_ns);

/* needs.c: false and a reason when a condition of `map` does not hold. `node` is for errors. */
bool needs_met(play *p, const rsp_node *map, const char **out_reason);
/* The same of its `works`, which may use values of cases. */
bool needs_proven(play *p, const rsp_node *map, const char **out_reason);
/* Asks what conditions of steps want to know, while it is not the scenario's conversation that pays for it.
 */
void needs_ask_ahead(play *p);
step_end needs_before_open(play *p, const char **out_reason);

/* facts.c */
bool fact_lookup(void *ctx, rsp_bytes name, value *out);
const char *fact_program_path(void *ctx, const char *program);
step_end facts_measure(play *p);
/* Names for symbols of the program that runs now; false when one is not to be had. */
bool fact_symbols(play *p, const char *program, const rsp_node *list);
void facts_probe_target(play *p);

/* asked.c: asked once for the run, the answers are remembered. All give false and a reason, or fail the play
 * (no reply came). */
/* Whether the stub serves the packet of a request: it is promised, or not answered empty. */
bool asked_served(play *p, const rsp_node *item, const char **out_reason);
/* Whether the requests of `works`, asked in this order, get the replies that show that they work. */
bool asked_works(play *p, const rsp_node *works, const char **out_reason);
/* Whether the stub announces the packet of this request, or its profile names it. */
bool packet_is_promised(play *p, rsp_bytes request);
/* Asks which optional requests the stub has, as far as helpers want to know it. */
void facts_probe_packets(play *p);
bool facts_has_p(play *p);
bool facts_has_vcont(play *p);

/* registers.c: values by p or from g, for the thread selected. */
typedef enum register_by {
    REGISTER_BY_ANY, /* p and P where the stub has them, else g and G */
    REGISTER_BY_P,
    REGISTER_BY_G,
} register_by;
step_end register_read(play *p, const rsp_node *node, const char *name, uint64_t number, register_by by,
                       value *out);
step_end register_write(play *p, const rsp_node *node, const char *name, uint64_t number, register_by by,
                        uint64_t number_value);

/* threads.c */
step_end threads_read(play *p, const rsp_node *node, value *out);
bool threads_add(play *p, rsp_bytes list, value *out);

/* xfer.c: a whole object into `out`. */
step_end xfer_read(play *p, const rsp_node *node, const char *object, rsp_bytes annex, uint64_t window,
                   rsp_buf *out);

/* match.c: whether the last reply is what `matcher` says; `why` gets the first difference. */
bool match_reply(play *p, const rsp_node *matcher, rsp_buf *why);
/* The same for any text (xfer objects, console, notification bodies). */
bool match_text(play *p, const rsp_node *matcher, rsp_bytes text, rsp_buf *why);
bool match_stop(play *p, const rsp_node *stop, rsp_bytes payload, rsp_buf *why);
bool match_range(play *p, const rsp_node *node, uint64_t number, const char *what, rsp_buf *why);
bool match_xml(play *p, const rsp_node *xml, rsp_bytes text, rsp_buf *why);
bool match_json(play *p, const rsp_node *json, rsp_bytes text, rsp_buf *why);
/* The text of the value at a JSON path. */
bool json_capture(rsp_bytes text, const char *path, rsp_buf *out);
/* The strings of an array member of a JSON object. */
bool match_json_strings(play *p, rsp_bytes text, const char *member, value *out, rsp_buf *why);
bool match_threads(play *p, const rsp_node *node, const value *list, const char *what, rsp_buf *why);
/* Writes why something does not match, unless a reason stands there already: the first counts. Always false.
 */
bool match_say(rsp_buf *why, const char *fmt, ...) RSP_PRINTF(2, 3);
/* The same with a text behind it, in quotes and printable: what the stub says goes this way. */
bool match_say_text(rsp_buf *why, rsp_bytes text, const char *fmt, ...) RSP_PRINTF(3, 4);
/* What the matcher wants, in the scenario's notation with values put in. */
void match_show(play *p, const rsp_node *matcher, rsp_buf *out);

/* capture.c: takes what `capture:` names out of the last reply. */
step_end capture_all(play *p, const rsp_node *capture);
bool capture_set(play *p, const char *name, value v);
/* Data of a memory reply: hex, binary or MultiMemRead, by the request it answers. */
bool capture_data(play *p, rsp_buf *out);

/* steps_*.c: the table. */
typedef step_end step_fn(play *p, const rsp_node *step, const rsp_node *action);
typedef struct step_kind {
    const char *name;
    step_fn *run;
} step_kind;
step_fn *step_find(const char *name);

#define STEP(name) step_end step_##name(play *p, const rsp_node *step, const rsp_node *action)

#endif
