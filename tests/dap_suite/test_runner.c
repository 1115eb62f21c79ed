/* Scenarios played to a small adapter in virtual time: verdicts, messages, skips, the results of the rules.
 * Each mistake of the adapter is noticed by a scenario or a rule, and without one all of them pass.
 * See dap_suite/runner.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "adapter_world.h"
#include "dap_suite/runner.h"
#include <stdio.h>
#include <unistd.h>

typedef struct world {
    adapter_world of;
    rsp_status opens; /* how opening ends, as long as `unreached` is above 0 */
    unsigned unreached;
    rsp_dap_suite *suite;
    rsp_dap_tally tally;
    rsp_run run;
} world;

static rsp_status open_when_it_listens(void *ctx, rsp_link **out_link, rsp_error *error) {
    world *w = ctx;
    if (w->unreached > 0) {
        w->unreached--;
        return rsp_fail(error, w->opens, "it does not listen");
    }
    return adapter_world_open(&w->of, out_link, error);
}

static void load(world *w, const char *mistake, const char *yaml) {
    rsp_diagnostics diagnostics = {0};
    *w = (world){.unreached = 0};
    adapter_world_begin(&w->of, mistake);
    w->of.target.open = open_when_it_listens;
    w->of.target.ctx = w;
    w->of.target.again_prefix = "stubborn adapter run";
    w->suite = rsp_dap_suite_new(NULL);
    assert_ok(rsp_dap_suite_load_memory(w->suite, "test.yaml", rsp_bytes_str(yaml), &diagnostics));
    rsp_diagnostics_free(&diagnostics);
}

static rsp_status play(world *w, size_t i) {
    return rsp_dap_run_scenario(&w->of.target, rsp_dap_suite_get(w->suite, i), &w->tally, NULL, NULL, &w->run,
                                NULL);
}

static void begin(world *w, const char *mistake, const char *yaml) {
    load(w, mistake, yaml);
    for (size_t i = 0; i < rsp_dap_suite_count(w->suite); i++)
        assert_ok(play(w, i));
}

static void end(world *w) {
    rsp_run_free(&w->run);
    rsp_dap_tally_free(&w->tally);
    rsp_dap_suite_free(w->suite);
    adapter_world_end(&w->of);
}

#define HEAD "scenario: a/b\ntitle: t\ncovers: [DAP-X-001]\nprotocol: dap\n"
#define STEP                                                                     \
    HEAD "steps:\n"                                                              \
         "  - {request: next, as: step, arguments: {threadId: \"${thread}\"}}\n" \
         "  - {event: stopped, body: {reason: step}}\n"                          \
         "  - before: [step, stopped]\n"                                         \
         "  - request: stackTrace\n"                                             \
         "    body: {stackFrames: [{line: \"${line+1}\"}]}\n"                    \
         "  - {request: noSuchThing, fails: yes}\n"                              \
         "  - request: threads\n"

#define WORKS HEAD "steps:\n  - {request: evaluate, waits: no, as: slow}\n  - works: slow\n"

/* A breakpoint is held, and the program goes on. */
#define MOVED                                                                              \
    "steps:\n"                                                                             \
    "  - {request: setBreakpoints, arguments: {}, capture: {told: /body/breakpoints/0}}\n" \
    "  - {request: next, arguments: {threadId: \"${thread}\"}}\n"                          \
    "  - event: stopped\n"
#define FOLLOWED MOVED "  - {follow: told}\n"

static const struct {
    const char *mistake;
    const char *yaml;
    rsp_verdict verdict;
    const char *message;
} cases[] = {
    {"", STEP, RSP_VERDICT_PASS, ""},
    {"no-stop", STEP, RSP_VERDICT_HANG, "no event 'stopped' at the first breakpoint within 5000 ms"},
    {"stops-too-early", STEP, RSP_VERDICT_FAIL, "'stopped' came too early"},
    {"scopes-have-hints", HEAD "steps:\n  - {check: \"${locals}\", is: 31}\n", RSP_VERDICT_PASS, ""},
    {"scopes-have-hints", HEAD "at: deep\nsteps:\n  - {check: \"${locals}\", is: 32}\n", RSP_VERDICT_PASS,
     ""},
    {"scopes-have-names", HEAD "steps:\n  - {check: \"${locals}\", is: 31}\n", RSP_VERDICT_PASS, ""},
    {"scopes-have-names", HEAD "at: deep\nsteps:\n  - {check: \"${locals}\", is: 32}\n", RSP_VERDICT_PASS,
     ""},
    {"scopes-say-nothing", HEAD "steps:\n  - {check: \"${locals}\", is: 31}\n", RSP_VERDICT_PASS, ""},
    {"scopes-say-nothing", HEAD "at: deep\nsteps:\n  - {check: \"${locals}\", is: 32}\n", RSP_VERDICT_PASS,
     ""},
    {"scopes-are-two", HEAD "steps:\n  - {check: \"${locals}\", is: 31}\n", RSP_VERDICT_PASS, ""},
    {"floods", HEAD "steps:\n  - {event: never, within: 2s}\n", RSP_VERDICT_HANG,
     "no event 'never' within 2000 ms"},
    {"floods", HEAD "steps:\n  - {ends: yes, within: 2s}\n", RSP_VERDICT_HANG,
     "the adapter does not end: deadline passed"},
    {"never-answers-threads", STEP, RSP_VERDICT_HANG, "no response to 'threads' within 5000 ms"},
    {"", HEAD "steps:\n  - {request: noSuchThing}\n", RSP_VERDICT_FAIL,
     "noSuchThing: success is false: unknown request"},
    {"", HEAD "steps:\n  - {request: threads, fails: yes}\n", RSP_VERDICT_FAIL, "threads: success is true"},
    {"", HEAD "steps:\n  - {request: noSuchThing, message: notStopped}\n", RSP_VERDICT_FAIL,
     "noSuchThing: it is \"unknown request\", not \"notStopped\""},
    {"", HEAD "steps:\n  - {request: threads, body: {threads: []}}\n", RSP_VERDICT_FAIL,
     "threads: /threads is [{\"id\":1,\"name\":\"main\"}], not []"},
    {"", HEAD "steps:\n  - {request: threads, waits: no}\n  - {response: threads}\n", RSP_VERDICT_PASS, ""},
    {"", HEAD "steps:\n  - response: nobody\n", RSP_VERDICT_ERROR, "no request is named 'nobody'"},
    {"", HEAD "steps:\n  - {request: threads, arguments: \"${nothing}\"}\n", RSP_VERDICT_ERROR,
     "arguments: 'nothing' has no value"},
    {"", HEAD "steps:\n  - {event: exited, within: 1s}\n", RSP_VERDICT_HANG,
     "no event 'exited' within 1000 ms"},
    {"",
     HEAD "steps:\n  - {request: next, arguments: {threadId: \"${thread}\"}}\n"
          "  - {event: stopped, body: {reason: pause}, within: 1s}\n",
     RSP_VERDICT_FAIL, "event 'stopped' as the step wants it: /reason is \"step\", not \"pause\""},
    {"", HEAD "steps:\n  - {request: next}\n  - no-event: stopped\n", RSP_VERDICT_FAIL,
     "stopped: this event is not to come"},
    {"", HEAD "steps:\n  - {count: stopped, is: 2}\n", RSP_VERDICT_FAIL, "stopped: it is 1, not 2"},
    {"", HEAD "steps:\n  - {check: \"${line}\", at-most: 3, times: 2, plus: 1}\n", RSP_VERDICT_FAIL,
     "10 is above 7"},
    {"", HEAD "steps:\n  - {check: \"${line}\", at-least: 11}\n", RSP_VERDICT_FAIL, "10 is below 11"},
    {"", HEAD "steps:\n  - {check: [\"${line}\", 7], at-most: 7}\n", RSP_VERDICT_PASS, ""},
    {"", HEAD "steps:\n  - {check: [\"${line}\", 8], at-most: 7}\n", RSP_VERDICT_FAIL, "8 is above 7"},
    {"", HEAD "steps:\n  - {check: 8, at-most: \"seven\"}\n", RSP_VERDICT_ERROR, "'at-most' is no number"},
    {"", HEAD "steps:\n  - {check: [8, \"seven\"], at-most: 7}\n", RSP_VERDICT_FAIL, "check is no number"},
    {"", HEAD "steps:\n  - {check: \"seven\", at-least: 7}\n", RSP_VERDICT_FAIL, "seven is no number"},
    {"",
     HEAD "steps:\n  - repeat: 3\n    steps:\n      - {request: threads}\n  - {count: threads, of: response, "
          "is: 3}\n",
     RSP_VERDICT_PASS, ""},
    {"", HEAD "steps:\n  - request: disconnect\n  - {ends: yes}\n", RSP_VERDICT_PASS, ""},
    {"", HEAD "steps:\n  - {ends: yes, within: 1s}\n", RSP_VERDICT_HANG,
     "the adapter does not end: deadline passed"},
    {"", HEAD "steps:\n  - request: disconnect\n  - request: threads\n", RSP_VERDICT_FAIL,
     "the adapter takes no more: the other end closed the link"},
    {"",
     HEAD "steps:\n  - {raw: \"Content-Length: 46\\r\\n\\r\\n{\\\"seq\\\":9\", pieces: 1}\n"
          "  - {raw: ',\"type\":\"request\",\"command\":\"threads\"}', as: cut, seq: 9}\n  - response: cut\n",
     RSP_VERDICT_PASS, ""},
    {"", HEAD "steps:\n  - content: '[]'\n  - survives: yes\n", RSP_VERDICT_PASS, ""},
    {"moves-breakpoints", HEAD FOLLOWED "  - {check: \"${told}\", is: {id: 5, verified: true, line: 12}}\n",
     RSP_VERDICT_PASS, ""},
    {"", HEAD FOLLOWED "  - {check: \"${told}\", is: {id: 5, verified: true, line: \"!\"}}\n",
     RSP_VERDICT_PASS, ""},
    {"moves-breakpoints",
     HEAD MOVED "  - {follow: told, since: next}\n  - {check: \"${told/line}\", is: 12}\n", RSP_VERDICT_PASS,
     ""},
    {"moves-breakpoints",
     HEAD MOVED "  - {follow: told, since: stopped}\n  - {check: \"${told}\", is: {line: \"!\"}}\n",
     RSP_VERDICT_PASS, ""},
    {"", HEAD "steps:\n  - {follow: told}\n", RSP_VERDICT_ERROR, "'told' is no breakpoint of a response"},
    {"", HEAD MOVED "  - {follow: told, since: nobody}\n", RSP_VERDICT_ERROR, "no message is named 'nobody'"},
    {"", HEAD "steps:\n  - {kill: -1}\n", RSP_VERDICT_FAIL, "kill: no id of a process"},
    {"", HEAD "steps:\n  - {kill: 1}\n", RSP_VERDICT_FAIL, "kill: no id of a process"},
    {"", HEAD "steps:\n  - {kill: many}\n", RSP_VERDICT_FAIL, "kill: no id of a process"},
    {"", HEAD "steps:\n  - {process: 0, state: gone}\n", RSP_VERDICT_FAIL, "process: no id of a process"},
    {"", HEAD "start: initialized\nlaunch: {more: 7}\nsteps:\n  - {check: \"${launch/more}\", is: 7}\n",
     RSP_VERDICT_PASS, ""},
    {"",
     HEAD "start: initialized\nlaunch: {more: 7}\nsteps:\n  - {request: launch, arguments: \"${launch}\"}\n"
          "  - {event: initialized}\n",
     RSP_VERDICT_PASS, ""},
    {"", HEAD "start: nothing\nlaunch: {more: \"${nothing}\"}\nsteps: []\n", RSP_VERDICT_ERROR,
     "launch: 'nothing' has no value"},
    {"", HEAD "needs: {supportsConfigurationDoneRequest: false}\nsteps: []\n", RSP_VERDICT_SKIP, ""},
    {"", HEAD "facts: [slow]\nsteps: []\n", RSP_VERDICT_SKIP, ""},
    {"", HEAD "program: other\nsteps: []\n", RSP_VERDICT_SKIP, ""},
    {"", HEAD "library: other\nsteps: []\n", RSP_VERDICT_SKIP, ""},
    {"", HEAD "steps:\n  - {works: nobody}\n", RSP_VERDICT_ERROR, "no request is named 'nobody'"},
    {"works-and-reads-on", WORKS, RSP_VERDICT_PASS, ""},
    {"works-with-progress", WORKS, RSP_VERDICT_PASS, ""},
    {"works-with-progress",
     HEAD "steps:\n  - {request: next}\n  - {request: evaluate, waits: no, as: slow}\n  - works: next\n",
     RSP_VERDICT_SKIP, ""},
    {"works-alone", WORKS, RSP_VERDICT_SKIP, ""},
    {"", WORKS, RSP_VERDICT_SKIP, ""}, /* it is answered at once */
    {"", HEAD "at: nowhere\nsteps: []\n", RSP_VERDICT_ERROR, "no line of the debuggee is labelled 'nowhere'"},
};

static void scenario_has_its_verdict_and_message(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        world w;
        begin(&w, cases[i].mistake, cases[i].yaml);
        const rsp_result *r = w.run.results;
        assert_string_equal(r->message, cases[i].message);
        assert_int_equal(r->verdict, cases[i].verdict);
        assert_int_equal(r->verdict == RSP_VERDICT_SKIP, r->reason[0] != '\0');
        end(&w);
    }
}

/* The text with our process id for its "%ld". */
static void print_with(char *out, size_t size, const char *text) {
    const char *at = strstr(text, "%ld");
    if (at)
        (void)snprintf(out, size, "%.*s%ld%s", (int)(at - text), text, (long)getpid(), at + 3);
    else
        (void)snprintf(out, size, "%s", text);
}

/* An adapter that names us as its debuggee. */
static void process_of_another_file_is_gone_and_lives_on(void **state) {
    (void)state;
    static const struct {
        const char *step;
        rsp_verdict verdict;
        const char *message;
    } steps[] = {
        {"{process: %ld, state: gone}", RSP_VERDICT_PASS, ""},
        {"{process: %ld}", RSP_VERDICT_FAIL, "the debuggee: gone, not runs"},
        {"{kill: %ld}", RSP_VERDICT_FAIL, "no process %ld runs the debuggee"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(steps); i++) {
        char one[80];
        char yaml[200];
        char message[80];
        world w;
        print_with(one, sizeof one, steps[i].step);
        print_with(message, sizeof message, steps[i].message);
        (void)snprintf(yaml, sizeof yaml, HEAD "steps:\n  - %s\n", one);
        begin(&w, "", yaml);
        assert_string_equal(w.run.results->message, message);
        assert_int_equal(w.run.results->verdict, steps[i].verdict);
        end(&w);
    }
}

static void failure_shows_the_messages_around_it(void **state) {
    (void)state;
    world w;
    begin(&w, "", HEAD "steps:\n  - {request: threads, body: {threads: []}}\n");
    const rsp_result *r = w.run.results;
    assert_int_equal(r->place.line, 6);
    assert_string_equal(r->expected, "{\"threads\":[]}");
    assert_non_null(strstr(r->got, "\"name\":\"main\""));
    assert_non_null(strstr(r->shown.window, "<- {"));
    assert_non_null(strstr(r->shown.transcript, "initialize"));
    assert_string_equal(r->again, "stubborn adapter run --filter a/b -v");
    end(&w);
}

static void failure_says_what_others_have_in_common_with_it(void **state) {
    (void)state;
    static const struct {
        const char *step;
        const char *common;
    } steps[] = {
        {"{request: noSuch}", "noSuch is answered with an error: "},
        {"{request: noSuch, as: odd, fails: yes, body: {x: 1}}", ""},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(steps); i++) {
        char yaml[200];
        world w;
        (void)snprintf(yaml, sizeof yaml, HEAD "steps:\n  - %s\n", steps[i].step);
        begin(&w, "", yaml);
        assert_int_equal(w.run.results->verdict, RSP_VERDICT_FAIL);
        assert_int_equal(strncmp(w.run.results->common, steps[i].common, strlen(steps[i].common)), 0);
        assert_int_equal(w.run.results->common[0] != '\0', steps[i].common[0] != '\0');
        end(&w);
    }
}

/* The title of a scenario says what should be; a heading needs what was. */
static void failure_says_what_happened(void **state) {
    (void)state;
    static const struct {
        const char *mistake;
        const char *steps;
        const char *breach;
    } rows[] = {
        {"", "  - {request: threads, as: odd, fails: yes}\n",
         "threads without arguments is answered with success"},
        {"", "  - {request: next, as: odd, fails: yes, arguments: {threadId: 1}}\n",
         "next with {\"threadId\":1} is answered with success"},
        {"", "  - {request: noSuch, as: odd}\n",
         "noSuch without arguments is answered with an error: unknown request"},
        {"", "  - {request: threads, body: {threads: []}}\n", ""},
        {"",
         "  - {request: next, fails: yes, arguments: {threadId: 1, more: \"so many words that no heading has "
         "a place for all of them\"}}\n",
         ""},
        {"never-answers-threads", "  - {request: threads}\n", "threads without arguments has no response"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        char yaml[400];
        world w;
        (void)snprintf(yaml, sizeof yaml, HEAD "steps:\n%s", rows[i].steps);
        begin(&w, rows[i].mistake, yaml);
        assert_string_equal(w.run.results->breach, rows[i].breach);
        end(&w);
    }
}

static const rsp_result *result_of(const rsp_run *run, const char *name) {
    for (size_t i = 0; i < run->num_results; i++)
        if (strcmp(run->results[i].scenario, name) == 0)
            return &run->results[i];
    return NULL;
}

static const struct {
    const char *mistake;
    const char *rule;
    rsp_verdict verdict;
} rules[] = {
    {"seq-is-zero", "rules/seq-counts-up", RSP_VERDICT_FAIL},
    {"answers-twice", "rules/one-response-per-request", RSP_VERDICT_FAIL},
    {"error-without-message", "rules/error-has-a-message", RSP_VERDICT_WARN},
};

static void rules_give_one_result_each(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(rules); i++) {
        world w;
        begin(&w, "", STEP);
        assert_ok(rsp_dap_tally_add(&w.tally, &w.of.target, NULL, 0, &w.run));
        assert_int_equal(result_of(&w.run, rules[i].rule)->verdict, RSP_VERDICT_PASS);
        assert_int_equal(rsp_run_exit_code(&w.run), 0);
        end(&w);
        begin(&w, rules[i].mistake, STEP);
        assert_ok(rsp_dap_tally_add(&w.tally, &w.of.target, NULL, 0, &w.run));
        const rsp_result *r = result_of(&w.run, rules[i].rule);
        assert_int_equal(r->verdict, rules[i].verdict);
        assert_non_null(strstr(r->message, "in 1 of 1 sessions, first in a/b"));
        assert_true(r->shown.window[0] && r->got[0] == '{');
        assert_non_null(strstr(r->again, "--filter a/b --filter rules/"));
        const size_t num = w.run.num_results;
        assert_ok(rsp_dap_tally_add(&w.tally, &w.of.target, &rules[i].rule, 1, &w.run)); /* by its name */
        assert_int_equal(w.run.num_results, num + 1);
        assert_string_equal(w.run.results[num].scenario, rules[i].rule);
        end(&w);
    }
}

static const struct {
    rsp_status opens;
    rsp_verdict verdict;
} unreached[] = {{RSP_CONNECT, RSP_VERDICT_ERROR}, {RSP_DIED, RSP_VERDICT_CRASH}};

static void adapter_that_is_not_reached_is_the_scenarios_verdict(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(unreached); i++) {
        world w;
        load(&w, "", STEP);
        w.opens = unreached[i].opens;
        w.unreached = RSP_DAP_UNREACHED_MAX - 1;
        for (unsigned k = 0; k < RSP_DAP_UNREACHED_MAX - 1; k++) {
            assert_ok(play(&w, 0));
            assert_int_equal(w.run.results[k].verdict, unreached[i].verdict);
            assert_string_equal(w.run.results[k].message, "it does not listen");
        }
        assert_ok(play(&w, 0));
        assert_int_equal(w.run.results[w.run.num_results - 1].verdict, RSP_VERDICT_PASS);
        w.unreached = RSP_DAP_UNREACHED_MAX; /* the count begins anew after one that was reached */
        for (unsigned k = 0; k < RSP_DAP_UNREACHED_MAX - 1; k++)
            assert_ok(play(&w, 0));
        assert_int_equal(play(&w, 0), unreached[i].opens);
        assert_int_equal(w.run.num_results, 2 * RSP_DAP_UNREACHED_MAX);
        end(&w);
    }
}

static void adapter_that_cannot_be_started_ends_the_run(void **state) {
    (void)state;
    world w;
    load(&w, "", STEP);
    w.opens = RSP_SPAWN;
    w.unreached = 1;
    assert_int_equal(play(&w, 0), RSP_SPAWN);
    assert_int_equal(w.run.num_results, 0);
    end(&w);
}

/* --- the start --- */

static void response_to_initialize_has_its_own_time(void **state) {
    (void)state;
    static const struct {
        uint64_t rtt_s;
        uint64_t start_s; /* 0: the usual */
        rsp_verdict verdict;
        const char *message;
    } starts[] = {
        {8, 0, RSP_VERDICT_PASS, ""},
        {29, 0, RSP_VERDICT_PASS, ""},
        {31, 0, RSP_VERDICT_HANG, "no response to 'initialize' within 30000 ms"},
        {31, 40, RSP_VERDICT_PASS, ""},
        {3, 2, RSP_VERDICT_HANG, "no response to 'initialize' within 2000 ms"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(starts); i++) {
        world w;
        load(&w, "", HEAD "start: initialized\nsteps: []\n");
        w.of.rtt_ns = starts[i].rtt_s * RSP_NS_PER_S;
        w.of.target.start_ns = starts[i].start_s * RSP_NS_PER_S;
        w.of.target.ctx = &w.of;
        w.of.target.open = adapter_world_open;
        assert_ok(play(&w, 0));
        assert_string_equal(w.run.results->message, starts[i].message);
        assert_int_equal(w.run.results->verdict, starts[i].verdict);
        end(&w);
    }
}

static void look_tells_how_long_the_start_took(void **state) {
    (void)state;
    world w;
    uint64_t took_ns = 0;
    load(&w, "", STEP);
    w.of.rtt_ns = 8 * RSP_NS_PER_S;
    assert_ok(rsp_dap_look(&w.of.target, &w.tally, &took_ns, NULL));
    assert_int_equal(took_ns, 8 * RSP_NS_PER_S);
    assert_true(json_is_true(json_object_get(w.tally.capabilities, "supportsConfigurationDoneRequest")));
    assert_int_equal(w.of.opened, 1);
    end(&w);
}

static void look_tries_an_adapter_that_ends_again(void **state) {
    (void)state;
    for (unsigned deaths = 0; deaths <= 3; deaths++) {
        world w;
        uint64_t took_ns = 0;
        rsp_error error = {0};
        load(&w, "", STEP);
        w.opens = RSP_DIED;
        w.unreached = deaths;
        assert_int_equal(rsp_dap_look(&w.of.target, &w.tally, &took_ns, &error),
                         deaths < 3 ? RSP_OK : RSP_DIED);
        assert_string_equal(error.msg, deaths < 3 ? "" : "it does not listen");
        end(&w);
    }
}

/* `--adapter exec:cat`, or a port of something else: no time is waited for. */
static void look_knows_an_echo(void **state) {
    (void)state;
    world w;
    uint64_t took_ns = 0;
    rsp_error error = {0};
    load(&w, "echo", STEP);
    assert_int_equal(rsp_dap_look(&w.of.target, &w.tally, &took_ns, &error), RSP_CONNECT);
    assert_string_equal(error.msg, "it sends back what it gets, and answers nothing: is it a debug adapter?");
    assert_int_equal(w.of.opened, 1);
    assert_ok(play(&w, 0));
    assert_string_equal(w.run.results->message,
                        "the adapter sends back what it gets, and sent no response to 'initialize'");
    end(&w);
}

/* The file that an expression makes is the sign, and no other request is sent for one. */
static const char *mark_that_is_there(void *ctx) {
    (void)ctx;
    return "corpora/adapters/sample.c";
}

static const char *mark_that_is_missing(void *ctx) {
    (void)ctx;
    return "/nowhere/at-all";
}

static void expression_that_makes_a_file_is_seen_by_it(void **state) {
    (void)state;
    for (int there = 0; there < 2; there++) {
        world w;
        load(&w, "works-alone",
             HEAD "facts: [slow]\nsteps:\n"
                  "  - {request: evaluate, waits: no, arguments: {expression: \"${slow}\"}}\n"
                  "  - works: evaluate\n  - {count: threads, of: response, is: 1}\n");
        (void)json_object_set_new(w.of.profile->facts, "slow", json_string("touch ${mark}; sleep"));
        w.of.target.mark = there ? mark_that_is_there : mark_that_is_missing;
        assert_ok(play(&w, 0));
        assert_int_equal(w.run.results->verdict, there ? RSP_VERDICT_FAIL : RSP_VERDICT_SKIP);
        assert_string_equal(w.run.results->message, there ? "threads: it is 0, not 1" : "");
        assert_string_equal(w.run.results->reason,
                            there ? "" : "nothing shows when the adapter works on a request");
        end(&w);
    }
}

static void silent_adapter_ends_the_run_after_three_scenarios_and_a_look(void **state) {
    (void)state;
    world w;
    uint64_t took_ns = 0;
    load(&w, "silent", STEP);
    assert_int_equal(rsp_dap_look(&w.of.target, &w.tally, &took_ns, NULL), RSP_TIMEOUT);
    assert_int_equal(w.of.opened, 1);
    for (unsigned i = 0; i < RSP_DAP_UNREACHED_MAX - 1; i++)
        assert_ok(play(&w, 0));
    assert_int_equal(play(&w, 0), RSP_TIMEOUT);
    assert_int_equal(w.of.opened, 1 + RSP_DAP_UNREACHED_MAX + 1);
    assert_int_equal(w.run.num_results, RSP_DAP_UNREACHED_MAX);
    w.of.mistake = "";
    for (unsigned i = 0; i < RSP_DAP_UNREACHED_MAX; i++) { /* one that speaks begins the count anew */
        assert_ok(play(&w, 0));
        w.of.mistake = "silent";
    }
    end(&w);
}

/* What is said in place of an answer is judged once, by one scenario and the rules. */
static void adapter_that_never_answers_is_played_once(void **state) {
    (void)state;
    static const char why[] =
        "no response to 'initialize' within 30000 ms; it sent 16 bytes instead: server is ready\\x0a";
    world w;
    uint64_t took_ns = 0;
    rsp_error error = {0};
    load(&w, "talks",
         STEP
         "---\nscenario: a/c\ntitle: t\ncovers: [DAP-X-001]\nprotocol: dap\nstart: nothing\nsteps: []\n");
    assert_ok(rsp_dap_look(&w.of.target, &w.tally, &took_ns, NULL));
    assert_string_equal(w.tally.talk, why);
    assert_ok(play(&w, 1)); /* it is not asked to initialize, and owes nothing */
    assert_int_equal(rsp_dap_run_scenario(&w.of.target, rsp_dap_suite_get(w.suite, 0), &w.tally, NULL, NULL,
                                          &w.run, &error),
                     RSP_TIMEOUT);
    assert_string_equal(error.msg, why);
    assert_int_equal(w.run.results[1].verdict, RSP_VERDICT_HANG);
    assert_int_equal(w.of.opened, 3);
    assert_ok(rsp_dap_tally_add(&w.tally, &w.of.target, NULL, 0, &w.run));
    assert_int_equal(result_of(&w.run, "rules/no-stray-bytes")->verdict, RSP_VERDICT_FAIL);
    end(&w);
}

static void adapter_that_answers_no_more_ends_the_run_after_three_scenarios_and_a_look(void **state) {
    (void)state;
    world w;
    uint64_t took_ns = 0;
    load(&w, "", STEP);
    assert_ok(rsp_dap_look(&w.of.target, &w.tally, &took_ns, NULL));
    assert_string_equal(w.tally.talk, "");
    w.of.mistake = "talks";
    for (unsigned i = 0; i < RSP_DAP_UNREACHED_MAX - 1; i++)
        assert_ok(play(&w, 0));
    assert_int_equal(play(&w, 0), RSP_TIMEOUT);
    assert_int_equal(w.of.opened, 1 + RSP_DAP_UNREACHED_MAX + 1);
    end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenario_has_its_verdict_and_message),
        cmocka_unit_test(process_of_another_file_is_gone_and_lives_on),
        cmocka_unit_test(failure_says_what_others_have_in_common_with_it),
        cmocka_unit_test(failure_shows_the_messages_around_it),
        cmocka_unit_test(rules_give_one_result_each),
        cmocka_unit_test(adapter_that_is_not_reached_is_the_scenarios_verdict),
        cmocka_unit_test(response_to_initialize_has_its_own_time),
        cmocka_unit_test(look_tells_how_long_the_start_took),
        cmocka_unit_test(look_tries_an_adapter_that_ends_again),
        cmocka_unit_test(look_knows_an_echo),
        cmocka_unit_test(expression_that_makes_a_file_is_seen_by_it),
        cmocka_unit_test(failure_says_what_happened),
        cmocka_unit_test(silent_adapter_ends_the_run_after_three_scenarios_and_a_look),
        cmocka_unit_test(adapter_that_never_answers_is_played_once),
        cmocka_unit_test(adapter_that_answers_no_more_ends_the_run_after_three_scenarios_and_a_look),
        cmocka_unit_test(adapter_that_cannot_be_started_ends_the_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
