# The guest for OpenRISC 1000: ORBIS32, each delay slot a nop.
# Data is found from where a l.jal returns; `r9` is kept in r13.
# SPDX-License-Identifier: MIT
        .macro address reg, of
        l.ori r13, r9, 0
        l.jal 9f
        l.nop
9:      l.addi \reg, r9, \of - 9b
        l.ori r9, r13, 0
        .endm
        .macro return
        l.jr r9
        l.nop
        .endm
        .macro set reg, number
        l.addi \reg, r0, \number
        .endm
        .macro calls what
        l.jal \what
        l.nop
        .endm
        .macro goes_to where
        l.j \where
        l.nop
        .endm
        .macro function name
\name:
        .endm
        .macro argument number
        set r3, \number
        .endm
        .macro idle
        l.nop
        .endm
        .include "main.inc"
work:
        address r15, counter
        l.lwz r17, 0(r15)
        l.addi r17, r17, 1
        l.sw 0(r15), r17
        l.andi r19, r3, 15
        l.add r15, r15, r19
        l.sb 16(r15), r3
        l.jr r9
        l.add r11, r17, r17
loop:
        l.addi r1, r1, -16
        l.sw 0(r1), r9
        l.sw 4(r1), r14
        l.sw 8(r1), r16
        l.sw 12(r1), r18
        l.ori r14, r3, 0
        set r16, 0
        set r18, 0
1:      l.ori r3, r16, 0
        calls work
        l.add r18, r18, r11
        l.addi r16, r16, 1
        l.sflts r16, r14
        l.bf 1b
        l.nop
        l.ori r11, r18, 0
        l.lwz r9, 0(r1)
        l.lwz r14, 4(r1)
        l.lwz r16, 8(r1)
        l.lwz r18, 12(r1)
        l.addi r1, r1, 16
        return
tail:
        set r11, 0
        set r15, 0
1:      l.add r11, r11, r15
        l.xori r11, r11, 3
        l.add r11, r11, r3
        l.addi r15, r15, 1
        l.sflts r15, r3
        l.bf 1b
        l.nop
        return
spin:
        address r15, stop
        address r17, spins
1:      l.lwz r19, 0(r15)
        l.sfnei r19, 0
        l.bf 2f
        l.nop
spinning:
        l.lwz r21, 0(r17)
        l.addi r21, r21, 1
        l.sw 0(r17), r21
        goes_to 1b
2:      return
start_watching:
        l.nop
        return
touch:
        address r15, watched
        address r17, sink
        set r19, 1
        l.sw 0(r15), r19
        l.lwz r21, 0(r15)
        l.sw 0(r17), r21
        set r19, 2
        l.sw 0(r15), r19
        l.sw 0(r15), r19
        l.lwz r21, 0(r15)
        l.sw 0(r17), r21
        address r15, neighbour
        set r19, 3
        l.sw 0(r15), r19
        address r15, array
        set r19, 0
1:      l.sw 0(r15), r19
        l.addi r15, r15, 4
        l.addi r19, r19, 1
        l.sfltsi r19, 8
        l.bf 1b
        l.nop
        address r15, narrow
        set r19, 1
        l.sb 0(r15), r19
        set r19, 2
        l.sb 1(r15), r19
        set r19, 3
        l.sb 2(r15), r19
        set r19, 4
        l.sb 3(r15), r19
        return
done_watching:
        l.nop
        return
factorial:
        l.sflesi r3, 1
        l.bf deepest
        l.nop
        l.addi r1, r1, -8
        l.sw 0(r1), r9
        l.sw 4(r1), r14
        l.ori r14, r3, 0
        l.addi r3, r3, -1
        calls factorial
        l.ori r15, r11, 0
        set r11, 0
1:      l.add r11, r11, r15
        l.addi r14, r14, -1
        l.sfnei r14, 0
        l.bf 1b
        l.nop
        l.lwz r9, 0(r1)
        l.lwz r14, 4(r1)
        l.addi r1, r1, 8
        return
deepest:
        address r15, depth
        l.lwz r17, 0(r15)
        l.addi r17, r17, 1
        l.sw 0(r15), r17
        set r11, 1
        return
sizes:
        set r17, 0x11
        address r15, one
        l.sb 0(r15), r17
        l.lbz r19, 0(r15)
        address r15, two
        l.sh 0(r15), r17
        l.lhz r19, 0(r15)
        address r15, four
        l.sw 0(r15), r17
        l.lwz r19, 0(r15)
        address r15, eight
        l.sw 0(r15), r0
        l.sw 4(r15), r17
        l.lwz r19, 0(r15)
        l.lwz r19, 4(r15)
        return
outer:
        l.addi r1, r1, -4
        l.sw 0(r1), r9
        calls inner
        l.lwz r9, 0(r1)
        l.addi r1, r1, 4
        return
inner:
        l.nop
        return
straight:
        set r11, 0
        l.addi r11, r11, 1
        l.addi r11, r11, 2
        l.addi r11, r11, 3
        l.addi r11, r11, 4
        l.addi r11, r11, 5
        l.addi r11, r11, 6
        l.addi r11, r11, 7
straight_end:
        return
illegal:
        l.nop
illegal_at:
        .4byte 0x2c000000
illegal_next:
        return
trap:
        l.nop
trap_at:
        l.trap 1
trap_next:
        return
changing:
        address r15, changed
        l.lwz r17, (other - changed)(r15)
        l.sw 0(r15), r17
outcome:
        address r15, sink
changed:
        set r17, 1
outcome_next:
        l.sw 0(r15), r17
outcome_end:
        return
other:
        set r17, 2
        .size other, . - other
        .include "data.inc"
