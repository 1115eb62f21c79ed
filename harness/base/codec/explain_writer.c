/* What requests and replies are explained with: lists of items, ids, signals, data, addresses, features.
 * What is long is cut, and says so.
 * See explain_writer.h. */
/* SPDX-License-Identifier: MIT */
#include "explain_writer.h"

#include "codec/breakpoint.h"
#include "codec/escape.h"
#include "codec/feature.h"
#include "codec/rle.h"
#include "codec/signals.h"
#include "codec/wasm.h"
#include "core/hex.h"
#include "core/limits.h"
#include "core/text.h"

enum {
    DEFAULT_DATA_BYTES = 64,
    MAX_ITEMS_ON_A_LINE = 16,
    MAX_ITEM_LINES = 4096,
};

static bool prints(uint8_t c) {
    return c >= 0x20 && c <= 0x7e;
}

void rsp_printable_append(rsp_buf *out, rsp_bytes bytes, size_t max) {
    rsp_bytes shown = rsp_bytes_sub(bytes, 0, max > 0 ? max : SIZE_MAX);
    for (size_t i = 0; i < shown.len && out->status == RSP_OK; i++) {
        uint8_t c = shown.ptr[i];
        if (prints(c) && c != '\\' && !rsp_text_commands(out, rsp_bytes_from(shown, i))) {
            rsp_buf_push(out, c);
            continue;
        }
        rsp_buf_str(out, "\\x");
        rsp_hex_append_fixed(out, c, 2);
    }
    if (shown.len < bytes.len)
        rsp_buf_printf(out, "... (%zu bytes)", bytes.len);
}

bool explain_item(explain_writer *w) {
    size_t most = w->lines ? MAX_ITEM_LINES : MAX_ITEMS_ON_A_LINE;
    if (w->num_items++ >= most)
        return false;
    if (w->lines)
        rsp_buf_str(w->out, "\n  ");
    else
        rsp_buf_str(w->out, w->num_items == 1 ? ": " : ", ");
    return true;
}

void explain_end_items(explain_writer *w) {
    size_t most = w->lines ? MAX_ITEM_LINES : MAX_ITEMS_ON_A_LINE;
    if (w->num_items > most)
        rsp_buf_printf(w->out, "%s... (%zu more)", w->lines ? "\n  " : ", ", w->num_items - most);
    w->num_items = 0;
}

static const char *special_id(int64_t part) {
    return part == RSP_ID_ALL ? "all" : part == RSP_ID_ANY ? "any" : NULL;
}

void explain_id(explain_writer *w, rsp_ptid id, bool multiprocess) {
    const char *tid = special_id(id.tid);
    const char *pid = special_id(id.pid);
    if (tid && (!multiprocess || pid))
        rsp_buf_printf(w->out, "%s thread%s", tid, id.tid == RSP_ID_ALL ? "s" : "");
    else if (tid)
        rsp_buf_printf(w->out, "%s thread%s of process %llx", tid, id.tid == RSP_ID_ALL ? "s" : "",
                       (unsigned long long)id.pid);
    else
        rsp_buf_str(w->out, "thread ");
    if (!tid)
        rsp_ptid_append(w->out, id, multiprocess);
}

void explain_signal(explain_writer *w, unsigned number) {
    const char *name = rsp_signal_name(number);
    if (number == 0)
        rsp_buf_str(w->out, "no signal");
    else if (name)
        rsp_buf_str(w->out, name);
    else
        rsp_buf_printf(w->out, "signal %u", number);
}

static bool is_text(rsp_bytes data) {
    for (size_t i = 0; i < data.len; i++)
        if (!prints(data.ptr[i]) && data.ptr[i] != '\n' && data.ptr[i] != '\t')
            return false;
    return data.len > 0;
}

void explain_data(explain_writer *w, rsp_bytes data) {
    if (is_text(data)) {
        rsp_buf_push(w->out, '"');
        rsp_printable_append(w->out, data, w->max_bytes);
        rsp_buf_push(w->out, '"');
        return;
    }
    rsp_hex_append(w->out, rsp_bytes_sub(data, 0, w->max_bytes));
    if (data.len > w->max_bytes)
        rsp_buf_printf(w->out, "... (%zu bytes)", data.len);
}

void explain_hex_data(explain_writer *w, rsp_bytes digits) {
    rsp_buf data = {0};
    rsp_buf_init(&data, w->out->mem, 0);
    if (rsp_hex_decode(&data, digits) == RSP_OK)
        explain_data(w, rsp_buf_bytes(&data));
    else
        rsp_printable_append(w->out, digits, w->max_bytes);
    rsp_buf_free(&data);
}

void explain_escaped_data(explain_writer *w, rsp_bytes wire) {
    rsp_buf data = {0};
    rsp_buf_init(&data, w->out->mem, 0);
    if (rsp_unescape(&data, wire) == RSP_OK)
        explain_data(w, rsp_buf_bytes(&data));
    else
        rsp_buf_str(w->out, "[escape at the end]");
    rsp_buf_free(&data);
}

void explain_features(explain_writer *w, rsp_bytes list) {
    rsp_feature feature;
    for (rsp_feature_iter iter = rsp_feature_begin(list); rsp_feature_next(&iter, &feature);) {
        if (!explain_item(w))
            continue;
        rsp_printable_append(w->out, feature.name, w->max_bytes);
        if (feature.kind == RSP_FEATURE_VALUE) {
            rsp_buf_push(w->out, '=');
            rsp_printable_append(w->out, feature.value, w->max_bytes);
        } else if (feature.kind == RSP_FEATURE_BAD) {
            rsp_buf_str(w->out, " [no feature]");
        } else {
            rsp_buf_str(w->out, feature.kind == RSP_FEATURE_YES  ? "+"
                                : feature.kind == RSP_FEATURE_NO ? "-"
                                                                 : "?");
        }
    }
    explain_end_items(w);
}

static size_t num_expressions(rsp_bytes list) {
    size_t num = 0;
    rsp_bytes hex;
    while (rsp_agent_expr_next(&hex, &list) == RSP_OK)
        num++;
    return num;
}

/* Other machines have no addresses there, or none of so few instances. */
void explain_address(explain_writer *w, uint64_t address) {
    enum { FEW_INSTANCES = 0x10000 };
    const rsp_wasm_address a = rsp_wasm_split(address);
    rsp_buf_printf(w->out, "0x%llx", (unsigned long long)address);
    if (a.space != RSP_WASM_CODE || a.instance >= FEW_INSTANCES)
        return;
    rsp_buf_str(w->out, " (WebAssembly ");
    rsp_wasm_address_append(w->out, address);
    rsp_buf_push(w->out, ')');
}

void explain_breakpoint(explain_writer *w, rsp_bytes request) {
    static const char *const types[] = {"software breakpoint", "hardware breakpoint", "write watchpoint",
                                        "read watchpoint", "access watchpoint"};
    rsp_breakpoint bp;
    rsp_error error = {0};
    if (rsp_breakpoint_parse(&bp, request, &error) != RSP_OK) {
        rsp_buf_str(w->out, "breakpoint request ");
        rsp_printable_append(w->out, request, w->max_bytes);
        explain_problem(w, &error);
        return;
    }
    rsp_buf_str(w->out, bp.insert ? "insert " : "remove ");
    if (bp.type < RSP_ARRAY_LEN(types))
        rsp_buf_str(w->out, types[bp.type]);
    else
        rsp_buf_printf(w->out, "breakpoint of unknown type %u", bp.type);
    rsp_buf_str(w->out, " at ");
    explain_address(w, bp.addr);
    rsp_buf_printf(w->out, ", %s %llu",
                   bp.type >= RSP_WATCH_WRITE && bp.type <= RSP_WATCH_ACCESS ? "length" : "kind",
                   (unsigned long long)bp.kind);
    if (bp.conditions.len > 0)
        rsp_buf_printf(w->out, ", %zu conditions", num_expressions(bp.conditions));
    if (bp.has_commands)
        rsp_buf_printf(w->out, ", %zu%s commands", num_expressions(bp.commands),
                       bp.persist ? " persistent" : "");
}

void explain_problem(explain_writer *w, const rsp_error *error) {
    rsp_buf_str(w->out, " [");
    rsp_printable_append(w->out, rsp_bytes_str(error->msg), 0);
    rsp_buf_printf(w->out, " at byte %llu]", (unsigned long long)error->offset);
}
