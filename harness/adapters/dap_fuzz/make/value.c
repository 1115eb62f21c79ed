/* Most integers and texts are chosen by their field's name: a wrong thread id ends a request at once.
 * Nesting follows the shape, which bounds it.
 * See value.h. */
/* SPDX-License-Identifier: MIT */
#include "make/value.h"

#include "dap/shape.h"

enum { DEEP = 60, LONG_TEXT = 5000 };

static bool chance(rsp_rng *rng, unsigned of) {
    return rsp_rng_below(rng, of) == 0;
}

static const char *pick(rsp_rng *rng, const char *const *words, size_t num) {
    return words[rsp_rng_below(rng, num)];
}

#define PICK(rng, words) pick(rng, words, RSP_ARRAY_LEN(words))

/* What a field of this name holds in a stopped session; NULL: nothing that has a name. */
static const char *name_for(rsp_bytes field) {
    static const struct {
        const char *field;
        const char *value;
    } names[] = {{"threadId", "${thread}"},
                 {"frameId", "${frame}"},
                 {"variablesReference", "${locals}"},
                 {"line", "${line}"},
                 {"path", "${source}"}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++)
        if (rsp_bytes_equal(field, rsp_bytes_str(names[i].field)))
            return names[i].value;
    return NULL;
}

static json_t *make_text(rsp_rng *rng, rsp_bytes field) {
    static const char *const expressions[] = {"k",       "g.a",     "a.next->id", "&a",        "arr[1]",
                                              "text",    "1 +",     "nothing",    "",          "k == 2",
                                              "*a.next", "deep(2)", "(((k)",      "arr[9999]", "g"};
    static const char *const places[] = {"0x0", "0x1000", "main", "-1", "0xffffffffffffffff", "zz", ""};
    static const char *const words[] = {"a", "k", "main", "deep", "c", "=", "7", "AAAA", "%d", "é"};
    if (rsp_bytes_ends(field, RSP_LIT("Reference")))
        return json_string(PICK(rng, places));
    if (rsp_bytes_equal(field, RSP_LIT("expression")) || rsp_bytes_equal(field, RSP_LIT("condition")) ||
        rsp_bytes_equal(field, RSP_LIT("text")))
        return json_string(PICK(rng, expressions));
    return json_string(PICK(rng, words));
}

static json_t *make_integer(rsp_rng *rng) {
    static const json_int_t odd[] = {-1, 1000, 65536, 2147483647, 4294967296, -2147483648LL};
    if (chance(rng, 10))
        return json_integer(odd[rsp_rng_below(rng, RSP_ARRAY_LEN(odd))]);
    return json_integer((json_int_t)rsp_rng_below(rng, 40));
}

static json_t *make_object(rsp_rng *rng, rsp_bytes shape, bool stopped);

static json_t *make_array(rsp_rng *rng, rsp_bytes shape, bool stopped) {
    json_t *array = json_array();
    for (uint64_t num = rsp_rng_below(rng, 4); num > 0; num--)
        (void)json_array_append_new(array, make_object(rng, shape, stopped));
    return array;
}

static json_t *make_choice(rsp_rng *rng, rsp_bytes words) {
    rsp_bytes rest = words;
    rsp_bytes chosen = rsp_bytes_split(&rest, '|');
    for (unsigned seen = 2; rest.len > 0; seen++) {
        const rsp_bytes word = rsp_bytes_split(&rest, '|');
        chosen = chance(rng, seen) ? word : chosen;
    }
    return json_stringn((const char *)chosen.ptr, chosen.len);
}

static json_t *make_field(rsp_rng *rng, const rsp_dap_field *f, bool stopped) {
    const rsp_bytes inner = rsp_bytes_sub(f->type, 1, f->type.len > 2 ? f->type.len - 2 : 0);
    const char *named = stopped && !chance(rng, 8) ? name_for(f->name) : NULL;
    if (named)
        return json_string(named);
    switch (f->type.ptr[0]) {
    case '[':
        return make_array(rng, inner, stopped);
    case '{':
        return make_object(rng, inner, stopped);
    case '(':
        return make_choice(rng, inner);
    case 's':
        return make_text(rng, f->name);
    case 'b':
        return json_boolean(chance(rng, 2));
    case 'o':
        return json_object();
    case 'a':
        return json_pack("[i]", (int)rsp_rng_below(rng, 9));
    default:
        return make_integer(rng);
    }
}

static json_t *make_object(rsp_rng *rng, rsp_bytes shape, bool stopped) {
    json_t *object = json_object();
    rsp_dap_field field;
    while (rsp_dap_shape_next(&shape, &field))
        if (!field.optional || chance(rng, 2))
            (void)json_object_setn_new(object, (const char *)field.name.ptr, field.name.len,
                                       make_field(rng, &field, stopped));
    return object;
}

json_t *value_make_arguments(rsp_rng *rng, const rsp_dap_request_row *request, bool stopped) {
    return make_object(rng, rsp_bytes_str(request->arguments), stopped);
}

static json_t *make_deep(bool arrays) {
    json_t *value = json_object();
    for (unsigned i = 0; i < DEEP; i++)
        value = arrays ? json_pack("[o]", value) : json_pack("{s:o}", "a", value);
    return value;
}

static json_t *make_long(rsp_rng *rng) {
    static const char *const fills[] = {"a", "%s", "\\", "é", "(", "0"};
    const char *fill = PICK(rng, fills);
    rsp_buf text = {0};
    while (text.len < LONG_TEXT)
        rsp_buf_str(&text, fill);
    json_t *value = json_stringn(rsp_buf_cstr(&text), text.len);
    rsp_buf_free(&text);
    return value;
}

json_t *value_make_odd(rsp_rng *rng) {
    static const json_int_t numbers[] = {0,          -1,         1,           255,
                                         2147483647, 2147483648, -2147483649, 4294967295,
                                         4294967296, INT64_MAX,  INT64_MIN,   1000000000};
    switch (rsp_rng_below(rng, 12)) {
    case 0:
        return json_null();
    case 1:
        return json_boolean(chance(rng, 2));
    case 2:
        return json_real(chance(rng, 2) ? 0.5 : 1e300);
    case 3:
        return json_string("");
    case 4:
        return make_long(rng);
    case 5:
        return make_deep(chance(rng, 2));
    case 6:
        return json_array();
    case 7:
        return json_object();
    case 8:
        return json_string("12");
    default:
        return json_integer(numbers[rsp_rng_below(rng, RSP_ARRAY_LEN(numbers))]);
    }
}
