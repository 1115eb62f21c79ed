/* Stubs that give the same answer to everything, behind an in-process link in virtual time.
 * None of them serves anything, so hardly a scenario may pass against them.
 * `greets` answers the handshake as a stub does that has every feature; the rest stays constant. */
/* SPDX-License-Identifier: MIT */
#ifndef CONSTANT_STUB_H
#define CONSTANT_STUB_H

#include "codec/deframer.h"
#include "codec/escape.h"
#include "corpora/programs.h"
#include "link/peer.h"
#include "scenario/runner.h"
#include <stdio.h>

typedef enum constant_kind {
    CONSTANT_E01,
    CONSTANT_SILENT, /* acknowledges, never replies */
    CONSTANT_EMPTY,
    CONSTANT_OK,
    CONSTANT_ECHO, /* the request itself */
} constant_kind;

typedef struct constant_stub {
    constant_kind kind;
    bool greets;
    bool no_ack;
    rsp_deframer deframer;
    rsp_buf last; /* sent again for '-' */
} constant_stub;

/* Everything that a scenario may ask for under `needs: feature`. */
static const char constant_features[] =
    "PacketSize=4000;multiprocess+;swbreak+;hwbreak+;vContSupported+;QStartNoAckMode+;QNonStop+;"
    "QThreadEvents+;QThreadOptions=3;QCatchSyscalls+;QPassSignals+;QProgramSignals+;QDisableRandomization+;"
    "QEnvironmentHexEncoded+;QEnvironmentReset+;QEnvironmentUnset+;QSetWorkingDir+;QStartupWithShell+;"
    "fork-events+;vfork-events+;exec-events+;no-resumed+;ConditionalBreakpoints+;BreakpointCommands+;"
    "ConditionalTracepoints+;memory-tagging+;error-message+;binary-upload+;qXfer:features:read+;"
    "qXfer:auxv:read+;qXfer:exec-file:read+;qXfer:libraries:read+;qXfer:libraries-svr4:read+;"
    "augmented-libraries-svr4-read+;qXfer:memory-map:read+;qXfer:osdata:read+;qXfer:threads:read+;"
    "qXfer:siginfo:read+;qXfer:siginfo:write+;qXfer:traceframe-info:read+;MultiMemRead+;MultiBreakpoint+;"
    "jMultiBreakpoint+;qEcho+;QThreadSuffixSupported+;QListThreadsInStopReply+;QSaveRegisterState+;"
    "native-signals+;vFlash+;qGDBServerVersion+";

/* The greeting's reply, or NULL. */
static inline const char *constant_greeting(const constant_stub *s, rsp_bytes request) {
    if (!s->greets)
        return NULL;
    if (rsp_bytes_starts(request, RSP_LIT("qSupported")))
        return constant_features;
    if (rsp_bytes_equal(request, RSP_LIT("?")))
        return "T05thread:p1.1;";
    if (rsp_bytes_equal(request, RSP_LIT("Hg0")) || rsp_bytes_equal(request, RSP_LIT("Hgp0.0")))
        return "OK";
    return NULL;
}

static inline void constant_reply(constant_stub *s, rsp_bytes payload, rsp_buf *out) {
    rsp_buf_clear(&s->last);
    size_t mark = rsp_frame_begin(&s->last, '$');
    rsp_escape_append(&s->last, payload);
    rsp_frame_end(&s->last, mark, false);
    rsp_buf_append(out, rsp_buf_bytes(&s->last));
}

static inline void constant_answer(constant_stub *s, rsp_bytes request, rsp_buf *out) {
    static const char *const fixed[] = {[CONSTANT_E01] = "E01", [CONSTANT_EMPTY] = "", [CONSTANT_OK] = "OK"};
    const char *greeting = constant_greeting(s, request);
    if (greeting)
        constant_reply(s, rsp_bytes_str(greeting), out);
    else if (s->kind == CONSTANT_ECHO)
        constant_reply(s, request, out);
    else if (s->kind != CONSTANT_SILENT)
        constant_reply(s, rsp_bytes_str(fixed[s->kind]), out);
    s->no_ack = s->no_ack || (s->kind == CONSTANT_OK && rsp_bytes_equal(request, RSP_LIT("QStartNoAckMode")));
}

static inline void constant_event(constant_stub *s, const rsp_event *event, rsp_buf *out) {
    if (event->kind == RSP_EVENT_NAK && !s->no_ack)
        rsp_buf_append(out, rsp_buf_bytes(&s->last));
    if (event->kind != RSP_EVENT_PACKET)
        return;
    if (!s->no_ack)
        rsp_buf_str(out, event->checksum_ok ? "+" : "-");
    rsp_buf request = {0};
    if (event->checksum_ok && rsp_unescape(&request, event->payload) == RSP_OK)
        constant_answer(s, rsp_buf_bytes(&request), out);
    rsp_buf_free(&request);
}

static inline rsp_peer_state constant_input(void *ctx, rsp_bytes in, rsp_buf *out) {
    constant_stub *s = ctx;
    while (in.len > 0) {
        rsp_event event;
        in = rsp_bytes_from(in, rsp_deframe(&s->deframer, in, &event));
        if (event.kind != RSP_EVENT_NONE)
            constant_event(s, &event, out);
    }
    return RSP_PEER_IDLE;
}

static inline rsp_status constant_connect(void *ctx, rsp_buf *out) {
    constant_stub *s = ctx;
    (void)out;
    s->no_ack = false;
    rsp_buf_clear(&s->last);
    rsp_deframer_reset(&s->deframer);
    return RSP_OK;
}

/* Options are not refused: what a scenario wants of the stub must not be what keeps it from passing. */
static inline rsp_status constant_open(void *ctx, rsp_link **out_link, const rsp_stub_request *request,
                                       rsp_error *error) {
    (void)request;
    (void)error;
    const rsp_peer peer = {.connect = constant_connect, .input = constant_input, .ctx = ctx};
    return rsp_link_open_peer(out_link, &peer, NULL);
}

static inline const char *constant_path(void *ctx, const char *program) {
    static char path[64];
    (void)ctx;
    (void)snprintf(path, sizeof path, "/bin/%s", *program ? program : RSP_PROGRAM_DEFAULT);
    return path;
}

static inline rsp_status constant_image(void *ctx, const char *program, rsp_bytes *out_elf) {
    const char *path = constant_path(ctx, program);
    for (size_t i = 0; i < rsp_num_programs; i++) {
        if (strcmp(rsp_programs[i].path, path) == 0) {
            *out_elf = rsp_programs[i].bytes;
            return RSP_OK;
        }
    }
    return RSP_NOT_FOUND;
}

static inline rsp_stub_provider constant_provider(constant_stub *s) {
    return (rsp_stub_provider){
        .open = constant_open, .image = constant_image, .program_path = constant_path, .ctx = s};
}

static inline void constant_free(constant_stub *s) {
    rsp_deframer_free(&s->deframer);
    rsp_buf_free(&s->last);
}

#endif
