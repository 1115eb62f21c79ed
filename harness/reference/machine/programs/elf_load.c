/* Loading of RV64 executables and dynamic linkers with the help of libelf.
 * Everything in the file is hostile until checked: every refusal names what and where.
 * What is asked for is bounded before any memory is taken. */
/* SPDX-License-Identifier: MIT */
#include "elf_load.h"

#include "bundle.h"
#include "layout.h"
#include "mapping.h"

#include "core/limits.h"
#include <gelf.h>
#include <libelf.h>

enum { E_FLOAT_ABI = 6, E_FLOAT_ABI_QUAD = 6, E_EMBEDDED = 8 }; /* e_flags of EM_RISCV */
#ifndef EM_RISCV
#define EM_RISCV 243
#endif

typedef struct loader {
    rsp_machine *machine; /* where the dynamic linker is looked for */
    bool is_interpreter;
    space *space;
    const rsp_machine_file *file;
    rsp_error *error;
    Elf *elf;
    GElf_Ehdr header;
    uint64_t bias;
    uint64_t space_end; /* of what it may take */
    uint64_t total;     /* bytes of memory asked for so far */
    uint64_t end;       /* of the highest segment */
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
    if ((h->e_flags & E_FLOAT_ABI) == E_FLOAT_ABI_QUAD)
        return refuse(l, 48, "uses floating-point numbers of 128 bits; the machine is RV64GC");
    if (h->e_flags & E_EMBEDDED)
        return refuse(l, 48, "uses the ABI of 16 registers; the machine is RV64GC");
    return RSP_OK;
}

/* All of it within the file, the address space and the limit. */
static rsp_status check_segment(loader *l, const GElf_Phdr *ph, uint64_t at) {
    uint64_t start = ph->p_vaddr + l->bias;
    if (ph->p_offset > l->file->bytes.len || ph->p_filesz > l->file->bytes.len - ph->p_offset)
        return refuse(l, at, "segment goes beyond the end of the file");
    if (ph->p_filesz > ph->p_memsz)
        return refuse(l, at, "segment is larger in the file than in memory");
    if (ph->p_vaddr >= SPACE_END || ph->p_memsz > SPACE_END - ph->p_vaddr || start < PAGE_BYTES ||
        start > l->space_end || ph->p_memsz > l->space_end - start)
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

static rsp_status num_headers(const loader *l, size_t *out) {
    if (elf_getphdrnum(l->elf, out) || *out == 0)
        return refuse(l, 32, "no program headers");
    if (*out > RSP_LIMIT_MACHINE_SEGMENTS)
        return refuse(l, 56, "more program headers than RSP_LIMIT_MACHINE_SEGMENTS");
    return RSP_OK;
}

static rsp_status get_header(const loader *l, size_t i, GElf_Phdr *out, uint64_t *out_at) {
    *out_at = l->header.e_phoff + i * l->header.e_phentsize;
    return gelf_getphdr(l->elf, (int)i, out) ? RSP_OK : refuse(l, *out_at, "program header can not be read");
}

/* PT_INTERP: the path of the dynamic linker, which has to be among the machine's files. */
static rsp_status find_interpreter(loader *l, const GElf_Phdr *ph, uint64_t at, image *out) {
    rsp_bytes all = l->file->bytes;
    const char *path = "";
    if (ph->p_offset <= all.len && ph->p_filesz <= all.len - ph->p_offset &&
        ph->p_filesz <= RSP_LIMIT_MACHINE_PATH_BYTES)
        path = (const char *)all.ptr + ph->p_offset;
    if (*path != '/' || strnlen(path, ph->p_filesz) + 1 != ph->p_filesz)
        return refuse(l, at, "the path of its dynamic linker is damaged");
    char plain[RSP_LIMIT_MACHINE_PATH_BYTES];
    if (path_resolve(plain, sizeof plain, "/", path) == RSP_OK)
        out->interpreter = rsp_machine_file_find(l->machine, plain);
    if (out->interpreter)
        return RSP_OK;
    return rsp_fail_offset(l->error, RSP_BAD_FILE, l->file->path, at, "needs %.100s, which is not there",
                           path);
}

static rsp_status take_header(loader *l, const GElf_Phdr *ph, uint64_t at, image *out) {
    if (ph->p_type == PT_INTERP && !l->is_interpreter)
        return find_interpreter(l, ph, at, out);
    if (ph->p_type == PT_PHDR)
        out->program_headers = ph->p_vaddr + l->bias;
    if (ph->p_type == PT_GNU_STACK)
        out->executable_stack = (ph->p_flags & PF_X) != 0;
    if (ph->p_type != PT_LOAD)
        return RSP_OK;
    rsp_status status = load_segment(l, ph, at);
    bool holds = l->header.e_phoff >= ph->p_offset && l->header.e_phoff - ph->p_offset < ph->p_filesz;
    if (!status && !out->program_headers && holds)
        out->program_headers = ph->p_vaddr + l->bias + l->header.e_phoff - ph->p_offset;
    return status;
}

static rsp_status load_segments(loader *l, image *out) {
    size_t num = 0;
    rsp_status status = num_headers(l, &num);
    for (size_t i = 0; i < num && !status; i++) {
        GElf_Phdr ph;
        uint64_t at = 0;
        status = get_header(l, i, &ph, &at);
        if (!status)
            status = take_header(l, &ph, at, out);
    }
    out->num_program_headers = (uint16_t)num;
    if (!status && !l->end)
        return refuse(l, l->header.e_phoff, "no segment to load");
    return status;
}

static rsp_status open_elf(loader *l) {
    if (elf_version(EV_CURRENT) == EV_NONE)
        return refuse(l, 0, "libelf is too old");
    /* libelf only reads; its interface lacks the const */
    l->elf = elf_memory((char *)(uintptr_t)l->file->bytes.ptr, l->file->bytes.len);
    return l->elf ? check_header(l) : refuse(l, 0, "not an ELF file");
}

rsp_status elf_load(rsp_machine *m, space *s, const rsp_machine_file *file, image *out, bool randomize,
                    rsp_error *error) {
    loader l = {.machine = m, .space = s, .file = file, .error = error, .space_end = MMAP_BASE};
    rsp_status status = open_elf(&l);
    uint64_t slide = randomize ? rsp_rng_below(&m->rng, 0x10000) << PAGE_BITS : 0;
    if (!status && l.header.e_type == ET_DYN)
        l.bias = PIE_BASE + slide;
    if (!status)
        status = load_segments(&l, out);
    out->file = file;
    out->bias = l.bias;
    out->start = out->entry = l.header.e_entry + l.bias;
    s->brk_start = s->brk = l.end + (randomize ? rsp_rng_below(&m->rng, 0x2000) << PAGE_BITS : 0);
    (void)elf_end(l.elf);
    return status;
}

/* The addresses from its first segment to the end of its last, by the file. */
static rsp_status span(const loader *l, uint64_t *out_start, uint64_t *out_size) {
    size_t num = 0;
    uint64_t start = UINT64_MAX, end = 0;
    rsp_status status = num_headers(l, &num);
    for (size_t i = 0; i < num && !status; i++) {
        GElf_Phdr ph;
        uint64_t at = 0;
        status = get_header(l, i, &ph, &at);
        if (status || ph.p_type != PT_LOAD)
            continue;
        if (ph.p_vaddr > RSP_LIMIT_MACHINE_IMAGE_BYTES || ph.p_memsz > RSP_LIMIT_MACHINE_IMAGE_BYTES)
            return refuse(l, at, "segment is outside of the address space");
        start = ph.p_vaddr < start ? ph.p_vaddr : start;
        end = ph.p_vaddr + ph.p_memsz > end ? ph.p_vaddr + ph.p_memsz : end;
    }
    if (!status && end == 0)
        return refuse(l, l->header.e_phoff, "no segment to load");
    *out_start = start & PAGE_MASK;
    *out_size = ((end + PAGE_BYTES - 1) & PAGE_MASK) - *out_start;
    return status;
}

rsp_status elf_load_interpreter(space *s, image *im, rsp_error *error) {
    if (!im->interpreter)
        return RSP_OK;
    loader l = {
        .space = s, .file = im->interpreter, .error = error, .space_end = SPACE_END, .is_interpreter = true};
    uint64_t start = 0, size = 0;
    image own = {0};
    rsp_status status = open_elf(&l);
    if (!status && l.header.e_type != ET_DYN)
        status = refuse(&l, 16, "a dynamic linker has to be position independent (ET_DYN)");
    if (!status)
        status = span(&l, &start, &size);
    uint64_t at = status ? 0 : space_find_gap(s, size);
    l.bias = at - start;
    if (!status && !at)
        status = rsp_fail_offset(error, RSP_NO_MEMORY, l.file->path, 0, "no room for the dynamic linker");
    if (!status)
        status = load_segments(&l, &own);
    im->interpreter_bias = l.bias;
    im->start = l.header.e_entry + l.bias;
    (void)elf_end(l.elf);
    return status;
}
