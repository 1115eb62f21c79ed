/* The register set of the built-in machine: x0..x31 and pc.
 * Names are those of the calling convention, as GDB's own description of the architecture has them.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_MACHINE_REGISTERS_H
#define STUB_MACHINE_REGISTERS_H

#include <rsp/target.h>

extern const rsp_register_set stub_machine_registers;

#endif
