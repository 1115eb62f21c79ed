/* Faults of the packets that read, write and search memory: numbers, data, what is beyond the end.
 * Also those of binary data in whatever reply it stands.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/row.h"
#include "faults/target.h"

#include "memory.h"

#include "codec/escape.h"
#include <inttypes.h>

/* What could not be read, as zeros; also what wraps. */
static void read_padded(stub_service *t) {
    uint64_t addr;
    uint64_t len;
    bool wraps = t->argument;
    bool good = stub_take_range(&addr, &len, t->args) == RSP_OK && len > 0 && (!wraps || addr + len < addr);
    stub_serve(t);
    if (!good || (stub_refused(t) && !(wraps && stub_refused_access(t))))
        return;
    if (stub_refused(t))
        rsp_buf_clear(t->reply);
    size_t most = t->s->opt.packet_bytes / 2;
    size_t num = len < most ? (size_t)len : most;
    while (t->reply->len < 2 * num && t->reply->status == RSP_OK)
        rsp_buf_str(t->reply, "00");
}

static void refuse_long(stub_service *t) {
    enum { MOST = 64 };
    uint64_t addr;
    uint64_t len;
    const bool good = stub_take_range(&addr, &len, t->args) == RSP_OK;
    stub_serve(t);
    if (good && len > MOST && !stub_refused(t))
        stub_answer(t, "E01");
}

static bool writes(const rsp_stub *s) {
    return stub_serving(s, stub_on_write_memory) || stub_serving(s, stub_on_write_binary);
}

/* All can be read as long as something is written. */
static size_t seem_readable(void *t, int64_t pid, uint64_t addr, uint8_t *dst, size_t len) {
    rsp_stub *s = t;
    size_t got = STUB_REAL(s, read_memory, pid, addr, dst, len);
    return writes(s) ? len : got;
}

static size_t write_blindly(void *t, int64_t pid, uint64_t addr, rsp_bytes data) {
    rsp_stub *s = t;
    return writes(s) ? data.len : STUB_REAL(s, write_memory, pid, addr, data);
}

static size_t write_partly(void *t, int64_t pid, uint64_t addr, rsp_bytes data) {
    rsp_stub *s = t;
    size_t done = STUB_REAL(s, write_memory, pid, addr, data);
    return writes(s) && done > 0 ? data.len : done;
}

static size_t write_half(void *t, int64_t pid, uint64_t addr, rsp_bytes data) {
    rsp_stub *s = t;
    size_t len = stub_serving(s, stub_on_write_memory) ? (data.len + 1) / 2 : data.len;
    size_t done = STUB_REAL(s, write_memory, pid, addr, rsp_bytes_sub(data, 0, len));
    return done == len ? data.len : done;
}

/* What becomes of the data of X: `wire` as sent, `data` decoded; the length may change with it. */
typedef void wrong_data(rsp_bytes wire, uint64_t *len, rsp_buf *data);

static void serve_binary(stub_service *t, wrong_data *change) {
    uint64_t addr;
    uint64_t len;
    rsp_bytes wire = t->args;
    rsp_buf data = {.mem = t->s->opt.mem};
    if (rsp_take_addr_len(&addr, &len, &wire) == RSP_OK && rsp_take_byte(&wire, ':') &&
        rsp_unescape(&data, wire) == RSP_OK) {
        change(wire, &len, &data);
        rsp_buf *text = stub_begin_request(t);
        rsp_buf_printf(text, "%" PRIx64 ",%" PRIx64 ":", addr, len);
        rsp_escape_append(text, rsp_buf_bytes(&data));
        stub_bend(t);
    }
    stub_serve(t);
    rsp_buf_free(&data);
}

static void cut_at_nul(rsp_bytes wire, uint64_t *len, rsp_buf *data) {
    (void)wire;
    rsp_buf_truncate(data, rsp_bytes_index(rsp_buf_bytes(data), 0));
    *len = data->len < *len ? data->len : *len;
}

static void keep_raw(rsp_bytes wire, uint64_t *len, rsp_buf *data) {
    size_t num = data->len;
    (void)len;
    rsp_buf_clear(data);
    rsp_buf_append(data, rsp_bytes_sub(wire, 0, num));
}

static void count_wire(rsp_bytes wire, uint64_t *len, rsp_buf *data) {
    *len = *len == wire.len ? data->len : data->len + 1;
}

/* Only the pairs that had to be escaped are decoded. */
static void keep_pairs(rsp_bytes wire, uint64_t *len, rsp_buf *data) {
    (void)len;
    rsp_buf_clear(data);
    for (size_t at = 0; at < wire.len; at++) {
        uint8_t next = at + 1 < wire.len ? wire.ptr[at + 1] ^ RSP_ESCAPE_XOR : 0;
        bool pair = wire.ptr[at] == RSP_ESCAPE_BYTE && rsp_escape_needed(next);
        rsp_buf_push(data, pair ? next : wire.ptr[at]);
        at += pair;
    }
}

static void expand_runs(rsp_bytes wire, uint64_t *len, rsp_buf *data) {
    (void)len;
    rsp_buf_clear(data);
    for (size_t at = 0; at < wire.len; at++) {
        bool more = at + 1 < wire.len;
        bool run = wire.ptr[at] == '*' && more && data->len > 0 && wire.ptr[at + 1] >= ' ';
        bool pair = wire.ptr[at] == RSP_ESCAPE_BYTE && more;
        for (unsigned n = run ? wire.ptr[at + 1] - 29U : 0; n > 0; n--)
            rsp_buf_push(data, data->ptr[data->len - 1]);
        if (!run)
            rsp_buf_push(data, pair ? wire.ptr[at + 1] ^ RSP_ESCAPE_XOR : wire.ptr[at]);
        at += run || pair;
    }
}

#define BINARY_WRITE(name, change)      \
    static void name(stub_service *t) { \
        serve_binary(t, change);        \
    }
BINARY_WRITE(binary_cut_at_nul, cut_at_nul)
BINARY_WRITE(binary_raw, keep_raw)
BINARY_WRITE(binary_wire_length, count_wire)
BINARY_WRITE(binary_known_pairs, keep_pairs)
BINARY_WRITE(binary_runs, expand_runs)
#undef BINARY_WRITE

static void other_dialect(stub_service *t) {
    rsp_x_dialect dialect = t->s->opt.x_dialect;
    t->s->opt.x_dialect = RSP_X_LLDB;
    stub_serve(t);
    t->s->opt.x_dialect = dialect;
}

/* A reply that is as long as can be has not taken all. */
static void cut_in_a_pair(stub_service *t) {
    stub_serve(t);
    if (t->reply->len + 1 >= t->s->opt.packet_bytes)
        rsp_buf_push(t->reply, RSP_ESCAPE_BYTE);
}

/* Runs of the data first, then the escapes: the stars of the runs are escaped too. */
static void runs_before_escapes(stub_service *t) {
    stub_serve(t);
    rsp_buf data = {.mem = t->s->opt.mem};
    if (!stub_refused(t) && rsp_unescape(&data, rsp_buf_bytes(t->reply)) == RSP_OK) {
        rsp_buf_clear(t->reply);
        for (size_t i = 0; i < data.len;) {
            size_t run = 1;
            while (i + run < data.len && run < 90 && data.ptr[i + run] == data.ptr[i])
                run++;
            const uint8_t token[3] = {data.ptr[i], '*', (uint8_t)(run + 28)};
            rsp_escape_append(t->reply,
                              run > 3 ? rsp_bytes_make(token, 3) : rsp_bytes_make(data.ptr + i, run));
            i += run;
        }
    }
    rsp_buf_free(&data);
}

/* The polynomial of zlib: the bits the other way round, and inverted at the end. */
static void crc_reflected(stub_service *t) {
    uint64_t addr;
    uint64_t len;
    int64_t pid;
    bool good = stub_take_range(&addr, &len, t->args) == RSP_OK;
    stub_serve(t);
    if (!good || !stub_replies(t, RSP_LIT("C")) || stub_memory_process(t->s, &pid) != RSP_OK)
        return;
    uint32_t crc = UINT32_MAX;
    for (; len > 0; len--) {
        uint8_t byte = 0;
        (void)stub_read(t->s, pid, addr++, &byte, 1);
        crc ^= byte;
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320U : crc >> 1;
    }
    stub_answer(t, "C");
    rsp_hex_append_u64(t->reply, ~crc);
}

/* After a mismatch the search begins anew at the byte after it: a pattern that overlaps itself is missed. */
static void search_overlap(stub_service *t) {
    uint64_t addr;
    uint64_t len;
    int64_t pid;
    rsp_bytes rest = t->args;
    rsp_buf pattern = {.mem = t->s->opt.mem};
    bool good = rsp_take_hex(&addr, &rest) == RSP_OK && rsp_take_byte(&rest, ';') &&
                rsp_take_hex(&len, &rest) == RSP_OK && rsp_take_byte(&rest, ';') &&
                rsp_unescape(&pattern, rest) == RSP_OK && pattern.len > 0;
    stub_serve(t);
    if (good && stub_replies(t, RSP_LIT("1,")) && stub_memory_process(t->s, &pid) == RSP_OK) {
        size_t matched = 0;
        uint64_t at = 0;
        for (uint8_t byte; at < len && matched < pattern.len; at++) {
            if (stub_read(t->s, pid, addr + at, &byte, 1) == 0)
                break;
            matched = byte == pattern.ptr[matched] ? matched + 1 : byte == pattern.ptr[0];
        }
        stub_answer(t, matched == pattern.len ? "1," : "0");
        if (matched == pattern.len)
            rsp_hex_append_u64(t->reply, addr + at - pattern.len);
    }
    rsp_buf_free(&pattern);
}

static void next_region(stub_service *t) {
    uint64_t start;
    uint64_t size;
    stub_serve(t);
    rsp_bytes rest = rsp_buf_bytes(t->reply);
    bool region = rsp_take_text(&rest, RSP_LIT("start:")) && rsp_take_hex(&start, &rest) == RSP_OK &&
                  rsp_take_text(&rest, RSP_LIT(";size:")) && rsp_take_hex(&size, &rest) == RSP_OK;
    if (!region || start + size == 0)
        return;
    rsp_buf_clear(t->reply);
    stub_serve_args(t, "%" PRIx64, start + size);
}

#define BINARY_REPLIES(id, find, become)                                                         \
    REPLY_PLACES(id, READ_BINARY, find, become), REPLY_PLACES(id, MULTI_MEM_READ, find, become), \
        REPLY_PLACES(id, VFILE, find, become)

static const stub_fault_row rows[] = {
    REQUEST(ROBUST_NUMBER_WRAPS, READ_MEMORY, "%?%q,%x", "%2,%3"),
    REQUEST(MEM_MISSING_LENGTH, READ_MEMORY, "%x", "%1,1"),
    REQUEST(MEM_DECIMAL_LENGTH, READ_MEMORY, "%x,%x", "%1,%t2"),
    REQUEST(MEM_ALIGNED, READ_MEMORY, "%x,%x", "%a1,%2"),
    REQUEST(MEM_CAPPED, READ_MEMORY, "%x,%x", "%1,%c2"),
    CALL(MEM_LONG_REFUSED, READ_MEMORY, refuse_long),
    CALL(MEM_FIRST_PROCESS, READ_MEMORY, stub_serve_first_process),
    REPLY_TO(MEM_ZERO_FILLED, READ_MEMORY, "%x,%x", "E0e", "%z2"),
    CALL(MEM_TAIL_PADDED, READ_MEMORY, read_padded),
    CALL_WITH(MEM_WRAPS, READ_MEMORY, read_padded, true),
    INSTEAD(MEM_ZERO_LENGTH_SILENT, READ_MEMORY, "%x,0", STUB_NO_REPLY),
    INSTEAD(MEM_HUGE_DIES, READ_MEMORY, "%x,%X", STUB_DEATH),
    INSTEAD(FRAME_LEADING_ZEROS, READ_MEMORY, "00%*", "E01"),
    REPLY(ROBUST_UNMAPPED_SILENT, READ_MEMORY, "E0e", STUB_NO_REPLY),
    REQUEST(ROBUST_HALF_BYTE, WRITE_MEMORY, "%x,%x:%h%?", "%1,%n3:%3"),
    REQUEST(MEM_SHORT_DATA, WRITE_MEMORY, "%x,%x:%h", "%1,%n3:%3"),
    TARGET(MEM_HALF_WRITTEN, .write_memory = write_half),
    TARGET(MEM_WRITE_BLIND, .read_memory = seem_readable, .write_memory = write_blindly),
    TARGET(MEM_PARTIAL_OK, .read_memory = seem_readable, .write_memory = write_partly),
    INSTEAD(MEM_ZERO_WRITE_SILENT, WRITE_MEMORY, "%x,0:%*", STUB_NO_REPLY),
    CALL(ESC_REQUEST_RUNS, WRITE_BINARY, binary_runs),
    REQUEST(ESC_LONE_DECODED, WRITE_BINARY, "%x,%x:%*}", "%1,%2:%3 "),
    CALL(ESC_KNOWN_PAIRS_ONLY, WRITE_BINARY, binary_known_pairs),
    CALL(MEM_X_CUT_AT_NUL, WRITE_BINARY, binary_cut_at_nul),
    REQUEST(MEM_X_SPLIT, WRITE_BINARY, "%x,%x:%*,%*", "%1,%N3:%3"),
    REQUEST(MEM_X_SPLIT, WRITE_BINARY, "%x,%x:%*:%*", "%1,%N3:%3"),
    CALL(MEM_X_RAW, WRITE_BINARY, binary_raw),
    REQUEST(MEM_X_LENGTH_UNCHECKED, WRITE_BINARY, "%x,%x:%*", "%1,%N3:%3"),
    CALL(ESC_WIRE_LENGTH, WRITE_BINARY, binary_wire_length),
    CALL(XB_OTHER_DIALECT, READ_BINARY, other_dialect),
    INSTEAD(XB_ZERO_LENGTH_EMPTY, READ_BINARY, "%x,0", ""),
    REPLY_TO(XB_PROBE_REFUSED, READ_BINARY, "%x,0", "OK", "E0e"),
    REPLY(XB_NO_MARKER, READ_BINARY, "b%?%*", "%1%2"),
    REPLY(XB_LOOKS_LIKE_ERROR, READ_BINARY, "bE%*", "E%1"),
    CALL(XB_CUT_IN_A_PAIR, READ_BINARY, cut_in_a_pair),
    BINARY_REPLIES(ESC_BRACE_RAW, "}]", "}"),
    BINARY_REPLIES(ESC_STAR_RAW, "}\n", "*"),
    BINARY_REPLIES(FRAME_DOLLAR_RAW, "}\004", "$"),
    CALL(RLE_BEFORE_ESCAPE, READ_BINARY, runs_before_escapes),
    CALL(RLE_BEFORE_ESCAPE, VFILE, runs_before_escapes),
    INSTEAD(MEM_X_END_OF_TRANSMISSION, EVERY, "%*\004%*", STUB_DEATH),
    CALL(MEM_CRC_REFLECTED, QCRC, crc_reflected),
    REQUEST(MEM_CRC_ONE_PAGE, QCRC, "%x,%x", "%1,%P2"),
    CALL(MEM_SEARCH_OVERLAP, QSEARCH_MEMORY, search_overlap),
    REQUEST(MEM_SEARCH_PAST_END, QSEARCH_MEMORY, "%x;%x;%*", "%1;%j2;%3"),
    REPLY(MEM_SEARCH_UNREADABLE, QSEARCH_MEMORY, "E0e", "0"),
    REPLY(MEM_SEARCH_UNREADABLE, QSEARCH_MEMORY, "E.cannot access%*", "0"),
    REPLY(LLDB_DECIMAL_ADDRESS, ALLOCATE, "%x", "%d1"),
    REPLY(LLDB_SIZE_ZERO, QMEMORY_REGION_INFO, "start:%x;size:%x;", "start:%1;size:0;"),
    REPLY(LLDB_EMPTY_PERMISSIONS, QMEMORY_REGION_INFO, "start:%x;size:%x;", "start:%1;size:%2;permissions:;"),
    CALL(LLDB_NEXT_REGION, QMEMORY_REGION_INFO, next_region),
};
STUB_FAULT_TABLE(stub_memory_faults, rows);
