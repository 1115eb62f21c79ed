/* F requests and their replies. While one is under way nothing runs, and the debugger reads and writes the
 * memory that the call names; the reply lets the program go on without another resume.
 * Source: GDB manual, File-I/O Remote Protocol Extension. */
/* SPDX-License-Identifier: MIT */
#include "file_io.h"

#include "errors.h"
#include "handlers.h"
#include "nonstop.h"
#include "run_control.h"
#include "send.h"

#include "codec/hostio.h"
#include "codec/signals.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static void end_call(rsp_stub *s, rsp_ptid thread, int64_t result, uint64_t error, bool go_on) {
    /* A thread that is gone, or was moved away from the call, needs no result. */
    (void)s->opt.ops->call_end(s->opt.target, thread, result, error, go_on);
}

bool stub_call_begin(rsp_stub *s, const rsp_target_event *event) {
    if (s->run->state != STUB_RUN_AWAITED) {
        end_call(s, event->thread, -1, RSP_FILEIO_ENOSYS, false);
        return false;
    }
    stub_flush_output(s);
    rsp_buf_clear(&s->reply);
    rsp_buf_push(&s->reply, 'F');
    rsp_buf_append(&s->reply, event->text);
    stub_send(s, rsp_buf_bytes(&s->reply));
    rsp_buf_clear(&s->reply);
    s->run->caller = event->thread;
    s->run->call_interrupted = false;
    stub_enter(s, STUB_RUN_CALLING);
    return true;
}

bool stub_call_takes(const rsp_stub *s, rsp_bytes request) {
    static const rsp_packet_id taken[] = {RSP_PACKET_READ_MEMORY,   RSP_PACKET_READ_BINARY,
                                          RSP_PACKET_WRITE_MEMORY,  RSP_PACKET_WRITE_BINARY,
                                          RSP_PACKET_SELECT_THREAD, RSP_PACKET_FILE_IO_REPLY};
    const rsp_packet_id id =
        s->run->state == STUB_RUN_CALLING ? rsp_packet_identify(request) : RSP_PACKET_UNKNOWN;
    for (size_t i = 0; i < RSP_ARRAY_LEN(taken); i++)
        if (taken[i] == id)
            return true;
    return false;
}

/* retcode[,errno[,C]][;attachment] */
typedef struct call_reply {
    int64_t result;
    uint64_t error;
    bool interrupted;
} call_reply;

static bool parse_reply(call_reply *out, rsp_bytes args) {
    rsp_bytes rest = rsp_bytes_split(&args, ';');
    uint64_t number = 0;
    *out = (call_reply){0};
    bool negative = rsp_take_byte(&rest, '-');
    if (rsp_take_hex(&number, &rest) != RSP_OK || number > INT64_MAX)
        return false;
    out->result = negative ? -(int64_t)number : (int64_t)number;
    if (rest.len == 0)
        return true;
    if (!rsp_take_byte(&rest, ',') || rsp_take_hex(&out->error, &rest) != RSP_OK)
        return false;
    out->interrupted = rsp_take_text(&rest, RSP_LIT(",C"));
    return rest.len == 0;
}

/* The call counts as done: its result is the program's when the program goes on. */
static void stop_after_call(rsp_stub *s) {
    const rsp_target_event event = {
        .kind = RSP_TARGET_SIGNALLED, .thread = s->run->caller, .signal = RSP_SIGNAL_INT};
    (void)stub_on_event(s, &event);
}

stub_reply_kind stub_on_file_io_reply(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    call_reply answer;
    if (s->run->state != STUB_RUN_CALLING)
        return stub_error(s, reply, STUB_E_GENERAL, "no File-I/O call is under way");
    if (!parse_reply(&answer, args))
        return stub_error(s, reply, STUB_E_SYNTAX, "want result[,errno[,C]]");
    bool stops = answer.interrupted || s->run->call_interrupted;
    stub_enter(s, STUB_RUN_AWAITED);
    s->run->busy = true;
    end_call(s, s->run->caller, answer.result, answer.error, !stops);
    if (stops)
        stop_after_call(s);
    return STUB_REPLY_LATER;
}
