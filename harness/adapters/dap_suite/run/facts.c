/* Lines are counted in the source that the adapter shows, so that no number is written into a scenario.
 * A source that cannot be read has no labels, and steps that want one say so.
 * See facts.h. */
/* SPDX-License-Identifier: MIT */
#include "run/facts.h"

#include "core/file.h"
#include "core/limits.h"

static bool is_letter(uint8_t c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

/* What follows the @ of a comment, in C and Go or in a language whose comments begin with #. */
static rsp_bytes label_in(rsp_bytes line) {
    const rsp_bytes marks[] = {RSP_LIT("/* @"), RSP_LIT("# @")};
    for (size_t i = 0; i < RSP_ARRAY_LEN(marks); i++) {
        const size_t at = rsp_bytes_search(line, marks[i]);
        if (at < line.len)
            return rsp_bytes_from(line, at + marks[i].len);
    }
    return RSP_LIT("");
}

static void note_label(json_t *facts, rsp_bytes line, json_int_t number) {
    rsp_bytes name = label_in(line);
    size_t len = 0;
    rsp_buf key = {0};
    while (len < name.len && is_letter(name.ptr[len]))
        len++;
    if (len == 0)
        return;
    rsp_buf_printf(&key, "line.%.*s", (int)len, (const char *)name.ptr);
    (void)json_object_set_new(facts, rsp_buf_cstr(&key), json_integer(number));
    rsp_buf_free(&key);
}

static void note_labels(json_t *facts, const char *path) {
    rsp_buf text = {.limit = RSP_LIMIT_YAML_BYTES};
    if (rsp_file_read(&text, path, NULL) == RSP_OK) {
        rsp_bytes rest = rsp_buf_bytes(&text);
        for (json_int_t number = 1; rest.len > 0; number++)
            note_label(facts, rsp_bytes_split(&rest, '\n'), number);
    }
    rsp_buf_free(&text);
}

static bool can_run(const rsp_dap_profile *profile, const char *program) {
    for (size_t i = 0; i < json_array_size(profile->programs); i++)
        if (strcmp(json_string_value(json_array_get(profile->programs, i)), program) == 0)
            return true;
    return !profile->programs;
}

static void note_program(json_t *facts, const rsp_dap_target *target, const rsp_dap_scenario *scenario,
                         rsp_buf *lacks) {
    const char *program =
        can_run(target->profile, scenario->program) ? target->program(target->ctx, scenario->program) : NULL;
    const char *slash = program ? strrchr(program, '/') : NULL;
    if (!program && !rsp_dap_scenario_needs_debuggee(scenario))
        return;
    if (!program) {
        rsp_buf_printf(lacks, "there is no debuggee '%s' for this adapter", scenario->program);
        return;
    }
    (void)json_object_set_new(facts, "program", json_string(program));
    (void)json_object_set_new(facts, "folder", json_stringn(program, slash ? (size_t)(slash - program) : 0));
    const char *source = target->source(target->ctx, scenario->program);
    if (!source)
        return;
    (void)json_object_set_new(facts, "source", json_string(source));
    note_labels(facts, source);
}

/* A library beside the debuggee. Its labels are lines, too. */
static void note_library(json_t *facts, const rsp_dap_target *target, const char *library, rsp_buf *lacks) {
    rsp_buf file = {0};
    rsp_buf_printf(&file, "%s.so", library);
    const char *source =
        target->program(target->ctx, rsp_buf_cstr(&file)) ? target->source(target->ctx, library) : NULL;
    rsp_buf_free(&file);
    if (!source) {
        rsp_buf_printf(lacks, "there is no library '%s' for this adapter", library);
        return;
    }
    (void)json_object_set_new(facts, "library.source", json_string(source));
    note_labels(facts, source);
}

/* The words that the scenario gives to the program, for adapters that take them as one text. */
static void note_words(json_t *facts, const rsp_dap_scenario *scenario) {
    const json_t *args = json_object_get(scenario->launch, "args");
    rsp_buf text = {0};
    for (size_t i = 0; i < json_array_size(args); i++)
        rsp_buf_printf(&text, "%s%s", i ? " " : "", json_string_value(json_array_get(args, i)));
    (void)json_object_set_new(facts, "words", json_string(rsp_buf_cstr(&text)));
    rsp_buf_free(&text);
}

/* ${mark} in a fact is a file that the expression makes; NULL: it does not matter which. */
static void put_mark_in(json_t *facts, const char *mark) {
    const char *key;
    json_t *value;
    void *next;
    json_object_foreach_safe(facts, next, key, value) {
        rsp_bytes text = rsp_bytes_make(json_string_value(value), json_string_length(value));
        const size_t at = rsp_bytes_search(text, RSP_LIT("${mark}"));
        if (at == text.len)
            continue;
        rsp_buf out = {0};
        rsp_buf_append(&out, rsp_bytes_sub(text, 0, at));
        rsp_buf_str(&out, mark ? mark : "/dev/null");
        rsp_buf_append(&out, rsp_bytes_from(text, at + sizeof "${mark}" - 1));
        (void)json_object_set_new(facts, key, json_string(rsp_buf_cstr(&out)));
        rsp_buf_free(&out);
    }
    if (mark)
        (void)json_object_set_new(facts, "mark", json_string(mark));
}

json_t *dap_facts_of(const rsp_dap_target *target, const rsp_dap_scenario *scenario, rsp_buf *lacks) {
    json_t *facts = json_deep_copy(target->profile->facts);
    for (size_t i = 0; facts && i < scenario->num_facts && lacks->len == 0; i++)
        if (!json_object_get(facts, scenario->facts[i]))
            rsp_buf_printf(lacks, "the profile has no fact '%s'", scenario->facts[i]);
    if (facts)
        put_mark_in(facts, target->mark ? target->mark(target->ctx) : NULL);
    if (facts)
        note_words(facts, scenario);
    if (facts && !json_object_get(facts, "call"))
        (void)json_object_set_new(facts, "call", json_string(""));
    if (facts && !json_object_get(facts, "address"))
        (void)json_object_set_new(facts, "address", json_string("&arr"));
    if (facts)
        note_program(facts, target, scenario, lacks);
    if (facts && scenario->library && lacks->len == 0)
        note_library(facts, target, scenario->library, lacks);
    return facts;
}
