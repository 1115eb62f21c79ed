/* The debug adapter between an editor and the reference stub, all in this process and in virtual time: each
 * session ends, frees its memory, breaks no rule, and is the same when it is played again.
 * Two letters (what the stub can do, how long it lives) and a script. See scripted_editor.h, adapter_stub.h.
 */
/* SPDX-License-Identifier: MIT */
#include "adapter_stub.h"
#include "scripted_editor.h"

enum { MEMORY_BYTES = 64 << 20 };

static bool is_known_end(rsp_status status, uint64_t fail_at) {
    return status == RSP_OK || status == RSP_CLOSED || status == RSP_MALFORMED || status == RSP_LIMIT ||
           (status == RSP_NO_MEMORY && fail_at > 0);
}

static uint64_t run(rsp_bytes in, uint64_t fail_at) {
    fuzz_mem mem;
    adapter_stubs stubs;
    scripted_editor editor;
    rsp_virtual_clock clock = {.now_ns = RSP_NS_PER_MS};
    const uint8_t choice = fuzz_take_byte(&in);
    const uint8_t lives = fuzz_take_byte(&in);
    (void)fuzz_take_byte(&in); /* the end of the line */
    fuzz_mem_init(&mem, MEMORY_BYTES, fail_at);
    adapter_stubs_begin(&stubs, &clock, choice, lives);
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const rsp_bytes in = rsp_bytes_make(data, size);
    const uint64_t digest = run(in, 0);
    /* Only a part of the inputs is played again: which, they say. */
    if (digest % 16 == 0)
        FUZZ_MUST(run(in, 0) == digest);
    if (digest % 16 == 1)
        (void)run(in, 1 + digest / 16 % 400);
    return 0;
}
