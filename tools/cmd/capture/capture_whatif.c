/* stubborn capture what-if: what batched packets, and conditions in the stub, would have saved in recorded
 * sessions. The figures are those of rsp_whatif, added up over all conversations. Assumptions are printed
 * with them. */
/* SPDX-License-Identifier: MIT */
#include "cli/output.h"
#include "cmd/capture/capture_input.h"
#include "reports/capture/capture_savings.h"

#include <stdlib.h>

static void *begin_whatif(void *ctx, rsp_transcript *transcript, const rsp_conversation *conversation) {
    const capture_whatif *sum = ctx;
    rsp_whatif *w = calloc(1, sizeof *w);
    if (!w || !rsp_transcript_observe(transcript, rsp_whatif_observe, w)) {
        free(w);
        return NULL;
    }
    w->packet_size = sum->packet_size;
    w->exchanges.midstream = !conversation->from_start;
    return w;
}

static void end_whatif(void *ctx, void *observer, const rsp_transcript *transcript,
                       const rsp_conversation *conversation) {
    capture_whatif *sum = ctx;
    rsp_whatif *w = observer;
    (void)transcript;
    (void)conversation;
    if (!w) {
        sum->total.status = RSP_NO_MEMORY;
        return;
    }
    rsp_whatif_merge(&sum->total, w);
    rsp_whatif_free(w);
    free(w);
}

void capture_collect_whatif(rsp_conversations_options *options, capture_whatif *whatif) {
    options->begin = begin_whatif;
    options->end = end_whatif;
    options->ctx = whatif;
}

static rsp_status render(rsp_buf *out, void *report, rsp_bytes format, const rsp_report_options *style) {
    const rsp_capture_savings *s = report;
    (void)style;
    if (rsp_bytes_equal(format, RSP_LIT("json")))
        return rsp_capture_savings_json(out, s);
    if (rsp_bytes_equal(format, RSP_LIT("csv")))
        rsp_capture_savings_csv(out, s);
    else
        rsp_capture_savings_text(out, s);
    return out->status;
}

int capture_what_if(const command *self, const capture_args *args, const option_list *paths) {
    rsp_capture_file *files = calloc(paths->num, sizeof *files);
    capture_whatif sum = {.packet_size = args->packet_size};
    rsp_conversations_options options = {.stub_port = (uint16_t)args->port};
    int code = EXIT_FINE;
    if (!capture_choose(&options, self, args->use.conversation, &code)) {
        free(files);
        return code;
    }
    capture_collect_whatif(&options, &sum);
    rsp_conversations *conversations = rsp_conversations_new(&options);
    if (!conversations || !files) {
        code = command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    } else if (capture_read_all(self, files, paths, conversations, &code) &&
               capture_chosen(self, &options, conversations, &code)) {
        rsp_error error = {0};
        rsp_capture_savings found = {
            .whatif = &sum.total,
            .round_trips = rsp_conversations_totals(conversations)->analysis.metrics.round_trips,
            .rtt_ns = args->rtt_ns};
        if (output_write(&args->outputs, "text", render, &found, false, &error) != RSP_OK)
            code = command_fail(self, &error);
    }
    rsp_conversations_free(conversations);
    free(files);
    return code;
}
