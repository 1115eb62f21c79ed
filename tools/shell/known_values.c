/* Values to complete with: ids from stop replies, qC and thread lists, annexes from qXfer requests.
 * A ring of fixed size, each value once.
 * See known_values.h. */
/* SPDX-License-Identifier: MIT */
#include "shell/known_values.h"

#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/payload.h>
#include <string.h>

static bool is_known(const known_values *known, const char *field, rsp_bytes value) {
    for (size_t i = 0; i < known->num; i++)
        if (strcmp(known->items[i].field, field) == 0 && rsp_bytes_equal(known->items[i].value, value))
            return true;
    return false;
}

static bool is_word(rsp_bytes value) {
    if (value.len == 0 || value.len >= KNOWN_VALUE_BYTES)
        return false;
    for (size_t i = 0; i < value.len; i++)
        if (value.ptr[i] <= ' ' || value.ptr[i] > '~' || value.ptr[i] == '\\')
            return false;
    return true;
}

void known_values_add(known_values *known, const char *field, rsp_bytes value) {
    if (!is_word(value) || is_known(known, field, value))
        return;
    size_t at = known->next;
    known->next = (at + 1) % KNOWN_VALUES_MAX;
    memcpy(known->text[at], value.ptr, value.len);
    known->items[at] = (rsp_known_value){.field = field, .value = rsp_bytes_make(known->text[at], value.len)};
    if (known->num < KNOWN_VALUES_MAX)
        known->num++;
}

static void add_id(known_values *known, rsp_bytes text) {
    rsp_ptid id;
    if (rsp_ptid_parse(&id, text) == RSP_OK)
        known_values_add(known, "id", text);
}

static void add_ids(known_values *known, rsp_bytes list) {
    while (list.len > 0)
        add_id(known, rsp_bytes_split(&list, ','));
}

static void learn_stop(known_values *known, rsp_bytes reply) {
    rsp_stop_reply stop;
    rsp_buf id = {0};
    if (rsp_stop_reply_parse(&stop, reply, NULL) != RSP_OK || !stop.has_thread)
        return;
    rsp_ptid_append(&id, stop.thread, stop.multiprocess);
    add_id(known, rsp_buf_bytes(&id));
    rsp_buf_free(&id);
    add_ids(known, stop.threads);
}

void known_values_learn(known_values *known, rsp_bytes request, rsp_bytes reply) {
    rsp_packet_id packet = rsp_packet_identify(request);
    if (reply.len == 0)
        return;
    rsp_bytes rest = rsp_bytes_from(reply, 1);
    if (packet == RSP_PACKET_QF_THREAD_INFO || packet == RSP_PACKET_QS_THREAD_INFO) {
        if (reply.ptr[0] == 'm')
            add_ids(known, rest);
    } else if (packet == RSP_PACKET_QC) {
        if (rsp_bytes_starts(reply, RSP_LIT("QC")))
            add_id(known, rsp_bytes_from(reply, 2));
    } else if (rsp_packet_runs(packet) || packet == RSP_PACKET_UNKNOWN) {
        learn_stop(known, reply);
    }
}
