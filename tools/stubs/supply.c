/* Openers as a supply, reference stubs as peers.
 * A seed's stub is freed when the next one is made.
 * See supply.h. */
/* SPDX-License-Identifier: MIT */
#include "stubs/supply.h"
#include "stubs/stub_opener.h"

static void *new_worker(void *ctx, rsp_stub_provider *out_provider) {
    stub_opener *stubs = stub_opener_new(ctx);
    if (!stubs)
        return NULL;
    *out_provider = stub_opener_provider(stubs);
    return stubs;
}

static void free_worker(void *worker) {
    stub_opener_free(worker);
}

static rsp_status open_stub(void *worker, rsp_link **out_link, const rsp_stub_request *request,
                            uint64_t until_ns, rsp_error *error) {
    return until_ns ? stub_opener_open_again(worker, out_link, request, until_ns, error)
                    : stub_opener_open(worker, out_link, request, error);
}

static void closing_stub(void *worker, rsp_link *link) {
    stub_opener_closing(worker, link);
}

static void prepare_stub(void *worker, const rsp_stub_request *request) {
    stub_opener_prepare(worker, request);
}

static void set_environment(void *worker, const char *const *environment) {
    stub_opener_set_environment(worker, environment);
}

static void set_end(void *ctx, uint64_t end_ns) {
    stub_config *config = ctx;
    config->link.end_ns = end_ns;
}

rsp_stub_supply stub_supply(stub_config *config) {
    return (rsp_stub_supply){
        .new_worker = new_worker,
        .free_worker = free_worker,
        .open = open_stub,
        .closing = closing_stub,
        .prepare = prepare_stub,
        .set_environment = set_environment,
        .set_end = set_end,
        .ours = stub_config_is_ours(config),
        .profile = config->profile,
        .ctx = config,
    };
}

/* --- seeds --- */

static rsp_status make_reference(void *ctx, rsp_peer *out_peer, const char *program, rsp_error *error) {
    reference **last = ctx;
    stub_option_values set = stub_option_defaults();
    size_t argc = strcmp(program, RSP_PROGRAM_NONE) != 0;
    reference_free(*last);
    *last = NULL;
    rsp_status status = reference_new(last, &set, &program, argc, error);
    if (status == RSP_OK)
        *out_peer = reference_peer(*last);
    return status;
}

static rsp_status image_of(void *ctx, const char *program, rsp_bytes *out_elf) {
    (void)ctx;
    *out_elf = reference_image(program);
    return out_elf->len > 0 ? RSP_OK : RSP_NOT_FOUND;
}

static const char *path_of(void *ctx, const char *program) {
    (void)ctx;
    return reference_path(program);
}

rsp_seed_stubs seed_stubs(reference **last) {
    return (rsp_seed_stubs){
        .make = make_reference, .image = image_of, .program_path = path_of, .ctx = (void *)last};
}
