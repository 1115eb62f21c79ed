/* The passive rules of debug adapters: what holds for every message of every session, whoever leads it.
 * One table (id, requirement, level, text), and one small function a rule over the entries of a log.
 * Judges what the adapter sends; fed as a listener of the session. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_RULE_H
#define RSP_DAP_RULE_H

#include "dap/log.h"
#include <rsp/link.h>
#include <rsp/verdict.h>

RSP_BEGIN_DECLS

/* X(NAME, id, requirements, level, text), in the order of reports. */
/* clang-format off */
#define RSP_DAP_RULE_LIST(X)                                                                                        \
    X(HEADER, "header-well-formed", "DAP-FRAME-001", MUST, "each header has Content-Length once, in CR LF lines")   \
    X(STRAY, "no-stray-bytes", "DAP-FRAME-001", MUST, "nothing is written but frames")                              \
    X(WHOLE, "last-frame-whole", "DAP-FRAME-001", MUST, "the stream does not end inside a frame")                   \
    X(JSON, "content-is-an-object", "DAP-FRAME-001 DAP-FRAME-002", MUST, "the content of a frame is one JSON object") \
    X(SEQ, "seq-counts-up", "DAP-BASE-001", MUST, "seq begins with 1 and each message has one more")                \
    X(FORM, "message-form", "DAP-BASE-004", MUST, "each message has type, and what its type demands")               \
    X(BODY, "body-follows-schema", "DAP-BASE-004 DAP-CAP-018 DAP-EVENT-008", MUST, "bodies have the members, types and values of the schema") \
    X(PROCESS, "process-event-schema", "DAP-EVENT-001", MUST, "the process event has the values of the schema")     \
    X(TERMINAL, "terminal-only-if-announced", "DAP-RUN-016 DAP-RUN-020", MUST,                                                  \
      "reverse requests come only if the client announced them, with the arguments that the schema requires")       \
    X(ONE_RESPONSE, "one-response-per-request", "DAP-BASE-002", MUST, "each request gets exactly one response")     \
    X(COMMAND, "response-names-its-command", "DAP-BASE-003", MUST, "the command of a response is its request's")    \
    X(ERROR_TEXT, "error-has-a-message", "DAP-BASE-006", SHOULD, "a failed response has a message")                 \
    X(CANCELLED, "cancelled-spelled", "DAP-CANCEL-003", MUST, "a cancelled request has the message 'cancelled'")    \
    X(SILENT_FIRST, "initialize-answered-first", "DAP-INIT-001", MUST, "nothing comes before the initialize response") \
    X(INIT_ONCE, "initialized-once", "DAP-INIT-003", SHOULD, "initialized is sent once")                            \
    X(CAPABILITY, "event-needs-capability", "DAP-EVENT-007", SHOULD, "events that a client must announce are not sent without") \
    X(ATTRIBUTE, "attribute-needs-capability", "DAP-BASE-012", SHOULD,                                              \
      "type and memoryReference are left out where the client did not announce them")                               \
    X(STYLING, "styling-needs-capability", "DAP-CAP-020", SHOULD,                                                   \
      "escape sequences are left out where the client did not announce styling")                               \
    X(PROGRESS, "progress-paired", "DAP-CANCEL-016", MUST, "progress ids are unique, and updates and ends follow their start") \
    X(TERMINATED, "terminated-once", "DAP-RUN-008", MUST, "terminated is sent once, and exited not after it")       \
    X(OUTPUT_LATE, "output-before-terminated", "DAP-EVENT-004", SHOULD, "the debuggee's output is sent before terminated") \
    X(STOP_LATE, "no-stop-after-terminated", "DAP-RUN-008", MUST, "no stopped or continued event after terminated") \
    X(FRAMES_TOTAL, "total-frames-fits", "DAP-STACK-003", SHOULD, "totalFrames is at least the frames of the page") \
    X(SIGNAL, "ends-without-signal", "DAP-ROBUST-009", SHOULD, "after a normal session no signal ends the adapter")
/* clang-format on */

/* RSP_DAP_RULE_HEADER and so on. */
typedef enum rsp_dap_rule_id {
#define RSP_DAP_RULE_ENUM(name, id, requirements, level, text) RSP_DAP_RULE_##name,
    RSP_DAP_RULE_LIST(RSP_DAP_RULE_ENUM)
#undef RSP_DAP_RULE_ENUM
        RSP_DAP_RULE_COUNT,
} rsp_dap_rule_id;

/* A row of the table. */
typedef struct rsp_dap_rule {
    const char *id;
    const char *requirements;
    rsp_level level;
    const char *text;
} rsp_dap_rule;

/* By its number. */
const rsp_dap_rule *rsp_dap_rule_get(rsp_dap_rule_id rule);

/* Limits of violations. */
enum {
    RSP_DAP_VIOLATION_TEXT = 240, /* bytes, with the NUL */
    RSP_DAP_VIOLATION_NEAR = 400,
    RSP_DAP_VIOLATIONS_MAX = RSP_DAP_RULE_COUNT + 40, /* of one session */
};

/* A broken rule: where, and how. */
typedef struct rsp_dap_violation {
    rsp_dap_rule_id rule;
    size_t entry;                      /* of the log; its length for what the end of the session shows */
    char text[RSP_DAP_VIOLATION_TEXT]; /* of a member: which message and member, and what is wrong with it */
    char member[RSP_DAP_VIOLATION_TEXT]; /* ... the first two alone, without numbers; "" where none is to
                                            blame */
    char near[RSP_DAP_VIOLATION_NEAR];   /* bytes of the message around the member; not terminated */
    size_t num_near;                     /* 0: the end of the session, or no message */
} rsp_dap_violation;

/* One session under the rules. Make it with rsp_dap_rules_new. */
typedef struct rsp_dap_rules rsp_dap_rules;

/* NULL without memory. */
rsp_dap_rules *rsp_dap_rules_new(void);

/* NULL is fine. */
void rsp_dap_rules_free(rsp_dap_rules *rules);

/* A rsp_dap_listener. */
void rsp_dap_rules_see(void *rules, const rsp_dap_log *log, size_t entry);

/* How a session ended. All-zero: it was cut off by us, and nothing is said about its end. */
typedef struct rsp_dap_ending {
    bool orderly; /* by disconnect, or by closing the adapter's input, and waited for */
    bool inside;  /* bytes of a frame were left */
    rsp_link_end end;
} rsp_dap_ending;

/* What only the end of a session shows. */
void rsp_dap_rules_end(rsp_dap_rules *rules, const rsp_dap_log *log, const rsp_dap_ending *ending);

/* The first violation of each rule, and of each member of each kind of message, in the order of detection. */
const rsp_dap_violation *rsp_dap_rules_violations(const rsp_dap_rules *rules, size_t *out_num);

/* Whether the session had what a rule is about. */
bool rsp_dap_rules_exercised(const rsp_dap_rules *rules, rsp_dap_rule_id rule);

RSP_END_DECLS

#endif
