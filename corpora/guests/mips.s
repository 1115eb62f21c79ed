# The guest for MIPS, 32 and 64 bits, in either byte order: instructions of MIPS I and III, each delay slot a nop.
# Data is found from where a bal returns. Assembled with --defsym XLEN=32 or 64.
# SPDX-License-Identifier: MIT
        .set noreorder
        .set noat
        .if XLEN == 64
        .macro load reg, from
        ld \reg, \from
        .endm
        .macro restore reg, from
        ld \reg, \from
        .endm
        .macro store reg, to
        sd \reg, \to
        .endm
        .macro sum reg, of, and
        daddu \reg, \of, \and
        .endm
        .macro plus reg, of, by
        daddiu \reg, \of, \by
        .endm
        .else
        .macro load reg, from
        lw \reg, \from
        nop
        .endm
        .macro restore reg, from
        lw \reg, \from
        .endm
        .macro store reg, to
        sw \reg, \to
        .endm
        .macro sum reg, of, and
        addu \reg, \of, \and
        .endm
        .macro plus reg, of, by
        addiu \reg, \of, \by
        .endm
        .endif
        .set W, XLEN / 8
        # The address of a variable; `ra` is kept in t9.
        .macro address reg, of
        move $t9, $ra
        bal 9f
        nop
9:      plus \reg, $ra, \of - 9b
        move $ra, $t9
        .endm
        .macro function name
\name:
        .endm
        .macro argument number
        li $a0, \number
        .endm
        .macro calls what
        bal \what
        nop
        .endm
        .macro goes_to where
        b \where
        nop
        .endm
        .macro idle
        nop
        .endm
        .include "main.inc"
work:
        address $t0, counter
        load $t1, 0($t0)
        plus $t1, $t1, 1
        store $t1, 0($t0)
        andi $t2, $a0, 15
        sum $t0, $t0, $t2
        sb $a0, 16($t0)
        jr $ra
        sum $v0, $t1, $t1
loop:
        plus $sp, $sp, -4 * W
        store $ra, 0 * W($sp)
        store $s0, 1 * W($sp)
        store $s1, 2 * W($sp)
        store $s2, 3 * W($sp)
        move $s0, $a0
        li $s1, 0
        li $s2, 0
1:      move $a0, $s1
        bal work
        nop
        sum $s2, $s2, $v0
        plus $s1, $s1, 1
        bne $s1, $s0, 1b
        nop
        move $v0, $s2
        restore $ra, 0 * W($sp)
        restore $s0, 1 * W($sp)
        restore $s1, 2 * W($sp)
        restore $s2, 3 * W($sp)
        plus $sp, $sp, 4 * W
        jr $ra
        nop
tail:
        li $v0, 0
        li $t0, 0
1:      sum $v0, $v0, $t0
        xori $v0, $v0, 3
        sum $v0, $v0, $a0
        plus $t0, $t0, 1
        bne $t0, $a0, 1b
        nop
        jr $ra
        nop
spin:
        address $t0, stop
        address $t1, spins
1:      lw $t2, 0($t0)
        nop
        bnez $t2, 2f
        nop
spinning:
        load $t3, 0($t1)
        plus $t3, $t3, 1
        store $t3, 0($t1)
        b 1b
        nop
2:      jr $ra
        nop
start_watching:
        nop
        jr $ra
        nop
touch:
        address $t0, watched
        address $t1, sink
        li $t2, 1
        store $t2, 0($t0)
        load $t3, 0($t0)
        store $t3, 0($t1)
        li $t2, 2
        store $t2, 0($t0)
        store $t2, 0($t0)
        load $t3, 0($t0)
        store $t3, 0($t1)
        address $t0, neighbour
        li $t2, 3
        store $t2, 0($t0)
        address $t0, array
        li $t1, 0
        li $t2, 8
1:      sw $t1, 0($t0)
        plus $t0, $t0, 4
        addiu $t1, $t1, 1
        bne $t1, $t2, 1b
        nop
        address $t0, narrow
        li $t1, 1
        sb $t1, 0($t0)
        li $t1, 2
        sb $t1, 1($t0)
        li $t1, 3
        sb $t1, 2($t0)
        li $t1, 4
        sb $t1, 3($t0)
        jr $ra
        nop
done_watching:
        nop
        jr $ra
        nop
factorial:
        plus $t0, $a0, -1
        blez $t0, deepest
        nop
        plus $sp, $sp, -2 * W
        store $ra, 0 * W($sp)
        store $s0, 1 * W($sp)
        move $s0, $a0
        plus $a0, $a0, -1
        bal factorial
        nop
        move $t0, $v0
        li $v0, 0
1:      sum $v0, $v0, $t0
        plus $s0, $s0, -1
        bgtz $s0, 1b
        nop
        restore $ra, 0 * W($sp)
        restore $s0, 1 * W($sp)
        plus $sp, $sp, 2 * W
        jr $ra
        nop
deepest:
        address $t0, depth
        lw $t1, 0($t0)
        nop
        addiu $t1, $t1, 1
        sw $t1, 0($t0)
        li $v0, 1
        jr $ra
        nop
sizes:
        li $t1, 0x11
        address $t0, one
        sb $t1, 0($t0)
        lbu $t2, 0($t0)
        address $t0, two
        sh $t1, 0($t0)
        lhu $t2, 0($t0)
        address $t0, four
        sw $t1, 0($t0)
        lw $t2, 0($t0)
        address $t0, eight
        .if XLEN == 64
        sd $t1, 0($t0)
        ld $t2, 0($t0)
        .else
        sw $t1, 0($t0)
        sw $zero, 4($t0)
        lw $t2, 0($t0)
        lw $t2, 4($t0)
        .endif
        jr $ra
        nop
outer:
        plus $sp, $sp, -2 * W
        store $ra, 0 * W($sp)
        bal inner
        nop
        restore $ra, 0 * W($sp)
        plus $sp, $sp, 2 * W
        jr $ra
        nop
inner:
        nop
        jr $ra
        nop
straight:
        li $t0, 0
        addiu $t0, $t0, 1
        addiu $t0, $t0, 2
        addiu $t0, $t0, 3
        addiu $t0, $t0, 4
        addiu $t0, $t0, 5
        addiu $t0, $t0, 6
        addiu $t0, $t0, 7
straight_end:
        jr $ra
        nop
illegal:
        nop
illegal_at:
        .4byte 0x3d
illegal_next:
        jr $ra
        nop
trap:
        nop
trap_at:
        break
trap_next:
        jr $ra
        nop
changing:
        address $t0, other
        lw $t1, 0($t0)
        address $t0, changed
        sw $t1, 0($t0)
outcome:
        address $t0, sink
changed:
        li $t1, 1
outcome_next:
        store $t1, 0($t0)
outcome_end:
        jr $ra
        nop
other:
        li $t1, 2
        .size other, . - other
        .include "data.inc"
