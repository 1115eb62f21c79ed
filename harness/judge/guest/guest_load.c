/* A load from the first request to the last: place after place until the guest runs in one, and everything
 * back where it does not. What the stub answers to the writing of old bytes does not matter: they are read
 * again. See guest_load.h. */
/* SPDX-License-Identifier: MIT */
#include "guest_talk.h"

#include "codec/reply.h"
#include "core/hex.h"
#include <inttypes.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <string.h>

const char *rsp_guest_step_text(rsp_guest_step step) {
    static const char *const texts[] = {
#define TEXT(step, text, gdb) text,
        RSP_GUEST_STEP_LIST(TEXT)
#undef TEXT
    };
    return (size_t)step < RSP_ARRAY_LEN(texts) ? texts[step] : "";
}

const char *rsp_guest_step_gdb(rsp_guest_step step) {
    static const char *const texts[] = {
#define TEXT(step, text, gdb) gdb,
        RSP_GUEST_STEP_LIST(TEXT)
#undef TEXT
    };
    return (size_t)step < RSP_ARRAY_LEN(texts) ? texts[step] : "";
}

void rsp_guest_load_free(rsp_guest_load *load) {
    if (!load)
        return;
    const rsp_mem *mem = load->memory.mem;
    rsp_buf_free(&load->memory);
    rsp_buf_free(&load->data);
    rsp_buf_free(&load->registers);
    *load = (rsp_guest_load){.memory = {.mem = mem}, .data = {.mem = mem}, .registers = {.mem = mem}};
}

/* --- registers --- */

static bool read_registers(guest_talk *t, rsp_buf *out) {
    rsp_bytes reply;
    rsp_buf_clear(&t->request);
    rsp_buf_str(&t->request, "g");
    rsp_buf_clear(out);
    if (!guest_ask(t, &reply) || reply.len < 2 || rsp_reply_is_error(reply))
        return false;
    rsp_buf_append(out, reply);
    return out->status == RSP_OK;
}

bool guest_save_registers(guest_talk *t) {
    rsp_guest_load *load = t->load;
    const bool known = t->line->get(t->line->ctx, "pc", &load->pc_before) &&
                       t->line->get(t->line->ctx, "sp", &load->sp_before);
    if (!known)
        return guest_fails(load, RSP_GUEST_STEP_REGISTERS, "which registers pc and sp are is not known");
    return read_registers(t, &load->registers) || guest_fails(load, RSP_GUEST_STEP_REGISTERS, "%s", t->said);
}

/* Bytes of g that are not as they were. */
static size_t registers_changed(guest_talk *t, rsp_buf *now) {
    const rsp_buf *before = &t->load->registers;
    size_t num = 0;
    if (!read_registers(t, now) || now->len != before->len)
        return before->len / 2;
    for (size_t i = 0; i + 1 < now->len; i += 2)
        num += memcmp(now->ptr + i, before->ptr + i, 2) != 0;
    return num;
}

/* By G, and where that does not do it, pc and sp by themselves. */
static void put_registers_back(guest_talk *t, rsp_buf *left) {
    rsp_guest_load *load = t->load;
    rsp_buf now = {.mem = t->request.mem};
    rsp_bytes reply;
    size_t num = registers_changed(t, &now);
    if (num > 0) {
        rsp_buf_clear(&t->request);
        rsp_buf_push(&t->request, 'G');
        rsp_buf_append(&t->request, rsp_buf_bytes(&load->registers));
        (void)guest_ask(t, &reply);
        num = registers_changed(t, &now);
    }
    if (num > 0) {
        (void)t->line->set(t->line->ctx, "sp", load->sp_before);
        (void)t->line->set(t->line->ctx, "pc", load->pc_before);
        num = registers_changed(t, &now);
    }
    if (now.len != load->registers.len)
        rsp_buf_printf(left, "%sthe registers, which can not be read any more (%s)", left->len ? ", " : "",
                       t->said);
    else if (num > 0)
        rsp_buf_printf(left, "%s%zu of %zu bytes of the registers", left->len ? ", " : "", num,
                       load->registers.len / 2);
    rsp_buf_free(&now);
}

/* --- memory --- */

/* Writes what differs at `at`; how many bytes still differ then. */
static uint64_t put_piece_back(guest_talk *t, uint64_t at, rsp_bytes before, rsp_buf *now) {
    uint64_t num = 0;
    for (int tries = 0; tries < 2; tries++) {
        rsp_buf_clear(now);
        if (!guest_read(t, at, before.len, now))
            return before.len;
        if (memcmp(now->ptr, before.ptr, before.len) == 0)
            return 0;
        if (tries == 0)
            (void)guest_write(t, at, before, t->load->by_x);
    }
    for (size_t i = 0; i < before.len; i++)
        num += now->ptr[i] != before.ptr[i];
    return num;
}

/* Bytes of flash that are not as they were, after one try to bring them back. */
static uint64_t put_flash_back(guest_talk *t, rsp_buf *now) {
    const rsp_guest_load *load = t->load;
    const rsp_bytes before = rsp_buf_bytes(&load->memory);
    uint64_t num = 0;
    for (int tries = 0; tries < 2; tries++) {
        rsp_buf_clear(now);
        if (!guest_read(t, load->at, before.len, now))
            return before.len;
        if (memcmp(now->ptr, before.ptr, before.len) == 0)
            return 0;
        if (tries == 0)
            (void)guest_flash(t, load->at, before.len, before);
    }
    for (size_t i = 0; i < before.len; i++)
        num += now->ptr[i] != before.ptr[i];
    return num;
}

static void put_memory_back(guest_talk *t, uint64_t from, rsp_bytes before, rsp_buf *left) {
    enum { PIECE_BYTES = 512 };
    rsp_buf now = {.mem = t->request.mem};
    const bool flash = t->load->flash_block > 0 && from == t->load->at;
    uint64_t num = flash ? put_flash_back(t, &now) : 0;
    for (size_t at = 0; at < before.len && !flash; at += PIECE_BYTES)
        num += put_piece_back(t, from + at, rsp_bytes_sub(before, at, PIECE_BYTES), &now);
    if (num > 0)
        rsp_buf_printf(left, "%s%" PRIu64 " bytes of memory from 0x%" PRIx64 " on", left->len ? ", " : "",
                       num, from);
    rsp_buf_free(&now);
}

bool rsp_guest_put_back(rsp_guest_load *load, const rsp_guest_line *line, rsp_buf *left) {
    guest_talk t = guest_talk_of(load, line);
    const size_t before = left->len;
    if (load->memory.len > 0 && !load->given) /* what was given to us had nothing of others in it */
        put_memory_back(&t, load->at, rsp_buf_bytes(&load->memory), left);
    if (load->data.len > 0)
        put_memory_back(&t, load->data_at, rsp_buf_bytes(&load->data), left);
    if (load->registers.len > 0)
        put_registers_back(&t, left);
    rsp_buf_free(&t.request);
    return left->len == before;
}

/* --- loading --- */

/* The image is where it was written, with its data behind the code or elsewhere. */
static bool read_image(guest_talk *t, rsp_buf *now) {
    const rsp_guest_load *load = t->load;
    const size_t code = rsp_guest_code_bytes(load->guest);
    const size_t all = load->guest->image.len;
    return guest_read(t, load->at, code, now) &&
           (code == all || guest_read(t, load->data_at, all - code, now));
}

static bool read_back(guest_talk *t) {
    rsp_guest_load *load = t->load;
    const rsp_bytes image = load->guest->image;
    rsp_buf now = {.mem = t->request.mem};
    bool same = read_image(t, &now);
    if (!same)
        (void)guest_fails(load, RSP_GUEST_STEP_READ_BACK, "%s", t->said);
    for (size_t i = 0; same && i < image.len; i++)
        if (now.ptr[i] != image.ptr[i])
            same = guest_fails(load, RSP_GUEST_STEP_READ_BACK,
                               "0x%02x was written at 0x%" PRIx64 ", and 0x%02x read", image.ptr[i],
                               rsp_guest_address(load, i), now.ptr[i]);
    rsp_buf_free(&now);
    return same;
}

/* Flash is not written again where it has the code: it wears. */
static bool flash_code(guest_talk *t, rsp_bytes code) {
    rsp_buf now = {.mem = t->request.mem};
    const bool there =
        guest_read(t, t->load->at, code.len, &now) && rsp_bytes_equal(rsp_buf_bytes(&now), code);
    rsp_buf_free(&now);
    return there || guest_flash(t, t->load->at, t->load->memory.len, code);
}

bool guest_put_image(guest_talk *t) {
    const rsp_guest_load *load = t->load;
    const rsp_bytes image = load->guest->image;
    const size_t code_bytes = rsp_guest_code_bytes(load->guest);
    const rsp_bytes code = rsp_bytes_sub(image, 0, code_bytes);
    const rsp_bytes data = rsp_bytes_from(image, code_bytes);
    return (load->flash_block ? flash_code(t, code) : guest_write(t, load->at, code, load->by_x)) &&
           (data.len == 0 || guest_write(t, load->data_at, data, load->by_x));
}

/* GDB writes by X where the stub knows it. */
static bool write_image(guest_talk *t) {
    rsp_guest_load *load = t->load;
    load->by_x = guest_knows_x(t, load->flash_block ? load->data_at : load->at);
    return guest_put_image(t) || guest_fails(load, RSP_GUEST_STEP_WRITE, "%s", t->said);
}

static bool load_at(guest_talk *t, const rsp_guest_place *place, uint64_t most_bytes) {
    return guest_find_memory(t, place, most_bytes) && write_image(t) && read_back(t) &&
           guest_set_registers(t, "main") && guest_check(t);
}

/* The failure of the place that came furthest is told. */
static bool try_places(guest_talk *t, const rsp_guest_options *options, rsp_buf *left) {
    rsp_guest_load *load = t->load;
    rsp_guest_step furthest = RSP_GUEST_STEP_GUEST;
    char why[sizeof load->why] = "nobody says where memory is";
    for (size_t i = 0; i < options->num_places; i++) {
        rsp_buf_clear(&load->memory);
        rsp_buf_clear(&load->data);
        if (load_at(t, &options->places[i], options->most_bytes))
            return true;
        if (load->step > furthest) {
            furthest = load->step;
            memcpy(why, load->why, sizeof why);
        }
        if (load->memory.len > 0 && !rsp_guest_put_back(load, t->line, left))
            break; /* what is left there must not be lost by another try */
    }
    load->step = furthest == RSP_GUEST_STEP_GUEST ? RSP_GUEST_STEP_MEMORY : furthest;
    memcpy(load->why, why, sizeof why);
    return false;
}

bool rsp_guest_load_try(rsp_guest_load *load, const rsp_guest *guest, const rsp_guest_line *line,
                        const rsp_guest_options *options, rsp_buf *left) {
    rsp_guest_load_free(load);
    load->guest = guest;
    guest_talk t = guest_talk_of(load, line);
    const bool loaded = guest_save_registers(&t) && try_places(&t, options, left);
    rsp_buf_free(&t.request);
    return loaded;
}

bool rsp_guest_allocate(const rsp_guest_line *line, uint64_t *out_at) {
    rsp_buf request = {0};
    rsp_bytes reply = {0};
    rsp_buf_append(&request, rsp_packet_name(RSP_PACKET_ALLOCATE));
    rsp_buf_printf(&request, "%x,rwx", (unsigned)RSP_GUEST_GIVEN_BYTES);
    const bool given = request.status == RSP_OK && line->ask(line->ctx, rsp_buf_bytes(&request), &reply) &&
                       reply.len > 0 && rsp_hex_u64(out_at, reply) == RSP_OK;
    rsp_buf_free(&request);
    return given;
}

bool rsp_guest_symbol_at(const rsp_guest_load *load, const char *name, uint64_t *out_at, uint64_t *out_size) {
    enum { OF_DEBUGGEE = 0x10000 };
    const rsp_guest_symbol *s = load->guest ? rsp_guest_find(load->guest, name) : NULL;
    const bool scratch =
        load->guest && strcmp(name, RSP_GUEST_SCRATCH) == 0 && load->scratch_bytes >= OF_DEBUGGEE;
    if (!s && !scratch)
        return false;
    *out_at = scratch ? load->scratch : rsp_guest_address(load, s->offset);
    *out_size = scratch ? load->scratch_bytes : s->size;
    return true;
}
