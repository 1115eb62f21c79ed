/* What the machine's tests share: loading files, symbols, running to the next event.
 * Each helper fails the test by itself when something is wrong.
 * The programs are those of the library rsp_programs or of tests/machine/programs. */
/* SPDX-License-Identifier: MIT */
#ifndef MACHINE_TEST_H
#define MACHINE_TEST_H

#include "rsp_test.h"

#include "core/limits.h"
#include "corpora/programs.h"
#include "machine/machine.h"
#include <gelf.h>
#include <libelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The whole file; free() its ptr. */
static inline rsp_bytes load_file(const char *path) {
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    assert_int_equal(fseek(f, 0, SEEK_END), 0);
    long len = ftell(f);
    assert_true(len > 0);
    rewind(f);
    uint8_t *bytes = malloc((size_t)len);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, (size_t)len, f), (size_t)len);
    assert_int_equal(fclose(f), 0);
    return rsp_bytes_make(bytes, (size_t)len);
}

/* The file of a bundled program. */
static inline rsp_bytes program(const char *path) {
    size_t i = 0;
    while (i < rsp_num_programs && strcmp(rsp_programs[i].path, path) != 0)
        i++;
    assert_true(i < rsp_num_programs);
    return rsp_programs[i].bytes;
}

/* Address of a symbol of an ELF file. */
static inline uint64_t symbol_of(rsp_bytes file, const char *name) {
    (void)elf_version(EV_CURRENT);
    Elf *elf = elf_memory((char *)(uintptr_t)file.ptr, file.len);
    uint64_t value = 0;
    for (Elf_Scn *scn = elf_nextscn(elf, NULL); scn && !value; scn = elf_nextscn(elf, scn)) {
        GElf_Shdr header;
        GElf_Sym sym;
        Elf_Data *data = elf_getdata(scn, NULL);
        if (!gelf_getshdr(scn, &header) || header.sh_type != SHT_SYMTAB)
            continue;
        for (int i = 0; gelf_getsym(data, i, &sym) && !value; i++)
            if (strcmp(elf_strptr(elf, header.sh_link, sym.st_name), name) == 0)
                value = sym.st_value;
    }
    (void)elf_end(elf);
    assert_true(value != 0);
    return value;
}

/* Address of a symbol of a bundled program such as "/bin/hello". */
static inline uint64_t symbol(const char *path, const char *name) {
    return symbol_of(program(path), name);
}

/* A machine with one launched program, its last event and all its output so far. */
typedef struct rig {
    rsp_machine *m;
    rsp_process *p;
    rsp_thread *t;
    rsp_machine_ran ran;
    rsp_buf output;
    const char *path;
} rig;

static inline rsp_machine_options program_options(void) {
    rsp_machine_options options = rsp_machine_options_default();
    options.files = rsp_programs;
    options.num_files = rsp_num_programs;
    return options;
}

static inline rig rig_with(const char *path, const char *arg, const rsp_machine_options *options) {
    rig r = {.path = path, .m = rsp_machine_new(options)};
    const char *argv[] = {path, arg, NULL};
    rsp_error error = {0};
    assert_non_null(r.m);
    rsp_status status = rsp_machine_launch(r.m, &r.p, &(rsp_launch){.path = path, .argv = argv}, &error);
    if (status)
        print_error("%s: %s\n", path, error.msg);
    assert_ok(status);
    r.t = rsp_process_next_thread(r.p, NULL);
    return r;
}

static inline rig rig_new(const char *path) {
    rsp_machine_options options = program_options();
    return rig_with(path, NULL, &options);
}

static inline void rig_free(rig *r) {
    rsp_machine_free(r->m);
    rsp_buf_free(&r->output);
}

static inline uint64_t rig_symbol(const rig *r, const char *name) {
    return symbol(r->path, name);
}

static inline uint64_t reg_of(const rsp_thread *t, unsigned reg) {
    return rsp_thread_regs(t)[reg];
}

static inline uint64_t word_at(const rsp_process *p, uint64_t address, size_t len) {
    uint8_t bytes[8] = {0};
    uint64_t value = 0;
    assert_int_equal(rsp_process_read(p, bytes, address, len), len);
    for (size_t i = 0; i < len; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

/* Runs to the next event that is no output; fails when none comes in a hundred million instructions. */
static inline const rsp_machine_event *next_event(rig *r) {
    do {
        rsp_machine_run(r->m, &r->ran, &(rsp_machine_run_limits){.budget_insns = 100000000});
        if (r->ran.event.kind == RSP_MACHINE_OUTPUT)
            rsp_buf_append(&r->output, r->ran.event.bytes);
    } while (r->ran.event.kind == RSP_MACHINE_OUTPUT);
    return &r->ran.event;
}

static inline const rsp_machine_event *expect(rig *r, rsp_machine_event_kind kind) {
    const rsp_machine_event *event = next_event(r);
    assert_string_equal(rsp_machine_event_text(event->kind), rsp_machine_event_text(kind));
    return event;
}

static inline void go(rsp_thread *t) {
    assert_ok(rsp_thread_resume(t, &(rsp_resume){0}));
}

static inline void step(rsp_thread *t) {
    assert_ok(rsp_thread_resume(t, &(rsp_resume){.kind = RSP_RESUME_STEP}));
}

/* Every held thread of a process continues. */
static inline void go_all(rsp_process *p) {
    for (rsp_thread *t = rsp_process_next_thread(p, NULL); t; t = rsp_process_next_thread(p, t))
        if (rsp_thread_is_held(t))
            go(t);
}

static inline void break_at(rsp_process *p, uint64_t address) {
    assert_ok(rsp_process_insert(p, RSP_STOP_BREAK_SW, address, 4));
}

/* From the start to a breakpoint in the function of this name, which is removed again. */
static inline void go_to(rig *r, const char *name) {
    uint64_t at = rig_symbol(r, name);
    break_at(r->p, at);
    go(r->t);
    assert_int_equal(expect(r, RSP_MACHINE_BREAK_SW)->address, at);
    assert_ok(rsp_process_remove(r->p, RSP_STOP_BREAK_SW, at, 4));
}

static inline void expect_exit(rig *r, int code) {
    assert_int_equal(expect(r, RSP_MACHINE_EXIT)->code, code);
}

#endif
