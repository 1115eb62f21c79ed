/* LLDB's memory, stops and resumes: lines of 512 bytes by m, writes by M, c and vCont;s with one thread.
 * After each stop it lists the threads and reads the registers of the frame.
 * See lldb.h. */
/* SPDX-License-Identifier: MIT */
#include "lldb.h"

#include "core/hex.h"
#include <string.h>

enum { LINE_BYTES = 0x200, NO_SIGNAL = 0xff };

/* --- memory --- */

/* By lines of its cache; where a line cannot be read whole, what is asked for alone. */
static bool read_line(lldb *l, uint64_t at, uint64_t len, rsp_buf *out) {
    size_t before = out->len;
    rsp_buf_clear(&l->request);
    rsp_buf_printf(&l->request, "%c%llx,%llx", l->x ? 'x' : 'm', (unsigned long long)at,
                   (unsigned long long)len);
    if (lldb_ask_request(l) != LLDB_REPLY)
        return false;
    rsp_bytes data = lldb_reply(l);
    if (rsp_bytes_equal(data, RSP_LIT("OK")) || (l->x == LLDB_MARKED_X && !rsp_take_byte(&data, 'b')))
        return lldb_fails(l, "unexpected response to a memory read: %s", lldb_exchange(l));
    if (l->x)
        rsp_buf_append(out, data);
    else if (rsp_hex_decode(out, data) != RSP_OK)
        return lldb_fails(l, "memory read failed: %s", lldb_exchange(l));
    return out->len > before;
}

bool lldb_read_memory(lldb *l, uint64_t at, uint64_t len, rsp_buf *out) {
    const uint64_t first = at & ~(uint64_t)(LINE_BYTES - 1);
    const uint64_t span = at - first + len; /* at + len may be beyond the last address */
    rsp_buf got = {.mem = l->base.options->mem};
    bool whole = true;
    for (uint64_t done = 0; whole && done < span; done += LINE_BYTES) {
        size_t before = got.len;
        whole = read_line(l, first + done, LINE_BYTES, &got) && got.len - before >= LINE_BYTES;
    }
    if (whole)
        rsp_buf_append(out, rsp_bytes_sub(rsp_buf_bytes(&got), (size_t)(at & (LINE_BYTES - 1)), (size_t)len));
    rsp_buf_free(&got);
    if (whole)
        return true;
    size_t start = out->len;
    while (l->connected && out->len - start < len)
        if (!read_line(l, at + (out->len - start), len - (out->len - start), out))
            return lldb_fails(l, "memory read failed for 0x%llx: %s", (unsigned long long)at,
                              lldb_exchange(l));
    return out->len - start >= len;
}

/* Packets have two digits for each byte, and LLDB keeps some room for the rest. */
uint64_t lldb_write_bytes(const lldb *l) {
    enum { USUAL = 512, MOST = 128 * 1024, KEPT = 70 };
    if (l->packet_bytes == 0)
        return USUAL / 2;
    const uint64_t bytes = l->packet_bytes < MOST ? l->packet_bytes : MOST;
    return (bytes > KEPT ? bytes - KEPT : bytes) / 2;
}

static bool write_piece(lldb *l, uint64_t at, rsp_bytes piece) {
    const rsp_memory_region *r;
    if (!lldb_region(l, at, &r))
        return false;
    if (r && r->kind == RSP_MEMORY_FLASH)
        return lldb_fails(l, "Writing to flash memory is not allowed");
    rsp_buf_clear(&l->request);
    rsp_buf_printf(&l->request, "M%llx,%zx:", (unsigned long long)at, piece.len);
    rsp_hex_append(&l->request, piece);
    if (lldb_ask_request(l) == LLDB_REPLY && rsp_bytes_equal(lldb_reply(l), RSP_LIT("OK")))
        return true;
    return lldb_fails(l, "memory write failed for 0x%llx: %s", (unsigned long long)at, lldb_exchange(l));
}

bool lldb_write_memory(lldb *l, uint64_t at, rsp_bytes data) {
    const uint64_t most = lldb_write_bytes(l);
    for (; data.len > 0; at += most) {
        const rsp_bytes piece = rsp_bytes_sub(data, 0, data.len < most ? data.len : (size_t)most);
        if (!write_piece(l, at, piece))
            return false;
        data = rsp_bytes_from(data, piece.len);
    }
    return true;
}

/* --- stops --- */

static void copy_id(char out[LLDB_ID_BYTES], rsp_bytes id) {
    size_t len = id.len < LLDB_ID_BYTES - 1 ? id.len : LLDB_ID_BYTES - 1;
    if (len > 0)
        memcpy(out, id.ptr, len);
    out[len] = '\0';
}

static void take_register(lldb *l, rsp_bytes key, rsp_bytes value) {
    uint64_t number;
    if (l->pc < 0 || rsp_hex_u64(&number, key) != RSP_OK || number != l->registers[l->pc].number)
        return;
    uint8_t bytes[8] = {0};
    size_t len = l->registers[l->pc].bytes < 8 ? l->registers[l->pc].bytes : 8;
    if (value.len < 2 * len || rsp_hex_decode_into(bytes, rsp_bytes_sub(value, 0, 2 * len)) != RSP_OK)
        return;
    bool big = l->base.manners->registers.big_endian == RSP_HABIT_YES;
    l->told.pc = 0;
    for (size_t i = 0; i < len; i++)
        l->told.pc |= (uint64_t)bytes[big ? len - 1 - i : i] << 8 * i;
    l->told.has_pc = true;
}

static void take_pairs(lldb *l, rsp_bytes rest) {
    while (rest.len > 0) {
        rsp_bytes value = rsp_bytes_split(&rest, ';');
        rsp_bytes key = rsp_bytes_split(&value, ':');
        if (rsp_bytes_equal(key, RSP_LIT("thread")))
            copy_id(l->thread, value);
        else if (rsp_bytes_equal(key, RSP_LIT("watch")) || rsp_bytes_equal(key, RSP_LIT("rwatch")) ||
                 rsp_bytes_equal(key, RSP_LIT("awatch")) ||
                 (rsp_bytes_equal(key, RSP_LIT("reason")) && rsp_bytes_equal(value, RSP_LIT("watchpoint"))))
            l->told.watch = true;
        else
            take_register(l, key, value);
    }
}

bool lldb_take_stop(lldb *l, lldb_wait *out) {
    rsp_bytes r = lldb_reply(l);
    uint64_t signal = 0;
    l->told.watch = l->told.has_pc = false;
    *out = LLDB_RUNS;
    switch (r.len ? r.ptr[0] : 0) {
    case 'T':
    case 'S':
        /* Without a signal it is a stop all the same. */
        if (r.len < 3 || rsp_hex_u64(&signal, rsp_bytes_sub(r, 1, 2)) != RSP_OK)
            signal = NO_SIGNAL;
        l->told.signal = (unsigned)signal;
        if (r.ptr[0] == 'T')
            take_pairs(l, rsp_bytes_from(r, 3));
        *out = LLDB_STOPPED;
        return true;
    case 'W':
    case 'X':
        *out = LLDB_EXITED;
        return true;
    case 'O': /* console text; so LLDB takes "OK", too */
        return true;
    default:
        l->failed = r.len == 0 ? LLDB_EMPTY : LLDB_ERROR;
        return lldb_fails(l, "no stop reply: %s", lldb_exchange(l));
    }
}

bool lldb_list_threads(lldb *l) {
    l->num_threads = 0;
    lldb_answer came = lldb_ask(l, "qfThreadInfo");
    for (unsigned replies = 0; came == LLDB_REPLY && l->reply.ptr[0] == 'm'; replies++) {
        rsp_bytes rest = rsp_bytes_from(lldb_reply(l), 1);
        if (l->num_threads >= LLDB_THREADS_MOST || replies >= LLDB_THREADS_MOST)
            return lldb_fails(l, "the list of threads never ends: %s", lldb_exchange(l));
        while (rest.len > 0) {
            rsp_bytes id = rsp_bytes_split(&rest, ',');
            if (l->num_threads++ == 0 && !*l->thread)
                copy_id(l->thread, id);
        }
        came = lldb_ask(l, "qsThreadInfo");
    }
    /* LLDB makes one up where the stub knows none. */
    if (l->num_threads == 0 && !*l->thread && came != LLDB_ERROR && came != LLDB_GONE &&
        !rsp_bytes_equal(lldb_reply(l), RSP_LIT("OK")))
        copy_id(l->thread, RSP_LIT("1"));
    return true;
}

bool lldb_after_stop(lldb *l) {
    uint64_t pc;
    if (!lldb_list_threads(l))
        return false;
    if (l->num_registers > 0 && l->pc >= 0 && !l->told.has_pc && lldb_read_register(l, l->pc, &pc)) {
        l->told.pc = pc;
        l->told.has_pc = true;
    }
    l->base.why = l->connected ? NULL : l->base.why;
    return l->connected;
}

/* --- resumes --- */

bool lldb_resume(lldb *l, bool step) {
    l->failed = LLDB_REPLY;
    rsp_buf_clear(&l->request);
    if (step && (l->vcont & LLDB_VCONT_S) && *l->thread)
        rsp_buf_printf(&l->request, "vCont;s:%s", l->thread);
    else if (step)
        rsp_buf_str(&l->request, "s");
    else if ((l->vcont & LLDB_VCONT_C) && l->multiprocess && l->thread[0] == 'p')
        rsp_buf_printf(&l->request, "vCont;c:%.*s.-1", (int)strcspn(l->thread, "."), l->thread);
    else
        rsp_buf_str(&l->request, "c");
    l->told.has_pc = false;
    return lldb_send(l) || lldb_fails(l, "no '+' for %s", rsp_buf_cstr(&l->request));
}

lldb_wait lldb_wait_for(lldb *l, uint64_t ns) {
    stage *s = &l->base.stage;
    uint64_t until = rsp_deadline(stage_now(s), ns);
    lldb_wait wait = LLDB_RUNS;
    while (wait == LLDB_RUNS && l->connected) {
        uint64_t now = stage_now(s);
        if (now >= until || !lldb_get(l, until - now))
            return l->connected ? LLDB_RUNS : LLDB_LOST;
        if (!lldb_take_stop(l, &wait)) {
            l->connected = false; /* "lost connection" */
            return LLDB_LOST;
        }
        if (wait == LLDB_STOPPED && l->told.signal == NO_SIGNAL &&
            !lldb_fails(l, "a stop reply without a signal: %s", lldb_exchange(l)))
            return LLDB_LOST;
    }
    return wait;
}
