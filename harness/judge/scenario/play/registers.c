/* Registers by p and P, or from and into the block of g and G, for the thread that is selected.
 * Numbers and sizes are those of the target description.
 * None of it touches the last reply of the scenario. */
/* SPDX-License-Identifier: MIT */
#include "play/registers.h"

#include "play/failure.h"
#include "play/request.h"
#include "play/stub_target.h"

#include "codec/reply.h"
#include "core/arena.h"
#include "core/byte_order.h"
#include "core/hex.h"

static step_end find_register(play *p, const written *at, const char *name, uint64_t number,
                              const rsp_tdesc_register **out) {
    target_ask(p);
    *out = name && *name ? rsp_tdesc_find(&p->stub->layout.target, name)
                         : rsp_tdesc_by_number(&p->stub->layout.target, number);
    if (*out)
        return STEP_OK;
    if (!at)
        return STEP_FAILED;
    if (!p->stub->layout.described) {
        p->skipping.why = "the stub does not describe its registers";
        return STEP_SKIP;
    }
    return play_fail(p, at, RSP_VERDICT_ERROR, "the target description has no register %s",
                     name && *name ? name : "of that number");
}

/* Bytes in target order as a number, or as they are where they are more than eight. */
static value register_value(play *p, rsp_bytes bytes) {
    if (bytes.len > 8)
        return value_bytes(rsp_arena_bytes(&p->room.arena, bytes));
    return value_int(rsp_number_of(bytes, p->stub->layout.big_endian));
}

/* pc and sp hold addresses; all other registers are numbers. */
static bool holds_address(play *p, const rsp_tdesc_register *r) {
    const rsp_tdesc *t = &p->stub->layout.target;
    return r == rsp_tdesc_find(t, "pc") || r == rsp_tdesc_find(t, "sp");
}

uint64_t register_as_address(play *p, const rsp_tdesc_register *r, uint64_t number) {
    const uint64_t mask = p->stub->layout.address_mask ? p->stub->layout.address_mask : UINT64_MAX;
    if (!holds_address(p, r))
        return number;
    return r == rsp_tdesc_find(&p->stub->layout.target, "sp")
               ? rsp_arch_stack_address(p->stub->layout.arch, number & mask)
               : number & mask;
}

bool register_number(play *p, rsp_bytes digits, uint64_t *out) {
    uint8_t bytes[8];
    if (digits.len == 0 || digits.len > 2 * sizeof bytes || rsp_hex_decode_into(bytes, digits) != RSP_OK)
        return false;
    *out = register_value(p, rsp_bytes_make(bytes, digits.len / 2)).number;
    return true;
}

/* One request for the register's value. *out_ok: it came. */
static step_end read_once(play *p, const written *at, const rsp_tdesc_register *r, bool single, value *out,
                          bool *out_ok) {
    step_end end =
        single ? play_requestf(p, at, "p%x", (unsigned)r->number) : play_request(p, at, RSP_LIT("g"));
    if (end != STEP_OK)
        return end;
    rsp_bytes digits = client_end_payload(&p->t);
    if (!single)
        digits = rsp_bytes_sub(digits, 2 * (size_t)r->offset, r->bits / 4);
    rsp_buf bytes = {.mem = p->room.arena.mem};
    *out_ok = digits.len == r->bits / 4 && rsp_hex_decode(&bytes, digits) == RSP_OK;
    *out = register_value(p, rsp_buf_bytes(&bytes));
    if (out->kind == VALUE_INT)
        out->number = register_as_address(p, r, out->number);
    rsp_buf_free(&bytes);
    return STEP_OK;
}

bool register_block_is_long(const play *p) {
    const stub_knowledge *k = p->stub;
    return k->layout.described && k->manners && k->manners->registers.g_bytes > k->layout.target.g_bytes;
}

/* A value of another size than the description says: it is the description that is wrong where g is, too. */
static step_end register_name_width(play *p, const rsp_tdesc_register *r, rsp_bytes digits) {
    static const char width[] = "p gives a register of another size than the target description says";
    rsp_buf bytes = {.mem = p->room.arena.mem};
    const bool sized = p->stub->layout.described && digits.len != r->bits / 4 && digits.len > 0 &&
                       rsp_hex_decode(&bytes, digits) == RSP_OK;
    rsp_buf_free(&bytes);
    if (!sized)
        return STEP_FAILED;
    return register_block_is_long(p)
               ? play_name_failure(p, "XFER-013", REGISTER_LONG_BLOCK, REGISTER_LONG_BLOCK)
               : play_name_failure(p, "XFER-013", width, width);
}

/* Where p gives no value g may: QEMU has p only for clients that have read the description in this
 * connection, and a broken p hides no register that g shows. What the look saw to differ from g is not asked.
 */
step_end register_read(play *p, const written *at, const char *name, uint64_t number, register_by by,
                       value *out) {
    const rsp_tdesc_register *r;
    bool ok = false;
    step_end end = find_register(p, at, name, number, &r);
    if (end != STEP_OK)
        return end;
    const bool by_g =
        (p->stub->manners && p->stub->manners->registers.p_differs == RSP_HABIT_YES) ||
        (p->stub->pc_by_g == PRESENCE_YES && r == rsp_tdesc_find(&p->stub->layout.target, "pc"));
    const bool single = by == REGISTER_BY_ANY ? !by_g && target_has_p(p) : by == REGISTER_BY_P;
    end = read_once(p, at, r, single, out, &ok);
    if (end == STEP_OK && !ok && single && by == REGISTER_BY_ANY)
        end = read_once(p, at, r, false, out, &ok);
    if (end != STEP_OK || ok)
        return end;
    (void)play_fail_reply(p, at, "expected the register's value, got another reply");
    return register_name_width(p, r, client_end_payload(&p->t));
}

static step_end write_single(play *p, const written *at, const rsp_tdesc_register *r, rsp_bytes bytes) {
    rsp_buf request = {.mem = p->room.arena.mem};
    rsp_buf_printf(&request, "P%x=", (unsigned)r->number);
    rsp_hex_append(&request, bytes);
    step_end end = play_request(p, at, rsp_buf_bytes(&request));
    rsp_buf_free(&request);
    return end;
}

/* Into the block that g gives, of `out_bytes`. *out_has: the block has the register; else nothing is written.
 */
static step_end write_in_block(play *p, const written *at, const rsp_tdesc_register *r, rsp_bytes bytes,
                               size_t *out_bytes, bool *out_has) {
    rsp_buf request = {.mem = p->room.arena.mem};
    rsp_buf digits = {.mem = p->room.arena.mem};
    step_end end = play_request(p, at, RSP_LIT("g"));
    rsp_buf_push(&request, 'G');
    rsp_buf_append(&request, client_end_payload(&p->t));
    rsp_hex_append(&digits, bytes);
    size_t start = 1 + 2 * (size_t)r->offset;
    *out_has = end != STEP_OK || request.len >= start + digits.len;
    if (end == STEP_OK && *out_has)
        memcpy(request.ptr + start, digits.ptr, digits.len);
    *out_bytes = (request.len - 1) / 2;
    if (end == STEP_OK && *out_has)
        end = play_request(p, at, rsp_buf_bytes(&request));
    rsp_buf_free(&request);
    rsp_buf_free(&digits);
    return end;
}

/* A block as short as g gave it is refused where g lacks registers. A debugger reads those by p, and can
 * write none where there is no P. */
step_end register_name_short_block(play *p, size_t bytes, step_end end) {
    static const char refused[] =
        "g is shorter than the registers of the target description, and G refuses what g gave";
    if (end != STEP_FAILED || !rsp_reply_is_error(client_end_payload(&p->t)))
        return end;
    target_ask(p);
    return p->stub->layout.described && bytes < p->stub->layout.target.g_bytes
               ? play_name_failure(p, "REG-002", refused, refused)
               : end;
}

static step_end write_known(play *p, const written *at, const rsp_tdesc_register *r, register_by by,
                            uint64_t number_value) {
    static const char beyond[] =
        "g is shorter than the registers of the target description, and P does not write the rest";
    rsp_buf bytes = {.mem = p->room.arena.mem};
    step_end end = STEP_OK;
    size_t block = SIZE_MAX; /* bytes of G, where that is sent */
    uint8_t *to = rsp_buf_extend(&bytes, r->bits / 8);
    if (holds_address(p, r) && p->stub->layout.address_mask == UINT32_MAX)
        number_value = rsp_arch_address_widened(p->stub->layout.arch, number_value, r->bits / 8);
    if (to)
        rsp_number_put(to, r->bits / 8, number_value, p->stub->layout.big_endian);
    bool single = by == REGISTER_BY_ANY ? target_has_p(p) : by == REGISTER_BY_P;
    if (single)
        end = write_single(p, at, r, rsp_buf_bytes(&bytes));
    bool has = true;
    bool missing = by == REGISTER_BY_ANY && end == STEP_OK && client_end_payload(&p->t).len == 0;
    if (!single || missing) /* QEMU, as above */
        end = write_in_block(p, at, r, rsp_buf_bytes(&bytes), &block, &has);
    /* Bochs has P, and neither p nor G: GDB tries P whatever p says. */
    if (by == REGISTER_BY_ANY && !single && end == STEP_OK && client_end_payload(&p->t).len == 0)
        end = write_single(p, at, r, rsp_buf_bytes(&bytes));
    rsp_buf_free(&bytes);
    if (end != STEP_OK || (has && rsp_bytes_equal(client_end_payload(&p->t), RSP_LIT("OK"))))
        return end;
    if (p->mode.in_setup) { /* other scenarios judge the write; this one can't begin without it */
        p->skipping.why = "the stub refuses to write a register";
        return STEP_SKIP;
    }
    if (has)
        return register_name_short_block(
            p, block, play_fail_reply(p, at, "expected OK for the write to the register, got another reply"));
    (void)play_fail_quietly(p, at, "expected the register in the block that g gives, got a shorter one");
    return play_name_failure(p, "REG-002", beyond, beyond);
}

/* A SPARC goes on at npc after the instruction at pc: GDB writes both where a program is to go on elsewhere.
 */
static const rsp_tdesc_register *next_pc(play *p, const rsp_tdesc_register *r) {
    const rsp_tdesc *t = &p->stub->layout.target;
    const bool sparc = p->stub->layout.arch && strncmp(p->stub->layout.arch, "sparc", 5) == 0;
    return sparc && r == rsp_tdesc_find(t, "pc") ? rsp_tdesc_find(t, "npc") : NULL;
}

step_end register_write(play *p, const written *at, const char *name, uint64_t number, register_by by,
                        uint64_t number_value) {
    enum { SPARC_INSTRUCTION = 4 };
    const rsp_tdesc_register *r;
    step_end end = find_register(p, at, name, number, &r);
    if (end == STEP_OK)
        end = write_known(p, at, r, by, number_value);
    const rsp_tdesc_register *next = end == STEP_OK ? next_pc(p, r) : NULL;
    return next && next != r ? write_known(p, at, next, by, number_value + SPARC_INSTRUCTION) : end;
}
