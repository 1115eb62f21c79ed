/* stubborn capture replay: a recorded conversation against a stub that lives, and what is not as it was.
 * Differences first, in the words of the protocol with their place in the capture; then latencies side by
 * side. A stub that goes away is told, with what was replayed until then. */
/* SPDX-License-Identifier: MIT */
#include "cli/data_path.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cmd/capture/capture_input.h"
#include "cmd/default_stub.h"
#include "link/link_control.h"
#include "playback/playback.h"
#include "reports/capture/capture_replay_report.h"
#include "stubs/stub_opener.h"

#include "core/arena.h"
#include <rsp/clock.h>

static const uint64_t usual_timeout_ns = 5 * RSP_NS_PER_S;

/* A replay: the recording, the link to the stub, and what is told of them. */
typedef struct replay {
    rsp_replay_report report;
    rsp_link *link;
    bool verbose;
} replay;

static rsp_status render(rsp_buf *out, void *from, rsp_bytes format, const rsp_report_options *style) {
    const rsp_replay_report *report = from;
    if (rsp_bytes_equal(format, RSP_LIT("json")))
        return rsp_capture_replay_json(out, report);
    return rsp_capture_replay_text(out, report, style->verbose);
}

static int play(const command *self, const capture_use *use, replay *r, const option_list *outputs) {
    rsp_dialogue live = {0};
    rsp_transcript *transcript = rsp_transcript_new(NULL);
    uint64_t timeout_ns = use->timeout_ns ? use->timeout_ns : usual_timeout_ns;
    rsp_session_options options = {.timeout_ns = timeout_ns, .opens = true, .transcript = transcript};
    rsp_session *session = transcript ? rsp_session_new(r->link, &options) : NULL;
    rsp_playback p = {.recorded = &r->report.chosen->dialogue,
                      .session = session,
                      .live = &live,
                      .timeout_ns = timeout_ns,
                      .pauses = use->pauses};
    int code = EXIT_FINE;
    if (!session || !rsp_transcript_observe(transcript, rsp_dialogue_observe, &live) ||
        rsp_playback_run(&p) != RSP_OK) {
        code = command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    } else {
        const rsp_link_end end = rsp_link_ended(r->link);
        r->report.played = &p;
        r->report.end = end.kind != RSP_END_NO_CHILD ? end.text : "";
        r->report.last_words = rsp_link_last_words(r->link);
        r->report.virtual_time = rsp_link_is_virtual(r->link);
        rsp_error error = {0};
        bool as_recorded = p.num_differences == 0 && p.unexpected == 0 && p.status == RSP_OK;
        code = as_recorded ? EXIT_FINE : EXIT_FINDINGS;
        if (p.status != RSP_OK && rsp_link_stats_get(r->link).bytes_in == 0)
            code = EXIT_UNREACHABLE; /* who never said a word was never there */
        if (output_write(outputs, "text", render, &r->report, r->verbose, &error) != RSP_OK)
            code = command_fail(self, &error);
    }
    rsp_playback_free(&p);
    rsp_session_free(session);
    rsp_transcript_free(transcript);
    rsp_dialogue_free(&live);
    r->report.played = NULL;
    return code;
}

static int open_and_play(const command *self, const capture_use *use, replay *r, const option_list *outputs) {
    stub_config src = {0};
    rsp_arena arena = {0};
    rsp_diagnostics diagnostics = {0};
    rsp_error error = {0};
    stub_opener *worker = NULL;
    rsp_status status = stub_config_init(&src, use->stub, data_path_scenarios(&arena), interrupt_flag(),
                                         &diagnostics, &error);
    if (status == RSP_OK) {
        rsp_stub_request request = {.program = use->program ? use->program : ""};
        worker = stub_opener_new(&src);
        status = worker ? stub_opener_open(worker, &r->link, &request, &error)
                        : rsp_fail(&error, RSP_NO_MEMORY, "no memory");
    }
    r->report.stub = stub_config_name(&src);
    int code = status == RSP_OK ? play(self, use, r, outputs) : command_fail(self, &error);
    if (status == RSP_DIED)
        code = EXIT_UNREACHABLE; /* it never listened */
    if (r->link)
        stub_opener_closing(worker, r->link);
    rsp_link_close(r->link);
    stub_opener_free(worker);
    stub_config_free(&src);
    rsp_diagnostics_free(&diagnostics);
    rsp_arena_free(&arena);
    r->report.stub = NULL;
    return code;
}

static int replay_file(const command *self, const capture_args *args, const capture_use *use,
                       const char *path) {
    rsp_capture_dialogues chosen = {0};
    int code = EXIT_FINE;
    if (!capture_load_one(&chosen, self, args, path, &code))
        return code;
    replay r = {.report.chosen = chosen.items[0], .verbose = args->verbose};
    interrupt_catch();
    int played = open_and_play(self, use, &r, &args->outputs);
    rsp_capture_dialogues_free(&chosen);
    return played ? played : code;
}

int capture_replay(const command *self, const capture_args *args, const option_list *paths) {
    default_stub stub = {0};
    capture_use use = args->use;
    int code = EXIT_FINE;
    if (!use.stub)
        use.stub = default_stub_find(&stub, self, &code);
    if (code == EXIT_FINE && !use.stub)
        code = command_usage(self, "replay: against which stub? for example --stub tcp:127.0.0.1:1234");
    else if (code == EXIT_FINE && paths->num != 1)
        code = command_usage(self, "replay: one file at a time");
    else if (code == EXIT_FINE)
        code = replay_file(self, args, &use, paths->items[0]);
    default_stub_free(&stub);
    return code;
}
