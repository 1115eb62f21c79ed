# The guest for RISC-V, 32 and 64 bits: base instructions only, none of them compressed.
# Assembled with --defsym XLEN=32 or 64.
# SPDX-License-Identifier: MIT
        .option norvc
        .option norelax
        .macro load reg, from
        .if XLEN == 64
        ld \reg, \from
        .else
        lw \reg, \from
        .endif
        .endm
        .macro store reg, to
        .if XLEN == 64
        sd \reg, \to
        .else
        sw \reg, \to
        .endif
        .endm
        .macro function name
\name:
        .endm
        .macro argument number
        li a0, \number
        .endm
        .macro calls what
        jal \what
        .endm
        .macro goes_to where
        j \where
        .endm
        .macro idle
        nop
        .endm
        .include "main.inc"
work:
        la t0, counter
        load t1, 0(t0)
        addi t1, t1, 1
        store t1, 0(t0)
        la t0, marks
        andi t2, a0, 15
        add t0, t0, t2
        sb a0, 0(t0)
        slli a0, t1, 1
        ret
loop:
        addi sp, sp, -32
        store ra, 0(sp)
        store s0, 8(sp)
        store s1, 16(sp)
        store s2, 24(sp)
        mv s0, a0
        li s1, 0
        li s2, 0
1:      mv a0, s1
        jal work
        add s2, s2, a0
        addi s1, s1, 1
        blt s1, s0, 1b
        mv a0, s2
        load ra, 0(sp)
        load s0, 8(sp)
        load s1, 16(sp)
        load s2, 24(sp)
        addi sp, sp, 32
        ret
tail:
        li t0, 0
        li t1, 0
1:      add t0, t0, t1
        xori t0, t0, 3
        add t0, t0, a0
        addi t1, t1, 1
        blt t1, a0, 1b
        mv a0, t0
        ret
spin:
        la t0, stop
        la t1, spins
1:      lw t2, 0(t0)
        bnez t2, 2f
spinning:
        load t3, 0(t1)
        addi t3, t3, 1
        store t3, 0(t1)
        j 1b
2:      ret
start_watching:
        nop
        ret
touch:
        la t0, watched
        la t1, sink
        li t2, 1
        store t2, 0(t0)
        load t3, 0(t0)
        store t3, 0(t1)
        li t2, 2
        store t2, 0(t0)
        store t2, 0(t0)
        load t3, 0(t0)
        store t3, 0(t1)
        la t0, neighbour
        li t2, 3
        store t2, 0(t0)
        la t0, array
        li t1, 0
        li t3, 8
1:      sw t1, 0(t0)
        addi t0, t0, 4
        addi t1, t1, 1
        blt t1, t3, 1b
        la t0, narrow
        li t1, 1
        sb t1, 0(t0)
        li t1, 2
        sb t1, 1(t0)
        li t1, 3
        sb t1, 2(t0)
        li t1, 4
        sb t1, 3(t0)
        ret
done_watching:
        nop
        ret
factorial:
        li t0, 1
        ble a0, t0, deepest
        addi sp, sp, -16
        store ra, 0(sp)
        store s0, 8(sp)
        mv s0, a0
        addi a0, a0, -1
        jal factorial
        mv t0, a0
        li a0, 0
1:      add a0, a0, t0
        addi s0, s0, -1
        bgtz s0, 1b
        load ra, 0(sp)
        load s0, 8(sp)
        addi sp, sp, 16
        ret
deepest:
        la t0, depth
        lw t1, 0(t0)
        addi t1, t1, 1
        sw t1, 0(t0)
        li a0, 1
        ret
sizes:
        la t0, one
        li t1, 0x11
        sb t1, 0(t0)
        lbu t2, 0(t0)
        la t0, two
        sh t1, 0(t0)
        lhu t2, 0(t0)
        la t0, four
        sw t1, 0(t0)
        lw t2, 0(t0)
        la t0, eight
        .if XLEN == 64
        sd t1, 0(t0)
        ld t2, 0(t0)
        .else
        sw t1, 0(t0)
        sw zero, 4(t0)
        lw t2, 0(t0)
        lw t2, 4(t0)
        .endif
        ret
outer:
        addi sp, sp, -16
        store ra, 0(sp)
        jal inner
        load ra, 0(sp)
        addi sp, sp, 16
        ret
inner:
        nop
        ret
straight:
        li t0, 0
        addi t0, t0, 1
        addi t0, t0, 2
        addi t0, t0, 3
        addi t0, t0, 4
        addi t0, t0, 5
        addi t0, t0, 6
        addi t0, t0, 7
straight_end:
        ret
illegal:
        nop
illegal_at:
        .4byte 0xc0001073 # unimp
illegal_next:
        ret
trap:
        nop
trap_at:
        ebreak
trap_next:
        ret
changing:
        la t0, changed
        la t1, other
        lw t1, 0(t1)
        sw t1, 0(t0)
        .4byte 0x0000100f # fence.i
outcome:
        la t0, sink
changed:
        li t1, 1
outcome_next:
        store t1, 0(t0)
outcome_end:
        ret
other:
        li t1, 2
        .size other, . - other
        .include "data.inc"
