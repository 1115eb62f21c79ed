/* A stub in a few lines for tests of the runner, behind an in-process link in virtual time.
 * `echo:TEXT` is answered by TEXT (escapes \xNN), so that any reply can be tried; the program's name chooses
 * how it misbehaves. Memory is 256 bytes at 0x1000. */
/* SPDX-License-Identifier: MIT */
#ifndef FAKE_STUB_H
#define FAKE_STUB_H

#include "codec/deframer.h"
#include "codec/escape.h"
#include "core/hex.h"
#include "link/link_control.h"
#include "link/peer.h"
#include "scenario/runner.h"
#include <stdio.h>

/* What comes of a vCont. */
typedef enum vcont_habit { VCONT_UNKNOWN, VCONT_RUNS, VCONT_SILENT, VCONT_SILENT_AND_STOPS } vcont_habit;

/* An answer of a test's own, before any other. "m*" is each request that begins with m. */
typedef struct fake_answer {
    const char *request;
    const char *reply; /* with \xNN; NULL: silence */
} fake_answer;

typedef struct fake_stub {
    const fake_answer *answers; /* up to one without a request; NULL: none */
    rsp_deframer deframer;
    uint8_t memory[256];
    rsp_buf last;
    bool no_ack;
    bool silent; /* answers nothing from now on */
    bool flooding;
    bool dead;
    bool closed;
    bool skip_ack;
    bool bad_sum;
    bool counted;     /* another thread each time */
    bool owes_packet; /* before the reply to the next request */
    bool owes_notification;
    const char *owes_reply; /* to a request that was silent, in front of the next one's, or of its '+' */
    bool owes_before_ack;
    int num_stops; /* to be announced, each after the vStopped before it */
    int num_ticks;
    uint64_t entry; /* of the program, which each process has elsewhere; 0: there is no auxv */
    int num_opened;
    unsigned greets;   /* so many connections more */
    bool serves_one;   /* client; a lent link is no other */
    bool has_pc;       /* a program that steps, and a description of its registers */
    bool calls;        /* the host, and serves no m meanwhile */
    bool runs;         /* its program, up to 0x03 */
    vcont_habit vcont; /* whatever the action is */
    uint32_t pc;
    int num_acks;
    uint64_t flood_bytes;
    char program[32];
    rsp_buf seen; /* all payloads, for determinism */
} fake_stub;

static inline void fake_reply(fake_stub *s, rsp_bytes payload, rsp_buf *out) {
    rsp_buf_clear(&s->last);
    rsp_buf_push(&s->last, '$');
    rsp_escape_append(&s->last, payload);
    unsigned sum = rsp_checksum(rsp_bytes_from(rsp_buf_bytes(&s->last), 1));
    rsp_buf_printf(&s->last, "#%02x", (sum + (s->bad_sum ? 1U : 0U)) & 0xffU);
    rsp_buf_append(out, rsp_buf_bytes(&s->last));
}

static inline void fake_text(fake_stub *s, const char *text, rsp_buf *out) {
    fake_reply(s, rsp_bytes_str(text), out);
}

/* \xNN to bytes. */
static inline void fake_echo(fake_stub *s, rsp_bytes text, rsp_buf *out) {
    rsp_buf reply = {0};
    for (size_t i = 0; i < text.len; i++) {
        uint8_t byte = text.ptr[i];
        if (byte == '\\' && text.len - i >= 4 &&
            rsp_hex_decode_into(&byte, rsp_bytes_sub(text, i + 2, 2)) == RSP_OK)
            i += 3;
        rsp_buf_push(&reply, byte);
    }
    fake_reply(s, rsp_buf_bytes(&reply), out);
    rsp_buf_free(&reply);
}

static inline void fake_read(fake_stub *s, rsp_bytes rest, rsp_buf *out) {
    uint64_t at = 0;
    uint64_t len = 0;
    rsp_buf reply = {0};
    bool ok = rsp_take_addr_len(&at, &len, &rest) == RSP_OK && at >= 0x1000 && at + len <= 0x1100;
    if (ok)
        rsp_hex_append(&reply, rsp_bytes_make(s->memory + (at - 0x1000), (size_t)len));
    fake_reply(s, ok ? rsp_buf_bytes(&reply) : RSP_LIT("E01"), out);
    s->dead = len > 16 && strcmp(s->program, "small-buffer") == 0;
    rsp_buf_free(&reply);
}

static inline void fake_write(fake_stub *s, rsp_bytes rest, rsp_buf *out) {
    uint64_t at = 0;
    uint64_t len = 0;
    bool ok = rsp_take_addr_len(&at, &len, &rest) == RSP_OK && rsp_take_byte(&rest, ':') && at >= 0x1000 &&
              at + len <= 0x1100 && rest.len == 2 * len;
    ok = ok && rsp_hex_decode_into(s->memory + (at - 0x1000), rest) == RSP_OK;
    fake_text(s, ok ? "OK" : "E01", out);
}

/* What a stub sends too late for somebody who only waits for a while. */
static inline void fake_owed(fake_stub *s, rsp_buf *out) {
    if (s->owes_packet)
        fake_text(s, "", out);
    if (s->owes_reply)
        fake_text(s, s->owes_reply, out);
    if (s->owes_notification)
        rsp_frame_notification(out, RSP_LIT("Stop:T05thread:2;"));
    s->owes_packet = s->owes_notification = false;
    s->owes_reply = NULL;
}

static inline void fake_stops(fake_stub *s, rsp_bytes p, rsp_buf *out) {
    s->num_stops = rsp_bytes_equal(p, RSP_LIT("stops")) ? 3 : s->num_stops;
    fake_text(s, "OK", out);
    rsp_buf body = {0};
    rsp_buf_printf(&body, "Stop:T05thread:%x;", (unsigned)s->num_stops);
    if (s->num_stops > 0)
        rsp_frame_notification(out, rsp_buf_bytes(&body)), s->num_stops--;
    rsp_buf_free(&body);
}

static inline void fake_tick(fake_stub *s, rsp_buf *out) {
    char text[16];
    (void)snprintf(text, sizeof text, "%x", (unsigned)++s->num_ticks);
    fake_text(s, text, out);
}

static inline void fake_resume(fake_stub *s, rsp_buf *out) {
    const bool missing = strcmp(s->program, "no-resume") == 0;
    if (missing || strcmp(s->program, "refuses") == 0)
        fake_text(s, missing ? "" : "E01", out);
    else
        fake_text(s, "O68690a", out), fake_text(s, "W03", out);
}

/* AT_ENTRY and the end. */
static inline void fake_auxv(fake_stub *s, rsp_buf *out) {
    const uint64_t words[] = {9, s->entry, 0, 0};
    rsp_buf reply = {0};
    rsp_buf_push(&reply, 'l');
    for (size_t i = 0; i < 8 * RSP_ARRAY_LEN(words); i++)
        rsp_buf_push(&reply, (uint8_t)(words[i / 8] >> 8 * (i % 8)));
    fake_reply(s, rsp_buf_bytes(&reply), out);
    rsp_buf_free(&reply);
}

/* The entry as hex digits. */
static inline void fake_where(fake_stub *s, rsp_buf *out) {
    rsp_buf reply = {0};
    rsp_hex_append_u64(&reply, s->entry);
    fake_reply(s, rsp_buf_bytes(&reply), out);
    rsp_buf_free(&reply);
}

/* c runs, and vCont takes each action for it, or is silent. */
static inline bool fake_vcont(fake_stub *s, rsp_bytes p) {
    const bool vcont = rsp_bytes_starts(p, RSP_LIT("vCont;"));
    if (s->vcont == VCONT_UNKNOWN || (!vcont && !rsp_bytes_equal(p, RSP_LIT("c"))))
        return false;
    if (!vcont || s->vcont == VCONT_RUNS)
        s->runs = s->silent = true;
    return true;
}

/* A program with one register, pc: `s` goes on, `c` runs and says nothing, and p may be out of date. */
static inline bool fake_program(fake_stub *s, rsp_bytes p, rsp_buf *out) {
    static const char xml[] = "l<target><architecture>riscv:rv32</architecture><feature name=\"x\">"
                              "<reg name=\"pc\" bitsize=\"32\" type=\"code_ptr\"/></feature></target>";
    const bool stale = strcmp(s->program, "pc-stale") == 0;
    char digits[16];
    if (!s->has_pc)
        return false;
    if (fake_vcont(s, p))
        return true;
    (void)snprintf(digits, sizeof digits, "%02x100000", (unsigned)s->pc & 0xffU);
    if (s->calls && rsp_bytes_starts(p, RSP_LIT("m")))
        return true;
    s->calls = rsp_bytes_equal(p, RSP_LIT("c")) && strcmp(s->program, "pc-writes-deaf") == 0;
    if (rsp_bytes_equal(p, RSP_LIT("c")) && strncmp(s->program, "pc-writes", 9) == 0)
        fake_text(s, "Fwrite,1,1000,4", out); /* a call of the host */
    if (rsp_bytes_starts(p, RSP_LIT("F")))
        fake_text(s, "S05", out);
    if (rsp_bytes_equal(p, RSP_LIT("c")) || rsp_bytes_starts(p, RSP_LIT("F")))
        return s->silent = strcmp(s->program, "pc-runs") == 0, true; /* a program that runs hears nothing */
    if (rsp_bytes_starts(p, RSP_LIT("G")))
        fake_text(s, "E01", out);
    else if (rsp_bytes_equal(p, RSP_LIT("s")))
        fake_text(s, "S05", out), s->pc += strcmp(s->program, "pc-still") ? 4 : 0;
    else if (rsp_bytes_starts(p, RSP_LIT("qXfer:features:read:target.xml:0,")))
        fake_text(s, xml, out);
    else if (rsp_bytes_equal(p, RSP_LIT("p0")))
        fake_text(s, stale ? "00100000" : digits, out);
    else if (rsp_bytes_equal(p, RSP_LIT("g")))
        fake_text(s, strcmp(s->program, "pc-short") ? digits : "00", out);
    else
        return false;
    return true;
}

static inline bool fake_own_answer(fake_stub *s, rsp_bytes p, rsp_buf *out) {
    for (const fake_answer *a = s->answers; a && a->request; a++) {
        const rsp_bytes request = rsp_bytes_str(a->request);
        const size_t star = request.len - 1;
        if (request.ptr[star] == '*' ? !rsp_bytes_starts(p, rsp_bytes_sub(request, 0, star))
                                     : !rsp_bytes_equal(p, request))
            continue;
        if (a->reply)
            fake_echo(s, rsp_bytes_str(a->reply), out);
        return true;
    }
    return false;
}

static inline void fake_request(fake_stub *s, rsp_bytes p, rsp_buf *out) {
    rsp_buf_append(&s->seen, p);
    rsp_buf_push(&s->seen, '\n');
    fake_owed(s, out);
    if (fake_own_answer(s, p, out) || fake_program(s, p, out))
        return;
    if (rsp_take_text(&p, RSP_LIT("echo:")))
        fake_echo(s, p, out);
    else if (rsp_take_text(&p, RSP_LIT("qSupported")))
        fake_text(s,
                  s->has_pc ? "PacketSize=400;qXfer:features:read+"
                            : "PacketSize=400;QStartNoAckMode+;frobnicate-;promise+",
                  out);
    else if (rsp_bytes_equal(p, RSP_LIT("QStartNoAckMode")))
        fake_text(s, "OK", out), s->no_ack = true;
    else if (rsp_bytes_equal(p, RSP_LIT("?")))
        fake_text(s, "T05thread:1;", out);
    else if (rsp_bytes_equal(p, RSP_LIT("qC")))
        fake_text(s, s->counted ? (char[]){'Q', 'C', (char)('0' + s->num_opened % 10), 0} : "QC1", out);
    else if (rsp_bytes_equal(p, RSP_LIT("qfThreadInfo")))
        fake_text(s, "m1,2", out);
    else if (rsp_bytes_equal(p, RSP_LIT("qsThreadInfo")))
        fake_text(s, "l", out);
    else if (rsp_bytes_starts(p, RSP_LIT("Z5")))
        return; /* no reply */
    else if (rsp_bytes_starts(p, RSP_LIT("H")) || rsp_bytes_starts(p, RSP_LIT("Z0")) ||
             rsp_bytes_starts(p, RSP_LIT("z0")))
        fake_text(s, "OK", out);
    else if (rsp_bytes_starts(p, RSP_LIT("mfffffffc,")) || rsp_bytes_equal(p, RSP_LIT("die")) ||
             rsp_bytes_equal(p, RSP_LIT("Qdie")))
        s->dead = true;
    else if (rsp_bytes_equal(p, RSP_LIT("close")))
        s->closed = true;
    else if (rsp_bytes_equal(p, RSP_LIT("hang")))
        s->silent = true;
    else if (rsp_bytes_equal(p, RSP_LIT("flood")))
        s->flooding = true;
    else if (rsp_bytes_equal(p, RSP_LIT("twice")))
        fake_text(s, "OK", out), fake_text(s, "OK", out);
    else if (rsp_bytes_equal(p, RSP_LIT("notify")))
        fake_text(s, "OK", out), rsp_frame_notification(out, RSP_LIT("Stop:T05thread:2;"));
    else if (rsp_bytes_equal(p, RSP_LIT("exits")))
        rsp_frame_notification(out, RSP_LIT("Stop:W00")), fake_text(s, "E03", out);
    else if (rsp_bytes_equal(p, RSP_LIT("owe packet")))
        fake_text(s, "OK", out), s->owes_packet = true;
    else if (rsp_bytes_equal(p, RSP_LIT("owe notification")))
        fake_text(s, "OK", out), s->owes_notification = true;
    else if (rsp_bytes_equal(p, RSP_LIT("stops")) || rsp_bytes_equal(p, RSP_LIT("vStopped")))
        fake_stops(s, p, out);
    else if (rsp_bytes_equal(p, RSP_LIT("tick")))
        fake_tick(s, out);
    else if (rsp_bytes_equal(p, RSP_LIT("c")))
        fake_resume(s, out);
    else if (s->entry && rsp_bytes_starts(p, RSP_LIT("qXfer:auxv:read::0,")))
        fake_auxv(s, out);
    else if (rsp_bytes_equal(p, RSP_LIT("where")))
        fake_where(s, out);
    else if (rsp_take_byte(&p, 'm'))
        fake_read(s, p, out);
    else if (rsp_take_byte(&p, 'M'))
        fake_write(s, p, out);
    else
        fake_text(s, "", out);
}

static inline rsp_peer_state fake_state(const fake_stub *s) {
    return s->dead       ? RSP_PEER_DEAD
           : s->closed   ? RSP_PEER_CLOSED
           : s->flooding ? RSP_PEER_BUSY
                         : RSP_PEER_IDLE;
}

/* 0x03: the stop of a program that runs; one stub tells it without a program that runs, too. */
static inline void fake_interrupt(fake_stub *s, rsp_buf *out) {
    if (s->runs || s->vcont == VCONT_SILENT_AND_STOPS)
        fake_text(s, "T02thread:1;", out);
    if (s->runs)
        s->runs = s->silent = false;
}

static inline void fake_event(fake_stub *s, const rsp_event *event, rsp_buf *out) {
    s->num_acks += event->kind == RSP_EVENT_ACK;
    if (event->kind == RSP_EVENT_INTERRUPT)
        fake_interrupt(s, out);
    if (event->kind == RSP_EVENT_NAK && !s->no_ack)
        rsp_buf_append(out, rsp_buf_bytes(&s->last));
    if (event->kind != RSP_EVENT_PACKET || s->silent)
        return;
    bool ack = !s->no_ack && !s->skip_ack;
    if (s->owes_before_ack)
        fake_owed(s, out);
    if (ack)
        rsp_buf_str(out, event->checksum_ok ? "+" : "-");
    rsp_buf payload = {0};
    if (event->checksum_ok && rsp_unescape(&payload, event->payload) == RSP_OK)
        fake_request(s, rsp_buf_bytes(&payload), out);
    rsp_buf_free(&payload);
}

static inline rsp_peer_state fake_input(void *ctx, rsp_bytes in, rsp_buf *out) {
    fake_stub *s = ctx;
    while (in.len > 0) {
        rsp_event event;
        in = rsp_bytes_from(in, rsp_deframe(&s->deframer, in, &event));
        if (event.kind != RSP_EVENT_NONE)
            fake_event(s, &event, out);
    }
    return fake_state(s);
}

static inline rsp_peer_state fake_run(void *ctx, uint64_t budget, rsp_buf *out) {
    fake_stub *s = ctx;
    (void)budget;
    for (size_t i = 0; s->flooding && i < 100000; i++)
        rsp_buf_str(out, s->flood_bytes++ ? "without an end " : "$");
    return fake_state(s);
}

static inline rsp_status fake_connect(void *ctx, rsp_buf *out) {
    fake_stub *s = ctx;
    s->no_ack = false;
    rsp_deframer_reset(&s->deframer);
    if (s->greets > 0)
        s->greets--, fake_text(s, "S05", out);
    return RSP_OK;
}

static inline rsp_status fake_open(void *ctx, rsp_link **out_link, const rsp_stub_request *request,
                                   rsp_error *error) {
    fake_stub *s = ctx;
    static const rsp_peer peer = {.connect = fake_connect, .input = fake_input, .run = fake_run};
    if (strcmp(request->program, "missing") == 0)
        return rsp_fail(error, RSP_NOT_FOUND, "no program 'missing'");
    if (strcmp(request->program, "unreachable") == 0)
        return rsp_fail(error, RSP_CONNECT, "nobody listens");
    for (size_t i = 0; i < request->num_options; i++) {
        if (strncmp(request->options[i], "run-length", 10) != 0)
            return rsp_fail(error, RSP_UNSUPPORTED, "no option %s", request->options[i]);
    }
    if (request->kept)
        return rsp_link_lend(out_link, request->kept);
    if (s->serves_one && s->num_opened > 0)
        return rsp_fail(error, RSP_CONNECT, "refused");
    rsp_deframer_free(&s->deframer);
    s->num_opened++;
    s->no_ack = s->silent = s->runs = s->flooding = s->dead = s->closed = false;
    s->skip_ack = strcmp(request->program, "skips-acks") == 0;
    s->counted = strcmp(request->program, "counted") == 0;
    s->entry =
        strcmp(request->program, "moves") ? 0 : UINT64_C(0x555555550100) + 0x1000 * (uint64_t)s->num_opened;
    s->bad_sum = strcmp(request->program, "bad-sums") == 0;
    s->pc = 0x1000;
    (void)snprintf(s->program, sizeof s->program, "%s", request->program);
    memset(s->memory, 0, sizeof s->memory);
    rsp_peer mine = peer;
    mine.ctx = s;
    return rsp_link_open_peer(out_link, &mine, NULL);
}

static inline rsp_stub_provider fake_provider(fake_stub *s) {
    return (rsp_stub_provider){.open = fake_open, .ctx = s};
}

static inline void fake_free(fake_stub *s) {
    rsp_deframer_free(&s->deframer);
    rsp_buf_free(&s->last);
    rsp_buf_free(&s->seen);
}

#endif
