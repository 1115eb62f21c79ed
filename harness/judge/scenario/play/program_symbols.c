/* Symbols of the program that the stub runs: where its file has them, and where the loader put them.
 * The file's part is remembered for the run, the loader's is asked for on each connection.
 * See program_symbols.h. */
/* SPDX-License-Identifier: MIT */
#include "play/program_symbols.h"

#include "play/guest_program.h"
#include "play/object.h"
#include "play/stub_target.h"

#include "core/arena.h"
#include "core/limits.h"

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
    rsp_buf auxv = {.mem = p->room.arena.mem};
    bool found = false;
    target_ask(p);
    size_t word = p->stub->layout.address_bytes ? p->stub->layout.address_bytes : 8;
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

bool program_image(const play *p, rsp_bytes *out_elf) {
    return p->provider->image && p->provider->image(p->provider->ctx, p->ours.program, out_elf) == RSP_OK;
}

/* A symbol as the program's file has it, remembered for the run. */
static const struct known_symbol *symbol_in_file(play *p, const char *name) {
    stub_knowledge *k = p->stub;
    for (const struct known_symbol *s = k->symbols; s; s = s->next) {
        if (strcmp(s->name, name) == 0 && strcmp(s->program, p->ours.program) == 0)
            return s;
    }
    struct known_symbol *s = rsp_arena_alloc(&k->arena, sizeof *s);
    rsp_bytes elf;
    if (!s)
        return NULL;
    s->program = rsp_arena_str(&k->arena, p->ours.program);
    s->name = rsp_arena_str(&k->arena, name);
    s->found = program_image(p, &elf) && rsp_symbol_find(elf, name, &s->where) == RSP_OK;
    s->next = k->symbols;
    k->symbols = s;
    return s;
}

/* A symbol of the process of this connection. */
static bool find_symbol(play *p, const char *name, rsp_symbol *out) {
    const struct known_symbol *s = symbol_in_file(p, name);
    rsp_bytes elf;
    if (!s || !s->found || !program_image(p, &elf))
        return false;
    if (!p->load.asked)
        p->load.known = ask_bias(p, elf, &p->load.bias);
    p->load.asked = true;
    *out = s->where;
    out->address += p->load.bias;
    out->bias = p->load.bias;
    return p->load.known;
}

static void name_symbol(play *p, const char *name, const rsp_symbol *where) {
    (void)scope_set(&p->names, name, value_int(where->address));
    (void)scope_set(&p->names, rsp_arena_printf(&p->room.arena, "%s.size", name), value_int(where->size));
    (void)scope_set(&p->names, rsp_arena_printf(&p->room.arena, "%s.bias", name), value_int(where->bias));
}

void program_symbol_name(play *p, const char *name) {
    rsp_symbol where = {0};
    const bool known = scope_get(&p->names, rsp_bytes_str(name)) != NULL;
    if (known || !(guest_symbol(p, name, &where) || find_symbol(p, name, &where)))
        return;
    name_symbol(p, name, &where);
}

/* A program that was started later lies elsewhere, so its bias is asked for again. */
bool program_symbols_name(play *p, const char *program, const names_spec *list) {
    p->ours.program = rsp_arena_str(&p->room.arena, program);
    p->load.asked = false;
    for (size_t i = 0; i < list->num; i++) {
        const char *name = spec_text(list->items[i]);
        rsp_symbol where = {0};
        if (!find_symbol(p, name, &where))
            return false;
        name_symbol(p, name, &where);
    }
    return true;
}
