/* Sessions as text: any bytes are read, and a written list reads back the same.
 * First byte: whether the list is to be full to the last byte. The rest is the text.
 * See messages_check.h. */
/* SPDX-License-Identifier: MIT */
#include "core/limits.h"
#include "messages_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    bool full = fuzz_take_byte(&in) % 4 == 2;
    rsp_messages list;
    rsp_messages_init(&list, NULL);
    bool whole = rsp_messages_read(&list, in);
    FUZZ_MUST(whole || list.num == RSP_LIMIT_MESSAGES || size > RSP_LIMIT_MESSAGES_BYTES);
    messages_must_be_sound(&list);
    messages_must_read_back(&list, full);
    rsp_messages_free(&list);
    return 0;
}
