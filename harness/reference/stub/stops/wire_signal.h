/* Signals as numbers on the wire, to GDB's numbering and back.
 * One noun: native-signals+ changes it, and nothing else knows.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_WIRE_SIGNAL_H
#define STUB_WIRE_SIGNAL_H

#include <rsp/stub.h>

/* Signal number on the wire for a GDB number (native-signals+). */
int stub_wire_signal(const rsp_stub *s, int gdb_signal);
/* GDB number of a signal on the wire. */
int stub_gdb_signal(const rsp_stub *s, int wire_signal);

#endif
