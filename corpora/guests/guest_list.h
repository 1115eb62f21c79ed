/* The guests, a row each: a new architecture is a row here and a source. assemble.py reads the rows, and
 * makes NAME.inc of each. X(NAME, "architecture", mode, big-endian, bytes of a word, "register", "binutils",
 * "how"). See README.md. */
/* SPDX-License-Identifier: MIT */
#ifndef GUEST_LIST_H
#define GUEST_LIST_H

/* clang-format off */
/* The architecture is that of rsp_arch_name, the mode a word of rsp_guest_mode, the register has a function's
 * value. `binutils` is the prefix of assembler and linker, "llvm-19" that of LLVM's, `how` the source and the flags of
 * both. */
#define RSP_GUEST_LIST(X) \
    X(riscv32, "riscv32", ONLY, false, 4, "a0", "riscv64-linux-gnu", "riscv.s -march=rv32i -mabi=ilp32 --defsym XLEN=32 | -m elf32lriscv") \
    X(riscv64, "riscv64", ONLY, false, 8, "a0", "riscv64-linux-gnu", "riscv.s -march=rv64i -mabi=lp64 --defsym XLEN=64 |") \
    X(x86_64, "x86-64", LONG, false, 8, "rax", "x86_64-linux-gnu", "x86-64.s |") \
    X(i386, "i386", PROTECTED, false, 4, "eax", "x86_64-linux-gnu", "i386.s --32 | -m elf_i386") \
    X(arm, "arm", A32, false, 4, "r0", "arm-linux-gnueabi", "arm.s |") \
    X(thumb, "arm", T32, false, 4, "r0", "arm-linux-gnueabi", "thumb.s |") \
    X(aarch64, "aarch64", ONLY, false, 8, "x0", "aarch64-linux-gnu", "aarch64.s |") \
    X(m68k, "m68k", ONLY, true, 4, "d0", "m68k-linux-gnu", "m68k.s -m68000 |") \
    X(mips, "mips", ONLY, true, 4, "r2", "mips-linux-gnu", "mips.s -EB -32 -mips1 --defsym XLEN=32 | -EB") \
    X(mipsel, "mips", ONLY, false, 4, "r2", "mipsel-linux-gnu", "mips.s -EL -32 -mips1 --defsym XLEN=32 | -EL") \
    X(mips64, "mips64", ONLY, true, 8, "r2", "mips64-linux-gnuabi64", "mips.s -EB -64 -mips3 --defsym XLEN=64 | -EB -m elf64btsmip") \
    X(mips64el, "mips64", ONLY, false, 8, "r2", "mips64el-linux-gnuabi64", "mips.s -EL -64 -mips3 --defsym XLEN=64 | -EL -m elf64ltsmip") \
    X(powerpc, "powerpc", ONLY, true, 4, "r3", "powerpc-linux-gnu", "powerpc.s -mppc --defsym XLEN=32 |") \
    X(powerpc64, "powerpc64", BIG, true, 8, "r3", "powerpc64-linux-gnu", "powerpc.s -mppc64 -a64 -mbig --defsym XLEN=64 | -m elf64ppc") \
    X(powerpc64le, "powerpc64", LITTLE, false, 8, "r3", "powerpc64le-linux-gnu", "powerpc.s -mppc64 -a64 -mlittle --defsym XLEN=64 | -m elf64lppc") \
    X(sparc, "sparc", ONLY, true, 4, "r8", "sparc64-linux-gnu", "sparc.s -Av8 -32 --defsym XLEN=32 | -m elf32_sparc") \
    X(sparc64, "sparc64", ONLY, true, 8, "r8", "sparc64-linux-gnu", "sparc.s -Av9 -64 --defsym XLEN=64 | -m elf64_sparc") \
    X(loongarch64, "loongarch64", ONLY, false, 8, "r4", "llvm-19", "loongarch64.s -triple=loongarch64 -target-abi=lp64s |") \
    X(avr, "avr", FLASH, false, 1, "r24", "avr", "avr.s -mmcu=avr2 | -m avr2 -Tdata=0x800200") \
    X(msp430, "msp430", ONLY, false, 2, "r12", "llvm-19", "msp430.s -triple=msp430 |") \
    X(sh, "sh", ONLY, false, 4, "r0", "sh4-linux-gnu", "sh.s -little -isa=sh |") \
    X(s390x, "s390", ONLY, true, 8, "r2", "s390x-linux-gnu", "s390x.s -m64 -march=z900 |") \
    X(or1k, "or1k", ONLY, true, 4, "r11", "or1k-elf", "or1k.s |") \
    X(xtensa, "xtensa", ONLY, false, 4, "r2", "xtensa-lx106-elf", "xtensa.s --no-transform --no-target-align |")
/* clang-format on */

#endif
