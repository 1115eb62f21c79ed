/* QTSave: the trace as a file that GDB reads with `target tfile`.
 * The header is text: status, variables, tracepoints; then the frames as they stand in the buffer.
 * Source: GDB manual, Trace File Format; Tracepoint Packets (QTSave). */
/* SPDX-License-Identifier: MIT */
#include "errors.h"
#include "files.h"
#include "handlers.h"
#include "trace.h"
#include "trace_status.h"
#include "trace_upload.h"

enum { FILE_MODE = 0644, END_BYTES = 4 };

static void append_header(const rsp_stub *s, rsp_buf *out) {
    const stub_trace_table *table = &s->trace->table;
    rsp_buf_printf(out, "\x7fTRACE0\nR %zx\nstatus ", s->opt.ops->register_set(s->opt.target)->block_bytes);
    stub_trace_status_text(s, out);
    rsp_buf_push(out, '\n');
    for (const stub_trace_variable *v = table->first_variable; v; v = v->next) {
        rsp_buf_str(out, "tsv ");
        stub_trace_variable_piece(v, out);
        rsp_buf_push(out, '\n');
    }
    for (const stub_tracepoint *point = table->first; point; point = point->next) {
        rsp_buf_str(out, "tp ");
        stub_trace_point_piece(point, out);
        rsp_buf_push(out, '\n');
        for (const stub_trace_text *text = point->first; text; text = text->next) {
            rsp_buf_str(out, "tp ");
            stub_trace_text_piece(point, text, out);
            rsp_buf_push(out, '\n');
        }
    }
    rsp_buf_push(out, '\n');
}

static rsp_fileio_error write_file(rsp_stub *s, rsp_bytes path, rsp_bytes content) {
    uint64_t fd;
    stub_open_file *open;
    stub_found found;
    rsp_fileio_error error = stub_file_open(
        s, path, RSP_FILEIO_O_WRONLY | RSP_FILEIO_O_CREAT | RSP_FILEIO_O_TRUNC, FILE_MODE, &fd);
    if (error || !stub_file_of_descriptor(s, fd, &open, &found))
        return error;
    error = stub_file_write(s, open, 0, content);
    stub_file_close(s, open);
    return error;
}

stub_reply_kind stub_on_trace_save(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    static const uint8_t end[END_BYTES] = {0};
    rsp_buf path = {.mem = s->opt.mem};
    rsp_buf content = {.mem = s->opt.mem};
    rsp_status status = rsp_hex_decode(&path, args);
    append_header(s, &content);
    rsp_buf_append(&content, stub_trace_buffer_bytes(&s->trace->buffer));
    rsp_buf_append(&content, rsp_bytes_make(end, sizeof end));
    if (status != RSP_OK || path.len == 0)
        stub_error(s, reply, STUB_E_SYNTAX, "want a path in hex");
    else if (content.status != RSP_OK)
        stub_error(s, reply, STUB_E_LIMIT, "out of memory");
    else if (write_file(s, rsp_buf_bytes(&path), rsp_buf_bytes(&content)))
        stub_error(s, reply, STUB_E_GENERAL, "the file can not be written: only files in /tmp can");
    else
        stub_ok(reply);
    rsp_buf_free(&path);
    rsp_buf_free(&content);
    return STUB_REPLY_SEND;
}
