/* Each element <library> is one, wherever it stands. Entities of the document's own are refused.
 * Stubs write hexadecimal numbers with 0x.
 * See library_list.h. */
/* SPDX-License-Identifier: MIT */
#include "codec/library_list.h"

#include "codec/document.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

/* One document while it is read. */
typedef struct list_reader {
    XML_Parser parser;
    rsp_arena *arena;
    rsp_library *out;
    size_t cap;
    size_t num;
    bool is_list;
    rsp_status status;
    const char *why;
} list_reader;

static void refuse(list_reader *r, const char *why) {
    r->status = RSP_MALFORMED;
    r->why = why;
    (void)XML_StopParser(r->parser, XML_FALSE);
}

static uint64_t number_of(list_reader *r, const char *text) {
    char *end = NULL;
    uint64_t value = strtoull(text, &end, 0);
    if (*text == 0 || *end != 0)
        refuse(r, "an address that is no number");
    return value;
}

static void on_start(void *ctx, const XML_Char *name, const XML_Char **attrs) {
    list_reader *r = ctx;
    rsp_library library = {.path = ""};
    if (strcmp(name, "library-list-svr4") == 0)
        r->is_list = true;
    if (!r->is_list)
        refuse(r, "no list of libraries");
    if (strcmp(name, "library") != 0 || r->num == r->cap || r->status != RSP_OK)
        return;
    for (size_t i = 0; attrs[i]; i += 2) {
        if (strcmp(attrs[i], "name") == 0)
            library.path = attrs[i + 1];
        else if (strcmp(attrs[i], "l_addr") == 0)
            library.bias = number_of(r, attrs[i + 1]);
        else if (strcmp(attrs[i], "l_ld") == 0)
            library.dynamic = number_of(r, attrs[i + 1]);
    }
    if (!library.path[0])
        return;
    library.path = rsp_arena_str(r->arena, library.path);
    r->out[r->num++] = library;
}

static void on_doctype(void *ctx, const XML_Char *name, const XML_Char *system_id, const XML_Char *public_id,
                       int has_internal_subset) {
    (void)name, (void)system_id, (void)public_id;
    if (has_internal_subset)
        refuse(ctx, "entities of its own");
}

rsp_status rsp_library_list_read(rsp_bytes document, rsp_arena *arena, rsp_library *out, size_t cap,
                                 size_t *out_num, rsp_error *error) {
    list_reader r = {.parser = XML_ParserCreate(NULL), .arena = arena, .out = out, .cap = cap};
    *out_num = 0;
    document = rsp_document_text(document);
    if (!r.parser)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for a list of libraries");
    XML_SetUserData(r.parser, &r);
    XML_SetStartElementHandler(r.parser, on_start);
    XML_SetStartDoctypeDeclHandler(r.parser, on_doctype);
    enum XML_Status parsed = document.len > INT32_MAX
                                 ? XML_STATUS_ERROR
                                 : XML_Parse(r.parser, (const char *)document.ptr, (int)document.len, 1);
    uint64_t at = (uint64_t)XML_GetCurrentByteIndex(r.parser);
    XML_ParserFree(r.parser);
    if (r.status == RSP_OK && parsed != XML_STATUS_OK)
        r.status = RSP_MALFORMED;
    if (r.status == RSP_OK && arena->status != RSP_OK)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for a list of libraries");
    if (r.status != RSP_OK)
        return rsp_fail_offset(error, r.status, "libraries", at, "the list of libraries is damaged: %s",
                               r.why ? r.why : "it is not well-formed");
    *out_num = r.num;
    return RSP_OK;
}
