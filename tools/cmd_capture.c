/* stubborn capture: what recorded sessions cost, from pcap and pcapng files or standard input.
 * Files are read in one pass and in bounded memory, however large they are.
 * A file that breaks off is reported up to there, and the exit status is 2. */
/* SPDX-License-Identifier: MIT */
#include "capture.h"
#include "command.h"
#include "io.h"

#include <rsp/rule.h>
#include <rsp/suggest.h>
#include <rsp/whatif.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct capture_args {
    unsigned format;
    uint64_t rtt_ns;
    uint64_t port;
    uint64_t packet_size;
    bool verbose;
} capture_args;

enum { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV };

static const option_row rows[] = {
    {"format", 'f', OPTION_CHOICE, "text|json|csv", "how to print (default: text)",
     offsetof(capture_args, format), NULL},
    {"port", 'p', OPTION_NUMBER, "PORT", "the stub's port (default: stubs are found by what is said)",
     offsetof(capture_args, port), NULL},
    {"rtt", 0, OPTION_DURATION, "TIME", "what the work would cost over a link with this round-trip time",
     offsetof(capture_args, rtt_ns), NULL},
    {"packet-size", 0, OPTION_NUMBER, "BYTES",
     "what-if: bytes in a batch (default: the PacketSize that the stub announced)",
     offsetof(capture_args, packet_size), NULL},
    {"verbose", 'v', OPTION_FLAG, NULL, "all packet kinds, slow exchanges, and repeated violations",
     offsetof(capture_args, verbose), NULL},
    {0},
};

/* One file through the reader. Damage is kept in the file's record; only a file that can not be opened is an
 * error. */
static rsp_status read_capture(capture_file *file, rsp_conversations *conversations, rsp_error *error) {
    rsp_pcap *pcap = rsp_pcap_open(file->path, error);
    if (!pcap)
        return error->status;
    rsp_segment segment;
    while (rsp_pcap_next(pcap, &segment, &file->damage) == RSP_OK)
        rsp_conversations_feed(conversations, &segment);
    rsp_conversations_finish(conversations);
    file->frames = rsp_pcap_frames(pcap);
    file->link = rsp_pcap_link_name(pcap);
    for (int i = 0; i < RSP_FRAME_CLASSES; i++)
        file->classes[i] = rsp_pcap_count(pcap, (rsp_frame_class)i);
    rsp_pcap_close(pcap);
    return RSP_OK;
}

static int print_report(const command *self, const capture_report *report, unsigned format) {
    rsp_buf out = {0};
    bool done = true;
    if (format == FORMAT_JSON)
        done = capture_print_json(&out, report);
    else if (format == FORMAT_CSV)
        capture_print_csv(&out, report);
    else
        capture_print_text(&out, report);
    if (!done) {
        rsp_buf_free(&out);
        return command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    }
    return io_print(&out);
}

/* All files, one after the other; says what is damaged. *out_code is the exit status so far. */
static bool read_all(const command *self, capture_file *files, const option_list *paths,
                     rsp_conversations *conversations, int *out_code) {
    rsp_error error = {0};
    *out_code = EXIT_FINE;
    for (size_t i = 0; i < paths->num; i++) {
        files[i].path = paths->items[i];
        if (read_capture(&files[i], conversations, &error) != RSP_OK) {
            *out_code = command_fail(self, &error);
            return false;
        }
        if (files[i].damage.status != RSP_OK) {
            (void)command_fail(self, &files[i].damage);
            *out_code = EXIT_USAGE;
        }
    }
    return true;
}

static int analyze(const command *self, const capture_args *args, const option_list *paths) {
    capture_file files[OPTION_MAX_LIST] = {0};
    rsp_conversations_options options = {.stub_port = (uint16_t)args->port};
    rsp_conversations *conversations = rsp_conversations_new(&options);
    if (!conversations)
        return command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    int code = EXIT_FINE;
    if (read_all(self, files, paths, conversations, &code)) {
        capture_report report = {.files = files,
                                 .num_files = paths->num,
                                 .conversations = conversations,
                                 .rtt_ns = args->rtt_ns,
                                 .verbose = args->verbose};
        int printed = print_report(self, &report, args->format);
        code = printed ? printed : code;
    }
    rsp_conversations_free(conversations);
    return code;
}

/* --- what-if -------------------------------------------------------------------------------------------- */

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
    if (args->format == FORMAT_JSON) {
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

static int what_if(const command *self, const capture_args *args, const option_list *paths) {
    if (args->format == FORMAT_CSV)
        return command_usage(self, "what-if prints text or json");
    capture_file files[OPTION_MAX_LIST] = {0};
    whatif_sum sum = {.packet_size = args->packet_size};
    rsp_conversations_options options = {
        .stub_port = (uint16_t)args->port, .begin = begin_whatif, .end = end_whatif, .ctx = &sum};
    rsp_conversations *conversations = rsp_conversations_new(&options);
    if (!conversations)
        return command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    int code = EXIT_FINE;
    if (read_all(self, files, paths, conversations, &code)) {
        rsp_buf out = {0};
        print_whatif(&out, &sum, &rsp_conversations_totals(conversations)->analysis.metrics, args);
        int printed = io_print(&out);
        code = printed ? printed : code;
    }
    rsp_conversations_free(conversations);
    return code;
}

/* --- check ---------------------------------------------------------------------------------------------- */

enum { CHECK_FRAMES = 4096 };

/* The rules on one conversation, and which frame brought each of its entries lately. */
typedef struct checker {
    rsp_rules *rules;
    uint64_t frame;
    uint64_t frames[CHECK_FRAMES]; /* entry i at i % CHECK_FRAMES */
    size_t told;                   /* violations that are printed */
    uint64_t seen;                 /* a bit per rule: told once */
    bool verbose;
    rsp_buf *out;
    uint64_t number;
} checker;

typedef struct check_sum {
    rsp_buf out;
    uint64_t must;
    uint64_t should;
    bool verbose;
    rsp_status status;
} check_sum;

static void append_violation(checker *c, const rsp_violation *v) {
    const rsp_rule *rule = rsp_rule_get(v->rule);
    rsp_buf_printf(c->out, "%s  #%llu frame %llu  %s  %s\n", rule->level == RSP_LEVEL_MUST ? "FAIL" : "warn",
                   (unsigned long long)c->number, (unsigned long long)c->frames[v->entry % CHECK_FRAMES],
                   rule->id, v->requirements);
    rsp_buf_printf(c->out, "      %s\n", v->message);
    if (v->expected[0])
        rsp_buf_printf(c->out, "      expected   %s\n", v->expected);
    if (v->got[0])
        rsp_buf_printf(c->out, "      got        %s\n", v->got);
}

/* Violations are told as they are found, while their entries' frames are known. */
static void check_entry(void *ctx, const rsp_transcript *transcript, const rsp_entry *entry) {
    checker *c = ctx;
    c->frames[entry->index % CHECK_FRAMES] = c->frame;
    rsp_rules_observe(c->rules, transcript, entry);
    for (; c->told < rsp_rules_count(c->rules); c->told++) {
        const rsp_violation *v = rsp_rules_violation(c->rules, c->told);
        uint64_t bit = UINT64_C(1) << v->rule;
        if (c->verbose || (c->seen & bit) == 0)
            append_violation(c, v);
        c->seen |= bit;
    }
}

static void free_checker(checker *c) {
    if (c)
        rsp_rules_free(c->rules);
    free(c);
}

static void *begin_check(void *ctx, rsp_transcript *transcript, const rsp_conversation *conversation) {
    check_sum *sum = ctx;
    checker *c = calloc(1, sizeof *c);
    if (c)
        c->rules = rsp_rules_new(&(rsp_rules_options){.midstream = !conversation->from_start});
    if (!c || !c->rules || !rsp_transcript_observe(transcript, check_entry, c)) {
        free_checker(c);
        return NULL;
    }
    c->out = &sum->out;
    c->verbose = sum->verbose;
    c->number = conversation->number;
    return c;
}

static void place_check(void *observer, uint64_t frame) {
    checker *c = observer;
    if (c)
        c->frame = frame;
}

static void end_check(void *ctx, void *observer, const rsp_transcript *transcript,
                      const rsp_conversation *conversation) {
    check_sum *sum = ctx;
    checker *c = observer;
    (void)transcript;
    (void)conversation;
    if (!c) {
        sum->status = RSP_NO_MEMORY;
        return;
    }
    for (int i = 0; i < RSP_RULE_COUNT; i++)
        *(rsp_rule_get((rsp_rule_id)i)->level == RSP_LEVEL_MUST ? &sum->must : &sum->should) +=
            rsp_rules_count_of(c->rules, (rsp_rule_id)i);
    for (int i = 0; i < RSP_RULE_COUNT; i++) {
        uint64_t count = rsp_rules_count_of(c->rules, (rsp_rule_id)i);
        if (count > 1)
            rsp_buf_printf(&sum->out, "      #%llu: %s %llu times\n", (unsigned long long)c->number,
                           rsp_rule_get((rsp_rule_id)i)->id, (unsigned long long)count);
    }
    if (sum->status == RSP_OK)
        sum->status = rsp_rules_status(c->rules);
    free_checker(c);
}

static int check(const command *self, const capture_args *args, const option_list *paths) {
    if (args->format != FORMAT_TEXT)
        return command_usage(self, "check prints text only");
    capture_file files[OPTION_MAX_LIST] = {0};
    check_sum sum = {.verbose = args->verbose};
    rsp_conversations_options options = {.stub_port = (uint16_t)args->port,
                                         .begin = begin_check,
                                         .place = place_check,
                                         .end = end_check,
                                         .ctx = &sum};
    rsp_conversations *conversations = rsp_conversations_new(&options);
    if (!conversations)
        return command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    int code = EXIT_FINE;
    if (read_all(self, files, paths, conversations, &code)) {
        rsp_capture_totals *t = rsp_conversations_totals(conversations);
        rsp_buf_printf(&sum.out, "%s%llu packets of stubs judged   %llu musts broken   %llu shoulds broken\n",
                       sum.out.len ? "\n" : "", (unsigned long long)t->analysis.metrics.packets_from_stub,
                       (unsigned long long)sum.must, (unsigned long long)sum.should);
        if (sum.status != RSP_OK)
            rsp_buf_printf(&sum.out, "incomplete: %s\n", rsp_status_text(sum.status));
        int printed = io_print(&sum.out);
        code = printed ? printed : (code == EXIT_FINE && sum.must > 0 ? EXIT_FINDINGS : code);
    }
    rsp_buf_free(&sum.out);
    rsp_conversations_free(conversations);
    return code;
}

static const struct {
    const char *name;
    int (*run)(const command *self, const capture_args *args, const option_list *paths);
} verbs[] = {{"analyze", analyze}, {"check", check}, {"what-if", what_if}};

static int run_verb(const command *self, const capture_args *args, const option_list *operands) {
    option_list paths = {.num = operands->num - 1};
    memcpy(paths.items, operands->items + 1, paths.num * sizeof paths.items[0]);
    if (paths.num == 0)
        return command_usage(self, "%s: which file? ('-' is standard input)", operands->items[0]);
    rsp_suggestion nearest = {.word = rsp_bytes_str(operands->items[0])};
    for (size_t i = 0; i < RSP_ARRAY_LEN(verbs); i++) {
        if (strcmp(verbs[i].name, operands->items[0]) == 0)
            return verbs[i].run(self, args, &paths);
        rsp_suggest_offer(&nearest, verbs[i].name);
    }
    return command_usage(self, "unknown action '%s'%s%s%s", operands->items[0],
                         nearest.best ? "; did you mean '" : "", nearest.best ? nearest.best : "",
                         nearest.best ? "'?" : "");
}

static int run_capture(const command *self, int argc, char **argv) {
    capture_args args = {0};
    option_list operands = {0};
    int code = EXIT_FINE;
    if (!command_parse(self, &args, &operands, argc, argv, &code))
        return code;
    if (operands.num == 0)
        return command_usage(self, "what to do? analyze, check or what-if");
    if (args.port > UINT16_MAX)
        return command_usage(self, "--port: %llu is no TCP port", (unsigned long long)args.port);
    return run_verb(self, &args, &operands);
}

const command command_capture = {
    .name = "capture",
    .operands = "analyze|check|what-if FILE...",
    .summary = "where the time went in recorded sessions (pcap, pcapng)",
    .details =
        "Finds the conversations of the remote protocol in captures (Ethernet, Linux cooked, loopback, raw "
        "IP; "
        "IPv4 and IPv6) and reports round trips, latency by packet kind, whose time it was, and what could "
        "have been saved; what-if says what MultiMemRead and MultiBreakpoint would save; check "
        "holds the passive rules against what the stub sent. FILE '-' is "
        "standard input. A capture of a session is made with tcpdump:\n\n"
        "  tcpdump -i lo -s 0 -w session.pcap tcp port 1234\n"
        "  stubborn capture analyze session.pcap\n"
        "  stubborn capture analyze --rtt 20ms --format json session.pcap\n"
        "  stubborn capture what-if --rtt 20ms session.pcap\n\n"
        "Quantiles are exact up to 16,384 samples of a kind, beyond that within 0.1 %, and the report says "
        "so.",
    .options = rows,
    .completes = "file",
    .run = run_capture,
};
