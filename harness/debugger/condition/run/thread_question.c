/* A name is eight bytes a word, the first one in the lowest byte, and zeros behind its end.
 * So a text is equal to it if the words are, whatever the byte order of the machine.
 * See thread_question.h. */
/* SPDX-License-Identifier: MIT */
#include "thread_question.h"

#include "client/client_thread.h"

#include <string.h>

enum { WORD_BYTES = 8 };

bool thread_question_find(rsp_bytes name, uint64_t *out_number) {
    rsp_bytes digit = rsp_bytes_from(name, sizeof "_name" - 1);
    *out_number = RSP_CONDITION_THREAD_ID;
    if (rsp_bytes_equal(name, RSP_LIT("_tid")))
        return true;
    if (!rsp_bytes_starts(name, RSP_LIT("_name")) || digit.len != 1 || digit.ptr[0] < '0' ||
        digit.ptr[0] >= '0' + RSP_CONDITION_NAME_WORDS)
        return false;
    *out_number = RSP_CONDITION_THREAD_NAME + (uint64_t)(digit.ptr[0] - '0');
    return true;
}

bool thread_question_is(const condition_node *node) {
    return node->kind == NODE_REGISTER && node->value >= RSP_CONDITION_THREAD_ID;
}

bool thread_question_among(const condition_node *nodes, size_t num) {
    for (size_t i = 0; i < num; i++)
        if (thread_question_is(&nodes[i]))
            return true;
    return false;
}

rsp_status rsp_client_thread_question(rsp_client *client, rsp_ptid thread, uint64_t number, uint64_t *out) {
    uint64_t name[RSP_CONDITION_NAME_WORDS];
    *out = (uint64_t)thread.tid;
    if (number == RSP_CONDITION_THREAD_ID)
        return RSP_OK;
    if (number - RSP_CONDITION_THREAD_NAME >= RSP_CONDITION_NAME_WORDS)
        return RSP_NOT_FOUND;
    rsp_status status = thread_question_name(client, thread, name);
    *out = name[number - RSP_CONDITION_THREAD_NAME];
    return status;
}

rsp_status thread_question_name(rsp_client *client, rsp_ptid thread, uint64_t out[RSP_CONDITION_NAME_WORDS]) {
    rsp_buf name = {0};
    rsp_status status = rsp_client_thread_name(client, thread, &name);
    memset(out, 0, RSP_CONDITION_NAME_WORDS * sizeof *out);
    for (size_t i = 0; i < name.len && i < (size_t)RSP_CONDITION_NAME_WORDS * WORD_BYTES; i++)
        out[i / WORD_BYTES] |= (uint64_t)name.ptr[i] << (8 * (i % WORD_BYTES));
    rsp_buf_free(&name);
    return status;
}
