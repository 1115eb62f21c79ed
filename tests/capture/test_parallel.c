/* Captures read by several threads come to the same as by one: random connections side by side, ports used
 * again, resets, gaps, other protocols, frames that are no TCP, records cut off. Windows are so small that
 * nearly every record lies across two of them somewhere. See capture/cost/parallel.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "capture_wire.h"
#include "in_folder.h"

#include "capture/capture_file.h"
#include "capture/pcap_window.h"
#include "capture/pcapng.h"
#include "core/file.h"
#include "core/file_writer.h"
#include "core/rng.h"

enum { LANES = 12, STEPS = 1500 };

typedef struct lane {
    uint32_t seq[2];
    uint16_t port;
    bool open;
    bool foreign;
} lane;

/* Uses the one wire for this lane's connection. */
static void select_lane(capture_wire *w, const lane *l) {
    w->seq[0] = l->seq[0];
    w->seq[1] = l->seq[1];
    w->ports[0] = l->port;
}

static void talk(capture_wire *w, rsp_rng *rng, const lane *l) {
    char request[40];
    if (l->foreign) {
        capture_wire_send(w, 0, RSP_LIT("GET / HTTP/1.1\r\nHost: example\r\n\r\n"));
        return;
    }
    (void)snprintf(request, sizeof request, "m%x,4", (unsigned)rsp_rng_below(rng, 64) * 16);
    switch (rsp_rng_below(rng, 8)) {
    case 0:
        capture_wire_ask(w, "vCont;c", "T05thread:1;");
        break;
    case 1:
        capture_wire_ask(w, "Z0,401000,1", "OK");
        break;
    case 2:
        capture_wire_packet(w, 0, request);
        capture_wire_lose(w, 1, RSP_LIT("$00112233#8c"));
        capture_wire_ask(w, "?", "S05");
        break;
    default:
        capture_wire_ask(w, request, "00112233");
    }
}

/* What is no TCP segment over plain IPv4: another protocol, an IPv6 segment of nobody, a frame cut short. */
static void other_frame(capture_wire *w, unsigned kind) {
    uint8_t frame[90] = {[12] = 8, [14] = 0x45, [17] = 60, [23] = 17, [26] = 10, [30] = 10};
    if (kind == 1) {
        frame[12] = 0x86;
        frame[13] = 0xdd;
        frame[14] = 0x60;
        frame[19] = 36;
        frame[20] = 6;
        frame[54] = 4;
        frame[66] = 5 << 4;
        frame[67] = RSP_TCP_ACK;
    }
    size_t len = kind == 2 ? 20 : sizeof frame;
    rsp_pcap_write_frame(&w->file, w->now_ns, rsp_bytes_make(frame, len), sizeof frame);
    w->now_ns += w->step_ns;
}

static void one_step(capture_wire *w, rsp_rng *rng, lane *l) {
    uint64_t what = rsp_rng_below(rng, 40);
    select_lane(w, l);
    if (!l->open) {
        l->foreign = rsp_rng_below(rng, 5) == 0;
        w->seq[0] = (uint32_t)rsp_rng_next(rng);
        w->seq[1] = (uint32_t)rsp_rng_next(rng);
        capture_wire_open(w);
        l->open = true;
    } else if (what == 0) {
        capture_wire_close(w);
        l->open = false;
    } else if (what == 1) {
        capture_wire_frame(w, 1, w->seq[1], RSP_TCP_RST, rsp_bytes_make(NULL, 0), 0);
        l->open = false;
    } else if (what == 2) {
        l->open = false; /* the same ports begin anew, without an end */
    } else if (what < 6) {
        other_frame(w, (unsigned)what - 3);
    } else {
        talk(w, rng, l);
    }
    l->seq[0] = w->seq[0];
    l->seq[1] = w->seq[1];
}

static void make_capture(const char *path, uint64_t seed, size_t cut) {
    capture_wire w;
    rsp_rng rng;
    lane lanes[LANES];
    rsp_error error = {0};
    rsp_rng_seed(&rng, seed);
    capture_wire_begin(&w);
    for (unsigned i = 0; i < LANES; i++)
        lanes[i] = (lane){.port = (uint16_t)(40000 + i)};
    for (int i = 0; i < STEPS; i++)
        one_step(&w, &rng, &lanes[rsp_rng_below(&rng, LANES)]);
    assert_ok(rsp_file_write(path, rsp_bytes_sub(rsp_buf_bytes(&w.file), 0, w.file.len - cut), &error));
    rsp_buf_free(&w.file);
}

typedef struct reading {
    rsp_conversations *conversations;
    rsp_capture_file file;
} reading;

static reading read_file(const char *path, const rsp_conversations_options *options) {
    reading r = {.conversations = rsp_conversations_new(options)};
    rsp_error error = {0};
    assert_ok(rsp_capture_file_read(&r.file, path, r.conversations, &error));
    return r;
}

static void assert_quantiles(const rsp_quantiles *a, const rsp_quantiles *b) {
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->sum, b->sum);
    for (unsigned permille = 0; permille <= 1000; permille += 50)
        assert_int_equal(rsp_quantiles_at((rsp_quantiles *)(uintptr_t)a, permille),
                         rsp_quantiles_at((rsp_quantiles *)(uintptr_t)b, permille));
}

static void assert_analysis(const rsp_analysis *a, const rsp_analysis *b) {
    assert_memory_equal(&a->metrics, &b->metrics, sizeof a->metrics);
    assert_memory_equal(a->phase_ns, b->phase_ns, sizeof a->phase_ns);
    assert_memory_equal(a->action_ns, b->action_ns, sizeof a->action_ns);
    assert_int_equal(a->gaps, b->gaps);
    assert_int_equal(a->memory.redundant, b->memory.redundant);
    assert_quantiles(&a->latencies.owed, &b->latencies.owed);
    for (int i = 0; i < RSP_ACTIONS; i++)
        assert_quantiles(&a->actions[i], &b->actions[i]);
    assert_int_equal(a->num_slowest, b->num_slowest);
    for (size_t i = 0; i < a->num_slowest; i++) {
        assert_int_equal(a->slowest[i].latency_ns, b->slowest[i].latency_ns);
        assert_int_equal(a->slowest[i].request_place, b->slowest[i].request_place);
        assert_int_equal(a->slowest[i].conversation, b->slowest[i].conversation);
    }
}

static void assert_conversation(const rsp_conversation *a, const rsp_conversation *b) {
    assert_int_equal(a->number, b->number);
    assert_memory_equal(&a->client, &b->client, sizeof a->client);
    assert_int_equal(a->start_ns, b->start_ns);
    assert_int_equal(a->end_ns, b->end_ns);
    assert_int_equal(a->end, b->end);
    assert_int_equal(a->resync_bytes, b->resync_bytes);
    assert_memory_equal(&a->tcp, &b->tcp, sizeof a->tcp);
    assert_analysis(&a->analysis, &b->analysis);
}

static void assert_readings(const reading *a, const reading *b) {
    const rsp_capture_totals *x = rsp_conversations_totals(a->conversations);
    const rsp_capture_totals *y = rsp_conversations_totals(b->conversations);
    assert_int_equal(x->flows, y->flows);
    assert_int_equal(x->foreign, y->foreign);
    assert_int_equal(x->evicted, y->evicted);
    assert_int_equal(x->refused, y->refused);
    assert_int_equal(x->start_ns, y->start_ns);
    assert_int_equal(x->end_ns, y->end_ns);
    assert_memory_equal(&x->tcp, &y->tcp, sizeof x->tcp);
    assert_analysis(&x->analysis, &y->analysis);
    assert_int_equal(rsp_conversations_count(a->conversations), rsp_conversations_count(b->conversations));
    size_t num = rsp_conversations_kept(a->conversations);
    assert_int_equal(num, rsp_conversations_kept(b->conversations));
    for (size_t i = 0; i < num; i++)
        assert_conversation(rsp_conversations_get(a->conversations, i),
                            rsp_conversations_get(b->conversations, i));
    assert_int_equal(a->file.frames, b->file.frames);
    assert_memory_equal(a->file.classes, b->file.classes, sizeof a->file.classes);
    assert_int_equal(a->file.start_ns, b->file.start_ns);
    assert_int_equal(a->file.end_ns, b->file.end_ns);
    assert_string_equal(a->file.damage.msg, b->file.damage.msg);
}

static void compare(const char *path, rsp_conversations_options options) {
    static const size_t windows[] = {4096, 10000, 65536};
    reading one = read_file(path, &options);
    for (unsigned threads = 2; threads <= 5; threads++) {
        options.threads = threads;
        options.window_bytes = windows[threads % RSP_ARRAY_LEN(windows)];
        reading several = read_file(path, &options);
        assert_readings(&one, &several);
        rsp_conversations_free(several.conversations);
    }
    rsp_conversations_free(one.conversations);
}

static void figures_do_not_depend_on_threads(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        make_capture("made.pcap", seed, 0);
        compare("made.pcap", (rsp_conversations_options){0});
    }
}

static void record_cut_off_is_told_as_by_one(void **state) {
    (void)state;
    for (size_t cut = 1; cut < 100; cut += 14) {
        make_capture("cut.pcap", 7, cut);
        compare("cut.pcap", (rsp_conversations_options){0});
    }
}

static void limits_hold_as_for_one(void **state) {
    (void)state;
    make_capture("made.pcap", 9, 0);
    compare("made.pcap", (rsp_conversations_options){.max_flows = 3});
    compare("made.pcap", (rsp_conversations_options){.memory_bytes = (size_t)700 * 1024});
    compare("made.pcap", (rsp_conversations_options){.stub_port = 1234});
}

/* One connection more than a part may follow: the part gives up, and one thread alone has the right answer.
 */
static void one_connection_too_many_ends_the_attempt(void **state) {
    (void)state;
    capture_wire w;
    rsp_error error = {0};
    capture_wire_begin(&w);
    for (int port = 0; port < 3; port++) {
        w.ports[0] = (uint16_t)(40000 + port);
        capture_wire_open(&w);
        for (int i = 0; i < 100; i++)
            capture_wire_ask(&w, "m1000,4", "00112233");
    }
    assert_ok(rsp_file_write("three.pcap", rsp_buf_bytes(&w.file), &error));
    rsp_buf_free(&w.file);
    for (size_t flows = 2; flows <= 4; flows++)
        compare("three.pcap", (rsp_conversations_options){.max_flows = flows});
}

/* A second file is numbered behind the first, whoever read it. */
static void files_are_numbered_on(void **state) {
    (void)state;
    rsp_error error = {0};
    make_capture("first.pcap", 3, 0);
    make_capture("second.pcap", 4, 0);
    reading one = read_file("first.pcap", NULL);
    reading two = read_file("first.pcap", &(rsp_conversations_options){.threads = 2, .window_bytes = 8192});
    assert_ok(rsp_capture_file_read(&one.file, "second.pcap", one.conversations, &error));
    assert_ok(rsp_capture_file_read(&two.file, "second.pcap", two.conversations, &error));
    assert_readings(&one, &two);
    rsp_conversations_free(one.conversations);
    rsp_conversations_free(two.conversations);
}

/* A record that claims more than any frame has, in the middle of the file. */
static void odd_record_is_judged_by_one(void **state) {
    (void)state;
    capture_wire w;
    rsp_error error = {0};
    capture_wire_begin(&w);
    capture_wire_open(&w);
    for (int i = 0; i < 200; i++)
        capture_wire_ask(&w, "m1000,4", "00112233");
    size_t middle = w.file.len;
    for (int i = 0; i < 200; i++)
        capture_wire_ask(&w, "m1000,4", "00112233");
    memset(w.file.ptr + middle + 8, 0xff, 4);
    assert_ok(rsp_file_write("odd.pcap", rsp_buf_bytes(&w.file), &error));
    rsp_buf_free(&w.file);
    compare("odd.pcap", (rsp_conversations_options){0});
}

/* The same frames as blocks, of which `interfaces` packets in turn say that they come from different ones. */
static void make_blocks(const char *path, uint64_t seed, unsigned interfaces, size_t cut) {
    enum { FILE_HEADER_BYTES = 24 };
    make_capture("records.pcap", seed, 0);
    rsp_buf records = {0}, blocks = {0};
    rsp_error error = {0};
    assert_ok(rsp_file_read(&records, "records.pcap", &error));
    rsp_pcapng_section(&blocks, "test_parallel");
    for (unsigned i = 0; i < interfaces; i++)
        rsp_pcapng_interface(&blocks, RSP_LINKTYPE_ETHERNET, "any");
    const rsp_pcap_format format = {
        .link_type = RSP_LINKTYPE_ETHERNET, .most_captured = 65536, .nanoseconds = true};
    rsp_pcap_walk walk = {.format = &format,
                          .rest = rsp_bytes_from(rsp_buf_bytes(&records), FILE_HEADER_BYTES)};
    rsp_pcap_frame frame;
    while (rsp_pcap_walk_next(&walk, &frame) == RSP_PCAP_FRAME) {
        rsp_pcapng_packet packet = {.interface = (uint32_t)(walk.frames % interfaces),
                                    .time_ns = frame.time_ns,
                                    .frame = frame.bytes,
                                    .wire_len = frame.wire_len};
        if (walk.frames % 7 == 0)
            packet.comment = RSP_LIT("a comment");
        rsp_pcapng_write(&blocks, &packet);
    }
    assert_ok(rsp_file_write(path, rsp_bytes_sub(rsp_buf_bytes(&blocks), 0, blocks.len - cut), &error));
    rsp_buf_free(&records);
    rsp_buf_free(&blocks);
}

static bool is_for_several(const char *path) {
    rsp_error error = {0};
    rsp_pcap_format format = {0};
    rsp_pcap *pcap = rsp_pcap_open(path, &error);
    assert_non_null(pcap);
    bool is = rsp_pcap_format_of(pcap, &format);
    rsp_pcap_close(pcap);
    return is;
}

static void blocks_are_read_by_several(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        make_blocks("made.pcapng", seed, 1, 0);
        assert_true(is_for_several("made.pcapng"));
        compare("made.pcapng", (rsp_conversations_options){0});
        reading records = read_file("records.pcap", NULL);
        reading blocks =
            read_file("made.pcapng", &(rsp_conversations_options){.threads = 2, .window_bytes = 8192});
        assert_readings(&records, &blocks);
        rsp_conversations_free(records.conversations);
        rsp_conversations_free(blocks.conversations);
    }
}

static void block_cut_off_is_told_as_by_one(void **state) {
    (void)state;
    for (size_t cut = 1; cut < 100; cut += 14) {
        make_blocks("cut.pcapng", 7, 1, cut);
        compare("cut.pcapng", (rsp_conversations_options){0});
    }
}

static void blocks_of_two_interfaces_are_read_by_one(void **state) {
    (void)state;
    make_blocks("two.pcapng", 5, 2, 0);
    compare("two.pcapng", (rsp_conversations_options){0});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        folder_test(blocks_are_read_by_several),
        folder_test(block_cut_off_is_told_as_by_one),
        folder_test(blocks_of_two_interfaces_are_read_by_one),
        folder_test(figures_do_not_depend_on_threads),
        folder_test(record_cut_off_is_told_as_by_one),
        folder_test(limits_hold_as_for_one),
        folder_test(one_connection_too_many_ends_the_attempt),
        folder_test(files_are_numbered_on),
        folder_test(odd_record_is_judged_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
