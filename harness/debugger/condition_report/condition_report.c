/* Stops first, each with the values that the condition looks at; then who decided, then the cost.
 * A way that was not taken has its reason beside it.
 * See condition_report.h. */
/* SPDX-License-Identifier: MIT */
#include "condition_report/condition_report.h"

#include "document/json_build.h"
#include "document/text.h"
#include <inttypes.h>
#include <jansson.h>
#include <rsp/clock.h>

enum { SHOWN_BYTES = 1000 };

static void append_safe(rsp_buf *out, const char *text) {
    rsp_text_escape(out, rsp_bytes_sub(rsp_bytes_str(text), 0, SHOWN_BYTES), false);
    if (strlen(text) > SHOWN_BYTES)
        rsp_buf_str(out, "...");
}

static void append_place(rsp_buf *out, const char *path, uint64_t line, const char *function,
                         uint64_t address) {
    const char *slash = path ? strrchr(path, '/') : NULL;
    if (path) {
        append_safe(out, slash ? slash + 1 : path);
        rsp_buf_printf(out, ":%" PRIu64, line);
    }
    if (function) {
        rsp_buf_str(out, path ? " in " : "");
        append_safe(out, function);
    }
    rsp_text_printf(out, "%s0x%" PRIx64, path || function ? ", " : "", address);
}

/* --- for people -------------------------------------------------------------------------------------------
 */

static size_t widest(const rsp_condition_stop *stop, bool type) {
    size_t width = 0;
    for (size_t i = 0; i < stop->num_values; i++) {
        size_t len = strlen(type ? stop->values[i].type : stop->values[i].source);
        width = len > width && len <= SHOWN_BYTES / 20 ? len : width;
    }
    return width;
}

static void append_stop(rsp_buf *out, const rsp_condition_stop *stop) {
    int names = (int)widest(stop, false);
    int types = (int)widest(stop, true);
    append_place(out, stop->path, stop->line, stop->function, stop->address);
    rsp_text_printf(out, ", thread %s\n", stop->thread);
    if (stop->trouble)
        rsp_text_printf(out, "  the condition has no value: %s\n", stop->trouble);
    for (size_t i = 0; i < stop->num_values; i++) {
        rsp_text_printf(out, "  %-*s  %-*s  ", names, stop->values[i].source, types, stop->values[i].type);
        append_safe(out, stop->values[i].value);
        rsp_buf_push(out, '\n');
    }
    for (size_t i = 0; i < stop->num_callers; i++) {
        rsp_buf_str(out, "  called at ");
        append_safe(out, stop->callers[i]);
        rsp_buf_push(out, '\n');
    }
}

static void append_site(rsp_buf *out, const rsp_condition_site *site) {
    rsp_text_printf(out, "decided by the %s%s at ", rsp_way_name(site->info.way),
                    site->info.part ? ", and for the thread by the host," : "");
    append_place(out, site->path, site->line, site->function, site->address);
    if (site->library) {
        rsp_buf_str(out, "\n  of      ");
        append_safe(out, site->library);
    }
    rsp_buf_str(out, "\n  as      ");
    append_safe(out, site->translated);
    rsp_buf_push(out, '\n');
    for (int way = 0; way < RSP_WAY_COUNT; way++)
        if (site->info.reason[way])
            rsp_text_printf(out, "  not by the %s: %s\n", rsp_way_name((rsp_way)way), site->info.reason[way]);
    rsp_buf_printf(out, "  hits    %" PRIu64 " came to this host, %" PRIu64 " of them false\n",
                   site->info.counts.hits, site->info.counts.false_hits);
    if (site->info.counts.lies > 0)
        rsp_text_printf(out, "  %" PRIu64 " of them the %s had called true\n", site->info.counts.lies,
                        rsp_way_name(site->info.way));
}

rsp_status rsp_condition_report_text(rsp_buf *out, const rsp_condition_report *r) {
    for (size_t i = 0; i < r->num_stops; i++)
        append_stop(out, &r->stops[i]);
    if (r->end)
        rsp_text_printf(out, "%s\n", r->end);
    if (r->passed > 0)
        rsp_text_printf(out, "passed at %" PRIu64 " other stop%s where it held\n", r->passed,
                        r->passed == 1 ? "" : "s");
    for (size_t i = 0; i < r->num_sites; i++)
        append_site(out, &r->sites[i]);
    if (r->left_out > 0)
        rsp_text_printf(out, "%" PRIu64 " address%s of %s left out: %s\n", r->left_out,
                        r->left_out == 1 ? "" : "es", r->place, r->why_left_out);
    rsp_buf_printf(out, "cost      %" PRIu64 " round trips, %" PRIu64 " bytes out, %" PRIu64 " in, ",
                   r->round_trips, r->bytes_out, r->bytes_in);
    rsp_text_duration(out, r->time_ns);
    rsp_buf_push(out, '\n');
    return out->status;
}

/* --- JSON -------------------------------------------------------------------------------------------------
 */

static void set_text(rsp_json_build *b, json_t *object, const char *key, const char *text) {
    if (text)
        rsp_json_text(b, object, key, rsp_bytes_str(text));
}

static void set_place(rsp_json_build *b, json_t *object, const char *path, uint64_t line,
                      const char *function, uint64_t address) {
    set_text(b, object, "path", path);
    if (path)
        rsp_json_number(b, object, "line", line);
    set_text(b, object, "function", function);
    rsp_json_number(b, object, "address", address);
}

static json_t *callers_json(rsp_json_build *b, const rsp_condition_stop *stop) {
    json_t *callers = json_array();
    for (size_t i = 0; i < stop->num_callers; i++)
        rsp_json_add(b, callers, rsp_json_string(b, rsp_bytes_str(stop->callers[i])));
    return callers;
}

static json_t *stop_json(rsp_json_build *b, const rsp_condition_stop *stop) {
    json_t *o = json_object();
    json_t *values = json_array();
    set_text(b, o, "thread", stop->thread);
    set_place(b, o, stop->path, stop->line, stop->function, stop->address);
    set_text(b, o, "no_value", stop->trouble);
    for (size_t i = 0; i < stop->num_values; i++) {
        json_t *value = json_object();
        set_text(b, value, "name", stop->values[i].source);
        set_text(b, value, "type", stop->values[i].type);
        set_text(b, value, "value", stop->values[i].value);
        rsp_json_add(b, values, value);
    }
    rsp_json_set(b, o, "values", values);
    if (stop->num_callers > 0)
        rsp_json_set(b, o, "callers", callers_json(b, stop));
    return o;
}

static json_t *site_json(rsp_json_build *b, const rsp_condition_site *site) {
    json_t *o = json_object();
    json_t *reasons = json_object();
    set_place(b, o, site->path, site->line, site->function, site->address);
    set_text(b, o, "library", site->library);
    set_text(b, o, "translated", site->translated);
    set_text(b, o, "way", rsp_way_name(site->info.way));
    for (int way = 0; way < RSP_WAY_COUNT; way++)
        set_text(b, reasons, rsp_way_name((rsp_way)way), site->info.reason[way]);
    rsp_json_set(b, o, "part", json_boolean(site->info.part));
    rsp_json_set(b, o, "not_by", reasons);
    rsp_json_number(b, o, "hits", site->info.counts.hits);
    rsp_json_number(b, o, "false_hits", site->info.counts.false_hits);
    rsp_json_number(b, o, "lies", site->info.counts.lies);
    return o;
}

static json_t *cost_json(rsp_json_build *b, const rsp_condition_report *r) {
    json_t *o = json_object();
    rsp_json_number(b, o, "round_trips", r->round_trips);
    rsp_json_number(b, o, "bytes_out", r->bytes_out);
    rsp_json_number(b, o, "bytes_in", r->bytes_in);
    rsp_json_number(b, o, "time_ns", r->time_ns);
    return o;
}

rsp_status rsp_condition_report_json(rsp_buf *out, const rsp_condition_report *r) {
    rsp_json_build b = {0};
    json_t *root = json_object();
    json_t *stops = json_array();
    json_t *sites = json_array();
    set_text(&b, root, "format", "stubborn-condition-1");
    set_text(&b, root, "stub", r->stub);
    set_text(&b, root, "program", r->program);
    set_text(&b, root, "at", r->place);
    set_text(&b, root, "if", r->condition);
    for (size_t i = 0; i < r->num_stops; i++)
        rsp_json_add(&b, stops, stop_json(&b, &r->stops[i]));
    rsp_json_set(&b, root, "stops", stops);
    set_text(&b, root, "end", r->end);
    rsp_json_number(&b, root, "passed", r->passed);
    for (size_t i = 0; i < r->num_sites; i++)
        rsp_json_add(&b, sites, site_json(&b, &r->sites[i]));
    rsp_json_set(&b, root, "breakpoints", sites);
    rsp_json_number(&b, root, "left_out", r->left_out);
    set_text(&b, root, "why_left_out", r->left_out > 0 ? r->why_left_out : NULL);
    rsp_json_set(&b, root, "cost", cost_json(&b, r));
    return rsp_json_print(&b, root, out);
}
