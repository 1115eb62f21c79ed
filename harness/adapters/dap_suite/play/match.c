/* A difference is told with its path, which grows on the way down and shrinks on the way back.
 * Regular expressions are POSIX extended ones, searched in bounded time as elsewhere in scenarios.
 * See match.h. */
/* SPDX-License-Identifier: MIT */
#include "play/match.h"

#include "dap/message.h"
#include "scenario/language/pattern.h"
#include <stdlib.h>

typedef struct matcher {
    rsp_buf path;
    rsp_buf *problem; /* NULL: nobody wants to know */
} matcher;

static bool match(matcher *m, const json_t *pattern, const json_t *value);

static void append_short(rsp_buf *out, const json_t *value) {
    enum { COLUMNS = 120 };
    rsp_buf text = {0};
    if (value)
        rsp_dap_json_append(&text, value);
    else
        rsp_buf_str(&text, "missing");
    rsp_buf_append(out, rsp_bytes_sub(rsp_buf_bytes(&text), 0, COLUMNS));
    rsp_buf_str(out, text.len > COLUMNS ? "..." : "");
    rsp_buf_free(&text);
}

static bool differs(matcher *m, const json_t *pattern, const json_t *value) {
    if (!m->problem || m->problem->len > 0)
        return false;
    rsp_buf_printf(m->problem, "%s%sis ", rsp_buf_cstr(&m->path), m->path.len ? " " : "it ");
    append_short(m->problem, value);
    rsp_buf_str(m->problem, ", not ");
    append_short(m->problem, pattern);
    return false;
}

/* --- words --- */

static bool type_is(const char *word, const json_t *v) {
    return (strcmp(word, "<string>") == 0 && json_is_string(v)) ||
           (strcmp(word, "<number>") == 0 && json_is_number(v)) ||
           (strcmp(word, "<integer>") == 0 && json_is_integer(v)) ||
           (strcmp(word, "<boolean>") == 0 && json_is_boolean(v)) ||
           (strcmp(word, "<array>") == 0 && json_is_array(v)) ||
           (strcmp(word, "<object>") == 0 && json_is_object(v));
}

/* The adapter chooses the text: the search takes no longer than its length times that of the pattern. */
static bool regex_fits(const char *expression, const json_t *value) {
    automaton *compiled = NULL;
    char why[80];
    rsp_buf pattern = {0};
    rsp_buf text = {0};
    automaton_search search = {.bounds = false};
    if (json_is_string(value))
        rsp_buf_append(&text, rsp_bytes_make(json_string_value(value), json_string_length(value)));
    else
        rsp_dap_json_append(&text, value);
    rsp_buf_str(&pattern, expression);
    const bool fits = text.status == RSP_OK &&
                      rsp_pattern_compile(&compiled, why, sizeof why, &pattern, NULL) == RSP_OK &&
                      rsp_automaton_find(compiled, rsp_buf_bytes(&text), &search) == RSP_OK;
    rsp_automaton_free(compiled);
    rsp_buf_free(&pattern);
    rsp_buf_free(&text);
    return fits;
}

/* A text as it is, any other value as it is written. */
static bool text_is(const json_t *value, const char *wanted) {
    rsp_buf text = {0};
    if (json_is_string(value))
        rsp_buf_str(&text, json_string_value(value));
    else
        rsp_dap_json_append(&text, value);
    const bool same = rsp_bytes_equal(rsp_buf_bytes(&text), rsp_bytes_str(wanted));
    rsp_buf_free(&text);
    return same;
}

/* "> 3" and its like: true in *out_is when the text is a comparison. */
static bool comparison_fits(const char *word, const json_t *value, bool *out_is) {
    const bool less = word[0] == '<';
    const bool or_equal = word[0] && word[1] == '=';
    char *end = NULL;
    *out_is = false;
    if ((!less && word[0] != '>') || word[or_equal ? 2 : 1] != ' ')
        return false;
    const double limit = strtod(word + (or_equal ? 3 : 2), &end);
    *out_is = *end == '\0';
    const double number = json_number_value(value);
    const bool equal = or_equal && !(number < limit) && !(number > limit);
    return *out_is && json_is_number(value) && (equal || (less ? number < limit : number > limit));
}

static bool word_fits(const char *word, const json_t *pattern, const json_t *value) {
    bool comparison = false;
    const bool compared = comparison_fits(word, value, &comparison);
    if (strcmp(word, "!") == 0)
        return !value;
    if (!value)
        return word[0] == '?';
    if (word[0] == '?' && word[1])
        return word_fits(word + 1, NULL, value);
    if (strcmp(word, "*") == 0)
        return true;
    if (word[0] == '~')
        return regex_fits(word + 1, value);
    if (strncmp(word, "!= ", 3) == 0)
        return !text_is(value, word + 3);
    if (comparison)
        return compared;
    return type_is(word, value) ||
           (json_is_string(value) && (pattern ? json_equal(pattern, value) : text_is(value, word)));
}

static bool match_text(matcher *m, const json_t *pattern, const json_t *value) {
    return word_fits(json_string_value(pattern), pattern, value) || differs(m, pattern, value);
}

/* --- lists and objects --- */

static size_t num_fitting(const json_t *pattern, const json_t *array) {
    matcher quiet = {.problem = NULL};
    size_t num = 0;
    for (size_t i = 0; i < json_array_size(array); i++)
        num += match(&quiet, pattern, json_array_get(array, i)) ? 1 : 0;
    rsp_buf_free(&quiet.path);
    return num;
}

static bool some_fit(matcher *m, const json_t *wanted, const json_t *array) {
    for (size_t i = 0; i < json_array_size(wanted); i++)
        if (num_fitting(json_array_get(wanted, i), array) == 0)
            return differs(m, json_array_get(wanted, i), array);
    return true;
}

/* Whether no two items have the same value of a member. */
static bool all_differ(const json_t *array, const char *member) {
    for (size_t i = 0; i < json_array_size(array); i++)
        for (size_t k = 0; k < i; k++)
            if (json_equal(json_object_get(json_array_get(array, i), member),
                           json_object_get(json_array_get(array, k), member)))
                return false;
    return true;
}

static bool match_operators(matcher *m, const json_t *pattern, const json_t *array) {
    const json_t *size = json_object_get(pattern, "size");
    const json_t *every = json_object_get(pattern, "every");
    const json_t *none = json_object_get(pattern, "none");
    const char *unique = json_string_value(json_object_get(pattern, "unique"));
    json_t *num = json_integer((json_int_t)json_array_size(array));
    const bool sized = !size || match(m, size, num);
    json_decref(num);
    if (!sized || !some_fit(m, json_object_get(pattern, "some"), array))
        return false;
    if (every && num_fitting(every, array) < json_array_size(array))
        return differs(m, every, array);
    if (unique && !all_differ(array, unique))
        return differs(m, pattern, array);
    return !none || num_fitting(none, array) == 0 || differs(m, pattern, array);
}

static bool match_object(matcher *m, const json_t *pattern, const json_t *value) {
    const char *key;
    json_t *item;
    if (json_is_array(value))
        return match_operators(m, pattern, value);
    if (value && !json_is_object(value))
        return differs(m, pattern, value);
    json_object_foreach((json_t *)(uintptr_t)pattern, key, item) {
        const size_t before = m->path.len;
        rsp_buf_printf(&m->path, "/%s", key);
        const bool fits = match(m, item, json_object_get(value, key));
        rsp_buf_truncate(&m->path, before);
        if (!fits)
            return false;
    }
    return true;
}

static bool match_array(matcher *m, const json_t *pattern, const json_t *value) {
    if (json_array_size(pattern) != json_array_size(value) || !json_is_array(value))
        return differs(m, pattern, value);
    for (size_t i = 0; i < json_array_size(pattern); i++) {
        const size_t before = m->path.len;
        rsp_buf_printf(&m->path, "/%zu", i);
        const bool fits = match(m, json_array_get(pattern, i), json_array_get(value, i));
        rsp_buf_truncate(&m->path, before);
        if (!fits)
            return false;
    }
    return true;
}

static bool same_number(const json_t *a, const json_t *b) {
    const double x = json_number_value(a), y = json_number_value(b);
    return json_is_number(a) && json_is_number(b) && !(x < y) && !(x > y);
}

static bool match(matcher *m, const json_t *pattern, const json_t *value) {
    if (!pattern)
        return true;
    if (json_is_string(pattern))
        return match_text(m, pattern, value);
    if (json_is_object(pattern))
        return match_object(m, pattern, value);
    if (json_is_array(pattern))
        return match_array(m, pattern, value);
    return (value && (json_equal(pattern, value) || same_number(pattern, value))) ||
           differs(m, pattern, value);
}

bool dap_match_value(const json_t *pattern, const json_t *value, rsp_buf *problem) {
    matcher m = {.problem = problem};
    const bool fits = match(&m, pattern, value);
    rsp_buf_free(&m.path);
    return fits;
}
