/* The packet logs of GDB and LLDB: each form line by line, and real ones against a capture of the same
 * sessions, byte for byte. Logs that cut, repeat, lie or are none.
 * See capture/pcap.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "capture/conversation.h"
#include "capture/pcap.h"
#include "core/limits.h"
#include "trace/exchange.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>

/* What a log or one connection of a capture says. */
typedef struct stream {
    rsp_buf got[2]; /* by rsp_direction */
    uint64_t first_ns;
    uint64_t last_ns;
    uint64_t last_frame;
    uint64_t untimed;
    bool opened;
    rsp_pcap_log log;
    rsp_status status;
    rsp_error error;
} stream;

static void take(stream *s, const rsp_segment *segment, bool to_stub) {
    s->opened = s->opened || (segment->flags & RSP_TCP_SYN) != 0;
    if (segment->payload.len == 0)
        return;
    rsp_buf_append(&s->got[to_stub ? RSP_TO_STUB : RSP_TO_CLIENT], segment->payload);
    s->first_ns = s->first_ns ? s->first_ns : segment->time_ns;
    s->last_ns = segment->time_ns;
    s->last_frame = segment->frame;
    s->untimed += segment->untimed;
}

/* All of a file; of a capture only the connection with this port, which must have no loss. */
static void read_all(stream *s, rsp_pcap *pcap, uint16_t port) {
    rsp_segment segment;
    while ((s->status = rsp_pcap_next(pcap, &segment, &s->error)) == RSP_OK) {
        if (rsp_tcp_endpoint_port(&segment.target) == port)
            take(s, &segment,
                 port ? true : memcmp(&segment.source, &rsp_log_ends[0], sizeof segment.source) == 0);
        else if (rsp_tcp_endpoint_port(&segment.source) == port)
            take(s, &segment, false);
    }
    if (rsp_pcap_log_of(pcap))
        s->log = *rsp_pcap_log_of(pcap);
    rsp_pcap_close(pcap);
}

static stream read_file(const char *path, uint16_t port) {
    stream s = {0};
    rsp_pcap *pcap = rsp_pcap_open(path, &s.error);
    if (!pcap)
        fail_msg("%s: %s", path, s.error.msg);
    read_all(&s, pcap, port);
    return s;
}

static stream read_bytes(rsp_bytes text) {
    stream s = {0};
    rsp_pcap *pcap = rsp_pcap_open_bytes(text, "made", &s.error);
    if (pcap)
        read_all(&s, pcap, 0);
    else
        s.status = s.error.status;
    return s;
}

static void free_stream(stream *s) {
    rsp_buf_free(&s->got[0]);
    rsp_buf_free(&s->got[1]);
}

#define LOGS "tests/cli/captures/"

static void logs_say_what_a_capture_of_the_same_session_says(void **state) {
    (void)state;
    static const struct {
        const char *path;
        const char *form;
        uint16_t port; /* in the capture */
        bool timed;
    } cases[] = {{LOGS "gdb-remotelog.txt", "GDB remotelogfile", 43201, false},
                 {LOGS "lldb-packets.txt", "LLDB gdb-remote packets log", 43203, true}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        stream log = read_file(cases[i].path, 0);
        stream wire = read_file(LOGS "logged.pcap", cases[i].port);
        assert_string_equal(log.log.form, cases[i].form);
        assert_true(wire.got[0].len > 500 && wire.got[1].len > 5000);
        for (int k = 0; k < 2; k++)
            assert_bytes(rsp_buf_bytes(&log.got[k]), rsp_buf_bytes(&wire.got[k]));
        assert_int_equal(log.log.untimed == 0, cases[i].timed);
        assert_int_equal(log.log.cut + log.log.odd, 0);
        assert_true(log.opened);
        if (cases[i].timed) {
            uint64_t took = log.last_ns - log.first_ns;
            uint64_t real = wire.last_ns - wire.first_ns;
            assert_true(took > real / 2 && took < real * 2);
        }
        free_stream(&log);
        free_stream(&wire);
    }
}

static void count_packets(rsp_pcap *pcap, uint16_t port, rsp_metrics *out, uint64_t kinds[RSP_PACKET_END]) {
    rsp_conversations *c = rsp_conversations_new(&(rsp_conversations_options){.stub_port = port});
    rsp_segment segment;
    rsp_error error;
    assert_non_null(pcap);
    assert_non_null(c);
    while (rsp_pcap_next(pcap, &segment, &error) == RSP_OK)
        rsp_conversations_feed(c, &segment);
    rsp_conversations_finish(c);
    assert_int_equal(rsp_conversations_count(c), 1);
    const rsp_analysis *a = &rsp_conversations_totals(c)->analysis;
    *out = a->metrics;
    for (int i = 0; i < RSP_PACKET_END; i++)
        kinds[i] = a->latencies.kinds[i] ? a->latencies.kinds[i]->count : 0;
    rsp_conversations_free(c);
    rsp_pcap_close(pcap);
}

/* GDB's debug output has the packets without their frames, and not its own acks. */
static void debug_output_has_the_packets_of_the_capture(void **state) {
    (void)state;
    rsp_error error;
    rsp_metrics log;
    rsp_metrics wire;
    uint64_t log_kinds[RSP_PACKET_END];
    uint64_t wire_kinds[RSP_PACKET_END];
    count_packets(rsp_pcap_open(LOGS "gdb-debug.txt", &error), 43202, &log, log_kinds);
    count_packets(rsp_pcap_open(LOGS "logged.pcap", &error), 43202, &wire, wire_kinds);
    assert_int_equal(log.packets_to_stub, wire.packets_to_stub);
    assert_int_equal(log.packets_from_stub, wire.packets_from_stub);
    assert_int_equal(log.round_trips, wire.round_trips);
    assert_int_equal(log.bad_checksums, 0);
    assert_memory_equal(log_kinds, wire_kinds, sizeof log_kinds);
}

typedef struct line_case {
    const char *name;
    const char *text;
    const char *to_stub;
    const char *to_client;
    uint64_t cut, restored, odd;
} line_case;

static void check_lines(const line_case *cases, size_t num) {
    for (size_t i = 0; i < num; i++) {
        stream s = read_bytes(rsp_bytes_str(cases[i].text));
        bool good =
            s.status == RSP_CLOSED &&
            rsp_bytes_equal(rsp_buf_bytes(&s.got[RSP_TO_STUB]), rsp_bytes_str(cases[i].to_stub)) &&
            rsp_bytes_equal(rsp_buf_bytes(&s.got[RSP_TO_CLIENT]), rsp_bytes_str(cases[i].to_client)) &&
            s.log.cut == cases[i].cut && s.log.restored == cases[i].restored && s.log.odd == cases[i].odd;
        if (!good)
            fail_msg("%s: %s; to the stub \"%s\", from it \"%s\"; cut %llu, restored %llu, odd %llu",
                     cases[i].name, s.error.msg, rsp_buf_cstr(&s.got[RSP_TO_STUB]),
                     rsp_buf_cstr(&s.got[RSP_TO_CLIENT]), (unsigned long long)s.log.cut,
                     (unsigned long long)s.log.restored, (unsigned long long)s.log.odd);
        free_stream(&s);
    }
}

static void lines_of_gdb_remotelogfile_are_read(void **state) {
    (void)state;
    static const line_case cases[] = {
        {"plain", "\nw +$g#67\nr +$00#60\nw +\nEnd of log\n", "+$g#67+", "+$00#60", 0, 0, 0},
        {"no newline at the end", "w $g#67\nr $00#60", "$g#67", "$00#60", 0, 0, 0},
        {"escapes", "w $X0,3:a\\\\b\\x00\\r\\n\\t\\x7d#00\n", "$X0,3:a\\b", "", 0, 0, 0},
        {"what GDB saw of the line",
         "r <Timeout: 0 seconds>$T05#b9\nr <Eof>\nr <Error: no>\nw <Break>\nw $?#3f\n", "$?#3f", "$T05#b9", 0,
         0, 0},
        {"a '<' of the packet", "r $m<?xml?><a/>#00\n", "", "$m<?xml?><a/>#00", 0, 0, 0},
        {"commands", "w $?#3f\nc w $g#67\nc continue\n", "$?#3f", "", 0, 0, 0},
        {"hexadecimal", "w  2b 24 67 23 36 37\nr  2b 24 4f 4b 23 39 61\n", "+$g#67", "+$OK#9a", 0, 0, 0},
        {"octal", "w  053 044 147 043 066 067\nr  053\n", "+$g#67", "+", 0, 0, 0},
        {"hexadecimal with a remark", "w  2b\nr  <Timeout: 2 seconds> 2b\n", "+", "+", 0, 0, 0},
        {"hexadecimal that is none", "w  2b 24 xx\nr  2b\n", "+$", "+", 0, 0, 1},
    };
    check_lines(cases, 2);
    check_lines(cases + 3, RSP_ARRAY_LEN(cases) - 3);
    stream s = read_bytes(rsp_bytes_str(cases[2].text));
    static const char wire[] = "$X0,3:a\\b\0\r\n\t}#00";
    assert_bytes(rsp_buf_bytes(&s.got[RSP_TO_STUB]), rsp_bytes_make(wire, sizeof wire - 1));
    free_stream(&s);
}

static void lines_of_gdb_debug_output_are_read(void **state) {
    (void)state;
    static const line_case cases[] = {
        {"new", "[remote] Sending packet: $g#67\n[remote] Received Ack\n[remote] Packet received: 00\n",
         "$g#67", "+$00#60", 0, 1, 0},
        {"old, with the ack on the line", "Sending packet: $g#67...Ack\nPacket received: 00\n", "$g#67",
         "+$00#60", 0, 1, 0},
        {"old, with the ack of the first packet",
         "Sending packet: $qSupported#37...Ack\nPacket received: 00\n", "$qSupported#37", "+$00#60", 0, 1, 0},
        {"old, refused", "Sending packet: $g#67...Nak\nSending packet: $g#67...Ack\nPacket received: 00\n",
         "$g#67$g#67", "-+$00#60", 0, 1, 0},
        {"old, without acks",
         "Sending packet: $g#67...Packet received: 00\nSending packet: $D#44...Packet received: OK\n",
         "$g#67$D#44", "$00#60$OK#9a", 0, 2, 0},
        {"old, no answer", "Sending packet: $k#6b...\nSending packet: $g#67...Packet received: \n",
         "$k#6b$g#67", "$#00", 0, 1, 0},
        {"old, cut by GDB", "Sending packet: $X0,9:aa [7 bytes omitted]...Ack\n", "$X0,9:aa#e9", "+", 1, 0,
         0},
        {"old, dots and # in a packet", "Sending packet: $Mab#...#aa#a2...Ack\n", "$Mab#...#aa#a2", "+", 0, 0,
         0},
        {"empty reply", "[remote] Sending packet: $x#78\n[remote] Packet received: \n", "$x#78", "$#00", 0, 1,
         0},
        {"notification", "[remote] Sending packet: $?#3f\n[remote] Notification received: Stop:T05\n",
         "$?#3f", "%Stop:T05#99", 0, 1, 0},
        {"cut by GDB", "[remote] Sending packet: $g#67\n[remote] Packet received: 0011 [426 bytes omitted]\n",
         "$g#67", "$0011#c2", 1, 1, 0},
        {"sent and cut", "[remote] Sending packet: $X0,9:aa [7 bytes omitted]\n", "$X0,9:aa#e9", "", 1, 0, 0},
        {"escapes", "[remote] Sending packet: $g#67\n[remote] Packet received: a\\n\\t\\\\b\\177\n", "$g#67",
         "$a\n\t\\b\177#b1", 0, 1, 0},
        {"output of a command in front", "0x1234:\t12.000001 [remote] Sending packet: $g#67\n", "$g#67", "",
         0, 0, 0},
        {"a copy without blanks at the ends of lines",
         "Sending packet: $vMustReplyEmpty#3a...Ack\nPacket received:\r\n", "$vMustReplyEmpty#3a", "+$#00", 0,
         1, 0},
        {"in an editor's log",
         "2906  16.180482 : from gdb: &\"[remote] Sending packet: $g#67\\n\"\n"
         "2908  16.180499 : from gdb: &\"[remote] Packet received: 00\\n\"\n",
         "$g#67", "$00#60", 0, 1, 0},
        {"in an editor's log, once more in plain",
         "-> &\"[remote] Sending packet: $g#67\\n\"\n[remote] Sending packet: $g#67\n"
         "-> &\"[remote] Packet received: 00\\n\"\n[remote] Packet received: 00\n"
         "-> &\"[remote] Sending packet: $g#67\\n\"\n[remote] Sending packet: $g#67\n",
         "$g#67$g#67", "$00#60", 0, 1, 0},
        {"none", "[remote] Sending packet: $g#67\n[remote] Sending packet: later\n", "$g#67", "", 0, 0, 1},
    };
    check_lines(cases, RSP_ARRAY_LEN(cases));
    stream s = read_bytes(RSP_LIT("noise 12.000001   [remote] Sending packet: $g#67\n"
                                  "12.500000 [remote] Packet received: 00\n"));
    assert_int_equal(s.first_ns, UINT64_C(12000001000));
    assert_int_equal(s.last_ns, UINT64_C(12500000000));
    assert_int_equal(s.untimed, 0);
    free_stream(&s);
}

static void lines_of_lldb_packet_logs_are_read(void **state) {
    (void)state;
    static const line_case cases[] = {
        {"plain",
         "lldb <   1> send packet: +\nlldb <   5> send packet: $g#67\nlldb <   6> read packet: $OK#9a\n",
         "+$g#67", "$OK#9a", 0, 0, 0},
        {"history is told twice",
         "<   1> send packet: +\nhistory[1] tid=0x1 <   1> send packet: +\n<   5> send packet: $g#67\n",
         "+$g#67", "", 0, 0, 0},
        {"other lines", "AsyncThread\n<   5> send packet: $g#67\n< 12 > nothing\n<5>\n", "$g#67", "", 0, 0,
         0},
        {"newlines in a packet",
         "<   5> send packet: $g#67\n<  10> read packet: $a\n\nb\nc#00\n<   1> send packet: +\n", "$g#67+",
         "$a\n\nb\nc#00", 0, 0, 0},
        {"newline at the end of the file", "<   5> send packet: $g#67\n<   6> read packet: $OK#9a", "$g#67",
         "$OK#9a", 0, 0, 0},
        {"binary", "<   8> read packet: $7f7d80#fc\n", "",
         "$\x7f}]\x80"
         "#d9",
         0, 1, 0},
        {"binary with a run", "<   7> read packet: $7f2a#00\n", "",
         "$\x7f}\x0a"
         "#06",
         0, 1, 0},
        {"binary, '*' as it is", "<   6> read packet: $7f2a#00\n", "", "$\x7f*#a9", 0, 1, 0},
        {"data of vFile:pwrite", "<  22> send packet: $vFile:pwrite:1,0,\\x01#8a\n",
         "$vFile:pwrite:1,0,\x01#8a", "", 0, 0, 0},
        {"cut by a NUL", "<  20> send packet: $X100,3:ab\n<   6> read packet: $OK#9a\n", "$X100,3:ab#45",
         "$OK#9a", 1, 0, 0},
        {"cut behind its first byte", "<  20> send packet: $\n", "$#00", "", 1, 0, 0},
        {"compressed", "<   6:10> read packet: $QStart#68\n", "", "$QStart#68", 0, 0, 0},
    };
    check_lines(cases, RSP_ARRAY_LEN(cases));
    stream s = read_bytes(
        RSP_LIT("7 1795213639.634094238 [13604/13604] lldb-19 f.cpp:Send <   5> send packet: $g#67\n"
                "1795213640.000000000 <   6> read packet: $OK#9a\n"));
    assert_int_equal(s.first_ns, UINT64_C(1795213639634094238));
    assert_int_equal(s.last_ns, UINT64_C(1795213640000000000));
    assert_int_equal(s.last_frame, 2);
    free_stream(&s);
}

/* lldb-server writes the same log; who is who is found by what is said. */
static void log_of_a_stub_is_turned_around(void **state) {
    (void)state;
    static const char text[] = "<   1> read packet: +\n<  19> read packet: $QStartNoAckMode#b0\n"
                               "<   1> send packet: +\n<   6> send packet: $OK#9a\n"
                               "<  15> read packet: $qSupported#37\n<  18> send packet: $PacketSize=400#5e\n";
    rsp_error error;
    rsp_metrics m;
    uint64_t kinds[RSP_PACKET_END];
    count_packets(rsp_pcap_open_bytes(RSP_LIT(text), "made", &error), 0, &m, kinds);
    assert_int_equal(m.packets_to_stub, 2);
    assert_int_equal(kinds[RSP_PACKET_QSUPPORTED], 1);
}

static void latency_of_a_log_without_times_is_not_known(void **state) {
    (void)state;
    rsp_conversations *c = rsp_conversations_new(NULL);
    rsp_error error;
    rsp_pcap *pcap = rsp_pcap_open(LOGS "gdb-remotelog.txt", &error);
    rsp_segment segment;
    uint64_t pieces = 0;
    assert_non_null(pcap);
    for (; rsp_pcap_next(pcap, &segment, &error) == RSP_OK; pieces += segment.payload.len > 0)
        rsp_conversations_feed(c, &segment);
    rsp_conversations_finish(c);
    assert_int_equal(rsp_pcap_log_of(pcap)->pieces, pieces);
    assert_int_equal(rsp_pcap_log_of(pcap)->untimed, pieces);
    rsp_capture_totals *t = rsp_conversations_totals(c);
    assert_true(rsp_conversations_get(c, 0)->untimed);
    assert_true(t->analysis.latencies.owed.count > 60);
    assert_int_equal(rsp_quantiles_known(&t->analysis.latencies.owed), 0);
    assert_int_equal(t->analysis.num_slowest, 0);
    assert_int_equal(t->end_ns, 0);
    for (int i = 0; i < RSP_PHASES; i++)
        assert_int_equal(t->analysis.phase_ns[i], 0);
    rsp_conversations_free(c);
    rsp_pcap_close(pcap);
}

static void lines_without_a_packet_are_named_in_each_form(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint64_t num_lines, num;
        const char *named;
    } cases[] = {
        {"c target remote :1\nw $g#67\nr +$00#60\nit hangs here!\r\n", 4, 1, ": line 4 'it hangs here!'"},
        {"Remote debugging\n\n[remote] Sending packet: $g#67\n[remote] Packet received: 00\n"
         "[remote] packet_ok: enter\n",
         5, 1, ": line 1 'Remote debugging'"},
        {"(lldb) c\n 1.0 <   5> send packet: $g#67\n 1.1 <   6> read packet: $00#60\n"
         "history[1] tid=0x1 <   5> send packet: $g#67\n",
         4, 1, ": line 1 '(lldb) c'"},
        {"one\n-> $g#67 twice\n<- $OK#9a\ntwo\nthree\nfour", 6, 4,
         ": line 1 'one', line 4 'two', line 5 'three'"},
        {"-> $g#67\n<- $OK#9a\n", 2, 0, ""},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_error error = {0};
        rsp_segment segment;
        rsp_pcap *pcap = rsp_pcap_open_bytes(rsp_bytes_str(cases[i].text), "made", &error);
        assert_non_null(pcap);
        while (rsp_pcap_next(pcap, &segment, &error) == RSP_OK) {
        }
        const rsp_other_lines *others = rsp_pcap_log_of(pcap)->others;
        assert_int_equal(others->num_lines, cases[i].num_lines);
        assert_int_equal(others->num, cases[i].num);
        assert_int_equal(others->named.len, strlen(cases[i].named));
        assert_memory_equal(others->named.len ? (const char *)others->named.ptr : "", cases[i].named,
                            others->named.len);
        rsp_pcap_close(pcap);
    }
}

static void files_that_are_neither_are_refused_with_a_reason(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *reason;
    } cases[] = {{"", "empty"},
                 {"hello\n", "neither a capture"},
                 {"write $g#67\n", "neither a capture"},
                 {"\x1f\x8b\x08\x01", "packed by gzip"},
                 {"\xfd"
                  "7zXZ",
                  "packed by xz"}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        stream s = read_bytes(rsp_bytes_str(cases[i].text));
        assert_int_equal(s.status, RSP_BAD_FILE);
        if (!strstr(s.error.msg, cases[i].reason))
            fail_msg("%s", s.error.msg);
    }
}

/* A packet is recognised in the first 64 KiB, and a line may be as long as the limit. */
static void line_at_the_limit_is_read_and_beyond_is_refused(void **state) {
    (void)state;
    for (size_t beyond = 0; beyond < 2; beyond++) {
        rsp_buf text = {0};
        rsp_buf_str(&text, "w $g#67\nr ");
        size_t first = text.len - 2;
        size_t len = RSP_LIMIT_CAPTURE_LINE_BYTES + (beyond);
        uint8_t *more = rsp_buf_extend(&text, len - 2);
        assert_non_null(more);
        memset(more, 'a', len - 2);
        assert_int_equal(text.len - first, len);
        stream s = read_bytes(rsp_buf_bytes(&text));
        assert_int_equal(s.status, beyond ? RSP_LIMIT : RSP_CLOSED);
        assert_int_equal(s.got[RSP_TO_CLIENT].len, beyond ? 0 : len - 2);
        free_stream(&s);
        rsp_buf_free(&text);
    }
}

/* What a file is called: by the form of a log, by the link of a capture. */
static void link_of_a_log_is_its_form(void **state) {
    (void)state;
    static const struct {
        const char *path;
        const char *name;
    } cases[] = {{LOGS "gdb-remotelog.txt", "GDB remotelogfile"}, {LOGS "logged.pcap", "EN10MB"}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_error error = {0};
        rsp_pcap *pcap = rsp_pcap_open(cases[i].path, &error);
        assert_non_null(pcap);
        assert_string_equal(rsp_pcap_link_name(pcap), cases[i].name);
        rsp_pcap_close(pcap);
    }
}

/* Real logs with a byte changed here and there, and cut: always an end. */
static void damaged_logs_end_in_a_status(void **state) {
    (void)state;
    static const char *const paths[] = {LOGS "gdb-remotelog.txt", LOGS "gdb-debug.txt",
                                        LOGS "lldb-packets.txt"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(paths); i++) {
        rsp_buf text = {0};
        FILE *file = fopen(paths[i], "rb");
        assert_non_null(file);
        uint8_t chunk[32768];
        rsp_buf_append(&text, rsp_bytes_make(chunk, fread(chunk, 1, sizeof chunk, file)));
        fclose(file);
        for (size_t at = 0; at < text.len; at += 389) {
            text.ptr[at] ^= (uint8_t)(1 + at % 255);
            stream s = read_bytes(rsp_bytes_make(text.ptr, text.len - at % 13));
            assert_true(s.status == RSP_CLOSED || s.status == RSP_BAD_FILE);
            free_stream(&s);
        }
        rsp_buf_free(&text);
    }
}

/* --- any text --- */

/* As programs print them: {f} the frame, {b} what is in it, {n} its length, {t} a number that grows by one.
 */
static const struct {
    const char *name, *request, *reply;
    bool timed;
} texts[] = {
    {"gdbstub crate", " TRACE gdbstub::protocol::recv_packet     > <-- {f}",
     " TRACE gdbstub::protocol::response_writer > --> {f}", false},
    {"env_logger", "[2026-11-28T10:00:{t}.000Z TRACE gdbstub::protocol::recv_packet] <-- {f}",
     "[2026-11-28T10:00:{t}.000Z TRACE gdbstub::protocol::response_writer] --> {f}", true},
    {"emulator", "[  {t}.381662] Debug.GDBStub <Debug> gdbstub.cpp:HandlePacket:1173: Packet: {b}",
     "[  {t}.381662] Debug.GDBStub <Debug> gdbstub.cpp:SendReply:591: Reply: {b}", true},
    {"avarice", "GDB: <{b}>", "->GDB: {b}", false},
    {"pyOCD", "00{t} D -->>>>>>>>>>>> GDB read {n} bytes: b'{f}' [gdbserver]",
     "00{t} D --<<<<<<<<<<<< GDB send {n} bytes: b'{f}' [gdbserver]", false},
    {"mini-gdbstub", "packet = {f}", "send = {f}", false},
    {"strace", "recvfrom(4, \"{f}\", 4096, 0, NULL, NULL) = {n}", "sendto(4, \"{f}\", {n}, 0, NULL, 0) = {n}",
     false},
    {"strace -r", "     0.{t}0100 read(5, \"{f}\", 1024) = {n}",
     "     0.{t}0200 write(5, \"{f}\", {n}) = {n}", true},
    {"Black Magic, old", "{t} gdb_getpacket: {b}", "{t} gdb_putpacket: {b}", false},
    {"Black Magic", "gdb_packet_ack: ACK\ngdb_packet_receive: {b}",
     "gdb_packet_send: {b}\ngdb_packet_get_ack: ACK", false},
    {"gdbserver --remote-debug", "[remote] getpkt: getpkt (\"{b}\");  [sending ack]",
     "[remote] putpkt_binary_1: putpkt (\"{f}\"); [looking for ack]", false},
    {"gdbserver of Valgrind", "--7:1:gdbsrv  getpkt (\"{b}\");  [no ack sent]",
     "--7:1:gdbsrv  putpkt (\"{f}\"); [noack mode]", false},
    {"QEMU, old", "command='{b}'", "reply='{b}'\nGot ACK", false},
    {"logfmt", "time=\"2026-11-28T10:00:{t}Z\" level=debug dir=in data=\"{b}\"",
     "time=\"2026-11-28T10:00:{t}Z\" level=debug dir=out data=\"{b}\"", true},
    {"Renode",
     "11:52:{t}.0007 [DEBUG] cpu: GDB packet received: {b}\n11:52:{t}.0008 [WARNING] cpu: Unsupported GDB "
     "command: {b}",
     "11:52:{t}.0009 [DEBUG] cpu: Sending response to GDB: {b}", true},
    {"J-Link", "00-00000{t}4C-00-000780{t}-0005: {f}", "01-00000{t}4C-00-000780{t}-0006: {f}", false},
    {"Bloom", "2026-11-28 10:00:{t}.204 +0000 [DS]: [DEBUG] Read GDB packet: {f}",
     "2026-11-28 10:00:{t}.208 +0000 [DS]: [DEBUG] Writing GDB packet: {f}", true},
    {"OpenOCD", "Debug: {t} 30{t} gdb_server.c:371 gdb_log_incoming_packet(): [t.cpu] received packet: {b}",
     "Debug: {t} 30{t} gdb_server.c:385 gdb_log_outgoing_packet(): [t.cpu] sending packet: {f}", true},
    {"QEMU", "77@17000000{t}.003000:gdbstub_io_command Received: {b}",
     "77@17000000{t}.003003:gdbstub_io_reply Sent: {b}", true},
    {"copied from a terminal", " {t}  (gdb) stub<- {f}", " {t}  (gdb) stub-> {f}", false},
    {"nothing around them", "{f}", "{f}", false},
    {"JSON lines", "{\"t\":{t},\"rx\":\"{f}\"}", "{\"t\":{t},\"tx\":\"{f}\"}", false},
};

static const struct {
    const char *request, *reply;
} session[] = {{"qSupported:swbreak+;hwbreak+", "PacketSize=400;qXfer:features:read+;vContSupported+"},
               {"vMustReplyEmpty", ""},
               {"Hg0", "OK"},
               {"?", "T05thread:1;"},
               {"qfThreadInfo", "m1,2"},
               {"qsThreadInfo", "l"},
               {"vCont?", "vCont;c;C;s;S"},
               {"m20000010,4", "01020304"},
               {"Z0,8000124,2", "OK"},
               {"vCont;c", "T05swbreak:;thread:2;"},
               {"m40000000,4", "E14"},
               {"D", "OK"}};

static void append_frame(rsp_buf *out, const char *payload) {
    const size_t mark = rsp_frame_begin(out, '$');
    rsp_buf_str(out, payload);
    rsp_frame_end(out, mark, false);
}

static void append_line(rsp_buf *out, const char *form, const char *payload, unsigned number) {
    rsp_buf frame = {0};
    append_frame(&frame, payload);
    for (const char *at = form; *at; at++) {
        const bool field = at[0] == '{' && at[1] && at[2] == '}';
        if (field && at[1] == 'f')
            rsp_buf_append(out, rsp_buf_bytes(&frame));
        else if (field && at[1] == 'b')
            rsp_buf_str(out, payload);
        else if (field && at[1] == 'n')
            rsp_buf_printf(out, "%zu", frame.len);
        else if (field)
            rsp_buf_printf(out, "%u", number);
        else
            rsp_buf_push(out, (uint8_t)*at);
        at += field ? 2 : 0;
    }
    rsp_buf_push(out, '\n');
    rsp_buf_free(&frame);
}

static void texts_of_programs_are_read_by_their_content(void **state) {
    (void)state;
    rsp_buf want[2] = {{0}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(session); i++) {
        append_frame(&want[RSP_TO_STUB], session[i].request);
        append_frame(&want[RSP_TO_CLIENT], session[i].reply);
    }
    for (size_t k = 0; k < RSP_ARRAY_LEN(texts); k++) {
        rsp_buf text = {0};
        rsp_buf_str(&text, "listening on port 3333, it costs $5 #1\n");
        for (unsigned i = 0; i < RSP_ARRAY_LEN(session); i++) {
            append_line(&text, texts[k].request, session[i].request, 11 + 2 * i);
            append_line(&text, texts[k].reply, session[i].reply, 12 + 2 * i);
        }
        stream s = read_bytes(rsp_buf_bytes(&text));
        if (s.status != RSP_CLOSED)
            fail_msg("%s: %s", texts[k].name, s.error.msg);
        for (int d = 0; d < 2; d++)
            if (!rsp_bytes_equal(rsp_buf_bytes(&s.got[d]), rsp_buf_bytes(&want[d])))
                fail_msg("%s: %s the stub: \"%s\"", texts[k].name, d == RSP_TO_STUB ? "to" : "from",
                         rsp_buf_cstr(&s.got[d]));
        if ((s.untimed == 0) != texts[k].timed || (texts[k].timed && s.last_ns <= s.first_ns))
            fail_msg("%s: %llu without a time", texts[k].name, (unsigned long long)s.untimed);
        free_stream(&s);
        rsp_buf_free(&text);
    }
    rsp_buf_free(&want[0]);
    rsp_buf_free(&want[1]);
}

/* "00000010  24 67 23 36 37   $g#67", indented for the other end. */
static void append_dump(rsp_buf *out, rsp_bytes bytes, const char *indent) {
    for (size_t at = 0; at < bytes.len; at += 16) {
        rsp_buf_printf(out, "%s%08zX ", indent, at);
        for (size_t i = at; i < bytes.len && i < at + 16; i++)
            rsp_buf_printf(out, "%s%02x", i == at + 8 ? "  " : " ", bytes.ptr[i]);
        rsp_buf_str(out, "   beside it\n");
    }
}

static void a_hex_dump_of_both_ends_is_read(void **state) {
    (void)state;
    rsp_buf text = {0};
    rsp_buf want[2] = {{0}};
    for (unsigned i = 0; i < RSP_ARRAY_LEN(session); i++)
        for (int d = 0; d < 2; d++) {
            rsp_buf frame = {0};
            rsp_buf_push(&frame, '+');
            append_frame(&frame, d == RSP_TO_STUB ? session[i].request : session[i].reply);
            append_dump(&text, rsp_buf_bytes(&frame), d == RSP_TO_STUB ? "" : "    ");
            rsp_buf_append(&want[d], rsp_buf_bytes(&frame));
            rsp_buf_free(&frame);
        }
    stream s = read_bytes(rsp_buf_bytes(&text));
    assert_int_equal(s.status, RSP_CLOSED);
    for (int d = 0; d < 2; d++) {
        assert_bytes(rsp_buf_bytes(&s.got[d]), rsp_buf_bytes(&want[d]));
        rsp_buf_free(&want[d]);
    }
    free_stream(&s);
    rsp_buf_free(&text);
}

static void sums_of_a_log_that_was_edited_are_made_anew(void **state) {
    (void)state;
    static const line_case cases[] = {
        {"GDB", "Sending packet: $m20000XX0,4#50...Ack\nPacket received: OK\n", "$m20000XX0,4#9f", "+$OK#9a",
         0, 2, 0},
        {"a text", "read $m20,XX#50\nread $g#67\nwrote $OK#00\nread $Hg0#df\nwrote $S05#b8\n",
         "$m20,XX#ab$g#67$Hg0#df", "$OK#9a$S05#b8", 0, 2, 0},
        {"acknowledgments beside packets", "+$?#3f+$S05#b8+$g#67-$g#67+$OK#9a", "+$?#3f+$g#67$g#67",
         "+$S05#b8-+$OK#9a", 0, 0, 0},
    };
    check_lines(cases, RSP_ARRAY_LEN(cases));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logs_say_what_a_capture_of_the_same_session_says),
        cmocka_unit_test(debug_output_has_the_packets_of_the_capture),
        cmocka_unit_test(lines_of_gdb_remotelogfile_are_read),
        cmocka_unit_test(lines_of_gdb_debug_output_are_read),
        cmocka_unit_test(lines_of_lldb_packet_logs_are_read),
        cmocka_unit_test(log_of_a_stub_is_turned_around),
        cmocka_unit_test(latency_of_a_log_without_times_is_not_known),
        cmocka_unit_test(files_that_are_neither_are_refused_with_a_reason),
        cmocka_unit_test(line_at_the_limit_is_read_and_beyond_is_refused),
        cmocka_unit_test(link_of_a_log_is_its_form),
        cmocka_unit_test(damaged_logs_end_in_a_status),
        cmocka_unit_test(lines_without_a_packet_are_named_in_each_form),
        cmocka_unit_test(texts_of_programs_are_read_by_their_content),
        cmocka_unit_test(a_hex_dump_of_both_ends_is_read),
        cmocka_unit_test(sums_of_a_log_that_was_edited_are_made_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
