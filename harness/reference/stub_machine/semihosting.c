/* From a semihosting call to the text of an F packet, and from its answer to the program's registers.
 * Nothing is remembered but the last error: number and arguments stand where the program put them.
 * See semihosting.h. */
/* SPDX-License-Identifier: MIT */
#include "semihosting.h"

#include "events.h"

#include "codec/hostio.h"
#include "core/byte_order.h"
#include <inttypes.h>

/* slli x0, x0, 0x1f; ebreak; srai x0, x0, 7 */
static const uint8_t call_code[12] = {0x13, 0x10, 0xf0, 0x01, 0x73, 0x00, 0x10, 0x00, 0x13, 0x50, 0x70, 0x40};

enum {
    OP_OPEN = 0x01,
    OP_CLOSE = 0x02,
    OP_WRITEC = 0x03,
    OP_WRITE0 = 0x04,
    OP_WRITE = 0x05,
    OP_READ = 0x06,
    OP_ISTTY = 0x09,
    OP_SEEK = 0x0a,
    OP_FLEN = 0x0c,
    OP_REMOVE = 0x0e,
    OP_RENAME = 0x0f,
    OP_TIME = 0x11,
    OP_SYSTEM = 0x12,
    OP_ERRNO = 0x13,
    OP_STAT = 0x100, /* ours: applications may use 0x100 to 0x1ff */
};

enum { REG_A0 = 10, REG_A1 = 11, WORDS = 4, TEXT_MOST = 1 << 20, FILE_MODE = 0644 };

/* Below the stack pointer, where a call may write what the program did not ask for in this form. */
enum { SCRATCH_BYTES = 256, TIMEVAL_BYTES = 12 };

/* A call that a thread makes. */
typedef struct call {
    rsp_machine_target *t;
    rsp_thread *thread;
    uint64_t number;
    uint64_t at; /* a1 */
    uint64_t words[WORDS];
    uint64_t scratch;
} call;

static bool at_call(const rsp_process *process, uint64_t pc) {
    uint8_t code[sizeof call_code];
    return pc >= 4 && rsp_process_read(process, code, pc - 4, sizeof code) == sizeof code &&
           memcmp(code, call_code, sizeof code) == 0;
}

/* False when the thread is at no call. Arguments that can not be read are zeros. */
static bool find_call(rsp_machine_target *t, rsp_thread *thread, call *out) {
    const rsp_process *process = rsp_thread_process(thread);
    const uint64_t *regs = rsp_thread_regs(thread);
    uint8_t block[8 * WORDS] = {0};
    if (!at_call(process, regs[RSP_REG_PC]))
        return false;
    *out = (call){.t = t,
                  .thread = thread,
                  .number = regs[REG_A0],
                  .at = regs[REG_A1],
                  .scratch = (regs[RSP_REG_SP] - SCRATCH_BYTES) & ~UINT64_C(15)};
    (void)rsp_process_read(process, block, out->at, sizeof block);
    for (size_t i = 0; i < WORDS; i++)
        out->words[i] = rsp_number_of(rsp_bytes_make(block + 8 * i, 8), false);
    return true;
}

/* The protocol counts the NUL. */
static void put_text(rsp_buf *out, uint64_t at, uint64_t len) {
    rsp_buf_printf(out, "%" PRIx64 "/%" PRIx64, at, len + 1);
}

static uint64_t text_length(const call *c) {
    uint64_t len = 0;
    uint8_t byte;
    while (len < TEXT_MOST && rsp_process_read(rsp_thread_process(c->thread), &byte, c->at + len, 1) == 1 &&
           byte != 0)
        len++;
    return len;
}

/* The modes of fopen, each without and with b. */
static uint64_t open_flags(uint64_t mode) {
    static const uint64_t flags[] = {
        RSP_FILEIO_O_RDONLY,
        RSP_FILEIO_O_RDWR,
        RSP_FILEIO_O_WRONLY | RSP_FILEIO_O_CREAT | RSP_FILEIO_O_TRUNC,
        RSP_FILEIO_O_RDWR | RSP_FILEIO_O_CREAT | RSP_FILEIO_O_TRUNC,
        RSP_FILEIO_O_WRONLY | RSP_FILEIO_O_CREAT | RSP_FILEIO_O_APPEND,
        RSP_FILEIO_O_RDWR | RSP_FILEIO_O_CREAT | RSP_FILEIO_O_APPEND,
    };
    return flags[mode / 2 % RSP_ARRAY_LEN(flags)];
}

/* Calls that name files. */
static bool put_file_call(const call *c, rsp_buf *out) {
    const uint64_t *w = c->words;
    switch (c->number) {
    case OP_OPEN:
        rsp_buf_str(out, "open,");
        put_text(out, w[0], w[2]);
        rsp_buf_printf(out, ",%" PRIx64 ",%x", open_flags(w[1]), FILE_MODE);
        return true;
    case OP_REMOVE:
        rsp_buf_str(out, "unlink,");
        put_text(out, w[0], w[1]);
        return true;
    case OP_RENAME:
        rsp_buf_str(out, "rename,");
        put_text(out, w[0], w[1]);
        rsp_buf_push(out, ',');
        put_text(out, w[2], w[3]);
        return true;
    case OP_SYSTEM:
        rsp_buf_str(out, "system,");
        put_text(out, w[0], w[1]);
        return true;
    case OP_STAT:
        rsp_buf_str(out, "stat,");
        put_text(out, w[0], w[1]);
        rsp_buf_printf(out, ",%" PRIx64, w[2]);
        return true;
    default:
        return false;
    }
}

/* Calls that name descriptors, or nothing. */
static bool put_call(const call *c, rsp_buf *out) {
    const uint64_t *w = c->words;
    switch (c->number) {
    case OP_CLOSE:
        rsp_buf_printf(out, "close,%" PRIx64, w[0]);
        return true;
    case OP_WRITEC:
        rsp_buf_printf(out, "write,1,%" PRIx64 ",1", c->at);
        return true;
    case OP_WRITE0:
        rsp_buf_printf(out, "write,1,%" PRIx64 ",%" PRIx64, c->at, text_length(c));
        return true;
    case OP_WRITE:
    case OP_READ:
        rsp_buf_printf(out, "%s,%" PRIx64 ",%" PRIx64 ",%" PRIx64, c->number == OP_READ ? "read" : "write",
                       w[0], w[1], w[2]);
        return true;
    case OP_ISTTY:
        rsp_buf_printf(out, "isatty,%" PRIx64, w[0]);
        return true;
    case OP_SEEK:
        rsp_buf_printf(out, "lseek,%" PRIx64 ",%" PRIx64 ",0", w[0], w[1]);
        return true;
    case OP_FLEN:
        rsp_buf_printf(out, "fstat,%" PRIx64 ",%" PRIx64, w[0], c->scratch);
        return true;
    case OP_TIME:
        rsp_buf_printf(out, "gettimeofday,%" PRIx64 ",0", c->scratch);
        return true;
    default:
        return put_file_call(c, out);
    }
}

/* The protocol's errors have Linux's numbers, but for three. */
static int linux_error(uint64_t error) {
    switch (error) {
    case RSP_FILEIO_ENOSYS:
        return 38;
    case RSP_FILEIO_ENAMETOOLONG:
        return 36;
    case RSP_FILEIO_EUNKNOWN:
        return 5; /* EIO */
    default:
        return error < RSP_FILEIO_ENOSYS ? (int)error : 5;
    }
}

static int64_t file_length(const call *c) {
    uint8_t block[RSP_FILEIO_STAT_BYTES];
    rsp_fileio_stat stat;
    if (rsp_process_read(rsp_thread_process(c->thread), block, c->scratch, sizeof block) != sizeof block ||
        rsp_fileio_stat_decode(&stat, rsp_bytes_make(block, sizeof block)) != RSP_OK)
        return -1;
    return (int64_t)stat.size;
}

static int64_t seconds(const call *c) {
    uint8_t block[TIMEVAL_BYTES];
    if (rsp_process_read(rsp_thread_process(c->thread), block, c->scratch, sizeof block) != sizeof block)
        return -1;
    return (int64_t)rsp_number_of(rsp_bytes_make(block, 4), true);
}

/* What a semihosting call gives where the File-I/O call gave `result`. */
static int64_t converted(const call *c, int64_t result) {
    switch (c->number) {
    case OP_WRITE:
    case OP_READ: /* the bytes that were not moved */
        return (int64_t)(c->words[2] - (result < 0 ? 0 : (uint64_t)result));
    case OP_SEEK:
        return result < 0 ? -1 : 0;
    case OP_FLEN:
        return result < 0 ? -1 : file_length(c);
    case OP_TIME:
        return result < 0 ? -1 : seconds(c);
    default:
        return result;
    }
}

static void give(const call *c, int64_t value) {
    const uint64_t *regs = rsp_thread_regs(c->thread);
    uint64_t behind = regs[RSP_REG_PC] + 4;
    rsp_status status = rsp_thread_set_reg(c->thread, REG_A0, (uint64_t)value);
    if (status == RSP_OK)
        status = rsp_thread_set_reg(c->thread, RSP_REG_PC, behind);
    (void)status; /* held: it can not be refused */
}

machine_call machine_call_begin(rsp_machine_target *t, rsp_thread *thread, rsp_buf *out) {
    call c;
    if (!find_call(t, thread, &c))
        return MACHINE_CALL_NONE;
    if (put_call(&c, out))
        return MACHINE_CALL_ASK;
    if (c.number != OP_ERRNO)
        t->call_error = linux_error(RSP_FILEIO_ENOSYS);
    give(&c, c.number == OP_ERRNO ? t->call_error : -1);
    return MACHINE_CALL_DONE;
}

rsp_status machine_call_end(void *t, rsp_ptid id, int64_t result, uint64_t error, bool go_on) {
    rsp_machine_target *self = machine_self(t);
    rsp_thread *thread = machine_traced_thread(self, id);
    call c;
    if (!thread || !rsp_thread_is_held(thread) || !find_call(self, thread, &c))
        return RSP_NOT_FOUND;
    if (result < 0)
        self->call_error = linux_error(error);
    give(&c, converted(&c, result));
    if (go_on)
        machine_go_on(self, rsp_thread_tid(thread), 0, true);
    return RSP_OK;
}
