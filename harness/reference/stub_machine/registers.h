/* The register set of the built-in machine: x0..x31, pc, f0..f31, fflags, frm and fcsr.
 * Names are those of the calling convention, as GDB's own description of the architecture has them.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_MACHINE_REGISTERS_H
#define STUB_MACHINE_REGISTERS_H

#include "machine/thread.h"
#include <rsp/stub.h>

extern const rsp_register_set stub_machine_registers;

/* Whether it is one of the floating-point unit's control registers: fflags, frm, fcsr. */
bool stub_machine_is_control(unsigned regnum);
/* The block of a thread's registers, as the offsets of the set say. */
void stub_machine_read_registers(const rsp_thread *thread, uint8_t *block);
/* Writes those registers that differ from the block; of fcsr and its fields the last that differs counts.
 * Gives the first status that is not RSP_OK. */
rsp_status stub_machine_write_registers(rsp_thread *thread, const uint8_t *block);

#endif
