/* stubborn capture check: the passive rules on what a stub sent in somebody's recorded session.
 * Violations are told with the frame that brought them.
 * See rsp/rule.h. */
/* SPDX-License-Identifier: MIT */
#include "capture.h"
#include "io.h"

#include <rsp/rule.h>
#include <stdlib.h>

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

int capture_check(const command *self, const capture_args *args, const option_list *paths) {
    if (args->format != CAPTURE_TEXT)
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
    if (capture_read_all(self, files, paths, conversations, &code)) {
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
