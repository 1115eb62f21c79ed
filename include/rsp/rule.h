/* The passive rules: what holds for every byte of every conversation, whoever leads it.
 * One table (id, requirements, level, text) with one small function per rule over the stream of entries.
 * Judges what the stub sends; fed as a transcript observer, no second pass. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_RULE_H
#define RSP_RULE_H

#include <rsp/transcript.h>
#include <rsp/verdict.h>

RSP_BEGIN_DECLS

/* X(name, id, requirements, level, text): the rules, in the order of reports. Requirement ids are those of
 * scenarios/requirements.yaml. */
/* clang-format off */
#define RSP_RULE_LIST(X)                                                                                               \
    /* framing: what the bytes on the wire look like */                                                               \
    X(CHECKSUM, "checksum-on-wire-bytes", "FRAME-001 ESC-007 RLE-006 NOACK-004", MUST,                                 \
      "the checksum is the sum of the payload bytes as sent")                                                          \
    X(CHECKSUM_DIGITS, "checksum-two-digits", "FRAME-001 FRAME-002", MUST,                                             \
      "the checksum is exactly two hex digits")                                                                        \
    X(CHECKSUM_CASE, "checksum-lower-case", "FRAME-003", SHOULD, "checksum digits are lower case")                     \
    X(HEX_CASE, "hex-lower-case", "FRAME-003", SHOULD, "hex digits in replies are lower case")                         \
    X(NUMBER_PREFIX, "number-without-0x", "FRAME-013", SHOULD, "numbers in replies have no 0x prefix")                 \
    X(NUMBER_ZEROS, "number-without-leading-zeros", "FRAME-013 MP-001", SHOULD,                                        \
      "thread and process ids in replies have no leading zeros")                                                       \
    X(BARE_FRAME_BYTE, "no-bare-frame-byte", "FRAME-014 ESC-001", MUST, "$ and # in a payload are escaped")            \
    X(TEXT_NUL, "no-nul-in-text", "FRAME-022", MUST, "a reply of text or hex digits holds no NUL byte")                \
    X(STRAY_BYTES, "no-stray-bytes", "FRAME-020", SHOULD, "nothing is sent outside of packets")                        \
    X(ESCAPE_COMPLETE, "escape-complete", "ESC-001", MUST, "an escape byte is followed by the byte it escapes")        \
    X(RLE_COUNT, "rle-count-legal", "RLE-001 RLE-002 RLE-003", MUST,                                                   \
      "a run-length count is a character from 32 to 126, not # or $")                                                  \
    X(RLE_SHORT, "rle-run-long-enough", "RLE-004", SHOULD, "runs of fewer than 3 further repetitions are not coded")   \
    X(RLE_START, "rle-follows-a-byte", "RLE-007", MUST, "* is not first in a packet and does not follow a count")      \
    X(RLE_ESCAPE, "rle-keeps-escape-pairs", "RLE-010", MUST, "a run does not repeat the escape byte")                  \
    /* acknowledgment */                                                                                              \
    X(ACK_FIRST, "ack-before-reply", "ACK-001", MUST, "in ack mode + comes before the reply")                          \
    X(ACK_ONCE, "one-ack-per-packet", "ACK-001", MUST, "each packet is acknowledged once")                             \
    X(ACK_INTERRUPT, "interrupt-not-acked", "INT-002", MUST, "the interrupt byte is not acknowledged")                 \
    X(NO_ACK_MODE, "silent-in-no-ack-mode", "NOACK-002", MUST, "no + or - after QStartNoAckMode was answered OK")      \
    X(NAK_GOOD, "nak-only-bad-packets", "ACK-001 FRAME-004", MUST, "- is sent only for a damaged packet")              \
    X(ACK_BAD, "bad-packet-refused", "FRAME-008 ACK-002 FRAME-019", MUST, "in ack mode a damaged packet gets -")       \
    X(RESEND, "retransmission-identical", "ACK-003", MUST, "after - the last packet is sent again, byte for byte")     \
    /* who speaks when */                                                                                             \
    X(SILENCE_FIRST, "silence-before-first-request", "FRAME-021", SHOULD,                                              \
      "a stub says nothing before the first request of a connection")                                                  \
    X(ONE_REPLY, "one-reply-per-request", "FRAME-017", MUST, "one request gets one reply")                             \
    X(ONE_STOP_REPLY, "no-unsolicited-stop-reply", "FRAME-017 INT-003 KILL-006", MUST,                                 \
      "in all-stop one resume gets one stop reply, and none comes unasked")                                            \
    X(EARLY_OK, "resume-answered-by-stop", "VCONT-019", MUST,                                                          \
      "in all-stop mode a resume is answered by its stop, not by OK")                                                  \
    X(CONSOLE_HEX, "console-output-hex", "STOP-014", MUST, "an O packet holds pairs of hex digits")                    \
    X(CONSOLE_NON_STOP, "no-console-packet-in-non-stop", "STOP-015", MUST, "no O packets in non-stop mode")            \
    X(FILE_NON_STOP, "no-file-io-in-non-stop", "FILEIO-004", MUST, "no F requests in non-stop mode")                   \
    /* notifications */                                                                                               \
    X(NOTIFY_ALL_STOP, "no-stop-notification-in-all-stop", "NONSTOP-033 NONSTOP-005", SHOULD,                          \
      "no %Stop in all-stop mode")                                                                                     \
    X(NOTIFY_ONE, "one-notification-outstanding", "NONSTOP-009 NONSTOP-014 NONSTOP-025 NONSTOP-037", MUST,             \
      "no second notification of a kind before the sequence of the first has ended in OK")                             \
    X(NOTIFY_BODY, "notification-body-clean", "NONSTOP-042", MUST, "a notification holds no $, % or #")                \
    X(NOTIFY_FORM, "stop-notification-form", "NONSTOP-008", MUST, "%Stop: is followed by a stop reply")                \
    X(EVENT_ONCE, "event-delivered-once", "NONSTOP-015 NONSTOP-016", MUST,                                             \
      "vStopped does not repeat the event that was notified")                                                          \
    /* stop replies */                                                                                                \
    X(STOP_GRAMMAR, "stop-reply-grammar", "STOP-003 STOP-011 STOP-012", MUST,                                          \
      "a stop reply has one of the forms of the manual")                                                               \
    X(STOP_REASON_ONE, "one-stop-reason", "STOP-007", SHOULD, "a T packet has at most one stop reason")                \
    X(STOP_REASON_AGREED, "stop-reason-negotiated", "QSUP-011 STOP-017 THR-017 STOP-018", SHOULD,                      \
      "stop reasons that need negotiation are sent only after it")                                                     \
    X(STOP_MARKER, "stop-marker-empty", "STOP-009 STOP-010", MUST, "swbreak, hwbreak and their like have no value")    \
    X(STOP_WATCH, "watch-address-hex", "STOP-008", MUST, "the value of watch, rwatch, awatch is a hex address")        \
    X(STOP_SIGNAL, "stop-reason-signal", "STOP-005", SHOULD, "a stop with a reason has signal 05")                     \
    X(STOP_REGISTER, "expedited-register-hex", "REG-012 STOP-020", MUST,                                               \
      "a key of hex digits is a register number, its value bytes in hex")                                              \
    X(STOP_REGISTER_EMPTY, "expedited-register-has-bytes", "REG-016", SHOULD,                                          \
      "a register that cannot be read is left out of a stop for a debugger other than LLDB")                           \
    X(PROCESS_UNASKED, "no-process-id-unasked", "QSUP-009 MP-022", MUST,                                               \
      "process ids appear only when multiprocess was negotiated")                                                      \
    X(PROCESS_NAMED, "process-id-when-negotiated", "MP-001 MP-009 QSUP-010", MUST,                                     \
      "with multiprocess negotiated, thread ids name the process")                                                     \
    X(THREAD_ID, "thread-id-syntax", "THR-001 THR-002 STOP-004 MP-001", MUST, "thread ids are hex, or p<pid>.<tid>")   \
    /* replies */                                                                                                     \
    X(ERROR_DIGITS, "error-two-digits", "STD-003", MUST, "an error is E and two hex digits, or a textual error")       \
    X(ERROR_TEXT, "textual-error-allowed", "STD-004 STD-005", SHOULD,                                                  \
      "m and qRcmd get no textual error unless error-message was announced")                                           \
    X(FEATURE_LIST, "feature-list-grammar", "QSUP-001", MUST, "items of qSupported are name=value, name+, name- or name?") \
    X(PACKET_SIZE, "packet-size-hex", "QSUP-004", MUST, "PacketSize is a hex number")                                  \
    X(MUST_REPLY_EMPTY, "must-reply-empty", "STD-002 FRAME-009", MUST, "vMustReplyEmpty gets the empty reply")         \
    X(UNKNOWN_EMPTY, "unknown-packet-empty", "STD-001", SHOULD, "a packet nobody knows gets the empty reply")          \
    X(VCONT_T, "vcont-lists-t", "NONSTOP-043", MUST, "in non-stop mode vCont? lists t")                                \
    X(READ_LENGTH, "read-within-length", "MEM-001 XFER-004 QSUP-006", MUST, "a read returns no more than was asked for") \
    X(MORE_HAS_DATA, "more-has-data", "XFER-003 THR-002", MUST, "a reply that says more follows holds something")      \
    X(WINDOW_MOVES, "window-moves-on", "XFER-001", MUST, "a window at an offset holds the bytes from there on")        \
    X(REPLY_SHAPE, "reply-shape", "FRAME-017", MUST, "a reply has the shape that its request asks for")
/* clang-format on */

/* RSP_RULE_CHECKSUM and so on. */
typedef enum rsp_rule_id {
#define RSP_RULE_ENUM(name, id, requirements, level, text) RSP_RULE_##name,
    RSP_RULE_LIST(RSP_RULE_ENUM)
#undef RSP_RULE_ENUM
        RSP_RULE_COUNT,
} rsp_rule_id;

/* A row of the table. Texts are static. */
typedef struct rsp_rule {
    const char *id;           /* "rle-count-legal"; stable, used in baselines */
    const char *requirements; /* ids separated by spaces */
    rsp_level level;
    const char *text; /* the rule as a sentence */
} rsp_rule;

/* The row of a rule; NULL for an unknown id. */
const rsp_rule *rsp_rule_get(rsp_rule_id id);

/* The rule with this text id ("rle-count-legal"); RSP_RULE_COUNT when there is none. */
rsp_rule_id rsp_rule_find(rsp_bytes id);

/* One broken rule. Texts are printable ASCII and live as long as the rules (until reset or free). */
typedef struct rsp_violation {
    rsp_rule_id rule;
    const char *requirements; /* those of the rule, or narrower ones for this packet */
    uint64_t entry;           /* index of the entry that breaks it */
    uint64_t time_ns;
    const char *message;  /* what is wrong, one line */
    const char *expected; /* may be "" */
    const char *got;      /* may be "" */
} rsp_violation;

/* The limit of what is kept. */
enum {
    RSP_LIMIT_VIOLATIONS = 32, /* of one rule, kept per conversation */
};

/* The rules over one conversation. For one thread at a time. */
typedef struct rsp_rules rsp_rules;

/* All-zero: a whole conversation, from its connection on. */
typedef struct rsp_rules_options {
    bool midstream;     /* the conversation starts inside a session: claim nothing from what was not seen */
    bool by_number;     /* replies are paired by number only, as in rsp_exchanges */
    const bool *silent; /* packets that the stub leaves without a reply, likewise; NULL for none */
    const rsp_mem *mem; /* NULL is malloc; must outlive the rules */
} rsp_rules_options;

/* Rules with nothing observed, all of them on. `options` may be NULL. NULL without memory. */
rsp_rules *rsp_rules_new(const rsp_rules_options *options);

/* Frees them with their violations. NULL is fine. */
void rsp_rules_free(rsp_rules *rules);

/* Forgets everything, as for a new conversation; all rules are on again. */
void rsp_rules_reset(rsp_rules *rules);

/* A rule that a scenario breaks on purpose is switched off while it does. All are on after new and reset. */
void rsp_rules_enable(rsp_rules *rules, rsp_rule_id id, bool on);

/* Judges one entry. It is an rsp_transcript_observer: give it to rsp_transcript_observe with the rules as
 * ctx. */
void rsp_rules_observe(void *rules, const rsp_transcript *transcript, const rsp_entry *entry);

/* How many violations are kept: of one rule at most RSP_LIMIT_VIOLATIONS, so that a rule which every packet
 * breaks leaves room for the others. */
size_t rsp_rules_count(const rsp_rules *rules);

/* The violation at index `i`, below that count, in order of occurrence. Valid until reset or free. */
const rsp_violation *rsp_rules_violation(const rsp_rules *rules, size_t i);

/* How many violations were not kept. */
uint64_t rsp_rules_dropped(const rsp_rules *rules);

/* How often one rule was broken, including violations that were not kept. */
uint64_t rsp_rules_count_of(const rsp_rules *rules, rsp_rule_id id);

/* How many answers were not judged, since the packet table does not know their request, and in *out_name the
 * first such name, printable, valid until reset or free ("?" where there is none). */
uint64_t rsp_rules_unjudged(const rsp_rules *rules, const char **out_name);

/* Trouble of our own, sticky until reset: RSP_OK, RSP_NO_MEMORY, or RSP_LIMIT for too many requests without
 * a reply. */
rsp_status rsp_rules_status(const rsp_rules *rules);

RSP_END_DECLS

#endif
