/* XML and JSON replies: well-formed, and what is counted or found in them.
 * Both parsers see bounded text: depth is checked first, entities are refused.
 * The names of elements and attributes are compared as they stand. */
/* SPDX-License-Identifier: MIT */
#include "match/match_doc.h"

#include "match/match.h"
#include "play/buffers.h"
#include "play/evaluate.h"

#include "codec/json.h"
#include "codec/reply.h"
#include "core/arena.h"
#include "core/limits.h"
#include <expat.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

/* --- XML --- */

enum { COUNTERS_MAX = 64 };

typedef struct xml_reader {
    XML_Parser parser;
    const counts_spec *counters; /* may be NULL */
    uint64_t counts[COUNTERS_MAX];
    size_t num_elements;
    size_t depth;
    char root[64];
    const char *refused;
} xml_reader;

/* ELEMENT, ELEMENT@ATTRIBUTE or ELEMENT@ATTRIBUTE=VALUE */
static bool counts_element(const char *key, const XML_Char *name, const XML_Char **attrs) {
    const char *colon = strrchr(name, ':');
    const char *local = colon ? colon + 1 : name;
    size_t len = strcspn(key, "@");
    if (strlen(local) != len || strncmp(local, key, len) != 0)
        return false;
    if (!key[len])
        return true;
    const char *attribute = key + len + 1;
    size_t attribute_len = strcspn(attribute, "=");
    for (size_t i = 0; attrs[i]; i += 2) {
        if (strlen(attrs[i]) != attribute_len || strncmp(attrs[i], attribute, attribute_len) != 0)
            continue;
        return !attribute[attribute_len] || strcmp(attrs[i + 1], attribute + attribute_len + 1) == 0;
    }
    return false;
}

static size_t num_counters(const xml_reader *r) {
    size_t num = r->counters ? r->counters->num_entries : 0;
    return num < COUNTERS_MAX ? num : COUNTERS_MAX;
}

static void on_start(void *ctx, const XML_Char *name, const XML_Char **attrs) {
    xml_reader *r = ctx;
    if (r->depth == 0)
        (void)snprintf(r->root, sizeof r->root, "%s", name);
    if (++r->depth > RSP_LIMIT_XML_DEPTH || ++r->num_elements > RSP_LIMIT_XML_NODES) {
        r->refused = "nested too deeply, or too many elements";
        (void)XML_StopParser(r->parser, XML_FALSE);
        return;
    }
    for (size_t i = 0; i < num_counters(r); i++)
        r->counts[i] += counts_element(r->counters->entries[i].name, name, attrs);
}

static void on_end(void *ctx, const XML_Char *name) {
    xml_reader *r = ctx;
    (void)name;
    r->depth--;
}

/* An internal subset is where entities would be declared; no stub needs one. */
static void on_doctype(void *ctx, const XML_Char *name, const XML_Char *system_id, const XML_Char *public_id,
                       int has_internal_subset) {
    xml_reader *r = ctx;
    (void)name, (void)system_id, (void)public_id;
    if (!has_internal_subset)
        return;
    r->refused = "it declares entities";
    (void)XML_StopParser(r->parser, XML_FALSE);
}

/* NULs behind the document, as a stub sends them that counts the end of its string in: the parser says no
 * more than that something is not well-formed. False after saying it. */
static bool ends_without_nul(rsp_bytes text, rsp_buf *why) {
    enum { SHOWN_BYTES = 40 };
    const size_t len = rsp_bytes_index(text, '\0');
    size_t tag = len;
    for (size_t i = len; i < text.len; i++)
        if (text.ptr[i] != '\0')
            return true; /* it stands within */
    while (tag > 0 && text.ptr[tag - 1] != '<' && len - tag < SHOWN_BYTES)
        tag--;
    tag -= tag > 0;
    return len == text.len || match_say_text(why, rsp_bytes_sub(text, tag, len - tag),
                                             "expected XML alone, and a NUL stands behind ");
}

static bool parse_xml(xml_reader *r, rsp_bytes text, rsp_buf *why) {
    if (!ends_without_nul(text, why))
        return false;
    r->parser = XML_ParserCreate(NULL);
    if (!r->parser)
        return match_say(why, "out of memory");
    XML_SetUserData(r->parser, r);
    XML_SetElementHandler(r->parser, on_start, on_end);
    XML_SetStartDoctypeDeclHandler(r->parser, on_doctype);
    bool ok = text.len <= RSP_LIMIT_XFER_BYTES &&
              XML_Parse(r->parser, (const char *)text.ptr, (int)text.len, 1) == XML_STATUS_OK;
    if (!ok)
        (void)match_say(why, "expected well-formed XML: %s, line %lu",
                        r->refused ? r->refused : XML_ErrorString(XML_GetErrorCode(r->parser)),
                        (unsigned long)XML_GetCurrentLineNumber(r->parser));
    XML_ParserFree(r->parser);
    return ok;
}

/* "expected WHAT to be WANT, got 'GOT'": what the stub says is shown printable. */
static bool say_other(rsp_buf *why, rsp_bytes got, const char *what, const char *want) {
    return match_say_text(why, got, "expected %s to be %.80s, got ", what, want);
}

bool match_xml(play *p, const xml_spec *xml, rsp_bytes text, rsp_buf *why) {
    xml_reader r = {.counters = xml->count};
    if (!parse_xml(&r, text, why))
        return false;
    if (xml->root && !rsp_bytes_equal(xml->root->text, rsp_bytes_str(r.root)))
        return say_other(why, rsp_bytes_str(r.root), "the root element", spec_text(xml->root));
    for (size_t i = 0; i < num_counters(&r); i++) {
        const value_or_range_entry *counter = &r.counters->entries[i];
        char what[80];
        (void)snprintf(what, sizeof what, "the number of %.60s", counter->name);
        if (!match_range(p, range_of(counter->is), r.counts[i], what, why))
            return false;
    }
    return true;
}

/* --- JSON --- */

/* The value at "/a/0/b"; NULL when there is none. */
static json_t *json_at(json_t *root, const char *path) {
    json_t *at = root;
    while (at && *path == '/') {
        char name[128];
        size_t len = strcspn(++path, "/");
        if (len >= sizeof name)
            return NULL;
        (void)snprintf(name, sizeof name, "%.*s", (int)len, path);
        path += len;
        if (len == 0 && !*path)
            break;
        char *end;
        unsigned long index = strtoul(name, &end, 10);
        if (json_is_array(at))
            at = *name && !*end ? json_array_get(at, index) : NULL;
        else
            at = json_object_get(at, name);
    }
    return at;
}

static const char *type_name(const json_t *j) {
    if (!j)
        return "missing";
    switch (json_typeof(j)) {
    case JSON_OBJECT:
        return "object";
    case JSON_ARRAY:
        return "array";
    case JSON_STRING:
        return "string";
    case JSON_INTEGER:
    case JSON_REAL:
        return "number";
    case JSON_TRUE:
    case JSON_FALSE:
        return "boolean";
    case JSON_NULL:
        return "null";
    }
    return "?";
}

/* A string's bytes, or the text of anything else. */
static void json_text(const json_t *j, rsp_buf *out) {
    if (json_is_string(j)) {
        rsp_buf_append(out, rsp_bytes_make(json_string_value(j), json_string_length(j)));
        return;
    }
    char *text = json_dumps(j, JSON_COMPACT | JSON_ENCODE_ANY);
    rsp_buf_str(out, text ? text : "");
    free(text);
}

static bool check_json_conditions(play *p, const json_value_entry *wanted, json_t *j, rsp_bytes text,
                                  rsp_buf *why) {
    const json_value_spec *is = wanted->is;
    if (is->type && !rsp_bytes_equal(is->type->text, rsp_bytes_str(type_name(j))))
        return match_say(why, "expected %s to be %s, got %s", wanted->name, spec_text(is->type),
                         type_name(j));
    if ((is->count || is->regex) && !j)
        return match_say(why, "expected %s, got none", wanted->name);
    size_t items = json_is_object(j) ? json_object_size(j) : json_array_size(j);
    if (is->count && !match_range(p, range_of(is->count), items, wanted->name, why))
        return false;
    bool found = false;
    if (is->regex && !match_regex(p, is->regex, text, true, &found, why))
        return false;
    return !is->regex || found ||
           match_say(why, "expected %s to match %s", wanted->name, spec_text(&is->regex->w));
}

static bool check_json_text(play *p, const json_value_entry *wanted, rsp_bytes got, rsp_buf *why) {
    rsp_buf *want = play_buf(p);
    return (!wanted->is->text || play_payload(p, wanted->is->text, want)) &&
           (rsp_bytes_equal(got, rsp_buf_bytes(want)) ||
            say_other(why, got, wanted->name, rsp_buf_cstr(want)));
}

static bool check_json_value(play *p, const json_value_entry *wanted, json_t *root, rsp_buf *why) {
    json_t *j = json_at(root, wanted->name);
    rsp_buf *got = play_buf(p);
    if (j)
        json_text(j, got);
    if (wanted->is->w.form == FORM_MAP)
        return check_json_conditions(p, wanted, j, rsp_buf_bytes(got), why);
    return j ? check_json_text(p, wanted, rsp_buf_bytes(got), why)
             : match_say(why, "expected %s, got none", wanted->name);
}

/* More than there are values; what a text makes the parser take is bounded by it. */
static size_t count_values(rsp_bytes text) {
    size_t num = 1;
    for (size_t i = 0; i < text.len; i++) {
        uint8_t c = text.ptr[i];
        num += c == ',' || c == '[' || c == '{' || c == ':';
    }
    return num;
}

static json_t *load_json(rsp_bytes text, rsp_buf *why) {
    rsp_error depth = {0};
    json_error_t error;
    if (count_values(text) > RSP_LIMIT_JSON_VALUES) {
        (void)match_say(why, "expected JSON of at most %d values, got more", (int)RSP_LIMIT_JSON_VALUES);
        return NULL;
    }
    if (rsp_json_check_depth(text, RSP_LIMIT_JSON_DEPTH, &depth) != RSP_OK) {
        (void)match_say(why, "expected JSON: %s", depth.msg);
        return NULL;
    }
    json_t *root =
        json_loadb((const char *)text.ptr, text.len, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (!root)
        (void)match_say_text(why, rsp_bytes_str(error.text), "expected JSON, byte %d: ", error.position);
    return root;
}

bool match_json(play *p, const json_spec *json, rsp_bytes text, rsp_buf *why) {
    json_t *root = load_json(text, why);
    bool ok = root != NULL;
    for (size_t i = 0; ok && i < json->num_entries; i++)
        ok = check_json_value(p, &json->entries[i], root, why);
    json_decref(root);
    return ok;
}

bool match_json_strings(play *p, rsp_bytes text, const char *member, value *out, rsp_buf *why) {
    json_t *root = load_json(text, why);
    json_t *list = root ? json_object_get(root, member) : NULL;
    bool ok = json_is_array(list);
    if (root && !ok)
        (void)match_say(why, "expected an array '%s', got none", member);
    for (size_t i = 0; ok && i < json_array_size(list); i++) {
        const json_t *j = json_array_get(list, i);
        ok = json_is_string(j) || match_say(why, "expected a string as item %zu of '%s'", i, member);
        if (!ok)
            break;
        rsp_bytes copy =
            rsp_arena_bytes(&p->room.scratch, rsp_bytes_make(json_string_value(j), json_string_length(j)));
        *out = value_list_add(&p->room.scratch, out, value_bytes(copy));
    }
    json_decref(root);
    return ok;
}

bool json_capture(rsp_bytes text, const char *path, rsp_buf *out) {
    rsp_buf why = {.mem = out->mem};
    json_t *root = load_json(text, &why);
    rsp_buf_free(&why);
    const json_t *j = root ? json_at(root, path) : NULL;
    bool found = j != NULL;
    if (found)
        json_text(j, out);
    json_decref(root);
    return found;
}
