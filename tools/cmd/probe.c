/* stubborn probe: how a stub behaves, learned by a short look, as a page for people or as a profile.
 * The same look comes first in `run` and `fuzz`.
 * Exit status: 0 the stub was looked at, 2 usage, 3 no stub. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/data_path.h"
#include "cli/interrupt.h"
#include "cli/io.h"
#include "stubs/stub_config.h"

#include "codec/json.h"
#include "core/arena.h"
#include "manners/manners.h"
#include <stdio.h>

typedef struct probe_args {
    const char *stub;
    const char *program;
    option_list outputs;
    uint64_t timeout_ns;
    uint64_t wait_ns;
    bool ask_only;
    bool verbose;
} probe_args;

static const option_row rows[] = {
    {"stub", 's', OPTION_STRING, "STUB",
     "tcp:HOST:PORT, unix:PATH, exec:COMMAND, profile:NAME or reference (default)",
     offsetof(probe_args, stub), "reference tcp: unix: exec: profile:"},
    {"program", 'p', OPTION_STRING, "NAME",
     "debuggee that a stub we start is to have (default: the stub's own)", offsetof(probe_args, program),
     NULL},
    {"output", 'o', OPTION_LIST, "FORMAT:PATH",
     "profile:PATH writes a profile to edit, json:PATH all that was learned", offsetof(probe_args, outputs),
     "profile: json:"},
    {"ask-only", 0, OPTION_FLAG, NULL, "do not step, resume or interrupt the program, and set no breakpoints",
     offsetof(probe_args, ask_only), NULL},
    {"wait", 0, OPTION_SPAN, "TIME", "how long to try to reach a stub at tcp: or unix: (default: once)",
     offsetof(probe_args, wait_ns), NULL},
    {"timeout", 't', OPTION_SPAN, "TIME",
     "how long to wait for an answer that every stub must give (default: 2s)",
     offsetof(probe_args, timeout_ns), NULL},
    {"verbose", 'v', OPTION_FLAG, NULL, "print the bytes that show each line", offsetof(probe_args, verbose),
     NULL},
    {0},
};

typedef struct opening {
    stub_opener *worker;
    rsp_stub_request request;
} opening;

static rsp_status open_link(void *ctx, rsp_link **out_link, rsp_error *error) {
    opening *o = ctx;
    return stub_opener_open(o->worker, out_link, &o->request, error);
}

static void end_link(void *ctx, rsp_link *link) {
    stub_opener_closing(((opening *)ctx)->worker, link);
    rsp_link_close(link);
}

static void print_bytes(const rsp_manners *manners) {
    puts("");
    for (size_t i = 0; i < manners->num_lines; i++) {
        if (*manners->lines[i].bytes)
            printf("%-16s %s\n", manners->lines[i].name, manners->lines[i].bytes);
    }
}

/* --- files --- */

static void json_member(rsp_buf *out, const char *key, const char *value) {
    rsp_buf_printf(out, "\"%s\": ", key);
    rsp_json_string_append(out, rsp_bytes_str(value));
}

static void write_json(rsp_buf *out, const rsp_manners *m, const char *address) {
    rsp_buf_str(out, "{\n  \"format\": 1,\n  ");
    json_member(out, "stub", address);
    rsp_buf_str(out, ",\n  \"manners\": {");
    bool first = true;
    for (size_t i = 0; rsp_manners_key(i); i++) {
        const char *value = rsp_manners_value(m, i);
        if (!*value)
            continue;
        rsp_buf_str(out, first ? "\n    " : ",\n    ");
        json_member(out, rsp_manners_key(i), value);
        first = false;
    }
    rsp_buf_printf(out,
                   "\n  },\n  \"packet_size\": %llu,\n  \"takes_bytes\": %llu,\n  \"sends_bytes\": %llu,\n"
                   "  \"answer_ns\": %llu,\n  \"pc_number\": %d,\n  ",
                   (unsigned long long)m->packet_size, (unsigned long long)m->takes_bytes,
                   (unsigned long long)m->sends_bytes, (unsigned long long)m->answer_ns, m->pc_number);
    json_member(out, "architecture", m->arch ? m->arch : "");
    rsp_buf_str(out, ",\n  \"lines\": [");
    for (size_t i = 0; i < m->num_lines; i++) {
        const rsp_manners_line *line = &m->lines[i];
        rsp_buf_str(out, i ? ",\n    {" : "\n    {");
        json_member(out, "name", line->name);
        rsp_buf_str(out, ", ");
        json_member(out, "text", line->text);
        rsp_buf_str(out, ", ");
        json_member(out, "remark", line->remark);
        rsp_buf_str(out, ", ");
        json_member(out, "bytes", line->bytes);
        rsp_buf_printf(out, ", \"breach\": %s}", line->breach ? "true" : "false");
    }
    rsp_buf_str(out, "\n  ]\n}\n");
}

/* What stands behind "FORMAT:" where the output has that format; else NULL. */
static const char *path_of(const char *spec, const char *format) {
    size_t len = strlen(format);
    return strncmp(spec, format, len) == 0 && spec[len] ? spec + len : NULL;
}

static rsp_status write_output(const char *spec, const rsp_manners *manners, const char *address,
                               rsp_error *error) {
    rsp_buf text = {0};
    const char *path = path_of(spec, "json:");
    if (path) {
        write_json(&text, manners, address);
    } else {
        path = path_of(spec, "profile:");
        rsp_manners_profile(&text, manners, address, address);
    }
    rsp_status status = text.status;
    if (status != RSP_OK)
        (void)rsp_fail(error, status, "%s", rsp_status_text(status));
    else if (strcmp(path, "-") == 0)
        return io_print(&text) == EXIT_FINE ? RSP_OK : rsp_fail(error, RSP_IO, "standard output");
    else
        status = io_write_file(path, rsp_buf_bytes(&text), error);
    rsp_buf_free(&text);
    return status;
}

static rsp_status write_outputs(const probe_args *args, const rsp_manners *manners, rsp_error *error) {
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < args->outputs.num && status == RSP_OK; i++)
        status = write_output(args->outputs.items[i], manners, args->stub, error);
    return status;
}

static bool check_outputs(const probe_args *args) {
    for (size_t i = 0; i < args->outputs.num; i++) {
        const char *spec = args->outputs.items[i];
        if (!path_of(spec, "json:") && !path_of(spec, "profile:"))
            return false;
    }
    return true;
}

static int look(const command *self, const probe_args *args, opening *o) {
    rsp_manners manners;
    rsp_error error = {0};
    const rsp_manners_options options = {.open = open_link,
                                         .close = end_link,
                                         .ctx = o,
                                         .timeout_ns = args->timeout_ns,
                                         .run_program = !args->ask_only};
    int code = EXIT_FINE;
    rsp_status status = rsp_manners_look(&manners, &options, &error);
    if (status == RSP_OK) {
        rsp_buf page = {0};
        rsp_manners_page(&page, &manners);
        (void)io_print(&page);
        if (args->verbose)
            print_bytes(&manners);
        status = write_outputs(args, &manners, &error);
    }
    if (status != RSP_OK)
        code = command_fail(self, &error);
    rsp_manners_free(&manners);
    return code;
}

static int open_and_look(const command *self, const probe_args *args) {
    stub_config src = {0};
    rsp_arena arena = {0};
    rsp_diagnostics diagnostics = {0};
    rsp_error error = {0};
    opening o = {.request = {.program = args->program ? args->program : ""}};
    rsp_status status = stub_config_init(&src, args->stub, data_path_scenarios(&arena), interrupt_flag(),
                                         &diagnostics, &error);
    src.wait_ns = args->wait_ns;
    if (status == RSP_OK) {
        o.worker = stub_opener_new(&src);
        status = o.worker ? RSP_OK : rsp_fail(&error, RSP_NO_MEMORY, "no memory");
    }
    int code = status == RSP_OK ? look(self, args, &o) : command_fail(self, &error);
    stub_opener_free(o.worker);
    stub_config_free(&src);
    rsp_diagnostics_free(&diagnostics);
    rsp_arena_free(&arena);
    return code;
}

static int run_probe(const command *self, int argc, char **argv) {
    probe_args args = {.stub = stub_config_default(), .timeout_ns = 2 * RSP_NS_PER_S};
    option_list rest = {0};
    int code = EXIT_FINE;
    if (!command_parse(self, &args, &rest, argc, argv, &code))
        return code;
    if (rest.num > 0)
        return command_usage(self, "probe takes no operands; the stub is named by --stub");
    if (!check_outputs(&args))
        return command_usage(self, "an output is profile:PATH or json:PATH");
    interrupt_catch();
    return open_and_look(self, &args);
}

const command command_probe = {
    .name = "probe",
    .operands = "",
    .summary = "learn how a stub behaves, and print it as a page or a profile",
    .details =
        "Connects, asks some 60 short questions and prints what was learned. Changes no registers and no "
        "memory; breakpoints are set and taken away at once. `run` looks in the same way before it "
        "judges.\n\n"
        "  stubborn probe --stub tcp:127.0.0.1:1234\n"
        "  stubborn probe --stub exec:'./mystub --port {port}' -o profile:mystub.yaml",
    .options = rows,
    .run = run_probe,
};
