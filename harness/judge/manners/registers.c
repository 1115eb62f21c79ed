/* Registers and memory: the description, the reply to g, byte order, where pc and sp are, what can be read.
 * Without a description a known register block is tried, and believed when memory at its pc can be read.
 * Private to the layer; see look.h. */
/* SPDX-License-Identifier: MIT */
#include "look.h"

#include "register_block.h"

#include "codec/escape.h"
#include "codec/feature.h"
#include "codec/qxfer.h"
#include "core/arena.h"
#include "core/byte_order.h"
#include "core/hex.h"
#include "core/limits.h"
#include <rsp/packet_ids.h>
#include <stdio.h>

/* --- the description --- */

enum { CHUNK_MOST = 0x3000, CHUNK_LEAST = 0x20, DOCUMENT_MOST = 256 * 1024, CHUNKS_MOST = 256 };

static bool is_register_text(rsp_bytes text) {
    for (size_t i = 0; i < text.len; i++) {
        if (rsp_hex_value(text.ptr[i]) < 0 && text.ptr[i] != 'x')
            return false;
    }
    return text.len > 0 && text.len % 2 == 0;
}

typedef struct fetching {
    look *l;
    unsigned num_chunks; /* of all documents */
} fetching;

/* One chunk; false at the end of the document, or where it can not be had. */
static bool fetch_chunk(fetching *f, rsp_packet_id id, const char *annex, rsp_buf *out, bool *out_whole) {
    look *l = f->l;
    uint64_t size = l->t.m->replies.packet_size ? l->t.m->replies.packet_size : UINT64_C(4) * CHUNK_LEAST;
    uint64_t length = size > CHUNK_MOST                  ? CHUNK_MOST
                      : size > UINT64_C(2) * CHUNK_LEAST ? size - CHUNK_LEAST / 4
                                                         : CHUNK_LEAST;
    char args[192];
    (void)snprintf(args, sizeof args, "%s:%zx,%llx", annex, out->len, (unsigned long long)length);
    reply r = ask_packet(&l->t, id, args, due_of(&l->t));
    rsp_qxfer_reply chunk;
    if (r.kind != REPLY_PACKET || rsp_qxfer_reply_parse(&chunk, r.payload, NULL) != RSP_OK)
        return false;
    rsp_buf_append(out, chunk.data);
    *out_whole = chunk.last;
    return !chunk.last && chunk.data.len > 0 && out->len < DOCUMENT_MOST && ++f->num_chunks < CHUNKS_MOST;
}

static bool fetch_of(fetching *f, rsp_packet_id id, const char *annex, rsp_buf *out) {
    bool whole = false;
    if (strlen(annex) > 100)
        return false;
    while (fetch_chunk(f, id, annex, out, &whole))
        continue;
    return whole && out->status == RSP_OK;
}

static bool fetch(void *ctx, const char *annex, rsp_buf *out) {
    return fetch_of(ctx, RSP_PACKET_QXFER_FEATURES_READ, annex, out);
}

bool fetch_object(look *l, rsp_packet_id id, const char *annex, rsp_buf *out) {
    fetching f = {.l = l};
    const bool whole = fetch_of(&f, id, annex, out);
    if (out->status == RSP_NO_MEMORY)
        l->t.trouble = RSP_NO_MEMORY;
    return whole;
}

/* Whether p gives digits. Nothing is noted: this is about when, not whether. */
static bool register_opens(look *l) {
    if (!line_open(&l->t))
        return false;
    reply r = ask_packet(&l->t, RSP_PACKET_READ_REGISTER, "0", patience_of(&l->t));
    return is_answer(&r) && is_register_text(r.payload);
}

void look_description(look *l) {
    fetching f = {.l = l};
    if (!line_open(&l->t) || !l->t.m->replies.supported)
        return;
    if (!rsp_feature_offered(rsp_bytes_str(l->t.m->replies.supported),
                             rsp_packet_feature(RSP_PACKET_QXFER_FEATURES_READ)))
        return;
    l->target.arena.mem = l->t.options->mem;
    const bool early = read_registers(l); /* there are stubs that open them, or all of them, by target.xml */
    const uint64_t early_bytes = l->t.m->registers.g_bytes;
    const bool early_p = early && register_opens(l); /* QEMU opens p by it, and g has opened before */
    if (!line_open(&l->t) && !revive(l))             /* and those that die of it: qemu-system-ppc64 7.2 */
        return;
    rsp_status status = rsp_tdesc_read(&l->target, fetch, &f);
    l->have_target = status == RSP_OK && l->target.num > 0;
    if (status == RSP_OK && line_open(&l->t) && read_registers(l)) {
        const bool whole = early && early_bytes == l->t.m->registers.g_bytes;
        l->t.m->opening.description_first =
            whole && (early_p || !register_opens(l)) ? RSP_HABIT_NO : RSP_HABIT_YES;
    }
    l->t.m->replies.packets[RSP_PACKET_QXFER_FEATURES_READ] = status == RSP_OK ? RSP_HABIT_YES : RSP_HABIT_NO;
    if (status == RSP_NO_MEMORY)
        l->t.trouble = status;
    l->t.m->registers.num_described = l->have_target ? l->target.num : 0;
    const char *arch = status == RSP_OK ? rsp_arch_described(&l->target) : "";
    if (status == RSP_OK && l->target.architecture && *l->target.architecture)
        l->t.m->registers.described = rsp_arena_str(&l->t.m->arena, l->target.architecture);
    if (*arch) {
        l->t.m->registers.arch = rsp_arena_str(&l->t.m->arena, arch);
        l->t.m->registers.big_endian =
            rsp_arch_big_endian(l->t.m->registers.arch) ? RSP_HABIT_YES : RSP_HABIT_NO;
    }
}

/* --- g --- */

static uint8_t digit_pair(rsp_bytes text, size_t i) {
    int high = rsp_hex_value(text.ptr[i]);
    int low = rsp_hex_value(text.ptr[i + 1]);
    return (uint8_t)(high < 0 || low < 0 ? 0 : high << 4 | low); /* "xx" is unavailable */
}

/* Digits of data: bytes 'A' to 'F' say upper case, 'a' to 'f' lower. */
static void note_case(look *l, rsp_bytes text) {
    for (size_t i = 0; i < text.len; i++) {
        uint8_t c = text.ptr[i];
        if (c >= 'A' && c <= 'F')
            l->t.m->replies.upper_hex = RSP_HABIT_YES;
        else if (c >= 'a' && c <= 'f' && l->t.m->replies.upper_hex == RSP_HABIT_UNKNOWN)
            l->t.m->replies.upper_hex = RSP_HABIT_NO;
    }
}

bool ends_by_g(const look *l) {
    return l->num_g_ends > 1;
}

bool read_registers(look *l) {
    if (ends_by_g(l) || !line_open(&l->t))
        return false;
    reply r = ask_packet(&l->t, RSP_PACKET_READ_REGISTERS, NULL, due_of(&l->t));
    if (r.kind == REPLY_GONE && l->t.line == LINE_GONE)
        l->num_g_ends++;
    if (!is_answer(&r) || !is_register_text(r.payload)) {
        if (r.kind != REPLY_GONE && l->t.m->replies.packets[RSP_PACKET_READ_REGISTERS] == RSP_HABIT_UNKNOWN)
            note_packet(&l->t, RSP_PACKET_READ_REGISTERS, &r);
        return false;
    }
    note_packet(&l->t, RSP_PACKET_READ_REGISTERS, &r);
    note_case(l, r.payload);
    note_bytes(&l->t, TOPIC_REGISTERS, NULL);
    rsp_buf_clear(&l->registers);
    l->some_unavailable = rsp_bytes_index(r.payload, 'x') < r.payload.len;
    for (size_t i = 0; i < r.payload.len; i += 2)
        rsp_buf_push(&l->registers, digit_pair(r.payload, i));
    if (l->registers.status != RSP_OK)
        l->t.trouble = RSP_NO_MEMORY;
    l->t.m->registers.g_bytes = l->registers.len;
    return l->registers.len > 0;
}

bool register_at(const look *l, uint64_t offset, unsigned width, bool big, uint64_t *out_value) {
    if (width == 0 || width > 8 || offset + width > l->registers.len)
        return false;
    *out_value = rsp_number_of(rsp_bytes_sub(rsp_buf_bytes(&l->registers), (size_t)offset, width), big);
    return true;
}

bool can_read(look *l, uint64_t at, unsigned len) {
    char args[32];
    (void)snprintf(args, sizeof args, "%llx,%x", (unsigned long long)at, len);
    reply r = ask_packet(&l->t, RSP_PACKET_READ_MEMORY, args, due_of(&l->t));
    bool bytes = is_answer(&r) && is_register_text(r.payload);
    if (bytes) {
        note_packet(&l->t, RSP_PACKET_READ_MEMORY, &r);
        note_case(l, r.payload);
    }
    return bytes;
}

/* --- where pc and sp are --- */

/* What the register holds as an address. */
static bool address_at(look *l, uint64_t offset, unsigned width, bool big, uint64_t *out) {
    const uint64_t mask = l->t.m->registers.address_mask;
    if (!register_at(l, offset, width, big, out))
        return false;
    *out &= mask ? mask : UINT64_MAX;
    return true;
}

static void read_described(look *l) {
    const rsp_tdesc_register *pc = rsp_tdesc_find(&l->target, "pc");
    const rsp_tdesc_register *sp = rsp_tdesc_find(&l->target, "sp");
    bool big = l->t.m->registers.big_endian == RSP_HABIT_YES;
    if (pc) {
        l->t.m->registers.pc_number = (int)pc->number;
        l->t.m->registers.pc_offset = pc->offset;
        l->t.m->registers.address_bytes = pc->bits / 8;
        l->pc.known = address_at(l, pc->offset, pc->bits / 8, big, &l->pc.at);
    }
    if (sp) {
        l->t.m->registers.sp_number = (int)sp->number;
        l->sp.known = address_at(l, sp->offset, sp->bits / 8, big, &l->sp.at);
    }
}

void take_sp(look *l, const register_block *s) {
    l->t.m->registers.sp_number = s->sp_number;
    l->t.m->registers.sp_offset = s->sp_offset;
    l->t.m->registers.sp_bytes = s->address < 4 || s->width == 1 ? 2 : s->address;
    l->sp.known = register_at(l, s->sp_offset, l->t.m->registers.sp_bytes, s->big_endian, &l->sp.at);
    l->sp.at = rsp_arch_stack_address(s->arch, l->sp.at);
}

static void take_block(look *l, const register_block *s) {
    l->width = s->width;
    l->t.m->registers.arch = s->arch;
    l->t.m->registers.big_endian = s->big_endian ? RSP_HABIT_YES : RSP_HABIT_NO;
    l->t.m->registers.pc_number = s->pc_number;
    l->t.m->registers.pc_offset = s->pc_offset;
    l->t.m->registers.address_bytes = s->address;
    l->pc.known = register_at(l, s->pc_offset, s->address, s->big_endian, &l->pc.at);
    take_sp(l, s);
}

/* The next block of that size, of the architecture that target.xml names, if it names one. */
static const register_block *next_block(const look *l, const register_block *at) {
    do
        at = register_block_next(at, l->registers.len);
    while (at && l->t.m->registers.described && strcmp(at->arch, l->t.m->registers.arch) != 0);
    return at;
}

/* Instructions of most architectures stand at even addresses: an odd pc is one in the other byte order. A
 * register that holds 0 is rather another one. */
static bool is_doubtful(const register_block *s, uint64_t pc) {
    static const char *const any[] = {"i386", "x86-64", "z80", "xtensa"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(any) && pc != 0; i++)
        if (strcmp(s->arch, any[i]) == 0)
            return false;
    return pc == 0 || (pc & 1) != 0;
}

/* The only register block of that size, or the first whose pc can be read, of which there is no doubt if
 * there is such a one: there are stubs that give bytes for each address. */
static void guess_block(look *l) {
    enum { TRIES = 4 };
    const register_block *s = next_block(l, NULL);
    const register_block *doubtful = NULL;
    if (s && !next_block(l, s)) {
        take_block(l, s);
        return;
    }
    for (int i = 0; i < TRIES && s && line_open(&l->t); i++, s = next_block(l, s)) {
        uint64_t pc;
        if (!register_at(l, s->pc_offset, s->address, s->big_endian, &pc) || !can_read(l, pc, 2))
            continue;
        if (!is_doubtful(s, pc)) {
            take_block(l, s);
            return;
        }
        doubtful = doubtful ? doubtful : s;
    }
    if (doubtful)
        take_block(l, doubtful);
}

/* "endian:little;" of LLDB's question. */
static rsp_habit told_order(rsp_bytes text) {
    while (text.len > 0) {
        rsp_bytes value = rsp_bytes_split(&text, ';');
        const rsp_bytes key = rsp_bytes_split(&value, ':');
        if (rsp_bytes_equal(key, RSP_LIT("endian")) && rsp_bytes_equal(value, RSP_LIT("big")))
            return RSP_HABIT_YES;
        if (rsp_bytes_equal(key, RSP_LIT("endian")) && rsp_bytes_equal(value, RSP_LIT("little")))
            return RSP_HABIT_NO;
    }
    return RSP_HABIT_UNKNOWN;
}

/* A block that was guessed, of an architecture of both orders: what the stub tells LLDB of it goes first. It
 * is not asked where one more unknown packet may be its end. */
static void ask_order(look *l) {
    const rsp_manners_registers *r = &l->t.m->registers;
    const register_block *s = NULL;
    do
        s = r->arch ? next_block(l, s) : NULL;
    while (s && (strcmp(s->arch, r->arch) != 0 || s->big_endian == (r->big_endian == RSP_HABIT_YES)));
    if (!s || l->have_target || l->t.m->replies.unknowns == RSP_UNKNOWNS_UNKNOWN || !line_open(&l->t) ||
        !read_registers(l))
        return;
    const reply said = ask_packet(&l->t, RSP_PACKET_QHOST_INFO, NULL, patience_of(&l->t));
    const rsp_habit order = is_answer(&said) ? told_order(said.payload) : RSP_HABIT_UNKNOWN;
    if (order != RSP_HABIT_UNKNOWN && order != r->big_endian && line_open(&l->t) && read_registers(l))
        take_block(l, s);
}

static void find_registers(look *l) {
    if (l->have_target)
        read_described(l);
    else if (l->t.m->registers.pc_number < 0)
        guess_block(l);
}

bool read_pc(look *l, uint64_t *out_pc) {
    bool big = l->t.m->registers.big_endian == RSP_HABIT_YES;
    const size_t end = (size_t)l->t.m->registers.pc_offset + l->t.m->registers.address_bytes;
    if (l->t.m->registers.pc_number < 0)
        return false;
    if (l->t.m->registers.pc_by_p == RSP_HABIT_YES || ends_by_g(l))
        return pc_by_p(l, out_pc);
    if (!read_registers(l))
        return false;
    /* GDB reads what g leaves out at its end by p (remote.c, process_g_packet). */
    if (l->have_target && end > l->registers.len &&
        l->t.m->replies.packets[RSP_PACKET_READ_REGISTER] == RSP_HABIT_YES)
        return pc_by_p(l, out_pc);
    return address_at(l, l->t.m->registers.pc_offset, l->t.m->registers.address_bytes, big, out_pc);
}

bool sp_of_registers(look *l, uint64_t *out) {
    const rsp_tdesc_register *sp = l->have_target ? rsp_tdesc_find(&l->target, "sp") : NULL;
    const bool big = l->t.m->registers.big_endian == RSP_HABIT_YES;
    const uint64_t offset = sp ? sp->offset : l->t.m->registers.sp_offset;
    const unsigned bytes = sp ? sp->bits / 8 : l->t.m->registers.sp_bytes;
    if (!address_at(l, offset, bytes, big, out))
        return false;
    *out = l->t.m->registers.arch ? rsp_arch_stack_address(l->t.m->registers.arch, *out) : *out;
    return true;
}

/* --- before and after '?' --- */

static uint64_t any_place(const look *l) {
    return l->pc.known ? l->pc.at : l->sp.known ? l->sp.at : 0;
}

void look_registers(look *l) {
    bool early_registers = read_registers(l);
    if (early_registers)
        find_registers(l);
    else if (l->have_target && ends_by_g(l))
        places_by_p(l);
    uint64_t place = any_place(l);
    bool early_memory = line_open(&l->t) && can_read(l, place, 4);
    if (line_open(&l->t) && !early_memory)
        note_bytes(&l->t, TOPIC_FIRST, NULL);
    look_question(l);
    bool late_memory = line_open(&l->t) && can_read(l, place, 4);
    bool late_registers = line_open(&l->t) && read_registers(l);
    if (late_registers && l->t.m->registers.pc_number < 0)
        find_registers(l);
    bool opened = (late_memory && !early_memory) || (late_registers && !early_registers);
    if (late_memory || late_registers)
        l->t.m->opening.question_first = opened ? RSP_HABIT_YES : RSP_HABIT_NO;
}

static rsp_habit readable(look *l, bool known, uint64_t at) {
    if (!known || !line_open(&l->t))
        return RSP_HABIT_UNKNOWN;
    bool can = can_read(l, at, 4);
    note_bytes(&l->t, TOPIC_MEMORY, NULL);
    return !line_open(&l->t) ? RSP_HABIT_UNKNOWN : can ? RSP_HABIT_YES : RSP_HABIT_NO;
}

/* Whether memory at pc can be read in that order, with these bits of registers for addresses. */
static bool leads_somewhere(look *l, rsp_habit big_endian, uint64_t mask) {
    l->t.m->registers.big_endian = big_endian;
    l->t.m->registers.address_mask = mask;
    read_described(l);
    return l->pc.known && line_open(&l->t) && can_read(l, l->pc.at, 2);
}

typedef enum code_at { CODE_UNREAD, CODE_NONE, CODE_IS } code_at;

/* Whether code may be at pc: it is not all the same byte, as memory is that nobody has filled. */
static code_at code_at_pc(look *l) {
    enum { BYTES = 16 };
    char args[32];
    (void)snprintf(args, sizeof args, "%llx,%x", (unsigned long long)l->pc.at, BYTES);
    const reply r = ask_packet(&l->t, RSP_PACKET_READ_MEMORY, args, due_of(&l->t));
    if (!is_answer(&r) || !is_register_text(r.payload) || r.payload.len != 2 * (size_t)BYTES)
        return CODE_UNREAD;
    for (size_t i = 2; i < r.payload.len; i++)
        if (r.payload.ptr[i] != r.payload.ptr[i % 2])
            return CODE_IS;
    return CODE_NONE;
}

/* MIPS, which is taken for big endian where nothing says so, of a stub that gives bytes for each address: pc
 * leads somewhere in both orders, and to code in one. */
static void prefer_code(look *l, rsp_habit told, rsp_habit other, uint64_t mask) {
    const char *arch = l->t.m->registers.arch;
    if (!arch || strncmp(arch, "mips", 4) != 0 || code_at_pc(l) != CODE_NONE)
        return;
    if (!leads_somewhere(l, other, mask) || code_at_pc(l) != CODE_IS)
        (void)leads_somewhere(l, told, mask);
}

/* Architectures of both byte orders, and those that no table names: the order in which memory at pc can be
 * read. Addresses are as wide as GDB takes them, unless pc leads somewhere as a whole only. */
static void settle_order(look *l) {
    const rsp_habit told = l->t.m->registers.big_endian;
    const rsp_habit other = told == RSP_HABIT_YES ? RSP_HABIT_NO : RSP_HABIT_YES;
    const uint64_t mask = l->t.m->registers.arch ? rsp_arch_address_mask(l->t.m->registers.arch) : UINT64_MAX;
    if (!l->have_target || !l->pc.known || !line_open(&l->t) || !read_registers(l))
        return;
    if (leads_somewhere(l, told, mask)) {
        prefer_code(l, told, other, mask);
        return;
    }
    if (leads_somewhere(l, other, mask))
        return;
    const bool narrow = mask != UINT64_MAX;
    if (narrow && (leads_somewhere(l, told, UINT64_MAX) || leads_somewhere(l, other, UINT64_MAX)))
        return;
    l->t.m->registers.big_endian = told;
    l->t.m->registers.address_mask = mask;
    read_described(l);
}

void look_memory(look *l) {
    settle_order(l);
    ask_order(l);
    l->t.m->places.at_pc = readable(l, l->pc.known, l->pc.at);
    l->t.m->places.at_sp = readable(l, l->sp.known, l->sp.at);
    if (l->t.m->registers.pc_number >= 0 || !l->t.options->run_program)
        look_memory_elsewhere(l);
    if (l->t.m->replies.packets[RSP_PACKET_READ_MEMORY] == RSP_HABIT_UNKNOWN && line_open(&l->t))
        l->t.m->replies.packets[RSP_PACKET_READ_MEMORY] = RSP_HABIT_NO;
}
