/* Each manner of a small stub is learned by a look, and a right stub shows none.
 * Time is virtual, the stub is tests/support/mannered_stub.h.
 * See manners/manners.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "mannered_stub.h"

#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static void look_at(rsp_manners *out, mannered *stub, uint64_t manners, bool run_program) {
    rsp_error error = {0};
    mannered_init(stub, manners);
    const rsp_manners_options options = {.open = mannered_open, .ctx = stub, .run_program = run_program};
    assert_ok(rsp_manners_look(out, &options, &error));
    assert_true(out->looked);
}

static void done(rsp_manners *m, mannered *stub) {
    rsp_manners_free(m);
    mannered_free(stub);
}

static const rsp_manners_line *line_of(const rsp_manners *m, const char *name) {
    for (size_t i = 0; i < m->num_lines; i++) {
        if (strcmp(m->lines[i].name, name) == 0)
            return &m->lines[i];
    }
    return NULL;
}

/* A name that is nearly a known one is said with it; the stub's own names are left alone. */
static void misspelt_features_are_said(void **state) {
    (void)state;
    static const struct {
        const char *supported;
        const char *remark;
    } cases[] = {
        {"PacketSize=200;swbreak+;VendorTrick+", ""},
        {"PacketSize=200;swbreaks+", "announced, and known to no debugger: swbreaks; did you mean swbreak?"},
        {"PacketSize=200;QNonstop+;hw_break+",
         "announced, and known to no debugger: QNonstop, hw_break; did you mean QNonStop, hwbreak?"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_manners m;
        mannered stub;
        rsp_error error = {0};
        mannered_init(&stub, 0);
        stub.supported = cases[i].supported;
        const rsp_manners_options options = {.open = mannered_open, .ctx = &stub};
        assert_ok(rsp_manners_look(&m, &options, &error));
        const rsp_manners_line *line = line_of(&m, "features");
        assert_non_null(line);
        assert_string_equal(line->remark, cases[i].remark);
        assert_int_equal(line->breach, *cases[i].remark != '\0');
        done(&m, &stub);
    }
}

/* Silence that is followed by two replies was none: what comes late is not a packet that nobody answers. */
static void late_reply_is_no_silence(void **state) {
    (void)state;
    for (int late = 0; late < 2; late++) {
        rsp_manners m;
        mannered stub;
        rsp_error error = {0};
        mannered_init(&stub, late ? 0 : SILENT);
        stub.late = late ? MANNERED_HOLDS : MANNERED_IN_TIME;
        const rsp_manners_options options = {.open = mannered_open, .ctx = &stub};
        assert_ok(rsp_manners_look(&m, &options, &error));
        assert_int_equal(m.replies.unknowns, late ? RSP_UNKNOWNS_EMPTY : RSP_UNKNOWNS_SILENT);
        assert_int_equal(line_of(&m, "unknown packets")->breach, !late);
        assert_int_equal(strstr(line_of(&m, "answers")->text, "one came after 50 ms") != NULL, late);
        assert_int_equal(m.replies.packets[RSP_PACKET_VCONT_QUERY], RSP_HABIT_YES);
        done(&m, &stub);
    }
}

static void right_stub_has_no_breach(void **state) {
    (void)state;
    rsp_manners m;
    mannered stub;
    look_at(&m, &stub, 0, true);
    for (size_t i = 0; i < m.num_lines; i++) {
        if (m.lines[i].breach)
            fail_msg("%s: %s", m.lines[i].name, m.lines[i].text);
    }
    assert_int_equal(m.line.acks, RSP_ACKS_FIRST);
    assert_int_equal(m.replies.unknowns, RSP_UNKNOWNS_EMPTY);
    assert_int_equal(m.replies.errors, RSP_ERRORS_DIGITS);
    assert_int_equal(m.clients.life, RSP_LIFE_STAYS);
    assert_int_equal(m.opening.question_first, RSP_HABIT_NO);
    assert_int_equal(m.replies.upper_hex, RSP_HABIT_NO);
    assert_int_equal(m.bytes.loses_second, RSP_HABIT_NO);
    assert_int_equal(m.bytes.loses_pieces, RSP_HABIT_NO);
    assert_int_equal(m.line.no_ack, RSP_HABIT_YES);
    assert_int_equal(m.bytes.interrupt, RSP_HABIT_YES);
    assert_int_equal(m.bytes.interrupt_beside, RSP_HABIT_YES);
    assert_int_equal(m.replies.packet_size, 0x200);
    assert_int_equal(m.replies.takes_bytes, 0x200 - 4);
    assert_int_equal(m.replies.packets[RSP_PACKET_READ_REGISTERS], RSP_HABIT_YES);
    assert_int_equal(m.replies.packets[RSP_PACKET_READ_REGISTER], RSP_HABIT_NO);
    assert_int_equal(m.replies.breakpoints, 1);
    assert_non_null(strstr(line_of(&m, "unknown packets")->bytes, "vMustReplyEmpty"));
    done(&m, &stub);
}

/* Nothing describes the registers: pc is where g changes with each step. */
static void pc_and_the_loop_are_found_by_stepping(void **state) {
    (void)state;
    rsp_manners m;
    mannered stub;
    look_at(&m, &stub, 0, true);
    assert_string_equal(m.registers.arch, "riscv32");
    assert_int_equal(m.registers.g_bytes, 132);
    assert_int_equal(m.registers.pc_number, 32);
    assert_int_equal(m.registers.sp_number, 2);
    assert_int_equal(m.places.at_pc, RSP_HABIT_YES);
    assert_int_equal(m.places.at_sp, RSP_HABIT_YES);
    assert_int_equal(m.runs.steps, RSP_HABIT_YES);
    assert_int_equal(m.runs.kind, RSP_PROGRAM_LOOPS);
    assert_int_equal(m.runs.num_loop, 3);
    for (size_t i = 0; i < 3; i++)
        assert_true(m.runs.loop[i] == 0x1000 || m.runs.loop[i] == 0x1004 || m.runs.loop[i] == 0x1008);
    done(&m, &stub);
}

/* A size of g that two processors have: p tells that the registers are not those of the known one. */
static void block_that_p_denies_is_forgotten(void **state) {
    (void)state;
    rsp_manners m;
    mannered stub;
    look_at(&m, &stub, NARROW_P, true);
    assert_null(m.registers.arch);
    assert_int_equal(m.registers.g_bytes, 132);
    assert_int_equal(m.registers.pc_number, 64);
    assert_int_equal(m.registers.pc_offset, 128);
    assert_int_equal(m.registers.address_bytes, 4);
    assert_int_equal(m.registers.sp_number, -1);
    assert_int_equal(m.registers.p_differs, RSP_HABIT_NO);
    assert_int_equal(m.runs.kind, RSP_PROGRAM_LOOPS);
    assert_non_null(strstr(line_of(&m, "registers")->text, "g has 132 bytes; pc is number 64"));
    done(&m, &stub);
}

/* GDB reads a register that `g` leaves out at its end by `p`. */
static void pc_that_g_leaves_out_is_read_by_p(void **state) {
    (void)state;
    rsp_manners m;
    mannered stub;
    look_at(&m, &stub, SHORT_G, true);
    assert_int_equal(m.registers.g_bytes, 12);
    assert_int_equal(m.registers.pc_number, 3);
    assert_int_equal(m.runs.kind, RSP_PROGRAM_LOOPS);
    assert_int_equal(m.runs.num_loop, 3);
    assert_int_not_equal(m.registers.pc_by_p, RSP_HABIT_YES);
    done(&m, &stub);
}

/* RISC-V-TLM, without a description: 124 bytes are the beginning of RV32's registers. */
static void pc_of_a_known_block_that_ends_too_early_is_read_by_p(void **state) {
    (void)state;
    rsp_manners m;
    mannered stub;
    look_at(&m, &stub, CUT_G, true);
    assert_int_equal(m.registers.g_bytes, 124);
    assert_string_equal(m.registers.arch, "riscv32");
    assert_int_equal(m.registers.pc_number, 32);
    assert_int_equal(m.registers.sp_number, 2);
    assert_int_equal(m.places.at_pc, RSP_HABIT_YES);
    assert_int_equal(m.places.at_sp, RSP_HABIT_YES);
    assert_int_equal(m.runs.kind, RSP_PROGRAM_LOOPS);
    assert_int_equal(m.runs.num_loop, 3);
    const rsp_manners_line *line = line_of(&m, "registers");
    assert_non_null(strstr(line->text, "pc is number 32; g ends before it, p gives it"));
    assert_false(line->breach);
    done(&m, &stub);
}

/* Nyuzi: LLDB asks qRegisterInfo where there is no target.xml. */
static void pc_that_only_qRegisterInfo_names_is_read_by_p(void **state) {
    (void)state;
    rsp_manners m;
    mannered stub;
    look_at(&m, &stub, NAMED_PC, true);
    assert_int_equal(m.registers.g_bytes, 4);
    assert_null(m.registers.arch);
    assert_int_equal(m.registers.pc_number, 1);
    assert_int_equal(m.registers.sp_number, 0);
    assert_int_equal(m.registers.address_bytes, 4);
    assert_int_equal(m.registers.big_endian, RSP_HABIT_NO);
    assert_int_equal(m.runs.kind, RSP_PROGRAM_LOOPS);
    assert_int_equal(m.runs.num_loop, 3);
    assert_string_equal(line_of(&m, "registers")->remark, "qRegisterInfo names it, and it moved in steps");
    done(&m, &stub);
}

/* It is asked for g twice, and not again: what the program does is learned by p. */
static void pc_of_one_that_dies_of_g_is_read_by_p(void **state) {
    (void)state;
    rsp_manners m;
    mannered stub;
    look_at(&m, &stub, SHORT_G | DIES_BY_G, true);
    assert_string_equal(m.line.closed_at, "g");
    assert_int_equal(m.registers.pc_number, 3);
    assert_int_equal(m.places.at_pc, RSP_HABIT_YES);
    assert_int_equal(m.places.at_sp, RSP_HABIT_YES);
    assert_int_equal(m.runs.steps, RSP_HABIT_YES);
    assert_int_equal(m.runs.num_loop, 3);
    assert_int_equal(m.bytes.interrupt, RSP_HABIT_YES);
    assert_int_not_equal(m.registers.pc_by_p, RSP_HABIT_YES);
    done(&m, &stub);
}

/* The next client is asked for steps. */
static void steps_of_one_that_dies_of_a_watchpoint_are_known(void **state) {
    (void)state;
    rsp_manners m;
    mannered stub;
    look_at(&m, &stub, DIES_BY_Z2, true);
    assert_int_equal(m.replies.breakpoints, 1);
    assert_int_equal(m.runs.steps, RSP_HABIT_YES);
    assert_int_equal(m.runs.num_loop, 3);
    assert_int_equal(m.bytes.interrupt, RSP_HABIT_YES);
    done(&m, &stub);
}

/* A description may name the architecture and leave its registers to the debugger. */
static void description_without_registers_names_the_architecture(void **state) {
    (void)state;
    rsp_manners m;
    mannered stub;
    look_at(&m, &stub, ONLY_ARCHITECTURE, true);
    assert_string_equal(m.registers.described, "riscv:rv32");
    assert_string_equal(m.registers.arch, "riscv32");
    assert_int_equal(m.registers.num_described, 0);
    assert_int_equal(m.registers.pc_number, 32);
    assert_int_equal(m.runs.steps, RSP_HABIT_YES);
    assert_non_null(strstr(line_of(&m, "registers")->text, "target.xml without registers; riscv32"));
    done(&m, &stub);
}

/* qemu-system-ppc64 7.2: it is begun anew, and asked for target.xml first. */
static void one_that_dies_of_early_registers_is_asked_for_the_description_first(void **state) {
    (void)state;
    rsp_manners m;
    mannered stub;
    look_at(&m, &stub, ONLY_ARCHITECTURE | DIES_EARLY, true);
    assert_int_equal(m.opening.description_first, RSP_HABIT_YES);
    assert_string_equal(m.registers.arch, "riscv32");
    assert_int_equal(m.registers.g_bytes, 132);
    done(&m, &stub);
}

/* QEMU: g opens at once, and p by target.xml. */
static void one_that_opens_single_registers_by_its_description_is_seen(void **state) {
    (void)state;
    rsp_manners m;
    mannered stub;
    look_at(&m, &stub, ONLY_ARCHITECTURE | LATE_P, true);
    assert_int_equal(m.opening.description_first, RSP_HABIT_YES);
    done(&m, &stub);
}

typedef struct row {
    uint64_t manners;
    const char *key;
    const char *value;
    const char *breach; /* line that says so; NULL for a legal manner */
} row;

static const char *value_of(const rsp_manners *m, const char *key) {
    for (size_t i = 0; rsp_manners_key(i); i++) {
        if (strcmp(rsp_manners_key(i), key) == 0)
            return rsp_manners_value(m, i);
    }
    return NULL;
}

static const row rows[] = {
    {NO_PLUS, "acks", "never", "acks"},
    {LATE_PLUS, "acks", "late", "acks"},
    {TWO_PLUS, "acks", "several", NULL},
    {NEWLINES, "line-noise", "yes", NULL},
    {BAD_SUMS, "bad-checksums", "yes", "checksums"},
    {SILENT, "unknown-packets", "silent", "unknown packets"},
    {ERRORS, "unknown-packets", "error", "unknown packets"},
    {QUESTION_FIRST, "question-first", "yes", NULL},
    {PLUS_FIRST, "plus-first", "yes", NULL},
    {DESCRIPTION_FIRST, "description-first", "yes", NULL},
    {DESCRIPTION_FIRST | PLUS_FIRST, "description-first", "yes", NULL},
    {ONLY_ARCHITECTURE, "description-first", "no", NULL},
    {0, "plus-first", "no", NULL},
    {LOSES_SECOND, "loses-second", "yes", "writes"},
    {LOSES_PIECES, "loses-pieces", "yes", "writes"},
    {UPPER, "upper-hex", "yes", NULL},
    {DEAD_STEP, "steps", "no", NULL},
    {DEAD_STEP | DEAD_CONTINUE, "program", "stuck", NULL},
    {DEAF_TO_INTERRUPT, "interrupt", "no", "interrupt"},
    {DEAF_BESIDE, "interrupt-beside", "no", "interrupt"},
    {ENDS, "program", "ends", NULL},
    {WITHOUT_PROGRAM, "program", "absent", NULL},
    {ONE_CLIENT, "clients", "refused", NULL},
    {TWO_STOPS, "doubles-stops", "yes", "resumes"},
    {DARK, "memory-at-pc", "no", NULL},
    {DARK, "memory-at-sp", "no", NULL},
    {0, "several-clients", "no", NULL},
    {0, "no-ack", "yes", NULL},
    {0, "errors", "digits", NULL},
    {0, "big-endian", "no", NULL},
    {0, "early-ok", "no", NULL},
    {0, "question-once", "no", NULL},
    {0, "stops-by-itself", "no", NULL},
    {0, "restarts", "no", NULL},
};

static void each_manner_is_learned(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_manners m;
        mannered stub;
        look_at(&m, &stub, rows[i].manners, true);
        const char *value = value_of(&m, rows[i].key);
        if (strcmp(value, rows[i].value) != 0)
            fail_msg("%s: '%s', not '%s'", rows[i].key, value, rows[i].value);
        const rsp_manners_line *line = rows[i].breach ? line_of(&m, rows[i].breach) : NULL;
        if (rows[i].breach && (!line || !line->breach || !*line->bytes))
            fail_msg("%s=%s: no line '%s' that shows it", rows[i].key, rows[i].value, rows[i].breach);
        done(&m, &stub);
    }
}

/* There is room for one line of each topic. */
static void topic_has_one_line(void **state) {
    (void)state;
    static const uint64_t stubs[] = {0,
                                     GREETS | NEWLINES | BAD_SUMS,
                                     LATE_PLUS | SILENT | QUESTION_FIRST,
                                     LOSES_SECOND | LOSES_PIECES,
                                     DEAF_TO_INTERRUPT,
                                     SHORT_G | DIES_BY_G};
    for (size_t i = 0; i < RSP_ARRAY_LEN(stubs); i++) {
        rsp_manners m;
        mannered stub;
        look_at(&m, &stub, stubs[i], true);
        for (size_t n = 0; n < m.num_lines; n++)
            assert_ptr_equal(line_of(&m, m.lines[n].name), &m.lines[n]);
        done(&m, &stub);
    }
}

static void greeting_is_kept_and_dropped(void **state) {
    (void)state;
    rsp_manners m;
    mannered stub;
    look_at(&m, &stub, GREETS, true);
    assert_bytes_lit(m.line.greeting, "+$T05thread:1;#d7");
    assert_int_equal(m.line.greets_next, RSP_HABIT_YES);
    assert_int_equal(m.line.acks, RSP_ACKS_FIRST);
    assert_int_equal(m.clients.life, RSP_LIFE_STAYS);
    done(&m, &stub);
}

/* A machine that begins with its client says its stop where the reply to qSupported is due. */
static void late_greeting_is_no_reply(void **state) {
    (void)state;
    rsp_manners m;
    mannered stub;
    look_at(&m, &stub, WAKES, true);
    assert_string_equal((const char *)m.line.greeting.ptr, "$T05thread:1;#d7");
    assert_string_equal(m.replies.supported, "PacketSize=200");
    assert_int_equal(m.line.acks, RSP_ACKS_FIRST);
    assert_int_equal(m.line.greets_next, RSP_HABIT_NO);
    done(&m, &stub);
}

static void stub_that_takes_less_than_it_says(void **state) {
    (void)state;
    rsp_manners m;
    mannered stub;
    look_at(&m, &stub, SMALL, false);
    assert_true(m.replies.takes_bytes <= 0x100);
    assert_true(line_of(&m, "sizes")->breach);
    done(&m, &stub);
}

static void resumes_that_are_taken(void **state) {
    (void)state;
    rsp_manners m;
    mannered stub;
    look_at(&m, &stub, VCONT_ONLY, true);
    assert_int_equal(m.replies.packets[RSP_PACKET_CONTINUE], RSP_HABIT_NO);
    assert_int_equal(m.replies.packets[RSP_PACKET_STEP], RSP_HABIT_NO);
    assert_int_equal(m.replies.packets[RSP_PACKET_VCONT], RSP_HABIT_YES);
    assert_int_equal(m.bytes.interrupt, RSP_HABIT_YES);
    assert_string_equal(m.replies.vcont, "vCont;c;C;s;S");
    done(&m, &stub);
}

static void assert_changes_nothing(const mannered *stub, bool run_program) {
    rsp_bytes rest = rsp_buf_bytes(&stub->seen);
    while (rest.len > 0) {
        rsp_bytes request = rsp_bytes_split(&rest, '\n');
        char c = (char)(request.len ? request.ptr[0] : 0);
        bool writes = strchr("MPGkDiCAB", c) && c;
        bool runs = (strchr("csZzR!", c) && c) || rsp_bytes_starts(request, RSP_LIT("vCont;"));
        bool empty_write = c == 'X' && rsp_bytes_ends(request, RSP_LIT(",0:"));
        if (writes || (c == 'X' && !empty_write) || (runs && !run_program))
            fail_msg("%.*s", (int)request.len, (const char *)request.ptr);
    }
}

static void nothing_is_changed(void **state) {
    (void)state;
    for (int run_program = 0; run_program < 2; run_program++) {
        rsp_manners m;
        mannered stub;
        look_at(&m, &stub, 0, run_program);
        assert_changes_nothing(&stub, run_program);
        done(&m, &stub);
    }
}

/* Nothing can be learned of a stub that answers nothing. That is told soon, with what was sent and what came.
 */
static void mute_stub_is_refused(void **state) {
    (void)state;
    rsp_manners m;
    mannered stub;
    rsp_error error = {0};
    mannered_init(&stub, NEVER_ANSWERS);
    const rsp_manners_options options = {.open = mannered_open, .ctx = &stub, .run_program = true};
    assert_int_equal(rsp_manners_look(&m, &options, &error), RSP_CONNECT);
    assert_non_null(strstr(error.msg, "sent + qSupported Hg0 ? g, came nothing"));
    assert_non_null(strstr(error.msg, "--timeout"));
    rsp_bytes seen = rsp_buf_bytes(&stub.seen);
    size_t num = 0;
    for (; seen.len > 0; num++)
        (void)rsp_bytes_split(&seen, '\n');
    assert_int_equal(num, 4);
    rsp_manners_free(&m);
    mannered_free(&stub);
}

/* What came before the first packet tells what is at the other end. */
static void words_in_place_of_packets_are_kept(void **state) {
    (void)state;
    rsp_manners m;
    mannered stub;
    rsp_error error = {0};
    mannered_init(&stub, NEVER_ANSWERS);
    stub.says = "listening on port 3355\n";
    const rsp_manners_options options = {.open = mannered_open, .ctx = &stub};
    assert_int_equal(rsp_manners_look(&m, &options, &error), RSP_CONNECT);
    assert_string_equal(m.line.said, "listening on port 3355\\x0a");
    assert_true(m.line.silent_ns > 0);
    assert_false(m.looked);
    assert_non_null(strstr(error.msg, "came listening on port 3355"));
    rsp_manners_free(&m);
    mannered_free(&stub);
}

/* What sends back each request is no stub. */
static void echo_is_refused(void **state) {
    (void)state;
    rsp_manners m;
    mannered stub;
    rsp_error error = {0};
    mannered_init(&stub, ECHOES);
    const rsp_manners_options options = {.open = mannered_open, .ctx = &stub};
    assert_int_equal(rsp_manners_look(&m, &options, &error), RSP_CONNECT);
    assert_non_null(strstr(error.msg, "it sends back what it is sent"));
    rsp_manners_free(&m);
    mannered_free(&stub);
}

/* The keys that no switch of mannered_stub.h shows. */
static const char *const without_switch[] = {"ends-cleanly", "bare-continue", "p-differs",
                                             "pc-by-p",      "traps",         "delayed-acks"};

static bool has_row(const char *key) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++)
        if (strcmp(rows[i].key, key) == 0)
            return true;
    return false;
}

/* A new key has a row above; one that gets a switch leaves the list. */
static void each_key_has_a_row_or_no_switch(void **state) {
    (void)state;
    for (size_t i = 0; rsp_manners_key(i); i++) {
        bool is_listed = false;
        for (size_t k = 0; k < RSP_ARRAY_LEN(without_switch); k++)
            is_listed = is_listed || strcmp(without_switch[k], rsp_manners_key(i)) == 0;
        if (has_row(rsp_manners_key(i)) == is_listed)
            fail_msg("%s: %s", rsp_manners_key(i),
                     is_listed ? "has a row, and is listed" : "no row asks for it");
    }
}

static void page_and_profile_have_what_was_learned(void **state) {
    (void)state;
    rsp_manners m;
    mannered stub;
    rsp_buf text = {0};
    look_at(&m, &stub, SILENT, true);
    rsp_manners_page(&text, &m);
    assert_non_null(strstr(rsp_buf_cstr(&text), "unknown packets  silent"));
    rsp_buf_clear(&text);
    rsp_manners_profile(&text, &m, "it's mine", "tcp:127.0.0.1:1");
    assert_non_null(strstr(rsp_buf_cstr(&text), "title: 'it''s mine'"));
    assert_non_null(strstr(rsp_buf_cstr(&text), "unknown-packets: silent"));
    rsp_buf_free(&text);
    done(&m, &stub);
}

typedef struct kept {
    mannered stub;
    rsp_link *link;
    bool no_ack;
} kept;

static rsp_status kept_open(void *ctx, rsp_link **out_link, rsp_error *error) {
    kept *k = ctx;
    return mannered_open(&k->stub, out_link, error);
}

static void keep(void *ctx, rsp_link *link, bool no_ack) {
    kept *k = ctx;
    k->link = link;
    k->no_ack = no_ack;
}

/* A stub that can be started again is not kept, unless somebody says that it serves one client only. */
static void only_connection_is_handed_over_open(void **state) {
    (void)state;
    for (int said = 0; said < 2; said++) {
        rsp_manners m;
        rsp_error error = {0};
        kept k = {.link = NULL};
        mannered_init(&k.stub, 0);
        const rsp_manners_options options = {
            .open = kept_open, .keep = keep, .one_connection = said, .run_program = true, .ctx = &k};
        assert_ok(rsp_manners_look(&m, &options, &error));
        assert_int_equal(m.clients.life, said ? RSP_LIFE_ALONE : RSP_LIFE_STAYS);
        assert_int_equal(k.link != NULL, said);
        const char *seen = rsp_buf_cstr(&k.stub.seen);
        assert_int_equal(strstr(seen, "error-message+") == NULL, said);
        assert_int_equal(strstr(seen, "QStartNoAckMode") == NULL, said);
        if (said) {
            rsp_buf in = {0};
            assert_int_equal(k.stub.num_clients, 1);
            assert_false(k.no_ack);
            assert_int_equal(m.clients.several, RSP_HABIT_NO);
            assert_ok(rsp_link_send(k.link, RSP_LIT("$?#3f"), rsp_link_now(k.link) + RSP_NS_PER_S));
            assert_ok(rsp_link_recv(k.link, &in, 100, rsp_link_now(k.link) + RSP_NS_PER_S));
            assert_bytes_lit(rsp_bytes_sub(rsp_buf_bytes(&in), 0, 5), "+$T05");
            rsp_buf_free(&in);
        }
        rsp_link_close(k.link);
        done(&m, &k.stub);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_stub_has_no_breach),
        cmocka_unit_test(misspelt_features_are_said),
        cmocka_unit_test(late_reply_is_no_silence),
        cmocka_unit_test(pc_and_the_loop_are_found_by_stepping),
        cmocka_unit_test(pc_that_g_leaves_out_is_read_by_p),
        cmocka_unit_test(pc_of_a_known_block_that_ends_too_early_is_read_by_p),
        cmocka_unit_test(pc_that_only_qRegisterInfo_names_is_read_by_p),
        cmocka_unit_test(pc_of_one_that_dies_of_g_is_read_by_p),
        cmocka_unit_test(steps_of_one_that_dies_of_a_watchpoint_are_known),
        cmocka_unit_test(description_without_registers_names_the_architecture),
        cmocka_unit_test(one_that_dies_of_early_registers_is_asked_for_the_description_first),
        cmocka_unit_test(one_that_opens_single_registers_by_its_description_is_seen),
        cmocka_unit_test(each_manner_is_learned),
        cmocka_unit_test(each_key_has_a_row_or_no_switch),
        cmocka_unit_test(topic_has_one_line),
        cmocka_unit_test(block_that_p_denies_is_forgotten),
        cmocka_unit_test(greeting_is_kept_and_dropped),
        cmocka_unit_test(late_greeting_is_no_reply),
        cmocka_unit_test(stub_that_takes_less_than_it_says),
        cmocka_unit_test(resumes_that_are_taken),
        cmocka_unit_test(nothing_is_changed),
        cmocka_unit_test(mute_stub_is_refused),
        cmocka_unit_test(words_in_place_of_packets_are_kept),
        cmocka_unit_test(echo_is_refused),
        cmocka_unit_test(page_and_profile_have_what_was_learned),
        cmocka_unit_test(only_connection_is_handed_over_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
