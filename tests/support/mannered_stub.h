/* A small right stub in this process with a switch for each manner that a look can learn.
 * 33 registers of four bytes; the program loops over three places. Notes every request that it gets.
 * Included behind rsp_test.h; needs the link layer only. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MANNERED_STUB_H
#define RSP_MANNERED_STUB_H

#include "codec/deframer.h"
#include "core/hex.h"
#include "link/peer.h"
#include "manners/manners.h"
#include <stdio.h>

/* The switches: a set of them is a stub. */
#define MANNERED(bit) (UINT64_C(1) << (bit))
#define GREETS MANNERED(0)
#define NO_PLUS MANNERED(1)
#define LATE_PLUS MANNERED(2)
#define TWO_PLUS MANNERED(3)
#define NEWLINES MANNERED(4)
#define BAD_SUMS MANNERED(5) /* every fourth, until it is asked for again */
#define SILENT MANNERED(6)   /* to unknown packets */
#define ERRORS MANNERED(7)
#define QUESTION_FIRST MANNERED(8)
#define LOSES_SECOND MANNERED(9)
#define LOSES_PIECES MANNERED(10)
#define UPPER MANNERED(11)
#define DEAD_STEP MANNERED(12)
#define DEAD_CONTINUE MANNERED(13)
#define DEAF_TO_INTERRUPT MANNERED(14)
#define DEAF_BESIDE MANNERED(15)
#define ENDS MANNERED(16)
#define ONE_CLIENT MANNERED(17)
#define TWO_STOPS MANNERED(18)
#define SMALL MANNERED(19) /* drops what is longer than half of its PacketSize */
#define VCONT_ONLY MANNERED(20)
#define NO_SUPPORTED MANNERED(21)
#define NEVER_ANSWERS MANNERED(22)
#define ONLY_ARCHITECTURE MANNERED(23) /* in target.xml */
#define WITHOUT_PROGRAM MANNERED(24)
#define PLUS_FIRST MANNERED(25)        /* drops what comes before the first '+' of a connection */
#define DESCRIPTION_FIRST MANNERED(26) /* g is refused until target.xml was read; of all its registers */
#define DARK MANNERED(27)              /* pc and sp lead nowhere: memory is at 0x20000000 */
#define REGIONS MANNERED(28)           /* has qMemoryRegionInfo */
#define ENDLESS_REGIONS MANNERED(29)   /* of one byte each */
#define DEAF_TO_OFFERS MANNERED(30)    /* qSupported gets no reply, and qC does */
#define SHORT_G MANNERED(31)    /* target.xml has four registers; g ends before the last, pc, which p reads */
#define ECHOES MANNERED(32)     /* sends packets back */
#define DIES_EARLY MANNERED(33) /* of a g before target.xml was read */
#define DIES_BY_G MANNERED(34)
#define LATE_P MANNERED(35)   /* p is unknown until target.xml was read */
#define CUT_G MANNERED(36)    /* g has 31 registers, and pc is p20 */
#define NAMED_PC MANNERED(37) /* g has one register; qRegisterInfo says that number 0 is sp, and 1 pc */
#define WAKES MANNERED(38)    /* begins with its first client, whom it tells the stop until a '+' comes */
#define NARROW_P MANNERED(39) /* g has the size of riscv32; by p it is 64 registers of two bytes, and pc */
#define DIES_BY_Z2 MANNERED(40)

/* Its answer to the first packet that begins with v. */
typedef enum mannered_late {
    MANNERED_IN_TIME,
    MANNERED_HOLDS, /* held back until the next request, whose answer stands behind it */
    MANNERED_OWES,  /* ... now */
} mannered_late;

typedef struct mannered {
    uint64_t manners;
    rsp_deframer deframer;
    const char *supported; /* its answer to qSupported; NULL: what it says by its manners */
    rsp_buf seen;          /* payloads, one a line */
    rsp_buf last;          /* frame sent last */
    rsp_buf held;
    mannered_late late;
    uint32_t pc;
    unsigned num_replies;
    unsigned num_clients;
    bool asked;
    bool described;
    bool begun;
    bool awake;
    bool running;
    bool no_ack;
    bool interrupt_lost;
    const char *says; /* in place of the first reply; NULL: nothing */
} mannered;

static inline bool has_manner(const mannered *m, uint64_t manner) {
    return (m->manners & manner) != 0;
}

static inline void mannered_send(mannered *m, const char *payload, rsp_buf *out) {
    rsp_buf_clear(&m->last);
    rsp_frame_packet(&m->last, rsp_bytes_str(payload));
    if (has_manner(m, BAD_SUMS) && ++m->num_replies % 4 == 0) {
        rsp_buf_append(out, rsp_bytes_sub(rsp_buf_bytes(&m->last), 0, m->last.len - 2));
        rsp_buf_str(out, "zz");
    } else {
        rsp_buf_append(out, rsp_buf_bytes(&m->last));
    }
    if (has_manner(m, NEWLINES))
        rsp_buf_str(out, "\r\n");
}

static inline void mannered_stop(mannered *m, const char *stop, rsp_buf *out) {
    m->running = false;
    mannered_send(m, stop, out);
    if (has_manner(m, TWO_STOPS))
        mannered_send(m, stop, out);
}

static inline void mannered_hex(const mannered *m, char *text, size_t from) {
    for (size_t i = from; text[i] && has_manner(m, UPPER); i++)
        text[i] = (char)(text[i] >= 'a' && text[i] <= 'f' ? text[i] - 'a' + 'A' : text[i]);
}

static inline void mannered_resume(mannered *m, bool step, rsp_buf *out) {
    if (step) {
        m->pc = has_manner(m, DEAD_STEP) ? m->pc : m->pc == 0x1008 ? 0x1000 : m->pc + 4;
        mannered_stop(m, "T05thread:1;", out);
    } else if (has_manner(m, DEAD_CONTINUE)) {
        mannered_send(m, "E01", out);
    } else if (has_manner(m, ENDS)) {
        mannered_send(m, "W00", out);
    } else {
        m->running = true;
    }
}

static inline void mannered_registers(mannered *m, rsp_buf *out) {
    char text[2 * 132 + 1];
    const uint64_t without_pc = SHORT_G | CUT_G | NAMED_PC;
    const int before_pc = has_manner(m, SHORT_G)    ? 3
                          : has_manner(m, CUT_G)    ? 31
                          : has_manner(m, NAMED_PC) ? 1
                                                    : 32;
    for (int i = 0; i < before_pc; i++)
        (void)snprintf(text + 8 * (size_t)i, 9, "%s", i == 2 ? "fe7f0000" : "00000000");
    if (!has_manner(m, without_pc))
        (void)snprintf(text + 256, 9, "%02x%02x0000", m->pc & 0xFF, m->pc >> 8 & 0xFF);
    mannered_hex(m, text, 0);
    mannered_send(m, has_manner(m, DESCRIPTION_FIRST) && !m->described ? "E01" : text, out);
}

static inline void mannered_memory(mannered *m, rsp_bytes request, rsp_buf *out) {
    rsp_bytes rest = rsp_bytes_from(request, 1);
    uint64_t at = 0;
    uint64_t len = 0;
    const uint64_t base = has_manner(m, DARK) ? 0x20000000 : 0x1000;
    bool fine = rsp_take_addr_len(&at, &len, &rest) == RSP_OK && at >= base && at < base + 0x7000;
    char text[2 * 512 + 1];
    if (!fine || (has_manner(m, QUESTION_FIRST) && !m->asked)) {
        mannered_send(m, "E0e", out);
        return;
    }
    len = len < 256 ? len : 256;
    for (uint64_t i = 0; i <= len; i++)
        (void)snprintf(text + 2 * i, 3, "%s", i < len ? "ab" : "");
    mannered_hex(m, text, 0);
    mannered_send(m, text, out);
}

static inline void mannered_region(mannered *m, rsp_bytes address, rsp_buf *out) {
    uint64_t at = 0;
    char text[64] = "start:20000000;size:7000;permissions:rw;";
    (void)!rsp_hex_u64(&at, address);
    if (has_manner(m, ENDLESS_REGIONS))
        (void)snprintf(text, sizeof text, "start:%llx;size:1;permissions:rw;", (unsigned long long)at);
    else if (at < 0x20000000)
        (void)snprintf(text, sizeof text, "start:0;size:20000000;");
    else if (at >= 0x20007000)
        (void)snprintf(text, sizeof text, "start:20007000;size:ffffffffdfff9000;");
    mannered_send(m, text, out);
}

/* Whether it is a request that only a stub of SHORT_G knows: it is answered. */
static inline bool mannered_short(mannered *m, rsp_bytes r, rsp_buf *out) {
    char pc[9];
    (void)snprintf(pc, sizeof pc, "%02x%02x0000", m->pc & 0xFF, m->pc >> 8 & 0xFF);
    const char *reply =
        rsp_bytes_starts(r, RSP_LIT("qSupported")) ? "PacketSize=200;qXfer:features:read+"
        : rsp_bytes_starts(r, RSP_LIT("qXfer:features:read:target.xml:0,"))
            ? "l<target><architecture>riscv:rv32</architecture><feature name=\"org.gnu.gdb.riscv.cpu\">"
              "<reg name=\"zero\" bitsize=\"32\"/><reg name=\"ra\" bitsize=\"32\"/>"
              "<reg name=\"sp\" bitsize=\"32\"/><reg name=\"pc\" bitsize=\"32\"/></feature></target>"
        : rsp_bytes_equal(r, RSP_LIT("p2")) ? "fe7f0000"
        : rsp_bytes_equal(r, RSP_LIT("p3")) ? pc
        : rsp_bytes_starts(r, RSP_LIT("p")) ? "00000000"
                                            : NULL;
    if (has_manner(m, SHORT_G) && reply)
        mannered_send(m, reply, out);
    return has_manner(m, SHORT_G) && reply;
}

/* The same for pc that g does not show. */
static inline bool mannered_elsewhere(mannered *m, rsp_bytes r, rsp_buf *out) {
    const bool named = has_manner(m, NAMED_PC);
    char pc[9];
    (void)snprintf(pc, sizeof pc, "%02x%02x0000", m->pc & 0xFF, m->pc >> 8 & 0xFF);
    const char *reply =
        rsp_bytes_equal(r, named ? RSP_LIT("p1") : RSP_LIT("p20"))  ? pc
        : rsp_bytes_equal(r, named ? RSP_LIT("p0") : RSP_LIT("p2")) ? "fe7f0000"
        : !named && rsp_bytes_starts(r, RSP_LIT("p"))               ? "00000000"
        : named && rsp_bytes_starts(r, RSP_LIT("p"))                ? "E01"
        : named && rsp_bytes_equal(r, RSP_LIT("qRegisterInfo0"))    ? "name:s0;bitsize:32;generic:sp;"
        : named && rsp_bytes_equal(r, RSP_LIT("qRegisterInfo1"))    ? "name:pc;bitsize:32;generic:pc;"
                                                                    : NULL;
    if (has_manner(m, CUT_G | NAMED_PC) && reply)
        mannered_send(m, reply, out);
    return has_manner(m, CUT_G | NAMED_PC) && reply;
}

/* Registers that are narrower than the size of g lets one think. */
static inline bool mannered_narrow(mannered *m, rsp_bytes r, rsp_buf *out) {
    char pc[9];
    uint64_t number;
    if (!has_manner(m, NARROW_P) || !rsp_bytes_starts(r, RSP_LIT("p")) ||
        rsp_hex_u64(&number, rsp_bytes_from(r, 1)) != RSP_OK)
        return false;
    (void)snprintf(pc, sizeof pc, "%02x%02x0000", m->pc & 0xFF, m->pc >> 8 & 0xFF);
    mannered_send(m, number < 0x40 ? (number == 4 ? "fe7f" : "0000") : number == 0x40 ? pc : "E01", out);
    return true;
}

static inline void mannered_known(mannered *m, rsp_bytes r, rsp_buf *out) {
    if (mannered_narrow(m, r, out) || mannered_short(m, r, out) || mannered_elsewhere(m, r, out))
        return;
    bool plain = !has_manner(m, VCONT_ONLY);
    if (has_manner(m, DEAF_TO_OFFERS) && rsp_bytes_starts(r, RSP_LIT("qSupported")))
        return;
    if (has_manner(m, DEAF_TO_OFFERS) && rsp_bytes_equal(r, RSP_LIT("qC"))) {
        mannered_send(m, "QC1", out);
        return;
    }
    if (rsp_bytes_starts(r, RSP_LIT("qSupported")) && !has_manner(m, NO_SUPPORTED)) {
        mannered_send(m,
                      m->supported ? m->supported
                      : has_manner(m, ONLY_ARCHITECTURE | DESCRIPTION_FIRST)
                          ? "PacketSize=200;qXfer:features:read+"
                          : "PacketSize=200",
                      out);
    } else if (has_manner(m, ONLY_ARCHITECTURE | DESCRIPTION_FIRST) &&
               rsp_bytes_starts(r, RSP_LIT("qXfer:features:read:target.xml:0,"))) {
        m->described = true;
        mannered_send(m, "l<target><architecture>riscv:rv32</architecture></target>", out);
    } else if (rsp_bytes_equal(r, RSP_LIT("?"))) {
        m->asked = true;
        mannered_send(m, has_manner(m, WITHOUT_PROGRAM) ? "W00" : "T05thread:1;", out);
    } else if (rsp_bytes_equal(r, RSP_LIT("g"))) {
        mannered_registers(m, out);
    } else if (has_manner(m, LATE_P) && rsp_bytes_equal(r, RSP_LIT("p0"))) {
        mannered_send(m, m->described ? "00000000" : "", out);
    } else if (rsp_bytes_starts(r, RSP_LIT("m"))) {
        mannered_memory(m, r, out);
    } else if (rsp_bytes_equal(r, RSP_LIT("QStartNoAckMode"))) {
        mannered_send(m, "OK", out);
        m->no_ack = true;
    } else if (has_manner(m, REGIONS) && rsp_bytes_starts(r, RSP_LIT("qMemoryRegionInfo:"))) {
        mannered_region(m, rsp_bytes_from(r, sizeof "qMemoryRegionInfo:" - 1), out);
    } else if (rsp_bytes_equal(r, RSP_LIT("vCont?"))) {
        mannered_send(m, "vCont;c;C;s;S", out);
    } else if (rsp_bytes_starts(r, RSP_LIT("vCont;s")) || (plain && rsp_bytes_equal(r, RSP_LIT("s")))) {
        mannered_resume(m, true, out);
    } else if (rsp_bytes_starts(r, RSP_LIT("vCont;c")) || (plain && rsp_bytes_equal(r, RSP_LIT("c")))) {
        mannered_resume(m, false, out);
    } else if (rsp_bytes_starts(r, RSP_LIT("Z0,")) || rsp_bytes_starts(r, RSP_LIT("z0,")) ||
               rsp_bytes_equal(r, RSP_LIT("T1"))) {
        mannered_send(m, "OK", out);
    } else if (rsp_bytes_starts(r, RSP_LIT("T"))) {
        mannered_send(m, "E01", out);
    } else if (!has_manner(m, SILENT)) {
        mannered_send(m, has_manner(m, ERRORS) ? "E01" : "", out);
    }
}

static inline void mannered_packet(mannered *m, rsp_bytes payload, rsp_buf *out) {
    rsp_buf_append(&m->seen, payload);
    rsp_buf_push(&m->seen, '\n');
    if (m->says) {
        rsp_buf_str(out, m->says);
        m->says = NULL;
    }
    if (has_manner(m, ECHOES))
        rsp_frame_packet(out, payload);
    if (has_manner(m, ECHOES))
        return;
    if (has_manner(m, NEVER_ANSWERS) || (has_manner(m, SMALL) && payload.len > 0x100))
        return;
    const char *marks = m->no_ack || has_manner(m, NO_PLUS | LATE_PLUS) ? ""
                        : has_manner(m, TWO_PLUS)                       ? "++"
                                                                        : "+";
    rsp_buf_str(out, marks);
    if (m->late == MANNERED_OWES) {
        rsp_buf_append(out, rsp_buf_bytes(&m->held));
        m->late = MANNERED_IN_TIME;
    }
    if (m->late == MANNERED_HOLDS && payload.len > 0 && payload.ptr[0] == 'v') {
        mannered_known(m, payload, &m->held);
        m->late = MANNERED_OWES;
        return;
    }
    mannered_known(m, payload, out);
    if (has_manner(m, LATE_PLUS) && !m->no_ack)
        rsp_buf_str(out, "+");
}

static inline void mannered_interrupt(mannered *m, bool beside, rsp_buf *out) {
    bool deaf = has_manner(m, DEAF_TO_INTERRUPT) || (beside && has_manner(m, DEAF_BESIDE));
    if (m->running && !deaf)
        mannered_stop(m, "T02thread:1;", out);
}

/* What comes before it listens is lost. Then each byte that is no '+' makes it tell the stop again. */
static inline rsp_bytes mannered_wake(mannered *m, rsp_bytes in, rsp_buf *out) {
    const bool awake = m->awake;
    m->awake = true;
    if (!awake)
        return (rsp_bytes){0};
    while (in.len > 0 && !m->begun) {
        m->begun = in.ptr[0] == '+';
        if (!m->begun)
            mannered_send(m, "T05thread:1;", out);
        in = rsp_bytes_from(in, 1);
    }
    return in;
}

static inline rsp_peer_state mannered_input(void *ctx, rsp_bytes in, rsp_buf *out) {
    mannered *m = ctx;
    bool first = true;
    if (has_manner(m, WAKES) && m->num_clients == 1)
        in = mannered_wake(m, in, out);
    if (has_manner(m, LOSES_PIECES) && in.len > 0 && in.ptr[0] == '$' && rsp_bytes_index(in, '#') == in.len)
        return RSP_PEER_IDLE;
    if (has_manner(m, PLUS_FIRST) && !m->begun) {
        in = rsp_bytes_from(in, rsp_bytes_index(in, '+'));
        m->begun = in.len > 0;
    }
    while (in.len > 0) {
        rsp_event event;
        in = rsp_bytes_from(in, rsp_deframe(&m->deframer, in, &event));
        if (event.kind == RSP_EVENT_INTERRUPT)
            mannered_interrupt(m, !first, out);
        if (event.kind == RSP_EVENT_NAK)
            rsp_buf_append(out, rsp_buf_bytes(&m->last));
        if (event.kind != RSP_EVENT_PACKET)
            continue;
        if ((has_manner(m, DIES_BY_G) || (has_manner(m, DIES_EARLY) && !m->described)) &&
            rsp_bytes_equal(event.payload, RSP_LIT("g")))
            return RSP_PEER_CLOSED;
        if (has_manner(m, DIES_BY_Z2) && rsp_bytes_starts(event.payload, RSP_LIT("Z2,")))
            return RSP_PEER_CLOSED;
        if (first || !has_manner(m, LOSES_SECOND))
            mannered_packet(m, event.payload, out);
        first = false;
    }
    return RSP_PEER_IDLE;
}

static inline rsp_status mannered_connect(void *ctx, rsp_buf *out) {
    mannered *m = ctx;
    if (has_manner(m, ONE_CLIENT) && m->num_clients > 0)
        return RSP_CONNECT;
    m->num_clients++;
    rsp_deframer_reset(&m->deframer);
    rsp_buf_clear(&m->last);
    m->asked = m->running = m->no_ack = m->described = m->begun = false;
    if (has_manner(m, GREETS))
        rsp_buf_str(out, "+$T05thread:1;#d7");
    return RSP_OK;
}

static inline rsp_status mannered_open(void *ctx, rsp_link **out_link, rsp_error *error) {
    const rsp_peer peer = {.connect = mannered_connect, .input = mannered_input, .ctx = ctx};
    rsp_status status = rsp_link_open_peer(out_link, &peer, NULL);
    return status == RSP_OK ? status : rsp_fail(error, status, "refused");
}

static inline void mannered_init(mannered *m, uint64_t manners) {
    *m = (mannered){.manners = manners, .pc = 0x1000};
    rsp_deframer_init(&m->deframer, &(rsp_deframer_options){.direction = RSP_TO_STUB});
}

static inline void mannered_free(mannered *m) {
    rsp_deframer_free(&m->deframer);
    rsp_buf_free(&m->seen);
    rsp_buf_free(&m->held);
    rsp_buf_free(&m->last);
}

#endif
