/* Marks of the assembler and symbols of sections name no place in the program, and are left out.
 * Several names for one address are common: the one with a size and the widest binding is shown.
 * See debug_symbol.h. */
/* SPDX-License-Identifier: MIT */
#include "debug_symbol.h"

#include "core/limits.h"
#include "core/mem.h"
#include "debug_file_state.h"

#include <gelf.h>
#include <stdlib.h>

/* One symbol, and how good a name it is. */
typedef struct ranked {
    rsp_debug_symbol symbol;
    unsigned rank;
} ranked;

struct rsp_debug_symbols {
    ranked *items;
    size_t num;
};

static Elf_Scn *table_of(Elf *elf, GElf_Word type, GElf_Shdr *out) {
    for (Elf_Scn *section = NULL; elf && (section = elf_nextscn(elf, section));)
        if (gelf_getshdr(section, out) && out->sh_type == type && out->sh_entsize > 0)
            return section;
    return NULL;
}

static bool read_symbol(Elf *elf, const GElf_Shdr *header, const GElf_Sym *symbol, ranked *out) {
    int type = GELF_ST_TYPE(symbol->st_info);
    const char *name = elf_strptr(elf, header->sh_link, symbol->st_name);
    bool named = name && name[0] && name[0] != '$' &&
                 strnlen(name, RSP_LIMIT_DEBUG_NAME_BYTES) < RSP_LIMIT_DEBUG_NAME_BYTES;
    bool placed = symbol->st_shndx != SHN_UNDEF && symbol->st_shndx != SHN_ABS;
    if (!named || !placed ||
        (type != STT_FUNC && type != STT_OBJECT && type != STT_NOTYPE && type != STT_GNU_IFUNC))
        return false;
    unsigned rank =
        GELF_ST_BIND(symbol->st_info) == STB_GLOBAL ? 2 : GELF_ST_BIND(symbol->st_info) == STB_WEAK;
    *out = (ranked){.symbol = {.name = name,
                               .address = symbol->st_value,
                               .bytes = symbol->st_size,
                               .is_function = type == STT_FUNC || type == STT_GNU_IFUNC},
                    .rank = rank + (symbol->st_size > 0 ? 4U : 0)};
    return true;
}

static int by_address(const void *a, const void *b) {
    const ranked *left = a;
    const ranked *right = b;
    if (left->symbol.address != right->symbol.address)
        return left->symbol.address < right->symbol.address ? -1 : 1;
    if (left->rank != right->rank)
        return left->rank > right->rank ? -1 : 1;
    return strcmp(left->symbol.name, right->symbol.name);
}

/* One name an address, and an end for those that have none. */
static void tidy(rsp_debug_symbols *symbols) {
    size_t kept = 0;
    if (!symbols->items || symbols->num == 0)
        return;
    qsort(symbols->items, symbols->num, sizeof *symbols->items, by_address);
    for (size_t i = 0; i < symbols->num; i++)
        if (kept == 0 || symbols->items[kept - 1].symbol.address != symbols->items[i].symbol.address)
            symbols->items[kept++] = symbols->items[i];
    symbols->num = kept;
    for (size_t i = 0; i + 1 < kept; i++)
        if (symbols->items[i].symbol.bytes == 0)
            symbols->items[i].symbol.bytes =
                symbols->items[i + 1].symbol.address - symbols->items[i].symbol.address;
}

static bool read_table(rsp_debug_symbols *symbols, Elf *elf, Elf_Scn *section, const GElf_Shdr *header) {
    Elf_Data *data = elf_getdata(section, NULL);
    size_t num = data ? data->d_size / header->sh_entsize : 0;
    if (num > RSP_LIMIT_DEBUG_STEPS)
        num = RSP_LIMIT_DEBUG_STEPS;
    symbols->items = num > 0 ? rsp_mem_calloc(NULL, num, sizeof *symbols->items) : NULL;
    if (num > 0 && !symbols->items)
        return false;
    for (size_t i = 0; i < num; i++) {
        GElf_Sym symbol;
        if (gelf_getsym(data, (int)i, &symbol) &&
            read_symbol(elf, header, &symbol, &symbols->items[symbols->num]))
            symbols->num++;
    }
    tidy(symbols);
    return true;
}

rsp_debug_symbols *rsp_debug_symbols_new(const rsp_debug_file *file) {
    Elf *const elves[] = {file->elf, file->separate, file->elf};
    static const GElf_Word types[] = {SHT_SYMTAB, SHT_SYMTAB, SHT_DYNSYM};
    rsp_debug_symbols *symbols = rsp_mem_calloc(NULL, 1, sizeof *symbols);
    if (!symbols)
        return NULL;
    for (size_t i = 0; i < RSP_ARRAY_LEN(types); i++) {
        GElf_Shdr header;
        Elf_Scn *section = table_of(elves[i], types[i], &header);
        if (!section)
            continue;
        if (read_table(symbols, elves[i], section, &header))
            return symbols;
        rsp_debug_symbols_free(symbols);
        return NULL;
    }
    return symbols;
}

void rsp_debug_symbols_free(rsp_debug_symbols *symbols) {
    if (!symbols)
        return;
    rsp_mem_free(NULL, symbols->items);
    rsp_mem_free(NULL, symbols);
}

/* How many begin at or before the address. */
static size_t num_until(const rsp_debug_symbols *symbols, uint64_t address) {
    size_t low = 0;
    size_t high = symbols->num;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (symbols->items[middle].symbol.address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool rsp_debug_symbol_at(const rsp_debug_symbols *symbols, uint64_t address, rsp_debug_symbol *out) {
    size_t num = num_until(symbols, address);
    if (num == 0)
        return false;
    *out = symbols->items[num - 1].symbol;
    return out->bytes == 0 ? address == out->address : address - out->address < out->bytes;
}

bool rsp_debug_symbol_before(const rsp_debug_symbols *symbols, uint64_t address, rsp_debug_symbol *out) {
    for (size_t i = num_until(symbols, address); i-- > 0;) {
        *out = symbols->items[i].symbol;
        if (out->is_function)
            return true;
    }
    return false;
}

static bool find_named(Elf *elf, GElf_Word type, const char *name, uint64_t *out_address) {
    GElf_Shdr header;
    Elf_Scn *section = table_of(elf, type, &header);
    Elf_Data *data = section ? elf_getdata(section, NULL) : NULL;
    size_t num = data ? data->d_size / header.sh_entsize : 0;
    if (num > RSP_LIMIT_DEBUG_STEPS)
        num = RSP_LIMIT_DEBUG_STEPS;
    for (size_t i = 0; i < num; i++) {
        GElf_Sym symbol;
        if (!gelf_getsym(data, (int)i, &symbol) || symbol.st_shndx == SHN_UNDEF ||
            GELF_ST_TYPE(symbol.st_info) != STT_FUNC)
            continue;
        const char *found = elf_strptr(elf, header.sh_link, symbol.st_name);
        if (!found || strcmp(found, name) != 0)
            continue;
        *out_address = symbol.st_value;
        return true;
    }
    return false;
}

bool rsp_debug_symbol_exported(const rsp_debug_file *file, const char *name, uint64_t *out_address) {
    return find_named(file->elf, SHT_DYNSYM, name, out_address);
}

bool rsp_debug_symbol_named(const rsp_debug_file *file, const char *name, uint64_t *out_address) {
    return find_named(file->elf, SHT_SYMTAB, name, out_address) ||
           find_named(file->separate, SHT_SYMTAB, name, out_address) ||
           find_named(file->elf, SHT_DYNSYM, name, out_address);
}

bool rsp_debug_symbol_is_linkage(const rsp_debug_file *file, uint64_t address) {
    GElf_Shdr header;
    size_t names = 0;
    if (elf_getshdrstrndx(file->elf, &names) != 0)
        return false;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(file->elf, section));) {
        if (!gelf_getshdr(section, &header) || !(header.sh_flags & SHF_EXECINSTR) ||
            address < header.sh_addr || address - header.sh_addr >= header.sh_size)
            continue;
        const char *name = elf_strptr(file->elf, names, header.sh_name);
        return name && strncmp(name, ".plt", 4) == 0;
    }
    return false;
}

static const char *name_of_relocation(Elf *elf, const GElf_Shdr *table, size_t index) {
    GElf_Shdr header;
    GElf_Sym symbol;
    Elf_Scn *section = elf_getscn(elf, table->sh_link);
    Elf_Data *data = section && gelf_getshdr(section, &header) ? elf_getdata(section, NULL) : NULL;
    if (!data || index == 0 || index > INT32_MAX || !gelf_getsym(data, (int)index, &symbol))
        return NULL;
    const char *name = elf_strptr(elf, header.sh_link, symbol.st_name);
    return name && name[0] ? name : NULL;
}

const char *rsp_debug_symbol_of_slot(const rsp_debug_file *file, uint64_t slot) {
    GElf_Shdr header;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(file->elf, section));) {
        Elf_Data *data = gelf_getshdr(section, &header) && header.sh_type == SHT_RELA && header.sh_entsize > 0
                             ? elf_getdata(section, NULL)
                             : NULL;
        size_t num = data ? data->d_size / header.sh_entsize : 0;
        if (num > RSP_LIMIT_DEBUG_STEPS)
            num = RSP_LIMIT_DEBUG_STEPS;
        for (size_t i = 0; i < num; i++) {
            GElf_Rela relocation;
            if (gelf_getrela(data, (int)i, &relocation) && relocation.r_offset == slot)
                return name_of_relocation(file->elf, &header, GELF_R_SYM(relocation.r_info));
        }
    }
    return NULL;
}
