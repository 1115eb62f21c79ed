/* The stub's words and the process's memory are not trusted: numbers and lengths are bounded, and a chain
 * ends. A library that is gone keeps its file, as it often comes back. See modules.h. Source: System V ABI,
 * Dynamic Linking (r_debug, link_map). */
/* SPDX-License-Identifier: MIT */
#include "modules.h"

#include "client/client_object.h"
#include "codec/library_list.h"
#include "core/file.h"
#include "core/limits.h"
#include "core/mem.h"
#include "loader_list.h"
#include "same_program.h"

#include <assert.h>

/* PIECES_MAX: of all names in the loader's list, a round trip each. */
enum { PATH_PIECE = 64, NAME_MAX_BYTES = 4096, PIECES_MAX = 4096 };

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
    program->is_program = program->is_loaded = program->opened.tried = true;
    program->is_early = true;
    program->seen = RSP_MODULE_CHECKED;
    program->opened.file = debuggee->file;
    program->opened.debuggee = debuggee;
    return RSP_OK;
}

void rsp_modules_free(rsp_modules *m) {
    for (size_t i = 0; i < m->num; i++) {
        rsp_debug_symbols_free(m->items[i]->opened.symbols);
        if (!m->items[i]->is_program)
            rsp_debug_file_free((rsp_debug_file *)m->items[i]->opened.file);
    }
    rsp_arena_free(&m->arena);
    *m = (rsp_modules){0};
}

void rsp_modules_stale(rsp_modules *m) {
    m->listed = false;
}

/* --- the list ---------------------------------------------------------------------------------------------
 */

static bool is_same(const rsp_module *known, const rsp_library *library) {
    if (known->bias != library->bias || (known->seen & RSP_MODULE_REPLACED))
        return false;
    return known->is_program ? library->bias != 0 : strcmp(known->path, library->path) == 0;
}

/* One that is gone, and comes back elsewhere. */
static rsp_module *find_gone(rsp_modules *m, const rsp_library *library) {
    for (size_t i = 1; i < m->num; i++) {
        rsp_module *known = m->items[i];
        if (!known->is_loaded && !(known->seen & (RSP_MODULE_BEFORE | RSP_MODULE_REPLACED)) &&
            strcmp(known->path, library->path) == 0)
            return known;
    }
    return NULL;
}

static void load(rsp_module *module) {
    if (!(module->seen & RSP_MODULE_BEFORE)) { /* what is loaded now can be another build */
        module->seen &= ~(unsigned)RSP_MODULE_CHECKED;
        module->opened.debuggee = module->is_program ? module->opened.debuggee : NULL;
    }
    module->is_loaded = true;
}

/* The stub may name the program, too. */
static void note(rsp_modules *m, const rsp_library *library) {
    for (size_t i = 0; i < m->num; i++) {
        if (!is_same(m->items[i], library))
            continue;
        load(m->items[i]);
        return;
    }
    rsp_module *module = find_gone(m, library);
    if (!module)
        module = add(m, library->path, library->bias);
    if (!module)
        return;
    module->bias = library->bias;
    load(module);
}

rsp_module *rsp_modules_add(rsp_modules *m, const char *path, uint64_t bias) {
    assert(path);
    const rsp_library library = {.path = path, .bias = bias};
    note(m, &library);
    for (size_t i = 1; i < m->num; i++)
        if (is_same(m->items[i], &library))
            return m->items[i];
    return NULL;
}

static void begin_list(rsp_modules *m) {
    for (size_t i = 1; i < m->num; i++) {
        rsp_module *module = m->items[i];
        module->seen &= ~(unsigned)RSP_MODULE_BEFORE;
        module->seen |= module->is_loaded ? (unsigned)RSP_MODULE_BEFORE : 0;
        module->is_loaded = false;
    }
}

/* RSP_UNSUPPORTED: it tells nothing of use. */
static rsp_status ask_stub(rsp_modules *m) {
    rsp_buf document = {0};
    rsp_arena arena = {0};
    size_t num = 0;
    rsp_library *libraries = rsp_arena_alloc(&arena, RSP_LIMIT_MODULES * sizeof *libraries);
    rsp_status status = m->endless ? RSP_LIMIT
                                   : rsp_client_read_object(m->debuggee->client, RSP_LIT("libraries-svr4"),
                                                            RSP_LIT(""), &document, NULL);
    m->endless = status == RSP_LIMIT;
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

/* The text at an address, in `out`, which has NAME_MAX_BYTES, while pieces are left. Pieces end at their own
 * multiples: the page after the text may not be there. */
static rsp_status read_path(rsp_modules *m, uint64_t address, char *out, size_t *left) {
    size_t len = 0;
    while (len + PATH_PIECE<NAME_MAX_BYTES && * left> 0) {
        size_t piece = PATH_PIECE - (size_t)((address + len) % PATH_PIECE);
        rsp_status status =
            rsp_client_read_memory(m->debuggee->client, address + len, (uint8_t *)out + len, piece, NULL);
        if (status != RSP_OK)
            return status;
        if (memchr(out + len, 0, piece))
            return RSP_OK;
        len += piece;
        --*left;
    }
    return RSP_LIMIT;
}

static rsp_status walk_loader_list(rsp_modules *m) {
    uint64_t words = 0;
    loader_list list = {0};
    size_t left = PIECES_MAX;
    rsp_status status = loader_list_find(m->debuggee, &words);
    if (status == RSP_OK)
        status = loader_list_read(m->debuggee, words, &list);
    uint64_t at = list.map;
    if (status == RSP_OK)
        begin_list(m);
    for (size_t i = 0; i < RSP_LIMIT_MODULES && at != 0 && status == RSP_OK; i++) {
        uint64_t map[4]; /* l_addr, l_name, l_ld, l_next */
        char path[NAME_MAX_BYTES];
        status = loader_read_words(m->debuggee, at, map, 4);
        if (status == RSP_OK)
            status = read_path(m, map[1], path, &left);
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
    module->opened.tried = true;
    if (!strchr(path, '/') || !rsp_path_is_file(path)) {
        module->opened.trouble = "its file is not here";
    } else if (rsp_debug_file_open(&file, path, &error) != RSP_OK) {
        module->opened.trouble = rsp_arena_str(&m->arena, error.msg);
    } else if (m->debuggee->file &&
               rsp_debug_file_facts(file)->machine != rsp_debug_file_facts(m->debuggee->file)->machine) {
        module->opened.trouble = "its file here is for another machine";
        rsp_debug_file_free(file);
        file = NULL;
    }
    module->opened.file = file;
}

const rsp_debug_file *rsp_module_file(rsp_modules *m, rsp_module *module) {
    if (!module->opened.tried)
        open_file(m, module);
    return module->opened.file;
}

static bool covers(const rsp_module *module, uint64_t address) {
    const rsp_debug_facts *facts = module->opened.file ? rsp_debug_file_facts(module->opened.file) : NULL;
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
            if (module->opened.tried && covers(module, address))
                return module;
            if (!module->opened.tried && module->bias <= address &&
                (!nearest || module->bias > nearest->bias))
                nearest = module;
        }
        if (!nearest)
            return NULL;
        open_file(m, nearest);
    }
}

rsp_status rsp_modules_at(rsp_modules *m, uint64_t address, rsp_module **out) {
    assert(out);
    bool fresh = m->listed;
    *out = find(m, address);
    if (*out || fresh)
        return RSP_OK;
    rsp_status status = rsp_modules_list(m);
    *out = status == RSP_OK ? find(m, address) : NULL;
    return status;
}

/* --- those that are known to be what is loaded -------------------------------------------------------------
 */

/* What is read of one. */
typedef struct identity {
    rsp_module *module;
    uint8_t bytes[SAME_PROGRAM_ID_MAX];
} identity;

static bool needs_check(const rsp_module *module) {
    return module->is_loaded && !(module->seen & RSP_MODULE_CHECKED);
}

/* Its file is as it was when the module was loaded before, and something else is loaded now. */
static rsp_module *replace(rsp_modules *m, rsp_module *module) {
    rsp_module *fresh = add(m, module->path, module->bias);
    if (!fresh)
        return NULL;
    fresh->is_loaded = true;
    module->is_loaded = false;
    module->seen |= RSP_MODULE_REPLACED;
    return fresh;
}

/* RSP_NOT_FOUND: nothing can be compared. */
static rsp_status plan_check(rsp_modules *m, rsp_module *module, rsp_read *out) {
    module->seen |= RSP_MODULE_CHECKED;
    module->opened.debuggee = NULL;
    if (!rsp_module_file(m, module))
        return RSP_NOT_FOUND;
    module->own = *m->debuggee;
    module->own.file = module->opened.file;
    module->own.bias = module->bias;
    if (same_program_want(&module->own, &out->addr, &out->len))
        return RSP_OK;
    module->opened.debuggee = &module->own;
    return RSP_NOT_FOUND;
}

static void take_check(rsp_modules *m, rsp_module *module, const rsp_read *read, bool was_open) {
    rsp_error error = {0};
    const rsp_bytes found = rsp_bytes_make(read->out, read->status == RSP_OK ? read->len : 0);
    module->opened.trouble = NULL;
    if (same_program_judge(&module->own, read->addr, found, &error) == RSP_OK)
        module->opened.debuggee = &module->own;
    else if (!was_open || !replace(m, module))
        module->opened.trouble = rsp_arena_str(&m->arena, error.msg);
}

static rsp_status check_some(rsp_modules *m, identity *ids, rsp_read *reads, bool *was_open) {
    size_t num = 0;
    const int64_t pid =
        rsp_client_is_multiprocess(m->debuggee->client) ? rsp_client_stop_thread(m->debuggee->client).pid : 0;
    for (size_t i = 0; i < m->num; i++) {
        rsp_module *module = m->items[i];
        reads[num] = (rsp_read){.out = ids[num].bytes};
        was_open[num] = module->opened.tried;
        ids[num].module = module;
        if (needs_check(module) && plan_check(m, module, &reads[num]) == RSP_OK)
            num++;
    }
    rsp_status status = rsp_read_memory_vectorized(m->debuggee->client, pid, reads, num);
    for (size_t i = 0; i < num && status == RSP_OK; i++)
        take_check(m, ids[i].module, &reads[i], was_open[i]);
    for (size_t i = 0; i < num && status != RSP_OK; i++)
        ids[i].module->seen &= ~(unsigned)RSP_MODULE_CHECKED;
    return status;
}

/* A file that has changed is read again, once: two rounds. */
rsp_status rsp_modules_check(rsp_modules *m) {
    rsp_status status = RSP_OK;
    for (int round = 0; round < 2 && status == RSP_OK; round++) {
        size_t num = 0;
        for (size_t i = 0; i < m->num; i++)
            num += needs_check(m->items[i]);
        if (num == 0)
            break;
        identity *ids = rsp_mem_alloc(NULL, (num + 1) * sizeof *ids);
        rsp_read *reads = rsp_mem_alloc(NULL, (num + 1) * sizeof *reads);
        bool *was_open = rsp_mem_alloc(NULL, (num + 1) * sizeof *was_open);
        status = ids && reads && was_open ? check_some(m, ids, reads, was_open) : RSP_NO_MEMORY;
        rsp_mem_free(NULL, ids);
        rsp_mem_free(NULL, reads);
        rsp_mem_free(NULL, was_open);
    }
    return is_ignorance(status) ? RSP_OK : status;
}

rsp_module *rsp_modules_known_at(const rsp_modules *m, uint64_t address) {
    for (size_t i = 0; i < m->num; i++)
        if (m->items[i]->is_loaded && m->items[i]->opened.debuggee && covers(m->items[i], address))
            return m->items[i];
    return NULL;
}

rsp_debuggee *rsp_modules_debuggee_at(const rsp_modules *m, uint64_t address) {
    const rsp_module *module = rsp_modules_known_at(m, address);
    return module ? module->opened.debuggee : NULL;
}

bool rsp_modules_function(const rsp_modules *m, const char *name, uint64_t *out_address) {
    for (size_t i = 0; i < m->num; i++) {
        const rsp_module *module = m->items[i];
        if (!module->is_loaded || !module->opened.debuggee ||
            !rsp_debug_symbol_exported(module->opened.file, name, out_address))
            continue;
        *out_address += module->bias;
        return true;
    }
    return false;
}

/* --- symbols ----------------------------------------------------------------------------------------------
 */

static const rsp_debug_symbols *symbols_of(rsp_modules *m, rsp_module *module) {
    const rsp_debug_file *file = rsp_module_file(m, module);
    if (file && !module->opened.symbols)
        module->opened.symbols = rsp_debug_symbols_new(file);
    return module->opened.symbols;
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
