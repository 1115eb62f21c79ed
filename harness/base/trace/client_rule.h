/* The passive rules for the debugger's side of a conversation: waiting, acknowledgments, sizes, what was
 * offered. Each breach is proven by bytes that came: a debugger that asks on is at fault only where the late
 * reply shows it. Fed as a transcript observer, beside the rules on the stub (rsp/rule.h). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CLIENT_RULE_H
#define RSP_CLIENT_RULE_H

#include <rsp/transcript.h>
#include <rsp/verdict.h>

RSP_BEGIN_DECLS

/* X(name, id, level, text, source): the rules, in the order of reports. */
/* clang-format off */
#define RSP_CLIENT_RULE_LIST(X)                                                                                    \
    X(WAITS, "client-waits", MUST, "a request waits for the reply to the one before", "GDB manual, Overview of the remote protocol") \
    X(PACKET_SIZE, "client-keeps-packet-size", MUST, "no packet is longer than the stub's PacketSize",             \
      "GDB manual, General Query Packets, 'qSupported'")                                                           \
    X(ACKS, "client-acks-replies", MUST, "in ack mode each whole packet of the stub gets one +",                   \
      "GDB manual, Packet Acknowledgment")                                                                         \
    X(REFUSES, "client-refuses-damage", MUST, "in ack mode a damaged packet of the stub gets -",                   \
      "GDB manual, Packet Acknowledgment")                                                                         \
    X(NO_ACK, "client-silent-in-no-ack", MUST, "no + or - once the OK to QStartNoAckMode has its own +",           \
      "GDB manual, Packet Acknowledgment")                                                                         \
    X(RESENDS, "client-resends", MUST, "after - the last packet is sent again, byte for byte",                     \
      "GDB manual, Packet Acknowledgment")                                                                         \
    X(ESCAPES, "client-escapes", MUST, "$, # and } in a packet are escaped",                                       \
      "GDB manual, Overview of the remote protocol")                                                               \
    X(BATCH_ORDER, "client-batch-order", SHOULD, "a batch removes no breakpoint that it has inserted",             \
      "LLDB gdb-remote extensions, jMultiBreakpoint")                                                              \
    X(OFFERED, "client-asks-what-is-offered", SHOULD, "a packet that qSupported announces is sent where it was announced", \
      "GDB manual, General Query Packets, 'qSupported'")                                                           \
    X(INTERRUPT, "client-interrupts-what-runs", SHOULD, "0x03 is sent only while the program runs",                \
      "GDB manual, Interrupts")                                                                                    \
    X(WINDOWS, "client-reads-in-order", SHOULD, "the windows of one object leave nothing out",                     \
      "GDB manual, General Query Packets, 'qXfer'")
/* clang-format on */

/* RSP_CLIENT_RULE_WAITS and so on. */
typedef enum rsp_client_rule_id {
#define RSP_CLIENT_RULE_ENUM(name, id, level, text, source) RSP_CLIENT_RULE_##name,
    RSP_CLIENT_RULE_LIST(RSP_CLIENT_RULE_ENUM)
#undef RSP_CLIENT_RULE_ENUM
        RSP_CLIENT_RULE_COUNT,
} rsp_client_rule_id;

/* A row of the table. Texts are static. */
typedef struct rsp_client_rule {
    const char *id; /* stable */
    rsp_level level;
    const char *text;   /* the rule as a sentence */
    const char *source; /* the manual and its section */
} rsp_client_rule;

/* The row of a rule; NULL for an unknown id. */
const rsp_client_rule *rsp_client_rule_get(rsp_client_rule_id id);

/* One broken rule. The message is printable ASCII, and lives as long as the rules. */
typedef struct rsp_client_breach {
    rsp_client_rule_id rule;
    uint64_t entry; /* index of the debugger's entry that breaks it */
    const char *message;
} rsp_client_breach;

/* Breaches of one rule that are kept with their message; all are counted. */
enum { RSP_LIMIT_CLIENT_BREACHES = 32 };

/* The rules over one conversation. For one thread at a time. */
typedef struct rsp_client_rules rsp_client_rules;

/* All-zero: a whole conversation, with its acknowledgments. */
typedef struct rsp_client_rules_options {
    bool midstream;     /* the recording starts inside a session: conclude nothing from what was not seen */
    bool without_acks;  /* it leaves acknowledgments or damage out, as logs do: these are not judged */
    const rsp_mem *mem; /* NULL is malloc; must outlive the rules */
} rsp_client_rules_options;

/* Rules with nothing observed. `options` may be NULL. NULL without memory. */
rsp_client_rules *rsp_client_rules_new(const rsp_client_rules_options *options);

/* Frees them with their breaches. NULL is fine. */
void rsp_client_rules_free(rsp_client_rules *rules);

/* Judges one entry: an rsp_transcript_observer, with the rules as ctx. */
void rsp_client_rules_observe(void *rules, const rsp_transcript *transcript, const rsp_entry *entry);

/* How many breaches are kept. */
size_t rsp_client_rules_count(const rsp_client_rules *rules);

/* The breach at index `i`, below that count, in order of occurrence. */
const rsp_client_breach *rsp_client_rules_breach(const rsp_client_rules *rules, size_t i);

/* How often one rule was broken, those included that were not kept. */
uint64_t rsp_client_rules_count_of(const rsp_client_rules *rules, rsp_client_rule_id id);

/* Trouble of our own, sticky: RSP_OK, RSP_NO_MEMORY, RSP_LIMIT. */
rsp_status rsp_client_rules_status(const rsp_client_rules *rules);

RSP_END_DECLS

#endif
