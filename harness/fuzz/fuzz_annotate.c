/* Copies of captures with comments: in pieces as in one, only longer by the comments, and with the frames
 * that libpcap counts where it reads the whole file. The first bytes choose pieces and commented frames. See
 * rsp/annotate.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <rsp/annotate.h>
#include <rsp/pcap.h>

typedef struct copy {
    rsp_buf out;
    rsp_annotator annotator;
    rsp_status status;
} copy;

static copy copy_with(const rsp_frame_comment *comments, size_t num, rsp_bytes in, uint64_t *pieces) {
    copy c = {.annotator = {.comments = comments, .num_comments = num, .name = "fuzzed"}};
    while (in.len > 0 && c.status == RSP_OK) {
        size_t len = pieces ? fuzz_piece(pieces, in.len) : in.len;
        c.status = rsp_annotate(&c.annotator, &c.out, rsp_bytes_sub(in, 0, len), NULL);
        in = rsp_bytes_from(in, len);
    }
    if (c.status == RSP_OK)
        c.status = rsp_annotate_end(&c.annotator, NULL);
    FUZZ_MUST(c.status == RSP_OK || c.status == RSP_BAD_FILE || c.status == RSP_LIMIT);
    FUZZ_MUST(c.annotator.placed + c.annotator.unplaced <= num);
    return c;
}

static void free_copy(copy *c) {
    rsp_annotator_free(&c->annotator);
    rsp_buf_free(&c->out);
}

/* Frames of a file that libpcap reads to its end; UINT64_MAX when it does not. */
static uint64_t frames_of(rsp_bytes file) {
    rsp_error error;
    rsp_segment segment;
    rsp_pcap *pcap = rsp_pcap_open_bytes(file, "fuzzed", &error);
    if (!pcap || rsp_pcap_log_of(pcap)) {
        rsp_pcap_close(pcap);
        return UINT64_MAX;
    }
    rsp_status status = RSP_OK;
    while (status == RSP_OK)
        status = rsp_pcap_next(pcap, &segment, &error);
    uint64_t frames = rsp_pcap_frames(pcap);
    rsp_pcap_close(pcap);
    return status == RSP_CLOSED ? frames : UINT64_MAX;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    uint64_t pieces = fuzz_take_byte(&in);
    uint64_t frame = fuzz_take_byte(&in);
    const rsp_frame_comment comments[] = {{frame, RSP_LIT("one")},
                                          {frame, RSP_LIT("two, longer")},
                                          {frame + 1, RSP_LIT("")},
                                          {frame + 3, RSP_LIT("four")}};
    copy whole = copy_with(comments, RSP_ARRAY_LEN(comments), in, NULL);
    copy cut = copy_with(comments, RSP_ARRAY_LEN(comments), in, &pieces);
    copy plain = copy_with(NULL, 0, in, NULL);
    FUZZ_MUST(cut.status == whole.status &&
              rsp_bytes_equal(rsp_buf_bytes(&cut.out), rsp_buf_bytes(&whole.out)));
    FUZZ_MUST(plain.out.len <= whole.out.len && plain.annotator.frames >= whole.annotator.frames);
    if (plain.status == RSP_OK) {
        uint64_t frames = frames_of(in);
        FUZZ_MUST(frames == UINT64_MAX || frames == plain.annotator.frames);
        frames = frames == UINT64_MAX ? frames : frames_of(rsp_buf_bytes(&plain.out));
        FUZZ_MUST(frames == UINT64_MAX || frames == plain.annotator.frames);
    }
    free_copy(&whole);
    free_copy(&cut);
    free_copy(&plain);
    return 0;
}
