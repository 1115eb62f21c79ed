/* What a failed conversation shows first: the request, what came, and what stood around it.
 * Conversations as lines of text, as in transcript_script.h.
 * See symptom.h. */
/* SPDX-License-Identifier: MIT */
#include "transcript_script.h"

#include "trace/exchange.h"
#include "trace/symptom.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

typedef struct read_back {
    rsp_symptom symptom;
    rsp_buf send;
} read_back;

static read_back read_talk(const char *lines, rsp_came came, uint64_t pause_ns, const char *more) {
    transcript_script t;
    read_back r = {.symptom = {.came = came, .entry = RSP_NO_ENTRY}};
    script_begin(&t, false);
    script_text(&t, lines);
    t.now_ns += pause_ns;
    script_text(&t, more);
    rsp_symptom_read(&r.symptom, t.transcript, &r.send);
    script_end(&t);
    return r;
}

static void silence_is_about_the_request_that_waits(void **state) {
    (void)state;
    read_back r = read_talk("> g\n< 00\n> Z0,1000,4\n< OK\n> D", RSP_CAME_SILENCE, 0, "");
    assert_int_equal(r.symptom.came, RSP_CAME_SILENCE);
    assert_int_equal(r.symptom.packet, RSP_PACKET_DETACH);
    assert_int_equal(r.symptom.beside, 0);
    assert_string_equal(rsp_buf_cstr(&r.send), "Z0,1000,4 D");
    rsp_buf_free(&r.send);
}

/* g was given up, and the error for p seems to be its reply: what waits is P. */
static void silence_after_one_that_was_given_up_is_about_the_last(void **state) {
    (void)state;
    transcript_script t;
    read_back r = {.symptom = {.came = RSP_CAME_SILENCE, .entry = RSP_NO_ENTRY}};
    script_begin(&t, false);
    script_text(&t, "> g");
    t.now_ns += RSP_GIVEN_UP_NS;
    script_text(&t, "> pffff\n< E01");
    t.now_ns += RSP_GIVEN_UP_NS;
    script_text(&t, "> Pffff=00");
    rsp_symptom_read(&r.symptom, t.transcript, &r.send);
    assert_int_equal(r.symptom.packet, RSP_PACKET_WRITE_REGISTER);
    script_end(&t);
    rsp_buf_free(&r.send);
}

/* A part of an object is not the list of threads that was asked for before, and got no reply. */
static void object_is_no_list_of_threads(void **state) {
    (void)state;
    read_back r = read_talk("> qfThreadInfo", RSP_CAME_OTHER, RSP_GIVEN_UP_NS,
                            "> qXfer:libraries:read::0,1\n< l<library-list></library-list>");
    assert_int_equal(r.symptom.came, RSP_CAME_SILENCE);
    assert_int_equal(r.symptom.packet, RSP_PACKET_QF_THREAD_INFO);
    rsp_buf_free(&r.send);
    r = read_talk("> qXfer:libraries:read::0,1", RSP_CAME_OTHER, RSP_GIVEN_UP_NS,
                  "> qfThreadInfo\n< mp1.1,p1.2");
    assert_int_equal(r.symptom.packet, RSP_PACKET_QXFER_LIBRARIES_READ);
    rsp_buf_free(&r.send);
}

static void silence_after_a_resume_is_a_stop_that_did_not_come(void **state) {
    (void)state;
    read_back r = read_talk("> Z0,1000,4\n< OK\n> c", RSP_CAME_SILENCE, 0, "");
    assert_int_equal(r.symptom.came, RSP_CAME_NO_STOP);
    assert_int_equal(r.symptom.breakpoint, '0');
    rsp_buf_free(&r.send);
    r = read_talk("> Z0,1000,4\n< OK\n> z0,1000,4\n< OK\n> c\n>>\x03", RSP_CAME_SILENCE, 0, "");
    assert_int_equal(r.symptom.came, RSP_CAME_NO_STOP);
    assert_int_equal(r.symptom.breakpoint, 0);
    assert_int_equal(r.symptom.beside, RSP_BESIDE_INTERRUPTED);
    assert_string_equal(rsp_buf_cstr(&r.send), ""); /* 0x03 is no packet */
    rsp_buf_free(&r.send);
    r = read_talk(">>$c#63\x03", RSP_CAME_SILENCE, 0, "");
    assert_int_equal(r.symptom.beside, RSP_BESIDE_INTERRUPTED | RSP_BESIDE_AT_ONCE);
    rsp_buf_free(&r.send);
}

/* Debug registers should have stopped the program: it ended, or ran on. What is about no resume is no matter
 * of theirs, and so is a breakpoint in memory. */
static void breakpoint_in_hardware_that_does_not_stop_is_kept(void **state) {
    (void)state;
    static const struct {
        const char *lines;
        rsp_came came;
        unsigned beside;
    } rows[] = {
        {"> Z2,1000,4\n< OK\n> c\n< W00", RSP_CAME_STOP, RSP_BESIDE_HARDWARE},
        {"> Z1,1000,4\n< OK\n> vCont;c\n< T05thread:1;", RSP_CAME_STOP, RSP_BESIDE_HARDWARE},
        {"> Z4,1000,4\n< OK\n> c", RSP_CAME_SILENCE, RSP_BESIDE_HARDWARE},
        {"> Z1,1000,4\n< E09", RSP_CAME_ERROR, RSP_BESIDE_HARDWARE},
        {"> Z0,1000,4\n< E09", RSP_CAME_ERROR, 0},
        {"> Z2,1000,4\n< E01\n> c\n< W00", RSP_CAME_STOP, 0},
        {"> Z2,1000,4\n< OK\n> z2,1000,4\n< OK\n> c\n< W00", RSP_CAME_STOP, 0},
        {"> Z0,1000,4\n< OK\n> c\n< W00", RSP_CAME_STOP, 0},
        {"> Z2,1000,4\n< OK\n> m1000,4\n< E01", RSP_CAME_ERROR, 0},
        {"> Z2,1000,4\n< OK\n> c\n< E01", RSP_CAME_ERROR, 0},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        read_back r = read_talk(rows[i].lines, rows[i].came, 0, "");
        if (r.symptom.beside != rows[i].beside)
            fail_msg("%s: %u", rows[i].lines, r.symptom.beside);
        rsp_buf_free(&r.send);
    }
}

static void reply_is_about_the_request_that_it_answers(void **state) {
    (void)state;
    read_back r = read_talk("> g\n< 00\n> m1000,4\n< E01", RSP_CAME_ERROR, 0, "");
    assert_int_equal(r.symptom.packet, RSP_PACKET_READ_MEMORY);
    assert_string_equal(rsp_buf_cstr(&r.send), "m1000,4");
    rsp_buf_free(&r.send);
    r = read_talk("> ?\n< 1234", RSP_CAME_OTHER, 0, "");
    assert_int_equal(r.symptom.came, RSP_CAME_MISFIT);
    assert_int_equal(r.symptom.packet, RSP_PACKET_REASON);
    rsp_buf_free(&r.send);
}

/* melonDS and ares throw out whoever does not begin with '+', as debuggers do. */
static void first_packet_without_a_plus_is_marked(void **state) {
    (void)state;
    read_back r = read_talk("|\n> ?", RSP_CAME_CLOSED, 0, "");
    assert_int_equal(r.symptom.beside, RSP_BESIDE_UNGREETED);
    rsp_buf_free(&r.send);
    r = read_talk("> ?", RSP_CAME_CLOSED, 0, "");
    assert_int_equal(r.symptom.beside, RSP_BESIDE_UNGREETED);
    rsp_buf_free(&r.send);
    r = read_talk("|\n>>+\n> ?", RSP_CAME_CLOSED, 0, "");
    assert_int_equal(r.symptom.beside, 0);
    rsp_buf_free(&r.send);
    r = read_talk("|\n> ?\n< S05\n> g", RSP_CAME_CLOSED, 0, "");
    assert_int_equal(r.symptom.beside, 0);
    rsp_buf_free(&r.send);
}

/* The earlier of two wrong exchanges is the symptom. */
static void answered_unknown_packet_comes_first(void **state) {
    (void)state;
    read_back r = read_talk("> qNoSuchThing\n< E01\n> m1000,4\n< 00", RSP_CAME_OTHER, 0, "");
    assert_int_equal(r.symptom.came, RSP_CAME_ERROR);
    assert_int_equal(r.symptom.packet, RSP_PACKET_UNKNOWN);
    assert_int_equal(r.symptom.beside, RSP_BESIDE_NAMELESS);
    rsp_buf_free(&r.send);
    r = read_talk("> vMustReplyEmpty\n< \n> m1000,4\n< 00", RSP_CAME_OTHER, 0, "");
    assert_int_equal(r.symptom.packet, RSP_PACKET_READ_MEMORY);
    rsp_buf_free(&r.send);
}

static void lost_unknown_packet_comes_first(void **state) {
    (void)state;
    read_back r =
        read_talk("> qNoSuchThing", RSP_CAME_OTHER, RSP_GIVEN_UP_NS, "> m1000,4\n< 00000000\n> g\n< 00");
    assert_int_equal(r.symptom.came, RSP_CAME_SILENCE);
    assert_int_equal(r.symptom.beside, RSP_BESIDE_NAMELESS);
    rsp_buf_free(&r.send);
}

/* What M wrote, and whether m shows it: only a write that changes what was seen proves anything. */
static void write_is_compared_with_the_read_after_it(void **state) {
    (void)state;
    static const struct {
        const char *lines;
        unsigned beside;
    } rows[] = {
        {"> M1000,2:aabb\n< OK\n> m1000,2\n< 0000", RSP_BESIDE_WROTE | RSP_BESIDE_LOST},
        /* another address space is another place */
        {"> M1000,2:aabb\n< OK\n> m1000,2;address_space:1;\n< 0000", RSP_BESIDE_WROTE},
        {"> M1000,2:aabb\n< OK\n> m1001,1\n< bb", RSP_BESIDE_WROTE},
        {"> m1000,2\n< aabb\n> M1000,2:aabb\n< OK\n> m1000,2\n< aabb", RSP_BESIDE_WROTE},
        {"> m1000,2\n< 0000\n> M1000,2:aabb\n< OK\n> m0fff,3\n< 00aabb", RSP_BESIDE_WROTE | RSP_BESIDE_SHOWN},
        {"> M1000,1:aa\n< E01\n> m1000,1\n< 00", 0},
        {"> M1000,2:aa\n< OK\n> m1000,1\n< 00", 0}, /* less data than it says */
        {"> M1000,1:aa\n< OK\n> m2000,1\n< 00", RSP_BESIDE_WROTE},
        {"> M1000,1:aa\n< OK\n> c\n< S05\n> m1000,1\n< 00", RSP_BESIDE_WROTE},
        {"> M1000,1:aa\n< OK\n> Hg2\n< OK\n> m1000,1\n< 00", RSP_BESIDE_WROTE},
        {"> M1000,1:aa\n< OK\n> P1=00\n< OK\n> m1000,1\n< 00", RSP_BESIDE_WROTE | RSP_BESIDE_LOST},
        {"> X1000,2:ab\n< OK\n> m1000,2\n< 0000", RSP_BESIDE_WROTE_BINARY | RSP_BESIDE_LOST_BINARY},
        {"> mffffffffffffffff,2\n< 0000\n> Mffffffffffffffff,1:aa\n< OK\n> m0,1\n< 00", RSP_BESIDE_WROTE},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        read_back r = read_talk(rows[i].lines, RSP_CAME_OTHER, 0, "");
        if (r.symptom.beside != rows[i].beside)
            fail_msg("%s: %x, not %x", rows[i].lines, r.symptom.beside, rows[i].beside);
        rsp_buf_free(&r.send);
    }
}

static void what_stands_beside_is_kept(void **state) {
    (void)state;
    read_back r = read_talk("> ?\n< S05\n>>-", RSP_CAME_SILENCE, 0, "");
    assert_int_equal(r.symptom.beside, RSP_BESIDE_REFUSED);
    rsp_buf_free(&r.send);
    r = read_talk(">>$?#3f$g#67\n<<+\n< S05", RSP_CAME_SILENCE, 0, "");
    assert_int_equal(r.symptom.beside, RSP_BESIDE_BATCHED);
    assert_int_equal(r.symptom.packet, RSP_PACKET_READ_REGISTERS);
    rsp_buf_free(&r.send);
    r = read_talk("> ?\n> g\n< S05", RSP_CAME_SILENCE, 0, ""); /* two writes */
    assert_int_equal(r.symptom.beside, 0);
    assert_int_equal(r.symptom.packet, RSP_PACKET_READ_REGISTERS);
    rsp_buf_free(&r.send);
    r = read_talk("> ?\n< S05\n> ?", RSP_CAME_SILENCE, 0, "");
    assert_int_equal(r.symptom.beside, RSP_BESIDE_AGAIN | RSP_BESIDE_BEHIND_STOP);
    rsp_buf_free(&r.send);
    r = read_talk(">>$?#zz", RSP_CAME_SILENCE, 0, "");
    assert_int_equal(r.symptom.beside, RSP_BESIDE_DAMAGED);
    rsp_buf_free(&r.send);
    r = read_talk(">>$?#3f\n<<+$S05#b8\n>>+$g#67", RSP_CAME_SILENCE, 0, "");
    assert_int_equal(r.symptom.beside, RSP_BESIDE_BEHIND_STOP);
    rsp_buf_free(&r.send);
    r = read_talk(">>$?#3f\n<<+$S05#b8\n>>+\n>>$g#67", RSP_CAME_SILENCE, 0, ""); /* two writes, one read */
    assert_int_equal(r.symptom.beside, RSP_BESIDE_BEHIND_STOP);
    rsp_buf_free(&r.send);
    r = read_talk(">>$?#3f\n<<+$S05#b8\n>>+$g#67\n<<+$00#60\n>>+$D#44", RSP_CAME_SILENCE, 0, "");
    assert_int_equal(r.symptom.beside, 0);
    rsp_buf_free(&r.send);
    r = read_talk(">>$m0,1#fa\n<<+$00#60\n>>+$g#67", RSP_CAME_SILENCE, 0, ""); /* no stop */
    assert_int_equal(r.symptom.beside, 0);
    rsp_buf_free(&r.send);
    r = read_talk("> P0=00000000\n< OK", RSP_CAME_UNKNOWN, 0, "");
    assert_int_equal(r.symptom.beside & RSP_BESIDE_CONFIRMED, RSP_BESIDE_CONFIRMED);
    rsp_buf_free(&r.send);
}

/* A packet that answers nothing is not the reply to what was answered before it. */
static void stray_packet_is_no_reply(void **state) {
    (void)state;
    transcript_script t;
    rsp_buf send = {0};
    script_begin(&t, false);
    script_text(&t, "> Hg0\n< OK\n< ");
    rsp_symptom s = {.came = RSP_CAME_EMPTY, .entry = rsp_transcript_end(t.transcript) - 1};
    const uint64_t stray = s.entry;
    rsp_symptom_read(&s, t.transcript, &send);
    assert_int_equal(s.entry, stray);
    rsp_buf_free(&send);
    script_end(&t);
}

/* What a stub was gone after: the last thing that was sent, or something odd a little before it. */
static void oddity_of_the_last_thing_is_kept(void **state) {
    (void)state;
    static const struct {
        const char *lines;
        rsp_oddity last, before;
        rsp_packet_id suspected;
    } rows[] = {
        {"> g", RSP_ODDITY_PLAIN, RSP_ODDITY_PLAIN, RSP_PACKET_UNKNOWN},
        {"> mzz,4", RSP_ODDITY_MALFORMED, RSP_ODDITY_MALFORMED, RSP_PACKET_READ_MEMORY},
        {"> mzz,4\n< E01\n> g", RSP_ODDITY_PLAIN, RSP_ODDITY_MALFORMED, RSP_PACKET_READ_MEMORY},
        {"> mzz,4\n< E01\n> g\n< 00\n> g\n< 00\n> g\n< 00\n> g", RSP_ODDITY_PLAIN, RSP_ODDITY_PLAIN,
         RSP_PACKET_UNKNOWN},
        {">>$g#00", RSP_ODDITY_DAMAGED, RSP_ODDITY_DAMAGED, RSP_PACKET_READ_REGISTERS},
        {">>abc\n> g", RSP_ODDITY_PLAIN, RSP_ODDITY_BYTES, RSP_PACKET_UNKNOWN},
        {">>\xff\xfe\n> g", RSP_ODDITY_PLAIN, RSP_ODDITY_HIGH, RSP_PACKET_UNKNOWN},
        {">>$#00", RSP_ODDITY_EMPTY, RSP_ODDITY_EMPTY, RSP_PACKET_UNKNOWN},
        {"> c\n>>\x03\x03", RSP_ODDITY_FLOOD, RSP_ODDITY_FLOOD, RSP_PACKET_UNKNOWN},
        {"> qNobody\n< \n> g", RSP_ODDITY_PLAIN, RSP_ODDITY_PLAIN, RSP_PACKET_UNKNOWN},
        {">>abc\n> vMustReplyEmpty", RSP_ODDITY_PLAIN, RSP_ODDITY_BYTES, RSP_PACKET_UNKNOWN},
        {"> qNobody", RSP_ODDITY_NAMELESS, RSP_ODDITY_NAMELESS, RSP_PACKET_UNKNOWN},
        {"> g\n< 00\n>>\x03", RSP_ODDITY_STOPPED, RSP_ODDITY_STOPPED, RSP_PACKET_UNKNOWN},
        {"> c\n>>\x03", RSP_ODDITY_HALT, RSP_ODDITY_HALT, RSP_PACKET_UNKNOWN},
        {"> g\n< 00\nx\n|", RSP_ODDITY_LEAVING, RSP_ODDITY_LEAVING, RSP_PACKET_UNKNOWN},
        {"> g\n< 00\nx\n|\n> g", RSP_ODDITY_PLAIN, RSP_ODDITY_LEAVING, RSP_PACKET_UNKNOWN},
        {"> g\n< 00\nx\n|\n> g\n< 00\n> g", RSP_ODDITY_PLAIN, RSP_ODDITY_PLAIN, RSP_PACKET_UNKNOWN},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        read_back r = read_talk(rows[i].lines, RSP_CAME_DIED, 0, "");
        if (r.symptom.oddity != rows[i].last || r.symptom.suspect != rows[i].before ||
            r.symptom.suspected != rows[i].suspected)
            fail_msg("%s: %s after %s", rows[i].lines, rsp_oddity_name(r.symptom.oddity),
                     rsp_oddity_name(r.symptom.suspect));
        rsp_buf_free(&r.send);
    }
    read_back r = read_talk("> m1000,800", RSP_CAME_DIED, 0, "");
    assert_int_equal(r.symptom.length, 0x800);
    assert_int_equal(r.symptom.longest, 0x800);
    rsp_buf_free(&r.send);
    r = read_talk("> m1000,800\n< 00\n> m1000,4", RSP_CAME_DIED, 0, "");
    assert_int_equal(r.symptom.length, 4);
    assert_int_equal(r.symptom.longest, 0x800);
    rsp_buf_free(&r.send);
}

/* Whatever was sent behind it, the last reply was an error. */
static void error_before_an_end_is_kept(void **state) {
    (void)state;
    static const struct {
        const char *lines;
        bool erred;
        rsp_packet_id by;
    } rows[] = {
        {"> Z0,0,4\n< E01\n> qC", true, RSP_PACKET_INSERT_BREAKPOINT},
        {"> mzz,4\n< E01", true, RSP_PACKET_READ_MEMORY},
        {"> mzz,4\n< E01\n> m0,4\n< 00\n> qC", false, RSP_PACKET_UNKNOWN},
        {"> mzz,4\n< E01\nx\n|\n> qC", false, RSP_PACKET_UNKNOWN},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        read_back r = read_talk(rows[i].lines, RSP_CAME_DIED, 0, "");
        assert_int_equal((r.symptom.beside & RSP_BESIDE_ERRED) != 0, rows[i].erred);
        assert_int_equal(r.symptom.erred, rows[i].by);
        rsp_buf_free(&r.send);
    }
}

/* lldb-server 19 dies of "}" half a second later, when it has been asked whether it is still there. */
static void who_asks_after_a_stub_does_not_kill_it(void **state) {
    (void)state;
    read_back r = read_talk("> }", RSP_CAME_DIED, RSP_GIVEN_UP_NS, "> vMustReplyEmpty");
    assert_int_equal(r.symptom.packet, RSP_PACKET_UNKNOWN);
    assert_int_equal(r.symptom.oddity, RSP_ODDITY_NAMELESS);
    rsp_buf_free(&r.send);
    r = read_talk("> }", RSP_CAME_DIED, RSP_GIVEN_UP_NS, "> vMustReplyEmpty\nx");
    assert_string_equal(rsp_buf_cstr(&r.send), "'}' vMustReplyEmpty");
    assert_int_equal(r.symptom.packet, RSP_PACKET_UNKNOWN);
    assert_int_equal(r.symptom.oddity, RSP_ODDITY_NAMELESS);
    rsp_buf_free(&r.send);
    r = read_talk("> g", RSP_CAME_DIED, RSP_GIVEN_UP_NS, "> vMustReplyEmpty\nx");
    assert_int_equal(r.symptom.packet, RSP_PACKET_READ_REGISTERS);
    rsp_buf_free(&r.send);
    r = read_talk("> g", RSP_CAME_DIED, RSP_GIVEN_UP_NS, "> p0");
    assert_int_equal(r.symptom.packet, RSP_PACKET_READ_REGISTER);
    rsp_buf_free(&r.send);
}

/* A connection that was left has nothing to do with it. */
static void next_connection_starts_anew(void **state) {
    (void)state;
    read_back r = read_talk("> qNoSuchThing\n< E01\nx\n|\n> D", RSP_CAME_SILENCE, 0, "");
    assert_int_equal(r.symptom.packet, RSP_PACKET_DETACH);
    assert_int_equal(r.symptom.came, RSP_CAME_SILENCE);
    assert_string_equal(rsp_buf_cstr(&r.send), "D");
    rsp_buf_free(&r.send);
}

static void empty_transcript_says_nothing(void **state) {
    (void)state;
    read_back r = read_talk("", RSP_CAME_CLOSED, 0, "");
    assert_int_equal(r.symptom.came, RSP_CAME_CLOSED);
    assert_int_equal(r.symptom.packet, RSP_PACKET_UNKNOWN);
    assert_int_equal(r.symptom.beside, 0);
    rsp_buf_free(&r.send);
}

/* A command that nobody would read, or that a shell can't take, is none. */
static void long_and_unprintable_requests_are_not_sent_by_hand(void **state) {
    (void)state;
    rsp_buf lines = {0};
    for (int i = 0; i < 20; i++)
        rsp_buf_printf(&lines, "> M%x,1:00\n< OK\n", i);
    rsp_buf_str(&lines, "> D");
    read_back r = read_talk(rsp_buf_cstr(&lines), RSP_CAME_SILENCE, 0, "");
    assert_string_equal(rsp_buf_cstr(&r.send), "");
    rsp_buf_free(&lines);
    rsp_buf_free(&r.send);
    r = read_talk("> X0,1:\x01\n< OK\n> D", RSP_CAME_SILENCE, 0, "");
    assert_string_equal(rsp_buf_cstr(&r.send), "");
    rsp_buf_free(&r.send);
}

/* What `send` does by itself need not be given to it; a connection that begins otherwise is sent as it was.
 */
static void opening_is_left_to_send_where_it_is_the_usual_one(void **state) {
    (void)state;
    static const char usual[] =
        "> qSupported:swbreak+;hwbreak+;vContSupported+;xmlRegisters=i386;multiprocess+\n< multiprocess+\n"
        "> Hgp0.0\n< OK\n> qXfer:features:read:target.xml:0,fff\n< l\n> ?\n< S05\n> P1=00";
    static const char own[] =
        "> qSupported:swbreak+\n< PacketSize=400\n> qXfer:features:read:target.xml:0,fff\n< l\n"
        "> ?\n< S05\n> g\n< 00\n> P1=00";
    static const struct {
        const char *talk;
        const char *send;
        bool bare;
    } rows[] = {
        {usual, "P1=00", false},
        {own, "qSupported:swbreak+ qXfer:features:read:target.xml:0,fff '?' P1=00", true},
        {"> Hg0\n< OK\n> P1=00", "Hg0 P1=00", true},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        read_back r = read_talk(rows[i].talk, RSP_CAME_SILENCE, 0, "");
        assert_string_equal(rsp_buf_cstr(&r.send), rows[i].send);
        assert_int_equal(r.symptom.bare, rows[i].bare);
        rsp_buf_free(&r.send);
    }
}

/* coreboot says W for itself before it ends: what is sent behind that is not to blame. */
static void exit_that_answers_no_resume_is_about_its_request(void **state) {
    (void)state;
    static const struct {
        const char *lines;
        rsp_came came;
        rsp_packet_id packet;
        rsp_oddity oddity;
        bool exited;
    } rows[] = {
        {"> m1000,8000\n< Wff\n> vMustReplyEmpty", RSP_CAME_DIED, RSP_PACKET_READ_MEMORY, RSP_ODDITY_PLAIN,
         true},
        {"> mzz,4\n< Wff", RSP_CAME_STOP, RSP_PACKET_READ_MEMORY, RSP_ODDITY_MALFORMED, true},
        {"> qNoSuchThing\n< X09\n> g", RSP_CAME_DIED, RSP_PACKET_UNKNOWN, RSP_ODDITY_NAMELESS, true},
        {"> MultiMemRead:ranges:0,0;\n< Wff\n> QPassSignals:0", RSP_CAME_DIED, RSP_PACKET_MULTI_MEM_READ,
         RSP_ODDITY_PLAIN, true},
        {"> vKill;1\n< W00\n> m1000,4", RSP_CAME_DIED, RSP_PACKET_READ_MEMORY, RSP_ODDITY_PLAIN, false},
        {"> c\n< W00\n> m1000,4", RSP_CAME_DIED, RSP_PACKET_READ_MEMORY, RSP_ODDITY_PLAIN, false},
        {"> ?\n< W00\n> m1000,4", RSP_CAME_DIED, RSP_PACKET_READ_MEMORY, RSP_ODDITY_PLAIN, false},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        read_back r = read_talk(rows[i].lines, rows[i].came, 0, "");
        assert_int_equal(r.symptom.packet, rows[i].packet);
        assert_int_equal(r.symptom.oddity, rows[i].oddity);
        assert_int_equal((r.symptom.beside & RSP_BESIDE_EXITED) != 0, rows[i].exited);
        rsp_buf_free(&r.send);
    }
}

static void damaged_packet_before_is_kept(void **state) {
    (void)state;
    read_back r = read_talk(">>$?#00\n<<-\n>>$?#3f", RSP_CAME_NO_ACK, 0, "");
    assert_int_equal(r.symptom.packet, RSP_PACKET_REASON);
    assert_true(r.symptom.beside & RSP_BESIDE_AFTER_DAMAGE);
    rsp_buf_free(&r.send);
    r = read_talk("> ?\n< S05\n>>$?#3f", RSP_CAME_NO_ACK, 0, "");
    assert_false(r.symptom.beside & RSP_BESIDE_AFTER_DAMAGE);
    rsp_buf_free(&r.send);
}

static void names_are_complete(void **state) {
    (void)state;
    for (unsigned i = 0; i < RSP_CAME_COUNT; i++)
        assert_true(strlen(rsp_came_name((rsp_came)i)) > 0 && strlen(rsp_came_phrase((rsp_came)i)) > 1);
    assert_string_equal(rsp_came_name(RSP_CAME_COUNT), "?");
    assert_string_equal(rsp_came_phrase(RSP_CAME_COUNT), "?");
    assert_int_equal(rsp_came_of(RSP_LIT("")), RSP_CAME_EMPTY);
    assert_int_equal(rsp_came_of(RSP_LIT("E01")), RSP_CAME_ERROR);
    assert_int_equal(rsp_came_of(RSP_LIT("OK")), RSP_CAME_OK);
    assert_int_equal(rsp_came_of(RSP_LIT("T05")), RSP_CAME_STOP);
    assert_int_equal(rsp_came_of(RSP_LIT("00")), RSP_CAME_OTHER);
    assert_int_equal(rsp_came_of(RSP_LIT("E 01")), RSP_CAME_ERROR); /* minichlink */
    assert_int_equal(rsp_came_of(RSP_LIT("EINVAL")), RSP_CAME_ERROR);
    assert_int_equal(rsp_came_of(RSP_LIT("E0e1")), RSP_CAME_OTHER); /* two bytes of memory */
    assert_int_equal(rsp_came_of(RSP_LIT("E\x01")), RSP_CAME_OTHER);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(silence_is_about_the_request_that_waits),
        cmocka_unit_test(silence_after_one_that_was_given_up_is_about_the_last),
        cmocka_unit_test(object_is_no_list_of_threads),
        cmocka_unit_test(silence_after_a_resume_is_a_stop_that_did_not_come),
        cmocka_unit_test(breakpoint_in_hardware_that_does_not_stop_is_kept),
        cmocka_unit_test(reply_is_about_the_request_that_it_answers),
        cmocka_unit_test(first_packet_without_a_plus_is_marked),
        cmocka_unit_test(answered_unknown_packet_comes_first),
        cmocka_unit_test(lost_unknown_packet_comes_first),
        cmocka_unit_test(write_is_compared_with_the_read_after_it),
        cmocka_unit_test(what_stands_beside_is_kept),
        cmocka_unit_test(stray_packet_is_no_reply),
        cmocka_unit_test(oddity_of_the_last_thing_is_kept),
        cmocka_unit_test(error_before_an_end_is_kept),
        cmocka_unit_test(who_asks_after_a_stub_does_not_kill_it),
        cmocka_unit_test(next_connection_starts_anew),
        cmocka_unit_test(empty_transcript_says_nothing),
        cmocka_unit_test(long_and_unprintable_requests_are_not_sent_by_hand),
        cmocka_unit_test(opening_is_left_to_send_where_it_is_the_usual_one),
        cmocka_unit_test(exit_that_answers_no_resume_is_about_its_request),
        cmocka_unit_test(damaged_packet_before_is_kept),
        cmocka_unit_test(names_are_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
