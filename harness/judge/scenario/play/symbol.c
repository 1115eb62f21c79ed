/* Looks symbols up through libelf's class-independent interface (gelf).
 * The image is copied: libelf converts in place, and the bytes belong to somebody else.
 * A file that libelf does not like is RSP_BAD_FILE, never a crash. */
/* SPDX-License-Identifier: MIT */
#include "scenario/symbol.h"

#include "core/mem.h"
#include <gelf.h>
#include <libelf.h>

/* Opens a private copy. */
static Elf *open_copy(rsp_bytes elf, char **out_copy) {
    *out_copy = NULL;
    if (elf_version(EV_CURRENT) == EV_NONE || elf.len < 16)
        return NULL;
    char *copy = rsp_mem_alloc(NULL, elf.len);
    if (!copy)
        return NULL;
    memcpy(copy, elf.ptr, elf.len);
    Elf *e = elf_memory(copy, elf.len);
    if (e && elf_kind(e) == ELF_K_ELF) {
        *out_copy = copy;
        return e;
    }
    if (e)
        (void)elf_end(e);
    rsp_mem_free(NULL, copy);
    return NULL;
}

static void close_copy(Elf *e, char *copy) {
    (void)elf_end(e);
    rsp_mem_free(NULL, copy);
}

static bool search_section(Elf *e, Elf_Scn *section, const GElf_Shdr *header, const char *name,
                           rsp_symbol *out) {
    Elf_Data *data = elf_getdata(section, NULL);
    if (!data || header->sh_entsize == 0)
        return false;
    size_t num = (size_t)(header->sh_size / header->sh_entsize);
    for (size_t i = 0; i < num && i < INT32_MAX; i++) {
        GElf_Sym sym;
        if (!gelf_getsym(data, (int)i, &sym))
            return false;
        const char *text = elf_strptr(e, header->sh_link, sym.st_name);
        if (!text || sym.st_shndx == SHN_UNDEF || strcmp(text, name) != 0)
            continue;
        *out = (rsp_symbol){.address = sym.st_value, .size = sym.st_size};
        return true;
    }
    return false;
}

rsp_status rsp_symbol_find(rsp_bytes elf, const char *name, rsp_symbol *out) {
    char *copy;
    Elf *e = open_copy(elf, &copy);
    if (!e)
        return RSP_BAD_FILE;
    rsp_status status = RSP_NOT_FOUND;
    for (Elf_Scn *section = NULL; status != RSP_OK && (section = elf_nextscn(e, section));) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header) || (header.sh_type != SHT_SYMTAB && header.sh_type != SHT_DYNSYM))
            continue;
        if (search_section(e, section, &header, name, out))
            status = RSP_OK;
    }
    close_copy(e, copy);
    return status;
}

rsp_status rsp_symbol_entry(rsp_bytes elf, uint64_t *out_entry, bool *out_relocated) {
    char *copy;
    Elf *e = open_copy(elf, &copy);
    if (!e)
        return RSP_BAD_FILE;
    GElf_Ehdr header;
    rsp_status status = gelf_getehdr(e, &header) ? RSP_OK : RSP_BAD_FILE;
    if (status == RSP_OK) {
        *out_entry = header.e_entry;
        *out_relocated = header.e_type == ET_DYN;
    }
    close_copy(e, copy);
    return status;
}
