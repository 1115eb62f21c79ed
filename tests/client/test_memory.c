/* Vectorised reads against the reference stub: both dialects, every fallback, edges, and how many packets.
 * Ground truth is the program's memory, written by the test.
 * See client_memory.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "client_world.h"

#include <inttypes.h>
#include <rsp/limits.h>
#include <stdlib.h>

static void setup(client_world *w) {
    world_init(w, NULL);
}

/* Bytes that need every kind of escape, at scratch. */
static void fill(client_world *w, uint64_t at, uint8_t *truth, size_t len) {
    for (size_t i = 0; i < len; i++)
        truth[i] = i % 7 == 0 ? (uint8_t) "#$*}"[i % 4] : (uint8_t)(i * 31);
    size_t num = 0;
    assert_ok(rsp_client_write_memory(w->client, at, rsp_bytes_make(truth, len), &num));
    assert_int_equal(num, len);
    (void)world_sent(w);
    (void)world_round_trips(w);
}

typedef struct way {
    const char *name;
    rsp_multimem_form form;
    rsp_x_dialect x;
    rsp_client_dialect dialect;
    uint32_t off;
    bool no_multimem;
    const char *prefix; /* of what is sent */
    size_t packets;
} way;

/* Three ranges: one packet where there is MultiMemRead, three where not, and what finding out costs. */
static const way ways[] = {
    {.name = "lldb", .form = RSP_MULTIMEM_LLDB, .prefix = "MultiMemRead:", .packets = 1},
    {.name = "lldb named",
     .form = RSP_MULTIMEM_LLDB,
     .dialect = RSP_DIALECT_LLDB,
     .prefix = "MultiMemRead:",
     .packets = 1},
    /* Three ranges are refused, one is answered in the RFC's form, the rest follows in it. */
    {.name = "rfc", .form = RSP_MULTIMEM_RFC, .prefix = "MultiMemRead:", .packets = 3},
    {.name = "rfc named",
     .form = RSP_MULTIMEM_RFC,
     .dialect = RSP_DIALECT_RFC,
     .prefix = "MultiMemRead:",
     .packets = 1},
    {.name = "withheld", .no_multimem = true, .prefix = "x", .packets = 3},
    {.name = "off", .off = RSP_USE_BATCHED, .prefix = "x", .packets = 3},
    /* x0,0 first. */
    {.name = "lldb x", .no_multimem = true, .x = RSP_X_LLDB, .prefix = "x", .packets = 4},
    {.name = "no x",
     .no_multimem = true,
     .off = RSP_USE_BIT(RSP_USE_BINARY_READ),
     .prefix = "m",
     .packets = 3},
    /* Announced as MultiMemRead, spoken in a form that is not the stub's. */
    {.name = "wrong form",
     .form = RSP_MULTIMEM_LLDB,
     .dialect = RSP_DIALECT_RFC,
     .prefix = "x",
     .packets = 4},
};

static void use(client_world *w, const way *how) {
    w->ask.options.multimem = how->form;
    w->ask.options.x_dialect = how->x;
    w->ask.options.offer_multimem = !how->no_multimem;
    w->options.dialect = how->dialect;
    w->options.off = how->off;
}

static void every_way_reads_the_same(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(ways); i++) {
        client_world w;
        uint8_t truth[512];
        uint8_t got[512] = {0};
        setup(&w);
        use(&w, &ways[i]);
        world_start(&w);
        uint64_t at = ask_symbol(&w.ask, "scratch") + 100;
        fill(&w, at, truth, sizeof truth);
        rsp_read reads[] = {
            {.addr = at, .len = 100, .out = got},
            {.addr = at + 100, .len = 3, .out = got + 100},
            {.addr = at + 103, .len = 409, .out = got + 103},
        };
        if (rsp_read_memory_vectorized(w.client, 0, reads, 3) != RSP_OK)
            fail_msg("%s: %s", ways[i].name, rsp_client_error(w.client)->msg);
        assert_bytes(rsp_bytes_make(got, sizeof got), rsp_bytes_make(truth, sizeof truth));
        for (size_t r = 0; r < 3; r++) {
            assert_int_equal(reads[r].status, RSP_OK);
            assert_int_equal(reads[r].num_read, reads[r].len);
        }
        /* In LLDB's x three bytes are read as two and one. */
        size_t expected = ways[i].packets + (ways[i].x == RSP_X_LLDB);
        if (world_count(&w, "") != expected || world_count(&w, ways[i].prefix) == 0)
            fail_msg("%s sends\n%s", ways[i].name, world_sent(&w));
        world_end(&w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_way_reads_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
