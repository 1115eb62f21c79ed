/* A stub in this process has its round-trip time in virtual time; other links are shaped.
 * A stub whose dialect can be set gets the option; other stubs are asked.
 * See connection.h. */
/* SPDX-License-Identifier: MIT */
#include "connection.h"

#include "core/arena.h"
#include "link/link_control.h"
#include "link/shape.h"
#include "outcome.h"
#include "trace/exchange.h"
#include <rsp/session.h>
#include <rsp/transcript.h>

#define DEFAULT_TIMEOUT_NS (10 * RSP_NS_PER_S)

/* "$NAME" becomes the sweep's value. */
static const char *const *arguments_of(bench *b) {
    const rsp_workload *w = b->workload;
    const char **out = rsp_arena_alloc(&b->arena, (w->num_arguments + 1) * sizeof *out);
    for (size_t i = 0; out && i < w->num_arguments; i++) {
        out[i] = w->arguments[i];
        if (out[i][0] == '$')
            out[i] = rsp_arena_printf(&b->arena, "%llu", (unsigned long long)b->options->sweep);
    }
    return out;
}

static rsp_status open_link(bench *b) {
    const rsp_bench_options *o = b->options;
    const rsp_workload *w = b->workload;
    rsp_stub_request request = {
        .program = o->loaded ? "" : w->program,
        .arguments = arguments_of(b),
        .num_arguments = o->loaded ? 0 : w->num_arguments,
        .options = b->way->setting,
        .num_options = o->settable && b->way->setting[0] ? RSP_ARRAY_LEN(b->way->setting) : 0,
        .rtt_ns = o->rtt_ns,
        .seed = o->seed,
    };
    rsp_error error = {0};
    if (b->arena.status != RSP_OK)
        return b->arena.status;
    rsp_status status = b->provider->open(b->provider->ctx, &b->inner, &request, &error);
    if (status == RSP_UNSUPPORTED || status == RSP_NOT_FOUND)
        return bench_skip(b, "%s", error.msg);
    if (status != RSP_OK) {
        if (b->error)
            *b->error = error;
        return status;
    }
    b->link = b->inner;
    b->out->virtual_time = rsp_link_is_virtual(b->inner);
    if (b->out->virtual_time || o->rtt_ns == 0)
        return RSP_OK;
    rsp_shape shape = rsp_shape_rtt(o->rtt_ns);
    return rsp_link_open_shaped(&b->link, b->inner, &shape, o->mem);
}

static rsp_status open_session(bench *b) {
    const rsp_bench_options *o = b->options;
    rsp_transcript_reset(b->transcript);
    rsp_exchanges_reset(&b->exchanges);
    rsp_session_options session = {
        .timeout_ns = (o->timeout_ns ? o->timeout_ns : DEFAULT_TIMEOUT_NS) + 2 * o->rtt_ns,
        .max_in_flight = b->way->in_flight,
        .no_ack = rsp_profile_has(o->profile, RSP_QUIRK_NO_ACK_ONLY),
        .opens = true,
        .collect_console = true,
        .transcript = b->transcript,
        .mem = o->mem,
    };
    /* A stub whose form can not be chosen is asked for it: a wrong guess would be answered by nonsense. */
    rsp_client_options client = {
        .dialect = o->settable ? b->way->dialect : RSP_DIALECT_AUTO, .off = b->way->off, .mem = o->mem};
    if (o->acks)
        client.off |= RSP_USE_BIT(RSP_USE_NO_ACK);
    b->session = rsp_session_new(b->link, &session);
    b->client = b->session ? rsp_client_new(b->session, &client) : NULL;
    b->have_bias = false;
    b->at = 0;
    return b->client ? RSP_OK : RSP_NO_MEMORY;
}

rsp_status connection_open(bench *b) {
    rsp_status status = open_link(b);
    return status == RSP_OK ? open_session(b) : status;
}

void connection_close(bench *b) {
    /* A stub that nobody started for us has its program still: the next client wants a fresh one. */
    bool shared = b->client && !rsp_link_is_ours(b->inner);
    if (shared && b->options->loaded)
        (void)!rsp_client_detach(b->client, 0); /* the target goes on, with the guest in it */
    else if (shared && rsp_client_has_program(b->client) && !rsp_client_is_running(b->client) &&
             !rsp_profile_has(b->options->profile, RSP_QUIRK_NO_KILL))
        (void)!rsp_client_kill(b->client, 0);
    rsp_client_free(b->client);
    rsp_session_free(b->session);
    if (b->inner && b->provider->last_words) {
        rsp_buf words = {.mem = b->options->mem};
        b->provider->last_words(b->provider->ctx, b->inner, &words);
        rsp_buf_free(&words);
    }
    rsp_link_close(b->link ? b->link : b->inner);
    b->client = NULL;
    b->session = NULL;
    b->link = b->inner = NULL;
}
