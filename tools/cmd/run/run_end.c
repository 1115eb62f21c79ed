/* Shards say nothing of what another shard may have: no stale entries, no baseline of their own.
 * A run that judged nothing does not succeed.
 * See run_end.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/run/run_end.h"

#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/output.h"
#include "cli/suite.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

int run_end_shard(const command *self, rsp_shard *out, const char *text, size_t num_chosen,
                  bool update_baseline) {
    if (!text)
        return EXIT_FINE;
    if (rsp_shard_parse(out, text) != RSP_OK)
        return command_usage(self, "--shard %s: expected K/N, as 1/3, 2/3 and 3/3; N at most %d", text,
                             RSP_SHARDS_MAX);
    if (out->of > num_chosen)
        return command_usage(self, "--shard %s: %zu scenario%s selected; take at most as many shards", text,
                             num_chosen, num_chosen == 1 ? " is" : "s are");
    if (update_baseline)
        return command_usage(self, "--update-baseline: not with --shard, which knows a part only");
    return EXIT_FINE;
}

const char *run_end_now(rsp_arena *arena) {
    char text[32] = "";
    struct tm parts;
    time_t now = time(NULL);
    if (gmtime_r(&now, &parts))
        (void)strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return rsp_arena_str(arena, text);
}

const char *run_end_reason(rsp_arena *arena, uint64_t max_time_ns) {
    rsp_buf time = {0};
    if (!interrupt_by_time())
        return "interrupted";
    rsp_time_append(&time, max_time_ns);
    const char *text = rsp_arena_printf(arena, "the %s of --max-time are over", rsp_buf_cstr(&time));
    rsp_buf_free(&time);
    return text;
}

static int count_stale(const rsp_run *run, const run_end_failures *failures) {
    const size_t stale =
        rsp_baseline_stale(failures->baseline, run, failures->known, failures->ctx, failures->diagnostics);
    suite_print_diagnostics(failures->diagnostics);
    if (stale > 0)
        io_say(stderr, "%zu stale entr%s in %s; --update-baseline rewrites it\n", stale,
               stale == 1 ? "y" : "ies", failures->path);
    return stale > 0 ? EXIT_FINDINGS : EXIT_FINE;
}

int run_end_baseline(const command *self, const rsp_run *run, const rsp_shard *shard,
                     const run_end_failures *failures) {
    rsp_buf out = {0};
    rsp_error error = {0};
    if (!failures->baseline || shard->of || run->ended.interrupted || rsp_run_says_nothing(run))
        return EXIT_FINE;
    if (!failures->update)
        return count_stale(run, failures);
    rsp_baseline_update(failures->baseline, run, "not looked at yet", &out);
    const rsp_status status =
        out.status == RSP_OK ? io_write_file(failures->path, rsp_buf_bytes(&out), &error) : out.status;
    rsp_buf_free(&out);
    error.status = status;
    return status == RSP_OK ? EXIT_FINE : command_fail(self, &error);
}

int run_end_unreached(const command *self, const option_list *outputs, const rsp_run *run,
                      const rsp_error *why) {
    const bool shown = rsp_run_says_nothing(run) && run->trouble && output_shows(outputs, "term");
    if (!shown || !io_is_one_stream())
        (void)command_fail(self, why);
    return EXIT_UNREACHABLE;
}

int run_end_tell(const command *self, const rsp_run *run, const rsp_shard *shard, const char *judged,
                 rsp_status status, int code) {
    if (status == RSP_CANCELLED)
        io_say(stderr, "stubborn %s: %s; the report holds what was found until then\n", self->name,
               run->ended.stopped);
    if (shard->of)
        io_say(stderr,
               "stubborn %s: shard %" PRIu32 " of %" PRIu32
               "; stubborn merge joins the JSON reports of all shards and judges --require and "
               "--min-judged\n",
               self->name, shard->number, shard->of);
    if (rsp_run_says_nothing(run)) {
        io_say(stderr, "stubborn %s: no scenario was judged, so that nothing is known of the %s\n",
               self->name, judged);
        return EXIT_UNREACHABLE;
    }
    if (code == EXIT_UNREACHABLE) /* a file could not be written: that goes before what was found */
        return code;
    return rsp_run_exit_code(run) ? EXIT_FINDINGS : code;
}
