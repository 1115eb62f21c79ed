/* The guest is whole while each message that brought it was confirmed, and nothing was sent since that may
 * have changed it: unknown requests, writes, resumes with registers that nobody set. Whoever brings it anew
 * heals it. See guest_watch.h. */
/* SPDX-License-Identifier: MIT */
#include "play/guest_watch.h"

#include "codec/breakpoint.h"
#include "core/byte_order.h"
#include "core/hex.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/payload.h>
#include <stdio.h>

enum { MOST_OPENING = 64, LONGEST_READ = 1024, LONGEST_TRAP = 8 };

/* No memory, no register, and no running program is touched by these. */
static const unsigned mild_effects =
    RSP_EFFECT_READS | RSP_EFFECT_SELECTS | RSP_EFFECT_SETS | RSP_EFFECT_SWITCHES | RSP_EFFECT_FETCHES;

void guest_watch_begin(guest_watch *w) {
    *w = (guest_watch){.guest = w->guest, .dirty = true};
}

/* --- what is sent --- */

/* The place of the message with this payload; the list's length: it has none. */
static size_t find(const rsp_messages *list, rsp_bytes payload) {
    size_t i = 0;
    while (i < list->num && !rsp_bytes_equal(rsp_messages_bytes(list, i), payload))
        i++;
    return i;
}

/* Whether the payload is one of those that do the guest no harm; `index`: its place in the opening. */
static bool is_known(const rsp_player_guest *g, rsp_bytes payload, size_t index) {
    bool known = index < g->opening->num;
    for (size_t i = 0; !known && i < g->num_lists; i++)
        known = find(&g->lists[i], payload) < g->lists[i].num;
    return known;
}

/* Whether an instruction of the straight code begins there. */
static bool is_in_straight(const rsp_player_guest *g, uint64_t at) {
    return g->step_bytes > 0 && at >= g->straight && (at - g->straight) % g->step_bytes == 0 &&
           (at - g->straight) / g->step_bytes < RSP_PLAYER_GUEST_STEPS;
}

/* A trap inside an instruction, or one that does something, may lead the program anywhere. */
static bool is_harmless_point(const guest_watch *w, rsp_bytes payload) {
    rsp_breakpoint point = {0};
    rsp_error ignored;
    if (rsp_bytes_index(payload, ';') < payload.len ||
        rsp_breakpoint_parse(&point, payload, &ignored) != RSP_OK)
        return false;
    const rsp_player_guest *g = w->guest;
    const bool elsewhere = point.addr + LONGEST_TRAP <= g->at || point.addr >= g->at + g->image.len;
    return point.type != RSP_BREAK_SOFTWARE || elsewhere || is_in_straight(g, point.addr);
}

/* The whole program: the letter alone, or as the only action of vCont. */
static bool resumes_by(rsp_bytes payload, char letter) {
    const rsp_bytes name = rsp_packet_name(RSP_PACKET_VCONT);
    if (rsp_bytes_starts(payload, name))
        payload = rsp_bytes_from(payload, name.len);
    (void)rsp_take_byte(&payload, ';');
    return payload.len == 1 && payload.ptr[0] == (uint8_t)letter;
}

static bool is_step(rsp_bytes payload) {
    return resumes_by(payload, 's');
}

static bool is_resume(rsp_bytes payload) {
    return is_step(payload) || resumes_by(payload, 'c');
}

static void note_read(watched *r, rsp_bytes payload) {
    rsp_bytes rest = rsp_bytes_from(payload, 1);
    uint64_t len = 0;
    if (payload.ptr[0] == 'm' && rsp_take_addr_len(&r->read_at, &len, &rest) == RSP_OK && rest.len == 0 &&
        len <= LONGEST_READ)
        r->read_len = (size_t)len;
}

/* Whether the request may have changed the guest; if so it is not whole any more. */
static void note_change(guest_watch *w, watched *r, const rsp_packet_row *row, rsp_bytes payload) {
    const rsp_packet_id id = row ? row->id : RSP_PACKET_UNKNOWN;
    const bool point = id == RSP_PACKET_INSERT_BREAKPOINT || id == RSP_PACKET_REMOVE_BREAKPOINT;
    const size_t index = find(w->guest->opening, payload);
    const bool known = is_known(w->guest, payload, index);
    if (index < w->guest->opening->num && index < MOST_OPENING)
        r->index = (int)index;
    if (is_resume(payload)) {
        w->written = w->dirty ? 0 : w->written;
    } else if (id == RSP_PACKET_WRITE_REGISTER || id == RSP_PACKET_WRITE_REGISTERS) {
        r->block = known && id == RSP_PACKET_WRITE_REGISTERS;
        w->dirty = !r->block; /* what follows may be under way before the reply comes */
    } else if (point) {
        w->spoilt = w->spoilt || (!known && !is_harmless_point(w, payload));
    } else if (!known) {
        w->written = 0;
        w->dirty = true;
    }
}

static watched_kind kind_of(rsp_bytes payload, bool reads) {
    if (rsp_bytes_equal(payload, RSP_LIT("g")))
        return WATCHED_REGISTERS;
    return is_step(payload) ? WATCHED_STEP : reads ? WATCHED_NEUTRAL : WATCHED_OTHER;
}

void guest_watch_note_sent(guest_watch *w, uint64_t entry, rsp_bytes payload, bool plain) {
    if (!w->guest)
        return;
    w->breaks += payload.len == 0; /* an interrupt, a pause */
    if (payload.len == 0)
        return;
    if (!plain) {
        guest_watch_begin(w);
        return;
    }
    const rsp_packet_row *row = rsp_packet_lookup(payload, NULL);
    const bool reads = row && (row->effect & RSP_EFFECT_READS);
    const bool mild = row && (row->effect & ~mild_effects) == 0;
    watched *r = &w->requests[w->num++ % MOST_WATCHED];
    *r = (watched){.entry = entry, .kind = kind_of(payload, reads), .breaks = w->breaks, .index = -1};
    if (reads)
        note_read(r, payload);
    else if (!mild)
        note_change(w, r, row, payload);
}

/* --- what is answered --- */

static bool is_whole(const guest_watch *w) {
    const size_t num = w->guest->opening->num;
    uint64_t wanted = 0;
    for (size_t i = 0; i < num && i < MOST_OPENING; i++) {
        const rsp_bytes payload = rsp_messages_bytes(w->guest->opening, i);
        if (payload.len > 0 && payload.ptr[0] == 'M')
            wanted |= UINT64_C(1) << i;
    }
    return num <= MOST_OPENING && !w->spoilt && wanted != 0 && (w->written & wanted) == wanted;
}

static void note_confirmed(guest_watch *w, const watched *r) {
    if (r->index >= 0)
        w->written |= UINT64_C(1) << r->index;
}

static void say_bytes(char *out, size_t size, rsp_bytes bytes) {
    rsp_buf hex = {0};
    rsp_hex_append(&hex, bytes);
    (void)snprintf(out, size, "%s", rsp_buf_cstr(&hex));
    rsp_buf_free(&hex);
}

/* The byte of the image at an address, where nothing that the guest does changes it; -1. */
static int constant_at(const rsp_player_guest *g, uint64_t at) {
    const uint64_t offset = at - g->at;
    const bool known =
        at >= g->at && offset < g->image.len && (offset < g->code_bytes || offset >= g->constants);
    return known ? g->image.ptr[offset] : -1;
}

static bool check_read(const guest_watch *w, const watched *r, rsp_bytes reply, rsp_contradiction *out) {
    enum { SHOWN_BYTES = 16 };
    rsp_buf got = {.limit = LONGEST_READ};
    bool same = true;
    if (rsp_hex_decode(&got, reply) == RSP_OK && got.len <= r->read_len)
        for (size_t i = 0; i < got.len && same; i++) {
            const int wanted = constant_at(w->guest, r->read_at + i);
            same = wanted < 0 || wanted == got.ptr[i];
            if (same)
                continue;
            const size_t offset = (size_t)(r->read_at + i - w->guest->at);
            const rsp_bytes image = rsp_bytes_sub(w->guest->image, offset, 1);
            say_bytes(out->expected, sizeof out->expected, image);
            say_bytes(out->got, sizeof out->got, rsp_bytes_sub(rsp_buf_bytes(&got), i, SHOWN_BYTES));
            (void)snprintf(out->matcher, sizeof out->matcher, "{ regex: '^.{%zu}%s' }", 2 * i, out->expected);
        }
    rsp_buf_free(&got);
    return same;
}

static bool take_pc(const rsp_player_guest *g, rsp_bytes reply, uint64_t *out) {
    uint8_t bytes[8];
    const rsp_bytes digits = rsp_bytes_sub(reply, 2 * (size_t)g->pc_offset, 2 * (size_t)g->pc_bytes);
    if (g->pc_bytes == 0 || g->pc_bytes > sizeof bytes || digits.len != 2 * (size_t)g->pc_bytes ||
        rsp_hex_decode_into(bytes, digits) != RSP_OK)
        return false;
    *out = rsp_number_of(rsp_bytes_make(bytes, g->pc_bytes), g->big_endian);
    return true;
}

static bool check_step(const guest_watch *w, uint64_t pc, rsp_contradiction *out) {
    const rsp_player_guest *g = w->guest;
    uint8_t bytes[8];
    if (!is_whole(w) || w->dirty || !is_in_straight(g, w->pc) || pc == w->pc + g->step_bytes)
        return true;
    rsp_number_put(bytes, g->pc_bytes, w->pc + g->step_bytes, g->big_endian);
    say_bytes(out->expected, sizeof out->expected, rsp_bytes_make(bytes, g->pc_bytes));
    rsp_number_put(bytes, g->pc_bytes, pc, g->big_endian);
    say_bytes(out->got, sizeof out->got, rsp_bytes_make(bytes, g->pc_bytes));
    (void)snprintf(out->matcher, sizeof out->matcher, "{ contains: '%s' }", out->expected);
    return false;
}

static bool check_registers(guest_watch *w, const watched *r, rsp_bytes reply, rsp_contradiction *out) {
    uint64_t pc = 0;
    const bool again = w->stepping == STEPPING_DONE && w->breaks_then == r->breaks;
    const bool known = take_pc(w->guest, reply, &pc);
    const bool good = !again || !known || check_step(w, pc, out);
    w->stepping = known ? STEPPING_AT : STEPPING_NOT;
    w->breaks_then = r->breaks;
    w->pc = pc;
    return good;
}

static const watched *find_request(const guest_watch *w, uint64_t entry) {
    for (size_t i = 0; i < MOST_WATCHED && i < w->num; i++)
        if (w->requests[i].entry == entry)
            return &w->requests[i];
    return NULL;
}

static bool is_trap(rsp_bytes reply) {
    return rsp_bytes_starts(reply, RSP_LIT("T05")) || rsp_bytes_equal(reply, RSP_LIT("S05"));
}

bool guest_watch_note_reply(guest_watch *w, const rsp_exchange *done, rsp_bytes reply,
                            rsp_contradiction *out) {
    const watched *r = w->guest ? find_request(w, done->request) : NULL;
    if (!r)
        return true;
    if (r->kind == WATCHED_REGISTERS)
        return check_registers(w, r, reply, out);
    if (r->kind == WATCHED_STEP)
        w->stepping = w->stepping == STEPPING_AT && is_trap(reply) ? STEPPING_DONE : STEPPING_NOT;
    else if (r->kind == WATCHED_OTHER)
        w->stepping = STEPPING_NOT;
    if (rsp_bytes_equal(reply, RSP_LIT("OK")))
        note_confirmed(w, r);
    else if (r->block) {
        w->dirty = true;
        w->written = 0;
    }
    return r->read_len == 0 || !is_whole(w) || check_read(w, r, reply, out);
}
