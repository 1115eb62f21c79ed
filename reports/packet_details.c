/* See packet_details.h. A section is written packet by packet, from the ids of its row.
 * Scenarios are named by their files, since a scenario more in a file is no change of the page.
 * What real stubs do is the causes of their failures, joined to packets by the requirement. */
/* SPDX-License-Identifier: MIT */
#include "reports/packet_details.h"
#include "document/text.h"
#include "trace/result.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/stub.h>

#include <jansson.h>
#include <stdlib.h>

/* Whether "MEM-001..003 REG-002" names MEM-002. */
static bool names(const char *ids, const char *id) {
    const char *dash = strrchr(id, '-');
    rsp_bytes rest = rsp_bytes_str(ids);
    while (rest.len > 0) {
        const rsp_bytes word = rsp_bytes_split(&rest, ' ');
        if (rsp_bytes_equal(word, rsp_bytes_str(id)))
            return true;
        const size_t group = (size_t)(dash - id) + 1, dots = rsp_bytes_search(word, RSP_LIT(".."));
        if (dots >= word.len || word.len <= group || memcmp(word.ptr, id, group) != 0)
            continue;
        const long number = strtol(dash + 1, NULL, 10);
        if (number >= strtol((const char *)word.ptr + group, NULL, 10) &&
            number <= strtol((const char *)word.ptr + dots + 2, NULL, 10))
            return true;
    }
    return false;
}

static void append_faults(rsp_buf *out, const char *id) {
    const rsp_fault_info *fault;
    for (rsp_fault i = 1; (fault = rsp_fault_get(i)); i++)
        if (strcmp(fault->requirement, id) == 0)
            rsp_text_printf(out, " `%s`", fault->name);
}

static void append_requirements(rsp_buf *out, const rsp_packet_sources *from, const char *ids) {
    rsp_buf_str(out, "| requirement | level | what | faults that show it |\n|---|---|---|---|\n");
    for (size_t i = 0; i < rsp_catalogue_count(from->catalogue); i++) {
        const rsp_requirement *r = rsp_catalogue_get(from->catalogue, i);
        if (!names(ids, r->id))
            continue;
        rsp_text_printf(out, "| %s | %s%s | ", r->id, rsp_duty_name(r->level, r->source),
                        r->side == RSP_SIDE_CLIENT ? ", debugger" : "");
        rsp_text_markdown(out, rsp_bytes_str(r->text));
        rsp_buf_str(out, " |");
        append_faults(out, r->id);
        rsp_buf_str(out, " |\n");
    }
}

static bool covers(const rsp_scenario *scenario, const char *ids) {
    for (size_t k = 0; k < scenario->num_covers; k++)
        if (names(ids, scenario->covers[k]))
            return true;
    return false;
}

/* Scenarios of a file stand together in a suite. */
static void append_files(rsp_buf *out, const rsp_packet_sources *from, const char *ids) {
    const char *last = "";
    const size_t folder = strlen(from->folder);
    for (size_t i = 0; i < rsp_suite_count(from->scenarios); i++) {
        const rsp_scenario *scenario = rsp_suite_get(from->scenarios, i);
        if (strcmp(scenario->path, last) == 0 || !covers(scenario, ids))
            continue;
        const char *name = scenario->path;
        if (strncmp(name, from->folder, folder) == 0 && name[folder] == '/')
            name += folder + 1;
        rsp_buf_str(out, *last ? ", " : "\nScenarios: ");
        rsp_text_printf(out, "[%s](../scenarios/%s)", name, name);
        last = scenario->path;
    }
    rsp_buf_str(out, *last ? "\n" : "");
}

/* "gdbserver" of "gdbserver.profile": the same stub, judged with our profile. */
static rsp_bytes stub_label(const json_t *stubs, const json_t *share) {
    const json_t *stub = json_array_get(stubs, (size_t)json_integer_value(json_object_get(share, "stub")));
    const char *label = json_string_value(json_object_get(stub, "label"));
    rsp_bytes name = rsp_bytes_str(label ? label : "?");
    return rsp_bytes_make(name.ptr, rsp_bytes_search(name, RSP_LIT(".profile")));
}

static void append_stubs(rsp_buf *out, const json_t *stubs, const json_t *shares) {
    rsp_bytes last = {0};
    size_t i;
    const json_t *share;
    json_array_foreach(shares, i, share) {
        const rsp_bytes name = stub_label(stubs, share);
        if (rsp_bytes_equal(name, last))
            continue;
        rsp_buf_str(out, last.len > 0 ? ", " : "");
        rsp_text_markdown(out, name);
        last = name;
    }
}

static void append_causes(rsp_buf *out, const json_t *matrix, const char *ids) {
    bool first = true;
    size_t i;
    const json_t *cause;
    json_array_foreach(json_object_get(matrix, "causes"), i, cause) {
        const char *id = json_string_value(json_object_get(cause, "requirement"));
        const char *what = json_string_value(json_object_get(cause, "what"));
        if (!id || !what || !strrchr(id, '-') || !names(ids, id))
            continue;
        rsp_buf_str(out, first ? "\nReal stubs:\n\n" : "");
        rsp_buf_str(out, "- ");
        rsp_text_markdown(out, rsp_bytes_str(what));
        rsp_text_printf(out, " (%s): ", id);
        append_stubs(out, json_object_get(matrix, "stubs"), json_object_get(cause, "stubs"));
        rsp_buf_push(out, '\n');
        first = false;
    }
}

/* As a sentence: titles are written in small letters, and some are questions. */
static void append_title(rsp_buf *out, const char *title) {
    const size_t len = title ? strlen(title) : 0;
    if (len == 0)
        return;
    const bool small = title[0] >= 'a' && title[0] <= 'z';
    if (small)
        rsp_buf_push(out, (uint8_t)(title[0] - 'a' + 'A'));
    rsp_text_markdown(out, rsp_bytes_str(title + small));
    rsp_buf_str(out, title[len - 1] == '?' ? " " : ". ");
}

static void append_packet(rsp_buf *out, const rsp_packet_row *row, const rsp_packet_sources *from,
                          const json_t *matrix) {
    rsp_text_printf(out, "\n### `%.*s`\n\n", (int)row->name.len, (const char *)row->name.ptr);
    append_title(out, row->title);
    rsp_text_printf(out, "Reply: %s.", rsp_reply_form_text(row->reply));
    if (row->feature)
        rsp_text_printf(out, " Announced as `%s`.", row->feature);
    rsp_buf_str(out, "\n\n");
    append_requirements(out, from, row->requirements);
    append_files(out, from, row->requirements);
    append_causes(out, matrix, row->requirements);
}

static rsp_status read_matrix(json_t **out, rsp_bytes text, const char *name, rsp_error *error) {
    json_error_t reason = {0};
    *out = text.len > 0 ? json_loadb((const char *)text.ptr, text.len, JSON_REJECT_DUPLICATES, &reason)
                        : json_object();
    if (!*out)
        return rsp_fail_at(error, RSP_BAD_FILE, name, (uint32_t)reason.line, (uint32_t)reason.column, "%s",
                           reason.text);
    const char *format = json_string_value(json_object_get(*out, "format"));
    if (text.len > 0 && (!format || strcmp(format, "stubborn-matrix") != 0))
        return rsp_fail_at(error, RSP_BAD_FILE, name, 0, 0,
                           "not a matrix; `stubborn matrix -o json:FILE` writes one");
    return RSP_OK;
}

rsp_status rsp_packet_details_write(rsp_buf *out, const rsp_packet_sources *from, rsp_error *error) {
    json_t *matrix = NULL;
    const rsp_status status = read_matrix(&matrix, from->field, from->field_name, error);
    if (status == RSP_OK)
        rsp_buf_str(
            out,
            "\n## Packet by packet\n\n"
            "The requirements that name a packet, the faults of the reference stub that break them, and the\n"
            "scenarios that notice. Under *Real stubs* stand the causes of failures in reports/field: what "
            "the\n"
            "stub does, the requirement, and which stubs. Some are our own readings of an unclear manual.\n");
    for (unsigned id = RSP_PACKET_UNKNOWN + 1; status == RSP_OK && id < RSP_PACKET_END; id++) {
        const rsp_packet_row *row = rsp_packet_by_id((rsp_packet_id)id);
        if (*row->requirements)
            append_packet(out, row, from, matrix);
    }
    json_decref(matrix);
    return status == RSP_OK ? out->status : status;
}
