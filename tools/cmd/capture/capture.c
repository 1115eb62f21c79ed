/* stubborn capture: what recorded sessions cost, from pcap and pcapng files or standard input.
 * Files are read in one pass and in bounded memory, however large they are.
 * A file that breaks off is reported up to there, and the exit status is 2. */
/* SPDX-License-Identifier: MIT */
#include "cmd/capture/capture.h"
#include "reports/capture/capture_report.h"

#include "capture/exchange_filter.h"
#include "core/file.h"
#include "core/suggest.h"

static const option_row rows[] = {
    {"output", 'o', OPTION_OUTPUT, "text|json|csv|html|markdown|partial|yaml",
     "write the report; analyze has all but yaml (partial is what --merge adds up), what-if text, json and "
     "csv, show text, json and csv, diff "
     "and replay text and json, check text, to-scenario yaml",
     offsetof(capture_args, outputs), NULL},
    {"format", 'f', OPTION_GONE, NULL, "use -o text, -o json or -o csv", 0, NULL},
    {"html", 0, OPTION_GONE, NULL, "use -o html:FILE", 0, NULL},
    {"partial", 0, OPTION_GONE, NULL, "use -o partial:FILE", 0, NULL},
    {"port", 'p', OPTION_COUNT, "PORT", "the stub's port (default: stubs are found by content)",
     offsetof(capture_args, port), NULL},
    {"rtt", 0, OPTION_DURATION, "TIME",
     "say how long the work would take over a link with this round-trip time", offsetof(capture_args, rtt_ns),
     NULL},
    {"packet-size", 0, OPTION_COUNT, "BYTES",
     "what-if: bytes in a batch (default: the PacketSize that the stub announced)",
     offsetof(capture_args, packet_size), NULL},
    {"what-if", 0, OPTION_FLAG, NULL,
     "analyze: also say what batched packets would save (HTML pages always do)",
     offsetof(capture_args, what_if), NULL},
    {"merge", 0, OPTION_FLAG, NULL, "analyze: the files are partial results; report on all of them together",
     offsetof(capture_args, merge), NULL},
    {"annotate", 0, OPTION_STRING, "FILE",
     "check: write a copy of the capture (pcapng) with a comment on each offending packet, for Wireshark",
     offsetof(capture_args, annotate), "file"},
    {"client", 0, OPTION_FLAG, NULL, "check: judge what the debugger sent, too",
     offsetof(capture_args, client), NULL},
    {"filter", 'e', OPTION_STRING, "EXPRESSION", "show: which exchanges, as in 'kind == m && latency > 1ms'",
     offsetof(capture_args, filter), NULL},
    {"limit", 0, OPTION_COUNT, "N", "show: end after so many exchanges", offsetof(capture_args, limit), NULL},
    {"verbose", 'v', OPTION_FLAG, NULL,
     "all packet kinds, slow exchanges, and repeated violations; show: whole requests and replies",
     offsetof(capture_args, verbose), NULL},
    {"conversation", 0, OPTION_STRING, "N",
     "only this one of several, by the number that analyze prints; diff: N,M for another one in the second "
     "file, all for every one",
     offsetof(capture_args, use.conversation), NULL},
    {"stub", 's', OPTION_STRING, "STUB",
     "replay: against tcp:HOST:PORT, unix:PATH, exec:COMMAND, profile:NAME, reference; without it the stub "
     "of "
     "stubborn.yaml in this folder, which starts it",
     offsetof(capture_args, use.stub), "reference tcp: unix: exec: profile:@profiles"},
    {"program", 0, OPTION_STRING, "NAME",
     "replay, to-scenario: the program that is debugged, if we start the stub",
     offsetof(capture_args, use.program), "@programs"},
    {"timeout", 't', OPTION_SPAN, "TIME",
     "replay: how long to wait for a reply, in addition to twice the recorded time (default: 5s)",
     offsetof(capture_args, use.timeout_ns), NULL},
    {"pauses", 0, OPTION_FLAG, NULL,
     "replay: pause between requests as long as the debugger did (default: only before an interrupt)",
     offsetof(capture_args, use.pauses), NULL},
    {"name", 0, OPTION_STRING, "AREA/NAME", "to-scenario: name of the scenario (default: captured/session)",
     offsetof(capture_args, use.name), NULL},
    {"contents", 0, OPTION_FLAG, NULL,
     "to-scenario: expect the recorded bytes of registers, memory and files (default: only their length)",
     offsetof(capture_args, use.contents), NULL},
    {"elf", 0, OPTION_STRING, "FILE", "to-scenario: the program, for --symbol",
     offsetof(capture_args, use.elf), "file"},
    {"symbol", 0, OPTION_LIST, "NAME",
     "to-scenario: write addresses in this symbol by its name (may be repeated; needs --elf)",
     offsetof(capture_args, use.symbols), NULL},
    {"fail-if", 0, OPTION_LIST, "RULE",
     "diff: exit status 1 when this holds: 'round_trips>+0', 'p99_ns>+10%', 'kind.m.count>100' (may be "
     "repeated)",
     offsetof(capture_args, use.fail_if), NULL},
    {0},
};

typedef struct verb_row {
    const char *name;
    capture_verb *run;
    const char *formats; /* of its reports */
} verb_row;

static const verb_row verbs[] = {
    {"analyze", capture_analyze, "text|json|csv|html|markdown|partial"},
    {"check", capture_check, "text"},
    {"diff", capture_diff, "text|json"},
    {"replay", capture_replay, "text|json"},
    {"show", capture_show, "text|json|csv"},
    {"to-scenario", capture_to_scenario, "yaml"},
    {"what-if", capture_what_if, "text|json|csv"},
};

/* An option that only one action understands is not passed over in silence by the others. */
static const char *stray_option(const capture_args *args, const char *verb) {
    const struct {
        bool given;
        const char *option;
        const char *verbs; /* each with a blank in front */
    } all[] = {
        {args->annotate != NULL, "--annotate", " check"},
        {args->client, "--client", " check"},
        {args->filter != NULL, "--filter", " show"},
        {args->limit != 0, "--limit", " show"},
        {args->merge, "--merge", " analyze"},
        {args->what_if, "--what-if", " analyze"},
        {args->use.stub != NULL, "--stub", " replay"},
        {args->use.program != NULL, "--program", " replay to-scenario"},
        {args->use.timeout_ns != 0, "--timeout", " replay"},
        {args->use.pauses, "--pauses", " replay"},
        {args->use.name != NULL, "--name", " to-scenario"},
        {args->use.contents, "--contents", " to-scenario"},
        {args->use.elf != NULL, "--elf", " to-scenario"},
        {args->use.symbols.num > 0, "--symbol", " to-scenario"},
        {args->use.fail_if.num > 0, "--fail-if", " diff"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(all); i++) {
        const char *at = all[i].given ? strstr(all[i].verbs, verb) : verb;
        bool whole = at && (!all[i].given || at[strlen(verb)] == ' ' || at[strlen(verb)] == '\0');
        if (!whole)
            return all[i].option;
    }
    return NULL;
}

static const verb_row *find_verb(const char *word) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(verbs); i++)
        if (strcmp(verbs[i].name, word) == 0)
            return &verbs[i];
    return NULL;
}

static int refuse_verb(const command *self, const char *word) {
    rsp_suggestion nearest = {.word = rsp_bytes_str(word)};
    for (size_t i = 0; i < RSP_ARRAY_LEN(verbs); i++)
        rsp_suggest_offer(&nearest, verbs[i].name);
    if (nearest.best)
        return command_usage(self, "unknown action '%s'; did you mean '%s'?", word, nearest.best);
    return command_usage(
        self, "unknown action '%s'; expected analyze, check, diff, replay, show, to-scenario or what-if",
        word);
}

static int run_verb(const command *self, const capture_args *args, const option_list *operands) {
    rsp_error error = {0};
    const char *word = operands->items[0];
    const verb_row *verb = find_verb(word);
    option_list paths = {.num = operands->num - 1};
    memcpy(paths.items, operands->items + 1, paths.num * sizeof paths.items[0]);
    if (!verb && paths.num == 0 && rsp_path_is_file(word))
        return command_usage(self, "an action comes before the file, as in: stubborn capture analyze %s",
                             word);
    if (!verb)
        return refuse_verb(self, word);
    if (paths.num == 0)
        return command_usage(self, "%s: name a capture or log ('-' is standard input)", word);
    const char *stray = stray_option(args, word);
    for (size_t i = 0; i < args->outputs.num; i++)
        if (option_check_format(verb->formats, args->outputs.items[i], &error) != RSP_OK)
            return command_usage(self, "%s: %s", word, error.msg);
    return stray ? command_usage(self, "%s has no %s", word, stray) : verb->run(self, args, &paths);
}

static int run_capture(const command *self, int argc, char **argv) {
    capture_args args = {0};
    option_list operands = {0};
    int code = EXIT_FINE;
    if (!command_parse(self, &args, &operands, argc, argv, &code))
        return code;
    if (operands.num == 0)
        return command_usage(self,
                             "name an action: analyze, check, diff, replay, show, to-scenario or what-if");
    if (args.port > UINT16_MAX)
        return command_usage(self, "--port: %llu is no TCP port", (unsigned long long)args.port);
    return run_verb(self, &args, &operands);
}

#define FILTER_FIELD(id, name, type, meaning) "  " name ": " meaning "\n"
#define FILTER_FIELDS RSP_FILTER_FIELD_LIST(FILTER_FIELD)

const command command_capture = {
    .name = "capture",
    .operands = "analyze|check|diff|replay|show|to-scenario|what-if FILE...",
    .summary = "where the time went in recorded sessions (pcap, pcapng, logs of any program)",
    .details =
        "Finds the conversations of the remote protocol in captures (pcap, pcapng; Ethernet, Linux cooked, "
        "loopback, raw IP) and in packet logs (GDB: set remotelogfile; LLDB: log enable -T -f FILE "
        "gdb-remote packets; any text with packets in it) and reports round trips, latency by packet "
        "kind, whose time it was, and what could have been saved. FILE '-' is standard input.\n\n"
        "  analyze      what a session cost\n"
        "  show         the exchanges one by one, those that a filter chooses\n"
        "  what-if      what MultiMemRead, MultiBreakpoint and conditions in the stub would save\n"
        "  check        the passive rules on what the stub sent\n"
        "  diff         two recordings of the same work; with --fail-if a budget for CI\n"
        "  replay       send the debugger's half to a live stub, and compare the replies\n"
        "  to-scenario  a scenario that says and expects the same\n\n"
        "A filter compares fields with ==, !=, <, <=, >, >= and ~ (contains), joined by &&, || and !, with "
        "parentheses. Times have a unit, as in 1.5ms; text with blanks stands in double quotes. A comparison "
        "with something that an exchange lacks is false. Fields:\n\n" FILTER_FIELDS
        "\nA capture of a session is made with tcpdump:\n\n"
        "  tcpdump -i lo -s 0 -w session.pcap tcp port 1234\n"
        "  stubborn capture analyze --rtt 20ms -o html:session.html session.pcap\n"
        "  stubborn capture show -e 'kind == m && latency > 1ms' session.pcap\n"
        "  stubborn capture analyze -o partial:monday.json monday.pcap\n"
        "  stubborn capture analyze --merge monday.json tuesday.json\n"
        "  stubborn capture what-if --rtt 20ms session.pcap\n"
        "  stubborn capture check --annotate judged.pcapng session.pcap\n"
        "  stubborn capture diff --fail-if 'round_trips>+0' before.pcap after.pcap\n"
        "  stubborn capture replay --stub profile:gdbserver --program hello session.pcap\n"
        "  stubborn capture to-scenario --program hello -o yaml:session.yaml session.pcap\n\n"
        "Quantiles are exact up to 16,384 samples of a kind, beyond that within 0.1 %, and the report says "
        "so.",
    .options = rows,
    .completes = "file",
    .run = run_capture,
};
