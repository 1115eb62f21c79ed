/* Registers are written twice, by P and by G: a stub may lack either, and one that has both takes the same
 * values again. What a load does where it enters is its own affair (guest/guest_load.h): it is written down.
 * See guest_seeds.h. */
/* SPDX-License-Identifier: MIT */
#include "campaign/guest_seeds.h"

#include "codec/breakpoint.h"
#include "core/byte_order.h"
#include "core/hex.h"
#include <inttypes.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

enum { LONGEST_REGISTER = 8 };

/* A list in the making. */
typedef struct maker {
    const rsp_guest_load *load;
    const rsp_tdesc *target;
    uint64_t packet_bytes;
    rsp_messages *list;
    rsp_buf request;
    rsp_buf block; /* hex digits of all registers, as the entered guest has them */
    bool full;
} maker;

static void begin(maker *m, rsp_packet_id id) {
    rsp_buf_clear(&m->request);
    rsp_buf_append(&m->request, rsp_packet_name(id));
}

static void end(maker *m) {
    m->full |= m->request.status != RSP_OK ||
               !rsp_messages_append(m->list, RSP_MESSAGE_PACKET, rsp_buf_bytes(&m->request));
}

static void send(maker *m, rsp_packet_id id) {
    begin(m, id);
    end(m);
}

static uint64_t place(const maker *m, const char *name) {
    const rsp_guest_symbol *s = rsp_guest_find(m->load->guest, name);
    return rsp_guest_address(m->load, s ? s->offset : 0);
}

/* --- the guest, brought again: what a load asks when it enters, written down --- */

static bool line_ask(void *ctx, rsp_bytes request, rsp_bytes *out_reply) {
    maker *m = ctx;
    rsp_buf_clear(&m->request);
    rsp_buf_append(&m->request, request);
    end(m);
    *out_reply = RSP_LIT("OK");
    return true;
}

static bool line_resume(void *ctx, bool step, const char **out_why) {
    (void)ctx;
    (void)step;
    *out_why = "nothing is resumed here";
    return false;
}

/* A register that fits a number, and is in the block; *out_digits is where. */
static const rsp_tdesc_register *find(maker *m, const char *name, uint8_t **out_digits) {
    const rsp_tdesc_register *r = rsp_tdesc_find(m->target, name);
    if (!r || r->bits == 0 || r->bits % 8 != 0 || r->bits / 8 > LONGEST_REGISTER ||
        ((size_t)r->offset + r->bits / 8) * 2 > m->block.len)
        return NULL;
    *out_digits = m->block.ptr + (size_t)r->offset * 2;
    return r;
}

static bool line_get(void *ctx, const char *name, uint64_t *out) {
    maker *m = ctx;
    uint8_t *digits = NULL;
    const rsp_tdesc_register *r = find(m, name, &digits);
    rsp_buf bytes = {.mem = m->request.mem};
    const bool known = r && rsp_hex_decode(&bytes, rsp_bytes_make(digits, r->bits / 4)) == RSP_OK;
    *out = known ? rsp_number_of(rsp_buf_bytes(&bytes), m->load->guest->big_endian) : 0;
    rsp_buf_free(&bytes);
    return known;
}

static bool line_set(void *ctx, const char *name, uint64_t value) {
    maker *m = ctx;
    uint8_t bytes[LONGEST_REGISTER];
    uint8_t *digits = NULL;
    const rsp_tdesc_register *r = find(m, name, &digits);
    if (!r)
        return false;
    rsp_number_put(bytes, r->bits / 8, value, m->load->guest->big_endian);
    begin(m, RSP_PACKET_WRITE_REGISTER);
    rsp_buf_printf(&m->request, "%x=", (unsigned)r->number);
    const size_t at = m->request.len;
    rsp_hex_append(&m->request, rsp_bytes_make(bytes, r->bits / 8));
    if (m->request.len - at == r->bits / 4)
        memcpy(digits, m->request.ptr + at, r->bits / 4);
    end(m);
    return true;
}

/* As a program of ours begins. The block comes last: it has all that was set. */
static void enter(maker *m, const char *program) {
    enum { LEAST_BYTES = 64 };
    rsp_guest_load mine = *m->load;
    const rsp_guest_line line = {.ask = line_ask,
                                 .resume = line_resume,
                                 .get = line_get,
                                 .set = line_set,
                                 .ctx = m,
                                 .packet_bytes =
                                     m->packet_bytes < LEAST_BYTES ? LEAST_BYTES : m->packet_bytes};
    mine.by_x = false;               /* messages are kept as text */
    begin(m, RSP_PACKET_QSUPPORTED); /* how long packets may be: the image is long */
    rsp_buf_str(&m->request, ":swbreak+;hwbreak+");
    end(m);
    rsp_buf_clear(&m->block);
    rsp_buf_append(&m->block, rsp_buf_bytes(&m->load->registers));
    if (mine.given == RSP_GUEST_BY_STUB) {
        begin(m, RSP_PACKET_ALLOCATE);
        rsp_buf_printf(&m->request, "%" PRIx64 ",rwx", mine.bytes);
        end(m);
    }
    mine.given = RSP_GUEST_NOT_GIVEN;
    (void)rsp_guest_enter(&mine, &line, program); /* registers that are not known are left alone */
    begin(m, RSP_PACKET_WRITE_REGISTERS);
    rsp_buf_append(&m->request, rsp_buf_bytes(&m->block));
    end(m);
}

/* --- sequences --- */

static void switch_point(maker *m, rsp_packet_id id, unsigned type, const char *at, uint64_t kind) {
    begin(m, id);
    rsp_buf_printf(&m->request, "%x,%" PRIx64 ",%" PRIx64, type, place(m, at), kind);
    end(m);
}

static void read_word(maker *m, const char *name) {
    begin(m, RSP_PACKET_READ_MEMORY);
    rsp_buf_printf(&m->request, "%" PRIx64 ",%x", place(m, name), m->load->guest->word_bytes);
    end(m);
}

/* Two hits, with a look at each, off again, and steps. */
static void stop_at(maker *m, unsigned type, const char *at, const char *variable, uint64_t kind) {
    enum { STEPS = 4 };
    switch_point(m, RSP_PACKET_INSERT_BREAKPOINT, type, at, kind);
    for (int i = 0; i < 2; i++) {
        send(m, RSP_PACKET_CONTINUE);
        send(m, RSP_PACKET_READ_REGISTERS);
        read_word(m, variable);
    }
    switch_point(m, RSP_PACKET_REMOVE_BREAKPOINT, type, at, kind);
    for (int i = 0; i < STEPS; i++)
        send(m, RSP_PACKET_STEP);
}

static void interrupt_it(maker *m) {
    send(m, RSP_PACKET_CONTINUE);
    m->full |= !rsp_messages_append(m->list, RSP_MESSAGE_INTERRUPT, (rsp_bytes){0});
    read_word(m, "spins");
}

/* The straight code, one instruction after the other, with a look at code below a breakpoint. */
static void step_through(maker *m, uint64_t kind) {
    switch_point(m, RSP_PACKET_INSERT_BREAKPOINT, RSP_BREAK_SOFTWARE, "straight", kind);
    read_word(m, "straight");
    send(m, RSP_PACKET_CONTINUE);
    send(m, RSP_PACKET_READ_REGISTERS);
    switch_point(m, RSP_PACKET_REMOVE_BREAKPOINT, RSP_BREAK_SOFTWARE, "straight", kind);
    read_word(m, "straight");
    for (int i = 0; i < RSP_PLAYER_GUEST_STEPS; i++) {
        send(m, RSP_PACKET_STEP);
        send(m, RSP_PACKET_READ_REGISTERS);
    }
    read_word(m, "magic");
}

/* What is known of the guest. */
static void know(rsp_guest_seeds *out, const maker *m) {
    const rsp_guest *guest = m->load->guest;
    const rsp_tdesc_register *pc = rsp_tdesc_find(m->target, "pc");
    const rsp_guest_symbol *magic = rsp_guest_find(guest, "magic");
    const rsp_guest_symbol *counter = rsp_guest_find(guest, "counter");
    const rsp_guest_symbol *straight = rsp_guest_find(guest, "straight");
    const bool uniform = rsp_arch_bp_kind(guest->arch) > 1 && straight->size % RSP_PLAYER_GUEST_STEPS == 0;
    out->known = (rsp_player_guest){
        .opening = &out->opening,
        .lists = out->lists,
        .num_lists = out->num,
        .image = guest->image,
        .at = m->load->at,
        .code_bytes = counter->offset,
        .constants = guest->data_at ? guest->image.len : magic->offset,
        .pc_offset = pc ? pc->offset : 0,
        .pc_bytes = pc ? pc->bits / 8 : 0,
        .big_endian = guest->big_endian,
        .work = place(m, "work"),
        .counter = place(m, "counter"),
        .counter_bytes = guest->word_bytes,
        .marks = place(m, "marks"),
        .straight = place(m, "straight"),
        .step_bytes = uniform ? straight->size / RSP_PLAYER_GUEST_STEPS : 0,
    };
}

static void next_list(rsp_guest_seeds *out, maker *m, const char *program) {
    m->list = &out->lists[out->num++];
    enter(m, program);
}

rsp_status rsp_guest_seeds_make(rsp_guest_seeds *out, const rsp_guest_load *load, const rsp_tdesc *target,
                                uint64_t packet_bytes) {
    maker m = {.load = load, .target = target, .packet_bytes = packet_bytes, .list = &out->opening};
    const uint64_t kind = rsp_guest_bp_kind(load->guest);
    const uint64_t word = load->guest->word_bytes;
    enter(&m, "scratch");
    next_list(out, &m, "scratch");
    stop_at(&m, RSP_BREAK_SOFTWARE, "work", "counter", kind);
    begin(&m, RSP_PACKET_READ_MEMORY);
    rsp_buf_printf(&m.request, "%" PRIx64 ",%x", place(&m, "marks"), RSP_PLAYER_GUEST_MARKS);
    end(&m);
    next_list(out, &m, "recursion");
    stop_at(&m, RSP_BREAK_HARDWARE, "factorial", "depth", kind);
    next_list(out, &m, "watch");
    stop_at(&m, RSP_WATCH_WRITE, "watched", "watched", word);
    next_list(out, &m, "watch");
    stop_at(&m, RSP_WATCH_READ, "watched", "sink", word);
    next_list(out, &m, "watch");
    stop_at(&m, RSP_WATCH_ACCESS, "watched", "sink", word);
    next_list(out, &m, "spin");
    interrupt_it(&m);
    interrupt_it(&m);
    next_list(out, &m, "steps");
    step_through(&m, kind);
    know(out, &m);
    const rsp_status status = m.request.status == RSP_OK && m.full ? RSP_LIMIT : m.request.status;
    rsp_buf_free(&m.request);
    rsp_buf_free(&m.block);
    return status;
}

void rsp_guest_seeds_free(rsp_guest_seeds *seeds) {
    rsp_messages_free(&seeds->opening);
    for (size_t i = 0; i < seeds->num; i++)
        rsp_messages_free(&seeds->lists[i]);
    *seeds = (rsp_guest_seeds){.num = 0};
}
