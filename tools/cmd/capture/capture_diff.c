/* stubborn capture diff: two recordings of the same work, before and after: what they cost, kind by kind, and
 * which packets only one of them has; of one conversation each, or of all, pair by pair. With --fail-if a
 * budget for CI: the exit status is 1 when it is broken. See trace/budget_rule.h for the rules. */
/* SPDX-License-Identifier: MIT */
#include "cli/io.h"
#include "cli/output.h"
#include "cmd/capture/capture_input.h"
#include "reports/capture/capture_diff_report.h"

#include <stdio.h>
#include <stdlib.h>

enum { NUMBER_BYTES = 24 };

/* Which conversation of each file; "": the only one. */
typedef struct wanted {
    char numbers[2][NUMBER_BYTES];
} wanted;

/* --- budgets -------------------------------------------------------------------------------------------- */

/* Every rule is understood before anything is printed: first its form, then, when there are figures, its
 * name. */
typedef enum rule_check { RULE_FORM, RULE_NAME, RULE_HOLDS } rule_check;

static bool check_rules(const command *self, const capture_use *use, const rsp_capture_comparison *c,
                        rule_check how, size_t *out_broken) {
    rsp_error error = {0};
    *out_broken = 0;
    for (size_t i = 0; i < use->fail_if.num; i++) {
        rsp_budget_rule rule;
        const rsp_budget_metric *metric = NULL;
        rsp_bytes text = rsp_bytes_str(use->fail_if.items[i]);
        if (rsp_budget_rule_parse(&rule, text, &error) != RSP_OK ||
            (how != RULE_FORM &&
             rsp_budget_rule_find(&metric, &rule, c->metrics, c->num_metrics, &error) != RSP_OK)) {
            (void)command_usage(self, "--fail-if: %s", error.msg);
            return false;
        }
        if (how != RULE_HOLDS || !metric || !rsp_budget_rule_broken(&rule, metric))
            continue;
        rsp_buf line = {0};
        rsp_buf_str(&line, "BROKEN  ");
        rsp_budget_rule_append(&line, &rule, metric);
        io_say(stderr, "%s\n", rsp_buf_cstr(&line));
        rsp_buf_free(&line);
        ++*out_broken;
    }
    return true;
}

/* --- the command ---------------------------------------------------------------------------------------- */

static rsp_status render(rsp_buf *out, void *report, rsp_bytes format, const rsp_report_options *style) {
    if (rsp_bytes_equal(format, RSP_LIT("json")))
        return rsp_capture_diff_json(out, report);
    return rsp_capture_diff_text(out, report, style->verbose);
}

static int report(const command *self, const capture_args *args, rsp_capture_comparison *c) {
    size_t broken = 0;
    if (rsp_capture_compare(c) != RSP_OK)
        return command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    if (!check_rules(self, &args->use, c, RULE_NAME, &broken))
        return EXIT_USAGE;
    int code = EXIT_FINE;
    rsp_error error = {0};
    if (output_write(&args->outputs, "text", render, c, args->verbose, &error) != RSP_OK)
        code = command_fail(self, &error);
    io_flush();
    if (!check_rules(self, &args->use, c, RULE_HOLDS, &broken))
        return EXIT_USAGE;
    return code == EXIT_FINE && broken > 0 ? EXIT_FINDINGS : code;
}

/* "N" is the number in both files, "N,M" one for each, "all" all of both. False when it is none of these. */
static bool take_wanted(wanted *w, const char *text) {
    rsp_bytes rest = rsp_bytes_str(text ? text : "");
    for (int side = 0; side < 2; side++) {
        rsp_bytes one = side && !rest.ptr ? rsp_bytes_str(w->numbers[0]) : rsp_bytes_split(&rest, ',');
        if (one.len >= NUMBER_BYTES)
            return false;
        (void)snprintf(w->numbers[side], NUMBER_BYTES, "%.*s", (int)one.len,
                       one.len ? (const char *)one.ptr : "");
    }
    bool all = strcmp(w->numbers[0], "all") == 0;
    return !rest.ptr && all == (strcmp(w->numbers[1], "all") == 0);
}

static bool load_side(rsp_capture_comparison *c, int side, const wanted *w, const command *self,
                      const capture_args *args, const char *path, int *out_code) {
    rsp_dialogue_wish wish = {.stub_port = (uint16_t)args->port};
    return capture_wish(&wish, self, w->numbers[side], out_code) &&
           capture_load(&c->sides[side], self, path, &wish, out_code);
}

int capture_diff(const command *self, const capture_args *args, const option_list *paths) {
    wanted w;
    size_t broken = 0;
    if (paths->num != 2)
        return command_usage(self, "diff: two files, before and after");
    rsp_capture_comparison *c = calloc(1, sizeof *c);
    if (!c)
        return command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    int codes[2] = {EXIT_FINE, EXIT_FINE};
    int code = EXIT_USAGE;
    if (check_rules(self, &args->use, c, RULE_FORM, &broken)) {
        if (!take_wanted(&w, args->use.conversation))
            code = command_usage(self, "--conversation %s: expected N, N,M for before and after, or all",
                                 args->use.conversation);
        else if (load_side(c, 0, &w, self, args, paths->items[0], &codes[0]) &&
                 load_side(c, 1, &w, self, args, paths->items[1], &codes[1]))
            code = report(self, args, c);
        else
            code = codes[0] ? codes[0] : codes[1];
    }
    rsp_capture_comparison_free(c);
    free(c);
    return code ? code : (codes[0] ? codes[0] : codes[1]);
}
