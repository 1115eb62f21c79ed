/* Workload files: checked by shape, then by meaning: names of the sweep, breakpoints that are never set.
 * The tables below are the whole language; schema and docs follow them.
 * Everything lives in the arena of the file. */
/* SPDX-License-Identifier: MIT */
#include "scenario/workload.h"

#include "language/node_type.h"

#include "core/arena.h"
#include "core/limits.h"
#include "guest/guest.h"
#include <stdio.h>

#define FIELDS(table) .fields = (table), .num_fields = RSP_ARRAY_LEN(table)

/* --- the language --------------------------------------------------------------------------------------- */

static const node_type text = {.scalar = SCALAR_TEXT};
static const node_type name = {
    .name = "name", .scalar = SCALAR_NAME, .text = "A symbol of the program, or a word."};
static const node_type names = {.scalar = SCALAR_NAME, .item = &name};
static const node_type number = {
    .name = "number", .scalar = SCALAR_INT, .text = "Decimal, or hexadecimal with 0x."};
static const node_type numbers = {.item = &number};
static const node_type boolean = {.scalar = SCALAR_BOOL};
static const node_type duration = {.scalar = SCALAR_TIME};
static const node_type nothing = {.scalar = SCALAR_BOOL, .null_ok = true};
static const node_type count = {
    .name = "count", .scalar = SCALAR_VALUE, .text = "A number, or $NAME for the value of the sweep."};
static const node_type arguments = {.item = &(const node_type){.scalar = SCALAR_TEXT}};

static const field range_fields[] = {
    {"at", &name, .required = true, .text = "The symbol where the first one is."},
    {"offset", &number, .text = "Bytes behind the symbol."},
    {"size", &count, .required = true, .text = "Bytes of each."},
    {"count", &count, .text = "How many (default 1)."},
    {"stride", &number, .text = "Bytes from one to the next (default: size)."},
};
static const node_type range = {.name = "range", FIELDS(range_fields), .text = "Memory to read or to write."};
static const node_type ranges = {FIELDS(range_fields), .item = &range};

static const field when_fields[] = {
    {"at", &name, .required = true, .text = "The symbol where the breakpoint is."},
    {"if", &text, .required = true, .text = "The condition."},
    {"hits", &count, .required = true, .text = "How often the place is reached until it is true."},
};
static const node_type when = {FIELDS(when_fields)};

static const field object_fields[] = {
    {"name", &name, .required = true, .text = "features, auxv, threads, memory-map, ..."},
    {"annex", &text, .text = "e.g. target.xml; what it includes is read, too."},
};
static const node_type object = {.scalar = SCALAR_NAME, FIELDS(object_fields)};

static const field step_fields[] = {
    {"continue-to", &name, .action = true, .text = "Continues to a breakpoint at this symbol."},
    {"continue-when", &when, .action = true,
     .text = "Continues to a breakpoint until its condition is true."},
    {"step", &count, .action = true, .text = "Steps so many instructions."},
    {"leave", &name, .action = true, .text = "Steps until the program has left this function."},
    {"read", &ranges, .action = true, .text = "Reads memory: all ranges in one go."},
    {"write", &ranges, .action = true, .text = "Writes bytes without a pattern, range after range."},
    {"disable", &names, .action = true, .text = "Switches breakpoints off; sent by apply or a resume."},
    {"enable", &names, .action = true, .text = "Switches breakpoints on; sent by apply or a resume."},
    {"apply", &nothing, .action = true, .text = "Sends changes of breakpoints, unless they are held."},
    {"registers", &nothing, .action = true, .text = "Reads the registers of the stopped thread."},
    {"threads", &nothing, .action = true, .text = "Lists the threads."},
    {"object", &object, .action = true, .text = "Reads an object by qXfer."},
    {"handshake", &nothing, .action = true, .text = "What begins a connection; only with fresh."},
};
static const node_type step = {
    .name = "step", FIELDS(step_fields), .is_step = true, .text = "One thing that a debugger does."};
static const node_type steps = {.item = &step};

static const field sweep_fields[] = {
    {"name", &name, .required = true, .text = "What $NAME stands for."},
    {"values", &numbers, .required = true, .text = "The workload runs once with each."},
};
static const node_type sweep = {FIELDS(sweep_fields)};

static const node_type aliases = {.values = &name};
static const field guest_fields[] = {
    {"program", &name, .required = true, .text = "What the guest does: spin, scratch, recursion, watch."},
    {"symbols", &aliases, .text = "SYMBOL: the guest's symbol that stands for it."},
    {"if", &text, .text = "The condition of continue-when there."},
};
static const node_type guest = {FIELDS(guest_fields)};

static const field workload_fields[] = {
    {"workload", &name, .required = true, .text = "Its name."},
    {"title", &text, .required = true, .text = "What is done, as a phrase."},
    {"source", &text, .text = "Where it comes from."},
    {"program", &name, .required = true, .text = "The debuggee."},
    {"arguments", &arguments, .text = "Of the program; $NAME is the value of the sweep."},
    {"sweep", &sweep, .text = "A number to vary."},
    {"guest", &guest, .text = "How a program that --load brings does the same."},
    {"setup", &steps, .text = "Before the operations; not measured."},
    {"repeat", &count, .text = "Operations in one run (default 1)."},
    {"fresh", &boolean,
     .text = "yes: each operation has a connection, and where possible a stub, of its own."},
    {"pace", &duration,
     .text = "Time from the start of one operation to that of the next, as a user wants it."},
    {"operation", &steps, .required = true, .text = "What is measured."},
};
static const node_type workload_node_type = {
    .name = "workload", FIELDS(workload_fields), .text = "One document."};

/* --- building ------------------------------------------------------------------------------------------- */

static const char *const action_names[] = {
#define ACTION_NAME(id, key) key,
    RSP_WORKLOAD_ACTION_LIST(ACTION_NAME)
#undef ACTION_NAME
};

typedef struct builder {
    rsp_source *source;
    rsp_workload *out;
    rsp_diagnostics *diagnostics;
    rsp_status status;
    const rsp_node **site_nodes; /* where each of out->sites is named first */
    bool *site_enabled;
    const char **sites;
} builder;

static void refuse(builder *b, const rsp_node *node, const char *hint, const char *fmt, ...) RSP_PRINTF(4, 5);

static void refuse(builder *b, const rsp_node *node, const char *hint, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    node_error_first(&b->status, b->diagnostics, b->source, node_location(b->source, node), hint, fmt, ap);
    va_end(ap);
}

static void *take(builder *b, size_t num, size_t size) {
    return rsp_arena_alloc(&b->source->arena, (num + 1) * size);
}

/* The only name that "$..." can have. */
static const char *next_sweep(const void *ctx, size_t i) {
    const char *sweep_name = ctx;
    return i == 0 && *sweep_name ? sweep_name : NULL;
}

static bool is_sweep(builder *b, const rsp_node *node) {
    rsp_bytes word = rsp_bytes_from(node->text, 1);
    if (rsp_bytes_equal(word, rsp_bytes_str(b->out->sweep_name)) && word.len > 0)
        return true;
    char hint[80];
    suggest(hint, word, next_sweep, b->out->sweep_name);
    refuse(b, node, hint, "'%.60s' is no number, and no sweep has that name", node_str(node));
    return false;
}

/* A number from 1 to `most`, or the sweep. */
static rsp_workload_count count_of(builder *b, const rsp_node *node, uint64_t otherwise, uint64_t most) {
    rsp_workload_count c = {.number = otherwise};
    if (!node)
        return c;
    if (node->text.len > 0 && node->text.ptr[0] == '$')
        c.swept = is_sweep(b, node);
    else if (!node_u64(node, &c.number))
        refuse(b, node, "", "'%.60s' is not a number, and not $NAME of a sweep", node_str(node));
    else if (c.number == 0 || c.number > most)
        refuse(b, node, "", "'%.60s' is not between 1 and %llu", node_str(node), (unsigned long long)most);
    return c;
}

static uint64_t number_of(builder *b, const rsp_node *node, uint64_t otherwise, uint64_t most) {
    uint64_t value = otherwise;
    if (node && node_u64(node, &value) && value > most)
        refuse(b, node, "", "'%.60s' is more than %llu", node_str(node), (unsigned long long)most);
    return value;
}

/* Remembers a breakpoint's symbol. */
static void note_site(builder *b, const rsp_node *node, bool enabled) {
    rsp_workload *w = b->out;
    size_t i = 0;
    while (i < w->num_sites && !rsp_bytes_equal(node->text, rsp_bytes_str(b->sites[i])))
        i++;
    if (i == w->num_sites) {
        if (w->num_sites == RSP_LIMIT_WORK_SITES) {
            refuse(b, node, "", "more than %d breakpoints", (int)RSP_LIMIT_WORK_SITES);
            return;
        }
        b->sites[i] = node_str(node);
        b->site_nodes[i] = node;
        w->num_sites++;
    }
    b->site_enabled[i] |= enabled;
}

static void read_sites(builder *b, rsp_workload_step *s, const rsp_node *node) {
    bool list = node->kind == NODE_SEQ;
    const char **out = take(b, list ? node->num : 1, sizeof *out);
    for (const rsp_node *n = list ? node->first : node; n && out; n = list ? n->next : NULL) {
        out[s->num_names++] = node_str(n);
        note_site(b, n, s->action == RSP_WORKLOAD_ENABLE);
    }
    s->names = out;
    if (s->num_names == 0)
        refuse(b, node, "", "no breakpoint is named");
}

static void read_ranges(builder *b, rsp_workload_step *s, const rsp_node *node) {
    bool list = node->kind == NODE_SEQ;
    rsp_workload_range *out = take(b, list ? node->num : 1, sizeof *out);
    for (const rsp_node *n = list ? node->first : node; n && out; n = list ? n->next : NULL) {
        out[s->num_ranges++] = (rsp_workload_range){
            .symbol = node_str(node_get(n, "at")),
            .offset = number_of(b, node_get(n, "offset"), 0, UINT32_MAX),
            .size = count_of(b, node_get(n, "size"), 1, RSP_LIMIT_WORK_RANGE_BYTES),
            .stride = number_of(b, node_get(n, "stride"), 0, UINT32_MAX),
            .count = count_of(b, node_get(n, "count"), 1, RSP_LIMIT_BATCH_ITEMS),
        };
    }
    s->ranges = out;
    if (s->num_ranges == 0)
        refuse(b, node, "", "no memory is named");
}

static void read_step(builder *b, rsp_workload_step *s, const rsp_node *node) {
    const rsp_node *at = node->first; /* the shape lets one key pass, or none */
    size_t action = 0;
    *s = (rsp_workload_step){.action = RSP_WORKLOAD_APPLY, .symbol = "", .text = "", .line = node->line};
    if (!at) {
        refuse(b, node, "", "this step does nothing");
        return;
    }
    while (action + 1 < RSP_WORKLOAD_ACTION_COUNT && !node_key_is(at, action_names[action]))
        action++;
    s->action = (rsp_workload_action)action;
    switch (s->action) {
    case RSP_WORKLOAD_CONTINUE_TO:
        s->symbol = node_str(at);
        break;
    case RSP_WORKLOAD_CONTINUE_WHEN:
        s->symbol = node_str(node_get(at, "at"));
        s->text = node_str(node_get(at, "if"));
        s->count = count_of(b, node_get(at, "hits"), 1, RSP_LIMIT_WORK_OPERATIONS);
        b->out->conditions = true;
        break;
    case RSP_WORKLOAD_STEP:
        s->count = count_of(b, at, 1, RSP_LIMIT_WORK_OPERATIONS);
        break;
    case RSP_WORKLOAD_LEAVE:
        s->symbol = node_str(at);
        b->out->leaves = true;
        break;
    case RSP_WORKLOAD_READ:
        read_ranges(b, s, at);
        b->out->batches = true;
        break;
    case RSP_WORKLOAD_WRITE:
        read_ranges(b, s, at);
        break;
    case RSP_WORKLOAD_DISABLE:
    case RSP_WORKLOAD_ENABLE:
        read_sites(b, s, at);
        b->out->batches = true;
        break;
    case RSP_WORKLOAD_OBJECT:
        s->symbol = at->kind == NODE_MAP ? node_str(node_get(at, "name")) : node_str(at);
        s->text = at->kind == NODE_MAP ? node_str(node_get(at, "annex")) : "";
        break;
    case RSP_WORKLOAD_HANDSHAKE:
        if (!b->out->fresh)
            refuse(b, at, "write fresh: yes", "a handshake is only measured on connections of its own");
        break;
    case RSP_WORKLOAD_APPLY:
    case RSP_WORKLOAD_REGISTERS:
    case RSP_WORKLOAD_THREADS:
    case RSP_WORKLOAD_ACTION_COUNT:
        break;
    }
}

static rsp_workload_steps read_steps(builder *b, const rsp_node *list) {
    rsp_workload_steps out = {0};
    rsp_workload_step *items = list ? take(b, list->num, sizeof *items) : NULL;
    for (const rsp_node *n = items ? list->first : NULL; n; n = n->next)
        read_step(b, &items[out.num++], n);
    out.items = items;
    return out;
}

static const char *next_site(const void *ctx, size_t i) {
    const builder *b = ctx;
    while (i < b->out->num_sites && !b->site_enabled[i])
        i++; /* a duplicate offer does no harm */
    return i < b->out->num_sites ? b->sites[i] : NULL;
}

static void check_sites(builder *b) {
    for (size_t i = 0; i < b->out->num_sites; i++) {
        if (b->site_enabled[i])
            continue;
        char hint[80];
        suggest(hint, rsp_bytes_str(b->sites[i]), next_site, b);
        refuse(b, b->site_nodes[i], hint, "breakpoint '%.60s' is disabled and never enabled", b->sites[i]);
    }
}

static void read_sweep(builder *b, const rsp_node *node) {
    rsp_workload *w = b->out;
    const rsp_node *values = node_get(node, "values");
    uint64_t *out = take(b, values ? values->num : 1, sizeof *out);
    w->sweep_name = node_str(node_get(node, "name"));
    w->sweep_values = out;
    w->num_sweep_values = 1;
    if (!values || !out)
        return;
    w->num_sweep_values = 0;
    for (const rsp_node *n = values->first; n; n = n->next) {
        rsp_workload_count c = count_of(b, n, 1, RSP_LIMIT_WORK_OPERATIONS);
        out[w->num_sweep_values++] = c.number;
    }
    if (values->num == 0)
        refuse(b, values, "", "a sweep without values");
}

static void read_arguments(builder *b, const rsp_node *node) {
    rsp_workload *w = b->out;
    const char **out = take(b, node ? node->num : 0, sizeof *out);
    for (const rsp_node *n = node && out ? node->first : NULL; n; n = n->next) {
        if (n->text.len > 0 && n->text.ptr[0] == '$')
            (void)is_sweep(b, n);
        out[w->num_arguments++] = node_str(n);
    }
    w->arguments = out;
}

static const char *next_guest_symbol(const void *ctx, size_t i) {
    const rsp_guest *g = ctx;
    if (i == g->num_symbols)
        return RSP_GUEST_SCRATCH;
    return i < g->num_symbols ? g->symbols[i].name : NULL;
}

/* All guests have the same. */
static void check_guest_symbol(builder *b, const rsp_node *node) {
    const rsp_guest *any = rsp_guest_at(0);
    char hint[80];
    if (node_is(node, RSP_GUEST_SCRATCH) || rsp_guest_find(any, node_str(node)))
        return;
    suggest(hint, node->text, next_guest_symbol, any);
    refuse(b, node, hint, "no guest has a symbol '%.60s'", node_str(node));
}

static void read_guest(builder *b, const rsp_node *node) {
    rsp_workload_guest *g = &b->out->guest;
    const rsp_node *symbols = node ? node_get(node, "symbols") : NULL;
    const rsp_node *condition = node ? node_get(node, "if") : NULL;
    if (!node)
        return;
    rsp_workload_alias *out = take(b, symbols ? symbols->num : 0, sizeof *out);
    for (const rsp_node *n = symbols && out ? symbols->first : NULL; n; n = n->next) {
        check_guest_symbol(b, n);
        out[g->num_symbols++] = (rsp_workload_alias){.symbol = node_key(n), .guest = node_str(n)};
    }
    g->symbols = out;
    g->program = node_str(node_get(node, "program"));
    if (!rsp_guest_entry(g->program))
        refuse(b, node_get(node, "program"), "", "no guest does what program '%.60s' does", g->program);
    if (condition)
        g->condition = node_str(condition);
    if (condition && !b->out->conditions)
        refuse(b, condition, "", "no step is a continue-when, so there is no condition");
}

static void build(builder *b) {
    rsp_workload *w = b->out;
    const rsp_node *root = b->source->documents;
    const rsp_node *fresh = node_get(root, "fresh");
    bool ok = true;
    w->name = node_str(node_get(root, "workload"));
    w->title = node_str(node_get(root, "title"));
    w->source = node_str(node_get(root, "source"));
    w->path = b->source->path;
    w->program = node_str(node_get(root, "program"));
    w->fresh = fresh && node_bool(fresh, &ok);
    if (node_get(root, "pace") && !node_time(node_get(root, "pace"), &w->pace_ns))
        w->pace_ns = 0;
    read_sweep(b, node_get(root, "sweep"));
    read_arguments(b, node_get(root, "arguments"));
    w->repeat = count_of(b, node_get(root, "repeat"), 1, RSP_LIMIT_WORK_OPERATIONS);
    w->setup = read_steps(b, node_get(root, "setup"));
    w->steps = read_steps(b, node_get(root, "operation"));
    read_guest(b, node_get(root, "guest"));
    if (w->steps.num == 0)
        refuse(b, node_get(root, "operation"), "", "an operation without steps");
    check_sites(b);
    w->sites = b->sites;
}

rsp_workload *rsp_workload_load_memory(const char *path, rsp_bytes yaml, const rsp_mem *mem,
                                       rsp_diagnostics *diagnostics) {
    rsp_status status = RSP_OK;
    builder b = {.diagnostics = diagnostics};
    b.source = source_parse(path, yaml, mem, diagnostics, &status);
    if (!b.source)
        return NULL;
    if (status == RSP_OK)
        status = node_type_check_document(b.source, &workload_node_type, "a workload", diagnostics);
    if (status == RSP_OK) {
        b.out = take(&b, 1, sizeof *b.out);
        b.sites = take(&b, RSP_LIMIT_WORK_SITES, sizeof *b.sites);
        b.site_nodes = take(&b, RSP_LIMIT_WORK_SITES, sizeof(const rsp_node *));
        b.site_enabled = take(&b, RSP_LIMIT_WORK_SITES, sizeof *b.site_enabled);
        status = b.source->arena.status;
    }
    if (status == RSP_OK) {
        b.out->owner = b.source;
        build(&b);
    }
    if (status == RSP_OK && b.status == RSP_OK && b.source->arena.status == RSP_OK)
        return b.out;
    source_free(b.source);
    return NULL;
}

void rsp_workload_free(rsp_workload *workload) {
    if (workload)
        source_free(workload->owner);
}

void rsp_workload_schema(rsp_buf *out) {
    node_type_schema(out, &workload_node_type, "workload.schema.json", "A workload of stubborn bench");
}
