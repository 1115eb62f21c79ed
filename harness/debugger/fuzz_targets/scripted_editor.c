/* Time passes only where the adapter waits, so that two runs of a script are the same.
 * A script has an end in lines and in time: then the editor is gone, which ends the adapter.
 * See scripted_editor.h. */
/* SPDX-License-Identifier: MIT */
#include "scripted_editor.h"

#include <stdio.h>

enum { MOST_LINES = 48 };

static const uint64_t patience_ns = 10 * RSP_NS_PER_MS; /* for an answer, or a stop */
static const uint64_t most_ns = 2 * RSP_NS_PER_S;       /* of a session */

static scripted_editor *editor_of(rsp_link *link) {
    return (scripted_editor *)(void *)link;
}

/* --- what the adapter has told --- */

static char letter_of(const char *key, const char *command) {
    static const struct {
        const char *key;
        char letter;
    } told[] = {{"threadId", 't'},
                {"id", 'i'},
                {"variablesReference", 'v'},
                {"memoryReference", 'm'},
                {"dataId", 'd'},
                {"instructionPointerReference", 'm'},
                {"path", 'p'}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(told); i++)
        if (strcmp(told[i].key, key) == 0)
            return told[i].letter == 'i' && strcmp(command, "stackTrace") == 0 ? 'f' : told[i].letter;
    return 0;
}

static void keep_fact(scripted_editor *e, char letter, bool *seen, const json_t *value) {
    char text[EDITOR_FACT_BYTES] = "";
    if (json_is_string(value))
        (void)snprintf(text, sizeof text, "%s", json_string_value(value));
    else if (json_integer_value(value) > 0)
        (void)snprintf(text, sizeof text, "%lld", (long long)json_integer_value(value));
    if (!text[0])
        return;
    if (!seen[(uint8_t)letter])
        memcpy(e->facts[(uint8_t)letter], text, sizeof text);
    memcpy(e->facts[(uint8_t)(letter - 'a' + 'A')], text, sizeof text);
    seen[(uint8_t)letter] = true;
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as a message of the adapter's */
static void keep_facts(scripted_editor *e, const char *command, bool *seen, json_t *value) {
    const char *key;
    json_t *member;
    size_t i;
    json_array_foreach(value, i, member) keep_facts(e, command, seen, member);
    json_object_foreach(value, key, member) {
        const char letter = letter_of(key, command);
        if (letter)
            keep_fact(e, letter, seen, member);
        keep_facts(e, command, seen, member);
    }
}

static bool is_one_of(const char *name, const char *const *names) {
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

static bool resumes(const char *command) {
    static const char *const names[] = {
        "configurationDone", "continue",        "next", "stepIn", "stepOut", "stepBack",
        "restart",           "reverseContinue", NULL};
    return is_one_of(command, names);
}

static void take_message(scripted_editor *e, const rsp_dap_message *m) {
    static const char *const ends[] = {"stopped", "terminated", NULL};
    const char *command = m->kind == RSP_DAP_RESPONSE ? m->name : "";
    bool seen[EDITOR_FACTS] = {false};
    if (m->kind == RSP_DAP_EVENT && is_one_of(m->name, ends))
        e->runs = false;
    if (m->kind == RSP_DAP_EVENT && strcmp(m->name, "terminated") == 0)
        e->ended = true;
    if (m->kind == RSP_DAP_RESPONSE && e->num_open > 0)
        e->num_open--;
    if (m->kind == RSP_DAP_RESPONSE && !m->success && resumes(m->name))
        e->runs = false;
    keep_facts(e, command, seen, m->body);
}

static void note(scripted_editor *e, bool sent, const rsp_dap_frame *frame) {
    if (rsp_dap_log_add(&e->log, sent, e->clock->now_ns, frame))
        rsp_dap_rules_see(e->rules, &e->log, e->log.num - 1);
    else
        e->judged = false; /* the rules would see a part only */
}

static rsp_status editor_send(rsp_link *link, rsp_bytes data, uint64_t deadline_ns) {
    scripted_editor *e = editor_of(link);
    rsp_dap_frame frame;
    (void)deadline_ns;
    link->stats.bytes_out += data.len;
    e->digest = fuzz_digest_bytes(e->digest, data);
    FUZZ_MUST(rsp_dap_reader_feed(&e->reader, data) == RSP_OK);
    while (rsp_dap_reader_next(&e->reader, &frame)) {
        rsp_dap_message message;
        FUZZ_MUST(frame.kind == RSP_DAP_FRAME_MESSAGE && frame.flaws == 0);
        FUZZ_MUST(rsp_dap_message_parse(&message, frame.content, NULL) == RSP_OK);
        note(e, false, &frame);
        take_message(e, &message);
        rsp_dap_message_free(&message);
    }
    return RSP_OK;
}

/* --- what the editor says --- */

/* With the facts in their places. */
static void append_filled(const scripted_editor *e, rsp_buf *out, rsp_bytes line) {
    for (size_t i = 0; i < line.len; i++) {
        const bool named = line.ptr[i] == '$' && i + 1 < line.len && line.ptr[i + 1] < EDITOR_FACTS;
        const char *fact = named ? e->facts[line.ptr[i + 1]] : "";
        if (fact[0])
            rsp_buf_str(out, fact);
        else
            rsp_buf_push(out, line.ptr[i]);
        i += fact[0] != 0;
    }
}

/* Whether the rules can judge a session with this message: each program ends once, and after `terminated` an
 * editor need not restart, as ours does. */
static bool is_sane(const scripted_editor *e, const rsp_dap_message *m) {
    if (m->kind != RSP_DAP_REQUEST || m->seq != e->seq || !m->name[0])
        return false;
    if ((e->seq == 1) != (strcmp(m->name, "initialize") == 0))
        return false;
    return !e->ended || strcmp(m->name, "restart") != 0;
}

/* Any content in a frame. */
static void say_content(scripted_editor *e, rsp_bytes content) {
    rsp_dap_message message = {0};
    const rsp_dap_frame frame = {.kind = RSP_DAP_FRAME_MESSAGE, .content = content};
    const rsp_status status = rsp_dap_message_parse(&message, content, NULL);
    if (status != RSP_OK || !is_sane(e, &message))
        e->judged = false;
    if (message.kind == RSP_DAP_REQUEST)
        e->num_open++;
    e->runs = e->runs || resumes(status == RSP_OK ? message.name : "");
    note(e, true, &frame);
    rsp_dap_frame_append(&e->out, content);
    rsp_dap_message_free(&message);
}

static void say_request(scripted_editor *e, rsp_bytes line) {
    const size_t space = rsp_bytes_index(line, ' ');
    const rsp_bytes command = rsp_bytes_sub(line, 0, space);
    const rsp_bytes arguments = rsp_bytes_from(line, space < line.len ? space + 1 : line.len);
    rsp_buf content = {0};
    rsp_buf_printf(&content, "{\"seq\":%lld,\"type\":\"request\",\"command\":\"", (long long)++e->seq);
    rsp_buf_append(&content, command);
    rsp_buf_push(&content, '"');
    if (arguments.len > 0)
        rsp_buf_str(&content, ",\"arguments\":");
    append_filled(e, &content, arguments);
    rsp_buf_push(&content, '}');
    say_content(e, rsp_buf_bytes(&content));
    rsp_buf_free(&content);
}

static bool is_hurried(const scripted_editor *e) {
    return e->script.len > 0 && e->script.ptr[0] == '!';
}

/* The next line; at the end of the script the editor goes. */
static void speak(scripted_editor *e) {
    if (e->script.len == 0 || ++e->num_lines > MOST_LINES || e->clock->now_ns > most_ns) {
        e->gone = true;
        return;
    }
    rsp_bytes line = fuzz_take(&e->script, rsp_bytes_index(e->script, '\n'));
    (void)fuzz_take(&e->script, 1);
    while (line.len > 0 && line.ptr[0] == '!')
        line = rsp_bytes_from(line, 1);
    const uint8_t kind = line.len > 0 ? line.ptr[0] : '.';
    e->pauses = kind == '.';
    e->spoke_ns = e->clock->now_ns;
    if (kind == '=') {
        rsp_buf content = {0};
        append_filled(e, &content, rsp_bytes_from(line, 1));
        e->judged = false;
        say_content(e, rsp_buf_bytes(&content));
        rsp_buf_free(&content);
    } else if (kind == '#') {
        e->judged = false;
        rsp_buf_append(&e->out, rsp_bytes_from(line, 1));
        rsp_buf_str(&e->out, "\r\n");
    } else if (kind != '.') {
        say_request(e, line);
    }
}

static uint64_t due_ns(const scripted_editor *e) {
    const bool quiet = e->num_open == 0 && !e->runs && !e->pauses;
    return quiet || is_hurried(e) ? e->spoke_ns : e->spoke_ns + patience_ns;
}

static rsp_status editor_recv(rsp_link *link, rsp_buf *out, size_t max, uint64_t deadline_ns) {
    scripted_editor *e = editor_of(link);
    const uint64_t until = deadline_ns > e->clock->now_ns ? deadline_ns : e->clock->now_ns;
    while (e->out.len == 0 && !e->gone && due_ns(e) <= until) {
        if (due_ns(e) > e->clock->now_ns)
            e->clock->now_ns = due_ns(e);
        speak(e);
    }
    if (e->out.len > 0) {
        const rsp_bytes piece = rsp_bytes_sub(rsp_buf_bytes(&e->out), 0, max);
        rsp_buf_append(out, piece);
        rsp_buf_consume(&e->out, piece.len);
        return out->status;
    }
    if (e->gone)
        return RSP_CLOSED;
    e->clock->now_ns = until; /* not for ever: the script has an end */
    return RSP_TIMEOUT;
}

static void editor_shut(rsp_link *link) {
    editor_of(link)->gone = true;
}

static void editor_wait(rsp_link *link, uint64_t until_ns) {
    scripted_editor *e = editor_of(link);
    if (until_ns > e->clock->now_ns)
        e->clock->now_ns = until_ns;
}

static void editor_describe(const rsp_link *link, rsp_buf *out) {
    (void)link;
    rsp_buf_str(out, "an editor by a script");
}

static const rsp_link_ops editor_ops = {
    .send = editor_send,
    .recv = editor_recv,
    .shut = editor_shut,
    .close = editor_shut,
    .wait = editor_wait,
    .describe = editor_describe,
};

/* --- the whole --- */

void scripted_editor_begin(scripted_editor *e, rsp_bytes script, rsp_virtual_clock *clock) {
    *e =
        (scripted_editor){.base = {.ops = &editor_ops, .clock = rsp_clock_virtual(clock), .is_virtual = true},
                          .clock = clock,
                          .script = script,
                          .judged = true,
                          .digest = FUZZ_DIGEST,
                          .rules = rsp_dap_rules_new()};
    FUZZ_MUST(e->rules != NULL);
}

void scripted_editor_judge(scripted_editor *e) {
    const rsp_dap_ending ending = {.orderly = true};
    size_t num = 0;
    FUZZ_MUST(!rsp_dap_reader_is_inside(&e->reader));
    FUZZ_MUST(!e->gone || e->clock->now_ns < 2 * most_ns);
    if (!e->judged)
        return;
    rsp_dap_rules_end(e->rules, &e->log, &ending);
    const rsp_dap_violation *found = rsp_dap_rules_violations(e->rules, &num);
    if (num == 0)
        return;
    rsp_buf text = {0};
    rsp_dap_log_render(&e->log, 0, e->log.num, 400, &text);
    (void)fprintf(stderr, "rule %s, message %zu: %s\n%s", rsp_dap_rule_get(found[0].rule)->id, found[0].entry,
                  found[0].text, rsp_buf_cstr(&text));
    fuzz_fail("no rule is broken", __FILE__, __LINE__);
}

void scripted_editor_end(scripted_editor *e) {
    rsp_buf_free(&e->out);
    rsp_dap_reader_free(&e->reader);
    rsp_dap_rules_free(e->rules);
    rsp_dap_log_free(&e->log);
}
