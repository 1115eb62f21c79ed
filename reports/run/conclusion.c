/* Counts what a run found by cause, requirement and level, and words it: one cause is one must.
 * Ids are kept in a list without repeats; runs name a few hundred at most.
 * Results that the baseline explains do not count. */
/* SPDX-License-Identifier: MIT */
#include "reports/run/conclusion.h"
#include "core/arena.h"
#include "core/text.h"

enum { MAX_IDS = 1024 };

typedef struct id_set {
    rsp_bytes ids[MAX_IDS];
    size_t num;
} id_set;

static void add_ids(id_set *set, const char *requirements) {
    rsp_bytes rest = rsp_bytes_str(requirements);
    while (rest.ptr) {
        rsp_bytes id = rsp_bytes_split(&rest, ' ');
        size_t i = 0;
        while (i < set->num && !rsp_bytes_equal(set->ids[i], id))
            i++;
        if (id.len > 0 && i == set->num && set->num < MAX_IDS)
            set->ids[set->num++] = id;
    }
}

/* "1 must is broken", "3 musts are broken". */
static void say(rsp_buf *out, uint64_t num, const char *one, const char *many) {
    if (num > 0)
        rsp_text_printf(out, "%s%llu %s", out->len > 0 ? ", " : "", (unsigned long long)num,
                        num == 1 ? one : many);
}

static void count_ids(const rsp_run *run, id_set *musts, id_set *others) {
    for (size_t i = 0; i < run->num_causes; i++)
        add_ids(run->causes[i].level == RSP_LEVEL_MUST ? musts : others, run->causes[i].requirement);
}

const char *rsp_run_conclusion(rsp_run *run) {
    id_set musts = {.num = 0};
    id_set others = {.num = 0};
    count_ids(run, &musts, &others);
    rsp_buf out = {0};
    say(&out, musts.num, "must is broken", "musts are broken");
    say(&out, others.num, "should is not followed", "shoulds are not followed");
    say(&out, run->summary.count[RSP_VERDICT_CRASH], "crash", "crashes");
    say(&out, run->summary.count[RSP_VERDICT_HANG], "hang", "hangs");
    if (out.len > 0)
        rsp_buf_push(&out, '.');
    const char *text = rsp_arena_str(&run->arena, rsp_buf_cstr(&out));
    rsp_buf_free(&out);
    return text;
}
