/* Faults of vFile: requests read wrongly, results and errors in another form.
 * Results are texts, so most are rows.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/row.h"

#include "files.h"

#include "codec/escape.h"
#include "codec/hostio.h"
#include "core/limits.h"
#include <rsp/packet_ids.h>

static bool take(const stub_service *t, rsp_packet_id id, rsp_hostio_request *out) {
    return t->id == id && rsp_hostio_parse(out, t->s->request, NULL) == RSP_OK;
}

static void zero_when_full(stub_service *t) {
    enum { HEADER_ROOM = 18 };
    stub_serve(t);
    if (t->reply->len + HEADER_ROOM >= t->s->opt.packet_bytes)
        stub_answer(t, "F0;");
}

static void write_appends(stub_service *t) {
    rsp_hostio_request r;
    stub_open_file *open;
    stub_found found;
    rsp_buf data = {.mem = t->s->opt.mem};
    if (take(t, RSP_PACKET_VFILE_PWRITE, &r) && rsp_unescape(&data, r.data) == RSP_OK &&
        stub_file_of_descriptor(t->s, r.fd, &open, &found)) {
        r.offset = found.content.len;
        r.data = rsp_buf_bytes(&data);
        if (rsp_hostio_build(stub_new_request(t), &r) == RSP_OK)
            stub_bend(t);
    }
    stub_serve(t);
    rsp_buf_free(&data);
}

static void stat_little(stub_service *t) {
    enum { SIZE_AT = 28, SIZE_BYTES = 8 };
    rsp_buf block = {.mem = t->s->opt.mem};
    stub_serve(t);
    size_t header = rsp_bytes_index(rsp_buf_bytes(t->reply), ';') + 1;
    if (stub_replies(t, RSP_LIT("F")) &&
        rsp_unescape(&block, rsp_bytes_from(rsp_buf_bytes(t->reply), header)) == RSP_OK &&
        block.len == RSP_FILEIO_STAT_BYTES) {
        for (size_t i = 0; i < SIZE_BYTES / 2; i++) {
            uint8_t byte = block.ptr[SIZE_AT + i];
            block.ptr[SIZE_AT + i] = block.ptr[SIZE_AT + SIZE_BYTES - 1 - i];
            block.ptr[SIZE_AT + SIZE_BYTES - 1 - i] = byte;
        }
        rsp_buf_truncate(t->reply, header);
        rsp_escape_append(t->reply, rsp_buf_bytes(&block));
    }
    rsp_buf_free(&block);
}

static void readlink_follows(stub_service *t) {
    rsp_hostio_request r;
    stub_found found;
    rsp_buf path = {.mem = t->s->opt.mem};
    if (take(t, RSP_PACKET_VFILE_READLINK, &r) && rsp_hex_decode(&path, r.path_hex) == RSP_OK &&
        stub_file_find(t->s, rsp_buf_bytes(&path), true, &found) == RSP_FILEIO_SUCCESS) {
        rsp_bytes content = rsp_bytes_sub(found.content, 0, t->s->opt.packet_bytes / 4);
        rsp_buf_printf(t->reply, "F%zx;", content.len);
        rsp_escape_append(t->reply, content);
    } else {
        stub_serve(t);
    }
    rsp_buf_free(&path);
}

/* setfs of a process hides every file, also from the next client. */
static void system_kept(stub_service *t) {
    rsp_hostio_request r;
    bool *foreign = &t->s->faults.life.foreign_files;
    if (take(t, RSP_PACKET_VFILE_SETFS, &r))
        *foreign = r.pid != 0;
    if (*foreign && take(t, RSP_PACKET_VFILE_OPEN, &r))
        stub_answer(t, "F-1,2");
    else
        stub_serve(t);
}

static void missing_is_zero(stub_service *t) {
    rsp_hostio_request r;
    bool good = take(t, t->id, &r);
    stub_serve(t);
    if (!good && t->reply->len > 0)
        stub_answer(t, "F0");
}

static void long_name_closes(stub_service *t) {
    rsp_hostio_request r;
    if (take(t, t->id, &r) && r.path_hex.len > 2 * (size_t)RSP_LIMIT_STUB_PATH_BYTES)
        stub_finish(t->s);
    stub_serve(t);
}

static const stub_fault_row rows[] = {
    REPLY(FILE_ERROR_FORM, VFILE, "F-1,2", "E02"),
    REPLY(FILE_ERROR_BARE, VFILE, "F-1,%x", "F-1"),
    REPLY(FILE_HOST_ERRNO, VFILE, "F-1,5b", "F-1,24"),
    REPLY(FILE_TWOS_COMPLEMENT, VFILE, "F-1,%x", "Fffffffff,%1"),
    REPLY(FILE_DECIMAL, VFILE, "F%x%*", "F%d1%2"),
    REPLY(FILE_COUNT_ESCAPED, VFILE, "F%x;%*", "F%y2;%2"),
    CALL(FILE_ZERO_WHEN_FULL, VFILE, zero_when_full),
    REPLY(FILE_END_BARE, VFILE, "F0;", "F0"),
    REPLY(FILE_CLOSE_KILLS, VFILE_CLOSE, "F-1,9", STUB_DEATH),
    REPLY(FILE_CLOSE_ZERO, VFILE_CLOSE, "F-1,9", "F0,9"),
    REQUEST(FILE_HOST_FLAGS, VFILE_OPEN, "%h,%x,%x", "%1,%f2,%3"),
    REQUEST(FILE_APPEND_IGNORED, VFILE_OPEN, "%h,%x,%x", "%1,%A2,%3"),
    REQUEST(FILE_ALWAYS_EMPTIED, VFILE_OPEN, "%h,%x,%x", "%1,%E2,%3"),
    CALL(FILE_WRITE_APPENDS, VFILE, write_appends),
    CALL(FILE_STAT_LITTLE, VFILE_FSTAT, stat_little),
    CALL(FILE_STAT_LITTLE, VFILE_STAT, stat_little),
    CALL(FILE_STAT_LITTLE, VFILE_LSTAT, stat_little),
    REQUEST(FILE_LSTAT_FOLLOWS, VFILE, "lstat:%*", "stat:%1"),
    REPLY(FILE_STAT_EMPTY, VFILE_STAT, "F%x;%*", ""),
    REPLY(FILE_STAT_EMPTY, VFILE_LSTAT, "F%x;%*", ""),
    REPLY(FILE_UNLINK_ZERO, VFILE_UNLINK, "%*", "F0"),
    REPLY(FILE_READLINK_EMPTY, VFILE_READLINK, "F-1,16", "F0;"),
    CALL(FILE_READLINK_FOLLOWS, VFILE, readlink_follows),
    REPLY(FILE_SETFS_OK, VFILE_SETFS, "F0", "OK"),
    CALL(FILE_SYSTEM_KEPT, VFILE, system_kept),
    REPLY(FILE_EXISTS_RESULT, VFILE_EXISTS, "F,%*", "F%1"),
    REPLY(FILE_MD5_BYTES, VFILE_MD5, "F,%q%q", "F,%s1%s2"),
    REPLY(FILE_UNKNOWN_9999, VFILE, "", "F-1,270f"),
    CALL(FILE_MISSING_IS_ZERO, VFILE, missing_is_zero),
    INSTEAD_WHEN(FILE_WANTS_PROCESS, VFILE, WITHOUT_PROCESS, "%*", "F-1,9"),
    CALL(FILE_LONG_NAME_CLOSES, VFILE, long_name_closes),
    REQUEST(FILE_RAW_NAME, VFILE_OPEN, "%h,%*", "%h1,%2"),
};
STUB_FAULT_TABLE(stub_host_io_faults, rows);
