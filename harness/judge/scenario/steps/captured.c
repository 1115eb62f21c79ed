/* Captures: parts of the last reply under a name.
 * Each part is a small function; regex groups, JSON paths and registers are told by their form.
 * Captured values live as long as the scenario. */
/* SPDX-License-Identifier: MIT */
#include "steps/captured.h"

#include "match/match_batch.h"
#include "match/match_doc.h"
#include "play/buffers.h"
#include "play/failure.h"
#include "play/names.h"
#include "play/registers.h"
#include "play/thread_list.h"

#include "codec/reply.h"
#include "core/arena.h"
#include "core/hex.h"
#include "core/limits.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdlib.h>

typedef bool part_fn(play *p, value *out);

static value keep(play *p, rsp_bytes bytes) {
    return value_bytes(rsp_arena_bytes(&p->room.arena, bytes));
}

static rsp_bytes reply(const play *p) {
    return rsp_buf_bytes(&p->last.decoded);
}

static bool part_payload(play *p, value *out) {
    *out = keep(p, reply(p));
    return true;
}

static bool part_raw(play *p, value *out) {
    *out = keep(p, rsp_buf_bytes(&p->last.raw));
    return true;
}

static bool part_wire(play *p, value *out) {
    *out = keep(p, rsp_buf_bytes(&p->last.wire));
    return true;
}

static bool decoded(play *p, rsp_bytes hex, value *out) {
    rsp_buf *buf = play_buf(p);
    bool ok = rsp_hex_decode(buf, hex) == RSP_OK;
    *out = keep(p, rsp_buf_bytes(buf));
    return ok;
}

static bool part_hex(play *p, value *out) {
    return decoded(p, reply(p), out);
}

static bool part_number(play *p, value *out) {
    uint64_t number = 0;
    bool ok = rsp_hex_u64(&number, reply(p)) == RSP_OK;
    *out = value_int(number);
    return ok;
}

static bool part_text(play *p, value *out) {
    rsp_bytes text = reply(p);
    if (rsp_bytes_starts(text, RSP_LIT("E.")))
        *out = keep(p, rsp_bytes_from(text, 2));
    else
        return decoded(p, rsp_take_byte(&text, 'O') ? text : reply(p), out);
    return true;
}

static bool part_length(play *p, value *out) {
    *out = value_int(reply(p).len);
    return true;
}

static bool part_time(play *p, value *out) {
    *out = value_int(p->last.time_ns);
    return true;
}

static bool part_threads(play *p, value *out) {
    rsp_bytes text = reply(p);
    if (p->reused.drained.kind == VALUE_LIST) {
        *out = p->reused.drained;
        return true;
    }
    *out = value_list(NULL, 0);
    return rsp_take_byte(&text, 'm') && threads_add(p, text, out);
}

/* Data of a MultiMemRead reply: all bytes behind the counts. */
static bool multimem_data(play *p, rsp_buf *out) {
    rsp_multimem_form form = match_multimem_form(p);
    rsp_bytes request = rsp_buf_bytes(&p->last.request);
    size_t num = 0;
    if (rsp_multimem_parse(NULL, 0, &num, request, form, NULL) != RSP_OK || num == 0)
        return false;
    rsp_mem_range *ranges = rsp_arena_alloc(&p->room.scratch, num * sizeof *ranges);
    rsp_bytes *chunks = rsp_arena_alloc(&p->room.scratch, num * sizeof *chunks);
    if (!ranges || !chunks || rsp_multimem_parse(ranges, num, &num, request, form, NULL) != RSP_OK ||
        rsp_multimem_reply_parse(chunks, ranges, num, reply(p), form, NULL) != RSP_OK)
        return false;
    for (size_t i = 0; i < num; i++)
        rsp_buf_append(out, chunks[i]);
    return true;
}

bool captured_data(play *p, rsp_buf *out) {
    rsp_bytes request = rsp_buf_bytes(&p->last.request);
    rsp_bytes data = reply(p);
    if (rsp_bytes_starts(request, rsp_packet_name(RSP_PACKET_MULTI_MEM_READ)))
        return multimem_data(p, out);
    if (rsp_bytes_starts(request, RSP_LIT("x"))) {
        const value *v = scope_get(&p->names, RSP_LIT("dialect.x"));
        bool lldb = v && rsp_bytes_equal(v->bytes, RSP_LIT("lldb"));
        if (!lldb && !rsp_take_byte(&data, 'b'))
            return false;
        rsp_buf_append(out, data);
        return true;
    }
    return rsp_hex_decode(out, data) == RSP_OK;
}

static bool part_data(play *p, value *out) {
    rsp_buf *buf = play_buf(p);
    bool ok = captured_data(p, buf);
    *out = keep(p, rsp_buf_bytes(buf));
    return ok;
}

/* --- stop replies: parsed into p->stop before these are called --- */

static value id_value(play *p, rsp_ptid id) {
    rsp_buf *buf = play_buf(p);
    rsp_ptid_append(buf, id, p->reused.stop.multiprocess);
    return keep(p, rsp_buf_bytes(buf));
}

/* The thread of a stop reply, or of QC. */
static bool current_id(play *p, rsp_ptid *out) {
    rsp_bytes text = reply(p);
    if (rsp_take_text(&text, RSP_LIT("QC"))) {
        p->reused.stop.multiprocess = text.len > 0 && text.ptr[0] == 'p';
        return rsp_ptid_parse(out, text) == RSP_OK;
    }
    *out = p->reused.stop.thread;
    return p->reused.stop.has_thread;
}

static bool part_thread(play *p, value *out) {
    rsp_ptid id;
    bool ok = current_id(p, &id);
    if (ok)
        *out = id_value(p, id);
    return ok;
}

static bool part_pid(play *p, value *out) {
    rsp_ptid id;
    bool ok = current_id(p, &id);
    *out = value_int(ok ? (uint64_t)id.pid : 0);
    return ok;
}

static bool part_tid(play *p, value *out) {
    rsp_ptid id;
    bool ok = current_id(p, &id);
    *out = value_int(ok ? (uint64_t)id.tid : 0);
    return ok;
}

static bool part_signal(play *p, value *out) {
    *out = value_int(p->reused.stop.signal);
    return true;
}

static bool part_reason(play *p, value *out) {
    const char *key = rsp_stop_reason_key(p->reused.stop.reason);
    *out = keep(p, rsp_bytes_str(*key ? key : "none"));
    return true;
}

static bool part_child(play *p, value *out) {
    rsp_stop_reason r = p->reused.stop.reason;
    *out = id_value(p, p->reused.stop.reason_id);
    return r == RSP_REASON_FORK || r == RSP_REASON_VFORK || r == RSP_REASON_CLONE;
}

static bool part_address(play *p, value *out) {
    *out = value_int(p->reused.stop.reason_number);
    return p->reused.stop.reason != RSP_REASON_NONE;
}

static bool part_status(play *p, value *out) {
    *out = value_int(p->reused.stop.status);
    return p->reused.stop.kind == RSP_STOP_EXITED || p->reused.stop.kind == RSP_STOP_THREAD_EXITED;
}

static bool part_process(play *p, value *out) {
    *out = value_int((uint64_t)p->reused.stop.process);
    return p->reused.stop.has_process;
}

static bool part_stop_path(play *p, value *out) {
    return decoded(p, p->reused.stop.reason_text, out) && p->reused.stop.reason == RSP_REASON_EXEC;
}

static const struct {
    const char *name;
    part_fn *take;
    bool of_stop;
} parts[] = {
    {"payload", part_payload, false}, {"raw", part_raw, false},
    {"wire", part_wire, false},       {"hex", part_hex, false},
    {"number", part_number, false},   {"threads", part_threads, false},
    {"text", part_text, false},       {"data", part_data, false},
    {"length", part_length, false},   {"time", part_time, false},
    {"thread", part_thread, true},    {"pid", part_pid, true},
    {"tid", part_tid, true},          {"signal", part_signal, true},
    {"reason", part_reason, true},    {"child", part_child, true},
    {"address", part_address, true},  {"status", part_status, true},
    {"process", part_process, true},  {"stop-path", part_stop_path, true},
};

static bool take_group(play *p, uint64_t number, value *out) {
    if (number >= AUTOMATON_GROUPS || !p->reused.groups[number].set)
        return false;
    const automaton_group *group = &p->reused.groups[number];
    *out = keep(p, rsp_bytes_sub(reply(p), group->start, group->end - group->start));
    return true;
}

static bool take_json(play *p, const char *path, value *out) {
    rsp_buf *buf = play_buf(p);
    bool ok = json_capture(reply(p), path, buf);
    *out = keep(p, rsp_buf_bytes(buf));
    return ok;
}

/* A part by its name. */
static bool take_named(play *p, rsp_bytes name, value *out) {
    bool is_stop =
        rsp_stop_reply_is(reply(p)) && rsp_stop_reply_parse(&p->reused.stop, reply(p), NULL) == RSP_OK;
    bool query = rsp_bytes_starts(reply(p), RSP_LIT("QC"));
    for (size_t i = 0; i < RSP_ARRAY_LEN(parts); i++) {
        if (rsp_bytes_equal(name, rsp_bytes_str(parts[i].name)))
            return (!parts[i].of_stop || is_stop || query) && parts[i].take(p, out);
    }
    return false;
}

static bool take_part(play *p, const capture_source_spec *source, value *out) {
    uint64_t group = 0;
    rsp_bytes name = source->text;
    if (spec_number(source, &group))
        return take_group(p, group, out);
    if (rsp_bytes_starts(name, RSP_LIT("/")))
        return take_json(p, spec_text(source), out);
    if (rsp_take_text(&name, RSP_LIT("register ")))
        return register_read(p, source, (const char *)name.ptr, 0, REGISTER_BY_ANY, out) == STEP_OK;
    return take_named(p, name, out);
}

step_end captured_take(play *p, const capture_spec *capture) {
    for (size_t i = 0; capture && i < capture->num_entries; i++) {
        const capture_source_entry *entry = &capture->entries[i];
        value v = {0};
        if (!take_part(p, entry->is, &v))
            return play_fail(p, entry->is, RSP_VERDICT_FAIL, "the reply has no %s", spec_text(entry->is));
        if (!play_name(p, entry->name, v))
            return play_fail(p, entry->is, RSP_VERDICT_ERROR, "out of memory");
    }
    return STEP_OK;
}
