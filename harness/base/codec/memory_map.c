/* Each element <memory> is a region; <property name="blocksize"> within it is the size of flash's blocks.
 * A map that GDB would refuse is refused as a whole.
 * See memory_map.h. */
/* SPDX-License-Identifier: MIT */
#include "codec/memory_map.h"

#include "codec/document.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

enum { PROPERTY_BYTES = 32 };

/* One document while it is read. */
typedef struct map_reader {
    XML_Parser parser;
    rsp_memory_region *out;
    size_t cap;
    size_t num;
    bool is_map;
    bool in_block_size;
    char property[PROPERTY_BYTES]; /* its text so far */
    size_t property_len;
    rsp_status status;
    const char *why;
} map_reader;

static void refuse(map_reader *r, rsp_status status, const char *why) {
    if (r->status == RSP_OK) {
        r->status = status;
        r->why = why;
    }
    (void)XML_StopParser(r->parser, XML_FALSE);
}

static uint64_t number_of(map_reader *r, const char *text) {
    char *end = NULL;
    const uint64_t value = strtoull(text, &end, 0);
    while (*end == ' ' || *end == '\n' || *end == '\t' || *end == '\r')
        end++;
    if (*text == 0 || *text == '-' || *end != 0)
        refuse(r, RSP_MALFORMED, "a number that is none");
    return value;
}

static const char *attribute(map_reader *r, const XML_Char **attrs, const char *name) {
    for (size_t i = 0; attrs[i]; i += 2)
        if (strcmp(attrs[i], name) == 0)
            return attrs[i + 1];
    refuse(r, RSP_MALFORMED, "a region without type, start or length");
    return "0";
}

static rsp_memory_kind kind_of(map_reader *r, const char *text) {
    static const char *const names[] = {
        [RSP_MEMORY_RAM] = "ram", [RSP_MEMORY_ROM] = "rom", [RSP_MEMORY_FLASH] = "flash"};
    for (unsigned i = 0; i < RSP_ARRAY_LEN(names); i++)
        if (strcmp(text, names[i]) == 0)
            return (rsp_memory_kind)i;
    refuse(r, RSP_MALFORMED, "memory of an unknown type");
    return RSP_MEMORY_RAM;
}

static void add_region(map_reader *r, const XML_Char **attrs) {
    const rsp_memory_region region = {.kind = kind_of(r, attribute(r, attrs, "type")),
                                      .start = number_of(r, attribute(r, attrs, "start")),
                                      .len = number_of(r, attribute(r, attrs, "length"))};
    if (r->status != RSP_OK)
        return;
    if (r->num == r->cap)
        refuse(r, RSP_LIMIT, "too many regions");
    else
        r->out[r->num++] = region;
}

static void on_start(void *ctx, const XML_Char *name, const XML_Char **attrs) {
    map_reader *r = ctx;
    if (strcmp(name, "memory-map") == 0)
        r->is_map = true;
    if (!r->is_map)
        refuse(r, RSP_MALFORMED, "no memory map");
    if (r->status != RSP_OK)
        return;
    if (strcmp(name, "memory") == 0)
        add_region(r, attrs);
    else if (strcmp(name, "property") == 0)
        r->in_block_size = strcmp(attribute(r, attrs, "name"), "blocksize") == 0;
    r->property_len = 0;
}

static void on_text(void *ctx, const XML_Char *text, int len) {
    map_reader *r = ctx;
    const size_t room = sizeof r->property - 1 - r->property_len;
    if (!r->in_block_size)
        return;
    if ((size_t)len > room) {
        refuse(r, RSP_MALFORMED, "a number that is none");
        return;
    }
    memcpy(r->property + r->property_len, text, (size_t)len);
    r->property_len += (size_t)len;
}

static void on_end(void *ctx, const XML_Char *name) {
    map_reader *r = ctx;
    if (strcmp(name, "property") == 0 && r->in_block_size && r->num > 0) {
        r->property[r->property_len] = '\0';
        r->out[r->num - 1].block = number_of(r, r->property);
        r->in_block_size = false;
    }
    if (strcmp(name, "memory") == 0 && r->num > 0 && r->out[r->num - 1].kind == RSP_MEMORY_FLASH &&
        r->out[r->num - 1].block == 0)
        refuse(r, RSP_MALFORMED, "flash without a block size");
}

static void on_doctype(void *ctx, const XML_Char *name, const XML_Char *system_id, const XML_Char *public_id,
                       int has_internal_subset) {
    (void)name, (void)system_id, (void)public_id;
    if (has_internal_subset)
        refuse(ctx, RSP_MALFORMED, "entities of its own");
}

static int by_start(const void *a, const void *b) {
    const rsp_memory_region *x = a;
    const rsp_memory_region *y = b;
    return (x->start > y->start) - (x->start < y->start);
}

static void put_in_order(map_reader *r) {
    if (r->num > 1)
        qsort(r->out, r->num, sizeof *r->out, by_start);
    for (size_t i = 0; i + 1 < r->num; i++)
        if (r->out[i + 1].start - r->out[i].start < r->out[i].len) {
            r->status = RSP_MALFORMED;
            r->why = "regions overlap";
        }
}

rsp_status rsp_memory_map_read(rsp_bytes document, rsp_memory_region *out, size_t cap, size_t *out_num,
                               rsp_error *error) {
    map_reader r = {.parser = XML_ParserCreate(NULL), .out = out, .cap = cap};
    *out_num = 0;
    document = rsp_document_text(document);
    if (!r.parser)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for a memory map");
    XML_SetUserData(r.parser, &r);
    XML_SetElementHandler(r.parser, on_start, on_end);
    XML_SetCharacterDataHandler(r.parser, on_text);
    XML_SetStartDoctypeDeclHandler(r.parser, on_doctype);
    const enum XML_Status parsed =
        document.len > INT32_MAX ? XML_STATUS_ERROR
                                 : XML_Parse(r.parser, (const char *)document.ptr, (int)document.len, 1);
    const uint64_t at = (uint64_t)XML_GetCurrentByteIndex(r.parser);
    XML_ParserFree(r.parser);
    if (r.status == RSP_OK && parsed != XML_STATUS_OK)
        r.status = RSP_MALFORMED;
    if (r.status == RSP_OK)
        put_in_order(&r);
    if (r.status != RSP_OK)
        return rsp_fail_offset(error, r.status, "memory map", at, "the memory map is damaged: %s",
                               r.why ? r.why : "it is not well-formed");
    *out_num = r.num;
    return RSP_OK;
}
