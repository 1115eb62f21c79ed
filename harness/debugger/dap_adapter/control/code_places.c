/* Each module is asked in turn; what comes with a nearer line replaces what was found before.
 * The error that is told is the first module's, the program's.
 * See code_places.h. */
/* SPDX-License-Identifier: MIT */
#include "control/code_places.h"

#include "dwarf/debug_function.h"
#include "dwarf/debug_line.h"

/* What to look for: a line of `name`, or with 0 a function. */
typedef struct wanted {
    rsp_bytes name;
    uint32_t line;
} wanted;

static void add(code_places *all, const rsp_debuggee *d, const uint64_t *found, size_t num, uint32_t line) {
    if (all->num > 0 && line > all->line)
        return;
    if (line < all->line)
        all->num = 0;
    all->line = line;
    for (size_t i = 0; i < num && all->num < RSP_ARRAY_LEN(all->items); i++)
        all->items[all->num++] = (code_place){.debuggee = d, .address = found[i]};
}

static rsp_status find(adapter *a, const wanted *w, code_places *out, rsp_error *error) {
    rsp_status status = RSP_OK;
    size_t at = 0;
    out->num = 0;
    out->line = 0;
    for (const rsp_debuggee *d; (d = adapter_next_debuggee(a, &at));) {
        uint64_t found[RSP_LIMIT_DEBUG_PLACES];
        size_t num = 0;
        uint32_t line = 0;
        rsp_error *why = status == RSP_OK ? error : NULL;
        rsp_status one =
            w->line ? rsp_debug_line_find(d->file, w->name, w->line, found, RSP_LIMIT_DEBUG_PLACES, &num,
                                          &line, why)
                    : rsp_debug_function_find(d->file, w->name, found, RSP_LIMIT_DEBUG_PLACES, &num, why);
        if (one == RSP_OK)
            add(out, d, found, num, line);
        if (status == RSP_OK)
            status = one;
    }
    return out->num > 0 ? RSP_OK : status;
}

rsp_status code_places_of_line(adapter *a, const char *path, int64_t line, code_places *out,
                               rsp_error *error) {
    const wanted w = {.name = rsp_bytes_str(path), .line = (uint32_t)line};
    out->num = 0;
    if (line < 1 || line > INT32_MAX)
        return rsp_fail(error, RSP_RANGE, "there is no line %lld", (long long)line);
    return find(a, &w, out, error);
}

rsp_status code_places_of_function(adapter *a, const char *name, code_places *out, rsp_error *error) {
    return find(a, &(wanted){.name = rsp_bytes_str(name)}, out, error);
}
