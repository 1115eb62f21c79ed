/* XML and JSON replies: well-formed, and what is counted or found in them.
 * Both parsers see bounded text: depth is checked first, entities are refused.
 * The names of elements and attributes are compared as they stand. */
/* SPDX-License-Identifier: MIT */
#include "play/play.h"

#include <expat.h>
#include <jansson.h>
#include <regex.h>
#include <rsp/json.h>
#include <rsp/limits.h>
#include <rsp/reply.h>
#include <stdio.h>
#include <stdlib.h>

/* --- XML --- */

enum { COUNTERS_MAX = 64 };

typedef struct xml_reader {
    XML_Parser parser;
    const rsp_node *counters; /* first of the map, or NULL */
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

static void on_start(void *ctx, const XML_Char *name, const XML_Char **attrs) {
    xml_reader *r = ctx;
    if (r->depth == 0)
        (void)snprintf(r->root, sizeof r->root, "%s", name);
    if (++r->depth > RSP_LIMIT_XML_DEPTH || ++r->num_elements > RSP_LIMIT_XML_NODES) {
        r->refused = "nested too deeply, or too many elements";
        (void)XML_StopParser(r->parser, XML_FALSE);
        return;
    }
    size_t i = 0;
    for (const rsp_node *n = r->counters; n && i < COUNTERS_MAX; n = n->next, i++)
        r->counts[i] += counts_element(node_key(n), name, attrs);
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

static bool parse_xml(xml_reader *r, rsp_bytes text, rsp_buf *why) {
    r->parser = XML_ParserCreate(NULL);
    if (!r->parser)
        return match_say(why, "out of memory");
    XML_SetUserData(r->parser, r);
    XML_SetElementHandler(r->parser, on_start, on_end);
    XML_SetStartDoctypeDeclHandler(r->parser, on_doctype);
    bool ok = text.len <= RSP_LIMIT_XFER_BYTES &&
              XML_Parse(r->parser, (const char *)text.ptr, (int)text.len, 1) == XML_STATUS_OK;
    if (!ok)
        (void)match_say(why, "not well-formed XML: %s, line %lu",
                        r->refused ? r->refused : XML_ErrorString(XML_GetErrorCode(r->parser)),
                        (unsigned long)XML_GetCurrentLineNumber(r->parser));
    XML_ParserFree(r->parser);
    return ok;
}

/* "WHAT is 'GOT', not WANT": what the stub says is shown printable. */
static bool say_other(rsp_buf *why, rsp_bytes got, const char *what, const char *want) {
    if (why->len > 0)
        return false;
    (void)match_say_text(why, got, "%s is ", what);
    rsp_buf_printf(why, ", not %.80s", want);
    return false;
}

bool match_xml(play *p, const rsp_node *xml, rsp_bytes text, rsp_buf *why) {
    const rsp_node *count = node_get(xml, "count");
    const rsp_node *root = node_get(xml, "root");
    xml_reader r = {.counters = count ? count->first : NULL};
    if (!parse_xml(&r, text, why))
        return false;
    if (root && !node_is(root, r.root))
        return say_other(why, rsp_bytes_str(r.root), "root element", node_str(root));
    size_t i = 0;
    for (const rsp_node *n = r.counters; n && i < COUNTERS_MAX; n = n->next, i++) {
        char what[80];
        (void)snprintf(what, sizeof what, "the number of %.60s", node_key(n));
        if (!match_range(p, n, r.counts[i], what, why))
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

static bool check_json_map(play *p, const rsp_node *node, json_t *j, rsp_bytes text, rsp_buf *why) {
    const rsp_node *type = node_get(node, "type");
    const rsp_node *count = node_get(node, "count");
    const rsp_node *regex = node_get(node, "regex");
    if (type && !node_is(type, type_name(j)))
        return match_say(why, "%s is %s, not %s", node_key(node), type_name(j), node_str(type));
    if ((count || regex) && !j)
        return match_say(why, "%s is missing", node_key(node));
    size_t items = json_is_object(j) ? json_object_size(j) : json_array_size(j);
    if (count && !match_range(p, count, items, node_key(node), why))
        return false;
    if (!regex)
        return true;
    /* a matcher with nothing but this condition */
    rsp_node alone = *regex;
    alone.next = NULL;
    rsp_node wrapped = {.kind = NODE_MAP, .first = &alone, .num = 1};
    return match_text(p, &wrapped, text, why);
}

static bool check_json_value(play *p, const rsp_node *node, json_t *root, rsp_buf *why) {
    json_t *j = json_at(root, node_key(node));
    rsp_buf got = {.mem = p->arena.mem};
    rsp_buf want = {.mem = p->arena.mem};
    bool ok;
    if (j)
        json_text(j, &got);
    if (node->kind == NODE_MAP) {
        ok = check_json_map(p, node, j, rsp_buf_bytes(&got), why);
    } else if (!j) {
        ok = match_say(why, "%s is missing", node_key(node));
    } else {
        ok = play_payload(p, node, &want);
        if (ok && !rsp_bytes_equal(rsp_buf_bytes(&got), rsp_buf_bytes(&want)))
            ok = say_other(why, rsp_buf_bytes(&got), node_key(node), rsp_buf_cstr(&want));
    }
    rsp_buf_free(&got);
    rsp_buf_free(&want);
    return ok;
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
        (void)match_say(why, "JSON of more than %d values", (int)RSP_LIMIT_JSON_VALUES);
        return NULL;
    }
    if (rsp_json_check_depth(text, RSP_LIMIT_JSON_DEPTH, &depth) != RSP_OK) {
        (void)match_say(why, "not JSON: %s", depth.msg);
        return NULL;
    }
    json_t *root =
        json_loadb((const char *)text.ptr, text.len, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (!root)
        (void)match_say_text(why, rsp_bytes_str(error.text), "not JSON, byte %d: ", error.position);
    return root;
}

bool match_json(play *p, const rsp_node *json, rsp_bytes text, rsp_buf *why) {
    json_t *root = load_json(text, why);
    bool ok = root != NULL;
    for (const rsp_node *n = json->kind == NODE_MAP ? json->first : NULL; ok && n; n = n->next)
        ok = check_json_value(p, n, root, why);
    json_decref(root);
    return ok;
}

bool match_json_strings(play *p, rsp_bytes text, const char *member, value *out, rsp_buf *why) {
    json_t *root = load_json(text, why);
    json_t *list = root ? json_object_get(root, member) : NULL;
    bool ok = json_is_array(list);
    if (root && !ok)
        (void)match_say(why, "no array '%s'", member);
    for (size_t i = 0; ok && i < json_array_size(list); i++) {
        const json_t *j = json_array_get(list, i);
        ok = json_is_string(j) || match_say(why, "item %zu of '%s' is no string", i, member);
        if (!ok)
            break;
        rsp_bytes copy =
            rsp_arena_bytes(&p->scratch, rsp_bytes_make(json_string_value(j), json_string_length(j)));
        *out = value_list_add(&p->scratch, out, value_bytes(copy));
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
