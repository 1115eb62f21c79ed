/* Requests are passed on without their program, whose file is read anew for each image.
 * A stub that is told nothing opens what it has.
 * See running_stub.h. */
/* SPDX-License-Identifier: MIT */
#include "stubs/running_stub.h"

#include "cli/io.h"

static rsp_status open_as_it_is(void *ctx, rsp_link **out_link, const rsp_stub_request *request,
                                rsp_error *error) {
    running_stub *s = ctx;
    rsp_stub_request any = *request;
    any.program = "";
    any.num_arguments = 0;
    return s->stubs.open(s->stubs.ctx, out_link, &any, error);
}

static rsp_status image_of_folder(void *ctx, const char *program, rsp_bytes *out_elf) {
    running_stub *s = ctx;
    const char *path = rsp_arena_printf(&s->arena, "%s/%s", s->debuggees, program);
    rsp_buf_clear(&s->image);
    if (!path || io_read_file(&s->image, path, NULL) != RSP_OK)
        return RSP_NOT_FOUND;
    *out_elf = rsp_buf_bytes(&s->image);
    return RSP_OK;
}

static void last_words(void *ctx, rsp_link *link, rsp_buf *out) {
    running_stub *s = ctx;
    if (s->stubs.last_words)
        s->stubs.last_words(s->stubs.ctx, link, out);
}

rsp_stub_provider running_stub_provider(running_stub *stub) {
    return (rsp_stub_provider){
        .open = open_as_it_is, .image = image_of_folder, .last_words = last_words, .ctx = stub};
}

void running_stub_free(running_stub *stub) {
    rsp_buf_free(&stub->image);
    rsp_arena_free(&stub->arena);
}
