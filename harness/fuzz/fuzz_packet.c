/* Typed packets: what parses is built again, accepted again, and then stays as it is.
 * The first byte chooses the packet.
 * See packet_forms.h. */
/* SPDX-License-Identifier: MIT */
#include "packet_forms.h"

#include "codec/reply.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_buf once;
    static rsp_buf twice;
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t which = fuzz_take_byte(&in);
    (void)rsp_reply_classify(in);
    if (!packet_form(&once, in, which))
        return 0;
    FUZZ_MUST(packet_form(&twice, rsp_buf_bytes(&once), which));
    FUZZ_MUST(rsp_bytes_equal(rsp_buf_bytes(&once), rsp_buf_bytes(&twice)));
    return 0;
}
