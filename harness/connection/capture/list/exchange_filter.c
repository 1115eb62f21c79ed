/* The filter's parser: or, and, not and comparisons by recursive descent, in the order of C.
 * Each mistake is told at the byte where it begins, with the word that was probably meant.
 * See exchange_filter.h. */
/* SPDX-License-Identifier: MIT */
#include "capture/exchange_filter.h"

#include "filter_tree.h"

#include "core/hex.h"
#include "core/mem.h"
#include "core/suggest.h"

static const struct {
    const char *name;
    rsp_filter_type type;
} fields[] = {
#define FIELD_ROW(id, name, type, meaning) {name, RSP_FILTER_##type},
    RSP_FILTER_FIELD_LIST(FIELD_ROW)
#undef FIELD_ROW
};

static const char *const signs[] = {
#define SIGN(name, sign) sign,
    FILTER_COMPARE_LIST(SIGN)
#undef SIGN
};

const char *filter_name(rsp_filter_field field, size_t i) {
    static const char *const phases[] = {"stub", "program", "none"}; /* by rsp_exchange_class */
    switch ((int)field) {
    case RSP_FILTER_FIELD_KIND:
        return i == 0                               ? "unknown"
               : rsp_packet_by_id((rsp_packet_id)i) ? rsp_packet_text((rsp_packet_id)i)
                                                    : NULL;
    case RSP_FILTER_FIELD_ANSWER:
        return i < RSP_ANSWERS ? rsp_answer_name((unsigned)i) : NULL;
    case RSP_FILTER_FIELD_ACTION:
        return i < RSP_ACTIONS ? rsp_action_key((rsp_action)i) : NULL;
    case RSP_FILTER_FIELD_PHASE:
        return i < RSP_ARRAY_LEN(phases) ? phases[i] : NULL;
    }
    return NULL;
}

/* --- the text ------------------------------------------------------------------------------------------- */

typedef struct parser {
    rsp_exchange_filter *filter;
    rsp_bytes text;
    size_t at;
    unsigned depth;
    rsp_error *error;
} parser;

/* A failure at byte `at`; always false. */
static bool fail(parser *p, size_t at, rsp_status status, const char *fmt, ...) RSP_PRINTF(4, 5);

static bool fail(parser *p, size_t at, rsp_status status, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    rsp_fail_v(p->error, status, fmt, ap);
    va_end(ap);
    if (p->error)
        p->error->column = (uint32_t)at + 1;
    return false;
}

static void skip_blanks(parser *p) {
    while (p->at < p->text.len &&
           (p->text.ptr[p->at] == ' ' || p->text.ptr[p->at] == '\t' || p->text.ptr[p->at] == '\n'))
        p->at++;
}

/* Takes `sign` if it comes next. */
static bool take(parser *p, const char *sign) {
    skip_blanks(p);
    rsp_bytes wanted = rsp_bytes_str(sign);
    if (!rsp_bytes_starts(rsp_bytes_from(p->text, p->at), wanted))
        return false;
    p->at += wanted.len;
    return true;
}

static bool is_letter(uint8_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/* A value ends at a blank, a parenthesis or an operator: names of packets have colons, ? and !. */
static bool ends_value(uint8_t c) {
    return c <= ' ' || c == '(' || c == ')' || c == '&' || c == '|' || c == '"';
}

static rsp_bytes take_field_word(parser *p) {
    size_t start = p->at;
    while (p->at < p->text.len && is_letter(p->text.ptr[p->at]))
        p->at++;
    return rsp_bytes_sub(p->text, start, p->at - start);
}

static rsp_bytes take_value_word(parser *p) {
    size_t start = p->at;
    while (p->at < p->text.len && !ends_value(p->text.ptr[p->at]))
        p->at++;
    return rsp_bytes_sub(p->text, start, p->at - start);
}

/* --- nodes ---------------------------------------------------------------------------------------------- */

static bool add_node(parser *p, size_t at, const filter_node *node, size_t *out_index) {
    rsp_exchange_filter *f = p->filter;
    if (f->num_nodes == RSP_LIMIT_FILTER_TERMS)
        return fail(p, at, RSP_LIMIT, "more than %d comparisons and operators", RSP_LIMIT_FILTER_TERMS);
    *out_index = f->num_nodes;
    f->nodes[f->num_nodes++] = *node;
    return true;
}

static bool join(parser *p, size_t at, filter_node_kind kind, size_t *left, size_t right) {
    return add_node(p, at, &(filter_node){.kind = kind, .left = *left, .right = right}, left);
}

/* --- values --------------------------------------------------------------------------------------------- */

/* Appends quoted text without its quotes: \" \\ and \xNN, everything else is itself. */
static bool take_quoted(parser *p) {
    size_t start = p->at++;
    while (p->at < p->text.len && p->text.ptr[p->at] != '"') {
        uint8_t c = p->text.ptr[p->at++];
        rsp_bytes rest = rsp_bytes_from(p->text, p->at);
        if (c == '\\' && rest.len > 0 && (rest.ptr[0] == '"' || rest.ptr[0] == '\\')) {
            c = rest.ptr[0];
            p->at++;
        } else if (c == '\\' && rest.len > 2 && rest.ptr[0] == 'x' && rsp_hex_value(rest.ptr[1]) >= 0 &&
                   rsp_hex_value(rest.ptr[2]) >= 0) {
            c = (uint8_t)(rsp_hex_value(rest.ptr[1]) << 4 | rsp_hex_value(rest.ptr[2]));
            p->at += 3;
        } else if (c == '\\') {
            return fail(p, p->at - 1, RSP_SYNTAX,
                        "write \\\\ for a backslash, \\\" for a quote, \\xNN for any byte");
        }
        rsp_buf_push(&p->filter->texts, c);
    }
    if (p->at == p->text.len)
        return fail(p, start, RSP_SYNTAX, "this quote is never closed");
    p->at++;
    return true;
}

static bool read_number(uint64_t *out, rsp_bytes word) {
    if (word.len > 2 && (rsp_bytes_starts(word, RSP_LIT("0x")) || rsp_bytes_starts(word, RSP_LIT("0X")))) {
        word = rsp_bytes_from(word, 2);
        return rsp_take_hex(out, &word) == RSP_OK && word.len == 0;
    }
    return rsp_take_decimal(out, &word) == RSP_OK && word.len == 0;
}

/* 1.5ms: what is behind the point in tenths of the unit, and so on. */
static bool read_time(uint64_t *out, rsp_bytes word) {
    static const struct {
        const char *unit;
        uint64_t ns;
    } units[] = {{"ns", 1},
                 {"us", 1000},
                 {"ms", 1000000},
                 {"s", 1000000000},
                 {"m", UINT64_C(60000000000)},
                 {"h", UINT64_C(3600000000000)}};
    uint64_t whole = 0;
    if (rsp_bytes_equal(word, RSP_LIT("0"))) {
        *out = 0;
        return true;
    }
    if (rsp_take_decimal(&whole, &word) != RSP_OK)
        return false;
    rsp_bytes tenths = rsp_bytes_make(NULL, 0);
    if (word.len > 0 && word.ptr[0] == '.') {
        tenths = word = rsp_bytes_from(word, 1);
        while (word.len > 0 && word.ptr[0] >= '0' && word.ptr[0] <= '9')
            word = rsp_bytes_from(word, 1);
        tenths.len -= word.len;
    }
    for (size_t i = 0; i < RSP_ARRAY_LEN(units); i++) {
        uint64_t ns = units[i].ns;
        if (!rsp_bytes_equal(word, rsp_bytes_str(units[i].unit)) || whole > UINT64_MAX / 2 / ns)
            continue;
        *out = whole * ns;
        for (size_t k = 0; k < tenths.len && ns > 1; k++)
            *out += (tenths.ptr[k] - (uint64_t)'0') * (ns /= 10);
        return true;
    }
    return false;
}

/* No name of the field, nor near one: a few names are all told. */
static bool fail_name(parser *p, size_t at, rsp_filter_field field, rsp_bytes word) {
    rsp_buf names = {.limit = 128};
    for (size_t i = 0; field != RSP_FILTER_FIELD_KIND && filter_name(field, i); i++)
        rsp_buf_printf(&names, "%s%s", i ? ", " : ": ", filter_name(field, i));
    if (field == RSP_FILTER_FIELD_KIND)
        rsp_buf_str(&names, ": stubborn packet-reference lists all packets");
    (void)fail(p, at, RSP_SYNTAX, "'%.*s' is no %s%s", (int)rsp_bytes_sub(word, 0, 40).len,
               (const char *)word.ptr, field == RSP_FILTER_FIELD_KIND ? "packet" : fields[field].name,
               rsp_buf_cstr(&names));
    rsp_buf_free(&names);
    return false;
}

static bool find_name(parser *p, size_t at, filter_node *node, rsp_bytes word) {
    rsp_suggestion nearest = {.word = word};
    for (size_t i = 0; filter_name(node->field, i); i++) {
        const char *name = filter_name(node->field, i);
        if (rsp_bytes_equal(word, rsp_bytes_str(name))) {
            node->number = i;
            return true;
        }
        rsp_suggest_offer(&nearest, name);
    }
    if (!nearest.best)
        return fail_name(p, at, node->field, word);
    return fail(p, at, RSP_SYNTAX, "'%.*s' is no %s; did you mean '%s'?", (int)rsp_bytes_sub(word, 0, 40).len,
                (const char *)word.ptr,
                node->field == RSP_FILTER_FIELD_KIND ? "packet" : fields[node->field].name, nearest.best);
}

/* Whether the value that was taken fits the field and the comparison; the text is `word`. */
static bool set_value(parser *p, size_t at, filter_node *node, rsp_bytes word, bool quoted) {
    rsp_filter_type type = fields[node->field].type;
    const char *name = fields[node->field].name;
    if (type == RSP_FILTER_TEXT || (type == RSP_FILTER_NAME && node->compare == FILTER_CONTAINS))
        return true;
    if (type == RSP_FILTER_NAME)
        return find_name(p, at, node, word);
    if (type == RSP_FILTER_TIME && (quoted || !read_time(&node->number, word)))
        return fail(p, at, RSP_SYNTAX, "%s is a time: write it with a unit, as in 500us, 1.5ms or 2s", name);
    if (type == RSP_FILTER_NUMBER && (quoted || !read_number(&node->number, word)))
        return fail(p, at, RSP_SYNTAX, "%s is a number: write it as 12 or 0x7fff", name);
    return true;
}

static bool take_value(parser *p, filter_node *node) {
    skip_blanks(p);
    size_t at = p->at;
    bool quoted = at < p->text.len && p->text.ptr[at] == '"';
    node->text = p->filter->texts.len;
    if (quoted && !take_quoted(p))
        return false;
    if (!quoted)
        rsp_buf_append(&p->filter->texts, take_value_word(p));
    if (p->at == at)
        return fail(p, at, RSP_SYNTAX, "a value is missing here, to compare %s with",
                    fields[node->field].name);
    node->text_len = p->filter->texts.len - node->text;
    if (p->filter->texts.status != RSP_OK)
        return fail(p, at, RSP_NO_MEMORY, "no memory");
    rsp_bytes word = rsp_bytes_sub(rsp_buf_bytes(&p->filter->texts), node->text, node->text_len);
    return set_value(p, at, node, word, quoted);
}

/* --- comparisons ---------------------------------------------------------------------------------------- */

static bool find_field(parser *p, filter_node *node) {
    size_t at = p->at;
    rsp_bytes word = take_field_word(p);
    rsp_suggestion nearest = {.word = word};
    if (word.len == 0)
        return fail(p, at, RSP_SYNTAX,
                    at == p->text.len ? "a comparison is missing here, such as latency > 1ms"
                                      : "a field was expected here, such as latency or kind");
    for (size_t i = 0; i < RSP_ARRAY_LEN(fields); i++) {
        if (rsp_bytes_equal(word, rsp_bytes_str(fields[i].name))) {
            node->field = (rsp_filter_field)i;
            return true;
        }
        rsp_suggest_offer(&nearest, fields[i].name);
    }
    if (nearest.best)
        return fail(p, at, RSP_SYNTAX, "unknown field '%.*s'; did you mean '%s'?",
                    (int)rsp_bytes_sub(word, 0, 40).len, (const char *)word.ptr, nearest.best);
    return fail(p, at, RSP_SYNTAX, "unknown field '%.*s': stubborn capture --help lists the fields",
                (int)rsp_bytes_sub(word, 0, 40).len, (const char *)word.ptr);
}

static bool find_compare(parser *p, filter_node *node) {
    skip_blanks(p);
    size_t at = p->at;
    const char *name = fields[node->field].name;
    rsp_filter_type type = fields[node->field].type;
    bool words = type == RSP_FILTER_NAME || type == RSP_FILTER_TEXT;
    for (size_t i = 0; i < RSP_ARRAY_LEN(signs); i++) {
        if (!take(p, signs[i]))
            continue;
        node->compare = (filter_compare)i;
        if (words && i != FILTER_EQUAL && i != FILTER_UNEQUAL && i != FILTER_CONTAINS)
            return fail(p, at, RSP_SYNTAX, "%s has no order: use ==, != or ~", name);
        if (!words && i == FILTER_CONTAINS)
            return fail(p, at, RSP_SYNTAX, "%s is a number: use ==, !=, <, <=, > or >=", name);
        return true;
    }
    if (take(p, "="))
        return fail(p, at, RSP_SYNTAX, "write == to compare");
    return fail(p, at, RSP_SYNTAX, "%s has to be compared here: with ==, !=, %s", name,
                words ? "or ~" : "<, <=, > or >=");
}

static bool take_test(parser *p, size_t *out) {
    filter_node node = {.kind = FILTER_TEST};
    size_t at = p->at;
    return find_field(p, &node) && find_compare(p, &node) && take_value(p, &node) &&
           add_node(p, at, &node, out);
}

/* --- operators ------------------------------------------------------------------------------------------ */

static bool take_or(parser *p, size_t *out);

static bool take_group(parser *p, size_t at, size_t *out) {
    if (!take_or(p, out))
        return false;
    skip_blanks(p);
    if (take(p, ")"))
        return true;
    if (p->at < p->text.len)
        return fail(p, p->at, RSP_SYNTAX, "expected &&, || or ) here");
    return fail(p, at, RSP_SYNTAX, "this parenthesis is never closed");
}

static bool take_unary(parser *p, size_t *out) {
    skip_blanks(p);
    size_t at = p->at;
    bool not = take(p, "!");
    if (!not &&!take(p, "("))
        return take_test(p, out);
    if (++p->depth > RSP_LIMIT_FILTER_DEPTH)
        return fail(p, at, RSP_LIMIT, "more than %d parentheses and ! within each other",
                    RSP_LIMIT_FILTER_DEPTH);
    bool fine = not ? take_unary(p, out) && join(p, at, FILTER_NOT, out, 0) : take_group(p, at, out);
    p->depth--;
    return fine;
}

static bool take_and(parser *p, size_t *out) {
    if (!take_unary(p, out))
        return false;
    for (size_t at = p->at; take(p, "&&"); at = p->at) {
        size_t right = 0;
        if (!take_unary(p, &right) || !join(p, at, FILTER_AND, out, right))
            return false;
    }
    return true;
}

static bool take_or(parser *p, size_t *out) {
    if (!take_and(p, out))
        return false;
    for (size_t at = p->at; take(p, "||"); at = p->at) {
        size_t right = 0;
        if (!take_and(p, &right) || !join(p, at, FILTER_OR, out, right))
            return false;
    }
    return true;
}

/* What stands where the filter should have ended. */
static bool take_end(parser *p) {
    skip_blanks(p);
    rsp_bytes rest = rsp_bytes_from(p->text, p->at);
    if (rest.len == 0)
        return true;
    if (rest.ptr[0] == ')')
        return fail(p, p->at, RSP_SYNTAX, "this parenthesis was never opened");
    if (rest.ptr[0] == '&' || rsp_bytes_starts(rest, RSP_LIT("and")))
        return fail(p, p->at, RSP_SYNTAX, "write && to demand both");
    if (rest.ptr[0] == '|' || rsp_bytes_starts(rest, RSP_LIT("or")))
        return fail(p, p->at, RSP_SYNTAX, "write || to accept either");
    return fail(p, p->at, RSP_SYNTAX, "expected && or || here");
}

rsp_exchange_filter *rsp_exchange_filter_new(rsp_bytes text, const rsp_mem *mem, rsp_error *error) {
    parser p = {.text = text, .error = error};
    if (text.len > RSP_LIMIT_FILTER_BYTES) {
        fail(&p, RSP_LIMIT_FILTER_BYTES, RSP_LIMIT, "the filter is longer than %d bytes",
             RSP_LIMIT_FILTER_BYTES);
        return NULL;
    }
    p.filter = rsp_mem_calloc(mem, 1, sizeof *p.filter);
    if (!p.filter) {
        fail(&p, 0, RSP_NO_MEMORY, "no memory");
        return NULL;
    }
    p.filter->mem = mem;
    rsp_buf_init(&p.filter->texts, mem, RSP_LIMIT_FILTER_BYTES);
    if (take_or(&p, &p.filter->root) && take_end(&p))
        return p.filter;
    rsp_exchange_filter_free(p.filter);
    return NULL;
}

void rsp_exchange_filter_free(rsp_exchange_filter *filter) {
    if (!filter)
        return;
    rsp_buf_free(&filter->texts);
    rsp_mem_free(filter->mem, filter);
}
