/* Frames and messages of debug adapters: pieces lie in the stream and cover it, any split gives the same,
 * and a message that is written again reads the same. The rules see all of it.
 * The input is the adapter's stream; a header with the field Sent makes a message ours. See dap/frame.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "dap/log.h"
#include "dap/rule.h"

/* Frames of a stream, fed in pieces: a digest, and a log where one is wanted. */
static uint64_t read_all(rsp_bytes in, bool pieces, rsp_dap_log *log, rsp_dap_rules *rules) {
    rsp_dap_reader reader = {.at = 0};
    rsp_dap_frame frame;
    uint64_t digest = FUZZ_DIGEST;
    uint64_t covered = 0;
    uint64_t state = 1;
    while (in.len > 0) {
        const size_t len = pieces ? fuzz_piece(&state, in.len) : in.len;
        FUZZ_MUST(rsp_dap_reader_feed(&reader, rsp_bytes_sub(in, 0, len)) == RSP_OK);
        in = rsp_bytes_from(in, len);
        while (rsp_dap_reader_next(&reader, &frame)) {
            FUZZ_MUST(frame.offset == covered || reader.lost);
            covered = frame.offset + frame.header.len + frame.content.len;
            if (!reader.lost) /* what follows a length that cannot be skipped comes in any pieces */
                digest = fuzz_digest_bytes(fuzz_digest(digest, frame.kind * 64 + frame.flaws), frame.content);
            const bool sent = rsp_bytes_search(frame.header, RSP_LIT("Sent:")) < frame.header.len;
            if (log && rsp_dap_log_add(log, sent, covered, &frame))
                rsp_dap_rules_see(rules, log, log->num - 1);
        }
    }
    rsp_dap_reader_free(&reader);
    return digest;
}

/* A message in a frame of ours is one frame without a flaw. */
static void frame_again(rsp_bytes content) {
    rsp_dap_reader reader = {.at = 0};
    rsp_dap_frame frame;
    rsp_buf stream = {0};
    rsp_dap_frame_append(&stream, content);
    FUZZ_MUST(rsp_dap_reader_feed(&reader, rsp_buf_bytes(&stream)) == RSP_OK);
    FUZZ_MUST(rsp_dap_reader_next(&reader, &frame) && frame.kind == RSP_DAP_FRAME_MESSAGE &&
              frame.flaws == 0);
    FUZZ_MUST(rsp_bytes_equal(frame.content, content) && !*rsp_dap_flaw_text(frame.flaws));
    FUZZ_MUST(!rsp_dap_reader_next(&reader, &frame) && !rsp_dap_reader_is_inside(&reader));
    rsp_buf_free(&stream);
    rsp_dap_reader_free(&reader);
}

static void write_again(const rsp_dap_entry *e) {
    rsp_buf text = {0};
    rsp_dap_message again;
    rsp_dap_json_append(&text, e->message.json);
    frame_again(rsp_buf_bytes(&text));
    FUZZ_MUST(rsp_dap_message_parse(&again, rsp_buf_bytes(&text), NULL) == RSP_OK);
    FUZZ_MUST(json_equal(again.json, e->message.json) && again.kind == e->message.kind);
    rsp_dap_message_free(&again);
    rsp_buf_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const rsp_bytes in = rsp_bytes_make(data, size);
    rsp_dap_log log = {0};
    rsp_dap_rules *rules = rsp_dap_rules_new();
    const rsp_dap_ending ending = {.orderly = true};
    rsp_buf text = {0};
    size_t num = 0;
    const uint64_t whole = read_all(in, false, &log, rules);
    FUZZ_MUST(read_all(in, true, NULL, NULL) == whole);
    for (size_t i = 0; i < log.num; i++)
        if (log.entries[i].message.json)
            write_again(&log.entries[i]);
    rsp_dap_rules_end(rules, &log, &ending);
    const rsp_dap_violation *found = rsp_dap_rules_violations(rules, &num);
    for (size_t i = 0; i < num; i++)
        FUZZ_MUST(found[i].entry <= log.num && found[i].text[0] && rsp_dap_rule_get(found[i].rule) &&
                  rsp_dap_rules_exercised(rules, found[i].rule));
    rsp_dap_log_render(&log, 0, log.num, 80, &text);
    rsp_buf_free(&text);
    rsp_dap_rules_free(rules);
    rsp_dap_log_free(&log);
    return 0;
}
