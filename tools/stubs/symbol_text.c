/* A name begins with a letter or '_', has letters, digits, '_', '.' and '$', and may be followed by '+' and a
 * number. The file is asked for at the first name only.
 * See symbol_text.h. */
/* SPDX-License-Identifier: MIT */
#include "stubs/symbol_text.h"

#include "scenario/symbol.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { NAME_MAX_BYTES = 128 };

static const char first_letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789.$";

/* "{work+4}" taken apart. */
typedef struct reference {
    char name[NAME_MAX_BYTES];
    uint64_t offset;
    size_t len; /* of all of it; 0: it is none */
} reference;

static reference read_reference(const char *text) {
    reference r = {.len = 0};
    const size_t len = strspn(text + 1, letters);
    const char *end = text + 1 + len;
    char *after = NULL;
    if (len == 0 || len >= sizeof r.name || !strchr(first_letters, text[1]))
        return r;
    (void)snprintf(r.name, sizeof r.name, "%.*s", (int)len, text + 1);
    if (end[0] == '+' && end[1] >= '0' && end[1] <= '9') {
        r.offset = strtoull(end + 1, &after, 0);
        end = after;
    }
    r.len = *end == '}' ? (size_t)(end + 1 - text) : 0;
    return r;
}

static rsp_status find(rsp_symbol *out, const reference *r, const rsp_stub_provider *provider,
                       const char *program, rsp_error *error) {
    rsp_bytes elf = {0};
    uint64_t entry = 0;
    bool moved = false;
    const char *shown = *program ? program : "the stub's program";
    if (!provider->image || provider->image(provider->ctx, program, &elf) != RSP_OK)
        return rsp_fail(error, RSP_USAGE, "{%s}: no file of %s is known; --program names one", r->name,
                        shown);
    if (rsp_symbol_find(elf, r->name, out) != RSP_OK)
        return rsp_fail(error, RSP_USAGE, "{%s}: no symbol of %s; a brace itself is \\x7b", r->name, shown);
    if (rsp_symbol_entry(elf, &entry, &moved) != RSP_OK || moved)
        return rsp_fail(error, RSP_USAGE,
                        "{%s}: the loader moves %s, so that the file does not tell where it is", r->name,
                        shown);
    return RSP_OK;
}

rsp_status symbol_text_expand(rsp_buf *out, const char *text, const rsp_stub_provider *provider,
                              const char *program, rsp_error *error) {
    for (; *text; text++) {
        const reference r = *text == '{' ? read_reference(text) : (reference){.len = 0};
        rsp_symbol symbol = {0};
        if (r.len == 0) {
            rsp_buf_push(out, (uint8_t)*text);
            continue;
        }
        rsp_status status = find(&symbol, &r, provider, program, error);
        if (status != RSP_OK)
            return status;
        rsp_buf_printf(out, "%" PRIx64, symbol.address + r.offset);
        text += r.len - 1;
    }
    return out->status;
}
