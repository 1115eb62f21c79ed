/* Segments of notes are walked until the one that has the id.
 * The file may be hostile: libelf checks each note's bounds, and how many there are is limited here.
 * See debug_identity.h. */
/* SPDX-License-Identifier: MIT */
#include "debug_identity.h"

#include "debug_file_state.h"

#include <gelf.h>

enum { MAX_SEGMENTS = 256, MAX_NOTES = 256 };

static bool is_build_id(const Elf_Data *data, const GElf_Nhdr *note, size_t name) {
    return note->n_type == NT_GNU_BUILD_ID && note->n_namesz == sizeof "GNU" &&
           memcmp((const char *)data->d_buf + name, "GNU", sizeof "GNU") == 0;
}

static bool find_in_segment(Elf *elf, const GElf_Phdr *segment, uint64_t *out_address) {
    Elf_Data *data =
        elf_getdata_rawchunk(elf, (int64_t)segment->p_offset, (size_t)segment->p_filesz, ELF_T_NHDR);
    size_t at = 0;
    for (size_t i = 0; data && i < MAX_NOTES; i++) {
        GElf_Nhdr note;
        size_t name = 0;
        size_t content = 0;
        at = gelf_getnote(data, at, &note, &name, &content);
        if (at == 0)
            return false;
        if (!is_build_id(data, &note, name))
            continue;
        *out_address = segment->p_vaddr + content;
        return true;
    }
    return false;
}

bool rsp_debug_identity_at(const rsp_debug_file *file, uint64_t *out_address) {
    size_t num = 0;
    if (file->facts.build_id.len == 0 || elf_getphdrnum(file->elf, &num) != 0)
        return false;
    for (size_t i = 0; i < num && i < MAX_SEGMENTS; i++) {
        GElf_Phdr segment;
        if (gelf_getphdr(file->elf, (int)i, &segment) && segment.p_type == PT_NOTE &&
            find_in_segment(file->elf, &segment, out_address))
            return true;
    }
    return false;
}
