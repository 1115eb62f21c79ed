/* stubborn fuzz: looks for what breaks a stub, over whatever link, and keeps what it finds as scenarios.
 * Also plays findings again, and merges the folders of several campaigns.
 * Exit status: 0 nothing found, 1 findings, 2 usage, 3 no stub. */
/* SPDX-License-Identifier: MIT */
#include "cmd/fuzz/fuzz_job.h"

#include "cli/interrupt.h"
#include "cli/listen.h"
#include "cmd/default_stub.h"
#include "cmd/fuzz/fuzz_debugger.h"

#include "campaign/crew.h"
#include "core/file.h"
#include <stdio.h>

static const option_row rows[] = {
    {"stub", 's', OPTION_STRING, "STUB",
     "reference, tcp:HOST:PORT, unix:PATH, pty:PATH, exec:COMMAND or profile:NAME" DEFAULT_STUB_WORDS,
     offsetof(fuzz_args, stub), "reference tcp: unix: pty: exec: profile:@profiles"},
    {"debugger", 'd', OPTION_STRING, "COMMAND",
     "look for what breaks this debugger instead: gdb, lldb-19, profile:gdb, profile:FILE.yaml; the stub "
     "lies to it",
     offsetof(fuzz_args, debugger.debugger), "profile:"},
    {"recording", 0, OPTION_STRING, "FILE",
     "with --debugger: the stub's replies are those of this capture (default: --stub, or the reference stub)",
     offsetof(fuzz_args, debugger.recording), "file"},
    {"requests", 0, OPTION_COUNT, "N",
     "with --debugger: packets of one session that count as asking without end (default: 5000)",
     offsetof(fuzz_args, debugger.requests), NULL},
    {"program", 'p', OPTION_STRING, "NAME", "debuggee, for a stub that can have several",
     offsetof(fuzz_args, program), "@programs"},
    {"load", 0, OPTION_FLAG, NULL,
     "load a program of ours into a stub that has its own: sequences then hit breakpoints and watchpoints",
     offsetof(fuzz_args, stubs.load), NULL},
    {"seeds", 0, OPTION_LIST, "PATH",
     "start from these: message lists, pcap files, scenarios, or folders of them (default: built in)",
     offsetof(fuzz_args, seeds), "file"},
    {"campaign", 'c', OPTION_STRING, "FOLDER",
     "where corpus, findings and journal are (default: fuzz-campaign, with --debugger fuzz-debugger); for "
     "merge: where to put them together",
     offsetof(fuzz_args, folder), "file"},
    {"resume", 'r', OPTION_FLAG, NULL, "continue the campaign after the sequence in which it ended",
     offsetof(fuzz_args, resume), NULL},
    {"node", 0, OPTION_STRING, "NAME", "this machine's name, if several share the campaign's folder",
     offsetof(fuzz_args, node), NULL},
    {"seed", 0, OPTION_COUNT, "N", "seed of everything random (default: 1)", offsetof(fuzz_args, seed), NULL},
    {"jobs", 'j', OPTION_COUNT, "N", "stubs, or debuggers, at a time (default: 1)", offsetof(fuzz_args, jobs),
     NULL},
    {"for", 'f', OPTION_SPAN, "TIME", "end after this time", offsetof(fuzz_args, for_ns), NULL},
    {"max-messages", 'n', OPTION_COUNT, "N", "end after so many messages", offsetof(fuzz_args, max_messages),
     NULL},
    {"until-first", '1', OPTION_FLAG, NULL, "end with the first finding", offsetof(fuzz_args, until_first),
     NULL},
    {"allow", 0, OPTION_STRING, "WHAT",
     "send these too: hostio, run, monitor, process, platform, flash, lasting, or all",
     offsetof(fuzz_args, allow), "hostio run monitor process platform flash lasting all"},
    {"ignore", 0, OPTION_STRING, "KINDS", "kinds of findings to leave out, as in crash,no-stop",
     offsetof(fuzz_args, ignore), NULL},
    {"should", 0, OPTION_FLAG, NULL, "also report broken rules of level should", offsetof(fuzz_args, should),
     NULL},
    {"differences", 0, OPTION_FLAG, NULL, "also report other replies of a fresh stub to the same messages",
     offsetof(fuzz_args, differences), NULL},
    {"timeout", 't', OPTION_SPAN, "TIME",
     "a stub that does not answer for so long hangs (default: 1s); a debugger that rests for so long: 4s",
     offsetof(fuzz_args, timeout_ns), NULL},
    {"patience", 0, OPTION_SPAN, "TIME", "wait for a reply before a probe is sent (default: 50ms)",
     offsetof(fuzz_args, patience_ns), NULL},
    {"wait", 0, OPTION_DURATION, "TIME",
     "how long to wait for a stub at tcp:, unix: or pty: to come back (default: 10s; 0s: not)",
     offsetof(fuzz_args, wait_ns), NULL},
    {"start", 0, OPTION_SPAN, "TIME",
     "how long a stub that is started may take to listen (default: 30s, or less where --for is)",
     offsetof(fuzz_args, start_ns), NULL},
    {"cut", 0, OPTION_DURATION, "TIME",
     "longest time to minimise one finding (default: 20s, with --debugger 1m; 0s: do not minimise)",
     offsetof(fuzz_args, cut_ns), NULL},
    {"pipeline", 0, OPTION_COUNT, "N", "most packets in one write, without acknowledgments (default: 32)",
     offsetof(fuzz_args, pipeline), NULL},
    {"session", 0, OPTION_COUNT, "N",
     "messages to one stub before a fresh one (default: 16000, with --differences 300)",
     offsetof(fuzz_args, session), NULL},
    {"edges", 0, OPTION_COUNT, "N",
     "size of the coverage map of a stub built with AFL++ or our shim; 65536 fits most",
     offsetof(fuzz_args, edges), NULL},
    {"memory", 0, OPTION_COUNT, "MIB",
     "growth under the same messages that counts as a finding (default: 256, of a debugger 768)",
     offsetof(fuzz_args, memory), NULL},
    {"alone", 0, OPTION_FLAG, NULL, "start no second stub in advance", offsetof(fuzz_args, stubs.alone),
     NULL},
    {"fault", 0, OPTION_STRING, "NAME", "give the reference stub one deliberate defect",
     offsetof(fuzz_args, fault), "@faults"},
    {"output", 'o', OPTION_OUTPUT, "json|sarif|html", "write the results", offsetof(fuzz_args, outputs),
     NULL},
    {"progress", 0, OPTION_FLAG, NULL, "show the status line although standard error is not a terminal",
     offsetof(fuzz_args, progress), NULL},
    DEFAULT_STUB_NO_CONFIG(fuzz_args),
    {0},
};

/* --- merging -------------------------------------------------------------------------------------------- */

static int merge(fuzz_job *job, const option_list *operands) {
    if (operands->num < 2 || !job->args.folder)
        return command_usage(job->self,
                             "merge: expected folders and --campaign FOLDER, as in: stubborn fuzz merge A B "
                             "--campaign C");
    int code = fuzz_merge(job, operands);
    fuzz_job_free(job);
    return code;
}

/* The folder says whether it was a debugger's campaign. */
static bool resumes_debugger(const fuzz_args *args) {
    rsp_arena arena = {0};
    const bool is = args->resume && args->folder &&
                    rsp_path_exists(rsp_arena_printf(&arena, "%s/debugger.json", args->folder));
    rsp_arena_free(&arena);
    return is;
}

static int run_fuzz(const command *self, int argc, char **argv) {
    fuzz_job job = {.self = self,
                    .args = {.node = "local", .wait_ns = 10 * RSP_NS_PER_S, .cut_ns = FUZZ_CUT_NS}};
    option_list operands = {0};
    int code = EXIT_FINE;
    if (!command_parse(self, &job.args, &operands, argc, argv, &code))
        return code;
    if (job.args.debugger.debugger || job.args.debugger.recording || job.args.debugger.requests ||
        resumes_debugger(&job.args))
        return fuzz_debugger(self, &job.args, &operands);
    if (operands.num > 0 && strcmp(operands.items[0], "merge") == 0)
        return merge(&job, &operands);
    if (!job.args.folder)
        job.args.folder = "fuzz-campaign";
    bool again = operands.num > 0 && strcmp(operands.items[0], "replay") == 0;
    rsp_arena arena = {0};
    const char *meant = operands.num > 0 && !again ? listen_stub(&arena, operands.items[0]) : NULL;
    if (meant)
        code = command_usage(self, "'%s': a stub is named by --stub %s", operands.items[0], meant);
    rsp_arena_free(&arena);
    if (code != EXIT_FINE)
        return code;
    if (operands.num > 0 && !again)
        return command_usage(self, "'%s' is not understood; did you mean --stub, replay or merge?",
                             operands.items[0]);
    if (job.args.jobs > RSP_CREW_MAX_JOBS)
        return command_usage(self, "--jobs %llu: at most %d", (unsigned long long)job.args.jobs,
                             RSP_CREW_MAX_JOBS);
    default_stub stub = {.no_config = job.args.no_config};
    if (!again && !job.args.resume && !job.args.fault)
        job.args.stub = default_stub_choose(&stub, self, job.args.stub, &code);
    job.load_by_settings = stub.load;
    interrupt_catch();
    if (code == EXIT_FINE)
        code = again ? fuzz_replay(&job, &operands) : fuzz_campaign(&job);
    fuzz_job_free(&job);
    default_stub_free(&stub);
    return code;
}

const command command_fuzz = {
    .name = "fuzz",
    .operands = "[replay FOLDER...] [merge FOLDER...]",
    .summary = "look for what breaks a stub, and keep it as scenarios",
    .details =
        "Plays mutated sessions to a stub and watches it: does it die, hang, grow, break a rule? A finding "
        "is "
        "confirmed on a fresh stub, minimised, and written into the campaign's folder, with a scenario. "
        "`stubborn fuzz replay` fails until the stub is fixed. Requests that could harm the machine of the "
        "stub are sent only if --allow names them. With --debugger the stub is ours, and lies: a debugger "
        "that "
        "crashes, hangs, grows or finds itself wrong is a finding. See docs/fuzzing.md.\n\n"
        "  stubborn fuzz --stub 'exec:./mystub {port}' --for 10m\n"
        "  stubborn fuzz --stub profile:gdbserver --jobs 2 --until-first -o sarif:fuzz.sarif\n"
        "  stubborn fuzz --resume\n"
        "  stubborn fuzz replay fuzz-campaign/findings/crash-sigsegv-read-memory\n"
        "  stubborn fuzz merge one two --campaign both\n"
        "  stubborn fuzz --debugger gdb-multiarch --for 10m --campaign lies",
    .options = rows,
    .completes = "file",
    .run = run_fuzz,
};
