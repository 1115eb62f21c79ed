/* The machine and random code: no fault of the host, bounded memory, the same run twice.
 * First bytes: how to run, and registers. The rest is code at the start of a program, or arguments of calls.
 * See machine/machine.h. */
/* SPDX-License-Identifier: MIT */
#include "counted_memory.h"

#include "corpora/programs.h"
#include "machine/machine.h"
#include <string.h>

typedef struct random_code {
    fuzz_mem mem;
    rsp_machine *machine;
    uint8_t how; /* step or continue, and the events to report */
} random_code;

enum { MEMORY_BYTES = 128 << 20, BUDGET_INSNS = 4000, MOST_EVENTS = 64 };

/* --- a disk: three files, of which one may be written, and a folder --- */

static int disk_look(void *ctx, const char *path, bool follow, rsp_disk_entry *out) {
    static const char *const paths[] = {"/d", "/d/a", "/d/b", "/d/c"};
    (void)ctx;
    (void)follow;
    for (size_t i = 0; i < RSP_ARRAY_LEN(paths); i++) {
        if (strcmp(path, paths[i]) != 0)
            continue;
        *out = (rsp_disk_entry){.kind = i == 0   ? RSP_DISK_FOLDER
                                        : i == 3 ? RSP_DISK_LINK
                                                 : RSP_DISK_FILE,
                                .writable = i < 2,
                                .mode = 0777,
                                .size = i * 100,
                                .inode = i + 1};
        memcpy(out->path, path, strlen(path) + 1);
        return 0;
    }
    return 2; /* ENOENT */
}

static int disk_read(void *ctx, const char *path, rsp_buf *out) {
    (void)ctx;
    for (size_t i = 0; i < 200; i++)
        rsp_buf_push(out, (uint8_t)path[i % strlen(path)]);
    return 0;
}

static int disk_list(void *ctx, const char *path, rsp_buf *out) {
    (void)ctx;
    if (strcmp(path, "/d") != 0)
        return 2;
    rsp_buf_append(out, rsp_bytes_make("a\0b\0c", 6));
    return 0;
}

static int disk_write(void *ctx, const char *path, rsp_bytes content, uint32_t mode) {
    (void)ctx;
    (void)mode;
    return strcmp(path, "/d/a") == 0 ? 0 : content.len % 2 ? 28 : 30; /* ENOSPC, EROFS */
}

static int disk_change(void *ctx, const char *path, uint32_t mode) {
    (void)ctx;
    (void)path;
    return mode % 2 ? 17 : 0;
}

static int disk_remove(void *ctx, const char *path, bool folder) {
    (void)ctx;
    (void)path;
    return folder ? 39 : 0;
}

static int disk_rename(void *ctx, const char *from, const char *to) {
    (void)ctx;
    return strcmp(from, to) < 0 ? 0 : 18;
}

static const rsp_disk disk = {.look = disk_look,
                              .read = disk_read,
                              .list = disk_list,
                              .write = disk_write,
                              .make_folder = disk_change,
                              .remove = disk_remove,
                              .rename = disk_rename};

/* --- system calls, one after the other --- */

static bool makes_calls(uint8_t how) {
    return how >= 0xe0;
}

/* An argument: a small number, an address in the scratch page, one near its end, or anything. */
static uint64_t argument(rsp_bytes *in, uint64_t page) {
    uint8_t kind = fuzz_take_byte(in);
    uint8_t value = fuzz_take_byte(in);
    switch (kind % 4) {
    case 0:
        return value % 32;
    case 1:
        return page + value * UINT64_C(8);
    case 2:
        return page + 4096 - value;
    default:
        return fuzz_take_number(in, 8);
    }
}

/* Each held thread makes the next call of the input. */
static bool next_calls(random_code *c, rsp_bytes *in) {
    if (in->len == 0)
        return false;
    for (rsp_process *p = rsp_machine_next_process(c->machine, NULL); p;
         p = rsp_machine_next_process(c->machine, p)) {
        for (rsp_thread *t = rsp_process_next_thread(p, NULL); t; t = rsp_process_next_thread(p, t)) {
            uint64_t page = rsp_thread_regs(t)[RSP_REG_SP] & ~UINT64_C(4095);
            if (!rsp_thread_is_held(t))
                continue;
            for (unsigned reg = 10; reg < 16; reg++)
                FUZZ_MUST(rsp_thread_set_reg(t, reg, argument(in, page)) == RSP_OK);
            FUZZ_MUST(rsp_thread_set_reg(t, 17, fuzz_take_number(in, 2) % 450) == RSP_OK);
            FUZZ_MUST(rsp_thread_set_reg(t, RSP_REG_PC, rsp_process_entry(p)) == RSP_OK);
        }
    }
    return true;
}

/* An ecall at the entry; paths and small structures in the page of the stack pointer. */
static void lay_out(rsp_process *p) {
    static const uint8_t code[] = {0x73, 0, 0, 0, 0x6f, 0xf0, 0xdf, 0xff}; /* ecall; j to it */
    static const char texts[] =
        "/d/a\0\0\0\0/d/b\0\0\0\0/d\0\0\0\0\0\0/d/c\0\0\0\0/proc/self/maps\0/dev/null";
    uint64_t page = rsp_thread_regs(rsp_process_next_thread(p, NULL))[RSP_REG_SP] & ~UINT64_C(4095);
    (void)rsp_process_write(p, rsp_process_entry(p), rsp_bytes_make(code, sizeof code));
    (void)rsp_process_write(p, page, rsp_bytes_make(texts, sizeof texts));
}

/* Registers 10 to 17 are the arguments and the number of a system call. */
static rsp_bytes begin(random_code *c, rsp_bytes in) {
    fuzz_mem_init(&c->mem, MEMORY_BYTES, 0);
    const rsp_machine_options options = {.files = rsp_programs,
                                         .num_files = rsp_num_programs,
                                         .max_pages = 2048,
                                         .max_processes = 16,
                                         .max_threads = 32,
                                         .mem = &c->mem.mem,
                                         .disk = &disk};
    rsp_machine *m = c->machine = rsp_machine_new(&options);
    rsp_process *p = NULL;
    FUZZ_MUST(m && rsp_machine_launch(m, &p, &(rsp_launch){.path = "/bin/syscalls"}, NULL) == RSP_OK);
    rsp_thread *thread = rsp_process_next_thread(p, NULL);
    c->how = fuzz_take_byte(&in);
    for (unsigned reg = 10; reg < 18; reg++)
        FUZZ_MUST(rsp_thread_set_reg(thread, reg, fuzz_take_number(&in, reg == 17 ? 2 : 5)) == RSP_OK);
    if (c->how & 2)
        rsp_process_set_reports(p, c->how >> 2);
    if (makes_calls(c->how))
        lay_out(p);
    else
        (void)rsp_process_write(p, rsp_process_entry(p), in);
    return in;
}

static void end(random_code *c) {
    rsp_machine_free(c->machine);
    FUZZ_MUST(c->mem.live == 0);
}

static void resume_all(rsp_machine *m, rsp_resume_kind kind) {
    for (rsp_process *p = rsp_machine_next_process(m, NULL); p; p = rsp_machine_next_process(m, p))
        for (rsp_thread *t = rsp_process_next_thread(p, NULL); t; t = rsp_process_next_thread(p, t))
            if (rsp_thread_is_held(t))
                FUZZ_MUST(rsp_thread_resume(t, &(rsp_resume){.kind = kind}) == RSP_OK);
}

/* Resumes every held thread and runs to the next event. */
static rsp_machine_ran run_to_event(random_code *c) {
    rsp_machine_ran ran = {.ended = RSP_RAN_EVENT};
    resume_all(c->machine, (c->how & 1) || makes_calls(c->how) ? RSP_RESUME_STEP : RSP_RESUME_CONTINUE);
    rsp_machine_run(c->machine, &ran,
                    &(rsp_machine_run_limits){.budget_insns = BUDGET_INSNS, .until_ns = 1000});
    return ran;
}

static uint64_t run(rsp_bytes in) {
    random_code c;
    uint64_t digest = FUZZ_DIGEST;
    rsp_machine_ran ran = {.ended = RSP_RAN_EVENT};
    in = begin(&c, in);
    for (unsigned i = 0; i < MOST_EVENTS && ran.ended == RSP_RAN_EVENT; i++) {
        if (makes_calls(c.how) && !next_calls(&c, &in))
            break;
        ran = run_to_event(&c);
        digest = fuzz_digest(digest, (uint64_t)ran.event.kind << 32 | (uint64_t)ran.ended);
        digest = fuzz_digest_bytes(fuzz_digest(digest, ran.insns), ran.event.bytes);
    }
    digest = fuzz_digest(digest, rsp_machine_trace_hash(c.machine));
    end(&c);
    return digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    uint64_t digest = run(in);
    if (digest % 4 == 0)
        FUZZ_MUST(run(in) == digest);
    return 0;
}
