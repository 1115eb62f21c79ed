/* The stub's words and the process's memory are not trusted: numbers and lengths are bounded, and a chain
 * ends. A library that is gone keeps its file, as it often comes back. See modules.h. Source: System V ABI,
 * Dynamic Linking (r_debug, link_map). */
/* SPDX-License-Identifier: MIT */
#include "modules.h"

#include "client/client_object.h"
#include "codec/library_list.h"
#include "core/file.h"
#include "core/limits.h"

enum { DT_NULL_TAG = 0, DT_DEBUG_TAG = 21, DYNAMIC_MAX = 512, PATH_PIECE = 64, NAME_MAX_BYTES = 4096 };

static rsp_module *add(rsp_modules *m, const char *path, uint64_t bias) {
    rsp_module *module = m->num < RSP_LIMIT_MODULES ? rsp_arena_alloc(&m->arena, sizeof *module) : NULL;
    if (!module)
        return NULL;
    *module = (rsp_module){.path = rsp_arena_str(&m->arena, path), .bias = bias, .number = m->num + 1};
    m->items[m->num++] = module;
    return module;
}

rsp_status rsp_modules_init(rsp_modules *m, rsp_debuggee *debuggee, const char *path, const char *sysroot) {
    *m = (rsp_modules){.debuggee = debuggee, .sysroot = sysroot};
    m->items = rsp_arena_alloc(&m->arena, RSP_LIMIT_MODULES * sizeof(rsp_module *));
    rsp_module *program = m->items ? add(m, path, debuggee->bias) : NULL;
    if (!program)
        return RSP_NO_MEMORY;
    program->is_program = program->is_loaded = program->opened = true;
    program->file = debuggee->file;
    return RSP_OK;
}

void rsp_modules_free(rsp_modules *m) {
    for (size_t i = 0; i < m->num; i++) {
        rsp_debug_symbols_free(m->items[i]->symbols);
        if (!m->items[i]->is_program)
            rsp_debug_file_free((rsp_debug_file *)m->items[i]->file);
    }
    rsp_arena_free(&m->arena);
    *m = (rsp_modules){0};
}

void rsp_modules_stale(rsp_modules *m) {
    m->listed = false;
}

/* --- the list ---------------------------------------------------------------------------------------------
 */

/* The stub may name the program, too. */
static void note(rsp_modules *m, const rsp_library *library) {
    for (size_t i = 0; i < m->num; i++) {
        rsp_module *known = m->items[i];
        if (known->bias == library->bias &&
            (known->is_program ? library->bias != 0 : strcmp(known->path, library->path) == 0)) {
            known->is_loaded = true;
            return;
        }
    }
    rsp_module *module = add(m, library->path, library->bias);
    if (module)
        module->is_loaded = true;
}

static void begin_list(rsp_modules *m) {
    for (size_t i = 1; i < m->num; i++)
        m->items[i]->is_loaded = false;
}

/* RSP_UNSUPPORTED: it tells nothing of use. */
static rsp_status ask_stub(rsp_modules *m) {
    rsp_buf document = {0};
    rsp_arena arena = {0};
    size_t num = 0;
    rsp_library *libraries = rsp_arena_alloc(&arena, RSP_LIMIT_MODULES * sizeof *libraries);
    rsp_status status =
        rsp_client_read_object(m->debuggee->client, RSP_LIT("libraries-svr4"), RSP_LIT(""), &document, NULL);
    if (status == RSP_OK)
        status = libraries ? rsp_library_list_read(rsp_buf_bytes(&document), &arena, libraries,
                                                   RSP_LIMIT_MODULES, &num, NULL)
                           : RSP_NO_MEMORY;
    if (status == RSP_OK)
        begin_list(m);
    for (size_t i = 0; i < num; i++)
        note(m, &libraries[i]);
    rsp_buf_free(&document);
    rsp_arena_free(&arena);
    return status == RSP_REFUSED || status == RSP_MALFORMED || status == RSP_LIMIT ? RSP_UNSUPPORTED : status;
}

/* Little-endian numbers of 8 bytes. RSP_FAULT. */
static rsp_status read_words(rsp_modules *m, uint64_t address, uint64_t *out, size_t num) {
    uint8_t bytes[5 * 8];
    rsp_status status = rsp_client_read_memory(m->debuggee->client, address, bytes, num * 8, NULL);
    for (size_t i = 0; i < num && status == RSP_OK; i++) {
        out[i] = 0;
        for (size_t j = 8; j-- > 0;)
            out[i] = out[i] << 8 | bytes[i * 8 + j];
    }
    return status;
}

/* The text at an address, in `out`, which has NAME_MAX_BYTES. Pieces end at their own multiples: the page
 * after the text may not be there. */
static rsp_status read_path(rsp_modules *m, uint64_t address, char *out) {
    size_t len = 0;
    while (len + PATH_PIECE < NAME_MAX_BYTES) {
        size_t piece = PATH_PIECE - (size_t)((address + len) % PATH_PIECE);
        rsp_status status =
            rsp_client_read_memory(m->debuggee->client, address + len, (uint8_t *)out + len, piece, NULL);
        if (status != RSP_OK)
            return status;
        if (memchr(out + len, 0, piece))
            return RSP_OK;
        len += piece;
    }
    return RSP_LIMIT;
}

/* The loader leaves the address of its list in the program's dynamic section. */
static rsp_status find_loader_list(rsp_modules *m, uint64_t *out) {
    const rsp_debug_facts *facts = rsp_debug_file_facts(m->debuggee->file);
    uint64_t at = facts->dynamic + m->debuggee->bias;
    for (size_t i = 0; facts->dynamic != 0 && i < DYNAMIC_MAX; i++, at += 16) {
        uint64_t pair[2];
        rsp_status status = read_words(m, at, pair, 2);
        if (status != RSP_OK)
            return status;
        if (pair[0] == DT_DEBUG_TAG && pair[1] != 0) {
            status = read_words(m, pair[1], pair, 2); /* r_version, r_map */
            *out = pair[1];
            return status;
        }
        if (pair[0] == DT_NULL_TAG)
            break;
    }
    return RSP_UNSUPPORTED;
}

static rsp_status walk_loader_list(rsp_modules *m) {
    uint64_t at = 0;
    rsp_status status = find_loader_list(m, &at);
    if (status == RSP_OK)
        begin_list(m);
    for (size_t i = 0; i < RSP_LIMIT_MODULES && at != 0 && status == RSP_OK; i++) {
        uint64_t map[4]; /* l_addr, l_name, l_ld, l_next */
        char path[NAME_MAX_BYTES];
        status = read_words(m, at, map, 4);
        if (status == RSP_OK)
            status = read_path(m, map[1], path);
        const rsp_library library = {.path = path, .bias = map[0], .dynamic = map[2]};
        if (status == RSP_OK && path[0] && i > 0) /* the first is the program */
            note(m, &library);
        at = map[3];
    }
    return status;
}

/* What only says that nobody tells. */
static bool is_ignorance(rsp_status status) {
    return status == RSP_UNSUPPORTED || status == RSP_FAULT || status == RSP_REFUSED || status == RSP_LIMIT ||
           status == RSP_MALFORMED || status == RSP_RANGE;
}

rsp_status rsp_modules_list(rsp_modules *m) {
    if (m->listed)
        return RSP_OK;
    rsp_status status = ask_stub(m);
    if (status == RSP_UNSUPPORTED && m->debuggee->file)
        status = walk_loader_list(m);
    if (is_ignorance(status))
        status = RSP_OK;
    m->listed = status == RSP_OK;
    return status;
}

/* --- files ------------------------------------------------------------------------------------------------
 */

/* A library of another machine cannot be this program's. */
static void open_file(rsp_modules *m, rsp_module *module) {
    rsp_debug_file *file = NULL;
    rsp_error error = {0};
    const char *path = module->path;
    if (m->sysroot && path[0] == '/')
        path = rsp_arena_printf(&m->arena, "%s%s", m->sysroot, path);
    module->opened = true;
    if (!strchr(path, '/') || !rsp_path_is_file(path)) {
        module->trouble = "its file is not here";
    } else if (rsp_debug_file_open(&file, path, &error) != RSP_OK) {
        module->trouble = rsp_arena_str(&m->arena, error.msg);
    } else if (m->debuggee->file &&
               rsp_debug_file_facts(file)->machine != rsp_debug_file_facts(m->debuggee->file)->machine) {
        module->trouble = "its file here is for another machine";
        rsp_debug_file_free(file);
        file = NULL;
    }
    module->file = file;
}

const rsp_debug_file *rsp_module_file(rsp_modules *m, rsp_module *module) {
    if (!module->opened)
        open_file(m, module);
    return module->file;
}

static bool covers(const rsp_module *module, uint64_t address) {
    const rsp_debug_facts *facts = module->file ? rsp_debug_file_facts(module->file) : NULL;
    return facts && facts->high > 0 && address - module->bias >= facts->low &&
           address - module->bias < facts->high;
}

/* Among those that are open; then the nearest below it that is not. */
static rsp_module *find(rsp_modules *m, uint64_t address) {
    for (;;) {
        rsp_module *nearest = NULL;
        for (size_t i = 0; i < m->num; i++) {
            rsp_module *module = m->items[i];
            if (!module->is_loaded)
                continue;
            if (module->opened && covers(module, address))
                return module;
            if (!module->opened && module->bias <= address && (!nearest || module->bias > nearest->bias))
                nearest = module;
        }
        if (!nearest)
            return NULL;
        open_file(m, nearest);
    }
}

rsp_status rsp_modules_at(rsp_modules *m, uint64_t address, rsp_module **out) {
    bool fresh = m->listed;
    *out = find(m, address);
    if (*out || fresh)
        return RSP_OK;
    rsp_status status = rsp_modules_list(m);
    *out = status == RSP_OK ? find(m, address) : NULL;
    return status;
}

static const rsp_debug_symbols *symbols_of(rsp_modules *m, rsp_module *module) {
    const rsp_debug_file *file = rsp_module_file(m, module);
    if (file && !module->symbols)
        module->symbols = rsp_debug_symbols_new(file);
    return module->symbols;
}

static bool in_process(const rsp_module *module, bool found, rsp_debug_symbol *out) {
    if (found)
        out->address += module->bias;
    return found;
}

bool rsp_module_symbol(rsp_modules *m, rsp_module *module, uint64_t address, rsp_debug_symbol *out) {
    const rsp_debug_symbols *symbols = symbols_of(m, module);
    return in_process(module, symbols && rsp_debug_symbol_at(symbols, address - module->bias, out), out);
}

bool rsp_module_function_before(rsp_modules *m, rsp_module *module, uint64_t address, rsp_debug_symbol *out) {
    const rsp_debug_symbols *symbols = symbols_of(m, module);
    return in_process(module, symbols && rsp_debug_symbol_before(symbols, address - module->bias, out), out);
}
