/* The steps by name: one X-list, so that table and declarations agree.
 * A step that has no row here is refused when it is played; a test compares the list with the grammar.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_STEPS_H
#define RSP_SCENARIO_STEPS_H

#include "play/play.h"

/* X(name in files, function) */
#define STEP_LIST(X)                          \
    X("send", send)                           \
    X("send-raw", send_raw)                   \
    X("send-ack", send_ack)                   \
    X("interrupt", interrupt)                 \
    X("pipeline", pipeline)                   \
    X("expect", expect)                       \
    X("expect-raw", expect)                   \
    X("expect-ack", expect_ack)               \
    X("expect-stream", expect_stream)         \
    X("notification", notification)           \
    X("quiet", quiet)                         \
    X("drain", drain)                         \
    X("acks", acks)                           \
    X("discard", discard)                     \
    X("disconnect", disconnect)               \
    X("reconnect", reconnect)                 \
    X("second-client", second_client)         \
    X("closed", closed)                       \
    X("wait", wait)                           \
    X("read", read)                           \
    X("write", write)                         \
    X("get-register", get_register)           \
    X("set-register", set_register)           \
    X("threads", threads)                     \
    X("xfer", xfer)                           \
    X("resume", resume)                       \
    X("run-to", run_to)                       \
    X("console", console)                     \
    X("symbols", symbols)                     \
    X("check", check)                         \
    X("budget", budget)                       \
    X("alive", alive)                         \
    X("advertised", advertised)               \
    X("set", set)                             \
    X("repeat", repeat)                       \
    X("for-each", for_each)                   \
    X("until", until)                         \
    X("group", group)                         \
    X("prefixes", prefixes)                   \
    X("fuzz", fuzz)                           \
    X("skip", skip)                           \
    X("receive", receive)                     \
    X("receive-ack", receive_ack)             \
    X("lives", lives)                         \
    X("receive-interrupt", receive_interrupt) \
    X("reply", reply)                         \
    X("reply-raw", reply)                     \
    X("notify", notify)                       \
    X("never", never)

STEP(send);
STEP(send_raw);
STEP(send_ack);
STEP(interrupt);
STEP(pipeline);
STEP(expect);
STEP(expect_ack);
STEP(expect_stream);
STEP(notification);
STEP(quiet);
STEP(drain);
STEP(acks);
STEP(discard);
STEP(disconnect);
STEP(reconnect);
STEP(second_client);
STEP(closed);
STEP(wait);
STEP(read);
STEP(write);
STEP(get_register);
STEP(set_register);
STEP(threads);
STEP(xfer);
STEP(resume);
STEP(run_to);
STEP(console);
STEP(symbols);
STEP(check);
STEP(budget);
STEP(alive);
STEP(advertised);
STEP(set);
STEP(repeat);
STEP(for_each);
STEP(until);
STEP(group);
STEP(prefixes);
STEP(fuzz);
STEP(skip);
STEP(receive);
STEP(receive_ack);
STEP(lives);
STEP(receive_interrupt);
STEP(reply);
STEP(notify);
STEP(never);

/* Takes the reply and does what `expect`, `expect-raw`, `capture` and `optional` say. `matcher` may be NULL:
 * then a reply is only waited for when one of the others is there. */
step_end take_reply(play *p, const rsp_node *step, const rsp_node *matcher);

/* Judges any text with a matcher, naming it `what`. */
step_end judge_text(play *p, const rsp_node *matcher, rsp_bytes text, const char *what);

/* Evaluates the value of send, reply: payload with optional binary part. */
bool build_send(play *p, const rsp_node *action, rsp_buf *out, escape_mode *out_escape);
bool build_raw(play *p, const rsp_node *action, rsp_buf *out, bool *out_bytewise, uint64_t *out_pause_ns);

/* A harmless request is answered. */
step_end check_alive(play *p, const rsp_node *node, const char *request);

#endif
