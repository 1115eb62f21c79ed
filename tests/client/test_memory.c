/* Vectorised reads against the reference stub: both dialects, every fallback, edges, and how many packets.
 * Ground truth is the program's memory, written by the test.
 * See client_memory.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "client_world.h"
#include "needs_faults.h"

#include "client/client_split.h"
#include "core/rng.h"
#include "stub/faults/fault_list.h"

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

typedef struct setting {
    const char *name;
    rsp_multimem_form form;
    rsp_x_dialect x;
    bool lldb_kind; /* by what it announces */
    rsp_client_dialect dialect;
    uint32_t off;
    bool no_multimem;
    const char *prefix; /* of what is sent */
    size_t packets;
} setting;

/* Three ranges: one packet where there is MultiMemRead, three where not, and what finding out costs. */
static const setting ways[] = {
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
    {.name = "lldb x", .no_multimem = true, .x = RSP_X_LLDB, .lldb_kind = true, .prefix = "x", .packets = 4},
    /* Who announces nothing of LLDB's may be silent on it: it is not asked, as GDB does not ask. */
    {.name = "x of no LLDB stub", .no_multimem = true, .x = RSP_X_LLDB, .prefix = "m", .packets = 3},
    {.name = "no x",
     .no_multimem = true,
     .off = RSP_USE_BIT(RSP_USE_BINARY_READ),
     .prefix = "m",
     .packets = 3},
    /* Named, and not the stub's: refused here, a lie where one range alone is asked for. The last row. */
    {.name = "wrong form",
     .form = RSP_MULTIMEM_LLDB,
     .dialect = RSP_DIALECT_RFC,
     .prefix = "x",
     .packets = 4},
};

static void use(client_world *w, const setting *how) {
    w->ask.options.multimem = how->form;
    w->ask.options.x_dialect = how->x;
    w->ask.options.native_signals = how->lldb_kind;
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
        if (world_count(&w, "") != ways[i].packets || world_count(&w, ways[i].prefix) == 0)
            fail_msg("%s sends\n%s", ways[i].name, world_sent(&w));
        world_end(&w);
    }
}

static void unreadable_ranges_fail_alone(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(ways) - 1; i++) {
        client_world w;
        uint8_t got[64];
        setup(&w);
        use(&w, &ways[i]);
        world_start(&w);
        rsp_site tail = {.addr = ask_symbol(&w.ask, "tail"), .kind = 4};
        assert_ok(rsp_client_enable_site(w.client, &tail, NULL, 0));
        assert_ok(rsp_client_run(w.client, NULL, 0, NULL));
        uint64_t edge = 0;
        uint8_t pointer[8];
        assert_ok(rsp_client_read_memory(w.client, ask_symbol(&w.ask, "edge"), pointer, 8, NULL));
        for (unsigned b = 8; b-- > 0;)
            edge = edge << 8 | pointer[b];
        rsp_read reads[] = {
            {.addr = edge - 8, .len = 8, .out = got},            /* all there, needs escapes */
            {.addr = edge - 4, .len = 12, .out = got + 8},       /* runs off the edge */
            {.addr = 16, .len = 4, .out = got + 20},             /* nothing there */
            {.addr = UINT64_MAX - 1, .len = 4, .out = got + 24}, /* passes the end of everything */
            {.addr = edge, .len = 0, .out = NULL},
            {.addr = edge + 4096, .len = 4, .out = got + 28},
        };
        assert_ok(rsp_read_memory_vectorized(w.client, 0, reads, RSP_ARRAY_LEN(reads)));
        static const rsp_status expected[] = {RSP_OK, RSP_FAULT, RSP_FAULT, RSP_RANGE, RSP_OK, RSP_OK};
        for (size_t r = 0; r < RSP_ARRAY_LEN(reads); r++)
            assert_int_equal(reads[r].status, expected[r]);
        assert_int_equal(reads[0].num_read, 8);
        assert_memory_equal(got, "\x23\x24\x2a\x7d\x7c\x03\x00\xff", 8);
        assert_int_equal(reads[1].num_read, 4);
        assert_memory_equal(got + 8, "\x7c\x03\x00\xff", 4);
        assert_int_equal(reads[2].num_read, 0);
        assert_int_equal(reads[5].num_read, 4);
        assert_memory_equal(got + 28, "\xa5\xa5\xa5\xa5", 4);
        world_end(&w);
    }
}

/* Three bytes that read E01: m tells what they are. What is shorter than asked for is an error. */
static void data_that_reads_as_an_error_is_read_twice(void **state) {
    (void)state;
    client_world w;
    uint8_t got[3];
    uint8_t none[4];
    setup(&w);
    w.ask.options.offer_multimem = false;
    w.ask.options.x_dialect = RSP_X_LLDB;
    w.ask.options.native_signals = true;
    world_start(&w);
    uint64_t at = ask_symbol(&w.ask, "scratch");
    assert_ok(rsp_client_write_memory(w.client, at, RSP_LIT("E01"), NULL));
    rsp_read reads[] = {{.addr = at, .len = 3, .out = got}, {.addr = 16, .len = sizeof none, .out = none}};
    (void)world_sent(&w);
    assert_ok(rsp_read_memory_vectorized(w.client, 0, reads, 2));
    assert_int_equal(reads[0].status, RSP_OK);
    assert_memory_equal(got, "E01", 3);
    assert_int_equal(reads[1].status, RSP_FAULT);
    assert_int_equal(reads[1].num_read, 0);
    assert_int_equal(world_count(&w, "m"), 1);
    world_end(&w);
}

/* Packets that the splitter needs for these reads, found without the client. */
static size_t packets_needed(const rsp_read *reads, size_t num, rsp_read_way way, size_t limit) {
    rsp_mem_range ranges[32];
    size_t packets = 0;
    for (size_t i = 0; i < num; i++)
        ranges[i] = (rsp_mem_range){.addr = reads[i].addr, .len = reads[i].len};
    rsp_read_split split = {
        .ranges = ranges, .num = num, .way = way, .request_bytes = limit, .reply_bytes = limit};
    while (rsp_read_split_next(&split, NULL, 1024))
        packets++;
    return packets;
}

enum { FIELD_BYTES = 2048 };

typedef struct field {
    uint64_t at;
    uint8_t truth[FIELD_BYTES];
} field;

/* Random ranges in and beside a field of known bytes. What is beside it can be read too, unless it is low. */
static size_t random_reads(rsp_rng *rng, const field *f, rsp_read *reads, uint8_t *room) {
    size_t num = 1 + (size_t)rsp_rng_below(rng, 24);
    for (size_t i = 0; i < num; i++) {
        size_t most = rsp_rng_below(rng, 4) ? 24 : 600;
        size_t len = (size_t)rsp_rng_below(rng, most);
        uint64_t addr = f->at + rsp_rng_below(rng, FIELD_BYTES - len);
        if (rsp_rng_below(rng, 8) == 0)
            addr = 8 + rsp_rng_below(rng, 64);
        reads[i] = (rsp_read){.addr = addr, .len = len, .out = room};
        room += len;
    }
    return num;
}

static void check_reads(const field *f, const rsp_read *reads, size_t num) {
    for (size_t i = 0; i < num; i++) {
        bool there = reads[i].addr >= f->at || reads[i].len == 0;
        if (reads[i].status != (there ? RSP_OK : RSP_FAULT))
            fail_msg("%zu at %zx: %s", reads[i].len, (size_t)reads[i].addr, rsp_status_name(reads[i].status));
        assert_int_equal(reads[i].num_read, there ? reads[i].len : 0);
        if (there && reads[i].len)
            assert_memory_equal(reads[i].out, f->truth + (reads[i].addr - f->at), reads[i].len);
    }
}

static void random_ranges_are_read_right_in_as_few_packets_as_planned(void **state) {
    (void)state;
    static const size_t limits[] = {256, 300, 1000, 0x20000};
    static uint8_t room[24 * 600];
    for (size_t i = 0; i < RSP_ARRAY_LEN(ways) - 1; i++) {
        for (size_t l = 0; l < RSP_ARRAY_LEN(limits); l++) {
            client_world w;
            static field f;
            rsp_rng rng;
            rsp_rng_seed(&rng, 1000 * i + l);
            setup(&w);
            use(&w, &ways[i]);
            w.options.packet_bytes = limits[l];
            world_start(&w);
            f.at = ask_symbol(&w.ask, "scratch") + 4096;
            fill(&w, f.at, f.truth, FIELD_BYTES);
            for (unsigned round = 0; round < 12; round++) {
                rsp_read reads[24];
                size_t num = random_reads(&rng, &f, reads, room);
                (void)world_sent(&w);
                assert_ok(rsp_read_memory_vectorized(w.client, 0, reads, num));
                check_reads(&f, reads, num);
                bool multi = ways[i].prefix[0] == 'M';
                rsp_read_way way = rsp_client_read_dialect(w.client) == RSP_DIALECT_RFC ? RSP_READ_MULTI_RFC
                                                                                        : RSP_READ_MULTI_LLDB;
                /* The first finds out how to speak. */
                if (round > 0 && multi)
                    assert_int_equal(world_count(&w, ""), packets_needed(reads, num, way, limits[l]));
            }
            world_end(&w);
        }
    }
}

/* Two reads for each of many threads: the MultiMemRead proposal's own case. */
static void two_reads_per_thread_are_one_round_trip_per_stop(void **state) {
    (void)state;
    static const struct {
        uint32_t off;
        uint64_t round_trips;
    } rows[] = {
        {RSP_USE_BIT(RSP_USE_NO_ACK), 1},
        {RSP_USE_BATCHED | RSP_USE_BIT(RSP_USE_NO_ACK), 2000},
    };
    for (size_t r = 0; r < RSP_ARRAY_LEN(rows); r++) {
        client_world w;
        static rsp_read reads[2000];
        static uint8_t room[2000 * 8];
        setup(&w);
        w.options.off = rows[r].off;
        w.rtt_ns = 20 * RSP_NS_PER_MS;
        world_start(&w);
        uint64_t at = ask_symbol(&w.ask, "scratch");
        for (size_t i = 0; i < 2000; i++)
            reads[i] = (rsp_read){.addr = at + 16 * i, .len = 8, .out = room + 8 * i};
        uint64_t before = rsp_link_now(w.link);
        (void)world_round_trips(&w);
        assert_ok(rsp_read_memory_vectorized(w.client, 0, reads, 2000));
        assert_int_equal(world_round_trips(&w), rows[r].round_trips);
        assert_int_equal(rsp_link_now(w.link) - before, rows[r].round_trips * w.rtt_ns);
        world_end(&w);
    }
}

/* Announced, and then not so: the stub's named faults. The data comes by the next way all the same. */
static void faults_of_the_stub_are_lies_or_lead_to_the_next_way(void **state) {
    (void)state;
    needs_faults();
    static const struct row {
        rsp_fault fault;
        bool lies;
    } rows[] = {
        {RSP_FAULT_MMR_ESCAPED_COUNTS, true},
        {RSP_FAULT_MMR_REQUESTED_COUNTS, true},
        {RSP_FAULT_MMR_OMITS_FAILED, true},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        client_world w;
        uint8_t got[32];
        setup(&w);
        w.ask.options.fault = rows[i].fault;
        w.options.dialect = RSP_DIALECT_LLDB;
        world_start(&w);
        uint8_t truth[16];
        uint64_t at = ask_symbol(&w.ask, "scratch");
        fill(&w, at, truth, sizeof truth);
        /* Bytes to be escaped; a range that is cut at the end of its page; one that is not there. */
        rsp_read reads[] = {{.addr = at, .len = 16, .out = got}, {.addr = 16, .len = 8, .out = got + 16}};
        if (rows[i].fault == RSP_FAULT_MMR_REQUESTED_COUNTS)
            reads[1].addr = UINT64_C(0x3ffffffffc); /* the end of the stack */
        rsp_status status = rsp_read_memory_vectorized(w.client, 0, reads, 2);
        if (rows[i].fault != RSP_FAULT_MMR_REQUESTED_COUNTS)
            assert_int_equal(status, RSP_MALFORMED);
        if (status == RSP_MALFORMED) {
            assert_int_equal(reads[0].status, RSP_MALFORMED);
            assert_true(rsp_client_error(w.client)->msg[0] != '\0');
        }
        world_end(&w);
    }
}

static void writes_are_split_by_what_they_take_on_the_wire(void **state) {
    (void)state;
    for (unsigned hex = 0; hex < 2; hex++) {
        client_world w;
        uint8_t data[1000];
        uint8_t got[1000];
        size_t num = 0;
        setup(&w);
        w.options.packet_bytes = 256;
        w.options.off = hex ? RSP_USE_BIT(RSP_USE_BINARY_WRITE) : 0;
        world_start(&w);
        uint64_t at = ask_symbol(&w.ask, "scratch");
        for (size_t i = 0; i < sizeof data; i++)
            data[i] = i < 500 ? (uint8_t) "#$*}"[i % 4] : (uint8_t)i;
        assert_ok(rsp_client_write_memory(w.client, at, rsp_bytes_make(data, sizeof data), &num));
        assert_int_equal(num, sizeof data);
        assert_int_equal(hex ? world_count(&w, "M") : 0, hex ? world_count(&w, "") : 0);
        assert_ok(rsp_client_read_memory(w.client, at, got, sizeof got, NULL));
        assert_memory_equal(got, data, sizeof data);
        assert_int_equal(
            rsp_client_write_memory(w.client, UINT64_C(0x7f00000000), rsp_bytes_make(data, 8), &num),
            RSP_REFUSED);
        assert_int_equal(num, 0);
        world_end(&w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_way_reads_the_same),
        cmocka_unit_test(unreadable_ranges_fail_alone),
        cmocka_unit_test(data_that_reads_as_an_error_is_read_twice),
        cmocka_unit_test(random_ranges_are_read_right_in_as_few_packets_as_planned),
        cmocka_unit_test(two_reads_per_thread_are_one_round_trip_per_stop),
        cmocka_unit_test(faults_of_the_stub_are_lies_or_lead_to_the_next_way),
        cmocka_unit_test(writes_are_split_by_what_they_take_on_the_wire),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
