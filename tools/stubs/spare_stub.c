/* A stub started in advance: its start takes place while the one before it is in use.
 * It is known by the text and the environment that it was started with.
 * See spare_stub.h. */
/* SPDX-License-Identifier: MIT */
#include "stubs/spare_stub.h"

enum { MAX_LOST = 3 };
static const uint64_t rested_wait_ns = RSP_NS_PER_S / 2; /* it has listened before */
static const uint64_t wait_ns = 5 * RSP_NS_PER_S;        /* as a link waits when it is not told */

rsp_status stub_start(const stub_start_options *options, rsp_link **out_link, const char *text,
                      bool unconnected, rsp_error *error) {
    rsp_arena arena = {0};
    rsp_address address = {0};
    rsp_link_options link = *options->link;
    link.unconnected = unconnected;
    link.environment = options->environment;
    link.fork_server = options->fork_server;
    rsp_status status = rsp_address_parse(&address, &arena, text, error);
    if (status == RSP_OK)
        status = rsp_link_open_address(out_link, &address, &link, error);
    rsp_arena_free(&arena);
    return status;
}

bool spare_stub_take(spare_stub *s, const stub_start_options *options, rsp_link **out_link, rsp_bytes text) {
    uint64_t patience_ns = options->link->connect_timeout_ns;
    rsp_link *spare = s->link;
    if (!spare || !rsp_bytes_equal(text, rsp_buf_bytes(&s->text)))
        return false;
    s->link = NULL;
    if (s->environment != options->environment) {
        rsp_link_close(spare);
        return false;
    }
    if (s->rested)
        patience_ns = rested_wait_ns;
    uint64_t until = rsp_deadline(rsp_link_now(spare), patience_ns ? patience_ns : wait_ns);
    if (rsp_link_reconnect(spare, until, NULL) != RSP_OK) {
        rsp_link_close(spare);
        s->lost++;
        return false;
    }
    s->lost = 0;
    *out_link = spare;
    return true;
}

bool spare_stub_wanted(const spare_stub *s) {
    return !s->link && s->lost < MAX_LOST;
}

void spare_stub_start(spare_stub *s, const stub_start_options *options, rsp_bytes text) {
    rsp_buf_clear(&s->text);
    rsp_buf_append(&s->text, text);
    s->environment = options->environment;
    if (stub_start(options, &s->link, rsp_buf_cstr(&s->text), true, NULL) != RSP_OK)
        s->lost++;
}

bool spare_stub_rest(spare_stub *s, rsp_link *link, const char *const *environment, rsp_bytes text) {
    if (s->link)
        return false;
    rsp_buf_clear(&s->text);
    rsp_buf_append(&s->text, text);
    if (s->text.status != RSP_OK)
        return false;
    s->link = link;
    s->environment = environment;
    s->rested = true;
    return true;
}

void spare_stub_free(spare_stub *s) {
    rsp_link_close(s->link);
    rsp_buf_free(&s->text);
    *s = (spare_stub){0};
}
