/* The dissector for Wireshark: the rows of the packet table as a Lua table, and the code that reads them.
 * Names and schemas have no control characters, so that Lua's quotes take them with two escapes.
 * See wireshark.h. */
/* SPDX-License-Identifier: MIT */
#include "core/text.h"
#include "embedded.h"

#include "wireshark.h"

#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static const char *match_key(rsp_match match) {
    static const char *const keys[] = {
#define MATCH_KEY(name, key, words) key,
        RSP_MATCH_LIST(MATCH_KEY)
#undef MATCH_KEY
    };
    return (unsigned)match < RSP_ARRAY_LEN(keys) ? keys[match] : "exact";
}

static const char *effect_text(rsp_effect effect) {
    switch (effect) {
    case RSP_EFFECT_UNKNOWN:
        break;
#define EFFECT_CASE(name, text) \
    case RSP_EFFECT_##name:     \
        return text;
        RSP_EFFECT_LIST(EFFECT_CASE)
#undef EFFECT_CASE
    }
    return "unknown";
}

static void write_string(rsp_buf *out, const char *key, rsp_bytes text) {
    rsp_text_printf(out, "%s = \"", key);
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '"' || text.ptr[i] == '\\')
            rsp_buf_push(out, '\\');
        rsp_buf_push(out, text.ptr[i]);
    }
    rsp_buf_str(out, "\", ");
}

static void write_row(rsp_buf *out, const rsp_packet_row *row) {
    rsp_buf_str(out, "    {");
    write_string(out, "name", row->name);
    write_string(out, "match", rsp_bytes_str(match_key(row->match)));
    if (row->match == RSP_MATCH_DELIM)
        write_string(out, "delimiter", rsp_bytes_make(&row->delim, 1));
    write_string(out, "arguments", rsp_bytes_str(row->args));
    if (row->title)
        write_string(out, "title", rsp_bytes_str(row->title));
    write_string(out, "effect", rsp_bytes_str(effect_text(row->effect)));
    rsp_text_printf(out, "prints = %s, ", rsp_packet_prints(row->id) ? "true" : "false");
    rsp_text_printf(out, "silent = %s},\n", row->reply == RSP_REPLY_FORM_SILENT ? "true" : "false");
}

void rsp_wireshark_dissector_write(rsp_buf *out) {
    rsp_buf_str(out, "local packets = {\n");
    for (size_t i = 0; i < RSP_PACKET_END - 1; i++)
        write_row(out, &rsp_packet_rows[i]);
    rsp_buf_str(out, "}\n\n");
    rsp_buf_append(out, rsp_report_dissector());
}
