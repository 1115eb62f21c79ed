# The guest for Thumb as ARMv6-M has it: every instruction but bl has two bytes.
# Data is found by adr, whose targets are aligned.
# SPDX-License-Identifier: MIT
        .arch armv6-m
        .syntax unified
        .thumb
        .macro function name
        .thumb_func
\name:
        .endm
        .macro argument number
        movs r0, #\number
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
        .thumb_func
work:
        adr r1, counter
        ldr r2, [r1]
        adds r2, #1
        str r2, [r1]
        movs r3, #15
        ands r3, r0
        adds r1, #16
        strb r0, [r1, r3]
        adds r0, r2, r2
        bx lr
        .thumb_func
loop:
        push {r4, r5, r6, lr}
        movs r4, r0
        movs r5, #0
        movs r6, #0
1:      movs r0, r5
        bl work
        adds r6, r6, r0
        adds r5, #1
        cmp r5, r4
        blt 1b
        movs r0, r6
        pop {r4, r5, r6, pc}
        .thumb_func
tail:
        push {r4, lr}
        movs r1, #0
        movs r2, #0
        movs r3, #3
1:      adds r1, r1, r2
        eors r1, r3
        adds r1, r1, r0
        adds r2, #1
        cmp r2, r0
        blt 1b
        movs r0, r1
        pop {r4, pc}
        .thumb_func
spin:
        adr r1, stop
        adr r2, spins
1:      ldr r3, [r1]
        cmp r3, #0
        bne 2f
spinning:
        ldr r0, [r2]
        adds r0, #1
        str r0, [r2]
        b 1b
2:      bx lr
        .thumb_func
start_watching:
        nop
        bx lr
        .thumb_func
touch:
        adr r0, watched
        adr r1, sink
        movs r2, #1
        str r2, [r0]
        ldr r3, [r0]
        str r3, [r1]
        movs r2, #2
        str r2, [r0]
        str r2, [r0]
        ldr r3, [r0]
        str r3, [r1]
        adr r0, neighbour
        movs r2, #3
        str r2, [r0]
        adr r0, array
        movs r2, #0
1:      str r2, [r0]
        adds r0, #4
        adds r2, #1
        cmp r2, #8
        blt 1b
        adr r0, narrow
        movs r2, #1
        strb r2, [r0]
        movs r2, #2
        strb r2, [r0, #1]
        movs r2, #3
        strb r2, [r0, #2]
        movs r2, #4
        strb r2, [r0, #3]
        bx lr
        .thumb_func
done_watching:
        nop
        bx lr
        .thumb_func
factorial:
        cmp r0, #1
        ble deepest
        push {r4, lr}
        movs r4, r0
        subs r0, #1
        bl factorial
        movs r1, r0
        movs r0, #0
1:      adds r0, r0, r1
        subs r4, #1
        bne 1b
        pop {r4, pc}
        .thumb_func
deepest:
        adr r1, depth
        ldr r2, [r1]
        adds r2, #1
        str r2, [r1]
        movs r0, #1
        bx lr
        .thumb_func
sizes:
        movs r1, #0x11
        movs r3, #0
        adr r0, one
        strb r1, [r0]
        ldrb r2, [r0]
        adr r0, two
        strh r1, [r0]
        ldrh r2, [r0]
        adr r0, four
        str r1, [r0]
        ldr r2, [r0]
        adr r0, eight
        stmia r0!, {r1, r3}
        adr r0, eight
        ldmia r0!, {r1, r3}
        bx lr
        .thumb_func
outer:
        push {r4, lr}
        bl inner
        pop {r4, pc}
        .thumb_func
inner:
        nop
        bx lr
        .thumb_func
straight:
        movs r0, #0
        adds r0, #1
        adds r0, #2
        adds r0, #3
        adds r0, #4
        adds r0, #5
        adds r0, #6
        adds r0, #7
        .thumb_func
straight_end:
        bx lr
        .thumb_func
illegal:
        nop
        .thumb_func
illegal_at:
        udf #0
        .thumb_func
illegal_next:
        bx lr
        .thumb_func
trap:
        nop
        .thumb_func
trap_at:
        bkpt #0
        .thumb_func
trap_next:
        bx lr
        .thumb_func
changing:
        adr r1, changed
        adr r2, other
        ldrh r0, [r2]
        strh r0, [r1]
        dsb
        isb
        .thumb_func
outcome:
        nop
        adr r1, sink
        .balign 4
        .thumb_func
changed:
        movs r0, #1
        .thumb_func
outcome_next:
        str r0, [r1]
        .thumb_func
outcome_end:
        bx lr
        .balign 4
        .thumb_func
other:
        movs r0, #2
        .size other, . - other
        .include "data.inc"
