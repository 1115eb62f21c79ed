/* stubborn capture what-if: what batched packets would have saved in recorded sessions.
 * The figures are those of rsp_whatif, added up over all conversations.
 * Assumptions are printed with them. */
/* SPDX-License-Identifier: MIT */
#include "capture.h"
#include "io.h"

#include <rsp/whatif.h>
#include <stdlib.h>

typedef struct whatif_sum {
    rsp_whatif total;
    uint64_t packet_size;
} whatif_sum;

static void *begin_whatif(void *ctx, rsp_transcript *transcript, const rsp_conversation *conversation) {
    const whatif_sum *sum = ctx;
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
    whatif_sum *sum = ctx;
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

static void append_saving(rsp_buf *out, const char *name, const rsp_saving *s, uint64_t rtt_ns) {
    rsp_buf_printf(out, "  %-16s ", name);
    if (s->packets == 0) {
        rsp_buf_str(out, "nothing to batch\n");
        return;
    }
    capture_append_count(out, s->packets);
    rsp_buf_str(out, " packets become ");
    capture_append_count(out, s->best);
    rsp_buf_str(out, " to ");
    capture_append_count(out, s->worst);
    rsp_buf_str(out, ": saves ");
    capture_append_count(out, rsp_saving_least(s));
    rsp_buf_str(out, " to ");
    capture_append_count(out, rsp_saving_most(s));
    rsp_buf_str(out, " round trips");
    if (rtt_ns > 0) {
        rsp_buf_str(out, " (");
        capture_append_time(out, rsp_saving_least(s) * rtt_ns);
        rsp_buf_str(out, " to ");
        capture_append_time(out, rsp_saving_most(s) * rtt_ns);
        rsp_buf_str(out, ")");
    }
    rsp_buf_push(out, '\n');
}

static void append_saving_json(rsp_buf *out, const char *key, const rsp_saving *s, uint64_t rtt_ns) {
    unsigned long long least = rsp_saving_least(s);
    unsigned long long most = rsp_saving_most(s);
    rsp_buf_printf(out,
                   "  \"%s\": {\"packets\": %llu, \"best_packets\": %llu, \"worst_packets\": %llu, "
                   "\"saved_least\": %llu, \"saved_most\": %llu, \"saved_least_ns\": %llu, "
                   "\"saved_most_ns\": %llu},\n",
                   key, (unsigned long long)s->packets, (unsigned long long)s->best,
                   (unsigned long long)s->worst, least, most, least * (unsigned long long)rtt_ns,
                   most * (unsigned long long)rtt_ns);
}

static void print_whatif(rsp_buf *out, const whatif_sum *sum, const rsp_metrics *metrics,
                         const capture_args *args) {
    if (args->format == CAPTURE_JSON) {
        rsp_buf_str(out, "{\n");
        append_saving_json(out, "MultiMemRead", &sum->total.reads, args->rtt_ns);
        append_saving_json(out, "MultiBreakpoint", &sum->total.points, args->rtt_ns);
        rsp_buf_printf(out, "  \"stops\": %llu,\n  \"round_trips\": %llu,\n  \"rtt_ns\": %llu\n}\n",
                       (unsigned long long)sum->total.stops, (unsigned long long)metrics->round_trips,
                       (unsigned long long)args->rtt_ns);
        return;
    }
    capture_append_count(out, metrics->round_trips);
    rsp_buf_printf(out, " round trips, %llu resumes", (unsigned long long)sum->total.stops);
    if (args->rtt_ns > 0) {
        rsp_buf_str(out, ", ");
        capture_append_time(out, args->rtt_ns);
        rsp_buf_str(out, " each: ");
        capture_append_time(out, args->rtt_ns * metrics->round_trips);
    }
    rsp_buf_str(out, "\n\n");
    append_saving(out, "MultiMemRead", &sum->total.reads, args->rtt_ns);
    append_saving(out, "MultiBreakpoint", &sum->total.points, args->rtt_ns);
    rsp_buf_str(out, "\nassuming\n");
    rsp_bytes lines = rsp_bytes_str(rsp_whatif_assumptions());
    while (lines.len > 0) {
        rsp_bytes line = rsp_bytes_split(&lines, '\n');
        rsp_buf_printf(out, "  %.*s\n", (int)line.len, (const char *)line.ptr);
    }
    if (sum->total.status != RSP_OK)
        rsp_buf_printf(out, "\nincomplete: %s\n", rsp_status_text(sum->total.status));
}

int capture_what_if(const command *self, const capture_args *args, const option_list *paths) {
    if (args->format == CAPTURE_CSV)
        return command_usage(self, "what-if prints text or json");
    capture_file files[OPTION_MAX_LIST] = {0};
    whatif_sum sum = {.packet_size = args->packet_size};
    rsp_conversations_options options = {
        .stub_port = (uint16_t)args->port, .begin = begin_whatif, .end = end_whatif, .ctx = &sum};
    rsp_conversations *conversations = rsp_conversations_new(&options);
    if (!conversations)
        return command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    int code = EXIT_FINE;
    if (capture_read_all(self, files, paths, conversations, &code)) {
        rsp_buf out = {0};
        print_whatif(&out, &sum, &rsp_conversations_totals(conversations)->analysis.metrics, args);
        int printed = io_print(&out);
        code = printed ? printed : code;
    }
    rsp_conversations_free(conversations);
    return code;
}
