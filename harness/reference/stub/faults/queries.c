/* Faults of queries: qSupported and what was agreed on, host and process, monitor commands, symbols.
 * Nearly all are a change of the reply's text.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/pattern.h"
#include "faults/row.h"

#include "breakpoint_table.h"
#include "event_filter.h"

static void swbreak_hidden(stub_service *t) {
    stub_serve(t);
    if (stub_agreed(t->s, STUB_AGREED_SWBREAK))
        return;
    rsp_buf text = {.mem = t->s->opt.mem};
    if (stub_replace_places(&text, rsp_buf_bytes(t->reply), ";swbreak+", ""))
        stub_answer_text(t, &text);
    rsp_buf_free(&text);
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

static void symbol_forever(stub_service *t) {
    stub_serve(t);
    if (!stub_replies(t, RSP_LIT("OK")))
        return;
    rsp_buf_clear(t->reply);
    rsp_packet_begin(t->reply, t->id);
    rsp_hex_append(t->reply, RSP_LIT("main"));
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

/* sizeof for strlen. */
static void with_its_nul(stub_service *t) {
    stub_serve(t);
    rsp_buf_push(t->reply, 0);
}

static void monitor_resets(stub_service *t) {
    stub_serve(t);
    stub_breakpoints_disconnect(t->s);
}

static void long_command_cut(stub_service *t) {
    enum { DIGITS = 2 * 64 };
    t->args = rsp_bytes_sub(t->args, 0, DIGITS);
    stub_serve(t);
}

static const stub_fault_row rows[] = {
    REPLY_PLACES(QSUP_DECIMAL_PACKET_SIZE, QSUPPORTED, "PacketSize=%x;", "PacketSize=%d1;"),
    REPLY_PLACES(NONSTOP_SWBREAK_MISSING, QSUPPORTED, ";swbreak+", ""),
    CALL(QSUP_SWBREAK_HIDDEN, QSUPPORTED, swbreak_hidden),
    REPLY_PLACES(QSUP_FEATURE_HIDDEN, QSUPPORTED, ";QThreadEvents+", ""),
    REPLY_PLACES(NOACK_HIDDEN, QSUPPORTED, ";QStartNoAckMode+", ""),
    REPLY_PLACES(QSUP_OPTIONS_WITHOUT_VALUE, QSUPPORTED, "QThreadOptions=3", "QThreadOptions+"),
    REPLY_PLACES(QSUP_MINUS_WORKS, QSUPPORTED, ";QThreadEvents+", ";QThreadEvents-"),
    REPLY_PLACES(QSUP_NAME_MISSPELT, QSUPPORTED, "error-message+", "error-messages+"),
    REPLY(QSUP_SUFFIX_MISSING, QSUPPORTED, "%*+", "%1"),
    REPLY(QSUP_UNIMPLEMENTED_LISTED, QSUPPORTED, "%*", "%1;QAgent+"),
    REPLY(EXT_SINGLE_ARGUMENT_LISTED, QSUPPORTED, "%*", "%1;single-inf-arg+"),
    CALL(QSUP_NEVER_CLEARED, QSUPPORTED, never_cleared),
    CALL(FORK_WITHOUT_MULTIPROCESS, QSUPPORTED, children_without_multiprocess),
    INSTEAD(QSUP_LIST_NEEDED, QSUPPORTED, "", "E16"),
    INSTEAD_WHEN(QSUP_WANTS_PROCESS, QSUPPORTED, WITHOUT_PROCESS, "%*", "E03"),
    REQUEST(QSUP_FIRST_LOST, QSUPPORTED, "%*;%*", "%2"),
    REQUEST(QSUP_FIRST_LOST, QSUPPORTED, "%*", ""),
    REPLY_TO(QSUP_UNKNOWN_REFUSED, QSUPPORTED, "%*foo%*", "%*", "E01"),
    INSTEAD(QSUP_SILENT, QSUPPORTED, "%*", STUB_NO_REPLY),
    CALL(NOACK_BY_ANNOUNCEMENT, QSUPPORTED, by_announcement),
    CALL(NOACK_TOGGLES, QSTART_NO_ACK_MODE, toggles),
    CALL(FRAME_NUL_ENDS, QC, with_its_nul),
    CALL(FRAME_NUL_ENDS, QF_THREAD_INFO, with_its_nul),
    CALL(FRAME_NUL_ENDS, READ_MEMORY, with_its_nul),
    REPLY(LLDB_ECHO_TEXT_ONLY, QECHO, "%*:%*", "%2"),
    REPLY_PLACES(LLDB_TRIPLE_PLAIN, QHOST_INFO, "triple:%h;", "triple:%p1;"),
    REPLY_PLACES(LLDB_TRIPLE_PLAIN, QPROCESS_INFO, "triple:%h;", "triple:%p1;"),
    REPLY(LLDB_DECIMAL_PID, QPROCESS_INFO, "pid:%x;%*", "pid:%d1;%2"),
    INSTEAD(LLDB_WATCH_EMPTY, QWATCHPOINT_SUPPORT, "%*", ""),
    REPLY(LLDB_WATCH_NO_END, QWATCHPOINT_SUPPORT, "%*;", "%1"),
    INSTEAD(QRY_OFFSETS_EMPTY, QOFFSETS, "%*", ""),
    INSTEAD(QRY_OFFSETS_PREFIX, QOFFSETS, "%*", "Text=0x0;Data=0x0;Bss=0x0"),
    REPLY_PLACES(QRY_OFFSETS_DECIMAL, QOFFSETS, "=%x", "=%d1"),
    CALL(QRY_SYMBOL_FOREVER, QSYMBOL, symbol_forever),
    REQUEST(QRY_SYMBOL_SWAPPED, QSYMBOL, "%*:%*", "%2:%1"),
    CALL(QRY_TLS_TWICE, QGET_TLS_ADDR, tls_twice),
    REPLY(QRY_PLAIN_TEXT, QRCMD, "%h", "%p1"),
    REQUEST(QRY_ODD_HEX, QRCMD, "%h%?", "%1"),
    INSTEAD(QSUP_HWBREAK_ALONE, INSERT_BREAKPOINT, "1,%*", ""),
    INSTEAD(QSUP_HWBREAK_ALONE, REMOVE_BREAKPOINT, "1,%*", ""),
    CALL(QRY_MONITOR_RESETS, QRCMD, monitor_resets),
    CALL(QRY_LONG_COMMAND_CUT, QRCMD, long_command_cut),
    REPLY(QRY_UNKNOWN_EMPTY, QRCMD, "756e6b6e6f776e20636f6d6d616e64%*", ""), /* unknown command */
};
STUB_FAULT_TABLE(stub_query_faults, rows);
