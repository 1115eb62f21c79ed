/* Faults of LLDB's dialect for WebAssembly: call stacks, values, libraries; what a runtime says of itself.
 * Most were seen in runtimes of others.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/row.h"
#include "faults/target.h"

#include "codec/wasm.h"
#include "core/byte_order.h"

enum { PC_BYTES = 8 };

/* The pcs of a call stack from a frame on, changed. */
static rsp_status change_frames(rsp_stub *s, rsp_ptid thread, rsp_buf *out, size_t from,
                                uint64_t (*change)(uint64_t pc)) {
    const size_t start = out->len;
    const rsp_status status = STUB_REAL(s, wasm_frames, thread, out);
    for (size_t at = start + from * PC_BYTES; status == RSP_OK && at + PC_BYTES <= out->len; at += PC_BYTES) {
        const uint64_t pc = rsp_number_of(rsp_bytes_make(out->ptr + at, PC_BYTES), false);
        rsp_number_put(out->ptr + at, PC_BYTES, change(pc), false);
    }
    return status;
}

static uint64_t without_tag(uint64_t pc) {
    return rsp_wasm_split(pc).offset;
}

/* The innermost frame is still pc. */
static rsp_status untagged_callers(void *t, rsp_ptid thread, rsp_buf *out) {
    return change_frames(t, thread, out, 1, without_tag);
}

static uint64_t in_no_library(uint64_t pc) {
    enum { NOBODYS = 77 };
    rsp_wasm_address a = rsp_wasm_split(pc);
    a.instance += NOBODYS;
    return rsp_wasm_join(a);
}

static rsp_status lost_callers(void *t, rsp_ptid thread, rsp_buf *out) {
    return change_frames(t, thread, out, 1, in_no_library);
}

/* What cannot be had is a zero. */
static rsp_status zero_for_missing(void *t, rsp_ptid thread, rsp_wasm_values which, uint64_t frame,
                                   uint64_t index, rsp_buf *out) {
    rsp_stub *s = t;
    const rsp_status status = STUB_REAL(s, wasm_value, thread, which, frame, index, out);
    if (status == RSP_NOT_FOUND)
        rsp_buf_append(out, rsp_bytes_make((const uint8_t *)"\0\0\0", 4));
    return RSP_OK;
}

static rsp_status innermost_frame(void *t, rsp_ptid thread, rsp_wasm_values which, uint64_t frame,
                                  uint64_t index, rsp_buf *out) {
    rsp_stub *s = t;
    (void)frame;
    return STUB_REAL(s, wasm_value, thread, which, 0, index, out);
}

/* The first instance stands for those that there are not; for every one. */
static rsp_status first_for_missing(void *t, int64_t pid, uint64_t instance, uint64_t index, rsp_buf *out) {
    rsp_stub *s = t;
    const rsp_status status = STUB_REAL(s, wasm_global, pid, instance, index, out);
    return status == RSP_NOT_FOUND ? STUB_REAL(s, wasm_global, pid, 0, 0, out) : status;
}

static rsp_status always_last(void *t, int64_t pid, uint64_t instance, uint64_t index, rsp_buf *out) {
    rsp_stub *s = t;
    return STUB_REAL(s, wasm_global, pid, instance ^ 1U, index, out);
}

/* Memory of the instance where its code is asked for. */
static size_t memory_for_code(void *t, int64_t pid, uint64_t address, uint8_t *dst, size_t len) {
    rsp_stub *s = t;
    return STUB_REAL(s, read_memory, pid, without_tag(address), dst, len);
}

static const stub_fault_row rows[] = {
    REPLY(WASM_FRAMES_SEPARATED, QWASM_CALL_STACK, "%q%*", "%1,%2"),
    REPLY(WASM_FRAMES_BIG_ENDIAN, QWASM_CALL_STACK, "%q%*", "%s1%2"),
    REPLY(WASM_FRAMES_NO_THREAD_EMPTY, QWASM_CALL_STACK, "E%*", ""),
    TARGET(WASM_FRAMES_UNTAGGED, .wasm_frames = untagged_callers),
    TARGET(WASM_FRAMES_NO_LIBRARY, .wasm_frames = lost_callers),
    REPLY(WASM_LOCAL_TYPED, QWASM_LOCAL, "%b%h", "7f%1%2"),
    REPLY(WASM_MISSING_EMPTY, QWASM_LOCAL, "E%*", ""),
    REPLY(WASM_MISSING_EMPTY, QWASM_GLOBAL, "E%*", ""),
    REPLY(WASM_MISSING_EMPTY, QWASM_STACK_VALUE, "E%*", ""),
    TARGET(WASM_MISSING_ZERO, .wasm_value = zero_for_missing),
    TARGET(WASM_MISSING_FRAME_INNERMOST, .wasm_value = innermost_frame),
    TARGET(WASM_INSTANCE_OTHER, .wasm_global = always_last),
    INSTEAD(WASM_INSTANCE_UNKNOWN_FORM, QWASM_GLOBAL, "%*instance%*", "E01"),
    TARGET(WASM_INSTANCE_ANY, .wasm_global = first_for_missing),
    REPLY_PLACES(WASM_LIBRARY_NAMELESS, QXFER_LIBRARIES_READ, "\"adder.wasm\"", "\"\""),
    REPLY_PLACES(WASM_LIBRARIES_ONE_NAME, QXFER_LIBRARIES_READ, "\"adder.wasm\"", "\"counter.wasm\""),
    STOP(WASM_LIBRARY_UNASKED, "T05%*", "T05library:;%1"),
    TARGET(WASM_CODE_IS_MEMORY, .read_memory = memory_for_code),
    REPLY(WASM_PASSIVE_SIGNAL, QTHREAD_STOP_INFO, "T00%*", "T05%1"),
    REPLY(WASM_PC_NARROW, QREGISTER_INFO, "%*bitsize:64;%*", "%1bitsize:32;%2"),
    REPLY(WASM_TRIPLE_NATIVE, QPROCESS_INFO, "%*triple:%h;%*",
          "%1triple:7838365f36342d756e6b6e6f776e2d6c696e75782d676e75;%3"),
};
STUB_FAULT_TABLE(stub_wasm_faults, rows);
