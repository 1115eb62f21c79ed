/* Stop replies: a legal reply is built and parsed again; its canonical form is stable.
 * The input is the payload.
 * See rsp/payload.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "codec/signals.h"
#include <rsp/payload.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_stop_reply first;
    static rsp_stop_reply again;
    static rsp_buf once;
    static rsp_buf twice;
    rsp_error error = {0};
    rsp_bytes in = rsp_bytes_make(data, size);
    rsp_status status = rsp_stop_reply_parse(&first, in, &error);
    FUZZ_MUST(status != RSP_MALFORMED || error.offset <= size);
    if (status != RSP_OK)
        return 0;
    FUZZ_MUST(rsp_stop_reply_is(in));
    unsigned native = rsp_signal_to_linux(first.signal);
    FUZZ_MUST(native == 0 || rsp_signal_to_linux(rsp_signal_from_linux(native)) == native);
    FUZZ_MUST(first.num_registers <= RSP_LIMIT_STOP_REGISTERS && first.num_others <= RSP_LIMIT_STOP_PAIRS);
    rsp_buf_clear(&once);
    rsp_buf_clear(&twice);
    FUZZ_MUST(rsp_stop_reply_build(&once, &first) == RSP_OK);
    FUZZ_MUST(rsp_stop_reply_parse(&again, rsp_buf_bytes(&once), &error) == RSP_OK);
    FUZZ_MUST(first.kind == again.kind && first.signal == again.signal && first.reason == again.reason);
    /* Pairs beyond a limit are left out. */
    if (first.num_left_out > 0)
        return 0;
    FUZZ_MUST(first.num_registers == again.num_registers && first.num_others == again.num_others);
    FUZZ_MUST(first.has_thread == again.has_thread && first.status == again.status);
    FUZZ_MUST(rsp_stop_reply_build(&twice, &again) == RSP_OK);
    FUZZ_MUST(rsp_bytes_equal(rsp_buf_bytes(&once), rsp_buf_bytes(&twice)));
    return 0;
}
