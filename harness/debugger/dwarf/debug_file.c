/* Opening: the image is read whole and bounded, so that nothing of it changes while it is in use.
 * A separate debug file must carry the program's build id; another one is left alone.
 * See debug_file.h. */
/* SPDX-License-Identifier: MIT */
#include "debug_file.h"

#include "core/file.h"
#include "core/limits.h"
#include "core/mem.h"
#include "debug_file_state.h"
#include "line_index.h"

#include <dwarf.h>
#include <elfutils/libdwelf.h>
#include <gelf.h>

#define DEBUG_ROOT "/usr/lib/debug"
enum { MAX_DYNAMIC = 4096, BUILD_ID_MIN = 8, BUILD_ID_MAX = 64 };

static rsp_status refuse(const rsp_debug_file *file, rsp_error *error, const char *why) {
    return rsp_fail(error, RSP_BAD_FILE, "%s: %s", file->where, why);
}

static Elf *open_elf(rsp_buf *image) {
    if (elf_version(EV_CURRENT) == EV_NONE || image->len < EI_NIDENT)
        return NULL;
    Elf *elf = elf_memory((char *)image->ptr, image->len);
    if (elf && elf_kind(elf) == ELF_K_ELF)
        return elf;
    (void)elf_end(elf);
    return NULL;
}

static rsp_bytes build_id_of(Elf *elf) {
    const void *bytes = NULL;
    ssize_t len = dwelf_elf_gnu_build_id(elf, &bytes);
    return len > 0 ? rsp_bytes_make(bytes, (size_t)len) : (rsp_bytes){0};
}

/* A program that the loader places is a shared object, too; a linker of the last ten years marks it. */
static bool is_library(Elf *elf, const GElf_Phdr *dynamic, bool interpreted) {
    bool named = false;
    bool marked = false;
    Elf_Data *data = elf_getdata_rawchunk(elf, (int64_t)dynamic->p_offset, dynamic->p_filesz, ELF_T_DYN);
    GElf_Dyn entry;
    for (int i = 0; data && i < MAX_DYNAMIC && gelf_getdyn(data, i, &entry) && entry.d_tag != DT_NULL; i++) {
        named = named || entry.d_tag == DT_SONAME;
        marked = marked || (entry.d_tag == DT_FLAGS_1 && (entry.d_un.d_val & DF_1_PIE));
    }
    return !marked && (named || !interpreted);
}

/* The text of the segment, which must end in it. */
static const char *loader_of(const rsp_debug_file *file, const GElf_Phdr *segment) {
    const rsp_bytes image = rsp_buf_bytes(&file->image);
    if (segment->p_offset > image.len || segment->p_filesz > image.len - segment->p_offset ||
        segment->p_filesz > RSP_LIMIT_DEBUG_NAME_BYTES)
        return NULL;
    const rsp_bytes text = rsp_bytes_sub(image, (size_t)segment->p_offset, (size_t)segment->p_filesz);
    return rsp_bytes_index(text, 0) < text.len && text.ptr[0] ? (const char *)text.ptr : NULL;
}

static void read_span(rsp_debug_file *file) {
    GElf_Phdr segment;
    GElf_Phdr dynamic = {0};
    bool interpreted = false;
    size_t num = 0;
    rsp_debug_facts *facts = &file->facts;
    if (elf_getphdrnum(file->elf, &num) != 0)
        return;
    for (size_t i = 0; i < num && gelf_getphdr(file->elf, (int)i, &segment); i++) {
        interpreted = interpreted || segment.p_type == PT_INTERP;
        if (segment.p_type == PT_INTERP)
            facts->loader = loader_of(file, &segment);
        if (segment.p_type == PT_DYNAMIC)
            dynamic = segment;
        if (segment.p_type != PT_LOAD || segment.p_memsz > UINT64_MAX - segment.p_vaddr)
            continue;
        uint64_t end = segment.p_vaddr + segment.p_memsz;
        if (facts->high == 0 || segment.p_vaddr < facts->low)
            facts->low = segment.p_vaddr;
        if (end > facts->high)
            facts->high = end;
    }
    facts->dynamic = dynamic.p_vaddr;
    facts->dynamic_bytes = dynamic.p_memsz;
    facts->is_library =
        facts->relocated && facts->dynamic != 0 && is_library(file->elf, &dynamic, interpreted);
}

static bool find_machine(rsp_debug_machine *out, GElf_Half number) {
    static const struct {
        GElf_Half number;
        rsp_debug_machine machine;
    } machines[] = {{EM_X86_64, RSP_DEBUG_MACHINE_X86_64},
                    {EM_RISCV, RSP_DEBUG_MACHINE_RISCV64},
                    {EM_AARCH64, RSP_DEBUG_MACHINE_AARCH64}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(machines); i++) {
        *out = machines[i].machine;
        if (machines[i].number == number)
            return true;
    }
    return false;
}

static rsp_status read_header(rsp_debug_file *file, rsp_error *error) {
    GElf_Ehdr header;
    if (!gelf_getehdr(file->elf, &header))
        return refuse(file, error, "its ELF header is damaged");
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB)
        return refuse(file, error, "it is no little-endian 64-bit program");
    if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
        return refuse(file, error, "it is no linked program");
    if (!find_machine(&file->facts.machine, header.e_machine))
        return refuse(file, error, "it is for a machine other than x86-64, riscv64 and aarch64");
    file->facts.relocated = header.e_type == ET_DYN;
    file->facts.entry = header.e_entry;
    file->facts.build_id = build_id_of(file->elf);
    read_span(file);
    return RSP_OK;
}

rsp_status debug_file_refuse(const rsp_debug_file *file, rsp_error *error) {
    return rsp_fail(error, RSP_UNSUPPORTED, "%s has no debug information %s", file->where,
                    file->split ? "of its own, only .dwo files (compile it without -gsplit-dwarf)"
                                : "(compile it with -g)");
}

/* libdw opens ELF files without debug sections, too. The rest of a split unit has no entries. */
static bool has_units(rsp_debug_file *file, Dwarf *dwarf) {
    Dwarf_CU *unit = NULL;
    uint8_t kind = 0;
    for (size_t i = 0; i < RSP_LIMIT_DEBUG_UNITS; i++) {
        if (dwarf_get_units(dwarf, unit, &unit, NULL, &kind, NULL, NULL) != 0)
            return false;
        if (kind != DW_UT_skeleton)
            return true;
        file->split = true;
    }
    return false;
}

static Dwarf *open_dwarf(rsp_debug_file *file, Elf *elf) {
    Dwarf *dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
    if (dwarf && has_units(file, dwarf))
        return dwarf;
    (void)dwarf_end(dwarf);
    return NULL;
}

static rsp_status open_image(rsp_debug_file *file, rsp_error *error) {
    file->elf = open_elf(&file->image);
    if (!file->elf)
        return refuse(file, error, "it is no ELF file");
    rsp_status status = read_header(file, error);
    if (status != RSP_OK)
        return status;
    file->dwarf = open_dwarf(file, file->elf);
    file->facts.has_debug = file->dwarf != NULL;
    file->eh_frame = dwarf_getcfi_elf(file->elf);
    return RSP_OK;
}

/* Takes the separate file at `path` when it is there and belongs to the program. */
static bool take_separate(rsp_debug_file *file, const char *path) {
    rsp_buf_init(&file->separate_image, NULL, RSP_LIMIT_DEBUG_FILE_BYTES);
    if (rsp_path_is_file(path) && rsp_file_read(&file->separate_image, path, NULL) == RSP_OK)
        file->separate = open_elf(&file->separate_image);
    bool ours = file->separate && rsp_bytes_equal(build_id_of(file->separate), file->facts.build_id);
    file->dwarf = ours ? open_dwarf(file, file->separate) : NULL;
    if (file->dwarf) {
        file->facts.has_debug = true;
        return true;
    }
    (void)elf_end(file->separate);
    file->separate = NULL;
    rsp_buf_free(&file->separate_image);
    return false;
}

/* By build id, as distributions keep it: /usr/lib/debug/.build-id/ab/cdef.debug. */
static void path_by_id(const rsp_debug_file *file, rsp_buf *out) {
    rsp_bytes id = file->facts.build_id;
    rsp_buf_str(out, DEBUG_ROOT "/.build-id/");
    rsp_hex_append(out, rsp_bytes_sub(id, 0, 1));
    rsp_buf_push(out, '/');
    rsp_hex_append(out, rsp_bytes_from(id, 1));
    rsp_buf_str(out, ".debug");
}

/* By the link in the file: beside the program, or below its folder's .debug. */
static bool path_by_link(const rsp_debug_file *file, const char *folder, rsp_buf *out) {
    GElf_Word crc;
    const char *name = dwelf_elf_gnu_debuglink(file->elf, &crc);
    const char *slash = strrchr(file->path, '/');
    if (!name || !name[0] || strchr(name, '/') || strlen(name) > RSP_LIMIT_DEBUG_NAME_BYTES)
        return false;
    rsp_buf_append(out, rsp_bytes_make(file->path, slash ? (size_t)(slash + 1 - file->path) : 0));
    rsp_buf_str(out, folder);
    rsp_buf_str(out, name);
    return true;
}

static bool try_separate(rsp_debug_file *file, rsp_buf *path) {
    const char *text = rsp_buf_cstr(path);
    bool taken = path->status == RSP_OK && take_separate(file, text);
    if (taken) {
        file->separate_path = (char *)path->ptr;
        *path = (rsp_buf){0};
        file->facts.separate = file->separate_path;
    }
    rsp_buf_free(path);
    return taken;
}

static void find_separate(rsp_debug_file *file) {
    static const char *const folders[] = {"", ".debug/"};
    rsp_buf path = {0};
    if (file->facts.build_id.len < BUILD_ID_MIN || file->facts.build_id.len > BUILD_ID_MAX)
        return; /* nothing would prove that it belongs to the program */
    path_by_id(file, &path);
    if (try_separate(file, &path))
        return;
    for (size_t i = 0; i < RSP_ARRAY_LEN(folders); i++)
        if (path_by_link(file, folders[i], &path) && try_separate(file, &path))
            return;
}

static rsp_debug_file *file_new(const char *where, rsp_error *error) {
    rsp_debug_file *file = rsp_mem_calloc(NULL, 1, sizeof *file);
    if (file)
        file->holders = rsp_mem_calloc(NULL, 1, sizeof *file->holders);
    if (file)
        file->last = rsp_mem_calloc(NULL, 1, sizeof *file->last);
    if (file)
        file->lines = rsp_mem_calloc(NULL, 1, sizeof *file->lines);
    if (!file || !file->holders || !file->last || !file->lines) {
        rsp_debug_file_free(file);
        (void)rsp_fail(error, RSP_NO_MEMORY, "no memory for a program's file");
        return NULL;
    }
    file->where = where;
    rsp_buf_init(&file->image, NULL, RSP_LIMIT_DEBUG_FILE_BYTES);
    return file;
}

static rsp_status give(rsp_debug_file **out, rsp_debug_file *file, rsp_status status) {
    if (status == RSP_OK)
        *out = file;
    else
        rsp_debug_file_free(file);
    return status;
}

rsp_status rsp_debug_file_open(rsp_debug_file **out, const char *path, rsp_error *error) {
    rsp_debug_file *file = file_new(path, error);
    if (!file)
        return RSP_NO_MEMORY;
    size_t len = strlen(path);
    file->path = rsp_mem_alloc(NULL, len + 1);
    if (!file->path)
        return give(out, file, rsp_fail(error, RSP_NO_MEMORY, "no memory for a path"));
    memcpy(file->path, path, len + 1);
    file->where = file->path;
    rsp_status status = rsp_file_read(&file->image, path, error);
    if (status == RSP_OK)
        status = open_image(file, error);
    if (status == RSP_OK && !file->dwarf)
        find_separate(file);
    return give(out, file, status);
}

rsp_status rsp_debug_file_read(rsp_debug_file **out, rsp_bytes image, const char *where, rsp_error *error) {
    rsp_debug_file *file = file_new(where, error);
    if (!file)
        return RSP_NO_MEMORY;
    rsp_buf_append(&file->image, image);
    rsp_status status = file->image.status == RSP_OK
                            ? open_image(file, error)
                            : rsp_fail(error, file->image.status, "%s: it is too long", where);
    return give(out, file, status);
}

void rsp_debug_file_free(rsp_debug_file *file) {
    if (!file)
        return;
    if (file->eh_frame)
        (void)dwarf_cfi_end(file->eh_frame);
    (void)dwarf_end(file->dwarf);
    (void)elf_end(file->separate);
    (void)elf_end(file->elf);
    rsp_buf_free(&file->separate_image);
    rsp_buf_free(&file->image);
    rsp_mem_free(NULL, file->separate_path);
    rsp_mem_free(NULL, file->path);
    rsp_mem_free(NULL, file->holders);
    rsp_mem_free(NULL, file->last);
    line_index_free(file->lines);
    rsp_mem_free(NULL, file);
}

const rsp_debug_facts *rsp_debug_file_facts(const rsp_debug_file *file) {
    return &file->facts;
}
