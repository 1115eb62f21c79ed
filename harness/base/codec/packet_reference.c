/* What is generated from the packet table: the reference for people and the dictionary for fuzzers.
 * Both are plain text; the order is that of the table.
 * See docs/packet-reference.md for the result. */
/* SPDX-License-Identifier: MIT */
#include <rsp/packets.h>

#include "codec/packet_reference.h"
#include <rsp/packet_ids.h>
#include <rsp/payload.h>

static const char *match_words(rsp_match match) {
    static const char *const texts[] = {
#define MATCH_WORDS(name, key, words) words,
        RSP_MATCH_LIST(MATCH_WORDS)
#undef MATCH_WORDS
    };
    return (unsigned)match < RSP_ARRAY_LEN(texts) ? texts[match] : "?";
}

static const char *states_text(unsigned states) {
    if (states == RSP_STATE_ANY)
        return "any";
    return states == RSP_STATE_LIVE ? "with a process" : "stopped";
}

/* `|` would end a table cell, inside code as well. */
static void append_cell(rsp_buf *out, const char *text) {
    if (text && text[0])
        rsp_buf_printf(out, " `%s` |", text);
    else
        rsp_buf_str(out, " |");
}

static void append_row(rsp_buf *out, const rsp_packet_row *row) {
    rsp_buf_printf(out, "| `%.*s` | %s", (int)row->name.len, (const char *)row->name.ptr,
                   match_words(row->match));
    if (row->match == RSP_MATCH_DELIM)
        rsp_buf_printf(out, "`%c`", row->delim);
    rsp_buf_str(out, " |");
    append_cell(out, row->args);
    rsp_buf_printf(out, " %s |", states_text(row->states));
    append_cell(out, row->feature);
    rsp_buf_printf(out, " %s | %s |\n", row->requirements, strcmp(row->handler, "NONE") == 0 ? "no" : "yes");
}

void rsp_packet_reference_write(rsp_buf *out) {
    rsp_buf_str(
        out,
        "# Packet reference\n\n"
        "Generated from `harness/base/codec/packet_list.h`; do not edit. The notation of the arguments is\n"
        "explained there. The longest matching name wins. The last column says whether the reference\n"
        "stub implements the packet; it answers the others with the empty reply.\n\n"
        "| name | match | arguments | state | feature | requirements | stub |\n"
        "|---|---|---|---|---|---|---|\n");
    for (unsigned id = RSP_PACKET_UNKNOWN + 1; id < RSP_PACKET_END; id++)
        append_row(out, rsp_packet_by_id((rsp_packet_id)id));
}

/* One dictionary entry; bytes that the format reserves or that do not print go as \xNN. */
static void append_entry(rsp_buf *out, rsp_bytes name, char delim) {
    rsp_buf_push(out, '"');
    for (size_t i = 0; i < name.len; i++)
        if (name.ptr[i] < 0x20 || name.ptr[i] > 0x7e || name.ptr[i] == '"' || name.ptr[i] == '\\')
            rsp_buf_printf(out, "\\x%02x", name.ptr[i]);
        else
            rsp_buf_push(out, name.ptr[i]);
    if (delim)
        rsp_buf_push(out, (uint8_t)delim);
    rsp_buf_str(out, "\"\n");
}

static void append_fixed_parts(rsp_buf *out) {
    static const char *const parts[] = {"$",
                                        "#",
                                        "%",
                                        "+",
                                        "-",
                                        "\x03",
                                        "}\x03",
                                        "}\x04",
                                        "}\x0a",
                                        "}]",
                                        "* ",
                                        "*~",
                                        "0*\"",
                                        "#00",
                                        "p1.1",
                                        "p1.-1",
                                        "p-1.-1",
                                        "p0.0",
                                        ";thread:",
                                        ";process:",
                                        "ranges:",
                                        ";cmds:0,",
                                        ";X3,220127",
                                        "thread:",
                                        "threads:",
                                        "thread-pcs:",
                                        "core:",
                                        "reason:",
                                        "name:",
                                        "hexname:",
                                        "added-binaries:",
                                        "detailed-binaries-info:7b7d;",
                                        "Stop:",
                                        "Stdio:",
                                        "E01",
                                        "E.",
                                        "OK",
                                        "{\"breakpoint_requests\":[",
                                        "{\"results\":[",
                                        "{\"fetch_all_solibs\":true,\"information-level\":\"full\"}"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(parts); i++)
        append_entry(out, rsp_bytes_str(parts[i]), 0);
#define REASON(name, key, value, signal, asked) append_entry(out, rsp_bytes_str(key), ':');
    RSP_STOP_REASON_LIST(REASON)
#undef REASON
}

void rsp_packet_dictionary_write(rsp_buf *out) {
    rsp_buf_str(out, "# Generated from harness/base/codec/packet_list.h; do not edit.\n");
    for (unsigned id = RSP_PACKET_UNKNOWN + 1; id < RSP_PACKET_END; id++) {
        const rsp_packet_row *row = rsp_packet_by_id((rsp_packet_id)id);
        append_entry(out, row->name, row->delim);
        if (row->feature)
            append_entry(out, rsp_bytes_str(row->feature), '+');
    }
    append_fixed_parts(out);
}
