/* Copies of instructions at another place: distances are counted anew, short jumps become near ones, and a
 * call pushes the address that the program would have pushed, so that backtraces and returns stay right.
 * See x86_64_move.h. */
/* SPDX-License-Identifier: MIT */
#include "x86_64_move.h"

#include "backend.h"
#include "x86_64_code.h"
#include "x86_64_decode.h"

/* --- which instructions
 * ------------------------------------------------------------------------------------- */

static rsp_trampoline_reason reason_of(const x86_insn *insn) {
    switch (insn->kind) {
    case X86_PLAIN:
    case X86_NOTHING:
    case X86_JUMP:
    case X86_JUMP_IF:
    case X86_LOOP:
    case X86_CALL:
    case X86_JUMP_THROUGH:
    case X86_RETURN:
        return RSP_TRAMPOLINE_NONE;
    case X86_CALL_THROUGH:
        return insn->through_rsp ? RSP_TRAMPOLINE_STACK_CALL : RSP_TRAMPOLINE_NONE;
    case X86_SYSTEM_CALL:
        return RSP_TRAMPOLINE_ECALL;
    case X86_TRAP:
        return RSP_TRAMPOLINE_EBREAK;
    case X86_TRANSACTION:
        return RSP_TRAMPOLINE_TRANSACTION;
    case X86_REFUSED:
        break;
    }
    return RSP_TRAMPOLINE_UNDECODED;
}

/* Behind code that has ended only padding may be overwritten. */
static bool is_padding(const x86_insn *insn) {
    return insn->kind == X86_NOTHING || insn->kind == X86_TRAP;
}

static rsp_trampoline_reason reason_there(const x86_insn *insn, bool ended, bool last) {
    if (ended)
        return is_padding(insn) ? RSP_TRAMPOLINE_NONE : RSP_TRAMPOLINE_LEAVES_INSIDE;
    bool calls = insn->kind == X86_CALL || insn->kind == X86_CALL_THROUGH;
    return calls && !last ? RSP_TRAMPOLINE_RETURNS_INSIDE : reason_of(insn);
}

rsp_trampoline_reason x86_64_displace(rsp_trampoline *map, const rsp_trampoline_site *site) {
    bool ended = false;
    size_t at = 0;
    while (at < X86_JUMP_BYTES) {
        x86_insn insn;
        if (at >= site->text.len)
            return RSP_TRAMPOLINE_TRUNCATED;
        if (!x86_decode(&insn, rsp_bytes_from(site->text, at), site->address + at))
            return RSP_TRAMPOLINE_UNDECODED;
        rsp_trampoline_reason reason = reason_there(&insn, ended, at + insn.len >= X86_JUMP_BYTES);
        if (reason != RSP_TRAMPOLINE_NONE)
            return reason;
        ended = ended || x86_ends(&insn);
        at += insn.len;
    }
    map->num_displaced = (uint32_t)at;
    return x86_64_targets(map, site);
}

rsp_trampoline_reason x86_64_displace_first(rsp_trampoline *map, const rsp_trampoline_site *site) {
    x86_insn insn;
    if (!x86_decode(&insn, site->text, site->address))
        return RSP_TRAMPOLINE_UNDECODED;
    map->num_displaced = insn.len;
    return reason_of(&insn);
}

/* --- to another place
 * --------------------------------------------------------------------------------------- */

typedef struct mover {
    rsp_trampoline *map;
    rsp_buf *out;
    size_t start; /* of the moved instructions in `out` */
    rsp_trampoline_reason reason;
} mover;

static uint64_t here(const mover *m) {
    return m->map->moved + (m->out->len - m->start);
}

/* The code's end and beginning are within reach of each other, so a little more or less does not matter. */
static void check_reach(mover *m, uint64_t to, rsp_trampoline_reason reason) {
    if (m->reason == RSP_TRAMPOLINE_NONE && (!x86_reaches(here(m), to) || !x86_reaches(here(m) + 32, to)))
        m->reason = reason;
}

static void put_jump(mover *m, uint64_t to) {
    check_reach(m, to, RSP_TRAMPOLINE_TARGET_TOO_FAR);
    x86_put_jump(m->out, here(m), to);
}

/* The instruction with its bytes from modrm on as they are, but data at the same address as before. */
static void put_copy(mover *m, const x86_insn *insn, uint64_t address) {
    uint8_t bytes[sizeof insn->bytes];
    memcpy(bytes, insn->bytes, sizeof bytes);
    if (insn->displacement) {
        uint32_t distance = 0;
        for (unsigned i = 0; i < 4; i++)
            distance |= (uint32_t)bytes[insn->displacement + i] << 8 * i;
        uint64_t data = address + insn->len + (uint64_t)(int64_t)(int32_t)distance;
        check_reach(m, data, RSP_TRAMPOLINE_DATA_TOO_FAR);
        distance = (uint32_t)(data - (here(m) + insn->len));
        for (unsigned i = 0; i < 4; i++)
            bytes[insn->displacement + i] = (uint8_t)(distance >> 8 * i);
    }
    rsp_buf_append(m->out, rsp_bytes_make(bytes, insn->len));
}

/* The return address is the program's own. No register and no flag is touched. */
static void put_push(mover *m, uint64_t address, uint64_t value) {
    x86_put(m->out, "48 8d 64 24 f8"); /* lea rsp, [rsp - 8] */
    trampoline_add_place(m->map, here(m), address, 8);
    x86_put(m->out, "c7 04 24"); /* mov dword [rsp], low */
    x86_put_32(m->out, (uint32_t)value);
    x86_put(m->out, "c7 44 24 04"); /* mov dword [rsp + 4], high */
    x86_put_32(m->out, (uint32_t)(value >> 32));
}

static void put_call_through(mover *m, const x86_insn *insn, uint64_t address) {
    x86_insn jump = *insn;
    jump.bytes[insn->modrm] =
        (uint8_t)((insn->bytes[insn->modrm] & ~0x38) | 4 << 3); /* ff /2 becomes ff /4 */
    put_push(m, address, address + insn->len);
    put_copy(m, &jump, address);
}

/* Distances of 8 bits only: over a jump, to a jump. */
static void put_loop(mover *m, const x86_insn *insn, uint64_t address) {
    rsp_buf_append(m->out, rsp_bytes_make(insn->bytes, insn->len - 1U));
    x86_put(m->out, "02");
    trampoline_add_place(m->map, here(m), address + insn->len, 0);
    x86_put(m->out, "eb 05");
    trampoline_add_place(m->map, here(m), insn->target, 0);
    put_jump(m, insn->target);
}

static void move_one(mover *m, const x86_insn *insn, uint64_t address) {
    trampoline_add_place(m->map, here(m), address, 0);
    switch (insn->kind) {
    case X86_JUMP:
        put_jump(m, insn->target);
        break;
    case X86_JUMP_IF:
        check_reach(m, insn->target, RSP_TRAMPOLINE_TARGET_TOO_FAR);
        x86_put_jump_if(m->out, insn->condition, here(m), insn->target);
        break;
    case X86_LOOP:
        put_loop(m, insn, address);
        break;
    case X86_CALL:
        put_push(m, address, address + insn->len);
        put_jump(m, insn->target);
        break;
    case X86_CALL_THROUGH:
        put_call_through(m, insn, address);
        break;
    case X86_PLAIN:
    case X86_NOTHING:
    case X86_JUMP_THROUGH:
    case X86_RETURN:
    case X86_SYSTEM_CALL:
    case X86_TRAP:
    case X86_TRANSACTION:
    case X86_REFUSED:
        put_copy(m, insn, address);
        break;
    }
}

rsp_trampoline_reason x86_64_move(rsp_trampoline *map, rsp_buf *out, const rsp_trampoline_site *site) {
    mover m = {.map = map, .out = out, .start = out->len};
    x86_insn insn = {0};
    bool ended = false;
    for (size_t at = 0; at < map->num_displaced && !ended; at += insn.len) {
        bool known = x86_decode(&insn, rsp_bytes_from(site->text, at), site->address + at);
        if (!known) /* it was when the bytes were counted */
            return RSP_TRAMPOLINE_UNDECODED;
        move_one(&m, &insn, site->address + at);
        ended = x86_ends(&insn) || insn.kind == X86_CALL || insn.kind == X86_CALL_THROUGH;
    }
    map->done = 0;
    if (!ended) {
        uint64_t back = map->site + map->num_displaced;
        map->done = here(&m);
        check_reach(&m, back, RSP_TRAMPOLINE_SITE_TOO_FAR);
        trampoline_add_place(map, map->done, back, 0);
        x86_put_jump(out, map->done, back);
    }
    return m.reason;
}
