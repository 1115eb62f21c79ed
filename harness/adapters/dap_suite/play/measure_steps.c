/* Steps that make a value of what has happened so far: text that was printed, a breakpoint that has changed,
 * memory that is used. Nothing is judged here: checks follow.
 * See steps.h. */
/* SPDX-License-Identifier: MIT */
#include "play/steps.h"

#include "core/file.h"
#include "core/hex.h"
#include "core/limits.h"
#include <unistd.h>

/* --- output --- */

static void join_output(const play *p, const char *category, rsp_buf *out) {
    for (size_t i = 0; i < p->session.log.num; i++) {
        const rsp_dap_entry *e = &p->session.log.entries[i];
        const json_t *body = e->message.body;
        const char *of = json_string_value(json_object_get(body, "category"));
        const json_t *text = json_object_get(body, "output");
        if (!e->sent && e->message.kind == RSP_DAP_EVENT && strcmp(e->message.name, "output") == 0 &&
            strcmp(of ? of : "console", category) == 0 && json_is_string(text))
            rsp_buf_append(out, rsp_bytes_make(json_string_value(text), json_string_length(text)));
    }
}

/* Lines that are whole and in their places: each has its number, and what stands behind it in the first. */
static json_int_t num_in_order(rsp_bytes text, const char *before) {
    rsp_bytes ending = {0};
    json_int_t num = 0;
    while (text.len > 0) {
        const rsp_bytes line = rsp_bytes_split(&text, '\n');
        rsp_buf wanted = {0};
        rsp_buf_printf(&wanted, "%s%lld", before, (long long)num);
        if (num == 0 && line.len > wanted.len)
            ending = rsp_bytes_from(line, wanted.len);
        rsp_buf_append(&wanted, ending);
        const bool same = rsp_bytes_equal(line, rsp_buf_bytes(&wanted));
        rsp_buf_free(&wanted);
        if (!same)
            break;
        num++;
    }
    return num;
}

bool dap_step_OUTPUT(play *p, const rsp_dap_step *step) {
    const char *category = json_string_value(json_object_get(step->spec, "output"));
    const char *as = json_string_value(json_object_get(step->spec, "as"));
    const char *numbered = json_string_value(json_object_get(step->spec, "numbered"));
    rsp_buf text = {.limit = RSP_LIMIT_DAP_LOG_BYTES};
    join_output(p, category, &text);
    json_t *joined = json_stringn(text.ptr ? (const char *)text.ptr : "", text.len);
    const json_int_t num = numbered ? num_in_order(rsp_buf_bytes(&text), numbered) : 0;
    rsp_buf_free(&text);
    return dap_play_name(p, as ? as : category, NULL, joined) &&
           (!numbered || dap_play_name(p, as ? as : category, "ordered", json_integer(num)));
}

/* --- breakpoints --- */

/* What the event says of the breakpoint with the id; NULL where it is about something else. */
static const json_t *news_of(const rsp_dap_entry *e, const json_t *id) {
    const json_t *news = json_object_get(e->message.body, "breakpoint");
    const bool told =
        !e->sent && e->message.kind == RSP_DAP_EVENT && strcmp(e->message.name, "breakpoint") == 0;
    return told && json_is_integer(id) && json_equal(json_object_get(news, "id"), id) ? news : NULL;
}

/* An event has the members that are new. */
bool dap_step_FOLLOW(play *p, const rsp_dap_step *step) {
    const char *name = json_string_value(json_object_get(step->spec, "follow"));
    json_t *held = json_object_get(p->names, name);
    size_t i = 0;
    if (!json_is_object(held))
        return dap_play_fail(p, RSP_VERDICT_ERROR, "'%.60s' is no breakpoint of a response", name);
    if (!dap_play_since(p, step->spec, &i))
        return false;
    for (; i < p->session.log.num; i++) {
        const json_t *news = news_of(&p->session.log.entries[i], json_object_get(held, "id"));
        if (news && json_object_update(held, (json_t *)(uintptr_t)news) != 0)
            return dap_play_fail(p, RSP_VERDICT_ERROR, "no memory");
    }
    return true;
}

/* --- memory --- */

/* The second number of statm: pages in memory. 0 where there is none. */
static json_int_t resident_kb(long pid) {
    rsp_buf path = {0};
    rsp_buf text = {.limit = RSP_LIMIT_YAML_BYTES};
    uint64_t pages = 0;
    rsp_buf_printf(&path, "/proc/%ld/statm", pid);
    if (rsp_file_read(&text, rsp_buf_cstr(&path), NULL) == RSP_OK) {
        rsp_bytes rest = rsp_buf_bytes(&text);
        (void)rsp_bytes_split(&rest, ' ');
        if (rsp_decimal_u64(&pages, rsp_bytes_split(&rest, ' ')) != RSP_OK)
            pages = 0;
    }
    rsp_buf_free(&path);
    rsp_buf_free(&text);
    return (json_int_t)(pages * (uint64_t)sysconf(_SC_PAGESIZE) / 1024);
}

bool dap_step_MEMORY(play *p, const rsp_dap_step *step) {
    const char *name = json_string_value(json_object_get(step->spec, "memory"));
    const long pid = rsp_link_pid(p->session.link);
    return dap_play_name(p, name, NULL, json_integer(pid > 0 ? resident_kb(pid) : 0));
}
