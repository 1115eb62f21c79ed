/* Queries about host, process and odds and ends: qHostInfo, qProcessInfo, qGetTLSAddr, qOffsets, qSymbol,
 * qRcmd, qWatchpointSupportInfo. All answers come from the target.
 * Source: GDB manual, General Query Packets; LLDB gdb-remote extensions. */
/* SPDX-License-Identifier: MIT */
#include "errors.h"
#include "handlers.h"
#include "ids.h"
#include "selected_thread.h"

#include <inttypes.h>

static void append_triple(const rsp_stub *s, rsp_buf *reply) {
    rsp_bytes triple = rsp_bytes_str(s->opt.ops->register_set(s->opt.target)->triple);
    rsp_buf_str(reply, "triple:");
    rsp_hex_append(reply, triple);
    rsp_buf_push(reply, ';');
}

/* The third word of the triple. */
static void append_system(const rsp_stub *s, rsp_buf *reply) {
    rsp_bytes rest = rsp_bytes_str(s->opt.ops->register_set(s->opt.target)->triple);
    (void)rsp_bytes_split(&rest, '-');
    (void)rsp_bytes_split(&rest, '-');
    rsp_buf_str(reply, "ostype:");
    rsp_buf_append(reply, rsp_bytes_split(&rest, '-'));
    rsp_buf_push(reply, ';');
}

static void append_width(const rsp_stub *s, rsp_buf *reply) {
    const rsp_register_set *set = s->opt.ops->register_set(s->opt.target);
    rsp_buf_printf(reply, "endian:%s;ptrsize:%u;", set->big_endian ? "big" : "little", set->address_bytes);
}

stub_reply_kind stub_on_host_info(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    append_triple(s, reply);
    append_width(s, reply);
    rsp_buf_str(reply, "watchpoint_exceptions_received:after;vm-page-size:4096;hostname:");
    rsp_hex_append(reply, RSP_LIT("stubborn"));
    rsp_buf_push(reply, ';');
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_process_info(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_ptid thread;
    (void)args;
    if (stub_general_thread(s, &thread) != RSP_OK)
        return stub_error(s, reply, STUB_E_THREAD, "no process");
    int64_t parent = s->opt.ops->process_parent ? s->opt.ops->process_parent(s->opt.target, thread.pid) : 0;
    rsp_buf_printf(reply,
                   "pid:%" PRIx64 ";parent-pid:%" PRIx64
                   ";real-uid:0;real-gid:0;effective-uid:0;effective-gid:0;",
                   thread.pid, parent);
    append_triple(s, reply);
    append_system(s, reply);
    append_width(s, reply);
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_watchpoint_support(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    if (s->opt.ops->num_watchpoints)
        rsp_buf_printf(reply, "num:%u;", s->opt.ops->num_watchpoints(s->opt.target));
    return STUB_REPLY_SEND;
}

/* Source: LLDB gdb-remote extensions (qShlibInfoAddr). */
stub_reply_kind stub_on_library_info(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_ptid thread;
    (void)args;
    if (stub_general_thread(s, &thread) != RSP_OK)
        return stub_error(s, reply, STUB_E_THREAD, "no process");
    uint64_t address = s->opt.ops->library_info(s->opt.target, thread.pid);
    if (address == 0)
        return stub_error(s, reply, STUB_E_GENERAL, "no dynamic linker");
    rsp_buf_printf(reply, "%" PRIx64, address);
    return STUB_REPLY_SEND;
}

/* Source: LLDB gdb-remote extensions (qGDBServerVersion). */
stub_reply_kind stub_on_server_version(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)s;
    (void)args;
    rsp_buf_str(reply, "name:stubborn;version:1;");
    return STUB_REPLY_SEND;
}

static void append_offsets(const rsp_stub *s, int64_t pid, rsp_buf *reply) {
    const rsp_target_ops *ops = s->opt.ops;
    uint64_t bias = ops->load_bias ? ops->load_bias(s->opt.target, pid) : 0;
    rsp_buf_printf(reply, "Text=%" PRIx64 ";Data=%" PRIx64 ";Bss=%" PRIx64, bias, bias, bias);
}

/* All sections move together. */
stub_reply_kind stub_on_offsets(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_ptid thread;
    (void)args;
    if (stub_general_thread(s, &thread) != RSP_OK)
        return stub_error(s, reply, STUB_E_THREAD, "no process");
    append_offsets(s, thread.pid, reply);
    return STUB_REPLY_SEND;
}

/* The client offers to look symbols up; we want none, and take what it says about any. */
stub_reply_kind stub_on_symbol(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_bytes value = rsp_bytes_split(&args, ':');
    uint64_t addr;
    bool well_formed =
        args.ptr && args.len % 2 == 0 && (value.len == 0 || rsp_hex_u64(&addr, value) == RSP_OK);
    for (size_t i = 0; i < args.len && well_formed; i++)
        well_formed = rsp_hex_value(args.ptr[i]) >= 0;
    if (!well_formed)
        return stub_error(s, reply, STUB_E_SYNTAX, "want value:name");
    return stub_ok(reply);
}

/* "thread,offset,module" */
stub_reply_kind stub_on_tls_addr(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_ptid id;
    rsp_ptid thread;
    uint64_t offset;
    uint64_t module;
    uint64_t addr;
    if (!s->opt.ops->tls_address)
        return STUB_REPLY_SEND;
    if (rsp_take_ptid(&id, &args) != RSP_OK || !rsp_take_byte(&args, ',') ||
        rsp_take_hex(&offset, &args) != RSP_OK || !rsp_take_byte(&args, ',') ||
        rsp_hex_u64(&module, args) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "want thread,offset,module");
    rsp_status status = stub_resolve_thread(s, id, &thread);
    if (status == RSP_OK)
        status = s->opt.ops->tls_address(s->opt.target, thread, offset, module, &addr);
    if (status != RSP_OK)
        return stub_error(s, reply, STUB_E_THREAD, "no such thread");
    rsp_hex_append_u64(reply, addr);
    return STUB_REPLY_SEND;
}

/* The output as the reply itself, cut to what one packet holds. */
static void answer_output(rsp_stub *s, rsp_buf *reply, rsp_bytes output) {
    rsp_hex_append(reply, rsp_bytes_sub(output, 0, s->opt.packet_bytes / 2));
}

static stub_reply_kind run_monitor(rsp_stub *s, rsp_buf *reply, rsp_bytes command) {
    rsp_buf output = {.mem = s->opt.mem};
    rsp_status status = s->opt.ops->monitor(s->opt.target, command, &output);
    if (status == RSP_OK)
        status = output.status;
    if (status == RSP_NOT_FOUND)
        rsp_buf_str(&output, "unknown command; \"help\" lists all\n");
    if (status != RSP_OK && status != RSP_NOT_FOUND)
        stub_error(s, reply, STUB_E_LIMIT, "the command failed");
    else if (output.len == 0)
        stub_ok(reply);
    else
        answer_output(s, reply, rsp_buf_bytes(&output));
    rsp_buf_free(&output);
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_monitor_command(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    if (!s->opt.ops->monitor)
        return STUB_REPLY_SEND;
    rsp_buf_clear(&s->scratch);
    rsp_status status = rsp_hex_decode(&s->scratch, args);
    if (status != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "want a command in hex");
    return run_monitor(s, reply, rsp_buf_bytes(&s->scratch));
}
