/* Facts: what scenarios may name without having captured it. Some are asked of the stub once, some after each
 * connect, some are looked up when used. A profile's value goes before everything that is measured.
 * Only what the scenario names is measured, so that nobody pays for what nobody reads. */
/* SPDX-License-Identifier: MIT */
#include "play/facts.h"

#include "play/evaluate.h"
#include "play/layout.h"
#include "play/registers.h"
#include "play/request.h"

#include "codec/feature.h"
#include "codec/reply.h"
#include "core/arena.h"
#include "core/hex.h"
#include "core/limits.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>
#include <stdlib.h>

const char *fact_program_path(void *ctx, const char *program) {
    const play *p = ctx;
    if (!p->provider->program_path)
        return NULL;
    const char *path = p->provider->program_path(p->provider->ctx, program);
    return path && *path ? path : NULL;
}

/* --- the target description --- */

static bool fetch_annex(void *ctx, const char *annex, rsp_buf *out) {
    play *p = ctx;
    return xfer_read(p, NULL, "features", rsp_bytes_str(annex), 0xfff, out) == STEP_OK;
}

/* "key:value;" pairs as LLDB's q replies have them; empty when missing. */
static rsp_bytes pair_value(rsp_bytes list, const char *key) {
    while (list.len > 0) {
        rsp_bytes pair = rsp_bytes_split(&list, ';');
        if (rsp_bytes_equal(rsp_bytes_split(&pair, ':'), rsp_bytes_str(key)))
            return pair;
    }
    return (rsp_bytes){0};
}

/* From the profile, the description, or LLDB's triple. */
static void find_arch(play *p) {
    stub_knowledge *k = p->stub;
    const char *text = p->profile && *p->profile->architecture ? p->profile->architecture : "";
    if (!*text && k->target.architecture && *k->target.architecture)
        text = k->target.architecture;
    if (!*text && client_end_request(&p->t, rsp_packet_name(RSP_PACKET_QHOST_INFO)) == RSP_OK) {
        rsp_buf triple = {.mem = p->arena.mem};
        if (rsp_hex_decode(&triple, pair_value(client_end_payload(&p->t), "triple")) == RSP_OK)
            text = rsp_arena_str(&k->arena, rsp_buf_cstr(&triple));
        rsp_buf_free(&triple);
    }
    k->arch = rsp_arena_str(&k->arena, rsp_arch_name(text));
    k->big_endian = k->described ? rsp_arch_big_endian(k->arch)
                                 : k->manners->big_endian == RSP_HABIT_YES || rsp_arch_big_endian(k->arch);
    k->address_bytes = rsp_arch_address_bytes(k->arch);
    if (k->have_target && !k->described)
        k->address_bytes = k->manners->address_bytes;
}

static void read_description(play *p) {
    stub_knowledge *k = p->stub;
    k->target.arena.mem = k->arena.mem;
    bool offered =
        rsp_feature_yes(rsp_buf_bytes(&p->supported), rsp_packet_feature(RSP_PACKET_QXFER_FEATURES_READ));
    k->described = offered && rsp_tdesc_read(&k->target, fetch_annex, p) == RSP_OK && k->target.num > 0;
    if (k->target.bad) { /* what could be read of it has no places in g */
        k->described = false;
        k->target.num = 0;
    }
    k->have_target = k->described;
}

void facts_probe_target(play *p) {
    stub_knowledge *k = p->stub;
    if (k->probed)
        return;
    k->have_target = layout_of_look(k);
    k->probed = k->have_target || p->supported.len > 0; /* without qSupported nothing is known of the stub */
    if (!k->have_target)
        read_description(p);
    find_arch(p);
}

/* --- requests that helpers want to know of --- */

bool facts_has_p(play *p) {
    stub_knowledge *k = p->stub;
    if (k->p == PRESENCE_NOT_ASKED && client_end_request(&p->t, RSP_LIT("p0")) == RSP_OK)
        k->p = client_end_payload(&p->t).len > 0 ? PRESENCE_YES : PRESENCE_NO;
    return k->p == PRESENCE_YES;
}

bool facts_has_vcont(play *p) {
    stub_knowledge *k = p->stub;
    rsp_bytes question = rsp_packet_name(RSP_PACKET_VCONT_QUERY);
    if (k->vcont == PRESENCE_NOT_ASKED && client_end_request(&p->t, question) == RSP_OK) {
        bool known = rsp_bytes_starts(client_end_payload(&p->t), rsp_packet_name(RSP_PACKET_VCONT));
        k->vcont = known ? PRESENCE_YES : PRESENCE_NO;
    }
    return k->vcont == PRESENCE_YES;
}

void resume_request(play *p, bool steps, rsp_buf *out) {
    if (facts_has_vcont(p))
        rsp_packet_begin(out, RSP_PACKET_VCONT);
    rsp_buf_push(out, steps ? 's' : 'c');
}

void facts_probe_packets(play *p) {
    (void)facts_has_vcont(p);
    (void)facts_has_p(p);
}

/* --- symbols --- */

/* Where the loader put a relocated program: AT_ENTRY of auxv less the entry in the file. With address
 * randomisation each process has another place, so this is asked on each connection. */
static bool ask_bias(play *p, rsp_bytes elf, uint64_t *out_bias) {
    uint64_t entry = 0;
    bool relocated = false;
    *out_bias = 0;
    if (rsp_symbol_entry(elf, &entry, &relocated) != RSP_OK)
        return false;
    if (!relocated)
        return true;
    rsp_buf auxv = {.mem = p->arena.mem};
    bool found = false;
    facts_probe_target(p);
    size_t word = p->stub->address_bytes ? p->stub->address_bytes : 8;
    if (xfer_read(p, NULL, "auxv", RSP_LIT(""), 0xfff, &auxv) == STEP_OK) {
        for (size_t at = 0; at + 2 * word <= auxv.len && !found; at += 2 * word) {
            uint64_t pair[2] = {0};
            for (size_t i = 0; i < 2 * word; i++)
                pair[i / word] |= (uint64_t)auxv.ptr[at + i] << 8 * (i % word);
            found = pair[0] == 9; /* AT_ENTRY; such hosts are little-endian */
            *out_bias = pair[1] - entry;
        }
    }
    rsp_buf_free(&auxv);
    return found;
}

static bool image_of(play *p, rsp_bytes *out_elf) {
    return p->provider->image && p->provider->image(p->provider->ctx, p->program, out_elf) == RSP_OK;
}

/* A symbol as the program's file has it, remembered for the run. */
static const struct known_symbol *symbol_in_file(play *p, const char *name) {
    stub_knowledge *k = p->stub;
    for (const struct known_symbol *s = k->symbols; s; s = s->next) {
        if (strcmp(s->name, name) == 0 && strcmp(s->program, p->program) == 0)
            return s;
    }
    struct known_symbol *s = rsp_arena_alloc(&k->arena, sizeof *s);
    rsp_bytes elf;
    if (!s)
        return NULL;
    s->program = rsp_arena_str(&k->arena, p->program);
    s->name = rsp_arena_str(&k->arena, name);
    s->found = image_of(p, &elf) && rsp_symbol_find(elf, name, &s->where) == RSP_OK;
    s->next = k->symbols;
    k->symbols = s;
    return s;
}

/* A symbol of the process of this connection. */
static bool find_symbol(play *p, const char *name, rsp_symbol *out) {
    const struct known_symbol *s = symbol_in_file(p, name);
    rsp_bytes elf;
    if (!s || !s->found || !image_of(p, &elf))
        return false;
    if (!p->bias_asked)
        p->bias_known = ask_bias(p, elf, &p->bias);
    p->bias_asked = true;
    *out = s->where;
    out->address += p->bias;
    out->bias = p->bias;
    return p->bias_known;
}

/* --- values --- */

static void set_number(play *p, fact_id id, uint64_t number) {
    (void)scope_set(&p->names, fact_table[id].name, value_int(number));
}

static void set_bytes(play *p, fact_id id, rsp_bytes bytes) {
    (void)scope_set(&p->names, fact_table[id].name, value_bytes(rsp_arena_bytes(&p->arena, bytes)));
}

static bool multiprocess(play *p) {
    return (p->offered & 1U) && rsp_feature_yes(rsp_buf_bytes(&p->supported), RSP_LIT("multiprocess"));
}

static uint64_t packet_size(play *p) {
    rsp_feature f;
    uint64_t size = 0;
    bool told = rsp_feature_find(&f, rsp_buf_bytes(&p->supported), RSP_LIT("PacketSize")) &&
                f.kind == RSP_FEATURE_VALUE && rsp_hex_u64(&size, f.value) == RSP_OK;
    return told && size > 0 ? size : 0x18f;
}

/* Live facts are made when they are asked for. */
static bool live_fact(play *p, fact_id id, value *out) {
    const rsp_buf *bytes = NULL;
    if (id == FACT_ID_PACKET_SIZE)
        *out = value_int(packet_size(p));
    else if (id == FACT_ID_MULTIPROCESS)
        *out = value_int(multiprocess(p));
    else if (id == FACT_ID_NO_ACK)
        *out = value_int(client_end_is_no_ack(&p->t));
    else if (id == FACT_ID_NOW)
        *out = value_int(p->t.link ? rsp_link_now(p->t.link) : 0);
    else if (id == FACT_ID_SEED)
        *out = value_int(p->options->seed ? p->options->seed : 1);
    else if (id == FACT_ID_UNIQUE)
        *out = value_bytes(rsp_arena_bytes(&p->arena, rsp_bytes_str(p->unique)));
    else if (id == FACT_ID_SUPPORTED)
        bytes = &p->supported;
    else if (id == FACT_ID_LAST)
        bytes = &p->last;
    else if (id == FACT_ID_LAST_RAW)
        bytes = &p->last_raw;
    else if (id == FACT_ID_CONSOLE)
        bytes = &p->t.console;
    else
        return false;
    if (bytes)
        *out = value_bytes(rsp_arena_bytes(&p->arena, rsp_buf_bytes(bytes)));
    return true;
}

bool fact_lookup(void *ctx, rsp_bytes name, value *out) {
    play *p = ctx;
    const value *v = scope_get(&p->names, name);
    if (v) {
        *out = *v;
        return true;
    }
    for (size_t i = 0; i < FACT_COUNT; i++) {
        if (fact_table[i].when == FACT_LIVE && rsp_bytes_equal(name, rsp_bytes_str(fact_table[i].name)))
            return live_fact(p, (fact_id)i, out);
    }
    return false;
}

/* --- measuring --- */

/* 0 is any thread, -1 is all of them: a stub without threads answers qC by one of them. */
static bool names_a_thread(rsp_bytes id) {
    rsp_ptid parsed = {0};
    return rsp_ptid_parse(&parsed, id) == RSP_OK && parsed.tid > 0;
}

/* qC, else the thread of '?' in all-stop, else the first of the list. */
static void measure_thread(play *p) {
    rsp_bytes id = {0};
    if (client_end_request(&p->t, rsp_packet_name(RSP_PACKET_QC)) == RSP_OK) {
        id = client_end_payload(&p->t);
        if (!rsp_take_text(&id, RSP_LIT("QC")) || !names_a_thread(id))
            id = (rsp_bytes){0};
    }
    if (id.len == 0 && !p->non_stop && client_end_request(&p->t, RSP_LIT("?")) == RSP_OK) {
        rsp_bytes rest = rsp_bytes_from(client_end_payload(&p->t), 3);
        id = client_end_payload(&p->t).ptr && client_end_payload(&p->t).ptr[0] == 'T'
                 ? pair_value(rest, "thread")
                 : id;
    }
    if (id.len == 0 && client_end_request(&p->t, rsp_packet_name(RSP_PACKET_QF_THREAD_INFO)) == RSP_OK) {
        rsp_bytes rest = client_end_payload(&p->t);
        id = rsp_take_byte(&rest, 'm') ? rsp_bytes_split(&rest, ',') : id;
    }
    rsp_ptid parsed = {0};
    bool known = id.len > 0 && rsp_ptid_parse(&parsed, id) == RSP_OK;
    char bogus[64] = "7ffffff0"; /* also where a stub has no threads at all: nobody has it there, either */
    if (known && parsed.pid > 0)
        (void)snprintf(bogus, sizeof bogus, "p%llx.7ffffff0", (unsigned long long)parsed.pid);
    set_bytes(p, FACT_ID_BOGUS_THREAD, rsp_bytes_str(bogus));
    if (!known)
        return;
    set_bytes(p, FACT_ID_THREAD, id);
    set_number(p, FACT_ID_PID, (uint64_t)parsed.pid);
    set_number(p, FACT_ID_TID, (uint64_t)parsed.tid);
}

static void measure_threads(play *p) {
    value list = {0};
    if (threads_read(p, NULL, &list) == STEP_OK)
        (void)scope_set(&p->names, fact_table[FACT_ID_THREADS].name, list);
}

static void measure_register(play *p, fact_id id, const char *name) {
    value v = {0};
    if (register_read(p, NULL, name, 0, REGISTER_BY_ANY, &v) == STEP_OK)
        (void)scope_set(&p->names, fact_table[id].name, v);
}

static void measure_g(play *p) {
    if (client_end_request(&p->t, RSP_LIT("g")) == RSP_OK && client_end_payload(&p->t).len >= 2 &&
        !rsp_reply_is_error(client_end_payload(&p->t)))
        set_number(p, FACT_ID_G_BYTES, client_end_payload(&p->t).len / 2);
}

static void measure_number(play *p, fact_id id, const char *name) {
    facts_probe_target(p);
    const rsp_tdesc_register *r = rsp_tdesc_find(&p->stub->target, name);
    if (r)
        set_number(p, id, r->number);
}

/* The null page is not mapped on any hosted system; a profile says where it is. */
static void measure_unmapped(play *p) {
    if (client_end_request(&p->t, RSP_LIT("m0,1")) == RSP_OK && rsp_reply_is_error(client_end_payload(&p->t)))
        set_number(p, FACT_ID_UNMAPPED, 0);
}

static void measure_path(play *p) {
    const char *path = fact_program_path(p, p->program);
    if (path)
        set_bytes(p, FACT_ID_PROGRAM_PATH, rsp_bytes_str(path));
}

static void measure_arch_facts(play *p) {
    facts_probe_target(p);
    if (p->stub->described || !p->stub->have_target)
        set_number(p, FACT_ID_NUM_REGISTERS, p->stub->target.num);
    set_number(p, FACT_ID_ADDRESS_BYTES, p->stub->address_bytes);
    unsigned kind = rsp_arch_bp_kind(p->stub->arch);
    if (kind)
        set_number(p, FACT_ID_BP_KIND, kind);
}

/* The request that resumes. */
static void measure_resume(play *p, fact_id id) {
    rsp_buf request = play_buf(p);
    resume_request(p, id == FACT_ID_STEP_ONE, &request);
    set_bytes(p, id, rsp_buf_bytes(&request));
    rsp_buf_free(&request);
}

static void measure(play *p, fact_id id) {
    switch (id) {
    case FACT_ID_THREAD:
    case FACT_ID_PID:
    case FACT_ID_TID:
    case FACT_ID_BOGUS_THREAD:
        measure_thread(p);
        break;
    case FACT_ID_THREADS:
        measure_threads(p);
        break;
    case FACT_ID_PC:
        measure_register(p, id, "pc");
        break;
    case FACT_ID_SP:
        measure_register(p, id, "sp");
        break;
    case FACT_ID_G_BYTES:
        measure_g(p);
        break;
    case FACT_ID_BOGUS_PID:
        set_number(p, id, 0x7ffffff0);
        break;
    case FACT_ID_PC_NUMBER:
        measure_number(p, id, "pc");
        break;
    case FACT_ID_SP_NUMBER:
        measure_number(p, id, "sp");
        break;
    case FACT_ID_NUM_REGISTERS:
    case FACT_ID_ADDRESS_BYTES:
    case FACT_ID_BP_KIND:
        measure_arch_facts(p);
        break;
    case FACT_ID_UNMAPPED:
        measure_unmapped(p);
        break;
    case FACT_ID_PROGRAM_PATH:
        measure_path(p);
        break;
    case FACT_ID_CONTINUE_ALL:
    case FACT_ID_STEP_ONE:
        measure_resume(p, id);
        break;
    case FACT_ID_PLACE:
    case FACT_ID_PLACE_KIND:
    case FACT_ID_PLACE_NEXT:
    case FACT_ID_NEXT_KIND:
    case FACT_ID_PLACES:
    case FACT_ID_READABLE:
    case FACT_ID_READABLE_SIZE:
    case FACT_ID_STACK:
    case FACT_ID_BLOCK_OFFSETS:
    case FACT_ID_BLOCK_REGISTERS: /* places.c learns them */
    case FACT_ID_PACKET_SIZE:
    case FACT_ID_SUPPORTED:
    case FACT_ID_MULTIPROCESS:
    case FACT_ID_NO_ACK:
    case FACT_ID_LAST:
    case FACT_ID_LAST_RAW:
    case FACT_ID_CONSOLE:
    case FACT_ID_NOW:
    case FACT_ID_SEED:
    case FACT_ID_UNIQUE:
    case FACT_COUNT:
        break;
    }
}

static void profile_facts(play *p) {
    for (size_t i = 0; p->profile && i < p->profile->num_facts; i++) {
        expr_env env = play_env(p);
        value v = {0};
        rsp_bytes text = rsp_bytes_str(p->profile->facts[i].value);
        if (expr_value(&env, text, false, &v, NULL) == RSP_OK)
            (void)scope_set(&p->names, p->profile->facts[i].name, v);
    }
}

static void name_symbol(play *p, const char *name, const rsp_symbol *where) {
    (void)scope_set(&p->names, name, value_int(where->address));
    (void)scope_set(&p->names, rsp_arena_printf(&p->arena, "%s.size", name), value_int(where->size));
    (void)scope_set(&p->names, rsp_arena_printf(&p->arena, "%s.bias", name), value_int(where->bias));
}

/* Symbols that `needs` lists, and scratch. */
static void measure_symbol(play *p, const char *name) {
    rsp_symbol where = {0};
    if (scope_get(&p->names, rsp_bytes_str(name)) || !find_symbol(p, name, &where))
        return;
    name_symbol(p, name, &where);
}

/* A program that was started later lies elsewhere, so its bias is asked for again. */
bool fact_symbols(play *p, const char *program, const names_spec *list) {
    p->program = rsp_arena_str(&p->arena, program);
    p->bias_asked = false;
    for (size_t i = 0; i < list->num; i++) {
        const char *name = spec_text(list->items[i]);
        rsp_symbol where = {0};
        if (!find_symbol(p, name, &where))
            return false;
        name_symbol(p, name, &where);
    }
    return true;
}

/* How a write to one byte went. */
typedef enum written_as { WRITTEN_NOT, WRITTEN_CONFIRMED, WRITTEN_KEPT } written_as;

static bool read_byte(play *p, uint64_t addr, uint8_t *out) {
    char text[64];
    (void)snprintf(text, sizeof text, "m%llx,1", (unsigned long long)addr);
    return client_end_request(&p->t, rsp_bytes_str(text)) == RSP_OK && client_end_payload(&p->t).len == 2 &&
           rsp_hex_decode_into(out, client_end_payload(&p->t)) == RSP_OK;
}

static bool write_byte(play *p, uint64_t addr, uint8_t byte) {
    char text[64];
    (void)snprintf(text, sizeof text, "M%llx,1:%02x", (unsigned long long)addr, byte);
    return client_end_request(&p->t, rsp_bytes_str(text)) == RSP_OK &&
           rsp_bytes_equal(client_end_payload(&p->t), RSP_LIT("OK"));
}

/* One byte there can be changed; it is put back. */
static written_as try_byte(play *p, uint64_t addr) {
    uint8_t old = 0;
    uint8_t now = 0;
    if (!read_byte(p, addr, &old))
        return WRITTEN_NOT;
    const uint8_t other = (uint8_t)(old ^ 0xff);
    if (!write_byte(p, addr, other))
        return WRITTEN_NOT;
    bool kept = read_byte(p, addr, &now) && now == other;
    if (!write_byte(p, addr, old))
        return WRITTEN_NOT;
    return kept ? WRITTEN_KEPT : WRITTEN_CONFIRMED;
}

bool facts_may_write(const play *p) {
    rsp_bytes elf;
    return p->options->allow_writes || image_of((play *)(uintptr_t)p, &elf);
}

/* The least of its last, middle and first byte; where writing is not allowed, what can be read will do. */
static written_as try_block(play *p, uint64_t base, uint64_t size) {
    const uint64_t places[] = {base + size - 1, base + size / 2, base};
    const bool may = facts_may_write(p);
    written_as least = WRITTEN_KEPT;
    for (size_t i = 0; i < RSP_ARRAY_LEN(places) && least != WRITTEN_NOT; i++) {
        uint8_t byte = 0;
        written_as one = may                              ? try_byte(p, places[i])
                         : read_byte(p, places[i], &byte) ? WRITTEN_KEPT
                                                          : WRITTEN_NOT;
        least = one < least ? one : least;
    }
    return least;
}

/* A stub whose program we know nothing of still has a stack: what lies below the stack pointer and its red
 * zone is nobody's while the program is stopped. Memory that keeps what was written goes before memory of
 * which that is only said. */
static void measure_scratch_on_stack(play *p) {
    enum { RED_ZONE_BYTES = 0x400, LARGEST_BYTES = 0x10000, SMALLEST_BYTES = 0x2000 };
    value sp = {0};
    uint64_t top = 0;
    uint64_t best = 0;
    uint64_t best_size = 0;
    if (scope_get(&p->names, RSP_LIT("scratch")) ||
        register_read(p, NULL, "sp", 0, REGISTER_BY_ANY, &sp) != STEP_OK || !value_number(&sp, &top))
        return;
    written_as found = WRITTEN_NOT;
    for (uint64_t size = LARGEST_BYTES; size >= SMALLEST_BYTES && found != WRITTEN_KEPT; size /= 2) {
        if (top < size + RED_ZONE_BYTES + 0x1000)
            continue;
        uint64_t base = (top - RED_ZONE_BYTES - size) & ~UINT64_C(0xfff);
        written_as as = try_block(p, base, size);
        if (as <= found)
            continue;
        found = as;
        best = base;
        best_size = size;
    }
    if (found == WRITTEN_NOT)
        return;
    (void)scope_set(&p->names, "scratch", value_int(best));
    (void)scope_set(&p->names, "scratch.size", value_int(best_size));
}

/* What `needs` lists. */
static void measure_needs(play *p, const needs_spec *needs) {
    if (needs->memory) {
        measure_symbol(p, "scratch");
        measure_scratch_on_stack(p);
    }
    for (size_t i = 0; needs->symbols && i < needs->symbols->num; i++)
        measure_symbol(p, spec_text(needs->symbols->items[i]));
}

void facts_measure(play *p) {
    const script *s = p->scenario->script;
    const needs_spec *needs = p->spec->needs;
    profile_facts(p);
    if (needs)
        measure_needs(p, needs);
    for (size_t i = 0; i < FACT_COUNT; i++) {
        const char *name = fact_table[i].name;
        bool known = fact_table[i].when == FACT_LIVE || scope_get(&p->names, rsp_bytes_str(name));
        if (!known && script_names(s, (fact_id)i))
            measure(p, (fact_id)i);
    }
    if (needs || s->names_registers)
        facts_probe_target(p);
}
