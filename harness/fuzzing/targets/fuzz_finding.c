/* A finding from another machine: any finding.json and messages.txt load or are refused with a reason.
 * A finding that loads survives writing and reading. A NUL separates the two files.
 * See campaign/finding_file.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "campaign/finding_file.h"

static rsp_finding_file *parse(rsp_bytes about, rsp_bytes messages) {
    rsp_finding_file *l = NULL;
    rsp_error error = {0};
    rsp_status status = rsp_finding_file_parse(&l, "fuzzed", about, messages, &error);
    FUZZ_MUST(status == RSP_OK || (status == error.status && error.msg[0]));
    if (status != RSP_OK)
        rsp_finding_file_free(l);
    return status == RSP_OK ? l : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_buf texts[3];
    rsp_bytes in = rsp_bytes_make(data, size);
    rsp_bytes about = rsp_bytes_split(&in, 0);
    rsp_finding_file *l = parse(about, in);
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts); i++)
        rsp_buf_clear(&texts[i]);
    if (!l)
        return 0;
    const rsp_finding *f = rsp_finding_file_get(l);
    FUZZ_MUST(rsp_finding_json(&texts[0], f, "fuzzed") == RSP_OK);
    rsp_finding_messages(&texts[1], f);
    rsp_finding_file *again = parse(rsp_buf_bytes(&texts[0]), rsp_buf_bytes(&texts[1]));
    FUZZ_MUST(again != NULL);
    const rsp_finding *same = rsp_finding_file_get(again);
    rsp_finding_messages(&texts[2], same);
    FUZZ_MUST(f->kind == same->kind && rsp_finding_num_messages(f) == rsp_finding_num_messages(same));
    FUZZ_MUST(rsp_bytes_equal(rsp_buf_bytes(&texts[1]), rsp_buf_bytes(&texts[2])));
    FUZZ_MUST(f->index == same->index && f->seed == same->seed && f->seen_ns <= same->seen_ns + 2000000);
    rsp_finding_file_free(again);
    rsp_finding_file_free(l);
    return 0;
}
