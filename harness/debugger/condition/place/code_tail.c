/* Nobody refers to bytes behind a segment's end, and those that are 0 hold nothing, so code may stand there.
 * It is within reach of all of its module, and takes no system call.
 * See code_tail.h. */
/* SPDX-License-Identifier: MIT */
#include "code_tail.h"

#include "code_module.h"
#include "session_end.h"

enum { PAGE_BYTES = CODE_PAGE_BYTES, LEAST_BYTES = 64 };

/* What is not 0 up there belongs to somebody: the tail begins behind it. */
static rsp_status measure_tail(rsp_client *client, uint64_t end, code_tail *out) {
    uint8_t bytes[PAGE_BYTES];
    uint64_t start = (end + 15) & ~(uint64_t)15;
    size_t len = (size_t)((PAGE_BYTES - start % PAGE_BYTES) % PAGE_BYTES);
    *out = (code_tail){0};
    rsp_status status = len ? rsp_client_read_memory(client, start, bytes, len, NULL) : RSP_REFUSED;
    if (status != RSP_OK)
        return ends_session(status) ? status : RSP_OK;
    size_t idle = len;
    while (idle > 0 && bytes[idle - 1] == 0)
        idle--;
    idle = (idle + 15) & ~(size_t)15;
    if (len >= idle + LEAST_BYTES)
        *out = (code_tail){.address = start + idle, .bytes = len - idle};
    return RSP_OK;
}

rsp_status code_tails_find(rsp_client *client, bool all, code_tail out[NUM_CODE_TAILS], size_t *out_num) {
    code_module modules[NUM_CODE_MODULES];
    size_t num = 0;
    *out_num = 0;
    rsp_status status = code_modules_find(client, all, modules, &num);
    for (size_t i = 0; i < num && status == RSP_OK; i++) {
        code_tail tail = {0};
        status = measure_tail(client, modules[i].end, &tail);
        if (tail.bytes > 0)
            out[(*out_num)++] = tail;
    }
    return status;
}
