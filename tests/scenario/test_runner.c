/* The runner against a stub of a few lines: verdicts, messages, places, loops, limits, what goes wrong.
 * Each row is a scenario's steps and what must come of them.
 * Time is virtual, so deadlines cost nothing. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "played.h"

#include "core/limits.h"
#include "core/mem.h"
#include "trace/cause.h"
#include <elf.h>
#include <stdio.h>

/* As long as a list of features, of which a message shows the start alone. */
#define LONG_TEXT "PacketSize=20000;multiprocess+;swbreak+;hwbreak+;fork-events+;vfork-events+;"

/* The fake's replies through every matcher: NULL passes. */
static const struct {
    const char *reply;
    const char *matcher;
    const char *why;
} matcher_rows[] = {
    {"OK", "OK", NULL},
    {"OK", "any", NULL},
    {LONG_TEXT "qOne+;qTwo+", LONG_TEXT "qTwo+", "; from byte 77 expected 'Two+', got 'One+;qTwo+'"},
    {"OKAY", "OK", "expected the reply 'OK'"},
    {"", "empty", NULL},
    {"E01", "empty", "expected the empty reply, got an error"},
    {"x", "not-empty", NULL},
    {"", "not-empty", "expected a reply with content, got the empty reply"},
    {"E01", "error", NULL},
    {"E.nope", "error", NULL},
    {"", "error", "expected an error, got the empty reply"},
    {"OK", "error", "expected an error, got another reply"},
    {"", "error-or-empty", NULL},
    {"OK", "error-or-empty", "an error or the empty reply"},
    {"00ff", "hex", NULL},
    {"00f", "hex", "expected pairs"},
    {"E01", "hex", "expected no error"},
    {"T05thread:1;", "stop", NULL},
    {"OK", "stop", "expected a stop reply"},
    {"error", "{exact: error}", NULL},
    {"QCp1.2", "{regex: '^QCp([0-9]+)\\.2$'}", NULL},
    {"QCp1.3", "{regex: '^QCp([0-9]+)\\.2$'}", "expected a reply of the form ^QCp"},
    {"k", "{regex: '^[lm].'}", "expected m or l and data after it, got another reply"},
    {"abc", "{not-regex: b}", "that is not of the form b"},
    {"a\\x00b", "{regex: '^a[^x]b$'}", NULL},
    {"abc", "{starts: ab}", NULL},
    {"abc", "{starts: bc}", "that starts with 'bc'"},
    {"abc", "{contains: bc}", NULL},
    {"abc", "{contains: x}", "that contains 'x'"},
    {"E01", "{one-of: [OK, error]}", NULL},
    {"xx", "{one-of: [OK, error]}", "expected OK or an error, got another reply"},
    {"xx", "{one-of: [error, empty, {regex: '^([0-9a-fA-F][0-9a-fA-F])+$'}]}",
     "expected an error, the empty reply or pairs of hex digits, got another reply"},
    {"xx", "{one-of: [{starts: a}, error]}", "expected one of 2 replies"},
    {"abc", "{all-of: [{starts: a}, {contains: c}]}", NULL},
    {"abc", "{all-of: [{starts: a}, {contains: x}]}", "that contains 'x'"},
    {"abc", "{not: {starts: a}}", "expected another reply"},
    {"", "{empty: yes}", NULL},
    {"", "{empty: no}", "got the empty reply"},
    {"E16", "{error: 0x16}", NULL},
    {"E16", "{error: 0x17}", "expected the error E17"},
    {"E16", "{error: no}", "expected no error"},
    {"#$}*", "{bytes: '23 24 7d 2a'}", NULL},
    {"#$}", "{bytes: '23 24 7d 2a'}", "expected these bytes, got others"},
    {"#$}*", "{wire: '7d 03 7d 04 7d 5d 7d 0a'}", NULL},
    {"#", "{wire-contains: '7d 03'}", NULL},
    {"#", "{wire-contains: '23'}", "expected on the wire: "},
    {"#", "{wire-lacks: '7d'}", "not on the wire"},
    {"000102", "{hex: '00..02'}", NULL},
    {"000103", "{hex: '00..02'}", "expected 02 in byte 2, got 03"},
    {"0001", "{hex: '00..02'}", "expected 3 bytes, got 2"},
    {"0001", "{hex-prefix: {of: '00..02', min: 1, max: 2}}", NULL},
    {"0001", "{hex-prefix: {of: '00..02', min: 3}}", "at least 3 bytes, got 2"},
    {"00010203", "{hex-prefix: '00..02'}", "expected at most 3 bytes, got 4"},
    {"1f", "{number: 31}", NULL},
    {"1f", "{number: {from: 1, to: 0x1e}}", "from 0x1 to 0x1e, got 0x1f"},
    {"xyz", "{number: 31}", "expected a hex number"},
    {"abc", "{length: 3}", NULL},
    {"abc", "{length: {min: 4}}", "expected the length from 0x4"},
    {"p1.2", "{same-as: p01.2}", NULL},
    {"p1.2", "{same-as: p1.3}", "expected the same as"},
    {"PacketSize=400;a+;b-",
     "{features: {has: [a, PacketSize], lacks: [b, c], values: {PacketSize: '^[0-9]+$'}}}", NULL},
    {"a-", "{features: {has: a}}", "a is not announced"},
    {"a+", "{features: {lacks: a}}", "a is announced"},
    {"a=x", "{features: {values: {a: '^y$'}}}", "another value of a, got 'x'"},
    {"mp1.1,p1.2", "{threads: {count: 2, contains: p1.1, lacks: p1.3, multiprocess: yes}}", NULL},
    {"m1,2", "{threads: {multiprocess: yes}}", "with their process, got one without"},
    {"m1", "{threads: {contains: '2'}}", "expected in the list: "},
    {"l", "{threads: {count: 0}}", "expected a list of threads"},
    {"<a><b c=\"1\"/><b/></a>", "{xml: {root: a, count: {b: 2, 'b@c': 1, 'b@c=2': 0}}}", NULL},
    {"<a>", "{xml: yes}", "expected well-formed XML: "},
    {"<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "{xml: yes}", "entities"},
    {"<a/>", "{xml: {root: b}}", "expected the root element to be b, got 'a'"},
    {"{\"a\":[1,{\"b\":\"x\"}],\"c\":null}",
     "{json: {/a/1/b: x, /a: {count: 2}, /c: {type: 'null'}, /d: {type: missing}, /a/0: 1}}", NULL},
    {"{\"a\":1}", "{json: {/a: 2}}", "expected /a to be 2, got '1'"},
    {"{\"a\":\"\\x7f[1m\"}", "{json: {/a: 2}}", "expected /a to be 2, got '\\x7f[1m'"},
    {"a=\\x1b[1m", "{features: {values: {a: '^y$'}}}", "another value of a, got '\\x1b[1m'"},
    {"{\"a\":1}", "{json: {/b: 2}}", "expected /b, got none"},
    {"{\"a\":\"xyz\"}", "{json: {/a: {regex: '^x'}}}", NULL},
    {"[[[[", "{json: yes}", "expected JSON"},
    {"T05thread:p1.2;swbreak:;",
     "{stop: {kind: T, signal: SIGTRAP, thread: p1.2, reason: swbreak, has: [thread], lacks: core}}", NULL},
    {"T05thread:p1.2;", "{stop: {signal: [SIGINT, 2]}}", "expected signal 2, got 5 (SIGTRAP)"},
    {"T05thread:p1.2;", "{stop: {thread: p1.3}}", "expected thread p1.3, got p1.2"},
    {"T05swbreak:;", "{stop: {reason: none}}", "expected the stop reason none, got swbreak"},
    {"T05thread:1;", "{stop: {has: core}}", "expected the key core, got none"},
    {"T05thread:1;", "{stop: {lacks: thread}}", "expected no key thread, got one"},
    {"T05watch:1004;", "{stop: {reason: [watch, awatch], address: {from: 0x1000, to: 0x1007}}}", NULL},
    {"T05watch:1008;", "{stop: {address: {from: 0x1000, to: 0x1007}}}",
     "expected the address from 0x1000 to 0x1007, got 0x1008"},
    {"T05fork:p3.3;thread:p1.1;", "{stop: {reason: fork, child: p3.3}}", NULL},
    {"T05exec:2f62696e;", "{stop: {path: /bin}}", NULL},
    {"T05syscall_entry:40;", "{stop: {number: 64}}", NULL},
    {"W03", "{stop: {kind: W, status: 3, process: none}}", NULL},
    {"W03;process:2a", "{stop: {status: 3, process: 0x2a}}", NULL},
    {"W03;process:2a", "{stop: {process: none}}", "expected no process, got one"},
    {"W03", "{stop: {kind: [T, X]}}", "got a W reply"},
    {"W03", "{stop: {signal: 5}}", "got a W reply without one"},
    {"X0b", "{stop: {kind: X, signal: SIGSEGV}}", NULL},
};

static void matchers_hold_or_say_why(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(matcher_rows); i++) {
        rsp_buf yaml = {0};
        rsp_buf_str(&yaml, "rules-off: all\nsteps:\n  - send: 'echo:");
        for (const char *c = matcher_rows[i].reply; *c; c++)
            rsp_buf_str(&yaml, *c == '\'' ? "''" : *c == '\\' ? "\\\\" : (char[]){*c, 0});
        rsp_buf_printf(&yaml, "'\n    expect: %s\n", matcher_rows[i].matcher);
        expect_run(rsp_buf_cstr(&yaml), matcher_rows[i].why ? RSP_VERDICT_FAIL : RSP_VERDICT_PASS,
                   matcher_rows[i].why ? matcher_rows[i].why : "");
        rsp_buf_free(&yaml);
    }
}

static const struct step_row {
    const char *rest;
    rsp_verdict verdict;
    const char *message;
} step_rows[] = {
    {"steps: [{send: die, expect: any}]", RSP_VERDICT_CRASH, "the stub died"},
    {"steps: [{send: hang}, {send: qC, expect: any}]", RSP_VERDICT_HANG,
     "within 2000 ms, but it did not come"},
    {"timeout: 10ms\nsteps: [{send: hang}, {send: qC, ack: none, expect: any}]", RSP_VERDICT_HANG,
     "within 10 ms"},
    {"steps: [{send: hang, expect: any, level: should}]", RSP_VERDICT_WARN, "but it did not come"},
    {"steps: [{send: close, expect: any}]", RSP_VERDICT_FAIL, "but the stub closed the connection"},
    {"steps: [{send: close}, {closed: 1s}]", RSP_VERDICT_PASS, ""},
    {"steps: [{closed: 10ms}]", RSP_VERDICT_FAIL, "does not close"},
    {"timeout: 100ms\nsteps: [{send: flood, expect: any}]", RSP_VERDICT_FAIL, "floods"},
    {"needs: {program: skips-acks}\nsteps: [{send: qC, expect: any}]", RSP_VERDICT_FAIL,
     "but a reply came first"},
    {"needs: {program: bad-sums}\nsteps: [{send: qC, expect: any}]", RSP_VERDICT_FAIL, "bad checksum"},
    {"needs: {program: missing}\nsteps: [{send: qC}]", RSP_VERDICT_SKIP, "no program"},
    {"needs: {program: [missing, other]}\nsteps: [{send: qC, expect: QC1}]", RSP_VERDICT_PASS, ""},
    {"needs: {program: unreachable}\nsteps: [{send: qC}]", RSP_VERDICT_ERROR, "nobody listens"},
    {"needs: {options: {packet-size: 100}}\nsteps: [{send: qC}]", RSP_VERDICT_SKIP, "no option"},
    {"needs: {feature: QNonStop}\nsteps: [{send: qC}]", RSP_VERDICT_SKIP, "QNonStop is not announced"},
    {"needs: {not-feature: promise}\nsteps: [{send: qC}]", RSP_VERDICT_SKIP, "promise is announced"},
    {"needs: {answers: qC}\nsteps: [{send: qC, expect: QC1}]", RSP_VERDICT_PASS, ""},
    {"needs: {answers: qNothing}\nsteps: [{send: qC}]", RSP_VERDICT_SKIP, "qNothing is not supported"},
    {"needs: {no-answer: qC}\nsteps: [{send: qC}]", RSP_VERDICT_SKIP, "qC is supported"},
    {"needs: {answers: hang}\nsteps: [{send: qC}]", RSP_VERDICT_HANG, "the reply to hang"},
    {"needs: {answers: QStartNoAckMode}\nsteps: [{send: qC, expect: QC1}]", RSP_VERDICT_PASS, ""},
    {"needs: {any-answer: [qNothing, qC]}\nsteps: [{send: qC, expect: QC1}]", RSP_VERDICT_PASS, ""},
    {"needs: {any-answer: [qNothing, qNone]}\nsteps: [{send: qC}]", RSP_VERDICT_SKIP,
     "qNone is not supported"},
    {"needs: {works: {send: qC, expect: QC1}}\nsteps: [{send: 'm0,1', expect: error}]", RSP_VERDICT_PASS, ""},
    {"needs: {works: {send: 'm0,1', expect: hex}}\nsteps: [{send: 'm0,2', expect: error}]", RSP_VERDICT_SKIP,
     "m0,1 does not work, so that a refusal shows nothing: expected no error, got one"},
    {"needs: {works: [{send: qC, expect: any}, {send: hang, expect: any}]}\nsteps: [{send: qC}]",
     RSP_VERDICT_HANG, "the reply to hang"},
    {"needs: {works: {send: 'm${at},1', expect: hex}}\nset: {at: 0x1000}\nsteps: [{send: 'm0,2', expect: "
     "error}]",
     RSP_VERDICT_PASS, ""},
    {"needs: {works: registers}\nsteps: [{send: qNothing, expect: empty}]", RSP_VERDICT_SKIP,
     "g does not work"},
    {"connect: {handshake: no}\nneeds: {works: {send: qC, expect: QC1}}\n"
     "steps: [{send: qC, expect: QC1}, {budget: {round-trips: 1}}]",
     RSP_VERDICT_PASS, ""},
    {"connect: {handshake: no}\nneeds: {works: {send: qC, expect: QC2}}\nsteps: [{send: qC, expect: QC1}]",
     RSP_VERDICT_SKIP, "qC does not work"},
    {"needs: {multiprocess: yes}\nsteps: [{send: qC}]", RSP_VERDICT_SKIP, "multiprocess is not supported"},
    {"needs: {memory: scratch}\nsteps: [{send: qC}]", RSP_VERDICT_SKIP, "scratch is not known"},
    {"needs: {dialect: {multimem: rfc}}\nsteps: [{send: qC}]", RSP_VERDICT_SKIP, "no option multimem=rfc"},
    {"needs: {mode: no-ack}\nsteps: [{send: qC, expect: QC1}, {check: {equal: [$no_ack, 1]}}]",
     RSP_VERDICT_PASS, ""},
    {"setup: [{send: qC, expect: OK}]\nsteps: [{send: qC}]", RSP_VERDICT_ERROR, "setup: expected the reply"},
    {"steps: [{send: qC, expect: OK}]\nteardown: [{send: qC, expect: E99}]", RSP_VERDICT_FAIL,
     "expected the reply 'OK'"},
    {"steps: [{send: qC, expect: OK, level: should}, {send: qC, expect: QC1}]", RSP_VERDICT_WARN,
     "expected the reply 'OK'"},
    {"steps: [{send: qC, expect: OK, level: should}, {send: qC, expect: E01}]", RSP_VERDICT_FAIL,
     "expected the reply 'E01'"},
    {"steps: [{send: qC, expect: OK, level: may}]", RSP_VERDICT_PASS, "expected the reply 'OK'"},
    {"steps: [{send: twice, expect: OK}, {quiet: 10ms}]", RSP_VERDICT_FAIL, "expected silence, got a packet"},
    {"steps: [{send: twice, expect: OK}, {discard: }, {send: qC, expect: QC1}]", RSP_VERDICT_FAIL,
     "one-reply-per-request"},
    {"steps: [{send: nothing, optional: yes, expect: OK}, {send: die, expect: any}]", RSP_VERDICT_SKIP,
     "nothing is not supported"},
    {"steps: [{send: qC, expect: none}]", RSP_VERDICT_FAIL, "expected no reply"},
    {"steps: [{send-raw: '$qC#00', ack: '-', expect: none}, {send: qC, expect: QC1}]", RSP_VERDICT_PASS, ""},
    {"steps: [{send-raw: '$qC#00', ack: '+'}]", RSP_VERDICT_FAIL, "expected '+' for the request, got '-'"},
    {"steps: [{send-raw: {text: '$qC', bytes: '23', bytewise: yes, pause: 1ms}}, {send-raw: "
     "\"${checksum('qC')}\", expect: QC1}]",
     RSP_VERDICT_PASS, ""},
    {"steps: [{send: qC, expect-raw: '$QC1#c5'}]", RSP_VERDICT_PASS, ""},
    {"steps: [{send: qC, expect-raw: '$QC1#00'}]", RSP_VERDICT_FAIL, "on the wire"},
    {"steps: [{send: qC, expect-raw: '$QC1#C5'}]", RSP_VERDICT_PASS, ""}, /* a rule judges the case */
    {"steps: [{send: qC, expect-raw: '$qC1#c5'}]", RSP_VERDICT_FAIL, "on the wire"},
    {"steps: [{acks: manual}, {send: qC}, {expect-ack: +}, {expect: QC1, capture: {a: raw}}, {send-ack: "
     "'-'}, "
     "{expect: {same-as: QC1}, capture: {b: raw}}, {send-ack: +}, {check: {equal: [$a, $b]}}]",
     RSP_VERDICT_PASS, ""},
    {"steps: [{acks: manual}, {send: qC}, {expect-stream: '+$QC1#c5'}, {send-ack: +}]", RSP_VERDICT_PASS, ""},
    {"steps: [{acks: manual}, {send: qC}, {expect-stream: '+$QC1#C5'}, {send-ack: +}]", RSP_VERDICT_PASS, ""},
    {"steps: [{acks: manual}, {send: qC}, {expect-stream: '+$QC2#c6'}]", RSP_VERDICT_FAIL,
     "expected these bytes, got others"},
    {"steps: [{pipeline: {send: [qC, '?'], expect: [QC1, stop], times: 2}}]\nneeds: {mode: no-ack}",
     RSP_VERDICT_PASS, ""},
    {"steps: [{pipeline: {send: [qC, '?'], expect: [stop, QC1]}}]\nneeds: {mode: no-ack}", RSP_VERDICT_FAIL,
     "expected a stop reply"},
    {"rules-off: all\nsteps: [{send: notify, expect: OK}, {notification: "
     "{Stop: {thread: 2}}, capture: {t: thread}}, {check: {equal: [$t, 2]}}]",
     RSP_VERDICT_PASS, ""},
    {"steps: [{notification: any}]", RSP_VERDICT_FAIL, "expected a notification within"},
    {"steps: [{resume: continue, expect: {stop: {kind: W, status: 3}}}, {console: \"hi\\\\n\"}]",
     RSP_VERDICT_PASS, ""},
    {"steps: [{send: c, expect: {stop: {status: 4}}}]", RSP_VERDICT_FAIL,
     "expected the exit status to be 0x4, got 0x3"},
    {"steps: [{write: {at: 0x1000, bytes: '01 02'}}, {read: {at: 0x1000, length: 3, equals: '01 02 00', "
     "into: d}}, {check: {equal: [=hex(d), '010200']}}]",
     RSP_VERDICT_PASS, ""},
    {"steps: [{read: {at: 0x1000, length: 1, equals: '01'}}]", RSP_VERDICT_FAIL,
     "expected 01 in byte 0, got 00"},
    {"steps: [{read: {at: 0, length: 1, fails: yes}}, {write: {at: 0, bytes: '00', fails: yes}}]",
     RSP_VERDICT_PASS, ""},
    {"steps: [{write: {at: 0, bytes: '00'}}]", RSP_VERDICT_FAIL, "expected OK for the write"},
    {"steps: [{threads: {count: 2, contains: $thread, into: all}}, {check: {unique: $all, same-set: "
     "[$all, $threads], lacks: [$all, $bogus_thread]}}]",
     RSP_VERDICT_PASS, ""},
    {"steps: [{threads: {count: 3}}]", RSP_VERDICT_FAIL, "expected the number of threads to be 0x3, got 0x2"},
    {"steps: [{get-register: pc}]", RSP_VERDICT_SKIP, "does not describe its registers"},
    {"steps: [{check: {less: [1, 2, 3], at-most: [1, 1], differ: [a, b], contains: [abc, b], matches: "
     "[abc, '^a']}}]",
     RSP_VERDICT_PASS, ""},
    {"steps: [{check: {less: [1, 1]}}]", RSP_VERDICT_FAIL, "greater than the one before"},
    {"steps: [{send: qC, expect: any}, {budget: {round-trips: 1, packets: 2}}]", RSP_VERDICT_PASS, ""},
    {"steps: [{send: qC, expect: any}, {budget: {round-trips: 0}}]", RSP_VERDICT_FAIL,
     "expected the number of round-trips to be 0x0, got 0x1"},
    {"steps: [{send: qC, expect: any}, {budget: reset}, {budget: {round-trips: 0}}]", RSP_VERDICT_PASS, ""},
    {"steps: [{advertised: {promise: promise}}]", RSP_VERDICT_FAIL,
     "as promise is announced, got the empty reply"},
    {"steps: [{advertised: {promise: {send: qC, expect: QC1}}}]", RSP_VERDICT_PASS, ""},
    {"steps: [{advertised: {promise: {send: qC, expect: QC2}}}]", RSP_VERDICT_FAIL,
     "promise is announced: expected the reply"},
    {"steps: [{advertised: {unheard: qC}}]", RSP_VERDICT_SKIP, "nothing of it is announced"},
    {"steps: [{send: 'vCont?', optional: yes, expect: OK}]", RSP_VERDICT_SKIP, "vCont? is not supported"},
    {"steps: [{advertised: {frobnicate: qC}}]", RSP_VERDICT_FAIL, "frobnicate- is announced"},
    {"steps: [{advertised: {QStartNoAckMode: qC, unheard: x}}]", RSP_VERDICT_PASS, ""},
    {"steps: [{alive: }, {alive: qC}]", RSP_VERDICT_PASS, ""},
    {"steps: [{send: hang}, {alive: }]", RSP_VERDICT_HANG, "no longer answers"},
    {"level: should\nsteps: [{send: hang}, {alive: }]", RSP_VERDICT_HANG, "no longer answers"},
    {"needs: {program: bad-sums}\nsteps: [{send: qC, expect-raw: '$QC1#c5'}]", RSP_VERDICT_FAIL,
     "bad checksum"},
    {"steps: [{repeat: 3, as: k, steps: [{send: 'm${0x1000 + k},1', expect: hex}]}, {budget: "
     "{round-trips: 3}}, {check: {equal: [$k, 2]}}]",
     RSP_VERDICT_PASS, ""},
    {"steps: [{for-each: [1, 7], steps: [{send: 'm1000,${item}', expect: {length: =item*2}}]}]",
     RSP_VERDICT_ERROR, ""},
    {"steps: [{for-each: [1, 7], steps: [{send: 'm1000,${item}', expect: {length: $item * 2}}]}]",
     RSP_VERDICT_PASS, ""},
    {"steps: [{for-each: [{a: qC, b: QC1}, {a: die, b: x}], steps: [{send: '${a}', expect: '${b}'}]}]",
     RSP_VERDICT_CRASH, "died"},
    {"steps: [{for-each: {from: 1, to: 5, step: 2}, as: n, steps: [{send: qC, expect: any}]}, {budget: "
     "{round-trips: 3}}]",
     RSP_VERDICT_PASS, ""},
    {"steps: [{for-each: $threads, as: t, steps: [{send: 'T${t}', expect: empty}]}, {budget: "
     "{round-trips: 2}}]",
     RSP_VERDICT_PASS, ""},
    {"steps: [{group: never, when: {feature: QNonStop}, steps: [{send: die, expect: any}]}]",
     RSP_VERDICT_PASS, ""},
    {"steps: [{skip: enough, when: {equal: [1, 1]}}, {send: die, expect: any}]", RSP_VERDICT_SKIP, "enough"},
    {"steps: [{skip: enough, when: {differ: [1, 1]}}, {send: qC, expect: QC1}]", RSP_VERDICT_PASS, ""},
    {"set: {a: 1}\nsteps: [{skip: defined, when: {defined: a, undefined: b}}]", RSP_VERDICT_SKIP, "defined"},
    {"rules-off: all\nsteps: [{prefixes: 'm1000,4'}, {budget: "
     "{round-trips: 6}}]",
     RSP_VERDICT_PASS, ""},
    {"steps: [{prefixes: dies}]", RSP_VERDICT_CRASH, "died"},
    {"rules-off: all\nsteps: [{fuzz: {count: 300, alive-every: 50}}]", RSP_VERDICT_PASS, ""},
    {"rules-off: all\nsteps: [{fuzz: {count: 2000, samples: [Qdiee], avoid: [x]}}]", RSP_VERDICT_CRASH,
     "died"},
    {"steps: [{reconnect: {no-ack: yes}}, {send: qC, expect: QC1}, {check: {equal: [$no_ack, 1]}}]",
     RSP_VERDICT_PASS, ""},
    {"steps: [{disconnect: }, {reconnect: }, {send: qC, expect: QC1}]", RSP_VERDICT_PASS, ""},
    {"steps: [{second-client: {sends: '$qC#b4', into: how}}, {check: {equal: [$how, silent]}}, {send: qC, "
     "expect: QC1}, {second-client: leaves}, {second-client: }, {send: qC, expect: QC1}]",
     RSP_VERDICT_PASS, ""},
    {"steps: [{send: 'echo:QCp1.2', expect: any, capture: {p: pid, t: tid, i: thread}}, {check: {equal: "
     "[$p, 1], same-set: [=list(t), =list(2)]}}]\nrules-off: all",
     RSP_VERDICT_PASS, ""},
    {"steps: [{send: 'echo:abc', expect: {regex: 'a(.)c'}, capture: {b: 1, n: length}}, {check: {equal: "
     "[$b, b]}}]\nrules-off: all",
     RSP_VERDICT_PASS, ""},
    {"steps: [{send: qC, expect: any, capture: {s: signal}}]", RSP_VERDICT_PASS, ""},
    {"steps: [{send: '', expect: any, capture: {s: signal}}]", RSP_VERDICT_FAIL, "the reply has no signal"},
    {"connect: {handshake: no}\nsteps: [{send: qC, expect: QC1}, {budget: {round-trips: 1}}]",
     RSP_VERDICT_PASS, ""},
    {"connect: {non-stop: yes}\nsteps: [{send: qC}]", RSP_VERDICT_SKIP, "non-stop mode is not supported"},
    {"rules-off: all\nsteps: [{send: owe packet, expect: OK}, {quiet: 10ms}]", RSP_VERDICT_PASS, ""},
    {"rules-off: all\nsteps: [{send: owe packet, expect: OK}, {quiet: }]", RSP_VERDICT_FAIL,
     "expected silence, got a packet"},
    {"rules-off: all\nsteps: [{send: owe notification, expect: OK}, {quiet: }]", RSP_VERDICT_FAIL,
     "expected silence, got a notification"},
    {"rules-off: all\nsteps: [{send: stops, expect: OK}, {notification: {Stop: {thread: 3}}}, {drain: {send: "
     "vStopped, count: 2}, capture: {t: threads}}, {check: {equal: [=t, '=list(2, 1)']}}]",
     RSP_VERDICT_PASS, ""},
    {"rules-off: all\ntimeout: 100ms\nsteps: [{send: stops, expect: OK}, {notification: Stop}, {drain: "
     "{send: "
     "vStopped, count: 3}}]",
     RSP_VERDICT_FAIL, "expected 3 stops within 100 ms, got 2"},
    {"rules-off: all\nsteps: [{send: stops, expect: OK}, {notification: Stop}, {drain: {send: vStopped, "
     "count: "
     "2}, expect: [{thread: 2}, {thread: 3}]}]",
     RSP_VERDICT_FAIL, "expected thread 0x3, got 1"},
    {"steps: [{until: {equal: [$n, 3]}, steps: [{send: tick, expect: any, capture: {n: number}}]}, {send: "
     "qC, "
     "expect: QC1}]\nrules-off: all",
     RSP_VERDICT_PASS, ""},
    {"timeout: 100ms\nrules-off: all\nsteps: [{until: {equal: [$n, 0]}, steps: [{send: tick, expect: any, "
     "capture: {n: number}}]}]",
     RSP_VERDICT_FAIL, "expected equal values, got different ones, tried again for 100 ms"},
    {"steps: [{until: {equal: [1, 2]}, steps: [{send: qC, expect: OK}]}]", RSP_VERDICT_FAIL,
     "expected the reply 'OK'"},
    {"steps: [{symbols: {program: other, names: [main]}}, {check: {equal: [$main, 0]}}]", RSP_VERDICT_SKIP,
     "the symbols of other are not known"},
    {"steps: [{check: {matches: [$unique, '^[0-9a-f]{16}$']}}]", RSP_VERDICT_PASS, ""},
    {"steps: [{receive: any}]", RSP_VERDICT_ERROR, "role: stub"},
    {"steps: [{send: 'm${pc},1', expect: hex}]", RSP_VERDICT_SKIP, "pc is not known"},
    {"set: {next: =pc + 1}\nsteps: [{send: qC}]", RSP_VERDICT_SKIP, "pc is not known"},
    {"steps: [{send: qC, expect: OK, level: should}, {send: 'm${pc},1', expect: hex}]", RSP_VERDICT_WARN,
     "expected the reply 'OK'"},
    {"needs: {program: no-resume}\nsteps: [{run-on: strict}]", RSP_VERDICT_SKIP, "c is not supported"},
    {"needs: {program: refuses}\nsteps: [{run-on: strict}]", RSP_VERDICT_FAIL, "c is answered E01"},
};

/* A stub whose program has a pc. */
static const struct step_row pc_rows[] = {
    {"needs: {program: pc-moves}\nsteps: [{advance: 3}]", RSP_VERDICT_PASS, ""},
    {"needs: {program: pc-writes}\nsteps: [{run-on: strict}]", RSP_VERDICT_SKIP,
     "the program stopped by itself (signal 5)"},
    {"needs: {program: pc-stale}\nsteps: [{advance: 3}]", RSP_VERDICT_PASS, ""},
    {"needs: {program: pc-still}\nsteps: [{advance: 3}]", RSP_VERDICT_FAIL, "pc stays 0x1000"},
    {"needs: {program: pc-runs}\nsteps: [{run-on: }, {interrupt: , expect: stop, level: should}, {alive: }]",
     RSP_VERDICT_WARN, "expected a stop reply within 2000 ms"},
    {"needs: {program: pc-deaf}\nsteps: [{run-on: strict}, {halt: }]", RSP_VERDICT_FAIL,
     "the program never ran: it is still at 0x1000"},
    {"needs: {program: pc-deaf}\nsteps: [{run-on: }, {halt: }]", RSP_VERDICT_SKIP, "the program never ran"},
    {"needs: {program: pc-deaf}\nsteps: [{run-on: }, {interrupt: , expect: stop}]", RSP_VERDICT_SKIP,
     "the program never ran"},
};

/* lldb-server 14 agrees to multiprocess, and no thread-id of its says a process. */
static void process_that_is_not_named_is_not_known(void **state) {
    (void)state;
    static const fake_answer agrees[] = {{"qSupported*", "multiprocess+"}, {0}};
    expect_run_of(&(fake_stub){.answers = agrees},
                  "rules-off: all\nneeds: {multiprocess: yes}\nsteps: [{send: 'echo:${pid}', expect: 0}]",
                  RSP_VERDICT_SKIP, "pid is not known");
    expect_run_of(&(fake_stub){0}, "steps: [{send: 'echo:${pid}', expect: '0'}]", RSP_VERDICT_PASS, "");
}

static void what_moves_and_runs_is_seen_by_pc(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(pc_rows); i++)
        expect_run_of(&(fake_stub){.has_pc = true}, pc_rows[i].rest, pc_rows[i].verdict, pc_rows[i].message);
}

/* Failures that are named by what the stub does, whatever the scenario is about; "" where there is no proof.
 */
static const struct named_row {
    vcont_habit vcont;
    const char *program, *steps, *common, *requirement;
} named_rows[] = {
    {VCONT_RUNS, "any", "{send: 'vCont;x', expect: error}",
     "vCont lets the program run for an action that there is not", "VCONT-006"},
    {VCONT_RUNS, "any", "{send: 'vCont;t'}, {discard: }, {alive: }", "vCont;t lets the program run",
     "VCONT-016"},
    {VCONT_RUNS, "any", "{send: 'vCont;C05', expect: error}", "", "MEM-001"},
    {VCONT_RUNS, "any", "{send: 'vCont;c:99', expect: error}",
     "vCont lets the program run for a thread-id that is malformed, or of no thread", "VCONT-018"},
    {VCONT_RUNS, "any", "{send: 'vCont;c:99', expect: error, unanswered: the thread-id is taken}", "",
     "MEM-001"},
    {VCONT_SILENT, "any", "{send: 'vCont;x', expect: error}", "", "MEM-001"},
    {VCONT_SILENT_AND_STOPS, "any", "{send: 'vCont;x', expect: error}", "", "MEM-001"},
    {VCONT_UNKNOWN, "pc-short", "{send: 'G00', expect: OK}",
     "g is shorter than the registers of the target description, and G refuses what g gave", "REG-002"},
    {VCONT_UNKNOWN, "any", "{send: 'G00100000', expect: OK}", "", "MEM-001"},
    {VCONT_UNKNOWN, "pc-writes-deaf", "{send: c, expect: stop}",
     "m is not answered while a File-I/O call is under way", "FILEIO-001"},
};

static void failures_are_named_by_what_the_stub_does(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(named_rows); i++) {
        fake_stub stub = {.has_pc = true, .vcont = named_rows[i].vcont};
        rsp_run run = {0};
        rsp_buf yaml = {0};
        rsp_buf_printf(&yaml, HEAD "needs: {program: %s}\nsteps: [%s]", named_rows[i].program,
                       named_rows[i].steps);
        const rsp_result r = run_yaml(rsp_buf_cstr(&yaml), &stub, NULL, &run);
        assert_true(r.verdict == RSP_VERDICT_FAIL || r.verdict == RSP_VERDICT_HANG);
        if (strcmp(r.common, named_rows[i].common) != 0)
            print_error("%s: %s\n%s\n", named_rows[i].steps, r.message, r.shown.window);
        assert_string_equal(r.common, named_rows[i].common);
        assert_string_equal(r.requirements, named_rows[i].requirement);
        rsp_buf_free(&yaml);
        rsp_run_free(&run);
        fake_free(&stub);
    }
}

/* One buffer is too small: reads of two lengths are answered, and the stub dies of each. It is one cause. */
static void a_read_that_kills_is_none_that_is_served(void **state) {
    (void)state;
    fake_stub stub = {0};
    rsp_run run = {0};
    static const char scenario[] = "scenario: a/%s\ntitle: t\ncovers: [MEM-001]\n"
                                   "needs: {program: small-buffer}\n"
                                   "steps: [{send: 'm1000,%s', expect: hex}, {send: qC, expect: any}]\n---\n";
    rsp_buf yaml = {0};
    const char *const lengths[][2] = {{"few", "10"}, {"many", "20"}, {"more", "40"}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(lengths); i++)
        rsp_buf_printf(&yaml, scenario, lengths[i][0], lengths[i][1]);
    (void)run_yaml(rsp_buf_cstr(&yaml), &stub, NULL, &run);
    assert_int_equal(run.results[0].verdict, RSP_VERDICT_PASS);
    assert_int_equal(run.results[1].verdict, RSP_VERDICT_CRASH);
    assert_int_equal(run.results[2].verdict, RSP_VERDICT_CRASH);
    assert_int_equal(run.metrics.most_read, 0x10);
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 1);
    assert_string_equal(run.causes[0].what, "m of more than 0x10 bytes ends the stub");
    rsp_buf_free(&yaml);
    rsp_run_free(&run);
    fake_free(&stub);
}

static void steps_end_in_their_verdict(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(step_rows); i++) {
        if (step_rows[i].verdict == RSP_VERDICT_ERROR && !step_rows[i].message[0])
            continue; /* `=` is no expression of its own kind: refused by the loader, see bad files */
        expect_run(step_rows[i].rest, step_rows[i].verdict, step_rows[i].message);
    }
}

static void failures_say_where_and_what(void **state) {
    (void)state;
    fake_stub stub = {0};
    rsp_run run = {0};
    const rsp_runner_options options = {.command = "stubborn run --stub x", .seed = 7};
    rsp_result r = run_yaml(
        HEAD "steps:\n  - send: qC\n    expect: {one-of: [OK, '${thread}']}\n    because: it is so\n", &stub,
        &options, &run);
    assert_int_equal(r.verdict, RSP_VERDICT_FAIL);
    assert_int_equal(r.place.line, 6);
    assert_int_equal(r.place.column, 13);
    assert_string_equal(r.place.path, "test.yaml");
    assert_string_equal(r.expected, "{ one-of: [OK, 1] }");
    assert_string_equal(r.got, "QC1");
    assert_string_equal(r.remark, "it is so");
    assert_string_equal(r.again, "stubborn run --stub x test.yaml --filter a/b --seed 7 -v");
    assert_non_null(strstr(r.shown.window, "QC1"));
    rsp_run_free(&run);
    fake_free(&stub);
}

/* Without the write a scenario can't begin: it is nobody's failure there. */
static void refused_write_of_the_setup_skips(void **state) {
    (void)state;
    fake_stub stub = {.has_pc = true};
    expect_run_of(&stub, "setup: [{set-register: {name: pc, value: 16}}]\nsteps: [{send: qC}]",
                  RSP_VERDICT_SKIP, "the stub refuses to write a register");
    stub = (fake_stub){.has_pc = true};
    expect_run_of(&stub, "steps: [{set-register: {name: pc, value: 16}}]", RSP_VERDICT_FAIL,
                  "expected OK for the write to the register");
}

/* What a stub does is said of the step whose expectation it names, and of no other. */
static void breach_belongs_to_its_step(void **state) {
    (void)state;
    static const struct {
        const char *steps;
        const char *breach;
    } rows[] = {
        {"steps: [{send: 'echo:1', expect: OK, breach: first}, {send: 'echo:2', expect: OK}]", "first"},
        {"steps: [{send: 'echo:OK', expect: OK, breach: first}, {send: 'echo:2', expect: OK}]", ""},
        {"steps: [{repeat: 2, steps: [{send: 'echo:2', expect: OK, breach: inner}]}]", "inner"},
        {"steps: [{check: {equal: [1, 2]}, breach: compared}]", "compared"},
        {"steps: [{send: 'echo:', expect: OK, breach: first}]", ""}, /* the empty reply says it by itself */
        {"steps: [{send: silent}, {send: 'echo:1', expect: OK, breach: first}]", ""},
        {"steps: [{send: hang}, {reconnect: }]", "the next client is not answered"},
        {"steps: [{reconnect: }, {send: hang}, {send: qC, expect: any}]", ""},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        fake_stub stub = {0};
        rsp_run run = {0};
        rsp_buf yaml = {0};
        rsp_buf_printf(&yaml, "%s%s", HEAD, rows[i].steps);
        const rsp_result result = run_yaml(rsp_buf_cstr(&yaml), &stub, NULL, &run);
        if (result.verdict == RSP_VERDICT_PASS || strcmp(result.breach, rows[i].breach) != 0)
            fail_msg("%s: '%s', not '%s'", rows[i].steps, result.breach, rows[i].breach);
        rsp_buf_free(&yaml);
        rsp_run_free(&run);
        fake_free(&stub);
    }
}

/* Names of files: the same for the same run, others for another run and for another scenario. */
static void unique_is_of_this_run_and_scenario(void **state) {
    (void)state;
    static const char yaml[] =
        HEAD "steps: [{send: 'echo:${unique}', expect: none}]\n---\nscenario: a/c\n"
             "title: t\ncovers: [MEM-001]\nsteps: [{send: 'echo:${unique}', expect: none}]\n";
    const uint64_t uniques[] = {0, 0, 9};
    char got[RSP_ARRAY_LEN(uniques)][2][40];
    for (size_t i = 0; i < RSP_ARRAY_LEN(uniques); i++) {
        fake_stub stub = {0};
        rsp_run run = {0};
        const rsp_runner_options options = {.unique = uniques[i]};
        (void)run_yaml(yaml, &stub, &options, &run);
        assert_int_equal(run.num_results, 2);
        for (size_t k = 0; k < 2; k++)
            (void)snprintf(got[i][k], sizeof got[i][k], "%s", run.results[k].got);
        rsp_run_free(&run);
        fake_free(&stub);
    }
    assert_string_equal(got[0][0], got[1][0]);
    assert_string_not_equal(got[0][0], got[0][1]);
    assert_string_not_equal(got[0][0], got[2][0]);
}

static void passive_rules_judge_too(void **state) {
    (void)state;
    fake_stub stub = {0};
    rsp_run run = {0};
    rsp_result r = run_yaml(HEAD "steps: [{send: twice, expect: OK}, {expect: OK}]\n", &stub, NULL, &run);
    assert_int_equal(r.verdict, RSP_VERDICT_FAIL);
    assert_true(r.num_violations > 0);
    assert_non_null(strstr(r.message, "one-reply-per-request"));
    rsp_run_free(&run);
    fake_free(&stub);
}

static void matrix_runs_every_variant(void **state) {
    (void)state;
    fake_stub stub = {0};
    rsp_run run = {0};
    rsp_runner_options options = {0};
    assert_ok(rsp_matrix_parse(&options.matrix, "acks,write,run-length", NULL));
    (void)run_yaml(HEAD "matrix: {exclude: [coalesced]}\nsteps: [{send: qC, expect: QC1}, {send: 'm1000,4', "
                        "expect: {hex: '00*4'}}]\n",
                   &stub, &options, &run);
    assert_int_equal(run.num_results, 2 * 2 * 2);
    for (size_t i = 0; i < run.num_results; i++)
        assert_int_equal(run.results[i].verdict, RSP_VERDICT_PASS);
    assert_string_equal(run.results[0].variant, "ack whole run-length");
    assert_string_equal(run.results[7].variant, "no-ack bytewise no-run-length");
    rsp_run_free(&run);
    fake_free(&stub);
}

static void matrix_none_runs_plainly(void **state) {
    (void)state;
    fake_stub stub = {0};
    rsp_run run = {0};
    rsp_runner_options options = {0};
    assert_ok(rsp_matrix_parse(&options.matrix, "all", NULL));
    (void)run_yaml(HEAD "matrix: none\nsteps: [{send: qC, expect: QC1}]\n", &stub, &options, &run);
    assert_int_equal(run.num_results, 1);
    assert_string_equal(run.results[0].variant, "");
    rsp_run_free(&run);
    fake_free(&stub);
}

static void matrix_refuses_unknown_words(void **state) {
    (void)state;
    uint32_t bits = 0;
    rsp_error error = {0};
    assert_int_equal(rsp_matrix_parse(&bits, "acks,bitewise", &error), RSP_USAGE);
    assert_string_equal(error.msg, "'bitewise' is no variant, did you mean 'bytewise'?");
}

static void coalesced_acks_travel_with_the_next_request(void **state) {
    (void)state;
    fake_stub stub = {0};
    rsp_run run = {0};
    rsp_runner_options options = {0};
    assert_ok(rsp_matrix_parse(&options.matrix, "coalesced", NULL));
    rsp_result r = run_yaml(HEAD "steps: [{repeat: 5, steps: [{send: qC, expect: QC1}]}, {quiet: 10ms}]\n",
                            &stub, &options, &run);
    assert_int_equal(r.verdict, RSP_VERDICT_PASS);
    rsp_run_free(&run);
    fake_free(&stub);
}

static void same_seed_same_bytes(void **state) {
    (void)state;
    static const char yaml[] = HEAD "rules-off: all\nsteps: [{fuzz: {count: 50}}]\n";
    fake_stub stubs[3] = {{.num_opened = 0}};
    for (size_t i = 0; i < 3; i++) {
        rsp_run run = {0};
        const rsp_runner_options options = {.seed = i == 2 ? 99 : 5};
        (void)run_yaml(yaml, &stubs[i], &options, &run);
        rsp_run_free(&run);
    }
    assert_bytes(rsp_buf_bytes(&stubs[0].seen), rsp_buf_bytes(&stubs[1].seen));
    assert_false(rsp_bytes_equal(rsp_buf_bytes(&stubs[0].seen), rsp_buf_bytes(&stubs[2].seen)));
    for (size_t i = 0; i < 3; i++)
        fake_free(&stubs[i]);
}

static void needs_that_ask_get_a_fresh_stub(void **state) {
    (void)state;
    fake_stub stub = {0};
    rsp_run run = {0};
    rsp_result r = run_yaml(
        HEAD "needs: {answers: 'M1000,1:55'}\nsteps: [{read: {at: 0x1000, length: 1, equals: '00'}}]\n",
        &stub, NULL, &run);
    assert_int_equal(r.verdict, RSP_VERDICT_PASS);
    assert_int_equal(stub.num_opened, 4); /* the look, what it is, what it answers, and the scenario */
    rsp_run_free(&run);
    fake_free(&stub);
}

static void facts_are_those_of_the_fresh_stub(void **state) {
    (void)state;
    fake_stub stub = {0};
    rsp_run run = {0};
    rsp_result r =
        run_yaml(HEAD "needs: {program: counted, answers: '?'}\nsteps: [{check: {equal: [$tid, 4]}}]\n",
                 &stub, NULL, &run);
    if (r.verdict != RSP_VERDICT_PASS)
        print_error("%s\n", r.message);
    assert_int_equal(stub.num_opened, 4);
    assert_int_equal(r.verdict, RSP_VERDICT_PASS);
    rsp_run_free(&run);
    fake_free(&stub);
}

static void target_is_known_before_an_unusual_beginning(void **state) {
    (void)state;
    fake_stub stub = {0};
    rsp_run run = {0};
    (void)run_yaml(HEAD "connect: {handshake: no}\nsteps: [{send: qC, expect: any}]\n", &stub, NULL, &run);
    assert_int_equal(stub.num_opened, 3);
    assert_int_equal(run.num_results, 1);
    rsp_run_free(&run);
    fake_free(&stub);
}

static void discarded_packets_are_acknowledged(void **state) {
    (void)state;
    fake_stub stub = {0};
    rsp_run run = {0};
    (void)run_yaml(HEAD "steps: [{send: qC}, {discard: }]\n", &stub, NULL, &run);
    int others = stub.num_acks - 1;
    rsp_run_free(&run);
    fake_free(&stub);
    stub = (fake_stub){0};
    run = (rsp_run){0};
    (void)run_yaml(HEAD "steps: [{send: twice}, {discard: }]\n", &stub, NULL, &run);
    assert_int_equal(stub.num_acks, others + 2);
    rsp_run_free(&run);
    fake_free(&stub);
}

static void stopped_run_adds_nothing_and_stays_valid(void **state) {
    (void)state;
    fake_stub stub = {0};
    rsp_run run = {0};
    static volatile sig_atomic_t stop;
    rsp_suite *suite = rsp_suite_new(NULL);
    assert_ok(rsp_suite_load_memory(suite, "test.yaml", RSP_LIT(HEAD "steps: [{send: qC, expect: QC1}]\n")));
    rsp_stub_provider provider = fake_provider(&stub);
    const rsp_runner_options options = {.stop = &stop};
    rsp_runner *runner = rsp_runner_new(&provider, &options);
    assert_ok(rsp_runner_run(runner, rsp_suite_get(suite, 0), &run, NULL));
    stop = 1;
    assert_int_equal(rsp_runner_run(runner, rsp_suite_get(suite, 0), &run, NULL), RSP_CANCELLED);
    assert_int_equal(run.num_results, 1);
    assert_int_equal(run.summary.count[RSP_VERDICT_PASS], 1);
    rsp_runner_free(runner);
    rsp_suite_free(suite);
    rsp_run_free(&run);
    fake_free(&stub);
}

static void probe_tells_what_the_stub_is(void **state) {
    (void)state;
    fake_stub stub = {0};
    rsp_stub_provider provider = fake_provider(&stub);
    rsp_runner *runner = rsp_runner_new(&provider, NULL);
    assert_false(rsp_runner_facts(runner).known);
    assert_ok(rsp_runner_probe(runner, NULL));
    assert_true(rsp_runner_facts(runner).known);
    assert_int_equal(rsp_runner_facts(runner).packet_size, 0x400);
    assert_string_equal(rsp_runner_facts(runner).summary, "QStartNoAckMode");
    rsp_runner_free(runner);
    fake_free(&stub);
}

/* A stub may greet only who finds its program running: no later connection of the look was greeted. */
static void greeting_that_the_look_did_not_get_is_dropped(void **state) {
    (void)state;
    static const char *const rows[] = {
        "steps: [{reconnect: }, {send: qC, expect: QC1}]\n",
        "steps: [{reconnect: {no-ack: yes}}, {send: qC, expect: QC1}]\n",
        "steps: [{reconnect: {qsupported: no, select: no}}, {send: '?', expect: T05thread:1;}]\n",
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        fake_stub stub = {.greets = 1};
        rsp_stub_provider provider = fake_provider(&stub);
        rsp_runner *runner = rsp_runner_new(&provider, NULL);
        rsp_suite *suite = rsp_suite_new(NULL);
        rsp_buf yaml = {0};
        rsp_run run = {0};
        rsp_buf_printf(&yaml, HEAD "%s", rows[i]);
        assert_ok(rsp_suite_load_memory(suite, "test.yaml", rsp_buf_bytes(&yaml)));
        assert_ok(rsp_runner_probe(runner, NULL));
        assert_int_equal(rsp_runner_manners(runner)->line.greets_next, RSP_HABIT_NO);
        stub.greets = 9;
        assert_ok(rsp_runner_run(runner, rsp_suite_get(suite, 0), &run, NULL));
        if (run.results[0].verdict != RSP_VERDICT_PASS)
            fail_msg("%s: %s\n%s", rows[i], run.results[0].message, run.results[0].shown.window);
        rsp_runner_free(runner);
        rsp_suite_free(suite);
        rsp_run_free(&run);
        rsp_buf_free(&yaml);
        fake_free(&stub);
    }
}

static rsp_verdict run_steps(size_t times) {
    fake_stub stub = {0};
    rsp_run run = {0};
    rsp_buf yaml = {0};
    rsp_buf_printf(&yaml, HEAD "steps: [{repeat: %zu, steps: [{wait: 1ns}]}]\n", times);
    rsp_verdict verdict = run_yaml(rsp_buf_cstr(&yaml), &stub, NULL, &run).verdict;
    rsp_buf_free(&yaml);
    rsp_run_free(&run);
    fake_free(&stub);
    return verdict;
}

static void steps_at_limit_pass_beyond_is_error(void **state) {
    (void)state;
    assert_int_equal(run_steps(RSP_LIMIT_STEPS - 1), RSP_VERDICT_PASS);
    assert_int_equal(run_steps(RSP_LIMIT_STEPS), RSP_VERDICT_ERROR);
}

/* Every allocation of a run fails once: there is always a result or a status, and nothing leaks. */
static void run_without_memory_ends(void **state) {
    (void)state;
    static const char yaml[] =
        HEAD "steps: [{send: qC, expect: {regex: 'Q(C)'}, capture: {a: 1}}, {threads: {count: 2}}, "
             "{for-each: $threads, steps: [{send: 'T${item}', expect: any}]}, {send: qC, expect: OK}]\n";
    rsp_suite *suite = rsp_suite_new(NULL);
    assert_ok(rsp_suite_load_memory(suite, "test.yaml", rsp_bytes_str(yaml)));
    for (uint64_t fail_at = 1; fail_at < 200; fail_at++) {
        fake_stub stub = {0};
        rsp_run run = {0};
        rsp_mem_fuzzed fuzzed;
        rsp_mem_fuzzed_init(&fuzzed, fail_at, (int)(fail_at % 2));
        const rsp_runner_options options = {.mem = &fuzzed.mem};
        rsp_stub_provider provider = fake_provider(&stub);
        rsp_runner *runner = rsp_runner_new(&provider, &options);
        if (runner) {
            rsp_status status = rsp_runner_run(runner, rsp_suite_get(suite, 0), &run, NULL);
            assert_true(status != RSP_OK || run.num_results == 1);
            /* a pass would be a lie: the last step can't hold */
            assert_true(run.num_results == 0 || run.results[0].verdict != RSP_VERDICT_PASS);
        }
        rsp_runner_free(runner);
        rsp_run_free(&run);
        fake_free(&stub);
    }
    rsp_suite_free(suite);
}

/* A run of one scenario whose allocation `fail_at` fails, by a runner that has nothing to ask first. */
static rsp_verdict run_starved(const rsp_scenario *scenario, const rsp_runner *known, rsp_mem_fuzzed *fuzzed,
                               uint64_t fail_at, int from_then_on) {
    fake_stub stub = {0};
    rsp_run run = {0};
    rsp_mem_fuzzed_init(fuzzed, fail_at, from_then_on);
    const rsp_runner_options options = {.mem = &fuzzed->mem, .known = known};
    rsp_stub_provider provider = fake_provider(&stub);
    rsp_runner *runner = rsp_runner_new(&provider, &options);
    rsp_verdict verdict = RSP_VERDICT_ERROR;
    if (runner && rsp_runner_run(runner, scenario, &run, NULL) == RSP_OK)
        verdict = run.results[0].verdict;
    rsp_runner_free(runner);
    rsp_run_free(&run);
    fake_free(&stub);
    return verdict;
}

static void append_matcher_yaml(rsp_buf *yaml, const char *reply, const char *matcher) {
    rsp_buf_str(yaml, HEAD "rules-off: all\nsteps:\n  - send: 'echo:");
    for (const char *c = reply; *c; c++)
        rsp_buf_str(yaml, *c == '\'' ? "''" : *c == '\\' ? "\\\\" : (char[]){*c, 0});
    rsp_buf_printf(yaml, "'\n    expect: %s\n", matcher);
}

/* Whatever allocation fails, no matcher says that a reply is what it is not, and none blames the stub. */
static void matchers_without_memory_judge_nothing(void **state) {
    (void)state;
    fake_stub stub = {0};
    rsp_stub_provider provider = fake_provider(&stub);
    rsp_runner *known = rsp_runner_new(&provider, NULL);
    assert_non_null(known);
    assert_ok(rsp_runner_probe(known, NULL));
    for (size_t i = 0; i < RSP_ARRAY_LEN(matcher_rows); i++) {
        rsp_buf yaml = {0};
        rsp_suite *suite = rsp_suite_new(NULL);
        rsp_mem_fuzzed fuzzed;
        append_matcher_yaml(&yaml, matcher_rows[i].reply, matcher_rows[i].matcher);
        assert_ok(rsp_suite_load_memory(suite, "test.yaml", rsp_buf_bytes(&yaml)));
        const rsp_scenario *scenario = rsp_suite_get(suite, 0);
        const rsp_verdict right = matcher_rows[i].why ? RSP_VERDICT_FAIL : RSP_VERDICT_PASS;
        assert_int_equal(run_starved(scenario, known, &fuzzed, 0, 0), right);
        const uint64_t num = fuzzed.count;
        for (uint64_t fail_at = 1; fail_at <= num; fail_at++) {
            const rsp_verdict verdict = run_starved(scenario, known, &fuzzed, fail_at, (int)(fail_at % 2));
            if (verdict != RSP_VERDICT_ERROR && verdict != right)
                fail_msg("%s without allocation %llu is %s", rsp_buf_cstr(&yaml), (unsigned long long)fail_at,
                         rsp_verdict_name(verdict));
        }
        rsp_suite_free(suite);
        rsp_buf_free(&yaml);
    }
    rsp_runner_free(known);
    fake_free(&stub);
}

/* --- deadlines --- */

/* A second passes whenever somebody looks. */
static uint64_t hasty_now(void *ctx) {
    uint64_t *now = ctx;
    return *now += RSP_NS_PER_S;
}

static void scenario_ends_at_its_deadline(void **state) {
    (void)state;
    fake_stub stub = {0};
    rsp_run run = {0};
    uint64_t now = 0;
    const rsp_runner_options options = {.clock = {.now_ns = hasty_now, .ctx = &now},
                                        .deadline_ns = 3600 * RSP_NS_PER_S};
    rsp_result r =
        run_yaml(HEAD "deadline: 500s\nsteps: [{repeat: 100000, steps: [{send: qC, expect: QC1}]}]\n", &stub,
                 &options, &run);
    assert_int_equal(r.verdict, RSP_VERDICT_SKIP); /* each reply came at once */
    assert_non_null(strstr(r.reason, "too slow here: "));
    assert_non_null(strstr(r.reason, "the scenario's 500 s are over"));
    assert_null(strstr(r.reason, " 0 round trips"));
    rsp_run_free(&run);
    fake_free(&stub);
}

/* Nothing came, but the time in which it might have was not what the step wanted. */
static void silence_beyond_the_deadline_proves_nothing(void **state) {
    (void)state;
    fake_stub stub = {0};
    rsp_run run = {0};
    uint64_t now = 0;
    const rsp_runner_options options = {.clock = {.now_ns = hasty_now, .ctx = &now},
                                        .deadline_ns = 200 * RSP_NS_PER_S};
    rsp_result r = run_yaml(HEAD "steps: [{quiet: 1000s}]\n", &stub, &options, &run);
    assert_int_equal(r.verdict, RSP_VERDICT_PASS);
    rsp_run_free(&run);
    r = run_yaml(HEAD "steps: [{repeat: 30, steps: [{send: qC, expect: QC1}]}, {quiet: 1000s}]\n", &stub,
                 &options, &run);
    assert_int_equal(r.verdict, RSP_VERDICT_SKIP);
    rsp_run_free(&run);
    fake_free(&stub);
}

/* A `should` that was not followed before the time was over is still told. */
static void what_was_found_in_time_counts(void **state) {
    (void)state;
    fake_stub stub = {0};
    rsp_run run = {0};
    uint64_t now = 0;
    const rsp_runner_options options = {.clock = {.now_ns = hasty_now, .ctx = &now}};
    rsp_result r = run_yaml(HEAD "deadline: 500s\nsteps: [{send: qC, expect: QC2, level: should}, "
                                 "{repeat: 100000, steps: [{send: qC, expect: QC1}]}]\n",
                            &stub, &options, &run);
    assert_int_equal(r.verdict, RSP_VERDICT_WARN);
    rsp_run_free(&run);
    fake_free(&stub);
}

/* --- a stub that takes long to start --- */

typedef struct slow_stub {
    fake_stub stub;
    uint64_t now;
} slow_stub;

static uint64_t slow_now(void *ctx) {
    return ((slow_stub *)ctx)->now;
}

static rsp_status slow_open(void *ctx, rsp_link **out_link, const rsp_stub_request *request,
                            rsp_error *error) {
    slow_stub *s = ctx;
    s->now += 100 * RSP_NS_PER_S;
    return fake_open(&s->stub, out_link, request, error);
}

/* A scenario is opened twice where it asks something first; the second start takes longer than it may. */
static void starts_are_not_charged_to_the_deadline(void **state) {
    (void)state;
    static const char *const rests[] = {
        "needs: {answers: qC}\n",
        "connect: {handshake: no}\nneeds: {works: [{send: qC, expect: QC1}]}\n",
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rests); i++) {
        slow_stub slow = {0};
        rsp_run run = {0};
        rsp_buf yaml = {0};
        rsp_buf_printf(&yaml, "%sdeadline: 50s\n%ssteps: [{send: qC, expect: QC1}]\n", HEAD, rests[i]);
        rsp_suite *suite = rsp_suite_new(NULL);
        assert_ok(rsp_suite_load_memory(suite, "test.yaml", rsp_buf_bytes(&yaml)));
        const rsp_stub_provider provider = {.open = slow_open, .ctx = &slow};
        const rsp_runner_options options = {.clock = {.now_ns = slow_now, .ctx = &slow}};
        rsp_runner *runner = rsp_runner_new(&provider, &options);
        assert_ok(rsp_runner_run(runner, rsp_suite_get(suite, 0), &run, NULL));
        assert_int_equal(run.num_results, 1);
        assert_string_equal(run.results[0].reason, "");
        assert_int_equal(run.results[0].verdict, RSP_VERDICT_PASS);
        rsp_runner_free(runner);
        rsp_suite_free(suite);
        rsp_buf_free(&yaml);
        rsp_run_free(&run);
        fake_free(&slow.stub);
    }
}

/* --- probes --- */

static rsp_result cost_of(const rsp_suite *suite, const size_t *order, size_t num, size_t wanted) {
    fake_stub stub = {0};
    rsp_run run = {0};
    rsp_stub_provider provider = fake_provider(&stub);
    rsp_runner *runner = rsp_runner_new(&provider, NULL);
    rsp_result result = {0};
    for (size_t i = 0; i < num; i++) {
        assert_ok(rsp_runner_run(runner, rsp_suite_get(suite, order[i]), &run, NULL));
        if (order[i] == wanted)
            result = run.results[i];
    }
    result.shown.transcript = result.shown.window = ""; /* they go with the run */
    rsp_runner_free(runner);
    rsp_run_free(&run);
    fake_free(&stub);
    return result;
}

/* What is asked once is charged to nobody, so the order of scenarios does not show in their costs. */
static void costs_do_not_depend_on_who_comes_first(void **state) {
    (void)state;
    static const char yaml[] = "scenario: a/one\ntitle: t\ncovers: [MEM-001]\nneeds: {answers: qC, endian: "
                               "little}\nsteps: [{resume: continue}]\n---\n"
                               "scenario: a/two\ntitle: t\ncovers: [MEM-001]\nneeds: {answers: qC}\nsteps: "
                               "[{resume: continue}]\n---\n"
                               "scenario: a/three\ntitle: t\ncovers: [MEM-001]\nneeds: {answers: "
                               "qNothing}\nsteps: [{send: qC}]\n---\n"
                               "scenario: a/four\ntitle: t\ncovers: [MEM-001]\nneeds: {no-answer: qNothing}\n"
                               "steps: [{send: qC, expect: any, when: {answers: qC}}]\n";
    rsp_suite *suite = rsp_suite_new(NULL);
    assert_ok(rsp_suite_load_memory(suite, "test.yaml", rsp_bytes_str(yaml)));
    static const size_t forwards[] = {0, 1, 2, 3};
    static const size_t backwards[] = {3, 2, 1, 0};
    for (size_t i = 0; i < rsp_suite_count(suite); i++) {
        rsp_result a = cost_of(suite, forwards, 4, i);
        rsp_result b = cost_of(suite, backwards, 4, i);
        assert_int_equal(a.verdict, b.verdict);
        assert_int_equal(a.cost.round_trips, b.cost.round_trips);
        assert_int_equal(a.cost.packets, b.cost.packets);
    }
    rsp_suite_free(suite);
}

/* All scenarios of one runner; how often a stub was started for them. */
static int opened_for(const char *yaml, rsp_run *run) {
    fake_stub stub = {0};
    rsp_stub_provider provider = fake_provider(&stub);
    rsp_suite *suite = rsp_suite_new(NULL);
    rsp_runner *runner = rsp_runner_new(&provider, NULL);
    assert_ok(rsp_suite_load_memory(suite, "test.yaml", rsp_bytes_str(yaml)));
    for (size_t i = 0; i < rsp_suite_count(suite); i++)
        assert_ok(rsp_runner_run(runner, rsp_suite_get(suite, i), run, NULL));
    rsp_runner_free(runner);
    rsp_suite_free(suite);
    int opened = stub.num_opened;
    fake_free(&stub);
    return opened;
}

static void what_is_not_announced_starts_no_stub_again(void **state) {
    (void)state;
    static const char *const reasons[] = {"Nothing is not announced", "Never is not announced",
                                          "Nothing is not announced"};
    rsp_run run = {0};
    int opened = opened_for("scenario: a/one\ntitle: t\ncovers: [MEM-001]\nneeds: {feature: Nothing}\n"
                            "steps: [{send: qC}]\n---\n"
                            "scenario: a/two\ntitle: t\ncovers: [MEM-001]\nneeds: {feature: Never, facts: "
                            "[scratch]}\nsteps: [{send: qC}]\n---\n"
                            "scenario: a/three\ntitle: t\ncovers: [MEM-001]\nneeds: {feature: Nothing}\n"
                            "connect: {add: [more+]}\nsteps: [{send: qC}]\n",
                            &run);
    assert_int_equal(opened, 4); /* the look, what it is, the first, and the one that offers something else */
    assert_int_equal(run.num_results, 3);
    for (size_t i = 0; i < RSP_ARRAY_LEN(reasons); i++) {
        const rsp_result none = {.reason = ""};
        const rsp_result result = run.results ? run.results[i] : none;
        assert_string_equal(result.reason, reasons[i]);
        assert_int_equal(result.verdict, RSP_VERDICT_SKIP);
        assert_int_equal(result.cost.packets, 0);
    }
    rsp_run_free(&run);
}

/* --- symbols --- */

/* A relocated program of sections only: entry 0x100, and a symbol `counter` at 0x134. */
typedef struct tiny_elf {
    Elf64_Ehdr head;
    Elf64_Shdr sections[3];
    Elf64_Sym symbols[2];
    char names[32];
} tiny_elf;

static const tiny_elf moving_program = {
    .head = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
             .e_type = ET_DYN,
             .e_machine = EM_RISCV,
             .e_version = EV_CURRENT,
             .e_entry = 0x100,
             .e_shoff = offsetof(tiny_elf, sections),
             .e_ehsize = sizeof(Elf64_Ehdr),
             .e_shentsize = sizeof(Elf64_Shdr),
             .e_shnum = 3,
             .e_shstrndx = 2},
    .sections = {{.sh_type = SHT_NULL},
                 {.sh_type = SHT_SYMTAB,
                  .sh_offset = offsetof(tiny_elf, symbols),
                  .sh_size = 2 * sizeof(Elf64_Sym),
                  .sh_link = 2,
                  .sh_info = 1,
                  .sh_addralign = 8,
                  .sh_entsize = sizeof(Elf64_Sym)},
                 {.sh_type = SHT_STRTAB,
                  .sh_offset = offsetof(tiny_elf, names),
                  .sh_size = sizeof(moving_program.names),
                  .sh_addralign = 1}},
    .symbols = {{.st_name = 0}, {.st_name = 1, .st_shndx = 1, .st_value = 0x134, .st_size = 8}},
    .names = "\0counter",
};

static rsp_status moving_image(void *ctx, const char *program, rsp_bytes *out_elf) {
    (void)ctx;
    (void)program;
    *out_elf = rsp_bytes_make(&moving_program, sizeof moving_program);
    return RSP_OK;
}

/* With address randomisation each process has its symbols elsewhere; the runner asks each. */
static void symbols_are_those_of_the_present_process(void **state) {
    (void)state;
    static const char yaml[] = "scenario: a/one\ntitle: t\ncovers: [MEM-001]\nneeds: {program: moves, "
                               "symbols: [counter]}\nrules-off: all\n"
                               "steps: [{send: where, expect: '${$counter - 0x34}'}]\n---\n"
                               "scenario: a/two\ntitle: t\ncovers: [MEM-001]\nneeds: {program: moves, "
                               "symbols: [counter]}\nrules-off: all\n"
                               "steps: [{send: where, expect: '${$counter - 0x34}'}]\n";
    fake_stub stub = {0};
    rsp_run run = {0};
    rsp_suite *suite = rsp_suite_new(NULL);
    assert_ok(rsp_suite_load_memory(suite, "test.yaml", rsp_bytes_str(yaml)));
    rsp_stub_provider provider = fake_provider(&stub);
    provider.image = moving_image;
    rsp_runner *runner = rsp_runner_new(&provider, NULL);
    for (size_t i = 0; i < 2; i++) {
        assert_ok(rsp_runner_run(runner, rsp_suite_get(suite, i), &run, NULL));
        if (run.results[i].verdict != RSP_VERDICT_PASS)
            fail_msg("%s: %s %s", run.results[i].scenario, run.results[i].message, run.results[i].reason);
    }
    rsp_runner_free(runner);
    rsp_suite_free(suite);
    rsp_run_free(&run);
    fake_free(&stub);
}

/* --- one connection for all --- */

#define ONE(name, rest) "scenario: a/" name "\ntitle: t\ncovers: [MEM-001]\nrules-off: all\n" rest

typedef struct shared {
    fake_stub stub;
    rsp_suite *suite;
    rsp_runner *runner;
    rsp_run run;
    rsp_status status; /* of the last scenario */
    rsp_error error;
} shared;

static void share(shared *s, const char *yaml) {
    const rsp_runner_options options = {.one_connection = true};
    s->stub.serves_one = true;
    s->suite = rsp_suite_new(NULL);
    assert_ok(rsp_suite_load_memory(s->suite, "test.yaml", rsp_bytes_str(yaml)));
    rsp_stub_provider provider = fake_provider(&s->stub);
    s->runner = rsp_runner_new(&provider, &options);
    assert_ok(rsp_runner_probe(s->runner, &s->error));
    assert_true(rsp_runner_shares(s->runner));
    for (size_t i = 0; i < rsp_suite_count(s->suite) && s->status == RSP_OK; i++)
        s->status = rsp_runner_run(s->runner, rsp_suite_get(s->suite, i), &s->run, &s->error);
}

static void share_end(shared *s) {
    rsp_runner_free(s->runner);
    rsp_suite_free(s->suite);
    rsp_run_free(&s->run);
    fake_free(&s->stub);
}

static void scenarios_share_the_only_connection(void **state) {
    (void)state;
    static const char yaml[] =
        ONE("sets", "steps: [{send: 'Z0,1000,4', expect: any}, {send: Hc1, expect: OK}]\n---\n")
            ONE("refuses", "steps: [{send: echo:OK, expect: nope}]\n---\n")
                ONE("silent", "timeout: 1ms\nsteps: [{send-raw: '$half'}]\n---\n")
                    ONE("goes-on", "steps: [{send: tick, expect: '1'}]\n");
    shared s = {.status = RSP_OK};
    share(&s, yaml);
    if (s.status != RSP_OK)
        fail_msg("%s", s.error.msg);
    assert_int_equal(s.stub.num_opened, 1);
    const rsp_verdict verdicts[] = {RSP_VERDICT_PASS, RSP_VERDICT_FAIL, RSP_VERDICT_PASS, RSP_VERDICT_PASS};
    for (size_t i = 0; i < RSP_ARRAY_LEN(verdicts); i++)
        if (s.run.results[i].verdict != verdicts[i])
            fail_msg("%s: %s", s.run.results[i].scenario, s.run.results[i].message);
    const char *set = strstr(rsp_buf_cstr(&s.stub.seen), "Z0,1000,4\n");
    assert_non_null(set);
    assert_non_null(strstr(set, "z0,1000,4\n")); /* taken back */
    assert_non_null(strstr(set, "Hc-1\n"));
    share_end(&s);
}

/* What a stub refused or did not answer was not set, and nothing is waited for to take it back. */
static void only_breakpoints_that_were_set_are_taken_back(void **state) {
    (void)state;
    static const char yaml[] = ONE("refused", "steps: [{send: 'Z1,1000,4', expect: empty}]\n---\n")
        ONE("silent", "steps: [{send: 'Z5,1000,4', expect: none}]\n---\n")
            ONE("batch", "steps: [{pipeline: ['Z0,1000,4', 'Z0,1004,4', 'Z1,1008,4']}]\n");
    shared s = {.status = RSP_OK};
    share(&s, yaml);
    const char *seen = rsp_buf_cstr(&s.stub.seen);
    assert_null(strstr(seen, "z1,1000"));
    assert_null(strstr(seen, "z5,1000"));
    assert_non_null(strstr(seen, "z0,1000,4\n"));
    assert_non_null(strstr(seen, "z0,1004,4\n"));
    assert_int_equal(s.run.num_results, 3);
    share_end(&s);
}

/* A connection that a scenario has ended is no verdict on the next one: the run is over. */
static void lost_connection_ends_the_run(void **state) {
    (void)state;
    static const char yaml[] = ONE("closes", "steps: [{send: close, expect: any}]\n---\n")
        ONE("own", "connect: {handshake: no}\nsteps: [{send: tick, expect: '1'}]\n---\n")
            ONE("next", "steps: [{send: tick, expect: '1'}]\n---\n")
                ONE("never", "steps: [{send: tick, expect: '1'}]\n");
    shared s = {.status = RSP_OK};
    share(&s, yaml);
    assert_int_equal(s.status, RSP_CONNECT);
    assert_non_null(strstr(s.error.msg, "was lost in a/closes: the stub closed it"));
    assert_int_equal(s.run.num_results, 2);
    assert_int_equal(s.run.results[0].verdict, RSP_VERDICT_FAIL);
    assert_int_equal(s.run.results[1].verdict, RSP_VERDICT_SKIP);
    assert_non_null(strstr(s.run.results[1].reason, "a connection of its own"));
    share_end(&s);
}

/* Where the stub takes another client after all, each scenario has a connection again. */
static void stub_that_serves_others_is_played_as_always(void **state) {
    (void)state;
    static const char yaml[] = ONE("plain", "steps: [{send: tick, expect: '1'}]\n---\n")
        ONE("own", "connect: {handshake: no}\nsteps: [{send: tick, expect: '2'}]\n---\n")
            ONE("again", "steps: [{reconnect: }, {send: tick, expect: '3'}]\n");
    shared s = {.status = RSP_OK};
    const rsp_runner_options options = {.one_connection = true};
    s.suite = rsp_suite_new(NULL);
    assert_ok(rsp_suite_load_memory(s.suite, "test.yaml", rsp_bytes_str(yaml)));
    rsp_stub_provider provider = fake_provider(&s.stub);
    s.runner = rsp_runner_new(&provider, &options);
    assert_ok(rsp_runner_probe(s.runner, &s.error));
    const unsigned turns[] = {rsp_runner_turn(s.runner, rsp_suite_get(s.suite, 0)),
                              rsp_runner_turn(s.runner, rsp_suite_get(s.suite, 1)),
                              rsp_runner_turn(s.runner, rsp_suite_get(s.suite, 2))};
    assert_true(turns[0] < turns[1]);
    assert_true(turns[1] < turns[2]); /* how a connection begins, before how one ends */
    for (size_t i = 0; i < 3; i++) {
        assert_ok(rsp_runner_run(s.runner, rsp_suite_get(s.suite, i), &s.run, &s.error));
        if (s.run.results[i].verdict != RSP_VERDICT_PASS)
            fail_msg("%s: %s %s", s.run.results[i].scenario, s.run.results[i].message,
                     s.run.results[i].reason);
    }
    assert_false(rsp_runner_shares(s.runner));
    assert_true(s.stub.num_opened > 1);
    share_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(greeting_that_the_look_did_not_get_is_dropped),
        cmocka_unit_test(matchers_hold_or_say_why),
        cmocka_unit_test(steps_end_in_their_verdict),
        cmocka_unit_test(process_that_is_not_named_is_not_known),
        cmocka_unit_test(what_moves_and_runs_is_seen_by_pc),
        cmocka_unit_test(failures_are_named_by_what_the_stub_does),
        cmocka_unit_test(a_read_that_kills_is_none_that_is_served),
        cmocka_unit_test(failures_say_where_and_what),
        cmocka_unit_test(breach_belongs_to_its_step),
        cmocka_unit_test(refused_write_of_the_setup_skips),
        cmocka_unit_test(unique_is_of_this_run_and_scenario),
        cmocka_unit_test(passive_rules_judge_too),
        cmocka_unit_test(matrix_runs_every_variant),
        cmocka_unit_test(matrix_none_runs_plainly),
        cmocka_unit_test(matrix_refuses_unknown_words),
        cmocka_unit_test(coalesced_acks_travel_with_the_next_request),
        cmocka_unit_test(same_seed_same_bytes),
        cmocka_unit_test(needs_that_ask_get_a_fresh_stub),
        cmocka_unit_test(facts_are_those_of_the_fresh_stub),
        cmocka_unit_test(target_is_known_before_an_unusual_beginning),
        cmocka_unit_test(discarded_packets_are_acknowledged),
        cmocka_unit_test(stopped_run_adds_nothing_and_stays_valid),
        cmocka_unit_test(probe_tells_what_the_stub_is),
        cmocka_unit_test(steps_at_limit_pass_beyond_is_error),
        cmocka_unit_test(run_without_memory_ends),
        cmocka_unit_test(matchers_without_memory_judge_nothing),
        cmocka_unit_test(scenario_ends_at_its_deadline),
        cmocka_unit_test(silence_beyond_the_deadline_proves_nothing),
        cmocka_unit_test(what_was_found_in_time_counts),
        cmocka_unit_test(starts_are_not_charged_to_the_deadline),
        cmocka_unit_test(costs_do_not_depend_on_who_comes_first),
        cmocka_unit_test(what_is_not_announced_starts_no_stub_again),
        cmocka_unit_test(symbols_are_those_of_the_present_process),
        cmocka_unit_test(scenarios_share_the_only_connection),
        cmocka_unit_test(only_breakpoints_that_were_set_are_taken_back),
        cmocka_unit_test(lost_connection_ends_the_run),
        cmocka_unit_test(stub_that_serves_others_is_played_as_always),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
