/* Random conditions have one meaning: on the host, in the stub's interpreter, and as code in the inferior.
 * Values, divisions by zero and memory faults are compared, and all registers after the trampoline.
 * A failure prints the condition and its seed. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "stub/breakpoints/agent_eval.h"

#include "random_condition.h"
#include "rv_world.h"

#include "core/arena.h"

enum { ROUNDS = 10000 };

/* --- the three evaluators ----------------------------------------------------------------------------------
 */

static rsp_status read_register(void *ctx, uint64_t number, uint64_t *out_value) {
    const world *w = ctx;
    *out_value = number < RSP_NUM_REGS ? world_reg(w, (unsigned)number) : 0;
    return number < RSP_NUM_REGS ? RSP_OK : RSP_NOT_FOUND;
}

static size_t read_some(void *ctx, uint64_t address, uint8_t *dst, size_t len) {
    const world *w = ctx;
    return rsp_process_read(w->process, dst, address, len);
}

static rsp_status read_memory(void *ctx, uint64_t address, uint8_t *dst, size_t len) {
    return read_some(ctx, address, dst, len) == len ? RSP_OK : RSP_FAULT;
}

static rsp_status eval_host(world *w, const rsp_condition *condition, uint64_t *out_value) {
    rsp_condition_host host = {.ctx = w, .read_register = read_register, .read_memory = read_memory};
    return rsp_condition_eval(out_value, condition, &host, NULL);
}

static rsp_status eval_agent(world *w, const rsp_condition *condition, uint64_t *out_value) {
    rsp_buf code = {0};
    stub_agent_host host = {.ctx = w, .read_register = read_register, .read_memory = read_some};
    stub_agent_result result;
    assert_ok(rsp_condition_to_agent(&code, condition, NULL));
    rsp_status status = stub_agent_eval(&result, &host, rsp_buf_bytes(&code));
    *out_value = result.value;
    rsp_buf_free(&code);
    return status;
}

/* --- a stub that does not notice memory that cannot be read ------------------------------------------------
 */

enum { ONES = 100, WIDE, LOW, NO_STACK };

/* As gdbserver 13: what cannot be read is whatever the last conversion left. */
typedef struct careless {
    world *w;
    uint8_t cell[8];
} careless;

static rsp_status careless_register(void *ctx, uint64_t number, uint64_t *out_value) {
    careless *c = ctx;
    const uint64_t own[] = {UINT64_MAX, 0x7fffffffffff, 0x2b}; /* a pc whose low bytes are ones, too */
    rsp_status status = RSP_OK;
    if (number >= ONES && number <= LOW)
        *out_value = own[number - ONES];
    else
        status = read_register(c->w, number, out_value);
    for (size_t i = 0; status == RSP_OK && i < (number == LOW ? 4 : 8); i++)
        c->cell[i] = (uint8_t)(*out_value >> 8 * i);
    return status;
}

static size_t careless_memory(void *ctx, uint64_t address, uint8_t *dst, size_t len) {
    careless *c = ctx;
    (void)read_some(c->w, address, c->cell, len);
    memcpy(dst, c->cell, len);
    return len;
}

static rsp_status eval_careless(world *w, const rsp_condition *condition, uint64_t *out_value) {
    static const rsp_condition_guard guard = {.ones = ONES, .wide = WIDE, .low = LOW, .stack = NO_STACK};
    rsp_buf code = {0};
    careless c = {.w = w};
    stub_agent_host host = {.ctx = &c, .read_register = careless_register, .read_memory = careless_memory};
    stub_agent_result result;
    assert_ok(rsp_condition_to_agent(&code, condition, &guard));
    rsp_status status = stub_agent_eval(&result, &host, rsp_buf_bytes(&code));
    *out_value = result.value;
    rsp_buf_free(&code);
    return status;
}

static void check_registers(world *w, const rsp_trampoline *map, const uint64_t *start, const char *text) {
    rsp_trampoline_origin place = {.pc = world_reg(w, RSP_REG_PC)};
    (void)rsp_trampoline_find(&place, map, place.pc);
    uint64_t at = world_reg(w, RSP_REG_SP);
    for (unsigned r = 1; r < 32; r++) {
        uint64_t value = r == RSP_REG_SP ? world_reg(w, r) + place.sp_offset : world_reg(w, r);
        if (place.saved >> r & 1) {
            assert_int_equal(rsp_process_read(w->process, &value, at, 8), 8);
            at += 8;
        }
        if (value != start[r])
            fail_msg("%s: x%u is 0x%llx, was 0x%llx", text, r, (unsigned long long)value,
                     (unsigned long long)start[r]);
    }
}

static rsp_status end_of(const world *w, const rsp_trampoline *map, const rsp_machine_event *event,
                         uint64_t *out_truth) {
    uint64_t pc = world_reg(w, RSP_REG_PC);
    *out_truth = event->kind == RSP_MACHINE_BREAK_SW && pc == map->stop;
    if (event->kind == RSP_MACHINE_SIGNAL)
        return RSP_FAULT;
    assert_int_equal(event->kind, RSP_MACHINE_BREAK_SW);
    if (pc == map->error)
        return RSP_RANGE;
    assert_true(pc == map->stop || pc == map->site + 4);
    return RSP_OK;
}

/* Truth only: the code has no other result. */
static rsp_status eval_inferior(world *w, const rsp_condition *condition, uint64_t *out_truth,
                                const char *text) {
    rsp_buf code = {0};
    rsp_trampoline map;
    uint64_t start[32];
    uint8_t bytes[4];
    rsp_trampoline_site site = {.machine = RSP_KIND_RV64,
                                .address = w->base + WORLD_SITE,
                                .text = word_text(bytes, 0x13),
                                .code = w->base + WORLD_CODE};
    assert_ok(rsp_trampoline_build(&map, &code, NULL, condition, &site, NULL));
    world_write(w, WORLD_CODE, rsp_buf_bytes(&code));
    world_write(w, WORLD_SITE, rsp_bytes_make(map.jump, 4));
    memcpy(start, rsp_thread_regs(w->thread), sizeof start);
    const uint64_t breaks[] = {map.stop, map.error, map.site + 4};
    for (size_t i = 0; i < RSP_ARRAY_LEN(breaks); i++)
        assert_ok(rsp_process_insert(w->process, RSP_STOP_BREAK_SW, breaks[i], 4));
    rsp_machine_event event = world_run(w, RSP_RESUME_CONTINUE);
    rsp_status status = end_of(w, &map, &event, out_truth);
    check_registers(w, &map, start, text);
    for (size_t i = 0; i < RSP_ARRAY_LEN(breaks); i++)
        assert_ok(rsp_process_remove(w->process, RSP_STOP_BREAK_SW, breaks[i], 4));
    rsp_buf_free(&code);
    return status;
}

static void place_random(world *w, author *a) {
    uint64_t regs[32];
    uint8_t data[128];
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)rsp_rng_next(&a->rng);
    for (unsigned r = 0; r < 32; r++)
        regs[r] = rsp_rng_next(&a->rng) >> pick(a, 64);
    world_write(w, WORLD_DATA, rsp_bytes_make(data, sizeof data));
    world_place(w, regs);
}

typedef struct tally {
    unsigned num[RSP_INTERNAL + 1];
    unsigned num_true;
} tally;

/* Truth is one bit; the whole value is compared by asking for it. The thread stands behind the site with the
 * registers it came with. */
static void compare_value(world *w, const char *text, uint64_t value) {
    rsp_arena arena = {0};
    rsp_buf again = {0};
    const rsp_condition *condition = NULL;
    uint64_t truth = 0;
    rsp_buf_printf(&again, "(%s) == 0x%llx", text, (unsigned long long)value);
    rsp_status status = rsp_condition_parse(&condition, &arena, rsp_buf_bytes(&again), NULL, NULL);
    if (status == RSP_OK) {
        assert_ok(rsp_thread_set_reg(w->thread, RSP_REG_PC, w->base + WORLD_SITE));
        assert_ok(eval_inferior(w, condition, &truth, text));
        if (truth != 1)
            fail_msg("%s is not 0x%llx in the inferior", text, (unsigned long long)value);
    }
    assert_true(status == RSP_OK || status == RSP_LIMIT); /* one bracket more than there was */
    rsp_buf_free(&again);
    rsp_arena_free(&arena);
}

static void compare_one(world *w, author *a, const char *text, uint64_t seed, tally *t) {
    rsp_arena arena = {0};
    const rsp_condition *condition = NULL;
    uint64_t value = 0;
    uint64_t agent = 0;
    uint64_t truth = 0;
    rsp_error error = {0};
    if (rsp_condition_parse(&condition, &arena, rsp_bytes_str(text), NULL, &error) != RSP_OK)
        fail_msg("seed %llu: %s: %s at %u", (unsigned long long)seed, text, error.msg,
                 (unsigned)error.offset);
    place_random(w, a);
    rsp_status status = eval_host(w, condition, &value);
    if (eval_agent(w, condition, &agent) != status || (status == RSP_OK && agent != value))
        fail_msg("seed %llu: %s: host 0x%llx, agent 0x%llx", (unsigned long long)seed, text,
                 (unsigned long long)value, (unsigned long long)agent);
    uint64_t careful = 0;
    rsp_status guarded = eval_careless(w, condition, &careful);
    if ((guarded == RSP_OK) != (status == RSP_OK) || (status == RSP_OK && careful != value))
        fail_msg("seed %llu: %s: host %s 0x%llx, guarded %s 0x%llx", (unsigned long long)seed, text,
                 rsp_status_name(status), (unsigned long long)value, rsp_status_name(guarded),
                 (unsigned long long)careful);
    if (eval_inferior(w, condition, &truth, text) != status || (status == RSP_OK && truth != (value != 0)))
        fail_msg("seed %llu: %s: host %s 0x%llx, inferior %llu", (unsigned long long)seed, text,
                 rsp_status_name(status), (unsigned long long)value, (unsigned long long)truth);
    t->num[status]++;
    t->num_true += status == RSP_OK && value != 0;
    rsp_arena_free(&arena);
    if (status == RSP_OK)
        compare_value(w, text, value);
}

static void random_conditions_mean_the_same_everywhere(void **state) {
    (void)state;
    world w = {0};
    tally t = {0};
    world_init(&w);
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        author a = {.data = w.base + WORLD_DATA, .num_registers = RSP_REG_PC + 1};
        rsp_rng_seed(&a.rng, seed);
        write_condition(&a);
        compare_one(&w, &a, rsp_buf_cstr(&a.text), seed, &t);
        rsp_buf_free(&a.text);
    }
    print_message("%u true, %u false, %u divisions by zero, %u faults\n", t.num_true,
                  t.num[RSP_OK] - t.num_true, t.num[RSP_RANGE], t.num[RSP_FAULT]);
    assert_true(t.num_true > ROUNDS / 5);
    assert_true(t.num[RSP_OK] - t.num_true > ROUNDS / 10);
    assert_true(t.num[RSP_RANGE] > ROUNDS / 50);
    assert_true(t.num[RSP_FAULT] > ROUNDS / 100);
    world_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_conditions_mean_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
