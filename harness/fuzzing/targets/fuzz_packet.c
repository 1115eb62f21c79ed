/* Typed packets: a parsed packet is built and parsed again; its canonical form is stable.
 * First byte: the kind of packet; then the payload. A request that is made of a row is never empty.
 * See codec/breakpoint.h, codec/hostio.h, codec/packet_schema.h, rsp/payload.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "codec/breakpoint.h"
#include "codec/escape.h"
#include "codec/hostio.h"
#include "codec/packet_schema.h"
#include "codec/reply.h"
#include "core/rng.h"
#include <rsp/packets.h>
#include <rsp/payload.h>

static bool breakpoint(rsp_buf *out, rsp_bytes in) {
    rsp_breakpoint bp;
    if (rsp_breakpoint_parse(&bp, in, NULL) != RSP_OK)
        return false;
    rsp_breakpoint_build(out, &bp);
    return true;
}

static bool vcont(rsp_buf *out, rsp_bytes in) {
    rsp_vcont_action actions[32];
    size_t num = 0;
    if (rsp_vcont_parse(actions, RSP_ARRAY_LEN(actions), &num, in, NULL) != RSP_OK)
        return false;
    bool multiprocess = false;
    for (size_t i = 0; i < num; i++)
        multiprocess |= actions[i].has_id && actions[i].id.pid != 0;
    return rsp_vcont_build(out, actions, num, multiprocess) == RSP_OK;
}

static bool vcont_reply(rsp_buf *out, rsp_bytes in) {
    unsigned set = 0;
    if (rsp_vcont_reply_parse(&set, NULL, in, NULL) != RSP_OK)
        return false;
    rsp_vcont_reply_build(out, set);
    return true;
}

static bool hostio(rsp_buf *out, rsp_bytes in) {
    rsp_hostio_request request;
    rsp_buf data = {0};
    bool fine = rsp_hostio_parse(&request, in, NULL) == RSP_OK && rsp_unescape(&data, request.data) == RSP_OK;
    request.data = rsp_buf_bytes(&data);
    fine = fine && rsp_hostio_build(out, &request) == RSP_OK;
    FUZZ_MUST(!fine || request.op != RSP_HOSTIO_NONE);
    rsp_buf_free(&data);
    return fine;
}

static bool hostio_reply(rsp_buf *out, rsp_bytes in) {
    rsp_hostio_reply reply;
    rsp_buf data = {0};
    bool fine = rsp_unescape(&data, in) == RSP_OK &&
                rsp_hostio_reply_parse(&reply, rsp_buf_bytes(&data), NULL) == RSP_OK;
    if (fine)
        rsp_hostio_reply_build(out, &reply);
    rsp_buf_free(&data);
    return fine;
}

static bool thread_id(rsp_buf *out, rsp_bytes in) {
    rsp_ptid id;
    if (rsp_ptid_parse(&id, in) != RSP_OK)
        return false;
    rsp_ptid_append(out, id, id.pid != 0 || rsp_bytes_starts(in, RSP_LIT("p")));
    return true;
}

/* Every block of the right length is valid. */
static bool file_stat(rsp_buf *out, rsp_bytes in) {
    rsp_fileio_stat stat;
    uint8_t block[RSP_FILEIO_STAT_BYTES];
    rsp_status status = rsp_fileio_stat_decode(&stat, in);
    FUZZ_MUST((status == RSP_OK) == (in.len == sizeof block));
    if (status != RSP_OK)
        return false;
    rsp_fileio_stat_encode(block, &stat);
    FUZZ_MUST(rsp_bytes_equal(rsp_bytes_make(block, sizeof block), in));
    rsp_buf_append(out, in);
    return true;
}

/* Replaces `out` by the canonical form of `in`; false when it does not parse. */
static bool canonical_form(rsp_buf *out, rsp_bytes in, uint8_t which) {
    static bool (*const forms[])(rsp_buf *, rsp_bytes) = {breakpoint,   vcont,     vcont_reply, hostio,
                                                          hostio_reply, thread_id, file_stat};
    rsp_buf_clear(out);
    return forms[which % RSP_ARRAY_LEN(forms)](out, in);
}

enum { SAMPLES = 16 };

static uint64_t next_number(void *rng) {
    return rsp_rng_next(rng);
}

/* A few rows, chosen by the input. */
static void sample_rows(rsp_bytes in) {
    static rsp_buf request;
    rsp_rng rng;
    rsp_rng_seed(&rng, in.len * 257 + (in.len ? in.ptr[in.len / 2] : 0));
    for (size_t i = 0; i < SAMPLES; i++) {
        const rsp_packet_row *row = rsp_packet_by_id((rsp_packet_id)(rsp_rng_next(&rng) % RSP_PACKET_MOST));
        rsp_buf_clear(&request);
        if (!row)
            continue;
        rsp_packet_sample(&request, row, next_number, &rng);
        FUZZ_MUST(request.status == RSP_OK && request.len > 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_buf once;
    static rsp_buf twice;
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t which = fuzz_take_byte(&in);
    (void)rsp_reply_classify(in);
    sample_rows(in);
    if (!canonical_form(&once, in, which))
        return 0;
    FUZZ_MUST(canonical_form(&twice, rsp_buf_bytes(&once), which));
    FUZZ_MUST(rsp_bytes_equal(rsp_buf_bytes(&once), rsp_buf_bytes(&twice)));
    return 0;
}
