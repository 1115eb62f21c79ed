/* Hits that a stub tells when their breakpoint is out are passed over; the program's own breakpoints are
 * shown. The stub is a table: it tells one stop whenever it resumes, so passing over ends at the limit. See
 * late_hit.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "liar.h"

#include "condition/conditional.h"

#define PC "0010000000000000" /* 0x1000 */

enum { LIMIT = 3 };

typedef struct stop_case {
    const char *name;
    rsp_machine_kind kind;
    const char *stop;
    const char *memory;
    uint64_t inserted; /* where a breakpoint lies; 0: nowhere */
    bool late;
} stop_case;

static const stop_case cases[] = {
    {"out", RSP_KIND_X86_64, "T05thread:2;10:" PC ";swbreak:;", "90909090", 0, true},
    {"in", RSP_KIND_X86_64, "T05thread:2;10:" PC ";swbreak:;", "90909090", 0x1000, false},
    {"another in", RSP_KIND_X86_64, "T05thread:2;10:" PC ";swbreak:;", "90909090", 0x2000, true},
    {"int3", RSP_KIND_X86_64, "T05thread:2;10:" PC ";swbreak:;", "cc909090", 0, false},
    {"int 3", RSP_KIND_X86_64, "T05thread:2;10:" PC ";swbreak:;", "cd039090", 0, false},
    {"no memory", RSP_KIND_X86_64, "T05thread:2;10:" PC ";swbreak:;", "E01", 0, false},
    {"not said", RSP_KIND_X86_64, "T05thread:2;10:" PC ";", "90909090", 0, false},
    {"hardware", RSP_KIND_X86_64, "T05thread:2;10:" PC ";hwbreak:;", "E01", 0, true},
    {"another signal", RSP_KIND_X86_64, "T0athread:2;10:" PC ";swbreak:;", "90909090", 0, false},
    {"RV64", RSP_KIND_RV64, "T05thread:2;20:" PC ";swbreak:;", "13000000", 0, true},
    {"ebreak", RSP_KIND_RV64, "T05thread:2;20:" PC ";swbreak:;", "73001000", 0, false},
    {"c.ebreak", RSP_KIND_RV64, "T05thread:2;20:" PC ";swbreak:;", "02901300", 0, false},
    {"AArch64", RSP_KIND_AARCH64, "T05thread:2;20:" PC ";swbreak:;", "1f2003d5", 0, true},
    {"brk 7", RSP_KIND_AARCH64, "T05thread:2;20:" PC ";swbreak:;", "e00020d4", 0, false},
};

typedef struct table {
    liar liar;
    liar_line lines[8];
    rsp_conditionals *set;
} table;

static void table_open(table *t, const stop_case *each) {
    const rsp_conditionals_options options = {.kind = each->kind, .max_hits = LIMIT};
    const liar_line lines[] = {{"qSupported", "PacketSize=400;swbreak+;hwbreak+"},
                               {"vCont?", "vCont;c;C;s;S;r"},
                               {"?", "T05thread:1;"},
                               {"Z", "OK"},
                               {"z", "OK"},
                               {"H", "OK"},
                               {"m", each->memory},
                               {"vCont;", each->stop}};
    memcpy(t->lines, lines, sizeof lines);
    liar_open(&t->liar, t->lines, RSP_ARRAY_LEN(lines), (rsp_client_options){0});
    assert_ok(rsp_client_connect(t->liar.client));
    t->set = rsp_conditionals_new(t->liar.client, &options);
    assert_non_null(t->set);
    const rsp_site site = {.addr = each->inserted, .kind = 1};
    if (each->inserted)
        assert_ok(rsp_client_enable_site(t->liar.client, &site, NULL, 0));
}

static void table_close(table *t) {
    rsp_conditionals_free(t->set);
    liar_close(&t->liar);
}

static void run_passes_over_late_hits_alone(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        table t;
        rsp_conditional_stop stop;
        table_open(&t, &cases[i]);
        const rsp_status status = rsp_conditionals_run(t.set, NULL, 0, &stop);
        if (status != (cases[i].late ? RSP_LIMIT : RSP_OK))
            fail_msg("%s: %s", cases[i].name, rsp_status_name(status));
        assert_int_equal(liar_count(&t.liar, "vCont;c"), cases[i].late ? LIMIT + 1 : 1);
        table_close(&t);
    }
}

/* Whoever steps decides whether the step goes on. */
static void step_says_that_a_late_hit_is_no_end_of_it(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        table t;
        rsp_conditional_stop stop;
        const rsp_move step = {.action = RSP_MOVE_STEP, .thread = {0, 1}, .others = true};
        table_open(&t, &cases[i]);
        assert_ok(rsp_conditionals_run(t.set, &step, 0, &stop));
        if (stop.passed != cases[i].late)
            fail_msg("%s: passed is %d", cases[i].name, stop.passed);
        assert_int_equal(liar_count(&t.liar, "vCont;s:1;c"), 1);
        table_close(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(run_passes_over_late_hits_alone),
        cmocka_unit_test(step_says_that_a_late_hit_is_no_end_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
