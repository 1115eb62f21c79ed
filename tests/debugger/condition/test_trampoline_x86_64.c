/* Trampolines of x86-64, run in this process: random conditions mean what they mean on the host, displaced
 * instructions do what they did, and at each place the map gives the program's registers back.
 * On another host only what does not run is tested. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "random_condition.h"
#include "trampoline_cases.h"

#include "condition/code/x86_64_decode.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { FS_BASE = 58 }; /* as gdbserver numbers it */

/* --- what is refused, and why ------------------------------------------------------------------------------
 */

typedef struct refused_case {
    const char *name;
    const char *before;
    const char *text;
    rsp_trampoline_reason reason;
    bool whole;
    const char *apart; /* code of the function at 0x10100; NULL: none */
} refused_case;

/* Bytes in hex. The site is where `text` begins, at 0x10000. */
static const refused_case refused[] = {
    {"push rbp; mov rbp, rsp; nop", "", "55 48 89 e5 90", RSP_TRAMPOLINE_NONE, true, NULL},
    {"endbr64; push rbp", "", "f3 0f 1e fa 55", RSP_TRAMPOLINE_NONE, true, NULL},
    {"a jump over it", "eb 05", "55 48 89 e5 90 c3", RSP_TRAMPOLINE_NONE, true, NULL},
    {"syscall", "", "0f 05 90 90 90", RSP_TRAMPOLINE_ECALL, true, NULL},
    {"int 0x80 second", "", "90 cd 80 90 90", RSP_TRAMPOLINE_ECALL, true, NULL},
    {"int3", "", "cc 90 90 90 90", RSP_TRAMPOLINE_EBREAK, true, NULL},
    {"ud2", "", "0f 0b 90 90 90", RSP_TRAMPOLINE_EBREAK, true, NULL},
    {"xbegin", "", "c7 f8 00 00 00 00", RSP_TRAMPOLINE_TRANSACTION, true, NULL},
    {"no instruction", "", "06 90 90 90 90", RSP_TRAMPOLINE_UNDECODED, true, NULL},
    {"iretq", "", "48 cf 90 90 90", RSP_TRAMPOLINE_UNDECODED, true, NULL},
    {"jmp of 16 bits", "", "66 e9 00 00 90 90", RSP_TRAMPOLINE_UNDECODED, true, NULL},
    {"mov eax, [eip]", "", "67 8b 05 00 00 00 00", RSP_TRAMPOLINE_UNDECODED, true, NULL},
    {"the code ends", "", "55 48 89 e5", RSP_TRAMPOLINE_TRUNCATED, true, NULL},
    {"ret and padding", "", "c3 0f 1f 40 00", RSP_TRAMPOLINE_NONE, true, NULL},
    {"ret and int3", "", "c3 cc cc cc cc", RSP_TRAMPOLINE_NONE, true, NULL},
    {"ret and code", "", "c3 55 48 89 e5", RSP_TRAMPOLINE_LEAVES_INSIDE, true, NULL},
    {"jmp rax and code", "", "ff e0 55 48 89 e5", RSP_TRAMPOLINE_LEAVES_INSIDE, true, NULL},
    {"call", "", "e8 00 00 00 00", RSP_TRAMPOLINE_NONE, true, NULL},
    {"call rax, then code", "", "ff d0 90 90 90", RSP_TRAMPOLINE_RETURNS_INSIDE, true, NULL},
    {"code, then call rax", "", "48 89 c7 ff d0", RSP_TRAMPOLINE_NONE, true, NULL},
    {"call [rsp + 8]", "", "90 ff 54 24 08", RSP_TRAMPOLINE_STACK_CALL, true, NULL},
    {"call rsp", "", "90 90 90 ff d4", RSP_TRAMPOLINE_STACK_CALL, true, NULL},
    {"call r12", "", "90 90 41 ff d4", RSP_TRAMPOLINE_NONE, true, NULL},
    {"a short jump into it", "eb 01", "55 48 89 e5 90 c3", RSP_TRAMPOLINE_JUMPED_INTO, true, NULL},
    {"a jump to it", "eb 00", "55 48 89 e5 90 c3", RSP_TRAMPOLINE_NONE, true, NULL},
    {"jne back into it", "", "55 48 89 e5 90 75 fa", RSP_TRAMPOLINE_JUMPED_INTO, true, NULL},
    {"a loop back into it", "", "55 48 89 e5 90 e2 fa", RSP_TRAMPOLINE_JUMPED_INTO, true, NULL},
    {"a jump within it", "", "eb 01 90 90 90", RSP_TRAMPOLINE_JUMPED_INTO, true, NULL},
    {"je within it", "", "74 01 90 90 90", RSP_TRAMPOLINE_JUMPED_INTO, true, NULL},
    {"a far je into it", "", "55 48 89 e5 90 0f 84 f6 ff ff ff", RSP_TRAMPOLINE_JUMPED_INTO, true, NULL},
    {"jmp rax somewhere", "", "55 48 89 e5 90 ff e0", RSP_TRAMPOLINE_TABLE, true, NULL},
    {"jmp [rax * 8]", "", "55 48 89 e5 90 ff 24 c5 00 00 00 00", RSP_TRAMPOLINE_TABLE, true, NULL},
    {"jmp [rip]", "", "55 48 89 e5 90 ff 25 00 00 00 00", RSP_TRAMPOLINE_NONE, true, NULL},
    {"jmp rax, and one instruction", "", "b8 01 00 00 00 ff e0", RSP_TRAMPOLINE_NONE, true, NULL},
    {"another function's jmp rax", "ff e0 90 90 90 90 90 90 90 90 90 90 90 90 90 90", "55 48 89 e5 90",
     RSP_TRAMPOLINE_NONE, false, NULL},
    {"the next function's jmp rax", "", "55 48 89 e5 90 c3 90 90 ff e0", RSP_TRAMPOLINE_NONE, false, NULL},
    {"this function's jmp rax, behind a ret", "74 10",
     "55 48 89 e5 90 c3 90 90 90 90 90 90 90 90 90 90 ff e0", RSP_TRAMPOLINE_TABLE, false, NULL},
    {"a jump from the other piece into it", "", "55 48 89 e5 90", RSP_TRAMPOLINE_JUMPED_INTO, true,
     "90 e9 fb fe ff ff"},
    {"a jump from the other piece to it", "", "55 48 89 e5 90", RSP_TRAMPOLINE_NONE, true,
     "90 e9 fa fe ff ff"},
    {"jmp rax in the other piece", "", "55 48 89 e5 90", RSP_TRAMPOLINE_TABLE, true, "ff e0"},
    {"an instruction over the site", "b8 01 00 00", "55 48 89 e5 90", RSP_TRAMPOLINE_UNALIGNED, true, NULL},
    {"out of step, then in step", "00 eb 01", "55 48 89 e5 90", RSP_TRAMPOLINE_JUMPED_INTO, false, NULL},
};

static rsp_bytes bytes_of(rsp_arena *arena, const char *hex) {
    size_t len = strlen(hex) == 0 ? 0 : (strlen(hex) + 1) / 3;
    uint8_t *bytes = rsp_arena_alloc(arena, len + 1);
    for (size_t i = 0; i < len; i++)
        bytes[i] = (uint8_t)strtoul(hex + 3 * i, NULL, 16);
    return rsp_bytes_make(bytes, len);
}

static rsp_trampoline_reason build_at(const rsp_trampoline_site *site, const char *text) {
    rsp_arena arena = {0};
    rsp_buf out = {0};
    rsp_trampoline map;
    rsp_trampoline_reason reason = RSP_TRAMPOLINE_NONE;
    rsp_status status = rsp_trampoline_build(&map, &out, &reason, condition_of(&arena, text), site, NULL);
    assert_int_equal(status, reason == RSP_TRAMPOLINE_NONE ? RSP_OK : RSP_REFUSED);
    assert_true(status == RSP_OK || out.len == 0);
    rsp_buf_free(&out);
    rsp_arena_free(&arena);
    return reason;
}

static void build_refuses_with_a_reason(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(refused); i++) {
        rsp_arena arena = {0};
        const rsp_trampoline_site site = {.machine = RSP_KIND_X86_64,
                                          .address = 0x10000,
                                          .text = bytes_of(&arena, refused[i].text),
                                          .before = bytes_of(&arena, refused[i].before),
                                          .whole = refused[i].whole,
                                          .apart = bytes_of(&arena, refused[i].apart ? refused[i].apart : ""),
                                          .apart_address = 0x10100,
                                          .code = 0x20000};
        rsp_trampoline_reason reason = build_at(&site, "1");
        if (reason != refused[i].reason)
            fail_msg("%s: %s", refused[i].name, rsp_trampoline_reason_text(reason));
        rsp_arena_free(&arena);
    }
}

typedef struct reach_case {
    const char *text;
    uint64_t code;
    rsp_trampoline_reason reason;
} reach_case;

static void build_refuses_what_is_out_of_reach(void **state) {
    (void)state;
    const uint64_t site = 0x100000000;
    const uint64_t reach = 0x80000000;
    const reach_case cases[] = {
        {"48 89 c7 89 c0", site + reach - 0x1000, RSP_TRAMPOLINE_NONE},
        {"48 89 c7 89 c0", site + reach + 0x10, RSP_TRAMPOLINE_SITE_TOO_FAR},
        {"48 89 c7 89 c0", site - reach + 0x1000, RSP_TRAMPOLINE_NONE},
        {"48 89 c7 89 c0", site - reach - 0x10, RSP_TRAMPOLINE_SITE_TOO_FAR},
        {"48 8b 05 00 00 00 80", site + 0x1000, RSP_TRAMPOLINE_DATA_TOO_FAR},
        {"48 8b 05 00 00 00 80", site - 0x1000, RSP_TRAMPOLINE_NONE},
        {"e9 00 00 00 80", site + 0x1000, RSP_TRAMPOLINE_TARGET_TOO_FAR},
        {"0f 84 00 00 00 80", site + 0x1000, RSP_TRAMPOLINE_TARGET_TOO_FAR},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_arena arena = {0};
        const rsp_trampoline_site where = {.machine = RSP_KIND_X86_64,
                                           .address = site,
                                           .text = bytes_of(&arena, cases[i].text),
                                           .whole = true,
                                           .code = cases[i].code};
        if (build_at(&where, "1") != cases[i].reason)
            fail_msg("%s at 0x%llx", cases[i].text, (unsigned long long)cases[i].code);
        rsp_arena_free(&arena);
    }
    const uint8_t nops[5] = {0x90, 0x90, 0x90, 0x90, 0x90};
    rsp_trampoline_site where = {.machine = RSP_KIND_X86_64,
                                 .address = site,
                                 .text = rsp_bytes_make(nops, 5),
                                 .whole = true,
                                 .code = site + 0x1000};
    assert_int_equal(build_at(&where, "$15 + $16"), RSP_TRAMPOLINE_NONE);
    assert_int_equal(build_at(&where, "$17"), RSP_TRAMPOLINE_REGISTER);
    where.machine = RSP_KIND_OTHER;
    assert_int_equal(build_at(&where, "1"), RSP_TRAMPOLINE_MACHINE);
}

/* Whether the code for a condition on xmm`number` has these bytes: movq rax, xmm has no other use there. */
static bool reads_float_by(unsigned number, const char *hex) {
    rsp_arena arena = {0};
    rsp_buf out = {0};
    char text[16];
    bool found = false;
    const rsp_trampoline_site where = {.machine = RSP_KIND_X86_64,
                                       .address = 0x10000,
                                       .text = bytes_of(&arena, "48 89 c7 89 c0"),
                                       .whole = true,
                                       .floats = 40,
                                       .code = 0x20000};
    const rsp_bytes expected = bytes_of(&arena, hex);
    rsp_trampoline map;
    (void)snprintf(text, sizeof text, "$%u == 1", 40 + number);
    assert_ok(rsp_trampoline_build(&map, &out, NULL, condition_of(&arena, text), &where, NULL));
    for (size_t at = 0; at + expected.len <= out.len; at++)
        found |= memcmp(out.ptr + at, expected.ptr, expected.len) == 0;
    rsp_buf_free(&out);
    rsp_arena_free(&arena);
    return found;
}

static void each_floating_point_register_is_read_by_its_own_number(void **state) {
    (void)state;
    assert_true(reads_float_by(0, "66 48 0f 7e c0"));
    assert_true(reads_float_by(7, "66 48 0f 7e f8"));
    assert_true(reads_float_by(8, "66 4c 0f 7e c0"));
    assert_true(reads_float_by(15, "66 4c 0f 7e f8"));
}

#if defined(__x86_64__)

#include "x86_world.h"

enum { ROUNDS = 10000, SEQUENCES = 20000 };

/* Builds the trampoline for what stands at the site. Its two breakpoints become exits. */
static void plant_for(const x86_world *w, rsp_trampoline *map, const rsp_condition *condition,
                      size_t text_bytes, bool swapped, bool traced) {
    rsp_buf code = {0};
    const rsp_trampoline_site site = {.machine = RSP_KIND_X86_64,
                                      .address = world_at(w, WORLD_SITE),
                                      .text = rsp_bytes_make(w->base + WORLD_SITE, text_bytes),
                                      .whole = true,
                                      .swapped = swapped,
                                      .thread_pointer = FS_BASE,
                                      .code = world_at(w, WORLD_CODE)};
    rsp_error error = {0};
    if (rsp_trampoline_build(map, &code, NULL, condition, &site, &error) != RSP_OK)
        fail_msg("%s", error.msg);
    assert_int_equal(code.len, map->end - map->code);
    assert_true(code.len <= WORLD_EXITS - WORLD_CODE);
    memcpy(w->base + WORLD_CODE, code.ptr, code.len);
    /* Registers are still in the frame at a trap; the exits come after they are back, or see the frame. */
    const uint64_t traps[] = {map->stop, map->error};
    for (size_t i = 0; i < RSP_ARRAY_LEN(traps); i++) {
        uint8_t *at = w->base + (traps[i] - world_at(w, 0));
        static const uint8_t trap[] = {0xcd, 0x03, 0xf8};
        assert_memory_equal(at - 2, trap, sizeof trap);
        at[-2] = 0x90; /* then the byte is where gdbserver has it go on */
    }
    uint64_t exits[] = {map->leave_true, map->error + 1};
    x86_insn lea;
    assert_true(x86_decode(&lea, rsp_bytes_make(w->base + (map->leave_true - world_at(w, 0)), 16), 0));
    exits[0] += lea.len;
    for (size_t i = 0; i < RSP_ARRAY_LEN(exits); i++) {
        uint8_t *at = w->base + (exits[i] - world_at(w, 0));
        assert_int_equal(at[0], 0xe9);
        int32_t distance =
            (int32_t)(WORLD_EXITS + 16 * (int)(WORLD_STOP + i) - (int)(exits[i] - world_at(w, 0)) - 5);
        memcpy(at + 1, &distance, sizeof distance);
    }
    /* Nobody traces the test. Without the file that would tell, the code takes it that somebody does. */
    uint8_t *path = w->base + WORLD_CODE + code.len - sizeof "/proc/thread-self/status";
    assert_string_equal((const char *)path, "/proc/thread-self/status");
    if (traced)
        path[1] = 'x';
    memcpy(w->base + WORLD_SITE, map->jump, map->num_jump);
    rsp_buf_free(&code);
}

static void plant(const x86_world *w, rsp_trampoline *map, const rsp_condition *condition, size_t text_bytes,
                  bool swapped) {
    plant_for(w, map, condition, text_bytes, swapped, true);
}

/* The decoder reads the code from its beginning to its end, and finds an instruction at each label. */
static void check_decodes(const x86_world *w, const rsp_trampoline *map) {
    const uint64_t labels[] = {map->scratched, map->body,    map->leave_false, map->moved,
                               map->aside,     map->restore, map->leave_true,  map->moved_end};
    size_t found = 0;
    x86_insn insn;
    for (uint64_t at = map->code; at < map->end - sizeof "/proc/thread-self/status"; at += insn.len) {
        const uint8_t *bytes = w->base + (at - world_at(w, 0));
        if (!x86_decode(&insn, rsp_bytes_make(bytes, (size_t)(map->end - at)), at))
            fail_msg("no instruction at +0x%llx", (unsigned long long)(at - map->code));
        for (size_t i = 0; i < RSP_ARRAY_LEN(labels); i++)
            found += labels[i] == at;
    }
    assert_int_equal(found, RSP_ARRAY_LEN(labels));
}

/* --- conditions -------------------------------------------------------------------------------------------
 */

typedef struct host_view {
    const x86_world *world;
    const world_registers *registers;
} host_view;

static rsp_status read_register(void *ctx, uint64_t number, uint64_t *out_value) {
    const host_view *view = ctx;
    *out_value = number < NUM_GDB_REGISTERS ? view->registers->r[number] : world_at(view->world, WORLD_SITE);
    return RSP_OK;
}

static rsp_status read_memory(void *ctx, uint64_t address, uint8_t *dst, size_t len) {
    const host_view *view = ctx;
    uint64_t offset = address - world_at(view->world, 0);
    bool near = address - (uint64_t)(uintptr_t)view->world->around < WORLD_ROOM;
    if (near && offset > WORLD_BYTES - len)
        return RSP_FAULT;
    return pread(view->world->memory, dst, len, (off_t)address) == (ssize_t)len ? RSP_OK : RSP_FAULT;
}

static void fill(const x86_world *w, world_registers *in, rsp_rng *rng) {
    for (size_t i = 0; i < WORLD_DATA_BYTES; i += 8) {
        uint64_t value = rsp_rng_next(rng);
        memcpy(w->base + WORLD_DATA + i, &value, 8);
        memcpy(w->base + WORLD_STACK - WORLD_DATA_BYTES / 2 + i, &value, 8);
    }
    for (unsigned r = 0; r < NUM_GDB_REGISTERS; r++)
        in->r[r] = rsp_rng_next(rng) >> rsp_rng_below(rng, 64);
    in->r[7] = world_at(w, WORLD_STACK);
    in->flags = 0x202 | (rsp_rng_next(rng) & 0x8d5);
}

static rsp_status status_of(uint64_t exit, uint64_t *out_truth) {
    *out_truth = exit == WORLD_STOP;
    if (exit == WORLD_FAULT)
        return RSP_FAULT;
    return exit == WORLD_ERROR ? RSP_RANGE : RSP_OK;
}

static void check_same(const char *text, const world_registers *in, uint64_t exit) {
    if (exit == WORLD_FAULT ||
        exit == WORLD_ERROR) /* registers are still in the frame: the walk looks there */
        return;
    for (unsigned r = 0; r < NUM_GDB_REGISTERS; r++)
        if (world_out.r[r] != in->r[r])
            fail_msg("%s: register %u is 0x%llx, was 0x%llx", text, r, (unsigned long long)world_out.r[r],
                     (unsigned long long)in->r[r]);
    if ((world_out.flags & 0x8d5) != (in->flags & 0x8d5))
        fail_msg("%s: flags 0x%llx, were 0x%llx", text, (unsigned long long)world_out.flags,
                 (unsigned long long)in->flags);
}

static void compare_condition(const x86_world *w, author *a, const char *text, unsigned num[3]) {
    rsp_arena arena = {0};
    const rsp_condition *condition = condition_of(&arena, text);
    rsp_trampoline map;
    world_registers in;
    uint64_t value = 0;
    uint64_t truth = 0;
    uint8_t red_zone[128];
    fill(w, &in, &a->rng);
    memset(w->base + WORLD_SITE, 0x90, 5);
    world_put_exit(w, WORLD_SITE + 5, WORLD_DONE);
    plant(w, &map, condition, 5, false);
    check_decodes(w, &map);
    memcpy(red_zone, w->base + WORLD_STACK - 128, 128);
    host_view view = {.world = w, .registers = &in};
    rsp_condition_host host = {.ctx = &view, .read_register = read_register, .read_memory = read_memory};
    rsp_status wanted = rsp_condition_eval(&value, condition, &host, NULL);
    uint64_t exit = x86_world_run(w, &in);
    rsp_status got = status_of(exit, &truth);
    if (wanted != got || (got == RSP_OK && truth != (value != 0)))
        fail_msg("%s: host %s 0x%llx, inferior %s %llu", text, rsp_status_name(wanted),
                 (unsigned long long)value, rsp_status_name(got), (unsigned long long)truth);
    check_same(text, &in, exit);
    assert_memory_equal(red_zone, w->base + WORLD_STACK - 128, 128);
    num[got == RSP_OK ? 0 : 1]++;
    num[2] += got == RSP_OK && truth;
    rsp_arena_free(&arena);
}

static void random_conditions_mean_what_they_mean_on_the_host(void **state) {
    (void)state;
    x86_world w;
    unsigned num[3] = {0};
    x86_world_init(&w);
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        author a = {.data = world_at(&w, WORLD_DATA), .num_registers = NUM_GDB_REGISTERS + 1};
        rsp_rng_seed(&a.rng, seed);
        write_condition(&a);
        compare_condition(&w, &a, rsp_buf_cstr(&a.text), num);
        rsp_buf_free(&a.text);
    }
    print_message("%u with a value, %u of them true, %u without\n", num[0], num[2], num[1]);
    assert_true(num[0] > ROUNDS / 2 && num[1] > ROUNDS / 50 && num[2] > ROUNDS / 5);
    x86_world_end(&w);
}

/* In this process the thread pointer is the test's own. */
static void the_thread_pointer_is_read_where_it_has_a_number(void **state) {
    (void)state;
    x86_world w;
    rsp_arena arena = {0};
    rsp_trampoline map;
    world_registers in;
    char text[64];
    x86_world_init(&w);
    rsp_rng rng;
    rsp_rng_seed(&rng, 1);
    for (unsigned more = 0; more < 2; more++) {
        (void)snprintf(text, sizeof text, "$%d == %#llx", FS_BASE,
                       (unsigned long long)(uintptr_t)__builtin_thread_pointer() + more);
        fill(&w, &in, &rng);
        memset(w.base + WORLD_SITE, 0x90, 5);
        world_put_exit(&w, WORLD_SITE + 5, WORLD_DONE);
        plant(&w, &map, condition_of(&arena, text), 5, false);
        assert_int_equal(x86_world_run(&w, &in), more ? WORLD_DONE : WORLD_STOP);
    }
    const uint8_t nops[5] = {0x90, 0x90, 0x90, 0x90, 0x90};
    const rsp_trampoline_site nowhere = {.machine = RSP_KIND_X86_64,
                                         .address = 0x10000,
                                         .text = rsp_bytes_make(nops, sizeof nops),
                                         .whole = true,
                                         .code = 0x20000};
    assert_int_equal(build_at(&nowhere, "$58"), RSP_TRAMPOLINE_REGISTER);
    rsp_arena_free(&arena);
    x86_world_end(&w);
}

/* The traps are there, and no debugger. */
static void untraced_program_goes_on_undisturbed(void **state) {
    (void)state;
    static const char *const texts[] = {"1", "$7 / 0", "$0 == $0 && u8[$7] <= 255"};
    x86_world w;
    rsp_rng rng;
    x86_world_init(&w);
    rsp_rng_seed(&rng, 9);
    for (size_t i = 0; i < 30; i++) {
        rsp_arena arena = {0};
        rsp_trampoline map;
        world_registers in;
        fill(&w, &in, &rng);
        memset(w.base + WORLD_SITE, 0x90, 5);
        world_put_exit(&w, WORLD_SITE + 5, WORLD_DONE);
        plant_for(&w, &map, condition_of(&arena, texts[i % 3]), 5, false, false);
        assert_int_equal(x86_world_run(&w, &in), WORLD_DONE);
        check_same(texts[i % 3], &in, WORLD_DONE);
        rsp_arena_free(&arena);
    }
    x86_world_end(&w);
}

static void swapped_numbers_are_those_of_lldb_server(void **state) {
    (void)state;
    x86_world w;
    rsp_arena arena = {0};
    rsp_trampoline map;
    world_registers in = {.flags = 0x202};
    x86_world_init(&w);
    in.r[4] = 44; /* rsi, as GDB counts */
    in.r[5] = 55;
    in.r[7] = world_at(&w, WORLD_STACK);
    for (unsigned swapped = 0; swapped < 2; swapped++) {
        memset(w.base + WORLD_SITE, 0x90, 5);
        world_put_exit(&w, WORLD_SITE + 5, WORLD_DONE);
        plant(&w, &map, condition_of(&arena, "$4 == 55 && $5 == 44"), 5, swapped);
        assert_int_equal(x86_world_run(&w, &in), swapped ? WORLD_STOP : WORLD_DONE);
    }
    rsp_arena_free(&arena);
    x86_world_end(&w);
}

/* --- the map: single steps through the whole trampoline
 * -----------------------------------------------------
 */

static const rsp_trampoline *walked;
static unsigned num_walked;
static uint64_t walk_failed_at;

static void on_step(const world_registers *at, uint64_t pc) {
    rsp_trampoline_origin place;
    if (!rsp_trampoline_find(&place, walked, pc) || pc >= walked->moved)
        return;
    world_registers program = *at;
    const uint64_t *frame = (const uint64_t *)(uintptr_t)at->r[7];
    program.r[7] += place.sp_offset;
    for (unsigned r = 0; r < NUM_GDB_REGISTERS; r++)
        if (place.saved >> r & 1)
            program.r[r] = *frame++;
    if (place.saved >> 17 & 1)
        program.flags = rsp_trampoline_flags(at->flags, *frame);
    bool same = memcmp(program.r, world_in.r, sizeof program.r) == 0 &&
                (program.flags & 0x8d5) == (world_in.flags & 0x8d5) && place.pc == walked->site;
    walk_failed_at = same || walk_failed_at ? walk_failed_at : pc;
    num_walked++;
}

static void find_gives_the_program_back_at_every_place(void **state) {
    (void)state;
    static const char *const texts[] = {"0", "$0 / ($2 | 1) == $3 + 1 && 0",
                                        "u64[$7] - 1 << 3 && 0 || $8 == 1"};
    x86_world w;
    rsp_rng rng;
    x86_world_init(&w);
    rsp_rng_seed(&rng, 5);
    w.on_step = on_step;
    for (unsigned i = 0; i < 60; i++) {
        rsp_arena arena = {0};
        rsp_trampoline map;
        world_registers in;
        fill(&w, &in, &rng);
        memset(w.base + WORLD_SITE, 0x90, 5);
        world_put_exit(&w, WORLD_SITE + 5, WORLD_DONE);
        plant(&w, &map, condition_of(&arena, texts[i % 3]), 5, false);
        in.flags |= 0x100;
        walked = &map;
        num_walked = 0;
        walk_failed_at = 0;
        uint64_t exit = x86_world_run(&w, &in);
        assert_int_equal(exit, WORLD_DONE);
        if (walk_failed_at)
            fail_msg("%s: wrong at +0x%llx", texts[i % 3], (unsigned long long)(walk_failed_at - map.code));
        assert_true(num_walked > 12);
        rsp_arena_free(&arena);
    }
    x86_world_end(&w);
}

/* --- displaced instructions do what they did ---------------------------------------------------------------
 */

/* What is to be put into an instruction. */
typedef enum piece_kind { PLAIN, DATA_32, NEAR_8, TARGET_32, LAST } piece_kind;

typedef struct piece {
    const char *name;
    const char *hex;
    piece_kind kind; /* DATA_32, TARGET_32: a distance of 4 bytes, NEAR_8: of one */
    unsigned at;     /* where */
    bool last;       /* nothing can follow in the displaced bytes */
} piece;

static const piece pieces[] = {
    {"push rbp", "55", PLAIN, 0, false},
    {"pop rbx", "5b", PLAIN, 0, false},
    {"mov rbp, rsp", "48 89 e5", PLAIN, 0, false},
    {"endbr64", "f3 0f 1e fa", PLAIN, 0, false},
    {"nop", "90", PLAIN, 0, false},
    {"nop dword [rax]", "0f 1f 40 00", PLAIN, 0, false},
    {"sub rsp, 16", "48 83 ec 10", PLAIN, 0, false},
    {"add rax, rbx", "48 01 d8", PLAIN, 0, false},
    {"adc ecx, edx", "11 d1", PLAIN, 0, false},
    {"sbb r8, r9", "4d 19 c8", PLAIN, 0, false},
    {"cmp rax, rdx", "48 39 d0", PLAIN, 0, false},
    {"test al, al", "84 c0", PLAIN, 0, false},
    {"inc r10d", "41 ff c2", PLAIN, 0, false},
    {"cmovb rax, rcx", "48 0f 42 c1", PLAIN, 0, false},
    {"setg bl", "0f 9f c3", PLAIN, 0, false},
    {"lahf", "9f", PLAIN, 0, false},
    {"pushf", "9c", PLAIN, 0, false},
    {"mul r11", "49 f7 e3", PLAIN, 0, false},
    {"rol r12, 7", "49 c1 c4 07", PLAIN, 0, false},
    {"mov [rsp - 8], rax", "48 89 44 24 f8", PLAIN, 0, false},
    {"mov rcx, [rsp - 64]", "48 8b 4c 24 c0", PLAIN, 0, false},
    {"mov ax, 0x1234", "66 b8 34 12", PLAIN, 0, false},
    {"movabs r13", "49 bd 11 22 33 44 55 66 77 88", PLAIN, 0, false},
    {"lea rdi, [rip + data]", "48 8d 3d 00 00 00 00", DATA_32, 3, false},
    {"mov rax, [rip + data]", "48 8b 05 00 00 00 00", DATA_32, 3, false},
    {"mov [rip + data], r14d", "44 89 35 00 00 00 00", DATA_32, 3, false},
    {"cmp dword [rip + data], 5", "83 3d 00 00 00 00 05", DATA_32, 2, false},
    {"mov word [rip + data], 0x1234", "66 c7 05 00 00 00 00 34 12", DATA_32, 3, false},
    {"lock xadd [rip + data], rax", "f0 48 0f c1 05 00 00 00 00", DATA_32, 5, false},
    {"movups xmm0, [rip + data]", "0f 10 05 00 00 00 00", DATA_32, 3, false},
    {"movq rax, xmm0", "66 48 0f 7e c0", PLAIN, 0, false},
    {"je short", "74 00", NEAR_8, 1, false},
    {"jb short", "72 00", NEAR_8, 1, false},
    {"jg short", "7f 00", NEAR_8, 1, false},
    {"jo short", "70 00", NEAR_8, 1, false},
    {"jne near", "0f 85 00 00 00 00", TARGET_32, 2, false},
    {"jp near", "0f 8a 00 00 00 00", TARGET_32, 2, false},
    {"jl near with a hint", "3e 0f 8c 00 00 00 00", TARGET_32, 3, false},
    {"loop", "e2 00", NEAR_8, 1, false},
    {"loopne", "e0 00", NEAR_8, 1, false},
    {"jrcxz", "e3 00", NEAR_8, 1, false},
    {"jecxz", "67 e3 00", NEAR_8, 2, false},
    {"jmp short", "eb 00", NEAR_8, 1, true},
    {"jmp near", "e9 00 00 00 00", TARGET_32, 1, true},
    {"bnd jmp", "f2 e9 00 00 00 00", TARGET_32, 2, true},
    {"call", "e8 00 00 00 00", TARGET_32, 1, true},
    {"call r15", "41 ff d7", PLAIN, 0, true},
    {"call [r15 + 256]", "41 ff 97 00 01 00 00", PLAIN, 0, true},
    {"call [rip + pointer]", "ff 15 00 00 00 00", LAST, 2, true},
    {"jmp [rip + pointer]", "ff 25 00 00 00 00", LAST, 2, true},
    {"ret", "c3", PLAIN, 0, true},
};

/* Of the region: the exit and pointers to it. */
enum { TARGET_EXIT = WORLD_EXITS + 16 * WORLD_TARGET, POINTER = WORLD_EXITS + 0x800 };

static size_t put_piece(const x86_world *w, size_t at, const piece *p, rsp_rng *rng) {
    uint8_t *bytes = w->base + at;
    size_t len = (strlen(p->hex) + 1) / 3;
    for (size_t i = 0; i < len; i++)
        bytes[i] = (uint8_t)strtoul(p->hex + 3 * i, NULL, 16);
    size_t to = p->kind == DATA_32  ? WORLD_DATA + 8 * (size_t)rsp_rng_below(rng, 64)
                : p->kind == LAST   ? POINTER
                : p->kind == NEAR_8 ? WORLD_NEAR
                                    : TARGET_EXIT;
    int32_t distance = (int32_t)to - (int32_t)(at + len);
    if (p->kind == NEAR_8)
        bytes[p->at] = (uint8_t)distance;
    else if (p->kind != PLAIN)
        memcpy(bytes + p->at, &distance, sizeof distance);
    return len;
}

/* Random instructions up to the jump's length; those that can only be last are. Returns their bytes. */
static size_t write_sequence(const x86_world *w, rsp_rng *rng, rsp_buf *names) {
    size_t len = 0;
    bool ended = false;
    while (len < 5 && !ended) {
        const piece *p = &pieces[rsp_rng_below(rng, RSP_ARRAY_LEN(pieces))];
        size_t bytes = (strlen(p->hex) + 1) / 3;
        bool calls = strncmp(p->name, "call", 4) == 0;
        if (p->last && calls && len + bytes < 5)
            continue;
        len += put_piece(w, WORLD_SITE + len, p, rng);
        rsp_buf_printf(names, "%s; ", p->name);
        ended = p->last;
    }
    while (len < 5) /* padding */
        w->base[WORLD_SITE + len++] = 0xcc;
    world_put_exit(w, WORLD_SITE + len, WORLD_DONE);
    return len;
}

typedef struct outcome {
    uint64_t exit;
    uint64_t fault_pc;
    world_registers registers;
    uint8_t data[WORLD_DATA_BYTES];
    uint8_t stack[256]; /* from the red zone up */
} outcome;

static void run_sequence(const x86_world *w, outcome *out, uint64_t seed, bool by_pointer) {
    rsp_rng rng;
    world_registers in;
    uint64_t target = world_at(w, TARGET_EXIT);
    rsp_rng_seed(&rng, seed);
    fill(w, &in, &rng);
    memcpy(w->base + POINTER, &target, sizeof target);
    memcpy(w->base + WORLD_STACK, &target, sizeof target); /* of a ret */
    in.r[15] = target;
    if (seed % 3 == 0)
        in.r[2] &= 1; /* rcx: loops end */
    if (by_pointer)
        in.r[15] = world_at(w, POINTER) - 256;
    out->exit = x86_world_run(w, &in);
    out->registers = world_out;
    out->fault_pc = out->exit == WORLD_FAULT ? world_fault_pc : 0;
    memcpy(out->data, w->base + WORLD_DATA, sizeof out->data);
    memcpy(out->stack, w->base + WORLD_STACK - 128, sizeof out->stack);
}

static void compare_sequence(const x86_world *w, uint64_t seed, unsigned exits[WORLD_FAULT + 1]) {
    rsp_arena arena = {0};
    rsp_buf names = {0};
    rsp_rng rng;
    rsp_trampoline map;
    outcome native;
    outcome moved;
    rsp_rng_seed(&rng, seed);
    size_t len = write_sequence(w, &rng, &names);
    bool by_pointer = strstr(rsp_buf_cstr(&names), "[r15") != NULL;
    run_sequence(w, &native, seed, by_pointer);
    plant(w, &map, condition_of(&arena, seed & 1 ? "u8[$7] > 255" : "$0 == $1 && 0"), len, false);
    check_decodes(w, &map);
    run_sequence(w, &moved, seed, by_pointer);
    bool flags_differ = ((native.registers.flags ^ moved.registers.flags) & 0x8d5) != 0;
    if (native.exit == WORLD_FAULT && moved.exit == WORLD_FAULT) {
        rsp_trampoline_origin place = {.pc = moved.fault_pc};
        (void)rsp_trampoline_find(&place, &map, moved.fault_pc);
        moved.fault_pc = place.pc;
        moved.registers.r[7] += place.sp_offset;
    }
    if (native.fault_pc != moved.fault_pc)
        fail_msg("seed %u: %s fault at 0x%llx, moved 0x%llx", (unsigned)seed, rsp_buf_cstr(&names),
                 (unsigned long long)native.fault_pc, (unsigned long long)moved.fault_pc);
    if (native.exit != moved.exit || flags_differ)
        fail_msg("seed %u: %s exit %u, moved %u, flags 0x%x, moved 0x%x", (unsigned)seed,
                 rsp_buf_cstr(&names), (unsigned)native.exit, (unsigned)moved.exit,
                 (unsigned)native.registers.flags, (unsigned)moved.registers.flags);
    for (unsigned r = 0; r < NUM_GDB_REGISTERS; r++)
        if (native.registers.r[r] != moved.registers.r[r])
            fail_msg("seed %u: %s register %u is 0x%llx, moved 0x%llx", (unsigned)seed, rsp_buf_cstr(&names),
                     r, (unsigned long long)native.registers.r[r], (unsigned long long)moved.registers.r[r]);
    if (memcmp(native.data, moved.data, sizeof moved.data) != 0 ||
        memcmp(native.stack, moved.stack, sizeof moved.stack) != 0)
        fail_msg("seed %u: %s memory differs", (unsigned)seed, rsp_buf_cstr(&names));
    exits[native.exit]++;
    rsp_buf_free(&names);
    rsp_arena_free(&arena);
}

static void displaced_instructions_do_what_they_did(void **state) {
    (void)state;
    x86_world w;
    unsigned exits[WORLD_FAULT + 1] = {0};
    x86_world_init(&w);
    world_put_exit(&w, WORLD_NEAR, WORLD_TARGET);
    for (uint64_t seed = 0; seed < SEQUENCES; seed++)
        compare_sequence(&w, seed, exits);
    print_message("%u went on, %u went elsewhere, %u faulted\n", exits[WORLD_DONE], exits[WORLD_TARGET],
                  exits[WORLD_FAULT]);
    assert_true(exits[WORLD_DONE] > SEQUENCES / 5 && exits[WORLD_TARGET] > SEQUENCES / 5);
    x86_world_end(&w);
}

#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(build_refuses_with_a_reason),
        cmocka_unit_test(build_refuses_what_is_out_of_reach),
        cmocka_unit_test(each_floating_point_register_is_read_by_its_own_number),
#if defined(__x86_64__)
        cmocka_unit_test(random_conditions_mean_what_they_mean_on_the_host),
        cmocka_unit_test(the_thread_pointer_is_read_where_it_has_a_number),
        cmocka_unit_test(untraced_program_goes_on_undisturbed),
        cmocka_unit_test(swapped_numbers_are_those_of_lldb_server),
        cmocka_unit_test(find_gives_the_program_back_at_every_place),
        cmocka_unit_test(displaced_instructions_do_what_they_did),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
