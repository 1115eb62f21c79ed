/* Waits of the adapter are short in virtual time, so that a silent stub costs few steps.
 * Only a part of the inputs is played a second time: which, they say.
 * See adapter_session.h. */
/* SPDX-License-Identifier: MIT */
#include "adapter_session.h"

#include "adapter_stub.h"
#include "scripted_editor.h"

enum { MEMORY_BYTES = 64 << 20 };

static bool is_known_end(rsp_status status, uint64_t fail_at) {
    return status == RSP_OK || status == RSP_CLOSED || status == RSP_MALFORMED || status == RSP_LIMIT ||
           (status == RSP_NO_MEMORY && fail_at > 0);
}

/* The lines before `--`. */
static rsp_bytes take_lies(rsp_bytes *in) {
    const size_t at = rsp_bytes_search(*in, RSP_LIT("\n--\n"));
    const rsp_bytes lies = fuzz_take(in, at);
    (void)fuzz_take(in, sizeof "\n--\n" - 1);
    return lies;
}

static uint64_t play(rsp_bytes in, bool lies, uint64_t fail_at) {
    fuzz_mem mem;
    adapter_stubs stubs;
    scripted_editor editor;
    rsp_virtual_clock clock = {.now_ns = RSP_NS_PER_MS};
    const uint8_t choice = fuzz_take_byte(&in);
    const uint8_t lives = fuzz_take_byte(&in);
    (void)fuzz_take_byte(&in); /* the end of the line */
    const rsp_bytes told = lies ? take_lies(&in) : rsp_bytes_make(NULL, 0);
    fuzz_mem_init(&mem, MEMORY_BYTES, fail_at);
    adapter_stubs_begin(&stubs, &clock, choice, lives);
    stubs.lies = told;
    scripted_editor_begin(&editor, in, &clock);
    const rsp_dap_adapter_options options = {.opener = adapter_stubs_opener(&stubs),
                                             .timeout_ns = 20 * RSP_NS_PER_MS,
                                             .patience_ns = 5 * RSP_NS_PER_MS,
                                             .mem = &mem.mem};
    rsp_dap_adapter *adapter = rsp_dap_adapter_new(&editor.base, &options);
    FUZZ_MUST(adapter || fail_at > 0);
    const rsp_status status = adapter ? rsp_dap_adapter_run(adapter) : RSP_NO_MEMORY;
    FUZZ_MUST(is_known_end(status, fail_at));
    rsp_dap_adapter_free(adapter);
    if (fail_at == 0)
        scripted_editor_judge(&editor);
    const uint64_t digest = fuzz_digest(fuzz_digest(editor.digest, status), clock.now_ns);
    scripted_editor_end(&editor);
    adapter_stubs_end(&stubs);
    FUZZ_MUST(mem.live == 0);
    return digest;
}

void adapter_session_check(rsp_bytes in, bool lies) {
    enum { PART = 16, MOST_ALLOCATIONS = 400 };
    const uint64_t digest = play(in, lies, 0);
    if (digest % PART == 0)
        FUZZ_MUST(play(in, lies, 0) == digest);
    if (digest % PART == 1)
        (void)play(in, lies, 1 + digest / PART % MOST_ALLOCATIONS);
}
