/* Which registers GDB takes a stub to have: those of target.xml where it accepts it, else those of the
 * architecture. GDB ignores a description of an unknown architecture, and one that lacks a register of its
 * feature. See gdb.h. */
/* SPDX-License-Identifier: MIT */
#include "gdb.h"

#include "core/arena.h"
#include "core/hex.h"
#include "core/limits.h"
#include <string.h>

enum {
    DOCUMENT_BYTES = 1024 * 1024,
    WINDOW_LESS = 5, /* GDB leaves room for the frame in the size that is announced */
    DEFAULT_WINDOW = 0x18b,
    CHUNK = 0x1000,
};

/* --- objects --- */

static bool one_window(gdb *g, const char *object, const char *annex, rsp_buf *out, bool *end) {
    uint64_t room = g->packet_bytes > WINDOW_LESS ? g->packet_bytes - WINDOW_LESS : DEFAULT_WINDOW;
    uint64_t len = room < CHUNK ? room : CHUNK;
    gdb_ask(g, "qXfer:%s:read:%s:%zx,%llx", object, annex, out->len, (unsigned long long)len);
    rsp_bytes r = gdb_reply(g);
    if (gdb_answer_of(g) != GDB_DONE || (r.ptr[0] != 'm' && r.ptr[0] != 'l'))
        return false;
    if (r.ptr[0] == 'm' && r.len == 1) {
        g->layout.no_end =
            rsp_arena_printf(g->base.arena, "Remote qXfer reply contained no data: %s", gdb_exchange(g));
        return false;
    }
    rsp_buf_append(out, rsp_bytes_from(r, 1));
    *end = r.ptr[0] == 'l';
    return true;
}

bool gdb_read_object(gdb *g, const char *object, const char *annex, rsp_buf *out) {
    bool end = false;
    while (!end && one_window(g, object, annex, out, &end))
        if (out->len > DOCUMENT_BYTES) {
            g->layout.no_end = rsp_arena_printf(g->base.arena, "%s is read without end", object);
            return false;
        }
    return end;
}

static bool fetch(void *ctx, const char *annex, rsp_buf *out) {
    gdb *g = ctx;
    const bool read = gdb_read_object(g, "features", annex, out);
    g->layout.bare =
        g->layout.bare || rsp_bytes_search(rsp_buf_bytes(out), RSP_LIT("<osabi>none<")) < out->len;
    return read;
}

/* --- registers --- */

static void add_register(gdb *g, const char *name, uint32_t number, uint32_t bytes, uint64_t offset) {
    if (g->num_registers == GDB_REGISTERS_MOST || offset + bytes > GDB_VALUE_BYTES)
        return;
    g->registers[g->num_registers++] = (gdb_register){
        .name = name, .number = number, .bytes = bytes, .offset = (uint32_t)offset, .in_g = true};
    g->g_bytes = offset + bytes;
}

/* In bytes. */
static unsigned first_size(const gdb_architecture *a) {
    rsp_bytes rest = rsp_bytes_str(a->layout);
    uint64_t size = 0;
    (void)rsp_bytes_split(&rest, 'x');
    return rsp_decimal_u64(&size, rsp_bytes_split(&rest, ' ')) == RSP_OK ? (unsigned)size : 0;
}

/* "16x4 8x12 2x4" */
static void registers_of_layout(gdb *g, const gdb_architecture *a) {
    rsp_bytes rest = rsp_bytes_str(a->layout);
    uint64_t offset = 0;
    uint32_t number = 0;
    while (rest.len > 0) {
        rsp_bytes word = rsp_bytes_split(&rest, ' ');
        uint64_t count = 0;
        uint64_t bytes = 0;
        rsp_bytes times = rsp_bytes_split(&word, 'x');
        for (size_t i = 0; i < times.len; i++)
            count = count * 10 + (uint64_t)(times.ptr[i] - '0');
        for (size_t i = 0; i < word.len; i++)
            bytes = bytes * 10 + (uint64_t)(word.ptr[i] - '0');
        for (uint64_t i = 0; i < count; i++, number++, offset += bytes)
            add_register(g, "", number, (uint32_t)bytes, offset);
    }
    g->pc = a->pc;
    g->sp = a->sp;
    g->spare = a->spare;
}

static int index_of(const gdb *g, const char *name) {
    for (size_t i = 0; i < g->num_registers; i++)
        if (strcmp(g->registers[i].name, name) == 0)
            return (int)i;
    return -1;
}

/* The first of "sp|r13" that is there. */
static int index_of_any(const gdb *g, rsp_bytes names) {
    while (names.len > 0) {
        char name[32];
        rsp_bytes one = rsp_bytes_split(&names, '|');
        size_t len = one.len < sizeof name - 1 ? one.len : sizeof name - 1;
        memcpy(name, one.ptr, len);
        name[len] = '\0';
        int at = index_of(g, name);
        if (at >= 0)
            return at;
    }
    return -1;
}

/* Whether the description has all that GDB wants of this architecture; else what it lacks. */
static bool has_required(const gdb *g, const gdb_architecture *a, rsp_bytes *out_missing) {
    rsp_bytes rest = rsp_bytes_str(a->required ? a->required : "");
    while (rest.len > 0) {
        *out_missing = rsp_bytes_split(&rest, ' ');
        if (index_of_any(g, *out_missing) < 0)
            return false;
    }
    return true;
}

/* The register of the description that GDB's architecture has as its `number`th: required names begin in that
 * order. */
static int index_of_required(const gdb *g, int number) {
    rsp_bytes rest = rsp_bytes_str(
        g->layout.architecture && g->layout.architecture->required ? g->layout.architecture->required : "");
    for (int i = 0; number >= 0 && i < number && rest.len > 0; i++)
        (void)rsp_bytes_split(&rest, ' ');
    return number >= 0 ? index_of_any(g, rsp_bytes_split(&rest, ' ')) : -1;
}

static void find_roles(gdb *g) {
    static const char *const pcs[] = {"pc", "rip", "eip", "pswa", "r15"};
    static const char *const sps[] = {"sp", "rsp", "esp", "r13", "r1", "r29", "r15"};
    if (g->layout.architecture) {
        g->sp = index_of_required(g, g->layout.architecture->sp);
        g->spare = index_of_required(g, g->layout.architecture->spare);
    }
    for (size_t i = 0; i < RSP_ARRAY_LEN(pcs) && g->pc < 0; i++)
        g->pc = index_of(g, pcs[i]);
    for (size_t i = 0; i < RSP_ARRAY_LEN(sps) && g->sp < 0; i++)
        g->sp = index_of(g, sps[i]);
    static const char *const spares[] = {"a2", "x12", "rbx", "ebx", "x9", "r4", "d3", "r5", "r8", "r16"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(spares) && g->spare < 0; i++)
        g->spare = index_of(g, spares[i]);
}

static void registers_of_description(gdb *g) {
    const rsp_tdesc *d = &g->layout.description;
    for (size_t i = 0; i < d->num; i++)
        add_register(g, d->registers[i].name, d->registers[i].number, (d->registers[i].bits + 7) / 8,
                     d->registers[i].offset);
    find_roles(g);
}

static void forget_registers(gdb *g) {
    g->num_registers = 0;
    g->pc = g->sp = g->spare = -1;
    g->g_bytes = 0;
}

/* Those that `a` has without a description: the program's file, or the user, names it. */
static bool registers_of_architecture(gdb *g, const gdb_architecture *a, const char *reason) {
    forget_registers(g);
    g->layout.architecture = a;
    g->layout.unknown = !a;
    if (!a)
        return gdb_fails(g, "%s%sthe architecture is not known", reason, *reason ? "; " : "");
    registers_of_layout(g, g->layout.architecture);
    return true;
}

/* The architecture whose registers these are. Its name is in the program's file, whatever the description
 * says.
 */
static const gdb_architecture *architecture_of_registers(const gdb *g) {
    rsp_bytes missing;
    const gdb_architecture *a;
    for (size_t i = 0; (a = gdb_architecture_at(i)) != NULL; i++) {
        rsp_bytes names = rsp_bytes_str(a->required ? a->required : "");
        (void)rsp_bytes_split(&names, ' ');
        int at = index_of_any(g, rsp_bytes_split(&names, ' '));
        if (at >= 0 && g->registers[at].bytes == first_size(a) && has_required(g, a, &missing))
            return a;
    }
    return NULL;
}

/* What the look found. */
static const gdb_architecture *looked_up(const gdb *g) {
    return gdb_architecture_named(g->base.manners->registers.arch);
}

/* Without the description the registers must be those of the architecture: g tells. */
static bool refused(gdb *g, const gdb_architecture *a, const char *why) {
    g->layout.refusal = why;
    return registers_of_architecture(g, a, why);
}

/* The look's architecture may come of that name, too: the registers are asked first. */
static bool unknown_architecture(gdb *g) {
    registers_of_description(g);
    const gdb_architecture *a = architecture_of_registers(g);
    return refused(g, a ? a : looked_up(g),
                   rsp_arena_printf(g->base.arena,
                                    "target.xml names the architecture \"%s\", which GDB does "
                                    "not know, so GDB ignores it",
                                    g->layout.description.architecture));
}

static bool settle_by_description(gdb *g) {
    const rsp_tdesc *d = &g->layout.description;
    rsp_bytes missing = {0};
    if (*d->architecture && !gdb_architecture_described(d->architecture))
        return unknown_architecture(g);
    const char *ours = *d->architecture ? rsp_arch_name(d->architecture) : g->base.manners->registers.arch;
    g->layout.architecture = gdb_architecture_named(ours);
    if (!g->layout.architecture && *d->architecture)
        g->layout.architecture = gdb_architecture_described(d->architecture);
    if (d->num == 0)
        return registers_of_architecture(g, looked_up(g), "");
    registers_of_description(g);
    if (!g->layout.architecture)
        g->layout.architecture = architecture_of_registers(g);
    if (g->layout.architecture && !g->layout.architecture->feature)
        return registers_of_architecture(g, g->layout.architecture, "");
    if (g->layout.architecture && !has_required(g, g->layout.architecture, &missing))
        return refused(g, looked_up(g),
                       rsp_arena_printf(g->base.arena, "GDB rejects target.xml: no register \"%.*s\"",
                                        (int)missing.len, (const char *)missing.ptr));
    return true;
}

bool gdb_settle_registers(gdb *g, bool announced) {
    forget_registers(g);
    rsp_tdesc_free(&g->layout.description);
    g->layout.description = (rsp_tdesc){.arena = {.mem = g->base.options->mem}};
    rsp_status status = announced ? rsp_tdesc_read(&g->layout.description, fetch, g) : RSP_NOT_FOUND;
    if (status == RSP_NO_MEMORY)
        g->base.stage.trouble = RSP_NO_MEMORY;
    if (status != RSP_OK || g->layout.description.bad)
        return registers_of_architecture(g, looked_up(g), "");
    return settle_by_description(g);
}
