/* Rules about stop replies and the ids in them, stricter than the parser that has to cope with what is there.
 * A table of the keys with what their value must be and what must have been negotiated.
 * Source: GDB manual, Stop Reply Packets; Packets (thread-id). */
/* SPDX-License-Identifier: MIT */
#include "rule_internal.h"

#include "codec/negotiated.h"
#include "core/hex.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/payload.h>

static bool all_hex(rsp_bytes digits) {
    for (size_t i = 0; i < digits.len; i++)
        if (rsp_hex_value(digits.ptr[i]) < 0)
            return false;
    return digits.len > 0;
}

static bool has_upper(rsp_bytes digits) {
    for (size_t i = 0; i < digits.len; i++)
        if (digits.ptr[i] >= 'A' && digits.ptr[i] <= 'F')
            return true;
    return false;
}

bool rsp_rule_hex_number(judge *j, rsp_bytes digits) {
    rsp_bytes rest = digits;
    if (rsp_take_text(&rest, RSP_LIT("0x")) || rsp_take_text(&rest, RSP_LIT("0X"))) {
        if (!all_hex(rest))
            return false;
        rsp_rule_break(j, RSP_RULE_NUMBER_PREFIX, "digits only", digits, "a number with a 0x prefix");
        return true;
    }
    if (!all_hex(digits))
        return false;
    if (has_upper(digits))
        rsp_rule_break(j, RSP_RULE_HEX_CASE, "lower case", digits, "upper-case hex digits");
    return true;
}

static void check_zeros(judge *j, rsp_bytes digits) {
    if (digits.len > 1 && digits.ptr[0] == '0' && all_hex(digits))
        rsp_rule_break(j, RSP_RULE_NUMBER_ZEROS, "no leading zeros", digits, "an id with leading zeros");
}

/* One number of an id. */
static bool id_part(judge *j, rsp_bytes digits) {
    if (rsp_bytes_equal(digits, RSP_LIT("-1")))
        return true;
    check_zeros(j, digits);
    return rsp_rule_hex_number(j, digits);
}

/* Before the first request of a connection nothing is negotiated, and nobody takes what comes. */
static bool may_judge_process(const judge *j) {
    return !j->modes.unknown && j->rules->asked;
}

void rsp_rule_thread_id(judge *j, rsp_bytes id) {
    rsp_bytes tid = id;
    bool extended = rsp_take_byte(&tid, 'p');
    bool good = true;
    if (extended) {
        rsp_bytes pid = rsp_bytes_split(&tid, '.');
        good = id_part(j, pid);
    }
    good = id_part(j, tid) && good;
    if (!good) {
        rsp_rule_break(j, RSP_RULE_THREAD_ID, extended ? "p<pid>.<tid>" : "<tid>", id, "not a thread-id");
        return;
    }
    if (!may_judge_process(j))
        return;
    bool agreed = rsp_agreed_on(&j->modes, RSP_AGREED_MULTIPROCESS);
    if (extended && !agreed)
        rsp_rule_break(j, RSP_RULE_PROCESS_UNASKED, "<tid>", id,
                       "a process id, though multiprocess was not negotiated");
    else if (!extended && agreed)
        rsp_rule_break(j, RSP_RULE_PROCESS_NAMED, "p<pid>.<tid>", id,
                       "no process id, though multiprocess was negotiated");
}

void rsp_rule_process_id(judge *j, rsp_bytes id) {
    if (!id_part(j, id))
        rsp_rule_break(j, RSP_RULE_STOP_GRAMMAR, "process:<pid in hex>", id, "not a process id");
    if (may_judge_process(j) && !rsp_agreed_on(&j->modes, RSP_AGREED_MULTIPROCESS))
        rsp_rule_break(j, RSP_RULE_PROCESS_UNASKED, "no process", id,
                       "a process id, though multiprocess was not negotiated");
}

/* What must have been agreed before the key is sent. */
typedef enum agreement {
    ASKED_NOTHING,
    ASKED_SWBREAK,
    ASKED_HWBREAK,
    ASKED_FORK_EVENTS,
    ASKED_VFORK_EVENTS,
    ASKED_EXEC_EVENTS,
    ASKED_THREAD_EVENTS,
    ASKED_THREAD_OPTIONS,
    ASKED_SYSCALLS,
} agreement;

typedef enum signal_kind { SIGNAL_ANY, SIGNAL_TRAP } signal_kind;

typedef struct key_row {
    rsp_bytes key;
    rsp_stop_value value;
    bool reason;
    signal_kind signal;
    agreement asked;
} key_row;

/* With their lengths: each pair of each stop reply is held against all of them. */
#define KEY(text) \
    { (const uint8_t *)(text), sizeof(text) - 1 }
#define REASON_ROW(name_, key_, value_, signal_, asked_) \
    {.key = KEY(key_),                                   \
     .value = RSP_STOP_VALUE_##value_,                   \
     .reason = true,                                     \
     .signal = SIGNAL_##signal_,                         \
     .asked = ASKED_##asked_},
static const key_row keys[] = {{.key = KEY("thread"), .value = RSP_STOP_VALUE_ID},
                               {.key = KEY("core"), .value = RSP_STOP_VALUE_NUMBER},
                               RSP_STOP_REASON_LIST(REASON_ROW)};

static const key_row *find_key(rsp_bytes key) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(keys); i++)
        if (rsp_bytes_equal(key, keys[i].key))
            return &keys[i];
    return NULL;
}

static bool agreed(const rsp_negotiated *n, agreement asked) {
    switch (asked) {
    case ASKED_NOTHING:
        return true;
    case ASKED_SWBREAK:
        return rsp_agreed_on(n, RSP_AGREED_SWBREAK);
    case ASKED_HWBREAK:
        return rsp_agreed_on(n, RSP_AGREED_HWBREAK);
    case ASKED_FORK_EVENTS:
        return rsp_agreed_on(n, RSP_AGREED_FORK_EVENTS);
    case ASKED_VFORK_EVENTS:
        return rsp_agreed_on(n, RSP_AGREED_VFORK_EVENTS);
    case ASKED_EXEC_EVENTS:
        return rsp_agreed_on(n, RSP_AGREED_EXEC_EVENTS);
    case ASKED_THREAD_EVENTS:
        return rsp_mode_is_on(n, RSP_MODE_THREAD_EVENTS);
    case ASKED_THREAD_OPTIONS:
        return rsp_mode_is_on(n, RSP_MODE_THREAD_OPTIONS);
    case ASKED_SYSCALLS:
        return rsp_mode_is_on(n, RSP_MODE_CATCH_SYSCALLS);
    }
    return true;
}

static void grammar(judge *j, rsp_bytes got, const char *expected, const char *what) {
    rsp_rule_break(j, RSP_RULE_STOP_GRAMMAR, expected, got, "%s", what);
}

static void check_value(judge *j, const key_row *row, rsp_bytes pair, rsp_bytes value) {
    switch (row->value) {
    case RSP_STOP_VALUE_TEXT:
        break;
    case RSP_STOP_VALUE_EMPTY:
        if (value.len > 0)
            rsp_rule_break(j, RSP_RULE_STOP_MARKER, "no value", pair, "%s with a value",
                           (const char *)row->key.ptr);
        break;
    case RSP_STOP_VALUE_ADDRESS:
        if (!rsp_rule_hex_number(j, value))
            rsp_rule_break(j, RSP_RULE_STOP_WATCH, "a hex address", pair, "%s without an address",
                           (const char *)row->key.ptr);
        break;
    case RSP_STOP_VALUE_ID:
        rsp_rule_thread_id(j, value);
        break;
    case RSP_STOP_VALUE_NUMBER:
        if (!rsp_rule_hex_number(j, value))
            grammar(j, pair, "a hex number", "a key whose value is no number");
        break;
    }
}

/* Only LLDB asks for these, and only LLDB takes a register without bytes. */
static bool is_for_lldb(const judge *j) {
    return rsp_mode_is_on(&j->modes, RSP_MODE_THREAD_SUFFIX) ||
           rsp_mode_is_on(&j->modes, RSP_MODE_LIST_THREADS);
}

/* No bytes: it cannot be read at this stop. GDB 13 then ends the connection: "Invalid hex digit 59". */
static void check_unreadable(judge *j, rsp_bytes pair) {
    if (!is_for_lldb(j) && !j->modes.unknown)
        rsp_rule_break(j, RSP_RULE_STOP_REGISTER_EMPTY, "<register>:<pairs of hex digits>, or no such pair",
                       pair, "a register without its bytes, for a debugger that is not LLDB");
}

/* A key of hex digits is a register; its bytes are hex, or x where they are not known. */
static void check_register(judge *j, rsp_bytes pair, rsp_bytes value) {
    bool good = value.len % 2 == 0;
    for (size_t i = 0; i < value.len; i++)
        good = good && (rsp_hex_value(value.ptr[i]) >= 0 || value.ptr[i] == 'x');
    if (!good)
        rsp_rule_break(j, RSP_RULE_STOP_REGISTER, "<register>:<pairs of hex digits>", pair,
                       "a register whose value is no bytes");
    else if (value.len == 0)
        check_unreadable(j, pair);
    else if (has_upper(value))
        rsp_rule_break(j, RSP_RULE_HEX_CASE, "lower case", pair, "upper-case hex digits");
}

/* debugserver's keys for libraries that have just been loaded, so that LLDB need not ask for them. */
static void check_binaries(judge *j, rsp_bytes pair, rsp_bytes key, rsp_bytes value) {
    if (rsp_bytes_equal(key, RSP_LIT("detailed-binaries-info"))) {
        const bool object = rsp_bytes_starts(value, RSP_LIT("7b")) || rsp_bytes_starts(value, RSP_LIT("7B"));
        if (!object || value.len % 2 || !all_hex(value))
            rsp_rule_break_for(j, RSP_RULE_STOP_GRAMMAR, "LLDB-055", "a JSON object in hex digits", pair,
                               "details of libraries that are no JSON object in hex digits");
        return;
    }
    if (!rsp_bytes_equal(key, RSP_LIT("added-binaries")))
        return;
    bool good = value.len > 0 && value.ptr[value.len - 1] != ',';
    while (value.len > 0 && good)
        good = all_hex(rsp_bytes_split(&value, ','));
    if (!good)
        rsp_rule_break_for(j, RSP_RULE_STOP_GRAMMAR, "LLDB-055", "hex addresses without 0x, joined by commas",
                           pair, "libraries whose addresses are no hex digits");
}

typedef struct reason_count {
    size_t num;
    size_t num_watch;
} reason_count;

static void check_pair(judge *j, rsp_bytes signal, rsp_bytes pair, reason_count *reasons) {
    rsp_bytes value = pair;
    rsp_bytes key = rsp_bytes_split(&value, ':');
    const key_row *row = find_key(key);
    if (key.len == pair.len || key.len == 0) {
        grammar(j, pair, "<key>:<value>;", "a pair without a key or without ':'");
        return;
    }
    if (!row) {
        if (all_hex(key))
            check_register(j, pair, value);
        check_binaries(j, pair, key, value);
        return;
    }
    check_value(j, row, pair, value);
    reasons->num += row->reason;
    reasons->num_watch += row->reason && row->value == RSP_STOP_VALUE_ADDRESS;
    if (!j->modes.unknown && !agreed(&j->modes, row->asked))
        rsp_rule_break(j, RSP_RULE_STOP_REASON_AGREED, "no such reason", pair, "%s was not negotiated",
                       (const char *)row->key.ptr);
    if (row->signal == SIGNAL_TRAP && !rsp_bytes_equal(signal, RSP_LIT("05")))
        rsp_rule_break(j, RSP_RULE_STOP_SIGNAL, "T05", signal, "a stop for %s with another signal",
                       (const char *)row->key.ptr);
}

static void judge_pairs(judge *j, rsp_bytes payload) {
    rsp_bytes signal = rsp_bytes_sub(payload, 1, 2);
    rsp_bytes rest = rsp_bytes_from(payload, 3);
    reason_count reasons = {0};
    while (rest.len > 0) {
        bool ended = rsp_bytes_index(rest, ';') < rest.len;
        rsp_bytes pair = rsp_bytes_split(&rest, ';');
        if (!ended)
            grammar(j, pair, "';' behind each pair", "the last pair has no ';'");
        check_pair(j, signal, pair, &reasons);
    }
    /* The stub need not say that it does so: only the client's word counts. */
    const bool may_repeat = j->modes.unknown || (j->modes.client >> RSP_AGREED_MULTI_WP_ADDR & 1U) != 0;
    const bool all_watch = reasons.num == reasons.num_watch;
    if (reasons.num > 1 && all_watch && !may_repeat)
        rsp_rule_break_for(j, RSP_RULE_STOP_REASON_ONE, "STOP-024 STOP-007", "one watched address", payload,
                           "several watched addresses for a client that takes one");
    else if (reasons.num > 1 && !all_watch)
        rsp_rule_break(j, RSP_RULE_STOP_REASON_ONE, "one reason", payload, "%zu stop reasons", reasons.num);
}

static void judge_signal(judge *j, rsp_bytes payload) {
    rsp_bytes signal = rsp_bytes_sub(payload, 1, 2);
    bool pairs = payload.ptr[0] == 'T';
    if (signal.len < 2 || !all_hex(signal) || (!pairs && payload.len != 3)) {
        grammar(j, payload, pairs ? "T<two hex digits><pairs>" : "S<two hex digits>",
                "no signal of two digits");
        return;
    }
    if (has_upper(signal))
        rsp_rule_break(j, RSP_RULE_HEX_CASE, "lower case", signal, "upper-case hex digits");
    if (pairs)
        judge_pairs(j, payload);
}

/* W<status>, X<signal>. ;process:<pid> can follow when processes have names; the manual does not ask for it.
 */
static void judge_exit(judge *j, rsp_bytes payload) {
    rsp_bytes rest = rsp_bytes_from(payload, 1);
    rsp_bytes code = rsp_bytes_split(&rest, ';');
    bool agreed_on = rsp_agreed_on(&j->modes, RSP_AGREED_MULTIPROCESS);
    if (!rsp_rule_hex_number(j, code))
        grammar(j, payload, "a status in hex", "an exit without its status");
    else if (code.len < 2 && !agreed_on && !j->modes.unknown)
        grammar(j, payload, "two hex digits", "a status of one digit");
    while (rest.len > 0) {
        rsp_bytes value = rsp_bytes_split(&rest, ';');
        rsp_bytes key = rsp_bytes_split(&value, ':');
        if (rsp_bytes_equal(key, RSP_LIT("process")))
            rsp_rule_process_id(j, value);
    }
}

static void judge_thread_exit(judge *j, rsp_bytes payload) {
    rsp_bytes rest = rsp_bytes_from(payload, 1);
    rsp_bytes code = rsp_bytes_split(&rest, ';');
    if (!rsp_rule_hex_number(j, code) || rest.len == 0)
        grammar(j, payload, "w<status>;<thread-id>", "a thread's exit without status or id");
    else
        rsp_rule_thread_id(j, rest);
    if (!j->modes.unknown && !rsp_mode_is_on(&j->modes, RSP_MODE_THREAD_EVENTS) &&
        !rsp_mode_is_on(&j->modes, RSP_MODE_THREAD_OPTIONS))
        rsp_rule_break(j, RSP_RULE_STOP_REASON_AGREED, "no such reply", payload,
                       "thread events were not asked for");
}

static void judge_no_resumed(judge *j, rsp_bytes payload) {
    if (payload.len > 1)
        grammar(j, payload, "N", "bytes behind N");
    if (!j->modes.unknown && !rsp_agreed_on(&j->modes, RSP_AGREED_NO_RESUMED))
        rsp_rule_break(j, RSP_RULE_STOP_REASON_AGREED, "no N", payload, "no-resumed was not negotiated");
}

void rsp_rule_judge_stop(judge *j, rsp_bytes payload) {
    switch (payload.len ? payload.ptr[0] : 0) {
    case RSP_STOP_SIGNAL:
    case RSP_STOP_THREAD:
        judge_signal(j, payload);
        break;
    case RSP_STOP_EXITED:
    case RSP_STOP_TERMINATED:
        judge_exit(j, payload);
        break;
    case RSP_STOP_THREAD_EXITED:
        judge_thread_exit(j, payload);
        break;
    case RSP_STOP_NO_RESUMED:
        judge_no_resumed(j, payload);
        break;
    default:
        grammar(j, payload, "S, T, W, X, w or N", "not a stop reply");
        break;
    }
}
