/* Patterns: how large one is when its repetitions are written out, and only then libc's compiler.
 * The count follows what glibc does (posix/regcomp.c: parse_dup_op copies the tree of what is repeated); it
 * need not be exact, for it is only to refuse what would take gigabytes. */
/* SPDX-License-Identifier: MIT */
#include "language/pattern.h"

#include "core/limits.h"
#include <regex.h>
#include <stdio.h>

/* A group that is open: what stands in it but for its last piece, and that piece, which an operator may
 * repeat. */
typedef struct group {
    size_t before;
    size_t last;
} group;

typedef struct measure {
    rsp_bytes text;
    size_t at;
    size_t depth;
    group groups[RSP_LIMIT_PATTERN_DEPTH + 1];
} measure;

/* Larger than the limit is as large as can be: nothing overflows, times a count of at most
 * RSP_LIMIT_PATTERN_NODES. */
static size_t bounded(size_t nodes) {
    return nodes <= RSP_LIMIT_PATTERN_NODES ? nodes : RSP_LIMIT_PATTERN_NODES + 1;
}

static void piece(measure *m, size_t nodes) {
    group *g = &m->groups[m->depth];
    g->before = bounded(g->before + g->last);
    g->last = bounded(nodes);
}

static void repeat(measure *m, size_t times) {
    group *g = &m->groups[m->depth];
    g->last = bounded(g->last * times + 1);
}

static bool open_group(measure *m) {
    if (m->depth == RSP_LIMIT_PATTERN_DEPTH)
        return false;
    m->groups[++m->depth] = (group){0};
    return true;
}

/* A `)` that closes nothing is an ordinary character or an error, which libc tells. */
static void close_group(measure *m) {
    const group *g = &m->groups[m->depth];
    const size_t nodes = g->before + g->last + 1;
    if (m->depth > 0)
        m->depth--;
    piece(m, nodes);
}

/* Behind `{`: the larger of its numbers, at least 1; with or without the `}`, which libc looks for. */
static size_t interval(measure *m) {
    size_t most = 1;
    size_t number = 0;
    for (; m->at < m->text.len; m->at++) {
        const uint8_t c = m->text.ptr[m->at];
        if (c >= '0' && c <= '9')
            number = bounded(number * 10 + (size_t)(c - '0'));
        else if (c == ',')
            number = 0;
        else
            break;
        most = number > most ? number : most;
    }
    return most + 1; /* `{n,}` has a star behind its n copies */
}

static bool measure_next(measure *m) {
    const uint8_t c = m->text.ptr[m->at++];
    if (c == '(')
        return open_group(m);
    if (c == ')')
        close_group(m);
    else if (c == '{')
        repeat(m, interval(m));
    else if (c == '+')
        repeat(m, 2);
    else if (c == '*' || c == '?')
        repeat(m, 1);
    else {
        if (c == '[')
            m->at = rsp_automaton_skip_set(m->text, m->at - 1);
        m->at += c == '\\' && m->at < m->text.len;
        piece(m, 1);
    }
    return true;
}

static const char *too_large(rsp_bytes text) {
    measure m = {.text = text};
    while (m.at < text.len) {
        if (!measure_next(&m))
            return "groups are too deep in each other";
        const group *g = &m.groups[m.depth];
        if (g->before + g->last > RSP_LIMIT_PATTERN_NODES)
            return "too large when its repetitions are written out";
    }
    return NULL;
}

static rsp_status refuse(char *why, size_t room, const char *text) {
    (void)snprintf(why, room, "%s", text);
    return RSP_SCHEMA;
}

rsp_status rsp_pattern_compile(automaton **out, char *why, size_t room, rsp_buf *text, const rsp_mem *mem) {
    const char *zero_ended = rsp_buf_cstr(text); /* may move the bytes */
    const rsp_bytes bytes = rsp_buf_bytes(text);
    const char *large = too_large(bytes);
    *out = NULL;
    if (text->status != RSP_OK) {
        (void)snprintf(why, room, "%s", rsp_status_text(text->status));
        return text->status;
    }
    if (rsp_bytes_index(bytes, 0) != bytes.len)
        return refuse(why, room, "a pattern can't hold a NUL; use bytes or wire");
    if (large)
        return refuse(why, room, large);
    regex_t judged;
    int code = regcomp(&judged, zero_ended, REG_EXTENDED | REG_NOSUB);
    if (code != 0) {
        char text_of_code[100];
        (void)regerror(code, NULL, text_of_code, sizeof text_of_code);
        (void)snprintf(why, room, "bad pattern: %s", text_of_code);
        return code == REG_ESPACE ? RSP_NO_MEMORY : RSP_SCHEMA;
    }
    regfree(&judged);
    const char *reason = "";
    rsp_status status = rsp_automaton_new(out, bytes, mem, &reason);
    if (status != RSP_OK)
        (void)snprintf(why, room, "bad pattern: %s", reason);
    return status;
}
