/* Stop replies against what a scenario says of them, key by key.
 * Registers that were not expedited are read from the stub, of the thread that stopped.
 * Source: GDB manual, Stop Reply Packets. */
/* SPDX-License-Identifier: MIT */
#include "match/match_stop.h"

#include "match/match.h"
#include "play/buffers.h"
#include "play/evaluate.h"
#include "play/registers.h"
#include "play/request.h"
#include "play/resume_form.h"
#include "play/stub_target.h"

#include "codec/explain.h"
#include "codec/reply.h"
#include "codec/signals.h"
#include "core/arena.h"
#include "core/byte_order.h"
#include "core/hex.h"
#include <stdio.h>

/* "expected thread p1.3, got p1.2" */
static bool say_value(rsp_buf *why, const char *what, rsp_bytes got, const value *want) {
    if (why->len > 0)
        return false;
    rsp_buf_printf(why, "expected %s ", what);
    value_show(why, want);
    rsp_buf_str(why, ", got ");
    if (got.len > 0)
        rsp_printable_append(why, got, 60);
    else
        rsp_buf_str(why, "none");
    return false;
}

static bool check_kind(play *p, const names_spec *wanted, rsp_buf *why) {
    const rsp_bytes kind = rsp_bytes_make(&(const char){(char)p->reused.stop.kind}, 1);
    for (size_t i = 0; i < wanted->num; i++) {
        if (rsp_bytes_equal(wanted->items[i]->text, kind))
            return true;
    }
    if (wanted->w.form == FORM_LIST)
        return match_say(why, "expected another kind of stop reply, got a %c reply",
                         (char)p->reused.stop.kind);
    return match_say(why, "expected a %s reply, got a %c reply", spec_text(&wanted->w),
                     (char)p->reused.stop.kind);
}

static bool has_signal(const rsp_stop_reply *stop) {
    return stop->kind == RSP_STOP_SIGNAL || stop->kind == RSP_STOP_THREAD ||
           stop->kind == RSP_STOP_TERMINATED;
}

static const char *signal_name(unsigned number) {
    const char *name = rsp_signal_name(number);
    return name ? name : "an unknown signal";
}

static bool check_signal(play *p, const signal_value_spec *wanted, rsp_buf *why) {
    if (!has_signal(&p->reused.stop))
        return match_say(why, "expected a signal, got a %c reply without one", (char)p->reused.stop.kind);
    uint64_t want = 0;
    for (size_t i = 0; i < wanted->num; i++) {
        if (!play_number(p, wanted->items[i], &want))
            return match_say_unusable(p, why);
        if (want == p->reused.stop.signal)
            return true;
    }
    return match_say(why, "expected signal %llu, got %u (%s)", (unsigned long long)want,
                     (unsigned)p->reused.stop.signal, signal_name(p->reused.stop.signal));
}

/* A thread id as text, in the form in which it came. */
static rsp_bytes id_text(play *p, rsp_ptid id) {
    rsp_buf *buf = play_buf(p);
    rsp_ptid_append(buf, id, p->reused.stop.multiprocess);
    return rsp_arena_bytes(&p->room.scratch, rsp_buf_bytes(buf));
}

static bool check_id(play *p, const value_spec *wanted, bool have, rsp_ptid id, const char *what,
                     rsp_buf *why) {
    value want = {0};
    if (!play_value(p, wanted, &want))
        return match_say_unusable(p, why);
    value got = value_bytes(have ? id_text(p, id) : RSP_LIT(""));
    return (have && value_equal(&got, &want)) || say_value(why, what, got.bytes, &want);
}

static bool check_thread(play *p, const value_spec *wanted, rsp_buf *why) {
    return check_id(p, wanted, p->reused.stop.has_thread, p->reused.stop.thread, "thread", why);
}

static bool check_child(play *p, const value_spec *wanted, rsp_buf *why) {
    rsp_stop_reason r = p->reused.stop.reason;
    bool have = r == RSP_REASON_FORK || r == RSP_REASON_VFORK || r == RSP_REASON_CLONE;
    return check_id(p, wanted, have, p->reused.stop.reason_id, "child", why);
}

static bool check_reason(play *p, const names_spec *wanted, rsp_buf *why) {
    const char *key = rsp_stop_reason_key(p->reused.stop.reason);
    const char *shown = *key ? key : "none";
    for (size_t i = 0; i < wanted->num; i++) {
        if (rsp_bytes_equal(wanted->items[i]->text, rsp_bytes_str(shown)))
            return true;
    }
    return match_say(why, "expected the stop reason %s, got %s",
                     wanted->w.form == FORM_LIST ? "to be one of several" : spec_text(&wanted->w), shown);
}

static bool check_address(play *p, const value_or_range_spec *wanted, rsp_buf *why) {
    rsp_stop_reason r = p->reused.stop.reason;
    if (r != RSP_REASON_WATCH && r != RSP_REASON_RWATCH && r != RSP_REASON_AWATCH)
        return match_say(why, "expected a data address, got none");
    return match_range(p, range_of(wanted), p->reused.stop.reason_number, "the address", why);
}

static bool check_syscall(play *p, const expr_spec *wanted, rsp_buf *why) {
    rsp_stop_reason r = p->reused.stop.reason;
    if (r != RSP_REASON_SYSCALL_ENTRY && r != RSP_REASON_SYSCALL_RETURN)
        return match_say(why, "expected a system call's number, got none");
    return match_range(p, range_of_one(wanted), p->reused.stop.reason_number, "the system call", why);
}

static bool check_path(play *p, const payload_spec *wanted, rsp_buf *why) {
    rsp_buf *want = play_buf(p);
    rsp_buf *got = play_buf(p);
    if (!play_payload(p, wanted, want))
        return match_say_unusable(p, why);
    if (p->reused.stop.reason != RSP_REASON_EXEC || rsp_hex_decode(got, p->reused.stop.reason_text) != RSP_OK)
        return match_say(why, "expected the path of an exec, got none");
    return rsp_bytes_equal(rsp_buf_bytes(want), rsp_buf_bytes(got)) ||
           match_say_text(why, rsp_buf_bytes(got), "expected another path, got ");
}

static bool check_status(play *p, const expr_spec *wanted, rsp_buf *why) {
    if (p->reused.stop.kind != RSP_STOP_EXITED && p->reused.stop.kind != RSP_STOP_THREAD_EXITED)
        return match_say(why, "expected an exit status, got a %c reply without one",
                         (char)p->reused.stop.kind);
    return match_range(p, range_of_one(wanted), p->reused.stop.status, "the exit status", why);
}

static bool check_process(play *p, const value_spec *wanted, rsp_buf *why) {
    if (rsp_bytes_equal(wanted->w.text, RSP_LIT("none")))
        return !p->reused.stop.has_process || match_say(why, "expected no process, got one");
    value want = {0};
    uint64_t number = 0;
    if (!play_value(p, wanted, &want) || !value_number(&want, &number))
        return match_say_unusable(p, why);
    if (!p->reused.stop.has_process)
        return match_say(why, "expected a process, got none");
    return (uint64_t)p->reused.stop.process == number ||
           match_say(why, "expected process %llx, got %llx", (unsigned long long)number,
                     (unsigned long long)p->reused.stop.process);
}

/* Whether the payload has a pair with that key. */
static bool has_key(rsp_bytes payload, rsp_bytes key) {
    rsp_bytes rest = rsp_bytes_from(payload, 3);
    while (rest.len > 0) {
        rsp_bytes pair = rsp_bytes_split(&rest, ';');
        if (rsp_bytes_equal(rsp_bytes_split(&pair, ':'), key))
            return true;
    }
    return false;
}

static bool check_keys(const names_spec *keys, rsp_bytes payload, bool wanted, rsp_buf *why) {
    for (size_t i = 0; i < keys->num; i++) {
        if (has_key(payload, keys->items[i]->text) != wanted)
            return match_say(why, wanted ? "expected the key %s, got none" : "expected no key %s, got one",
                             spec_text(keys->items[i]));
    }
    return true;
}

/* A register that came along with the stop; NULL: it did not. */
static const rsp_stop_register *expedited(const play *p, uint64_t number) {
    for (size_t i = 0; i < p->reused.stop.num_registers; i++)
        if (p->reused.stop.registers[i].num == number)
            return &p->reused.stop.registers[i];
    return NULL;
}

static bool expedited_value(play *p, const rsp_stop_register *reg, value *out) {
    if (!rsp_stop_register_known(reg))
        return false;
    rsp_buf *bytes = play_buf(p);
    bool ok = rsp_hex_decode(bytes, reg->value) == RSP_OK && bytes->len <= 8;
    *out = value_int(ok ? rsp_number_of(rsp_buf_bytes(bytes), p->stub->layout.big_endian) : 0);
    return ok;
}

/* The value of a register in the thread that stopped. */
static bool read_register(play *p, const value_entry *wanted, value *out, rsp_buf *why) {
    const written *at = &wanted->is->w;
    target_ask(p);
    const rsp_tdesc_register *r = rsp_tdesc_find(&p->stub->layout.target, wanted->name);
    const rsp_stop_register *came = r ? expedited(p, r->number) : NULL;
    if (came && expedited_value(p, came, out)) {
        out->number = register_as_address(p, r, out->number);
        return true;
    }
    if (came && came->value.len == 0)
        return match_say(why, "expected the register %s, but the stop says that it cannot be read",
                         wanted->name);
    if (p->mode.non_stop && p->reused.stop.has_thread &&
        play_requestf(p, at, "Hg%s", (const char *)id_text(p, p->reused.stop.thread).ptr) != STEP_OK)
        return match_say(why, "expected the register %s, but it cannot be read", wanted->name);
    if (register_read(p, at, wanted->name, 0, REGISTER_BY_ANY, out) != STEP_OK)
        return match_say(why, "expected the register %s, but it cannot be read", wanted->name);
    return true;
}

static bool check_register(play *p, const value_entry *wanted, rsp_buf *why) {
    value want = {0};
    value got = {0};
    if (!play_value(p, wanted->is, &want))
        return match_say_unusable(p, why);
    if (!read_register(p, wanted, &got, why))
        return false;
    if (value_equal(&got, &want))
        return true;
    (void)match_say(why, "expected %s to be ", wanted->name);
    value_show(why, &want);
    rsp_buf_str(why, ", got ");
    value_show(why, &got);
    return false;
}

static bool check_registers(play *p, const free_exprs_spec *wanted, rsp_buf *why) {
    for (size_t i = 0; i < wanted->num_entries; i++) {
        if (!check_register(p, &wanted->entries[i], why))
            return false;
    }
    return true;
}

static bool match_condition(play *p, const stop_condition *c, rsp_bytes payload, rsp_buf *why) {
    switch (c->key) {
    case STOP_KEY_kind:
        return check_kind(p, c->kind, why);
    case STOP_KEY_signal:
        return check_signal(p, c->signal, why);
    case STOP_KEY_thread:
        return check_thread(p, c->thread, why);
    case STOP_KEY_reason:
        return check_reason(p, c->reason, why);
    case STOP_KEY_child:
        return check_child(p, c->child, why);
    case STOP_KEY_address:
        return check_address(p, c->address, why);
    case STOP_KEY_number:
        return check_syscall(p, c->number, why);
    case STOP_KEY_path:
        return check_path(p, c->path, why);
    case STOP_KEY_status:
        return check_status(p, c->status, why);
    case STOP_KEY_process:
        return check_process(p, c->process, why);
    case STOP_KEY_registers:
        return check_registers(p, c->registers, why);
    case STOP_KEY_has:
        return check_keys(c->has, payload, true, why);
    case STOP_KEY_lacks:
        return check_keys(c->lacks, payload, false, why);
    }
    return false;
}

bool match_stop(play *p, const stop_spec *stop, rsp_bytes payload, rsp_buf *why) {
    rsp_error error = {0};
    if (rsp_reply_is_error(payload) || payload.len == 0)
        return match_say(why, payload.len ? "expected a stop reply, got an error"
                                          : "expected a stop reply, got the empty reply");
    if (!rsp_stop_reply_is(payload))
        return match_say(why, "expected a stop reply, got another reply");
    rsp_status status = rsp_stop_reply_parse(&p->reused.stop, payload, &error);
    if (status != RSP_OK)
        return match_say(why, "expected a well-formed stop reply: %s", error.msg);
    if (p->reused.stop.kind == RSP_STOP_OUTPUT || p->reused.stop.kind == RSP_STOP_FILEIO)
        return match_say(why, "expected a stop reply, got output or a File-I/O request");
    resume_note_stop(p);
    for (size_t i = 0; stop && i < stop->num; i++) {
        if (!match_condition(p, &stop->conditions[i], payload, why))
            return false;
    }
    return true;
}
