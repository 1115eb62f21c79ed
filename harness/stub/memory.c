/* m, M, x and X. Replies hold what could be read from the start of the range, bounded by PacketSize; writes
 * are done whole or not at all. No allocation beyond the reply buffer, which is kept from request to request.
 * Source: GDB manual, Packets; LLDB gdb-remote extensions, x. */
/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include "errors.h"
#include "handlers.h"
#include "ids.h"

#include <rsp/escape.h>

rsp_status stub_memory_process(rsp_stub *s, int64_t *out_pid) {
    rsp_ptid thread;
    rsp_status status = stub_general_thread(s, &thread);
    if (status != RSP_OK)
        return status;
    *out_pid = thread.pid;
    return RSP_OK;
}

void stub_memory_error(rsp_stub *s, rsp_buf *reply, rsp_status status) {
    if (status == RSP_NOT_FOUND)
        stub_error(s, reply, STUB_E_THREAD, "no process");
    else
        stub_error(s, reply, STUB_E_MEMORY, "cannot access memory");
}

uint64_t stub_clamp(uint64_t addr, uint64_t len) {
    return len > 0 && len - 1 > UINT64_MAX - addr ? UINT64_MAX - addr + 1 : len;
}

size_t stub_read(const rsp_stub *s, int64_t pid, uint64_t addr, uint8_t *dst, uint64_t len) {
    return s->opt.ops->read_memory(s->opt.target, pid, addr, dst, (size_t)stub_clamp(addr, len));
}

int64_t stub_first_process(const rsp_stub *s) {
    int64_t pid = 0;
    (void)s->opt.ops->process_next(s->opt.target, 0, &pid);
    return pid;
}

rsp_status stub_take_range(uint64_t *out_addr, uint64_t *out_len, rsp_bytes args) {
    rsp_status status = rsp_take_addr_len(out_addr, out_len, &args);
    return status == RSP_OK && args.len > 0 ? RSP_MALFORMED : status;
}

bool stub_range_or_error(rsp_stub *s, uint64_t *out_addr, uint64_t *out_len, rsp_bytes args, rsp_buf *reply) {
    bool good = stub_take_range(out_addr, out_len, args) == RSP_OK;
    if (!good)
        stub_error(s, reply, STUB_E_SYNTAX, "want addr,length");
    return good;
}

/* Runs of raw data, then the escapes: the stars of the runs are escaped too. */
static void append_compressed_first(rsp_buf *out, rsp_bytes data) {
    for (size_t i = 0; i < data.len;) {
        size_t run = 1;
        while (i + run < data.len && run < 90 && data.ptr[i + run] == data.ptr[i])
            run++;
        const uint8_t token[3] = {data.ptr[i], '*', (uint8_t)(run + 28)};
        rsp_escape_append(out, run > 3 ? rsp_bytes_make(token, 3) : rsp_bytes_sub(data, i, run));
        i += run;
    }
}

static void append_binary_broken(const rsp_stub *s, rsp_buf *out, rsp_bytes data) {
    for (size_t i = 0; i < data.len; i++) {
        uint8_t byte = data.ptr[i];
        bool raw = (byte == '}' && stub_fault(s, RSP_FAULT_ESC_BRACE_RAW)) ||
                   (byte == '*' && stub_fault(s, RSP_FAULT_ESC_STAR_RAW)) ||
                   (byte == '$' && stub_fault(s, RSP_FAULT_FRAME_DOLLAR_RAW));
        if (raw)
            rsp_buf_push(out, byte);
        else
            rsp_escape_append(out, rsp_bytes_make(&byte, 1));
    }
}

void stub_append_binary(const rsp_stub *s, rsp_buf *out, rsp_bytes data) {
    if (stub_fault(s, RSP_FAULT_RLE_BEFORE_ESCAPE))
        append_compressed_first(out, data);
    else if (stub_fault(s, RSP_FAULT_ESC_BRACE_RAW) || stub_fault(s, RSP_FAULT_ESC_STAR_RAW) ||
             stub_fault(s, RSP_FAULT_FRAME_DOLLAR_RAW))
        append_binary_broken(s, out, data);
    else
        rsp_escape_append(out, data);
}

/* Digits as decimal, for a fault. */
static uint64_t as_decimal(uint64_t hex) {
    uint64_t value = 0;
    for (unsigned shift = 64; shift > 0; shift -= 4)
        value = value * 10 + (hex >> (shift - 4) & 15);
    return value;
}

/* What the request asks for, bent by the fault that is switched on. */
static rsp_status read_arguments(const rsp_stub *s, uint64_t *addr, uint64_t *len, rsp_bytes args) {
    enum { MOST_DIGITS = 16 };
    if (rsp_bytes_index(args, ',') == MOST_DIGITS + 1 && stub_fault(s, RSP_FAULT_ROBUST_NUMBER_WRAPS))
        args = rsp_bytes_from(args, 1);
    rsp_status status = stub_take_range(addr, len, args);
    if (status != RSP_OK && stub_fault(s, RSP_FAULT_MEM_MISSING_LENGTH)) {
        *len = 1;
        return rsp_take_hex(addr, &args);
    }
    if (status != RSP_OK)
        return status;
    if (stub_fault(s, RSP_FAULT_MEM_DECIMAL_LENGTH))
        *len = as_decimal(*len);
    if (stub_fault(s, RSP_FAULT_MEM_ALIGNED))
        *addr &= ~UINT64_C(3);
    if (stub_fault(s, RSP_FAULT_MEM_CAPPED) && *len > 64)
        *len = 64;
    return RSP_OK;
}

/* stub_read for m, bent likewise. */
static size_t read_for_m(const rsp_stub *s, int64_t pid, uint64_t addr, uint8_t *dst, size_t len) {
    if (stub_fault(s, RSP_FAULT_MEM_FIRST_PROCESS))
        pid = stub_first_process(s);
    size_t got = stub_read(s, pid, addr, dst, len);
    bool padded = (got == 0 && stub_fault(s, RSP_FAULT_MEM_ZERO_FILLED)) ||
                  (got > 0 && stub_fault(s, RSP_FAULT_MEM_TAIL_PADDED)) ||
                  (addr + len < addr && stub_fault(s, RSP_FAULT_MEM_WRAPS));
    if (padded) {
        memset(dst + got, 0, len - got);
        got = len;
    }
    if (stub_fault(s, RSP_FAULT_MEM_TRAP_VISIBLE))
        stub_show_traps(s, pid, addr, dst, got);
    return got;
}

/* Digits of bytes that lie in the back half of the same room; the front never overtakes the back. */
static void expand_hex(uint8_t *to, const uint8_t *from, size_t num) {
    for (size_t i = 0; i < num; i++) {
        uint8_t byte = from[i];
        to[2 * i] = (uint8_t)rsp_hex_digits[byte >> 4];
        to[2 * i + 1] = (uint8_t)rsp_hex_digits[byte & 15];
    }
}

void stub_on_read_memory(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t addr;
    uint64_t len;
    int64_t pid;
    if (read_arguments(s, &addr, &len, args) != RSP_OK) {
        stub_error(s, reply, STUB_E_SYNTAX, "want addr,length");
        return;
    }
    rsp_status status = stub_memory_process(s, &pid);
    if (status != RSP_OK) {
        stub_memory_error(s, reply, status);
        return;
    }
    /* Nothing to read: "OK", as lldb-server has it, because an empty reply would mean "not supported". */
    if (len == 0 && stub_fault(s, RSP_FAULT_MEM_ZERO_LENGTH_SILENT)) {
        s->reply_kind = STUB_REPLY_NONE;
        return;
    }
    if (len == 0) {
        stub_ok(reply);
        return;
    }
    if (len > INT32_MAX && stub_fault(s, RSP_FAULT_MEM_HUGE_DIES)) {
        stub_die(s);
        return;
    }
    size_t most = s->opt.packet_bytes / 2;
    size_t num = len < most ? (size_t)len : most;
    size_t start = reply->len;
    uint8_t *room = rsp_buf_extend(reply, 2 * num);
    if (!room)
        return;
    size_t got = read_for_m(s, pid, addr, room + num, num);
    expand_hex(room, room + num, got);
    rsp_buf_truncate(reply, start + 2 * got);
    if (got == 0)
        stub_memory_error(s, reply, RSP_FAULT);
    if (got == 0 && stub_fault(s, RSP_FAULT_ROBUST_UNMAPPED_SILENT))
        s->reply_kind = STUB_REPLY_NONE;
}

/* Writes all of data or nothing. What is there is read first, because a target can only tell by trying, and
 * put back should the target run out of memory half-way. `old` has room for as many bytes. */
static rsp_status write_whole(rsp_stub *s, int64_t pid, uint64_t addr, rsp_bytes data, uint8_t *old) {
    const rsp_target_ops *ops = s->opt.ops;
    if (stub_clamp(addr, data.len) != data.len)
        return RSP_FAULT;
    if (stub_read(s, pid, addr, old, data.len) != data.len)
        return RSP_FAULT;
    size_t done = ops->write_memory(s->opt.target, pid, addr, data);
    if (done == data.len)
        return RSP_OK;
    (void)ops->write_memory(s->opt.target, pid, addr, rsp_bytes_make(old, done));
    return RSP_FAULT;
}

static void write_and_answer(rsp_stub *s, rsp_buf *reply, uint64_t addr, rsp_bytes data) {
    int64_t pid = 0;
    rsp_status status = stub_memory_process(s, &pid);
    if (s->request.ptr[0] == 'M' && stub_fault(s, RSP_FAULT_MEM_HALF_WRITTEN))
        data.len = (data.len + 1) / 2;
    if (status == RSP_OK && data.len > 0) {
        size_t start = reply->len;
        uint8_t *old = rsp_buf_extend(reply, data.len);
        if (!old)
            return;
        if (!stub_fault(s, RSP_FAULT_MEM_WRITE_BLIND))
            status = write_whole(s, pid, addr, data, old);
        if (status != RSP_OK && stub_fault(s, RSP_FAULT_MEM_PARTIAL_OK))
            status = s->opt.ops->write_memory(s->opt.target, pid, addr, data) > 0 ? RSP_OK : RSP_FAULT;
        rsp_buf_truncate(reply, start);
    }
    if (status == RSP_OK)
        stub_ok(reply);
    else
        stub_memory_error(s, reply, status);
}

/* "addr,len:" in front of the data of M and X. */
static rsp_status take_header(uint64_t *addr, uint64_t *len, rsp_bytes *args) {
    rsp_status status = rsp_take_addr_len(addr, len, args);
    if (status == RSP_OK && !rsp_take_byte(args, ':'))
        status = RSP_MALFORMED;
    return status;
}

/* Announced bytes that did not come, as zeros: for a fault. */
static void fill_up(rsp_buf *bytes, uint64_t len, size_t most) {
    while (bytes->len < len && bytes->len < most && bytes->status == RSP_OK)
        rsp_buf_push(bytes, 0);
}

void stub_on_write_memory(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t addr;
    uint64_t len;
    if (take_header(&addr, &len, &args) != RSP_OK) {
        stub_error(s, reply, STUB_E_SYNTAX, "want addr,length:data");
        return;
    }
    if (len == 0 && stub_fault(s, RSP_FAULT_MEM_ZERO_WRITE_SILENT))
        s->reply_kind = STUB_REPLY_NONE;
    rsp_buf *data = &s->scratch;
    rsp_buf_clear(data);
    bool half = args.len % 2 == 1 && stub_fault(s, RSP_FAULT_ROBUST_HALF_BYTE);
    rsp_status status = rsp_hex_decode(data, rsp_bytes_sub(args, 0, args.len - half));
    if (half)
        fill_up(data, len, s->opt.packet_bytes);
    if (status == RSP_OK && stub_fault(s, RSP_FAULT_MEM_SHORT_DATA))
        fill_up(data, len, s->opt.packet_bytes);
    if (status == RSP_NO_MEMORY)
        stub_error(s, reply, STUB_E_LIMIT, "out of memory");
    else if (status != RSP_OK || data->len != len)
        stub_error(s, reply, STUB_E_SYNTAX, "data is not as long as announced");
    else
        write_and_answer(s, reply, addr, rsp_buf_bytes(data));
}

/* The data of X with one of the decoding faults. */
static rsp_status unescape_broken(const rsp_stub *s, rsp_buf *out, rsp_bytes wire) {
    for (size_t i = 0; i < wire.len; i++) {
        uint8_t byte = wire.ptr[i];
        uint8_t next = i + 1 < wire.len ? wire.ptr[i + 1] : 0;
        bool last = i + 1 == wire.len;
        if (byte == '*' && !last && out->len > 0 && next >= ' ' &&
            stub_fault(s, RSP_FAULT_ESC_REQUEST_RUNS)) {
            uint8_t again = out->ptr[out->len - 1];
            for (unsigned n = next - 29U; n > 0; n--)
                rsp_buf_push(out, again);
            i++;
        } else if (byte == RSP_ESCAPE_BYTE && last && !stub_fault(s, RSP_FAULT_ESC_LONE_DECODED)) {
            return RSP_MALFORMED;
        } else if (byte != RSP_ESCAPE_BYTE || (stub_fault(s, RSP_FAULT_ESC_KNOWN_PAIRS_ONLY) &&
                                               !rsp_escape_needed(next ^ RSP_ESCAPE_XOR))) {
            rsp_buf_push(out, byte);
        } else {
            rsp_buf_push(out, next ^ RSP_ESCAPE_XOR);
            i++;
        }
    }
    return out->status;
}

static rsp_status unescape(const rsp_stub *s, rsp_buf *out, rsp_bytes wire) {
    rsp_status status;
    if (stub_fault(s, RSP_FAULT_ESC_REQUEST_RUNS) || stub_fault(s, RSP_FAULT_ESC_LONE_DECODED) ||
        stub_fault(s, RSP_FAULT_ESC_KNOWN_PAIRS_ONLY))
        status = unescape_broken(s, out, wire);
    else
        status = rsp_unescape(out, wire);
    if (stub_fault(s, RSP_FAULT_MEM_X_CUT_AT_NUL))
        rsp_buf_truncate(out, rsp_bytes_index(rsp_buf_bytes(out), 0));
    for (size_t i = 0; i < out->len && stub_fault(s, RSP_FAULT_MEM_X_SPLIT); i++)
        if (out->ptr[i] == ',' || out->ptr[i] == ':')
            rsp_buf_truncate(out, i);
    if (stub_fault(s, RSP_FAULT_MEM_X_RAW)) {
        size_t len = out->len;
        rsp_buf_clear(out);
        rsp_buf_append(out, rsp_bytes_sub(wire, 0, len));
    }
    return status;
}

static bool length_fits(const rsp_stub *s, uint64_t len, rsp_bytes wire, rsp_buf *data) {
    if (stub_fault(s, RSP_FAULT_MEM_X_LENGTH_UNCHECKED))
        fill_up(data, len, s->opt.packet_bytes);
    if (stub_fault(s, RSP_FAULT_ESC_WIRE_LENGTH))
        return wire.len == len;
    bool cut = stub_fault(s, RSP_FAULT_MEM_X_CUT_AT_NUL) || stub_fault(s, RSP_FAULT_MEM_X_SPLIT);
    return data->len == len || (cut && data->len < len);
}

void stub_on_write_binary(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t addr;
    uint64_t len;
    if (take_header(&addr, &len, &args) != RSP_OK) {
        stub_error(s, reply, STUB_E_SYNTAX, "want addr,length:data");
        return;
    }
    rsp_buf *data = &s->scratch;
    rsp_buf_clear(data);
    rsp_status status = unescape(s, data, args);
    if (status == RSP_NO_MEMORY)
        stub_error(s, reply, STUB_E_LIMIT, "out of memory");
    else if (status != RSP_OK || !length_fits(s, len, args, data))
        stub_error(s, reply, STUB_E_SYNTAX, "data is not as long as announced");
    else
        write_and_answer(s, reply, addr, rsp_buf_bytes(data));
}

/* LLDB's older form has no marker, so that `x0,0` can be a probe with the answer OK. */
static bool marked(const rsp_stub *s) {
    return s->opt.x_dialect == RSP_X_GDB && !stub_fault(s, RSP_FAULT_XB_OTHER_DIALECT);
}

static void answer_empty_x(rsp_stub *s, rsp_buf *reply) {
    if (stub_fault(s, RSP_FAULT_XB_ZERO_LENGTH_EMPTY))
        return;
    if (marked(s))
        rsp_buf_push(reply, 'b');
    else if (stub_fault(s, RSP_FAULT_XB_PROBE_REFUSED))
        stub_error(s, reply, STUB_E_MEMORY, "nothing to read");
    else
        stub_ok(reply);
}

/* As much of the data as fits with its escapes. */
static void append_fitting(const rsp_stub *s, rsp_buf *reply, rsp_bytes data) {
    size_t room = s->opt.packet_bytes - reply->len;
    size_t fit = rsp_escape_fit(data, room);
    stub_append_binary(s, reply, rsp_bytes_sub(data, 0, fit));
    if (fit < data.len && stub_fault(s, RSP_FAULT_XB_CUT_IN_A_PAIR))
        rsp_buf_push(reply, RSP_ESCAPE_BYTE);
}

void stub_on_read_binary(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t addr;
    uint64_t len;
    int64_t pid;
    if (!stub_range_or_error(s, &addr, &len, args, reply))
        return;
    if (len == 0) {
        answer_empty_x(s, reply);
        return;
    }
    rsp_status status = stub_memory_process(s, &pid);
    if (status != RSP_OK) {
        stub_memory_error(s, reply, status);
        return;
    }
    size_t num = len < s->opt.packet_bytes ? (size_t)len : s->opt.packet_bytes;
    rsp_buf *data = &s->scratch;
    rsp_buf_clear(data);
    uint8_t *room = rsp_buf_extend(data, num);
    if (!room) {
        stub_error(s, reply, STUB_E_LIMIT, "out of memory");
        return;
    }
    size_t got = stub_read(s, pid, addr, room, num);
    if (stub_fault(s, RSP_FAULT_XB_TRAP_VISIBLE))
        stub_show_traps(s, pid, addr, room, got);
    if (got == 0) {
        stub_memory_error(s, reply, RSP_FAULT);
        return;
    }
    bool left_out = stub_fault(s, RSP_FAULT_XB_NO_MARKER) ||
                    (room[0] == 'E' && stub_fault(s, RSP_FAULT_XB_LOOKS_LIKE_ERROR));
    if (marked(s) && !left_out)
        rsp_buf_push(reply, 'b');
    append_fitting(s, reply, rsp_bytes_make(room, got));
}
