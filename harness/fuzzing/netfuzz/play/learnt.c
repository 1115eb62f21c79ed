/* Addresses come from registers, in stop replies and in the reply to g, and from reads that succeeded: where
 * memory could be read it can perhaps be written, too.
 * See learnt.h. */
/* SPDX-License-Identifier: MIT */
#include "play/learnt.h"

#include "play/reply_class.h"

#include "core/hex.h"
#include <rsp/packet_ids.h>

enum { ENOUGH_ANSWERS = 4 };

static void learn_number(learnt *l, uint64_t value) {
    if (l->num_numbers == LEARNT_NUMBERS)
        return;
    for (size_t i = 0; i < l->num_numbers; i++)
        if (l->numbers[i] == value)
            return;
    l->numbers[l->num_numbers++] = value;
}

/* Runs of 8 or 16 hex digits, read in little-endian order. */
static void learn_registers(learnt *l, rsp_bytes payload) {
    for (size_t at = 0; at < payload.len && l->num_numbers < LEARNT_NUMBERS;) {
        size_t end = at;
        while (end < payload.len && rsp_hex_value(payload.ptr[end]) >= 0 && end - at < 16)
            end++;
        uint8_t raw[8] = {0};
        size_t len = end - at == 16 ? 16 : 8;
        if (end - at >= 8 && rsp_hex_decode_into(raw, rsp_bytes_sub(payload, at, len)) == RSP_OK) {
            uint64_t value = 0;
            for (size_t i = 0; i < len / 2; i++)
                value |= (uint64_t)raw[i] << 8 * i;
            learn_number(l, value);
        }
        at = end > at ? end : at + 1;
    }
}

static void learn_address(learnt *l, rsp_bytes request, rsp_bytes reply) {
    uint64_t addr = 0;
    rsp_bytes args = rsp_bytes_from(request, 1);
    if (reply.len % 2 == 0 && reply_is_hex(reply) && rsp_take_hex(&addr, &args) == RSP_OK)
        learn_number(l, addr);
}

void learnt_note_reply(learnt *l, rsp_packet_id packet, rsp_bytes request, rsp_bytes reply) {
    if (l->answered[packet] < UINT8_MAX)
        l->answered[packet]++;
    l->supported[packet] = l->supported[packet] || reply.len > 0;
    if (packet == RSP_PACKET_READ_MEMORY)
        learn_address(l, request, reply);
    if (packet == RSP_PACKET_READ_REGISTERS || (reply.len > 0 && reply.ptr[0] == 'T'))
        learn_registers(l, reply);
}

bool learnt_supports(const learnt *l, rsp_packet_id packet) {
    return (unsigned)packet >= RSP_PACKET_END || l->supported[packet] || l->answered[packet] < ENOUGH_ANSWERS;
}
