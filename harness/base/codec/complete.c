/* Completion by the packet table: names first, then the schema of the packet that the text begins.
 * A schema is walked beside the text; each optional group forks the walk, and a list holds the forks.
 * The notation is explained in packet_list.h. */
/* SPDX-License-Identifier: MIT */
#include "codec/complete.h"

#include "codec/packet_schema.h"

#include <rsp/packets.h>

enum {
    MAX_GROUPS = 8,  /* nesting of [..] and {..} */
    MAX_FORKS = 64,  /* walks that wait */
    MAX_STEPS = 4096 /* tokens in all: what is typed may repeat a group very often */
};

/* A walk: what is left of the schema, and the groups around that place. */
typedef struct place {
    rsp_bytes schema;
    size_t at; /* in the text */
    rsp_bytes group[MAX_GROUPS];
    size_t entered[MAX_GROUPS]; /* where the text was when the group began */
    size_t depth;
} place;

typedef struct walker {
    const rsp_completer *completer;
    rsp_bytes text;
    place forks[MAX_FORKS];
    size_t num_forks;
    size_t steps;
} walker;

static void fork_walk(walker *w, const place *p) {
    if (w->num_forks < MAX_FORKS)
        w->forks[w->num_forks++] = *p;
}

/* A group may be left out, so one walk goes on behind it. */
static void enter_group(walker *w, place *p) {
    place behind = *p;
    rsp_schema_skip_group(&behind.schema);
    fork_walk(w, &behind);
    if (p->depth == MAX_GROUPS) {
        *p = behind;
        return;
    }
    p->group[p->depth] = p->schema;
    p->entered[p->depth++] = p->at;
}

static void leave_group(walker *w, place *p, bool repeats) {
    if (p->depth == 0)
        return;
    p->depth--;
    if (!repeats || p->at == p->entered[p->depth])
        return;
    place again = *p;
    again.schema = p->group[p->depth];
    again.entered[again.depth++] = p->at;
    fork_walk(w, &again);
}

static void offer(const walker *w, rsp_bytes word, rsp_bytes typed) {
    if (word.len > typed.len && rsp_bytes_starts(word, typed))
        w->completer->offer(w->completer->ctx, word, typed.len);
}

/* The literal stands in the text, or is offered where the text ends. True to go on behind it. */
static bool walk_literal(const walker *w, place *p, rsp_bytes literal) {
    rsp_bytes rest = rsp_bytes_from(w->text, p->at);
    if (rsp_bytes_starts(rest, literal)) {
        p->at += literal.len;
        return true;
    }
    offer(w, literal, rest);
    return false;
}

/* The field takes what fits it; where the text ends within, values are offered. True to go on behind it. */
static bool walk_field(const walker *w, place *p, rsp_bytes word) {
    const rsp_completer *completer = w->completer;
    const rsp_schema_field *field = rsp_schema_field_find(word);
    rsp_bytes rest = rsp_bytes_from(w->text, p->at);
    size_t len = rsp_schema_field_span(field, rest);
    bool is_full = field->most && len == field->most;
    if (len == rest.len && !is_full) {
        completer->expect(completer->ctx, field->word, field->meaning);
        for (const char *const *value = field->values; value && *value; value++)
            offer(w, rsp_bytes_str(*value), rest);
        for (size_t i = 0; i < completer->num_known; i++)
            if (rsp_bytes_equal(rsp_bytes_str(completer->known[i].field), word))
                offer(w, completer->known[i].value, rest);
    }
    p->at += len;
    return len > 0 || field->may_be_empty;
}

static void walk(walker *w, place p) {
    bool on = true;
    while (on && w->steps++ < MAX_STEPS) {
        rsp_schema_token token = rsp_schema_next(&p.schema);
        switch (token.kind) {
        case RSP_SCHEMA_END:
        case RSP_SCHEMA_BAD:
            on = false;
            break;
        case RSP_SCHEMA_LITERAL:
            on = walk_literal(w, &p, token.text);
            break;
        case RSP_SCHEMA_FIELD:
            on = walk_field(w, &p, token.text);
            break;
        case RSP_SCHEMA_OPEN_OPTION:
        case RSP_SCHEMA_OPEN_REPEAT:
            enter_group(w, &p);
            break;
        case RSP_SCHEMA_CLOSE_OPTION:
        case RSP_SCHEMA_CLOSE_REPEAT:
            leave_group(w, &p, token.kind == RSP_SCHEMA_CLOSE_REPEAT);
            break;
        }
    }
}

/* Names that begin with the text, with the delimiter that separates them from their arguments. */
static void offer_names(const walker *w) {
    rsp_buf word = {0};
    for (rsp_packet_id id = 1; rsp_packet_by_id(id); id++) {
        const rsp_packet_row *row = rsp_packet_by_id(id);
        rsp_buf_clear(&word);
        rsp_buf_append(&word, row->name);
        if (row->match == RSP_MATCH_DELIM && row->args[0] != '[')
            rsp_buf_push(&word, (uint8_t)row->delim);
        if (word.status == RSP_OK)
            offer(w, rsp_buf_bytes(&word), w->text);
    }
    rsp_buf_free(&word);
}

void rsp_complete(rsp_bytes text, const rsp_completer *completer) {
    walker w = {.completer = completer, .text = text};
    rsp_bytes args;
    offer_names(&w);
    const rsp_packet_row *row = rsp_packet_lookup(text, &args);
    if (!row || row->args[0] == '\0')
        return;
    bool delimiter_is_missing = row->match == RSP_MATCH_DELIM && text.len == row->name.len;
    if (delimiter_is_missing) {
        rsp_bytes delimiter = rsp_bytes_make(&row->delim, 1);
        if (row->args[0] == '[')
            completer->offer(completer->ctx, delimiter, 0);
        return;
    }
    fork_walk(&w, &(place){.schema = rsp_bytes_str(row->args), .at = text.len - args.len});
    while (w.num_forks > 0)
        walk(&w, w.forks[--w.num_forks]);
}
