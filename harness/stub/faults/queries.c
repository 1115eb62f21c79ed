/* Faults of queries: qSupported and what was agreed on, host and process, monitor commands, symbols.
 * Nearly all are a change of the reply's text.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/serve.h"

#include "ids.h"
#include "run_control.h"

#include "codec/escape.h"
#include <inttypes.h>
#include <stdio.h>

/* Takes a feature out of the list; it is none of the first. */
static void drop_feature(stub_service *t, const char *feature) {
    stub_serve(t);
    stub_replace(t, feature, "");
}

static void decimal_packet_size(stub_service *t) {
    char hex[40];
    char decimal[40];
    (void)snprintf(hex, sizeof hex, "PacketSize=%zx;", t->s->opt.packet_bytes);
    (void)snprintf(decimal, sizeof decimal, "PacketSize=%zu;", t->s->opt.packet_bytes);
    stub_serve(t);
    stub_replace(t, hex, decimal);
}

static void swbreak_missing(stub_service *t) {
    drop_feature(t, ";swbreak+");
}

static void swbreak_hidden(stub_service *t) {
    stub_serve(t);
    if (!stub_agreed(t->s, STUB_AGREED_SWBREAK))
        stub_replace(t, ";swbreak+", "");
}

static void feature_hidden(stub_service *t) {
    drop_feature(t, ";QThreadEvents+");
}

static void no_ack_hidden(stub_service *t) {
    drop_feature(t, ";QStartNoAckMode+");
}

static void options_without_value(stub_service *t) {
    stub_serve(t);
    stub_replace(t, "QThreadOptions=3", "QThreadOptions+");
}

static void minus_works(stub_service *t) {
    stub_serve(t);
    stub_replace(t, "QThreadEvents+", "QThreadEvents-");
}

static void suffix_missing(stub_service *t) {
    stub_serve(t);
    if (t->reply->len > 0)
        rsp_buf_truncate(t->reply, t->reply->len - 1);
}

static void unimplemented_listed(stub_service *t) {
    stub_serve(t);
    rsp_buf_str(t->reply, ";QAgent+");
}

static void single_argument_listed(stub_service *t) {
    stub_serve(t);
    if (rsp_bytes_search(rsp_buf_bytes(t->reply), RSP_LIT("single-inf-arg")) == t->reply->len)
        rsp_buf_str(t->reply, ";single-inf-arg+");
}

/* What was agreed on before stays so. */
static void never_cleared(stub_service *t) {
    unsigned before = t->s->agreed;
    stub_serve(t);
    t->s->agreed |= before;
    stub_update_events(t->s);
}

static bool client_has(const stub_service *t, rsp_bytes feature) {
    return rsp_bytes_search(t->args, feature) < t->args.len;
}

static void children_without_multiprocess(stub_service *t) {
    stub_serve(t);
    stub_agree(t->s, STUB_AGREED_FORK_EVENTS,
               client_has(t, RSP_LIT(";fork-events+")) || rsp_bytes_starts(t->args, RSP_LIT("fork-events+")));
    stub_agree(t->s, STUB_AGREED_VFORK_EVENTS, client_has(t, RSP_LIT("vfork-events+")));
    stub_update_events(t->s);
}

static void list_needed(stub_service *t) {
    if (t->args.len == 0)
        stub_error(t->s, t->reply, STUB_E_SYNTAX, "feature list missing");
    else
        stub_serve(t);
}

static void features_want_process(stub_service *t) {
    if (stub_has_process(t->s))
        stub_serve(t);
    else
        stub_error(t->s, t->reply, STUB_E_THREAD, "no process");
}

static void first_lost(stub_service *t) {
    (void)rsp_bytes_split(&t->args, ';');
    stub_serve(t);
}

static void unknown_feature_refused(stub_service *t) {
    bool unknown = client_has(t, RSP_LIT("foo"));
    stub_serve(t);
    if (unknown)
        stub_error(t->s, t->reply, STUB_E_GENERAL, "unknown feature");
}

static void by_announcement(stub_service *t) {
    stub_serve(t);
    rsp_endpoint_set_no_ack(&t->s->wire, true);
}

static void toggles(stub_service *t) {
    bool off_again = rsp_endpoint_is_no_ack(&t->s->wire);
    stub_serve(t);
    if (off_again)
        rsp_endpoint_set_no_ack(&t->s->wire, false);
}

static void echo_text_only(stub_service *t) {
    stub_serve(t);
    if (!stub_refused(t))
        rsp_buf_consume(t->reply, rsp_packet_name(t->id).len + 1);
}

static void triple_plain(stub_service *t) {
    stub_serve(t);
    rsp_buf digits = {.mem = t->s->opt.mem};
    const char *triple = t->s->opt.ops->register_set(t->s->opt.target)->triple;
    rsp_hex_append(&digits, rsp_bytes_str(triple));
    stub_replace(t, rsp_buf_cstr(&digits), triple);
    rsp_buf_free(&digits);
}

static void decimal_pid(stub_service *t) {
    uint64_t pid;
    stub_serve(t);
    rsp_bytes rest = rsp_bytes_from(rsp_buf_bytes(t->reply), sizeof "pid:" - 1);
    if (!stub_replies(t, RSP_LIT("pid:")) || rsp_take_hex(&pid, &rest) != RSP_OK)
        return;
    char hex[32];
    char decimal[32];
    (void)snprintf(hex, sizeof hex, "pid:%" PRIx64 ";", pid);
    (void)snprintf(decimal, sizeof decimal, "pid:%" PRIu64 ";", pid);
    stub_replace(t, hex, decimal);
}

static void watch_empty(stub_service *t) {
    (void)t;
}

static void watch_no_end(stub_service *t) {
    stub_serve(t);
    if (rsp_bytes_ends(rsp_buf_bytes(t->reply), RSP_LIT(";")))
        rsp_buf_truncate(t->reply, t->reply->len - 1);
}

static void offsets_empty(stub_service *t) {
    (void)t;
}

static void offsets_prefix(stub_service *t) {
    stub_answer(t, "Text=0x0;Data=0x0;Bss=0x0");
}

static void offsets_decimal(stub_service *t) {
    uint64_t bias;
    stub_serve(t);
    rsp_bytes rest = rsp_bytes_from(rsp_buf_bytes(t->reply), sizeof "Text=" - 1);
    if (!stub_replies(t, RSP_LIT("Text=")) || rsp_take_hex(&bias, &rest) != RSP_OK)
        return;
    rsp_buf_clear(t->reply);
    rsp_buf_printf(t->reply, "Text=%" PRIu64 ";Data=%" PRIu64 ";Bss=%" PRIu64, bias, bias, bias);
}

static void symbol_forever(stub_service *t) {
    stub_serve(t);
    if (!stub_replies(t, RSP_LIT("OK")))
        return;
    rsp_buf_clear(t->reply);
    rsp_packet_begin(t->reply, t->id);
    rsp_hex_append(t->reply, RSP_LIT("main"));
}

static void symbol_swapped(stub_service *t) {
    rsp_bytes name = t->args;
    rsp_bytes value = rsp_bytes_split(&name, ':');
    if (name.ptr)
        stub_serve_args(t, "%.*s:%.*s", (int)name.len, (const char *)name.ptr, (int)value.len,
                        (const char *)value.ptr);
    else
        stub_serve(t);
}

static void tls_twice(stub_service *t) {
    uint64_t offset = 0;
    uint64_t addr;
    rsp_bytes rest = t->args;
    (void)rsp_bytes_split(&rest, ',');
    bool good = rsp_take_hex(&offset, &rest) == RSP_OK;
    stub_serve(t);
    if (!good || stub_refused(t) || rsp_hex_u64(&addr, rsp_buf_bytes(t->reply)) != RSP_OK)
        return;
    rsp_buf_clear(t->reply);
    rsp_hex_append_u64(t->reply, addr + offset);
}

/* Text in place of its hex digits. */
static void plain_text(stub_service *t) {
    stub_serve(t);
    rsp_buf text = {.mem = t->s->opt.mem};
    if (!stub_refused(t) && !stub_replies(t, RSP_LIT("OK")) &&
        rsp_hex_decode(&text, rsp_buf_bytes(t->reply)) == RSP_OK) {
        rsp_buf_clear(t->reply);
        rsp_buf_append(t->reply, rsp_buf_bytes(&text));
    }
    rsp_buf_free(&text);
}

static void odd_hex(stub_service *t) {
    t->args.len &= ~(size_t)1;
    stub_serve(t);
}

static void unknown_command_empty(stub_service *t) {
    stub_serve(t);
    if (stub_replies(t, RSP_LIT("756e6b6e6f776e20636f6d6d616e64"))) /* unknown command */
        rsp_buf_clear(t->reply);
}

#define FEATURES(id, serve) \
    { RSP_FAULT_##id, stub_on_supported, serve }

static const stub_fault_row rows[] = {
    FEATURES(QSUP_DECIMAL_PACKET_SIZE, decimal_packet_size),
    FEATURES(NONSTOP_SWBREAK_MISSING, swbreak_missing),
    FEATURES(QSUP_SWBREAK_HIDDEN, swbreak_hidden),
    FEATURES(QSUP_FEATURE_HIDDEN, feature_hidden),
    FEATURES(NOACK_HIDDEN, no_ack_hidden),
    FEATURES(QSUP_OPTIONS_WITHOUT_VALUE, options_without_value),
    FEATURES(QSUP_MINUS_WORKS, minus_works),
    FEATURES(QSUP_SUFFIX_MISSING, suffix_missing),
    FEATURES(QSUP_UNIMPLEMENTED_LISTED, unimplemented_listed),
    FEATURES(EXT_SINGLE_ARGUMENT_LISTED, single_argument_listed),
    FEATURES(QSUP_NEVER_CLEARED, never_cleared),
    FEATURES(FORK_WITHOUT_MULTIPROCESS, children_without_multiprocess),
    FEATURES(QSUP_LIST_NEEDED, list_needed),
    FEATURES(QSUP_WANTS_PROCESS, features_want_process),
    FEATURES(QSUP_FIRST_LOST, first_lost),
    FEATURES(QSUP_UNKNOWN_REFUSED, unknown_feature_refused),
    FEATURES(NOACK_BY_ANNOUNCEMENT, by_announcement),
    {RSP_FAULT_NOACK_TOGGLES, stub_on_start_no_ack_mode, toggles},
    {RSP_FAULT_LLDB_ECHO_TEXT_ONLY, stub_on_echo, echo_text_only},
    {RSP_FAULT_LLDB_TRIPLE_PLAIN, stub_on_host_info, triple_plain},
    {RSP_FAULT_LLDB_TRIPLE_PLAIN, stub_on_process_info, triple_plain},
    {RSP_FAULT_LLDB_DECIMAL_PID, stub_on_process_info, decimal_pid},
    {RSP_FAULT_LLDB_WATCH_EMPTY, stub_on_watchpoint_support, watch_empty},
    {RSP_FAULT_LLDB_WATCH_NO_END, stub_on_watchpoint_support, watch_no_end},
    {RSP_FAULT_QRY_OFFSETS_EMPTY, stub_on_offsets, offsets_empty},
    {RSP_FAULT_QRY_OFFSETS_PREFIX, stub_on_offsets, offsets_prefix},
    {RSP_FAULT_QRY_OFFSETS_DECIMAL, stub_on_offsets, offsets_decimal},
    {RSP_FAULT_QRY_SYMBOL_FOREVER, stub_on_symbol, symbol_forever},
    {RSP_FAULT_QRY_SYMBOL_SWAPPED, stub_on_symbol, symbol_swapped},
    {RSP_FAULT_QRY_TLS_TWICE, stub_on_tls_addr, tls_twice},
    {RSP_FAULT_QRY_PLAIN_TEXT, stub_on_monitor_command, plain_text},
    {RSP_FAULT_QRY_ODD_HEX, stub_on_monitor_command, odd_hex},
    {RSP_FAULT_QRY_UNKNOWN_EMPTY, stub_on_monitor_command, unknown_command_empty},
};
STUB_FAULT_TABLE(stub_query_faults, rows);
