/* One pass over the text of a shape, with a call for each level of nesting, which messages bound.
 * The path of the member in hand is one buffer that grows and shrinks with the calls.
 * See dap/shape.h. */
/* SPDX-License-Identifier: MIT */
#include "dap/shape.h"

#include <stdio.h>

enum { SHOWN_COLUMNS = 40 };

/* What one check has in hand. */
typedef struct checker {
    rsp_buf path;
    rsp_dap_misfit *tell;
    void *ctx;
} checker;

/* Letters of types: which JSON they take, in which range. */
static const struct {
    char letter;
    unsigned kinds; /* 1 << json_type for each */
    json_int_t least;
    json_int_t most;
    const char *words;
} letters[] = {
#define KIND(type) (1U << JSON_##type)
#define ANY_INTEGER INT64_MIN, INT64_MAX
#define SAFE_MOST 9007199254740991 /* what the schema names so: 2^53-1 */
    {'s', KIND(STRING), ANY_INTEGER, "string"},
    {'z', KIND(STRING) | KIND(NULL), ANY_INTEGER, "string or null"},
    {'b', KIND(TRUE) | KIND(FALSE), ANY_INTEGER, "boolean"},
    {'o', KIND(OBJECT), ANY_INTEGER, "object"},
    {'m', KIND(OBJECT), ANY_INTEGER, "object"},
    {'a', KIND(ARRAY), ANY_INTEGER, "array"},
    {'i', KIND(INTEGER), ANY_INTEGER, "integer"},
    {'k', KIND(INTEGER) | KIND(STRING), ANY_INTEGER, "integer or string"},
    {'n', KIND(INTEGER) | KIND(REAL), ANY_INTEGER, "number"},
    {'%', KIND(INTEGER) | KIND(REAL), 0, 100, "number from 0 to 100"},
    {'c', KIND(INTEGER), 0, INT64_MAX, "integer from 0"},
    {'p', KIND(INTEGER), 1, INT64_MAX, "integer from 1"},
    {'l', KIND(INTEGER), INT64_MIN, SAFE_MOST, "integer up to 2^53-1"},
    {'w', KIND(INTEGER), -SAFE_MOST, SAFE_MOST, "integer from -(2^53-1) to 2^53-1"},
#undef KIND
};

/* --- telling --- */

/* The value as a reader of the message finds it, cut; of large ones what it is. */
static void append_value(rsp_buf *out, const json_t *value) {
    const size_t before = out->len;
    if (json_is_object(value) || json_is_array(value)) {
        rsp_buf_str(out, json_is_object(value) ? "an object" : "an array");
        return;
    }
    char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
    rsp_buf_str(out, text ? text : "?");
    free(text);
    if (out->len - before <= SHOWN_COLUMNS)
        return;
    rsp_buf_truncate(out, before + SHOWN_COLUMNS);
    rsp_buf_str(out, "...");
}

/* `value` NULL: it is missing. */
static void misfit(checker *c, const json_t *value, const char *wanted) {
    rsp_buf why = {0};
    if (!value)
        rsp_buf_str(&why, "is missing");
    if (value) {
        rsp_buf_str(&why, "is ");
        append_value(&why, value);
        rsp_buf_printf(&why, ", %s", wanted);
    }
    c->tell(c->ctx, rsp_buf_cstr(&c->path), rsp_buf_cstr(&why));
    rsp_buf_free(&why);
}

static void misfit_no(checker *c, const json_t *value, const char *words) {
    rsp_buf wanted = {0};
    rsp_buf_printf(&wanted, "no %s", words);
    misfit(c, value, rsp_buf_cstr(&wanted));
    rsp_buf_free(&wanted);
}

/* --- types --- */

/* The text of a type ends at a blank outside of brackets. */
static size_t type_len(const char *type) {
    size_t depth = 0;
    size_t i = 0;
    for (; type[i] && (depth > 0 || type[i] != ' '); i++) {
        if (strchr("[{(", type[i]))
            depth++;
        else if (strchr("]})", type[i]))
            depth--;
    }
    return i;
}

static void check_fields(checker *c, rsp_bytes shape, const json_t *value);
static void check_type(checker *c, rsp_bytes type, const json_t *value);

static void check_items(checker *c, rsp_bytes inner, const json_t *array) {
    const bool fields = rsp_bytes_index(inner, ':') < inner.len;
    const size_t before = c->path.len;
    if (!json_is_array(array))
        misfit_no(c, array, "array");
    for (size_t i = 0; i < json_array_size(array); i++) {
        rsp_buf_printf(&c->path, "[%zu]", i);
        if (fields)
            check_fields(c, inner, json_array_get(array, i));
        else
            check_type(c, inner, json_array_get(array, i));
        rsp_buf_truncate(&c->path, before);
    }
}

static void check_choice(checker *c, rsp_bytes words, const json_t *value) {
    const char *text = json_string_value(value);
    rsp_buf wanted = {0};
    rsp_buf_printf(&wanted, "none of %.*s", (int)words.len, (const char *)words.ptr);
    bool found = false;
    while (text && !found && words.len > 0)
        found = rsp_bytes_equal(rsp_bytes_split(&words, '|'), rsp_bytes_str(text));
    if (!found)
        misfit(c, value, rsp_buf_cstr(&wanted));
    rsp_buf_free(&wanted);
}

static void check_map(checker *c, const json_t *object) {
    const size_t before = c->path.len;
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, key, value) {
        if (json_is_string(value) || json_is_null(value))
            continue;
        rsp_buf_printf(&c->path, ".%.40s", key);
        misfit_no(c, value, "string");
        rsp_buf_truncate(&c->path, before);
    }
}

static void check_letter(checker *c, char letter, const json_t *value) {
    size_t i = 0;
    while (i + 1 < sizeof letters / sizeof *letters && letters[i].letter != letter)
        i++;
    const bool kind = (letters[i].kinds >> json_typeof(value)) & 1;
    const bool small = json_is_integer(value) && json_integer_value(value) < letters[i].least;
    const bool large = json_is_integer(value) && json_integer_value(value) > letters[i].most;
    const bool real = letter == '%' && json_is_real(value) &&
                      !(json_real_value(value) >= 0 && json_real_value(value) <= 100);
    if (!kind || small || large || real)
        misfit_no(c, value, letters[i].words);
    else if (letter == 'm')
        check_map(c, value);
}

static void check_type(checker *c, rsp_bytes type, const json_t *value) {
    const rsp_bytes inner = rsp_bytes_sub(type, 1, type.len > 2 ? type.len - 2 : 0);
    switch (type.ptr[0]) {
    case '[':
        check_items(c, inner, value);
        return;
    case '{':
        check_fields(c, inner, value);
        return;
    case '(':
        check_choice(c, inner, value);
        return;
    case '@':
        check_fields(c, rsp_bytes_str(rsp_dap_shape_of_type(rsp_bytes_from(type, 1))), value);
        return;
    default:
        check_letter(c, (char)type.ptr[0], value);
    }
}

/* --- fields --- */

bool rsp_dap_shape_next(rsp_bytes *shape, rsp_dap_field *out) {
    const size_t colon = rsp_bytes_index(*shape, ':');
    if (colon + 1 >= shape->len)
        return false;
    out->name = rsp_bytes_sub(*shape, 0, colon);
    out->optional = rsp_bytes_ends(out->name, RSP_LIT("?"));
    out->name.len -= out->optional ? 1 : 0;
    const char *text = (const char *)shape->ptr + colon + 1;
    size_t len = type_len(text);
    if (len > shape->len - colon - 1)
        len = shape->len - colon - 1;
    out->type = rsp_bytes_sub(*shape, colon + 1, len);
    *shape = rsp_bytes_from(*shape, colon + 1 + len + 1);
    return true;
}

static void check_fields(checker *c, rsp_bytes shape, const json_t *object) {
    const size_t before = c->path.len;
    rsp_dap_field f;
    if (!json_is_object(object)) {
        misfit_no(c, object, "object");
        return;
    }
    while (rsp_dap_shape_next(&shape, &f)) {
        const json_t *value = json_object_getn(object, (const char *)f.name.ptr, f.name.len);
        rsp_buf_printf(&c->path, "%s%.*s", before > 0 ? "." : "", (int)f.name.len, (const char *)f.name.ptr);
        if (value)
            check_type(c, f.type, value);
        else if (!f.optional)
            misfit(c, NULL, "");
        rsp_buf_truncate(&c->path, before);
    }
}

void rsp_dap_shape_check(const char *shape, const json_t *value, const char *root, rsp_dap_misfit *tell,
                         void *ctx) {
    checker c = {.tell = tell, .ctx = ctx};
    const bool may_lack = strncmp(shape, "? ", 2) == 0;
    const rsp_bytes text = rsp_bytes_str(shape + (may_lack ? 2 : 0));
    rsp_buf_str(&c.path, root);
    if (value && rsp_bytes_starts(text, RSP_LIT("@")))
        check_type(&c, text, value);
    else if (value)
        check_fields(&c, text, value);
    else if (!may_lack)
        misfit(&c, NULL, "");
    rsp_buf_free(&c.path);
}

/* The first misfit, as one text. */
static void note_first(void *ctx, const char *path, const char *why) {
    rsp_buf *problem = ctx;
    if (problem->len == 0)
        rsp_buf_printf(problem, "%s%s%s", path, *path ? " " : "", why);
}

bool rsp_dap_shape_fits(const char *shape, const json_t *value, rsp_buf *problem) {
    rsp_buf first = {0};
    rsp_dap_shape_check(shape, value, "", note_first, &first);
    const bool fits = first.len == 0;
    rsp_buf_append(problem, rsp_buf_bytes(&first));
    rsp_buf_free(&first);
    return fits;
}
