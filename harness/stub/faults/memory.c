/* Faults of m, M, x and X: their numbers, their data, what is read beyond the end and written half.
 * Also those of binary data in whatever reply it stands.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/hooks.h"
#include "faults/serve.h"
#include "faults/target.h"

#include "memory.h"

#include "codec/escape.h"
#include <inttypes.h>

/* The range of m and x; false when it is none. */
static bool take_range(const stub_service *t, uint64_t *addr, uint64_t *len) {
    return stub_take_range(addr, len, t->args) == RSP_OK;
}

static void read_range(stub_service *t, uint64_t addr, uint64_t len) {
    stub_serve_args(t, "%" PRIx64 ",%" PRIx64, addr, len);
}

static void read_number_wraps(stub_service *t) {
    enum { MOST_DIGITS = 16 };
    if (rsp_bytes_index(t->args, ',') == MOST_DIGITS + 1)
        t->args = rsp_bytes_from(t->args, 1);
    stub_serve(t);
}

static void read_without_length(stub_service *t) {
    uint64_t addr;
    uint64_t len;
    rsp_bytes rest = t->args;
    if (!take_range(t, &addr, &len) && rsp_take_hex(&addr, &rest) == RSP_OK)
        read_range(t, addr, 1);
    else
        stub_serve(t);
}

static void read_decimal_length(stub_service *t) {
    uint64_t addr;
    uint64_t len;
    if (take_range(t, &addr, &len))
        read_range(t, addr, stub_as_decimal(len));
    else
        stub_serve(t);
}

static void read_aligned(stub_service *t) {
    uint64_t addr;
    uint64_t len;
    if (take_range(t, &addr, &len))
        read_range(t, addr & ~UINT64_C(3), len);
    else
        stub_serve(t);
}

static void read_capped(stub_service *t) {
    uint64_t addr;
    uint64_t len;
    if (take_range(t, &addr, &len) && len > 64)
        read_range(t, addr, 64);
    else
        stub_serve(t);
}

/* What could not be read, as zeros. */
static void pad(stub_service *t, uint64_t len) {
    size_t most = t->s->opt.packet_bytes / 2;
    size_t num = len < most ? (size_t)len : most;
    if (stub_refused_access(t))
        rsp_buf_clear(t->reply);
    while (t->reply->len < 2 * num && t->reply->status == RSP_OK)
        rsp_buf_str(t->reply, "00");
}

static void read_zero_filled(stub_service *t) {
    uint64_t addr;
    uint64_t len;
    bool good = take_range(t, &addr, &len);
    stub_serve(t);
    if (good && stub_refused_access(t))
        pad(t, len);
}

static void read_tail_padded(stub_service *t) {
    uint64_t addr;
    uint64_t len;
    bool good = take_range(t, &addr, &len) && len > 0;
    stub_serve(t);
    if (good && !stub_refused(t))
        pad(t, len);
}

static void read_wraps(stub_service *t) {
    uint64_t addr;
    uint64_t len;
    bool wraps = take_range(t, &addr, &len) && addr + len < addr;
    stub_serve(t);
    if (wraps && (!stub_refused(t) || stub_refused_access(t)))
        pad(t, len);
}

static void read_nothing_silent(stub_service *t) {
    uint64_t addr;
    uint64_t len;
    if (take_range(t, &addr, &len) && len == 0)
        stub_answer_nothing(t);
    else
        stub_serve(t);
}

static void read_huge_dies(stub_service *t) {
    uint64_t addr;
    uint64_t len;
    if (take_range(t, &addr, &len) && len > INT32_MAX)
        stub_die(t->s);
    else
        stub_serve(t);
}

static void unmapped_silent(stub_service *t) {
    stub_serve(t);
    if (stub_refused_access(t))
        stub_answer_nothing(t);
}

/* "addr,len:" and the data of M or X as sent. */
typedef struct write_request {
    uint64_t addr;
    uint64_t len;
    rsp_bytes data;
} write_request;

static bool take_write(const stub_service *t, write_request *out) {
    rsp_bytes rest = t->args;
    bool good = rsp_take_addr_len(&out->addr, &out->len, &rest) == RSP_OK && rsp_take_byte(&rest, ':');
    out->data = rest;
    return good;
}

static rsp_buf *begin_write(stub_service *t, char letter, uint64_t addr, uint64_t len) {
    rsp_buf *text = stub_new_request(t);
    rsp_buf_printf(text, "%c%" PRIx64 ",%" PRIx64 ":", letter, addr, len);
    return text;
}

/* M with these digits and zeros up to the length. */
static void write_filled(stub_service *t, const write_request *w, rsp_bytes digits) {
    rsp_buf *text = begin_write(t, 'M', w->addr, w->len);
    size_t most = t->s->opt.packet_bytes;
    rsp_buf_append(text, digits);
    for (size_t num = digits.len / 2; num < w->len && num < most; num++)
        rsp_buf_str(text, "00");
    stub_bend(t);
    stub_serve(t);
}

static void write_half_byte(stub_service *t) {
    write_request w;
    if (take_write(t, &w) && w.data.len % 2 == 1)
        write_filled(t, &w, rsp_bytes_sub(w.data, 0, w.data.len - 1));
    else
        stub_serve(t);
}

static void write_short_data(stub_service *t) {
    write_request w;
    if (take_write(t, &w) && w.data.len % 2 == 0 && w.data.len / 2 < w.len)
        write_filled(t, &w, w.data);
    else
        stub_serve(t);
}

static void write_first_half(stub_service *t) {
    write_request w;
    if (!take_write(t, &w) || w.data.len != 2 * w.len) {
        stub_serve(t);
        return;
    }
    w.len = (w.len + 1) / 2;
    write_filled(t, &w, rsp_bytes_sub(w.data, 0, 2 * (size_t)w.len));
}

static void write_nothing_silent(stub_service *t) {
    write_request w;
    bool nothing = take_write(t, &w) && w.len == 0;
    stub_serve(t);
    if (nothing)
        stub_answer_nothing(t);
}

static bool writes(const rsp_stub *s) {
    return stub_serving(s, stub_on_write_memory) || stub_serving(s, stub_on_write_binary);
}

/* All can be read as long as something is written. */
static size_t seem_readable(void *t, int64_t pid, uint64_t addr, uint8_t *dst, size_t len) {
    rsp_stub *s = t;
    size_t got = stub_real(s)->read_memory(s->faults.target, pid, addr, dst, len);
    return writes(s) ? len : got;
}

static size_t write_blindly(void *t, int64_t pid, uint64_t addr, rsp_bytes data) {
    rsp_stub *s = t;
    return writes(s) ? data.len : stub_real(s)->write_memory(s->faults.target, pid, addr, data);
}

static size_t write_partly(void *t, int64_t pid, uint64_t addr, rsp_bytes data) {
    rsp_stub *s = t;
    size_t done = stub_real(s)->write_memory(s->faults.target, pid, addr, data);
    return writes(s) && done > 0 ? data.len : done;
}

bool stub_fault_memory_ops(const rsp_stub *s, rsp_target_ops *ops) {
    bool blind = stub_fault(s, RSP_FAULT_MEM_WRITE_BLIND);
    if (!blind && !stub_fault(s, RSP_FAULT_MEM_PARTIAL_OK))
        return false;
    ops->read_memory = seem_readable;
    ops->write_memory = blind ? write_blindly : write_partly;
    return true;
}

/* X with the data as the fault has decoded it. */
static void write_decoded(stub_service *t, const write_request *w, rsp_bytes data) {
    rsp_buf *text = begin_write(t, 'X', w->addr, w->len);
    rsp_escape_append(text, data);
    stub_bend(t);
    stub_serve(t);
}

/* One step of a wrong decoder: takes what stands at `at` and tells how many bytes that were. */
typedef size_t wrong_step(rsp_buf *out, rsp_bytes wire, size_t at);

static size_t right_step(rsp_buf *out, rsp_bytes wire, size_t at) {
    bool pair = wire.ptr[at] == RSP_ESCAPE_BYTE && at + 1 < wire.len;
    rsp_buf_push(out, pair ? wire.ptr[at + 1] ^ RSP_ESCAPE_XOR : wire.ptr[at]);
    return pair ? 2 : 1;
}

static size_t step_with_runs(rsp_buf *out, rsp_bytes wire, size_t at) {
    if (wire.ptr[at] != '*' || at + 1 == wire.len || out->len == 0 || wire.ptr[at + 1] < ' ')
        return right_step(out, wire, at);
    uint8_t again = out->ptr[out->len - 1];
    for (unsigned n = wire.ptr[at + 1] - 29U; n > 0; n--)
        rsp_buf_push(out, again);
    return 2;
}

static size_t step_over_lone(rsp_buf *out, rsp_bytes wire, size_t at) {
    if (wire.ptr[at] != RSP_ESCAPE_BYTE || at + 1 < wire.len)
        return right_step(out, wire, at);
    rsp_buf_push(out, RSP_ESCAPE_XOR);
    return 1;
}

static size_t step_by_known_pairs(rsp_buf *out, rsp_bytes wire, size_t at) {
    if (wire.ptr[at] == RSP_ESCAPE_BYTE && at + 1 < wire.len &&
        rsp_escape_needed(wire.ptr[at + 1] ^ RSP_ESCAPE_XOR))
        return right_step(out, wire, at);
    rsp_buf_push(out, wire.ptr[at]);
    return 1;
}

static bool ends_in_escape(rsp_bytes wire) {
    size_t at = 0;
    while (at < wire.len)
        at += wire.ptr[at] == RSP_ESCAPE_BYTE ? 2 : 1;
    return at > wire.len;
}

/* Decoded by the wrong step; a lone escape is left to the handler, which refuses it. */
static void write_by(stub_service *t, wrong_step *step, bool takes_lone) {
    write_request w;
    if (!take_write(t, &w) || (!takes_lone && ends_in_escape(w.data))) {
        stub_serve(t);
        return;
    }
    rsp_buf data = {.mem = t->s->opt.mem};
    for (size_t at = 0; at < w.data.len;)
        at += step(&data, w.data, at);
    write_decoded(t, &w, rsp_buf_bytes(&data));
    rsp_buf_free(&data);
}

static void binary_runs(stub_service *t) {
    write_by(t, step_with_runs, false);
}

static void binary_lone_decoded(stub_service *t) {
    write_by(t, step_over_lone, true);
}

static void binary_known_pairs(stub_service *t) {
    write_by(t, step_by_known_pairs, false);
}

/* What becomes of well-formed data once it is decoded; the length may change with it. */
typedef void wrong_data(const rsp_stub *s, write_request *w, rsp_buf *data);

static void write_changed(stub_service *t, wrong_data *change) {
    write_request w;
    rsp_buf data = {.mem = t->s->opt.mem};
    if (take_write(t, &w) && rsp_unescape(&data, w.data) == RSP_OK) {
        change(t->s, &w, &data);
        write_decoded(t, &w, rsp_buf_bytes(&data));
    } else {
        stub_serve(t);
    }
    rsp_buf_free(&data);
}

static void cut(write_request *w, rsp_buf *data, size_t len) {
    rsp_buf_truncate(data, len);
    w->len = data->len < w->len ? data->len : w->len;
}

static void cut_at_nul(const rsp_stub *s, write_request *w, rsp_buf *data) {
    (void)s;
    cut(w, data, rsp_bytes_index(rsp_buf_bytes(data), 0));
}

static void cut_at_separator(const rsp_stub *s, write_request *w, rsp_buf *data) {
    (void)s;
    rsp_bytes bytes = rsp_buf_bytes(data);
    size_t comma = rsp_bytes_index(bytes, ',');
    size_t colon = rsp_bytes_index(bytes, ':');
    cut(w, data, comma < colon ? comma : colon);
}

static void keep_raw(const rsp_stub *s, write_request *w, rsp_buf *data) {
    (void)s;
    size_t len = data->len;
    rsp_buf_clear(data);
    rsp_buf_append(data, rsp_bytes_sub(w->data, 0, len));
}

static void fill_up(const rsp_stub *s, write_request *w, rsp_buf *data) {
    while (data->len < w->len && data->len < s->opt.packet_bytes && data->status == RSP_OK)
        rsp_buf_push(data, 0);
}

static void count_wire(const rsp_stub *s, write_request *w, rsp_buf *data) {
    (void)s;
    w->len = w->len == w->data.len ? data->len : data->len + 1;
}

static void binary_cut_at_nul(stub_service *t) {
    write_changed(t, cut_at_nul);
}

static void binary_split(stub_service *t) {
    write_changed(t, cut_at_separator);
}

static void binary_raw(stub_service *t) {
    write_changed(t, keep_raw);
}

static void binary_unchecked(stub_service *t) {
    write_changed(t, fill_up);
}

static void binary_wire_length(stub_service *t) {
    write_changed(t, count_wire);
}

static bool asks_nothing(const stub_service *t) {
    uint64_t addr;
    uint64_t len;
    return take_range(t, &addr, &len) && len == 0;
}

static void other_dialect(stub_service *t) {
    rsp_x_dialect dialect = t->s->opt.x_dialect;
    t->s->opt.x_dialect = RSP_X_LLDB;
    stub_serve(t);
    t->s->opt.x_dialect = dialect;
}

static void empty_for_nothing(stub_service *t) {
    if (!asks_nothing(t))
        stub_serve(t);
}

static void probe_refused(stub_service *t) {
    if (asks_nothing(t) && t->s->opt.x_dialect == RSP_X_LLDB)
        stub_error(t->s, t->reply, STUB_E_MEMORY, "nothing to read");
    else
        stub_serve(t);
}

static void no_marker(stub_service *t) {
    stub_serve(t);
    if (!asks_nothing(t) && stub_replies(t, RSP_LIT("b")))
        rsp_buf_consume(t->reply, 1);
}

static void looks_like_error(stub_service *t) {
    stub_serve(t);
    if (stub_replies(t, RSP_LIT("bE")))
        rsp_buf_consume(t->reply, 1);
}

/* A reply that is as long as can be has not taken all. */
static void cut_in_a_pair(stub_service *t) {
    stub_serve(t);
    if (t->reply->len + 1 >= t->s->opt.packet_bytes)
        rsp_buf_push(t->reply, RSP_ESCAPE_BYTE);
}

/* Every escaped `byte` of the reply as it is. */
static void send_raw(stub_service *t, uint8_t byte) {
    stub_serve(t);
    rsp_buf *reply = t->reply;
    size_t to = 0;
    for (size_t at = 0; at < reply->len; at++) {
        bool escape = reply->ptr[at] == RSP_ESCAPE_BYTE && at + 1 < reply->len;
        bool raw = escape && (reply->ptr[at + 1] ^ RSP_ESCAPE_XOR) == byte;
        if (escape && !raw)
            reply->ptr[to++] = reply->ptr[at];
        at += escape;
        reply->ptr[to++] = raw ? byte : reply->ptr[at];
    }
    rsp_buf_truncate(reply, to);
}

static void brace_raw(stub_service *t) {
    send_raw(t, '}');
}

static void star_raw(stub_service *t) {
    send_raw(t, '*');
}

static void dollar_raw(stub_service *t) {
    send_raw(t, '$');
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

static const stub_fault_row rows[] = {
    {RSP_FAULT_ROBUST_NUMBER_WRAPS, stub_on_read_memory, read_number_wraps},
    {RSP_FAULT_MEM_MISSING_LENGTH, stub_on_read_memory, read_without_length},
    {RSP_FAULT_MEM_DECIMAL_LENGTH, stub_on_read_memory, read_decimal_length},
    {RSP_FAULT_MEM_ALIGNED, stub_on_read_memory, read_aligned},
    {RSP_FAULT_MEM_CAPPED, stub_on_read_memory, read_capped},
    {RSP_FAULT_MEM_FIRST_PROCESS, stub_on_read_memory, stub_serve_first_process},
    {RSP_FAULT_MEM_ZERO_FILLED, stub_on_read_memory, read_zero_filled},
    {RSP_FAULT_MEM_TAIL_PADDED, stub_on_read_memory, read_tail_padded},
    {RSP_FAULT_MEM_WRAPS, stub_on_read_memory, read_wraps},
    {RSP_FAULT_MEM_ZERO_LENGTH_SILENT, stub_on_read_memory, read_nothing_silent},
    {RSP_FAULT_MEM_HUGE_DIES, stub_on_read_memory, read_huge_dies},
    {RSP_FAULT_ROBUST_UNMAPPED_SILENT, stub_on_read_memory, unmapped_silent},
    {RSP_FAULT_ROBUST_HALF_BYTE, stub_on_write_memory, write_half_byte},
    {RSP_FAULT_MEM_SHORT_DATA, stub_on_write_memory, write_short_data},
    {RSP_FAULT_MEM_HALF_WRITTEN, stub_on_write_memory, write_first_half},
    {RSP_FAULT_MEM_ZERO_WRITE_SILENT, stub_on_write_memory, write_nothing_silent},
    {RSP_FAULT_ESC_REQUEST_RUNS, stub_on_write_binary, binary_runs},
    {RSP_FAULT_ESC_LONE_DECODED, stub_on_write_binary, binary_lone_decoded},
    {RSP_FAULT_ESC_KNOWN_PAIRS_ONLY, stub_on_write_binary, binary_known_pairs},
    {RSP_FAULT_MEM_X_CUT_AT_NUL, stub_on_write_binary, binary_cut_at_nul},
    {RSP_FAULT_MEM_X_SPLIT, stub_on_write_binary, binary_split},
    {RSP_FAULT_MEM_X_RAW, stub_on_write_binary, binary_raw},
    {RSP_FAULT_MEM_X_LENGTH_UNCHECKED, stub_on_write_binary, binary_unchecked},
    {RSP_FAULT_ESC_WIRE_LENGTH, stub_on_write_binary, binary_wire_length},
    {RSP_FAULT_XB_OTHER_DIALECT, stub_on_read_binary, other_dialect},
    {RSP_FAULT_XB_ZERO_LENGTH_EMPTY, stub_on_read_binary, empty_for_nothing},
    {RSP_FAULT_XB_PROBE_REFUSED, stub_on_read_binary, probe_refused},
    {RSP_FAULT_XB_NO_MARKER, stub_on_read_binary, no_marker},
    {RSP_FAULT_XB_LOOKS_LIKE_ERROR, stub_on_read_binary, looks_like_error},
    {RSP_FAULT_XB_CUT_IN_A_PAIR, stub_on_read_binary, cut_in_a_pair},
    {RSP_FAULT_ESC_BRACE_RAW, stub_on_read_binary, brace_raw},
    {RSP_FAULT_ESC_BRACE_RAW, stub_on_multi_mem_read, brace_raw},
    {RSP_FAULT_ESC_BRACE_RAW, stub_on_host_io, brace_raw},
    {RSP_FAULT_ESC_STAR_RAW, stub_on_read_binary, star_raw},
    {RSP_FAULT_ESC_STAR_RAW, stub_on_multi_mem_read, star_raw},
    {RSP_FAULT_ESC_STAR_RAW, stub_on_host_io, star_raw},
    {RSP_FAULT_FRAME_DOLLAR_RAW, stub_on_read_binary, dollar_raw},
    {RSP_FAULT_FRAME_DOLLAR_RAW, stub_on_multi_mem_read, dollar_raw},
    {RSP_FAULT_FRAME_DOLLAR_RAW, stub_on_host_io, dollar_raw},
    {RSP_FAULT_RLE_BEFORE_ESCAPE, stub_on_read_binary, runs_before_escapes},
    {RSP_FAULT_RLE_BEFORE_ESCAPE, stub_on_host_io, runs_before_escapes},
};
STUB_FAULT_TABLE(stub_memory_faults, rows);
