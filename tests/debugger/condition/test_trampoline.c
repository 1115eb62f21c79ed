/* Trampolines: which instructions move and why others do not; a moved instruction does what it did.
 * Random instructions of every kind run at their site and behind a trampoline, with the same outcome.
 * The conditions themselves are in test_condition_same.c. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "machine/cpu/ops.h"

#include "rv_world.h"

#include "core/rng.h"

/* Every instruction of the machine, by the machine's own table. */
typedef struct known {
    const char *name;
    uint32_t match;
    uint32_t mask;
} known;

static const known instructions[] = {
#define ROW_ALU(name, format, match, mask, value) {#name, match, mask},
#define ROW_BRANCH(name, match, taken) {#name, match, 0x707f},
#define ROW_LOAD(name, match, bytes, type) {#name, match, 0x707f},
#define ROW_STORE(name, match, bytes) {#name, match, 0x707f},
#define ROW_AMO(name, match, value) {#name, match, 0xf800607f},
#define ROW_OTHER(name, format, match, mask) {#name, match, mask},
    ALU_OPS(ROW_ALU) BRANCH_OPS(ROW_BRANCH) LOAD_OPS(ROW_LOAD) STORE_OPS(ROW_STORE) AMO_OPS(ROW_AMO)
        JUMP_OPS(ROW_OTHER) OTHER_OPS(ROW_OTHER) /* and of the status registers the counters */
    {"RDCYCLE", 0xc0002073, 0xfffff07f},
    {"RDTIME", 0xc0102073, 0xfffff07f},
    {"RDINSTRET", 0xc0202073, 0xfffff07f}};

static const known *find(uint32_t insn) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(instructions); i++)
        if ((insn & instructions[i].mask) == instructions[i].match)
            return &instructions[i];
    return NULL;
}

static const rsp_bytes nothing = {NULL, 0};

/* Each fixed part of an encoding with every bit of it flipped, and random words: the trampoline's table knows
 * exactly what the machine executes. */
static void check_knows_what_the_machine_knows(void **state) {
    (void)state;
    rsp_rng rng;
    rsp_rng_seed(&rng, 1);
    for (size_t i = 0; i < 64 * RSP_ARRAY_LEN(instructions) * 33; i++) {
        const known *k = &instructions[i / 33 % RSP_ARRAY_LEN(instructions)];
        uint32_t insn = (uint32_t)rsp_rng_next(&rng) & ~k->mask;
        insn |= k->match;
        insn ^= i % 33 < 32 ? UINT32_C(1) << i % 33 : 0;
        rsp_trampoline_reason reason = rsp_trampoline_check(0x1000, insn, nothing);
        bool refused = reason == RSP_TRAMPOLINE_UNKNOWN || reason == RSP_TRAMPOLINE_COMPRESSED;
        if (refused != !find(insn))
            fail_msg("%08x (%s, bit %u): %s", insn, k->name, (unsigned)(i % 33),
                     rsp_trampoline_reason_text(reason));
    }
}

static const moved_case refused[] = {
    {"addi a0, a0, 1", 0x1000, 0x00150513, RSP_TRAMPOLINE_NONE},
    {"c.nop", 0x1000, 0x00010001, RSP_TRAMPOLINE_COMPRESSED},
    {"zero", 0x1000, 0, RSP_TRAMPOLINE_COMPRESSED},
    {"at an odd half", 0x1002, 0x00150513, RSP_TRAMPOLINE_MISALIGNED},
    {"ecall", 0x1000, 0x00000073, RSP_TRAMPOLINE_ECALL},
    {"ebreak", 0x1000, 0x00100073, RSP_TRAMPOLINE_EBREAK},
    {"lr.w a0, (a1)", 0x1000, 0x1005a52f, RSP_TRAMPOLINE_RESERVATION},
    {"sc.w a0, a2, (a1)", 0x1000, 0x18c5a52f, RSP_TRAMPOLINE_RESERVATION},
    {"jalr ra, ra", 0x1000, 0x000080e7, RSP_TRAMPOLINE_LINK_REGISTER},
    {"jalr ra, a0", 0x1000, 0x000500e7, RSP_TRAMPOLINE_NONE},
    {"ret", 0x1000, 0x00008067, RSP_TRAMPOLINE_NONE},
    {"fld fa0, 0(a0)", 0x1000, 0x00053507, RSP_TRAMPOLINE_UNKNOWN},
    {"48 bits long", 0x1000, 0x0000001f, RSP_TRAMPOLINE_UNKNOWN},
    {"all ones", 0x1000, 0xffffffff, RSP_TRAMPOLINE_UNKNOWN},
};

static void check_refuses_with_a_reason(void **state) {
    (void)state;
    check_cases(refused, RSP_ARRAY_LEN(refused), rsp_trampoline_check);
}

static void check_looks_back_for_a_reservation(void **state) {
    (void)state;
    const uint8_t lr[] = {0x2f, 0xa5, 0x05, 0x10, 0x13, 0x05, 0x15, 0x00};
    const uint8_t lr_sc[] = {0x2f, 0xa5, 0x05, 0x10, 0x2f, 0xa5, 0xc5, 0x18, 0x13, 0x05, 0x15, 0x00};
    assert_int_equal(rsp_trampoline_check(0x1000, 0x00150513, rsp_bytes_make(lr, sizeof lr)),
                     RSP_TRAMPOLINE_RESERVATION);
    assert_int_equal(rsp_trampoline_check(0x1000, 0x00150513, rsp_bytes_make(lr_sc, sizeof lr_sc)),
                     RSP_TRAMPOLINE_NONE);
}

static rsp_trampoline_reason build_at(uint64_t site, uint32_t insn, uint64_t code, const char *condition) {
    rsp_trampoline map;
    return build_words(&map, RSP_KIND_RV64, site, insn, code, condition);
}

/* "1" is 13 instructions up to the jump back at offset 0x44. */
static void build_refuses_what_is_out_of_reach(void **state) {
    (void)state;
    const uint64_t site = 0x40000000;
    const uint32_t nop = 0x13;
    const uint32_t odd_jal = 0x0020006f; /* jal x0, +2 */
    const uint32_t far_jal = 0x7fdff06f; /* jal x0, +0xffffc */
    assert_int_equal(build_at(site, nop, site + 0xfffc0, "1"), RSP_TRAMPOLINE_NONE);
    assert_int_equal(build_at(site, nop, site + 0x100000, "1"), RSP_TRAMPOLINE_SITE_TOO_FAR);
    assert_int_equal(build_at(site, nop, site - 0x100000, "1"), RSP_TRAMPOLINE_NONE);
    assert_int_equal(build_at(site, nop, site - 0x100004, "1"), RSP_TRAMPOLINE_SITE_TOO_FAR);
    assert_int_equal(build_at(site, nop, site + (UINT64_C(1) << 40), "1"), RSP_TRAMPOLINE_SITE_TOO_FAR);
    assert_int_equal(build_at(site, far_jal, site - 0x1000, "1"), RSP_TRAMPOLINE_TARGET_TOO_FAR);
    assert_int_equal(build_at(site, far_jal, site + 0x1000, "1"), RSP_TRAMPOLINE_NONE);
    assert_int_equal(build_at(site, odd_jal, site + 0x1000, "1"), RSP_TRAMPOLINE_TARGET_MISALIGNED);
    assert_int_equal(build_at(site, nop, site + 0x1000, "$33"), RSP_TRAMPOLINE_REGISTER);
    assert_int_equal(build_at(site, nop, site + 0x1000, "$32 == $31"), RSP_TRAMPOLINE_NONE);
    assert_int_equal(build_at(site, 1, site + 0x1000, "1"), RSP_TRAMPOLINE_COMPRESSED);
}

/* --- a moved instruction does what it did ------------------------------------------------------------------
 */

/* The last argument is what the registers are compared against: all 33. */
static void outcome(world *w, uint64_t *regs, uint8_t *data) {
    for (unsigned r = 0; r < RSP_NUM_REGS; r++)
        regs[r] = world_reg(w, r);
    assert_int_equal(rsp_process_read(w->process, data, w->base + WORLD_DATA, WORLD_DATA_BYTES),
                     WORLD_DATA_BYTES);
}

static void fill(world *w, uint64_t *regs, uint64_t seed) {
    rsp_rng rng;
    uint8_t data[WORLD_DATA_BYTES];
    rsp_rng_seed(&rng, seed);
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)rsp_rng_next(&rng);
    world_write(w, WORLD_DATA, rsp_bytes_make(data, sizeof data));
    world_write(w, WORLD_STACK - sizeof data / 2, rsp_bytes_make(data, sizeof data));
    for (unsigned r = 0; r < 32; r++) /* every register is a good address, and some are equal */
        regs[r] = w->base + WORLD_DATA + 0x800 + 8 * rsp_rng_below(&rng, 4);
}

/* Runs until the thread leaves the code of the trampoline, or just one instruction at the site itself. */
static rsp_machine_event run_one(world *w, const rsp_trampoline *map) {
    rsp_machine_event event = world_run(w, RSP_RESUME_STEP);
    for (unsigned i = 0; map && i < 1000 && event.kind == RSP_MACHINE_STEP; i++) {
        rsp_trampoline_origin place;
        if (!rsp_trampoline_find(&place, map, world_reg(w, RSP_REG_PC)))
            break;
        event = world_run(w, RSP_RESUME_STEP);
    }
    return event;
}

static bool build_for(world *w, rsp_trampoline *map, uint32_t insn, const char *text) {
    rsp_arena arena = {0};
    rsp_buf code = {0};
    uint8_t bytes[4];
    rsp_trampoline_site site = {.machine = RSP_KIND_RV64,
                                .address = w->base + WORLD_SITE,
                                .text = word_text(bytes, insn),
                                .code = w->base + WORLD_CODE};
    rsp_status status = rsp_trampoline_build(map, &code, NULL, condition_of(&arena, text), &site, NULL);
    if (status == RSP_OK) {
        world_write(w, WORLD_CODE, rsp_buf_bytes(&code));
        world_write(w, WORLD_SITE, rsp_bytes_make(map->jump, 4));
        assert_int_equal(map->end - map->code, code.len);
    }
    rsp_buf_free(&code);
    rsp_arena_free(&arena);
    return status == RSP_OK;
}

static void compare(world *w, uint32_t insn, const char *name, uint64_t seed) {
    uint64_t start[32];
    uint64_t before[RSP_NUM_REGS];
    uint64_t after[RSP_NUM_REGS];
    uint8_t data_before[WORLD_DATA_BYTES];
    uint8_t data_after[WORLD_DATA_BYTES];
    rsp_trampoline map;
    if (!build_for(w, &map, insn, seed & 1 ? "u8[$5] & 1" : "$10 == $11 && $12 <u $13"))
        return;
    world_word(w, WORLD_SITE, insn);
    fill(w, start, seed);
    world_place(w, start);
    rsp_machine_event native = run_one(w, NULL);
    outcome(w, before, data_before);
    rsp_trampoline_origin place;
    if (native.kind == RSP_MACHINE_STEP && rsp_trampoline_find(&place, &map, before[RSP_REG_PC]))
        return; /* a jump by chance into where the trampoline is: it would go on there */
    fill(w, start, seed);
    world_write(w, WORLD_SITE, rsp_bytes_make(map.jump, 4));
    world_place(w, start);
    rsp_machine_event moved = run_one(w, &map);
    outcome(w, after, data_after);
    if (native.kind != moved.kind)
        fail_msg("%s %08x: %s, and moved %s", name, insn, rsp_machine_event_text(native.kind),
                 rsp_machine_event_text(moved.kind));
    /* A trap's address is the client's to map back. */
    if (moved.kind == RSP_MACHINE_SIGNAL && rsp_trampoline_find(&place, &map, after[RSP_REG_PC]))
        after[RSP_REG_PC] = place.pc;
    /* The one difference: a jalr that traps, its target not a multiple of 4, has linked already. */
    if (moved.kind == RSP_MACHINE_SIGNAL && (insn & 0x7f) == 0x67)
        after[insn >> 7 & 31] = before[insn >> 7 & 31];
    for (unsigned r = 0; r < RSP_NUM_REGS; r++)
        if (before[r] != after[r])
            fail_msg("%s %08x, seed %u: register %u is 0x%llx, moved 0x%llx", name, insn, (unsigned)seed, r,
                     (unsigned long long)before[r], (unsigned long long)after[r]);
    assert_memory_equal(data_before, data_after, sizeof data_after);
}

/* Counters do not count the same, and system calls and traps are refused anyway. */
static bool is_comparable(const known *k) {
    return strncmp(k->name, "RD", 2) != 0;
}

static void moved_instruction_does_what_it_did(void **state) {
    (void)state;
    world w = {0};
    rsp_rng rng;
    world_init(&w);
    rsp_rng_seed(&rng, 7);
    for (uint64_t round = 0; round < 40; round++) {
        for (size_t i = 0; i < RSP_ARRAY_LEN(instructions); i++) {
            const known *k = &instructions[i];
            uint32_t insn = k->match | ((uint32_t)rsp_rng_next(&rng) & ~k->mask);
            if ((insn & 0x7f) == 0x6f && round % 2) /* some jumps stay near */
                insn &= ~UINT32_C(0xfff00000) | 0x00400000;
            if (is_comparable(k))
                compare(&w, insn, k->name, round * 1000 + i);
        }
    }
    world_end(&w);
}

/* --- the map ----------------------------------------------------------------------------------------------
 */

/* Single steps through the whole trampoline: at each place the map gives back the registers of the site. */
static void walk(world *w, const char *text, uint32_t insn, uint64_t a0) {
    rsp_trampoline map;
    uint64_t start[32];
    fill(w, start, 3);
    start[10] = a0;
    assert_true(build_for(w, &map, insn, text));
    world_place(w, start);
    start[2] = w->base + WORLD_STACK;
    (void)world_run(w, RSP_RESUME_STEP);
    assert_int_equal(world_reg(w, RSP_REG_PC), map.code);
    rsp_trampoline_origin place;
    uint64_t pc;
    while (pc = world_reg(w, RSP_REG_PC), rsp_trampoline_find(&place, &map, pc)) {
        assert_int_equal(place.pc, pc == map.done ? map.site + 4 : map.site);
        assert_int_equal(world_reg(w, 2) + place.sp_offset, start[2]);
        uint64_t at = world_reg(w, 2);
        for (unsigned r = 1; r < 32 && pc < map.done; r++) {
            uint64_t value = r == 2 ? start[2] : world_reg(w, r);
            if (place.saved >> r & 1) {
                assert_int_equal(rsp_process_read(w->process, &value, at, 8), 8);
                at += 8;
            }
            if (value != start[r])
                fail_msg("%s: x%u is wrong at +0x%llx", text, r, (unsigned long long)(pc - map.code));
        }
        (void)world_run(w, RSP_RESUME_STEP);
    }
    assert_int_equal(pc, map.site + 4);
    assert_false(rsp_trampoline_find(&place, &map, map.end));
}

static void find_gives_the_site_back_at_every_place(void **state) {
    (void)state;
    world w = {0};
    world_init(&w);
    walk(&w, "$10 == 5 && (1+(2+(3+$2))) != u64[$5]", 0x00150513, 5);
    walk(&w, "$10 == 5 && (1+(2+(3+$2))) != u64[$5]", 0x00150513, 6);
    walk(&w, "1 / $10", 0x00150513, 0);
    world_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_knows_what_the_machine_knows),
        cmocka_unit_test(check_refuses_with_a_reason),
        cmocka_unit_test(check_looks_back_for_a_reservation),
        cmocka_unit_test(build_refuses_what_is_out_of_reach),
        cmocka_unit_test(moved_instruction_does_what_it_did),
        cmocka_unit_test(find_gives_the_site_back_at_every_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
