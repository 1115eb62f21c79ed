/* From an executable to an address space ready to start: segments, stack, arguments, auxv.
 * The initial stack is laid out as Linux does: argc, argv, envp, auxv, then what they point to.
 * Source: fs/binfmt_elf.c of Linux. */
/* SPDX-License-Identifier: MIT */
#include "image.h"

#include "devices.h"
#include "elf_load.h"
#include "layout.h"
#include "mapping.h"

#include "core/mem.h"
#include <string.h>

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void image_free(rsp_machine *m, image *im) {
    rsp_mem_free(m->options.mem, im->args);
    *im = (image){0};
}

static void auxv_add(image *im, uint64_t type, uint64_t value) {
    le_store(im->auxv + im->auxv_len, 8, type);
    le_store(im->auxv + im->auxv_len + 8, 8, value);
    im->auxv_len += 16;
}

static void auxv_fill(image *im, uint64_t random, uint64_t exec_path) {
    enum {
        HWCAP_GC = 1 << ('I' - 'A') | 1 << ('M' - 'A') | 1 << ('A' - 'A') | 1 << ('F' - 'A') |
                   1 << ('D' - 'A') | 1 << ('C' - 'A'),
        USER = 1000
    };
    im->auxv_len = 0;
    auxv_add(im, L_AT_HWCAP, HWCAP_GC);
    auxv_add(im, L_AT_PAGESZ, PAGE_BYTES);
    auxv_add(im, L_AT_CLKTCK, 100);
    auxv_add(im, L_AT_PHDR, im->program_headers);
    auxv_add(im, L_AT_PHENT, 56);
    auxv_add(im, L_AT_PHNUM, im->num_program_headers);
    auxv_add(im, L_AT_BASE, im->interpreter_bias);
    auxv_add(im, L_AT_FLAGS, 0);
    auxv_add(im, L_AT_ENTRY, im->entry);
    auxv_add(im, L_AT_UID, USER);
    auxv_add(im, L_AT_EUID, USER);
    auxv_add(im, L_AT_GID, USER);
    auxv_add(im, L_AT_EGID, USER);
    auxv_add(im, L_AT_SECURE, 0);
    auxv_add(im, L_AT_RANDOM, random);
    auxv_add(im, L_AT_EXECFN, exec_path);
    auxv_add(im, L_AT_NULL, 0);
}

/* A cursor that writes words upwards and remembers whether all went well. */
typedef struct writer {
    space *space;
    uint64_t at;
    bool failed;
} writer;

static void put(writer *w, const void *bytes, size_t len) {
    w->failed = w->failed || space_poke(w->space, w->at, bytes, len) != len;
    w->at += len;
}

static void put_word(writer *w, uint64_t value) {
    uint8_t bytes[8];
    le_store(bytes, 8, value);
    put(w, bytes, sizeof bytes);
}

/* One pointer for each of `num` strings from *string on, then a null; moves *string behind them. */
static void put_pointers(writer *w, const char **string, size_t num, uint64_t delta) {
    for (size_t i = 0; i < num; i++) {
        put_word(w, (uint64_t)(uintptr_t)*string + delta);
        *string += strlen(*string) + 1;
    }
    put_word(w, 0);
}

static bool write_stack(space *s, image *im, const exec_args *args, uint64_t top, const uint8_t random[16],
                        uint64_t *out_sp) {
    size_t path_len = strlen(args->path) + 1;
    uint64_t path_at = top - path_len;
    uint64_t strings_at = path_at - args->strings_len;
    uint64_t random_at = (strings_at - 16) & ~UINT64_C(15);
    auxv_fill(im, random_at, path_at);
    uint64_t words = 1 + args->argc + 1 + args->envc + 1;
    uint64_t sp = (random_at - words * 8 - im->auxv_len) & ~UINT64_C(15);
    writer w = {.space = s, .at = path_at};
    put(&w, args->path, path_len);
    w.at = strings_at;
    put(&w, args->strings, args->strings_len);
    w.at = random_at;
    put(&w, random, 16);
    w.at = sp;
    put_word(&w, args->argc);
    const char *string = args->strings;
    uint64_t delta = strings_at - (uint64_t)(uintptr_t)args->strings;
    put_pointers(&w, &string, args->argc, delta);
    put_pointers(&w, &string, args->envc, delta);
    put(&w, im->auxv, im->auxv_len);
    *out_sp = sp;
    return !w.failed;
}

static rsp_status map_fixed(space *s) {
    static const uint32_t sigreturn[] = {0x08b00893, 0x00000073}; /* li a7, 139; ecall */
    region code = {.start = SIGRETURN_ADDRESS,
                   .end = SIGRETURN_ADDRESS + PAGE_BYTES,
                   .perms = RSP_PERM_R | RSP_PERM_X,
                   .name = "[vdso]"};
    rsp_status status = space_map(s, &code);
    uint8_t bytes[sizeof sigreturn];
    for (size_t i = 0; i < RSP_ARRAY_LEN(sigreturn); i++)
        le_store(bytes + 4 * i, 4, sigreturn[i]);
    if (!status && space_poke(s, code.start, bytes, sizeof bytes) != sizeof bytes)
        status = RSP_NO_MEMORY;
    return status;
}

static rsp_status map_stack(space *s, const image *im, uint64_t top) {
    uint8_t exec = im->executable_stack ? RSP_PERM_X : 0;
    region stack = {.start = (top - STACK_BYTES) & PAGE_MASK,
                    .end = (top + PAGE_BYTES - 1) & PAGE_MASK,
                    .perms = (uint8_t)(RSP_PERM_R | RSP_PERM_W | exec),
                    .name = "[stack]"};
    return space_map(s, &stack);
}

static bool copy_args(rsp_machine *m, image *im, const exec_args *args) {
    const char *end = args->strings;
    for (size_t i = 0; i < args->argc; i++)
        end += strlen(end) + 1;
    im->args_len = (size_t)(end - args->strings);
    im->args = rsp_mem_alloc(m->options.mem, im->args_len);
    if (im->args && im->args_len)
        memcpy(im->args, args->strings, im->args_len);
    return im->args != NULL;
}

static rsp_status fill(rsp_machine *m, space *s, const rsp_machine_file *file, const exec_args *args,
                       image *im, uint64_t *out_sp, rsp_error *error) {
    rsp_status status = elf_load(m, s, file, im, args->randomize, error);
    if (status)
        return status;
    uint64_t slide = args->randomize ? rsp_rng_below(&m->rng, 0x10000) << PAGE_BITS : 0;
    uint64_t drop = args->randomize ? rsp_rng_below(&m->rng, 0x4000) << PAGE_BITS : 0;
    uint64_t top = STACK_TOP - drop;
    s->mmap_base = s->mmap_hint = MMAP_BASE + slide;
    status = elf_load_interpreter(s, im, error);
    if (status)
        return status;
    uint8_t random[16];
    le_store(random, 8, rsp_rng_next(&m->rng));
    le_store(random + 8, 8, rsp_rng_next(&m->rng));
    status = map_fixed(s);
    if (!status)
        status = map_stack(s, im, top);
    if (!status)
        status = devices_map(s, &m->options);
    if (!status && (!write_stack(s, im, args, top, random, out_sp) || !copy_args(m, im, args)))
        status = RSP_NO_MEMORY;
    return status ? rsp_fail(error, status, "no memory to start %s", file->path) : RSP_OK;
}

rsp_status image_build(rsp_machine *m, const rsp_machine_file *file, const exec_args *args, space **out_space,
                       image *out_image, uint64_t *out_sp, rsp_error *error) {
    space *s = space_new(&m->pool);
    if (!s)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory to start %s", file->path);
    image im = {0};
    rsp_status status = fill(m, s, file, args, &im, out_sp, error);
    if (status) {
        image_free(m, &im);
        space_release(s);
        return status;
    }
    *out_space = s;
    *out_image = im;
    return RSP_OK;
}

/* Registers as Linux leaves them at the start of a program: zero but for pc and sp. */
void thread_start(rsp_thread *t, const image *im, uint64_t sp) {
    memset(t->x, 0, sizeof t->x);
    t->x[RSP_REG_PC] = im->start;
    t->x[RSP_REG_SP] = sp;
    t->reserved_address = CPU_NO_RESERVATION;
    t->call.phase = CALL_NONE;
    t->clear_tid = 0;
    t->robust = 0;
    t->signals.alt_size = 0;
    const char *name = base_name(im->file->path);
    size_t len = strlen(name);
    if (len > NAME_BYTES - 1)
        len = NAME_BYTES - 1;
    memset(t->name, 0, sizeof t->name);
    memcpy(t->name, name, len);
}
