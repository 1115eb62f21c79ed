/* Faults of what the next program gets: arguments, environment, directory; and of lists that the client sets.
 * The request is changed before it is read.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/serve.h"
#include "faults/target.h"

#include "ids.h"

#include "codec/signals.h"
#include "core/limits.h"

static void starts_add_up(stub_service *t) {
    enum { MOST_STARTS = 64 };
    if (++t->s->faults.life.num_starts > MOST_STARTS)
        stub_error(t->s, t->reply, STUB_E_GENERAL, "the program could not be started");
    else
        stub_serve(t);
}

static void rerun_refused(stub_service *t) {
    if (t->args.len == 0 || t->args.ptr[0] == ';')
        stub_error(t->s, t->reply, STUB_E_GENERAL, "the program could not be started");
    else
        stub_serve(t);
}

static void failure_as_exit(stub_service *t) {
    stub_serve(t);
    if (stub_refused(t) && !stub_replies(t, RSP_LIT("E16")) && !stub_replies(t, RSP_LIT("E.malformed")))
        stub_answer(t, "W7f");
}

static void arguments_joined(stub_service *t) {
    bool agreed = stub_agreed(t->s, STUB_AGREED_SINGLE_INF_ARG);
    stub_agree(t->s, STUB_AGREED_SINGLE_INF_ARG, true);
    stub_serve(t);
    stub_agree(t->s, STUB_AGREED_SINGLE_INF_ARG, agreed);
}

/* What becomes of one argument of vRun, in hex; false leaves it out. */
typedef bool change_item(rsp_buf *text, rsp_bytes item);

static void serve_items(stub_service *t, change_item *change) {
    rsp_bytes rest = t->args;
    rsp_buf *text = stub_begin_request(t);
    rsp_buf_append(text, rsp_bytes_split(&rest, ';'));
    while (rest.ptr) {
        size_t start = text->len;
        rsp_buf_push(text, ';');
        if (!change(text, rsp_bytes_split(&rest, ';')))
            rsp_buf_truncate(text, start);
    }
    stub_bend(t);
    stub_serve(t);
}

static bool is_good_item(rsp_bytes item) {
    bool good = item.len % 2 == 0;
    for (size_t i = 0; i < item.len; i++)
        good = good && rsp_hex_value(item.ptr[i]) >= 0;
    for (size_t i = 0; i + 1 < item.len; i += 2)
        good = good && !(item.ptr[i] == '0' && item.ptr[i + 1] == '0');
    return good;
}

static bool skip_bad(rsp_buf *text, rsp_bytes item) {
    rsp_buf_append(text, item);
    return is_good_item(item);
}

/* A backslash in front of each quote. */
static bool guard_quotes(rsp_buf *text, rsp_bytes item) {
    for (size_t i = 0; i < item.len; i += 2) {
        rsp_bytes pair = rsp_bytes_sub(item, i, 2);
        if (rsp_bytes_equal(pair, RSP_LIT("27")) || rsp_bytes_equal(pair, RSP_LIT("22")))
            rsp_buf_str(text, "5c");
        rsp_buf_append(text, pair);
    }
    return true;
}

static void bad_argument_skipped(stub_service *t) {
    serve_items(t, skip_bad);
}

static void words_unquoted(stub_service *t) {
    if (stub_agreed(t->s, STUB_AGREED_SINGLE_INF_ARG))
        serve_items(t, guard_quotes);
    else
        stub_serve(t);
}

/* "length,index,digits" of A: takes one, or nothing. */
typedef struct indexed_argument {
    size_t len;
    size_t index;
    rsp_bytes digits;
} indexed_argument;

static bool take_decimal(rsp_bytes *in, size_t *out) {
    size_t digits = 0;
    *out = 0;
    while (digits < in->len && in->ptr[digits] >= '0' && in->ptr[digits] <= '9' && digits < 9)
        *out = *out * 10 + (size_t)(in->ptr[digits++] - '0');
    *in = rsp_bytes_from(*in, digits);
    return digits > 0;
}

static bool take_argument(rsp_bytes *in, indexed_argument *out) {
    rsp_bytes rest = *in;
    bool good = take_decimal(&rest, &out->len) && rsp_take_byte(&rest, ',') &&
                take_decimal(&rest, &out->index) && rsp_take_byte(&rest, ',') && out->len <= rest.len;
    if (!good)
        return false;
    out->digits = rsp_bytes_sub(rest, 0, out->len);
    *in = rsp_bytes_from(rest, out->len);
    (void)rsp_take_byte(in, ',');
    return is_good_item(out->digits);
}

static void append_argument(rsp_buf *text, const indexed_argument *a, size_t index) {
    rsp_buf_printf(text, "%s%zu,%zu,", text->len > 1 ? "," : "", a->len, index);
    rsp_buf_append(text, a->digits);
}

static void hex_length(stub_service *t) {
    rsp_bytes rest = t->args;
    indexed_argument a;
    rsp_buf *text = stub_new_request(t);
    rsp_buf_push(text, 'A');
    while (take_argument(&rest, &a)) {
        a.len = a.len / 10 * 16 + a.len % 10;
        append_argument(text, &a, a.index);
    }
    rsp_buf_append(text, rest);
    stub_bend(t);
    stub_serve(t);
}

/* What a refused A has brought stays, in front of the next one's. */
static void arguments_stay(stub_service *t) {
    rsp_buf *left = &t->s->faults.life.left;
    rsp_bytes rest = rsp_buf_bytes(left);
    indexed_argument a;
    size_t index = 0;
    rsp_buf *text = stub_new_request(t);
    rsp_buf_push(text, 'A');
    while (take_argument(&rest, &a))
        append_argument(text, &a, index++);
    rest = t->args;
    while (take_argument(&rest, &a))
        append_argument(text, &a, index++);
    rsp_bytes good = rsp_bytes_from(rsp_buf_bytes(text), 1);
    rsp_buf_clear(left);
    rsp_buf_append(left, good);
    rsp_buf_append(text, rest);
    stub_bend(t);
    stub_serve(t);
    if (!stub_refused(t))
        rsp_buf_clear(left);
}

static void arguments_empty(stub_service *t) {
    stub_serve(t);
    if (stub_replies(t, RSP_LIT("OK")))
        rsp_buf_clear(t->reply);
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

static void just_ok(stub_service *t) {
    stub_answer(t, "OK");
}

static void directory_stays(stub_service *t) {
    if (t->args.len == 0)
        stub_answer(t, "OK");
    else
        stub_serve(t);
}

static void args_unterminated(stub_service *t) {
    stub_serve(t);
    if (stub_replies(t, RSP_LIT("S")))
        rsp_buf_truncate(t->reply, t->reply->len - 1);
}

/* "e;f" with each number as if its digits were decimal. */
static void decimal_list(stub_service *t) {
    rsp_bytes rest = t->args;
    rsp_buf *text = stub_begin_request(t);
    for (bool first = true; rest.len > 0; first = false) {
        uint64_t number = 0;
        rsp_bytes item = rsp_bytes_split(&rest, ';');
        rsp_buf_str(text, first ? "" : ";");
        if (rsp_hex_u64(&number, item) == RSP_OK)
            rsp_hex_append_u64(text, number / 16 * 10 + number % 16);
        else
            rsp_buf_append(text, item);
    }
    stub_bend(t);
    stub_serve(t);
}

static void events_stay_on(stub_service *t) {
    if (rsp_bytes_equal(t->args, RSP_LIT("0")))
        stub_answer(t, "OK");
    else
        stub_serve(t);
}

/* Bits that nobody knows are left out. */
static void unknown_options(stub_service *t) {
    rsp_bytes rest = t->args;
    rsp_buf *text = stub_begin_request(t);
    for (bool first = true; rest.len > 0; first = false) {
        uint64_t bits;
        rsp_bytes item = rsp_bytes_split(&rest, ';');
        rsp_buf_str(text, first ? "" : ";");
        if (rsp_take_hex(&bits, &item) == RSP_OK)
            rsp_hex_append_u64(text, bits & (RSP_THREAD_REPORT_CLONE | RSP_THREAD_REPORT_EXIT));
        rsp_buf_append(text, item);
    }
    stub_bend(t);
    stub_serve(t);
}

static void first_option_wins(stub_service *t) {
    t->args = rsp_bytes_sub(t->args, 0, rsp_bytes_index(t->args, ';'));
    stub_serve(t);
}

static void pass_signals(void *t, const uint8_t *passed, size_t num) {
    rsp_stub *s = t;
    uint8_t all[RSP_SIGNAL_LIBRT + 1] = {0};
    if (stub_fault(s, RSP_FAULT_SIG_PASS_IGNORED))
        return;
    for (size_t i = 0; i < num && i < RSP_ARRAY_LEN(all); i++)
        all[i] = s->faults.life.passed_before[i] |= passed[i];
    stub_real(s)->set_pass_signals(s->faults.target, all, num);
}

/* The system calls of this list and of all before; and what a client set counts for the next one. */
static void catch_syscalls(void *t, int64_t pid, bool on, const uint64_t *numbers, size_t num) {
    rsp_stub *s = t;
    rsp_buf *all = &s->faults.life.left;
    bool outlives = stub_fault(s, RSP_FAULT_SIG_CATCH_OUTLIVES);
    if (outlives && s->faults.serving)
        stub_real(s)->set_catch_syscalls(s->faults.target, pid, on, numbers, num);
    if (outlives)
        return;
    if (num > 0)
        rsp_buf_append(all, rsp_bytes_make(numbers, num * sizeof *numbers));
    const uint64_t *list = (const uint64_t *)(const void *)all->ptr;
    size_t sum = all->len / sizeof *list;
    stub_real(s)->set_catch_syscalls(s->faults.target, pid, on, sum ? list : NULL, sum);
}

bool stub_fault_setting_ops(const rsp_stub *s, rsp_target_ops *ops) {
    bool passes = stub_fault(s, RSP_FAULT_SIG_PASS_IGNORED) || stub_fault(s, RSP_FAULT_SIG_LISTS_ACCUMULATE);
    bool catches = stub_fault(s, RSP_FAULT_SIG_CATCH_ADDS_UP) || stub_fault(s, RSP_FAULT_SIG_CATCH_OUTLIVES);
    if (passes && ops->set_pass_signals)
        ops->set_pass_signals = pass_signals;
    if (catches && ops->set_catch_syscalls)
        ops->set_catch_syscalls = catch_syscalls;
    return passes || catches;
}

static const stub_fault_row rows[] = {
    {RSP_FAULT_ROBUST_STARTS_ADD_UP, stub_on_run, starts_add_up},
    {RSP_FAULT_EXT_RERUN_REFUSED, stub_on_run, rerun_refused},
    {RSP_FAULT_EXT_RUN_FAILURE_AS_EXIT, stub_on_run, failure_as_exit},
    {RSP_FAULT_EXT_ARGUMENTS_JOINED, stub_on_run, arguments_joined},
    {RSP_FAULT_EXT_BAD_ARGUMENT_SKIPPED, stub_on_run, bad_argument_skipped},
    {RSP_FAULT_EXT_WORDS_UNQUOTED, stub_on_run, words_unquoted},
    {RSP_FAULT_LLDB_HEX_LENGTH, stub_on_arguments, hex_length},
    {RSP_FAULT_LLDB_ARGUMENTS_STAY, stub_on_arguments, arguments_stay},
    {RSP_FAULT_LLDB_ARGUMENTS_EMPTY, stub_on_arguments, arguments_empty},
    {RSP_FAULT_EXT_UNSET_PREFIX, stub_on_environment_set, note_variable},
    {RSP_FAULT_EXT_UNSET_PREFIX, stub_on_environment_unset, unset_prefix},
    {RSP_FAULT_EXT_ENVIRONMENT_STAYS, stub_on_environment_reset, just_ok},
    {RSP_FAULT_EXT_DIRECTORY_STAYS, stub_on_set_working_dir, directory_stays},
    {RSP_FAULT_EXT_SHELL_ANY_VALUE, stub_on_startup_with_shell, just_ok},
    {RSP_FAULT_EXT_ARGS_UNTERMINATED, stub_on_exec_and_args, args_unterminated},
    {RSP_FAULT_SIG_DECIMAL_LIST, stub_on_pass_signals, decimal_list},
    {RSP_FAULT_SIG_DECIMAL_LIST, stub_on_program_signals, decimal_list},
    {RSP_FAULT_THR_EVENTS_STAY_ON, stub_on_thread_events, events_stay_on},
    {RSP_FAULT_THR_UNKNOWN_OPTIONS, stub_on_thread_options, unknown_options},
    {RSP_FAULT_THR_FIRST_OPTION_WINS, stub_on_thread_options, first_option_wins},
};
STUB_FAULT_TABLE(stub_launch_faults, rows);
