/* Feeds the lines to a transcript that the dialogue observes. The number of a line is its place.
 * Lines of unknown form are skipped.
 * See dialogue_text.h. */
/* SPDX-License-Identifier: MIT */
#include "dialogue_text.h"

#include "conversation_lines.h"

void dialogue_text(rsp_dialogue *out, bool midstream, uint64_t pieces, rsp_bytes lines) {
    conversation_lines t = {
        .transcript = rsp_transcript_new(NULL), .exchanges = &out->exchanges, .pieces = pieces};
    FUZZ_MUST(t.transcript && rsp_transcript_observe(t.transcript, rsp_dialogue_observe, out));
    out->exchanges.midstream = midstream;
    for (rsp_status status = RSP_OK; lines.len > 0 && status == RSP_OK;) {
        out->place++;
        status = conversation_lines_say(&t, rsp_bytes_split(&lines, '\n'));
    }
    rsp_transcript_free(t.transcript);
    FUZZ_MUST(out->status == RSP_OK);
}

rsp_bytes dialogue_text_first(rsp_bytes *in) {
    rsp_bytes all = *in;
    while (in->len > 0) {
        rsp_bytes line = rsp_bytes_split(in, '\n');
        if (rsp_bytes_equal(line, RSP_LIT("=")))
            return rsp_bytes_make(all.ptr, (size_t)(line.ptr - all.ptr));
    }
    return all;
}
