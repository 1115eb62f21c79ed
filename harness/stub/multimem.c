/* MultiMemRead in both wire forms, built in two passes: what can be read is decided range by range, then
 * counts and data are written. A range that does not fit any more is shortened, later ones are empty.
 * Source: LLDB gdb-remote extensions, MultiMemRead; requirement groups MMR and MMR-RFC. */
/* SPDX-License-Identifier: MIT */
#include "errors.h"
#include "handlers.h"
#include "memory.h"

#include <inttypes.h>
#include <rsp/escape.h>
#include <rsp/limits.h>
#include <rsp/multimem.h>

typedef struct batch {
    rsp_stub *s;
    int64_t pid;
    const rsp_mem_range *ranges;
    size_t num;
    rsp_multimem_form form;
    rsp_bytes *chunks; /* per range, into s->scratch */
    size_t room;       /* wire bytes that data may still take */
    uint64_t drift;    /* for a fault */
} batch;

/* The bytes of the first mapped address in the range, for the fault that skips holes. */
static size_t read_tail(const rsp_stub *s, int64_t pid, rsp_mem_range range, uint8_t *dst, size_t len) {
    for (size_t skip = 0; skip < len && skip < 65536; skip++) {
        size_t got = stub_read(s, pid, range.addr + skip, dst, len - skip);
        if (got > 0)
            return got;
    }
    return 0;
}

/* stub_read with the faults of this packet. */
static size_t read_range(batch *b, rsp_mem_range range, uint8_t *dst, size_t len) {
    const rsp_stub *s = b->s;
    range.addr += b->drift;
    size_t got = stub_read(s, b->pid, range.addr, dst, len);
    if (got == 0 && stub_fault(s, RSP_FAULT_MMR_DATA_DRIFTS))
        b->drift += len;
    if (got == 0 && stub_fault(s, RSP_FAULT_MMR_TAIL_RETURNED))
        got = read_tail(s, b->pid, range, dst, len);
    bool wraps = range.addr + len < range.addr && stub_fault(s, RSP_FAULT_MMR_WRAPS);
    if ((got > 0 && got < len && stub_fault(s, RSP_FAULT_MMR_PADDED)) || wraps) {
        memset(dst + got, 0, len - got);
        got = len;
    }
    if (stub_fault(s, RSP_FAULT_MMR_TRAP_VISIBLE))
        stub_show_traps(s, b->pid, range.addr, dst, got);
    return got;
}

/* Reads one range to the end of s->scratch, no more than fits into the reply. False without memory. */
static bool read_chunk(batch *b, size_t i) {
    rsp_buf *data = &b->s->scratch;
    size_t want = b->ranges[i].len < b->room ? (size_t)b->ranges[i].len : b->room;
    size_t start = data->len;
    uint8_t *at = want > 0 ? rsp_buf_extend(data, want) : NULL;
    if (want > 0 && !at)
        return false;
    size_t got = want > 0 ? read_range(b, b->ranges[i], at, want) : 0;
    rsp_bytes chunk = rsp_bytes_make(at, got);
    if (!stub_fault(b->s, RSP_FAULT_MMR_COUNTS_PROMISE_MORE))
        chunk.len = rsp_escape_fit(chunk, b->room);
    size_t wire = rsp_escaped_len(chunk);
    b->room -= wire < b->room ? wire : b->room;
    rsp_buf_truncate(data, start + chunk.len);
    /* The buffer may move as it grows: keep offsets until all is read. */
    b->chunks[i] = rsp_bytes_make(NULL, chunk.len);
    return true;
}

static bool read_all(batch *b) {
    rsp_buf_clear(&b->s->scratch);
    for (size_t i = 0; i < b->num; i++)
        if (!read_chunk(b, i))
            return false;
    const uint8_t *at = b->s->scratch.ptr;
    for (size_t i = 0; i < b->num; i++) {
        b->chunks[i].ptr = at;
        at = at ? at + b->chunks[i].len : NULL;
    }
    return true;
}

static bool rfc(const batch *b) {
    return b->form == RSP_MULTIMEM_RFC;
}

static bool fault_of(const batch *b, rsp_fault lldb_fault, rsp_fault rfc_fault) {
    return stub_fault(b->s, rfc(b) ? rfc_fault : lldb_fault);
}

static void append_count(const batch *b, rsp_buf *reply, size_t i) {
    uint64_t count = b->chunks[i].len;
    if (count > 0 && fault_of(b, RSP_FAULT_MMR_REQUESTED_COUNTS, RSP_FAULT_MMR_RFC_REQUESTED_COUNTS))
        count = b->ranges[i].len;
    if (stub_fault(b->s, RSP_FAULT_MMR_ESCAPED_COUNTS))
        count = rsp_escaped_len(b->chunks[i]);
    if (fault_of(b, RSP_FAULT_MMR_DECIMAL_COUNTS, RSP_FAULT_MMR_RFC_DECIMAL))
        rsp_buf_printf(reply, "%" PRIu64, count);
    else
        rsp_hex_append_u64(reply, count);
}

static void append_data(const batch *b, rsp_buf *reply, rsp_bytes data) {
    size_t limit = b->s->opt.packet_bytes;
    if (stub_fault(b->s, RSP_FAULT_MMR_COUNTS_PROMISE_MORE))
        data.len = rsp_escape_fit(data, reply->len < limit ? limit - reply->len : 0);
    if (rfc(b) && stub_fault(b->s, RSP_FAULT_MMR_RFC_RAW)) {
        rsp_buf_append(reply, data);
        return;
    }
    if (!stub_fault(b->s, RSP_FAULT_MMR_SEMICOLON_ESCAPED)) {
        stub_append_binary(b->s, reply, data);
        return;
    }
    while (data.len > 0) {
        size_t plain = rsp_bytes_index(data, ';');
        stub_append_binary(b->s, reply, rsp_bytes_sub(data, 0, plain));
        if (plain < data.len)
            rsp_buf_append(reply, RSP_LIT("}\033"));
        data = rsp_bytes_from(data, plain + 1);
    }
}

static bool left_out(const batch *b, size_t i) {
    return b->chunks[i].len == 0 && b->ranges[i].len > 0 &&
           fault_of(b, RSP_FAULT_MMR_OMITS_FAILED, RSP_FAULT_MMR_RFC_OMITS_FAILED);
}

/* "N,N;<bytes><bytes>" */
static void write_lldb(const batch *b, rsp_buf *reply) {
    const char *separator = "";
    for (size_t i = 0; i < b->num; i++) {
        if (left_out(b, i))
            continue;
        rsp_buf_str(reply, separator);
        append_count(b, reply, i);
        separator = ",";
    }
    rsp_buf_push(reply, ';');
    for (size_t i = 0; i < b->num; i++)
        append_data(b, reply, b->chunks[i]);
}

/* "N,<bytes>;N,<bytes>" */
static void write_rfc(const batch *b, rsp_buf *reply) {
    const char *separator = "";
    for (size_t i = 0; i < b->num; i++) {
        if (left_out(b, i))
            continue;
        rsp_buf_str(reply, separator);
        append_count(b, reply, i);
        rsp_buf_push(reply, ',');
        if (i > 0 && i + 1 == b->num && stub_fault(b->s, RSP_FAULT_MMR_RFC_CLOSED_EARLY))
            rsp_buf_push(reply, ';');
        append_data(b, reply, b->chunks[i]);
        separator = ";";
        if (b->chunks[i].len == 0 && stub_fault(b->s, RSP_FAULT_MMR_RFC_STOPS))
            break;
    }
}

/* Faults that refuse, or answer in the other form. */
static bool broken_answer(batch *b, rsp_buf *reply) {
    for (size_t i = 0; i < b->num; i++) {
        bool zero = b->ranges[i].len == 0;
        bool failed = !zero && b->chunks[i].len == 0;
        if (failed && fault_of(b, RSP_FAULT_MMR_FAILS_AS_A_WHOLE, RSP_FAULT_MMR_RFC_FAILS_AS_A_WHOLE)) {
            stub_error(b->s, reply, 8, "cannot read");
            return true;
        }
        if (zero && fault_of(b, RSP_FAULT_MMR_ZERO_LENGTH_REFUSED, RSP_FAULT_MMR_RFC_ZERO_LENGTH_REFUSED)) {
            stub_error(b->s, reply, STUB_E_SYNTAX, "nothing to read");
            return true;
        }
    }
    if (rfc(b) && b->num == 1 && stub_fault(b->s, RSP_FAULT_MMR_RFC_GUESSED))
        b->form = RSP_MULTIMEM_LLDB;
    else if (fault_of(b, RSP_FAULT_MMR_INTERLEAVED, RSP_FAULT_MMR_RFC_COUNTS_FIRST))
        b->form = rfc(b) ? RSP_MULTIMEM_LLDB : RSP_MULTIMEM_RFC;
    return false;
}

static void sort_ranges(rsp_mem_range *ranges, size_t num) {
    for (size_t i = 1; i < num; i++)
        for (size_t j = i; j > 0 && ranges[j - 1].addr > ranges[j].addr; j--) {
            rsp_mem_range swap = ranges[j];
            ranges[j] = ranges[j - 1];
            ranges[j - 1] = swap;
        }
}

static void answer(batch *b, rsp_buf *reply) {
    size_t limit = b->s->opt.packet_bytes;
    size_t counts = rsp_multimem_counts_bytes(b->ranges, b->num, limit);
    if (stub_fault(b->s, RSP_FAULT_MMR_COUNTS_PROMISE_MORE))
        b->room = limit;
    else if (counts >= limit)
        b->room = 0;
    else
        b->room = limit - counts;
    if (!read_all(b)) {
        stub_error(b->s, reply, STUB_E_LIMIT, "out of memory");
        return;
    }
    if (broken_answer(b, reply))
        return;
    if (rfc(b))
        write_rfc(b, reply);
    else
        write_lldb(b, reply);
    /* Only a great many ranges get here: their counts alone are too long. */
    if (reply->len > limit) {
        rsp_buf_clear(reply);
        stub_error(b->s, reply, STUB_E_LIMIT, "the reply would be too long");
    }
}

/* The request text as a lenient parser would take it: edits that make a malformed request well-formed. */
static rsp_bytes bent_request(const rsp_stub *s, rsp_bytes request, rsp_buf *text) {
    size_t at = rsp_bytes_search(request, RSP_LIT("ranges:"));
    if (at == request.len)
        return request;
    rsp_bytes list = rsp_bytes_from(request, at + sizeof "ranges:" - 1);
    bool leading = at + sizeof "ranges:" - 1 != rsp_multimem_begin_len();
    if (leading && !stub_fault(s, RSP_FAULT_MMR_UNKNOWN_KEY_SKIPPED))
        return request;
    rsp_multimem_begin(text);
    size_t end = rsp_bytes_index(list, ';');
    rsp_bytes body = rsp_bytes_sub(list, 0, end);
    bool odd = true;
    for (size_t i = 0; i < body.len; i++)
        odd ^= body.ptr[i] == ',';
    rsp_buf_append(text, body);
    if (odd && body.len > 0 && stub_fault(s, RSP_FAULT_MMR_ODD_COUNT))
        rsp_buf_str(text, ",0");
    if (body.len > 0 && body.ptr[body.len - 1] == ',' && stub_fault(s, RSP_FAULT_MMR_COMMA_IS_A_RANGE))
        rsp_buf_str(text, "0,0");
    if (end < list.len || stub_fault(s, RSP_FAULT_MMR_OPEN_END))
        rsp_buf_push(text, ';');
    bool cut = stub_fault(s, RSP_FAULT_MMR_TRAILING_IGNORED) || stub_fault(s, RSP_FAULT_MMR_RFC_TEXT_IGNORED);
    if (!cut && end + 1 < list.len)
        rsp_buf_append(text, rsp_bytes_from(list, end + 1));
    for (size_t i = 0; i < text->len && stub_fault(s, RSP_FAULT_MMR_BAD_NUMBER_IS_ZERO); i++)
        if (i >= rsp_multimem_begin_len() && rsp_hex_value(text->ptr[i]) < 0 && text->ptr[i] != ',' &&
            text->ptr[i] != ';')
            text->ptr[i] = '0';
    return rsp_buf_bytes(text);
}

static bool bends_requests(const rsp_stub *s) {
    return stub_fault(s, RSP_FAULT_MMR_UNKNOWN_KEY_SKIPPED) || stub_fault(s, RSP_FAULT_MMR_ODD_COUNT) ||
           stub_fault(s, RSP_FAULT_MMR_OPEN_END) || stub_fault(s, RSP_FAULT_MMR_TRAILING_IGNORED) ||
           stub_fault(s, RSP_FAULT_MMR_RFC_TEXT_IGNORED) || stub_fault(s, RSP_FAULT_MMR_BAD_NUMBER_IS_ZERO) ||
           stub_fault(s, RSP_FAULT_MMR_COMMA_IS_A_RANGE);
}

static void read_ranges(rsp_stub *s, rsp_mem_range *ranges, rsp_bytes *chunks, size_t num, int64_t pid,
                        rsp_buf *reply) {
    batch b = {.s = s, .pid = pid, .ranges = ranges, .num = num, .form = s->opt.multimem, .chunks = chunks};
    for (size_t i = 0; i < num && stub_fault(s, RSP_FAULT_MMR_HUGE_DIES); i++) {
        if (ranges[i].len > INT32_MAX) {
            stub_die(s);
            return;
        }
    }
    if (stub_fault(s, RSP_FAULT_MMR_FIRST_RANGE_ONLY))
        b.num = 1;
    if (stub_fault(s, RSP_FAULT_MMR_SORTED))
        sort_ranges(ranges, num);
    for (size_t i = 0; i < num && stub_fault(s, RSP_FAULT_MMR_RFC_NO_0X); i++)
        if (rsp_bytes_search(s->request, RSP_LIT("0x")) < s->request.len)
            ranges[i].addr = 0;
    if (stub_fault(s, RSP_FAULT_MMR_FIRST_PROCESS))
        b.pid = stub_first_process(s);
    answer(&b, reply);
}

static void read_batch(rsp_stub *s, rsp_bytes request, rsp_buf *reply) {
    rsp_multimem_form form = s->opt.multimem;
    if (form == RSP_MULTIMEM_RFC && stub_fault(s, RSP_FAULT_MMR_RFC_COMMAS))
        form = RSP_MULTIMEM_LLDB;
    size_t num = 0;
    int64_t pid = 0;
    if (rsp_multimem_parse(NULL, 0, &num, request, form, NULL) != RSP_OK) {
        if (request.len == rsp_multimem_begin_len() + 1 && rsp_bytes_ends(request, RSP_LIT("ranges:;")) &&
            stub_fault(s, RSP_FAULT_MMR_EMPTY_LIST))
            rsp_buf_push(reply, ';');
        else
            stub_error(s, reply, STUB_E_SYNTAX, "not a list of ranges");
        return;
    }
    rsp_status status = stub_memory_process(s, &pid);
    if (status != RSP_OK) {
        stub_memory_error(s, reply, status);
        return;
    }
    /* One block for both arrays: as many as the request holds, which bounds it. */
    rsp_bytes *chunks = rsp_mem_alloc(s->opt.mem, num * (sizeof *chunks + sizeof(rsp_mem_range)));
    if (!chunks) {
        stub_error(s, reply, STUB_E_LIMIT, "out of memory");
        return;
    }
    rsp_mem_range *ranges = (rsp_mem_range *)(void *)(chunks + num);
    status = rsp_multimem_parse(ranges, num, &num, request, form, NULL);
    if (status == RSP_OK)
        read_ranges(s, ranges, chunks, num, pid, reply);
    else
        stub_error(s, reply, STUB_E_SYNTAX, "not a list of ranges");
    rsp_mem_free(s->opt.mem, chunks);
}

void stub_on_multi_mem_read(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    if (!s->opt.offer_multimem)
        return;
    if (!bends_requests(s)) {
        read_batch(s, s->request, reply);
        return;
    }
    rsp_buf text = {.mem = s->opt.mem};
    read_batch(s, bent_request(s, s->request, &text), reply);
    rsp_buf_free(&text);
}
