/* A crew with stubs in this process: what it finds, when it ends, where it goes on, what it can't write.
 * Also replays of what it found.
 * See crew.h and replay_findings.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "buggy_supply.h"
#include "in_folder.h"
#include "sample_campaign.h"

#include "campaign/corpus_folder.h"
#include "campaign/crew.h"
#include "campaign/journal.h"
#include "campaign/replay_findings.h"
#include "core/arena.h"
#include <sys/stat.h>

enum { MANY_MESSAGES = 20000 };

typedef struct world {
    rsp_campaign c;
    buggy_supply supply;
    rsp_stub_supply stubs;
    rsp_crew_options options;
    rsp_crew_outcome out;
    unsigned num_confirmed;
    unsigned num_found;
    unsigned num_unkept;
    unsigned num_told; /* steps */
    char folder[200];  /* of the finding that was told last */
    rsp_crew_progress last;
    volatile sig_atomic_t stop;
    unsigned stop_after; /* steps; 0: never */
} world;

static void found(void *ctx, const rsp_finding *finding, const char *folder) {
    world *w = ctx;
    w->num_confirmed += finding->pending;
    w->num_found += !finding->pending;
    (void)snprintf(w->folder, sizeof w->folder, "%s", folder ? folder : "");
}

static void not_kept(void *ctx, const rsp_error *error) {
    world *w = ctx;
    assert_true(error->msg[0] != 0);
    w->num_unkept++;
}

static void progress(void *ctx, const rsp_crew_progress *progress) {
    world *w = ctx;
    assert_true(progress->messages >= w->last.messages);
    w->last = *progress;
    w->num_told++;
    w->stop = w->stop_after && w->num_told >= w->stop_after;
}

static void set_up(world *w, bug planted) {
    *w = (world){.supply.bug = planted};
    sample_open(&w->c, "one");
    w->stubs = buggy_stubs(&w->supply);
    w->stubs.ours = true;
    w->options = (rsp_crew_options){
        .campaign = &w->c,
        .about = &sample_about,
        .stubs = &w->stubs,
        .fuzzer = {.seed = 1, .player = {.allowed = RSP_HARM_ALL, .any_process = true}},
        .max_messages = MANY_MESSAGES,
        .stop = &w->stop,
        .watcher = {.found = found, .not_kept = not_kept, .progress = progress, .ctx = w},
    };
}

static rsp_status run(world *w) {
    rsp_status status = rsp_crew_run(&w->options, &w->out);
    assert_int_equal(w->supply.num_workers, 0);
    return status;
}

static void crash_is_confirmed_minimised_written_and_told(void **state) {
    (void)state;
    world w;
    set_up(&w, BUG_CRASH_LONG_READ);
    w.options.until_first = true;
    assert_ok(run(&w));
    assert_int_equal(w.num_confirmed, 1);
    assert_int_equal(w.num_found, 1);
    assert_int_equal(w.out.num_findings, 1);
    assert_int_equal(w.out.num_known, 0);
    assert_true(w.out.totals.sum.messages > 0 && w.out.totals.sum.messages < MANY_MESSAGES);
    assert_int_equal(rsp_findings_folder_count(&w.c), 1);
    assert_true(rsp_path_exists(w.folder));
    assert_true(rsp_corpus_folder_count(&w.c) > 0);
    rsp_campaign_close(&w.c);
}

static void scenario_of_a_finding_is_run_at_once(void **state) {
    (void)state;
    world w;
    char page[300];
    set_up(&w, BUG_CRASH_LONG_READ);
    w.options.until_first = true;
    assert_ok(run(&w));
    (void)snprintf(page, sizeof page, "%s/summary.md", w.folder);
    assert_true(file_has(page, "The scenario was run against this stub: "));
    rsp_campaign_close(&w.c);
}

/* The error of the second opening was read where there was none to read. */
static void stub_that_nobody_starts_again_ends_the_run_with_its_finding(void **state) {
    (void)state;
    world w;
    set_up(&w, BUG_CRASH_LONG_READ);
    w.options.until_first = true;
    assert_ok(run(&w));
    unsigned needed = w.supply.num_opened;
    rsp_campaign_close(&w.c);
    assert_int_equal(system("rm -r one"), 0);
    for (unsigned spare = 0; spare < 3; spare++) { /* gone before its scenario, or while it is run */
        set_up(&w, BUG_CRASH_LONG_READ);
        w.stubs.ours = false;
        w.options.until_first = true;
        w.supply.gone_from = needed - spare;
        (void)!run(&w);
        assert_int_equal(rsp_findings_folder_count(&w.c), 1);
        rsp_campaign_close(&w.c);
        assert_int_equal(system("rm -r one"), 0);
    }
}

static void stub_that_is_not_there_is_an_error(void **state) {
    (void)state;
    world w;
    set_up(&w, BUG_NONE);
    w.supply.gone_from = 1;
    assert_int_equal(run(&w), RSP_CONNECT);
    assert_string_equal(w.out.error.msg, "connection refused");
    assert_int_equal(w.out.totals.sum.messages, 0);
    rsp_campaign_close(&w.c);
}

static void sound_stub_is_played_with_until_the_messages_are_sent(void **state) {
    (void)state;
    world w;
    set_up(&w, BUG_NONE);
    w.options.max_messages = 3000;
    assert_ok(run(&w));
    assert_true(w.out.totals.sum.messages >= 3000 && w.out.totals.sum.messages < 6000);
    assert_int_equal(w.out.num_findings, 0);
    assert_true(w.num_told > 0 && w.last.states > 0);
    assert_false(w.out.totals.interrupted);
    rsp_campaign_close(&w.c);
}

static void same_seed_plays_the_same(void **state) {
    (void)state;
    rsp_totals totals[2];
    for (int i = 0; i < 2; i++) {
        world w;
        set_up(&w, BUG_NONE);
        w.options.max_messages = 3000;
        assert_ok(run(&w));
        totals[i] = w.out.totals;
        rsp_campaign_close(&w.c);
        assert_int_equal(system("rm -r one"), 0);
    }
    assert_true(totals[0].sum.messages == totals[1].sum.messages &&
                totals[0].sum.states == totals[1].sum.states && totals[0].sum.corpus == totals[1].sum.corpus);
}

static void stopped_crew_ends_and_says_so(void **state) {
    (void)state;
    world w;
    set_up(&w, BUG_NONE);
    w.options.max_messages = 0;
    w.stop_after = 5;
    assert_ok(run(&w));
    assert_true(w.out.totals.interrupted && w.num_told >= 5 && w.num_told < 10);
    rsp_campaign_close(&w.c);
}

static void resumed_crew_goes_on_where_the_last_one_ended(void **state) {
    (void)state;
    world w;
    set_up(&w, BUG_CRASH_LONG_READ);
    w.options.until_first = true;
    assert_ok(run(&w));
    rsp_journal_place place = rsp_journal_place_read("one/journal/local-0.now");
    const uint64_t messages = w.out.totals.sum.messages;
    assert_true(messages > place.messages); /* the last sequence is in no journal */
    w.out.totals.duration_ns = 1600 * RSP_NS_PER_MS;
    assert_ok(rsp_totals_write(&w.c, &sample_about, &w.out.totals, "1", NULL));
    rsp_campaign_close(&w.c);
    set_up(&w, BUG_CRASH_LONG_READ);
    w.options.resume = true;
    w.options.max_messages = 2000;
    assert_ok(run(&w));
    assert_int_equal(w.out.num_known, 1);
    assert_int_equal(w.num_found, 0); /* it is known */
    assert_int_equal(w.out.totals.messages_before, messages);
    assert_int_equal(w.out.totals.seconds_before, 2);
    assert_int_equal(w.out.totals.sum.corpus, rsp_corpus_folder_count(&w.c));
    assert_true(rsp_journal_place_read("one/journal/local-0.now").next > place.next);
    rsp_campaign_close(&w.c);
}

/* As a run leaves it that was killed between confirming and minimising. */
static void make_pending(const char *finding_json) {
    rsp_buf text = {0};
    assert_ok(rsp_file_read(&text, finding_json, NULL));
    const char *at = strstr(rsp_buf_cstr(&text), "\"pending\": false");
    assert_non_null(at);
    rsp_buf changed = {0};
    rsp_buf_append(&changed, rsp_bytes_make(text.ptr, (size_t)(at - rsp_buf_cstr(&text))));
    rsp_buf_str(&changed, "\"pending\": true}");
    assert_ok(rsp_file_write(finding_json, rsp_buf_bytes(&changed), NULL));
    rsp_buf_free(&text);
    rsp_buf_free(&changed);
}

static void pending_finding_is_finished_by_the_next_run(void **state) {
    (void)state;
    world w;
    char path[300];
    set_up(&w, BUG_CRASH_LONG_READ);
    w.options.until_first = true;
    assert_ok(run(&w));
    (void)snprintf(path, sizeof path, "%s/finding.json", w.folder);
    make_pending(path);
    rsp_campaign_close(&w.c);
    set_up(&w, BUG_CRASH_LONG_READ);
    w.options.resume = true;
    w.options.max_messages = 1;
    assert_ok(run(&w));
    assert_int_equal(rsp_findings_folder_count(&w.c), 1);
    assert_int_equal(w.num_found, 1);
    assert_int_equal(w.out.num_known, 1);
    assert_false(file_has(path, "\"pending\": true"));
    rsp_campaign_close(&w.c);
}

static void crew_of_several_finds_a_bug_once(void **state) {
    (void)state;
    world w;
    set_up(&w, BUG_CRASH_LONG_READ);
    w.options.jobs = 3;
    w.supply.num_opened = 0;
    assert_ok(run(&w));
    assert_int_equal(rsp_findings_folder_count(&w.c), 1);
    assert_int_equal(w.out.num_findings, 1);
    assert_int_equal(w.out.totals.jobs, 3);
    assert_true(rsp_path_exists("one/journal/local-2.now"));
    rsp_campaign_close(&w.c);
}

static void folder_that_takes_no_more_is_told_once_and_ends_with_a_finding(void **state) {
    (void)state;
    world w;
    set_up(&w, BUG_CRASH_LONG_READ);
    assert_int_equal(system("rm -r one/corpus one/findings"), 0);
    assert_int_equal(run(&w), RSP_IO);
    assert_int_equal(w.num_unkept, 1);
    assert_int_equal(w.num_found, 1); /* told, though it could not be written */
    assert_string_equal(w.folder, "");
    assert_true(w.out.error.msg[0] != 0);
    rsp_campaign_close(&w.c);
}

static void seeds_that_are_none_are_an_error(void **state) {
    (void)state;
    static const char *const seeds[] = {"nothing", "empty"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(seeds); i++) {
        world w;
        set_up(&w, BUG_NONE);
        assert_true(mkdir("empty", 0700) == 0 || i > 0);
        w.options.seeds = &seeds[i];
        w.options.num_seeds = 1;
        assert_int_equal(run(&w), RSP_NOT_FOUND);
        assert_memory_equal(w.out.error.msg, seeds[i], strlen(seeds[i]));
        rsp_campaign_close(&w.c);
    }
}

/* --- replaying --- */

static void replayed(void *ctx, const rsp_finding *finding, const rsp_fuzz_replayed *seen,
                     const char *folder) {
    assert_non_null(finding);
    rsp_buf_printf(ctx, "%s %s;", seen->shown ? "there" : seen->other ? "other" : "gone", folder);
}

static rsp_status replay(bug planted, const char *folder, rsp_replay_findings *r, rsp_error *error) {
    buggy_supply supply = {.bug = planted};
    const rsp_stub_supply stubs = buggy_stubs(&supply);
    rsp_buf told = {0};
    *r = (rsp_replay_findings){.stubs = &stubs, .program = "", .replayed = replayed, .ctx = &told};
    r->options.player.allowed = RSP_HARM_ALL;
    r->options.player.any_process = true;
    rsp_status status = rsp_replay_findings_run(r, &folder, 1, error);
    assert_int_equal(supply.num_workers, 0);
    rsp_buf_free(&told);
    return status;
}

static void finding_is_there_until_the_stub_is_mended(void **state) {
    (void)state;
    world w;
    rsp_replay_findings r;
    set_up(&w, BUG_CRASH_LONG_READ);
    w.options.until_first = true;
    assert_ok(run(&w));
    rsp_campaign_close(&w.c);
    const char *const folders[] = {"one", "one/findings", w.folder};
    for (size_t i = 0; i < RSP_ARRAY_LEN(folders); i++) {
        assert_ok(replay(BUG_CRASH_LONG_READ, folders[i], &r, NULL));
        assert_true(r.num_findings == 1 && r.num_there == 1);
        assert_ok(replay(BUG_NONE, folders[i], &r, NULL));
        assert_true(r.num_findings == 1 && r.num_there == 0);
    }
    rsp_arena arena = {0};
    assert_true(rsp_campaign_exists(rsp_replay_findings_campaign(&arena, w.folder)));
    assert_string_equal(rsp_replay_findings_campaign(&arena, "/"), "");
    rsp_arena_free(&arena);
}

static void folders_without_findings_are_an_error(void **state) {
    (void)state;
    rsp_replay_findings r;
    rsp_error error = {0};
    assert_int_equal(replay(BUG_NONE, "nowhere", &r, &error), RSP_NOT_FOUND);
    assert_int_equal(mkdir("f", 0700), 0);
    write_text("f/finding.json", "{}");
    assert_int_equal(replay(BUG_NONE, "f", &r, &error), RSP_NOT_FOUND); /* its messages.txt */
    write_text("f/messages.txt", "$g\n");
    assert_int_equal(replay(BUG_NONE, "f", &r, &error), RSP_BAD_FILE);
    assert_memory_equal(error.msg, "f/finding.json: ", 16);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        folder_test(crash_is_confirmed_minimised_written_and_told),
        folder_test(scenario_of_a_finding_is_run_at_once),
        folder_test(stub_that_nobody_starts_again_ends_the_run_with_its_finding),
        folder_test(stub_that_is_not_there_is_an_error),
        folder_test(sound_stub_is_played_with_until_the_messages_are_sent),
        folder_test(same_seed_plays_the_same),
        folder_test(stopped_crew_ends_and_says_so),
        folder_test(resumed_crew_goes_on_where_the_last_one_ended),
        folder_test(pending_finding_is_finished_by_the_next_run),
        folder_test(crew_of_several_finds_a_bug_once),
        folder_test(folder_that_takes_no_more_is_told_once_and_ends_with_a_finding),
        folder_test(seeds_that_are_none_are_an_error),
        folder_test(finding_is_there_until_the_stub_is_mended),
        folder_test(folders_without_findings_are_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
