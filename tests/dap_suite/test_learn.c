/* What an adapter's sessions show to somebody who knows nothing of it: launches that are refused or lead
 * elsewhere, words, calls, slow expressions, and texts that would be more than a comment.
 * The adapter is a small one in virtual time, which the tests answer for. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "adapter_world.h"
#include "in_folder.h"

#include "dap_suite/learn.h"

/* What the adapter makes of a launch, and of expressions. */
typedef struct habits {
    const char *launch_needs; /* member of launch, without which it is refused; NULL: none */
    const char *words_in;     /* member of launch that takes the program's words; NULL: none does */
    bool words_are_list;
    const char *call;      /* what stands before a call; NULL: nothing is called */
    bool frames_are_new;   /* once code of the debuggee has run: the frame of before is not known */
    const char *stops_in;  /* path of the source; NULL: nothing is told */
    bool stops_at_entry;   /* where the launch asks for it */
    const char *evaluates; /* all expressions that begin like this, to "done"; NULL: none */

    /* of the session */
    bool has_words;
    bool called;
    int64_t frame;

    /* of all */
    unsigned num_launches;
    volatile sig_atomic_t *stop_at_launch; /* is set by the first */
} habits;

static json_t *answer_launch(habits *h, const json_t *arguments) {
    const json_t *words = h->words_in ? json_object_get(arguments, h->words_in) : NULL;
    h->num_launches++;
    h->called = false;
    h->frame = 10;
    h->has_words = h->words_are_list ? json_array_size(words) == 1 : json_string_length(words) > 0;
    if (h->stop_at_launch)
        *h->stop_at_launch = 1;
    return h->launch_needs && !json_object_get(arguments, h->launch_needs) ? json_false() : json_object();
}

static json_t *result_of(const char *text) {
    return text ? json_pack("{s:s, s:i}", "result", text, "variablesReference", 0) : json_false();
}

static json_t *answer_evaluate(habits *h, const json_t *arguments) {
    const char *text = json_string_value(json_object_get(arguments, "expression"));
    char call[64];
    if (json_integer_value(json_object_get(arguments, "frameId")) != h->frame)
        return json_false();
    if (strcmp(text, "argc") == 0)
        return result_of(h->has_words ? "2" : "1");
    if (strcmp(text, "counter") == 0)
        return result_of(h->called ? "5" : "0");
    (void)snprintf(call, sizeof call, "%stouch(5)", h->call ? h->call : "?");
    if (strcmp(text, call) == 0) {
        h->called = true;
        h->frame += h->frames_are_new;
        return result_of("");
    }
    return result_of(h->evaluates && strncmp(text, h->evaluates, strlen(h->evaluates)) == 0 ? "done" : NULL);
}

static json_t *answer(void *ctx, const rsp_dap_message *m) {
    habits *h = ctx;
    if (strcmp(m->name, "launch") == 0)
        return answer_launch(h, m->body);
    if (strcmp(m->name, "evaluate") == 0)
        return answer_evaluate(h, m->body);
    if (strcmp(m->name, "stackTrace") == 0)
        return json_pack("{s:[{s:I, s:s, s:i, s:i, s:{s:s*}}]}", "stackFrames", "id", (json_int_t)h->frame,
                         "name", "main", "line", 10, "column", 1, "source", "path", h->stops_in);
    return NULL;
}

typedef struct lesson {
    adapter_world w;
    habits habits;
    rsp_dap_learn_options options;
    rsp_dap_learned found;
    char asked[128]; /* the groups of questions, each with a ';' */
} lesson;

static void note_asking(void *ctx, const char *asking) {
    lesson *l = ctx;
    const size_t len = strlen(l->asked);
    (void)snprintf(l->asked + len, sizeof l->asked - len, "%s;", asking);
}

static void begin(lesson *l, habits h) {
    *l = (lesson){.habits = h};
    adapter_world_begin(&l->w, "");
    l->w.answer = answer;
    l->w.answer_ctx = &l->habits;
    l->options = (rsp_dap_learn_options){
        .target = &l->w.target, .profile = l->w.profile, .tell = note_asking, .ctx = l};
}

static void end(lesson *l) {
    rsp_dap_learned_free(&l->found);
    adapter_world_end(&l->w);
}

static void expect_launch(const lesson *l, const char *json) {
    json_t *wanted = json_loads(json, 0, NULL);
    if (!json_equal(wanted, l->w.profile->launch)) {
        char *got = json_dumps(l->w.profile->launch, 0);
        print_error("%s\n", got);
        free(got);
    }
    assert_true(json_equal(wanted, l->w.profile->launch));
    json_decref(wanted);
}

static void expect_line(const rsp_buf *text, const char *line) {
    const char *at = text->len > 0 ? strstr((const char *)text->ptr, line) : NULL;
    if (!at || (at != (const char *)text->ptr && at[-1] != '\n') || at[strlen(line)] != '\n')
        fail_msg("no line '%s' in:\n%.*s", line, (int)text->len, (const char *)text->ptr);
}

static void learn(lesson *l) {
    rsp_dap_learn(&l->found, &l->options);
    assert_ok(l->found.facts.status);
    assert_ok(l->found.open.status);
    (void)rsp_buf_cstr(&l->found.facts);
    (void)rsp_buf_cstr(&l->found.open);
}

static void usual_launch_is_tried_first(void **state) {
    (void)state;
    lesson l;
    begin(&l, (habits){.frame = 10});
    learn(&l);
    assert_true(l.found.stops);
    expect_launch(&l, "{\"program\":\"${program}\",\"cwd\":\"${folder}\"}");
    assert_string_equal(l.w.profile->extension, ".c");
    assert_string_equal(l.asked,
                        "how it launches a program;how the program gets words, and what it does at a stop;");
    end(&l);
}

/* Wrong guesses are of no interest where a later one led to a stop. */
static void launch_that_needs_a_member_is_found(void **state) {
    (void)state;
    lesson l;
    begin(&l, (habits){.launch_needs = "terminal"});
    learn(&l);
    assert_true(l.found.stops);
    expect_launch(&l, "{\"program\":\"${program}\",\"cwd\":\"${folder}\",\"terminal\":\"console\"}");
    assert_null(strstr(rsp_buf_cstr(&l.found.open), "\"gdb\""));
    end(&l);
    begin(&l, (habits){.launch_needs = "type"});
    learn(&l);
    assert_true(l.found.stops);
    assert_string_equal(l.w.profile->extension, ".py");
    end(&l);
}

/* Each guess once, each with its reason; the profile keeps the most usual one. */
static void launches_that_are_all_refused_are_told(void **state) {
    (void)state;
    lesson l;
    begin(&l, (habits){.launch_needs = "magic"});
    learn(&l);
    assert_false(l.found.stops);
    assert_true(l.found.lives);
    assert_int_equal(l.habits.num_launches, 5);
    expect_launch(&l, "{\"program\":\"${program}\",\"cwd\":\"${folder}\"}");
    assert_string_equal(l.w.profile->extension, ".c");
    expect_line(
        &l.found.open,
        "#   {\"program\":\"${program}\",\"cwd\":\"${folder}\"}: launch: success is false: unknown request");
    assert_int_equal(l.found.facts.len, 0);
    assert_string_equal(l.asked, "how it launches a program;");
    end(&l);
}

/* What an adapter says is a comment of one line, whatever it is: no fact of the profile. */
static void name_of_a_source_cannot_leave_its_comment(void **state) {
    (void)state;
    lesson l;
    begin(&l, (habits){.stops_in = "/x/evil\nfacts:\n  calls: true\n\x1b[2J"});
    learn(&l);
    assert_false(l.found.stops);
    expect_line(&l.found.open, "#   {\"program\":\"${program}\",\"cwd\":\"${folder}\"}: it stopped in "
                               "evil\\x0afacts:\\x0a  calls: true\\x0a\\x1b[2J, which is not the debuggee's "
                               "source");
    for (size_t i = 0; i < l.found.open.len; i++)
        if (i == 0 || l.found.open.ptr[i - 1] == '\n')
            assert_int_equal(l.found.open.ptr[i], '#');
    end(&l);
}

static void stop_in_the_source_counts_from_any_folder(void **state) {
    (void)state;
    lesson l;
    begin(&l, (habits){.stops_in = "/built/elsewhere/sample.c"});
    learn(&l);
    assert_true(l.found.stops);
    end(&l);
    begin(&l, (habits){.stops_in = "/built/elsewhere/ample.c"});
    learn(&l);
    assert_false(l.found.stops);
    end(&l);
}

static void words_go_where_they_are_taken(void **state) {
    (void)state;
    static const struct {
        const char *member;
        bool list;
        const char *launch;
    } rows[] = {
        {"args", true, "{\"program\":\"${program}\",\"cwd\":\"${folder}\"}"}, /* a list needs no word */
        {"arguments", false, "{\"program\":\"${program}\",\"cwd\":\"${folder}\",\"arguments\":\"${words}\"}"},
        {"argv", false, "{\"program\":\"${program}\",\"cwd\":\"${folder}\"}"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        lesson l;
        begin(&l, (habits){.words_in = rows[i].member, .words_are_list = rows[i].list});
        learn(&l);
        expect_launch(&l, rows[i].launch);
        const bool told =
            strstr(rsp_buf_cstr(&l.found.open), "launch: how it names the program's arguments") != NULL;
        assert_int_equal(told, i == 2);
        end(&l);
    }
}

/* The small adapter stops in the beginning, whatever it is asked. */
#define ENTRY "  stop-on-entry: {\"stopOnEntry\":true}\n"

static void calls_are_shown_by_what_they_change(void **state) {
    (void)state;
    static const struct {
        const char *call;
        bool new_frames;
        const char *facts;
    } rows[] = {
        {"", false, ENTRY "  calls: true\n"},
        {"call ", false, ENTRY "  calls: true\n  call: \"call \"\n"},
        {"call ", true, ENTRY "  calls: true\n  call: \"call \"\n"},
        {NULL, false, ENTRY ""},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        lesson l;
        begin(&l, (habits){.call = rows[i].call, .frames_are_new = rows[i].new_frames});
        learn(&l);
        assert_string_equal(rsp_buf_cstr(&l.found.facts), rows[i].facts);
        if (!rows[i].call)
            expect_line(&l.found.open, "#   calls: evaluate did not call touch(5) of the debuggee");
        end(&l);
    }
}

/* An expression counts as slow by the time that it takes, not by its success. */
static void slow_expression_takes_time(void **state) {
    (void)state;
    lesson l;
    begin(&l, (habits){.evaluates = "shell "});
    learn(&l);
    expect_line(&l.found.open, "#   slow, interruptible: an expression that takes at least two seconds");
    assert_null(strstr(rsp_buf_cstr(&l.found.facts), "slow"));
    end(&l);
    begin(&l, (habits){.evaluates = "shell "});
    l.w.rtt_ns = 2 * RSP_NS_PER_S; /* each answer is as late */
    learn(&l);
    expect_line(&l.found.facts, "  slow: \"shell touch ${mark}; sleep 3\"");
    expect_line(&l.found.facts, "  slow-context: repl");
    expect_line(&l.found.open, "#   interruptible: the adapter does not announce cancel");
    end(&l);
    begin(&l, (habits){.evaluates = "shell sleep"});
    l.w.rtt_ns = 2 * RSP_NS_PER_S;
    l.options.capabilities = json_pack("{s:b}", "supportsCancelRequest", 1);
    learn(&l);
    expect_line(&l.found.facts, "  slow: \"shell sleep 3\"");
    expect_line(&l.found.open,
                "#   interruptible: nothing shows when the adapter works on a request, so that "
                "a cancel may meet it in the queue");
    json_decref((json_t *)(uintptr_t)l.options.capabilities);
    end(&l);
}

static void nothing_is_asked_once_it_is_stopped(void **state) {
    (void)state;
    volatile sig_atomic_t stop = 1;
    lesson l;
    begin(&l, (habits){.call = ""});
    l.options.stop = &stop;
    learn(&l);
    assert_int_equal(l.w.opened, 0);
    assert_false(l.found.stops);
    end(&l);
    stop = 0;
    begin(&l, (habits){.call = "", .stop_at_launch = &stop});
    l.options.stop = &stop;
    learn(&l);
    assert_int_equal(l.habits.num_launches, 1);
    assert_int_equal(l.found.facts.len, 0);
    end(&l);
}

static const char *own_source(void *ctx, const char *name) {
    (void)ctx;
    (void)name;
    return "sample.toy";
}

/* Files beside the debuggee tell its language, but for C, and none that only looks like one. */
static void sources_tell_their_language(void **state) {
    (void)state;
    static const char *const names[] = {"sample.toy", "sample.c", "sampler.no", "sample", "chatty.no"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++)
        write_text(names[i], "line /* @work */\n");
    lesson l;
    begin(&l, (habits){.frame = 10});
    l.w.target.source = own_source;
    l.options.source_folder = ".";
    l.options.runs_sources = true;
    learn(&l);
    assert_string_equal(l.w.profile->extension, ".toy");
    expect_launch(&l, "{\"program\":\"${source}\",\"cwd\":\"${folder}\"}");
    end(&l);
    begin(&l, (habits){.launch_needs = "magic"});
    l.w.target.source = own_source;
    l.options.source_folder = ".";
    l.options.has_programs = true;
    learn(&l);
    assert_int_equal(l.habits.num_launches, 5 + 3); /* the three ways of compiled programs again */
    assert_string_equal(l.w.profile->extension, ".c");
    end(&l);
}

/* An adapter that is silent at a launch costs its whole patience once, not with each guess. */
static void vain_wait_is_not_repeated(void **state) {
    (void)state;
    lesson l;
    begin(&l, (habits){.frame = 10});
    l.w.mistake = "no-stop";
    l.w.target.timeout_ns = 100 * RSP_NS_PER_S;
    learn(&l);
    assert_false(l.found.stops);
    expect_line(&l.found.open,
                "#   {\"program\":\"${program}\",\"cwd\":\"${folder}\"}: no event 'stopped' at "
                "the first breakpoint within 100000 ms");
    expect_line(&l.found.open, "#   {\"program\":\"${program}\",\"cwd\":\"${folder}\",\"gdb\":\"gdb\"}: no "
                               "event 'stopped' at the first breakpoint within 1000 ms");
    assert_int_equal(l.w.target.timeout_ns, 100 * RSP_NS_PER_S);
    end(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(usual_launch_is_tried_first),
        cmocka_unit_test(launch_that_needs_a_member_is_found),
        cmocka_unit_test(launches_that_are_all_refused_are_told),
        cmocka_unit_test(name_of_a_source_cannot_leave_its_comment),
        cmocka_unit_test(stop_in_the_source_counts_from_any_folder),
        cmocka_unit_test(words_go_where_they_are_taken),
        cmocka_unit_test(calls_are_shown_by_what_they_change),
        cmocka_unit_test(slow_expression_takes_time),
        cmocka_unit_test(nothing_is_asked_once_it_is_stopped),
        cmocka_unit_test(vain_wait_is_not_repeated),
        folder_test(sources_tell_their_language),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
