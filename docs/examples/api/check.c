/* Checks a recorded conversation by the passive rules and reports what the stub did wrong.
 * usage: check FORMAT FILE, with a format of rsp/report.h. A line of FILE is "> BYTES" or "< BYTES": sent by
 * the debugger, or by the stub. Uses rsp/transcript.h, rsp/rule.h and rsp/report.h. */
/* SPDX-License-Identifier: MIT */
#include <rsp/clock.h>
#include <rsp/report.h>
#include <rsp/rule.h>
#include <rsp/transcript.h>

#include <stdio.h>

/* One line is one piece of the stream, a millisecond after the one before. */
static rsp_status feed(rsp_transcript *transcript, FILE *file) {
    char line[4096];
    rsp_status status = RSP_OK;
    for (uint64_t ns = 0; status == RSP_OK && fgets(line, sizeof line, file); ns += RSP_NS_PER_MS) {
        rsp_bytes text = rsp_bytes_str(line);
        rsp_direction direction = line[0] == '>' ? RSP_TO_STUB : RSP_TO_CLIENT;
        if (rsp_bytes_ends(text, RSP_LIT("\n")))
            text.len--;
        if (text.len > 2)
            status = rsp_transcript_feed(transcript, direction, ns, rsp_bytes_from(text, 2));
    }
    return status;
}

static rsp_status report_violation(rsp_report *report, const rsp_transcript *transcript,
                                   const rsp_violation *v) {
    const rsp_rule *rule = rsp_rule_get(v->rule);
    const rsp_transcript_style style = {.before = 3, .after = 1, .acks = true};
    rsp_buf name = {0};
    rsp_buf around = {0};
    rsp_buf_printf(&name, "rules/%s", rule->id);
    rsp_transcript_render(transcript, &around, v->entry, &style);
    const rsp_judgement judgement = {
        .name = rsp_buf_cstr(&name),
        .title = rule->text,
        .requirements = v->requirements,
        .level = rule->level,
        .verdict = rule->level == RSP_LEVEL_MUST ? RSP_VERDICT_FAIL : RSP_VERDICT_WARN,
        .message = v->message,
        .expected = v->expected,
        .got = v->got,
        .evidence = rsp_buf_cstr(&around),
    };
    rsp_status status = rsp_report_add(report, &judgement);
    rsp_buf_free(&name);
    rsp_buf_free(&around);
    return status;
}

/* Every violation, and a pass for each rule that was not broken. */
static rsp_status judge(rsp_report *report, const rsp_transcript *transcript, const rsp_rules *rules) {
    rsp_status status = rsp_rules_status(rules);
    for (size_t i = 0; status == RSP_OK && i < rsp_rules_count(rules); i++)
        status = report_violation(report, transcript, rsp_rules_violation(rules, i));
    for (unsigned id = 0; status == RSP_OK && id < RSP_RULE_COUNT; id++) {
        const rsp_rule *rule = rsp_rule_get((rsp_rule_id)id);
        rsp_buf name = {0};
        rsp_buf_printf(&name, "rules/%s", rule->id);
        if (rsp_rules_count_of(rules, (rsp_rule_id)id) == 0)
            status = rsp_report_add(report, &(rsp_judgement){.name = rsp_buf_cstr(&name),
                                                             .title = rule->text,
                                                             .level = rule->level,
                                                             .requirements = rule->requirements});
        rsp_buf_free(&name);
    }
    return status;
}

static int check(const char *format, const char *path, FILE *file) {
    rsp_transcript *transcript = rsp_transcript_new(NULL);
    rsp_rules *rules = rsp_rules_new(NULL);
    rsp_report *report = rsp_report_new(path, NULL);
    rsp_buf out = {0};
    int code = 3;
    if (transcript && rules && report && rsp_transcript_observe(transcript, rsp_rules_observe, rules) &&
        feed(transcript, file) == RSP_OK && judge(report, transcript, rules) == RSP_OK &&
        rsp_report_write(report, format, &out) == RSP_OK) {
        (void)fwrite(out.ptr, 1, out.len, stdout);
        code = rsp_report_exit_code(report);
    }
    rsp_buf_free(&out);
    rsp_report_free(report);
    rsp_rules_free(rules);
    rsp_transcript_free(transcript);
    return code;
}

int main(int argc, char **argv) {
    FILE *file = argc == 3 ? fopen(argv[2], "r") : NULL;
    if (!file) {
        (void)fprintf(stderr, "usage: check FORMAT FILE\n");
        return 2;
    }
    int code = check(argv[1], argv[2], file);
    (void)fclose(file);
    return code;
}
