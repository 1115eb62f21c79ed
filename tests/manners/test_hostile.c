/* A look survives whatever a stub sends, and its end at any place: in bounded time, with few requests.
 * Also without memory, and when it is stopped.
 * See manners/manners.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "mannered_stub.h"

#include "core/mem.h"
#include "core/rng.h"

enum { MOST_REQUESTS = 700, SEEDS = 300 };

/* Sends noise in place of some replies, and ends at some time. */
typedef struct hostile {
    mannered stub;
    rsp_rng rng;
    unsigned bytes_left; /* until it closes */
    unsigned num_inputs;
    bool floods;
} hostile;

static rsp_peer_state hostile_input(void *ctx, rsp_bytes in, rsp_buf *out) {
    static const char alphabet[] = "$#+-%*}\003OETWSXmlxqQ0123456789abcdef,;:\r\n\377";
    hostile *h = ctx;
    h->num_inputs++;
    if (h->bytes_left < in.len) {
        h->bytes_left = 0;
        return rsp_rng_below(&h->rng, 2) ? RSP_PEER_CLOSED : RSP_PEER_DEAD;
    }
    h->bytes_left -= (unsigned)in.len;
    if (rsp_rng_below(&h->rng, 3) > 0)
        return mannered_input(&h->stub, in, out);
    size_t len = (size_t)rsp_rng_below(&h->rng, h->floods ? 200000 : 60);
    for (size_t i = 0; i < len; i++)
        rsp_buf_push(out, (uint8_t)alphabet[rsp_rng_below(&h->rng, sizeof alphabet - 1)]);
    if (rsp_rng_below(&h->rng, 2))
        mannered_send(&h->stub, "l0", out);
    return RSP_PEER_IDLE;
}

static rsp_status hostile_connect(void *ctx, rsp_buf *out) {
    hostile *h = ctx;
    return rsp_rng_below(&h->rng, 8) == 0 ? RSP_CONNECT : mannered_connect(&h->stub, out);
}

static rsp_status hostile_open(void *ctx, rsp_link **out_link, rsp_error *error) {
    const rsp_peer peer = {.connect = hostile_connect, .input = hostile_input, .ctx = ctx};
    rsp_status status = rsp_link_open_peer(out_link, &peer, NULL);
    return status == RSP_OK ? status : rsp_fail(error, status, "refused");
}

static void any_bytes_are_survived(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        hostile h = {.floods = seed % 16 == 0};
        rsp_rng_seed(&h.rng, seed);
        rsp_manners m;
        rsp_error error = {0};
        mannered_init(&h.stub, (unsigned)rsp_rng_below(&h.rng, 1U << 22));
        h.bytes_left = (unsigned)rsp_rng_below(&h.rng, 12000);
        const rsp_manners_options options = {.open = hostile_open, .ctx = &h, .run_program = true};
        rsp_status status = rsp_manners_look(&m, &options, &error);
        if (status != RSP_OK && status != RSP_DIED && status != RSP_CONNECT)
            fail_msg("seed %u: %s", (unsigned)seed, rsp_status_text(status));
        if (h.num_inputs > 4 * MOST_REQUESTS)
            fail_msg("seed %u: %u writes", (unsigned)seed, h.num_inputs);
        for (size_t i = 0; i < m.num_lines; i++) {
            for (const char *c = m.lines[i].bytes; *c; c++)
                assert_true(*c >= ' ' && *c <= '~');
            for (const char *c = m.lines[i].text; *c; c++)
                assert_true(*c >= ' ' && *c <= '~');
        }
        rsp_manners_free(&m);
        mannered_free(&h.stub);
    }
}

static void stub_that_ends_before_a_byte_is_no_stub(void **state) {
    (void)state;
    hostile h = {0};
    rsp_rng_seed(&h.rng, 5);
    rsp_manners m;
    rsp_error error = {0};
    mannered_init(&h.stub, 0);
    const rsp_manners_options options = {.open = hostile_open, .ctx = &h};
    assert_int_equal(rsp_manners_look(&m, &options, &error), RSP_DIED);
    assert_non_null(strstr(error.msg, "before it sent a byte"));
    assert_false(m.looked);
    rsp_manners_free(&m);
    mannered_free(&h.stub);
}

static rsp_status refuse(void *ctx, rsp_link **out_link, rsp_error *error) {
    (void)ctx;
    *out_link = NULL;
    return rsp_fail(error, RSP_CONNECT, "nobody listens");
}

static void stub_that_is_not_there(void **state) {
    (void)state;
    rsp_manners m;
    rsp_error error = {0};
    const rsp_manners_options options = {.open = refuse};
    assert_int_equal(rsp_manners_look(&m, &options, &error), RSP_CONNECT);
    assert_string_equal(error.msg, "nobody listens");
    rsp_manners_free(&m);
}

static void no_memory_is_no_crash(void **state) {
    (void)state;
    bool through = false;
    for (uint64_t n = 1; n < 2000 && !through; n += 1 + n / 16) {
        rsp_mem_fuzzed fuzzed;
        rsp_manners m;
        mannered stub;
        rsp_mem_fuzzed_init(&fuzzed, n, 1);
        mannered_init(&stub, 0);
        const rsp_manners_options options = {
            .open = mannered_open, .ctx = &stub, .run_program = true, .mem = &fuzzed.mem};
        rsp_status status = rsp_manners_look(&m, &options, NULL);
        through = status == RSP_OK && fuzzed.count < n;
        if (fuzzed.count >= n)
            assert_int_equal(status, RSP_NO_MEMORY);
        rsp_manners_free(&m);
        mannered_free(&stub);
    }
    assert_true(through);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_bytes_are_survived),
        cmocka_unit_test(stub_that_ends_before_a_byte_is_no_stub),
        cmocka_unit_test(stub_that_is_not_there),
        cmocka_unit_test(no_memory_is_no_crash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
