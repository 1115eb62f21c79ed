# The guest for the 68000 and ColdFire: no instruction that one of them lacks.
# Data is found by lea from the program counter.
# SPDX-License-Identifier: MIT
        .macro function name
\name:
        .endm
        .macro argument number
        moveq #\number, %d0
        .endm
        .macro calls what
        bsr.w \what
        .endm
        .macro goes_to where
        bra.w \where
        .endm
        .macro idle
        nop
        .endm
        .include "main.inc"
work:
        lea %pc@(counter), %a0
        addq.l #1, %a0@
        lea %pc@(marks), %a1
        move.l %d0, %d1
        and.l #15, %d1
        add.l %d1, %a1
        move.b %d0, %a1@
        move.l %a0@, %d0
        add.l %d0, %d0
        rts
loop:
        move.l %d2, %sp@-
        move.l %d3, %sp@-
        move.l %d4, %sp@-
        move.l %d0, %d2
        moveq #0, %d3
        moveq #0, %d4
1:      move.l %d3, %d0
        bsr.w work
        add.l %d0, %d4
        addq.l #1, %d3
        cmp.l %d2, %d3
        blt.w 1b
        move.l %d4, %d0
        move.l %sp@+, %d4
        move.l %sp@+, %d3
        move.l %sp@+, %d2
        rts
tail:
        move.l %d2, %sp@-
        moveq #0, %d1
        moveq #0, %d2
1:      add.l %d2, %d1
        eor.l #3, %d1
        add.l %d0, %d1
        addq.l #1, %d2
        cmp.l %d0, %d2
        blt.w 1b
        move.l %d1, %d0
        move.l %sp@+, %d2
        rts
spin:
        lea %pc@(stop), %a0
        lea %pc@(spins), %a1
1:      move.l %a0@, %d0
        bne.w 2f
spinning:
        addq.l #1, %a1@
        bra.w 1b
2:      rts
start_watching:
        nop
        rts
touch:
        lea %pc@(watched), %a0
        lea %pc@(sink), %a1
        moveq #1, %d0
        move.l %d0, %a0@
        move.l %a0@, %d1
        move.l %d1, %a1@
        moveq #2, %d0
        move.l %d0, %a0@
        move.l %d0, %a0@
        move.l %a0@, %d1
        move.l %d1, %a1@
        lea %pc@(neighbour), %a0
        moveq #3, %d0
        move.l %d0, %a0@
        lea %pc@(array), %a0
        moveq #0, %d0
        moveq #8, %d1
1:      move.l %d0, %a0@+
        addq.l #1, %d0
        cmp.l %d1, %d0
        blt.w 1b
        lea %pc@(narrow), %a0
        moveq #1, %d0
        move.b %d0, %a0@
        moveq #2, %d0
        move.b %d0, %a0@(1)
        moveq #3, %d0
        move.b %d0, %a0@(2)
        moveq #4, %d0
        move.b %d0, %a0@(3)
        rts
done_watching:
        nop
        rts
factorial:
        moveq #1, %d1
        cmp.l %d1, %d0
        ble.w deepest
        move.l %d2, %sp@-
        move.l %d0, %d2
        subq.l #1, %d0
        bsr.w factorial
        move.l %d0, %d1
        moveq #0, %d0
1:      add.l %d1, %d0
        subq.l #1, %d2
        bne.w 1b
        move.l %sp@+, %d2
        rts
deepest:
        lea %pc@(depth), %a0
        addq.l #1, %a0@
        moveq #1, %d0
        rts
sizes:
        moveq #0x11, %d0
        moveq #0, %d1
        lea %pc@(one), %a0
        move.b %d0, %a0@
        move.b %a0@, %d1
        lea %pc@(two), %a0
        move.w %d0, %a0@
        move.w %a0@, %d1
        lea %pc@(four), %a0
        move.l %d0, %a0@
        move.l %a0@, %d1
        lea %pc@(eight), %a0
        moveq #0, %d1
        move.l %d1, %a0@
        move.l %d0, %a0@(4)
        move.l %a0@, %d1
        move.l %a0@(4), %d1
        rts
outer:
        bsr.w inner
        rts
inner:
        nop
        rts
straight:
        moveq #0, %d0
        addq.l #1, %d0
        addq.l #2, %d0
        addq.l #3, %d0
        addq.l #4, %d0
        addq.l #5, %d0
        addq.l #6, %d0
        addq.l #7, %d0
straight_end:
        rts
illegal:
        nop
illegal_at:
        illegal
illegal_next:
        rts
trap:
        nop
trap_at:
        trap #15
trap_next:
        rts
changing:
        lea %pc@(other), %a0
        move.w %a0@, %d0
        lea %pc@(changed), %a0
        move.w %d0, %a0@
outcome:
        lea %pc@(sink), %a0
changed:
        moveq #1, %d0
outcome_next:
        move.l %d0, %a0@
outcome_end:
        rts
other:
        moveq #2, %d0
        .size other, . - other
        .include "data.inc"
