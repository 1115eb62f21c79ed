/* Where things are in the program: symbols of its file, moved by what the loader added; and objects by qXfer.
 * The bias comes from the auxiliary vector: AT_ENTRY less the entry point in the file.
 * Each symbol is looked up once. */
/* SPDX-License-Identifier: MIT */
#include "bench.h"

#include "codec/feature.h"
#include "codec/qxfer.h"
#include "scenario/symbol.h"
#include <rsp/limits.h>
#include <rsp/packet_table.h>
#include <stdio.h>

enum { AT_ENTRY = 9, WINDOW_BYTES = 0xfff, INCLUDES = 32 };

/* What is to be known of an architecture: ELF machine, length of a breakpoint, number of the program counter.
 */
static const struct {
    unsigned machine;
    unsigned kind;
    unsigned pc;
    rsp_machine_kind machine_kind; /* for conditions */
} machines[] = {
    {62, 1, 16, RSP_KIND_X86_64},
    {183, 4, 32, RSP_KIND_OTHER}, /* AArch64 */
    {243, 4, 32, RSP_KIND_RV64},  /* debuggees are built without compressed instructions */
};

static size_t machine_of(const bench *b) {
    unsigned machine = b->image.len > 19 ? b->image.ptr[18] | (unsigned)b->image.ptr[19] << 8 : 0;
    size_t i = 0;
    while (i < RSP_ARRAY_LEN(machines) && machines[i].machine != machine)
        i++;
    return i;
}

/* --- objects by qXfer ----------------------------------------------------------------------------------- */

static rsp_status read_object(bench *b, rsp_bytes object, rsp_bytes annex, rsp_buf *out) {
    rsp_qxfer request = {
        .object = object, .operation = RSP_LIT("read"), .annex = annex, .length = WINDOW_BYTES};
    rsp_qxfer_reply reply = {0};
    rsp_status status = RSP_OK;
    while (status == RSP_OK && !reply.last) {
        rsp_buf text = {.mem = b->options->mem};
        rsp_bytes answer = {0};
        rsp_qxfer_build(&text, &request);
        status =
            text.status == RSP_OK ? rsp_client_packet(b->client, rsp_buf_bytes(&text), &answer) : text.status;
        if (status == RSP_OK)
            status = rsp_qxfer_reply_parse(&reply, answer, b->error);
        if (status == RSP_OK)
            rsp_buf_append(out, reply.data);
        request.offset += reply.data.len;
        if (status == RSP_OK && (out->status != RSP_OK || out->len > RSP_LIMIT_XFER_BYTES))
            status = RSP_LIMIT;
        rsp_buf_free(&text);
    }
    return status;
}

/* The next document that an XML text includes: the value of href behind "xi:include". */
static bool next_include(rsp_bytes *text, rsp_bytes *out_annex) {
    rsp_bytes needle = RSP_LIT("<xi:include");
    *text = rsp_bytes_from(*text, rsp_bytes_search(*text, needle));
    rsp_bytes element = rsp_bytes_sub(*text, 0, rsp_bytes_index(*text, '>'));
    rsp_bytes href = rsp_bytes_from(element, rsp_bytes_search(element, RSP_LIT("href=\"")));
    if (element.len == 0)
        return false;
    href = rsp_bytes_from(href, 6);
    *out_annex = rsp_bytes_sub(href, 0, rsp_bytes_index(href, '"'));
    *text = rsp_bytes_from(*text, needle.len);
    return true;
}

rsp_status place_object(bench *b, const char *object, const char *annex, rsp_buf *out) {
    char feature[80];
    (void)snprintf(feature, sizeof feature, "%s:%s:read", rsp_packet_text(RSP_PACKET_QXFER), object);
    if (!rsp_feature_yes(rsp_client_features(b->client), rsp_bytes_str(feature)))
        return RSP_UNSUPPORTED;
    rsp_status status = read_object(b, rsp_bytes_str(object), rsp_bytes_str(annex), out);
    size_t end = out->len; /* includes of includes are not followed: nobody has them */
    for (size_t from = 0, num = 0; status == RSP_OK && num < INCLUDES; num++) {
        rsp_bytes rest = rsp_bytes_sub(rsp_buf_bytes(out), from, end - from);
        rsp_bytes included = {0};
        if (!next_include(&rest, &included))
            break;
        from = end - rest.len;
        included = rsp_arena_bytes(&b->arena, included); /* `out` grows while it is read */
        if (included.len > 0)
            status = read_object(b, rsp_bytes_str(object), included, out);
    }
    return status;
}

/* --- symbols: what is asked for them is in no account
 * -------------------------------------------------------------------------------------------- */

static uint64_t word_at(rsp_bytes bytes, size_t at) {
    uint64_t value = 0;
    for (size_t i = 0; i < 8; i++)
        value |= (uint64_t)bytes.ptr[at + i] << 8 * i;
    return value;
}

static rsp_status find_bias(bench *b) {
    uint64_t entry = 0;
    bool relocated = false;
    if (b->have_bias)
        return RSP_OK;
    if (rsp_symbol_entry(b->image, &entry, &relocated) != RSP_OK)
        return bench_fail(b, "the file of program '%s' is no ELF file", b->workload->program);
    b->bias = 0;
    b->have_bias = true;
    if (!relocated)
        return RSP_OK;
    rsp_buf auxv = {.mem = b->options->mem};
    bool found = false;
    rsp_status status = place_object(b, "auxv", "", &auxv);
    for (size_t at = 0; status == RSP_OK && at + 16 <= auxv.len && !found; at += 16) {
        found = word_at(rsp_buf_bytes(&auxv), at) == AT_ENTRY;
        b->bias = word_at(rsp_buf_bytes(&auxv), at + 8) - entry;
    }
    rsp_buf_free(&auxv);
    if (status != RSP_OK && status != RSP_UNSUPPORTED && status != RSP_REFUSED)
        return bench_client_failed(b, status, "reading the auxiliary vector");
    return found ? RSP_OK
                 : bench_skip(b,
                              "program '%s' is placed by the loader, and the stub does not tell where "
                              "(qXfer:auxv:read)",
                              b->workload->program);
}

rsp_status place_find(bench *b, const char *symbol, uint64_t *out) {
    rsp_symbol where = {0};
    const known_place *known = b->places;
    while (known && strcmp(known->symbol, symbol) != 0)
        known = known->next;
    if (known) {
        rsp_status status = find_bias(b);
        *out = known->address + b->bias;
        return status;
    }
    if (b->image.len == 0 &&
        (!b->provider->image ||
         b->provider->image(b->provider->ctx, b->workload->program, &b->image) != RSP_OK))
        return bench_skip(b, "the file of program '%s' is not to be had, and so no symbol of it",
                          b->workload->program);
    if (rsp_symbol_find(b->image, symbol, &where) != RSP_OK)
        return bench_fail(b, "program '%s' has no symbol '%s' (%s)", b->workload->program, symbol,
                          b->workload->path);
    rsp_status status = find_bias(b);
    known_place *p = status == RSP_OK ? rsp_arena_alloc(&b->arena, sizeof *p) : NULL;
    if (status != RSP_OK)
        return status;
    if (!p)
        return RSP_NO_MEMORY;
    *p = (known_place){.symbol = symbol, .address = where.address, .next = b->places};
    b->places = p;
    *out = where.address + b->bias;
    return RSP_OK;
}

rsp_status place_site(bench *b, uint64_t address, rsp_site *out) {
    size_t m = machine_of(b);
    if (m == RSP_ARRAY_LEN(machines))
        return bench_skip(b, "breakpoints on this machine are not known here");
    *out = (rsp_site){.type = RSP_BREAK_SOFTWARE, .addr = address, .kind = machines[m].kind};
    return RSP_OK;
}

void place_machine(const bench *b, rsp_conditionals_options *out) {
    size_t m = machine_of(b);
    if (m == RSP_ARRAY_LEN(machines))
        return; /* the stub is asked */
    out->kind = machines[m].machine_kind;
    out->pc_number = machines[m].pc;
}

bool place_pc(bench *b, uint64_t *out) {
    uint8_t bytes[8];
    size_t len = 0;
    size_t m = machine_of(b);
    if (m == RSP_ARRAY_LEN(machines) ||
        rsp_client_stop_register(b->client, machines[m].pc, bytes, sizeof bytes, &len) != RSP_OK || len != 8)
        return false;
    *out = word_at(rsp_bytes_make(bytes, 8), 0);
    return true;
}
