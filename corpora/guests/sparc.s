# The guest for SPARC, V8 and V9: no register windows, and each delay slot a nop.
# Data is found from where a call stands; `o7` is kept in g4. Assembled with --defsym XLEN=32 or 64.
# SPDX-License-Identifier: MIT
        .register %g2, #scratch
        .register %g3, #scratch
        .set W, XLEN / 8
        .macro load from, reg
        .if XLEN == 64
        ldx \from, \reg
        .else
        ld \from, \reg
        .endif
        .endm
        .macro store reg, to
        .if XLEN == 64
        stx \reg, \to
        .else
        st \reg, \to
        .endif
        .endm
        .macro address reg, of
        mov %o7, %g4
8:      call 9f
        nop
9:      add %o7, \of - 8b, \reg
        mov %g4, %o7
        .endm
        .macro function name
\name:
        .endm
        .macro argument number
        mov \number, %o0
        .endm
        .macro calls what
        call \what
        nop
        .endm
        .macro goes_to where
        ba \where
        nop
        .endm
        .macro idle
        nop
        .endm
        .include "main.inc"
work:
        address %g1, counter
        load [%g1], %g2
        add %g2, 1, %g2
        store %g2, [%g1]
        add %g1, 16, %g1
        and %o0, 15, %g3
        stb %o0, [%g1 + %g3]
        retl
        add %g2, %g2, %o0
loop:
        sub %sp, 4 * W, %sp
        store %o7, [%sp]
        store %l0, [%sp + W]
        store %l1, [%sp + 2 * W]
        store %l2, [%sp + 3 * W]
        mov %o0, %l0
        mov 0, %l1
        mov 0, %l2
1:      mov %l1, %o0
        call work
        nop
        add %l2, %o0, %l2
        add %l1, 1, %l1
        cmp %l1, %l0
        bl 1b
        nop
        mov %l2, %o0
        load [%sp], %o7
        load [%sp + W], %l0
        load [%sp + 2 * W], %l1
        load [%sp + 3 * W], %l2
        add %sp, 4 * W, %sp
        retl
        nop
tail:
        mov 0, %g1
        mov 0, %g2
1:      add %g1, %g2, %g1
        xor %g1, 3, %g1
        add %g1, %o0, %g1
        add %g2, 1, %g2
        cmp %g2, %o0
        bl 1b
        nop
        mov %g1, %o0
        retl
        nop
spin:
        address %g1, stop
        address %g2, spins
1:      ld [%g1], %g3
        cmp %g3, 0
        bne 2f
        nop
spinning:
        load [%g2], %g3
        add %g3, 1, %g3
        store %g3, [%g2]
        ba 1b
        nop
2:      retl
        nop
start_watching:
        nop
        retl
        nop
touch:
        address %g1, watched
        address %g2, sink
        mov 1, %g3
        store %g3, [%g1]
        load [%g1], %o1
        store %o1, [%g2]
        mov 2, %g3
        store %g3, [%g1]
        store %g3, [%g1]
        load [%g1], %o1
        store %o1, [%g2]
        address %g1, neighbour
        mov 3, %g3
        store %g3, [%g1]
        address %g1, array
        mov 0, %g3
1:      st %g3, [%g1]
        add %g1, 4, %g1
        add %g3, 1, %g3
        cmp %g3, 8
        bl 1b
        nop
        address %g1, narrow
        mov 1, %g3
        stb %g3, [%g1]
        mov 2, %g3
        stb %g3, [%g1 + 1]
        mov 3, %g3
        stb %g3, [%g1 + 2]
        mov 4, %g3
        stb %g3, [%g1 + 3]
        retl
        nop
done_watching:
        nop
        retl
        nop
factorial:
        cmp %o0, 1
        ble deepest
        nop
        sub %sp, 2 * W, %sp
        store %o7, [%sp]
        store %l0, [%sp + W]
        mov %o0, %l0
        sub %o0, 1, %o0
        call factorial
        nop
        mov %o0, %g1
        mov 0, %o0
1:      add %o0, %g1, %o0
        subcc %l0, 1, %l0
        bne 1b
        nop
        load [%sp], %o7
        load [%sp + W], %l0
        add %sp, 2 * W, %sp
        retl
        nop
deepest:
        address %g1, depth
        ld [%g1], %g2
        add %g2, 1, %g2
        st %g2, [%g1]
        mov 1, %o0
        retl
        nop
sizes:
        mov 0x11, %g2
        address %g1, one
        stb %g2, [%g1]
        ldub [%g1], %g3
        address %g1, two
        sth %g2, [%g1]
        lduh [%g1], %g3
        address %g1, four
        st %g2, [%g1]
        ld [%g1], %g3
        address %g1, eight
        .if XLEN == 64
        stx %g2, [%g1]
        ldx [%g1], %g3
        .else
        st %g0, [%g1]
        st %g2, [%g1 + 4]
        ld [%g1], %g3
        ld [%g1 + 4], %g3
        .endif
        retl
        nop
outer:
        sub %sp, 2 * W, %sp
        store %o7, [%sp]
        call inner
        nop
        load [%sp], %o7
        add %sp, 2 * W, %sp
        retl
        nop
inner:
        nop
        retl
        nop
straight:
        mov 0, %o0
        add %o0, 1, %o0
        add %o0, 2, %o0
        add %o0, 3, %o0
        add %o0, 4, %o0
        add %o0, 5, %o0
        add %o0, 6, %o0
        add %o0, 7, %o0
straight_end:
        retl
        nop
illegal:
        nop
illegal_at:
        .4byte 0
illegal_next:
        retl
        nop
trap:
        nop
trap_at:
        ta 1
trap_next:
        retl
        nop
changing:
        address %g1, changed
        ld [%g1 + other - changed], %g2
        st %g2, [%g1]
        flush %g1
        nop
        nop
        nop
        nop
        nop
outcome:
        address %g1, sink
changed:
        mov 1, %g2
outcome_next:
        store %g2, [%g1]
outcome_end:
        retl
        nop
other:
        mov 2, %g2
        .size other, . - other
        .include "data.inc"
