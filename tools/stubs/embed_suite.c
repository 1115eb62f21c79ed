/* main of librsp_embed_suite: the stubborn program with somebody's stub linked in, as what --stub stands for.
 * The three functions of include/rsp/embed.h become a peer of an in-process link, in virtual time.
 * A silent stub is asked some more times, for a program that runs may yet stop. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "stubs/stub_config.h"

#include <rsp/embed.h>

enum {
    TAKE_BYTES = 4096,
    PATIENCE = 64, /* empty answers in a row, after which the stub waits for its client */
};

static unsigned silent;

static size_t take(rsp_buf *out) {
    uint8_t block[TAKE_BYTES];
    size_t len = rsp_embed_take(block, sizeof block);
    rsp_buf_append(out, rsp_bytes_make(block, len < sizeof block ? len : sizeof block));
    silent = len > 0 ? 0 : silent + 1;
    return len;
}

static rsp_status embedded_connect(void *ctx, rsp_buf *out) {
    (void)ctx;
    rsp_embed_reset();
    (void)take(out);
    return RSP_OK;
}

static rsp_peer_state embedded_input(void *ctx, rsp_bytes in, rsp_buf *out) {
    (void)ctx;
    if (in.len > 0)
        rsp_embed_feed(in.ptr, in.len);
    silent = 0;
    (void)take(out);
    return RSP_PEER_BUSY;
}

static rsp_peer_state embedded_run(void *ctx, uint64_t budget, rsp_buf *out) {
    (void)ctx;
    (void)budget;
    (void)take(out);
    return silent < PATIENCE ? RSP_PEER_BUSY : RSP_PEER_IDLE;
}

static void embedded_describe(void *ctx, rsp_buf *out) {
    (void)ctx;
    rsp_buf_str(out, "embedded stub");
}

int main(int argc, char **argv) {
    static const rsp_peer peer = {
        .connect = embedded_connect,
        .input = embedded_input,
        .run = embedded_run,
        .describe = embedded_describe,
    };
    stub_config_embedded = &peer;
    return stubborn_main(argc, argv);
}
