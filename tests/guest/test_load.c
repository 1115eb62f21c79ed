/* The loader and targets that let it down, in memory, registers, steps and breakpoints, or that die in it.
 * Each gets an honest line, and nothing is left behind that could be put back. The target is a script.
 * Source: harness/judge/guest/guest_load.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "guest/guest_load.h"

#include "core/byte_order.h"
#include "core/hex.h"
#include <stdio.h>
#include <stdlib.h>

enum { RAM_AT = 0x20000, RAM_BYTES = 0x12000, DATA_BYTES = 0x400, REQUESTS_ENDLESS = 1 << 20 };

/* What is wrong with the target. */
typedef enum wrong {
    RIGHT,
    SMALL,         /* 4 KiB of memory */
    NO_MEMORY,     /* none at the places that are tried */
    READ_ONLY,     /* writes are errors */
    SILENTLY_ONLY, /* writes are OK and lost */
    TWICE,         /* the second half of memory is the first */
    HALF_WAY,      /* writes from the middle of the image on are errors, once it was tried */
    FORGETS,       /* ... are OK and lost */
    DIES,          /* in the middle of the load */
    PC_STAYS,      /* P of pc is OK, and nothing */
    SP_REFUSED,
    STEP_STAYS,
    STEP_AWAY, /* not executable: the step leads to a handler */
    NO_STEP,   /* s is not known */
    NO_POINTS, /* Z is not known: it is stepped */
    RUNS_AWAY, /* the breakpoint is not hit */
    STOPS_ELSEWHERE,
    MISCOUNTS,
    WRONG_VALUE,
    BEHIND_TRAP, /* pc is behind the trap, as x86 stubs without swbreak have it */
    NO_G,        /* G is refused: pc and sp go by themselves */
    NO_X,
    STICKY, /* from the check on memory can not be written any more */
    FLASH,  /* the memory at RAM_AT is flash, in blocks of 256 bytes */
    FULL_FLASH,
} wrong;

typedef struct target {
    wrong is;
    const rsp_guest *guest;
    uint8_t ram[RAM_BYTES];
    uint8_t data[DATA_BYTES]; /* of a guest that has it elsewhere */
    uint64_t pc, sp, value;
    uint64_t npc, msr; /* of a SPARC and of a PowerPC */
    uint64_t at;       /* of the image, as the first write to pc tells */
    int left;          /* requests until it dies */
    bool checked;
    bool image_was_written;
    bool renewed; /* another process, which has allocated nothing yet */
    unsigned num_x, num_steps, num_erased, num_done;
    char reply[8192];
} target;

static uint64_t offset_of(const target *t, const char *name) {
    return rsp_guest_find(t->guest, name)->offset;
}

static size_t ram_bytes(const target *t) {
    return t->is == SMALL ? 0x1000 : t->is == NO_MEMORY || t->renewed ? 0 : RAM_BYTES;
}

static uint8_t *byte_at(target *t, uint64_t at) {
    const size_t bytes = ram_bytes(t);
    if (t->guest->data_at && at >= t->guest->data_at && at - t->guest->data_at < DATA_BYTES)
        return &t->data[at - t->guest->data_at];
    if (at < RAM_AT || at >= RAM_AT + bytes)
        return NULL;
    return &t->ram[t->is == TWICE ? (at - RAM_AT) % 0x8000 : at - RAM_AT];
}

static void say(target *t, const char *reply) {
    (void)snprintf(t->reply, sizeof t->reply, "%s", reply);
}

static void read_memory(target *t, uint64_t at, uint64_t len) {
    size_t used = 0;
    for (uint64_t i = 0; i < len && byte_at(t, at + i) && used + 3 < sizeof t->reply; i++)
        used += (size_t)sprintf(t->reply + used, "%02x", *byte_at(t, at + i));
    if (used == 0)
        say(t, "E14");
}

/* The image's first bytes go through, for the place was tried byte by byte before. */
static bool is_second_half(const target *t, uint64_t at, size_t len) {
    return len > 1 && at >= RAM_AT + 256 && !t->checked;
}

static bool is_flash(const target *t) {
    return t->is == FLASH || t->is == FULL_FLASH;
}

/* As NOR flash does it: a write clears bits. */
static void answer_flash(target *t, rsp_bytes payload) {
    uint64_t at = 0;
    uint64_t len = 0;
    say(t, "OK");
    if (rsp_take_text(&payload, RSP_LIT("vFlashErase:"))) {
        assert_ok(rsp_take_addr_len(&at, &len, &payload));
        assert_int_equal(at % 256 + len % 256, 0);
        assert_true(at >= RAM_AT && at + len <= RAM_AT + RAM_BYTES);
        memset(byte_at(t, at), 0xff, len);
        t->num_erased++;
    } else if (rsp_take_text(&payload, RSP_LIT("vFlashWrite:"))) {
        const size_t digits = rsp_bytes_index(payload, ':');
        assert_ok(rsp_hex_u64(&at, rsp_bytes_sub(payload, 0, digits)));
        payload = rsp_bytes_from(payload, digits + 1);
        assert_true(at >= RAM_AT && at + payload.len <= RAM_AT + RAM_BYTES);
        for (size_t i = 0; i < payload.len; i++)
            *byte_at(t, at + i) &= payload.ptr[i];
    } else {
        assert_true(rsp_bytes_equal(payload, RSP_LIT("vFlashDone")));
        t->num_done++;
    }
}

static void write_memory(target *t, uint64_t at, rsp_bytes bytes) {
    const bool refused = (is_flash(t) && at >= RAM_AT && at < RAM_AT + RAM_BYTES) || t->is == READ_ONLY ||
                         (t->is == HALF_WAY && is_second_half(t, at, bytes.len)) ||
                         (t->is == STICKY && t->checked);
    const bool lost = t->is == SILENTLY_ONLY || (t->is == FORGETS && is_second_half(t, at, bytes.len));
    say(t, refused ? "E0e" : "OK");
    t->image_was_written = t->image_was_written || bytes.len > 1;
    for (size_t i = 0; i < bytes.len && !refused && !lost; i++) {
        uint8_t *to = byte_at(t, at + i);
        if (!to) {
            say(t, "E14");
            return;
        }
        *to = bytes.ptr[i];
    }
}

static void answer_write(target *t, rsp_bytes payload, bool binary) {
    uint64_t at = 0;
    uint64_t len = 0;
    rsp_buf bytes = {0};
    assert_ok(rsp_take_addr_len(&at, &len, &payload));
    assert_true(rsp_take_byte(&payload, ':'));
    if (binary)
        rsp_buf_append(&bytes, payload);
    else
        assert_ok(rsp_hex_decode(&bytes, payload));
    assert_int_equal(bytes.len, len);
    write_memory(t, at, rsp_buf_bytes(&bytes));
    rsp_buf_free(&bytes);
}

static void registers_text(const target *t, char *out) {
    sprintf(out, "%016llx%016llx%016llx", (unsigned long long)t->pc, (unsigned long long)t->sp,
            (unsigned long long)t->value);
}

static void answer(target *t, rsp_bytes payload) {
    const int kind = payload.ptr[0];
    rsp_bytes rest = rsp_bytes_from(payload, 1);
    uint64_t at = 0;
    uint64_t len = 0;
    say(t, "");
    if (kind == 'm') {
        assert_ok(rsp_take_addr_len(&at, &len, &rest));
        read_memory(t, at, len);
    } else if (kind == 'M' || (kind == 'X' && t->is != NO_X)) {
        t->num_x += kind == 'X' && rsp_bytes_index(rest, ':') + 1 < rest.len;
        answer_write(t, rest, kind == 'X');
    } else if (kind == 'g') {
        registers_text(t, t->reply);
    } else if (kind == 'G' && t->is != NO_G) {
        uint64_t *const registers[] = {&t->pc, &t->sp, &t->value};
        for (size_t i = 0; i < RSP_ARRAY_LEN(registers); i++)
            assert_ok(rsp_hex_u64(registers[i], rsp_bytes_sub(rest, 16 * i, 16)));
        say(t, "OK");
    } else if (kind == 'G') {
        say(t, "E01");
    } else if ((kind == 'Z' || kind == 'z') && t->is != NO_POINTS) {
        say(t, rest.ptr[0] == '0' ? "OK" : "");
    } else if (rsp_bytes_starts(payload, RSP_LIT("vFlash")) && is_flash(t)) {
        answer_flash(t, payload);
    } else if (rsp_bytes_starts(payload, RSP_LIT("_M"))) {
        t->renewed = false;
        say(t, "20000");
    }
}

static bool ask(void *ctx, rsp_bytes request, rsp_bytes *out_reply) {
    target *t = ctx;
    if (t->left-- <= 0)
        return false;
    rsp_buf text = {0};
    rsp_buf_append(&text, request);
    (void)rsp_buf_cstr(&text); /* ends it */
    answer(t, rsp_buf_bytes(&text));
    rsp_buf_free(&text);
    *out_reply = rsp_bytes_str(t->reply);
    return true;
}

/* What the guest has done when it is at its end. */
static void arrive(target *t) {
    const uint64_t offset = offset_of(t, "counter");
    uint8_t *counter = t->guest->data_at ? t->data : byte_at(t, t->at + offset);
    rsp_number_put(counter, t->guest->word_bytes, t->is == MISCOUNTS ? 9 : 10, t->guest->big_endian);
    t->value = t->is == WRONG_VALUE ? 39 : 38;
    t->pc = t->at + offset_of(t, "end") + (t->is == BEHIND_TRAP ? 1 : t->is == STOPS_ELSEWHERE ? 0x100 : 0);
}

static bool resume(void *ctx, bool step, const char **out_why) {
    target *t = ctx;
    *out_why = "no stop reply came";
    if (t->left-- <= 0)
        return false;
    t->checked = true;
    if (step && t->is == NO_STEP) {
        *out_why = "s is not supported";
        return false;
    }
    if (step) {
        t->num_steps++;
        const uint64_t next = t->at + (uint64_t)t->num_steps % 16 * 2; /* somewhere in `main` */
        t->pc = t->is == STEP_AWAY ? 0x100 : t->is == STEP_STAYS ? t->pc : next;
        if (t->num_steps == 300)
            arrive(t);
        return true;
    }
    if (t->is == RUNS_AWAY)
        return false;
    arrive(t);
    return true;
}

static bool get(void *ctx, const char *name, uint64_t *out) {
    target *t = ctx;
    if (t->left-- <= 0)
        return false;
    const struct {
        const char *name;
        uint64_t value;
    } registers[] = {
        {"pc", t->pc}, {"sp", t->sp}, {t->guest->result, t->value}, {"npc", t->npc}, {"msr", t->msr}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(registers); i++)
        if (strcmp(name, registers[i].name) == 0) {
            *out = registers[i].value;
            return true;
        }
    return false;
}

static bool set(void *ctx, const char *name, uint64_t value) {
    target *t = ctx;
    if (t->left-- <= 0 || (t->is == SP_REFUSED && strcmp(name, "sp") == 0 && value != 0x8000))
        return false;
    if (strcmp(name, "sp") == 0)
        t->sp = value;
    else if (strcmp(name, "npc") == 0)
        t->npc = value;
    else if (t->is != PC_STAYS)
        t->pc = value;
    if (strcmp(name, "pc") == 0 && t->at == 0)
        t->at = value;
    return true;
}

static target *new_target(wrong is) {
    target *t = calloc(1, sizeof *t);
    assert_non_null(t);
    t->is = is;
    t->guest = rsp_guest_for(is == BEHIND_TRAP ? "i386" : "riscv64", false, 0);
    t->left = REQUESTS_ENDLESS;
    t->pc = 0x4000, t->sp = 0x8000, t->value = 7;
    for (size_t i = 0; i < RAM_BYTES; i++)
        t->ram[i] = (uint8_t)(i * 7 + i / 256);
    return t;
}

static const rsp_guest_place places[] = {{.at = RAM_AT, .from = "RAM of the memory map"},
                                         {.at = 0x100, .from = "a place without memory"},
                                         {.at = RAM_AT, .from = "RAM of the memory map"}};

/* From the first of the places, or the second. */
static bool load_from(target *t, size_t first, rsp_guest_load *out, rsp_buf *left) {
    const rsp_guest_line line = {
        .ask = ask, .resume = resume, .get = get, .set = set, .ctx = t, .packet_bytes = 0x200};
    const rsp_guest_options options = {.places = places + first, .num_places = 2};
    return rsp_guest_load_try(out, t->guest, &line, &options, left);
}

static bool load(target *t, rsp_guest_load *out, rsp_buf *left) {
    return load_from(t, 0, out, left);
}

/* Whether memory and registers are as they were. */
static void assert_untouched(const target *t) {
    for (size_t i = 0; i < RAM_BYTES; i++)
        if (t->ram[i] != (uint8_t)(i * 7 + i / 256))
            fail_msg("byte 0x%zx was left changed", i);
    assert_int_equal(t->sp, 0x8000);
    if (t->is != PC_STAYS)
        assert_int_equal(t->pc, 0x4000);
    assert_int_equal(t->value, t->is == NO_G ? 38 : 7);
}

static void what_fails_is_said_and_put_back(void **state) {
    (void)state;
    static const struct {
        wrong is;
        rsp_guest_step step;
        const char *why;
    } rows[] = {
        {NO_MEMORY, RSP_GUEST_STEP_MEMORY, "m20000,1 -> E14"},
        {READ_ONLY, RSP_GUEST_STEP_MEMORY, ",1:"},
        {SILENTLY_ONLY, RSP_GUEST_STEP_MEMORY, "memory at 0x20000 does not keep what is written"},
        {HALF_WAY, RSP_GUEST_STEP_WRITE, "-> E0e"},
        {FORGETS, RSP_GUEST_STEP_READ_BACK, "was written at 0x"},
        {PC_STAYS, RSP_GUEST_STEP_PC, "pc is 0x4000 after it was set to 0x20000"},
        {SP_REFUSED, RSP_GUEST_STEP_PC, "sp can not be set to 0x20fc0"},
        {NO_STEP, RSP_GUEST_STEP_STEP, "s is not supported"},
        {STEP_STAYS, RSP_GUEST_STEP_STEP, "a step from 0x20000 leads to 0x20000"},
        {STEP_AWAY, RSP_GUEST_STEP_STEP, "a step from 0x20000 leads to 0x100"},
        {RUNS_AWAY, RSP_GUEST_STEP_RUN, "no stop reply came"},
        {STOPS_ELSEWHERE, RSP_GUEST_STEP_RUN, "but the stop is at 0x"},
        {MISCOUNTS, RSP_GUEST_STEP_RESULT, "work has counted to 9 instead of 10"},
        {WRONG_VALUE, RSP_GUEST_STEP_RESULT, "a0 is 0x27 instead of 0x26"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        target *t = new_target(rows[i].is);
        rsp_guest_load l = {0};
        rsp_buf left = {0};
        assert_false(load(t, &l, &left));
        if (l.step != rows[i].step || !strstr(l.why, rows[i].why))
            fail_msg("row %zu: %s: %s", i, rsp_guest_step_text(l.step), l.why);
        assert_true(*rsp_guest_step_gdb(l.step) != 0);
        assert_string_equal(rsp_buf_cstr(&left), "");
        assert_untouched(t);
        rsp_guest_load_free(&l);
        rsp_buf_free(&left);
        free(t);
    }
}

static void what_can_be_loaded_is_and_goes_again(void **state) {
    (void)state;
    static const struct {
        wrong is;
        uint64_t scratch;
        bool by_x, by_steps;
    } rows[] = {
        {RIGHT, 0x10000, true, false},       {SMALL, 0x200, true, false},  {TWICE, 0x1000, true, false},
        {NO_X, 0x10000, false, false},       {NO_G, 0x10000, true, false}, {NO_POINTS, 0x10000, true, true},
        {BEHIND_TRAP, 0x10000, true, false},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        target *t = new_target(rows[i].is);
        const rsp_guest_line line = {
            .ask = ask, .resume = resume, .get = get, .set = set, .ctx = t, .packet_bytes = 0x200};
        rsp_guest_load l = {0};
        rsp_buf left = {0};
        if (!load_from(t, i % 2, &l, &left))
            fail_msg("row %zu: %s: %s", i, rsp_guest_step_text(l.step), l.why);
        assert_int_equal(l.at, RAM_AT);
        assert_string_equal(l.from, "RAM of the memory map");
        assert_int_equal(l.scratch_bytes, rows[i].scratch);
        assert_int_equal(l.by_x, rows[i].by_x);
        assert_int_equal(t->num_x > 0, rows[i].by_x);
        assert_int_equal(l.by_steps, rows[i].by_steps);
        assert_true(rsp_guest_enter(&l, &line, "spin"));
        assert_int_equal(t->pc, RAM_AT + offset_of(t, "main_spin"));
        assert_int_equal(t->sp, l.sp);
        assert_false(rsp_guest_enter(&l, &line, "threads4"));
        assert_int_equal(rsp_guest_put_back(&l, &line, &left), t->is != NO_G);
        if (t->is == NO_G)
            assert_string_equal(rsp_buf_cstr(&left), "1 of 24 bytes of the registers");
        assert_untouched(t);
        rsp_guest_load_free(&l);
        rsp_buf_free(&left);
        free(t);
    }
}

static void only_a_large_place_has_the_scratch_of_the_debuggee(void **state) {
    (void)state;
    for (int small = 0; small <= 1; small++) {
        target *t = new_target(small ? SMALL : RIGHT);
        rsp_guest_load l = {0};
        rsp_buf left = {0};
        uint64_t at = 0;
        uint64_t bytes = 0;
        assert_true(load(t, &l, &left));
        assert_int_equal(rsp_guest_symbol_at(&l, "scratch", &at, &bytes), !small);
        assert_true(rsp_guest_symbol_at(&l, "counter", &at, &bytes));
        assert_int_equal(at, RAM_AT + offset_of(t, "counter"));
        assert_int_equal(bytes, t->guest->word_bytes);
        assert_false(rsp_guest_symbol_at(&l, "edge", &at, &bytes));
        rsp_guest_load_free(&l);
        rsp_buf_free(&left);
        free(t);
    }
}

/* An AVR: code goes where the place is, data to RAM, each is saved and put back. */
static void code_and_data_go_to_two_memories(void **state) {
    (void)state;
    target *t = new_target(RIGHT);
    t->guest = rsp_guest_for("avr", false, 0);
    memset(t->data, 0x5a, sizeof t->data);
    rsp_guest_load l = {0};
    rsp_buf left = {0};
    uint64_t at = 0;
    uint64_t bytes = 0;
    const rsp_guest_line line = {
        .ask = ask, .resume = resume, .get = get, .set = set, .ctx = t, .packet_bytes = 0x200};
    if (!load(t, &l, &left))
        fail_msg("%s: %s", rsp_guest_step_text(l.step), l.why);
    const size_t code = rsp_guest_code_bytes(t->guest);
    assert_int_equal(code, offset_of(t, "counter"));
    assert_memory_equal(t->ram, t->guest->image.ptr, code);
    assert_memory_equal(t->data + 1, t->guest->image.ptr + code + 1, t->guest->image.len - code - 1);
    assert_true(rsp_guest_symbol_at(&l, "work", &at, &bytes));
    assert_int_equal(at, RAM_AT + offset_of(t, "work"));
    assert_true(rsp_guest_symbol_at(&l, "counter", &at, &bytes));
    assert_int_equal(at, t->guest->data_at);
    assert_true(rsp_guest_enter(&l, &line, "spin"));
    assert_int_equal(t->data[0], 0);
    assert_true(rsp_guest_put_back(&l, &line, &left));
    assert_untouched(t);
    for (size_t i = 0; i < DATA_BYTES; i++)
        assert_int_equal(t->data[i], 0x5a);
    rsp_guest_load_free(&l);
    rsp_buf_free(&left);
    free(t);
}

/* Code goes to blank blocks, and is written once: what was erased is erased again at the end. */
static void code_goes_to_blank_flash_and_leaves_it_blank(void **state) {
    (void)state;
    static const rsp_guest_place flash[] = {
        {.at = RAM_AT, .bytes = 0x800, .from = "flash of the memory map", .flash_block = 256}};
    const rsp_guest_options options = {.places = flash, .num_places = 1};
    for (wrong is = FLASH; is <= FULL_FLASH; is++) {
        target *t = new_target(is);
        const rsp_guest_line line = {
            .ask = ask, .resume = resume, .get = get, .set = set, .ctx = t, .packet_bytes = 0x200};
        rsp_guest_load l = {0};
        rsp_buf left = {0};
        t->guest = rsp_guest_for("avr", false, 0);
        if (is == FLASH)
            memset(t->ram, 0xff, RAM_BYTES);
        const bool loaded = rsp_guest_load_try(&l, t->guest, &line, &options, &left);
        assert_int_equal(loaded, is == FLASH);
        assert_int_equal(t->num_erased, is == FLASH);
        if (loaded) {
            assert_memory_equal(t->ram, t->guest->image.ptr, rsp_guest_code_bytes(t->guest));
            assert_true(rsp_guest_enter(&l, &line, "spin"));
            assert_int_equal(t->num_erased, 1);
            assert_true(rsp_guest_put_back(&l, &line, &left));
            assert_int_equal(t->num_erased, 2);
            assert_int_equal(t->num_done, 2);
            for (size_t i = 0; i < RAM_BYTES; i++)
                assert_int_equal(t->ram[i], 0xff);
        } else {
            assert_non_null(strstr(l.why, "flash at 0x20000 is not blank, and is not erased"));
            assert_untouched(t);
        }
        assert_string_equal(rsp_buf_cstr(&left), "");
        rsp_guest_load_free(&l);
        rsp_buf_free(&left);
        free(t);
    }
}

/* Wherever it dies, the load ends, and says what it could not put back. */
static void a_death_in_the_load_is_told_at_each_request(void **state) {
    (void)state;
    target *whole = new_target(RIGHT);
    rsp_guest_load l = {0};
    rsp_buf left = {0};
    assert_true(load(whole, &l, &left));
    const int num = REQUESTS_ENDLESS - whole->left;
    free(whole);
    for (int i = 0; i < num; i += i < 40 || i > num - 40 ? 1 : 97) {
        target *t = new_target(DIES);
        t->left = i;
        rsp_buf_clear(&left);
        assert_false(load(t, &l, &left));
        assert_true(l.step != RSP_GUEST_LOADED && l.why[0] != 0);
        if (t->image_was_written)
            assert_true(left.len > 0);
        rsp_guest_load_free(&l);
        free(t);
    }
    rsp_buf_free(&left);
}

static void what_can_not_be_put_back_is_counted(void **state) {
    (void)state;
    target *t = new_target(STICKY);
    t->guest = rsp_guest_for("riscv64", false, 0);
    rsp_guest_load l = {0};
    rsp_buf left = {0};
    const rsp_guest_line line = {
        .ask = ask, .resume = resume, .get = get, .set = set, .ctx = t, .packet_bytes = 0x200};
    assert_true(load(t, &l, &left));
    assert_false(rsp_guest_put_back(&l, &line, &left));
    assert_non_null(strstr(rsp_buf_cstr(&left), "bytes of memory from 0x20000 on"));
    assert_null(strstr(rsp_buf_cstr(&left), "registers"));
    rsp_guest_load_free(&l);
    rsp_buf_free(&left);
    free(t);
}

static void allocated_memory_is_asked_for_again_and_is_nobody_elses(void **state) {
    (void)state;
    target *t = new_target(RIGHT);
    rsp_guest_load l = {0};
    rsp_buf left = {0};
    const rsp_guest_place place = {
        .at = RAM_AT, .from = "memory that the stub has allocated", .given = RSP_GUEST_BY_STUB};
    const rsp_guest_options options = {.places = &place, .num_places = 1};
    const rsp_guest_line line = {
        .ask = ask, .resume = resume, .get = get, .set = set, .ctx = t, .packet_bytes = 0x200};
    assert_true(rsp_guest_load_try(&l, t->guest, &line, &options, &left));
    t->renewed = true;
    assert_true(rsp_guest_enter(&l, &line, "spin"));
    assert_false(t->renewed);
    t->renewed = true;
    assert_true(rsp_guest_put_back(&l, &line, &left));
    assert_int_equal(left.len, 0);
    assert_int_equal(t->pc, 0x4000);
    l.given = RSP_GUEST_NOT_GIVEN;
    assert_false(rsp_guest_enter(&l, &line, "spin"));
    assert_non_null(strstr(l.why, "-> E"));
    rsp_guest_load_free(&l);
    rsp_buf_free(&left);
    free(t);
}

/* Its pc alone would lead to one instruction and then back to where the program was. */
static void a_sparc_goes_on_at_npc(void **state) {
    (void)state;
    target *t = new_target(RIGHT);
    t->guest = rsp_guest_for("sparc", true, 0);
    rsp_guest_load l = {0};
    rsp_buf left = {0};
    const rsp_guest_line line = {
        .ask = ask, .resume = resume, .get = get, .set = set, .ctx = t, .packet_bytes = 0x200};
    assert_true(load(t, &l, &left));
    assert_true(rsp_guest_enter(&l, &line, "spin"));
    assert_int_equal(t->npc, RAM_AT + offset_of(t, "main_spin") + 4);
    rsp_guest_load_free(&l);
    rsp_buf_free(&left);
    free(t);
}

static void the_byte_order_of_a_powerpc_is_a_mode(void **state) {
    (void)state;
    for (unsigned little_guest = 0; little_guest < 2; little_guest++)
        for (unsigned little = 0; little < 2; little++) {
            target *t = new_target(RIGHT);
            t->guest = rsp_guest_for("powerpc64", !little_guest, 0);
            t->msr = 0x8000 | little;
            rsp_guest_load l = {0};
            rsp_buf left = {0};
            assert_int_equal(load(t, &l, &left), little == little_guest);
            if (little != little_guest) {
                assert_int_equal(l.step, RSP_GUEST_STEP_PC);
                assert_non_null(strstr(l.why, little ? "in little-endian mode" : "in big-endian mode"));
                assert_untouched(t);
            }
            rsp_guest_load_free(&l);
            rsp_buf_free(&left);
            free(t);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_fails_is_said_and_put_back),
        cmocka_unit_test(what_can_be_loaded_is_and_goes_again),
        cmocka_unit_test(only_a_large_place_has_the_scratch_of_the_debuggee),
        cmocka_unit_test(code_and_data_go_to_two_memories),
        cmocka_unit_test(code_goes_to_blank_flash_and_leaves_it_blank),
        cmocka_unit_test(a_death_in_the_load_is_told_at_each_request),
        cmocka_unit_test(what_can_not_be_put_back_is_counted),
        cmocka_unit_test(a_sparc_goes_on_at_npc),
        cmocka_unit_test(the_byte_order_of_a_powerpc_is_a_mode),
        cmocka_unit_test(allocated_memory_is_asked_for_again_and_is_nobody_elses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
