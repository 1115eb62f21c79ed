/* Memory that the process under the stub maps for a guest, by a system call that is stepped over.
 * What a process has by itself is either written or run.
 * See guest_load.h. */
/* SPDX-License-Identifier: MIT */
#include "guest_talk.h"

#include <string.h>

enum { ARGUMENTS = 6, CALL_BYTES = 4 };

/* System calls of Linux on one architecture: the instruction, and where number, arguments and result are.
 * Source: syscall(2), and the kernel's tables of calls. */
typedef struct system_calls {
    const char *arch;
    const char *number, *arguments[ARGUMENTS], *result;
    bool narrow;          /* results have 32 bits */
    const char *restarts; /* the register that makes the kernel repeat a call that was under way; NULL */
    uint8_t code[CALL_BYTES];
    uint8_t code_bytes;
    uint16_t map, unmap;
} system_calls;

static const system_calls *calls_of(const char *arch) {
    static const system_calls rows[] = {
        {.arch = "x86-64",
         .number = "rax",
         .arguments = {"rdi", "rsi", "rdx", "r10", "r8", "r9"},
         .result = "rax",
         .restarts = "orig_rax",
         .code = {0x0f, 0x05},
         .code_bytes = 2,
         .map = 9,
         .unmap = 11},
        {.arch = "i386",
         .narrow = true,
         .number = "eax",
         .arguments = {"ebx", "ecx", "edx", "esi", "edi", "ebp"},
         .result = "eax",
         .restarts = "orig_eax",
         .code = {0xcd, 0x80},
         .code_bytes = 2,
         .map = 192,
         .unmap = 91},
        {.arch = "aarch64",
         .number = "x8",
         .arguments = {"x0", "x1", "x2", "x3", "x4", "x5"},
         .result = "x0",
         .code = {0x01, 0x00, 0x00, 0xd4},
         .code_bytes = 4,
         .map = 222,
         .unmap = 215},
        {.arch = "arm",
         .narrow = true,
         .number = "r7",
         .arguments = {"r0", "r1", "r2", "r3", "r4", "r5"},
         .result = "r0",
         .code = {0x00, 0x00, 0x00, 0xef},
         .code_bytes = 4,
         .map = 192,
         .unmap = 91},
        {.arch = "riscv64",
         .number = "a7",
         .arguments = {"a0", "a1", "a2", "a3", "a4", "a5"},
         .result = "a0",
         .code = {0x73, 0x00, 0x00, 0x00},
         .code_bytes = 4,
         .map = 222,
         .unmap = 215},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++)
        if (strcmp(rows[i].arch, arch) == 0)
            return &rows[i];
    return NULL;
}

static bool set_arguments(const rsp_guest_line *line, const system_calls *c, uint16_t number,
                          const uint64_t *arguments) {
    bool set = line->set(line->ctx, c->number, number);
    for (size_t i = 0; i < ARGUMENTS && set; i++)
        set = line->set(line->ctx, c->arguments[i], arguments[i]);
    if (set && c->restarts)
        (void)line->set(line->ctx, c->restarts, UINT64_MAX); /* not every stub shows it */
    return set;
}

/* A call that the process has in its code, from the page of pc on. False: none is near, and *out_at is as
 * before. */
static bool find_call(guest_talk *t, const system_calls *c, uint64_t pc, uint64_t *out_at) {
    enum { PAGE_BYTES = 0x1000, SEARCHED_BYTES = 0x20000 };
    const rsp_bytes wanted = rsp_bytes_make(c->code, c->code_bytes);
    const uint64_t start = pc & ~(uint64_t)(PAGE_BYTES - 1);
    rsp_buf page = {.mem = t->request.mem};
    bool found = false;
    for (uint64_t i = 0; i < SEARCHED_BYTES && !found; i += PAGE_BYTES) {
        rsp_buf_clear(&page);
        if (!guest_read(t, start + i, PAGE_BYTES, &page))
            break;
        const size_t at = rsp_bytes_search(rsp_buf_bytes(&page), wanted);
        found = at < page.len && at % (c->code_bytes == CALL_BYTES ? CALL_BYTES : 1) == 0;
        *out_at = found ? start + i + at : *out_at;
    }
    rsp_buf_free(&page);
    return found;
}

/* QEMU goes one instruction further where it steps over a call. */
static bool step_over(guest_talk *t, const system_calls *c, uint64_t pc, uint64_t *out_result) {
    const rsp_guest_line *line = t->line;
    enum { TWO_INSTRUCTIONS = 17 };
    const char *why = "";
    uint64_t after = 0;
    return line->set(line->ctx, "pc", pc) && line->resume(line->ctx, true, &why) &&
           line->get(line->ctx, "pc", &after) && after - pc >= c->code_bytes &&
           after - pc <= TWO_INSTRUCTIONS && line->get(line->ctx, c->result, out_result);
}

/* By a call that is there, or one that is written at pc for the moment. */
static bool call(guest_talk *t, const system_calls *c, uint16_t number, const uint64_t *arguments,
                 uint64_t *out_result) {
    uint64_t pc = t->load->pc_before;
    rsp_buf before = {.mem = t->request.mem};
    const bool there = find_call(t, c, pc, &pc);
    const bool ready = there || (guest_read(t, pc, c->code_bytes, &before) &&
                                 guest_write(t, pc, rsp_bytes_make(c->code, c->code_bytes), false));
    bool done = ready && set_arguments(t->line, c, number, arguments) && step_over(t, c, pc, out_result);
    if (ready && !there)
        done = guest_write(t, pc, rsp_buf_bytes(&before), false) && done;
    rsp_buf_free(&before);
    return done;
}

/* A call that leaves registers and code as they were. */
static bool call_aside(const rsp_guest_line *line, const system_calls *c, uint16_t number,
                       const uint64_t *arguments, uint64_t *out_result) {
    rsp_guest_load aside = {.step = RSP_GUEST_STEP_MEMORY};
    guest_talk t = guest_talk_of(&aside, line);
    rsp_buf left = {0};
    bool done = guest_save_registers(&t);
    if (done) {
        done = call(&t, c, number, arguments, out_result);
        done = rsp_guest_put_back(&aside, line, &left) && done;
    }
    rsp_buf_free(&left);
    rsp_buf_free(&t.request);
    rsp_guest_load_free(&aside);
    return done;
}

bool rsp_guest_map(const rsp_guest_line *line, const char *arch, uint64_t at, uint64_t *out_at) {
    enum {
        READ_WRITE_EXECUTE = 7,
        PRIVATE_ANONYMOUS = 0x22,
        AT_THAT_PLACE = 0x100000, /* MAP_FIXED_NOREPLACE */
        LAST_ERROR = 4095
    };
    const uint64_t arguments[ARGUMENTS] = {at,
                                           RSP_GUEST_GIVEN_BYTES,
                                           READ_WRITE_EXECUTE,
                                           PRIVATE_ANONYMOUS | (at ? AT_THAT_PLACE : 0),
                                           UINT64_MAX,
                                           0};
    const system_calls *c = calls_of(arch);
    *out_at = 0;
    return c && call_aside(line, c, c->map, arguments, out_at) && *out_at != 0 &&
           (c->narrow ? (uint32_t) - *out_at : -*out_at) > LAST_ERROR;
}

bool rsp_guest_unmap(const rsp_guest_line *line, const char *arch, uint64_t at) {
    const uint64_t arguments[ARGUMENTS] = {at, RSP_GUEST_GIVEN_BYTES};
    const system_calls *c = calls_of(arch);
    uint64_t result = 0;
    return c && call_aside(line, c, c->unmap, arguments, &result) && result == 0;
}
