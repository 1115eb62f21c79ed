/* `monitor` commands of the built-in machine: one row and one function each.
 * They show what the protocol does not (time, scheduling seed) and play the outside world: start, signal
 * and feed processes. */
/* SPDX-License-Identifier: MIT */
#include "target.h"

#include "codec/signals.h"
#include "core/hex.h"
#include "core/limits.h"
#include <inttypes.h>

typedef struct monitor_call {
    rsp_machine_target *t;
    rsp_bytes words[RSP_LIMIT_MONITOR_WORDS]; /* words[0] is the command */
    size_t num;
    rsp_bytes tail; /* what stands behind the command, blanks and all */
    rsp_buf *out;
} monitor_call;

typedef struct monitor_command {
    const char *name;
    const char *usage;
    const char *text;
    void (*run)(monitor_call *call);
} monitor_command;

static void say_usage(monitor_call *call);

/* Decimal, the whole word, within 32 bits. */
static bool number_of(rsp_bytes word, uint32_t *out) {
    uint64_t value = 0;
    bool is = rsp_decimal_u64(&value, word) == RSP_OK && value <= UINT32_MAX;
    *out = (uint32_t)value;
    return is;
}

static void run_time(monitor_call *call) {
    rsp_buf_printf(call->out, "%" PRIu64 " ns of virtual time\n", rsp_machine_now_ns(call->t->machine));
}

static void run_insns(monitor_call *call) {
    rsp_buf_printf(call->out, "%" PRIu64 " instructions\n", rsp_machine_insns(call->t->machine));
}

static void run_seed(monitor_call *call) {
    rsp_buf_printf(call->out, "seed %" PRIu64 "\n", call->t->options.seed);
}

static void run_recording(monitor_call *call) {
    rsp_recording r;
    rsp_machine_recording(call->t->machine, &r);
    if (!r.on)
        rsp_buf_str(call->out, "nothing is recorded\n");
    else
        rsp_buf_printf(
            call->out,
            "instructions %" PRIu64 " to %" PRIu64 ", now %" PRIu64 "%s\n%zu checkpoints, %zu KiB\n",
            r.first_insns, r.last_insns, rsp_machine_insns(call->t->machine),
            rsp_machine_in_past(call->t->machine) ? " (in the past)" : "", r.num_checkpoints, r.bytes / 1024);
}

static void run_hash(monitor_call *call) {
    rsp_buf_printf(call->out, "course %016" PRIx64 "\n", rsp_machine_trace_hash(call->t->machine));
}

static void run_processes(monitor_call *call) {
    const rsp_machine *machine = call->t->machine;
    for (rsp_process *p = NULL; (p = rsp_machine_next_process(machine, p)) != NULL;)
        rsp_buf_printf(call->out, "%" PRIu32 "\tparent %" PRIu32 "\t%s\t%zu threads\t%s\n",
                       rsp_process_pid(p), rsp_process_parent_pid(p),
                       rsp_process_is_traced(p) ? "traced" : "free", rsp_process_num_threads(p),
                       rsp_process_path(p));
}

static void run_threads(monitor_call *call) {
    const rsp_machine *machine = call->t->machine;
    for (rsp_process *p = NULL; (p = rsp_machine_next_process(machine, p)) != NULL;)
        for (rsp_thread *th = NULL; (th = rsp_process_next_thread(p, th)) != NULL;)
            rsp_buf_printf(call->out, "%" PRIu32 ".%" PRIu32 "\t%s\tpc 0x%" PRIx64 "\t%s%s\n",
                           rsp_process_pid(p), rsp_thread_tid(th), rsp_thread_name(th),
                           rsp_thread_regs(th)[RSP_REG_PC], rsp_thread_state_text(rsp_thread_get_state(th)),
                           rsp_thread_is_held(th) ? ", held" : "");
}

static void run_files(monitor_call *call) {
    rsp_target_file file;
    for (size_t i = 0; machine_file_at(call->t, i, &file); i++)
        rsp_buf_printf(call->out, "%zu\t%.*s\n", file.content.len, (int)file.path.len,
                       (const char *)file.path.ptr);
}

static void run_spawn(monitor_call *call) {
    rsp_error error = {0};
    int64_t pid = 0;
    if (call->num < 2)
        say_usage(call);
    else if (rsp_machine_target_spawn(call->t, call->words + 1, call->num - 1, &pid, &error) == RSP_OK)
        rsp_buf_printf(call->out, "process %" PRId64 "\n", pid);
    else
        rsp_buf_printf(call->out, "%.*s: %s\n", (int)call->words[1].len, (const char *)call->words[1].ptr,
                       error.msg);
}

static void send_signal(monitor_call *call, uint32_t pid, unsigned linux_signal) {
    if (rsp_machine_signal(call->t->machine, pid, 0, (int)linux_signal) == RSP_OK)
        rsp_buf_printf(call->out, "sent %s to process %" PRIu32 "\n",
                       rsp_signal_name(rsp_signal_from_linux(linux_signal)), pid);
    else
        rsp_buf_printf(call->out, "no process %" PRIu32 "\n", pid);
}

/* As somebody's kill -9 from another terminal: a traced process reports its death. */
static void run_kill(monitor_call *call) {
    uint32_t pid = 0;
    if (call->num == 2 && number_of(call->words[1], &pid))
        send_signal(call, pid, rsp_signal_to_linux(RSP_SIGNAL_KILL));
    else
        say_usage(call);
}

static void run_signal(monitor_call *call) {
    uint32_t pid = 0;
    unsigned signal = call->num == 3 ? rsp_signal_to_linux(rsp_signal_from_name(call->words[2])) : 0;
    if (signal != 0 && number_of(call->words[1], &pid))
        send_signal(call, pid, signal);
    else
        say_usage(call);
}

static void run_input(monitor_call *call) {
    rsp_buf line = {.mem = call->t->mem};
    rsp_buf_append(&line, call->tail);
    rsp_buf_push(&line, '\n');
    rsp_status status = line.status;
    if (status == RSP_OK)
        status = rsp_machine_feed_stdin(call->t->machine, rsp_buf_bytes(&line));
    if (status != RSP_OK)
        rsp_buf_printf(call->out, "not fed: %s\n", rsp_status_text(status));
    rsp_buf_free(&line);
}

static void run_eof(monitor_call *call) {
    rsp_machine_close_stdin(call->t->machine);
}

static void run_syscalls(monitor_call *call) {
    size_t num = 0;
    for (uint32_t number = 0; number < RSP_LIMIT_MACHINE_SYSCALLS; number++) {
        uint32_t calls = rsp_machine_absent_calls(call->t->machine, number);
        num += calls > 0;
        if (calls)
            rsp_buf_printf(call->out, "number %" PRIu32 "\t%" PRIu32 " calls\n", number, calls);
    }
    if (num == 0)
        rsp_buf_str(call->out, "no program has called one that the machine lacks\n");
}

static void run_exit(monitor_call *call) {
    call->t->exit_asked = true;
}

static void run_help(monitor_call *call);

static const monitor_command commands[] = {
    {.name = "help", .usage = "", .text = "this list", .run = run_help},
    {.name = "processes", .usage = "", .text = "all processes, traced or not", .run = run_processes},
    {.name = "threads", .usage = "", .text = "all threads with pc and state", .run = run_threads},
    {.name = "files", .usage = "", .text = "files that can be run or read", .run = run_files},
    {.name = "spawn",
     .usage = "PROGRAM [ARGUMENT...]",
     .text = "start a process to attach to",
     .run = run_spawn},
    {.name = "kill", .usage = "PID", .text = "end a process from outside", .run = run_kill},
    {.name = "signal", .usage = "PID SIGNAL", .text = "send a signal from outside", .run = run_signal},
    {.name = "input", .usage = "TEXT", .text = "one line for standard input", .run = run_input},
    {.name = "eof", .usage = "", .text = "end standard input", .run = run_eof},
    {.name = "time", .usage = "", .text = "virtual time", .run = run_time},
    {.name = "insns", .usage = "", .text = "instructions executed", .run = run_insns},
    {.name = "recording", .usage = "", .text = "what reverse execution can go back to", .run = run_recording},
    {.name = "seed", .usage = "", .text = "seed of the scheduler", .run = run_seed},
    {.name = "syscalls",
     .usage = "",
     .text = "system calls that programs asked for and the machine lacks",
     .run = run_syscalls},
    {.name = "exit", .usage = "", .text = "end the stub, if it is a program of its own", .run = run_exit},
    {.name = "hash", .usage = "", .text = "hash over the course of the run", .run = run_hash},
};

static void run_help(monitor_call *call) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(commands); i++)
        rsp_buf_printf(call->out, "%s%s%s\n    %s\n", commands[i].name, commands[i].usage[0] ? " " : "",
                       commands[i].usage, commands[i].text);
}

static const monitor_command *find_command(rsp_bytes name) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(commands); i++)
        if (rsp_bytes_equal(name, rsp_bytes_str(commands[i].name)))
            return &commands[i];
    return NULL;
}

static void say_usage(monitor_call *call) {
    const monitor_command *command = find_command(call->words[0]);
    rsp_buf_printf(call->out, "usage: %s %s\n", command->name, command->usage);
}

static rsp_bytes skip_blanks(rsp_bytes text) {
    while (rsp_take_byte(&text, ' ') || rsp_take_byte(&text, '\t'))
        continue;
    return text;
}

/* False when there are too many words. */
static bool split_words(monitor_call *call, rsp_bytes text) {
    for (text = skip_blanks(text); text.len > 0; text = skip_blanks(text)) {
        size_t len = 0;
        while (len < text.len && text.ptr[len] != ' ' && text.ptr[len] != '\t')
            len++;
        if (call->num == RSP_ARRAY_LEN(call->words))
            return false;
        call->words[call->num++] = rsp_bytes_sub(text, 0, len);
        text = rsp_bytes_from(text, len);
        if (call->num == 1)
            call->tail = skip_blanks(text);
    }
    return true;
}

rsp_status machine_monitor(void *t, rsp_bytes command, rsp_buf *out) {
    monitor_call call = {.t = machine_self(t), .out = out};
    if (!split_words(&call, command))
        return RSP_LIMIT;
    const monitor_command *found = call.num > 0 ? find_command(call.words[0]) : NULL;
    if (!found)
        return RSP_NOT_FOUND;
    found->run(&call);
    return RSP_OK;
}
