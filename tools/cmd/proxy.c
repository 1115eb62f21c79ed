/* stubborn proxy: between any debugger and any stub. Records, shapes the link, counts, holds the passive
 * rules against the stub, and offers batched packets that the stub lacks. One debugger after another. What
 * passes is not changed unless an option asks for it. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/data_path.h"
#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/listen.h"
#include "cli/output.h"
#include "core/text.h"
#include "reports/proxy/proxy_report.h"
#include "stubs/stub_opener.h"

#include "core/arena.h"
#include "core/file_writer.h"
#include "link/address.h"
#include "link/listener.h"
#include "proxy/service.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

enum { ONE_MILLION = 1000000 };
#define STATUS_NS (200 * RSP_NS_PER_MS)

typedef struct proxy_args {
    const char *listen;
    const char *stub;
    const char *program;
    const char *record;
    option_list outputs;
    unsigned accelerate; /* NOT_GIVEN, or 0 both, 1 rfc, 2 lldb */
    uint64_t timeout_ns;
    uint64_t rtt_ns;
    uint64_t delay_ns;
    uint64_t jitter_ns;
    uint64_t rate;
    uint64_t split;
    uint64_t corrupt;
    uint64_t drop;
    uint64_t close_after;
    uint64_t seed;
    unsigned way; /* rsp_proxy_way */
    bool merge;
    bool once;
    bool check;
    bool client;
    bool quiet;
    bool verbose;
} proxy_args;

enum { NOT_GIVEN = 99 }; /* no index of a word */

static const option_row rows[] = {
    {"stub", 's', OPTION_STRING, "STUB", "tcp:HOST:PORT, unix:PATH, exec:COMMAND, pty:PATH or profile:NAME",
     offsetof(proxy_args, stub), "tcp: unix: exec: pty: profile:"},
    {"listen", 'l', OPTION_STRING, "ADDRESS",
     "PORT (of loopback), HOST:PORT, unix:PATH or stdio (default: 1234)", offsetof(proxy_args, listen),
     "tcp: unix: stdio"},
    {"program", 'p', OPTION_STRING, "NAME",
     "debuggee that a stub we start is to have (default: the stub's own)", offsetof(proxy_args, program),
     "@programs"},
    {"once", 0, OPTION_FLAG, NULL, "end when the first debugger has gone", offsetof(proxy_args, once), NULL},
    {"record", 'r', OPTION_STRING, "FILE", "write what passes as a capture (pcapng)",
     offsetof(proxy_args, record), "file"},
    {"accelerate", 'a', OPTION_MAYBE_CHOICE, "both|rfc|lldb",
     "offer MultiMemRead and batches of breakpoints where the stub lacks them (default form: both)",
     offsetof(proxy_args, accelerate), NULL},
    {"timeout", 't', OPTION_SPAN, "TIME",
     "accelerator: how long the stub may take to answer one request of a batch (default: 2s)",
     offsetof(proxy_args, timeout_ns), NULL},
    {"check", 'c', OPTION_FLAG, NULL,
     "exit status 1 when the stub broke a must, or broke off; 3 when it sent nothing",
     offsetof(proxy_args, check), NULL},
    {"client", 0, OPTION_FLAG, NULL, "judge what the debugger sends, too; --check counts it",
     offsetof(proxy_args, client), NULL},
    {"output", 'o', OPTION_OUTPUT, "text|json", "write a summary when it ends", offsetof(proxy_args, outputs),
     NULL},
    {"json", 0, OPTION_GONE, NULL, "use -o json:FILE", 0, NULL},
    {"rtt", 0, OPTION_DURATION, "TIME", "simulated round trip: half of it each way",
     offsetof(proxy_args, rtt_ns), NULL},
    {"delay", 0, OPTION_DURATION, "TIME", "every piece arrives this much later",
     offsetof(proxy_args, delay_ns), NULL},
    {"jitter", 0, OPTION_DURATION, "TIME", "and up to this much more, drawn by seed",
     offsetof(proxy_args, jitter_ns), NULL},
    {"rate", 0, OPTION_COUNT, "BYTES", "bytes in a second that the link takes", offsetof(proxy_args, rate),
     NULL},
    {"split", 0, OPTION_COUNT, "BYTES", "pieces of at most so many bytes; 1 is byte by byte",
     offsetof(proxy_args, split), NULL},
    {"merge", 0, OPTION_FLAG, NULL, "bytes that come one after the other arrive together",
     offsetof(proxy_args, merge), NULL},
    {"corrupt", 0, OPTION_NUMBER, "PPM", "change so many bytes in a million, drawn by seed",
     offsetof(proxy_args, corrupt), NULL},
    {"drop", 0, OPTION_NUMBER, "PPM", "lose so many bytes in a million, drawn by seed",
     offsetof(proxy_args, drop), NULL},
    {"close-after", 0, OPTION_COUNT, "BYTES", "cut the connection when so many bytes have passed",
     offsetof(proxy_args, close_after), NULL},
    {"way", 0, OPTION_CHOICE, "both|to-stub|from-stub",
     "which way --delay and what follows it is done to (default: both)", offsetof(proxy_args, way), NULL},
    {"seed", 0, OPTION_NUMBER, "N", "seed of everything random (default: 1)", offsetof(proxy_args, seed),
     NULL},
    {"quiet", 'q', OPTION_FLAG, NULL, "print nothing but errors", offsetof(proxy_args, quiet), NULL},
    {"verbose", 'v', OPTION_FLAG, NULL, "print repeated findings, too", offsetof(proxy_args, verbose), NULL},
    {0},
};

/* The proxy from its command line to its totals. */
typedef struct job {
    const command *self;
    proxy_args args;
    stub_config stub_config;
    stub_opener *stubs;
    rsp_listener *listener;
    rsp_arena arena;
    rsp_clock clock;
    uint64_t start_ns;
    rsp_proxy_service service;
    rsp_recorder recorder;
    int record_fd;    /* -1 for none */
    int record_errno; /* why it could not be written; 0: it could */
    bool shaped;
    bool out_is_protocol;
    uint64_t told_rules;        /* a bit per rule */
    uint64_t told_client_rules; /* likewise of the debugger's */
    uint64_t status_ns;         /* when the live line was printed last; 0: it does not stand there */
    bool live;
    bool reached; /* a stub was there at least once */
    rsp_proxy_report report;
    rsp_proxy_ended ended[RSP_PROXY_ENDS_KEPT];
    int code;
} job;

static uint64_t now_of(const job *j) {
    return rsp_clock_now(&j->clock);
}

/* Where text goes: not into the protocol. */
static FILE *text_out(const job *j) {
    bool taken = j->out_is_protocol || output_to_stdout(&j->args.outputs);
    return taken ? stderr : stdout;
}

static void print(const job *j, rsp_buf *text) {
    FILE *to = text_out(j);
    if (!j->args.quiet) {
        io_put(to, text);
        (void)fflush(to);
    }
    rsp_buf_free(text);
}

/* --- the live line -------------------------------------------------------------------------------------- */

static void clear_live(job *j) {
    if (j->live && j->status_ns)
        fputs("\r\033[K", stderr);
    j->status_ns = 0;
}

static uint64_t show_live(void *ctx, uint64_t now_ns) {
    job *j = ctx;
    if (!j->live || !j->service.moved)
        return RSP_NEVER_NS;
    if (j->status_ns && now_ns < j->status_ns + STATUS_NS)
        return j->status_ns + STATUS_NS;
    rsp_buf line = {0};
    rsp_buf_str(&line, "\r");
    rsp_proxy_append_live(&line, &j->report);
    rsp_buf_str(&line, "\033[K");
    io_put(stderr, &line);
    j->status_ns = now_ns;
    j->service.moved = false;
    return RSP_NEVER_NS;
}

/* --- what is seen --------------------------------------------------------------------------------------- */

static void found(void *ctx, const rsp_transcript *transcript, const rsp_violation *violation) {
    job *j = ctx;
    uint64_t bit = UINT64_C(1) << violation->rule;
    bool again = (j->told_rules & bit) != 0;
    j->told_rules |= bit;
    if (again && !j->args.verbose)
        return;
    rsp_buf text = {0};
    clear_live(j);
    rsp_proxy_append_finding(&text, j->report.connections, j->start_ns, transcript, violation);
    print(j, &text);
}

static void found_breach(void *ctx, const rsp_transcript *transcript, const rsp_client_breach *breach) {
    job *j = ctx;
    const uint64_t bit = UINT64_C(1) << breach->rule;
    const bool again = (j->told_client_rules & bit) != 0;
    j->told_client_rules |= bit;
    if (again && !j->args.verbose)
        return;
    rsp_buf text = {0};
    clear_live(j);
    rsp_proxy_append_breach(&text, j->report.connections, j->start_ns, transcript, breach);
    print(j, &text);
}

static rsp_status write_blocks(void *ctx, rsp_bytes blocks) {
    job *j = ctx;
    if (rsp_file_write_fd(j->record_fd, blocks))
        return RSP_OK;
    j->record_errno = errno;
    /* A part of a block at the end would be a damaged file. A pipe can not be cut, and its reader sees the
     * end. */
    (void)!ftruncate(j->record_fd, (off_t)j->recorder.bytes);
    return RSP_IO;
}

/* --- one connection ------------------------------------------------------------------------------------- */

static void keep_ended(job *j, const rsp_proxy_ended *e) {
    if (j->report.num_ended == RSP_PROXY_ENDS_KEPT) {
        memmove(j->ended, j->ended + 1, sizeof *e * (RSP_PROXY_ENDS_KEPT - 1));
        j->report.num_ended--;
    }
    j->ended[j->report.num_ended++] = *e;
}

/* Says how it ended: what went wrong on standard error, also when quiet. */
static void tell_end(job *j, const rsp_proxy_ended *e) {
    rsp_buf text = {0};
    clear_live(j);
    rsp_proxy_append_ended(&text, e);
    if (!rsp_proxy_ended_well(e)) {
        io_say(stderr, "stubborn proxy: %s\n", rsp_buf_cstr(&text));
        rsp_buf_free(&text);
    } else {
        rsp_buf_push(&text, '\n');
        print(j, &text);
    }
    if (j->args.check && e->end.who == RSP_PROXY_STUB && !e->end.ours && !rsp_proxy_ended_well(e))
        j->code = EXIT_FINDINGS;
    if (e->end.ours && j->code == EXIT_FINE)
        j->code = EXIT_UNREACHABLE;
}

static bool is_shaped(const proxy_args *a) {
    return a->rtt_ns || a->delay_ns || a->jitter_ns || a->rate || a->split || a->merge || a->corrupt ||
           a->drop || a->close_after;
}

/* The debugger's link, shaped when that was asked for; tapped below the shape. */
static rsp_status prepare_client(job *j, rsp_link **client) {
    const proxy_args *a = &j->args;
    rsp_proxy_service_tap(&j->service, *client, RSP_PROXY_CLIENT);
    if (!j->shaped)
        return RSP_OK;
    const rsp_shape_way done = {.delay_ns = a->delay_ns,
                                .jitter_ns = a->jitter_ns,
                                .rate_bytes_per_s = a->rate,
                                .split_bytes = (size_t)a->split,
                                .merge = a->merge,
                                .corrupt_ppm = (uint32_t)a->corrupt,
                                .drop_ppm = (uint32_t)a->drop,
                                .close_after_bytes = a->close_after};
    rsp_shape shape = rsp_proxy_shape(&done, (rsp_proxy_way)a->way, a->rtt_ns, a->seed);
    return rsp_link_open_shaped(client, *client, &shape, NULL);
}

static void refuse(job *j, const rsp_error *error) {
    clear_live(j);
    io_say(stderr, "stubborn proxy: #%llu: there is no stub for this debugger: %s%s%s\n",
           (unsigned long long)j->report.connections,
           error->msg[0] ? error->msg : rsp_status_text(error->status), error->where ? ": " : "",
           error->where ? error->where : "");
    j->report.unreachable++;
}

static rsp_status serve(job *j, rsp_link *client) {
    rsp_link *stub = NULL;
    rsp_error error = {0};
    rsp_stub_request request = {.program = j->args.program ? j->args.program : ""};
    rsp_proxy_ended ended = {.number = ++j->report.connections};
    rsp_status status = stub_opener_open(j->stubs, &stub, &request, &error);
    if (status != RSP_OK)
        refuse(j, &error);
    else if ((status = prepare_client(j, &client)) == RSP_OK) {
        j->reached = true;
        rsp_proxy_service_tap(&j->service, stub, RSP_PROXY_STUB);
        rsp_proxy_service_relay(&j->service, client, stub, &ended);
        keep_ended(j, &ended);
        tell_end(j, &ended);
        status = ended.end.status == RSP_CANCELLED ? RSP_CANCELLED : RSP_OK;
    }
    rsp_link_close(client);
    if (stub)
        stub_opener_closing(j->stubs, stub);
    rsp_link_close(stub);
    return status;
}

/* A recording that is not complete any more is worse than none: that ends it. */
static int recording_failed(job *j) {
    rsp_error error = {0};
    const rsp_status status = rsp_recorder_status(&j->recorder);
    (void)rsp_fail_at(&error, status, j->args.record, 0, 0,
                      "can not be written: %s; it is complete up to byte %llu",
                      j->record_errno ? strerror(j->record_errno) : rsp_status_text(status),
                      (unsigned long long)j->recorder.bytes);
    return command_fail(j->self, &error);
}

static int serve_all(job *j) {
    for (;;) {
        rsp_link *client = NULL;
        rsp_status status = rsp_listener_accept(j->listener, &client, RSP_NEVER_NS);
        if (status == RSP_CANCELLED || status == RSP_CLOSED)
            return j->code;
        if (status == RSP_OK)
            status = serve(j, client);
        if (j->record_fd >= 0 && rsp_recorder_status(&j->recorder) != RSP_OK)
            return recording_failed(j);
        if (status == RSP_CANCELLED)
            return j->code;
        if (status == RSP_NO_MEMORY || status == RSP_IO)
            return command_fail(j->self, &(rsp_error){.status = status});
        if (j->args.once)
            return j->report.unreachable ? EXIT_UNREACHABLE : j->code;
    }
}

/* --- beginning and end ---------------------------------------------------------------------------------- */

static void announce(const job *j, const rsp_address *address) {
    rsp_buf text = {0};
    rsp_buf_str(&text, "listening on ");
    rsp_listener_describe(j->listener, &text);
    rsp_text_printf(&text, ", for %s\n", j->args.stub);
    if (j->args.accelerate != NOT_GIVEN)
        rsp_text_printf(&text, "  accelerating: MultiMemRead%s%s\n",
                        j->args.accelerate != 2 ? ", MultiBreakpoint" : "",
                        j->args.accelerate != 1 ? ", jMultiBreakpoint" : "");
    if (j->args.record)
        rsp_text_printf(&text, "  recording to %s\n", j->args.record);
    if (address->kind == RSP_ADDRESS_TCP)
        rsp_buf_printf(&text, "  gdb-multiarch -ex 'target remote :%u'\n",
                       (unsigned)rsp_listener_port(j->listener));
    print(j, &text);
    listen_warn(j->self, address, "the debuggee");
}

static int open_recording(job *j) {
    j->record_fd = -1;
    if (!j->args.record)
        return EXIT_FINE;
    j->record_fd = open(j->args.record, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (j->record_fd < 0) {
        rsp_error error = {0};
        (void)rsp_fail_at(&error, RSP_IO, j->args.record, 0, 0, "can not be written: %s", strerror(errno));
        return command_fail(j->self, &error);
    }
    rsp_recorder_options options = {.write = write_blocks,
                                    .ctx = j,
                                    .epoch_ns = io_unix_now_ns() - j->start_ns,
                                    .proxy_port = rsp_listener_port(j->listener),
                                    .stub_port = j->stub_config.address.port,
                                    .both = j->args.accelerate != NOT_GIVEN || j->shaped};
    return rsp_recorder_begin(&j->recorder, &options) == RSP_OK ? EXIT_FINE : recording_failed(j);
}

static int open_service(job *j) {
    bool accelerates = j->args.accelerate != NOT_GIVEN;
    j->live = !j->args.quiet && !j->out_is_protocol && io_is_terminal(STDERR_FILENO);
    rsp_proxy_service_options options = {.proxy = {.patience_ns = j->args.timeout_ns},
                                         .stub_name = j->args.stub,
                                         .found = found,
                                         .client = j->args.client,
                                         .breach = found_breach,
                                         .look = j->live ? show_live : NULL,
                                         .ctx = j,
                                         .cut_after_bytes = j->args.close_after,
                                         .cut_way = (rsp_proxy_way)j->args.way,
                                         .clock = j->clock};
    if (accelerates)
        options.proxy.accelerate = (rsp_accelerate)(RSP_ACCELERATE_BOTH + (int)j->args.accelerate);
    j->stubs = stub_opener_new(&j->stub_config);
    if (rsp_proxy_service_init(&j->service, &options) != RSP_OK || !j->stubs)
        return command_fail(j->self, &(rsp_error){.status = RSP_NO_MEMORY});
    j->service.recorder = j->record_fd >= 0 ? &j->recorder : NULL;
    static const char *const names[] = {"both", "rfc", "lldb"};
    j->report.stub = j->args.stub;
    j->report.stub_side = j->service.stub;
    j->report.client = rsp_proxy_service_debugger(&j->service);
    j->report.accelerate = accelerates ? names[j->args.accelerate] : NULL;
    j->report.record_path = j->args.record;
    j->report.ended = j->ended;
    return EXIT_FINE;
}

static int open_listener(job *j, rsp_address *address) {
    rsp_error error = {0};
    rsp_listener_options options = {.link = {.stop = interrupt_flag()}};
    rsp_status status = listen_parse(address, &j->arena, j->args.listen, &error);
    if (status == RSP_OK)
        status = rsp_listener_open(&j->listener, address, &options, &error);
    j->out_is_protocol = address->kind == RSP_ADDRESS_STDIO;
    if (status == RSP_USAGE)
        return command_usage(j->self, "--listen %s: %s", j->args.listen, error.msg);
    return status == RSP_OK ? EXIT_FINE : command_fail(j->self, &error);
}

static int open_source(job *j) {
    rsp_diagnostics diagnostics = {0};
    rsp_error error = {0};
    rsp_status status = stub_config_init(&j->stub_config, j->args.stub, data_path_scenarios(&j->arena),
                                         interrupt_flag(), &diagnostics, &error);
    rsp_diagnostics_free(&diagnostics);
    if (status != RSP_OK)
        return command_fail(j->self, &error);
    if (j->stub_config.in_process)
        return command_usage(j->self,
                             "--stub reference runs inside this program; start it as one of its own: "
                             "--stub \"exec:stubborn stub --once --listen tcp:{port} hello\"");
    return EXIT_FINE;
}

static rsp_status render(rsp_buf *out, void *report, rsp_bytes format, const rsp_report_options *style) {
    (void)style;
    if (rsp_bytes_equal(format, RSP_LIT("json")))
        return rsp_proxy_append_json(out, report);
    rsp_proxy_append_totals(out, report);
    return out->status;
}

static int finish(job *j, int code) {
    rsp_buf text = {0};
    clear_live(j);
    j->report.duration_ns = now_of(j) - j->start_ns;
    j->report.stats = rsp_proxy_stats_get(j->service.proxy);
    j->report.record_bytes = j->recorder.bytes;
    if (!output_wants(&j->args.outputs, "text")) {
        rsp_proxy_append_totals(&text, &j->report);
        print(j, &text);
    }
    rsp_error error = {0};
    if (output_write(&j->args.outputs, NULL, render, &j->report, false, &error) != RSP_OK)
        return command_fail(j->self, &error);
    const bool broken = rsp_monitor_broken(j->service.stub, RSP_LEVEL_MUST) +
                            rsp_monitor_client_broken(j->report.client, RSP_LEVEL_MUST) >
                        0;
    if (code == EXIT_FINE && j->args.check && rsp_monitor_metrics(j->service.stub)->packets_from_stub == 0) {
        fprintf(stderr, "stubborn proxy: --check: the stub sent no packet, so that nothing is known of it\n");
        return EXIT_UNREACHABLE;
    }
    return code == EXIT_FINE && j->args.check && broken ? EXIT_FINDINGS : code;
}

/* False, with a message, when what was recorded does not reach the disk. */
static bool close_recording(job *j) {
    rsp_error error = {0};
    int fd = j->record_fd;
    j->record_fd = -1;
    if (fd < 0 || (rsp_file_sync_fd(fd) && close(fd) == 0))
        return true;
    (void)rsp_fail_at(&error, RSP_IO, j->args.record, 0, 0, "can not be written: %s", strerror(errno));
    (void)command_fail(j->self, &error);
    return false;
}

static int run_job(job *j) {
    rsp_address address = {0};
    j->clock = rsp_clock_monotonic();
    j->start_ns = now_of(j);
    j->shaped = is_shaped(&j->args);
    j->record_fd = -1;
    int code = open_source(j);
    if (code == EXIT_FINE)
        code = open_listener(j, &address);
    if (code == EXIT_FINE)
        code = open_recording(j);
    if (code == EXIT_FINE)
        code = open_service(j);
    if (code != EXIT_FINE)
        return code;
    announce(j, &address);
    code = finish(j, serve_all(j));
    return close_recording(j) ? code : EXIT_UNREACHABLE;
}

static void free_job(job *j) {
    rsp_listener_close(j->listener);
    stub_opener_free(j->stubs);
    stub_config_free(&j->stub_config);
    rsp_proxy_service_free(&j->service);
    rsp_recorder_free(&j->recorder);
    if (j->record_fd >= 0)
        (void)close(j->record_fd);
    rsp_arena_free(&j->arena);
}

static int run_proxy(const command *self, int argc, char **argv) {
    job j = {
        .self = self, .args = {.listen = "tcp:1234", .accelerate = NOT_GIVEN, .seed = 1}, .record_fd = -1};
    option_list operands = {0};
    int code = EXIT_FINE;
    if (!command_parse(self, &j.args, &operands, argc, argv, &code))
        return code;
    if (operands.num > 0)
        return command_usage(self, "unexpected '%s'; addresses are options", operands.items[0]);
    if (!j.args.stub)
        return command_usage(self, "which stub? for example: stubborn proxy --stub tcp:127.0.0.1:2345");
    if (j.args.record && output_goes_to(&j.args.outputs, j.args.record))
        return command_usage(self, "--record %s: a report goes to this file", j.args.record);
    if (j.args.corrupt > ONE_MILLION || j.args.drop > ONE_MILLION)
        return command_usage(self, "--%s: at most a million in a million",
                             j.args.corrupt > ONE_MILLION ? "corrupt" : "drop");
    interrupt_catch();
    code = run_job(&j);
    free_job(&j);
    return code;
}

const command command_proxy = {
    .name = "proxy",
    .operands = NULL,
    .summary = "stand between a debugger and a stub: record, shape, check, accelerate",
    .details = "Passes what a debugger and a stub say to each other, unchanged, counts it, and holds the "
               "passive rules "
               "against the stub, as run does. The stub is connected, or started, for each debugger. Ctrl-C "
               "ends it with "
               "totals.\n\n"
               "  stubborn proxy --listen tcp:1234 --stub tcp:127.0.0.1:2345 --record session.pcapng\n"
               "  stubborn proxy --once --check --stub exec:'gdbserver 127.0.0.1:{port} ./a.out'\n"
               "  stubborn proxy --stub profile:gdbserver --program hello --rtt 20ms --jitter 2ms\n\n"
               "With --accelerate, run beside the stub, it offers MultiMemRead, MultiBreakpoint and "
               "jMultiBreakpoint where "
               "the stub lacks them, and splits them into the stub's own m, x, Z and z: a debugger far away "
               "pays one "
               "round trip.\n\n"
               "  stubborn proxy --accelerate --listen tcp:0.0.0.0:1234 --stub tcp:127.0.0.1:2345\n\n"
               "The link is shaped on the debugger's side, and the recording shows what the debugger saw. "
               "Exit status: "
               "0; with --check 1 when a must was broken; 2 usage; 3 no stub, no packet of it to check, or "
               "no recording.",
    .options = rows,
    .run = run_proxy,
};
