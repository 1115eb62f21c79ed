/* Each variable is translated alone: where it lives is what a condition would have for it.
 * No stub is opened, so addresses are those of the file.
 * See condition_list.h. */
/* SPDX-License-Identifier: MIT */
#include "commands/condition_list.h"
#include "core/text.h"

#include "cli/output.h"
#include "stubs/reference_stub.h"

#include "core/limits.h"
#include "document/json_build.h"
#include "dwarf/debug_location.h"
#include "dwarf/debug_variable.h"

#include <jansson.h>

enum { MAX_LISTED = 256, MAX_MEMBERS = 32 };

/* A variable, or a member that is written as `name`. */
static json_t *variable_json(rsp_json_build *b, const rsp_source_place *place, const char *name,
                             rsp_debug_variable_kind kind, rsp_debug_type_ref of) {
    static const char *const kinds[] = {"parameter", "local", "global"};
    rsp_source_condition found;
    rsp_arena arena = {0};
    rsp_error why = {0};
    rsp_buf type = {0};
    json_t *o = json_object();
    rsp_debug_type_append(&type, place->file, of);
    rsp_json_text(b, o, "name", rsp_bytes_str(name));
    rsp_json_text(b, o, "type", rsp_buf_bytes(&type));
    rsp_json_text(b, o, "kind", rsp_bytes_str(kinds[kind]));
    if (rsp_source_expression_compile(&found, &arena, rsp_bytes_str(name), place, &why) == RSP_OK)
        rsp_json_text(b, o, found.value.is_address ? "address" : "value", found.value.text);
    else
        rsp_json_text(b, o, "trouble", rsp_bytes_str(why.msg));
    rsp_buf_free(&type);
    rsp_arena_free(&arena);
    return o;
}

/* A structure that is not in memory: a condition has its members only. */
static bool is_apart(const rsp_source_place *place, const rsp_debug_variable *variable,
                     rsp_debug_type *out_type) {
    rsp_debug_pieces pieces;
    return rsp_debug_type_read(place->file, variable->type, out_type) == RSP_OK &&
           out_type->kind == RSP_DEBUG_STRUCTURE &&
           rsp_debug_location_pieces(place->file, variable->entry, place->address, out_type->size, &pieces,
                                     NULL) == RSP_OK &&
           (pieces.num > 1 || pieces.items[0].location.kind != RSP_DEBUG_IN_MEMORY);
}

static void list_variable(rsp_json_build *b, json_t *list, const rsp_source_place *place,
                          const rsp_debug_variable *variable) {
    rsp_debug_member members[MAX_MEMBERS];
    rsp_debug_type type;
    const size_t num =
        is_apart(place, variable, &type) ? rsp_debug_members(place->file, &type, 0, members, MAX_MEMBERS) : 0;
    if (num == 0)
        rsp_json_add(b, list, variable_json(b, place, variable->name, variable->kind, variable->type));
    for (size_t i = 0; i < num; i++) {
        rsp_buf name = {0};
        if (!members[i].name)
            continue;
        rsp_text_printf(&name, "%s.%s", variable->name, members[i].name);
        rsp_json_add(b, list, variable_json(b, place, rsp_buf_cstr(&name), variable->kind, members[i].type));
        rsp_buf_free(&name);
    }
}

static json_t *place_json(rsp_json_build *b, const rsp_debug_file *file, const char *text, uint64_t address) {
    rsp_debug_variable variables[MAX_LISTED];
    json_t *o = json_object();
    json_t *list = json_array();
    rsp_buf where = {0};
    const rsp_debug_place place = rsp_debug_place_meant(file, text, address);
    const rsp_source_place at = {.file = file, .address = address, .inner = place.inner};
    const size_t num_inner = rsp_debug_variables_at(file, address, variables, MAX_LISTED);
    const size_t num =
        num_inner + rsp_debug_globals_at(file, address, 0, variables + num_inner, MAX_LISTED - num_inner);
    rsp_debug_place_append(&where, &place);
    rsp_json_text(b, o, "place", rsp_buf_bytes(&where));
    rsp_json_number(b, o, "address", address);
    for (size_t i = 0; i < num; i++)
        if (i >= num_inner || rsp_debug_place_has(&place, &variables[i]))
            list_variable(b, list, &at, &variables[i]);
    rsp_json_set(b, o, "variables", list);
    rsp_buf_free(&where);
    return o;
}

static void list_text(rsp_buf *out, const json_t *places) {
    size_t i = 0;
    size_t j = 0;
    const json_t *place = NULL;
    const json_t *variable = NULL;
    json_array_foreach(places, i, place) {
        rsp_text_printf(out, "%s\n", json_string_value(json_object_get(place, "place")));
        json_array_foreach(json_object_get(place, "variables"), j, variable) {
            const char *address = json_string_value(json_object_get(variable, "address"));
            const char *value = json_string_value(json_object_get(variable, "value"));
            const char *trouble = json_string_value(json_object_get(variable, "trouble"));
            rsp_text_printf(out, "  %-9s  %-20s  %-20s  %s%s\n",
                            json_string_value(json_object_get(variable, "kind")),
                            json_string_value(json_object_get(variable, "name")),
                            json_string_value(json_object_get(variable, "type")),
                            address ? "at "
                            : value ? "is "
                                    : "",
                            address   ? address
                            : value   ? value
                            : trouble ? trouble
                                      : "");
        }
    }
}

static rsp_status render_list(rsp_buf *out, void *report, rsp_bytes format, const rsp_report_options *style) {
    json_t *places = report;
    rsp_json_build b = {0};
    (void)style;
    if (rsp_bytes_equal(format, RSP_LIT("json")))
        return rsp_json_print(&b, json_incref(places), out);
    list_text(out, places);
    return out->status;
}

static rsp_status list_places(const condition_args *args, const rsp_debug_file *file, json_t *places,
                              rsp_error *error) {
    rsp_json_build b = {0};
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < args->at.num && status == RSP_OK; i++) {
        uint64_t addresses[RSP_LIMIT_DEBUG_PLACES];
        size_t num = 0;
        status =
            rsp_debug_place_find(file, args->at.items[i], addresses, RSP_LIMIT_DEBUG_PLACES, &num, error);
        for (size_t j = 0; j < num; j++)
            rsp_json_add(&b, places, place_json(&b, file, args->at.items[i], addresses[j]));
    }
    rsp_buf_free(&b.clean);
    return status == RSP_OK && b.failed ? rsp_fail(error, RSP_NO_MEMORY, "no memory for the list") : status;
}

int condition_list(const command *self, const condition_args *args) {
    rsp_debug_file *file = NULL;
    rsp_error error = {0};
    rsp_bytes image = reference_image(args->program ? args->program : "");
    json_t *places = json_array();
    rsp_status status = RSP_OK;
    if (!args->program)
        return command_usage(self, "--list needs --program");
    if (strchr(args->program, '/') || image.len == 0)
        status = rsp_debug_file_open(&file, args->program, &error);
    else
        status = rsp_debug_file_read(&file, image, args->program, &error);
    if (status == RSP_OK)
        status = list_places(args, file, places, &error);
    if (status == RSP_OK)
        status = output_write(&args->outputs, "text", render_list, places, false, &error);
    json_decref(places);
    rsp_debug_file_free(file);
    return status == RSP_OK ? EXIT_FINE : command_fail(self, &error);
}
