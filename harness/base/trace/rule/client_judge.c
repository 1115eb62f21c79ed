/* The exchanges of the conversation say who owes what; each part below looks at one kind of promise.
 * A request that goes out while another has no reply is a breach only once that reply has come: where it
 * never comes the debugger was right to go on. See client_rule.h. */
/* SPDX-License-Identifier: MIT */
#include "client_rule_internal.h"

#include "codec/breakpoint.h"
#include "codec/escape.h"
#include "codec/explain.h"
#include "codec/feature.h"
#include "codec/multibreak.h"
#include "codec/qxfer.h"
#include <rsp/packet_ids.h>
#include <stdio.h>

enum { FRAME_BYTES = 4, SHOWN_BYTES = 40 }; /* '$', '#' and two digits; of a packet in a message */

static const double NS_PER_MS = 1e6;

/* An entry of the debugger, or the reply to one. */
typedef struct judge {
    rsp_client_rules *rules;
    const rsp_transcript *transcript;
    const rsp_entry *entry;
    rsp_negotiated modes; /* before it */
    rsp_pairing pairing;
    uint64_t oldest; /* request without a reply before it; RSP_NO_ENTRY */
} judge;

static const char *shown(judge *j, rsp_bytes payload) {
    rsp_buf text = {.mem = j->rules->mem};
    rsp_printable_append(&text, payload, SHOWN_BYTES);
    const char *kept = rsp_arena_str(&j->rules->texts, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return kept;
}

/* The payload of an entry that is still held; "?" for one that is not. */
static const char *shown_entry(judge *j, uint64_t index) {
    rsp_entry e;
    return index != RSP_NO_ENTRY && rsp_transcript_get(j->transcript, index, &e) ? shown(j, e.payload) : "?";
}

static bool is_packet(const rsp_entry *e) {
    return e->kind == RSP_ENTRY_PACKET;
}

/* --- one packet of the debugger ------------------------------------------------------------------------- */

static void judge_size(judge *j) {
    const uint64_t most = j->modes.packet_size;
    const uint64_t len = j->entry->wire_len > FRAME_BYTES ? j->entry->wire_len - FRAME_BYTES : 0;
    if (most > 0 && len > most)
        rsp_client_rule_break(j->rules, RSP_CLIENT_RULE_PACKET_SIZE, j->entry->index,
                              "%s has %llu bytes, and the stub's PacketSize is %llu",
                              shown(j, j->entry->payload), (unsigned long long)len, (unsigned long long)most);
}

static void judge_escapes(judge *j) {
    const rsp_bytes payload = j->entry->payload;
    size_t escapes = 0;
    while (escapes < payload.len && payload.ptr[payload.len - 1 - escapes] == RSP_ESCAPE_BYTE)
        escapes++;
    if (!j->entry->cut && escapes % 2 == 1)
        rsp_client_rule_break(j->rules, RSP_CLIENT_RULE_ESCAPES, j->entry->index,
                              "%s ends with an escape byte, and nothing behind it", shown(j, payload));
}

/* Removing behind inserting takes the breakpoint away again on a stub that does not count them. */
static void judge_batch(judge *j, rsp_packet_id packet) {
    rsp_arena arena = {.mem = j->rules->mem};
    rsp_multibreak_list list;
    const rsp_multibreak_form form =
        packet == RSP_PACKET_JMULTI_BREAKPOINT ? RSP_MULTIBREAK_LLDB : RSP_MULTIBREAK_RFC;
    if (j->entry->cut || rsp_multibreak_parse(&list, j->entry->payload, form, &arena, NULL) != RSP_OK)
        list.num = 0;
    for (size_t i = 0; i < list.num; i++) {
        rsp_breakpoint removed;
        rsp_breakpoint before;
        if (rsp_breakpoint_parse(&removed, list.items[i], NULL) != RSP_OK || removed.insert)
            continue;
        for (size_t k = 0; k < i; k++)
            if (rsp_breakpoint_parse(&before, list.items[k], NULL) == RSP_OK && before.insert &&
                before.type == removed.type && before.addr == removed.addr) {
                rsp_client_rule_break(j->rules, RSP_CLIENT_RULE_BATCH_ORDER, j->entry->index,
                                      "%s removes what %s has inserted in the same batch",
                                      shown(j, list.items[i]), shown(j, list.items[k]));
                break;
            }
    }
    rsp_arena_free(&arena);
}

/* x and X are tried, whatever was announced: that is how GDB and LLDB learn of them; of vCont they ask. */
static bool is_tried(rsp_packet_id packet) {
    return packet == RSP_PACKET_WRITE_BINARY || packet == RSP_PACKET_READ_BINARY ||
           packet == RSP_PACKET_VCONT;
}

/* "qXfer:features:read" of a request for a window; of others what the packet table has. */
static rsp_bytes feature_of(rsp_bytes request, rsp_packet_id packet) {
    rsp_qxfer asked;
    if (packet != RSP_PACKET_QXFER || rsp_qxfer_parse(&asked, request, NULL) != RSP_OK)
        return rsp_packet_feature(packet);
    return rsp_bytes_sub(request, 0, (size_t)(asked.operation.ptr + asked.operation.len - request.ptr));
}

static void judge_offer(judge *j, rsp_packet_id packet) {
    const rsp_bytes feature = feature_of(j->entry->payload, packet);
    const rsp_bytes offered = rsp_buf_bytes(&j->rules->offered);
    if (feature.len == 0 || !j->modes.asked || j->modes.unknown || is_tried(packet) ||
        rsp_feature_offered(offered, feature))
        return;
    rsp_client_rule_break(j->rules, RSP_CLIENT_RULE_OFFERED, j->entry->index,
                          "%s is sent, and the stub's qSupported has no %s", shown(j, j->entry->payload),
                          shown(j, feature));
}

/* What comes behind a window begins where that one ended, or before. */
static void judge_window(judge *j) {
    object_read *o = &j->rules->object;
    rsp_qxfer asked;
    if (rsp_qxfer_parse(&asked, j->entry->payload, NULL) != RSP_OK ||
        !rsp_bytes_equal(asked.operation, RSP_LIT("read")))
        return;
    rsp_bytes name = j->entry->payload; /* up to the last colon: what the window is of */
    while (name.len > 0 && name.ptr[name.len - 1] != ':')
        name.len--;
    if (!rsp_bytes_equal(name, rsp_buf_bytes(&o->name))) {
        rsp_buf_clear(&o->name);
        rsp_buf_append(&o->name, name);
        o->next = 0;
        if (j->rules->exchanges.midstream)
            o->next = asked.offset;
    }
    if (asked.offset > o->next)
        rsp_client_rule_break(j->rules, RSP_CLIENT_RULE_WINDOWS, j->entry->index,
                              "%s leaves out %llu bytes: the document has come up to 0x%llx",
                              shown(j, j->entry->payload), (unsigned long long)(asked.offset - o->next),
                              (unsigned long long)o->next);
    else if (asked.length == 0)
        rsp_client_rule_break(j->rules, RSP_CLIENT_RULE_WINDOWS, j->entry->index, "%s asks for no byte",
                              shown(j, j->entry->payload));
}

/* --- acknowledgments ------------------------------------------------------------------------------------ */

static void judge_ack(judge *j) {
    rsp_client_rules *r = j->rules;
    const bool plus = j->entry->kind == RSP_ENTRY_ACK;
    r->knows_stop = r->told_stop;
    if (rsp_mode_is_on(&j->modes, RSP_MODE_NO_ACK)) {
        if (!r->last_ack_due || !plus)
            rsp_client_rule_break(r, RSP_CLIENT_RULE_NO_ACK, j->entry->index, "%c in no-ack mode",
                                  plus ? '+' : '-');
        r->last_ack_due = false;
        return;
    }
    if (plus && r->damaged_due > 0 && r->acks_due == 0) {
        rsp_client_rule_break(r, RSP_CLIENT_RULE_REFUSES, j->entry->index,
                              "+ for a packet whose checksum is wrong");
        r->damaged_due--;
    } else if (plus) {
        r->acks_due -= r->acks_due > 0;
    } else if (r->damaged_due > 0) {
        r->damaged_due--;
    } else if (r->acks_due > 0) {
        r->acks_due--; /* it wants the packet again: its own business */
    }
}

/* What the stub has sent and was not acknowledged before the next packet of the debugger never will be. */
static void judge_owed(judge *j) {
    rsp_client_rules *r = j->rules;
    if (r->acks_due > 0)
        rsp_client_rule_break(r, RSP_CLIENT_RULE_ACKS, j->entry->index,
                              "%s is sent, and %zu packet%s of the stub %s no +", shown(j, j->entry->payload),
                              r->acks_due, r->acks_due == 1 ? "" : "s", r->acks_due == 1 ? "has" : "have");
    if (r->damaged_due > 0)
        rsp_client_rule_break(r, RSP_CLIENT_RULE_REFUSES, j->entry->index,
                              "%s is sent, and a damaged packet of the stub has no -",
                              shown(j, j->entry->payload));
    r->acks_due = r->damaged_due = 0;
}

/* --- turns ---------------------------------------------------------------------------------------------- */

static uint64_t time_of(judge *j, uint64_t index) {
    rsp_entry e;
    return rsp_transcript_get(j->transcript, index, &e) ? e.time_ns : 0;
}

/* Two replies to what was sent one after the other: the debugger had not waited for the first. A single one
 * shows nothing, as the other may never come. */
static void judge_wait(judge *j) {
    rsp_client_rules *r = j->rules;
    if (!is_packet(j->entry) || r->overtaken == RSP_NO_ENTRY || ++r->replies < 2)
        return;
    const uint64_t waited = time_of(j, r->last_request) - time_of(j, r->overtaken);
    char after[40] = ""; /* a log may have no times */
    if (waited > 0)
        (void)snprintf(after, sizeof after, "%.1f ms ", (double)waited / NS_PER_MS);
    rsp_client_rule_break(r, RSP_CLIENT_RULE_WAITS, r->last_request,
                          "%s is sent %safter %s, before its reply, and both are answered",
                          shown_entry(j, r->last_request), after, shown_entry(j, r->overtaken));
    r->overtaken = RSP_NO_ENTRY;
}

static void judge_interrupt(judge *j) {
    rsp_client_rules *r = j->rules;
    if (r->told_stop && r->knows_stop && !rsp_mode_is_on(&j->modes, RSP_MODE_NON_STOP))
        rsp_client_rule_break(r, RSP_CLIENT_RULE_INTERRUPT, j->entry->index,
                              "0x03 is sent, and the debugger knows that the program stands");
}

static void judge_request(judge *j) {
    rsp_client_rules *r = j->rules;
    const rsp_packet_id packet = rsp_packet_identify(j->entry->payload);
    judge_escapes(j);
    judge_offer(j, packet);
    if (packet == RSP_PACKET_MULTI_BREAKPOINT || packet == RSP_PACKET_JMULTI_BREAKPOINT)
        judge_batch(j, packet);
    judge_window(j);
    r->last_request = j->entry->index;
    /* vCtrlC stops what runs, and what a File-I/O call needs is read while the program waits for it */
    r->overtaken = packet == RSP_PACKET_VCTRLC || r->serves_file ? RSP_NO_ENTRY : j->oldest;
    r->replies = 0;
    r->knows_stop = r->told_stop;
    if (rsp_packet_runs(packet) || rsp_request_may(j->entry->payload, RSP_EFFECT_COMMANDS))
        r->told_stop = r->knows_stop = false;
}

static void note_window(judge *j, rsp_bytes request) {
    rsp_qxfer asked;
    const rsp_bytes reply = j->entry->payload;
    rsp_buf data = {.mem = j->rules->mem};
    if (rsp_qxfer_parse(&asked, request, NULL) == RSP_OK && reply.len > 0 && !j->entry->cut &&
        (reply.ptr[0] == 'm' || reply.ptr[0] == 'l') &&
        rsp_unescape(&data, rsp_bytes_from(reply, 1)) == RSP_OK &&
        asked.offset + data.len > j->rules->object.next)
        j->rules->object.next = asked.offset + data.len;
    rsp_buf_free(&data);
}

static void note_reply(judge *j) {
    rsp_client_rules *r = j->rules;
    const rsp_exchange *e = &j->pairing.exchange;
    rsp_entry request;
    if (!j->pairing.have_exchange)
        return;
    if (e->class_ == RSP_EXCHANGE_PROGRAM || e->packet == RSP_PACKET_REASON) {
        r->told_stop = true;
        r->knows_stop = false;
    }
    if (!rsp_transcript_get(j->transcript, e->request, &request) || request.cut)
        return;
    if (e->packet == RSP_PACKET_QSUPPORTED) {
        rsp_buf_clear(&r->offered);
        rsp_buf_append(&r->offered, j->entry->payload);
    } else {
        note_window(j, request.payload);
    }
}

/* --- entries -------------------------------------------------------------------------------------------- */

static void judge_client(judge *j) {
    const rsp_entry *e = j->entry;
    if ((e->kind == RSP_ENTRY_ACK || e->kind == RSP_ENTRY_NAK) && !j->rules->without_acks)
        judge_ack(j);
    if (e->kind == RSP_ENTRY_ABANDONED)
        rsp_client_rule_break(j->rules, RSP_CLIENT_RULE_ESCAPES, e->index, "a bare $ within a packet: %s",
                              shown(j, e->payload));
    if (e->kind == RSP_ENTRY_INTERRUPT)
        judge_interrupt(j);
    if (!is_packet(e))
        return;
    judge_size(j);
    judge_owed(j);
    if (j->rules->refused && j->pairing.role != RSP_ROLE_REPEATED_REQUEST)
        rsp_client_rule_break(j->rules, RSP_CLIENT_RULE_RESENDS, e->index,
                              "%s is sent after -, and it is not the packet before", shown(j, e->payload));
    j->rules->refused = false;
    if (j->pairing.role == RSP_ROLE_REQUEST)
        judge_request(j);
}

static void judge_stub(judge *j) {
    rsp_client_rules *r = j->rules;
    const rsp_entry *e = j->entry;
    const bool no_ack = rsp_mode_is_on(&j->modes, RSP_MODE_NO_ACK);
    if (is_packet(e) && !no_ack && !r->without_acks)
        *(e->checksum_ok ? &r->acks_due : &r->damaged_due) += 1;
    if (e->kind == RSP_ENTRY_NAK && !no_ack)
        r->refused = r->last_request != RSP_NO_ENTRY;
    if (j->pairing.role == RSP_ROLE_REPLY || j->pairing.role == RSP_ROLE_NOTHING ||
        j->pairing.role == RSP_ROLE_UNSOLICITED)
        judge_wait(j);
    if (j->pairing.role == RSP_ROLE_REPLY)
        note_reply(j);
    if (!no_ack && rsp_mode_is_on(&r->exchanges.negotiated, RSP_MODE_NO_ACK)) {
        r->acks_due = r->damaged_due = 0;
        r->last_ack_due = true;
    }
}

static void new_connection(rsp_client_rules *r) {
    r->last_request = r->overtaken = RSP_NO_ENTRY;
    r->acks_due = r->damaged_due = 0;
    rsp_buf_clear(&r->object.name);
    r->last_ack_due = r->refused = r->serves_file = r->knows_stop = r->told_stop = false;
}

void rsp_client_rules_observe(void *ctx, const rsp_transcript *transcript, const rsp_entry *entry) {
    rsp_client_rules *r = ctx;
    judge j = {.rules = r, .transcript = transcript, .entry = entry, .modes = r->exchanges.negotiated};
    if (entry->kind == RSP_ENTRY_NOTE)
        return;
    if (entry->kind == RSP_ENTRY_CONNECT || entry->kind == RSP_ENTRY_GAP || entry->kind == RSP_ENTRY_CLOSE)
        new_connection(r);
    const rsp_pending_request *oldest = rsp_exchanges_oldest(&r->exchanges);
    j.oldest = oldest && !rsp_request_is_optional(oldest) ? oldest->entry : RSP_NO_ENTRY;
    const rsp_status status = rsp_exchanges_feed(&r->exchanges, transcript, entry, &j.pairing);
    if (r->status == RSP_OK)
        r->status = status;
    r->serves_file =
        j.pairing.role == RSP_ROLE_FILE_REQUEST || (r->serves_file && j.pairing.role != RSP_ROLE_FILE_REPLY);
    if (rsp_mode_is_on(&j.modes, RSP_MODE_COMPRESSION))
        return; /* what is compressed can not be judged */
    if (entry->direction == RSP_TO_STUB)
        judge_client(&j);
    else
        judge_stub(&j);
}
