/* All links of a look share a clock: it tells how long the look has taken.
 * Names and values of manners go through the table that profiles use.
 * See look_use.h. */
/* SPDX-License-Identifier: MIT */
#include "look_use.h"

#include "manners/manners.h"

static const uint64_t most_ns = 600 * RSP_NS_PER_S;

typedef struct place {
    rsp_peer peer;
    rsp_peer_options options;
} place;

static rsp_status open_link(void *ctx, rsp_link **out_link, rsp_error *error) {
    const place *p = ctx;
    (void)error;
    return rsp_link_open_peer(out_link, &p->peer, &p->options);
}

static uint64_t check_text(const rsp_buf *text, uint64_t digest) {
    rsp_bytes bytes = rsp_buf_bytes(text);
    for (size_t i = 0; i < bytes.len; i++)
        FUZZ_MUST(bytes.ptr[i] == '\n' || (bytes.ptr[i] >= ' ' && bytes.ptr[i] != 0x7f));
    return fuzz_digest_bytes(digest, bytes);
}

static uint64_t check_keys(const rsp_manners *m, uint64_t digest) {
    for (size_t i = 0; rsp_manners_key(i); i++) {
        rsp_bytes value = rsp_bytes_str(rsp_manners_value(m, i));
        rsp_manners again = {0};
        if (value.len > 0)
            FUZZ_MUST(rsp_manners_set(&again, rsp_bytes_str(rsp_manners_key(i)), value, NULL) == RSP_OK);
        digest = fuzz_digest_bytes(digest, value);
    }
    return digest;
}

static uint64_t check_pages(const rsp_manners *m, uint64_t digest) {
    rsp_buf page = {0};
    rsp_manners_page(&page, m);
    digest = check_text(&page, digest);
    rsp_buf_clear(&page);
    rsp_manners_profile(&page, m, "title", "tcp:127.0.0.1:1");
    digest = check_text(&page, digest);
    rsp_buf_free(&page);
    return digest;
}

uint64_t look_use(const rsp_messages *list, uint8_t choice, const rsp_mem *mem) {
    scripted_stub stub = {.list = list, .choice = choice};
    rsp_virtual_clock clock = {.now_ns = 1};
    place p = {.peer = scripted_stub_peer(&stub), .options = {.clock = &clock, .mem = mem}};
    const rsp_manners_options options = {
        .open = open_link, .ctx = &p, .run_program = (choice & SCRIPTED_PROGRAM) != 0, .mem = mem};
    rsp_manners manners;
    rsp_status status = rsp_manners_look(&manners, &options, NULL);
    FUZZ_MUST(clock.now_ns < most_ns);
    FUZZ_MUST(manners.looked == (status == RSP_OK));
    uint64_t digest = fuzz_digest(FUZZ_DIGEST, status);
    digest = fuzz_digest(digest, clock.now_ns);
    digest = check_keys(&manners, digest);
    if (status == RSP_OK)
        digest = check_pages(&manners, digest);
    rsp_manners_free(&manners);
    return digest;
}
