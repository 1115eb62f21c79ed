/* The small adapter of fake_adapter.h as a target of the suite, of benchmarks and of the fuzzer, in virtual
 * time. Each connection is to a fresh one with the same mistake.
 * The members of the target may be changed after the begin. */
/* SPDX-License-Identifier: MIT */
#ifndef ADAPTER_WORLD_H
#define ADAPTER_WORLD_H

#include "dap_suite/visit.h"
#include "eager_link.h"
#include "fake_adapter.h"
#include "link/shape.h"

typedef struct adapter_world {
    fake_adapter adapter;
    rsp_dap_profile *profile;
    rsp_dap_target target;
    uint64_t rtt_ns;
    const char *mistake;
    unsigned opened;                                        /* connections */
    json_t *(*answer)(void *ctx, const rsp_dap_message *m); /* of fake_adapter.h, with the same ctx */
    void *answer_ctx;
} adapter_world;

/* One that shows at times only is there in every other connection. */
static inline const char *adapter_world_mistake(const adapter_world *w) {
    if (strcmp(w->mistake, "deaf-at-times") != 0)
        return w->mistake;
    return w->opened % 2 ? "" : "deaf-after-scopes";
}

static inline rsp_status adapter_world_open(void *ctx, rsp_link **out_link, rsp_error *error) {
    adapter_world *w = ctx;
    const rsp_peer peer = {.input = fake_input, .run = fake_run, .ctx = &w->adapter};
    const rsp_shape shape = rsp_shape_rtt(w->rtt_ns);
    (void)error;
    w->opened++;
    rsp_dap_reader_free(&w->adapter.reader);
    w->adapter = (fake_adapter){
        .mistake = adapter_world_mistake(w), .line = 10, .answer = w->answer, .answer_ctx = w->answer_ctx};
    rsp_status status = rsp_link_open_peer(out_link, &peer, NULL);
    if (status == RSP_OK && fake_does(&w->adapter, "floods"))
        status = eager_link_open(out_link);
    return status == RSP_OK && w->rtt_ns > 0 ? rsp_link_open_shaped(out_link, *out_link, &shape, NULL)
                                             : status;
}

static inline const char *adapter_world_program(void *ctx, const char *name) {
    (void)ctx;
    return strcmp(name, "sample") == 0 ? "/somewhere/sample" : NULL;
}

static inline const char *adapter_world_source(void *ctx, const char *name) {
    (void)ctx;
    (void)name;
    return "corpora/adapters/sample.c";
}

/* `w` must stay where it is. */
static inline void adapter_world_begin(adapter_world *w, const char *mistake) {
    *w = (adapter_world){.mistake = mistake, .profile = rsp_dap_profile_new()};
    w->target = (rsp_dap_target){.open = adapter_world_open,
                                 .program = adapter_world_program,
                                 .source = adapter_world_source,
                                 .ctx = w,
                                 .profile = w->profile};
}

static inline void adapter_world_end(adapter_world *w) {
    rsp_dap_profile_free(w->profile);
    rsp_dap_reader_free(&w->adapter.reader);
}

#endif
