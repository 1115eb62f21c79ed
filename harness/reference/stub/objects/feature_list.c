/* qSupported: what is offered is computed from the packet table, the target's operations and the options.
 * What the client says replaces what it said before.
 * Source: GDB manual, General Query Packets (qSupported). */
/* SPDX-License-Identifier: MIT */
#include "feature_list.h"

#include "errors.h"
#include "event_filter.h"
#include "handlers.h"
#include "send.h"
#include "trace.h"

#include "codec/compress.h"
#include "codec/escape.h"
#include "codec/feature.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static bool has_handler(rsp_packet_id id) {
    const rsp_packet_row *row = rsp_packet_by_id(id);
    return row && row->handler[0] != 'N'; /* the others are identifiers in lower case */
}

/* QT.., qT.. and the frame's contents, but not the packets about threads. */
static bool is_tracing(rsp_packet_id id) {
    rsp_bytes name = rsp_packet_name(id);
    bool threads = rsp_bytes_starts(name, RSP_LIT("QTh")) || rsp_bytes_starts(name, RSP_LIT("qTh"));
    bool traces = rsp_bytes_starts(name, RSP_LIT("QT")) || rsp_bytes_starts(name, RSP_LIT("qT"));
    return (traces && !threads) || id == RSP_PACKET_QXFER_TRACEFRAME_INFO_READ;
}

/* jAcceleratorPlugin..: one feature announces them all. */
static bool is_accelerators(rsp_packet_id id) {
    return rsp_bytes_equal(rsp_packet_feature(id), rsp_packet_feature(RSP_PACKET_JACCELERATOR_INITIALIZE));
}

static bool is_withheld(const rsp_stub *s, rsp_packet_id id) {
    return (is_tracing(id) && !stub_trace_offered(s)) || (is_accelerators(id) && !s->opt.offer_accelerator) ||
           (id == RSP_PACKET_JADDRESS_SPACES && !s->opt.offer_address_spaces);
}

static bool has_object(const rsp_stub *s, rsp_target_object object) {
    const rsp_target_ops *ops = s->opt.ops;
    return ops->read_object && (!ops->has_object || ops->has_object(s->opt.target, object));
}

/* LLDB's dialect for WebAssembly is the target's as a whole. */
static void offer_wasm(rsp_stub *s) {
    const rsp_target_ops *ops = s->opt.ops;
    const bool wasm = ops->wasm_frames && ops->wasm_value && ops->wasm_global;
    static const rsp_packet_id packets[] = {RSP_PACKET_QWASM_CALL_STACK, RSP_PACKET_QWASM_LOCAL,
                                            RSP_PACKET_QWASM_GLOBAL, RSP_PACKET_QWASM_STACK_VALUE};
    for (size_t i = 0; i < RSP_ARRAY_LEN(packets); i++)
        s->offered[packets[i]] = s->offered[packets[i]] && wasm;
}

/* `needs`: packets that need more than a handler. */
void stub_features_init(rsp_stub *s) {
    const rsp_target_ops *ops = s->opt.ops;
    const rsp_stub_options *opt = &s->opt;
    const struct {
        rsp_packet_id id;
        bool offered;
    } needs[] = {
        {RSP_PACKET_MULTI_MEM_READ, opt->offer_multimem},
        {RSP_PACKET_MULTI_BREAKPOINT, opt->offer_multibreak_rfc && ops->insert_point},
        {RSP_PACKET_JMULTI_BREAKPOINT, opt->offer_multibreak_json && ops->insert_point},
        {RSP_PACKET_INSERT_BREAKPOINT, ops->insert_point && ops->remove_point},
        {RSP_PACKET_REMOVE_BREAKPOINT, ops->insert_point && ops->remove_point},
        {RSP_PACKET_QSTART_NO_ACK_MODE, opt->offer_no_ack},
        {RSP_PACKET_QENABLE_COMPRESSION, opt->offer_compression && rsp_compression_exists()},
        {RSP_PACKET_QNON_STOP, opt->offer_non_stop},
        {RSP_PACKET_VSTOPPED, opt->offer_non_stop},
        {RSP_PACKET_VSTDIO, opt->offer_non_stop},
        {RSP_PACKET_VCTRLC, opt->offer_non_stop},
        {RSP_PACKET_QCATCH_SYSCALLS, ops->set_catch_syscalls != NULL},
        {RSP_PACKET_QPASS_SIGNALS, ops->set_pass_signals != NULL},
        {RSP_PACKET_QPROGRAM_SIGNALS, ops->detach != NULL},
        {RSP_PACKET_QTHREAD_EVENTS, ops->set_events != NULL},
        {RSP_PACKET_QTHREAD_OPTIONS, ops->set_thread_options != NULL},
        {RSP_PACKET_VATTACH, ops->attach != NULL},
        {RSP_PACKET_VATTACH_NAME, ops->attach && ops->attachable_next},
        {RSP_PACKET_VATTACH_WAIT, ops->attach && ops->attachable_next},
        {RSP_PACKET_VATTACH_OR_WAIT, ops->attach && ops->attachable_next},
        {RSP_PACKET_VATTACH_OR_WAIT_SUPPORTED, ops->attach && ops->attachable_next},
        {RSP_PACKET_QMODULE_INFO, ops->file_at != NULL},
        {RSP_PACKET_JMODULES_INFO, ops->file_at != NULL},
        {RSP_PACKET_REVERSE_CONTINUE, ops->go_back != NULL},
        {RSP_PACKET_REVERSE_STEP, ops->go_back != NULL},
        {RSP_PACKET_KILL, ops->kill != NULL},
        {RSP_PACKET_VKILL, ops->kill != NULL},
        {RSP_PACKET_VRUN, ops->launch != NULL},
        {RSP_PACKET_ARGUMENTS, ops->launch != NULL},
        {RSP_PACKET_RESTART, ops->launch && ops->kill},
        {RSP_PACKET_DETACH, ops->detach != NULL},
        {RSP_PACKET_DETACH_STOPPED, ops->detach != NULL},
        {RSP_PACKET_QSUPPORTS_DETACH_STOPPED, ops->detach != NULL},
        {RSP_PACKET_QTHREAD_EXTRA_INFO, ops->thread_name || ops->thread_state},
        {RSP_PACKET_QMEMORY_REGION_INFO, ops->region != NULL},
        {RSP_PACKET_ALLOCATE, ops->allocate && ops->release},
        {RSP_PACKET_DEALLOCATE, ops->allocate && ops->release},
        {RSP_PACKET_VFLASH_ERASE, ops->flash_erase && ops->flash_write && ops->flash_done},
        {RSP_PACKET_VFLASH_WRITE, ops->flash_erase && ops->flash_write && ops->flash_done},
        {RSP_PACKET_VFLASH_DONE, ops->flash_erase && ops->flash_write && ops->flash_done},
        {RSP_PACKET_FILE_IO_REPLY, ops->call_end != NULL},
        {RSP_PACKET_QMEM_TAGS, ops->read_tags && ops->write_tags},
        {RSP_PACKET_QMEM_TAGS_WRITE, ops->read_tags && ops->write_tags},
        {RSP_PACKET_QIS_ADDRESS_TAGGED, ops->read_tags && ops->write_tags},
        {RSP_PACKET_QGET_TLS_ADDR, ops->tls_address != NULL},
        {RSP_PACKET_QSHLIB_INFO_ADDR, ops->library_info != NULL},
        {RSP_PACKET_QRCMD, ops->monitor != NULL},
        {RSP_PACKET_QXFER_AUXV_READ, has_object(s, RSP_OBJECT_AUXV)},
        {RSP_PACKET_QXFER_EXEC_FILE_READ, has_object(s, RSP_OBJECT_EXEC_FILE)},
        {RSP_PACKET_QXFER_LIBRARIES_READ, has_object(s, RSP_OBJECT_LIBRARIES)},
        {RSP_PACKET_QXFER_LIBRARIES_SVR4_READ, has_object(s, RSP_OBJECT_LIBRARIES_SVR4)},
        {RSP_PACKET_QXFER_MEMORY_MAP_READ, has_object(s, RSP_OBJECT_MEMORY_MAP)},
        {RSP_PACKET_QXFER_OSDATA_READ, has_object(s, RSP_OBJECT_OSDATA)},
        {RSP_PACKET_QXFER_SIGINFO_READ, has_object(s, RSP_OBJECT_SIGINFO)},
        {RSP_PACKET_QXFER_SIGINFO_WRITE, ops->write_siginfo != NULL},
    };
    for (int id = RSP_PACKET_UNKNOWN + 1; id < RSP_PACKET_END; id++)
        s->offered[id] = has_handler((rsp_packet_id)id) && !is_withheld(s, (rsp_packet_id)id);
    for (size_t i = 0; i < RSP_ARRAY_LEN(needs); i++)
        s->offered[needs[i].id] = s->offered[needs[i].id] && needs[i].offered;
    offer_wasm(s);
}

static void append_yes(rsp_buf *out, size_t start, const char *name) {
    const rsp_feature feature = {.kind = RSP_FEATURE_YES, .name = rsp_bytes_str(name)};
    rsp_feature_append(out, start, &feature);
}

static void append_packet_size(const rsp_stub *s, rsp_buf *out, size_t start) {
    uint8_t digits[24];
    rsp_buf text = {.ptr = digits, .cap = sizeof(digits), .limit = sizeof(digits)};
    rsp_hex_append_u64(&text, s->opt.packet_bytes);
    const rsp_feature size = {
        .kind = RSP_FEATURE_VALUE, .name = RSP_LIT("PacketSize"), .value = rsp_buf_bytes(&text)};
    rsp_feature_append(out, start, &size);
}

/* Features that are no packets. */
static void append_abilities(const rsp_stub *s, rsp_buf *out, size_t start) {
    const rsp_target_ops *ops = s->opt.ops;
    bool points = s->offered[RSP_PACKET_INSERT_BREAKPOINT];
    bool events = s->opt.offer_multiprocess && ops->set_events;
    const struct {
        const char *name;
        bool offered;
    } abilities[] = {
        {"multiprocess", s->opt.offer_multiprocess},
        {"swbreak", true},
        {"hwbreak", points},
        {"fork-events", events},
        {"vfork-events", events},
        {"exec-events", ops->set_events != NULL},
        {"no-resumed", true},
        {"error-message", true},
        {"ConditionalBreakpoints", points && s->opt.offer_conditions},
        {"BreakpointCommands", points && s->opt.offer_conditions},
        {"native-signals", s->opt.native_signals},
        {"multi-wp-addr", s->opt.inexact_watchpoints},
        {"ExpediteRecentReads", s->opt.expedite_reads},
        {"qWasmInstance", s->offered[RSP_PACKET_QWASM_GLOBAL]},
        {"single-inf-arg", stub_agreed(s, STUB_AGREED_SINGLE_INF_ARG) && s->offered[RSP_PACKET_VRUN]},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(abilities); i++)
        if (abilities[i].offered)
            append_yes(out, start, abilities[i].name);
}

/* LLDB's form of `x` is found by trying; announced it would be taken for GDB's. */
static bool announced(const rsp_stub *s, rsp_packet_id id) {
    if (id == RSP_PACKET_READ_BINARY && s->opt.x_dialect == RSP_X_LLDB)
        return false;
    return s->offered[id];
}

/* Several packets may share a feature, which the first of them announces. */
static bool announced_before(const rsp_stub *s, const rsp_packet_row *row) {
    for (int id = RSP_PACKET_UNKNOWN + 1; id < (int)row->id; id++) {
        const rsp_packet_row *other = rsp_packet_by_id((rsp_packet_id)id);
        if (other->feature && announced(s, other->id) && strcmp(other->feature, row->feature) == 0)
            return true;
    }
    return false;
}

static void append_compression(rsp_buf *out, size_t start) {
    const rsp_feature types = {.kind = RSP_FEATURE_VALUE,
                               .name = rsp_packet_feature(RSP_PACKET_QENABLE_COMPRESSION),
                               .value = RSP_LIT(RSP_COMPRESSION_TYPE)};
    uint8_t digits[24];
    rsp_buf text = {.ptr = digits, .cap = sizeof(digits), .limit = sizeof(digits)};
    rsp_buf_printf(&text, "%d", RSP_COMPRESSION_MIN_BYTES);
    const rsp_feature size = {.kind = RSP_FEATURE_VALUE,
                              .name = RSP_LIT("DefaultCompressionMinSize"),
                              .value = rsp_buf_bytes(&text)};
    rsp_feature_append(out, start, &types);
    rsp_feature_append(out, start, &size);
}

static void append_packets(const rsp_stub *s, rsp_buf *out, size_t start) {
    const rsp_feature options = {.kind = RSP_FEATURE_VALUE,
                                 .name = rsp_packet_feature(RSP_PACKET_QTHREAD_OPTIONS),
                                 .value = RSP_LIT("3")};
    for (int id = RSP_PACKET_UNKNOWN + 1; id < RSP_PACKET_END; id++) {
        const rsp_packet_row *row = rsp_packet_by_id((rsp_packet_id)id);
        if (!row->feature || !announced(s, row->id) || announced_before(s, row))
            continue;
        if (row->id == RSP_PACKET_QTHREAD_OPTIONS)
            rsp_feature_append(out, start, &options);
        else if (row->id == RSP_PACKET_QENABLE_COMPRESSION)
            append_compression(out, start);
        else
            append_yes(out, start, row->feature);
    }
}

/* Last: what few clients ask for is the first to go where the list is cut. */
static void append_tracing(const rsp_stub *s, rsp_buf *out, size_t start) {
    static const char *const names[] = {"ConditionalTracepoints", "InstallInTrace", "tracenz"};
    for (size_t i = 0; stub_trace_offered(s) && i < RSP_ARRAY_LEN(names); i++)
        append_yes(out, start, names[i]);
}

void rsp_stub_features(rsp_stub *s, rsp_buf *out) {
    size_t start = out->len;
    append_packet_size(s, out, start);
    append_abilities(s, out, start);
    append_packets(s, out, start);
    append_tracing(s, out, start);
}

static const struct {
    rsp_bytes name;
    unsigned bit;
} known_features[] = {
#define KNOWN_FEATURE(id, feature) {{(const uint8_t *)(feature), sizeof(feature) - 1}, STUB_AGREED_##id},
    RSP_AGREED_LIST(KNOWN_FEATURE)
#undef KNOWN_FEATURE
};

static unsigned bit_of(rsp_bytes name) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(known_features); i++)
        if (rsp_bytes_equal(name, known_features[i].name))
            return known_features[i].bit;
    return 0;
}

/* What the list says replaces what was said before; modes that packets set stay. */
static void forget_features(rsp_stub *s) {
    unsigned features = 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(known_features); i++)
        features |= known_features[i].bit;
    stub_agree(s, features, false);
}

/* A list longer than a packet ends behind the last feature that fits: PacketSize comes first, and what is
 * not listed works all the same. */
static void append_what_fits(rsp_stub *s, rsp_buf *reply) {
    enum { USUAL_BYTES = 1024 }; /* room at once for what all features take */
    rsp_buf list = {.mem = s->opt.mem};
    (void)rsp_buf_reserve(&list, USUAL_BYTES);
    rsp_stub_features(s, &list);
    size_t len = list.len;
    if (len > s->opt.packet_bytes)
        for (len = s->opt.packet_bytes; len > 0 && list.ptr[len] != ';';)
            len--;
    if (list.status != RSP_OK)
        reply->status = list.status;
    rsp_buf_append(reply, rsp_bytes_sub(rsp_buf_bytes(&list), 0, len));
    rsp_buf_free(&list);
}

stub_reply_kind stub_on_supported(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_feature feature;
    rsp_feature_iter iter = rsp_feature_begin(args);
    forget_features(s);
    while (rsp_feature_next(&iter, &feature))
        stub_agree(s, bit_of(feature.name), feature.kind == RSP_FEATURE_YES);
    if (!s->opt.offer_multiprocess)
        stub_agree(s, STUB_AGREED_MULTIPROCESS, false);
    if (!stub_agreed(s, STUB_AGREED_MULTIPROCESS))
        stub_agree(s, STUB_AGREED_CHILDREN, false);
    stub_update_events(s);
    append_what_fits(s, reply);
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_start_no_ack_mode(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    rsp_endpoint_set_no_ack(&s->wire, true);
    return stub_ok(reply);
}

stub_reply_kind stub_on_thread_suffix(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    stub_agree(s, STUB_AGREED_THREAD_SUFFIX, true);
    return stub_ok(reply);
}

stub_reply_kind stub_on_list_threads(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    stub_agree(s, STUB_AGREED_LIST_THREADS, true);
    return stub_ok(reply);
}

stub_reply_kind stub_on_enable_error_strings(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    stub_agree(s, STUB_AGREED_ERROR_STRINGS, true);
    return stub_ok(reply);
}

/* The OK itself is not compressed: what is agreed on holds from the next packet on. */
stub_reply_kind stub_on_enable_compression(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    rsp_status status = rsp_compression_parse(&s->compress_from, args);
    if (status == RSP_MALFORMED)
        return stub_error(s, reply, STUB_E_SYNTAX, "want type:NAME; and minsize:BYTES; or not");
    if (status != RSP_OK)
        return stub_error(s, reply, STUB_E_GENERAL, "no such type of compression");
    stub_ok(reply);
    stub_send(s, rsp_buf_bytes(reply));
    stub_agree(s, STUB_AGREED_COMPRESSION, true);
    return STUB_REPLY_NONE;
}

/* The reply may become runs, the request may not: a bare `*` of the client's must be escaped on its way back.
 */
stub_reply_kind stub_on_echo(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    rsp_buf meaning = {.mem = reply->mem};
    if (rsp_unescape(&meaning, s->request) == RSP_OK)
        rsp_escape_append(reply, rsp_buf_bytes(&meaning));
    else
        stub_error(s, reply, STUB_E_SYNTAX, "the request can not be sent back");
    rsp_buf_free(&meaning);
    return STUB_REPLY_SEND;
}
