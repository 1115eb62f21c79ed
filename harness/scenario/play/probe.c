/* What the stub is: asked by a scenario of our own that only connects, and told to whoever wants to know.
 * What one runner has found out, others of the same stub need not ask again.
 * The probe is nobody's result. */
/* SPDX-License-Identifier: MIT */
#include "play/probe.h"

#include <rsp/hex.h>
#include <rsp/packet_table.h>

/* Whether a qSupported reply has the feature with '+' or a value; jMultiBreakpoint is not MultiBreakpoint. */
static bool announces(rsp_bytes supported, rsp_bytes name) {
    while (supported.len > 0) {
        rsp_bytes item = rsp_bytes_split(&supported, ';');
        if (rsp_take_text(&item, name) && item.len > 0 && (item.ptr[0] == '+' || item.ptr[0] == '='))
            return true;
    }
    return false;
}

static void leave_out(uint32_t *matrix, uint32_t bits, const char *what, rsp_buf *left_out) {
    if ((*matrix & bits) == 0)
        return;
    *matrix &= ~bits;
    rsp_buf_printf(left_out, "%s%s", left_out->len ? ", " : "", what);
}

uint32_t rsp_runner_vary(rsp_runner *runner, rsp_buf *left_out) {
    uint32_t *matrix = &runner->options.matrix;
    const uint32_t lengths = UINT32_C(1) << RSP_VARIANT_RLE_ON | UINT32_C(1) << RSP_VARIANT_RLE_OFF;
    const rsp_stub_provider *provider = &runner->provider;
    rsp_bytes supported = rsp_buf_bytes(&runner->supported);
    if (!provider->has_option || !provider->has_option(provider->ctx, "run-length"))
        leave_out(matrix, lengths, "run-length (the stub has no such option)", left_out);
    if (supported.len > 0 && !announces(supported, rsp_packet_feature(RSP_PACKET_QSTART_NO_ACK_MODE)))
        leave_out(matrix, UINT32_C(1) << RSP_VARIANT_NO_ACK, "no-ack (QStartNoAckMode is not announced)",
                  left_out);
    if (rsp_profile_has(runner->options.profile, RSP_QUIRK_NO_ACK_ONLY))
        leave_out(matrix, UINT32_C(1) << RSP_VARIANT_ACK, "ack (the stub sends no acknowledgments)",
                  left_out);
    return *matrix;
}

/* What went wrong, with the end of what the stub had to say: it fits in an error's text. */
static rsp_status probe_failed(const rsp_result *result, rsp_error *error) {
    enum { WORDS_BYTES = 80 };
    size_t len = strlen(result->last_words);
    const char *words = len > WORDS_BYTES ? result->last_words + len - WORDS_BYTES : result->last_words;
    return rsp_fail(error, RSP_CONNECT, "%s%s%s", result->message, len ? "; its last words: " : "", words);
}

rsp_status rsp_runner_probe(rsp_runner *runner, rsp_error *error) {
    static const char yaml[] =
        "scenario: probe/probe\ntitle: probe\ncovers: [PROBE-001]\nneeds: {}\nsteps: [{wait: 1ns}]\n";
    const rsp_suite_options options = {.mem = runner->options.mem};
    rsp_suite *suite = rsp_suite_new(&options);
    rsp_run run = {.arena = {.mem = runner->options.mem}};
    rsp_status status = suite ? rsp_suite_load_memory(suite, "probe", RSP_LIT(yaml)) : RSP_NO_MEMORY;
    /* the probe is nobody's result */
    rsp_runner_options kept = runner->options;
    runner->options.judge = NULL;
    runner->options.progress = NULL;
    runner->options.matrix = 0;
    runner->probing = true;
    runner->asked = true;
    if (status == RSP_OK)
        status = rsp_runner_run(runner, rsp_suite_get(suite, 0), &run, error);
    runner->options = kept;
    runner->probing = false;
    if (status == RSP_OK && run.num_results > 0 && rsp_verdict_bad(run.results[0].verdict))
        status = probe_failed(&run.results[0], error);
    rsp_run_free(&run);
    rsp_suite_free(suite);
    return status;
}

rsp_stub_facts rsp_runner_facts(const rsp_runner *runner) {
    /* Features worth a line; text where the name alone says too little. */
    static const struct {
        rsp_packet_id packet; /* whose feature it is; UNKNOWN: of no packet, and the text is its name */
        const char *text;
    } notable[] = {
        {RSP_PACKET_UNKNOWN, "multiprocess"},  {RSP_PACKET_QNON_STOP, "non-stop"},
        {RSP_PACKET_MULTI_MEM_READ, NULL},     {RSP_PACKET_JMULTI_BREAKPOINT, NULL},
        {RSP_PACKET_MULTI_BREAKPOINT, NULL},   {RSP_PACKET_UNKNOWN, "fork-events"},
        {RSP_PACKET_QSTART_NO_ACK_MODE, NULL},
    };
    rsp_buf *summary = &((rsp_runner *)(uintptr_t)runner)->summary;
    rsp_buf *supported = &((rsp_runner *)(uintptr_t)runner)->supported;
    rsp_buf_clear(summary);
    for (size_t i = 0; i < RSP_ARRAY_LEN(notable); i++) {
        rsp_packet_id packet = notable[i].packet;
        rsp_bytes text = rsp_bytes_str(notable[i].text);
        rsp_bytes name = packet == RSP_PACKET_UNKNOWN ? text : rsp_packet_feature(packet);
        if (!announces(rsp_buf_bytes(supported), name))
            continue;
        rsp_buf_str(summary, summary->len ? ", " : "");
        rsp_buf_append(summary, text.len ? text : name);
    }
    return (rsp_stub_facts){
        .known = supported->len > 0,
        .architecture = runner->stub.arch,
        .supported = rsp_buf_cstr(supported),
        .summary = rsp_buf_cstr(summary),
        .packet_size = runner->packet_size,
    };
}

/* So that neither verdicts nor costs depend on what the worker ran before, what every scenario may want to
 * know of the stub is asked for on a connection of its own. */
bool probe_target(rsp_runner *runner, const rsp_scenario *scenario) {
    rsp_error ignored = {0};
    if (runner->asked || scenario->play != RSP_PLAY_CLIENT)
        return true;
    rsp_status status = rsp_runner_probe(runner, &ignored); /* the scenario itself tells what is wrong */
    runner->asked = !runner->starved && status != RSP_NO_MEMORY;
    return runner->asked;
}
