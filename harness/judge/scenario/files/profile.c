/* Profiles: read from YAML by the profile's shape, kept in the arena of their file.
 * Nothing is started here; placeholders are expanded when the tools ask for it.
 * Defaults are filled in so that readers need no special cases. */
/* SPDX-License-Identifier: MIT */
#include "scenario/profile.h"

#include "codec/tdesc.h"

#include "files/file_types.h"
#include "language/syntax.h"

#include "core/arena.h"
#include "core/suggest.h"
#include <rsp/packets.h>
#include <stdio.h>

#define FIELDS(table) .fields = (table), .num_fields = RSP_ARRAY_LEN(table)

static const node_type free_names_node_type = {.values = &name_node_type};
static const field profile_fields[] = {
    {"title", &text_node_type, .required = true, .text = "For people."},
    {"address", &text_node_type, .required = true,
     .text = "How to reach or start it, with {port} {program} {args} {root}."},
    {"address-no-program", &text_node_type, .text = "The same without a debuggee."},
    {"debuggees", &text_node_type, .text = "host, riscv, or a folder."},
    {"program-path", &text_node_type, .text = "How the stub names a program."},
    {"default-program", &name_node_type, .text = "For scenarios that name none."},
    {"architecture", &name_node_type, .text = "When the stub does not tell."},
    {"version-command", &text_node_type, .text = "Prints the version in its first line."},
    {"baseline", &text_node_type, .text = "Path of the baseline, from the profile's folder."},
    {"quirks", &names_node_type, .text = "Peculiarities, see docs."},
    {"timeout", &duration_node_type, .text = "Per wait."},
    {"quiet", &duration_node_type, .text = "What quiet means."},
    {"start-timeout", &duration_node_type, .text = "Until it can be reached."},
    {"load", &boolean_node_type,
     .text = "Bring a program of ours into it, as --load does: memory and registers are written."},
    {"facts", &free_exprs_node_type, .text = "NAME: value."},
    {"environment", &free_payloads_node_type, .text = "Of the started program."},
    {"dialect", &free_names_node_type, .text = "{multimem: lldb, x: gdb}."},
    {"manners", &free_names_node_type, .text = "What stubborn probe learns, where a run is to know better."},
    {"missing-programs", &names_node_type, .text = "Debuggees it can't run."},
    {"serves", &texts_node_type,
     .text = "Packets that it has: an empty reply to them is judged, and skips nothing."},
    {"note", &text_node_type, .text = "For readers."},
};
const node_type profile_node_type = {.name = "profile", FIELDS(profile_fields)};

static const char *const quirk_names[] = {
#define QUIRK_NAME(name, text, meaning) text,
    RSP_QUIRK_LIST(QUIRK_NAME)
#undef QUIRK_NAME
};

const char *rsp_quirk_name(rsp_quirk quirk) {
    return (size_t)quirk < RSP_ARRAY_LEN(quirk_names) ? quirk_names[quirk] : "?";
}

static const char *next_quirk(const void *ctx, size_t i) {
    (void)ctx;
    return i < RSP_ARRAY_LEN(quirk_names) ? quirk_names[i] : NULL;
}

static rsp_status add_quirk(rsp_profile *profile, const rsp_source *source, const rsp_node *node,
                            rsp_diagnostics *diagnostics) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(quirk_names); i++) {
        if (node_is(node, quirk_names[i])) {
            profile->quirks |= UINT32_C(1) << i;
            return RSP_OK;
        }
    }
    char hint[80];
    suggest(hint, node->text, next_quirk, NULL);
    return node_error(diagnostics, source, node, RSP_SCHEMA, hint, "unknown quirk '%.60s'", node_str(node));
}

static rsp_status read_quirks(rsp_profile *profile, const rsp_source *source, const rsp_node *node,
                              rsp_diagnostics *diagnostics) {
    rsp_status status = RSP_OK;
    if (node && node->kind == NODE_SCALAR)
        return add_quirk(profile, source, node, diagnostics);
    for (const rsp_node *n = node ? node->first : NULL; n; n = n->next) {
        rsp_status added = add_quirk(profile, source, n, diagnostics);
        status = status == RSP_OK ? added : status;
    }
    return status;
}

/* Names of packets, as the packet table has them. */
static rsp_status check_serves(const rsp_source *source, const rsp_node *node, rsp_diagnostics *diagnostics) {
    rsp_status status = RSP_OK;
    const rsp_node *n = node && node->kind == NODE_SEQ ? node->first : node;
    for (; n; n = node->kind == NODE_SEQ ? n->next : NULL) {
        if (!rsp_packet_by_name(n->text))
            status = node_error(diagnostics, source, n, RSP_SCHEMA, "names: stubborn packet-reference",
                                "unknown packet '%.60s'", node_str(n));
    }
    return status;
}

/* Manners and their values, as the look names them. */
static rsp_status check_manners(const rsp_source *source, const rsp_node *map, rsp_diagnostics *diagnostics) {
    rsp_manners scratch = {0};
    rsp_status status = RSP_OK;
    for (const rsp_node *n = map ? map->first : NULL; n; n = n->next) {
        rsp_error error = {0};
        if (rsp_manners_set(&scratch, rsp_bytes_str(node_key(n)), n->text, &error) != RSP_OK)
            status = node_error(diagnostics, source, n, RSP_SCHEMA,
                                "names and values: stubborn probe -o profile:-", "%s", error.msg);
    }
    return status;
}

/* Where the stub does not tell, its user may: debuggers are told so, too. */
static void apply_architecture(const rsp_profile *profile, rsp_manners *manners) {
    if (manners->registers.arch || !profile->architecture || !*profile->architecture)
        return;
    manners->registers.arch = rsp_arch_name(profile->architecture);
    if (manners->registers.big_endian == RSP_HABIT_UNKNOWN)
        manners->registers.big_endian =
            rsp_arch_big_endian(profile->architecture) ? RSP_HABIT_YES : RSP_HABIT_NO;
}

void rsp_profile_apply_manners(const rsp_profile *profile, rsp_manners *manners) {
    if (profile)
        apply_architecture(profile, manners);
    for (size_t i = 0; profile && i < profile->num_manners; i++) {
        const rsp_pair_text *pair = &profile->manners[i];
        (void)!rsp_manners_set(manners, rsp_bytes_str(pair->name), rsp_bytes_str(pair->value), NULL);
    }
}

static const rsp_pair_text *read_pairs(rsp_source *source, const rsp_node *map, size_t *out_num) {
    *out_num = 0;
    rsp_pair_text *pairs = map ? rsp_arena_alloc(&source->arena, (map->num + 1) * sizeof *pairs) : NULL;
    for (const rsp_node *n = pairs ? map->first : NULL; n; n = n->next)
        pairs[(*out_num)++] = (rsp_pair_text){.name = node_key(n), .value = node_str(n)};
    return pairs;
}

static const char *const *read_names(rsp_source *source, const rsp_node *list, size_t *out_num) {
    *out_num = 0;
    if (!list)
        return NULL;
    const char **names = rsp_arena_alloc(&source->arena, (list->num + 2) * sizeof *names);
    if (names && list->kind == NODE_SCALAR)
        names[(*out_num)++] = node_str(list);
    for (const rsp_node *n = names && list->kind == NODE_SEQ ? list->first : NULL; n; n = n->next)
        names[(*out_num)++] = node_str(n);
    return names;
}

/* "scenarios/profiles/gdbserver.yaml" is gdbserver. */
static const char *base_name(rsp_source *source, const char *path) {
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    size_t len = strlen(base);
    size_t cut = len > 5 && strcmp(base + len - 5, ".yaml") == 0 ? 5 : 0;
    return rsp_arena_printf(&source->arena, "%.*s", (int)(len - cut), base);
}

static uint64_t time_of(const rsp_node *node) {
    uint64_t ns = 0;
    return node && node_time(node, &ns) ? ns : 0;
}

static bool is_yes(const rsp_node *node) {
    bool ok = false;
    return node && node_bool(node, &ok) && ok;
}

static const char *text_or(const rsp_node *node, const char *fallback) {
    return node ? node_str(node) : fallback;
}

static void fill(rsp_profile *p, rsp_source *source, const rsp_node *root) {
    p->name = base_name(source, source->path);
    p->title = node_str(node_get(root, "title"));
    p->path = source->path;
    p->address = node_str(node_get(root, "address"));
    p->address_no_program = node_str(node_get(root, "address-no-program"));
    p->debuggees = text_or(node_get(root, "debuggees"), "host");
    p->program_path = text_or(node_get(root, "program-path"), "{debuggees}/{program}");
    p->architecture = node_str(node_get(root, "architecture"));
    p->version_command = node_str(node_get(root, "version-command"));
    p->baseline = node_str(node_get(root, "baseline"));
    p->default_program = node_str(node_get(root, "default-program"));
    p->timeout_ns = time_of(node_get(root, "timeout"));
    p->quiet_ns = time_of(node_get(root, "quiet"));
    p->start_timeout_ns = time_of(node_get(root, "start-timeout"));
    p->load = is_yes(node_get(root, "load"));
    p->facts = read_pairs(source, node_get(root, "facts"), &p->num_facts);
    p->environment = read_pairs(source, node_get(root, "environment"), &p->num_environment);
    p->dialect = read_pairs(source, node_get(root, "dialect"), &p->num_dialect);
    p->manners = read_pairs(source, node_get(root, "manners"), &p->num_manners);
    p->serves = read_names(source, node_get(root, "serves"), &p->num_serves);
    p->missing_programs = read_names(source, node_get(root, "missing-programs"), &p->num_missing_programs);
}

rsp_profile *rsp_profile_load_memory(const char *name, rsp_bytes yaml, const rsp_mem *mem,
                                     rsp_diagnostics *diagnostics) {
    rsp_status status = RSP_OK;
    rsp_source *source = source_parse(name, yaml, mem, diagnostics, &status);
    if (!source)
        return NULL;
    if (status == RSP_OK)
        status = node_type_check_document(source, &profile_node_type, "a profile", diagnostics);
    rsp_profile *profile = status == RSP_OK ? rsp_arena_alloc(&source->arena, sizeof *profile) : NULL;
    if (profile) {
        profile->owner = source;
        fill(profile, source, source->documents);
        status = read_quirks(profile, source, node_get(source->documents, "quirks"), diagnostics);
        rsp_status served = check_serves(source, node_get(source->documents, "serves"), diagnostics);
        status = status == RSP_OK ? served : status;
        rsp_status mannered = check_manners(source, node_get(source->documents, "manners"), diagnostics);
        status = status == RSP_OK ? mannered : status;
    }
    if (profile && status == RSP_OK && source->arena.status == RSP_OK)
        return profile;
    source_free(source);
    return NULL;
}

void rsp_profile_free(rsp_profile *profile) {
    if (profile)
        source_free(profile->owner);
}

/* Length of "{name}" at the front of `text`, 0 when there is none. */
static size_t placeholder(const char *text) {
    if (text[0] != '{')
        return 0;
    size_t n = strcspn(text + 1, "{} ");
    return n > 0 && text[1 + n] == '}' ? n + 2 : 0;
}

void rsp_profile_expand(rsp_buf *out, const char *text, const rsp_pair_text *pairs, size_t num) {
    while (*text) {
        size_t len = placeholder(text);
        const char *found = NULL;
        for (size_t i = 0; len && i < num && !found; i++) {
            bool same = strlen(pairs[i].name) == len - 2 && strncmp(pairs[i].name, text + 1, len - 2) == 0;
            found = same ? pairs[i].value : NULL;
        }
        if (found) {
            rsp_buf_str(out, found);
            text += len;
        } else {
            rsp_buf_push(out, (uint8_t)*text++);
        }
    }
}
