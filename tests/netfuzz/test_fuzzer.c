/* The fuzzer against a small stub with one planted bug at a time, in virtual time: each is found within a
 * number of messages, confirmed, and cut down to what it takes; a correct stub yields nothing.
 * The same seed gives the same bytes. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "buggy_peer.h"

#include "core/limits.h"
#include "netfuzz/fuzzer.h"
#include <stdio.h>
#include <stdlib.h>

enum { MAX_FOUND = 16 };

/* What a fuzzer is told to do, and what it found. */
typedef struct world {
    bug bug;
    buggy *stub;  /* the one in use */
    rsp_buf sent; /* what all stubs saw */
    size_t num_found;
    char signatures[MAX_FOUND][RSP_SIGNATURE_BYTES];
    size_t num_messages[MAX_FOUND];
    rsp_buf texts[MAX_FOUND];
    unsigned reproduced[MAX_FOUND];
    size_t num_before[MAX_FOUND]; /* lists that have to come first */
    uint64_t last_before;
    unsigned num_opens;            /* stubs started, and those that were to be: */
    unsigned fails_from, fails_to; /* these */
    unsigned num_stubs;
    unsigned sound_from;  /* stubs from this one on have no bug; 0: all have */
    unsigned sound_at[2]; /* ... nor have these, but for 0 */
    unsigned strict_from; /* ... or only behind a Z0 */
    unsigned num_pending;
    unsigned num_withdrawn;
    bool pending;
    unsigned opens_then;      /* stubs started when the last finding became pending */
    rsp_virtual_clock *clock; /* of all links; NULL: each has its own */
    uint64_t start_ns;        /* that a stub takes to start, by that clock */
    const char *known_as;     /* how a finding's signature begins under which others may be withdrawn */
    rsp_finding first;        /* as it was confirmed, */
    rsp_messages first_list;  /* its messages */
    bool replays;             /* each finding is played again at once, by another fuzzer */
    rsp_fuzz_replayed replayed;
} world;

static void drop_stub(world *w) {
    if (!w->stub)
        return;
    rsp_buf_append(&w->sent, rsp_buf_bytes(&w->stub->seen));
    buggy_free(w->stub);
    free(w->stub);
    w->stub = NULL;
}

static rsp_status open_stub(void *ctx, rsp_link **out_link, rsp_error *error) {
    world *w = ctx;
    (void)error;
    drop_stub(w);
    unsigned n_open = w->num_opens++;
    if (n_open >= w->fails_from && n_open < w->fails_to)
        return RSP_SPAWN;
    w->stub = calloc(1, sizeof *w->stub);
    assert_non_null(w->stub);
    unsigned n = w->num_stubs;
    bool sound = (w->sound_from && n >= w->sound_from) || (n && (n == w->sound_at[0] || n == w->sound_at[1]));
    w->stub->bug = sound ? BUG_NONE : w->bug;
    w->stub->strict = w->strict_from && w->num_stubs >= w->strict_from;
    w->stub->chance = w->num_stubs++ % 2 == 0;
    rsp_peer peer = buggy_peer(w->stub);
    if (w->clock)
        w->clock->now_ns += w->start_ns;
    return rsp_link_open_peer(out_link, &peer, &(rsp_peer_options){.clock = w->clock});
}

static void before(void *ctx, uint64_t index, const rsp_messages *list) {
    world *w = ctx;
    assert_true(list->num > 0);
    w->last_before = index;
}

static void world_free(world *w) {
    drop_stub(w);
    rsp_buf_free(&w->sent);
    rsp_messages_free(&w->first_list);
    for (size_t i = 0; i < MAX_FOUND; i++)
        rsp_buf_free(&w->texts[i]);
}

static void found_pending(world *w, const rsp_finding *finding) {
    assert_false(w->pending);
    w->pending = true;
    w->opens_then = w->num_opens;
    w->num_pending++;
    assert_int_equal(finding->reproduced, 1);
    assert_int_equal(finding->replays, 1);
    assert_true(finding->log.num > 0 && rsp_transcript_end(finding->conversation) > 0);
    rsp_messages_clear(&w->first_list);
    assert_true(rsp_messages_copy(&w->first_list, finding->messages, 0, SIZE_MAX));
    w->first = *finding;
    w->first.messages = &w->first_list;
}

/* A finding may be withdrawn for one that was found before it, or that the test has named. */
static bool is_known(const world *w, const char *signature) {
    for (size_t i = 0; i < w->num_found; i++)
        if (strcmp(w->signatures[i], signature) == 0)
            return true;
    return w->known_as && strncmp(signature, w->known_as, strlen(w->known_as)) == 0;
}

static void withdrawn(void *ctx, const char *known_as) {
    world *w = ctx;
    assert_true(!known_as || is_known(w, known_as));
    assert_true(w->pending);
    w->pending = false;
    w->num_withdrawn++;
}

static void found(void *ctx, const rsp_finding *finding) {
    world *w = ctx;
    if (finding->pending) {
        found_pending(w, finding);
        return;
    }
    w->pending = false;
    assert_true(w->num_found < MAX_FOUND);
    size_t i = w->num_found++;
    memcpy(w->signatures[i], finding->signature, RSP_SIGNATURE_BYTES);
    w->num_messages[i] = finding->messages->num;
    w->reproduced[i] = finding->reproduced;
    w->num_before[i] = finding->num_before;
    rsp_finding_messages(&w->texts[i], finding);
    assert_true(rsp_finding_num_messages(finding) >= finding->messages->num);
    if (!w->replays)
        return;
    world other = {.bug = w->bug};
    rsp_fuzz_host host = {.open = open_stub, .ctx = &other};
    rsp_fuzzer *f = rsp_fuzzer_new(&host, NULL);
    assert_ok(rsp_fuzzer_replay(f, finding, 3, &w->replayed, NULL));
    rsp_fuzz_replayed mended;
    other.bug = BUG_NONE;
    assert_ok(rsp_fuzzer_replay(f, finding, 3, &mended, NULL));
    assert_false(mended.shown || mended.other);
    assert_int_equal(mended.replays, 3);
    rsp_fuzzer_free(f);
    world_free(&other);
}

static rsp_fuzz_host host_of(world *w) {
    return (rsp_fuzz_host){
        .open = open_stub, .before = before, .found = found, .withdrawn = withdrawn, .ctx = w};
}

/* Runs until something was found or so many messages were sent. */
static rsp_fuzzer_stats run(world *w, uint64_t seed, uint64_t messages) {
    rsp_fuzz_host host = host_of(w);
    rsp_fuzzer_options options = {.seed = seed, .session_messages = 500, .player = {.pipeline = 8}};
    if (w->bug != BUG_BY_CHANCE)
        options.ignored = UINT32_C(1) << RSP_FINDING_DIFFERENCE; /* comparing costs messages, too */
    rsp_fuzzer *f = rsp_fuzzer_new(&host, &options);
    assert_non_null(f);
    assert_true(rsp_fuzzer_seed_builtin(f));
    rsp_fuzzer_stats stats = {0};
    while (w->num_found == 0 && stats.messages < messages) {
        rsp_error error = {0};
        assert_ok(rsp_fuzzer_step(f, &error));
        stats = rsp_fuzzer_stats_get(f);
    }
    rsp_fuzzer_free(f);
    return stats;
}

static void correct_stub_yields_nothing(void **state) {
    (void)state;
    world w = {.bug = BUG_NONE};
    rsp_fuzzer_stats stats = run(&w, 7, 30000);
    if (w.num_found)
        print_error("%s\n%s", w.signatures[0], rsp_buf_cstr(&w.texts[0]));
    assert_int_equal(w.num_found, 0);
    assert_int_equal(stats.unconfirmed, 0);
    assert_true(stats.states > 20);
    assert_true(stats.corpus > 10);
    world_free(&w);
}

static void stub_without_vcont_is_fuzzed_too(void **state) {
    (void)state;
    world w = {.bug = NO_BUG_NO_VCONT};
    rsp_fuzzer_stats stats = run(&w, 7, 3000);
    assert_int_equal(w.num_found, 0);
    assert_true(stats.states > 20);
    world_free(&w);
}

static const struct {
    const char *name;
    bug bug;
    const char *signature; /* how it begins */
    size_t most_messages;  /* after minimising */
    uint64_t within;       /* messages sent */
} cases[] = {
    {"crash", BUG_CRASH_LONG_READ, "crash:", 1, 20000},
    {"hang", BUG_HANG_EMPTY_ACTION, "no-stop:", 1, 60000},
    {"two replies", BUG_TWO_REPLIES, "rule:one-reply-per-request", 1, 5000},
    {"silence", BUG_SILENT, "no-reply:", 1, 20000},
    {"no-ack survives", BUG_NO_ACK_STAYS, "rule:ack-before-reply", 4, 20000},
    {"deep", BUG_DEEP, "crash:", 4, 40000},
    {"half written", BUG_HALF_WRITTEN, "contradiction:WRITE_MEMORY", 1, 20000},
};

static void planted_bug_is_found_and_cut_down(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        for (uint64_t seed = 1; seed <= 3; seed++) {
            world w = {.bug = cases[i].bug};
            rsp_fuzzer_stats stats = run(&w, seed, cases[i].within);
            if (w.num_found == 0 || w.num_messages[0] > cases[i].most_messages ||
                strncmp(w.signatures[0], cases[i].signature, strlen(cases[i].signature)) != 0)
                fail_msg("%s, seed %d: %zu found after %d messages: %s\n%s", cases[i].name, (int)seed,
                         w.num_found, (int)stats.messages, w.signatures[0], rsp_buf_cstr(&w.texts[0]));
            assert_int_equal(w.reproduced[0], 3);
            world_free(&w);
        }
    }
}

static void finding_is_played_again(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        world w = {.bug = cases[i].bug, .replays = true};
        (void)run(&w, 1, cases[i].within);
        assert_true(w.num_found > 0);
        assert_true(w.replayed.shown);
        assert_int_equal(w.replayed.replays, 1);
        assert_string_equal(w.replayed.signature, w.signatures[w.num_found - 1]);
        world_free(&w);
    }
}

static rsp_messages *list_of(const char *payload, size_t times) {
    rsp_messages *list = calloc(1, sizeof *list);
    assert_non_null(list);
    for (size_t i = 0; i < times; i++)
        assert_true(rsp_messages_append(list, RSP_MESSAGE_PACKET, rsp_bytes_str(payload)));
    return list;
}

static void drop_list(rsp_messages *list) {
    rsp_messages_free(list);
    free(list);
}

/* More messages than one list holds. */
static void history_that_is_needed_is_kept(void **state) {
    (void)state;
    world w = {.bug = BUG_WEARS_OUT, .replays = true};
    rsp_fuzz_host host = host_of(&w);
    rsp_fuzzer_options options = {.seed = 1, .session_messages = 4000};
    rsp_fuzzer *f = rsp_fuzzer_new(&host, &options);
    rsp_messages *first = list_of("g", 200);
    rsp_messages *second = list_of("g", 199);
    assert_true(rsp_fuzzer_seed(f, first) && rsp_fuzzer_seed(f, second));
    assert_ok(rsp_fuzzer_step(f, NULL));
    assert_ok(rsp_fuzzer_step(f, NULL));
    assert_int_equal(w.num_found, 1);
    assert_int_equal(w.num_before[0], 1);
    assert_int_equal(w.reproduced[0], 3);
    assert_true(w.replayed.shown);
    drop_list(first);
    drop_list(second);
    rsp_fuzzer_free(f);
    world_free(&w);
}

static rsp_fuzzer *new_fuzzer(world *w, bool uncut) {
    rsp_fuzz_host host = host_of(w);
    rsp_fuzzer_options options = {
        .seed = 1, .ignored = UINT32_C(1) << RSP_FINDING_DIFFERENCE, .uncut = uncut};
    rsp_fuzzer *f = rsp_fuzzer_new(&host, &options);
    assert_non_null(f);
    return f;
}

static void seed(rsp_fuzzer *f, const char *const *payloads, size_t num) {
    rsp_messages list = {0};
    for (size_t i = 0; i < num; i++)
        assert_true(rsp_messages_append(&list, RSP_MESSAGE_PACKET, rsp_bytes_str(payloads[i])));
    assert_true(rsp_fuzzer_seed(f, &list));
    rsp_messages_free(&list);
}

/* Plays one sequence and follows up what it shows. */
static void play_one(world *w, const char *const *payloads, size_t num) {
    rsp_fuzzer *f = new_fuzzer(w, false);
    seed(f, payloads, num);
    assert_ok(rsp_fuzzer_step(f, NULL));
    rsp_fuzzer_free(f);
}

static const char *const long_read[] = {"qC", "g", "m0,3ff", "g"};

/* Its host has it from the moment on in which a fresh stub has shown it. */
static void finding_is_handed_out_before_it_is_cut_down(void **state) {
    (void)state;
    world w = {.bug = BUG_CRASH_LONG_READ};
    play_one(&w, long_read, RSP_ARRAY_LEN(long_read));
    assert_int_equal(w.num_pending, 1);
    assert_int_equal(w.num_found, 1);
    assert_false(w.pending);
    assert_int_equal(w.num_withdrawn, 0);
    assert_true(strncmp(w.first.signature, "crash:", 6) ==
                0); /* the same bug, though perhaps by another name */
    assert_true(w.first_list.num >= RSP_ARRAY_LEN(long_read));
    assert_int_equal(w.num_messages[0], 1);
    world_free(&w);
}

static void finding_stays_as_it_was_confirmed_when_nothing_is_to_be_cut(void **state) {
    (void)state;
    world w = {.bug = BUG_CRASH_LONG_READ};
    rsp_fuzzer *f = new_fuzzer(&w, true);
    seed(f, long_read, RSP_ARRAY_LEN(long_read));
    assert_ok(rsp_fuzzer_step(f, NULL));
    assert_int_equal(w.num_pending, 0);
    assert_int_equal(w.num_found, 1);
    assert_true(w.num_messages[0] >= RSP_ARRAY_LEN(long_read));
    assert_int_equal(w.reproduced[0], 3);
    rsp_fuzzer_free(f);
    world_free(&w);
}

/* In one write the stop reply passes for that of the request before it, and the program seems to run on. */
static void lost_reply_is_not_held_against_its_neighbour(void **state) {
    static const char *const lost[] = {"QStartNoAckMode", "p00000", "vCont;s"};
    (void)state;
    world w = {.bug = BUG_SILENT};
    rsp_fuzz_host host = host_of(&w);
    rsp_fuzzer_options options = {.ignored = UINT32_C(1) << RSP_FINDING_DIFFERENCE,
                                  .player = {.pipeline = 8}};
    rsp_fuzzer *f = rsp_fuzzer_new(&host, &options);
    assert_non_null(f);
    seed(f, lost, RSP_ARRAY_LEN(lost));
    assert_ok(rsp_fuzzer_step(f, NULL));
    assert_int_equal(w.num_found, 1);
    assert_string_equal(w.signatures[0], "no-reply:READ_REGISTER");
    rsp_fuzzer_free(f);
    world_free(&w);
}

/* A hang costs a timeout with each replay: when the time is over one is left, which is written down. */
static void finding_is_played_once_when_the_time_to_cut_it_is_over(void **state) {
    static const char *const hang[] = {"qC", "g", "vCont;", "g"};
    (void)state;
    rsp_virtual_clock clock = {.now_ns = 1};
    world w = {.bug = BUG_HANG_EMPTY_ACTION, .clock = &clock};
    rsp_fuzz_host host = host_of(&w);
    rsp_fuzzer_options options = {.ignored = UINT32_C(1) << RSP_FINDING_DIFFERENCE,
                                  .minimise_ns = RSP_NS_PER_MS,
                                  .clock = rsp_clock_virtual(&clock)};
    rsp_fuzzer *f = rsp_fuzzer_new(&host, &options);
    assert_non_null(f);
    seed(f, hang, RSP_ARRAY_LEN(hang));
    assert_ok(rsp_fuzzer_step(f, NULL));
    assert_int_equal(w.num_pending, 1);
    assert_int_equal(w.num_found, 1);
    assert_int_equal(w.reproduced[0], 1);
    assert_int_equal(w.num_opens, w.opens_then + 1);
    rsp_fuzzer_free(f);
    world_free(&w);
}

/* The bug is there until all that is left to do is to show it a few times more. */
static void finding_that_is_gone_is_withdrawn_and_looked_into_again(void **state) {
    static const char *const again[] = {"g", "qC", "m0,3fe", "g"};
    (void)state;
    world all = {.bug = BUG_CRASH_LONG_READ};
    play_one(&all, long_read, RSP_ARRAY_LEN(long_read));
    world w = {.bug = BUG_CRASH_LONG_READ, .sound_from = all.num_stubs - 3};
    rsp_fuzzer *f = new_fuzzer(&w, false);
    seed(f, long_read, RSP_ARRAY_LEN(long_read));
    seed(f, again, RSP_ARRAY_LEN(again));
    assert_ok(rsp_fuzzer_step(f, NULL));
    assert_int_equal(w.num_pending, 1);
    assert_int_equal(w.num_withdrawn, 1);
    assert_int_equal(w.num_found, 0);
    assert_int_equal(rsp_fuzzer_stats_get(f).unconfirmed, 1);
    w.sound_from = 0;
    assert_ok(rsp_fuzzer_step(f, NULL));
    assert_int_equal(w.num_found, 1);
    assert_int_equal(rsp_fuzzer_stats_get(f).duplicates, 0);
    rsp_fuzzer_free(f);
    world_free(&all);
    world_free(&w);
}

/* What is left is not shown by the stub that is to prove it, after all three ways to cut it down, and no more
 * when it is played a few times in the end. All of it is. */
static void finding_that_can_not_be_cut_down_stays_as_it_was_confirmed(void **state) {
    static const char *const payloads[] = {"qC", "Z0,10,4", "Hg0", "qC"};
    (void)state;
    unsigned proofs[3] = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(proofs); i++) {
        world w = {.bug = BUG_TWO_REPLIES, .sound_at = {proofs[0], proofs[1]}};
        play_one(&w, payloads, RSP_ARRAY_LEN(payloads));
        assert_int_equal(w.num_messages[0], 1);
        assert_int_equal(w.reproduced[0], 3);
        proofs[i] = w.num_stubs - 3;
        assert_true(i == 0 || proofs[i] > proofs[i - 1] + 3);
        world_free(&w);
    }
    world w = {.bug = BUG_TWO_REPLIES, .sound_at = {proofs[0], proofs[1]}, .strict_from = proofs[2]};
    play_one(&w, payloads, RSP_ARRAY_LEN(payloads));
    assert_int_equal(w.num_found, 1);
    assert_int_equal(w.num_withdrawn, 0);
    assert_int_equal(w.num_messages[0], w.first_list.num);
    assert_int_equal(w.reproduced[0], 3);
    world_free(&w);
}

/* As when the fuzzer was killed while it cut one down. */
static void pending_finding_is_finished_by_another_fuzzer(void **state) {
    (void)state;
    world w = {.bug = BUG_CRASH_LONG_READ};
    play_one(&w, long_read, RSP_ARRAY_LEN(long_read));
    world next = {.bug = BUG_CRASH_LONG_READ, .pending = true};
    rsp_fuzzer *f = new_fuzzer(&next, false);
    assert_ok(rsp_fuzzer_finish(f, &w.first, NULL));
    assert_int_equal(next.num_pending, 0);
    assert_int_equal(next.num_found, 1);
    assert_string_equal(next.signatures[0], w.signatures[0]);
    assert_string_equal(rsp_buf_cstr(&next.texts[0]), rsp_buf_cstr(&w.texts[0]));
    rsp_fuzzer_free(f);
    world mended = {.bug = BUG_NONE, .pending = true};
    f = new_fuzzer(&mended, false);
    assert_ok(rsp_fuzzer_finish(f, &w.first, NULL));
    assert_true(mended.pending && mended.num_found == 0);
    rsp_fuzzer_free(f);
    world_free(&w);
    world_free(&next);
    world_free(&mended);
}

/* Wherever it is: when the first session begins, while a finding is confirmed or cut down. A first stub that
 * does not start may never, and a second one that does not ends the step after so many. */
static void stub_that_fails_to_start_is_started_again(void **state) {
    enum { STARTS = 4 };
    (void)state;
    world all = {.bug = BUG_CRASH_LONG_READ};
    play_one(&all, long_read, RSP_ARRAY_LEN(long_read));
    for (unsigned from = 0; from < all.num_opens; from++)
        for (unsigned times = STARTS - 1; times <= STARTS; times++) {
            world w = {.bug = BUG_CRASH_LONG_READ, .fails_from = from, .fails_to = from + times};
            rsp_fuzz_host host = host_of(&w);
            const rsp_fuzzer_options options = {.starts = STARTS};
            rsp_fuzzer *f = rsp_fuzzer_new(&host, &options);
            seed(f, long_read, RSP_ARRAY_LEN(long_read));
            bool there = from > 0 && times < STARTS;
            assert_int_equal(rsp_fuzzer_step(f, NULL), there ? RSP_OK : RSP_SPAWN);
            assert_int_equal(w.num_found, there ? 1 : 0);
            assert_int_equal(w.num_opens, there ? all.num_opens + times : from + (from > 0 ? STARTS : 1));
            rsp_fuzzer_free(f);
            world_free(&w);
        }
    world_free(&all);
}

/* Some fifty lists are tried; those that do not show it leave their stub for the next. */
static void stubs_that_survive_are_tried_again(void **state) {
    static const char *const payloads[] = {"qC", "g", "?", "m00000010000000,3ff", "g"};
    (void)state;
    world w = {.bug = BUG_CRASH_LONG_READ};
    play_one(&w, payloads, RSP_ARRAY_LEN(payloads));
    assert_int_equal(w.num_found, 1);
    assert_string_equal(rsp_buf_cstr(&w.texts[0]), "$m0,3ff\n");
    assert_int_equal(w.reproduced[0], 3);
    assert_true(w.num_stubs <= 20);
    world_free(&w);
}

/* Writes count over connections here: a stub that others were played to dies of fewer than it takes. */
static void stubs_that_mislead_are_not_believed(void **state) {
    static const char *const payloads[] = {"Z0,10,4", "M0,2:0102", "qC", "M0,2:0304", "g", "M0,2:0506"};
    (void)state;
    world w = {.bug = BUG_DEEP};
    play_one(&w, payloads, RSP_ARRAY_LEN(payloads));
    assert_int_equal(w.num_found, 1);
    assert_string_equal(rsp_buf_cstr(&w.texts[0]), "$Z0\n$M\n$M\n$M\n");
    assert_int_equal(w.reproduced[0], 3);
    world_free(&w);
}

/* Second clients see nothing of it: what is left in the end is tried on fresh stubs. */
static void stubs_that_hide_it_are_not_the_last_word(void **state) {
    static const char *const payloads[] = {"qC", "Z0,10,4", "g", "m0,4", "g"};
    (void)state;
    world w = {.bug = BUG_FIRST_CLIENT};
    play_one(&w, payloads, RSP_ARRAY_LEN(payloads));
    assert_int_equal(w.num_found, 1);
    assert_int_equal(w.num_messages[0], 2);
    assert_int_equal(w.reproduced[0], 3);
    world_free(&w);
}

/* In a hurry the slow answer passes for none; with all the time there is it does not. */
static void cut_that_only_seemed_to_hang_is_done_again(void **state) {
    static const char *const payloads[] = {"qC", "Z0,10,4", "qC", "g", "qC"};
    (void)state;
    world w = {.bug = BUG_SLOW_OR_DEAD};
    play_one(&w, payloads, RSP_ARRAY_LEN(payloads));
    assert_int_equal(w.num_found, 1);
    assert_string_equal(rsp_buf_cstr(&w.texts[0]), "$Z0\n$g\n");
    assert_int_equal(w.reproduced[0], 3);
    world_free(&w);
}

/* Plays each list in a step of its own. */
static rsp_fuzzer_stats play_lists(world *w, const char *const lists[][4], size_t num) {
    rsp_fuzzer *f = new_fuzzer(w, false);
    for (size_t i = 0; i < num; i++)
        seed(f, lists[i], RSP_ARRAY_LEN(lists[i]));
    for (size_t i = 0; i < num; i++)
        assert_ok(rsp_fuzzer_step(f, NULL));
    rsp_fuzzer_stats stats = rsp_fuzzer_stats_get(f);
    rsp_fuzzer_free(f);
    return stats;
}

static const char framing_signature[] = "crash:dead:bytes-2a";

/* One that is known, hidden in other packets, takes two replays: as it was seen, and without. Once it was
 * seen under a name it takes none. */
static void known_bug_in_another_packet_is_not_cut_down_again(void **state) {
    static const char *const lists[][4] = {
        {"qC", "g", "p0*", "qC"}, {"?", "g", "m0,4*", "qC"}, {"qC", "m0,8*", "g", "?"}};
    (void)state;
    world first = {.bug = BUG_FRAMING};
    (void)play_lists(&first, lists, 1);
    world second = {.bug = BUG_FRAMING};
    rsp_fuzzer_stats stats = play_lists(&second, lists, 2);
    world w = {.bug = BUG_FRAMING};
    rsp_fuzzer_stats all = play_lists(&w, lists, 3);
    assert_int_equal(w.num_found, 1);
    assert_int_equal(w.num_pending, 1);
    assert_string_equal(w.signatures[0], framing_signature);
    assert_string_equal(rsp_buf_cstr(&w.texts[0]), "$*\n");
    assert_int_equal(stats.known_again, 1);
    assert_int_equal(second.num_stubs - first.num_stubs, 3);
    assert_int_equal(all.known_again, 1);
    assert_int_equal(all.duplicates, 1);
    assert_int_equal(w.num_stubs - second.num_stubs, 1);
    world_free(&first);
    world_free(&second);
    world_free(&w);
}

static rsp_fuzzer_stats play_framing_bug(uint64_t start_ns) {
    enum { TIMES = 12 };
    rsp_virtual_clock clock = {.now_ns = 1};
    world w = {.bug = BUG_FRAMING, .clock = &clock, .start_ns = start_ns};
    const rsp_fuzz_host host = host_of(&w);
    const rsp_fuzzer_options options = {.ignored = UINT32_C(1) << RSP_FINDING_DIFFERENCE,
                                        .clock = rsp_clock_virtual(&clock)};
    rsp_fuzzer *f = rsp_fuzzer_new(&host, &options);
    assert_non_null(f);
    for (int i = 0; i < TIMES; i++) {
        char other[8];
        (void)snprintf(other, sizeof other, "m%x,4*", i);
        const char *const list[] = {"?", "g", i == 0 ? "p0*" : other, "qC"};
        seed(f, list, RSP_ARRAY_LEN(list));
    }
    for (int i = 0; i < TIMES; i++)
        assert_ok(rsp_fuzzer_step(f, NULL));
    rsp_fuzzer_stats stats = rsp_fuzzer_stats_get(f);
    assert_int_equal(w.num_found, 1);
    assert_string_equal(rsp_buf_cstr(&w.texts[0]), "$*\n");
    rsp_fuzzer_free(f);
    world_free(&w);
    return stats;
}

/* Each death would cost a start: what is known to kill the stub is no longer sent after a few times. */
static void known_bug_is_avoided_where_stubs_start_slowly(void **state) {
    (void)state;
    rsp_fuzzer_stats quick = play_framing_bug(RSP_NS_PER_MS);
    rsp_fuzzer_stats slow = play_framing_bug(100 * RSP_NS_PER_MS);
    assert_int_equal(quick.known_again + quick.duplicates, 11);
    assert_int_equal(slow.known_again + slow.duplicates, 4);
    assert_true(slow.sessions < quick.sessions);
}

static unsigned opens_of_first_step(rsp_life life) {
    static const char *const list[] = {"?", "g", "qC"};
    const rsp_manners manners = {.clients.life = life};
    world w = {.bug = BUG_NONE};
    const rsp_fuzz_host host = host_of(&w);
    const rsp_fuzzer_options options = {.ignored = UINT32_C(1) << RSP_FINDING_DIFFERENCE,
                                        .manners = &manners};
    rsp_fuzzer *f = rsp_fuzzer_new(&host, &options);
    assert_non_null(f);
    seed(f, list, RSP_ARRAY_LEN(list));
    assert_ok(rsp_fuzzer_step(f, NULL));
    unsigned opens = w.num_opens;
    assert_true(rsp_fuzzer_stats_get(f).messages > RSP_ARRAY_LEN(list));
    rsp_fuzzer_free(f);
    world_free(&w);
    return opens;
}

/* What is asked before the first session has a connection of its own, unless there may be no other. */
static void only_connection_is_not_spent_on_calibration(void **state) {
    (void)state;
    assert_int_equal(opens_of_first_step(RSP_LIFE_STAYS), 2);
    assert_int_equal(opens_of_first_step(RSP_LIFE_ALONE), 1);
}

/* What the look found to be needed is restored before anything is played: target.xml, then '?'. */
static void session_begins_as_the_look_says(void **state) {
    (void)state;
    static const char *const list[] = {"g", "qC"};
    const rsp_manners manners = {.opening.description_first = RSP_HABIT_YES,
                                 .opening.question_first = RSP_HABIT_YES,
                                 .replies.packet_size = 0x200};
    world w = {.bug = BUG_NONE};
    const rsp_fuzz_host host = host_of(&w);
    const rsp_fuzzer_options options = {.ignored = UINT32_C(1) << RSP_FINDING_DIFFERENCE,
                                        .manners = &manners};
    rsp_fuzzer *f = rsp_fuzzer_new(&host, &options);
    assert_non_null(f);
    seed(f, list, RSP_ARRAY_LEN(list));
    assert_ok(rsp_fuzzer_step(f, NULL));
    const rsp_bytes seen = rsp_buf_bytes(&w.stub->seen);
    const size_t described = rsp_bytes_search(seen, RSP_LIT("$qXfer:features:read:target.xml:0,1fc#"));
    const size_t questioned = rsp_bytes_search(seen, RSP_LIT("$?#3f"));
    assert_true(described < questioned && questioned < rsp_bytes_search(seen, RSP_LIT("$g#67")));
    rsp_fuzzer_free(f);
    world_free(&w);
}

/* ... whether they are in one packet, ... */
static void another_bug_behind_a_known_one_is_found(void **state) {
    static const char *const lists[][4] = {{"qC", "g", "p0*", "qC"}, {"?", "g", "m0,3ff*", "qC"}};
    (void)state;
    world w = {.bug = BUG_FRAMING};
    rsp_fuzzer_stats stats = play_lists(&w, lists, 2);
    assert_int_equal(w.num_found, 2);
    assert_string_equal(rsp_buf_cstr(&w.texts[1]), "$m0,3ff\n");
    assert_int_equal(w.reproduced[1], 3);
    assert_int_equal(stats.known_again, 0);
    world_free(&w);
}

/* ... or in packets of the same name. */
static void another_bug_under_the_name_of_a_known_one_is_found(void **state) {
    static const char *const lists[][4] = {
        {"qC", "g", "p0*", "qC"}, {"?", "g", "m0,4*", "qC"}, {"?", "g", "m0,3ff", "qC"}};
    (void)state;
    world w = {.bug = BUG_FRAMING};
    rsp_fuzzer_stats stats = play_lists(&w, lists, 3);
    assert_int_equal(stats.known_again, 1);
    assert_int_equal(w.num_found, 2);
    assert_string_equal(rsp_buf_cstr(&w.texts[1]), "$m0,3ff\n");
    world_free(&w);
}

/* Under three other names it was looked into; from then on none is, and nobody waits for an answer. */
static void known_bug_under_many_names_has_any(void **state) {
    static const char *const lists[][4] = {{"qC", "g", "p0*", "qC"},       {"?", "g", "m0,4*", "qC"},
                                           {"qC", "?", "Hg0*", "g"},       {"qC", "?", "T1*", "g"},
                                           {"qC", "g", "qAttached*", "?"}, {"qC", "g", "m0,3ff", "?"}};
    static const bug bugs[] = {BUG_FRAMING, BUG_STAR_UNANSWERED};
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(bugs); i++) {
        world before = {.bug = bugs[i]};
        rsp_fuzzer_stats four = play_lists(&before, lists, 4);
        world w = {.bug = bugs[i]};
        rsp_fuzzer_stats five = play_lists(&w, lists, 5);
        assert_int_equal(w.num_found, 1);
        assert_int_equal(four.known_again, 3);
        assert_int_equal(five.known_again, 3);
        assert_int_equal(five.duplicates, 1);
        assert_int_equal(w.num_stubs - before.num_stubs, 1);
        assert_true(five.silent_ns - four.silent_ns < RSP_NS_PER_S / 4);
        world more = {.bug = bugs[i]};
        (void)play_lists(&more, lists, RSP_ARRAY_LEN(lists));
        assert_int_equal(more.num_found, bugs[i] == BUG_FRAMING ? 2 : 1);
        world_free(&before);
        world_free(&w);
        world_free(&more);
    }
}

/* What stands behind the end was never sent: cutting down must not end there. And what names no packet is
 * told apart by its bytes. */
static void bugs_of_framing_are_told_apart(void **state) {
    static const char *const lists[][4] = {{"qC", "g}", "g*", "qC"}, {"?", "g", "p0*", "g}"}};
    (void)state;
    world w = {.bug = BUG_FRAMING};
    rsp_fuzzer_stats stats = play_lists(&w, lists, 2);
    assert_int_equal(w.num_found, 2);
    assert_string_equal(rsp_buf_cstr(&w.texts[0]), "$}\n");
    assert_string_equal(rsp_buf_cstr(&w.texts[1]), "$*\n");
    assert_string_equal(w.signatures[1], framing_signature);
    assert_int_equal(stats.known_again, 0);
    world_free(&w);
}

/* ... but for those that are no characters at all: one name does for all of them. */
static void bytes_with_the_eighth_bit_are_one_bug(void **state) {
    static const char *const lists[][4] = {{"qC", "g\x8c", "g", "qC"}, {"?", "p\xab\xe4:1", "g", "qC"}};
    (void)state;
    world w = {.bug = BUG_EIGHT_BITS};
    rsp_fuzzer_stats stats = play_lists(&w, lists, 2);
    assert_int_equal(w.num_found, 1);
    assert_string_equal(w.signatures[0], "crash:dead:bytes-80");
    assert_int_equal(stats.known_again, 1);
    world_free(&w);
}

/* The C is answered by an error, which passes for the reply to M, so that a program seems to run that nothing
 * stops. */
static void missing_reply_is_not_taken_for_a_program_that_runs(void **state) {
    static const char *const known[] = {"qC", "M", "g"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        world w = {.bug = BUG_SILENT};
        rsp_fuzzer *f = new_fuzzer(&w, false);
        rsp_messages list = {0};
        if (i == 1)
            seed(f, known, RSP_ARRAY_LEN(known));
        assert_true(rsp_messages_read(&list, RSP_LIT("$QStartNoAckMode\n$qC\n&M\n$C05\n$g\n")));
        assert_true(rsp_fuzzer_seed(f, &list));
        for (int k = 0; k <= i; k++)
            assert_ok(rsp_fuzzer_step(f, NULL));
        assert_int_equal(w.num_found, 1);
        assert_string_equal(w.signatures[0], "no-reply:WRITE_MEMORY");
        assert_string_equal(rsp_buf_cstr(&w.texts[0]), "$M\n");
        assert_int_equal(rsp_fuzzer_stats_get(f).known_again, i);
        rsp_messages_free(&list);
        rsp_fuzzer_free(f);
        world_free(&w);
    }
}

/* Cut down it would be the known one in the end: half of it begins with a g. */
static void cutting_does_not_make_another_packet(void **state) {
    static const char *const lists[][4] = {{"qC", "?", "g", "qC"}, {"qC", "?", "qAttached:gggggggggg", "qC"}};
    (void)state;
    world w = {.bug = BUG_TWO_PACKETS};
    rsp_fuzzer_stats stats = play_lists(&w, lists, 2);
    assert_int_equal(w.num_found, 2);
    assert_string_equal(rsp_buf_cstr(&w.texts[1]), "$qAttached:gggg\n");
    assert_int_equal(stats.known_again, 0);
    world_free(&w);
}

/* As a resumed campaign knows it. */
static void finding_of_another_day_explains_others(void **state) {
    static const char *const payloads[] = {"?", "g", "m0,4*", "qC"};
    (void)state;
    rsp_messages *list = list_of("*", 1);
    rsp_finding known = {.kind = RSP_FINDING_CRASH, .messages = list, .replays = 3, .reproduced = 3};
    memcpy(known.signature, framing_signature, sizeof framing_signature);
    for (unsigned reproduced = 2; reproduced <= 3; reproduced++) {
        world w = {.bug = BUG_FRAMING, .known_as = framing_signature};
        rsp_fuzzer *f = new_fuzzer(&w, false);
        known.reproduced = reproduced; /* what shows only sometimes explains nothing */
        assert_true(rsp_fuzzer_know_finding(f, &known));
        seed(f, payloads, RSP_ARRAY_LEN(payloads));
        assert_ok(rsp_fuzzer_step(f, NULL));
        assert_int_equal(w.num_pending, reproduced == 3 ? 0 : 1);
        assert_int_equal(w.num_found, 0);
        assert_int_equal(rsp_fuzzer_stats_get(f).known_again, 1);
        rsp_fuzzer_free(f);
        world_free(&w);
    }
    drop_list(list);
}

static void difference_between_fresh_stubs_is_found(void **state) {
    (void)state;
    world w = {.bug = BUG_BY_CHANCE, .replays = true};
    rsp_fuzzer_stats stats = run(&w, 1, 30000);
    assert_int_equal(w.num_found, 1);
    assert_string_equal(w.signatures[0], "difference:THREAD_ALIVE");
    assert_true(w.num_messages[0] <= 2);
    assert_true(stats.differences > 0);
    assert_true(w.replayed.shown);
    world_free(&w);
}

static bool was_sent(const world *w, rsp_bytes what) {
    rsp_bytes sent = rsp_buf_bytes(&w->sent);
    for (size_t at = 0; at + what.len <= sent.len; at++)
        if (rsp_bytes_equal(rsp_bytes_sub(sent, at, what.len), what))
            return true;
    return false;
}

/* Whatever the seed. */
static void tour_sends_what_parsers_trip_over(void **state) {
    static const char *const wanted[] = {"$m#",     "$m0#",   "$m,4#",   "$m0,#", "$m0,ffffffffffffffff#",
                                         "$m-1,4#", "$Hg-1#", "$vCont;#"};
    (void)state;
    for (uint64_t seed = 1; seed <= 2; seed++) {
        world w = {.bug = BUG_NONE};
        (void)run(&w, seed, 16000);
        drop_stub(&w);
        for (size_t i = 0; i < RSP_ARRAY_LEN(wanted); i++)
            if (!was_sent(&w, rsp_bytes_str(wanted[i])))
                fail_msg("seed %d: %s was not sent", (int)seed, wanted[i]);
        world_free(&w);
    }
}

static void same_seed_sends_the_same_bytes(void **state) {
    (void)state;
    world first = {.bug = BUG_CRASH_LONG_READ};
    world second = {.bug = BUG_CRASH_LONG_READ};
    world other = {.bug = BUG_CRASH_LONG_READ};
    (void)run(&first, 11, 5000);
    (void)run(&second, 11, 5000);
    (void)run(&other, 12, 5000);
    drop_stub(&first);
    drop_stub(&second);
    drop_stub(&other);
    assert_true(first.sent.len > 1000);
    assert_bytes(rsp_buf_bytes(&first.sent), rsp_buf_bytes(&second.sent));
    assert_false(rsp_bytes_equal(rsp_buf_bytes(&first.sent), rsp_buf_bytes(&other.sent)));
    world_free(&first);
    world_free(&second);
    world_free(&other);
}

static void known_signature_is_not_reported_again(void **state) {
    (void)state;
    world w = {.bug = BUG_TWO_REPLIES, .known_as = "rule:one-reply-per-request:"};
    rsp_fuzz_host host = host_of(&w);
    rsp_fuzzer_options options = {.seed = 1};
    rsp_fuzzer *f = rsp_fuzzer_new(&host, &options);
    assert_true(rsp_fuzzer_seed_builtin(f));
    assert_true(rsp_fuzzer_know_signature(f, "rule:one-reply-per-request:SELECT_THREAD"));
    assert_true(rsp_fuzzer_know_signature(f, "rule:one-reply-per-request:unknown"));
    for (int i = 0; i < 300; i++)
        assert_ok(rsp_fuzzer_step(f, NULL));
    for (size_t i = 0; i < w.num_found; i++)
        assert_string_not_equal(w.signatures[i], "rule:one-reply-per-request:SELECT_THREAD");
    assert_true(rsp_fuzzer_stats_get(f).duplicates > 0);
    rsp_fuzzer_free(f);
    world_free(&w);
}

/* Replies are one behind after a stop reply too many: that is told once, and not as other broken rules. */
static size_t num_of_one_reply(const char *known) {
    world w = {.bug = BUG_TWO_REPLIES};
    rsp_fuzz_host host = host_of(&w);
    rsp_fuzzer_options options = {.seed = 1};
    rsp_fuzzer *f = rsp_fuzzer_new(&host, &options);
    size_t num = 0;
    assert_true(rsp_fuzzer_seed_builtin(f) && rsp_fuzzer_know_signature(f, known));
    for (int i = 0; i < 300; i++)
        assert_ok(rsp_fuzzer_step(f, NULL));
    for (size_t i = 0; i < w.num_found; i++)
        num += strncmp(w.signatures[i], "rule:one-reply-per-request:", 27) == 0;
    rsp_fuzzer_free(f);
    world_free(&w);
    return num;
}

static void stray_stop_explains_replies_that_are_one_behind(void **state) {
    (void)state;
    assert_true(num_of_one_reply("rule:reply-shape:STEP") > 0);
    assert_int_equal(num_of_one_reply("rule:no-unsolicited-stop-reply:STEP"), 0);
}

/* One sequence, "vCont;" behind what it takes to get there: nobody stops a program that does not run. */
static rsp_fuzzer_stats play_hang(const char *known) {
    world w = {.bug = BUG_HANG_EMPTY_ACTION};
    rsp_fuzz_host host = host_of(&w);
    rsp_fuzzer_options options = {.seed = 1, .ignored = UINT32_C(1) << RSP_FINDING_DIFFERENCE};
    rsp_fuzzer *f = rsp_fuzzer_new(&host, &options);
    rsp_messages list = {0};
    assert_true(rsp_messages_append(&list, RSP_MESSAGE_PACKET, RSP_LIT("g")));
    assert_true(rsp_messages_append(&list, RSP_MESSAGE_PACKET, RSP_LIT("vCont;")));
    assert_true(rsp_messages_append(&list, RSP_MESSAGE_PACKET, RSP_LIT("qC")));
    assert_true(rsp_fuzzer_seed(f, &list));
    if (known)
        assert_true(rsp_fuzzer_know_signature(f, known));
    assert_ok(rsp_fuzzer_step(f, NULL));
    assert_int_equal(w.num_found, known ? 0 : 1);
    /* What ended the session does not end others, too. */
    assert_int_equal(rsp_fuzzer_stats_get(f).corpus, 2);
    const rsp_messages *kept = rsp_fuzzer_corpus(f, 1);
    for (size_t i = 0; i < kept->num; i++)
        assert_false(rsp_bytes_starts(rsp_messages_bytes(kept, i), RSP_LIT("vCont;")));
    rsp_fuzzer_stats stats = rsp_fuzzer_stats_get(f);
    rsp_messages_free(&list);
    rsp_fuzzer_free(f);
    world_free(&w);
    return stats;
}

static void timeout_is_waited_for_where_it_proves_something(void **state) {
    (void)state;
    rsp_fuzzer_stats found = play_hang(NULL);
    rsp_fuzzer_stats known = play_hang("no-stop:VCONT");
    /* Seen, confirmed, and shown by what is left of it; the rest in a hurry. */
    assert_true(found.silent_ns >= 3 * RSP_NS_PER_S);
    assert_true(found.silent_ns < 5 * RSP_NS_PER_S);
    assert_true(known.silent_ns < RSP_NS_PER_S / 4);
}

static void resumed_fuzzer_begins_behind_the_last_sequence(void **state) {
    (void)state;
    world w = {.bug = BUG_NONE};
    rsp_fuzz_host host = host_of(&w);
    rsp_fuzzer_options options = {.seed = 1, .first_index = 1000};
    rsp_fuzzer *f = rsp_fuzzer_new(&host, &options);
    assert_true(rsp_fuzzer_seed_builtin(f));
    assert_ok(rsp_fuzzer_step(f, NULL));
    assert_int_equal(w.last_before, 1000);
    assert_int_equal(rsp_fuzzer_stats_get(f).index, 1001);
    rsp_fuzzer_free(f);
    world_free(&w);
}

static bool add_list(rsp_fuzzer *f, rsp_messages *list, uint32_t number) {
    rsp_messages_clear(list);
    assert_true(rsp_messages_append(list, RSP_MESSAGE_PACKET, rsp_bytes_make(&number, sizeof number)));
    return rsp_fuzzer_seed(f, list);
}

/* How sequences begin, where there is an opening. */
typedef struct openings {
    world world;
    unsigned num_first; /* sequences that are the first of a stub */
    unsigned num_later; /* others with the opening */
    unsigned num_stubs;
} openings;

static bool is_opened(const rsp_messages *list) {
    for (size_t i = 0; i < list->num; i++)
        if (rsp_bytes_equal(rsp_messages_bytes(list, i), RSP_LIT("M1000,2:c0de")) &&
            rsp_bytes_equal(rsp_messages_bytes(list, i + 1), RSP_LIT("P20=00100000")))
            return true;
    return false;
}

static void look_at_opening(void *ctx, uint64_t index, const rsp_messages *list) {
    openings *o = ctx;
    const bool opened = is_opened(list);
    (void)index;
    if (o->world.num_stubs != o->num_stubs) {
        assert_true(opened);
        o->num_first++;
    } else {
        o->num_later += opened;
    }
    o->num_stubs = o->world.num_stubs;
}

static rsp_status open_for_opening(void *ctx, rsp_link **out_link, rsp_error *error) {
    openings *o = ctx;
    drop_stub(&o->world);
    return open_stub(&o->world, out_link, error);
}

static void each_session_begins_with_the_opening(void **state) {
    (void)state;
    openings o = {.world = {.bug = BUG_NONE}};
    rsp_messages opening;
    rsp_messages_init(&opening, NULL);
    assert_true(rsp_messages_append(&opening, RSP_MESSAGE_PACKET, RSP_LIT("M1000,2:c0de")));
    assert_true(rsp_messages_append(&opening, RSP_MESSAGE_PACKET, RSP_LIT("P20=00100000")));
    const rsp_fuzz_host host = {.open = open_for_opening, .before = look_at_opening, .ctx = &o};
    const rsp_fuzzer_options options = {.session_messages = 200, .opening = &opening};
    rsp_fuzzer *f = rsp_fuzzer_new(&host, &options);
    assert_non_null(f);
    assert_true(rsp_fuzzer_seed_builtin(f));
    for (int i = 0; i < 300; i++)
        assert_ok(rsp_fuzzer_step(f, NULL));
    assert_true(o.num_first > 3);
    assert_true(o.num_later > 3);
    rsp_fuzzer_free(f);
    rsp_messages_free(&opening);
    world_free(&o.world);
}

static void corpus_holds_no_more_than_its_limit(void **state) {
    (void)state;
    world w = {.bug = BUG_NONE};
    rsp_fuzz_host host = host_of(&w);
    rsp_fuzzer *f = rsp_fuzzer_new(&host, NULL);
    rsp_messages list = {0};
    for (uint32_t i = 0; i < RSP_LIMIT_FUZZ_CORPUS; i++)
        assert_true(add_list(f, &list, i));
    assert_true(add_list(f, &list, 7)); /* it is there */
    assert_int_equal(rsp_fuzzer_stats_get(f).corpus, RSP_LIMIT_FUZZ_CORPUS);
    assert_false(add_list(f, &list, RSP_LIMIT_FUZZ_CORPUS));
    assert_non_null(rsp_fuzzer_corpus(f, RSP_LIMIT_FUZZ_CORPUS - 1));
    assert_null(rsp_fuzzer_corpus(f, RSP_LIMIT_FUZZ_CORPUS));
    rsp_messages_free(&list);
    rsp_fuzzer_free(f);
    world_free(&w);
}

static void states_are_told_apart_up_to_their_limit(void **state) {
    (void)state;
    world w = {.bug = BUG_NONE};
    rsp_fuzz_host host = host_of(&w);
    rsp_fuzzer *f = rsp_fuzzer_new(&host, NULL);
    for (uint64_t i = 1; i <= RSP_LIMIT_FUZZ_STATES; i++)
        (void)rsp_fuzzer_know_state(f, i * UINT64_C(0x9e3779b97f4a7c15));
    assert_int_equal(rsp_fuzzer_stats_get(f).states, RSP_LIMIT_FUZZ_STATES);
    (void)rsp_fuzzer_know_state(f, 5);
    assert_int_equal(rsp_fuzzer_stats_get(f).states, RSP_LIMIT_FUZZ_STATES);
    rsp_fuzzer_free(f);
    world_free(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(correct_stub_yields_nothing),
        cmocka_unit_test(stub_without_vcont_is_fuzzed_too),
        cmocka_unit_test(planted_bug_is_found_and_cut_down),
        cmocka_unit_test(finding_is_played_again),
        cmocka_unit_test(history_that_is_needed_is_kept),
        cmocka_unit_test(finding_is_handed_out_before_it_is_cut_down),
        cmocka_unit_test(finding_stays_as_it_was_confirmed_when_nothing_is_to_be_cut),
        cmocka_unit_test(lost_reply_is_not_held_against_its_neighbour),
        cmocka_unit_test(finding_is_played_once_when_the_time_to_cut_it_is_over),
        cmocka_unit_test(finding_that_is_gone_is_withdrawn_and_looked_into_again),
        cmocka_unit_test(finding_that_can_not_be_cut_down_stays_as_it_was_confirmed),
        cmocka_unit_test(pending_finding_is_finished_by_another_fuzzer),
        cmocka_unit_test(stub_that_fails_to_start_is_started_again),
        cmocka_unit_test(stubs_that_survive_are_tried_again),
        cmocka_unit_test(stubs_that_mislead_are_not_believed),
        cmocka_unit_test(stubs_that_hide_it_are_not_the_last_word),
        cmocka_unit_test(cut_that_only_seemed_to_hang_is_done_again),
        cmocka_unit_test(known_bug_in_another_packet_is_not_cut_down_again),
        cmocka_unit_test(known_bug_is_avoided_where_stubs_start_slowly),
        cmocka_unit_test(only_connection_is_not_spent_on_calibration),
        cmocka_unit_test(session_begins_as_the_look_says),
        cmocka_unit_test(another_bug_behind_a_known_one_is_found),
        cmocka_unit_test(another_bug_under_the_name_of_a_known_one_is_found),
        cmocka_unit_test(known_bug_under_many_names_has_any),
        cmocka_unit_test(bugs_of_framing_are_told_apart),
        cmocka_unit_test(bytes_with_the_eighth_bit_are_one_bug),
        cmocka_unit_test(missing_reply_is_not_taken_for_a_program_that_runs),
        cmocka_unit_test(cutting_does_not_make_another_packet),
        cmocka_unit_test(finding_of_another_day_explains_others),
        cmocka_unit_test(difference_between_fresh_stubs_is_found),
        cmocka_unit_test(tour_sends_what_parsers_trip_over),
        cmocka_unit_test(same_seed_sends_the_same_bytes),
        cmocka_unit_test(known_signature_is_not_reported_again),
        cmocka_unit_test(stray_stop_explains_replies_that_are_one_behind),
        cmocka_unit_test(timeout_is_waited_for_where_it_proves_something),
        cmocka_unit_test(resumed_fuzzer_begins_behind_the_last_sequence),
        cmocka_unit_test(each_session_begins_with_the_opening),
        cmocka_unit_test(corpus_holds_no_more_than_its_limit),
        cmocka_unit_test(states_are_told_apart_up_to_their_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
