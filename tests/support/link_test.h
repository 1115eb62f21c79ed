/* For tests of links: deadlines that no healthy run reaches, and an alarm that ends a run which hangs.
 * Addresses of the fake stub, which CMake names in FAKE_STUB.
 * Included behind rsp_test.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LINK_TEST_H
#define RSP_LINK_TEST_H

#include "core/arena.h"
#include "link/address.h"
#include <rsp/link.h>

#include <stdlib.h>
#include <unistd.h>

#define LONG_NS (20 * RSP_NS_PER_S)

static inline uint64_t soon(const rsp_link *link) {
    return rsp_deadline(rsp_link_now(link), LONG_NS);
}

/* Receives until `len` bytes are there. */
static inline void recv_all(rsp_link *link, rsp_buf *out, size_t len) {
    rsp_buf_clear(out);
    while (out->len < len)
        assert_ok(rsp_link_recv(link, out, len - out->len, soon(link)));
}

static inline rsp_link *open_text(const char *text, const rsp_link_options *options) {
    rsp_arena arena = {0};
    rsp_address address;
    rsp_error error = {0};
    rsp_link *link = NULL;
    assert_ok(rsp_address_parse(&address, &arena, text, &error));
    rsp_status status = rsp_link_open_address(&link, &address, options, &error);
    if (status != RSP_OK)
        print_error("%s: %s\n", text, error.msg);
    rsp_arena_free(&arena);
    assert_ok(status);
    return link;
}

#endif
