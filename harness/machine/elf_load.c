/* Loading of static RV64 executables with the help of libelf.
 * Everything in the file is hostile until checked: every refusal names what and where.
 * What is asked for is bounded before any memory is taken. */
/* SPDX-License-Identifier: MIT */
#include "elf_load.h"

#include "layout.h"
#include "mapping.h"

#include "core/limits.h"
#include <gelf.h>
#include <libelf.h>

enum { E_RVC = 1, E_FLOAT_ABI = 6 }; /* e_flags of EM_RISCV */
#ifndef EM_RISCV
#define EM_RISCV 243
#endif

typedef struct loader {
    space *space;
    const rsp_machine_file *file;
    rsp_error *error;
    Elf *elf;
    GElf_Ehdr header;
    uint64_t bias;
    uint64_t total; /* bytes of memory asked for so far */
    uint64_t end;   /* of the highest segment */
} loader;

static rsp_status refuse(const loader *l, uint64_t offset, const char *why) {
    return rsp_fail_offset(l->error, RSP_BAD_FILE, l->file->path, offset, "%s", why);
}

static rsp_status check_header(loader *l) {
    const GElf_Ehdr *h = &l->header;
    if (elf_kind(l->elf) != ELF_K_ELF || !gelf_getehdr(l->elf, &l->header))
        return refuse(l, 0, "not an ELF file");
    if (h->e_ident[EI_CLASS] != ELFCLASS64)
        return refuse(l, EI_CLASS, "not a 64-bit ELF file");
    if (h->e_ident[EI_DATA] != ELFDATA2LSB)
        return refuse(l, EI_DATA, "not little-endian");
    if (h->e_machine != EM_RISCV)
        return refuse(l, 18, "not for RISC-V");
    if (h->e_type != ET_EXEC && h->e_type != ET_DYN)
        return refuse(l, 16, "not an executable (ET_EXEC or ET_DYN)");
    if (h->e_flags & E_RVC)
        return refuse(l, 48, "uses compressed instructions; the machine is RV64IMA");
    if (h->e_flags & E_FLOAT_ABI)
        return refuse(l, 48, "uses a floating-point ABI; the machine is RV64IMA");
    return RSP_OK;
}

/* All of it within the file, the address space and the limit. */
static rsp_status check_segment(loader *l, const GElf_Phdr *ph, uint64_t at) {
    uint64_t start = ph->p_vaddr + l->bias;
    if (ph->p_offset > l->file->bytes.len || ph->p_filesz > l->file->bytes.len - ph->p_offset)
        return refuse(l, at, "segment goes beyond the end of the file");
    if (ph->p_filesz > ph->p_memsz)
        return refuse(l, at, "segment is larger in the file than in memory");
    if (ph->p_vaddr >= MMAP_BASE || ph->p_memsz > MMAP_BASE - ph->p_vaddr || start < PAGE_BYTES ||
        start + ph->p_memsz > MMAP_BASE)
        return refuse(l, at, "segment is outside of the address space");
    if (ph->p_memsz > RSP_LIMIT_MACHINE_IMAGE_BYTES - l->total)
        return refuse(l, at, "segments need more memory than RSP_LIMIT_MACHINE_IMAGE_BYTES");
    l->total += ph->p_memsz;
    return RSP_OK;
}

static uint8_t perms_of(const GElf_Phdr *ph) {
    return (uint8_t)((ph->p_flags & PF_R ? RSP_PERM_R : 0) |
                     (ph->p_flags & PF_W ? RSP_PERM_W | RSP_PERM_R : 0) |
                     (ph->p_flags & PF_X ? RSP_PERM_X : 0));
}

/* Where two segments meet in one page it gets the permissions of both. */
static rsp_status map_pages(loader *l, uint64_t start, uint64_t end, uint8_t perms) {
    while (start < end) {
        const region *there = space_region(l->space, start);
        if (!there)
            break;
        rsp_status status =
            space_protect(l->space, start, start + PAGE_BYTES, (uint8_t)(there->perms | perms));
        if (status)
            return status;
        start += PAGE_BYTES;
    }
    if (start >= end)
        return RSP_OK;
    region r = {.start = start, .end = end, .perms = perms, .name = l->file->path};
    return space_map(l->space, &r);
}

static rsp_status load_segment(loader *l, const GElf_Phdr *ph, uint64_t at) {
    rsp_status status = check_segment(l, ph, at);
    if (status || ph->p_memsz == 0)
        return status;
    uint64_t start = ph->p_vaddr + l->bias;
    uint64_t end = (start + ph->p_memsz + PAGE_BYTES - 1) & PAGE_MASK;
    status = map_pages(l, start & PAGE_MASK, end, perms_of(ph));
    if (status)
        return rsp_fail_offset(l->error, status, l->file->path, at, "no memory for a segment");
    if (space_poke(l->space, start, l->file->bytes.ptr + ph->p_offset, ph->p_filesz) != ph->p_filesz)
        return rsp_fail_offset(l->error, RSP_NO_MEMORY, l->file->path, at, "no memory for a segment");
    if (end > l->end)
        l->end = end;
    return RSP_OK;
}

static rsp_status load_segments(loader *l, image *out) {
    size_t num = 0;
    if (elf_getphdrnum(l->elf, &num) || num == 0)
        return refuse(l, 32, "no program headers");
    if (num > RSP_LIMIT_MACHINE_SEGMENTS)
        return refuse(l, 56, "more program headers than RSP_LIMIT_MACHINE_SEGMENTS");
    for (size_t i = 0; i < num; i++) {
        GElf_Phdr ph;
        uint64_t at = l->header.e_phoff + i * l->header.e_phentsize;
        if (!gelf_getphdr(l->elf, (int)i, &ph))
            return refuse(l, at, "program header can not be read");
        if (ph.p_type == PT_INTERP)
            return refuse(l, at, "needs a dynamic linker; only static programs run");
        if (ph.p_type == PT_PHDR)
            out->program_headers = ph.p_vaddr + l->bias;
        if (ph.p_type == PT_GNU_STACK)
            out->executable_stack = (ph.p_flags & PF_X) != 0;
        if (ph.p_type != PT_LOAD)
            continue;
        rsp_status status = load_segment(l, &ph, at);
        if (status)
            return status;
        bool holds = l->header.e_phoff >= ph.p_offset && l->header.e_phoff - ph.p_offset < ph.p_filesz;
        if (!out->program_headers && holds)
            out->program_headers = ph.p_vaddr + l->bias + l->header.e_phoff - ph.p_offset;
    }
    out->num_program_headers = (uint16_t)num;
    return l->end ? RSP_OK : refuse(l, l->header.e_phoff, "no segment to load");
}

rsp_status elf_load(space *s, const rsp_machine_file *file, image *out, bool randomize, rsp_rng *rng,
                    rsp_error *error) {
    loader l = {.space = s, .file = file, .error = error};
    if (elf_version(EV_CURRENT) == EV_NONE)
        return refuse(&l, 0, "libelf is too old");
    /* libelf only reads; its interface lacks the const */
    l.elf = elf_memory((char *)(uintptr_t)file->bytes.ptr, file->bytes.len);
    if (!l.elf)
        return refuse(&l, 0, elf_errmsg(-1));
    rsp_status status = check_header(&l);
    uint64_t slide = randomize ? rsp_rng_below(rng, 0x10000) << PAGE_BITS : 0;
    if (!status && l.header.e_type == ET_DYN)
        l.bias = PIE_BASE + slide;
    if (!status)
        status = load_segments(&l, out);
    out->file = file;
    out->bias = l.bias;
    out->entry = l.header.e_entry + l.bias;
    s->brk_start = s->brk = l.end + (randomize ? rsp_rng_below(rng, 0x2000) << PAGE_BITS : 0);
    (void)elf_end(l.elf);
    return status;
}
