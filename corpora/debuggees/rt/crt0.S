/* Where a program starts, and the calls that can not be written in C: vfork, clone, sigreturn.
 * vfork keeps nothing on the stack, since parent and child share it.
 * Built for RV64IMA Linux only. */
/* SPDX-License-Identifier: MIT */
    .text
    .globl _start
    .type _start, @function
_start:
    .cfi_startproc
    .cfi_undefined ra
    mv a0, sp
    andi sp, sp, -16
    li ra, 0
    li s0, 0
    call rt_start
    .cfi_endproc
    .size _start, . - _start

/* pid_t vfork(void): clone(CLONE_VM | CLONE_VFORK | SIGCHLD, 0) */
    .globl vfork
    .type vfork, @function
vfork:
    .cfi_startproc
    li a7, 220
    li a0, 0x4111
    li a1, 0
    li a2, 0
    li a3, 0
    li a4, 0
    ecall
    ret
    .cfi_endproc
    .size vfork, . - vfork

/* long rt_clone(flags, stack, ptid, tls, ctid, fn, arg): the child calls fn(arg) and exits. */
    .globl rt_clone
    .type rt_clone, @function
rt_clone:
    .cfi_startproc
    addi a1, a1, -16
    sd a5, 0(a1)
    sd a6, 8(a1)
    li a7, 220
    ecall
    beqz a0, 1f
    ret
    .cfi_endproc
1:
    .cfi_startproc
    .cfi_undefined ra
    li ra, 0
    li s0, 0
    ld t0, 0(sp)
    ld a0, 8(sp)
    addi sp, sp, 16
    jalr t0
    li a7, 93
    ecall
    .cfi_endproc
    .size rt_clone, . - rt_clone
    .section .note.GNU-stack, "", @progbits

/* Without a name the linker writes down that of gcc's temporary file, which differs in each build. */
    .file "crt0.S"
