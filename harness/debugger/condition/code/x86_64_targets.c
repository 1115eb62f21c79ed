/* Who jumps into the bytes of the jump: the function is read from its start, instruction by instruction.
 * Where its bounds are not known, the code before the site is read from several places until one of them
 * leads to the site; instructions of x86 fall into step after a few. See x86_64_move.h. */
/* SPDX-License-Identifier: MIT */
#include "x86_64_decode.h"
#include "x86_64_move.h"

enum { TRIES = 16, FUNCTION_ALIGNMENT = 16 };

/* One way of reading the code: from some place to the end. */
typedef struct reading {
    const rsp_trampoline *map;
    bool whole;        /* all that is read is the function */
    bool jumped_into;  /* by a relative jump */
    bool table;        /* the function has a jump of which nobody can see where it leads */
    bool ended;        /* nothing leads from one instruction to the next: padding, or another function */
    bool over;         /* the site's function has ended */
    uint64_t furthest; /* where a jump so far leads */
} reading;

/* Where the bounds are not known: a function begins at an aligned place that nothing before leads to. */
static void enter(reading *r, uint64_t address) {
    if (r->whole || !r->ended || r->furthest >= address)
        return;
    if (address > r->map->site)
        r->over = true;
    else if (address % FUNCTION_ALIGNMENT == 0)
        r->table = false;
}

static void judge(reading *r, const x86_insn *insn) {
    uint64_t inside = insn->target - r->map->site - 1;
    bool jumps = insn->kind == X86_JUMP || insn->kind == X86_JUMP_IF || insn->kind == X86_LOOP;
    if (jumps && insn->target > r->furthest)
        r->furthest = insn->target;
    if ((jumps || insn->kind == X86_CALL) && inside < (uint64_t)r->map->num_displaced - 1)
        r->jumped_into = true;
    if (insn->kind == X86_JUMP_THROUGH && insn->through_table && !r->over)
        r->table = true;
    if (insn->kind != X86_NOTHING) /* padding leads nowhere where the code before it does not */
        r->ended = x86_ends(insn) || insn->kind == X86_TRAP;
}

/* Reads `code`, which begins at `address`; bytes that are no instruction end it. Returns how far it came. */
static size_t read_code(reading *r, rsp_bytes code, uint64_t address) {
    size_t at = 0;
    x86_insn insn;
    while (at < code.len && x86_decode(&insn, rsp_bytes_from(code, at), address + at)) {
        enter(r, address + at);
        judge(r, &insn);
        at += insn.len;
    }
    return at;
}

/* The code before the site, so that the reading ends exactly there. An instruction that is cut by the site
 * ends the reading too early. */
static bool read_before(reading *r, const rsp_trampoline_site *site) {
    size_t tries = site->whole ? 1 : TRIES;
    for (size_t skip = 0; skip < tries && skip <= site->before.len; skip++) {
        reading attempt = *r;
        rsp_bytes code = rsp_bytes_from(site->before, skip);
        if (read_code(&attempt, code, site->address - code.len) != code.len)
            continue;
        *r = attempt;
        return true;
    }
    return false;
}

rsp_trampoline_reason x86_64_targets(const rsp_trampoline *map, const rsp_trampoline_site *site) {
    x86_insn first;
    reading r = {.map = map, .whole = site->whole};
    bool one_insn = x86_decode(&first, site->text, site->address) && first.len >= map->num_displaced;
    if (one_insn) /* then nothing stands between the jump's bytes that could be jumped to */
        return RSP_TRAMPOLINE_NONE;
    if (site->before.len > 0 && !read_before(&r, site))
        return RSP_TRAMPOLINE_UNALIGNED;
    enter(&r, site->address);
    r.ended = false;
    (void)read_code(&r, site->text, site->address);
    (void)read_code(&r, site->apart, site->apart_address);
    if (r.jumped_into)
        return RSP_TRAMPOLINE_JUMPED_INTO;
    return r.table ? RSP_TRAMPOLINE_TABLE : RSP_TRAMPOLINE_NONE;
}
