/* Filters for exchanges: any text compiles or is refused with its place; a filter and its negation disagree.
 * One or two bytes for an allocation that fails; then the filter, a zero byte, and a request with its reply.
 * See capture/exchange_filter.h. */
/* SPDX-License-Identifier: MIT */
#include "counted_memory.h"

#include "capture/exchange_filter.h"

enum { MEMORY_BYTES = 1 << 20 };

static rsp_listed_exchange exchange_of(rsp_bytes in) {
    rsp_bytes request = rsp_bytes_split(&in, '\n');
    return (rsp_listed_exchange){.number = 1,
                                 .stop = request.len,
                                 .at_ns = in.len * 1000,
                                 .latency_ns = in.len * 1000,
                                 .request_frame = request.len,
                                 .request_bytes = request.len,
                                 .reply_bytes = in.len,
                                 .packet = rsp_packet_identify(request),
                                 .answer = in.ptr ? RSP_ANSWER_DATA : RSP_ANSWER_NONE,
                                 .timed = request.len % 2,
                                 .request = request,
                                 .reply = in};
}

static void check_negation(const rsp_exchange_filter *filter, rsp_bytes text, const rsp_listed_exchange *x) {
    rsp_buf negated = {0};
    rsp_buf words = {0};
    rsp_error error = {0};
    bool wanted = rsp_exchange_filter_wants(filter, x, &words);
    FUZZ_MUST(rsp_exchange_filter_wants(filter, x, &words) == wanted);
    rsp_buf_str(&negated, "!(");
    rsp_buf_append(&negated, text);
    rsp_buf_str(&negated, ")");
    rsp_exchange_filter *other = rsp_exchange_filter_new(rsp_buf_bytes(&negated), NULL, &error);
    FUZZ_MUST(other != NULL || error.status == RSP_LIMIT);
    FUZZ_MUST(!other || rsp_exchange_filter_wants(other, x, &words) != wanted);
    rsp_exchange_filter_free(other);
    rsp_buf_free(&negated);
    rsp_buf_free(&words);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    fuzz_mem mem;
    rsp_error error = {0};
    fuzz_mem_from(&mem, MEMORY_BYTES, &in);
    rsp_bytes text = rsp_bytes_split(&in, 0);
    rsp_listed_exchange x = exchange_of(in);
    rsp_exchange_filter *filter = rsp_exchange_filter_new(text, &mem.mem, &error);
    FUZZ_MUST(filter || (error.msg[0] && error.column > 0 && error.column <= text.len + 1));
    if (filter)
        check_negation(filter, text, &x);
    rsp_exchange_filter_free(filter);
    FUZZ_MUST(mem.live == 0);
    return 0;
}
