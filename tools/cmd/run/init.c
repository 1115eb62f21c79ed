/* stubborn init: judges a stub for the first time, and writes settings by which later runs fail on news only.
 * What can be found out is not asked: known failures go to a baseline, areas that pass become required.
 * Exit status: 0 settings were written, 2 usage, 3 no stub, or nothing of it could be judged. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/io.h"
#include "cmd/run/run.h"
#include "cmd/run/run_options.h"

#include "core/file.h"
#include "document/text.h"
#include <stdio.h>

typedef struct init_args {
    const char *stub;
    const char *baseline;
    const char *wait;
    const char *timeout;
    bool one_connection;
    bool allow_writes;
    bool load;
    bool force;
} init_args;

static const option_row rows[] = {
    {"stub", 's', OPTION_STRING, "STUB", "tcp:HOST:PORT, unix:PATH, exec:COMMAND or profile:NAME",
     offsetof(init_args, stub), "tcp: unix: exec: profile:@profiles"},
    {"baseline", 'b', OPTION_STRING, "FILE",
     "where what fails today is written (default: stubborn-baseline.yaml)", offsetof(init_args, baseline),
     "file"},
    {"wait", 0, OPTION_STRING, "TIME", "how long to try to reach a stub at tcp: or unix: (default: once)",
     offsetof(init_args, wait), NULL},
    {"timeout", 't', OPTION_STRING, "TIME", "longest wait for an answer (default: the profile's, or 2s)",
     offsetof(init_args, timeout), NULL},
    {"one-connection", 0, OPTION_FLAG, NULL, "the stub serves a single client and listens no more",
     offsetof(init_args, one_connection), NULL},
    {"allow-writes", 0, OPTION_FLAG, NULL, "write below the stack of a program that is not ours",
     offsetof(init_args, allow_writes), NULL},
    {"load", 0, OPTION_FLAG, NULL,
     "load a program of ours into a stub that has its own, and put everything back; writes memory and "
     "registers",
     offsetof(init_args, load), NULL},
    {"force", 0, OPTION_FLAG, NULL, "replace settings that are there", offsetof(init_args, force), NULL},
    {0},
};

/* What the first run found, as the file has it. */
typedef struct writer {
    const command *self;
    const init_args *args;
    rsp_buf out;
    bool judged;
    bool could_load; /* the stub has its own program, and none of ours was brought */
    uint64_t known;  /* failures that go to the baseline */
} writer;

static void append_quoted(rsp_buf *out, const char *text) {
    rsp_buf_push(out, '\'');
    for (const char *c = text; *c; c++) {
        if (*c == '\'')
            rsp_buf_push(out, '\'');
        rsp_buf_push(out, (uint8_t)*c);
    }
    rsp_buf_push(out, '\'');
}

/* What a stub says goes into a comment: in one line, and printable. */
static void append_fact(rsp_buf *out, const char *what, const char *text) {
    if (!text || !*text)
        return;
    rsp_text_printf(out, "#   %-12s", what);
    rsp_text_escape(out, rsp_bytes_str(text), false);
    rsp_buf_push(out, '\n');
}

static void write_head(writer *w, const rsp_run *run, const rsp_manners *manners) {
    rsp_buf_str(
        &w->out,
        "# Settings of Stubborn, written by `stubborn init`. `stubborn run` in this folder reads them.\n"
        "# Each key is a long option of `stubborn run`, which `stubborn help run` explains. The command\n"
        "# line goes first. `stubborn lint stubborn.yaml` checks this file.\n"
        "#\n"
        "# What was found:\n");
    append_fact(&w->out, "stub", run->about.name && *run->about.name ? run->about.name : run->about.stub);
    append_fact(&w->out, "version", run->about.version);
    append_fact(&w->out, "target", run->about.target);
    append_fact(&w->out, "behaviour", run->about.look);
    append_fact(&w->out, "features", run->about.features);
    append_fact(&w->out, "clients",
                manners->clients.life == RSP_LIFE_UNKNOWN ? "" : rsp_life_text(manners->clients.life));
    append_fact(&w->out, "allowed for", run->notes.allowed);
}

static void write_time(writer *w, const char *key, const char *value, const char *comment) {
    if (value)
        rsp_text_printf(&w->out, "%s: %s\n", key, value);
    else
        rsp_text_printf(&w->out, "# %s: %s\n", key, comment);
}

static bool is_remote(const char *stub) {
    return strncmp(stub, "tcp:", strlen("tcp:")) == 0 || strncmp(stub, "unix:", strlen("unix:")) == 0;
}

/* What a profile starts is not looked at. */
static bool has_own_program(const char *stub) {
    const bool starts = strncmp(stub, "exec:", strlen("exec:")) == 0;
    return is_remote(stub) || (starts && !strstr(stub, "{program}"));
}

/* A stub that only takes the look's connection says so by its life. */
static bool needs_one_connection(const writer *w, const rsp_manners *manners) {
    return w->args->one_connection ||
           (is_remote(w->args->stub) &&
            (manners->clients.life == RSP_LIFE_ONCE || manners->clients.life == RSP_LIFE_REFUSES));
}

static void write_stub(writer *w, const rsp_manners *manners) {
    rsp_buf_str(
        &w->out,
        "\n# How the stub is started or reached. exec: gets a free port as {port} for each client, and\n"
        "# lets scenarios choose their program by {program}; profile:NAME is a stub that Stubborn "
        "knows.\nstub: ");
    append_quoted(&w->out, w->args->stub);
    rsp_buf_str(&w->out, "\n\n# Times: until the stub can be reached, and for an answer.\n");
    write_time(w, "wait", w->args->wait, "10s");
    write_time(w, "timeout", w->args->timeout, "2s");
    if (needs_one_connection(w, manners))
        rsp_buf_str(&w->out, "\n# The stub serves one client and listens no more.\none-connection: yes\n");
    rsp_text_printf(
        &w->out,
        "\n# Whether scenarios may write memory of a program that is not ours: below its stack, where "
        "nothing is\n"
        "# kept, or elsewhere bytes that are written back after each scenario.\n"
        "allow-writes: %s\n"
        "\n# Whether a program of ours is brought into the target's memory, as GDB's load does, where the "
        "stub\n"
        "# has its own. Twice as many scenarios are judged. Memory and registers are written, and put back.\n"
        "load: %s\n",
        w->args->allow_writes ? "yes" : "no", w->args->load ? "yes" : "no");
}

static void write_baseline(writer *w) {
    rsp_buf_str(
        &w->out,
        "\n# What failed when this was written; fill in the reasons. A run fails on what is new, and on\n"
        "# entries that fail no more. `stubborn run --update-baseline` writes the file anew.\nbaseline: ");
    append_quoted(&w->out, w->args->baseline);
    rsp_buf_str(&w->out, "\n\n# Whether a broken should (a warning) fails the run, too.\nstrict: no\n");
}

/* Judged in part at least, and without anything that does not pass. */
static bool is_good(const rsp_summary *s) {
    return s->count[RSP_VERDICT_PASS] > 0 &&
           s->count[RSP_VERDICT_PASS] + s->count[RSP_VERDICT_SKIP] == rsp_summary_total(s);
}

static void write_required(writer *w, rsp_run *run) {
    rsp_area_summary *areas = NULL;
    size_t num = 0;
    size_t listed = 0;
    if (rsp_run_areas(run, &areas, &num) != RSP_OK)
        num = 0;
    rsp_buf_str(&w->out,
                "\n# Areas that pass today, and must be judged and pass from now on. Requirements (MEM-001)\n"
                "# and packets may be named, too.\n");
    for (size_t i = 0; i < num; i++) {
        if (!is_good(&areas[i].summary))
            continue;
        rsp_buf_str(&w->out, listed == 0 ? "require:\n" : "");
        rsp_text_printf(&w->out, "  - %s\n", areas[i].area);
        listed++;
    }
    if (listed == 0)
        rsp_buf_str(&w->out, "# require: [memory]\n");
}

static void write_rest(writer *w, const rsp_run *run) {
    const uint64_t total = rsp_run_total(run);
    const uint64_t share = total ? rsp_summary_judged(&run->summary) * 100 / total : 0;
    rsp_buf_str(
        &w->out,
        "\n# Least share of the scenarios that must be judged; the others need what the stub does not\n"
        "# offer. A stub that loses a feature falls below.\n");
    if (share > 0)
        rsp_buf_printf(&w->out, "min-judged: %llu%%\n", (unsigned long long)share);
    else
        rsp_buf_str(&w->out, "# min-judged: 1%\n");
    rsp_buf_str(
        &w->out,
        "\n# Reports: term, html, junit, json, markdown, sarif, tap, github, gitlab; to standard output\n"
        "# without a path. The folder of a path must exist.\noutput:\n  - term\n"
        "#  - html:stubborn.html\n#  - junit:stubborn.xml\n"
        "\n# Scenarios of your own, files and folders, in place of the suite:\n"
        "# scenarios: [tests/rsp]\n"
        "\n# All ways of sending: with and without acknowledgments, byte by byte, several at once.\n"
        "# matrix: acks,write\n");
}

static uint64_t count_known(const rsp_summary *s) {
    return s->count[RSP_VERDICT_FAIL] + s->count[RSP_VERDICT_WARN] + s->count[RSP_VERDICT_CRASH] +
           s->count[RSP_VERDICT_HANG] + s->count[RSP_VERDICT_XFAIL];
}

static void write_settings(void *ctx, rsp_run *run, const rsp_manners *manners) {
    writer *w = ctx;
    w->judged = !run->ended.interrupted && !rsp_run_says_nothing(run);
    w->known = count_known(&run->summary);
    w->could_load = !w->args->load && has_own_program(w->args->stub);
    write_head(w, run, manners);
    write_stub(w, manners);
    write_baseline(w);
    write_required(w, run);
    write_rest(w, run);
}

enum { MOST_WORDS = 16 };

/* The command line of the first run. */
static int first_run(writer *w) {
    const init_args *args = w->args;
    const char *words[MOST_WORDS] = {"run",      "--no-config", "--update-baseline", "--stub",
                                     args->stub, "--baseline",  args->baseline};
    int num = 7;
    if (args->wait) {
        words[num++] = "--wait";
        words[num++] = args->wait;
    }
    if (args->timeout) {
        words[num++] = "--timeout";
        words[num++] = args->timeout;
    }
    if (args->one_connection)
        words[num++] = "--one-connection";
    if (args->allow_writes)
        words[num++] = "--allow-writes";
    if (args->load)
        words[num++] = "--load";
    return run_and_tell(&command_run, num, (char **)words, write_settings, w);
}

static int tell_written(const writer *w) {
    io_say(stdout,
           "\nwritten: " RUN_SETTINGS " and %s, with %llu known failure%s\n"
           "next:    look at both, fill in the reasons, and add them to version control\n"
           "         stubborn run            fails when something else fails\n"
           "         docs/ci.md              has recipes for GitHub, GitLab and a shell\n",
           w->args->baseline, (unsigned long long)w->known, w->known == 1 ? "" : "s");
    if (w->could_load)
        io_say(
            stdout,
            "         stubborn init --load --force   brings a program of ours into the stub, which has its "
            "own: more is judged\n");
    return EXIT_FINE;
}

static int finish(writer *w, int code) {
    rsp_error error = {0};
    if (code != EXIT_FINE && code != EXIT_FINDINGS)
        return code;
    if (!w->judged) {
        fprintf(stderr, "stubborn init: the run was cut short; no settings were written\n");
        return EXIT_UNREACHABLE;
    }
    rsp_status status = w->out.status;
    if (status == RSP_OK)
        status = io_write_file(RUN_SETTINGS, rsp_buf_bytes(&w->out), &error);
    error.status = status;
    return status == RSP_OK ? tell_written(w) : command_fail(w->self, &error);
}

static int run_init(const command *self, int argc, char **argv) {
    init_args args = {.baseline = "stubborn-baseline.yaml"};
    option_list operands = {0};
    int code = EXIT_FINE;
    if (!command_parse(self, &args, &operands, argc, argv, &code))
        return code;
    if (operands.num > 0)
        return command_usage(self, "init takes no operands; the stub is named by --stub");
    if (!args.stub)
        return command_usage(self,
                             "name the stub: --stub tcp:HOST:PORT, --stub exec:'./mystub --port {port}'");
    if (rsp_path_exists(RUN_SETTINGS) && !args.force)
        return command_usage(self, RUN_SETTINGS " is there already; --force replaces it");
    writer w = {.self = self, .args = &args};
    code = finish(&w, first_run(&w));
    rsp_buf_free(&w.out);
    return code;
}

const command command_init = {
    .name = "init",
    .operands = "",
    .summary = "judge a stub for the first time, and write settings for later runs",
    .details =
        "Runs the suite and writes two files into this folder: stubborn.yaml, which `stubborn run` reads "
        "from "
        "then on, and a baseline with all that fails today. Later runs fail by what is new. Areas that pass "
        "today are required from then on.\n\n"
        "  stubborn init --stub exec:'./mystub --port {port}'\n"
        "  stubborn init --stub tcp:127.0.0.1:1234 --wait 10s\n"
        "  stubborn run",
    .options = rows,
    .run = run_init,
};
