/* The tables of the language. Order of fields is the order in the schema and in docs/scenarios.md.
 * A shape may be a scalar, a list, a map with these keys, or any of them; see shape.h.
 * A new key is added here, in the runner's step table, and in the docs. */
/* SPDX-License-Identifier: MIT */
#include "grammar.h"

#include <rsp/rule_list.h>

#define FIELDS(table) .fields = (table), .num_fields = RSP_ARRAY_LEN(table)
#define WORDS(...)          \
    (const char *const[]) { \
        __VA_ARGS__, NULL   \
    }

/* Scalars and lists of scalars. */
static const shape text = {.scalar = SCALAR_TEXT};
static const shape texts = {.scalar = SCALAR_TEXT, .item = &text};
static const shape payload = {.name = "payload",
                              .scalar = SCALAR_PAYLOAD,
                              .null_ok = true,
                              .text = "Text with escapes \\xNN and expressions ${...}."};
static const shape payloads = {.scalar = SCALAR_PAYLOAD, .item = &payload};
static const shape payload_list = {.item = &payload};
static const shape bytes = {.name = "bytes",
                            .scalar = SCALAR_BYTES,
                            .text = "Bytes: hex pairs, 00..ff ranges, 00*512 repeats, 'text', ${...}."};
static const shape expr = {
    .name = "expression", .scalar = SCALAR_EXPR, .text = "A number, $name, or arithmetic on them."};
static const shape value = {.name = "value",
                            .scalar = SCALAR_VALUE,
                            .text =
                                "A number, $name and arithmetic on it, =expression, or text with ${...}."};
static const shape value_list = {.item = &value};
static const shape number = {
    .name = "number", .scalar = SCALAR_INT, .text = "Decimal, or hexadecimal with 0x."};
static const shape boolean = {.name = "boolean", .scalar = SCALAR_BOOL, .text = "yes or no."};
static const shape duration = {
    .name = "time", .scalar = SCALAR_TIME, .text = "A time: 100ms, 2s, 50us, 10ns."};
static const shape duration_or_null = {.scalar = SCALAR_TIME, .null_ok = true};
static const shape name = {.name = "name", .scalar = SCALAR_NAME};
static const shape names = {.scalar = SCALAR_NAME, .item = &name};
static const shape regex = {
    .name = "regex", .scalar = SCALAR_REGEX, .text = "A POSIX extended regular expression."};
static const shape requirement = {.name = "requirement", .scalar = SCALAR_REQUIREMENT};
static const shape requirements = {.scalar = SCALAR_REQUIREMENT, .item = &requirement};
static const shape rule_id = {.name = "rule", .scalar = SCALAR_RULE};
static const shape rules = {.scalar = SCALAR_RULE, .words = WORDS("all"), .item = &rule_id};
static const shape nothing = {.scalar = SCALAR_BOOL, .null_ok = true};
static const shape level = {.scalar = SCALAR_WORD, .words = WORDS("must", "should", "may")};
static const shape free_payloads = {.values = &payload};
static const shape free_exprs = {.values = &value};
static const shape free_names = {.values = &name};
static const shape dialects = {.values = &name};

/* --- what a reply must be ------------------------------------------------------------------------------- */

static const shape matcher;
static const shape matcher_list = {.item = &matcher};

static const shape signal_value = {
    .scalar = SCALAR_EXPR, .item = &expr, .text = "5, SIGTRAP, or a list of them."};

static const field range_fields[] = {
    {"from", &expr, .text = "Lowest value."},
    {"to", &expr, .text = "Highest value."},
};
static const shape value_or_range = {.scalar = SCALAR_EXPR, FIELDS(range_fields)};

static const field stop_fields[] = {
    {"kind", &names, .text = "T, S, W, X, w or N; a list for any of them."},
    {"signal", &signal_value, .text = "Signal in GDB's numbering, or its name."},
    {"thread", &value, .text = "The thread that stopped."},
    {"reason", &names, .text = "swbreak, watch, fork, ...; none for no reason key; a list for any of them."},
    {"child", &value, .text = "The new thread of fork, vfork or clone."},
    {"address", &value_or_range, .text = "Data address of a watchpoint."},
    {"number", &expr, .text = "System call number."},
    {"path", &payload, .text = "exec: the path, decoded."},
    {"status", &expr, .text = "Exit status of W or w."},
    {"process", &value, .text = "Process id of W or X; `none` when there must be no ;process:."},
    {"registers", &free_exprs, .text = "Expedited or, when not sent, read registers: {pc: $work}."},
    {"has", &names, .text = "Keys that must be there."},
    {"lacks", &names, .text = "Keys that must not be there."},
};
static const shape stop = {.name = "stop",
                           .scalar = SCALAR_WORD,
                           .words = WORDS("any"),
                           .null_ok = true,
                           FIELDS(stop_fields),
                           .text = "A stop reply taken apart."};

static const field chunk_fields[] = {
    {"prefix-of", &bytes, .required = true, .text = "What was read must be the start of these bytes."},
    {"min", &expr, .text = "Fewest bytes."},
    {"max", &expr, .text = "Most bytes."},
};
static const shape chunk = {
    .scalar = SCALAR_BYTES, .words = WORDS("unreadable", "any"), .null_ok = true, FIELDS(chunk_fields)};
static const shape chunks = {.item = &chunk};

static const shape result_word = {.scalar = SCALAR_WORD,
                                  .words = WORDS("OK", "error", "empty", "not-OK", "any"),
                                  .text = "Result of one request of a batch."};
static const shape results = {.item = &result_word};

static const field feature_fields[] = {
    {"has", &names, .text = "Announced as name+ or name=value."},
    {"lacks", &names, .text = "Not announced, or as name-."},
    {"values", &free_payloads, .text = "name: regular expression for its value."},
};
static const shape features = {FIELDS(feature_fields)};

static const shape counts = {.values = &value_or_range};
static const field xml_fields[] = {
    {"root", &name, .text = "Name of the root element."},
    {"count", &counts, .text = "ELEMENT or ELEMENT@ATTRIBUTE or ELEMENT@ATTRIBUTE=VALUE: how many."},
};
static const shape xml = {
    .scalar = SCALAR_BOOL, FIELDS(xml_fields), .text = "Well-formed XML, optionally with counts."};

static const field json_value_fields[] = {
    {"regex", &regex, .text = "The text of the value matches."},
    {"count", &value_or_range, .text = "Items of an array or members of an object."},
    {"type", &name, .text = "object, array, string, number, boolean, null, missing."},
};
static const shape json_value = {.scalar = SCALAR_PAYLOAD, .null_ok = true, FIELDS(json_value_fields)};
static const shape json = {
    .scalar = SCALAR_BOOL, .values = &json_value, .text = "/path/to/0/value: what is there."};

static const field length_fields[] = {
    {"min", &expr, .text = "At least."},
    {"max", &expr, .text = "At most."},
};
static const shape length = {.scalar = SCALAR_EXPR, FIELDS(length_fields)};

static const field thread_fields[] = {
    {"count", &value_or_range, .text = "How many ids."},
    {"contains", &value, .text = "An id, or a list, that must be among them."},
    {"lacks", &value, .text = "An id, or a list, that must not be among them."},
    {"multiprocess", &boolean, .text = "Whether ids have the p<pid>.<tid> form."},
};
static const shape thread_list = {FIELDS(thread_fields)};

static const shape error_value = {
    .scalar = SCALAR_EXPR, .words = WORDS("yes", "no"), .text = "yes, or the number of Enn."};

static const field partial_fields[] = {
    {"of", &bytes, .required = true, .text = "The data whose start was read."},
    {"min", &expr, .text = "Fewest bytes."},
    {"max", &expr, .text = "Most bytes."},
};
static const shape partial = {.scalar = SCALAR_BYTES, FIELDS(partial_fields)};

static const field matcher_fields[] = {
    {"exact", &payload, .text = "The payload, decoded, is exactly this."},
    {"regex", &regex, .text = "Matches somewhere; anchor with ^ and $. Groups can be captured."},
    {"not-regex", &regex, .text = "Does not match anywhere."},
    {"starts", &payload, .text = "Starts with this."},
    {"contains", &payload, .text = "Holds this somewhere."},
    {"one-of", &matcher_list, .text = "At least one of these holds."},
    {"all-of", &matcher_list, .text = "Each of these holds."},
    {"not", &matcher, .text = "This does not hold."},
    {"empty", &boolean, .text = "The empty reply: not supported."},
    {"error", &error_value, .text = "An error: Enn or E.text."},
    {"bytes", &bytes, .text = "The payload, unescaped, is these bytes."},
    {"hex", &bytes, .text = "The payload is the hex form of these bytes."},
    {"hex-prefix", &partial, .text = "The payload is hex of the start of these bytes."},
    {"number", &value_or_range, .text = "The payload is a hex number of this value."},
    {"stop", &stop, .text = "A stop reply."},
    {"multimem", &chunks, .text = "MultiMemRead: data per range."},
    {"multibreak", &results, .text = "MultiBreakpoint: result per request."},
    {"features", &features, .text = "A qSupported reply."},
    {"threads", &thread_list, .text = "One m... reply of qfThreadInfo."},
    {"xml", &xml, .text = "Well-formed XML."},
    {"json", &json, .text = "JSON with these values."},
    {"length", &length, .text = "Bytes of the decoded payload."},
    {"wire", &bytes, .text = "The payload as sent, before decoding, is exactly these bytes."},
    {"wire-contains", &bytes, .text = "The payload as sent holds these bytes."},
    {"wire-lacks", &bytes, .text = "The payload as sent does not hold these bytes."},
    {"same-as", &value, .text = "Equal to a captured value."},
};
static const shape matcher = {
    .name = "matcher",
    .scalar = SCALAR_PAYLOAD,
    .words = WORDS("any", "none", "empty", "not-empty", "error", "error-or-empty", "hex", "stop"),
    .null_ok = false,
    FIELDS(matcher_fields),
    .text = "What a reply must be: a word, the payload itself, or a map of conditions that all hold."};
static const shape matcher_or_drained = {
    .name = "expectation",
    .scalar = SCALAR_PAYLOAD,
    .words = WORDS("any", "none", "empty", "not-empty", "error", "error-or-empty", "hex", "stop"),
    .item = &stop,
    FIELDS(matcher_fields),
    .text = "A matcher; for `drain` a list of stops in order."};

const char *const grammar_captures[] = {"payload", "raw",    "wire",    "hex",       "number", "threads",
                                        "thread",  "pid",    "tid",     "signal",    "reason", "child",
                                        "address", "status", "process", "stop-path", "text",   "data",
                                        "length",  "time",   NULL};

const shape grammar_capture_source = {
    .scalar = SCALAR_TEXT, .text = "payload, thread, pid, a group number, /json/path, register pc, ..."};
static const shape capture = {.values = &grammar_capture_source};

/* --- what a scenario needs ------------------------------------------------------------------------------ */

static const shape memory_word = {.scalar = SCALAR_WORD, .words = WORDS("scratch")};
static const shape mode_word = {.scalar = SCALAR_WORD, .words = WORDS("ack", "no-ack")};
static const shape endian_word = {.scalar = SCALAR_WORD, .words = WORDS("little", "big")};

#define CONDITION_FIELDS                                                                                 \
    {"feature", &names, .text = "Announced in qSupported."},                                             \
        {"not-feature", &names, .text = "Not announced."},                                               \
        {"answers", &payloads,                                                                           \
         .text = "Packets that must be announced, promised by the profile, or not answered empty."},     \
        {"any-answer", &payloads, .text = "Requests of one packet: one of them is not answered empty."}, \
        {"no-answer", &payloads, .text = "Requests that must get the empty reply."},                     \
        {"mode", &mode_word, .text = "Acknowledgments on or off."},                                      \
        {"multiprocess", &boolean, .text = "Negotiated or not."},                                        \
        {"dialect", &dialects, .text = "{multimem: rfc}, {x: gdb}, {multibreak: lldb}."},                \
        {"arch", &names, .text = "Architecture, e.g. riscv64 or x86-64."},                               \
        {"endian", &endian_word, .text = "Byte order."},                                                 \
        {"stub", &names, .text = "Only for these profiles."},                                            \
        {"not-stub", &names, .text = "Not for these profiles."},                                         \
        {"quirk", &names, .text = "The profile has it."}, {                                              \
        "not-quirk", &names, .text = "The profile does not have it."                                     \
    }

static const field proof_fields[] = {
    {"send", &payload, .required = true, .text = "A request that a stub which has the packet serves."},
    {"expect", &matcher, .required = true, .text = "What the reply is then."},
};
#define PROOF .scalar = SCALAR_WORD, .words = WORDS("registers", "memory"), FIELDS(proof_fields)
static const shape proof = {.name = "proof", PROOF};
static const shape proofs = {.item = &proof, PROOF};

static const field need_fields[] = {
    CONDITION_FIELDS,
    {"works", &proofs,
     .text = "Requests that must work (asked once per run), so that refusals of others mean something."},
    {"program", &names, .text = "Debuggee; the first of a list that there is; none for no program."},
    {"arguments", &payloads, .text = "Arguments of the program."},
    {"memory", &memory_word, .text = "scratch: a buffer that may be written, $scratch."},
    {"symbols", &names, .text = "Symbols of the program used as $name."},
    {"facts", &names, .text = "Facts that must be known."},
    {"options", &free_payloads,
     .text = "Options of a configurable stub: {packet-size: 1000, run-length: off}."},
};
static const shape needs = {
    .name = "needs", FIELDS(need_fields), .text = "What is not met skips the scenario."};

static const field when_fields[] = {
    CONDITION_FIELDS,
    {"equal", &value_list, .text = "These are equal."},
    {"differ", &value_list, .text = "These are not all equal."},
    {"defined", &names, .text = "These names have a value."},
    {"undefined", &names, .text = "These names have none."},
};
static const shape when = {
    .name = "when", FIELDS(when_fields), .text = "The step is left out when this does not hold."};

static const shape client_features = {
    .scalar = SCALAR_WORD, .words = WORDS("none", "default"), .item = &text};
static const field connect_fields[] = {
    {"features", &client_features,
     .text = "What the client names in qSupported instead of the default; none for a bare qSupported."},
    {"add", &texts, .text = "More features than the default."},
    {"remove", &texts, .text = "Fewer features than the default."},
    {"qsupported", &boolean, .text = "no: qSupported is not sent."},
    {"handshake", &boolean, .text = "no: nothing is sent before the first step."},
    {"no-ack", &boolean, .text = "yes, no: fixed, whatever the matrix says."},
    {"non-stop", &boolean, .text = "yes: QNonStop:1 is part of the handshake."},
    {"extended", &boolean, .text = "yes: ! is part of the handshake."},
    {"select", &boolean, .text = "no: Hg0 is not sent, which otherwise ends the handshake."},
    {"first", &payload, .text = "Raw bytes to send first of all."},
};
static const shape connect = {
    .name = "connect", .null_ok = true, .scalar = SCALAR_BOOL, FIELDS(connect_fields)};

/* --- steps ---------------------------------------------------------------------------------------------- */

static const shape steps = {.name = "steps", .item = &grammar_step};

static const shape escape_word = {.scalar = SCALAR_WORD, .words = WORDS("full", "minimal", "none")};
static const field send_fields[] = {
    {"payload", &payload, .text = "The text part."},
    {"binary", &bytes, .text = "Bytes behind the text part."},
    {"escape", &escape_word, .text = "full: # $ } *; minimal: # $ }; none: as it stands."},
};
static const shape send = {.scalar = SCALAR_PAYLOAD, .null_ok = true, FIELDS(send_fields)};

static const field raw_fields[] = {
    {"text", &payload, .text = "Wire bytes as text with escapes."},
    {"bytes", &bytes, .text = "Wire bytes in hex; behind the text when both are given."},
    {"bytewise", &boolean, .text = "One write per byte."},
    {"pause", &duration, .text = "Time between bytes."},
};
static const shape send_raw = {.scalar = SCALAR_PAYLOAD, FIELDS(raw_fields)};

static const shape ack_word = {.scalar = SCALAR_WORD, .words = WORDS("+", "-", "none", "any")};
static const shape ack_text = {.scalar = SCALAR_TEXT, .text = "'+', '-', or several."};

static const field raw_match_fields[] = {
    {"exact", &payload, .text = "Exactly these wire bytes."},
    {"regex", &regex, .text = "The wire bytes match."},
    {"contains", &bytes, .text = "The wire bytes hold these."},
    {"lacks", &bytes, .text = "The wire bytes do not hold these."},
};
static const shape raw_match = {.scalar = SCALAR_PAYLOAD, FIELDS(raw_match_fields)};

static const field notification_fields[] = {
    {"Stop", &stop, .text = "%Stop: with this stop reply."},
    {"Stdio", &matcher, .text = "%Stdio: with this body."},
    {"body", &matcher, .text = "The whole text behind the %."},
};
static const shape notification = {
    .scalar = SCALAR_WORD, .words = WORDS("any", "Stop", "Stdio"), FIELDS(notification_fields)};

static const field pipeline_fields[] = {
    {"send", &payload_list, .required = true, .text = "Requests, sent in one write."},
    {"expect", &matcher_list, .text = "One matcher per reply, in order."},
    {"times", &expr, .text = "The list is sent so many times over."},
};
static const shape pipeline = {.item = &payload, FIELDS(pipeline_fields)};

static const field drain_fields[] = {
    {"send", &payload, .text = "The request, e.g. vStopped."},
    {"until", &matcher, .text = "The reply that ends it; default OK."},
    {"max", &expr, .text = "Most replies before it."},
    {"count", &expr,
     .text = "So many stops are collected: while there are fewer, the next %Stop is waited for and counts."},
    {"unordered", &boolean, .text = "yes: the expected stops may come in any order."},
};
static const shape drain = {.scalar = SCALAR_PAYLOAD, FIELDS(drain_fields)};

static const shape acks_word = {.scalar = SCALAR_WORD, .words = WORDS("auto", "manual")};
static const shape disconnect_word = {
    .scalar = SCALAR_WORD, .words = WORDS("close", "half"), .null_ok = true};
static const field second_fields[] = {
    {"sends", &payload, .text = "Raw bytes that it sends."},
    {"into", &name, .text = "Variable: refused, closed, silent or answered, as it was taken."},
};
static const shape second_client = {
    .scalar = SCALAR_WORD, .words = WORDS("leaves"), .null_ok = true, FIELDS(second_fields)};
static const shape interrupt = {.scalar = SCALAR_EXPR, .null_ok = true};

static const shape read_by = {.scalar = SCALAR_WORD, .words = WORDS("m", "x")};
static const field read_fields[] = {
    {"at", &expr, .required = true, .text = "Address."},
    {"length", &expr, .required = true, .text = "Bytes."},
    {"by", &read_by, .text = "The packet; default m."},
    {"equals", &bytes, .text = "What must be there."},
    {"differs", &bytes, .text = "What must not be there."},
    {"into", &name, .text = "Variable for the bytes."},
    {"fails", &boolean, .text = "yes: must get an error."},
};
static const shape read_shape = {FIELDS(read_fields)};

static const shape write_by = {.scalar = SCALAR_WORD, .words = WORDS("M", "X")};
static const field write_fields[] = {
    {"at", &expr, .required = true, .text = "Address."},
    {"bytes", &bytes, .required = true, .text = "What to write."},
    {"by", &write_by, .text = "The packet; default M."},
    {"fails", &boolean, .text = "yes: must get an error."},
};
static const shape write_shape = {FIELDS(write_fields)};

static const shape get_by = {.scalar = SCALAR_WORD, .words = WORDS("p", "g")};
static const field get_register_fields[] = {
    {"name", &name, .text = "As in the target description, or pc, sp, fp."},
    {"number", &expr, .text = "Instead of a name."},
    {"thread", &value, .text = "Of this thread (Hg is sent)."},
    {"by", &get_by, .text = "The packet; default p where the stub has it."},
    {"into", &name, .text = "Variable for the value."},
    {"equals", &expr, .text = "Value it must have."},
    {"differs", &expr, .text = "Value it must not have."},
};
static const shape get_register = {.scalar = SCALAR_NAME, FIELDS(get_register_fields)};

static const shape set_by = {.scalar = SCALAR_WORD, .words = WORDS("P", "G")};
static const field set_register_fields[] = {
    {"name", &name, .text = "As in the target description, or pc, sp, fp."},
    {"number", &expr, .text = "Instead of a name."},
    {"thread", &value, .text = "Of this thread (Hg is sent)."},
    {"by", &set_by, .text = "The packet; default P where the stub has it."},
    {"value", &expr, .required = true, .text = "New value."},
};
static const shape set_register = {FIELDS(set_register_fields)};

static const field threads_fields[] = {
    {"into", &name, .text = "Variable for the list of ids."},
    {"count", &value_or_range, .text = "How many there must be."},
    {"contains", &value, .text = "An id, or a list, that must be there."},
    {"lacks", &value, .text = "An id, or a list, that must not be there."},
};
static const shape threads = {.scalar = SCALAR_BOOL, .null_ok = true, FIELDS(threads_fields)};

static const field xfer_fields[] = {
    {"object", &name, .required = true, .text = "features, auxv, threads, ..."},
    {"annex", &payload, .text = "Default empty."},
    {"window", &expr, .text = "Bytes asked for at once; default 0xfff."},
    {"into", &name, .text = "Variable for the whole object."},
};
static const shape xfer = {FIELDS(xfer_fields)};

static const field resume_fields[] = {
    {"with", &payload, .text = "The packet, e.g. vCont;c:${thread}."},
    {"thread", &value, .text = "Only this thread."},
    {"signal", &signal_value, .text = "Deliver it."},
    {"how", &name, .text = "continue or step."},
};
static const shape resume = {
    .scalar = SCALAR_WORD, .words = WORDS("continue", "step"), FIELDS(resume_fields)};

static const field symbols_fields[] = {
    {"program", &name, .required = true, .text = "The debuggee that runs now."},
    {"names", &names, .required = true, .text = "Symbols of it, used as $name."},
};
static const shape symbols = {FIELDS(symbols_fields)};

static const field run_to_fields[] = {
    {"at", &expr, .required = true, .text = "Address of the breakpoint."},
    {"type", &number, .text = "0 software, 1 hardware; default 0."},
    {"thread", &value, .text = "The thread that must hit it."},
    {"keep", &boolean, .text = "yes: the breakpoint stays."},
};
static const shape run_to = {.scalar = SCALAR_EXPR, FIELDS(run_to_fields)};

static const field check_fields[] = {
    {"equal", &value_list, .text = "All equal."},
    {"differ", &value_list, .text = "Any two differ."},
    {"less", &value_list, .text = "Each less than the next."},
    {"at-most", &value_list, .text = "Each at most the next."},
    {"contains", &value_list, .text = "The first, a list or text, holds the others."},
    {"lacks", &value_list, .text = "The first, a list or text, holds none of the others."},
    {"same-set", &value_list, .text = "Lists with the same items in any order."},
    {"unique", &value, .text = "A list without repetitions."},
    {"matches", &value_list, .text = "The first is text that matches the second, a regular expression."},
};
static const shape check = {FIELDS(check_fields)};

static const field budget_fields[] = {
    {"round-trips", &value_or_range, .text = "Round trips since the first step, or the last reset."},
    {"packets", &value_or_range, .text = "Packets in both directions."},
    {"bytes", &value_or_range, .text = "Bytes in both directions."},
};
static const shape budget = {.scalar = SCALAR_WORD, .words = WORDS("reset"), FIELDS(budget_fields)};

static const field loop_range_fields[] = {
    {"from", &expr, .required = true, .text = "First value."},
    {"to", &expr, .required = true, .text = "Last value."},
    {"step", &expr, .text = "Default 1."},
};
static const shape row = {.scalar = SCALAR_VALUE, .values = &value};
static const shape loop = {.scalar = SCALAR_EXPR, .item = &row, FIELDS(loop_range_fields)};

static const field prefix_fields[] = {
    {"of", &payload, .required = true, .text = "The request."},
    {"from", &expr, .text = "Shortest prefix in bytes; default 1."},
};
static const shape prefixes = {.scalar = SCALAR_PAYLOAD, FIELDS(prefix_fields)};

static const field fuzz_fields[] = {
    {"count", &expr, .required = true, .text = "Packets to send."},
    {"max-length", &expr, .text = "Longest payload; default 64."},
    {"samples", &payload_list, .text = "Requests to mutate; without them packets are random bytes."},
    {"avoid", &texts,
     .text = "Payloads that start with one of these are not sent (default: what resumes, kills, detaches)."},
    {"alive-every", &expr, .text = "Check after so many packets; default 100."},
};
static const shape fuzz = {FIELDS(fuzz_fields)};

static const field never_fields[] = {
    {"receive", &matcher, .required = true, .text = "The request that must not come."},
    {"for", &duration, .required = true, .text = "How long it is waited."},
};
static const shape never = {FIELDS(never_fields)};

static const shape advertised_row = {.scalar = SCALAR_PAYLOAD, FIELDS(proof_fields)};
static const shape advertised = {.values = &advertised_row};

#define REPLIES MOD_EXPECT | MOD_RAW | MOD_CAPTURE | MOD_ACK
#define LOOP MOD_STEPS | MOD_AS

static const field step_fields[] = {
    /* talking */
    {"send", &send, .action = true, .allows = REPLIES,
     .text = "Sends a packet: escaped, framed, acknowledged."},
    {"send-raw", &send_raw, .action = true, .allows = REPLIES, .text = "Sends exactly these wire bytes."},
    {"send-ack", &ack_text, .action = true, .allows = REPLIES, .text = "Sends acknowledgments by hand."},
    {"interrupt", &interrupt, .action = true, .allows = REPLIES, .text = "Sends 0x03, so many times."},
    {"pipeline", &pipeline, .action = true, .allows = MOD_EXPECT,
     .text = "Sends several requests in one write, then takes the replies."},
    {"expect", &matcher_or_drained, .action = true, .needs_mod = MOD_EXPECT, .allows = REPLIES,
     .text = "The next reply; alone or beside an action."},
    {"expect-raw", &raw_match, .action = true, .needs_mod = MOD_RAW, .allows = REPLIES,
     .text = "The next packet as it was on the wire."},
    {"expect-ack", &ack_word, .action = true, .allows = 0, .text = "The next acknowledgment (acks: manual)."},
    {"expect-stream", &payload, .action = true, .allows = 0,
     .text = "Exactly these wire bytes come, and nothing else before them (acks: manual)."},
    {"notification", &notification, .action = true, .allows = MOD_CAPTURE, .text = "The next notification."},
    {"quiet", &duration_or_null, .action = true, .text = "Nothing comes for this time."},
    {"drain", &drain, .action = true, .allows = MOD_EXPECT | MOD_CAPTURE,
     .text = "Sends until the end is answered; collects what comes before."},
    {"acks", &acks_word, .action = true, .text = "Who acknowledges from here on."},
    {"discard", &nothing, .action = true, .text = "Forgets everything that comes until it is quiet."},
    /* the connection */
    {"disconnect", &disconnect_word, .action = true, .text = "Closes the connection."},
    {"reconnect", &connect, .action = true, .text = "Closes, connects again and shakes hands."},
    {"second-client", &second_client, .action = true,
     .text = "Another client connects while this one stays, and stays, too; or leaves."},
    {"closed", &duration_or_null, .action = true, .text = "The stub closes the connection within this time."},
    {"wait", &duration, .action = true, .text = "Time passes."},
    /* helpers */
    {"read", &read_shape, .action = true, .text = "Reads memory."},
    {"write", &write_shape, .action = true, .text = "Writes memory."},
    {"get-register", &get_register, .action = true, .text = "Reads one register, by p or from g."},
    {"set-register", &set_register, .action = true, .text = "Writes one register, by P or by G."},
    {"threads", &threads, .action = true, .text = "Reads the whole thread list."},
    {"xfer", &xfer, .action = true, .allows = MOD_EXPECT | MOD_CAPTURE,
     .text = "Reads a whole qXfer object in windows."},
    {"resume", &resume, .action = true, .allows = MOD_EXPECT | MOD_CAPTURE,
     .text = "Resumes and waits for the stop reply; output is collected."},
    {"run-to", &run_to, .action = true, .allows = MOD_CAPTURE,
     .text = "Breakpoint, continue, stop there, breakpoint away."},
    {"console", &matcher, .action = true, .allows = MOD_CAPTURE,
     .text = "What the program has printed so far."},
    {"symbols", &symbols, .action = true, .text = "Symbols of a program that was started by a step."},
    /* checks */
    {"check", &check, .action = true, .text = "Compares values."},
    {"budget", &budget, .action = true, .text = "Counts what the steps so far have cost."},
    {"alive", &payload, .action = true, .text = "The stub still answers a harmless request."},
    {"advertised", &advertised, .action = true,
     .text = "FEATURE: a request that works if and only if it is announced."},
    /* control */
    {"set", &free_exprs, .action = true, .text = "Gives names to values."},
    {"repeat", &expr, .action = true, .allows = LOOP, .text = "Runs `steps` so many times."},
    {"for-each", &loop, .action = true, .allows = LOOP, .text = "Runs `steps` for each row, item or number."},
    {"until", &check, .action = true, .allows = MOD_STEPS,
     .text = "Runs `steps` again and again until this holds; fails at the step's timeout."},
    {"group", &text, .action = true, .allows = MOD_STEPS, .text = "Steps that belong together, for `when`."},
    {"prefixes", &prefixes, .action = true, .allows = MOD_EXPECT,
     .text = "Sends every proper prefix of a request."},
    {"fuzz", &fuzz, .action = true, .allows = MOD_EXPECT, .text = "Sends random packets; the stub lives on."},
    {"skip", &text, .action = true, .text = "Ends the scenario as skipped (with `when`)."},
    /* playing the stub */
    {"receive", &matcher, .action = true, .allows = MOD_CAPTURE | MOD_REPLY | MOD_ACK,
     .text = "The debugger's next request."},
    {"receive-ack", &ack_word, .action = true, .text = "The debugger's next acknowledgment (acks: manual)."},
    {"lives", &nothing, .action = true,
     .text = "The debugger goes on after the last reply: it sends another request, or ends having printed "
             "{alive}."},
    {"receive-interrupt", &nothing, .action = true, .text = "The debugger sends 0x03."},
    {"reply", &send, .action = true, .needs_mod = MOD_REPLY, .text = "Answers; alone or beside receive."},
    {"reply-raw", &send_raw, .action = true, .needs_mod = MOD_REPLY,
     .text = "Answers with exactly these wire bytes."},
    {"notify", &payload, .action = true, .text = "Sends a notification."},
    {"never", &never, .action = true, .text = "The debugger does not send this."},
    /* modifiers */
    {"capture", &capture, .needs_mod = MOD_CAPTURE, .text = "NAME: what of the reply to keep."},
    {"ack", &ack_word, .needs_mod = MOD_ACK,
     .text = "How the request is acknowledged; default + in ack mode."},
    {"steps", &steps, .needs_mod = MOD_STEPS, .text = "Body of a loop or group."},
    {"as", &name, .needs_mod = MOD_AS, .text = "Name of the loop's value."},
    {"timeout", &duration, .text = "Longest wait in this step."},
    {"when", &when, .text = "Only if this holds."},
    {"covers", &requirements, .text = "The requirements that this step checks."},
    {"level", &level, .text = "must, should or may: how bad a failure is."},
    {"because", &text, .text = "Shown when the step fails."},
    {"optional", &boolean,
     .text = "yes: an empty reply (or a request that does not come) skips the scenario."},
};
const shape grammar_step = {
    .name = "step", FIELDS(step_fields), .is_step = true, .text = "One action and its modifiers."};

/* --- a scenario ----------------------------------------------------------------------------------------- */

static const shape scenario_name = {.scalar = SCALAR_SCENARIO, .text = "AREA/NAME, unique."};
static const shape role = {.scalar = SCALAR_WORD, .words = WORDS("client", "stub")};
static const shape matrix_words = {
    .scalar = SCALAR_WORD,
    .words = WORDS("none"),
    .item = &(const shape){.scalar = SCALAR_WORD,
                           .words = WORDS("ack", "no-ack", "whole", "bytewise", "coalesced", "run-length",
                                          "no-run-length")},
    .text = "Variants that make no sense for this scenario; none: it is only run plainly."};
static const field matrix_fields[] = {
    {"exclude", &matrix_words, .text = "Values of the matrix not to try."},
};
static const shape matrix = {.scalar = SCALAR_WORD, .words = WORDS("none"), FIELDS(matrix_fields)};
static const shape case_row = {.values = &value};
static const shape cases = {.item = &case_row, .text = "One scenario per row; `case` labels it."};
static const field serve_fields[] = {
    {"receive", &matcher, .required = true,
     .text = "Requests that are answered while another is waited for."},
    {"capture", &capture, .text = "NAME: what of the request to keep, for the answer."},
    {"reply", &send, .text = "The answer."},
    {"reply-raw", &send_raw, .text = "The answer's wire bytes."},
};
static const shape serve = {.item = &(const shape){FIELDS(serve_fields)}};

static const field scenario_fields[] = {
    {"scenario", &scenario_name, .required = true, .text = "AREA/NAME, unique in the suite."},
    {"title", &text, .required = true, .text = "What holds, as a sentence."},
    {"covers", &requirements, .required = true, .text = "Requirement ids."},
    {"level", &level, .text = "Overrides the level of the requirements."},
    {"tags", &names, .text = "Words to select by."},
    {"role", &role, .text = "client: Stubborn is the debugger (default). stub: it plays the stub."},
    {"needs", &needs, .text = "What must be there, or the scenario is skipped."},
    {"connect", &connect, .text = "How the connection begins."},
    {"matrix", &matrix, .text = "Variants to leave out."},
    {"cases", &cases, .text = "Rows of values; the scenario runs once for each."},
    {"set", &free_exprs, .text = "Names for values, evaluated first."},
    {"timeout", &duration, .text = "Longest wait of each step."},
    {"deadline", &duration,
     .text = "Longest time of the whole scenario; default: four times what its steps may wait."},
    {"rules-off", &rules, .text = "Passive rules that the scenario breaks on purpose, or all."},
    {"serve", &serve, .text = "role: stub; answers to whatever else is asked."},
    {"setup", &steps, .text = "Before the steps; a failure is our trouble, not the stub's."},
    {"steps", &steps, .required = true, .text = "What is done and checked."},
    {"teardown", &steps, .text = "Afterwards, whatever happened."},
    {"breaks", &text, .text = "Debuggers known to break where this fails; said with a failure."},
    {"note", &text, .text = "For readers."},
};
const shape grammar_scenario = {.name = "scenario", FIELDS(scenario_fields), .text = "One document."};

/* --- the other files ------------------------------------------------------------------------------------ */

static const field profile_fields[] = {
    {"title", &text, .required = true, .text = "For people."},
    {"address", &text, .required = true,
     .text = "How to reach or start it, with {port} {program} {args} {root}."},
    {"address-no-program", &text, .text = "The same without a debuggee."},
    {"debuggees", &text, .text = "host, riscv, or a folder."},
    {"program-path", &text, .text = "How the stub names a program."},
    {"default-program", &name, .text = "For scenarios that name none."},
    {"architecture", &name, .text = "When the stub does not tell."},
    {"version-command", &text, .text = "Prints the version in its first line."},
    {"baseline", &text, .text = "Path of the baseline, from the profile's folder."},
    {"quirks", &names, .text = "Peculiarities, see docs."},
    {"timeout", &duration, .text = "Per wait."},
    {"quiet", &duration, .text = "What quiet means."},
    {"start-timeout", &duration, .text = "Until it can be reached."},
    {"facts", &free_exprs, .text = "NAME: value."},
    {"environment", &free_payloads, .text = "Of the started program."},
    {"dialect", &free_names, .text = "{multimem: lldb, x: gdb}."},
    {"missing-programs", &names, .text = "Debuggees it can't run."},
    {"serves", &texts, .text = "Packets that it has: an empty reply to them is judged, and skips nothing."},
    {"note", &text, .text = "For readers."},
};
const shape grammar_profile = {.name = "profile", FIELDS(profile_fields)};

static const shape verdict_word = {.scalar = SCALAR_WORD,
                                   .words = WORDS("fail", "warn", "crash", "hang", "error")};
static const field baseline_fields[] = {
    {"scenario", &text, .required = true, .text = "Its name, with .case, or a glob for several."},
    {"requirement", &requirement, .text = "The requirement that is broken."},
    {"variant", &text, .text = "Of the matrix."},
    {"verdict", &verdict_word, .text = "fail, warn, crash, hang."},
    {"message", &text, .text = "The failure's message, or a glob."},
    {"reason", &text, .required = true, .text = "Why it is known."},
    {"link", &text, .text = "Where it is discussed."},
    {"sometimes", &boolean, .text = "yes: it also passes, by chance."},
};
const shape grammar_baseline = {.name = "baseline",
                                .null_ok = true,
                                .scalar = SCALAR_BOOL,
                                .item = &(const shape){FIELDS(baseline_fields)}};

static const shape side = {.scalar = SCALAR_WORD, .words = WORDS("stub", "client")};
static const field requirement_fields[] = {
    {"id", &name, .required = true},    {"level", &level, .required = true},
    {"role", &side, .required = true},  {"applies", &text, .required = true},
    {"text", &text, .required = true},  {"source", &text, .required = true},
    {"check", &text, .required = true}, {"mutant", &text, .required = true},
};
const shape grammar_requirements = {.name = "requirements",
                                    .item = &(const shape){FIELDS(requirement_fields)}};

const rsp_node *grammar_action(const rsp_node *step) {
    const rsp_node *modifier = NULL;
    for (const rsp_node *n = step->first; n; n = n->next) {
        const field *f = shape_field(&grammar_step, node_key(n));
        if (!f || !f->action)
            continue;
        if (f->needs_mod == 0)
            return n;
        if (!modifier)
            modifier = n;
    }
    return modifier;
}
