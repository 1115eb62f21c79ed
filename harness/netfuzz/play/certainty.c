/* What a message does to a session, as far as bytes tell: whether a stub must answer it, may take it in
 * different ways, is let run or asked to end by it, and what may share a write with it. The lists of packets
 * that differ in this are here. See player.h. */
/* SPDX-License-Identifier: MIT */
#include "certainty.h"

#include <rsp/frame.h>
#include <rsp/packet_table.h>

enum { CALM_BYTES = 2048 };

bool player_asks_to_end(rsp_bytes bytes) {
    for (size_t at = 0; at + 1 < bytes.len; at++) {
        rsp_bytes here = rsp_bytes_from(bytes, at);
        if (here.ptr[0] == '$' && (rsp_request_may(rsp_bytes_from(here, 1), RSP_EFFECT_ENDS) ||
                                   rsp_bytes_starts(here, RSP_LIT("$vRun"))))
            return true;
        if (here.ptr[0] == 'v' && rsp_bytes_starts(here, RSP_LIT("vKill")))
            return true;
    }
    return false;
}

bool player_lets_run(rsp_bytes payload) {
    return rsp_request_may(payload, RSP_EFFECTS_RUN | RSP_EFFECT_ENDS);
}

/* Acknowledgments and whole packets only, so that no two stubs should disagree about them. */
static bool is_framed(rsp_bytes wire) {
    rsp_deframer deframer = {0};
    rsp_event event = {0};
    bool framed = true;
    while (wire.len > 0 && framed) {
        wire = rsp_bytes_from(wire, rsp_deframe(&deframer, wire, &event));
        framed = event.kind == RSP_EVENT_ACK || event.kind == RSP_EVENT_NAK ||
                 event.kind == RSP_EVENT_INTERRUPT ||
                 (event.kind == RSP_EVENT_PACKET && event.checksum_hex &&
                  (event.payload.len == 0 || event.payload.ptr[event.payload.len - 1] != '}'));
    }
    rsp_deframer_free(&deframer);
    return framed;
}

/* '-' asks for the last reply again. That is only clear for a single one, in place of the '+' that is due;
 * and one that brings the '+' for what comes again leaves ours over, which is then taken for the next
 * reply's. */
static bool vague_refusal(const rsp_player *p, rsp_bytes wire, bool ack_due) {
    size_t first = rsp_bytes_index(wire, '-');
    if (first == wire.len || wire.ptr[0] == '$')
        return false;
    rsp_bytes rest = rsp_bytes_from(wire, first + 1);
    bool more = rsp_bytes_index(rest, '-') < rest.len || rsp_bytes_index(rest, '+') < rest.len;
    return !ack_due || first > 0 || more || p->out.len > 0 || rsp_player_owed(p) > 0;
}

/* Where packets are acknowledged the next one waits for '+'. A stub that waits for its own behind the reply
 * to the first may take the second for junk, and the same one twice is one that was sent again. */
void player_weigh_crowd(rsp_player *p) {
    bool crowd = !p->no_ack && p->out.len > 0;
    p->murky = p->murky || crowd;
    p->loose = p->loose || crowd;
    p->uncertain = p->uncertain || crowd;
}

/* "$QNonStop:1" and the like, wherever in the bytes a stub may see it. Acks that are off stay off. Letters
 * instead of the packet table's effects: nothing is framed yet, and any unknown Q or v packet may be a mode.
 */
static bool may_change(const rsp_player *p, rsp_bytes wire) {
    static const char letters[] = "Q!vkDRrHcCsS";
    for (size_t at = rsp_bytes_index(wire, '$'); at + 1 < wire.len; at++) {
        rsp_bytes rest = rsp_bytes_from(wire, at + 1);
        bool starts = wire.ptr[at] == '$' && rest.ptr[0] != 0;
        bool off_again = p->no_ack && rsp_bytes_starts(rest, RSP_LIT("QStartNoAckMode"));
        if (starts && !off_again &&
            (strchr(letters, rest.ptr[0]) || rsp_bytes_starts(rest, RSP_LIT("qSupported"))))
            return true;
    }
    return false;
}

static bool only_acks(rsp_bytes wire) {
    size_t at = 0;
    while (at < wire.len && (wire.ptr[at] == '+' || wire.ptr[at] == '-'))
        at++;
    return at == wire.len;
}

/* Once it is not sure what the stub has understood, it is not sure either which modes it is in. And where a
 * reply may come again for each byte that is no '+', only an unmistakable probe tells which of them is the
 * last. */
static void weigh_modes(rsp_player *p, rsp_bytes wire) {
    p->changing = p->changing || may_change(p, wire);
    bool mistakable = p->changing || !p->probe_mark[0];
    bool lost = p->loose && !p->no_ack && (p->vague || (mistakable && !only_acks(wire)));
    p->spoilt = p->spoilt || lost || (p->murky && p->changing);
}

void player_weigh(rsp_player *p, rsp_message_kind kind, rsp_bytes wire, bool ack_due) {
    const rsp_negotiated *n = &rsp_rules_exchanges(p->rules)->negotiated;
    uint64_t limit = n->packet_size ? n->packet_size : 400;
    bool other = wire.len == 0 || (wire.ptr[0] != '+' && wire.ptr[0] != '-');
    bool withheld = kind == RSP_MESSAGE_RAW && ack_due && other;
    p->vague = p->vague || vague_refusal(p, wire, ack_due);
    bool framed = is_framed(wire) && !p->vague && !withheld;
    bool long_one = wire.len > limit + 4;
    bool in_run = rsp_player_running(p) && kind != RSP_MESSAGE_INTERRUPT;
    p->uncertain = p->uncertain || p->spoilt || kind >= RSP_MESSAGE_BROKEN || !framed || long_one;
    p->loose = p->loose || p->spoilt || !framed || in_run;
    /* Without acks a bad checksum may pass for a good one; and some requests need no reply. */
    static const char silent[] = "kRr";
    bool unclear = (kind == RSP_MESSAGE_BROKEN && p->no_ack) ||
                   (wire.len > 1 && wire.ptr[1] != 0 && strchr(silent, wire.ptr[1]));
    p->murky = p->murky || !framed || long_one || in_run || unclear;
    weigh_modes(p, wire);
}

/* Lets the program run, ends the session, or may. */
static bool moves_on(rsp_bytes payload) {
    static const char letters[] = "cCsSkDRribAt!";
    const rsp_bytes names[] = {RSP_LIT("vCont;"), RSP_LIT("vRun"), RSP_LIT("vAttach"), RSP_LIT("vKill"),
                               RSP_LIT("qRcmd")};
    for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++)
        if (rsp_bytes_starts(payload, names[i]))
            return true;
    return payload.len > 0 && payload.ptr[0] != 0 && strchr(letters, payload.ptr[0]);
}

bool player_is_calm(const rsp_player *p, rsp_message_kind kind, rsp_bytes payload) {
    const rsp_bytes apart[] = {RSP_LIT("QNonStop"), RSP_LIT("vCtrlC"), RSP_LIT("F"), RSP_LIT("I")};
    bool no_ack = rsp_rules_exchanges(p->rules)->negotiated.no_ack;
    if (!no_ack || payload.len >= CALM_BYTES || moves_on(payload))
        return false;
    if (kind == RSP_MESSAGE_RAW || kind == RSP_MESSAGE_BROKEN)
        return p->spoilt && !may_change(p, payload);
    if (kind != RSP_MESSAGE_PACKET)
        return false;
    if (p->spoilt || p->murky)
        return p->spoilt;
    for (size_t i = 0; i < RSP_ARRAY_LEN(apart); i++)
        if (rsp_bytes_starts(payload, apart[i]))
            return false;
    return payload.len > 0;
}

bool player_is_cloudy(rsp_message_kind kind, rsp_bytes payload) {
    return kind == RSP_MESSAGE_RAW || kind == RSP_MESSAGE_BROKEN || payload.len >= CALM_BYTES;
}
