/* Collects and renders findings in the manner of compilers: place, text, source line, caret.
 * Everything shown is made printable: files may be hostile too.
 * Bounded: a file that is wrong everywhere says so a hundred times, not a million. */
/* SPDX-License-Identifier: MIT */
#include "scenario/diagnostic.h"
#include "core/arena.h"
#include "core/limits.h"
#include "core/mem.h"
#include "core/text.h"

enum { MESSAGE_BYTES = 299 };

void rsp_diagnostics_free(rsp_diagnostics *diagnostics) {
    if (!diagnostics)
        return;
    const rsp_mem *mem = diagnostics->arena.mem;
    rsp_mem_free(mem, diagnostics->items);
    rsp_arena_free(&diagnostics->arena);
    *diagnostics = (rsp_diagnostics){.arena = {.mem = mem}};
}

/* The line with that number, without its newline. */
static rsp_bytes find_line(rsp_bytes text, uint32_t line) {
    for (uint32_t i = 1; i < line && text.len > 0; i++)
        (void)rsp_bytes_split(&text, '\n');
    rsp_bytes found = rsp_bytes_split(&text, '\n');
    if (found.len > 0 && found.ptr[found.len - 1] == '\r')
        found.len--;
    return found;
}

/* What is not harmless becomes '?', so that columns stay; tabs become one blank. UTF-8 passes. */
static const char *printable_line(rsp_arena *arena, rsp_bytes line) {
    rsp_buf shown = {.mem = arena->mem};
    line = rsp_bytes_sub(line, 0, 400);
    while (line.len > 0) {
        const uint8_t c = line.ptr[0];
        const rsp_bytes good = rsp_text_take_harmless(&line, false);
        rsp_buf_append(&shown, good);
        if (good.len > 0)
            continue;
        rsp_buf_push(&shown, c == '\t' ? ' ' : '?');
        line = rsp_bytes_from(line, 1);
    }
    const char *text = rsp_arena_str(arena, rsp_buf_cstr(&shown));
    rsp_buf_free(&shown);
    return text;
}

static rsp_diagnostic *add(rsp_diagnostics *d) {
    if (d->num == RSP_LIMIT_DIAGNOSTICS) {
        d->num_dropped++;
        return NULL;
    }
    if (d->num == d->cap) {
        size_t cap = d->cap ? d->cap * 2 : 8;
        rsp_diagnostic *items = rsp_mem_realloc(d->arena.mem, d->items, cap * sizeof *items);
        if (!items) {
            d->num_dropped++;
            return NULL;
        }
        d->items = items;
        d->cap = cap;
    }
    return &d->items[d->num++];
}

rsp_status rsp_diagnose(rsp_diagnostics *diagnostics, rsp_severity severity, rsp_status status,
                        const rsp_location *location, rsp_bytes text, const char *hint, const char *fmt,
                        ...) {
    if (!diagnostics)
        return status;
    if (severity == RSP_SEVERITY_ERROR)
        diagnostics->num_errors++;
    else
        diagnostics->num_warnings++;
    rsp_diagnostic *item = add(diagnostics);
    if (!item)
        return status;
    rsp_arena *arena = &diagnostics->arena;
    rsp_buf message = {.mem = arena->mem};
    va_list ap;
    va_start(ap, fmt);
    rsp_text_printf_v(&message, fmt, ap);
    va_end(ap);
    rsp_buf_truncate(&message, message.len < MESSAGE_BYTES ? message.len : MESSAGE_BYTES);
    *item = (rsp_diagnostic){
        .severity = severity,
        .status = status,
        .path = rsp_arena_str(arena, location->path ? location->path : ""),
        .line = location->line,
        .column = location->column,
        .width = location->width ? location->width : 1,
        .message = rsp_arena_str(arena, rsp_buf_cstr(&message)),
        .hint = rsp_arena_str(arena, hint ? hint : ""),
        .source = location->line ? printable_line(arena, find_line(text, location->line)) : "",
    };
    rsp_buf_free(&message);
    return status;
}

/* `   12 |       exepct: OK` and below it the caret. */
static void render_source(rsp_buf *out, const rsp_diagnostic *d) {
    rsp_text_printf(out, "%5u | %s\n", (unsigned)d->line, d->source);
    rsp_buf_str(out, "      | ");
    size_t column = 1;
    for (const char *p = d->source; *p && column < d->column; p++) {
        if (((unsigned char)*p & 0xc0U) == 0x80U)
            continue; /* inside of a UTF-8 character */
        rsp_buf_push(out, ' ');
        column++;
    }
    for (uint32_t i = 0; i < d->width && i < 60; i++)
        rsp_buf_push(out, '^');
    if (*d->hint)
        rsp_text_printf(out, "  %s", d->hint);
    rsp_buf_push(out, '\n');
}

void rsp_diagnostic_render(rsp_buf *out, const rsp_diagnostic *diagnostic) {
    rsp_text_shown(out, rsp_bytes_str(diagnostic->path));
    if (diagnostic->line)
        rsp_buf_printf(out, ":%u:%u", (unsigned)diagnostic->line, (unsigned)diagnostic->column);
    const char *severity = diagnostic->severity == RSP_SEVERITY_ERROR ? "error" : "warning";
    rsp_text_printf(out, ": %s: %s\n", severity, diagnostic->message);
    if (*diagnostic->source)
        render_source(out, diagnostic);
    else if (*diagnostic->hint)
        rsp_text_printf(out, "      %s\n", diagnostic->hint);
}

void rsp_diagnostics_render(rsp_buf *out, const rsp_diagnostics *diagnostics) {
    for (size_t i = 0; i < diagnostics->num; i++)
        rsp_diagnostic_render(out, &diagnostics->items[i]);
    if (diagnostics->num_dropped > 0)
        rsp_buf_printf(out, "... and %zu more\n", diagnostics->num_dropped);
}

rsp_status rsp_diagnostics_first(const rsp_diagnostics *diagnostics, rsp_error *error) {
    for (size_t i = 0; i < diagnostics->num; i++) {
        const rsp_diagnostic *d = &diagnostics->items[i];
        if (d->severity == RSP_SEVERITY_ERROR)
            return rsp_fail_at(error, d->status, d->path, d->line, d->column, "%s", d->message);
    }
    return diagnostics->num_errors > 0 ? RSP_SCHEMA : RSP_OK;
}
