/* Signal numbers of requests and replies: GDB's, or those of Linux.
 * Without native-signals+ the numbers are GDB's, whatever the target runs.
 * Source: GDB manual, Stop Reply Packets; LLDB gdb-remote extensions. */
/* SPDX-License-Identifier: MIT */
#include "wire_signal.h"

#include "state.h"

#include "codec/signals.h"

/* LLDB takes a stub that knows QThreadSuffixSupported for one with native signal numbers, announced or not.
 */
static bool native_signals(const rsp_stub *s) {
    return s->opt.native_signals || stub_agreed(s, STUB_AGREED_THREAD_SUFFIX);
}

int stub_wire_signal(const rsp_stub *s, int gdb_signal) {
    unsigned number = gdb_signal > 0 ? (unsigned)gdb_signal : 0;
    return (int)(native_signals(s) ? rsp_signal_to_linux(number) : number);
}

int stub_gdb_signal(const rsp_stub *s, int wire_signal) {
    unsigned number = wire_signal > 0 ? (unsigned)wire_signal : 0;
    return (int)(native_signals(s) ? rsp_signal_from_linux(number) : number);
}
