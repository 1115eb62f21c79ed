/* Faults of g, G, p, P and the saved states: numbers, byte orders, and a cache that is never right.
 * The cache stands in front of the target's operations; the rest changes a request or a reply.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/row.h"
#include "faults/target.h"

#include "live_threads.h"
#include "selected_thread.h"
#include "stop_table.h"

#include <inttypes.h>

static const rsp_register_set *registers_of(const rsp_stub *s) {
    return s->opt.ops->register_set(s->opt.target);
}

/* "<text>" and the thread suffix, which begins with `;`. */
static rsp_bytes suffix_of(rsp_bytes text) {
    return rsp_bytes_from(text, rsp_bytes_index(text, ';'));
}

static void waits(stub_service *t) {
    rsp_ptid thread;
    stub_serve(t);
    if (stub_refused(t) && stub_general_thread(t->s, &thread) == RSP_OK && stub_thread_runs(t->s, thread))
        stub_answer_nothing(t);
}

static void first_thread(stub_service *t) {
    rsp_ptid selected = t->s->general;
    (void)stub_first_thread(t->s, selected.pid, &t->s->general);
    stub_serve(t);
    t->s->general = selected;
}

/* G with other digits and the same suffix. */
static void serve_digits(stub_service *t, const rsp_buf *digits) {
    rsp_buf *text = stub_new_request(t);
    rsp_buf_push(text, 'G');
    rsp_buf_append(text, rsp_buf_bytes(digits));
    rsp_buf_append(text, suffix_of(t->args));
    stub_bend(t);
    stub_serve(t);
}

/* A block that is too short is filled with zeros; or only its first registers are written. */
static void write_block(stub_service *t) {
    enum { FIRST_BYTES = 64 };
    rsp_stub *s = t->s;
    size_t len = registers_of(s)->block_bytes;
    rsp_ptid thread;
    rsp_bytes digits = rsp_bytes_sub(t->args, 0, rsp_bytes_index(t->args, ';'));
    bool fills = stub_fault(s, RSP_FAULT_REG_SHORT_ACCEPTED);
    rsp_buf block = {.mem = s->opt.mem};
    uint8_t *bytes = rsp_buf_extend(&block, len);
    rsp_buf out = {.mem = s->opt.mem};
    bool ours = bytes && stub_general_thread(s, &thread) == RSP_OK &&
                s->opt.ops->read_registers(s->opt.target, thread, bytes) == RSP_OK;
    if (ours && fills)
        memset(bytes, 0, len);
    size_t kept = fills ? digits.len : 2 * (size_t)FIRST_BYTES;
    if (ours && kept <= 2 * len && (fills || digits.len == 2 * len)) {
        rsp_buf_append(&out, rsp_bytes_sub(digits, 0, kept));
        if (kept % 2)
            rsp_buf_push(&out, '0');
        rsp_hex_append(&out, rsp_bytes_from(rsp_buf_bytes(&block), (kept + 1) / 2));
        serve_digits(t, &out);
    } else {
        stub_serve(t);
    }
    rsp_buf_free(&block);
    rsp_buf_free(&out);
}

static bool serves_registers(const rsp_stub *s) {
    static stub_handler *const handlers[] = {stub_on_read_registers, stub_on_write_registers,
                                             stub_on_read_register,  stub_on_write_register,
                                             stub_on_save_registers, stub_on_restore_registers};
    bool any = false;
    for (size_t i = 0; i < RSP_ARRAY_LEN(handlers); i++)
        any = any || stub_serving(s, handlers[i]);
    return any;
}

static void believe(rsp_stub *s, rsp_ptid thread, const uint8_t *block) {
    s->faults.objects.believed_of = thread;
    rsp_buf_clear(&s->faults.objects.believed);
    rsp_buf_append(&s->faults.objects.believed, rsp_bytes_make(block, registers_of(s)->block_bytes));
}

/* A cache that is never filled again, or never written back: then it holds as long as the thread stands. */
static rsp_status read_cached(void *t, rsp_ptid thread, uint8_t *block) {
    rsp_stub *s = t;
    stub_fault_state *f = &s->faults;
    size_t len = registers_of(s)->block_bytes;
    bool stale = stub_fault(s, RSP_FAULT_REG_STALE);
    rsp_status status = STUB_REAL(s, read_registers, thread, block);
    if (status != RSP_OK || !serves_registers(s))
        return status;
    bool known = f->objects.believed.len == len && rsp_ptid_equal(f->objects.believed_of, thread);
    if (known && !stale)
        known = f->objects.registers.len == len && memcmp(f->objects.registers.ptr, block, len) == 0;
    if (known)
        memcpy(block, f->objects.believed.ptr, len);
    else if (stale)
        believe(s, thread, block);
    return status;
}

static rsp_status write_cache(void *t, rsp_ptid thread, const uint8_t *block) {
    rsp_stub *s = t;
    rsp_buf *real = &s->faults.objects.registers;
    if (!serves_registers(s))
        return STUB_REAL(s, write_registers, thread, block);
    rsp_buf_clear(real);
    uint8_t *bytes = rsp_buf_extend(real, registers_of(s)->block_bytes);
    if (!bytes || STUB_REAL(s, read_registers, thread, bytes) != RSP_OK)
        rsp_buf_clear(real);
    believe(s, thread, block);
    return RSP_OK;
}

static void saved_cut(stub_service *t) {
    uint64_t id = 0;
    for (size_t i = 0; i < t->args.len && t->args.ptr[i] >= '0' && t->args.ptr[i] <= '9' && id <= UINT32_MAX;
         i++)
        id = id * 10 + (uint64_t)(t->args.ptr[i] - '0');
    if (id > UINT32_MAX)
        stub_serve_args(t, "%" PRIu32, (uint32_t)id);
    else
        stub_serve(t);
}

/* What was restored once is kept, with its number. */
static void saved_twice(stub_service *t) {
    rsp_stub *s = t->s;
    rsp_ptid thread;
    size_t len = registers_of(s)->block_bytes;
    stub_serve(t);
    if (stub_general_thread(s, &thread) != RSP_OK)
        return;
    if (!stub_refused(t)) {
        rsp_buf_clear(&s->faults.objects.registers);
        uint8_t *block = rsp_buf_extend(&s->faults.objects.registers, len);
        if (block && s->opt.ops->read_registers(s->opt.target, thread, block) != RSP_OK)
            rsp_buf_clear(&s->faults.objects.registers);
        rsp_buf_clear(&s->faults.objects.believed);
        rsp_buf_append(&s->faults.objects.believed, t->args);
    } else if (rsp_bytes_equal(t->args, rsp_buf_bytes(&s->faults.objects.believed)) &&
               s->faults.objects.registers.len == len &&
               s->opt.ops->write_registers(s->opt.target, thread, s->faults.objects.registers.ptr) ==
                   RSP_OK) {
        stub_answer(t, "OK");
    }
}

/* Before the program counter are 32 registers of 16 digits, after it those of floating point. */
static void without_pc(stub_service *t) {
    enum { DIGITS_BEFORE_PC = 32 * 16 };
    stub_serve(t);
    if (!stub_refused(t) && t->reply->len > DIGITS_BEFORE_PC)
        rsp_buf_truncate(t->reply, DIGITS_BEFORE_PC);
}

#define READ_AND_WRITE(EDIT, id, ...) \
    EDIT(id, READ_REGISTER, __VA_ARGS__), EDIT(id, WRITE_REGISTER, __VA_ARGS__)

static const stub_fault_row rows[] = {
    READ_AND_WRITE(REQUEST, REG_INDEX_MASKED, "%x%*", "%m1%2"),
    READ_AND_WRITE(REQUEST, REG_NUMBERED_ANEW, "%x%*", "%v1%2"),
    REQUEST(REG_P_DECIMAL, READ_REGISTER, "%x%*", "%t1%2"),
    INSTEAD(REG_P_SILENT, READ_REGISTER, "%x%*", STUB_NO_REPLY),
    INSTEAD(REG_SIGNED_INDEX, READ_REGISTER, "%X", STUB_DEATH),
    REQUEST(REG_P_ONE_DIGIT, WRITE_REGISTER, "%?%*=%*", "%1=%3"),
    REQUEST(REG_P_SWAPPED, WRITE_REGISTER, "%x=%h%*", "%1=%s2%3"),
    CALL(REG_FIRST_THREAD, WRITE_REGISTER, first_thread),
    READ_AND_WRITE(CALL, REG_WAITS, waits),
    CALL(REG_WAITS, READ_REGISTERS, waits),
    CALL(REG_WAITS, WRITE_REGISTERS, waits),
    CALL(REG_NO_PC, READ_REGISTERS, without_pc),
    REPLY_PLACES(REG_BIG_ENDIAN, READ_REGISTERS, "%q", "%s1"),
    REPLY(REG_UNAVAILABLE_DROPPED, READ_REGISTERS, "%q%?%*", "%2%3"),
    INSTEAD(STD_NO_REGISTER_WRITE, WRITE_REGISTERS, "%*", ""),
    REQUEST(REG_G_SHIFTED, WRITE_REGISTERS, "%*%q", "0000000000000000%1"),
    REQUEST(REG_G_SHIFTED, WRITE_REGISTERS, "%*%q;%*", "0000000000000000%1;%3"),
    CALL(REG_G_FIRST_ONLY, WRITE_REGISTERS, write_block),
    CALL(REG_SHORT_ACCEPTED, WRITE_REGISTERS, write_block),
    TARGET(REG_STALE, .read_registers = read_cached),
    TARGET(REG_WRITES_CACHED, .read_registers = read_cached, .write_registers = write_cache),
    CALL(LLDB_SAVED_CUT, QRESTORE_REGISTERS, saved_cut),
    CALL(LLDB_SAVED_TWICE, QRESTORE_REGISTERS, saved_twice),
    REPLY(LLDB_REGISTERS_END_EMPTY, QREGISTER_INFO, "E45", ""),
    REPLY(LLDB_REGISTERS_END_EMPTY, QREGISTER_INFO, "E.no such register%*", ""),
    REPLY_PLACES(LLDB_REGISTER_GAP, QREGISTER_INFO, ";offset:%u;", ";offset:%G1;"),
};
STUB_FAULT_TABLE(stub_register_faults, rows);
