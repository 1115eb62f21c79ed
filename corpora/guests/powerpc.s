# The guest for PowerPC, 32 bits big-endian and 64 bits in either byte order.
# Data is found from where a bcl returns; `lr` is kept in r0. Assembled with --defsym XLEN=32 or 64.
# SPDX-License-Identifier: MIT
        .set W, XLEN / 8
        .if XLEN == 64
        .macro load reg, from
        ld \reg, \from
        .endm
        .macro store reg, to
        std \reg, \to
        .endm
        .macro push bytes
        stdu %r1, -(\bytes)(%r1)
        .endm
        .else
        .macro load reg, from
        lwz \reg, \from
        .endm
        .macro store reg, to
        stw \reg, \to
        .endm
        .macro push bytes
        stwu %r1, -(\bytes)(%r1)
        .endm
        .endif
        .macro address reg, of
        mflr %r0
        bcl 20, 31, 9f
9:      mflr \reg
        addi \reg, \reg, \of - 9b
        mtlr %r0
        .endm
        .macro function name
\name:
        .endm
        .macro argument number
        li %r3, \number
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
        address %r4, counter
        load %r5, 0(%r4)
        addi %r5, %r5, 1
        store %r5, 0(%r4)
        addi %r4, %r4, 16
        andi. %r6, %r3, 15
        stbx %r3, %r4, %r6
        add %r3, %r5, %r5
        blr
loop:
        mflr %r0
        push 8 * W
        store %r0, 9 * W(%r1)
        store %r29, 5 * W(%r1)
        store %r30, 6 * W(%r1)
        store %r31, 7 * W(%r1)
        mr %r29, %r3
        li %r30, 0
        li %r31, 0
1:      mr %r3, %r30
        bl work
        add %r31, %r31, %r3
        addi %r30, %r30, 1
        cmpw %r30, %r29
        blt 1b
        mr %r3, %r31
        load %r0, 9 * W(%r1)
        load %r29, 5 * W(%r1)
        load %r30, 6 * W(%r1)
        load %r31, 7 * W(%r1)
        addi %r1, %r1, 8 * W
        mtlr %r0
        blr
tail:
        li %r4, 0
        li %r5, 0
1:      add %r4, %r4, %r5
        xori %r4, %r4, 3
        add %r4, %r4, %r3
        addi %r5, %r5, 1
        cmpw %r5, %r3
        blt 1b
        mr %r3, %r4
        blr
spin:
        address %r4, stop
        address %r5, spins
1:      lwz %r6, 0(%r4)
        cmpwi %r6, 0
        bne 2f
spinning:
        load %r7, 0(%r5)
        addi %r7, %r7, 1
        store %r7, 0(%r5)
        b 1b
2:      blr
start_watching:
        nop
        blr
touch:
        address %r4, watched
        address %r5, sink
        li %r6, 1
        store %r6, 0(%r4)
        load %r7, 0(%r4)
        store %r7, 0(%r5)
        li %r6, 2
        store %r6, 0(%r4)
        store %r6, 0(%r4)
        load %r7, 0(%r4)
        store %r7, 0(%r5)
        address %r4, neighbour
        li %r6, 3
        store %r6, 0(%r4)
        address %r4, array
        li %r6, 0
1:      stw %r6, 0(%r4)
        addi %r4, %r4, 4
        addi %r6, %r6, 1
        cmpwi %r6, 8
        blt 1b
        address %r4, narrow
        li %r6, 1
        stb %r6, 0(%r4)
        li %r6, 2
        stb %r6, 1(%r4)
        li %r6, 3
        stb %r6, 2(%r4)
        li %r6, 4
        stb %r6, 3(%r4)
        blr
done_watching:
        nop
        blr
factorial:
        cmpwi %r3, 1
        ble deepest
        mflr %r0
        push 4 * W
        store %r0, 5 * W(%r1)
        store %r31, 3 * W(%r1)
        mr %r31, %r3
        addi %r3, %r3, -1
        bl factorial
        mr %r4, %r3
        li %r3, 0
1:      add %r3, %r3, %r4
        addic. %r31, %r31, -1
        bne 1b
        load %r0, 5 * W(%r1)
        load %r31, 3 * W(%r1)
        addi %r1, %r1, 4 * W
        mtlr %r0
        blr
deepest:
        address %r4, depth
        lwz %r5, 0(%r4)
        addi %r5, %r5, 1
        stw %r5, 0(%r4)
        li %r3, 1
        blr
sizes:
        li %r5, 0x11
        li %r6, 0
        address %r4, one
        stb %r5, 0(%r4)
        lbz %r7, 0(%r4)
        address %r4, two
        sth %r5, 0(%r4)
        lhz %r7, 0(%r4)
        address %r4, four
        stw %r5, 0(%r4)
        lwz %r7, 0(%r4)
        address %r4, eight
        .if XLEN == 64
        std %r5, 0(%r4)
        ld %r7, 0(%r4)
        .else
        stw %r6, 0(%r4)
        stw %r5, 4(%r4)
        lwz %r7, 0(%r4)
        lwz %r7, 4(%r4)
        .endif
        blr
outer:
        mflr %r0
        push 4 * W
        store %r0, 5 * W(%r1)
        bl inner
        load %r0, 5 * W(%r1)
        addi %r1, %r1, 4 * W
        mtlr %r0
        blr
inner:
        nop
        blr
straight:
        li %r3, 0
        addi %r3, %r3, 1
        addi %r3, %r3, 2
        addi %r3, %r3, 3
        addi %r3, %r3, 4
        addi %r3, %r3, 5
        addi %r3, %r3, 6
        addi %r3, %r3, 7
straight_end:
        blr
illegal:
        nop
illegal_at:
        .4byte 0
illegal_next:
        blr
trap:
        nop
trap_at:
        trap
trap_next:
        blr
changing:
        address %r4, changed
        lwz %r5, other - changed(%r4)
        stw %r5, 0(%r4)
        dcbst 0, %r4
        sync
        icbi 0, %r4
        isync
outcome:
        address %r4, sink
changed:
        li %r5, 1
outcome_next:
        store %r5, 0(%r4)
outcome_end:
        blr
other:
        li %r5, 2
        .size other, . - other
        .include "data.inc"
