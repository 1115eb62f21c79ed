/* Each stub has a machine of its own, which ends with it.
 * An exchange of packets takes time, so that an editor is heard beside a program that stops without end.
 * See adapter_stub.h. */
/* SPDX-License-Identifier: MIT */
#include "adapter_stub.h"

#include "core/mem.h"
#include "corpora/programs.h"
#include "dwarf/debug_file.h"
#include "link/peer.h"
#include "link_ops.h"
#include "stub_machine/machine_target.h"
#include <rsp/frame.h>
#include <rsp/stub.h>
#include <stdio.h>

enum {
    MEMORY_BYTES = 96 << 20,
    SLICE_INSNS = 3000, /* in a millisecond */
    MOST_PAGES = 4096,
    MOST_PROCESSES = 16,
    MOST_THREADS = 32,
    MOST_ARGUMENTS = 8,
    SMALL_PACKET_BYTES = 512,
    PACKET_BYTES = 4096,
    RECORD_BYTES = 1024 * 1024,
    MOST_TRUE = 31,  /* replies between two lies */
    LIFE_PIECES = 4, /* a stub lives for so many pieces of input times a number */
    NUM_STREAMS = 2,
};

static const uint64_t rtt_ns = 100 * RSP_NS_PER_US;

/* What the program prints, as a link. */
typedef struct printed_link {
    rsp_link base;
    rsp_buf text;
} printed_link;

typedef struct adapter_stub {
    adapter_stubs *all;
    rsp_machine_target *target;
    rsp_stub *stub;
    printed_link printed[NUM_STREAMS];
    size_t num_pieces;
    char path[64];
} adapter_stub;

/* --- what the program prints --- */

static printed_link *printed_of(rsp_link *link) {
    return (printed_link *)(void *)link;
}

static rsp_status printed_send(rsp_link *link, rsp_bytes data, uint64_t deadline_ns) {
    (void)link;
    (void)data;
    (void)deadline_ns;
    return RSP_CLOSED;
}

static rsp_status printed_recv(rsp_link *link, rsp_buf *out, size_t max, uint64_t deadline_ns) {
    printed_link *l = printed_of(link);
    const rsp_bytes piece = rsp_bytes_sub(rsp_buf_bytes(&l->text), 0, max);
    (void)deadline_ns;
    rsp_buf_append(out, piece);
    rsp_buf_consume(&l->text, piece.len);
    return piece.len > 0 ? out->status : RSP_TIMEOUT;
}

static void printed_close(rsp_link *link) {
    rsp_buf_free(&printed_of(link)->text);
}

static void printed_wait(rsp_link *link, uint64_t until_ns) {
    (void)link;
    (void)until_ns;
}

static void printed_describe(const rsp_link *link, rsp_buf *out) {
    (void)link;
    rsp_buf_str(out, "what the program prints");
}

static const rsp_link_ops printed_ops = {
    .send = printed_send,
    .recv = printed_recv,
    .shut = printed_close,
    .close = printed_close,
    .wait = printed_wait,
    .describe = printed_describe,
};

static void take_output(void *ctx, int fd, rsp_bytes bytes) {
    adapter_stub *s = ctx;
    rsp_buf_append(&s->printed[fd == 2].text, bytes);
}

static void print_mark(void *ctx, const rsp_dap_opened *target, rsp_bytes mark) {
    adapter_stub *s = target->ctx;
    (void)ctx;
    for (size_t i = 0; i < NUM_STREAMS; i++)
        rsp_buf_append(&s->printed[i].text, mark);
}

static void open_printed(adapter_stub *s, rsp_dap_opened *out) {
    rsp_machine_target_set_output(s->target, take_output, s);
    for (size_t i = 0; i < NUM_STREAMS; i++)
        s->printed[i].base =
            (rsp_link){.ops = &printed_ops, .clock = rsp_clock_virtual(s->all->clock), .is_virtual = true};
    out->output = &s->printed[0].base;
    out->errors = &s->printed[1].base;
}

/* --- the stub as a peer --- */

static rsp_peer_state state_of(const adapter_stub *s, rsp_status status) {
    FUZZ_MUST(status == RSP_OK);
    if (rsp_stub_finished(s->stub) || (s->all->lives > 0 && s->num_pieces > s->all->lives))
        return RSP_PEER_CLOSED;
    return rsp_stub_busy(s->stub) ? RSP_PEER_BUSY : RSP_PEER_IDLE;
}

static rsp_status stub_connect(void *ctx, rsp_buf *out) {
    const adapter_stub *s = ctx;
    (void)out;
    rsp_stub_connect(s->stub);
    return RSP_OK;
}

/* Replaces what stands behind `start`, a reply, if it is the turn of a lie. Its acknowledgement stays. */
static void lie(adapter_stubs *all, rsp_buf *out, size_t start) {
    const bool acknowledges = out->len > start && rsp_buf_bytes(out).ptr[start] == '+';
    start += acknowledges ? 1 : 0;
    if (out->len <= start || all->lies.len == 0 || all->num_true++ < (all->lies.ptr[0] & MOST_TRUE))
        return;
    rsp_bytes line = fuzz_take(&all->lies, rsp_bytes_index(all->lies, '\n'));
    (void)fuzz_take(&all->lies, 1);
    line = rsp_bytes_from(line, 1);
    all->num_true = 0;
    rsp_buf_truncate(out, start);
    if (line.len > 0 && line.ptr[0] == '#')
        rsp_buf_append(out, rsp_bytes_from(line, 1));
    else
        rsp_frame_packet(out, line);
}

static rsp_peer_state stub_input(void *ctx, rsp_bytes in, rsp_buf *out) {
    adapter_stub *s = ctx;
    const size_t start = out->len;
    s->num_pieces++;
    const rsp_status status = rsp_stub_finished(s->stub) ? RSP_OK : rsp_stub_input(s->stub, in, out);
    lie(s->all, out, start);
    return state_of(s, status);
}

static rsp_peer_state stub_run(void *ctx, uint64_t budget, rsp_buf *out) {
    const adapter_stub *s = ctx;
    const size_t start = out->len;
    const rsp_status status = rsp_stub_finished(s->stub) ? RSP_OK : rsp_stub_run(s->stub, budget, out);
    lie(s->all, out, start);
    return state_of(s, status);
}

/* --- opening --- */

static rsp_bytes image_of(const char *path) {
    for (size_t i = 0; i < rsp_num_programs; i++)
        if (strcmp(rsp_programs[i].path, path) == 0)
            return rsp_programs[i].bytes;
    return rsp_bytes_make(NULL, 0);
}

static rsp_status open_machine(adapter_stub *s, rsp_error *error) {
    rsp_machine_options machine = rsp_machine_options_default();
    machine.files = rsp_programs;
    machine.num_files = rsp_num_programs;
    machine.mem = &s->all->mem.mem;
    machine.max_pages = MOST_PAGES;
    machine.max_processes = MOST_PROCESSES;
    machine.max_threads = MOST_THREADS;
    machine.record_bytes = s->all->choice & ADAPTER_STUB_RECORDS ? RECORD_BYTES : 0;
    s->target = rsp_machine_target_new(&machine);
    return s->target ? RSP_OK : rsp_fail(error, RSP_NO_MEMORY, "no memory for a machine");
}

static rsp_status open_stub(adapter_stub *s, rsp_dap_opened *out, const rsp_dap_start *start,
                            rsp_error *error) {
    const uint8_t choice = s->all->choice;
    rsp_stub_options options = rsp_stub_options_default();
    rsp_bytes argv[1 + MOST_ARGUMENTS] = {rsp_bytes_str(s->path)};
    size_t argc = 1;
    rsp_status status = RSP_OK;
    for (; argc <= start->num_arguments && argc <= MOST_ARGUMENTS; argc++)
        argv[argc] = rsp_bytes_str(start->arguments[argc - 1]);
    if (start->attach) {
        int64_t pid = 0;
        status = rsp_machine_target_spawn(s->target, argv, argc, &pid, error);
        out->attach = start->pid ? start->pid : pid;
        argc = 0;
    }
    options.ops = rsp_machine_target_ops();
    options.target = s->target;
    options.mem = &s->all->mem.mem;
    options.argv = argv;
    options.argc = argc;
    options.packet_bytes = choice & ADAPTER_STUB_SMALL ? SMALL_PACKET_BYTES : PACKET_BYTES;
    options.multimem = choice & ADAPTER_STUB_RFC ? RSP_MULTIMEM_RFC : RSP_MULTIMEM_LLDB;
    options.run_length = (choice & ADAPTER_STUB_RUN_LENGTH) != 0;
    s->stub = status == RSP_OK ? rsp_stub_new(&options, error) : NULL;
    return status == RSP_OK && !s->stub ? RSP_REFUSED : status;
}

static rsp_status open_target(void *ctx, rsp_dap_opened *out, const rsp_dap_start *start, rsp_error *error) {
    adapter_stubs *all = ctx;
    adapter_stub *s = rsp_mem_calloc(&all->mem.mem, 1, sizeof *s);
    const rsp_peer peer = {.connect = stub_connect, .input = stub_input, .run = stub_run, .ctx = s};
    const rsp_peer_options options = {
        .rtt_ns = rtt_ns, .slice_budget = SLICE_INSNS, .clock = all->clock, .mem = &all->mem.mem};
    *out = (rsp_dap_opened){.ctx = s, .owned = true};
    if (!s)
        return RSP_NO_MEMORY;
    s->all = all;
    (void)snprintf(s->path, sizeof s->path, "/bin/%s", start->program ? start->program : "threads4");
    out->name = s->path;
    const rsp_bytes image = image_of(s->path);
    if (image.len == 0)
        return rsp_fail(error, RSP_NOT_FOUND, "there is no such program");
    rsp_status status = rsp_debug_file_read(&out->file, image, s->path, error);
    if (status == RSP_OK)
        status = open_machine(s, error);
    if (status == RSP_OK && (all->choice & ADAPTER_STUB_PRINTS))
        open_printed(s, out);
    if (status == RSP_OK)
        status = open_stub(s, out, start, error);
    return status == RSP_OK ? rsp_link_open_peer(&out->link, &peer, &options) : status;
}

static void close_target(void *ctx, rsp_dap_opened *target) {
    adapter_stubs *all = ctx;
    adapter_stub *s = target->ctx;
    rsp_stub_free(s->stub);
    rsp_machine_target_free(s->target);
    for (size_t i = 0; i < NUM_STREAMS; i++)
        rsp_buf_free(&s->printed[i].text);
    rsp_mem_free(&all->mem.mem, s);
    target->ctx = NULL;
}

void adapter_stubs_begin(adapter_stubs *stubs, rsp_virtual_clock *clock, uint8_t choice, uint8_t lives) {
    *stubs = (adapter_stubs){.clock = clock, .choice = choice, .lives = (size_t)(lives & 63) * LIFE_PIECES};
    fuzz_mem_init(&stubs->mem, MEMORY_BYTES, 0);
}

rsp_dap_opener adapter_stubs_opener(adapter_stubs *stubs) {
    return (rsp_dap_opener){.open = open_target, .mark = print_mark, .close = close_target, .ctx = stubs};
}

void adapter_stubs_end(const adapter_stubs *stubs) {
    FUZZ_MUST(stubs->mem.live == 0);
}
