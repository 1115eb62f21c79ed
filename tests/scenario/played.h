/* Plays scenarios that stand in a test to the fake stub, and compares verdict and message.
 * Included after rsp_test.h.
 * What is not as expected is printed with the conversation. */
/* SPDX-License-Identifier: MIT */
#ifndef PLAYED_H
#define PLAYED_H

#include "fake_stub.h"

/* The first result; the others are in `run`, which is the caller's to free, as the stub is. */
static inline rsp_result run_yaml(const char *yaml, fake_stub *stub, const rsp_runner_options *options,
                                  rsp_run *run) {
    rsp_suite *suite = rsp_suite_new(NULL);
    rsp_status status = rsp_suite_load_memory(suite, "test.yaml", rsp_bytes_str(yaml));
    if (status != RSP_OK) {
        rsp_buf text = {0};
        rsp_diagnostics_render(&text, rsp_suite_diagnostics(suite));
        print_error("%s\n", rsp_buf_cstr(&text));
        rsp_buf_free(&text);
    }
    assert_ok(status);
    rsp_stub_provider provider = fake_provider(stub);
    rsp_runner *runner = rsp_runner_new(&provider, options);
    assert_non_null(runner);
    rsp_error error = {0};
    for (size_t i = 0; i < rsp_suite_count(suite); i++)
        (void)!rsp_runner_run(runner, rsp_suite_get(suite, i), run, &error);
    rsp_runner_free(runner);
    rsp_suite_free(suite);
    assert_true(run->num_results > 0 && run->results);
    return run->results ? run->results[0] : (rsp_result){0};
}

#define HEAD "scenario: a/b\ntitle: t\ncovers: [MEM-001]\n"

/* One scenario with the given rest of its document. */
static inline void expect_run_of(fake_stub *stub, const char *rest, rsp_verdict verdict,
                                 const char *message) {
    rsp_run run = {0};
    rsp_buf yaml = {0};
    rsp_buf_str(&yaml, HEAD);
    rsp_buf_str(&yaml, rest);
    rsp_result result = run_yaml(rsp_buf_cstr(&yaml), stub, NULL, &run);
    const char *text = result.verdict == RSP_VERDICT_SKIP ? result.reason : result.message;
    if (result.verdict != verdict || !strstr(text ? text : "", message))
        fail_msg("%s\nis %s: %s\n%s", rest, rsp_verdict_name(result.verdict), text ? text : "",
                 result.shown.window);
    rsp_buf_free(&yaml);
    rsp_run_free(&run);
    fake_free(stub);
}

static inline void expect_run(const char *rest, rsp_verdict verdict, const char *message) {
    fake_stub stub = {0};
    expect_run_of(&stub, rest, verdict, message);
}

#endif
