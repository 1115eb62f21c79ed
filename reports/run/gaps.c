/* Why scenarios were not judged, a few reasons instead of hundreds: each with how many, what they lack most,
 * and what would let more of them be judged.
 * Reasons are texts of the runner; what is not in the table stands for itself. */
/* SPDX-License-Identifier: MIT */
#include "gaps.h"

#include "document/text.h"
#include "words.h"

#include "core/arena.h"
#include <inttypes.h>
#include <stdlib.h>

enum { MOST_LACKS = 256 };

typedef struct gap_row {
    const char *starts;
    const char *ends;
    const char *text;
    const char *hint;
    const char *unloaded; /* the hint where nothing was loaded; NULL: the same */
} gap_row;

#define LET_IT_BE_STARTED "exec:'... {program} ...' lets it"
#define BRING_IT "--load brings one into the target's memory, exec:'... {program} ...' starts one"

static const gap_row rows[] = {
    {.starts = "needs a stub without a program",
     .ends = "",
     .text = "for a stub without a program",
     .hint = ""},
    {.starts = "this stub can not be started without a program",
     .ends = "",
     .text = "for a stub without a program",
     .hint = ""},
    {.starts = "", .ends = " is not announced", .text = "not offered by the stub", .hint = ""},
    {.starts = "", .ends = " is not supported", .text = "not offered by the stub", .hint = ""},
    {.starts = "needs program '",
     .ends = "",
     .text = "a program of ours does not run here",
     .hint = LET_IT_BE_STARTED,
     .unloaded = BRING_IT},
    {.starts = "the stub can't run ",
     .ends = "",
     .text = "a program of ours does not run here",
     .hint = LET_IT_BE_STARTED,
     .unloaded = BRING_IT},
    {.starts = "this stub has no option ",
     .ends = "",
     .text = "needs an option that only the reference stub has",
     .hint = ""},
    {.starts = "", .ends = " is not known", .text = "not known about this stub", .hint = ""},
    {.starts = "the guest was not started",
     .ends = "",
     .text = "for a program that the stub starts",
     .hint = LET_IT_BE_STARTED},
    {.starts = "the guest neither ends nor prints",
     .ends = "",
     .text = "for a program that ends or prints",
     .hint = LET_IT_BE_STARTED},
    {.starts = "tests a debugger",
     .ends = "",
     .text = "about debuggers",
     .hint = "--debugger or --listen names one"},
    {.starts = "the architecture is ", .ends = "", .text = "for another architecture", .hint = ""},
    {.starts = "writes memory of a program",
     .ends = "--allow-writes",
     .text = "would write memory of a program that is not ours",
     .hint = "--allow-writes lets it"},
};

static bool ends_with(rsp_bytes text, rsp_bytes end) {
    return text.len >= end.len && rsp_bytes_equal(rsp_bytes_from(text, text.len - end.len), end);
}

static const gap_row *row_of(rsp_bytes reason) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++)
        if (rsp_bytes_starts(reason, rsp_bytes_str(rows[i].starts)) &&
            ends_with(reason, rsp_bytes_str(rows[i].ends)))
            return &rows[i];
    return NULL;
}

/* What is lacking: the reason without what all of its kind say, and without arguments of a packet. */
static rsp_bytes lack_of(const gap_row *row, rsp_bytes reason) {
    const size_t start = strlen(row->starts);
    rsp_bytes lack = rsp_bytes_sub(reason, start, reason.len - start - strlen(row->ends));
    const char *const cuts = *row->starts ? "'" : ":;,";
    for (const char *c = cuts; *c; c++)
        lack = rsp_bytes_sub(lack, 0, rsp_bytes_index(lack, (uint8_t)*c));
    return *row->starts && !strchr(row->starts, '\'') && !ends_with(rsp_bytes_str(row->starts), RSP_LIT(" "))
               ? (rsp_bytes){0}
               : lack;
}

typedef struct lack {
    rsp_bytes name;
    uint64_t num;
} lack;

static int compare_lacks(const void *left, const void *right) {
    const lack *a = left;
    const lack *b = right;
    if (a->num != b->num)
        return a->num > b->num ? -1 : 1;
    return rsp_bytes_compare(a->name, b->name);
}

static void count_lack(lack *lacks, size_t *num, rsp_bytes name) {
    size_t i = 0;
    while (i < *num && !rsp_bytes_equal(lacks[i].name, name))
        i++;
    if (i == MOST_LACKS || name.len == 0)
        return;
    lacks[i].name = name;
    lacks[i].num = (i < *num ? lacks[i].num : 0) + 1;
    *num += i == *num;
}

/* "scratch 583, none 72, spin 61 and 20 more" */
static void append_lacks(rsp_buf *out, lack *lacks, size_t num) {
    enum { SHOWN = 4 };
    qsort(lacks, num, sizeof *lacks, compare_lacks);
    for (size_t i = 0; i < num && i < SHOWN; i++) {
        rsp_buf_str(out, i ? ", " : ": ");
        rsp_text_clean(out, lacks[i].name, false);
        if (num > 1)
            rsp_buf_printf(out, " %" PRIu64, lacks[i].num);
    }
    if (num > SHOWN)
        rsp_buf_printf(out, " and %zu more", num - SHOWN);
}

/* What is not known has a key in a profile: the one that is lacking most. */
static const char *hint_for(rsp_run *run, const gap_row *row, const lack *lacks, size_t num) {
    static const struct {
        const char *fact;
        const char *example;
    } examples[] = {{"scratch", "scratch: 0x2000, scratch.size: 0x400"},
                    {"unmapped", "unmapped: 0xf0000000"},
                    {"program_path", "program_path: /bin/program"},
                    {"num_registers", "num_registers: 33"}};
    if (row->unloaded && !(run->notes.loaded && *run->notes.loaded))
        return row->unloaded;
    if (strcmp(row->ends, " is not known") != 0)
        return row->hint;
    for (size_t i = 0; i < num; i++)
        for (size_t k = 0; k < RSP_ARRAY_LEN(examples); k++)
            if (rsp_bytes_equal(lacks[i].name, rsp_bytes_str(examples[k].fact)))
                return rsp_arena_printf(&run->arena, "name it in a profile, as facts: {%s}",
                                        examples[k].example);
    return "";
}

static bool same_gap(const gap_row *row, rsp_bytes text, rsp_bytes reason) {
    const gap_row *other = row_of(reason);
    return row ? other && strcmp(other->text, row->text) == 0 : !other && rsp_bytes_equal(text, reason);
}

static bool is_gap(const rsp_result *r) {
    return r->verdict == RSP_VERDICT_SKIP;
}

static rsp_gap gap_from(rsp_run *run, size_t first, bool *taken) {
    const rsp_bytes text = rsp_report_text(run->results[first].reason);
    const gap_row *row = row_of(text);
    lack *lacks = calloc(MOST_LACKS, sizeof *lacks);
    size_t num = 0;
    rsp_gap gap = {.hint = ""};
    for (size_t i = first; i < run->num_results; i++) {
        const rsp_bytes reason = rsp_report_text(run->results[i].reason);
        if (taken[i] || !is_gap(&run->results[i]) || !same_gap(row, text, reason))
            continue;
        taken[i] = true;
        gap.num++;
        if (row && lacks)
            count_lack(lacks, &num, lack_of(row_of(reason), reason));
    }
    rsp_buf said = {.mem = run->arena.mem};
    if (row)
        rsp_buf_str(&said, row->text);
    else
        rsp_text_clean(&said, text, false);
    if (lacks)
        append_lacks(&said, lacks, num);
    gap.hint = row ? hint_for(run, row, lacks, num) : ""; /* append_lacks has sorted them */
    gap.text = rsp_arena_str(&run->arena, rsp_buf_cstr(&said));
    rsp_buf_free(&said);
    free(lacks);
    return gap;
}

static int compare_gaps(const void *left, const void *right) {
    const rsp_gap *a = left;
    const rsp_gap *b = right;
    return a->num != b->num ? (a->num > b->num ? -1 : 1) : strcmp(a->text, b->text);
}

size_t rsp_report_gaps(rsp_run *run, rsp_gap *out, size_t most) {
    bool *taken = rsp_arena_alloc(&run->arena, run->num_results + 1);
    size_t num = 0;
    for (size_t i = 0; taken && i < run->num_results && num < most; i++)
        if (is_gap(&run->results[i]) && !taken[i])
            out[num++] = gap_from(run, i, taken);
    qsort(out, num, sizeof *out, compare_gaps);
    return num;
}
