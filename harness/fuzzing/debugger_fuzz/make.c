/* A third of the lies are recipes, the others
 * change what was seen. Documents are put
 * together from their windows. See make.h. */
/* SPDX-License-Identifier: MIT */
#include "debugger_fuzz/make.h"

#include "codec/escape.h"
#include "codec/qxfer.h"
#include "core/mem.h"
#include <rsp/frame.h>
#include <rsp/packets.h>

enum { MOST_CHANGES = 3, MOST_LIES = 5, NTH_MOST = 4, LONG = 20000 };

bool maker_init(maker *m, uint64_t seed, const rsp_samples *samples) {
    *m = (maker){.samples = samples, .list = rsp_mem_calloc(NULL, 1, sizeof *m->list)};
    rsp_grammar_init(&m->grammar, seed, NULL, NULL);
    m->bytes.limit = RSP_LIE_MOST_BYTES;
    return m->list != NULL;
}

void maker_free(maker *m) {
    rsp_grammar_free(&m->grammar);
    if (m->list)
        rsp_messages_free(m->list);
    rsp_mem_free(NULL, m->list);
    rsp_buf_free(&m->bytes);
}

/* --- changes of bytes --- */

/* By the mutators of requests, those for the bytes of one message. */
static void change_bytes(maker *m, rsp_bytes reply) {
    static const rsp_mutation all[] = {RSP_MUTATION_NUMBER,   RSP_MUTATION_BYTE,  RSP_MUTATION_SEPARATOR,
                                       RSP_MUTATION_RESERVED, RSP_MUTATION_ERASE, RSP_MUTATION_STRETCH,
                                       RSP_MUTATION_CUT,      RSP_MUTATION_TAIL,  RSP_MUTATION_NUMBER};
    rsp_messages_clear(m->list);
    if (!rsp_messages_append(m->list, RSP_MESSAGE_PACKET, reply))
        return;
    for (size_t i = maker_below(m, MOST_CHANGES); i < MOST_CHANGES; i++)
        rsp_grammar_apply(&m->grammar, m->list, all[maker_below(m, RSP_ARRAY_LEN(all))], 0);
    rsp_buf_append(&m->bytes, rsp_messages_bytes(m->list, 0));
}

/* A piece of the reply many times over. */
static void repeat_piece(maker *m, rsp_bytes reply) {
    const size_t at = maker_below(m, reply.len + 1);
    const size_t len = 1 + maker_below(m, reply.len < 32 ? reply.len + 1 : 32);
    const rsp_bytes piece = rsp_bytes_sub(reply, at, len);
    const size_t times = (size_t)1 << maker_below(m, 12);
    rsp_buf_append(&m->bytes, rsp_bytes_sub(reply, 0, at));
    for (size_t i = 0; i < times && m->bytes.len < LONG; i++)
        rsp_buf_append(&m->bytes, piece);
    rsp_buf_append(&m->bytes, rsp_bytes_from(reply, at));
}

/* The reply to something else. */
static void take_other(maker *m) {
    const rsp_sample *other = &m->samples->items[maker_below(m, m->samples->num)];
    rsp_buf_append(&m->bytes, other->reply);
}

/* Frames that are none, and frames with odd contents. */
static void make_raw(maker *m, rsp_bytes reply) {
    static const char *const noise[] = {"$#00",     "$",      "$$$$",       "#",     "+",
                                        "-",        "++++",   "----",       "\x03",  "%Stop:T05thread:1;#00",
                                        "$*~#00",   "$0*#00", "$x*\x7f#00", "$}#7d", "\x7f\xff\xfe",
                                        "%Stop:#00"};
    const rsp_bytes text = rsp_bytes_str(noise[maker_below(m, RSP_ARRAY_LEN(noise))]);
    switch (maker_below(m, 4)) {
    case 0:
        rsp_buf_append(&m->bytes, text);
        break;
    case 1: /* a wrong checksum */
        rsp_message_wire(&m->bytes, RSP_MESSAGE_BROKEN, reply);
        break;
    case 2: /* runs as long as a byte can say */
        rsp_frame_packet(&m->bytes, RSP_LIT("0*~0*~0*~0*~0*~0*~0*\x7f"));
        break;
    default:
        rsp_buf_append(&m->bytes, text);
        rsp_frame_packet(&m->bytes, reply);
        break;
    }
}

/* --- documents --- */

static bool is_document(const char *packet) {
    const rsp_packet_row *row = rsp_packet_by_name(rsp_bytes_str(packet));
    rsp_qxfer asked;
    rsp_buf request = {0};
    if (!row)
        return false;
    rsp_packet_begin(&request, row->id);
    rsp_buf_str(&request, ":0,1");
    const bool reads = rsp_qxfer_parse(&asked, rsp_buf_bytes(&request), NULL) == RSP_OK;
    rsp_buf_free(&request);
    return reads;
}

/* The windows of an object that were seen, one behind the other; what else was asked under its name, too. */
static void join_windows(const rsp_samples *samples, const char *packet, rsp_buf *out) {
    for (size_t i = 0; i < samples->num; i++) {
        rsp_buf plain = {0};
        rsp_qxfer_reply window;
        if (strcmp(samples->items[i].packet, packet) != 0)
            continue;
        if (rsp_unescape(&plain, samples->items[i].reply) == RSP_OK &&
            rsp_qxfer_reply_parse(&window, rsp_buf_bytes(&plain), NULL) == RSP_OK)
            rsp_buf_append(out, window.data);
        const bool last = plain.len > 0 && plain.ptr[0] == 'l';
        rsp_buf_free(&plain);
        if (last && out->len > 0)
            break;
    }
}

static bool change_document(maker *m, rsp_lie *lie) {
    rsp_buf document = {.limit = RSP_LIE_MOST_BYTES};
    if (!is_document(lie->packet))
        return false;
    join_windows(m->samples, lie->packet, &document);
    const bool there = document.len > 0;
    if (there)
        make_document(m, &m->bytes, rsp_buf_bytes(&document));
    rsp_buf_free(&document);
    lie->kind = RSP_LIE_DOCUMENT;
    lie->nth = 0;
    lie->every = true;
    return there;
}

/* --- a lie --- */

/* What was said of one packet, said otherwise. */
static void change_sample(maker *m, rsp_lie *lie) {
    const rsp_sample *sample = &m->samples->items[maker_below(m, m->samples->num)];
    lie->packet = sample->packet;
    lie->nth = maker_below(m, 3) ? sample->nth : maker_below(m, NTH_MOST);
    lie->every = maker_below(m, 4) == 0;
    lie->kind = RSP_LIE_SAY;
    if (maker_below(m, 3) && change_document(m, lie))
        return;
    switch (maker_below(m, 12)) {
    case 0:
        lie->kind = RSP_LIE_SILENCE;
        break;
    case 1:
        lie->kind = RSP_LIE_RAW;
        make_raw(m, sample->reply);
        break;
    case 2:
        lie->kind = maker_below(m, 2) ? RSP_LIE_BEFORE : RSP_LIE_AFTER;
        make_raw(m, sample->reply);
        break;
    case 3:
        repeat_piece(m, sample->reply);
        break;
    case 4:
        take_other(m);
        break;
    default:
        change_bytes(m, sample->reply);
        break;
    }
}

static bool add_one(maker *m, rsp_lies *out) {
    rsp_lie lie = {.kind = RSP_LIE_SAY};
    rsp_buf_free(&m->bytes);
    m->bytes = (rsp_buf){.limit = RSP_LIE_MOST_BYTES};
    if (maker_below(m, 3) == 0)
        make_recipe(m, &lie);
    else
        change_sample(m, &lie);
    if (m->bytes.status != RSP_OK)
        return true; /* it grew too long: there are others */
    lie.bytes = rsp_buf_bytes(&m->bytes);
    return rsp_lie_is_harmful(lie.bytes) || rsp_lies_add(out, &lie);
}

bool maker_add(maker *m, rsp_lies *out) {
    if (m->samples->num == 0)
        return false;
    const size_t num = 1 + maker_below(m, MOST_LIES);
    for (size_t i = 0; i < num; i++)
        if (!add_one(m, out))
            break;
    return true;
}
