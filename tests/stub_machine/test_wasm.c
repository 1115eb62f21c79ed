/* The WebAssembly runtime behind the target interface: code that runs, frames and values, memory by address.
 * Breakpoints and watchpoints are told once, and a step is one instruction.
 * See stub_machine/wasm_target.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "codec/signals.h"
#include "codec/wasm.h"
#include "core/byte_order.h"
#include "stub_machine/wasm_target.h"
#include "wasm_module.h"

/* Offsets of instructions of `counter` and `adder`. */
enum { MAIN = 0x7c, WORK = 0x5b, CALL_ADD = 0x5f, STORE = 0x72, ADD = 0x30 };

typedef struct world {
    rsp_wasm_target *t;
    const rsp_target_ops *ops;
    rsp_target_event event; /* the last one */
    unsigned num_events;
    bool keep; /* what the sink answers */
} world;

static const rsp_ptid first = {1, 1};

static bool sink(void *ctx, const rsp_target_event *event) {
    world *w = ctx;
    w->event = *event;
    w->num_events++;
    return w->keep;
}

static rsp_status launch(world *w, const char *path) {
    int64_t pid;
    rsp_bytes argv = rsp_bytes_str(path);
    return w->ops->launch(w->t, &(rsp_target_launch){.argv = &argv, .argc = 1}, &pid, NULL);
}

static int setup(void **state) {
    world *w = test_calloc(1, sizeof *w);
    w->t = rsp_wasm_target_new(NULL);
    w->ops = rsp_wasm_target_ops();
    w->keep = true;
    assert_non_null(w->t);
    assert_ok(launch(w, RSP_WASM_PROGRAM));
    *state = w;
    return 0;
}

static int teardown(void **state) {
    world *w = *state;
    rsp_wasm_target_free(w->t);
    test_free(w);
    return 0;
}

static uint64_t code(uint32_t instance, uint32_t offset) {
    return rsp_wasm_join((rsp_wasm_address){RSP_WASM_CODE, instance, offset});
}

static uint64_t pc(const world *w) {
    uint8_t block[8];
    assert_ok(w->ops->read_registers(w->t, first, block));
    return rsp_number_of(rsp_bytes_make(block, sizeof block), false);
}

/* Lets the first thread go until an event. */
static void go(world *w, rsp_target_resume_kind kind) {
    enum { BUDGET = 1000 };
    const rsp_target_resume how = {.thread = first, .kind = kind};
    w->event = (rsp_target_event){0};
    assert_ok(w->ops->resume(w->t, &how, 1));
    (void)w->ops->run(w->t, BUDGET, sink, w);
}

static void go_to(world *w, uint64_t address) {
    assert_ok(w->ops->insert_point(w->t, 1, RSP_BREAKPOINT_SOFTWARE, address, 1));
    go(w, RSP_TARGET_RESUME_CONTINUE);
    assert_int_equal(w->event.kind, RSP_TARGET_BREAK_SOFTWARE);
    assert_int_equal(w->event.address, address);
    assert_int_equal(pc(w), address);
    assert_ok(w->ops->remove_point(w->t, 1, RSP_BREAKPOINT_SOFTWARE, address, 1));
}

static void functions_are_instructions_up_to_their_ends(void **state) {
    (void)state;
    for (size_t i = 0; i < WASM_NUM_INSTANCES; i++) {
        const wasm_module *module = &wasm_modules[i];
        for (size_t k = 0; k < module->num_functions; k++) {
            const wasm_function *f = &module->functions[k];
            uint32_t at = f->start;
            while (at > 0 && at < f->end) {
                assert_true(wasm_instruction_bytes(module, at) > 0);
                assert_true(wasm_is_instruction(module, at));
                at += (uint32_t)wasm_instruction_bytes(module, at);
            }
            assert_int_equal(at, f->end);
        }
    }
}

static void a_step_is_one_instruction(void **state) {
    world *w = *state;
    assert_int_equal(pc(w), code(0, MAIN));
    static const uint32_t then[] = {MAIN + 2, MAIN + 4, WORK};
    for (size_t i = 0; i < RSP_ARRAY_LEN(then); i++) {
        go(w, RSP_TARGET_RESUME_STEP);
        assert_int_equal(w->event.kind, RSP_TARGET_STEPPED);
        assert_int_equal(pc(w), code(0, then[i]));
    }
}

static void frames_reach_over_instances(void **state) {
    world *w = *state;
    rsp_buf pcs = {0};
    go_to(w, code(1, ADD));
    assert_ok(w->ops->wasm_frames(w->t, first, &pcs));
    static const uint32_t callers[] = {CALL_ADD + 2, 0x82};
    assert_int_equal(pcs.len, 24);
    assert_int_equal(rsp_number_of(rsp_bytes_make(pcs.ptr, 8), false), code(1, ADD));
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(rsp_number_of(rsp_bytes_make(pcs.ptr + 8 + 8 * i, 8), false), code(0, callers[i]));
    rsp_buf_free(&pcs);
}

static void assert_value(const world *w, rsp_wasm_values which, unsigned frame, unsigned index,
                         const char *hex) {
    rsp_buf bytes = {0};
    rsp_buf digits = {0};
    rsp_status status = w->ops->wasm_value(w->t, first, which, frame, index, &bytes);
    assert_int_equal(status, hex ? RSP_OK : RSP_NOT_FOUND);
    rsp_hex_append(&digits, rsp_buf_bytes(&bytes));
    assert_string_equal(rsp_buf_cstr(&digits), hex ? hex : "");
    rsp_buf_free(&bytes);
    rsp_buf_free(&digits);
}

static void values_are_those_of_the_frame(void **state) {
    world *w = *state;
    go_to(w, code(1, ADD));
    assert_value(w, RSP_WASM_LOCALS, 0, 0, "00000000");
    assert_value(w, RSP_WASM_LOCALS, 0, 1, "07000000");
    assert_value(w, RSP_WASM_LOCALS, 0, 2, NULL);
    assert_value(w, RSP_WASM_LOCALS, 1, 1, "0000000000000000");
    assert_value(w, RSP_WASM_LOCALS, 3, 0, NULL);
    assert_value(w, RSP_WASM_GLOBALS, 0, 0, "2a000000");
    assert_value(w, RSP_WASM_GLOBALS, 1, 0, "00000100");
    assert_value(w, RSP_WASM_GLOBALS, 1, 2, NULL);
    assert_value(w, RSP_WASM_STACK, 0, 0, NULL);
    go_to(w, code(0, STORE));
    assert_value(w, RSP_WASM_STACK, 0, 0, "10000000");
    assert_value(w, RSP_WASM_STACK, 0, 1, "07000000");
    rsp_buf out = {0};
    assert_ok(w->ops->wasm_global(w->t, 1, 1, 0, &out));
    assert_int_equal(out.ptr[0], 0x2b);
    assert_int_equal(w->ops->wasm_global(w->t, 1, 2, 0, &out), RSP_NOT_FOUND);
    assert_int_equal(w->ops->wasm_global(w->t, 1, 1, 1, &out), RSP_NOT_FOUND);
    rsp_buf_free(&out);
}

static void an_address_says_which_bytes(void **state) {
    world *w = *state;
    uint8_t bytes[8];
    assert_int_equal(w->ops->read_memory(w->t, 1, code(1, 0), bytes, 4), 4);
    assert_memory_equal(bytes, "\0asm", 4);
    assert_int_equal(w->ops->read_memory(w->t, 1, WASM_DATA_AT, bytes, 8), 8);
    assert_memory_equal(bytes, "stubborn", 8);
    assert_int_equal(w->ops->read_memory(w->t, 1, WASM_PAGE_BYTES - 2, bytes, 8), 2);
    assert_int_equal(w->ops->read_memory(w->t, 1, code(2, 0), bytes, 1), 0);
    assert_int_equal(w->ops->read_memory(w->t, 1, (uint64_t)1 << 63, bytes, 1), 0);
    assert_int_equal(w->ops->write_memory(w->t, 1, code(0, MAIN), RSP_LIT("x")), 0);
    assert_int_equal(w->ops->write_memory(w->t, 1, WASM_PAGE_BYTES - 1, RSP_LIT("xy")), 1);
}

static void regions_cover_all_addresses(void **state) {
    world *w = *state;
    rsp_target_region region;
    uint64_t at = 0;
    unsigned mapped = 0;
    do {
        assert_ok(w->ops->region(w->t, 1, at, &region));
        assert_int_equal(region.start, at);
        mapped += region.mapped;
        at = region.end;
    } while (at != 0);
    assert_int_equal(mapped, 2 * WASM_NUM_INSTANCES);
}

static void a_breakpoint_is_told_once(void **state) {
    world *w = *state;
    const uint64_t at = code(0, MAIN);
    assert_int_equal(w->ops->insert_point(w->t, 1, RSP_BREAKPOINT_SOFTWARE, at + 1, 1), RSP_FAULT);
    assert_ok(w->ops->insert_point(w->t, 1, RSP_BREAKPOINT_SOFTWARE, at, 1));
    assert_int_equal(w->ops->insert_point(w->t, 1, RSP_BREAKPOINT_SOFTWARE, at, 1), RSP_DUPLICATE);
    go(w, RSP_TARGET_RESUME_STEP);
    assert_int_equal(w->event.kind, RSP_TARGET_BREAK_SOFTWARE);
    go(w, RSP_TARGET_RESUME_STEP);
    assert_int_equal(w->event.kind, RSP_TARGET_STEPPED);
    w->keep = false;
    w->num_events = 0;
    go(w, RSP_TARGET_RESUME_CONTINUE);
    assert_true(w->num_events > 1); /* the loop comes by, and nobody wants to hear of it */
}

static void a_watchpoint_is_told_after_the_store(void **state) {
    world *w = *state;
    assert_int_equal(w->ops->insert_point(w->t, 1, RSP_BREAKPOINT_WRITE, WASM_PAGE_BYTES, 1), RSP_FAULT);
    assert_ok(w->ops->insert_point(w->t, 1, RSP_BREAKPOINT_WRITE, 0x13, 1));
    assert_ok(w->ops->insert_point(w->t, 1, RSP_BREAKPOINT_READ, 0x10, 4));
    go(w, RSP_TARGET_RESUME_CONTINUE);
    assert_int_equal(w->event.kind, RSP_TARGET_WATCH_WRITE);
    assert_int_equal(w->event.address, 0x13);
    assert_int_equal(pc(w), code(0, STORE + 3));
}

/* A debugger may set pc where nothing fits. */
static void what_cannot_be_executed_is_a_signal(void **state) {
    world *w = *state;
    uint8_t block[8];
    rsp_number_put(block, sizeof block, code(0, STORE), false);
    assert_ok(w->ops->write_registers(w->t, first, block));
    go(w, RSP_TARGET_RESUME_CONTINUE);
    assert_int_equal(w->event.kind, RSP_TARGET_SIGNALLED);
    assert_int_equal(w->event.signal, RSP_SIGNAL_ILL);
    assert_int_equal(pc(w), code(0, STORE));
    rsp_number_put(block, sizeof block, code(1, ADD), false);
    assert_int_equal(w->ops->write_registers(w->t, first, block), RSP_RANGE);
}

static void there_is_one_program(void **state) {
    world *w = *state;
    assert_int_equal(launch(w, RSP_WASM_PROGRAM), RSP_LIMIT);
    assert_ok(w->ops->kill(w->t, 1));
    assert_false(rsp_wasm_target_lives(w->t));
    assert_false(w->ops->thread_alive(w->t, first));
    assert_int_equal(launch(w, "hello"), RSP_NOT_FOUND);
    assert_ok(launch(w, RSP_WASM_PROGRAM));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_instructions_up_to_their_ends),
        cmocka_unit_test_setup_teardown(a_step_is_one_instruction, setup, teardown),
        cmocka_unit_test_setup_teardown(frames_reach_over_instances, setup, teardown),
        cmocka_unit_test_setup_teardown(values_are_those_of_the_frame, setup, teardown),
        cmocka_unit_test_setup_teardown(an_address_says_which_bytes, setup, teardown),
        cmocka_unit_test_setup_teardown(regions_cover_all_addresses, setup, teardown),
        cmocka_unit_test_setup_teardown(a_breakpoint_is_told_once, setup, teardown),
        cmocka_unit_test_setup_teardown(a_watchpoint_is_told_after_the_store, setup, teardown),
        cmocka_unit_test_setup_teardown(what_cannot_be_executed_is_a_signal, setup, teardown),
        cmocka_unit_test_setup_teardown(there_is_one_program, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
