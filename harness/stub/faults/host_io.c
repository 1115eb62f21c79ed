/* Faults of vFile: requests read wrongly, results and errors in another form.
 * A request is taken apart and built anew, a reply is changed as text.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/serve.h"

#include "files.h"
#include "ids.h"

#include "codec/escape.h"
#include "codec/hostio.h"
#include "core/limits.h"
#include <inttypes.h>
#include <rsp/packet_ids.h>

static bool take(const stub_service *t, rsp_hostio_request *out) {
    return rsp_hostio_parse(out, t->s->request, NULL) == RSP_OK;
}

static bool is(const stub_service *t, rsp_packet_id id) {
    return t->id == id;
}

static bool errs(const stub_service *t) {
    return stub_replies(t, RSP_LIT("F-1,"));
}

static bool errs_with(const stub_service *t, const char *text) {
    return rsp_bytes_equal(rsp_buf_bytes(t->reply), rsp_bytes_str(text));
}

static void serve_built(stub_service *t, const rsp_hostio_request *request) {
    if (rsp_hostio_build(stub_new_request(t), request) == RSP_OK)
        stub_bend(t);
    stub_serve(t);
}

static void error_form(stub_service *t) {
    stub_serve(t);
    if (errs_with(t, "F-1,2"))
        stub_answer(t, "E02");
}

static void error_bare(stub_service *t) {
    stub_serve(t);
    if (errs(t))
        stub_answer(t, "F-1");
}

static void host_errno(stub_service *t) {
    stub_serve(t);
    if (errs_with(t, "F-1,5b"))
        stub_answer(t, "F-1,24");
}

static void twos_complement(stub_service *t) {
    stub_serve(t);
    if (errs(t))
        stub_replace(t, "F-1", "Fffffffff");
}

/* "F<result>" and what follows it. */
static bool take_result(const stub_service *t, uint64_t *result, rsp_bytes *rest) {
    *rest = rsp_bytes_from(rsp_buf_bytes(t->reply), 1);
    return stub_replies(t, RSP_LIT("F")) && rsp_take_hex(result, rest) == RSP_OK;
}

static void put_result(stub_service *t, const char *result, rsp_bytes rest) {
    rsp_buf copy = {.mem = t->s->opt.mem};
    rsp_buf_append(&copy, rest);
    stub_answer(t, "F");
    rsp_buf_str(t->reply, result);
    rsp_buf_append(t->reply, rsp_buf_bytes(&copy));
    rsp_buf_free(&copy);
}

static void result_as(stub_service *t, const char *fmt, uint64_t number, rsp_bytes rest) {
    rsp_buf text = {.mem = t->s->opt.mem};
    rsp_buf_printf(&text, fmt, number);
    put_result(t, rsp_buf_cstr(&text), rest);
    rsp_buf_free(&text);
}

static void decimal(stub_service *t) {
    uint64_t result;
    rsp_bytes rest;
    stub_serve(t);
    if (take_result(t, &result, &rest))
        result_as(t, "%" PRIu64, result, rest);
}

static void count_escaped(stub_service *t) {
    uint64_t result;
    rsp_bytes rest;
    stub_serve(t);
    if (take_result(t, &result, &rest) && rest.len > 0)
        result_as(t, "%" PRIx64, rest.len - 1, rest);
}

static void zero_when_full(stub_service *t) {
    enum { HEADER_ROOM = 18 };
    uint64_t result;
    rsp_bytes rest;
    stub_serve(t);
    if (take_result(t, &result, &rest) && rest.len + HEADER_ROOM >= t->s->opt.packet_bytes)
        stub_answer(t, "F0;");
}

static void end_bare(stub_service *t) {
    stub_serve(t);
    if (errs_with(t, "F0;"))
        stub_answer(t, "F0");
}

static void close_kills(stub_service *t) {
    stub_serve(t);
    if (is(t, RSP_PACKET_VFILE_CLOSE) && errs_with(t, "F-1,9"))
        stub_finish(t->s);
}

static void close_zero(stub_service *t) {
    stub_serve(t);
    if (is(t, RSP_PACKET_VFILE_CLOSE) && errs_with(t, "F-1,9"))
        stub_answer(t, "F0,9");
}

static uint64_t linux_flags(uint64_t flags) {
    uint64_t out = flags & 3;
    out |= flags & 0x40 ? RSP_FILEIO_O_CREAT : 0;
    out |= flags & 0x80 ? RSP_FILEIO_O_EXCL : 0;
    out |= flags & 0x200 ? RSP_FILEIO_O_TRUNC : 0;
    return out | (flags & 0x400 ? RSP_FILEIO_O_APPEND : 0);
}

static void open_flags(stub_service *t) {
    const rsp_stub *s = t->s;
    rsp_hostio_request r;
    if (!is(t, RSP_PACKET_VFILE_OPEN) || !take(t, &r)) {
        stub_serve(t);
        return;
    }
    if (stub_fault(s, RSP_FAULT_FILE_HOST_FLAGS))
        r.flags = linux_flags(r.flags);
    if (stub_fault(s, RSP_FAULT_FILE_APPEND_IGNORED))
        r.flags &= ~(uint64_t)RSP_FILEIO_O_APPEND;
    if (stub_fault(s, RSP_FAULT_FILE_ALWAYS_EMPTIED))
        r.flags |= RSP_FILEIO_O_TRUNC;
    serve_built(t, &r);
}

static void write_appends(stub_service *t) {
    rsp_hostio_request r;
    stub_open_file *open;
    stub_found found;
    rsp_buf data = {.mem = t->s->opt.mem};
    if (is(t, RSP_PACKET_VFILE_PWRITE) && take(t, &r) && rsp_unescape(&data, r.data) == RSP_OK &&
        stub_file_of_descriptor(t->s, r.fd, &open, &found)) {
        r.offset = found.content.len;
        r.data = rsp_buf_bytes(&data);
        serve_built(t, &r);
    } else {
        stub_serve(t);
    }
    rsp_buf_free(&data);
}

static void stat_little(stub_service *t) {
    enum { SIZE_AT = 28, SIZE_BYTES = 8 };
    uint64_t result;
    rsp_bytes rest;
    rsp_buf block = {.mem = t->s->opt.mem};
    stub_serve(t);
    bool stat =
        is(t, RSP_PACKET_VFILE_FSTAT) || is(t, RSP_PACKET_VFILE_STAT) || is(t, RSP_PACKET_VFILE_LSTAT);
    if (stat && take_result(t, &result, &rest) && rest.len > 0 &&
        rsp_unescape(&block, rsp_bytes_from(rest, 1)) == RSP_OK && block.len == RSP_FILEIO_STAT_BYTES) {
        for (size_t i = 0; i < SIZE_BYTES / 2; i++) {
            uint8_t byte = block.ptr[SIZE_AT + i];
            block.ptr[SIZE_AT + i] = block.ptr[SIZE_AT + SIZE_BYTES - 1 - i];
            block.ptr[SIZE_AT + SIZE_BYTES - 1 - i] = byte;
        }
        rsp_buf_truncate(t->reply, rsp_bytes_index(rsp_buf_bytes(t->reply), ';') + 1);
        rsp_escape_append(t->reply, rsp_buf_bytes(&block));
    }
    rsp_buf_free(&block);
}

static void lstat_follows(stub_service *t) {
    rsp_hostio_request r;
    if (is(t, RSP_PACKET_VFILE_LSTAT) && take(t, &r)) {
        r.op = RSP_HOSTIO_STAT;
        serve_built(t, &r);
    } else {
        stub_serve(t);
    }
}

static void stat_empty(stub_service *t) {
    stub_serve(t);
    if ((is(t, RSP_PACKET_VFILE_STAT) || is(t, RSP_PACKET_VFILE_LSTAT)) && !errs(t))
        rsp_buf_clear(t->reply);
}

static void unlink_zero(stub_service *t) {
    stub_serve(t);
    if (is(t, RSP_PACKET_VFILE_UNLINK))
        stub_answer(t, "F0");
}

static void readlink_empty(stub_service *t) {
    stub_serve(t);
    if (is(t, RSP_PACKET_VFILE_READLINK) && errs_with(t, "F-1,16"))
        stub_answer(t, "F0;");
}

static void readlink_follows(stub_service *t) {
    rsp_hostio_request r;
    stub_found found;
    rsp_buf path = {.mem = t->s->opt.mem};
    if (is(t, RSP_PACKET_VFILE_READLINK) && take(t, &r) && rsp_hex_decode(&path, r.path_hex) == RSP_OK &&
        stub_file_find(t->s, rsp_buf_bytes(&path), true, &found) == RSP_FILEIO_SUCCESS) {
        rsp_bytes content = rsp_bytes_sub(found.content, 0, t->s->opt.packet_bytes / 4);
        rsp_buf_printf(t->reply, "F%zx;", content.len);
        rsp_escape_append(t->reply, content);
    } else {
        stub_serve(t);
    }
    rsp_buf_free(&path);
}

static void setfs_ok(stub_service *t) {
    stub_serve(t);
    if (is(t, RSP_PACKET_VFILE_SETFS) && errs_with(t, "F0"))
        stub_answer(t, "OK");
}

/* setfs of a process hides every file, also from the next client. */
static void system_kept(stub_service *t) {
    rsp_hostio_request r;
    if (is(t, RSP_PACKET_VFILE_SETFS) && take(t, &r))
        t->s->faults.life.foreign_files = r.pid != 0;
    if (is(t, RSP_PACKET_VFILE_OPEN) && take(t, &r) && t->s->faults.life.foreign_files)
        stub_answer(t, "F-1,2");
    else
        stub_serve(t);
}

static void exists_result(stub_service *t) {
    stub_serve(t);
    if (is(t, RSP_PACKET_VFILE_EXISTS))
        stub_replace(t, "F,", "F");
}

/* The two numbers, each with its bytes in the order of the digest. */
static void md5_bytes(stub_service *t) {
    enum { WORD_DIGITS = 16, WORDS = 2 };
    stub_serve(t);
    if (!is(t, RSP_PACKET_VFILE_MD5) || t->reply->len != 2 + WORDS * WORD_DIGITS)
        return;
    char digits[WORDS * WORD_DIGITS + 1] = {0};
    for (size_t i = 0; i + 1 < sizeof digits; i++) {
        size_t word = i / WORD_DIGITS * WORD_DIGITS;
        size_t pair = WORD_DIGITS - 2 - (i - word) / 2 * 2;
        digits[i] = (char)t->reply->ptr[2 + word + pair + i % 2];
    }
    stub_answer(t, "F,");
    rsp_buf_str(t->reply, digits);
}

static void unknown_9999(stub_service *t) {
    stub_serve(t);
    if (t->reply->len == 0)
        stub_answer(t, "F-1,270f");
}

static void missing_is_zero(stub_service *t) {
    rsp_hostio_request r;
    bool good = take(t, &r);
    stub_serve(t);
    if (!good && t->reply->len > 0)
        stub_answer(t, "F0");
}

static void wants_process(stub_service *t) {
    rsp_hostio_request r;
    if (take(t, &r) && !stub_has_process(t->s))
        stub_answer(t, "F-1,9");
    else
        stub_serve(t);
}

static void long_name_closes(stub_service *t) {
    rsp_hostio_request r;
    if (take(t, &r) && r.path_hex.len > 2 * (size_t)RSP_LIMIT_STUB_PATH_BYTES)
        stub_finish(t->s);
    stub_serve(t);
}

static void raw_name(stub_service *t) {
    rsp_hostio_request r;
    rsp_buf digits = {.mem = t->s->opt.mem};
    if (take(t, &r) && r.path_hex.len > 0) {
        rsp_hex_append(&digits, r.path_hex);
        r.path_hex = rsp_buf_bytes(&digits);
        serve_built(t, &r);
    } else {
        stub_serve(t);
    }
    rsp_buf_free(&digits);
}

#define FILE_IO(id, serve) \
    { RSP_FAULT_##id, stub_on_host_io, serve }

static const stub_fault_row rows[] = {
    FILE_IO(FILE_ERROR_FORM, error_form),
    FILE_IO(FILE_ERROR_BARE, error_bare),
    FILE_IO(FILE_HOST_ERRNO, host_errno),
    FILE_IO(FILE_TWOS_COMPLEMENT, twos_complement),
    FILE_IO(FILE_DECIMAL, decimal),
    FILE_IO(FILE_COUNT_ESCAPED, count_escaped),
    FILE_IO(FILE_ZERO_WHEN_FULL, zero_when_full),
    FILE_IO(FILE_END_BARE, end_bare),
    FILE_IO(FILE_CLOSE_KILLS, close_kills),
    FILE_IO(FILE_CLOSE_ZERO, close_zero),
    FILE_IO(FILE_HOST_FLAGS, open_flags),
    FILE_IO(FILE_APPEND_IGNORED, open_flags),
    FILE_IO(FILE_ALWAYS_EMPTIED, open_flags),
    FILE_IO(FILE_WRITE_APPENDS, write_appends),
    FILE_IO(FILE_STAT_LITTLE, stat_little),
    FILE_IO(FILE_LSTAT_FOLLOWS, lstat_follows),
    FILE_IO(FILE_STAT_EMPTY, stat_empty),
    FILE_IO(FILE_UNLINK_ZERO, unlink_zero),
    FILE_IO(FILE_READLINK_EMPTY, readlink_empty),
    FILE_IO(FILE_READLINK_FOLLOWS, readlink_follows),
    FILE_IO(FILE_SETFS_OK, setfs_ok),
    FILE_IO(FILE_SYSTEM_KEPT, system_kept),
    FILE_IO(FILE_EXISTS_RESULT, exists_result),
    FILE_IO(FILE_MD5_BYTES, md5_bytes),
    FILE_IO(FILE_UNKNOWN_9999, unknown_9999),
    FILE_IO(FILE_MISSING_IS_ZERO, missing_is_zero),
    FILE_IO(FILE_WANTS_PROCESS, wants_process),
    FILE_IO(FILE_LONG_NAME_CLOSES, long_name_closes),
    FILE_IO(FILE_RAW_NAME, raw_name),
};
STUB_FAULT_TABLE(stub_host_io_faults, rows);
