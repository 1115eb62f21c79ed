/* Faults of g, G, p, P and the saved states: numbers, byte orders, and a cache that is never right.
 * The cache stands in front of the target's operations; the rest changes a request or a reply.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/serve.h"
#include "faults/target.h"

#include "ids.h"

#include <inttypes.h>
#include <stdio.h>

static const rsp_register_set *registers_of(const rsp_stub *s) {
    return s->opt.ops->register_set(s->opt.target);
}

/* "<text>" and the thread suffix, which begins with `;`. */
static rsp_bytes suffix_of(rsp_bytes text) {
    return rsp_bytes_from(text, rsp_bytes_index(text, ';'));
}

/* "<number>" and what follows it. */
static bool take_number(const stub_service *t, uint64_t *number, rsp_bytes *rest) {
    *rest = t->args;
    return rsp_take_hex(number, rest) == RSP_OK;
}

typedef uint64_t change_number(const rsp_stub *s, uint64_t number);

static void serve_numbered(stub_service *t, change_number *change) {
    uint64_t number;
    rsp_bytes rest;
    if (take_number(t, &number, &rest)) {
        rsp_buf *text = stub_new_request(t);
        rsp_buf_printf(text, "%c%" PRIx64, t->s->request.ptr[0], change(t->s, number));
        rsp_buf_append(text, rest);
        stub_bend(t);
    }
    stub_serve(t);
}

static uint64_t mask(const rsp_stub *s, uint64_t number) {
    (void)s;
    return number & 15;
}

static uint64_t number_anew(const rsp_stub *s, uint64_t number) {
    uint16_t pc = registers_of(s)->pc;
    return number >= pc ? number - pc : number;
}

static uint64_t read_decimal(const rsp_stub *s, uint64_t number) {
    (void)s;
    return stub_as_decimal(number);
}

static uint64_t keep_digit(const rsp_stub *s, uint64_t number) {
    (void)s;
    while (number > 15)
        number >>= 4;
    return number;
}

static void index_masked(stub_service *t) {
    serve_numbered(t, mask);
}

static void numbered_anew(stub_service *t) {
    serve_numbered(t, number_anew);
}

static void p_decimal(stub_service *t) {
    serve_numbered(t, read_decimal);
}

static void p_one_digit(stub_service *t) {
    serve_numbered(t, keep_digit);
}

static void p_silent(stub_service *t) {
    uint64_t number;
    rsp_bytes rest;
    bool good = take_number(t, &number, &rest);
    stub_serve(t);
    if (good)
        stub_answer_nothing(t);
}

static void p_swapped(stub_service *t) {
    size_t at = rsp_bytes_index(t->s->request, '=') + 1;
    rsp_buf *text = stub_new_request(t);
    rsp_buf_append(text, t->s->request);
    size_t end = rsp_bytes_index(t->s->request, ';');
    for (size_t i = at; i + 1 < end; i++) {
        size_t pair = end - 2 - (i - at) / 2 * 2;
        text->ptr[i] = t->s->request.ptr[pair + (i - at) % 2];
    }
    stub_bend(t);
    stub_serve(t);
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

/* Each register of g the other way round. */
static void big_endian(stub_service *t) {
    const rsp_register_set *set = registers_of(t->s);
    stub_serve(t);
    if (t->reply->len != 2 * set->block_bytes)
        return;
    rsp_buf old = {.mem = t->s->opt.mem};
    rsp_buf_append(&old, rsp_buf_bytes(t->reply));
    for (size_t i = 0; i < set->num && old.status == RSP_OK; i++) {
        size_t bytes = set->registers[i].bitsize / 8U;
        for (size_t k = 0; k < bytes; k++)
            memcpy(t->reply->ptr + 2 * (set->registers[i].offset + k),
                   old.ptr + 2 * (set->registers[i].offset + bytes - 1 - k), 2);
    }
    rsp_buf_free(&old);
}

static void unavailable_dropped(stub_service *t) {
    enum { DIGITS = 16 };
    stub_serve(t);
    if (!stub_refused(t) && t->reply->len > DIGITS)
        rsp_buf_consume(t->reply, DIGITS);
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

static void write_block(stub_service *t) {
    enum { REGISTER_DIGITS = 16, FIRST_DIGITS = 128 };
    const rsp_stub *s = t->s;
    size_t len = 2 * registers_of(s)->block_bytes;
    rsp_bytes digits = rsp_bytes_sub(t->args, 0, rsp_bytes_index(t->args, ';'));
    rsp_buf out = {.mem = s->opt.mem};
    if (stub_fault(s, RSP_FAULT_REG_G_SHIFTED) && digits.len == len) {
        rsp_buf_str(&out, "0000000000000000");
        rsp_buf_append(&out, rsp_bytes_sub(digits, 0, len - REGISTER_DIGITS));
    } else if (stub_fault(s, RSP_FAULT_REG_G_FIRST_ONLY) && digits.len == len) {
        rsp_ptid thread;
        rsp_buf old = {.mem = s->opt.mem};
        uint8_t *block = rsp_buf_extend(&old, len / 2);
        rsp_buf_append(&out, rsp_bytes_sub(digits, 0, FIRST_DIGITS));
        if (block && stub_general_thread(t->s, &thread) == RSP_OK &&
            s->opt.ops->read_registers(s->opt.target, thread, block) == RSP_OK)
            rsp_hex_append(&out, rsp_bytes_from(rsp_buf_bytes(&old), FIRST_DIGITS / 2));
        rsp_buf_free(&old);
    } else {
        rsp_buf_append(&out, digits);
        while (stub_fault(s, RSP_FAULT_REG_SHORT_ACCEPTED) && out.len < len && out.status == RSP_OK)
            rsp_buf_push(&out, '0');
    }
    serve_digits(t, &out);
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
    rsp_status status = stub_real(s)->read_registers(f->target, thread, block);
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
        return stub_real(s)->write_registers(s->faults.target, thread, block);
    rsp_buf_clear(real);
    uint8_t *bytes = rsp_buf_extend(real, registers_of(s)->block_bytes);
    if (!bytes || stub_real(s)->read_registers(s->faults.target, thread, bytes) != RSP_OK)
        rsp_buf_clear(real);
    believe(s, thread, block);
    return RSP_OK;
}

bool stub_fault_register_ops(const rsp_stub *s, rsp_target_ops *ops) {
    bool cached = stub_fault(s, RSP_FAULT_REG_WRITES_CACHED);
    if (!cached && !stub_fault(s, RSP_FAULT_REG_STALE))
        return false;
    ops->read_registers = read_cached;
    if (cached)
        ops->write_registers = write_cache;
    return true;
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

static void registers_end_empty(stub_service *t) {
    stub_serve(t);
    if (stub_replies(t, RSP_LIT("E45")) || stub_replies(t, RSP_LIT("E.no such register")))
        rsp_buf_clear(t->reply);
}

static void register_gap(stub_service *t) {
    uint64_t index;
    rsp_bytes rest;
    bool gap = take_number(t, &index, &rest) && index > 7 && index < registers_of(t->s)->num;
    stub_serve(t);
    if (!gap || stub_refused(t))
        return;
    uint32_t offset = registers_of(t->s)->registers[index].offset;
    char old[32];
    char wrong[32];
    (void)snprintf(old, sizeof old, ";offset:%" PRIu32 ";", offset);
    (void)snprintf(wrong, sizeof wrong, ";offset:%" PRIu32 ";", offset + 8);
    stub_replace(t, old, wrong);
}

#define EACH_READ_AND_WRITE(id, serve)                \
    {RSP_FAULT_##id, stub_on_read_register, serve}, { \
        RSP_FAULT_##id, stub_on_write_register, serve \
    }

static const stub_fault_row rows[] = {
    EACH_READ_AND_WRITE(REG_INDEX_MASKED, index_masked),
    EACH_READ_AND_WRITE(REG_NUMBERED_ANEW, numbered_anew),
    {RSP_FAULT_REG_P_DECIMAL, stub_on_read_register, p_decimal},
    {RSP_FAULT_REG_P_SILENT, stub_on_read_register, p_silent},
    {RSP_FAULT_REG_P_ONE_DIGIT, stub_on_write_register, p_one_digit},
    {RSP_FAULT_REG_P_SWAPPED, stub_on_write_register, p_swapped},
    {RSP_FAULT_REG_FIRST_THREAD, stub_on_write_register, first_thread},
    EACH_READ_AND_WRITE(REG_WAITS, waits),
    {RSP_FAULT_REG_WAITS, stub_on_read_registers, waits},
    {RSP_FAULT_REG_WAITS, stub_on_write_registers, waits},
    {RSP_FAULT_REG_BIG_ENDIAN, stub_on_read_registers, big_endian},
    {RSP_FAULT_REG_UNAVAILABLE_DROPPED, stub_on_read_registers, unavailable_dropped},
    {RSP_FAULT_REG_G_SHIFTED, stub_on_write_registers, write_block},
    {RSP_FAULT_REG_G_FIRST_ONLY, stub_on_write_registers, write_block},
    {RSP_FAULT_REG_SHORT_ACCEPTED, stub_on_write_registers, write_block},
    {RSP_FAULT_LLDB_SAVED_CUT, stub_on_restore_registers, saved_cut},
    {RSP_FAULT_LLDB_SAVED_TWICE, stub_on_restore_registers, saved_twice},
    {RSP_FAULT_LLDB_REGISTERS_END_EMPTY, stub_on_register_info, registers_end_empty},
    {RSP_FAULT_LLDB_REGISTER_GAP, stub_on_register_info, register_gap},
};
STUB_FAULT_TABLE(stub_register_faults, rows);
