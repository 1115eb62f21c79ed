/* The suite as a library: loading, what is wrong with a file, playing to a stub of a few lines, judgements.
 * The stub takes signals to pass, is silent on those of the program, and lacks all else. Time is virtual.
 * See rsp/scenarios.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "in_folder.h"

#include "link/peer.h"
#include <rsp/frame.h>
#include <rsp/scenarios.h>
#include <sys/stat.h>

#define SCENARIO(name, request, reply)                                                                   \
    "scenario: " name "\ntitle: A title\ncovers: [FRAME-001]\nlevel: must\nsteps:\n  - send: \"" request \
    "\"\n  - expect: \"" reply "\"\n"

static const char three[] = SCENARIO("one/good", "QPassSignals:", "OK") "---\n" SCENARIO(
    "one/bad", "QPassSignals:", "W00") "---\n" SCENARIO("two/silent", "QProgramSignals:", "OK");

typedef struct world {
    rsp_decoder stub;
    rsp_status open; /* what opening gives */
    unsigned opened;
    rsp_buf heard; /* "name verdict;" for each judgement */
    volatile sig_atomic_t stop;
    bool stops; /* after the first judgement */
} world;

static rsp_peer_state input(void *ctx, rsp_bytes in, rsp_buf *out) {
    world *w = ctx;
    while (in.len > 0) {
        rsp_wire_event event;
        in = rsp_bytes_from(in, rsp_decode(&w->stub, in, &event));
        if (event.kind != RSP_EVENT_PACKET)
            continue;
        rsp_buf_push(out, '+');
        if (!rsp_bytes_equal(event.payload, RSP_LIT("QProgramSignals:")))
            rsp_frame_packet(out, rsp_bytes_equal(event.payload, RSP_LIT("QPassSignals:")) ? RSP_LIT("OK")
                                                                                           : RSP_LIT(""));
    }
    return RSP_PEER_IDLE;
}

static rsp_status open_stub(void *ctx, rsp_link **out_link, const char *program, rsp_error *error) {
    world *w = ctx;
    const rsp_peer peer = {.input = input, .ctx = w};
    w->opened++;
    assert_string_equal(program, "");
    if (w->open != RSP_OK)
        return rsp_fail(error, w->open, "not today");
    rsp_decoder_reset(&w->stub);
    return rsp_link_open_peer(out_link, &peer, NULL);
}

static void judged(void *ctx, const rsp_judgement *j) {
    world *w = ctx;
    rsp_buf_printf(&w->heard, "%s %s;", j->name, rsp_verdict_name(j->verdict));
    if (j->verdict == RSP_VERDICT_FAIL) {
        assert_non_null(strstr(j->path, "three.yaml"));
        assert_true(j->line > 1 && j->level == RSP_LEVEL_MUST);
        assert_non_null(strstr(j->evidence, "QPassSignals:"));
        assert_string_equal(j->got, "OK");
    }
    w->stop = w->stops;
}

/* Plays the three scenarios, and compares what was heard; returns the status. */
static rsp_status play(world *w, const char *only, const char *heard, rsp_error *error) {
    rsp_scenarios *scenarios = NULL;
    const rsp_scenarios_options options = {
        .open = open_stub, .judged = judged, .ctx = w, .only = only, .stop = &w->stop};
    write_text("three.yaml", three);
    assert_ok(rsp_scenarios_load(&scenarios, "three.yaml", error));
    assert_int_equal(rsp_scenarios_count(scenarios), 3);
    assert_string_equal(rsp_scenarios_name(scenarios, 2), "two/silent");
    rsp_status status = rsp_scenarios_play(scenarios, &options, error);
    assert_string_equal(rsp_buf_cstr(&w->heard), heard);
    rsp_scenarios_free(scenarios);
    rsp_decoder_free(&w->stub);
    rsp_buf_free(&w->heard);
    return status;
}

static void each_scenario_is_judged(void **state) {
    rsp_error error = {0};
    world w = {0};
    (void)state;
    assert_ok(play(&w, NULL, "one/good pass;one/bad fail;two/silent hang;", &error));
    assert_true(w.opened >= 4); /* the look, and one for each */
}

static void a_selection_is_played(void **state) {
    rsp_error error = {0};
    (void)state;
    assert_ok(play(&(world){0}, "one/", "one/good pass;one/bad fail;", &error));
    assert_ok(play(&(world){0}, "!*/bad", "one/good pass;two/silent hang;", &error));
    assert_ok(play(&(world){0}, "three", "", &error));
}

static void judgements_may_be_dropped(void **state) {
    rsp_scenarios *scenarios = NULL;
    rsp_error error = {0};
    world w = {0};
    (void)state;
    write_text("three.yaml", three);
    assert_ok(rsp_scenarios_load(&scenarios, "three.yaml:1", NULL));
    assert_int_equal(rsp_scenarios_count(scenarios), 1);
    assert_ok(rsp_scenarios_play(scenarios, &(rsp_scenarios_options){.open = open_stub, .ctx = &w}, &error));
    rsp_scenarios_free(scenarios);
    rsp_decoder_free(&w.stub);
}

static void a_stub_that_is_not_there_ends_it(void **state) {
    rsp_error error = {0};
    (void)state;
    assert_int_equal(play(&(world){.open = RSP_CONNECT}, NULL, "", &error), RSP_CONNECT);
    assert_non_null(strstr(error.msg, "not today"));
}

static void a_stop_ends_it(void **state) {
    rsp_error error = {0};
    (void)state;
    assert_int_equal(play(&(world){.stops = true}, NULL, "one/good pass;", &error), RSP_CANCELLED);
}

static void expect_refused(const char *path, rsp_status status, const char *message) {
    rsp_scenarios *scenarios = (rsp_scenarios *)(void *)&status;
    rsp_error error = {0};
    assert_int_equal(rsp_scenarios_load(&scenarios, path, &error), status);
    assert_null(scenarios);
    if (!strstr(error.msg, message))
        fail_msg("%s: got \"%s\"", path, error.msg);
    assert_int_equal(rsp_scenarios_load(&scenarios, path, NULL), status);
}

static void a_bad_file_is_refused_with_its_place(void **state) {
    (void)state;
    write_text("syntax.yaml", "scenario: a/b\ntitle: [\n");
    write_text("schema.yaml", "scenario: a/b\ntitle: T\nlevel: must\nstepps: []\n");
    expect_refused("nowhere", RSP_NOT_FOUND, "nowhere: no such file");
    expect_refused("syntax.yaml", RSP_SYNTAX, "syntax.yaml:3: ");
    expect_refused("schema.yaml", RSP_SCHEMA, "schema.yaml:4: ");
}

static void a_folder_with_a_catalogue_is_a_suite(void **state) {
    rsp_scenarios *scenarios = NULL;
    (void)state;
    assert_int_equal(mkdir("suite", 0700), 0);
    write_text("suite/one.yaml", "scenario: a/b\ntitle: T\ncovers: [MEM-002]\nsteps:\n  - send: g\n");
    assert_ok(rsp_scenarios_load(&scenarios, "suite", NULL)); /* nobody says which requirements there are */
    rsp_scenarios_free(scenarios);
    write_text("suite/requirements.yaml",
               "- id: MEM-001\n  level: must\n  role: stub\n  applies: always\n  text: t\n  source: s\n"
               "  check: c\n  mutant: m\n");
    expect_refused("suite", RSP_SCHEMA, "suite/one.yaml:3: ");
    write_text("suite/requirements.yaml", "- id: MEM-001\n");
    expect_refused("suite", RSP_SCHEMA, "suite/requirements.yaml:1: ");
    rsp_scenarios_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        folder_test(each_scenario_is_judged),
        folder_test(a_selection_is_played),
        folder_test(judgements_may_be_dropped),
        folder_test(a_stub_that_is_not_there_ends_it),
        folder_test(a_stop_ends_it),
        folder_test(a_bad_file_is_refused_with_its_place),
        folder_test(a_folder_with_a_catalogue_is_a_suite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
