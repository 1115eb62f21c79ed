/* Lies to a debugger and results of their campaigns, from another machine: any file is read or refused with a
 * reason. What is read survives writing and reading, and no part of it goes lost when it is made smaller.
 * See debugger_fuzz/lie.h and debugger_fuzz/results.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "debugger_fuzz/results.h"

static bool read_lies(rsp_lies *out, rsp_bytes json) {
    rsp_error error = {0};
    const rsp_status status = rsp_lies_read(out, json, &error);
    FUZZ_MUST(status == RSP_OK || (status == error.status && error.msg[0] && out->num == 0));
    return status == RSP_OK;
}

static void must_be_same(const rsp_lies *a, const rsp_lies *b) {
    FUZZ_MUST(a->num == b->num && a->num_lines == b->num_lines);
    for (size_t i = 0; i < a->num; i++) {
        const rsp_lie *x = &a->items[i];
        const rsp_lie *y = &b->items[i];
        FUZZ_MUST(x->kind == y->kind && strcmp(x->packet, y->packet) == 0 && x->nth == y->nth &&
                  x->every == y->every && rsp_bytes_equal(x->bytes, y->bytes));
    }
    for (size_t i = 0; i < a->num_lines; i++)
        FUZZ_MUST(strcmp(a->lines[i], b->lines[i]) == 0);
}

/* A lie is found for the replies that it is about, and harm is found wherever it stands. */
static void look_up(const rsp_lies *lies) {
    for (size_t i = 0; i < lies->num; i++) {
        const rsp_lie *lie = &lies->items[i];
        const rsp_lie *found = rsp_lies_find(lies, lie->packet, lie->nth, 1u << lie->kind);
        rsp_buf around = {0};
        FUZZ_MUST(found && found->kind == lie->kind && found <= lie);
        FUZZ_MUST(*rsp_lie_kind_name(lie->kind) != '?' && *rsp_lie_kind_text(lie->kind) != '?');
        rsp_buf_push(&around, '$');
        rsp_buf_append(&around, lie->bytes);
        FUZZ_MUST(!rsp_lie_is_harmful(lie->bytes) || rsp_lie_is_harmful(rsp_buf_bytes(&around)));
        rsp_buf_free(&around);
    }
}

static void make_smaller(const rsp_lies *lies) {
    rsp_lies less;
    FUZZ_MUST(rsp_lies_without(&less, lies, 0, 1, 0, 1));
    FUZZ_MUST(less.num == lies->num - (lies->num > 0) &&
              less.num_lines == lies->num_lines - (lies->num_lines > 0));
    rsp_lies_free(&less);
}

static rsp_debugger_found read_found(rsp_arena *arena, rsp_bytes json, bool *is_one) {
    rsp_debugger_found found;
    rsp_error error = {0};
    const rsp_status status = rsp_debugger_found_read(&found, arena, json, &error);
    FUZZ_MUST(status == RSP_OK || (status == error.status && error.msg[0]));
    *is_one = status == RSP_OK;
    return found;
}

static void must_come_back(const rsp_debugger_found *found, rsp_arena *arena) {
    rsp_buf json = {0};
    bool is_one = false;
    FUZZ_MUST(rsp_debugger_found_json(&json, found) == RSP_OK);
    const rsp_debugger_found again = read_found(arena, rsp_buf_bytes(&json), &is_one);
    FUZZ_MUST(is_one && again.num_lies == found->num_lies && again.num_lines == found->num_lines);
    FUZZ_MUST(again.session == found->session && again.minimised == found->minimised);
    FUZZ_MUST(strcmp(again.signature, found->signature) == 0 && strcmp(again.kind, found->kind) == 0);
    rsp_buf_free(&json);
}

static void find(const rsp_lies *lies, rsp_arena *arena) {
    rsp_debugger_symptom symptom;
    rsp_debugger_found found;
    rsp_buf json = {0};
    rsp_debugger_symptom_make(&symptom, RSP_DEBUGGER_SYMPTOM_HANG, "g", "in '%s'",
                              lies->num_lines ? lies->lines[0] : "");
    const rsp_debugger_finding finding = {
        .symptom = &symptom, .lies = lies, .replays = 3, .index = lies->num};
    FUZZ_MUST(rsp_debugger_found_make(&found, arena, &finding, "again") == RSP_OK);
    must_come_back(&found, arena);
    const rsp_debugger_about about = {.debugger = found.headline};
    const rsp_debugger_results results = {
        .version = "1", .started = "", .name = "", .about = &about, .findings = &found, .num_findings = 1};
    FUZZ_MUST(rsp_debugger_results_json(&json, &results) == RSP_OK);
    rsp_buf_free(&json);
}

static void read_others(rsp_arena *arena, rsp_bytes in) {
    rsp_debugger_about about;
    rsp_debugger_state state;
    rsp_buf json = {0};
    bool is_one = false;
    const rsp_debugger_found found = read_found(arena, in, &is_one);
    if (is_one)
        must_come_back(&found, arena);
    if (rsp_debugger_about_read(&about, arena, in, NULL) == RSP_OK) {
        FUZZ_MUST(rsp_debugger_about_json(&json, &about) == RSP_OK);
        FUZZ_MUST(rsp_debugger_about_read(&about, arena, rsp_buf_bytes(&json), NULL) == RSP_OK);
    }
    rsp_buf_clear(&json);
    if (rsp_debugger_state_read(&state, arena, in, NULL) == RSP_OK) {
        FUZZ_MUST(rsp_debugger_state_json(&json, &state) == RSP_OK);
        FUZZ_MUST(rsp_debugger_state_read(&state, arena, rsp_buf_bytes(&json), NULL) == RSP_OK);
    }
    rsp_buf_free(&json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const rsp_bytes in = rsp_bytes_make(data, size);
    rsp_arena arena = {0};
    rsp_lies lies;
    rsp_lies same;
    rsp_buf json = {0};
    FUZZ_MUST(*rsp_lie_kind_name(RSP_LIE_KINDS) == '?' && *rsp_lie_kind_text(RSP_LIE_KINDS) == '?');
    if (read_lies(&lies, in)) {
        FUZZ_MUST(rsp_lies_write(&json, &lies) == RSP_OK);
        FUZZ_MUST(read_lies(&same, rsp_buf_bytes(&json)));
        must_be_same(&lies, &same);
        look_up(&lies);
        make_smaller(&lies);
        find(&lies, &arena);
        rsp_lies_free(&same);
    }
    read_others(&arena, in);
    rsp_lies_free(&lies);
    rsp_buf_free(&json);
    rsp_arena_free(&arena);
    return 0;
}
