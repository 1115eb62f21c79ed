/* Replies by the request that they answer: a table from packet to the form of its reply.
 * Stop replies and key:value lists have tables of keys, XML has one of attributes.
 * See capture/varying.h. */
/* SPDX-License-Identifier: MIT */
#include "varying_scan.h"

#include "codec/reply.h"
#include "core/hex.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/payload.h>

/* --- key:value; lists ----------------------------------------------------------------------------------- */

static void take_id_list(varying_scan *s) {
    varying_ids(s);
}

static void take_address(varying_scan *s) {
    varying_number(s, RSP_VARYING_ADDRESS, VARYING_HEX);
}

static void take_addresses(varying_scan *s) {
    do
        take_address(s);
    while (varying_literal(s, RSP_LIT(",")));
}

static void take_process(varying_scan *s) {
    varying_number(s, RSP_VARYING_PROCESS, VARYING_HEX);
}

static void take_loose(varying_scan *s) {
    size_t len = rsp_bytes_index(varying_rest(s), ';');
    varying_add(s, RSP_VARYING_UNSTEADY, s->at, len);
    s->at += len;
}

/* memory:ADDRESS=BYTES */
static void take_memory(varying_scan *s) {
    (void)varying_literal(s, RSP_LIT("0x"));
    take_address(s);
    if (varying_literal(s, RSP_LIT("=")))
        varying_number(s, RSP_VARYING_DATA_HEX, VARYING_HEX);
}

static const struct {
    const char *key;
    void (*take)(varying_scan *s);
} keys[] = {
    {"thread", take_id_list},  {"threads", take_id_list}, {"thread-pcs", take_addresses},
    {"process", take_process}, {"pid", take_process},     {"parent-pid", take_process},
    {"start", take_address},   {"core", take_loose},      {"jstopinfo", take_loose},
    {"memory", take_memory},
};

/* The value of a stop's reason, other numbers and texts of which are the same in two runs of a program. */
static void take_reason(varying_scan *s, rsp_stop_reason reason) {
    switch (rsp_stop_reason_value(reason)) {
    case RSP_STOP_VALUE_ADDRESS:
        take_address(s);
        break;
    case RSP_STOP_VALUE_ID:
        take_id_list(s);
        break;
    case RSP_STOP_VALUE_NUMBER:
    case RSP_STOP_VALUE_EMPTY:
    case RSP_STOP_VALUE_TEXT:
        break;
    }
}

/* The value of a key that is known. */
static bool take_known(varying_scan *s, rsp_bytes key) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(keys); i++) {
        if (!rsp_bytes_equal(key, rsp_bytes_str(keys[i].key)))
            continue;
        keys[i].take(s);
        return true;
    }
    rsp_stop_reason reason = rsp_stop_reason_find(key);
    take_reason(s, reason);
    return reason != RSP_REASON_NONE;
}

static bool is_hex(rsp_bytes text) {
    for (size_t i = 0; i < text.len; i++)
        if (rsp_hex_value(text.ptr[i]) < 0)
            return false;
    return text.len > 0;
}

/* One pair; a key that is a number is a register. */
static void take_pair(varying_scan *s, bool registers) {
    rsp_bytes pair = varying_rest(s);
    pair = rsp_bytes_sub(pair, 0, rsp_bytes_index(pair, ';'));
    size_t end = s->at + pair.len;
    rsp_bytes key = rsp_bytes_sub(pair, 0, rsp_bytes_index(pair, ':'));
    if (key.len < pair.len) {
        s->at += key.len + 1;
        if (!take_known(s, key) && registers && is_hex(key))
            varying_number(s, RSP_VARYING_REGISTERS, VARYING_REGISTER);
    }
    s->at = end < s->payload.len ? end + 1 : end;
}

static void take_pairs(varying_scan *s, bool registers) {
    while (s->at < s->payload.len)
        take_pair(s, registers);
}

static void take_stop(varying_scan *s) {
    if (s->payload.len == s->at)
        return;
    uint8_t kind = s->payload.ptr[s->at];
    if (kind == RSP_STOP_OUTPUT || kind == RSP_STOP_FILEIO)
        return;
    s->at += 3; /* the letter and a signal or status of two digits */
    if (kind == RSP_STOP_THREAD_EXITED && varying_literal(s, RSP_LIT(";")))
        varying_id(s);
    else
        take_pairs(s, kind == RSP_STOP_THREAD);
}

static void take_plain_pairs(varying_scan *s) {
    take_pairs(s, false);
}

/* --- XML ----------------------------------------------------------------------------------------------- */

static const struct {
    const char *name; /* with what stands before and behind it */
    void (*take)(varying_scan *s);
} attributes[] = {
    {" id=\"", take_id_list},
    {" core=\"", NULL},
    {" handle=\"", NULL},
    {" lm=\"0x", take_address},
    {" main-lm=\"0x", take_address},
    {" l_addr=\"0x", take_address},
    {" l_ld=\"0x", take_address},
    {" address=\"0x", take_address},
};

static void take_xml(varying_scan *s) {
    while (s->at < s->payload.len) {
        s->at += rsp_bytes_index(varying_rest(s), ' ');
        size_t i = 0;
        while (i < RSP_ARRAY_LEN(attributes) && !varying_literal(s, rsp_bytes_str(attributes[i].name)))
            i++;
        if (i == RSP_ARRAY_LEN(attributes)) {
            s->at++;
        } else if (attributes[i].take) {
            attributes[i].take(s);
        } else {
            size_t len = rsp_bytes_index(varying_rest(s), '"');
            varying_add(s, RSP_VARYING_UNSTEADY, s->at, len);
            s->at += len;
        }
    }
}

/* --- by request ----------------------------------------------------------------------------------------- */

static void take_hex_data(varying_scan *s) {
    varying_number(s, RSP_VARYING_DATA_HEX, VARYING_HEX);
}

static void take_registers(varying_scan *s) {
    varying_number(s, RSP_VARYING_REGISTERS, VARYING_REGISTER);
}

static void take_rest_as_data(varying_scan *s) {
    varying_add(s, RSP_VARYING_DATA_BIN, s->at, s->payload.len - s->at);
}

static void take_binary(varying_scan *s) {
    (void)varying_literal(s, RSP_LIT("b"));
    take_rest_as_data(s);
}

/* l or m, then a piece of the object. */
static void take_object(varying_scan *s) {
    s->at++;
    take_rest_as_data(s);
}

static void take_loose_object(varying_scan *s) {
    varying_add(s, RSP_VARYING_UNSTEADY, 0, s->payload.len);
}

static void take_multimem(varying_scan *s) {
    s->at += rsp_bytes_index(varying_rest(s), ';');
    take_rest_as_data(s);
}

static void take_current(varying_scan *s) {
    if (varying_literal(s, RSP_LIT("QC")))
        varying_id(s);
}

static void take_thread_list(varying_scan *s) {
    if (varying_literal(s, RSP_LIT("m")))
        varying_ids(s);
}

/* Text=1000;Data=1000;Bss=1000 */
static void take_offsets(varying_scan *s) {
    while (s->at < s->payload.len) {
        s->at += rsp_bytes_index(varying_rest(s), '=');
        s->at += s->at < s->payload.len;
        take_address(s);
    }
}

static void take_opened(varying_scan *s) {
    if (varying_literal(s, RSP_LIT("F")))
        varying_number(s, RSP_VARYING_FILE, VARYING_HEX);
}

/* F<count>;<data> */
static void take_file_data(varying_scan *s) {
    s->at += rsp_bytes_index(varying_rest(s), ';');
    s->at += s->at < s->payload.len;
    take_rest_as_data(s);
}

static void take_file_state(varying_scan *s) {
    s->at += rsp_bytes_index(varying_rest(s), ';');
    s->at += s->at < s->payload.len;
    varying_add(s, RSP_VARYING_UNSTEADY, s->at, s->payload.len - s->at);
}

static void take_state(varying_scan *s) {
    varying_number(s, RSP_VARYING_STATE, VARYING_DECIMAL);
}

static void take_pid_reply(varying_scan *s) {
    varying_number(s, RSP_VARYING_PROCESS, VARYING_HEX);
}

static void take_found(varying_scan *s) {
    if (varying_literal(s, RSP_LIT("1,")))
        take_address(s);
}

static const struct {
    rsp_packet_id packet;
    void (*take)(varying_scan *s);
} replies[] = {
    {RSP_PACKET_READ_MEMORY, take_hex_data},
    {RSP_PACKET_READ_BINARY, take_binary},
    {RSP_PACKET_MULTI_MEM_READ, take_multimem},
    {RSP_PACKET_READ_REGISTERS, take_registers},
    {RSP_PACKET_READ_REGISTER, take_registers},
    {RSP_PACKET_QC, take_current},
    {RSP_PACKET_QF_THREAD_INFO, take_thread_list},
    {RSP_PACKET_QS_THREAD_INFO, take_thread_list},
    {RSP_PACKET_QTHREAD_EXTRA_INFO, take_loose_object},
    {RSP_PACKET_QXFER_THREADS_READ, take_xml},
    {RSP_PACKET_QXFER_LIBRARIES_SVR4_READ, take_xml},
    {RSP_PACKET_QXFER_LIBRARIES_READ, take_xml},
    {RSP_PACKET_QXFER_AUXV_READ, take_object},
    {RSP_PACKET_QXFER_SIGINFO_READ, take_object},
    {RSP_PACKET_QXFER_OSDATA_READ, take_loose_object},
    {RSP_PACKET_QPROCESS_INFO, take_plain_pairs},
    {RSP_PACKET_QPROCESS_INFO_PID, take_plain_pairs},
    {RSP_PACKET_QMEMORY_REGION_INFO, take_plain_pairs},
    {RSP_PACKET_QGET_PID, take_pid_reply},
    {RSP_PACKET_QOFFSETS, take_offsets},
    {RSP_PACKET_QSHLIB_INFO_ADDR, take_address},
    {RSP_PACKET_QGET_TLS_ADDR, take_address},
    {RSP_PACKET_QGET_TIB_ADDR, take_address},
    {RSP_PACKET_ALLOCATE, take_address},
    {RSP_PACKET_QSEARCH_MEMORY, take_found},
    {RSP_PACKET_QSAVE_REGISTERS, take_state},
    {RSP_PACKET_JTHREADS_INFO, varying_json},
    {RSP_PACKET_JTHREAD_EXTENDED_INFO, varying_json},
    {RSP_PACKET_JGET_LOADED_LIBS, varying_json},
    {RSP_PACKET_VFILE_OPEN, take_opened},
    {RSP_PACKET_VFILE_PREAD, take_file_data},
    {RSP_PACKET_VFILE_FSTAT, take_file_state},
    {RSP_PACKET_VFILE_STAT, take_file_state},
    {RSP_PACKET_VFILE_LSTAT, take_file_state},
};

void rsp_varying_values_of_reply(rsp_varying_values *values, rsp_bytes request, rsp_bytes reply) {
    varying_scan s;
    varying_begin(&s, values, reply);
    rsp_reply_kind kind = rsp_reply_classify(reply).kind;
    const rsp_packet_row *row = rsp_packet_lookup(request, NULL);
    /* An error is one everywhere; only x and m could mean data by it, and then it has no address in it. */
    if (!row || kind != RSP_REPLY_OTHER)
        return;
    if (rsp_packet_runs(row->id) || row->reply == RSP_REPLY_FORM_STOPPED_OR_OK) {
        take_stop(&s);
        return;
    }
    for (size_t i = 0; i < RSP_ARRAY_LEN(replies); i++) {
        if (replies[i].packet == row->id) {
            replies[i].take(&s);
            return;
        }
    }
}

void rsp_varying_values_of_notification(rsp_varying_values *values, rsp_bytes payload) {
    varying_scan s;
    varying_begin(&s, values, payload);
    if (varying_literal(&s, RSP_LIT("Stop:")))
        take_stop(&s);
}
