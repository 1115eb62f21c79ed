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

static bool is_at_work(const guest_watch *w, rsp_bytes payload) {
    rsp_breakpoint point = {0};
    rsp_error ignored;
    return rsp_bytes_index(payload, ';') == payload.len &&
           rsp_breakpoint_parse(&point, payload, &ignored) == RSP_OK && point.type == RSP_BREAK_SOFTWARE &&
           point.addr == w->guest->work;
}

/* A known write of the image that has the counter in it. */
static bool brings_counter(const rsp_player_guest *g, rsp_bytes payload) {
    uint64_t at = 0;
    uint64_t len = 0;
    rsp_bytes rest = rsp_bytes_from(payload, 1);
    return payload.ptr[0] == 'M' && rsp_take_addr_len(&at, &len, &rest) == RSP_OK && g->counter >= at &&
           g->counter - at < len;
}

/* What the request may do to the counter, and to the breakpoint that keeps it: other breakpoints of the lists
 * do nothing. */
static void note_count(guest_watch *w, watched *r, rsp_bytes payload, rsp_packet_id id) {
    const bool known = is_known(w->guest, payload, find(w->guest->opening, payload));
    const bool registers = id == RSP_PACKET_WRITE_REGISTER || id == RSP_PACKET_WRITE_REGISTERS;
    w->resumes += is_resume(payload);
    r->zeroes = r->index >= 0 && brings_counter(w->guest, payload);
    if (id == RSP_PACKET_INSERT_BREAKPOINT && known && is_at_work(w, payload))
        r->kind = WATCHED_ARM;
    r->disarms = id == RSP_PACKET_REMOVE_BREAKPOINT || r->index >= 0;
    if (!known && !is_resume(payload) && !(registers && r->block))
        w->count = (guest_count){.known = false};
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
    *r = (watched){
        .entry = entry, .kind = kind_of(payload, reads), .order = w->num, .breaks = w->breaks, .index = -1};
    if (reads)
        note_read(r, payload);
    else if (!mild)
        note_change(w, r, row, payload);
    if (!reads && !mild)
        note_count(w, r, payload, row ? row->id : RSP_PACKET_UNKNOWN);
    r->resumes = w->resumes;
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

/* A breakpoint keeps the counter from the moment on at which both are known. */
static void note_confirmed(guest_watch *w, const watched *r) {
    guest_count *c = &w->count;
    if (r->index >= 0)
        w->written |= UINT64_C(1) << r->index;
    if (r->zeroes)
        *c = (guest_count){.known = true, .resumes = r->resumes};
    if (r->kind == WATCHED_ARM) {
        c->known = c->known && c->resumes == r->resumes;
        c->armed = r->order;
    }
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
            const unsigned long long at = r->read_at + i;
            const size_t offset = (size_t)(at - w->guest->at);
            const rsp_bytes image = rsp_bytes_sub(w->guest->image, offset, 1);
            say_bytes(out->expected, sizeof out->expected, image);
            say_bytes(out->got, sizeof out->got, rsp_bytes_sub(rsp_buf_bytes(&got), i, SHOWN_BYTES));
            (void)snprintf(out->matcher, sizeof out->matcher, "{ regex: '^.{%zu}%s' }", 2 * i, out->expected);
            (void)snprintf(out->words, sizeof out->words,
                           "the loaded program's byte at 0x%llx is read as another", at);
            out->key = "image";
        }
    rsp_buf_free(&got);
    return same;
}

/* Whether work has had its breakpoint from before the last read on; what was sent after this one does not
 * matter. */
static bool is_armed(const guest_watch *w, const watched *r) {
    bool armed = w->count.armed > 0 && r->order < w->count.armed + MOST_WATCHED / 2;
    for (size_t i = 0; i < MOST_WATCHED && i < w->num && armed; i++) {
        const watched *q = &w->requests[i];
        armed = !q->disarms || q->order < w->count.armed || q->order > r->order;
    }
    return armed;
}

/* Each value has one byte that is not 0: the first or the last. */
static void match_counter(const rsp_player_guest *g, uint64_t low, uint64_t high, rsp_contradiction *out) {
    rsp_buf text = {.limit = sizeof out->matcher - 1};
    rsp_buf_str(&text, g->big_endian ? "{ regex: '(" : "{ regex: '^(");
    for (uint64_t value = low; value <= high; value++)
        rsp_buf_printf(&text, "%s%02x", value > low ? "|" : "", (unsigned)value);
    rsp_buf_str(&text, g->big_endian ? ")$' }" : ")' }");
    (void)snprintf(out->matcher, sizeof out->matcher, "%s", rsp_buf_cstr(&text));
    rsp_buf_free(&text);
}

/* A counter that is alone in the reply. The range that it can be in: where work has a breakpoint, a resume
 * leads by it at most once. */
static bool check_counter(guest_watch *w, const watched *r, rsp_bytes reply, rsp_contradiction *out) {
    const rsp_player_guest *g = w->guest;
    guest_count *c = &w->count;
    uint8_t bytes[8];
    if (r->read_at != g->counter || r->read_len != g->counter_bytes || r->read_len > sizeof bytes ||
        reply.len != 2 * r->read_len || rsp_hex_decode_into(bytes, reply) != RSP_OK)
        return true;
    const uint64_t value = rsp_number_of(rsp_bytes_make(bytes, r->read_len), g->big_endian);
    const uint64_t low = c->known ? c->value : 0;
    const uint64_t passed = r->resumes - c->resumes;
    const bool kept = c->known && is_armed(w, r);
    const uint64_t high =
        kept && low + passed < RSP_PLAYER_GUEST_CALLS ? low + passed : RSP_PLAYER_GUEST_CALLS;
    const bool good = value >= low && value <= high;
    if (!good) {
        (void)snprintf(out->expected, sizeof out->expected, "a counter of %llu to %llu",
                       (unsigned long long)low, (unsigned long long)high);
        (void)snprintf(out->got, sizeof out->got, "%llu", (unsigned long long)value);
        match_counter(g, low, high, out);
        (void)snprintf(out->words, sizeof out->words, "%s",
                       kept && value > high
                           ? "the program passed a breakpoint that was confirmed, without a stop"
                           : "the loaded program's counter is none that it can have");
        out->key = kept && value > high ? "passed" : "counter";
    }
    c->known = true;
    c->value = value;
    c->resumes = r->resumes;
    return good;
}

/* work(i) stores the byte i; nothing else is ever there. */
static bool check_marks(const guest_watch *w, const watched *r, rsp_bytes reply, rsp_contradiction *out) {
    const rsp_player_guest *g = w->guest;
    uint8_t bytes[RSP_PLAYER_GUEST_MARKS];
    if (r->read_at != g->marks || r->read_len != sizeof bytes || reply.len != 2 * sizeof bytes ||
        rsp_hex_decode_into(bytes, reply) != RSP_OK)
        return true;
    for (size_t i = 0; i < sizeof bytes; i++) {
        if (bytes[i] == 0 || (bytes[i] == i && i < RSP_PLAYER_GUEST_CALLS))
            continue;
        (void)snprintf(out->expected, sizeof out->expected, "00 or %02zx at byte %zu", i, i);
        say_bytes(out->got, sizeof out->got, rsp_bytes_make(bytes, sizeof bytes));
        (void)snprintf(out->matcher, sizeof out->matcher, "{ regex: '^.{%zu}(00|%02zx)' }", 2 * i, i);
        (void)snprintf(out->words, sizeof out->words, "the loaded program has stored what it never stores");
        out->key = "marks";
        return false;
    }
    return true;
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
    const uint64_t wanted = w->pc + (uint64_t)w->steps * g->step_bytes;
    if (!is_whole(w) || w->dirty || !is_in_straight(g, w->pc) || !is_in_straight(g, wanted - g->step_bytes) ||
        pc == wanted)
        return true;
    rsp_number_put(bytes, g->pc_bytes, wanted, g->big_endian);
    say_bytes(out->expected, sizeof out->expected, rsp_bytes_make(bytes, g->pc_bytes));
    rsp_number_put(bytes, g->pc_bytes, pc, g->big_endian);
    say_bytes(out->got, sizeof out->got, rsp_bytes_make(bytes, g->pc_bytes));
    (void)snprintf(out->matcher, sizeof out->matcher, "{ contains: '%s' }", out->expected);
    (void)snprintf(out->words, sizeof out->words,
                   "%u step%s in code without branches led %lld bytes on, not %u", w->steps,
                   w->steps == 1 ? "" : "s", (long long)(pc - w->pc), w->steps * g->step_bytes);
    out->key = "step";
    return false;
}

static bool check_registers(guest_watch *w, const watched *r, rsp_bytes reply, rsp_contradiction *out) {
    uint64_t pc = 0;
    const bool again = w->stepping == STEPPING_DONE && w->breaks_then == r->breaks;
    const bool known = take_pc(w->guest, reply, &pc);
    const bool good = !again || !known || check_step(w, pc, out);
    w->stepping = known ? STEPPING_AT : STEPPING_NOT;
    w->breaks_then = r->breaks;
    w->steps = 0;
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
    if (r->kind == WATCHED_STEP) {
        w->stepping = w->stepping != STEPPING_NOT && is_trap(reply) ? STEPPING_DONE : STEPPING_NOT;
        w->steps++;
    } else if (r->kind == WATCHED_OTHER || r->kind == WATCHED_ARM)
        w->stepping = STEPPING_NOT;
    if (rsp_bytes_equal(reply, RSP_LIT("OK")))
        note_confirmed(w, r);
    else if (r->block) {
        w->dirty = true;
        w->written = 0;
    }
    return r->read_len == 0 || !is_whole(w) ||
           (check_read(w, r, reply, out) && check_counter(w, r, reply, out) && check_marks(w, r, reply, out));
}
