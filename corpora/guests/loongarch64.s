# The guest for LoongArch of 64 bits: base instructions only.
# Data is found by pcaddi, whose distances are words.
# SPDX-License-Identifier: MIT
        .macro address reg, of
        pcaddi \reg, %pcrel_20(\of)
        .endm
        .macro function name
\name:
        .endm
        .macro argument number
        li.w $a0, \number
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
        address $t0, counter
        ld.d $t1, $t0, 0
        addi.d $t1, $t1, 1
        st.d $t1, $t0, 0
        address $t0, marks
        andi $t2, $a0, 15
        add.d $t0, $t0, $t2
        st.b $a0, $t0, 0
        slli.d $a0, $t1, 1
        ret
loop:
        addi.d $sp, $sp, -32
        st.d $ra, $sp, 0
        st.d $s0, $sp, 8
        st.d $s1, $sp, 16
        st.d $s2, $sp, 24
        move $s0, $a0
        li.w $s1, 0
        li.w $s2, 0
1:      move $a0, $s1
        bl work
        add.d $s2, $s2, $a0
        addi.d $s1, $s1, 1
        blt $s1, $s0, 1b
        move $a0, $s2
        ld.d $ra, $sp, 0
        ld.d $s0, $sp, 8
        ld.d $s1, $sp, 16
        ld.d $s2, $sp, 24
        addi.d $sp, $sp, 32
        ret
tail:
        li.w $t0, 0
        li.w $t1, 0
1:      add.d $t0, $t0, $t1
        xori $t0, $t0, 3
        add.d $t0, $t0, $a0
        addi.d $t1, $t1, 1
        blt $t1, $a0, 1b
        move $a0, $t0
        ret
spin:
        address $t0, stop
        address $t1, spins
1:      ld.w $t2, $t0, 0
        bnez $t2, 2f
spinning:
        ld.d $t3, $t1, 0
        addi.d $t3, $t3, 1
        st.d $t3, $t1, 0
        b 1b
2:      ret
start_watching:
        nop
        ret
touch:
        address $t0, watched
        address $t1, sink
        li.w $t2, 1
        st.d $t2, $t0, 0
        ld.d $t3, $t0, 0
        st.d $t3, $t1, 0
        li.w $t2, 2
        st.d $t2, $t0, 0
        st.d $t2, $t0, 0
        ld.d $t3, $t0, 0
        st.d $t3, $t1, 0
        address $t0, neighbour
        li.w $t2, 3
        st.d $t2, $t0, 0
        address $t0, array
        li.w $t1, 0
        li.w $t3, 8
1:      st.w $t1, $t0, 0
        addi.d $t0, $t0, 4
        addi.d $t1, $t1, 1
        blt $t1, $t3, 1b
        address $t0, narrow
        li.w $t1, 1
        st.b $t1, $t0, 0
        li.w $t1, 2
        st.b $t1, $t0, 1
        li.w $t1, 3
        st.b $t1, $t0, 2
        li.w $t1, 4
        st.b $t1, $t0, 3
        ret
done_watching:
        nop
        ret
factorial:
        li.w $t0, 1
        bge $t0, $a0, deepest
        addi.d $sp, $sp, -16
        st.d $ra, $sp, 0
        st.d $s0, $sp, 8
        move $s0, $a0
        addi.d $a0, $a0, -1
        bl factorial
        move $t0, $a0
        li.w $a0, 0
1:      add.d $a0, $a0, $t0
        addi.d $s0, $s0, -1
        blt $zero, $s0, 1b
        ld.d $ra, $sp, 0
        ld.d $s0, $sp, 8
        addi.d $sp, $sp, 16
        ret
deepest:
        address $t0, depth
        ld.w $t1, $t0, 0
        addi.d $t1, $t1, 1
        st.w $t1, $t0, 0
        li.w $a0, 1
        ret
sizes:
        address $t0, one
        li.w $t1, 0x11
        st.b $t1, $t0, 0
        ld.bu $t2, $t0, 0
        address $t0, two
        st.h $t1, $t0, 0
        ld.hu $t2, $t0, 0
        address $t0, four
        st.w $t1, $t0, 0
        ld.w $t2, $t0, 0
        address $t0, eight
        st.d $t1, $t0, 0
        ld.d $t2, $t0, 0
        ret
outer:
        addi.d $sp, $sp, -16
        st.d $ra, $sp, 0
        bl inner
        ld.d $ra, $sp, 0
        addi.d $sp, $sp, 16
        ret
inner:
        nop
        ret
straight:
        li.w $t0, 0
        addi.d $t0, $t0, 1
        addi.d $t0, $t0, 2
        addi.d $t0, $t0, 3
        addi.d $t0, $t0, 4
        addi.d $t0, $t0, 5
        addi.d $t0, $t0, 6
        addi.d $t0, $t0, 7
straight_end:
        ret
illegal:
        nop
illegal_at:
        .4byte 0
illegal_next:
        ret
trap:
        nop
trap_at:
        break 0
trap_next:
        ret
changing:
        address $t0, changed
        address $t1, other
        ld.w $t2, $t1, 0
        st.w $t2, $t0, 0
        ibar 0
outcome:
        address $t0, sink
changed:
        li.w $t1, 1
outcome_next:
        st.d $t1, $t0, 0
outcome_end:
        ret
other:
        li.w $t1, 2
        .size other, . - other
        .include "data.inc"
