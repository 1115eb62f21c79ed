/* Faults of File-I/O: what the client may do while a call is under way, and what becomes of its answer.
 * Most are what other stubs were found to do.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/row.h"
#include "faults/target.h"

#include "run_state.h"
#include "send.h"

static void refuse_in_call(stub_service *t) {
    if (t->s->run->state == STUB_RUN_CALLING)
        stub_refuse(t);
    else
        stub_serve(t);
}

/* The answer does not reach the thread, which makes the call once more. */
static rsp_status forget_interrupted(void *t, rsp_ptid thread, int64_t result, uint64_t error, bool go_on) {
    rsp_stub *s = t;
    return go_on ? STUB_REAL(s, call_end, thread, result, error, go_on) : RSP_OK;
}

static rsp_status ask_all_the_same(void *t, rsp_ptid thread, int64_t result, uint64_t error, bool go_on) {
    rsp_stub *s = t;
    if (stub_non_stop(s))
        stub_send(s, RSP_LIT("Fisatty,1"));
    return STUB_REAL(s, call_end, thread, result, error, go_on);
}

static const stub_fault_row rows[] = {
    CALL(FILE_IO_MEMORY_REFUSED, READ_MEMORY, refuse_in_call),
    CALL(FILE_IO_WRITE_REFUSED, WRITE_MEMORY, refuse_in_call),
    CALL(FILE_IO_WRITE_REFUSED, WRITE_BINARY, refuse_in_call),
    CALL(FILE_IO_SELECT_REFUSED, SELECT_THREAD, refuse_in_call),
    INSTEAD(FILE_IO_WAITS, FILE_IO_REPLY, "%*", STUB_NO_REPLY),
    REQUEST(FILE_IO_NO_RESULT, FILE_IO_REPLY, "%*", "0"),
    REQUEST(FILE_IO_DECIMAL, FILE_IO_REPLY, "%u", "%x1"),
    REQUEST(FILE_IO_UNSIGNED, FILE_IO_REPLY, "-%*", "%1"),
    REQUEST(FILE_IO_NO_INTERRUPT, FILE_IO_REPLY, "%*,C", "%1"),
    TARGET(FILE_IO_AGAIN, .call_end = forget_interrupted),
    TARGET(FILE_IO_NON_STOP, .call_end = ask_all_the_same),
};
STUB_FAULT_TABLE(stub_file_io_faults, rows);
