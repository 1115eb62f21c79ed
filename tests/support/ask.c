/* A conversation with an in-process stub, payload by payload.
 * Frames are built and taken apart by the codec; a wrong checksum fails the test.
 * Symbols are read from the program's own table. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "ask.h"

#include "codec/deframer.h"
#include "codec/escape.h"
#include "core/hex.h"
#include "corpora/programs.h"

enum { RUNS = 2000, BUDGET = 100000 };

void ask_init(ask *a, const char *path) {
    *a = (ask){.machine = rsp_machine_options_default(), .options = rsp_stub_options_default()};
    a->machine.files = rsp_programs;
    a->machine.num_files = rsp_num_programs;
    a->machine.seed = 1;
    a->path = rsp_bytes_str(path);
    for (size_t i = 0; i < rsp_num_programs; i++)
        if (strcmp(rsp_programs[i].path, path) == 0)
            a->program = rsp_programs[i].bytes;
    a->options.run_length = false;
}

bool ask_try_start(ask *a) {
    a->target = rsp_machine_target_new(&a->machine);
    if (!a->target)
        return false;
    a->options.ops = rsp_machine_target_ops();
    a->options.target = a->target;
    if (a->path.len > 0 && !a->options.argv) {
        a->options.argv = &a->path;
        a->options.argc = 1;
    }
    a->stub = rsp_stub_new(&a->options, NULL);
    if (!a->stub)
        return false;
    rsp_stub_connect(a->stub);
    rsp_bytes reply = ask_for(a, "QStartNoAckMode");
    return a->no_memory || rsp_bytes_equal(reply, RSP_LIT("OK"));
}

void ask_start(ask *a) {
    assert_true(ask_try_start(a));
}

void ask_end(ask *a) {
    rsp_stub_free(a->stub);
    rsp_machine_target_free(a->target);
    rsp_buf_free(&a->out);
    rsp_buf_free(&a->reply);
    rsp_buf_free(&a->console);
}

int ask_setup(void **state, const char *path) {
    ask *a = test_malloc(sizeof *a);
    ask_init(a, path);
    ask_start(a);
    *state = a;
    return 0;
}

int ask_teardown(void **state) {
    ask_end(*state);
    test_free(*state);
    return 0;
}

/* The next packet's payload into a->reply; false when there is none. */
static bool take_packet(ask *a) {
    rsp_deframer deframer = {.options = {.direction = RSP_TO_CLIENT}};
    bool found = false;
    while (a->out.len > 0 && !found) {
        rsp_event event;
        size_t used = rsp_deframe(&deframer, rsp_buf_bytes(&a->out), &event);
        if (event.kind == RSP_EVENT_PACKET) {
            assert_true(event.checksum_ok || a->options.fault != RSP_FAULT_NONE);
            a->bad_checksums += !event.checksum_ok;
            rsp_buf_clear(&a->reply);
            rsp_buf_append(&a->reply, event.payload);
            found = true;
        }
        rsp_buf_consume(&a->out, used);
    }
    rsp_deframer_free(&deframer);
    return found;
}

static void send_payload(ask *a, rsp_bytes request) {
    rsp_buf frame = {0};
    rsp_frame_packet(&frame, request);
    a->no_memory |= rsp_stub_input(a->stub, rsp_buf_bytes(&frame), &a->out) != RSP_OK;
    rsp_buf_free(&frame);
}

rsp_bytes ask_bytes(ask *a, rsp_bytes request) {
    static const rsp_bytes none = {NULL, 0};
    if (a->no_memory)
        return none;
    send_payload(a, request);
    if (!take_packet(a))
        return none;
    return a->reply.len > 0 ? rsp_buf_bytes(&a->reply) : RSP_LIT("");
}

static rsp_bytes ask_v(ask *a, const char *format, va_list ap) {
    rsp_buf request = {0};
    rsp_buf_printf_v(&request, format, ap);
    rsp_bytes reply = ask_bytes(a, rsp_buf_bytes(&request));
    rsp_buf_free(&request);
    return reply;
}

rsp_bytes ask_for(ask *a, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    rsp_bytes reply = ask_v(a, format, ap);
    va_end(ap);
    return reply;
}

rsp_bytes ask_decoded(ask *a, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    rsp_bytes reply = ask_v(a, format, ap);
    va_end(ap);
    if (reply.len > 0)
        assert_ok(rsp_unescape_into(a->reply.ptr, &a->reply.len, reply));
    return rsp_buf_bytes(&a->reply);
}

static bool is_console(ask *a) {
    rsp_bytes reply = rsp_buf_bytes(&a->reply);
    return reply.len > 1 && reply.ptr[0] == 'O' && reply.ptr[1] != 'K' &&
           rsp_hex_decode(&a->console, rsp_bytes_from(reply, 1)) == RSP_OK;
}

rsp_bytes ask_resume(ask *a, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    rsp_bytes reply = ask_v(a, format, ap);
    va_end(ap);
    for (int i = 0; i < RUNS && !reply.ptr && !a->no_memory; i++) {
        a->no_memory |= rsp_stub_run(a->stub, BUDGET, &a->out) != RSP_OK;
        while (!reply.ptr && take_packet(a))
            if (!is_console(a))
                reply = rsp_buf_bytes(&a->reply);
    }
    return reply;
}

static uint64_t field(rsp_bytes bytes, uint64_t at, unsigned width) {
    uint64_t value = 0;
    assert_true(at + width <= bytes.len);
    for (unsigned i = width; i-- > 0;)
        value = value << 8 | bytes.ptr[at + i];
    return value;
}

/* ELF64, little-endian: section headers, the symbol table among them, its string table. */
uint64_t ask_symbol(const ask *a, const char *name) {
    enum { SHOFF = 0x28, SHENTSIZE = 0x3a, SHNUM = 0x3c, SHT_SYMTAB = 2, SYM_BYTES = 24 };
    rsp_bytes elf = a->program;
    uint64_t headers = field(elf, SHOFF, 8);
    uint64_t size = field(elf, SHENTSIZE, 2);
    for (uint64_t i = 0; i < field(elf, SHNUM, 2); i++) {
        uint64_t header = headers + i * size;
        if (field(elf, header + 4, 4) != SHT_SYMTAB)
            continue;
        uint64_t symbols = field(elf, header + 0x18, 8);
        uint64_t num = field(elf, header + 0x20, 8) / SYM_BYTES;
        uint64_t strings = field(elf, headers + field(elf, header + 0x28, 4) * size + 0x18, 8);
        for (uint64_t j = 0; j < num; j++) {
            uint64_t symbol = symbols + j * SYM_BYTES;
            const char *text = (const char *)elf.ptr + strings + field(elf, symbol, 4);
            if (strcmp(text, name) == 0)
                return field(elf, symbol + 8, 8);
        }
    }
    fail_msg("no symbol %s", name);
    return 0;
}
