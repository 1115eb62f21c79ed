/* Registers are written twice, by G and by P: a stub may lack either, and one that has both takes the same
 * values again.
 * See guest_seeds.h. */
/* SPDX-License-Identifier: MIT */
#include "campaign/guest_seeds.h"

#include "codec/breakpoint.h"
#include "core/byte_order.h"
#include "core/hex.h"
#include <inttypes.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

enum { LONGEST_REGISTER = 8, LEAST_BYTES = 64, PIECE_MOST = 1024 };

/* A list in the making. */
typedef struct maker {
    const rsp_guest_load *load;
    const rsp_tdesc *target;
    uint64_t packet_bytes;
    rsp_messages *list;
    rsp_buf request;
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
    return m->load->at + (s ? s->offset : 0);
}

/* --- the guest, brought again --- */

static void write_image(maker *m) {
    enum { HEADER_BYTES = 40 };
    const rsp_bytes image = m->load->guest->image;
    const uint64_t room =
        m->packet_bytes > LEAST_BYTES ? (m->packet_bytes - HEADER_BYTES) / 2 : LEAST_BYTES / 4;
    const size_t most = room < PIECE_MOST ? (size_t)room : PIECE_MOST;
    for (size_t done = 0; done < image.len; done += most) {
        const rsp_bytes piece = rsp_bytes_sub(image, done, most);
        begin(m, RSP_PACKET_WRITE_MEMORY);
        rsp_buf_printf(&m->request, "%" PRIx64 ",%zx:", m->load->at + done, piece.len);
        rsp_hex_append(&m->request, piece);
        end(m);
    }
}

/* A register that fits a number, and its bytes with the value. */
static const rsp_tdesc_register *bytes_of(const maker *m, const char *name, uint64_t value, uint8_t *out) {
    const rsp_tdesc_register *r = rsp_tdesc_find(m->target, name);
    if (!r || r->bits == 0 || r->bits % 8 != 0 || r->bits / 8 > LONGEST_REGISTER)
        return NULL;
    rsp_number_put(out, r->bits / 8, value, m->load->guest->big_endian);
    return r;
}

static void put_into_block(maker *m, const char *name, uint64_t value) {
    uint8_t bytes[LONGEST_REGISTER];
    const rsp_tdesc_register *r = bytes_of(m, name, value, bytes);
    rsp_buf digits = {.mem = m->request.mem};
    const size_t at = r ? 1 + 2 * (size_t)r->offset : 0;
    if (r)
        rsp_hex_append(&digits, rsp_bytes_make(bytes, r->bits / 8));
    if (digits.len > 0 && at + digits.len <= m->request.len)
        memcpy(m->request.ptr + at, digits.ptr, digits.len);
    rsp_buf_free(&digits);
}

static void write_one(maker *m, const char *name, uint64_t value) {
    uint8_t bytes[LONGEST_REGISTER];
    const rsp_tdesc_register *r = bytes_of(m, name, value, bytes);
    if (!r)
        return;
    begin(m, RSP_PACKET_WRITE_REGISTER);
    rsp_buf_printf(&m->request, "%x=", (unsigned)r->number);
    rsp_hex_append(&m->request, rsp_bytes_make(bytes, r->bits / 8));
    end(m);
}

/* As a program of ours begins. */
static void enter(maker *m, const char *program) {
    const uint64_t pc = place(m, rsp_guest_entry(program));
    if (m->load->allocated) {
        begin(m, RSP_PACKET_ALLOCATE);
        rsp_buf_printf(&m->request, "%" PRIx64 ",rwx", m->load->bytes);
        end(m);
    }
    write_image(m);
    begin(m, RSP_PACKET_WRITE_REGISTERS);
    rsp_buf_append(&m->request, rsp_buf_bytes(&m->load->registers));
    put_into_block(m, "pc", pc);
    put_into_block(m, "sp", m->load->sp);
    end(m);
    write_one(m, "pc", pc);
    write_one(m, "sp", m->load->sp);
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
    const rsp_status status = m.request.status == RSP_OK && m.full ? RSP_LIMIT : m.request.status;
    rsp_buf_free(&m.request);
    return status;
}

void rsp_guest_seeds_free(rsp_guest_seeds *seeds) {
    rsp_messages_free(&seeds->opening);
    for (size_t i = 0; i < seeds->num; i++)
        rsp_messages_free(&seeds->lists[i]);
    *seeds = (rsp_guest_seeds){.num = 0};
}
