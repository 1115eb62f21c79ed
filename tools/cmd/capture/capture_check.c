/* stubborn capture check: the passive rules on what a stub sent in somebody's recorded session.
 * Violations are told with the frame that brought them, and put into a copy of the capture as comments.
 * See rsp/rule.h. */
/* SPDX-License-Identifier: MIT */
#include "cli/output.h"
#include "cmd/capture/capture_input.h"
#include "core/text.h"
#include "reports/violation_text.h"

#include "capture/annotate.h"
#include "core/arena.h"
#include "core/file.h"
#include "core/file_writer.h"
#include "core/limits.h"
#include <rsp/rule.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    CHECK_FRAMES = 1024, /* entries whose frame is remembered: as many as a transcript of a capture holds */
    COPY_BYTES = 256 * 1024,
};

/* Rules broken by one side. */
typedef struct broken {
    uint64_t must;
    uint64_t should;
} broken;

typedef struct check_sum {
    rsp_buf out;
    broken stub;
    broken debugger;
    bool with_debugger;
    bool verbose;
    rsp_status status;

    /* for --annotate */
    bool annotate;
    rsp_arena texts;
    rsp_frame_comment *comments; /* sorted by frame */
    size_t num_comments;
    size_t cap_comments;
    uint64_t left_out; /* beyond RSP_LIMIT_CAPTURE_COMMENTS, or for lack of memory */
} check_sum;

/* The rules on one conversation, and which frame brought each of its entries lately. */
typedef struct checker {
    rsp_rules *rules;
    rsp_client_rules *client; /* NULL: the debugger is not judged */
    size_t client_told;       /* of its breaches */
    uint64_t client_counted[RSP_CLIENT_RULE_COUNT];
    check_sum *sum;
    uint64_t frame;
    uint64_t frames[CHECK_FRAMES]; /* entry i at i % CHECK_FRAMES */
    size_t told;                   /* violations that are dealt with */
    uint64_t dropped;              /* of those that the rules only count */
    uint64_t counted[RSP_RULE_COUNT];
    uint64_t number;
    const char *unit; /* what places are counted in: frame or line */
} checker;

/* --- comments ------------------------------------------------------------------------------------------- */

static bool room_for_comment(check_sum *sum) {
    if (sum->num_comments < sum->cap_comments)
        return true;
    size_t cap = sum->cap_comments ? 2 * sum->cap_comments : 256;
    if (cap > RSP_LIMIT_CAPTURE_COMMENTS)
        return false;
    rsp_frame_comment *bigger = realloc(sum->comments, cap * sizeof *bigger);
    if (!bigger)
        return false;
    sum->comments = bigger;
    sum->cap_comments = cap;
    return true;
}

/* In its place by frame: most often the last. */
static void add_comment(check_sum *sum, uint64_t frame, const char *text) {
    if (!text || text[0] == '\0' || !room_for_comment(sum)) {
        sum->left_out++;
        return;
    }
    size_t at = sum->num_comments++;
    for (; at > 0 && sum->comments[at - 1].frame > frame; at--)
        sum->comments[at] = sum->comments[at - 1];
    sum->comments[at] = (rsp_frame_comment){.frame = frame, .text = rsp_bytes_str(text)};
}

static void comment_on(checker *c, uint64_t frame, const rsp_violation *v) {
    const rsp_rule *rule = rsp_rule_get(v->rule);
    const char *text = rsp_arena_printf(
        &c->sum->texts, "stubborn: %s %s (%s): %s%s%s%s%s", rsp_rule_word(rule), rule->id, v->requirements,
        v->message, v->expected[0] ? "; expected " : "", v->expected, v->got[0] ? "; got " : "", v->got);
    add_comment(c->sum, frame, text);
}

/* The rules keep the text of a rule's first violations only, but every offending packet gets a comment. */
static void comment_on_repetitions(checker *c) {
    uint64_t dropped = rsp_rules_dropped(c->rules);
    for (int i = 0; i < RSP_RULE_COUNT && dropped > c->dropped; i++) {
        const rsp_rule *rule = rsp_rule_get((rsp_rule_id)i);
        uint64_t count = rsp_rules_count_of(c->rules, (rsp_rule_id)i);
        if (count > c->counted[i] && count > RSP_LIMIT_VIOLATIONS)
            add_comment(c->sum, c->frame,
                        rsp_arena_printf(&c->sum->texts, "stubborn: %s %s (%s): again, number %llu",
                                         rsp_rule_word(rule), rule->id, rule->requirements,
                                         (unsigned long long)count));
        c->counted[i] = count;
    }
    c->dropped = dropped;
}

static rsp_status copy_stream(rsp_annotator *a, FILE *in, rsp_file_writer *writer, rsp_error *error) {
    rsp_buf out = {0};
    uint8_t *chunk = malloc(COPY_BYTES);
    rsp_status status = chunk ? RSP_OK : rsp_fail(error, RSP_NO_MEMORY, "no memory");
    while (status == RSP_OK) {
        size_t got = fread(chunk, 1, COPY_BYTES, in);
        if (got == 0)
            break;
        status = rsp_annotate(a, &out, rsp_bytes_make(chunk, got), error);
        rsp_status written =
            rsp_file_writer_put(writer, rsp_buf_bytes(&out), status == RSP_OK ? error : NULL);
        status = status == RSP_OK ? written : status;
        rsp_buf_clear(&out);
    }
    if (status == RSP_OK && ferror(in))
        status = rsp_fail_at(error, RSP_IO, a->name, 0, 0, "can not be read");
    if (status == RSP_OK)
        status = rsp_annotate_end(a, error);
    free(chunk);
    rsp_buf_free(&out);
    return status;
}

/* A capture that breaks off has been complained of already: its copy is kept up to there. */
static rsp_status write_copy(check_sum *sum, const char *from, const char *to, rsp_error *error) {
    rsp_annotator a = {.comments = sum->comments,
                       .num_comments = sum->num_comments,
                       .application = "stubborn capture check",
                       .name = from};
    rsp_file_writer writer = {0};
    int fd = -1;
    FILE *in = rsp_file_open(&fd, from, NULL) == RSP_OK ? fdopen(fd, "rb") : NULL;
    if (!in && fd >= 0)
        (void)close(fd);
    if (!in)
        return rsp_fail_at(error, RSP_IO, from, 0, 0, "can not be opened again");
    rsp_status status = rsp_file_writer_open(&writer, to, error);
    if (status == RSP_OK)
        status = copy_stream(&a, in, &writer, error);
    bool keep = status == RSP_OK || (status == RSP_BAD_FILE && a.frames > 0);
    rsp_status closed = rsp_file_writer_close(&writer, keep, keep ? error : NULL);
    fclose(in);
    if (keep && closed == RSP_OK) {
        rsp_text_printf(
            &sum->out,
            "%s: the same %llu frames, with %llu comments; in Wireshark filter by: frame.comment\n", to,
            (unsigned long long)a.frames, (unsigned long long)a.placed);
        uint64_t without = a.unplaced + sum->left_out;
        if (without > 0)
            rsp_buf_printf(&sum->out, "%llu verdicts have no comment: no room for them\n",
                           (unsigned long long)without);
        status = RSP_OK;
    }
    rsp_annotator_free(&a);
    return status == RSP_OK ? closed : status;
}

/* --- rules ---------------------------------------------------------------------------------------------- */

typedef struct place_text {
    char text[40];
} place_text;

static place_text place_of(const checker *c, uint64_t entry) {
    place_text place;
    (void)snprintf(place.text, sizeof place.text, "%s %llu", c->unit,
                   (unsigned long long)c->frames[entry % CHECK_FRAMES]);
    return place;
}

static void tell_client(checker *c) {
    for (; c->client_told < rsp_client_rules_count(c->client); c->client_told++) {
        const rsp_client_breach *b = rsp_client_rules_breach(c->client, c->client_told);
        const bool first = c->client_counted[b->rule]++ == 0;
        if (c->sum->verbose || first)
            rsp_client_breach_append(&c->sum->out, c->number, place_of(c, b->entry).text, b);
        if (c->sum->annotate)
            add_comment(c->sum, c->frames[b->entry % CHECK_FRAMES],
                        rsp_arena_printf(&c->sum->texts, "stubborn: %s: %s", rsp_client_rule_get(b->rule)->id,
                                         b->message));
    }
}

/* Violations are told as they are found, while their entries' frames are known. */
static void check_entry(void *ctx, const rsp_transcript *transcript, const rsp_entry *entry) {
    checker *c = ctx;
    c->frames[entry->index % CHECK_FRAMES] = c->frame;
    rsp_rules_observe(c->rules, transcript, entry);
    for (; c->told < rsp_rules_count(c->rules); c->told++) {
        const rsp_violation *v = rsp_rules_violation(c->rules, c->told);
        uint64_t frame = c->frames[v->entry % CHECK_FRAMES];
        bool first = c->counted[v->rule]++ == 0;
        if (c->sum->verbose || first)
            rsp_violation_append(&c->sum->out, c->number, place_of(c, v->entry).text, v);
        if (c->sum->annotate)
            comment_on(c, frame, v);
    }
    if (c->sum->annotate && rsp_rules_dropped(c->rules) > c->dropped)
        comment_on_repetitions(c);
    if (c->client) {
        rsp_client_rules_observe(c->client, transcript, entry);
        tell_client(c);
    }
}

static void free_checker(checker *c) {
    if (c) {
        rsp_rules_free(c->rules);
        rsp_client_rules_free(c->client);
    }
    free(c);
}

static void *begin_check(void *ctx, rsp_transcript *transcript, const rsp_conversation *conversation) {
    const check_sum *sum = ctx;
    const bool log = rsp_tcp_endpoint_is_log(&conversation->stub);
    checker *c = calloc(1, sizeof *c);
    if (c)
        c->rules = rsp_rules_new(&(rsp_rules_options){.midstream = !conversation->from_start});
    if (c && sum->with_debugger)
        c->client = rsp_client_rules_new(
            &(rsp_client_rules_options){.midstream = !conversation->from_start, .without_acks = log});
    if (!c || !c->rules || (sum->with_debugger && !c->client) ||
        !rsp_transcript_observe(transcript, check_entry, c)) {
        free_checker(c);
        return NULL;
    }
    c->sum = ctx;
    c->number = conversation->number;
    c->unit = log ? "line" : "frame";
    return c;
}

static void place_check(void *observer, uint64_t frame) {
    checker *c = observer;
    if (c)
        c->frame = frame;
}

static void add_to(broken *side, rsp_level level, uint64_t count) {
    *(level == RSP_LEVEL_MUST ? &side->must : &side->should) += count;
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
        add_to(&sum->stub, rsp_rule_get((rsp_rule_id)i)->level, rsp_rules_count_of(c->rules, (rsp_rule_id)i));
    for (int i = 0; c->client && i < RSP_CLIENT_RULE_COUNT; i++)
        add_to(&sum->debugger, rsp_client_rule_get((rsp_client_rule_id)i)->level,
               rsp_client_rules_count_of(c->client, (rsp_client_rule_id)i));
    char label[40];
    (void)snprintf(label, sizeof label, "      #%llu: ", (unsigned long long)c->number);
    rsp_violation_append_counts(&sum->out, label, c->rules);
    if (c->client)
        rsp_client_breach_append_counts(&sum->out, label, c->client);
    if (sum->status == RSP_OK)
        sum->status = rsp_rules_status(c->rules);
    if (sum->status == RSP_OK && c->client)
        sum->status = rsp_client_rules_status(c->client);
    free_checker(c);
}

static bool annotation_possible(const command *self, const capture_args *args, const option_list *paths,
                                int *out_code) {
    const char *why = NULL;
    if (!args->annotate)
        return true;
    if (paths->num > 1)
        why = "one capture at a time";
    else if (strcmp(paths->items[0], "-") == 0)
        why = "the capture is read twice: standard input must be saved to a file first";
    else if (strcmp(args->annotate, "-") == 0)
        why = "name a file: standard output has the verdicts";
    else if (output_goes_to(&args->outputs, args->annotate))
        why = "a report goes to this file";
    if (why)
        *out_code = command_usage(self, "--annotate: %s", why);
    return why == NULL;
}

/* What a log does not show can not be judged. Says so; false where nothing is worth saying then. */
static bool judge_logs(const command *self, const rsp_capture_file *files, size_t num_files, check_sum *sum) {
    for (size_t i = 0; i < num_files; i++) {
        const rsp_pcap_log *log = &files[i].log;
        if (files[i].is_log && sum->annotate) {
            (void)command_usage(self, "--annotate: %s is a log, and only captures take comments",
                                files[i].path);
            return false;
        }
        if (log->cut > 0) {
            rsp_error error = {0};
            (void)rsp_fail_at(&error, RSP_BAD_FILE, files[i].path, 0, 0,
                              "the log cuts packets short (%llu), so that the stub can not be judged by it: "
                              "use 'set remotelogfile' in GDB, or a capture",
                              (unsigned long long)log->cut);
            (void)command_fail(self, &error);
            return false;
        }
        if (files[i].is_log && log->restored > 0)
            rsp_text_printf(&sum->out,
                            "%s: a packet log; checksums and run-lengths that it leaves out are not judged\n",
                            files[i].path);
    }
    return true;
}

static rsp_status render(rsp_buf *out, void *text, rsp_bytes format, const rsp_report_options *style) {
    (void)format;
    (void)style;
    rsp_buf_append(out, rsp_buf_bytes(text));
    return out->status;
}

static int conclude(const command *self, const capture_args *args, const char *path, check_sum *sum,
                    rsp_conversations *conversations) {
    rsp_capture_totals *t = rsp_conversations_totals(conversations);
    rsp_error error = {0};
    if (rsp_conversations_count(conversations) == 0)
        return command_fail(self, &(rsp_error){.status = RSP_BAD_FILE,
                                               .where = path,
                                               .msg = "no conversation of the remote protocol was found: "
                                                      "nothing is judged"});
    if (t->analysis.metrics.packets_from_stub == 0) {
        (void)rsp_fail_at(&error, RSP_UNEXPECTED, path, 0, 0, "no packet of a stub: nothing is judged");
        (void)command_fail(self, &error);
        return EXIT_UNREACHABLE;
    }
    rsp_buf_str(&sum->out, sum->out.len ? "\n" : "");
    const rsp_metrics *m = &t->analysis.metrics;
    rsp_violation_append_sum(&sum->out, m->packets_from_stub, sum->stub.must, sum->stub.should);
    if (sum->with_debugger)
        rsp_client_breach_append_sum(&sum->out, m->packets_to_stub, sum->debugger.must, sum->debugger.should);
    if (sum->status != RSP_OK)
        rsp_text_printf(&sum->out, "incomplete: %s\n", rsp_status_text(sum->status));
    rsp_status status = args->annotate ? write_copy(sum, path, args->annotate, &error) : RSP_OK;
    rsp_error why = {0};
    if (output_write(&args->outputs, "text", render, &sum->out, false, &why) != RSP_OK)
        return command_fail(self, &why);
    if (status != RSP_OK)
        return command_fail(self, &error);
    return sum->stub.must + sum->debugger.must > 0 ? EXIT_FINDINGS : EXIT_FINE;
}

int capture_check(const command *self, const capture_args *args, const option_list *paths) {
    int code = EXIT_FINE;
    if (!annotation_possible(self, args, paths, &code))
        return code;
    rsp_capture_file *files = calloc(paths->num, sizeof *files);
    check_sum sum = {
        .verbose = args->verbose, .annotate = args->annotate != NULL, .with_debugger = args->client};
    rsp_conversations_options options = {
        .stub_port = (uint16_t)args->port,
        .begin = begin_check,
        .place = place_check,
        .end = end_check,
        .side = RSP_PROXY_SIDE_STUB, /* the other shows what the proxy did to it */
        .ctx = &sum};
    if (!capture_choose(&options, self, args->use.conversation, &code)) {
        free(files);
        return code;
    }
    rsp_conversations *conversations = rsp_conversations_new(&options);
    if (!conversations || !files) {
        code = command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    } else if (capture_read_all(self, files, paths, conversations, &code) &&
               capture_chosen(self, &options, conversations, &code)) {
        int concluded = !judge_logs(self, files, paths->num, &sum)
                            ? EXIT_USAGE
                            : conclude(self, args, paths->items[0], &sum, conversations);
        code = code == EXIT_FINE || concluded == EXIT_UNREACHABLE ? concluded : code;
    }
    rsp_buf_free(&sum.out);
    rsp_arena_free(&sum.texts);
    free(sum.comments);
    rsp_conversations_free(conversations);
    free(files);
    return code;
}
