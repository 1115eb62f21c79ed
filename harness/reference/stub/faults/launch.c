/* Faults of what the next program gets: arguments, environment, directory; and of lists that the client sets.
 * The request is changed before it is read.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/pattern.h"
#include "faults/row.h"
#include "faults/target.h"

#include "codec/signals.h"
#include "core/limits.h"

static void starts_add_up(stub_service *t) {
    enum { MOST_STARTS = 64 };
    if (++t->s->faults.life.num_starts > MOST_STARTS)
        stub_error(t->s, t->reply, STUB_E_GENERAL, "the program could not be started");
    else
        stub_serve(t);
}

static void arguments_joined(stub_service *t) {
    bool agreed = stub_agreed(t->s, STUB_AGREED_SINGLE_INF_ARG);
    stub_agree(t->s, STUB_AGREED_SINGLE_INF_ARG, true);
    stub_serve(t);
    stub_agree(t->s, STUB_AGREED_SINGLE_INF_ARG, agreed);
}

static bool is_good_item(rsp_bytes item) {
    bool good = item.len % 2 == 0;
    for (size_t i = 0; i < item.len; i++)
        good = good && rsp_hex_value(item.ptr[i]) >= 0;
    for (size_t i = 0; i + 1 < item.len; i += 2)
        good = good && !(item.ptr[i] == '0' && item.ptr[i + 1] == '0');
    return good;
}

/* A backslash in front of each quote of an argument in hex. */
static void append_guarded(rsp_buf *text, rsp_bytes item) {
    for (size_t i = 0; i < item.len; i += 2) {
        rsp_bytes pair = rsp_bytes_sub(item, i, 2);
        if (rsp_bytes_equal(pair, RSP_LIT("27")) || rsp_bytes_equal(pair, RSP_LIT("22")))
            rsp_buf_str(text, "5c");
        rsp_buf_append(text, pair);
    }
}

/* vRun without its bad arguments, or with guarded quotes. */
static void other_arguments(stub_service *t) {
    bool guards = stub_fault(t->s, RSP_FAULT_EXT_WORDS_UNQUOTED);
    rsp_bytes rest = t->args;
    rsp_buf *text = stub_begin_request(t);
    rsp_buf_append(text, rsp_bytes_split(&rest, ';'));
    while (rest.ptr) {
        rsp_bytes item = rsp_bytes_split(&rest, ';');
        if (!guards && !is_good_item(item))
            continue;
        rsp_buf_push(text, ';');
        if (guards)
            append_guarded(text, item);
        else
            rsp_buf_append(text, item);
    }
    if (!guards || stub_agreed(t->s, STUB_AGREED_SINGLE_INF_ARG))
        stub_bend(t);
    stub_serve(t);
}

/* The program of a refused A stays, in front of that of the next one. */
static void arguments_stay(stub_service *t) {
    rsp_buf *left = &t->s->faults.life.left;
    rsp_bytes own = t->args;
    stub_gaps gaps = {.num = 0};
    if (left->len > 0 && stub_match("%u,0,%h", t->args, &gaps)) {
        rsp_buf *text = stub_begin_request(t);
        rsp_buf_append(text, rsp_buf_bytes(left));
        stub_fill_template(text, ",%1,1,%2", &gaps);
        stub_bend(t);
    }
    stub_serve(t);
    rsp_buf_clear(left);
    gaps.num = 0;
    if (stub_refused(t) && stub_match("%u,0,%h%*", own, &gaps))
        stub_fill_template(left, "%1,0,%2", &gaps);
}

/* The names that were set, each with a NUL. */
static void note_variable(stub_service *t) {
    rsp_buf *names = &t->s->faults.life.left;
    size_t start = names->len;
    if (rsp_hex_decode(names, t->args) == RSP_OK) {
        size_t end = rsp_bytes_index(rsp_bytes_from(rsp_buf_bytes(names), start), '=');
        rsp_buf_truncate(names, start + end);
        rsp_buf_push(names, 0);
    }
    stub_serve(t);
}

static void unset_prefix(stub_service *t) {
    rsp_bytes rest = rsp_buf_bytes(&t->s->faults.life.left);
    rsp_bytes digits = t->args;
    stub_serve(t);
    while (rest.len > 0 && digits.len > 0) {
        rsp_bytes name = rsp_bytes_split(&rest, 0);
        rsp_buf *text = stub_begin_request(t);
        size_t start = text->len;
        rsp_hex_append(text, name);
        bool begins = rsp_bytes_starts(rsp_bytes_from(rsp_buf_bytes(text), start), digits);
        rsp_buf_clear(t->reply);
        stub_bend(t);
        if (begins)
            stub_serve(t);
        else
            stub_answer(t, "OK");
    }
}

/* The signals of this list and of all before. */
static void pass_more(void *t, const uint8_t *passed, size_t num) {
    rsp_stub *s = t;
    uint8_t all[RSP_SIGNAL_LIBRT + 1] = {0};
    for (size_t i = 0; i < num && i < RSP_ARRAY_LEN(all); i++)
        all[i] = s->faults.life.passed_before[i] |= passed[i];
    STUB_REAL(s, set_pass_signals, all, num);
}

static void pass_none(void *t, const uint8_t *passed, size_t num) {
    (void)t;
    (void)passed;
    (void)num;
}

/* The system calls of this list and of all before. */
static void catch_more(void *t, int64_t pid, bool on, const uint64_t *numbers, size_t num) {
    rsp_stub *s = t;
    rsp_buf *all = &s->faults.life.left;
    if (num > 0)
        rsp_buf_append(all, rsp_bytes_make(numbers, num * sizeof *numbers));
    const uint64_t *list = (const uint64_t *)(const void *)all->ptr;
    size_t sum = all->len / sizeof *list;
    STUB_REAL(s, set_catch_syscalls, pid, on, sum ? list : NULL, sum);
}

/* What a client set counts for the next one. */
static void catch_for_ever(void *t, int64_t pid, bool on, const uint64_t *numbers, size_t num) {
    rsp_stub *s = t;
    if (s->faults.serving)
        STUB_REAL(s, set_catch_syscalls, pid, on, numbers, num);
}

static const stub_fault_row rows[] = {
    CALL(ROBUST_STARTS_ADD_UP, VRUN, starts_add_up),
    INSTEAD(EXT_RERUN_REFUSED, VRUN, "", "E01"),
    INSTEAD(EXT_RERUN_REFUSED, VRUN, ";%*", "E01"),
    REPLY(EXT_RUN_FAILURE_AS_EXIT, VRUN, "E01", "W7f"),
    CALL(EXT_ARGUMENTS_JOINED, VRUN, arguments_joined),
    CALL(EXT_BAD_ARGUMENT_SKIPPED, VRUN, other_arguments),
    CALL(EXT_WORDS_UNQUOTED, VRUN, other_arguments),
    REQUEST(LLDB_HEX_LENGTH, ARGUMENTS, "%u,%u,%*", "%d1,%2,%3"),
    CALL(LLDB_ARGUMENTS_STAY, ARGUMENTS, arguments_stay),
    REPLY(LLDB_ARGUMENTS_EMPTY, ARGUMENTS, "OK", ""),
    CALL(EXT_UNSET_PREFIX, QENVIRONMENT_HEX, note_variable),
    CALL(EXT_UNSET_PREFIX, QENVIRONMENT_UNSET, unset_prefix),
    INSTEAD(EXT_VARIABLE_UNCHECKED, QENVIRONMENT_HEX, "%*", "OK"),
    INSTEAD(EXT_ENVIRONMENT_STAYS, QENVIRONMENT_RESET, "", "OK"),
    INSTEAD(EXT_DIRECTORY_STAYS, QSET_WORKING_DIR, "", "OK"),
    INSTEAD(EXT_SHELL_ANY_VALUE, QSTARTUP_WITH_SHELL, "%*", "OK"),
    INSTEAD(LLDB_OUTPUT_UNREDIRECTED, QSET_STDOUT, "%*", "OK"),
    REPLY(EXT_ARGS_UNTERMINATED, QEXEC_AND_ARGS, "S%*;", "S%1"),
    REQUEST_PLACES(SIG_DECIMAL_LIST, QPASS_SIGNALS, "%x", "%t1"),
    REQUEST_PLACES(SIG_DECIMAL_LIST, QPROGRAM_SIGNALS, "%x", "%t1"),
    INSTEAD(THR_EVENTS_STAY_ON, QTHREAD_EVENTS, "0", "OK"),
    REQUEST(THR_UNKNOWN_OPTIONS, QTHREAD_OPTIONS, "%x%*", "%o1%2"),
    REQUEST(THR_FIRST_OPTION_WINS, QTHREAD_OPTIONS, "%*;%*", "%1"),
    TARGET(SIG_PASS_IGNORED, .set_pass_signals = pass_none),
    TARGET(SIG_LISTS_ACCUMULATE, .set_pass_signals = pass_more),
    TARGET(SIG_CATCH_ADDS_UP, .set_catch_syscalls = catch_more),
    TARGET(SIG_CATCH_OUTLIVES, .set_catch_syscalls = catch_for_ever),
};
STUB_FAULT_TABLE(stub_launch_faults, rows);
