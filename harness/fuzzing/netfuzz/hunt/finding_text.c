/* A finding as a scenario, a page, and a JSON object.
 * The scenario repeats the writes byte for byte with acknowledgments by hand, and sends the probe after them.
 * Nothing that the stub said is copied unescaped. */
/* SPDX-License-Identifier: MIT */
#include "netfuzz/finding.h"

#include "codec/explain.h"
#include "codec/json.h"
#include "core/hex.h"
#include "core/text.h"
#include <inttypes.h>
#include <rsp/frame.h>
#include <stdio.h>
#include <string.h>

enum { SHOWN_BYTES = 120, LISTED_BYTES = 480, MIN_RUN = 8 };

/* Hex pairs with "7d*512" for runs, as scenarios write bytes. */
static void append_bytes(rsp_buf *out, rsp_bytes bytes) {
    for (size_t at = 0; at < bytes.len;) {
        size_t run = 1;
        while (at + run < bytes.len && bytes.ptr[at + run] == bytes.ptr[at])
            run++;
        size_t shown = run >= MIN_RUN ? 1 : run;
        for (size_t i = 0; i < shown; i++) {
            rsp_buf_str(out, at + i > 0 ? " " : "");
            rsp_hex_append_fixed(out, bytes.ptr[at], 2);
        }
        if (run >= MIN_RUN)
            rsp_buf_printf(out, "*%zu", run);
        at += run;
    }
}

static rsp_bytes write_bytes(const rsp_finding *f, size_t i) {
    return rsp_bytes_sub(f->log.bytes, f->log.writes[i].offset, f->log.writes[i].len);
}

/* The probe as a frame, perhaps after acknowledgments. */
static bool is_probe(const rsp_finding *f, rsp_bytes bytes) {
    while (bytes.len > 0 && (bytes.ptr[0] == '+' || bytes.ptr[0] == '-'))
        bytes = rsp_bytes_from(bytes, 1);
    rsp_bytes body = rsp_bytes_from(bytes, 1);
    return bytes.len == f->probe.len + 4 && rsp_bytes_starts(body, f->probe);
}

/* Probes at the end are the player's own; the scenario asks one by itself. */
static size_t num_writes(const rsp_finding *f) {
    size_t num = f->log.num;
    while (num > 1 && is_probe(f, write_bytes(f, num - 1)))
        num--;
    return num;
}

static const char *requirements_of(const rsp_finding *f) {
    if (f->requirements[0])
        return f->requirements;
    switch (f->kind) {
    case RSP_FINDING_NO_STOP:
        return "INT-001";
    case RSP_FINDING_NO_REPLY:
        return "FRAME-017";
    case RSP_FINDING_DEAF:
        return "ROBUST-001";
    case RSP_FINDING_HANG:
        return "ROBUST-021";
    case RSP_FINDING_CONTRADICTION:
        return "MEM-006";
    case RSP_FINDING_CRASH:
    case RSP_FINDING_CLOSED:
    case RSP_FINDING_RULE:
    case RSP_FINDING_MEMORY:
    case RSP_FINDING_DIFFERENCE:
    case RSP_FINDING_KINDS:
        break;
    }
    return "ROBUST-003";
}

/* Commas between ids that are separated by blanks. */
static void append_requirements(rsp_buf *out, const rsp_finding *f) {
    rsp_bytes rest = rsp_bytes_str(requirements_of(f));
    const char *comma = "";
    while (rest.len > 0) {
        rsp_bytes id = rsp_bytes_split(&rest, ' ');
        rsp_buf_printf(out, "%s%.*s", comma, (int)id.len, (const char *)id.ptr);
        comma = ", ";
    }
}

static void append_write(rsp_buf *out, const rsp_finding *f, size_t i, bool last) {
    if (f->log.writes[i].reconnect) {
        rsp_buf_str(out, "  - reconnect: { handshake: no }\n  - acks: manual\n");
        return;
    }
    rsp_buf_str(out, "  # ");
    rsp_printable_append(out, write_bytes(f, i), SHOWN_BYTES);
    rsp_buf_str(out, "\n  - send-raw: { bytes: \"");
    append_bytes(out, write_bytes(f, i));
    rsp_buf_str(out, "\" }\n");
    if (last && f->kind == RSP_FINDING_NO_REPLY)
        rsp_buf_str(out, "    expect: any\n");
    else if (last && f->kind == RSP_FINDING_CONTRADICTION)
        rsp_buf_printf(out, "    expect: %s\n", f->matcher);
    else if (last && f->kind == RSP_FINDING_NO_STOP)
        rsp_buf_str(out, "    expect: stop\n");
    else
        rsp_buf_str(out, "  - discard:\n");
}

static void append_probe(rsp_buf *out, const rsp_finding *f) {
    rsp_buf frame = {0};
    rsp_frame_packet(&frame, f->probe);
    rsp_buf_str(out, "  # it still answers: ");
    rsp_printable_append(out, f->probe, SHOWN_BYTES);
    rsp_buf_str(out, "\n  - send-raw: { bytes: \"");
    append_bytes(out, rsp_buf_bytes(&frame));
    rsp_buf_str(out, "\" }\n    expect: any\n");
    rsp_buf_free(&frame);
}

static void append_quoted(rsp_buf *out, const char *text) {
    rsp_buf_push(out, '\'');
    for (const char *p = text; *p; p++)
        rsp_buf_str(out, *p == '\'' ? "''" : (const char[]){*p >= ' ' && *p < 127 ? *p : '?', 0});
    rsp_buf_push(out, '\'');
}

/* The kind in words, where the headline does not begin with the same. */
static const char *title_of(const rsp_finding *f) {
    const char *title = rsp_finding_kind_title(f->kind);
    return strncmp(f->headline, title, strlen(title)) == 0 ? "" : title;
}

size_t rsp_finding_num_messages(const rsp_finding *f) {
    size_t num = f->messages->num;
    for (size_t i = 0; i < f->num_before; i++)
        num += f->before[i]->num;
    return num;
}

static size_t bytes_of(const rsp_messages *list) {
    size_t bytes = 0;
    for (size_t i = 0; i < list->num; i++)
        bytes += rsp_messages_bytes(list, i).len;
    return bytes;
}

size_t rsp_finding_num_bytes(const rsp_finding *f) {
    size_t bytes = bytes_of(f->messages);
    for (size_t i = 0; i < f->num_before; i++)
        bytes += bytes_of(f->before[i]);
    return bytes;
}

bool rsp_finding_has_scenario(const rsp_finding *f) {
    return f->kind != RSP_FINDING_MEMORY && f->kind != RSP_FINDING_DIFFERENCE && !f->log.cut;
}

void rsp_finding_messages(rsp_buf *out, const rsp_finding *f) {
    for (size_t i = 0; i < f->num_before; i++)
        rsp_messages_write(out, f->before[i]);
    rsp_messages_write(out, f->messages);
}

rsp_status rsp_finding_scenario(rsp_buf *out, const rsp_finding *f, const char *name) {
    size_t num = num_writes(f);
    char title[RSP_FINDING_TEXT_BYTES * 2];
    rsp_buf_printf(out, "# Found by stubborn fuzz: %s\nscenario: fuzz/%s\ntitle: ", f->signature, name);
    (void)snprintf(title, sizeof title, "%s%s%s", title_of(f), title_of(f)[0] ? ": " : "", f->headline);
    append_quoted(out, title);
    rsp_buf_str(out, "\ncovers: [");
    append_requirements(out, f);
    rsp_buf_str(out, "]\ntags: [fuzz]\nlevel: must\nmatrix: none\nconnect: { handshake: no }\n");
    if (f->kind != RSP_FINDING_RULE)
        rsp_buf_str(out, "rules-off: all\n");
    rsp_buf_str(out, "steps:\n  - acks: manual\n");
    for (size_t i = 0; i < num; i++)
        append_write(out, f, i, i + 1 == num);
    bool judged = f->kind == RSP_FINDING_NO_REPLY || f->kind == RSP_FINDING_NO_STOP ||
                  f->kind == RSP_FINDING_CONTRADICTION || f->kind == RSP_FINDING_RULE;
    if (!judged)
        append_probe(out, f);
    return out->status;
}

/* --- the page --- */

static void append_messages(rsp_buf *out, const rsp_finding *f) {
    rsp_buf_str(out, "## What was written\n\n```\n");
    for (size_t i = 0; i < num_writes(f); i++) {
        rsp_bytes bytes = write_bytes(f, i);
        if (f->log.writes[i].reconnect)
            rsp_buf_str(out, "(new connection)");
        else
            rsp_printable_append(out, bytes, LISTED_BYTES);
        rsp_buf_push(out, '\n');
    }
    rsp_buf_str(out, "```\n\n");
}

/* Lines of four blanks: nothing in them is markup. */
static void append_words(rsp_buf *out, const char *title, rsp_bytes words) {
    if (words.len == 0)
        return;
    rsp_buf_printf(out, "## %s\n\n", title);
    while (words.len > 0) {
        rsp_bytes line = rsp_bytes_split(&words, '\n');
        rsp_buf_str(out, "    ");
        rsp_printable_append(out, line, 400);
        rsp_buf_push(out, '\n');
    }
    rsp_buf_push(out, '\n');
}

static void append_seconds(rsp_buf *out, const char *what, uint64_t ns) {
    rsp_buf_printf(out, "%s after %.1f s", what, (double)ns / (double)RSP_NS_PER_S);
}

void rsp_finding_times(rsp_buf *out, const rsp_finding *f) {
    append_seconds(out, "seen", f->seen_ns);
    append_seconds(out, ", confirmed", f->confirmed_ns);
    if (!f->pending)
        append_seconds(out, ", written", f->written_ns);
}

rsp_status rsp_finding_summary(rsp_buf *out, const rsp_finding *f, const char *stub, const char *again,
                               const char *verified) {
    rsp_text_printf(out, "# %s%s%s\n\n", title_of(f), title_of(f)[0] ? ": " : "", f->headline);
    rsp_text_printf(out, "- stub: `%s`\n- signature: `%s`\n", stub, f->signature);
    rsp_buf_str(out, "- requirements: ");
    append_requirements(out, f);
    rsp_text_printf(out, "\n- messages: %zu, %zu byte%s (seen after %zu)\n", rsp_finding_num_messages(f),
                    rsp_finding_num_bytes(f), rsp_finding_num_bytes(f) == 1 ? "" : "s", f->messages_before);
    if (f->rounds > 1)
        rsp_buf_printf(out, "- played %u times over to one stub, which grew by more than %" PRIu64 " MiB\n",
                       f->rounds, f->memory_bytes >> 20);
    rsp_text_printf(out, "- reproduced on a fresh stub: %u of %u times%s\n", f->reproduced, f->replays,
                    f->reproduced < f->replays ? " (not always)" : "");
    if (f->pending)
        rsp_buf_str(out, "- confirmed, and not yet minimised\n");
    rsp_buf_printf(out, "- seed %" PRIu64 ", sequence %" PRIu64 "; ", f->seed, f->index);
    rsp_finding_times(out, f);
    rsp_text_printf(out, "\n- again: `%s`\n", again);
    if (verified[0])
        rsp_text_printf(out, "- which now says: %s\n", verified);
    rsp_buf_push(out, '\n');
    append_messages(out, f);
    append_words(out, "Expected", rsp_bytes_str(f->expected));
    append_words(out, "Got", rsp_bytes_str(f->got));
    append_words(out, "The stub's standard error", f->words);
    append_words(out, "The stub's standard output", f->output);
    rsp_text_printf(
        out,
        "Files: %s`messages.txt` is what is played again (and a seed), `raw.bin` holds the bytes as "
        "written%s, `conversation.txt` what was said.\n",
        rsp_finding_has_scenario(f) ? "`scenario.yaml` for `stubborn run`, " : "",
        f->log.cut      ? ", as far as they were kept"
        : f->rounds > 1 ? ", of one round"
                        : "");
    if (!rsp_finding_has_scenario(f))
        rsp_text_printf(out, "There is no scenario: %s.\n",
                        f->log.cut ? "too much was written to be kept"
                        : f->kind == RSP_FINDING_MEMORY
                            ? "a scenario does not see how large the stub is"
                            : "a scenario does not see that another stub answers otherwise");
    return out->status;
}

rsp_status rsp_finding_conversation(rsp_buf *out, const rsp_finding *f) {
    enum { LAST_ENTRIES = 500 };
    rsp_entry first;
    rsp_transcript_style style = {.before = LAST_ENTRIES, .acks = true, .wire = true};
    if (!f->conversation)
        return out->status;
    if (rsp_transcript_get(f->conversation, rsp_transcript_first(f->conversation), &first))
        style.epoch_ns = first.time_ns;
    rsp_transcript_render(f->conversation, out, RSP_NO_ENTRY, &style);
    return out->status;
}

static void json_pair(rsp_buf *out, const char *key, rsp_bytes text) {
    rsp_text_printf(out, "\"%s\": ", key);
    rsp_json_string_append(out, text);
    rsp_buf_str(out, ", ");
}

static void json_seconds(rsp_buf *out, const char *key, uint64_t ns) {
    rsp_text_printf(out, "\"%s\": %" PRIu64 ".%03" PRIu64 ", ", key, ns / RSP_NS_PER_S,
                    ns / RSP_NS_PER_MS % 1000);
}

rsp_status rsp_finding_json(rsp_buf *out, const rsp_finding *f, const char *folder) {
    rsp_buf text = {0};
    rsp_finding_messages(&text, f);
    rsp_buf_push(out, '{');
    json_pair(out, "kind", rsp_bytes_str(rsp_finding_kind_name(f->kind)));
    json_pair(out, "signature", rsp_bytes_str(f->signature));
    json_pair(out, "headline", rsp_bytes_str(f->headline));
    json_pair(out, "requirements", rsp_bytes_str(requirements_of(f)));
    json_pair(out, "folder", rsp_bytes_str(folder));
    json_pair(out, "messages", rsp_buf_bytes(&text));
    json_pair(out, "expected", rsp_bytes_str(f->expected));
    json_pair(out, "got", rsp_bytes_str(f->got));
    rsp_buf_printf(out, "\"scenario\": %s, ", rsp_finding_has_scenario(f) ? "true" : "false");
    rsp_buf_printf(out, "\"num_messages\": %zu, \"bytes\": %zu, ", rsp_finding_num_messages(f),
                   rsp_finding_num_bytes(f));
    rsp_buf_printf(out, "\"rounds\": %u, \"memory_bytes\": %" PRIu64 ", ", f->rounds > 0 ? f->rounds : 1,
                   f->kind == RSP_FINDING_MEMORY ? f->memory_bytes : 0);
    rsp_buf_printf(out, "\"messages_before\": %zu, ", f->messages_before);
    rsp_buf_printf(out, "\"reproduced\": %u, \"replays\": %u, ", f->reproduced, f->replays);
    rsp_buf_printf(out, "\"sequence\": %" PRIu64 ", \"seed\": %" PRIu64 ", ", f->index, f->seed);
    json_seconds(out, "seen_seconds", f->seen_ns);
    json_seconds(out, "confirmed_seconds", f->confirmed_ns);
    json_seconds(out, "written_seconds", f->written_ns);
    rsp_buf_printf(out, "\"pending\": %s}", f->pending ? "true" : "false");
    rsp_buf_free(&text);
    return out->status;
}
