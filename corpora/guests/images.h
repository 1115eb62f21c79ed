/* The images of all guests: made by corpora/guests/assemble.py of guest_list.h.
 * Each has NAME_symbols and NAME_image.
 * Change the list, not this. */
/* SPDX-License-Identifier: MIT */
#ifndef GUEST_IMAGES_H
#define GUEST_IMAGES_H

#include "guests/aarch64.inc"
#include "guests/arm.inc"
#include "guests/avr.inc"
#include "guests/i386.inc"
#include "guests/loongarch64.inc"
#include "guests/m68k.inc"
#include "guests/mips.inc"
#include "guests/mips64.inc"
#include "guests/mips64el.inc"
#include "guests/mipsel.inc"
#include "guests/msp430.inc"
#include "guests/or1k.inc"
#include "guests/powerpc.inc"
#include "guests/powerpc64.inc"
#include "guests/powerpc64le.inc"
#include "guests/riscv32.inc"
#include "guests/riscv64.inc"
#include "guests/s390x.inc"
#include "guests/sh.inc"
#include "guests/sparc.inc"
#include "guests/sparc64.inc"
#include "guests/thumb.inc"
#include "guests/x86_64.inc"
#include "guests/xtensa.inc"

#endif
