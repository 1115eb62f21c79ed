/* Requests in words: a sentence for the common ones, the argument schema for all others.
 * The schema walk never looks back: an optional group is taken when its first token fits.
 * See explain.h, rsp/packets.h. */
/* SPDX-License-Identifier: MIT */
#include "explain_writer.h"

#include "codec/address_space.h"
#include "codec/multibreak.h"
#include "codec/multimem.h"
#include "codec/packet_schema.h"
#include "codec/qxfer.h"
#include "codec/wasm.h"
#include "core/arena.h"
#include "core/hex.h"
#include "core/limits.h"
#include "core/mem.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/payload.h>

static void put_number(explain_writer *w, rsp_bytes text) {
    uint64_t value = 0;
    if (rsp_hex_u64(&value, text) != RSP_OK)
        rsp_printable_append(w->out, text, w->max_bytes);
    else
        rsp_buf_printf(w->out, value < 10 ? "%llu" : "0x%llx", (unsigned long long)value);
}

static void put_named_id(explain_writer *w, rsp_bytes text) {
    rsp_ptid id;
    if (rsp_ptid_parse(&id, text) == RSP_OK)
        explain_id(w, id, text.ptr[0] == 'p');
    else
        rsp_printable_append(w->out, text, w->max_bytes);
}

static void put_signal(explain_writer *w, rsp_bytes text) {
    uint64_t value = 0;
    if (rsp_hex_u64(&value, text) == RSP_OK && value < 0x100)
        explain_signal(w, (unsigned)value);
    else
        rsp_printable_append(w->out, text, w->max_bytes);
}

static void put_plain(explain_writer *w, rsp_bytes text) {
    rsp_printable_append(w->out, text, w->max_bytes);
}

/* How far a field reaches is told by the next literal, but for those that go to the end. */
static const struct {
    const char *word;
    void (*put)(explain_writer *w, rsp_bytes text);
    bool to_end;
} fields[] = {
    {"addr", put_number, false},         {"len", put_number, false},
    {"num", put_number, false},          {"kind", put_number, false},
    {"pid", put_number, false},          {"id", put_named_id, false},
    {"sig", put_signal, false},          {"hex", explain_hex_data, false},
    {"bin", explain_escaped_data, true}, {"json", explain_escaped_data, true},
    {"text", put_plain, true},           {"features", explain_features, true},
};

static size_t field_row(rsp_bytes word) {
    size_t row = 0;
    while (row < RSP_ARRAY_LEN(fields) && !rsp_bytes_equal(rsp_bytes_str(fields[row].word), word))
        row++;
    return row;
}

static bool is_separator(uint8_t c) {
    return c == ',' || c == ';' || c == ':' || c == '=';
}

/* Bytes of `rest` up to one of the separators that schemas use. */
static size_t field_len(rsp_bytes rest) {
    size_t len = 0;
    while (len < rest.len && !is_separator(rest.ptr[len]))
        len++;
    return len;
}

static void take_field(explain_writer *w, rsp_bytes word, rsp_bytes *rest) {
    size_t row = field_row(word);
    bool known = row < RSP_ARRAY_LEN(fields);
    rsp_bytes text = known && fields[row].to_end ? *rest : rsp_bytes_sub(*rest, 0, field_len(*rest));
    *rest = rsp_bytes_from(*rest, text.len);
    if (known && fields[row].put == explain_features) {
        explain_features(w, text);
        return;
    }
    if (!explain_item(w))
        return;
    rsp_buf_append(w->out, word);
    rsp_buf_push(w->out, ' ');
    if (known)
        fields[row].put(w, text);
    else
        put_plain(w, text);
}

/* Whether the group that starts at `schema` may start at `rest`. */
static bool group_fits(rsp_bytes schema, rsp_bytes rest) {
    rsp_schema_token first = rsp_schema_next(&schema);
    return first.kind == RSP_SCHEMA_LITERAL ? rsp_bytes_starts(rest, first.text) : rest.len > 0;
}

static void skip_group(rsp_bytes *schema) {
    for (size_t depth = 1; depth > 0 && schema->len > 0;) {
        rsp_schema_kind kind = rsp_schema_next(schema).kind;
        depth += kind == RSP_SCHEMA_OPEN_OPTION || kind == RSP_SCHEMA_OPEN_REPEAT;
        depth -= kind == RSP_SCHEMA_CLOSE_OPTION || kind == RSP_SCHEMA_CLOSE_REPEAT;
    }
}

/* Arguments by schema. What does not fit is shown as it stands. */
static void put_args(explain_writer *w, const char *schema_text, rsp_bytes rest) {
    rsp_bytes schema = rsp_bytes_str(schema_text);
    rsp_bytes repeat = {0};
    bool cut_short = false;
    for (;;) {
        rsp_schema_token token = rsp_schema_next(&schema);
        if (token.kind == RSP_SCHEMA_END || token.kind == RSP_SCHEMA_BAD)
            break;
        if (token.kind == RSP_SCHEMA_FIELD)
            take_field(w, token.text, &rest);
        cut_short = token.kind == RSP_SCHEMA_LITERAL && !rsp_take_text(&rest, token.text);
        if (cut_short)
            break;
        if (token.kind == RSP_SCHEMA_OPEN_REPEAT)
            repeat = schema;
        else if (token.kind == RSP_SCHEMA_CLOSE_REPEAT && rest.len > 0 && group_fits(repeat, rest))
            schema = repeat;
        if ((token.kind == RSP_SCHEMA_OPEN_OPTION || token.kind == RSP_SCHEMA_OPEN_REPEAT) &&
            !group_fits(schema, rest))
            skip_group(&schema);
    }
    explain_end_items(w);
    if (cut_short && rest.len == 0)
        rsp_buf_str(w->out, " [cut short]");
    if (rest.len > 0) {
        rsp_buf_str(w->out, " [unexpected: ");
        rsp_printable_append(w->out, rest, w->max_bytes);
        rsp_buf_push(w->out, ']');
    }
}

/* "in address space 0x1a of thread 7"; what is no suffix is shown as it stands. */
static void put_space(explain_writer *w, rsp_bytes suffix) {
    rsp_address_space space;
    const rsp_status status = rsp_address_space_parse(&space, suffix);
    if (status == RSP_NOT_FOUND)
        return;
    if (status != RSP_OK) {
        rsp_buf_str(w->out, " [bad arguments: ");
        rsp_printable_append(w->out, suffix, w->max_bytes);
        rsp_buf_push(w->out, ']');
        return;
    }
    rsp_buf_printf(w->out, ", address space 0x%llx", (unsigned long long)space.id);
    if (space.has_thread) {
        rsp_buf_str(w->out, " of ");
        explain_id(w, space.thread, space.thread.pid != 0);
    }
}

static void put_memory(explain_writer *w, const rsp_packet_row *row, rsp_bytes payload, rsp_bytes args) {
    uint64_t addr = 0;
    uint64_t len = 0;
    bool write = row->id == RSP_PACKET_WRITE_MEMORY || row->id == RSP_PACKET_WRITE_BINARY;
    bool binary = row->id == RSP_PACKET_WRITE_BINARY || row->id == RSP_PACKET_READ_BINARY;
    (void)payload;
    rsp_buf_printf(w->out, "%s memory%s", write ? "write" : "read", binary ? " (binary)" : "");
    if (rsp_take_addr_len(&addr, &len, &args) != RSP_OK || (write && !rsp_take_byte(&args, ':')) ||
        (!write && args.len > 0 && args.ptr[0] != ';')) {
        rsp_buf_str(w->out, " [bad arguments: ");
        rsp_printable_append(w->out, args, w->max_bytes);
        rsp_buf_push(w->out, ']');
        return;
    }
    rsp_buf_printf(w->out, ": %llu bytes at ", (unsigned long long)len);
    explain_address(w, addr);
    const size_t data = write && !binary ? rsp_bytes_index(args, ';') : write ? args.len : 0;
    if (write)
        rsp_buf_str(w->out, ", ");
    if (binary && write)
        explain_escaped_data(w, args);
    else if (write)
        explain_hex_data(w, rsp_bytes_sub(args, 0, data));
    put_space(w, rsp_bytes_from(args, data));
}

static void put_breakpoint(explain_writer *w, const rsp_packet_row *row, rsp_bytes payload, rsp_bytes args) {
    (void)row;
    (void)args;
    explain_breakpoint(w, payload);
}

static void put_action(explain_writer *w, const rsp_vcont_action *action) {
    static const char ops[] = "cCsStr";
    static const char *const words[] = {"continue", "continue", "step", "step", "stop", "step while pc in"};
    const char *op = strchr(ops, action->op);
    rsp_buf_str(w->out, words[op - ops]);
    if (action->op == 'C' || action->op == 'S') {
        rsp_buf_str(w->out, " with ");
        explain_signal(w, action->signal);
    }
    if (action->op == 'r')
        rsp_buf_printf(w->out, " 0x%llx..0x%llx", (unsigned long long)action->start,
                       (unsigned long long)action->end);
    if (!action->has_id)
        return;
    rsp_buf_push(w->out, ' ');
    explain_id(w, action->id, action->id.pid != 0);
}

static void put_vcont(explain_writer *w, const rsp_packet_row *row, rsp_bytes payload, rsp_bytes args) {
    rsp_vcont_action action;
    rsp_error error = {0};
    size_t num = 0;
    (void)row;
    (void)args;
    rsp_buf_str(w->out, "resume");
    for (rsp_bytes rest = rsp_bytes_from(payload, 5); rsp_vcont_next(&action, &rest) == RSP_OK;)
        if (explain_item(w))
            put_action(w, &action);
    explain_end_items(w);
    if (rsp_vcont_parse(NULL, 0, &num, payload, &error) != RSP_OK)
        explain_problem(w, &error);
}

static void put_select(explain_writer *w, const rsp_packet_row *row, rsp_bytes payload, rsp_bytes args) {
    (void)row;
    (void)payload;
    uint8_t op = args.len > 0 ? args.ptr[0] : 0;
    rsp_buf_str(w->out, "select ");
    put_named_id(w, rsp_bytes_from(args, 1));
    if (op == 'g' || op == 'c')
        rsp_buf_str(w->out, op == 'g' ? " for registers and memory" : " for resuming");
    else
        rsp_buf_str(w->out, " [unknown operation]");
}

/* The form is told by the separators; a single range looks the same in both. */
static void put_multimem(explain_writer *w, const rsp_packet_row *row, rsp_bytes payload, rsp_bytes args) {
    rsp_error error = {0};
    size_t num = 0;
    (void)row;
    (void)args;
    rsp_multimem_form form = RSP_MULTIMEM_LLDB;
    if (rsp_multimem_parse(NULL, 0, &num, payload, form, &error) != RSP_OK)
        form = RSP_MULTIMEM_RFC;
    rsp_mem_range *ranges = NULL;
    if (form == RSP_MULTIMEM_LLDB || rsp_multimem_parse(NULL, 0, &num, payload, form, NULL) == RSP_OK)
        ranges = rsp_mem_calloc(w->out->mem, num, sizeof(*ranges));
    rsp_buf_printf(w->out, "read several memory ranges%s",
                   form == RSP_MULTIMEM_RFC && ranges ? " (RFC form)" : "");
    if (!ranges || rsp_multimem_parse(ranges, num, &num, payload, form, &error) != RSP_OK) {
        rsp_mem_free(w->out->mem, ranges);
        explain_problem(w, &error);
        return;
    }
    for (size_t i = 0; i < num; i++)
        if (explain_item(w))
            rsp_buf_printf(w->out, "%llu bytes at 0x%llx", (unsigned long long)ranges[i].len,
                           (unsigned long long)ranges[i].addr);
    explain_end_items(w);
    rsp_mem_free(w->out->mem, ranges);
}

static void put_multibreak(explain_writer *w, const rsp_packet_row *row, rsp_bytes payload, rsp_bytes args) {
    rsp_arena arena = {.mem = w->out->mem};
    rsp_multibreak_list list;
    rsp_error error = {0};
    (void)args;
    rsp_buf_str(w->out, "change several breakpoints");
    if (rsp_multibreak_parse(
            &list, payload, row->id == RSP_PACKET_MULTI_BREAKPOINT ? RSP_MULTIBREAK_RFC : RSP_MULTIBREAK_LLDB,
            &arena, &error) != RSP_OK)
        explain_problem(w, &error);
    for (size_t i = 0; i < list.num; i++)
        if (explain_item(w))
            explain_breakpoint(w, list.items[i]);
    explain_end_items(w);
    rsp_arena_free(&arena);
}

static void put_qxfer(explain_writer *w, const rsp_packet_row *row, rsp_bytes payload, rsp_bytes args) {
    rsp_qxfer x;
    rsp_error error = {0};
    (void)row;
    (void)args;
    rsp_status status = rsp_qxfer_parse(&x, payload, &error);
    bool write = rsp_bytes_equal(x.operation, RSP_LIT("write"));
    rsp_buf_str(w->out, write ? "write object " : "read object ");
    rsp_printable_append(w->out, x.object, w->max_bytes);
    if (x.annex.len > 0) {
        rsp_buf_push(w->out, ' ');
        rsp_printable_append(w->out, x.annex, w->max_bytes);
    }
    if (status != RSP_OK) {
        explain_problem(w, &error);
        return;
    }
    rsp_buf_printf(w->out, ": offset %llu", (unsigned long long)x.offset);
    if (write) {
        rsp_buf_str(w->out, ", ");
        explain_escaped_data(w, x.data);
        return;
    }
    rsp_buf_printf(w->out, ", up to %llu bytes", (unsigned long long)x.length);
}

/* Which value of a WebAssembly frame or instance. */
static void put_wasm(explain_writer *w, const rsp_packet_row *row, rsp_bytes payload, rsp_bytes args) {
    rsp_wasm_query q;
    (void)payload;
    rsp_buf_printf(w->out, "read %s", row->title);
    if (rsp_wasm_query_parse(&q, args, row->id == RSP_PACKET_QWASM_GLOBAL) != RSP_OK) {
        rsp_buf_str(w->out, " [bad arguments: ");
        rsp_printable_append(w->out, args, w->max_bytes);
        rsp_buf_push(w->out, ']');
        return;
    }
    rsp_buf_printf(w->out, ": index %llu of %s %llu", (unsigned long long)q.index,
                   q.of_instance ? "instance" : "frame",
                   (unsigned long long)(q.of_instance ? q.instance : q.frame));
}

/* Program and arguments. */
static void put_run(explain_writer *w, const rsp_packet_row *row, rsp_bytes payload, rsp_bytes args) {
    (void)row;
    (void)payload;
    rsp_buf_str(w->out, "run");
    while (args.len > 0) {
        rsp_bytes word = rsp_bytes_split(&args, ';');
        if (explain_item(w))
            explain_hex_data(w, word);
    }
    explain_end_items(w);
}

static const struct {
    rsp_packet_id id;
    void (*put)(explain_writer *w, const rsp_packet_row *row, rsp_bytes payload, rsp_bytes args);
} sentences[] = {
    {RSP_PACKET_READ_MEMORY, put_memory},
    {RSP_PACKET_WRITE_MEMORY, put_memory},
    {RSP_PACKET_READ_BINARY, put_memory},
    {RSP_PACKET_WRITE_BINARY, put_memory},
    {RSP_PACKET_INSERT_BREAKPOINT, put_breakpoint},
    {RSP_PACKET_REMOVE_BREAKPOINT, put_breakpoint},
    {RSP_PACKET_VCONT, put_vcont},
    {RSP_PACKET_SELECT_THREAD, put_select},
    {RSP_PACKET_MULTI_MEM_READ, put_multimem},
    {RSP_PACKET_MULTI_BREAKPOINT, put_multibreak},
    {RSP_PACKET_JMULTI_BREAKPOINT, put_multibreak},
    {RSP_PACKET_VRUN, put_run},
    {RSP_PACKET_QWASM_LOCAL, put_wasm},
    {RSP_PACKET_QWASM_GLOBAL, put_wasm},
    {RSP_PACKET_QWASM_STACK_VALUE, put_wasm},
};

static void put_title(explain_writer *w, const rsp_packet_row *row) {
    if (row->title)
        rsp_buf_str(w->out, row->title);
    else
        rsp_buf_append(w->out, row->name);
}

void explain_request(explain_writer *w, rsp_bytes payload) {
    rsp_bytes args = {0};
    const rsp_packet_row *row = rsp_packet_lookup(payload, &args);
    if (!row) {
        rsp_buf_str(w->out, payload.len > 0 ? "unknown packet " : "empty packet");
        rsp_printable_append(w->out, payload, w->max_bytes);
        return;
    }
    for (size_t i = 0; i < RSP_ARRAY_LEN(sentences); i++)
        if (sentences[i].id == row->id) {
            sentences[i].put(w, row, payload, args);
            return;
        }
    if (rsp_bytes_starts(row->name, rsp_packet_name(RSP_PACKET_QXFER))) {
        put_qxfer(w, row, payload, args);
        return;
    }
    put_title(w, row);
    put_args(w, row->args, args);
}
