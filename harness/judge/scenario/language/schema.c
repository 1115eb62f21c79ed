/* Writes a JSON Schema (draft 2020-12) from node types, so that editors know what the loader knows.
 * YAML scalars may arrive as strings, numbers, booleans or null; the schema allows for that.
 * Named node types go to $defs, which also ends cycles. */
/* SPDX-License-Identifier: MIT */
#include "language/node_type.h"

#include "codec/json.h"

enum { DEFS_MAX = 128 };

typedef struct schema_writer {
    rsp_buf *out;
    const node_type *defs[DEFS_MAX];
    size_t num_defs;
    size_t indent;
} schema_writer;

static void json_text(schema_writer *w, const char *text) {
    rsp_json_string_append(w->out, rsp_bytes_str(text));
}

static void need_def(schema_writer *w, const node_type *s) {
    for (size_t i = 0; i < w->num_defs; i++) {
        if (w->defs[i] == s)
            return;
    }
    if (w->num_defs < DEFS_MAX)
        w->defs[w->num_defs++] = s;
}

static void write_node_type(schema_writer *w, const node_type *s);

static void write_ref(schema_writer *w, const node_type *s) {
    if (!s->name) {
        write_node_type(w, s);
        return;
    }
    need_def(w, s);
    rsp_buf_printf(w->out, "{\"$ref\": \"#/$defs/%s\"}", s->name);
}

static void write_enum(schema_writer *w, const char *const *words) {
    rsp_buf_str(w->out, "{\"enum\": [");
    for (size_t i = 0; words[i]; i++) {
        rsp_buf_str(w->out, i ? ", " : "");
        json_text(w, words[i]);
        /* YAML 1.1 readers make booleans of these */
        if (strcmp(words[i], "yes") == 0)
            rsp_buf_str(w->out, ", true");
        else if (strcmp(words[i], "no") == 0)
            rsp_buf_str(w->out, ", false");
    }
    rsp_buf_str(w->out, "]}");
}

/* What a YAML reader makes of our scalars. */
static const char *scalar_schema(scalar_kind kind) {
    static const char *const texts[] = {
        [SCALAR_NONE] = "false",
        [SCALAR_TEXT] = "{\"type\": [\"string\", \"number\", \"boolean\"]}",
        [SCALAR_PAYLOAD] = "{\"type\": [\"string\", \"number\", \"boolean\", \"null\"]}",
        [SCALAR_BYTES] = "{\"type\": [\"string\", \"number\"]}",
        [SCALAR_EXPR] = "{\"type\": [\"string\", \"number\"]}",
        [SCALAR_VALUE] = "{\"type\": [\"string\", \"number\", \"boolean\"]}",
        [SCALAR_INT] = "{\"type\": \"integer\", \"minimum\": 0}",
        [SCALAR_BOOL] = "{\"type\": \"boolean\"}",
        [SCALAR_TIME] = "{\"type\": \"string\", \"pattern\": \"^[0-9]+ *(ns|us|ms|s)$\"}",
        [SCALAR_NAME] = "{\"type\": [\"string\", \"number\"], \"pattern\": \"^[-A-Za-z0-9_.+:]+$\"}",
        [SCALAR_WORD] = "false",
        [SCALAR_REGEX] = "{\"type\": [\"string\", \"number\"]}",
        [SCALAR_REQUIREMENT] = "{\"type\": \"string\", \"pattern\": \"^[A-Z]+(-[A-Z]+)?-[0-9]{3}$\"}",
        [SCALAR_RULE] = "{\"type\": \"string\", \"pattern\": \"^[a-z0-9-]+$\"}",
        [SCALAR_MANNER] = "{\"type\": \"string\", \"pattern\": \"^[a-z-]+$\"}",
        [SCALAR_SCENARIO] = "{\"type\": \"string\", \"pattern\": \"^[a-z0-9-]+/[a-z0-9-]+$\"}",
    };
    return texts[kind];
}

static void alternative(schema_writer *w, size_t *num) {
    if ((*num)++ > 0)
        rsp_buf_str(w->out, ", ");
}

/* {"required": [A]} for each action that is (or is not) a modifier too. */
static void write_required_each(schema_writer *w, const node_type *s, bool modifiers, size_t *num) {
    for (size_t i = 0; s->fields && i < s->num_fields; i++) {
        const field *f = &s->fields[i];
        if (!f->action || (f->needs_mod != 0) != modifiers)
            continue;
        alternative(w, num);
        rsp_buf_str(w->out, "{\"required\": [");
        json_text(w, f->name);
        rsp_buf_str(w->out, "]}");
    }
}

static bool has_modifiers(const node_type *s) {
    for (size_t i = 0; s->fields && i < s->num_fields; i++) {
        if (s->fields[i].action && s->fields[i].needs_mod != 0)
            return true;
    }
    return false;
}

/* Exactly one action; `expect` and `reply` are one only where there is no other. */
static void write_actions(schema_writer *w, const node_type *s) {
    size_t num = 0;
    rsp_buf_str(w->out, ",\n  \"oneOf\": [");
    write_required_each(w, s, false, &num);
    if (!has_modifiers(s)) {
        rsp_buf_str(w->out, "]");
        return;
    }
    rsp_buf_str(w->out, ", {\"not\": {\"anyOf\": [");
    num = 0;
    write_required_each(w, s, false, &num);
    rsp_buf_str(w->out, "]}, \"anyOf\": [");
    num = 0;
    write_required_each(w, s, true, &num);
    rsp_buf_str(w->out, "]}]");
}

static void write_fields(schema_writer *w, const node_type *s) {
    rsp_buf_str(w->out, "{\"type\": \"object\", \"properties\": {");
    for (size_t i = 0; s->fields && i < s->num_fields; i++) {
        const field *f = &s->fields[i];
        rsp_buf_str(w->out, i ? ",\n  " : "\n  ");
        json_text(w, f->name);
        rsp_buf_str(w->out, ": ");
        if (f->text) {
            rsp_buf_str(w->out, "{\"description\": ");
            json_text(w, f->text);
            rsp_buf_str(w->out, ", \"allOf\": [");
            write_ref(w, f->node_type);
            rsp_buf_str(w->out, "]}");
        } else {
            write_ref(w, f->node_type);
        }
    }
    rsp_buf_str(w->out, "}, \"additionalProperties\": ");
    if (s->values)
        write_ref(w, s->values);
    else
        rsp_buf_str(w->out, "false");
    size_t num = 0;
    rsp_buf_str(w->out, ", \"required\": [");
    for (size_t i = 0; s->fields && i < s->num_fields; i++) {
        if (s->fields[i].required) {
            alternative(w, &num);
            json_text(w, s->fields[i].name);
        }
    }
    rsp_buf_str(w->out, "]");
    if (s->is_step)
        write_actions(w, s);
    rsp_buf_str(w->out, "}");
}

static void write_node_type(schema_writer *w, const node_type *s) {
    size_t num = 0;
    rsp_buf_str(w->out, "{");
    if (s->text && s->name) {
        rsp_buf_str(w->out, "\"description\": ");
        json_text(w, s->text);
        rsp_buf_str(w->out, ", ");
    }
    rsp_buf_str(w->out, "\"anyOf\": [");
    if (s->words) {
        alternative(w, &num);
        write_enum(w, s->words);
    }
    if (s->scalar != SCALAR_NONE && s->scalar != SCALAR_WORD) {
        alternative(w, &num);
        rsp_buf_str(w->out, scalar_schema(s->scalar));
    }
    if (s->null_ok) {
        alternative(w, &num);
        rsp_buf_str(w->out, "{\"type\": \"null\"}");
    }
    if (s->item) {
        alternative(w, &num);
        rsp_buf_str(w->out, "{\"type\": \"array\", \"items\": ");
        write_ref(w, s->item);
        rsp_buf_str(w->out, "}");
    }
    if (s->fields || s->values) {
        alternative(w, &num);
        write_fields(w, s);
    }
    rsp_buf_str(w->out, "]}");
}

void node_type_schema(rsp_buf *out, const node_type *root, const char *id, const char *title) {
    schema_writer w = {.out = out};
    rsp_buf_str(out, "{\n\"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n\"$id\": ");
    json_text(&w, id);
    rsp_buf_str(out, ",\n\"title\": ");
    json_text(&w, title);
    rsp_buf_str(out, ",\n\"allOf\": [");
    write_ref(&w, root);
    rsp_buf_str(out, "],\n\"$defs\": {");
    for (size_t i = 0; i < w.num_defs; i++) {
        rsp_buf_str(out, i ? ",\n" : "\n");
        json_text(&w, w.defs[i]->name);
        rsp_buf_str(out, ": ");
        write_node_type(&w, w.defs[i]);
    }
    rsp_buf_str(out, "\n}\n}\n");
}
