/* The language of scenarios as lists: every key of every map is written here, and nowhere else.
 * A row is X(member, "key", type, what else holds of it, "what it means"); a word is X(ID, "word").
 * It makes the structs of spec.h, the node types of syntax.c (checker, compiler, JSON Schema), the steps. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_KEYS_H
#define RSP_SCENARIO_KEYS_H

/* --- what a reply must be --- */

#define RANGE_KEYS(X)                                \
    X(from, "from", expr, OPTIONAL, "Lowest value.") \
    X(to, "to", expr, OPTIONAL, "Highest value.")

#define STOP_WORDS(X) X(STOP_ANY, "any")

#define STOP_KEYS(X)                                                                                        \
    X(kind, "kind", names, OPTIONAL, "T, S, W, X, w or N; a list for any of them.")                         \
    X(signal, "signal", signal_value, OPTIONAL, "Signal in GDB's numbering, or its name.")                  \
    X(thread, "thread", value, OPTIONAL, "The thread that stopped.")                                        \
    X(reason, "reason", names, OPTIONAL,                                                                    \
      "swbreak, watch, fork, ...; none for no reason key; a list for any of them.")                         \
    X(child, "child", value, OPTIONAL, "The new thread of fork, vfork or clone.")                           \
    X(address, "address", value_or_range, OPTIONAL, "Data address of a watchpoint.")                        \
    X(number, "number", expr, OPTIONAL, "System call number.")                                              \
    X(path, "path", payload, OPTIONAL, "exec: the path, decoded.")                                          \
    X(status, "status", expr, OPTIONAL, "Exit status of W or w.")                                           \
    X(process, "process", value, OPTIONAL, "Process id of W or X; `none` when there must be no ;process:.") \
    X(registers, "registers", free_exprs, OPTIONAL,                                                         \
      "Expedited or, when not sent, read registers: {pc: $work}.")                                          \
    X(has, "has", names, OPTIONAL, "Keys that must be there.")                                              \
    X(lacks, "lacks", names, OPTIONAL, "Keys that must not be there.")

#define CHUNK_WORDS(X)                \
    X(CHUNK_UNREADABLE, "unreadable") \
    X(CHUNK_ANY, "any")

#define CHUNK_KEYS(X)                                                                             \
    X(prefix_of, "prefix-of", bytes, REQUIRED, "What was read must be the start of these bytes.") \
    X(min, "min", expr, OPTIONAL, "Fewest bytes.")                                                \
    X(max, "max", expr, OPTIONAL, "Most bytes.")

#define RESULT_WORDS(X)        \
    X(RESULT_OK, "OK")         \
    X(RESULT_ERROR, "error")   \
    X(RESULT_EMPTY, "empty")   \
    X(RESULT_NOT_OK, "not-OK") \
    X(RESULT_ANY, "any")

#define FEATURE_KEYS(X)                                                                    \
    X(has, "has", names, OPTIONAL, "Announced as name+ or name=value.")                    \
    X(lacks, "lacks", names, OPTIONAL, "Not announced, or as name-.")                      \
    X(values, "values", free_regexes, OPTIONAL, "name: regular expression for its value.") \
    X(spelled, "spelled", boolean, OPTIONAL, "yes: no name is nearly one that debuggers know.")

#define XML_KEYS(X)                                              \
    X(root, "root", name, OPTIONAL, "Name of the root element.") \
    X(count, "count", counts, OPTIONAL, "ELEMENT or ELEMENT@ATTRIBUTE or ELEMENT@ATTRIBUTE=VALUE: how many.")

#define JSON_VALUE_KEYS(X)                                                                    \
    X(regex, "regex", regex, OPTIONAL, "The text of the value matches.")                      \
    X(count, "count", value_or_range, OPTIONAL, "Items of an array or members of an object.") \
    X(type, "type", name, OPTIONAL, "object, array, string, number, boolean, null, missing.")

#define LENGTH_KEYS(X)                         \
    X(min, "min", expr, OPTIONAL, "At least.") \
    X(max, "max", expr, OPTIONAL, "At most.")

#define THREAD_LIST_KEYS(X)                                                                \
    X(count, "count", value_or_range, OPTIONAL, "How many ids.")                           \
    X(contains, "contains", value, OPTIONAL, "An id, or a list, that must be among them.") \
    X(lacks, "lacks", value, OPTIONAL, "An id, or a list, that must not be among them.")   \
    X(multiprocess, "multiprocess", boolean, OPTIONAL, "Whether ids have the p<pid>.<tid> form.")

#define ERROR_WORDS(X)  \
    X(ERROR_YES, "yes") \
    X(ERROR_NO, "no")

#define PARTIAL_KEYS(X)                                            \
    X(of, "of", bytes, REQUIRED, "The data whose start was read.") \
    X(min, "min", expr, OPTIONAL, "Fewest bytes.")                 \
    X(max, "max", expr, OPTIONAL, "Most bytes.")

#define MATCHER_WORDS(X)                        \
    X(MATCHER_ANY, "any")                       \
    X(MATCHER_NONE, "none")                     \
    X(MATCHER_EMPTY, "empty")                   \
    X(MATCHER_NOT_EMPTY, "not-empty")           \
    X(MATCHER_ERROR, "error")                   \
    X(MATCHER_ERROR_OR_EMPTY, "error-or-empty") \
    X(MATCHER_HEX, "hex")                       \
    X(MATCHER_STOP, "stop")

#define MATCHER_KEYS(X)                                                                                   \
    X(exact, "exact", payload, OPTIONAL, "The payload, decoded, is exactly this.")                        \
    X(regex, "regex", regex, OPTIONAL, "Matches somewhere; anchor with ^ and $. Groups can be captured.") \
    X(not_regex, "not-regex", regex, OPTIONAL, "Does not match anywhere.")                                \
    X(starts, "starts", payload, OPTIONAL, "Starts with this.")                                           \
    X(contains, "contains", payload, OPTIONAL, "Holds this somewhere.")                                   \
    X(one_of, "one-of", matcher_list, OPTIONAL, "At least one of these holds.")                           \
    X(all_of, "all-of", matcher_list, OPTIONAL, "Each of these holds.")                                   \
    X(not, "not", matcher, OPTIONAL, "This does not hold.")                                               \
    X(empty, "empty", boolean, OPTIONAL, "The empty reply: not supported.")                               \
    X(error, "error", error_value, OPTIONAL, "An error: Enn or E.text.")                                  \
    X(bytes, "bytes", bytes, OPTIONAL, "The payload, unescaped, is these bytes.")                         \
    X(hex, "hex", bytes, OPTIONAL, "The payload is the hex form of these bytes.")                         \
    X(hex_prefix, "hex-prefix", partial, OPTIONAL, "The payload is hex of the start of these bytes.")     \
    X(number, "number", value_or_range, OPTIONAL, "The payload is a hex number of this value.")           \
    X(stop, "stop", stop, OPTIONAL, "A stop reply.")                                                      \
    X(multimem, "multimem", chunks, OPTIONAL, "MultiMemRead: data per range.")                            \
    X(multibreak, "multibreak", results, OPTIONAL, "MultiBreakpoint: result per request.")                \
    X(features, "features", features, OPTIONAL, "A qSupported reply.")                                    \
    X(threads, "threads", thread_list, OPTIONAL, "One m... reply of qfThreadInfo.")                       \
    X(xml, "xml", xml, OPTIONAL, "Well-formed XML.")                                                      \
    X(json, "json", json, OPTIONAL, "JSON with these values.")                                            \
    X(length, "length", length, OPTIONAL, "Bytes of the decoded payload.")                                \
    X(wire, "wire", bytes, OPTIONAL, "The payload as sent, before decoding, is exactly these bytes.")     \
    X(wire_contains, "wire-contains", bytes, OPTIONAL, "The payload as sent holds these bytes.")          \
    X(wire_lacks, "wire-lacks", bytes, OPTIONAL, "The payload as sent does not hold these bytes.")        \
    X(same_as, "same-as", value, OPTIONAL, "Equal to a captured value.")

/* --- what a scenario needs --- */

#define MODE_WORDS(X)  \
    X(MODE_ACK, "ack") \
    X(MODE_NO_ACK, "no-ack")

#define ENDIAN_WORDS(X)        \
    X(ENDIAN_LITTLE, "little") \
    X(ENDIAN_BIG, "big")

#define MEMORY_WORDS(X) X(MEMORY_SCRATCH, "scratch")

#define RUNS_WORDS(X)                    \
    X(RUNS_ENDLESSLY, "endlessly")       \
    X(RUNS_WITH_THREADS, "with-threads") \
    X(RUNS_WEBASSEMBLY, "webassembly")

#define CONDITION_KEYS(X)                                                                       \
    X(feature, "feature", names, OPTIONAL, "Announced in qSupported.")                          \
    X(not_feature, "not-feature", names, OPTIONAL, "Not announced.")                            \
    X(answers, "answers", payloads, OPTIONAL,                                                   \
      "Packets that must be announced, promised by the profile, or not answered empty.")        \
    X(any_answer, "any-answer", payloads, OPTIONAL,                                             \
      "Requests of one packet: one of them is not answered empty.")                             \
    X(no_answer, "no-answer", payloads, OPTIONAL, "Requests that must get the empty reply.")    \
    X(mode, "mode", mode_word, OPTIONAL, "Acknowledgments on or off.")                          \
    X(multiprocess, "multiprocess", boolean, OPTIONAL, "Negotiated or not.")                    \
    X(dialect, "dialect", dialects, OPTIONAL, "{multimem: rfc}, {x: gdb}, {multibreak: lldb}.") \
    X(arch, "arch", names, OPTIONAL, "Architecture, e.g. riscv64 or x86-64.")                   \
    X(endian, "endian", endian_word, OPTIONAL, "Byte order.")                                   \
    X(manner, "manner", manners, OPTIONAL, "The stub behaves so, as it was learned.")           \
    X(not_manner, "not-manner", manners, OPTIONAL, "The stub is not known to behave so.")       \
    X(quirk, "quirk", names, OPTIONAL, "The profile has it.")                                   \
    X(not_quirk, "not-quirk", names, OPTIONAL, "The profile does not have it.")

#define PROOF_WORDS(X)              \
    X(PROOF_REGISTERS, "registers") \
    X(PROOF_MEMORY, "memory")

#define PROOF_KEYS(X)                                                                        \
    X(send, "send", payload, REQUIRED, "A request that a stub which has the packet serves.") \
    X(expect, "expect", matcher, REQUIRED REPLY, "What the reply is then.")

#define NEED_KEYS(X)                                                                                  \
    X(works, "works", proofs, OPTIONAL,                                                               \
      "Requests that must work (asked once per run), so that refusals of others mean something.")     \
    X(program, "program", names, OPTIONAL,                                                            \
      "Debuggee; the first of a list that there is; none for no program.")                            \
    X(arguments, "arguments", payloads, OPTIONAL, "Arguments of the program.")                        \
    X(fresh, "fresh", boolean, OPTIONAL,                                                              \
      "yes: the stub is started for this scenario alone, which may end it.")                          \
    X(guest, "guest", boolean, OPTIONAL,                                                              \
      "no: the stub has started the program; one that was loaded into it is none.")                   \
    X(runs, "runs", runs_word, OPTIONAL,                                                              \
      "endlessly: of programs of ours one that does; with-threads: one of several threads "           \
      "(arguments: [spin]); webassembly: the module of the reference stub. Any other is what it is.") \
    X(memory, "memory", memory_word, NAMES(GIVES_SCRATCH),                                            \
      "scratch: a buffer that may be written, $scratch.")                                             \
    X(symbols, "symbols", names, NAMES(GIVES_ITEMS), "Symbols of the program used as $name.")         \
    X(facts, "facts", names, NAMES(GIVES_ITEMS), "Facts that must be known.")                         \
    X(options, "options", free_payloads, OPTIONAL,                                                    \
      "Options of a configurable stub: {packet-size: 1000, run-length: off}.")

#define WHEN_KEYS(X)                                                      \
    X(equal, "equal", value_list, OPTIONAL, "These are equal.")           \
    X(differ, "differ", value_list, OPTIONAL, "These are not all equal.") \
    X(defined, "defined", names, OPTIONAL, "These names have a value.")   \
    X(undefined, "undefined", names, OPTIONAL, "These names have none.")

#define CLIENT_FEATURE_WORDS(X)     \
    X(CLIENT_FEATURES_NONE, "none") \
    X(CLIENT_FEATURES_DEFAULT, "default")

#define CONNECT_KEYS(X)                                                                                \
    X(features, "features", client_features, OPTIONAL,                                                 \
      "What the client names in qSupported instead of the default; none for a bare qSupported.")       \
    X(add, "add", texts, OPTIONAL, "More features than the default.")                                  \
    X(remove, "remove", texts, OPTIONAL, "Fewer features than the default.")                           \
    X(qsupported, "qsupported", boolean, OPTIONAL, "no: qSupported is not sent.")                      \
    X(handshake, "handshake", boolean, OPTIONAL, "no: nothing is sent before the first step.")         \
    X(no_ack, "no-ack", boolean, OPTIONAL, "yes, no: fixed, whatever the matrix says.")                \
    X(non_stop, "non-stop", boolean, OPTIONAL, "yes: QNonStop:1 is part of the handshake.")            \
    X(extended, "extended", boolean, OPTIONAL, "yes: ! is part of the handshake.")                     \
    X(select, "select", boolean, OPTIONAL, "no: Hg0 is not sent, which otherwise ends the handshake.") \
    X(first, "first", payload, OPTIONAL, "Raw bytes to send first of all.")

/* --- steps --- */

#define ESCAPE_WORDS(X)               \
    X(ESCAPE_WORD_FULL, "full")       \
    X(ESCAPE_WORD_MINIMAL, "minimal") \
    X(ESCAPE_WORD_NONE, "none")

#define SEND_KEYS(X)                                                    \
    X(payload, "payload", payload, OPTIONAL, "The text part.")          \
    X(binary, "binary", bytes, OPTIONAL, "Bytes behind the text part.") \
    X(escape, "escape", escape_word, OPTIONAL, "full: # $ } *; minimal: # $ }; none: as it stands.")

#define SEND_RAW_KEYS(X)                                                                          \
    X(text, "text", payload, OPTIONAL, "Wire bytes as text with escapes.")                        \
    X(bytes, "bytes", bytes, OPTIONAL, "Wire bytes in hex; behind the text when both are given.") \
    X(bytewise, "bytewise", boolean, OPTIONAL, "One write per byte.")                             \
    X(pause, "pause", duration, OPTIONAL, "Time between bytes.")

#define ACK_WORDS(X)         \
    X(ACK_WORD_PLUS, "+")    \
    X(ACK_WORD_MINUS, "-")   \
    X(ACK_WORD_NONE, "none") \
    X(ACK_WORD_ANY, "any")

#define RAW_MATCH_KEYS(X)                                                  \
    X(exact, "exact", payload, OPTIONAL, "Exactly these wire bytes.")      \
    X(regex, "regex", regex, OPTIONAL, "The wire bytes match.")            \
    X(contains, "contains", bytes, OPTIONAL, "The wire bytes hold these.") \
    X(lacks, "lacks", bytes, OPTIONAL, "The wire bytes do not hold these.")

#define NOTIFICATION_WORDS(X)         \
    X(NOTIFICATION_WORD_ANY, "any")   \
    X(NOTIFICATION_WORD_STOP, "Stop") \
    X(NOTIFICATION_WORD_STDIO, "Stdio")

#define NOTIFICATION_KEYS(X)                                        \
    X(stop, "Stop", stop, OPTIONAL, "%Stop: with this stop reply.") \
    X(stdio, "Stdio", matcher, OPTIONAL, "%Stdio: with this body.") \
    X(body, "body", matcher, OPTIONAL, "The whole text behind the %.")

#define PIPELINE_KEYS(X)                                                            \
    X(send, "send", payload_list, REQUIRED, "Requests, sent in one write.")         \
    X(expect, "expect", matcher_list, OPTIONAL, "One matcher per reply, in order.") \
    X(times, "times", expr, OPTIONAL, "The list is sent so many times over.")

#define DRAIN_KEYS(X)                                                                                 \
    X(send, "send", payload, OPTIONAL, "The request, e.g. vStopped.")                                 \
    X(until, "until", matcher, OPTIONAL, "The reply that ends it; default OK.")                       \
    X(max, "max", expr, OPTIONAL, "Most replies before it.")                                          \
    X(count, "count", expr, OPTIONAL,                                                                 \
      "So many stops are collected: while there are fewer, the next %Stop is waited for and counts.") \
    X(unordered, "unordered", boolean, OPTIONAL, "yes: the expected stops may come in any order.")

#define ACKS_WORDS(X)    \
    X(ACKS_AUTO, "auto") \
    X(ACKS_MANUAL, "manual")

#define DISCONNECT_WORDS(X)      \
    X(DISCONNECT_CLOSE, "close") \
    X(DISCONNECT_HALF, "half")

#define SECOND_CLIENT_WORDS(X) X(SECOND_CLIENT_LEAVES, "leaves")

#define SECOND_CLIENT_KEYS(X)                                        \
    X(sends, "sends", payload, OPTIONAL, "Raw bytes that it sends.") \
    X(into, "into", name, NAMES(GIVES_ITEMS),                        \
      "Variable: refused, closed, silent or answered, as it was taken.")

#define READ_WORDS(X) \
    X(READ_BY_m, "m") \
    X(READ_BY_x, "x")

#define READ_KEYS(X)                                                     \
    X(at, "at", expr, REQUIRED, "Address.")                              \
    X(length, "length", expr, REQUIRED, "Bytes.")                        \
    X(by, "by", read_by, OPTIONAL, "The packet; default m.")             \
    X(equals, "equals", bytes, OPTIONAL, "What must be there.")          \
    X(differs, "differs", bytes, OPTIONAL, "What must not be there.")    \
    X(into, "into", name, NAMES(GIVES_ITEMS), "Variable for the bytes.") \
    X(fails, "fails", boolean, OPTIONAL, "yes: must get an error.")

#define WRITE_WORDS(X) \
    X(WRITE_BY_M, "M") \
    X(WRITE_BY_X, "X")

#define WRITE_KEYS(X)                                         \
    X(at, "at", expr, REQUIRED, "Address.")                   \
    X(bytes, "bytes", bytes, REQUIRED, "What to write.")      \
    X(by, "by", write_by, OPTIONAL, "The packet; default M.") \
    X(fails, "fails", boolean, OPTIONAL, "yes: must get an error.")

#define GET_REGISTER_WORDS(X) \
    X(GET_REGISTER_BY_p, "p") \
    X(GET_REGISTER_BY_g, "g")

#define GET_REGISTER_KEYS(X)                                                        \
    X(name, "name", name, OPTIONAL, "As in the target description, or pc, sp, fp.") \
    X(number, "number", expr, OPTIONAL, "Instead of a name.")                       \
    X(thread, "thread", value, OPTIONAL, "Of this thread (Hg is sent).")            \
    X(by, "by", get_by, OPTIONAL, "The packet; default p where the stub has it.")   \
    X(into, "into", name, NAMES(GIVES_ITEMS), "Variable for the value.")            \
    X(equals, "equals", expr, OPTIONAL, "Value it must have.")                      \
    X(differs, "differs", expr, OPTIONAL, "Value it must not have.")

#define SET_REGISTER_WORDS(X) \
    X(SET_REGISTER_BY_P, "P") \
    X(SET_REGISTER_BY_G, "G")

#define SET_REGISTER_KEYS(X)                                                        \
    X(name, "name", name, OPTIONAL, "As in the target description, or pc, sp, fp.") \
    X(number, "number", expr, OPTIONAL, "Instead of a name.")                       \
    X(thread, "thread", value, OPTIONAL, "Of this thread (Hg is sent).")            \
    X(by, "by", set_by, OPTIONAL, "The packet; default P where the stub has it.")   \
    X(value, "value", expr, REQUIRED, "New value.")

#define THREADS_KEYS(X)                                                               \
    X(into, "into", name, NAMES(GIVES_ITEMS), "Variable for the list of ids.")        \
    X(count, "count", value_or_range, OPTIONAL, "How many there must be.")            \
    X(contains, "contains", value, OPTIONAL, "An id, or a list, that must be there.") \
    X(lacks, "lacks", value, OPTIONAL, "An id, or a list, that must not be there.")

#define XFER_KEYS(X)                                                               \
    X(object, "object", name, REQUIRED, "features, auxv, threads, ...")            \
    X(annex, "annex", payload, OPTIONAL, "Default empty.")                         \
    X(window, "window", expr, OPTIONAL, "Bytes asked for at once; default 0xfff.") \
    X(into, "into", name, NAMES(GIVES_ITEMS), "Variable for the whole object.")

#define RESUME_WORDS(X)            \
    X(RESUME_CONTINUE, "continue") \
    X(RESUME_STEP, "step")

#define RESUME_KEYS(X)                                                        \
    X(with, "with", payload, OPTIONAL, "The packet, e.g. vCont;c:${thread}.") \
    X(thread, "thread", value, OPTIONAL, "Only this thread.")                 \
    X(signal, "signal", signal_value, OPTIONAL, "Deliver it.")                \
    X(how, "how", name, OPTIONAL, "continue or step.")

#define SYMBOLS_KEYS(X)                                                  \
    X(program, "program", name, REQUIRED, "The debuggee that runs now.") \
    X(names, "names", names, REQUIRED NAMES(GIVES_ITEMS), "Symbols of it, used as $name.")

#define RUN_TO_KEYS(X)                                                      \
    X(at, "at", expr, REQUIRED, "Address of the breakpoint.")               \
    X(type, "type", number, OPTIONAL, "0 software, 1 hardware; default 0.") \
    X(thread, "thread", value, OPTIONAL, "The thread that must hit it.")    \
    X(keep, "keep", boolean, OPTIONAL, "yes: the breakpoint stays.")

#define REACH_KEYS(X)                                                                          \
    X(at, "at", expr, REQUIRED, "Where it must stop: a breakpoint is there.")                  \
    X(passes, "passes", expr, OPTIONAL, "Where it must not: no breakpoint is there any more.") \
    X(by, "by", reach_by, OPTIONAL, "The type of the breakpoint: software (default) or hardware.")

#define RUN_ON_WORDS(X) X(RUN_ON_STRICT, "strict")

#define REACH_WORDS(X)               \
    X(REACH_BY_SOFTWARE, "software") \
    X(REACH_BY_HARDWARE, "hardware")

#define CHECK_KEYS(X)                                                                               \
    X(equal, "equal", value_list, OPTIONAL, "All equal.")                                           \
    X(differ, "differ", value_list, OPTIONAL, "Any two differ.")                                    \
    X(less, "less", value_list, OPTIONAL, "Each less than the next.")                               \
    X(at_most, "at-most", value_list, OPTIONAL, "Each at most the next.")                           \
    X(contains, "contains", value_list, OPTIONAL, "The first, a list or text, holds the others.")   \
    X(lacks, "lacks", value_list, OPTIONAL, "The first, a list or text, holds none of the others.") \
    X(same_set, "same-set", value_list, OPTIONAL, "Lists with the same items in any order.")        \
    X(unique, "unique", value, OPTIONAL, "A list without repetitions.")                             \
    X(matches, "matches", value_list, OPTIONAL,                                                     \
      "The first is text that matches the second, a regular expression.")

#define BUDGET_WORDS(X) X(BUDGET_RESET, "reset")

#define BUDGET_KEYS(X)                                                             \
    X(round_trips, "round-trips", value_or_range, OPTIONAL,                        \
      "Round trips since the first step, or the last reset.")                      \
    X(packets, "packets", value_or_range, OPTIONAL, "Packets in both directions.") \
    X(bytes, "bytes", value_or_range, OPTIONAL, "Bytes in both directions.")

#define LOOP_RANGE_KEYS(X)                          \
    X(from, "from", expr, REQUIRED, "First value.") \
    X(to, "to", expr, REQUIRED, "Last value.")      \
    X(step, "step", expr, OPTIONAL, "Default 1.")

#define PREFIX_KEYS(X)                             \
    X(of, "of", payload, REQUIRED, "The request.") \
    X(from, "from", expr, OPTIONAL, "Shortest prefix in bytes; default 1.")

#define FUZZ_KEYS(X)                                                                                  \
    X(count, "count", expr, REQUIRED, "Packets to send.")                                             \
    X(max_length, "max-length", expr, OPTIONAL, "Longest payload; default 64.")                       \
    X(samples, "samples", payload_list, OPTIONAL,                                                     \
      "Requests to mutate; without them packets are random bytes.")                                   \
    X(avoid, "avoid", texts, OPTIONAL,                                                                \
      "Payloads that start with one of these are not sent (default: what resumes, kills, detaches).") \
    X(alive_every, "alive-every", expr, OPTIONAL, "Check after so many packets; default 100.")

#define NEVER_KEYS(X)                                                           \
    X(receive, "receive", matcher, REQUIRED, "The request that must not come.") \
    X(lasts, "for", duration, REQUIRED, "How long it is waited.")

/* The keys of a step: A is an action, M a modifier, B is either, as it stands alone or beside an action.
 * X(member, "key", type, which modifiers an action allows or what allows a modifier, "what it means") */
#define REPLIES (MOD_EXPECT | MOD_RAW | MOD_CAPTURE | MOD_ACK)
#define LOOP (MOD_STEPS | MOD_AS)

#define STEP_KEYS(A, B, M)                                                                                   \
    /* talking */                                                                                            \
    A(send, "send", send, ALLOWS(REPLIES), "Sends a packet: escaped, framed, acknowledged.")                 \
    A(send_raw, "send-raw", send_raw, ALLOWS(REPLIES), "Sends exactly these wire bytes.")                    \
    A(send_ack, "send-ack", ack_text, ALLOWS(REPLIES), "Sends acknowledgments by hand.")                     \
    A(interrupt, "interrupt", interrupt, ALLOWS(REPLIES), "Sends 0x03, so many times.")                      \
    A(pipeline, "pipeline", pipeline, ALLOWS(MOD_EXPECT),                                                    \
      "Sends several requests in one write, then takes the replies.")                                        \
    B(expect, "expect", expectation, BOTH(MOD_EXPECT, REPLIES) REPLY,                                        \
      "The next reply; alone or beside an action.")                                                          \
    B(expect_raw, "expect-raw", raw_match, BOTH(MOD_RAW, REPLIES), "The next packet as it was on the wire.") \
    A(expect_ack, "expect-ack", ack_word, ALLOWS(0), "The next acknowledgment (acks: manual).")              \
    A(expect_stream, "expect-stream", payload, ALLOWS(0),                                                    \
      "Exactly these wire bytes come, and nothing else before them (acks: manual).")                         \
    A(notification, "notification", notification, ALLOWS(MOD_CAPTURE), "The next notification.")             \
    A(quiet, "quiet", duration_or_null, ALLOWS(0), "Nothing comes for this time.")                           \
    A(drain, "drain", drain, ALLOWS(MOD_EXPECT | MOD_CAPTURE),                                               \
      "Sends until the end is answered; collects what comes before.")                                        \
    A(acks, "acks", acks_word, ALLOWS(0), "Who acknowledges from here on.")                                  \
    A(discard, "discard", nothing, ALLOWS(0), "Forgets everything that comes until it is quiet.")            \
    /* the connection */                                                                                     \
    A(disconnect, "disconnect", disconnect_word, ALLOWS(0), "Closes the connection.")                        \
    A(reconnect, "reconnect", connect, ALLOWS(0), "Closes, connects again and shakes hands.")                \
    A(second_client, "second-client", second_client, ALLOWS(0),                                              \
      "Another client connects while this one stays, and stays, too; or leaves.")                            \
    A(closed, "closed", duration_or_null, ALLOWS(0), "The stub closes the connection within this time.")     \
    A(wait, "wait", duration, ALLOWS(0), "Time passes.")                                                     \
    /* helpers */                                                                                            \
    A(read, "read", read, ALLOWS(0), "Reads memory.")                                                        \
    A(write, "write", write, ALLOWS(0), "Writes memory.")                                                    \
    A(get_register, "get-register", get_register, ALLOWS(0), "Reads one register, by p or from g.")          \
    A(set_register, "set-register", set_register, ALLOWS(0), "Writes one register, by P or by G.")           \
    A(threads, "threads", threads, ALLOWS(0), "Reads the whole thread list.")                                \
    A(xfer, "xfer", xfer, ALLOWS(MOD_EXPECT | MOD_CAPTURE), "Reads a whole qXfer object in windows.")        \
    A(resume, "resume", resume, ALLOWS(MOD_EXPECT | MOD_CAPTURE),                                            \
      "Resumes and waits for the stop reply; output is collected.")                                          \
    A(run_to, "run-to", run_to, ALLOWS(MOD_CAPTURE), "Breakpoint, continue, stop there, breakpoint away.")   \
    A(advance, "advance", expr, ALLOWS(0),                                                                   \
      "Steps so many times: at least one must move the program counter.")                                    \
    A(step_alone, "step-alone", value, ALLOWS(MOD_CAPTURE),                                                  \
      "Steps this thread of any program while the others stand; skips where it waits.")                      \
    A(reach, "reach", reach, ALLOWS(MOD_CAPTURE),                                                            \
      "Lets any program run until the breakpoint at a place that comes again.")                              \
    A(halt, "halt", nothing, ALLOWS(MOD_CAPTURE),                                                            \
      "Interrupts any program that runs; skips where 0x03 does not stop it.")                                \
    A(run_on, "run-on", run_on_word, ALLOWS(0),                                                              \
      "Lets any program run, and goes on while it runs; skips where it does not. strict: fails where it is " \
      "refused.")                                                                                            \
    A(console, "console", matcher, ALLOWS(MOD_CAPTURE), "What the program has printed so far.")              \
    A(symbols, "symbols", symbols, ALLOWS(0), "Symbols of a program that was started by a step.")            \
    /* checks */                                                                                             \
    A(check, "check", check, ALLOWS(0), "Compares values.")                                                  \
    A(budget, "budget", budget, ALLOWS(0), "Counts what the steps so far have cost.")                        \
    A(alive, "alive", payload, ALLOWS(0), "The stub still answers a harmless request.")                      \
    A(advertised, "advertised", advertised, ALLOWS(0),                                                       \
      "FEATURE: a request that works if and only if it is announced.")                                       \
    /* control */                                                                                            \
    A(set, "set", free_exprs, ALLOWS(0) NAMES(GIVES_KEYS), "Gives names to values.")                         \
    A(repeat, "repeat", expr, ALLOWS(LOOP), "Runs `steps` so many times.")                                   \
    A(for_each, "for-each", loop, ALLOWS(LOOP) NAMES(GIVES_ROWS),                                            \
      "Runs `steps` for each row, item or number.")                                                          \
    A(until, "until", check, ALLOWS(MOD_STEPS),                                                              \
      "Runs `steps` again and again until this holds; fails at the step's timeout.")                         \
    A(group, "group", text, ALLOWS(MOD_STEPS), "Steps that belong together, for `when`.")                    \
    A(prefixes, "prefixes", prefixes, ALLOWS(MOD_EXPECT), "Sends every proper prefix of a request.")         \
    A(fuzz, "fuzz", fuzz, ALLOWS(MOD_EXPECT), "Sends random packets; the stub lives on.")                    \
    A(skip, "skip", text, ALLOWS(0), "Ends the scenario as skipped (with `when`).")                          \
    /* playing the stub */                                                                                   \
    A(receive, "receive", matcher, ALLOWS(MOD_CAPTURE | MOD_REPLY | MOD_ACK),                                \
      "The debugger's next request.")                                                                        \
    A(receive_ack, "receive-ack", ack_word, ALLOWS(0), "The debugger's next acknowledgment (acks: manual).") \
    A(lives, "lives", nothing, ALLOWS(0),                                                                    \
      "The debugger goes on after the last reply: it sends another request, or ends having printed "         \
      "{alive}.")                                                                                            \
    A(receive_interrupt, "receive-interrupt", nothing, ALLOWS(0), "The debugger sends 0x03.")                \
    B(reply, "reply", send, BOTH(MOD_REPLY, 0), "Answers; alone or beside receive.")                         \
    B(reply_raw, "reply-raw", send_raw, BOTH(MOD_REPLY, 0), "Answers with exactly these wire bytes.")        \
    A(notify, "notify", payload, ALLOWS(0), "Sends a notification.")                                         \
    A(never, "never", never, ALLOWS(0), "The debugger does not send this.")                                  \
    /* modifiers */                                                                                          \
    M(capture, "capture", capture, MODIFIES(MOD_CAPTURE) NAMES(GIVES_KEYS),                                  \
      "NAME: what of the reply to keep.")                                                                    \
    M(ack, "ack", ack_word, MODIFIES(MOD_ACK), "How the request is acknowledged; default + in ack mode.")    \
    M(steps, "steps", steps, MODIFIES(MOD_STEPS), "Body of a loop or group.")                                \
    M(as, "as", name, MODIFIES(MOD_AS) NAMES(GIVES_ITEMS), "Name of the loop's value.")                      \
    M(timeout, "timeout", duration, MODIFIES(0), "Longest wait in this step.")                               \
    M(when, "when", when, MODIFIES(0), "Only if this holds.")                                                \
    M(covers, "covers", requirements, MODIFIES(0), "The requirements that this step checks.")                \
    M(level, "level", level, MODIFIES(0), "must, should or may: how bad a failure is.")                      \
    M(because, "because", text, MODIFIES(0), "Shown when the step fails.")                                   \
    M(breach, "breach", text, MODIFIES(0),                                                                   \
      "What a stub does whose reply is another than this step says: names a cause.")                         \
    M(unanswered, "unanswered", text, MODIFIES(0),                                                           \
      "What a stub does that does not answer this step: names a cause.")                                     \
    M(optional, "optional", boolean, MODIFIES(0),                                                            \
      "yes: an empty reply (or a request that does not come) skips the scenario.")

/* --- a scenario --- */

/* The one name in a row of `cases` that means something: what the case is called. */
#define CASE_LABEL "case"

#define LEVEL_WORDS(X)        \
    X(LEVEL_MUST, "must")     \
    X(LEVEL_SHOULD, "should") \
    X(LEVEL_MAY, "may")

#define ROLE_WORDS(X)        \
    X(ROLE_CLIENT, "client") \
    X(ROLE_STUB, "stub")

#define RULES_WORDS(X) X(RULES_ALL, "all")

#define MATRIX_WORDS(X) X(MATRIX_NONE, "none")

#define VARIANT_WORDS(X)                   \
    X(VARIANT_WORD_ACK, "ack")             \
    X(VARIANT_WORD_NO_ACK, "no-ack")       \
    X(VARIANT_WORD_WHOLE, "whole")         \
    X(VARIANT_WORD_BYTEWISE, "bytewise")   \
    X(VARIANT_WORD_COALESCED, "coalesced") \
    X(VARIANT_WORD_RLE_ON, "run-length")   \
    X(VARIANT_WORD_RLE_OFF, "no-run-length")

#define MATRIX_KEYS(X) X(exclude, "exclude", matrix_words, OPTIONAL, "Values of the matrix not to try.")

#define SERVE_KEYS(X)                                                                                       \
    X(receive, "receive", matcher, REQUIRED, "Requests that are answered while another is waited for.")     \
    X(capture, "capture", capture, NAMES(GIVES_KEYS), "NAME: what of the request to keep, for the answer.") \
    X(reply, "reply", send, OPTIONAL, "The answer.")                                                        \
    X(reply_raw, "reply-raw", send_raw, OPTIONAL, "The answer's wire bytes.")

#define SCENARIO_KEYS(X)                                                                                     \
    X(scenario, "scenario", scenario_name, REQUIRED, "AREA/NAME, unique in the suite.")                      \
    X(title, "title", text, REQUIRED, "What holds, as a sentence.")                                          \
    X(covers, "covers", requirements, REQUIRED NEVER_EMPTY("a scenario covers at least one requirement"),    \
      "Requirement ids.")                                                                                    \
    X(level, "level", level, OPTIONAL, "Overrides the level of the requirements.")                           \
    X(tags, "tags", names, OPTIONAL, "Words to select by.")                                                  \
    X(role, "role", role, OPTIONAL, "client: Stubborn is the debugger (default). stub: it plays the stub.")  \
    X(needs, "needs", needs, OPTIONAL, "What must be there, or the scenario is skipped.")                    \
    X(connect, "connect", connect, OPTIONAL, "How the connection begins.")                                   \
    X(matrix, "matrix", matrix, OPTIONAL, "Variants to leave out.")                                          \
    X(cases, "cases", cases, NAMES(GIVES_ROWS) NEVER_EMPTY("no cases: the scenario would never run"),        \
      "Rows of values; the scenario runs once for each.")                                                    \
    X(set, "set", free_exprs, NAMES(GIVES_KEYS), "Names for values, evaluated first.")                       \
    X(timeout, "timeout", duration, OPTIONAL, "Longest wait of each step.")                                  \
    X(deadline, "deadline", duration, OPTIONAL,                                                              \
      "Longest time of the whole scenario; default: four times what its steps may wait.")                    \
    X(rules_off, "rules-off", rules, OPTIONAL, "Passive rules that the scenario breaks on purpose, or all.") \
    X(serve, "serve", serve, OPTIONAL, "role: stub; answers to whatever else is asked.")                     \
    X(setup, "setup", steps, OPTIONAL, "Before the steps; a failure is our trouble, not the stub's.")        \
    X(steps, "steps", steps, REQUIRED NEVER_EMPTY("a scenario has at least one step"),                       \
      "What is done and checked.")                                                                           \
    X(teardown, "teardown", steps, OPTIONAL, "Afterwards, whatever happened.")                               \
    X(breaks, "breaks", text, OPTIONAL, "Debuggers known to break where this fails; said with a failure.")   \
    X(note, "note", text, OPTIONAL, "For readers.")

/* --- the catalogue of requirements, which scenarios name in `covers` --- */

#define SIDE_WORDS(X)    \
    X(SIDE_STUB, "stub") \
    X(SIDE_CLIENT, "client")

#define REQUIREMENT_KEYS(X)                                            \
    X(id, "id", name, REQUIRED, "What scenarios name.")                \
    X(level, "level", level, REQUIRED, "must, should or may.")         \
    X(role, "role", side, REQUIRED, "Who has to fulfil it.")           \
    X(applies, "applies", text, REQUIRED, "Where it holds.")           \
    X(text, "text", text, REQUIRED, "What holds, as a sentence.")      \
    X(source, "source", text, REQUIRED, "Where the protocol says so.") \
    X(check, "check", text, REQUIRED, "How it is seen.")               \
    X(mutant, "mutant", text, REQUIRED, "The defect that breaks it.")

#endif
