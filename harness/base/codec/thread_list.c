/* The text of an element describes the thread where it has no attribute `name`.
 * Entities of the document's own are refused.
 * See thread_list.h. */
/* SPDX-License-Identifier: MIT */
#include "codec/thread_list.h"

#include "codec/document.h"

#include <expat.h>
#include <string.h>

enum { TEXT_MAX = 256 };

/* One document while it is read. */
typedef struct thread_reader {
    XML_Parser parser;
    rsp_arena *arena;
    rsp_listed_thread *out;
    size_t cap;
    size_t num;
    bool in_thread;
    bool refused;
    rsp_buf text;
} thread_reader;

static void on_start(void *ctx, const XML_Char *name, const XML_Char **attrs) {
    thread_reader *r = ctx;
    rsp_listed_thread thread = {.name = ""};
    bool known = false;
    if (strcmp(name, "thread") != 0 || r->num == r->cap)
        return;
    for (size_t i = 0; attrs[i]; i += 2) {
        rsp_bytes value = rsp_bytes_str(attrs[i + 1]);
        if (strcmp(attrs[i], "id") == 0)
            known = rsp_ptid_parse(&thread.id, value) == RSP_OK;
        else if (strcmp(attrs[i], "name") == 0)
            thread.name = rsp_arena_str(r->arena, attrs[i + 1]);
    }
    rsp_buf_clear(&r->text);
    r->in_thread = known;
    if (known)
        r->out[r->num++] = thread;
}

static void on_end(void *ctx, const XML_Char *name) {
    thread_reader *r = ctx;
    if (!r->in_thread || strcmp(name, "thread") != 0)
        return;
    r->in_thread = false;
    if (!r->out[r->num - 1].name[0])
        r->out[r->num - 1].name = rsp_arena_str(r->arena, rsp_buf_cstr(&r->text));
}

static void on_text(void *ctx, const XML_Char *text, int len) {
    thread_reader *r = ctx;
    if (r->in_thread && r->text.len < TEXT_MAX)
        rsp_buf_append(&r->text, rsp_bytes_sub(rsp_bytes_make(text, (size_t)len), 0, TEXT_MAX));
}

static void on_doctype(void *ctx, const XML_Char *name, const XML_Char *system_id, const XML_Char *public_id,
                       int has_internal_subset) {
    thread_reader *r = ctx;
    (void)name, (void)system_id, (void)public_id;
    r->refused = r->refused || has_internal_subset;
    if (has_internal_subset)
        (void)XML_StopParser(r->parser, XML_FALSE);
}

rsp_status rsp_thread_list_read(rsp_bytes document, rsp_arena *arena, rsp_listed_thread *out, size_t cap,
                                size_t *out_num) {
    thread_reader r = {.parser = XML_ParserCreate(NULL), .arena = arena, .out = out, .cap = cap};
    *out_num = 0;
    document = rsp_document_text(document);
    if (!r.parser)
        return RSP_NO_MEMORY;
    XML_SetUserData(r.parser, &r);
    XML_SetElementHandler(r.parser, on_start, on_end);
    XML_SetCharacterDataHandler(r.parser, on_text);
    XML_SetStartDoctypeDeclHandler(r.parser, on_doctype);
    bool fits = document.len <= INT32_MAX;
    bool parsed =
        fits && XML_Parse(r.parser, (const char *)document.ptr, (int)document.len, 1) == XML_STATUS_OK;
    XML_ParserFree(r.parser);
    rsp_buf_free(&r.text);
    if (!parsed || r.refused)
        return RSP_MALFORMED;
    *out_num = r.num;
    return arena->status;
}
