# The guest for Xtensa, by its ABI without register windows (call0): core instructions, none of them narrow.
# Data is found from where a call0 returns, which jumps over the distance; `a0` is kept in a9. What is called stands at multiples of 4.
# SPDX-License-Identifier: MIT
        .macro address reg, of
        mov a9, a0
        call0 9f
8:      .balign 4
7:      .4byte \of - 8b
9:      l32r \reg, 7b
        add \reg, \reg, a0
        mov a0, a9
        .endm
        .macro function name
        .ifnc \name, end
        .balign 4
        .endif
\name:
        .endm
        .macro argument number
        movi a2, \number
        .endm
        .macro calls what
        call0 \what
        .endm
        .macro goes_to where
        j \where
        .endm
        .macro idle
        nop
        .endm
        .include "main.inc"
        function work
        address a3, counter
        l32i a4, a3, 0
        addi a4, a4, 1
        s32i a4, a3, 0
        movi a5, 15
        and a5, a5, a2
        add a3, a3, a5
        s8i a2, a3, 16
        add a2, a4, a4
        ret
        function loop
        addi a1, a1, -16
        s32i a0, a1, 0
        s32i a12, a1, 4
        s32i a13, a1, 8
        s32i a14, a1, 12
        mov a12, a2
        movi a13, 0
        movi a14, 0
1:      mov a2, a13
        call0 work
        add a14, a14, a2
        addi a13, a13, 1
        blt a13, a12, 1b
        mov a2, a14
        l32i a0, a1, 0
        l32i a12, a1, 4
        l32i a13, a1, 8
        l32i a14, a1, 12
        addi a1, a1, 16
        ret
        function tail
        movi a3, 0
        movi a4, 0
        movi a5, 3
1:      add a3, a3, a4
        xor a3, a3, a5
        add a3, a3, a2
        addi a4, a4, 1
        blt a4, a2, 1b
        mov a2, a3
        ret
        function spin
        address a3, stop
        address a4, spins
1:      l32i a5, a3, 0
        bnez a5, 2f
spinning:
        l32i a6, a4, 0
        addi a6, a6, 1
        s32i a6, a4, 0
        j 1b
2:      ret
        function start_watching
        nop
        ret
        function touch
        address a3, watched
        address a4, sink
        movi a5, 1
        s32i a5, a3, 0
        l32i a6, a3, 0
        s32i a6, a4, 0
        movi a5, 2
        s32i a5, a3, 0
        s32i a5, a3, 0
        l32i a6, a3, 0
        s32i a6, a4, 0
        address a3, neighbour
        movi a5, 3
        s32i a5, a3, 0
        address a3, array
        movi a5, 0
        movi a6, 8
1:      s32i a5, a3, 0
        addi a3, a3, 4
        addi a5, a5, 1
        blt a5, a6, 1b
        address a3, narrow
        movi a5, 1
        s8i a5, a3, 0
        movi a5, 2
        s8i a5, a3, 1
        movi a5, 3
        s8i a5, a3, 2
        movi a5, 4
        s8i a5, a3, 3
        ret
        function done_watching
        nop
        ret
        function factorial
        addi a3, a2, -1
        bgez a3, 1f
        j deepest
1:      beqz a3, deepest
        addi a1, a1, -8
        s32i a0, a1, 0
        s32i a12, a1, 4
        mov a12, a2
        mov a2, a3
        call0 factorial
        mov a3, a2
        movi a2, 0
1:      add a2, a2, a3
        addi a12, a12, -1
        bnez a12, 1b
        l32i a0, a1, 0
        l32i a12, a1, 4
        addi a1, a1, 8
        ret
        function deepest
        address a3, depth
        l32i a4, a3, 0
        addi a4, a4, 1
        s32i a4, a3, 0
        movi a2, 1
        ret
        function sizes
        movi a4, 0x11
        movi a5, 0
        address a3, one
        s8i a4, a3, 0
        l8ui a6, a3, 0
        address a3, two
        s16i a4, a3, 0
        l16ui a6, a3, 0
        address a3, four
        s32i a4, a3, 0
        l32i a6, a3, 0
        address a3, eight
        s32i a4, a3, 0
        s32i a5, a3, 4
        l32i a6, a3, 0
        l32i a6, a3, 4
        ret
        function outer
        addi a1, a1, -4
        s32i a0, a1, 0
        call0 inner
        l32i a0, a1, 0
        addi a1, a1, 4
        ret
        function inner
        nop
        ret
        function straight
        movi a2, 0
        addi a2, a2, 1
        addi a2, a2, 2
        addi a2, a2, 3
        addi a2, a2, 4
        addi a2, a2, 5
        addi a2, a2, 6
        addi a2, a2, 7
straight_end:
        ret
        function illegal
        nop
illegal_at:
        ill
illegal_next:
        ret
        function trap
        nop
trap_at:
        break 0, 0
trap_next:
        ret
        function changing
        nop
        address a3, other
        l32i a4, a3, 0
        address a3, changed
        s32i a4, a3, 0
        memw
        isync
        function outcome
        nop
        address a3, sink
        function changed
        movi a4, 1
outcome_next:
        s32i a4, a3, 0
outcome_end:
        ret
        function other
        movi a4, 2
        s32i a4, a3, 0
        .size other, . - other
        .include "data.inc"
