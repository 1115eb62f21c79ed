# The guest for SuperH, SH-1 and later: each delay slot a nop.
# Data is found by mova, which reads no memory, and a literal behind the function.
# SPDX-License-Identifier: MIT
        # The address of a variable; r0 and r3 are lost.
        .macro address reg, literal
        mov.l \literal, r3
        mova \literal, r0
        add r0, r3
        mov r3, \reg
        .endm
        # How far the variable is from here.
        .macro literal number, of
        .balign 4
\number:
        .4byte \of - \number\()b
        .endm
        .macro function name
\name:
        .endm
        .macro argument number
        mov #\number, r4
        .endm
        .macro calls what
        bsr \what
        nop
        .endm
        .macro goes_to where
        bra \where
        nop
        .endm
        .macro idle
        nop
        .endm
        .include "main.inc"
work:
        address r1, 10f
        mov.l @r1, r2
        add #1, r2
        mov.l r2, @r1
        add #16, r1
        mov #15, r0
        and r4, r0
        add r0, r1
        mov.b r4, @r1
        mov r2, r0
        rts
        add r2, r0
        literal 10, counter
loop:
        sts.l pr, @-r15
        mov.l r8, @-r15
        mov.l r9, @-r15
        mov.l r10, @-r15
        mov r4, r8
        mov #0, r9
        mov #0, r10
1:      mov r9, r4
        bsr work
        nop
        add r0, r10
        add #1, r9
        cmp/ge r8, r9
        bf 1b
        mov r10, r0
        mov.l @r15+, r10
        mov.l @r15+, r9
        mov.l @r15+, r8
        lds.l @r15+, pr
        rts
        nop
tail:
        mov #0, r0
        mov #0, r1
1:      add r1, r0
        xor #3, r0
        add r4, r0
        add #1, r1
        cmp/ge r4, r1
        bf 1b
        rts
        nop
spin:
        address r1, 10f
        address r2, 11f
1:      mov.l @r1, r0
        tst r0, r0
        bf 2f
spinning:
        mov.l @r2, r0
        add #1, r0
        mov.l r0, @r2
        bra 1b
        nop
2:      rts
        nop
        literal 10, stop
        literal 11, spins
start_watching:
        nop
        rts
        nop
touch:
        address r1, 10f
        address r2, 11f
        mov #1, r0
        mov.l r0, @r1
        mov.l @r1, r3
        mov.l r3, @r2
        mov #2, r0
        mov.l r0, @r1
        mov.l r0, @r1
        mov.l @r1, r3
        mov.l r3, @r2
        address r1, 12f
        mov #3, r0
        mov.l r0, @r1
        address r1, 13f
        mov #0, r0
        mov #8, r2
1:      mov.l r0, @r1
        add #4, r1
        add #1, r0
        cmp/ge r2, r0
        bf 1b
        address r1, 14f
        mov #1, r0
        mov.b r0, @r1
        mov #2, r0
        mov.b r0, @(1, r1)
        mov #3, r0
        mov.b r0, @(2, r1)
        mov #4, r0
        mov.b r0, @(3, r1)
        rts
        nop
        literal 10, watched
        literal 11, sink
        literal 12, neighbour
        literal 13, array
        literal 14, narrow
done_watching:
        nop
        rts
        nop
factorial:
        mov #1, r0
        cmp/gt r0, r4
        bf deepest
        sts.l pr, @-r15
        mov.l r8, @-r15
        mov r4, r8
        add #-1, r4
        bsr factorial
        nop
        mov r0, r1
        mov #0, r0
1:      add r1, r0
        add #-1, r8
        tst r8, r8
        bf 1b
        mov.l @r15+, r8
        lds.l @r15+, pr
        rts
        nop
deepest:
        address r1, 10f
        mov.l @r1, r0
        add #1, r0
        mov.l r0, @r1
        mov #1, r0
        rts
        nop
        literal 10, depth
sizes:
        mov #0x11, r2
        address r1, 10f
        mov.b r2, @r1
        mov.b @r1, r4
        address r1, 11f
        mov.w r2, @r1
        mov.w @r1, r4
        address r1, 12f
        mov.l r2, @r1
        mov.l @r1, r4
        address r1, 13f
        mov #0, r4
        mov.l r2, @r1
        mov.l r4, @(4, r1)
        mov.l @r1, r4
        mov.l @(4, r1), r4
        rts
        nop
        literal 10, one
        literal 11, two
        literal 12, four
        literal 13, eight
outer:
        sts.l pr, @-r15
        bsr inner
        nop
        lds.l @r15+, pr
        rts
        nop
inner:
        nop
        rts
        nop
straight:
        mov #0, r0
        add #1, r0
        add #2, r0
        add #3, r0
        add #4, r0
        add #5, r0
        add #6, r0
        add #7, r0
straight_end:
        rts
        nop
illegal:
        nop
illegal_at:
        .2byte 0xfffd
illegal_next:
        rts
        nop
trap:
        nop
trap_at:
        trapa #0xc3
trap_next:
        rts
        nop
changing:
        nop
        address r1, 14f
        mov.w @r1, r4
        address r1, 15f
        mov.w r4, @r1
outcome:
        nop
        address r1, 16f
changed:
        mov #1, r2
outcome_next:
        mov.l r2, @r1
outcome_end:
        rts
        nop
        literal 14, other
        literal 15, changed
        literal 16, sink
other:
        mov #2, r2
        .size other, . - other
        .include "data.inc"
