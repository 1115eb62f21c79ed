/* Stop replies against what a scenario says of them, key by key.
 * Registers that were not expedited are read from the stub, of the thread that stopped.
 * Source: GDB manual, Stop Reply Packets. */
/* SPDX-License-Identifier: MIT */
#include "play/play.h"

#include <rsp/explain.h>
#include <rsp/hex.h>
#include <rsp/reply.h>
#include <rsp/signals.h>
#include <stdio.h>

/* "thread is p1.2, not p1.3" */
static bool say_value(play *p, rsp_buf *why, const char *what, rsp_bytes got, const value *want) {
    if (why->len > 0)
        return false;
    (void)p;
    rsp_buf_printf(why, "%s is ", what);
    if (got.len > 0)
        rsp_printable_append(why, got, 60);
    else
        rsp_buf_str(why, "missing");
    rsp_buf_str(why, ", not ");
    value_show(why, want);
    return false;
}

static bool unusable(play *p, rsp_buf *why) {
    return match_say(why, "the expectation can not be evaluated: %s", p->failure.message);
}

static bool check_kind(play *p, const rsp_node *node, rsp_buf *why) {
    const char kind[2] = {(char)p->stop.kind, 0};
    if (node->kind == NODE_SCALAR)
        return node_is(node, kind) || match_say(why, "it is a %s reply, not %s", kind, node_str(node));
    for (const rsp_node *n = node->first; n; n = n->next) {
        if (node_is(n, kind))
            return true;
    }
    return match_say(why, "it is a %s reply", kind);
}

static bool has_signal(const rsp_stop_reply *stop) {
    return stop->kind == RSP_STOP_SIGNAL || stop->kind == RSP_STOP_THREAD ||
           stop->kind == RSP_STOP_TERMINATED;
}

static const char *signal_name(unsigned number) {
    const char *name = rsp_signal_name(number);
    return name ? name : "an unknown signal";
}

static bool check_signal(play *p, const rsp_node *node, rsp_buf *why) {
    if (!has_signal(&p->stop))
        return match_say(why, "a %c reply has no signal", (char)p->stop.kind);
    uint64_t want = 0;
    const rsp_node *n = node->kind == NODE_SEQ ? node->first : node;
    for (; n; n = node->kind == NODE_SEQ ? n->next : NULL) {
        if (!play_number(p, n, &want))
            return unusable(p, why);
        if (want == p->stop.signal)
            return true;
    }
    return match_say(why, "signal is %u (%s), not %llu", (unsigned)p->stop.signal,
                     signal_name(p->stop.signal), (unsigned long long)want);
}

/* A thread id as text, in the form in which it came. */
static rsp_bytes id_text(play *p, rsp_ptid id) {
    rsp_buf buf = {.mem = p->arena.mem};
    rsp_ptid_append(&buf, id, p->stop.multiprocess);
    rsp_bytes text = rsp_arena_bytes(&p->scratch, rsp_buf_bytes(&buf));
    rsp_buf_free(&buf);
    return text;
}

static bool check_id(play *p, const rsp_node *node, bool have, rsp_ptid id, const char *what, rsp_buf *why) {
    value want = {0};
    if (!play_value(p, node, &want))
        return unusable(p, why);
    value got = value_bytes(have ? id_text(p, id) : RSP_LIT(""));
    return (have && value_equal(&got, &want)) || say_value(p, why, what, got.bytes, &want);
}

static bool check_thread(play *p, const rsp_node *node, rsp_buf *why) {
    return check_id(p, node, p->stop.has_thread, p->stop.thread, "thread", why);
}

static bool check_child(play *p, const rsp_node *node, rsp_buf *why) {
    rsp_stop_reason r = p->stop.reason;
    bool have = r == RSP_REASON_FORK || r == RSP_REASON_VFORK || r == RSP_REASON_CLONE;
    return check_id(p, node, have, p->stop.reason_id, "child", why);
}

static bool check_reason(play *p, const rsp_node *node, rsp_buf *why) {
    const char *key = rsp_stop_reason_key(p->stop.reason);
    const char *shown = *key ? key : "none";
    const rsp_node *n = node->kind == NODE_SEQ ? node->first : node;
    for (; n; n = node->kind == NODE_SEQ ? n->next : NULL) {
        if (node_is(n, shown))
            return true;
    }
    return match_say(why, "reason is %s, not %s", shown,
                     node->kind == NODE_SCALAR ? node_str(node) : "one of those");
}

static bool check_address(play *p, const rsp_node *node, rsp_buf *why) {
    rsp_stop_reason r = p->stop.reason;
    if (r != RSP_REASON_WATCH && r != RSP_REASON_RWATCH && r != RSP_REASON_AWATCH)
        return match_say(why, "there is no data address");
    return match_range(p, node, p->stop.reason_number, "address", why);
}

static bool check_syscall(play *p, const rsp_node *node, rsp_buf *why) {
    rsp_stop_reason r = p->stop.reason;
    if (r != RSP_REASON_SYSCALL_ENTRY && r != RSP_REASON_SYSCALL_RETURN)
        return match_say(why, "there is no system call number");
    return match_range(p, node, p->stop.reason_number, "system call", why);
}

static bool check_path(play *p, const rsp_node *node, rsp_buf *why) {
    rsp_buf want = {.mem = p->arena.mem};
    rsp_buf got = {.mem = p->arena.mem};
    bool ok = play_payload(p, node, &want) || unusable(p, why);
    if (ok && (p->stop.reason != RSP_REASON_EXEC || rsp_hex_decode(&got, p->stop.reason_text) != RSP_OK))
        ok = match_say(why, "there is no path of exec");
    if (ok && !rsp_bytes_equal(rsp_buf_bytes(&want), rsp_buf_bytes(&got)))
        ok = match_say_text(why, rsp_buf_bytes(&got), "path is ");
    rsp_buf_free(&want);
    rsp_buf_free(&got);
    return ok;
}

static bool check_status(play *p, const rsp_node *node, rsp_buf *why) {
    if (p->stop.kind != RSP_STOP_EXITED && p->stop.kind != RSP_STOP_THREAD_EXITED)
        return match_say(why, "a %c reply has no exit status", (char)p->stop.kind);
    return match_range(p, node, p->stop.status, "exit status", why);
}

static bool check_process(play *p, const rsp_node *node, rsp_buf *why) {
    if (node_is(node, "none"))
        return !p->stop.has_process || match_say(why, "the process is named");
    value want = {0};
    uint64_t number = 0;
    if (!play_value(p, node, &want) || !value_number(&want, &number))
        return unusable(p, why);
    if (!p->stop.has_process)
        return match_say(why, "the process is not named");
    return (uint64_t)p->stop.process == number ||
           match_say(why, "process is %llx, not %llx", (unsigned long long)p->stop.process,
                     (unsigned long long)number);
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

static bool check_keys(const rsp_node *node, rsp_bytes payload, bool wanted, rsp_buf *why) {
    const rsp_node *n = node->kind == NODE_SEQ ? node->first : node;
    for (; n; n = node->kind == NODE_SEQ ? n->next : NULL) {
        if (has_key(payload, n->text) != wanted)
            return match_say(why, wanted ? "key %s is missing" : "key %s is there", node_str(n));
    }
    return true;
}

/* The value of an expedited register. */
static bool expedited(play *p, uint64_t number, value *out) {
    for (size_t i = 0; i < p->stop.num_registers; i++) {
        if (p->stop.registers[i].num != number)
            continue;
        rsp_buf bytes = {.mem = p->arena.mem};
        bool ok = rsp_hex_decode(&bytes, p->stop.registers[i].value) == RSP_OK && bytes.len <= 8;
        uint64_t v = 0;
        for (size_t k = 0; ok && k < bytes.len; k++)
            v = v << 8 | bytes.ptr[p->stub->big_endian ? k : bytes.len - 1 - k];
        rsp_buf_free(&bytes);
        *out = value_int(v);
        return ok;
    }
    return false;
}

static bool check_register(play *p, const rsp_node *node, rsp_buf *why) {
    value want = {0};
    value got = {0};
    if (!play_value(p, node, &want))
        return unusable(p, why);
    facts_probe_target(p);
    const rsp_tdesc_register *r = rsp_tdesc_find(&p->stub->target, node_key(node));
    if (!r || !expedited(p, r->number, &got)) {
        if (p->non_stop && p->stop.has_thread &&
            play_requestf(p, node, "Hg%s", (const char *)id_text(p, p->stop.thread).ptr) != STEP_OK)
            return match_say(why, "%s can not be read", node_key(node));
        if (register_read(p, node, node_key(node), 0, REGISTER_BY_ANY, &got) != STEP_OK)
            return match_say(why, "%s can not be read", node_key(node));
    }
    if (value_equal(&got, &want))
        return true;
    (void)match_say(why, "%s is ", node_key(node));
    value_show(why, &got);
    rsp_buf_str(why, ", not ");
    value_show(why, &want);
    return false;
}

static bool check_registers(play *p, const rsp_node *node, rsp_buf *why) {
    for (const rsp_node *n = node->first; n; n = n->next) {
        if (!check_register(p, n, why))
            return false;
    }
    return true;
}

static const struct {
    const char *name;
    bool (*check)(play *p, const rsp_node *node, rsp_buf *why);
} conditions[] = {
    {"kind", check_kind},       {"signal", check_signal},       {"thread", check_thread},
    {"reason", check_reason},   {"child", check_child},         {"address", check_address},
    {"number", check_syscall},  {"path", check_path},           {"status", check_status},
    {"process", check_process}, {"registers", check_registers},
};

bool match_stop(play *p, const rsp_node *stop, rsp_bytes payload, rsp_buf *why) {
    rsp_error error = {0};
    if (rsp_reply_is_error(payload) || payload.len == 0)
        return match_say(why, payload.len ? "reply is an error, not a stop" : "reply is empty, not a stop");
    rsp_status status = rsp_stop_reply_parse(&p->stop, payload, &error);
    if (status != RSP_OK)
        return match_say(why, "reply is no stop: %s", error.msg);
    if (p->stop.kind == RSP_STOP_OUTPUT || p->stop.kind == RSP_STOP_FILEIO)
        return match_say(why, "reply is no stop");
    if (!stop || stop->kind != NODE_MAP)
        return true;
    for (const rsp_node *n = stop->first; n; n = n->next) {
        if (node_key_is(n, "has") && !check_keys(n, payload, true, why))
            return false;
        if (node_key_is(n, "lacks") && !check_keys(n, payload, false, why))
            return false;
        for (size_t i = 0; i < RSP_ARRAY_LEN(conditions); i++) {
            if (node_key_is(n, conditions[i].name) && !conditions[i].check(p, n, why))
                return false;
        }
    }
    return true;
}
