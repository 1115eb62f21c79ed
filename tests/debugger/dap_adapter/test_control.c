/* What moves and ends the program: stops, steps, breakpoints that a stub refuses, calls.
 * And how a session leaves the program.
 * See control/control.h, control/step.h, control/breakpoint.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "control/breakpoint.h"
#include "control/step.h"
#include "dwarf/debug_file.h"
#include "dwarf/debug_symbol.h"
#include "editor_world.h"
#include <inttypes.h>
#include <stdio.h>

static void begin(editor_world *w, const char *program) {
    editor_init(w, program);
    editor_start(w, "");
}

/* Resumes, and the body of the stop. */
static const json_t *resume(editor_world *w, const char *command) {
    (void)editor_say(w, command, "{'threadId':%lld}", (long long)editor_thread(w));
    const json_t *stop = editor_event(w, "stopped");
    assert_text(stop, "allThreadsStopped", "true");
    return stop;
}

/* --- the end --- */

static void stub_that_goes_between_requests_is_told(void **state) {
    editor_world w;
    (void)state;
    begin(&w, "shapes");
    w.lies[0] = (editor_lie){"MultiMemRead", NULL};
    (void)editor_refusal(&w, "readMemory", "{'memoryReference':'0x10000','count':4}");
    assert_int_equal(editor_count(&w, "terminated"), 1);
    editor_end(&w);
}

/* One answer that did not come is no reason to end the session. */
static void stub_that_answers_again_is_not_lost(void **state) {
    editor_world w;
    (void)state;
    begin(&w, "shapes");
    w.lies[0] = (editor_lie){"", EDITOR_SILENCE};
    (void)editor_refusal(&w, "readMemory", "{'memoryReference':'0x10000','count':4}");
    w.lies[0] = (editor_lie){0};
    const json_t *body = editor_do(&w, "readMemory", "{'memoryReference':'0x10000','count':4}");
    assert_text(body, "data", "f0VMRg=="); /* an ELF file begins so */
    assert_int_equal(editor_count(&w, "terminated"), 0);
    editor_end(&w);
}

/* One that is never quiet: nobody can tell which request it answers. */
static void stub_that_never_stops_talking_is_lost(void **state) {
    editor_world w;
    (void)state;
    begin(&w, "shapes");
    w.lies[0] = (editor_lie){"", EDITOR_NOISE};
    (void)editor_refusal(&w, "readMemory", "{'memoryReference':'0x10000','count':4}");
    assert_int_equal(editor_count(&w, "terminated"), 1);
    editor_end(&w);
}

static void program_that_cannot_be_opened_is_none(void **state) {
    editor_world w;
    (void)state;
    editor_init(&w, "shapes");
    w.lies[0] = (editor_lie){"?", NULL};
    const json_t *answer = editor_answer(&w, editor_launch(&w, ""));
    assert_true(json_is_false(json_object_get(answer, "success")));
    assert_int_equal(editor_count(&w, "initialized"), 0);
    editor_end(&w);
}

static void process_that_cannot_be_attached_to_is_told_as_that(void **state) {
    editor_world w;
    (void)state;
    editor_init(&w, "shapes");
    w.ask.path = rsp_bytes_make(NULL, 0); /* the stub starts nothing */
    const json_t *answer = editor_answer(&w, editor_launch(&w, ""));
    assert_non_null(strstr(editor_text(answer, "message"), "the stub has no program"));
    const char *why = editor_refusal(&w, "attach", "{'pid':99}");
    assert_non_null(strstr(why, "attaching"));
    editor_end(&w);
}

/* A second away: an answer is waited for as long as elsewhere. What was attached to is let go at the end. */
static void process_that_was_attached_to_is_let_go(void **state) {
    const rsp_bytes argv[] = {RSP_LIT("/bin/spin")};
    int64_t pid = 0;
    editor_world w;
    (void)state;
    editor_init(&w, "spin");
    w.ask.path = rsp_bytes_make(NULL, 0);
    w.rtt_ns = RSP_NS_PER_S;
    (void)editor_answer(&w, editor_launch(&w, ""));
    assert_ok(rsp_machine_target_spawn(w.ask.target, argv, 1, &pid, NULL));
    const int64_t attach = editor_say(&w, "attach", "{'pid':%lld,'stopOnEntry':true}", (long long)pid);
    (void)editor_event(&w, "initialized");
    (void)editor_say(&w, "configurationDone", NULL);
    assert_true(json_is_true(json_object_get(editor_answer(&w, attach), "success")));
    assert_text(editor_last(&w, "process"), "startMethod", "attach");
    rsp_buf_clear(&w.sent);
    (void)editor_do(&w, "disconnect", "{}");
    assert_int_equal(editor_sent(&w, "D"), 1);
    editor_end(&w);
}

/* The first launch is refused, so that a second one can be said. */
static void argument_that_is_nearly_one_of_ours_is_said(void **state) {
    editor_world w;
    (void)state;
    editor_init(&w, "shapes");
    w.ask.path = rsp_bytes_make(NULL, 0);
    (void)editor_answer(&w, editor_launch(&w, ""));
    assert_int_equal(editor_count(&w, "output"), 0);
    (void)editor_refusal(&w, "attach", "{'pid':99,'type':'stubborn','__sessionId':'1','stopOnEntri':true}");
    assert_int_equal(editor_count(&w, "output"), 1);
    assert_text(editor_last(&w, "output"), "output",
                "stubborn: no argument 'stopOnEntri' is known; did you mean 'stopOnEntry'?\n");
    editor_end(&w);
}

/* What cannot be read and has no number gets an output event: nobody waits for a response. */
static void message_without_a_number_is_complained_of(void **state) {
    editor_world w;
    (void)state;
    begin(&w, "shapes");
    editor_say_content(&w, "{\"command\":\"threads\",,}");
    assert_non_null(
        strstr(editor_text(editor_event(&w, "output"), "output"), "a message that can not be read"));
    editor_say_content(&w, "{\"seq\":77,\"command\":\"threads\",,}");
    assert_text(editor_answer(&w, 77), "command", "threads");
    editor_end(&w);
}

static void session_leaves_the_program_as_it_was_told(void **state) {
    static const struct {
        const char *arguments;
        size_t kills, detaches;
    } cases[] = {{"{}", 1, 0}, {"{'terminateDebuggee':true}", 1, 0}, {"{'terminateDebuggee':false}", 0, 1}};
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        editor_world w;
        begin(&w, "shapes");
        editor_run_to(&w, "look");
        rsp_buf clean = {0};
        (void)editor_do(&w, "disconnect", "%s", cases[i].arguments);
        rsp_buf_append(&clean, rsp_buf_bytes(&w.sent));
        assert_int_equal(editor_sent(&w, "vKill") > 0, cases[i].kills);
        rsp_buf_append(&w.sent, rsp_buf_bytes(&clean));
        assert_int_equal(editor_sent(&w, "D"), cases[i].detaches);
        rsp_buf_free(&clean);
        editor_end(&w);
    }
}

/* What the opener's signal has stopped is let go at once: nothing more is on its way to it. */
static void signal_that_has_come_is_not_waited_for(void **state) {
    editor_world w;
    (void)state;
    editor_init(&w, "spin");
    w.local = true;
    editor_start(&w, "");
    (void)editor_say(&w, "continue", "{'threadId':%lld}", (long long)editor_thread(&w));
    editor_interrupts(&w);
    (void)editor_do(&w, "disconnect", "{'terminateDebuggee':false}");
    assert_int_equal(w.num_signals, 1);
    rsp_bytes rest = rsp_buf_bytes(&w.sent);
    size_t resumes = 0;
    while (rest.len > 0)
        resumes += rsp_bytes_starts(rsp_bytes_split(&rest, '\n'), RSP_LIT("vCont;"));
    assert_int_equal(resumes, 1);
    assert_int_equal(editor_sent(&w, "D"), 1);
    editor_end(&w);
}

/* --- signals --- */

static void signal_is_passed_on_unseen(void **state) {
    editor_world w;
    (void)state;
    begin(&w, "signals");
    (void)editor_say(&w, "continue", "{'threadId':%lld}", (long long)editor_thread(&w));
    assert_text(editor_event(&w, "exited"), "exitCode", "0");
    assert_int_equal(editor_count(&w, "stopped"), 1);
    editor_end(&w);
}

static void signal_that_is_asked_for_is_told_and_passed_on(void **state) {
    editor_world w;
    (void)state;
    begin(&w, "signals");
    (void)editor_do(&w, "setExceptionBreakpoints", "{'filters':['signals']}");
    for (int i = 0; i < 7; i++) {
        const json_t *stop = resume(&w, "continue");
        assert_text(stop, "reason", "exception");
        assert_text(stop, "text", i < 5 ? "signal SIGUSR1" : "signal SIGUSR2");
        const json_t *info =
            editor_do(&w, "exceptionInfo", "{'threadId':%lld}", (long long)editor_thread(&w));
        assert_text(info, "exceptionId", i < 5 ? "SIGUSR1" : "SIGUSR2");
        assert_text(info, "description",
                    i < 5 ? "the program got signal SIGUSR1" : "the program got signal SIGUSR2");
    }
    (void)editor_say(&w, "continue", "{'threadId':%lld}", (long long)editor_thread(&w));
    assert_text(editor_event(&w, "exited"), "exitCode", "0");
    editor_end(&w);
}

/* The stub refuses the breakpoint of a resume: nothing ran, so the signal is still to be delivered. */
static void signal_outlives_a_resume_that_was_refused(void **state) {
    editor_world w;
    (void)state;
    begin(&w, "signals");
    (void)editor_do(&w, "setExceptionBreakpoints", "{'filters':['signals']}");
    assert_text(resume(&w, "continue"), "text", "signal SIGUSR1");
    (void)editor_do(&w, "setExceptionBreakpoints", "{'filters':[]}");
    (void)editor_do(&w, "setFunctionBreakpoints", "{'breakpoints':[{'name':'print_line'}]}");
    w.lies[0] = (editor_lie){"Z0,", "E0e"};
    w.lies[1] = (editor_lie){"jMultiBreakpoint", "{\"results\":[\"E0e\"]}]"};
    (void)editor_say(&w, "continue", "{'threadId':%lld}", (long long)editor_thread(&w));
    (void)editor_event(&w, "breakpoint");
    if (editor_count(&w, "exited") == 0)
        (void)editor_event(&w, "exited");
    assert_text(editor_last(&w, "exited"), "exitCode", "0");
    editor_end(&w);
}

/* --- breakpoints --- */

static void breakpoint_that_the_stub_refuses_is_told(void **state) {
    editor_world w;
    (void)state;
    begin(&w, "shapes");
    const json_t *set =
        editor_do(&w, "setFunctionBreakpoints", "{'breakpoints':[{'name':'look'},{'name':'deep'}]}");
    assert_text(set, "breakpoints.0.verified", "true");
    w.lies[0] = (editor_lie){"jMultiBreakpoint", "{\"results\":[\"E0e\",\"OK\"]}]"};
    (void)editor_say(&w, "continue", "{'threadId':%lld}", (long long)editor_thread(&w));
    const json_t *changed = editor_event(&w, "breakpoint");
    assert_text(changed, "breakpoint.verified", "false");
    assert_text(changed, "breakpoint.id", "1");
    assert_non_null(strstr(editor_text(changed, "breakpoint.message"), "refuse"));
    assert_int_equal(editor_count(&w, "breakpoint"), 1);
    editor_end(&w);
}

/* Two at one place: only those whose own condition holds are hit. */
static void conditions_of_one_place_are_told_apart(void **state) {
    editor_world w;
    (void)state;
    begin(&w, "shapes");
    const json_t *set = editor_do(&w, "setFunctionBreakpoints",
                                  "{'breakpoints':[{'name':'look','condition':'value == 42'}]}");
    char place[32];
    (void)snprintf(place, sizeof place, "%s", editor_text(set, "breakpoints.0.instructionReference"));
    set = editor_do(&w, "setInstructionBreakpoints",
                    "{'breakpoints':[{'instructionReference':'%s','condition':'value == 1'},"
                    "{'instructionReference':'%s','condition':'value > 40'}]}",
                    place, place);
    assert_text(set, "breakpoints.1.verified", "true");
    const json_t *ids = json_object_get(resume(&w, "continue"), "hitBreakpointIds");
    assert_int_equal(json_array_size(ids), 2);
    assert_text(ids, "0", "1");
    assert_text(ids, "1", "3");
    editor_end(&w);
}

static const char *condition_at(editor_world *w, uint64_t address) {
    breakpoint_site *site = w->adapter->control->breakpoints.sites;
    while (site && site->address != address)
        site = site->next;
    return site ? rsp_buf_cstr(&site->condition) : "none";
}

/* A step has several places where it stops: at none of them does a condition hold it back. */
static void places_of_a_step_have_no_condition(void **state) {
    editor_world w;
    (void)state;
    begin(&w, "shapes");
    const json_t *set = editor_do(&w, "setFunctionBreakpoints",
                                  "{'breakpoints':[{'name':'look','condition':'value == 12345'}]}");
    const uint64_t place = strtoull(editor_text(set, "breakpoints.0.instructionReference"), NULL, 16);
    breakpoints *all = &w.adapter->control->breakpoints;
    breakpoints_update(w.adapter);
    for (size_t number = 0; number < CONTROL_STEP_SITES; number++) {
        assert_non_null(strstr(condition_at(&w, place), "12345"));
        for (all->num_steps = 0; all->num_steps < number; all->num_steps++)
            all->steps[all->num_steps] = ask_symbol(&w.ask, "deep") + 4 * all->num_steps;
        all->steps[all->num_steps++] = place;
        breakpoints_update(w.adapter);
        assert_string_equal(condition_at(&w, place), "1");
        all->num_steps = 0;
        breakpoints_update(w.adapter);
    }
    editor_end(&w);
}

static void frame_of_a_data_id_is_read(void **state) {
    static const char *const bad[] = {
        "", "0x10/0x20", "10/0x20/7#1", "0x10/20/7#1", "0xg/0x20/7#1", "0x10/0x20/x#1"};
    breakpoint b = {0};
    (void)state;
    assert_true(breakpoint_read_frame(&b, RSP_LIT("0x10010/0x7fff20/7#12")));
    assert_int_equal(b.frame_end, 0x10010);
    assert_int_equal(b.frame_sp, 0x7fff20);
    assert_int_equal(b.frame_thread, 7);
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++)
        assert_false(breakpoint_read_frame(&b, rsp_bytes_str(bad[i])));
}

/* --- steps --- */

static long line_of_top(editor_world *w) {
    const json_t *frames = editor_do(w, "stackTrace", "{'threadId':%lld}", (long long)editor_thread(w));
    return strtol(editor_text(frames, "stackFrames.0.line"), NULL, 10);
}

static uint64_t pc_of_top(editor_world *w) {
    const json_t *frames = editor_do(w, "stackTrace", "{'threadId':%lld}", (long long)editor_thread(w));
    return strtoull(editor_text(frames, "stackFrames.0.instructionPointerReference"), NULL, 16);
}

/* The lines of a program are found where it was loaded: one without a call is one packet. */
static void lines_of_a_program_that_was_moved_are_stepped(void **state) {
    editor_world w;
    (void)state;
    begin(&w, "placed");
    assert_true(adapter_debuggee(w.adapter)->bias != 0);
    editor_run_to(&w, "main");
    const long line = line_of_top(&w);
    for (long i = 1; i < 3; i++) {
        rsp_buf_clear(&w.sent);
        assert_text(resume(&w, "next"), "reason", "step");
        const size_t moves = editor_sent(&w, "vCont;");
        assert_true(i == 1 ? moves > 1 : moves == 1);
        assert_int_equal(line_of_top(&w), line + i);
    }
    editor_end(&w);
}

/* "twice:46 deep:54 ", the innermost first. */
static void assert_stands(editor_world *w, const char *expected) {
    rsp_buf is = {0};
    const json_t *frames = json_object_get(
        editor_do(w, "stackTrace", "{'threadId':%lld,'levels':2}", (long long)editor_thread(w)),
        "stackFrames");
    for (size_t i = 0; i < json_array_size(frames); i++) {
        rsp_buf_printf(&is, "%s:", editor_text(json_array_get(frames, i), "name"));
        rsp_buf_printf(&is, "%s ", editor_text(json_array_get(frames, i), "line"));
    }
    assert_string_equal(rsp_buf_cstr(&is), expected);
    rsp_buf_free(&is);
}

/* To the line that calls `twice`, whose code stands in the caller. */
static void begin_before_inlined(editor_world *w) {
    begin(w, "shapes");
    (void)editor_do(w, "setBreakpoints", "{'source':{'name':'shapes.c'},'breakpoints':[{'line':54}]}");
    (void)editor_say(w, "continue", "{'threadId':%lld}", (long long)editor_thread(w));
    (void)editor_event(w, "stopped");
    assert_stands(w, "deep:54 deep:53 ");
}

/* A function that the compiler has put into its caller is stepped as one that is called. */
static void inlined_function_is_stepped_as_a_call(void **state) {
    editor_world w;
    (void)state;
    begin_before_inlined(&w);
    (void)resume(&w, "stepIn");
    assert_stands(&w, "twice:46 deep:54 ");
    (void)resume(&w, "next");
    assert_stands(&w, "twice:47 deep:54 ");
    (void)resume(&w, "stepOut");
    assert_stands(&w, "deep:54 deep:53 ");
    editor_end(&w);
    begin_before_inlined(&w);
    (void)resume(&w, "next");
    assert_stands(&w, "deep:55 deep:53 ");
    editor_end(&w);
}

static void targets_of_a_jump_are_found_by_the_source_s_name(void **state) {
    editor_world w;
    (void)state;
    begin(&w, "placed");
    editor_run_to(&w, "main");
    char arguments[80];
    (void)snprintf(arguments, sizeof arguments, "{'source':{'name':'placed.c'},'line':%ld}",
                   line_of_top(&w) + 1);
    const json_t *body = editor_do(&w, "gotoTargets", "%s", arguments);
    assert_int_equal(json_array_size(json_object_get(body, "targets")), 1);
    editor_end(&w);
}

/* From the midst of a line to its beginning, though what came before it is another line's call. */
static void step_back_lands_at_the_beginning_of_the_line(void **state) {
    editor_world w;
    (void)state;
    editor_init(&w, "placed");
    w.ask.machine.record_bytes = 1 << 20;
    editor_start(&w, "");
    editor_run_to(&w, "main");
    (void)resume(&w, "next");
    const uint64_t begins = pc_of_top(&w);
    (void)editor_say(&w, "next", "{'threadId':%lld,'granularity':'instruction'}",
                     (long long)editor_thread(&w));
    (void)editor_event(&w, "stopped");
    assert_true(pc_of_top(&w) > begins);
    assert_text(resume(&w, "stepBack"), "reason", "step");
    assert_int_equal(pc_of_top(&w), begins);
    editor_end(&w);
}

/* Behind a procedure linkage table, at a function with lines: into it, or back to the caller of another one.
 */
static void step_through_a_table_ends_in_the_function_that_is_meant(void **state) {
    static const struct { bool other, enters; } cases[] = {{false, true}, {true, false}};
    editor_world w;
    (void)state;
    begin(&w, "shapes");
    editor_run_to(&w, "look");
    const uint64_t function = ask_symbol(&w.ask, "look");
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        bool done = false;
        rsp_move move = {0};
        step_place place;
        step_plan plan = {.kind = STEP_IN,
                          .thread = rsp_client_stop_thread(adapter_client(w.adapter)),
                          .goal = cases[i].other ? function + 4 : 0,
                          .through = {.under_way = true, .back = function - 64}};
        assert_ok(step_look(w.adapter, &plan, &place));
        place.pc = function;
        assert_true(step_through_go_on(w.adapter, &plan, &place, &done, &move));
        assert_false(plan.through.under_way);
        assert_int_equal(plan.wait.awaits, cases[i].enters ? AWAITS_PLACE : AWAITS_CALL);
        step_end(w.adapter, &plan);
    }
    editor_end(&w);
}

/* The stub has no part in it: the file alone says where the table is. */
static void step_into_a_table_knows_where_the_call_returns_to(void **state) {
    rsp_debug_file *file = NULL;
    (void)state;
    assert_ok(rsp_debug_file_open(&file, DYNAMIC_PROGRAM, NULL));
    rsp_debuggee dynamic = {.file = file};
    step_place place = {.debuggee = &dynamic, .sp = 0x7000};
    step_plan plan = {.kind = STEP_IN, .thread = {1, 1}, .through = {.moves = 9}};
    rsp_move move = {0};
    assert_false(step_through_begin(NULL, &plan, &place, 0x1234, &move));
    assert_false(plan.through.under_way);
    while (!rsp_debug_symbol_is_linkage(file, place.pc))
        assert_true(place.pc++ < 0x100000);
    assert_true(step_through_begin(NULL, &plan, &place, 0x1234, &move));
    assert_true(plan.through.under_way);
    assert_int_equal(plan.through.back, 0x1234);
    assert_int_equal(plan.through.sp, 0x7000);
    assert_int_equal(plan.through.pc, place.pc);
    assert_int_equal(plan.through.moves, 1);
    assert_int_equal(move.action, RSP_MOVE_STEP);
    rsp_debug_file_free(file);
}

/* In the handler of an exception: the step is complete where a line begins, and in the midst of one it goes
 * on to its end. */
static void step_that_was_caught_ends_at_a_line(void **state) {
    editor_world w;
    (void)state;
    begin(&w, "shapes");
    editor_run_to(&w, "look");
    for (int midst = 0; midst < 2; midst++) {
        bool done = midst;
        rsp_move move = {0};
        step_plan plan = {.kind = STEP_OVER,
                          .thread = rsp_client_stop_thread(adapter_client(w.adapter)),
                          .frame = {.cfa = UINT64_MAX},
                          .wait = {.awaits = AWAITS_HANDLER, .target = pc_of_top(&w)}};
        assert_ok(step_go_on(w.adapter, &plan, &done, &move));
        assert_int_equal(done, !midst);
        assert_int_not_equal(plan.wait.awaits, AWAITS_HANDLER);
        assert_int_equal(move.thread.tid, midst ? plan.thread.tid : 0);
        assert_true(midst ? move.action != RSP_MOVE_CONTINUE : move.action == (rsp_move_action)0);
        step_end(w.adapter, &plan);
        (void)editor_say(&w, "next", "{'threadId':%lld,'granularity':'instruction'}",
                         (long long)editor_thread(&w));
        (void)editor_event(&w, "stopped");
    }
    editor_end(&w);
}

/* --- calls --- */

static void call_gives_what_the_function_returns(void **state) {
    editor_world w;
    (void)state;
    begin(&w, "shapes");
    editor_run_to(&w, "look");
    const json_t *result = editor_do(&w, "evaluate", "{'expression':'look(41)','context':'repl'}");
    assert_text(result, "result", "42");
    assert_text(editor_do(&w, "evaluate", "{'expression':'seen','context':'watch'}"), "result", "41");
    editor_end(&w);
}

static void call_in_which_the_program_ends_says_so(void **state) {
    editor_world w;
    (void)state;
    begin(&w, "shapes");
    editor_run_to(&w, "look");
    const char *why = editor_refusal(&w, "evaluate", "{'expression':'exit(3)','context':'repl'}");
    assert_non_null(strstr(why, "the program has ended in it"));
    assert_int_equal(editor_count(&w, "exited"), 1);
    assert_int_equal(editor_count(&w, "terminated"), 1);
    editor_end(&w);
}

/* A signal that ends a call did not come of it: the program gets it when it goes on. */
static void signal_that_ends_a_call_is_kept(void **state) {
    editor_world w;
    (void)state;
    begin(&w, "signals");
    editor_run_to(&w, "raise_one");
    (void)editor_do(&w, "setExceptionBreakpoints", "{'filters':['signals']}");
    const char *why = editor_refusal(&w, "evaluate", "{'expression':'raise_one(10)','context':'repl'}");
    assert_non_null(strstr(why, "signal SIGUSR1 came"));
    (void)editor_do(&w, "setExceptionBreakpoints", "{'filters':[]}");
    (void)editor_say(&w, "continue", "{'threadId':%lld}", (long long)editor_thread(&w));
    assert_text(editor_event(&w, "exited"), "exitCode", "1"); /* it counts them: one more than it raises */
    editor_end(&w);
}

static void watch_on_a_variable_ends_with_its_function(void **state) {
    editor_world w;
    (void)state;
    begin(&w, "shapes");
    editor_run_to(&w, "look");
    const json_t *info =
        editor_do(&w, "dataBreakpointInfo", "{'name':'here','frameId':%lld}", (long long)editor_frame(&w, 3));
    assert_non_null(strchr(editor_text(info, "dataId"), '@'));
    const json_t *set =
        editor_do(&w, "setDataBreakpoints", "{'breakpoints':[{'dataId':'%s','accessType':'write'}]}",
                  editor_text(info, "dataId"));
    assert_text(set, "breakpoints.0.verified", "true");
    (void)editor_say(&w, "continue", "{'threadId':%lld}", (long long)editor_thread(&w));
    (void)editor_event(&w, "exited");
    assert_text(editor_last(&w, "breakpoint"), "reason", "removed");
    assert_int_equal(editor_count(&w, "stopped"), 2); /* the entry, and look */
    editor_end(&w);
}

/* --- a resume behind a view --- */

/* The stub is a second away. What is read of the old stop ends when the patience of the resume does, and at
 * once when the session is to end; without either it is read to its end. */
static void view_ends_for_what_waits_behind_it(void **state) {
    static const struct {
        const char *command, *arguments;
        const char *message;
        uint64_t most_ns;
    } cases[] = {
        {NULL, NULL, "", 4 * RSP_NS_PER_S},
        {"next", "{'threadId':%lld}", "cancelled", 250 * RSP_NS_PER_MS},
        {"disconnect", "{}", "cancelled", 50 * RSP_NS_PER_MS},
    };
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        editor_world w;
        editor_init(&w, "shapes");
        w.rtt_ns = RSP_NS_PER_S;
        editor_start(&w, "");
        const uint64_t began = w.clock.now_ns;
        const int64_t view = editor_say(&w, "readMemory", "{'memoryReference':'0x%" PRIx64 "','count':512}",
                                        ask_symbol(&w.ask, "look"));
        editor_interrupts(&w);
        if (cases[i].command)
            (void)editor_say(&w, cases[i].command, cases[i].arguments, (long long)editor_thread(&w));
        assert_text(editor_answer(&w, view), "message", cases[i].message);
        assert_true(w.clock.now_ns - began <= cases[i].most_ns);
        editor_end(&w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stub_that_goes_between_requests_is_told),
        cmocka_unit_test(argument_that_is_nearly_one_of_ours_is_said),
        cmocka_unit_test(message_without_a_number_is_complained_of),
        cmocka_unit_test(program_that_cannot_be_opened_is_none),
        cmocka_unit_test(process_that_cannot_be_attached_to_is_told_as_that),
        cmocka_unit_test(process_that_was_attached_to_is_let_go),
        cmocka_unit_test(stub_that_answers_again_is_not_lost),
        cmocka_unit_test(stub_that_never_stops_talking_is_lost),
        cmocka_unit_test(session_leaves_the_program_as_it_was_told),
        cmocka_unit_test(signal_that_has_come_is_not_waited_for),
        cmocka_unit_test(signal_is_passed_on_unseen),
        cmocka_unit_test(signal_that_is_asked_for_is_told_and_passed_on),
        cmocka_unit_test(signal_outlives_a_resume_that_was_refused),
        cmocka_unit_test(breakpoint_that_the_stub_refuses_is_told),
        cmocka_unit_test(conditions_of_one_place_are_told_apart),
        cmocka_unit_test(places_of_a_step_have_no_condition),
        cmocka_unit_test(frame_of_a_data_id_is_read),
        cmocka_unit_test(lines_of_a_program_that_was_moved_are_stepped),
        cmocka_unit_test(inlined_function_is_stepped_as_a_call),
        cmocka_unit_test(targets_of_a_jump_are_found_by_the_source_s_name),
        cmocka_unit_test(step_back_lands_at_the_beginning_of_the_line),
        cmocka_unit_test(step_through_a_table_ends_in_the_function_that_is_meant),
        cmocka_unit_test(step_into_a_table_knows_where_the_call_returns_to),
        cmocka_unit_test(step_that_was_caught_ends_at_a_line),
        cmocka_unit_test(call_gives_what_the_function_returns),
        cmocka_unit_test(call_in_which_the_program_ends_says_so),
        cmocka_unit_test(signal_that_ends_a_call_is_kept),
        cmocka_unit_test(watch_on_a_variable_ends_with_its_function),
        cmocka_unit_test(view_ends_for_what_waits_behind_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
