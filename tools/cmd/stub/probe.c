/* stubborn probe: how a stub behaves, learned by a short look, as a page for people or as a profile.
 * The same look comes first in `run` and `fuzz`.
 * Exit status: 0 the stub was looked at, 2 usage, 3 no stub. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/data_path.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cmd/default_stub.h"
#include "cmd/loader.h"
#include "core/text.h"
#include "stubs/look.h"
#include "stubs/stub_hint.h"

#include "core/arena.h"
#include "document/record.h"
#include "manners/manners.h"
#include <jansson.h>
#include <stdio.h>

typedef struct probe_args {
    const char *stub;
    const char *program;
    option_list outputs;
    uint64_t timeout_ns;
    uint64_t wait_ns;
    uint64_t start_ns;
    bool ask_only;
    bool load;
    bool load_by_settings; /* no option */
    bool verbose;
    bool no_config;
} probe_args;

static const option_row rows[] = {
    {"stub", 's', OPTION_STRING, "STUB",
     "tcp:HOST:PORT, unix:PATH, exec:COMMAND, profile:NAME or reference" DEFAULT_STUB_WORDS,
     offsetof(probe_args, stub), "reference tcp: unix: exec: profile:@profiles"},
    {"program", 'p', OPTION_STRING, "NAME",
     "debuggee that a stub we start is to have (default: the stub's own)", offsetof(probe_args, program),
     "@programs"},
    {"output", 'o', OPTION_OUTPUT, "text|profile|json",
     "write what was learned as a page, as a profile to edit, or all of it", offsetof(probe_args, outputs),
     NULL},
    {"ask-only", 0, OPTION_FLAG, NULL, "do not step, resume or interrupt the program, and set no breakpoints",
     offsetof(probe_args, ask_only), NULL},
    {"load", 0, OPTION_FLAG, NULL,
     "then try whether a program of ours can be loaded into a stub that has its own; all is put back",
     offsetof(probe_args, load), NULL},
    {"wait", 0, OPTION_SPAN, "TIME", "how long to try to reach a stub at tcp: or unix: (default: once)",
     offsetof(probe_args, wait_ns), NULL},
    {"start", 0, OPTION_SPAN, "TIME", "how long a stub that is started may take to listen (default: 30s)",
     offsetof(probe_args, start_ns), NULL},
    {"timeout", 't', OPTION_SPAN, "TIME",
     "how long to wait for an answer that every stub must give (default: 2s)",
     offsetof(probe_args, timeout_ns), NULL},
    {"verbose", 'v', OPTION_FLAG, NULL, "print the bytes that show each line", offsetof(probe_args, verbose),
     NULL},
    DEFAULT_STUB_NO_CONFIG(probe_args),
    {0},
};

static void append_bytes(rsp_buf *out, const rsp_manners *manners) {
    rsp_buf_push(out, '\n');
    for (size_t i = 0; i < manners->num_lines; i++) {
        if (*manners->lines[i].bytes)
            rsp_text_printf(out, "%-16s %s\n", manners->lines[i].name, manners->lines[i].bytes);
    }
}

/* --- files ---------------------------------------------------------------------------------------------- */

typedef struct learned {
    const rsp_manners *manners;
    const char *address;
} learned;

static json_t *write_named(rsp_json_build *b, const void *from) {
    json_t *named = json_object();
    for (size_t i = 0; rsp_manners_key(i); i++) {
        const char *value = rsp_manners_value(from, i);
        if (*value)
            rsp_json_text(b, named, rsp_manners_key(i), rsp_bytes_str(value));
    }
    return named;
}

static json_t *write_pc(rsp_json_build *b, const void *from) {
    (void)b;
    return json_integer(((const rsp_manners *)from)->registers.pc_number);
}

static const rsp_field line_fields[] = {
    RSP_FIELD(rsp_manners_line, name, TEXT),   RSP_FIELD(rsp_manners_line, text, TEXT),
    RSP_FIELD(rsp_manners_line, remark, TEXT), RSP_FIELD(rsp_manners_line, bytes, TEXT),
    RSP_FIELD(rsp_manners_line, breach, FLAG),
};
static const rsp_record line = RSP_RECORD(rsp_manners_line, line_fields);

static const rsp_field manners_fields[] = {
    RSP_FIELD_BY("manners", OWN, .write = write_named),
    RSP_NUMBER_AS("packet_size", rsp_manners, replies.packet_size),
    RSP_NUMBER_AS("takes_bytes", rsp_manners, replies.takes_bytes),
    RSP_NUMBER_AS("sends_bytes", rsp_manners, replies.sends_bytes),
    RSP_NUMBER_AS("answer_ns", rsp_manners, replies.answer_ns),
    RSP_FIELD_BY("pc_number", OWN, .write = write_pc),
    RSP_FIELD_AS("architecture", rsp_manners, registers.arch, TEXT),
    RSP_FIELD(rsp_manners, lines, LIST, .count = offsetof(rsp_manners, num_lines), .of = &line),
};
static const rsp_record manners_record = RSP_RECORD(rsp_manners, manners_fields);

static rsp_status write_json(rsp_buf *out, const learned *l) {
    rsp_json_build b = {0};
    json_t *root = json_object();
    rsp_json_number(&b, root, "format", 1);
    rsp_json_text(&b, root, "stub", rsp_bytes_str(l->address));
    rsp_record_put(&b, root, &manners_record, l->manners);
    return rsp_json_print(&b, root, out);
}

static rsp_status render(rsp_buf *out, void *report, rsp_bytes format, const rsp_report_options *style) {
    const learned *l = report;
    if (rsp_bytes_equal(format, RSP_LIT("json")))
        return write_json(out, l);
    if (rsp_bytes_equal(format, RSP_LIT("profile"))) {
        rsp_manners_profile(out, l->manners, l->address, l->address);
    } else {
        rsp_manners_page(out, l->manners);
        if (style->verbose)
            append_bytes(out, l->manners);
    }
    return out->status;
}

static int look(const command *self, const probe_args *args, const stub_config *config) {
    rsp_manners manners = {0};
    rsp_error error = {0};
    const rsp_stub_request request = {.program = args->program ? args->program : ""};
    const rsp_manners_options options = {.timeout_ns = args->timeout_ns, .run_program = !args->ask_only};
    int code = EXIT_FINE;
    rsp_status status = stub_look(&manners, config, &request, &options, NULL, &error);
    if (status == RSP_OK) {
        learned l = {.manners = &manners, .address = args->stub};
        status = output_write(&args->outputs, "text", render, &l, args->verbose, &error);
    }
    if (status != RSP_OK) {
        stub_hint_unreachable(config, STUB_HINT_WAIT, &error);
        code = command_fail(self, &error);
    }
    rsp_manners_free(&manners);
    return code;
}

/* Whether GDB's `load` would work: the step that fails is told. */
static int try_load(const command *self, const stub_config *config) {
    loader l = {.runner = NULL};
    const int code = loader_begin(&l, self, config);
    loader_end(&l);
    return code;
}

static int open_and_look(const command *self, const probe_args *args) {
    stub_config src = {0};
    rsp_arena arena = {0};
    rsp_diagnostics diagnostics = {0};
    rsp_error error = {0};
    rsp_status status = stub_config_init(&src, args->stub, data_path_scenarios(&arena), interrupt_flag(),
                                         &diagnostics, &error);
    src.wait_ns = args->wait_ns;
    stub_config_set_start(&src, args->start_ns);
    int code = status == RSP_OK ? look(self, args, &src) : command_fail(self, &error);
    if (code == EXIT_FINE && loader_is_wanted(&src, args->load, args->load_by_settings))
        code = try_load(self, &src);
    stub_config_free(&src);
    rsp_diagnostics_free(&diagnostics);
    rsp_arena_free(&arena);
    return code;
}

static int run_probe(const command *self, int argc, char **argv) {
    probe_args args = {.timeout_ns = 2 * RSP_NS_PER_S};
    option_list rest = {0};
    int code = EXIT_FINE;
    if (!command_parse(self, &args, &rest, argc, argv, &code))
        return code;
    if (rest.num > 0)
        return command_usage(self, "probe takes no operands; the stub is named by --stub");
    default_stub stub = {0};
    stub.no_config = args.no_config;
    args.stub = default_stub_choose(&stub, self, args.stub, &code);
    args.load_by_settings = stub.load;
    interrupt_catch();
    code = args.stub ? open_and_look(self, &args) : code;
    default_stub_free(&stub);
    return code;
}

const command command_probe = {
    .name = "probe",
    .operands = "",
    .summary = "learn how a stub behaves, and print it as a page or a profile",
    .details =
        "Connects, asks some 60 short questions and prints what was learned. Changes no registers and no "
        "memory, but with --load; breakpoints are set and taken away at once. `run` looks in the same way "
        "before it "
        "judges.\n\n"
        "  stubborn probe --stub tcp:127.0.0.1:1234\n"
        "  stubborn probe --stub exec:'./mystub --port {port}' -o profile:mystub.yaml",
    .options = rows,
    .run = run_probe,
};
