# The guest for ARM in A32 code, of ARMv4 and later.
# Data is found by adr.
# SPDX-License-Identifier: MIT
        .arch armv4
        .syntax unified
        .arm
        .macro function name
\name:
        .endm
        .macro argument number
        mov r0, #\number
        .endm
        .macro calls what
        bl \what
        .endm
        .macro goes_to where
        b \where
        .endm
        .macro idle
        nop
        .endm
        .include "main.inc"
work:
        adrl r1, counter
        ldr r2, [r1]
        add r2, r2, #1
        str r2, [r1]
        and r3, r0, #15
        add r1, r1, #16
        strb r0, [r1, r3]
        add r0, r2, r2
        mov pc, lr
loop:
        push {r4, r5, r6, lr}
        mov r4, r0
        mov r5, #0
        mov r6, #0
1:      mov r0, r5
        bl work
        add r6, r6, r0
        add r5, r5, #1
        cmp r5, r4
        blt 1b
        mov r0, r6
        pop {r4, r5, r6, lr}
        mov pc, lr
tail:
        mov r1, #0
        mov r2, #0
1:      add r1, r1, r2
        eor r1, r1, #3
        add r1, r1, r0
        add r2, r2, #1
        cmp r2, r0
        blt 1b
        mov r0, r1
        mov pc, lr
spin:
        adrl r1, stop
        adrl r2, spins
1:      ldr r3, [r1]
        cmp r3, #0
        bne 2f
spinning:
        ldr r0, [r2]
        add r0, r0, #1
        str r0, [r2]
        b 1b
2:      mov pc, lr
start_watching:
        nop
        mov pc, lr
touch:
        adrl r0, watched
        adrl r1, sink
        mov r2, #1
        str r2, [r0]
        ldr r3, [r0]
        str r3, [r1]
        mov r2, #2
        str r2, [r0]
        str r2, [r0]
        ldr r3, [r0]
        str r3, [r1]
        adrl r0, neighbour
        mov r2, #3
        str r2, [r0]
        adrl r0, array
        mov r2, #0
1:      str r2, [r0, r2, lsl #2]
        add r2, r2, #1
        cmp r2, #8
        blt 1b
        adrl r0, narrow
        mov r2, #1
        strb r2, [r0]
        mov r2, #2
        strb r2, [r0, #1]
        mov r2, #3
        strb r2, [r0, #2]
        mov r2, #4
        strb r2, [r0, #3]
        mov pc, lr
done_watching:
        nop
        mov pc, lr
factorial:
        cmp r0, #1
        ble deepest
        push {r4, lr}
        mov r4, r0
        sub r0, r0, #1
        bl factorial
        mov r1, r0
        mov r0, #0
1:      add r0, r0, r1
        subs r4, r4, #1
        bne 1b
        pop {r4, lr}
        mov pc, lr
deepest:
        adrl r1, depth
        ldr r2, [r1]
        add r2, r2, #1
        str r2, [r1]
        mov r0, #1
        mov pc, lr
sizes:
        mov r1, #0x11
        mov r3, #0
        adrl r0, one
        strb r1, [r0]
        ldrb r2, [r0]
        adrl r0, two
        strh r1, [r0]
        ldrh r2, [r0]
        adrl r0, four
        str r1, [r0]
        ldr r2, [r0]
        adrl r0, eight
        stmia r0, {r1, r3}
        ldmia r0, {r1, r3}
        mov pc, lr
outer:
        push {r4, lr}
        bl inner
        pop {r4, lr}
        mov pc, lr
inner:
        nop
        mov pc, lr
straight:
        mov r0, #0
        add r0, r0, #1
        add r0, r0, #2
        add r0, r0, #3
        add r0, r0, #4
        add r0, r0, #5
        add r0, r0, #6
        add r0, r0, #7
straight_end:
        mov pc, lr
illegal:
        nop
illegal_at:
        .4byte 0xe7f000f0
illegal_next:
        mov pc, lr
trap:
        nop
trap_at:
        .4byte 0xe1200070 @ bkpt, of ARMv5
trap_next:
        mov pc, lr
changing:
        adr r1, changed
        adr r2, other
        ldr r0, [r2]
        str r0, [r1]
outcome:
        adrl r1, sink
changed:
        mov r0, #1
outcome_next:
        str r0, [r1]
outcome_end:
        mov pc, lr
other:
        mov r0, #2
        .size other, . - other
        .include "data.inc"
