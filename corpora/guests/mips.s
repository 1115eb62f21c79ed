# The guest for 32-bit MIPS in either byte order: MIPS I instructions, each delay slot a nop.
# Data is found from where a bal returns.
# SPDX-License-Identifier: MIT
        .set noreorder
        .set noat
        # The address of a variable; `ra` is kept in t9.
        .macro address reg, of
        move $t9, $ra
        bal 9f
        nop
9:      addiu \reg, $ra, \of - 9b
        move $ra, $t9
        .endm
main:
        li $a0, 10
        bal loop
        nop
        li $a0, 5
        bal tail
        nop
        b end
        nop
main_spin:
        bal spin
        nop
        b end
        nop
main_watch:
        bal start_watching
        nop
        bal touch
        nop
        bal done_watching
        nop
        b end
        nop
main_recursion:
        li $a0, 10
        bal factorial
        nop
        b end
        nop
main_steps:
        bal sizes
        nop
        bal outer
        nop
        bal straight
        nop
end:
        nop
        b end
        nop
work:
        address $t0, counter
        lw $t1, 0($t0)
        nop
        addiu $t1, $t1, 1
        sw $t1, 0($t0)
        andi $t2, $a0, 15
        addu $t0, $t0, $t2
        sb $a0, 16($t0)
        jr $ra
        addu $v0, $t1, $t1
loop:
        addiu $sp, $sp, -16
        sw $ra, 0($sp)
        sw $s0, 4($sp)
        sw $s1, 8($sp)
        sw $s2, 12($sp)
        move $s0, $a0
        li $s1, 0
        li $s2, 0
1:      move $a0, $s1
        bal work
        nop
        addu $s2, $s2, $v0
        addiu $s1, $s1, 1
        bne $s1, $s0, 1b
        nop
        move $v0, $s2
        lw $ra, 0($sp)
        lw $s0, 4($sp)
        lw $s1, 8($sp)
        lw $s2, 12($sp)
        addiu $sp, $sp, 16
        jr $ra
        nop
tail:
        li $v0, 0
        li $t0, 0
1:      addu $v0, $v0, $t0
        xori $v0, $v0, 3
        addu $v0, $v0, $a0
        addiu $t0, $t0, 1
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
        lw $t3, 0($t1)
        nop
        addiu $t3, $t3, 1
        sw $t3, 0($t1)
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
        sw $t2, 0($t0)
        lw $t3, 0($t0)
        nop
        sw $t3, 0($t1)
        li $t2, 2
        sw $t2, 0($t0)
        sw $t2, 0($t0)
        lw $t3, 0($t0)
        nop
        sw $t3, 0($t1)
        address $t0, neighbour
        li $t2, 3
        sw $t2, 0($t0)
        address $t0, array
        li $t1, 0
        li $t2, 8
1:      sw $t1, 0($t0)
        addiu $t0, $t0, 4
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
        addiu $t0, $a0, -1
        blez $t0, deepest
        nop
        addiu $sp, $sp, -8
        sw $ra, 0($sp)
        sw $s0, 4($sp)
        move $s0, $a0
        addiu $a0, $a0, -1
        bal factorial
        nop
        move $t0, $v0
        li $v0, 0
1:      addu $v0, $v0, $t0
        addiu $s0, $s0, -1
        bgtz $s0, 1b
        nop
        lw $ra, 0($sp)
        lw $s0, 4($sp)
        addiu $sp, $sp, 8
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
        sw $t1, 0($t0)
        sw $zero, 4($t0)
        lw $t2, 0($t0)
        lw $t2, 4($t0)
        jr $ra
        nop
outer:
        addiu $sp, $sp, -8
        sw $ra, 0($sp)
        bal inner
        nop
        lw $ra, 0($sp)
        addiu $sp, $sp, 8
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
        .include "data.inc"
