/* A small stub in this process with one planted bug at a time, for tests of the network fuzzer.
 * Speaks enough of the protocol for sessions to get somewhere; correct but for its bug.
 * Each link has a stub of its own, as a program that is started afresh. */
/* SPDX-License-Identifier: MIT */
#ifndef BUGGY_PEER_H
#define BUGGY_PEER_H

#include "codec/deframer.h"
#include "codec/escape.h"
#include "core/hex.h"
#include "link/peer.h"

typedef enum bug {
    BUG_NONE,
    BUG_CRASH_LONG_READ,   /* dies of m with a length above 0x200 */
    BUG_HANG_EMPTY_ACTION, /* never answers again after "vCont;" */
    BUG_TWO_REPLIES,       /* answers H twice */
    BUG_SILENT,            /* says nothing to a p with more than four digits, or to a bare M */
    BUG_NO_ACK_STAYS,      /* no-ack mode survives a new connection */
    BUG_DEEP,              /* dies of the third M after a Z0 */
    BUG_HALF_WRITTEN,      /* M writes half of the data */
    BUG_NO_ACK_ENDS,       /* a bad digit ends no-ack mode, and it waits for '+' again */
    BUG_WEARS_OUT,         /* dies of the 300th g, over all connections */
    BUG_BY_CHANCE,         /* each other stub answers T by an error */
    BUG_SLOW_OR_DEAD,      /* takes 200 ms for g, deaf meanwhile, and never answers it behind a Z0 */
    BUG_FIRST_CLIENT,      /* dies of m behind a Z0, as long as it has had only one client */
    BUG_RESUMES_ANYHOW,    /* resumes by what begins with c, and never answers behind what begins with s */
    BUG_FRAMING,           /* dies of a packet that ends with '*' or '}', and of m as CRASH_LONG_READ */
    BUG_TWO_PACKETS,       /* dies of what begins with g, and of qAttached: with four characters and more */
    BUG_STAR_UNANSWERED,   /* says nothing to a packet that ends with '*', and knows no no-ack mode */
    BUG_EIGHT_BITS,        /* dies of a packet with a byte above 0x7f */
    BUG_FLOOD,             /* sends `flood` without end once it is asked for g, and takes nothing in */
    NO_BUG_NO_VCONT,       /* knows no vCont, as small stubs do */
    NO_BUG_WAITS,          /* behind a reply it waits for '+', and any other byte is a '-' to it */
    NO_BUG_DROPS,          /* ... and any other byte is dropped; what has had its '+' does not come again */
    NO_BUG_DROPS_SLOWLY,   /* the same, but it takes one thing in a millisecond */
    NO_BUG_LAST_ACK,     /* sends the OK that ends acknowledgments again for a '-' in the place of its '+' */
    NO_BUG_NEWLINES,     /* adds CR LF after each reply */
    NO_BUG_EATS,         /* takes the two bytes behind a '#' for a checksum, whatever they are */
    NO_BUG_RESETS,       /* says nothing to r, and loses what comes while it starts again */
    NO_BUG_ENDS,         /* is gone as soon as its program runs, as one that ends with it */
    NO_BUG_GREETS,       /* begins each connection with a stop reply */
    NO_BUG_ONE_CLIENT,   /* accepts others, and closes them */
    NO_BUG_ONE_LISTENER, /* accepts others, and never looks at them */
    NO_BUG_SLOW,         /* takes 120 ms for each request, one after the other */
} bug;

typedef struct buggy {
    bug bug;
    rsp_deframer deframer;
    bool no_ack;
    bool hangs;
    bool dead;
    bool point;
    bool waits;
    bool resets;
    bool runs; /* until 0x03, and what comes meanwhile is lost */
    bool floods;
    const char *flood;
    unsigned writes;
    unsigned sum_due; /* bytes of a checksum that are still to come */
    unsigned reads;
    bool chance;
    bool strict; /* TWO_REPLIES only behind a Z0 */
    unsigned clients;
    unsigned busy_ms; /* until it answers g */
    uint8_t memory[64];
    unsigned slow_ms; /* since it has taken up the request that it is at */
    rsp_buf later;    /* still to be taken in, when it is slow */
    rsp_buf last;     /* frame sent last */
    rsp_buf seen;     /* everything that came, for comparing runs */
} buggy;

static inline void buggy_answer(buggy *b, rsp_buf *out, const char *payload) {
    rsp_buf_clear(&b->last);
    rsp_frame_packet(&b->last, rsp_bytes_str(payload));
    rsp_buf_append(out, rsp_buf_bytes(&b->last));
}

/* 32 bytes, which repeat through all addresses; what is read or written at a time may stick out by 16. */
static inline void buggy_memory(buggy *b, rsp_buf *out, rsp_bytes args) {
    uint64_t addr = 0;
    uint64_t len = 0;
    if (rsp_take_addr_len(&addr, &len, &args) != RSP_OK || args.len > 0 || len == 0) {
        buggy_answer(b, out, "E01");
        b->no_ack = b->no_ack && b->bug != BUG_NO_ACK_ENDS;
        return;
    }
    b->dead = ((b->bug == BUG_CRASH_LONG_READ || b->bug == BUG_FRAMING) && len > 0x200) ||
              (b->bug == BUG_FIRST_CLIENT && b->point && b->clients == 1);
    char reply[40] = "";
    for (uint64_t i = 0; i < len && i < 16; i++) {
        uint8_t byte = b->memory[addr % 32 + i];
        reply[2 * i] = rsp_hex_digits[byte >> 4];
        reply[2 * i + 1] = rsp_hex_digits[byte & 15];
    }
    buggy_answer(b, out, reply);
}

static inline void buggy_write(buggy *b, rsp_buf *out, rsp_bytes args) {
    uint64_t addr = 0;
    uint64_t len = 0;
    uint8_t bytes[16];
    bool good = rsp_take_addr_len(&addr, &len, &args) == RSP_OK && rsp_take_byte(&args, ':') && len <= 16 &&
                args.len == 2 * len && rsp_hex_decode_into(bytes, args) == RSP_OK;
    if (good)
        memcpy(b->memory + addr % 32, bytes, b->bug == BUG_HALF_WRITTEN ? len / 2 : len);
    b->writes += b->point;
    b->dead = b->bug == BUG_DEEP && b->writes >= 3;
    buggy_answer(b, out, good ? "OK" : "E01");
}

static inline void buggy_resume(buggy *b, rsp_buf *out, rsp_bytes payload) {
    b->hangs = b->bug == BUG_HANG_EMPTY_ACTION && payload.len == 6;
    b->dead = b->bug == NO_BUG_ENDS;
    if (!b->hangs && !b->dead)
        buggy_answer(b, out, payload.len > 6 && strchr("cCsS", payload.ptr[6]) ? "S05" : "E03");
}

static inline bool buggy_dies_of(const buggy *b, rsp_bytes p) {
    bool eight_bits = false;
    for (size_t i = 0; i < p.len; i++)
        eight_bits = eight_bits || p.ptr[i] > 0x7f;
    return (b->bug == BUG_EIGHT_BITS && eight_bits) ||
           (b->bug == BUG_FRAMING && p.len > 0 && strchr("*}", p.ptr[p.len - 1]));
}

static inline void buggy_request(buggy *b, rsp_buf *out, rsp_bytes p) {
    static const struct {
        const char *request;
        const char *reply;
    } fixed[] = {{"?", "S05"},           {"qC", "QC1"},         {"vCont?", "vCont;c;C;s;S"},
                 {"qfThreadInfo", "m1"}, {"qsThreadInfo", "l"}, {"qAttached", "1"}};
    if (b->bug == BUG_TWO_PACKETS)
        b->dead =
            rsp_bytes_starts(p, RSP_LIT("g")) || (rsp_bytes_starts(p, RSP_LIT("qAttached:")) && p.len >= 14);
    if (b->dead)
        return;
    if (b->bug == BUG_STAR_UNANSWERED && p.len > 0 && p.ptr[p.len - 1] == '*')
        return;
    if (buggy_dies_of(b, p)) {
        b->dead = true;
    } else if (b->bug == NO_BUG_NO_VCONT && rsp_bytes_starts(p, RSP_LIT("vCont"))) {
        buggy_answer(b, out, "");
    } else if (rsp_bytes_starts(p, RSP_LIT("qSupported"))) {
        buggy_answer(b, out, "PacketSize=1000;QStartNoAckMode+");
    } else if (rsp_bytes_equal(p, RSP_LIT("QStartNoAckMode")) && b->bug != BUG_STAR_UNANSWERED) {
        buggy_answer(b, out, "OK");
        b->no_ack = true;
    } else if (rsp_bytes_starts(p, RSP_LIT("m"))) {
        buggy_memory(b, out, rsp_bytes_from(p, 1));
    } else if (rsp_bytes_starts(p, RSP_LIT("vCont;"))) {
        buggy_resume(b, out, p);
    } else if (b->bug == BUG_RESUMES_ANYHOW && p.len > 0 && (p.ptr[0] == 'c' || p.ptr[0] == 's')) {
        b->runs = p.ptr[0] == 'c';
        b->hangs = !b->runs;
    } else if (rsp_bytes_starts(p, RSP_LIT("p"))) {
        if (b->bug != BUG_SILENT || p.len < 6)
            buggy_answer(b, out, p.len > 1 && rsp_hex_value(p.ptr[1]) >= 0 ? "00000000" : "E01");
    } else if (rsp_bytes_equal(p, RSP_LIT("g")) && b->bug == BUG_FLOOD) {
        b->floods = true;
    } else if (rsp_bytes_equal(p, RSP_LIT("g")) && b->bug == BUG_SLOW_OR_DEAD) {
        b->hangs = b->point;
        b->busy_ms = b->hangs ? 0 : 200;
    } else if (rsp_bytes_equal(p, RSP_LIT("g"))) {
        b->dead = b->bug == BUG_WEARS_OUT && ++b->reads >= 300;
        buggy_answer(b, out, "0000000000000000");
    } else if (rsp_bytes_starts(p, RSP_LIT("T"))) {
        buggy_answer(b, out, b->bug == BUG_BY_CHANCE && b->chance ? "E01" : "OK");
    } else if (rsp_bytes_starts(p, RSP_LIT("H"))) {
        buggy_answer(b, out, "OK");
        if (b->bug == BUG_TWO_REPLIES && (b->point || !b->strict))
            buggy_answer(b, out, "OK");
    } else if (rsp_bytes_starts(p, RSP_LIT("Z0"))) {
        b->point = true;
        buggy_answer(b, out, "OK");
    } else if (rsp_bytes_starts(p, RSP_LIT("M")) && (b->bug != BUG_SILENT || p.len > 1)) {
        buggy_write(b, out, rsp_bytes_from(p, 1));
    } else if (!rsp_bytes_equal(p, RSP_LIT("M"))) {
        for (size_t i = 0; i < RSP_ARRAY_LEN(fixed); i++)
            if (rsp_bytes_equal(p, rsp_bytes_str(fixed[i].request))) {
                buggy_answer(b, out, fixed[i].reply);
                return;
            }
        buggy_answer(b, out, "");
    }
}

static inline bool buggy_drops(const buggy *b) {
    return b->bug == NO_BUG_DROPS || b->bug == NO_BUG_DROPS_SLOWLY;
}

static inline void buggy_event(buggy *b, const rsp_event *event, rsp_buf *out) {
    if (event->kind == RSP_EVENT_NAK && !b->no_ack && !buggy_drops(b))
        rsp_buf_append(out, rsp_buf_bytes(&b->last));
    if (event->kind == RSP_EVENT_INTERRUPT && b->runs) {
        b->runs = false;
        buggy_answer(b, out, "S02");
    }
    if (event->kind != RSP_EVENT_PACKET || b->runs)
        return;
    if (!event->checksum_ok && !b->no_ack)
        rsp_buf_push(out, '-');
    if (!event->checksum_ok)
        return;
    bool lost = b->resets;
    b->resets = b->bug == NO_BUG_RESETS && !lost && rsp_bytes_equal(event->payload, RSP_LIT("r"));
    bool acked = !b->no_ack;
    if (acked && !lost)
        rsp_buf_push(out, '+');
    if (lost || b->resets)
        return;
    buggy_request(b, out, event->payload);
    if (b->bug == NO_BUG_NEWLINES)
        rsp_buf_str(out, "\r\n");
    bool waits = b->bug == NO_BUG_WAITS || buggy_drops(b) || b->bug == BUG_NO_ACK_ENDS;
    b->waits = (waits && acked && !b->no_ack) || (b->bug == NO_BUG_LAST_ACK && acked);
}

/* The same for a stub that goes on with the next packet. */
static inline rsp_bytes buggy_take_ack(buggy *b, rsp_bytes in, rsp_buf *out) {
    for (; b->waits && in.len > 0 && in.ptr[0] != '$'; in = rsp_bytes_from(in, 1)) {
        b->waits = in.ptr[0] != '+';
        if (in.ptr[0] == '-')
            rsp_buf_append(out, rsp_buf_bytes(&b->last));
    }
    b->waits = b->waits && in.len == 0;
    return in;
}

/* Takes what stands where an acknowledgment is due. */
static inline rsp_bytes buggy_await_ack(buggy *b, rsp_bytes in, rsp_buf *out) {
    if (b->bug == NO_BUG_LAST_ACK)
        return buggy_take_ack(b, in, out);
    for (bool more = true; more && b->waits && in.len > 0; in = rsp_bytes_from(in, 1)) {
        b->waits = in.ptr[0] != '+';
        if (b->waits && (!buggy_drops(b) || in.ptr[0] == '-'))
            rsp_buf_append(out, rsp_buf_bytes(&b->last));
        more = b->bug != NO_BUG_DROPS_SLOWLY;
    }
    return in;
}

/* Puts a bad digit in the place of a '$' that stands where a checksum is due. */
static inline rsp_bytes buggy_eat(buggy *b, rsp_bytes in, rsp_buf *eaten) {
    for (size_t i = 0; i < in.len; i++) {
        bool taken = b->bug == NO_BUG_EATS && b->sum_due > 0 && in.ptr[i] == '$';
        rsp_buf_push(eaten, taken ? 'x' : in.ptr[i]);
        b->sum_due = b->sum_due ? b->sum_due - 1 : in.ptr[i] == '#' ? 2 : 0;
    }
    return rsp_buf_bytes(eaten);
}

/* A byte that stands for an acknowledgment, or an event. */
static inline rsp_peer_state buggy_take_one(buggy *b, rsp_buf *out) {
    rsp_bytes in = rsp_buf_bytes(&b->later);
    rsp_bytes rest = buggy_await_ack(b, in, out);
    rsp_event event = {0};
    if (rest.len == in.len && in.len > 0) {
        rest = rsp_bytes_from(in, rsp_deframe(&b->deframer, in, &event));
        buggy_event(b, &event, out);
    }
    rsp_buf_consume(&b->later, in.len - rest.len);
    return b->later.len > 0 ? RSP_PEER_BUSY : RSP_PEER_IDLE;
}

static inline rsp_peer_state buggy_input(void *ctx, rsp_bytes in, rsp_buf *out) {
    buggy *b = ctx;
    rsp_buf eaten = {0};
    rsp_buf_append(&b->seen, in);
    if (b->bug == NO_BUG_ONE_CLIENT && b->clients > 1)
        return RSP_PEER_CLOSED;
    if (b->bug == NO_BUG_ONE_LISTENER && b->clients > 1)
        return RSP_PEER_IDLE;
    if (b->bug == NO_BUG_DROPS_SLOWLY || b->bug == NO_BUG_SLOW) {
        rsp_buf_append(&b->later, in);
        return RSP_PEER_BUSY;
    }
    in = buggy_eat(b, in, &eaten);
    while (in.len > 0 && !b->hangs && !b->dead && !b->floods && b->busy_ms == 0) {
        in = buggy_await_ack(b, in, out);
        rsp_event event = {0};
        in = rsp_bytes_from(in, rsp_deframe(&b->deframer, in, &event));
        buggy_event(b, &event, out);
    }
    rsp_buf_free(&eaten);
    return b->dead ? RSP_PEER_DEAD : b->busy_ms || b->floods ? RSP_PEER_BUSY : RSP_PEER_IDLE;
}

/* A slice is a millisecond. */
static inline rsp_peer_state buggy_run(void *ctx, uint64_t budget, rsp_buf *out) {
    buggy *b = ctx;
    (void)budget;
    if (b->bug == NO_BUG_SLOW && ++b->slow_ms < 120)
        return RSP_PEER_BUSY;
    b->slow_ms = 0;
    if (b->bug == NO_BUG_DROPS_SLOWLY || b->bug == NO_BUG_SLOW)
        return buggy_take_one(b, out);
    if (b->floods) {
        rsp_buf_str(out, b->flood);
        return RSP_PEER_BUSY;
    }
    if (b->busy_ms > 0 && --b->busy_ms == 0)
        buggy_answer(b, out, "0000000000000000");
    return b->busy_ms ? RSP_PEER_BUSY : RSP_PEER_IDLE;
}

static inline rsp_status buggy_connect(void *ctx, rsp_buf *out) {
    buggy *b = ctx;
    b->clients++;
    rsp_deframer_reset(&b->deframer);
    rsp_buf_clear(&b->last);
    rsp_buf_clear(&b->later);
    b->waits = false;
    if (b->bug != BUG_NO_ACK_STAYS)
        b->no_ack = false;
    if (b->bug == NO_BUG_GREETS)
        buggy_answer(b, out, "T05thread:1;");
    return b->hangs || b->dead ? RSP_CONNECT : RSP_OK;
}

static inline rsp_peer buggy_peer(buggy *b) {
    return (rsp_peer){.connect = buggy_connect, .input = buggy_input, .run = buggy_run, .ctx = b};
}

static inline void buggy_free(buggy *b) {
    rsp_deframer_free(&b->deframer);
    rsp_buf_free(&b->last);
    rsp_buf_free(&b->later);
    rsp_buf_free(&b->seen);
}

#endif
