/* Lines by the line tables of libdw: first the best line of all units, then its addresses.
 * Of a function's several rows for the line the lowest counts: a loop has its condition there again.
 * See debug_line.h. */
/* SPDX-License-Identifier: MIT */
#include "debug_line.h"

#include "core/limits.h"
#include "debug_function.h"
#include "die.h"
#include "line_index.h"
#include "source_path.h"

#include <assert.h>

/* A search through all line tables. */
typedef struct line_search {
    rsp_bytes path;
    uint32_t wanted;
    uint32_t best;  /* the line with code that is nearest, 0: none so far */
    bool file_seen; /* a path matches */
    bool has_memory;
    const char *last; /* a path's text is compared once for the rows that share it */
    bool last_matches;
    const rsp_debug_file *file;
    uint64_t *out;
    uint64_t owners[RSP_LIMIT_DEBUG_PLACES]; /* the function of each address */
    size_t cap;
    size_t num;
} line_search;

/* One row of a line table. */
typedef struct line_row {
    Dwarf_Addr address;
    const char *path;
    int line;
    bool is_statement;
    bool is_end;
} line_row;

static bool read_row(Dwarf_Lines *lines, size_t index, line_row *out) {
    Dwarf_Line *row = dwarf_onesrcline(lines, index);
    if (!row || dwarf_lineaddr(row, &out->address) != 0 || dwarf_lineno(row, &out->line) != 0 ||
        dwarf_linebeginstatement(row, &out->is_statement) != 0 ||
        dwarf_lineendsequence(row, &out->is_end) != 0)
        return false;
    out->path = dwarf_linesrc(row, NULL, NULL);
    return out->path != NULL && out->line > 0;
}

static bool is_of_file(line_search *s, Dwarf_Die *unit, const char *path) {
    if (path != s->last) {
        s->last = path;
        s->last_matches =
            source_path_is_named(rsp_bytes_str(line_index_whole_path(s->file, unit, path)), s->path);
    }
    s->file_seen = s->file_seen || s->last_matches;
    return s->last_matches;
}

static void note_best(line_search *s, const line_row *row) {
    uint32_t line = (uint32_t)row->line;
    if (line >= s->wanted && (s->best == 0 || line < s->best))
        s->best = line;
}

static bool is_called_at(line_search *s, const rsp_debug_function *f) {
    return f->call_path && f->call_line == s->best &&
           source_path_is_named(rsp_bytes_str(f->call_path), s->path);
}

/* Whose code it is: the innermost function's, inlined or not; at the first instruction of an inlined one, on
 * the line that calls it, the caller's. */
static uint64_t owner_of(line_search *s, uint64_t address) {
    rsp_debug_function functions[DIE_SCOPES];
    const size_t num = rsp_debug_function_at(s->file, address, functions, RSP_ARRAY_LEN(functions));
    const size_t ahead = rsp_debug_functions_ahead(functions, num);
    for (size_t i = 0; i < ahead && i + 1 < num; i++)
        if (is_called_at(s, &functions[i]))
            return functions[i + 1].id;
    return num > 0 ? functions[0].id : 0;
}

static void note_address(line_search *s, const line_row *row) {
    if ((uint32_t)row->line != s->best)
        return;
    uint64_t owner = owner_of(s, row->address);
    for (size_t i = 0; i < s->num; i++) {
        if (s->owners[i] != owner || owner == 0)
            continue;
        if (row->address < s->out[i])
            s->out[i] = row->address;
        return;
    }
    if (s->num < s->cap && s->num < RSP_LIMIT_DEBUG_PLACES) {
        s->owners[s->num] = owner;
        s->out[s->num++] = row->address;
    }
}

/* Compilers need not give a call in line a row of its own: it is where the inlined code begins. */
static void for_each_call(line_search *s, Dwarf_Die *unit,
                          void (*note)(line_search *s, const line_row *row)) {
    const line_index_calls *calls = line_index_calls_of(s->file, unit);
    s->has_memory = s->has_memory && calls;
    for (size_t i = 0; calls && i < calls->num; i++) {
        const line_index_call *call = &calls->items[i];
        if (call->path && is_of_file(s, unit, call->path))
            note(s, &(line_row){.address = call->address, .path = call->path, .line = (int)call->line});
    }
}

static void for_each_row(line_search *s, void (*note)(line_search *s, const line_row *row)) {
    Dwarf_Die unit;
    size_t at = 0;
    while (line_index_next(s->file, s->path, &at, &unit)) {
        Dwarf_Lines *lines = NULL;
        size_t num = 0;
        bool matches = false;
        line_row row;
        if (dwarf_getsrclines(&unit, &lines, &num) != 0)
            continue;
        for (size_t i = 0; i < num; i++)
            if (read_row(lines, i, &row) && row.is_statement && !row.is_end &&
                is_of_file(s, &unit, row.path)) {
                note(s, &row);
                matches = true;
            }
        if (matches)
            for_each_call(s, &unit, note);
    }
}

/* A breakpoint at the first line of a function belongs after its prologue, where its variables are. */
static void skip_prologues(line_search *s) {
    for (size_t i = 0; i < s->num; i++)
        s->out[i] = rsp_debug_function_body(s->file, s->out[i]);
}

rsp_status rsp_debug_line_find(const rsp_debug_file *file, rsp_bytes path, uint32_t line, uint64_t *out,
                               size_t cap, size_t *out_num, uint32_t *out_line, rsp_error *error) {
    line_search s = {.path = path, .wanted = line, .has_memory = true, .file = file, .out = out, .cap = cap};
    int shown = (int)(path.len < 80 ? path.len : 80);
    if (!file->dwarf)
        return debug_file_refuse(file, error);
    if (line_index_make(file) != RSP_OK)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for the names of sources");
    for_each_row(&s, note_best);
    if (!s.file_seen)
        return rsp_fail(error, RSP_NOT_FOUND, "no source file '%.*s' in the debug information", shown,
                        (const char *)path.ptr);
    if (s.best == 0)
        return rsp_fail(error, RSP_NOT_FOUND, "no code at or after line %u of '%.*s'", (unsigned)line, shown,
                        (const char *)path.ptr);
    for_each_row(&s, note_address);
    if (!s.has_memory)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for the calls of inlined functions");
    skip_prologues(&s);
    *out_num = s.num;
    *out_line = s.best;
    return RSP_OK;
}

rsp_status rsp_debug_line_at(const rsp_debug_file *file, uint64_t address, rsp_debug_line *out) {
    Dwarf_Die unit;
    die_units units = {0};
    while (die_next_unit(file, &units, &unit)) {
        if (!die_covers(&unit, address))
            continue;
        Dwarf_Line *row = dwarf_getsrc_die(&unit, address);
        int line = 0;
        int column = 0;
        Dwarf_Addr begin = 0;
        const char *path = row ? dwarf_linesrc(row, NULL, NULL) : NULL;
        if (!path || dwarf_lineno(row, &line) != 0 || line <= 0 || dwarf_lineaddr(row, &begin) != 0)
            return RSP_NOT_FOUND;
        (void)dwarf_linecol(row, &column);
        *out = (rsp_debug_line){.path = line_index_whole_path(file, &unit, path),
                                .line = (uint32_t)line,
                                .column = column > 0 ? (uint32_t)column : 0,
                                .address = begin};
        return RSP_OK;
    }
    return RSP_NOT_FOUND;
}

bool rsp_debug_line_begins(const rsp_debug_file *file, uint64_t address, uint32_t line) {
    Dwarf_Die unit;
    die_units units = {0};
    while (die_next_unit(file, &units, &unit)) {
        Dwarf_Lines *lines = NULL;
        size_t num = 0;
        line_row row;
        if (!die_covers(&unit, address) || dwarf_getsrclines(&unit, &lines, &num) != 0)
            continue;
        for (size_t i = 0; i < num; i++)
            if (read_row(lines, i, &row) && row.address == address && row.is_statement && !row.is_end &&
                (uint32_t)row.line == line)
                return true;
    }
    return false;
}

/* The rows of a table are in order of their addresses within a sequence. */
typedef struct line_extent {
    uint64_t address;
    uint64_t low;
    uint64_t high;
    int line;
    const char *path;
    bool found; /* the row around the address was seen */
    bool ended; /* and one behind it of another line */
    bool statement;
} line_extent;

static bool same_line(const line_extent *e, const line_row *row) {
    return row->line == e->line && (row->path == e->path || strcmp(row->path, e->path) == 0);
}

/* Two rows that follow each other; the code of the first is from its address to that of the second. */
static void extend(line_extent *e, const line_row *row, uint64_t end) {
    const bool around = e->address >= row->address && e->address < end;
    if (e->found && !e->ended && same_line(e, row) && row->address == e->high) {
        e->high = end;
    } else if (e->found && row->address >= e->high) {
        e->ended = true;
    } else if (!e->found) {
        if (e->high != row->address || !same_line(e, row))
            e->low = row->address;
        e->line = row->line;
        e->path = row->path;
        e->high = end;
    }
    e->found = e->found || around;
    e->statement = e->statement || (around && row->is_statement && row->address == e->address);
}

/* Of rows that begin at one address the last one has the code, and need not be the one with the statement. */
static void name_by_statement(line_row *row, line_row *statement) {
    if (row->is_statement)
        *statement = *row;
    else if (statement->path && statement->address == row->address && statement->line == row->line)
        row->is_statement = true;
}

rsp_status rsp_debug_line_extent(const rsp_debug_file *file, uint64_t address, uint64_t *out_low,
                                 uint64_t *out_high, bool *out_statement) {
    assert(out_low && out_high && out_statement);
    line_extent e = {.address = address, .path = ""};
    line_row statement = {.path = NULL};
    Dwarf_Die unit;
    die_units units = {0};
    Dwarf_Lines *lines = NULL;
    size_t num = 0;
    while (!lines && die_next_unit(file, &units, &unit))
        if (die_covers(&unit, address) && dwarf_getsrclines(&unit, &lines, &num) != 0)
            return RSP_NOT_FOUND;
    for (size_t i = 0; lines && i + 1 < num && !e.ended; i++) {
        line_row row;
        Dwarf_Addr end = 0;
        Dwarf_Line *next = dwarf_onesrcline(lines, i + 1);
        if (!read_row(lines, i, &row) || row.is_end)
            continue;
        name_by_statement(&row, &statement);
        if (!next || dwarf_lineaddr(next, &end) != 0 || end <= row.address)
            continue;
        extend(&e, &row, end);
    }
    *out_low = e.low;
    *out_high = e.high;
    *out_statement = e.statement;
    return e.found ? RSP_OK : RSP_NOT_FOUND;
}
