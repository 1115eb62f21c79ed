/* A note has the address at which the linker had put the section .stapsdt.base: what has moved that one since
 * has moved the probe.
 * See debug_probe.h. */
/* SPDX-License-Identifier: MIT */
#include "debug_probe.h"

#include "core/limits.h"
#include "debug_file_state.h"

#include <gelf.h>

enum { PROBE_TYPE = 3, NUMBERS = 3, NUMBER_BYTES = 8 };

/* 0: there is no such section. */
static uint64_t base_of(Elf *elf) {
    GElf_Shdr header;
    size_t names = 0;
    if (elf_getshdrstrndx(elf, &names) != 0)
        return 0;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        const char *name = gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
        if (name && strcmp(name, ".stapsdt.base") == 0)
            return header.sh_addr;
    }
    return 0;
}

static uint64_t number_at(rsp_bytes note, size_t index) {
    uint64_t number = 0;
    for (size_t i = NUMBER_BYTES; i-- > 0;)
        number = number << 8 | note.ptr[index * NUMBER_BYTES + i];
    return number;
}

/* The text before the next zero. */
static bool takes_text(rsp_bytes *rest, const char *text) {
    const size_t end = rsp_bytes_index(*rest, 0);
    if (end >= rest->len || !rsp_bytes_equal(rsp_bytes_sub(*rest, 0, end), rsp_bytes_str(text)))
        return false;
    *rest = rsp_bytes_from(*rest, end + 1);
    return true;
}

/* False: another probe. */
static bool read_probe(rsp_bytes note, uint64_t base, const char *provider, const char *name, uint64_t *out) {
    const size_t numbers = (size_t)NUMBERS * NUMBER_BYTES;
    if (note.len < numbers)
        return false;
    rsp_bytes rest = rsp_bytes_from(note, numbers);
    if (!takes_text(&rest, provider) || !takes_text(&rest, name))
        return false;
    *out = number_at(note, 0) + (base ? base - number_at(note, 1) : 0);
    return true;
}

static size_t find_in(Elf_Data *data, uint64_t base, const char *provider, const char *name, uint64_t *out,
                      size_t cap) {
    GElf_Nhdr note;
    size_t at = 0;
    size_t name_at = 0;
    size_t desc_at = 0;
    size_t num = 0;
    for (int steps = 0; num < cap && steps < RSP_LIMIT_DEBUG_STEPS; steps++) {
        at = gelf_getnote(data, at, &note, &name_at, &desc_at);
        if (at == 0)
            break;
        const uint8_t *bytes = data->d_buf;
        if (note.n_type == PROBE_TYPE && note.n_namesz == sizeof "stapsdt" &&
            memcmp(bytes + name_at, "stapsdt", sizeof "stapsdt") == 0 &&
            read_probe(rsp_bytes_make(bytes + desc_at, note.n_descsz), base, provider, name, &out[num]))
            num++;
    }
    return num;
}

size_t rsp_debug_probe_find(const rsp_debug_file *file, const char *provider, const char *name, uint64_t *out,
                            size_t cap) {
    GElf_Shdr header;
    const uint64_t base = base_of(file->elf);
    size_t num = 0;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(file->elf, section));) {
        Elf_Data *data =
            gelf_getshdr(section, &header) && header.sh_type == SHT_NOTE ? elf_getdata(section, NULL) : NULL;
        if (data)
            num += find_in(data, base, provider, name, out + num, cap - num);
    }
    return num;
}
