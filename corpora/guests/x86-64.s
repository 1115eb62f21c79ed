# The guest for x86-64.
# Data is found by rip.
# SPDX-License-Identifier: MIT
        .macro function name
\name:
        .endm
        .macro argument number
        mov $\number, %edi
        .endm
        .macro calls what
        call \what
        .endm
        .macro goes_to where
        jmp \where
        .endm
        .macro idle
        nop
        .endm
        .include "main.inc"
work:
        incq counter(%rip)
        lea marks(%rip), %rcx
        mov %edi, %edx
        and $15, %edx
        mov %dil, (%rcx,%rdx)
        mov counter(%rip), %rax
        add %rax, %rax
        ret
loop:
        push %rbx
        push %rbp
        push %r12
        mov %rdi, %rbp
        xor %ebx, %ebx
        xor %r12d, %r12d
1:      mov %rbx, %rdi
        call work
        add %rax, %r12
        inc %rbx
        cmp %rbp, %rbx
        jl 1b
        mov %r12, %rax
        pop %r12
        pop %rbp
        pop %rbx
        ret
tail:
        xor %eax, %eax
        xor %ecx, %ecx
1:      add %ecx, %eax
        xor $3, %eax
        add %edi, %eax
        inc %ecx
        cmp %edi, %ecx
        jl 1b
        ret
spin:
1:      mov stop(%rip), %eax
        test %eax, %eax
        jnz 2f
spinning:
        incq spins(%rip)
        jmp 1b
2:      ret
start_watching:
        nop
        ret
touch:
        movq $1, watched(%rip)
        mov watched(%rip), %rax
        mov %rax, sink(%rip)
        movq $2, watched(%rip)
        movq $2, watched(%rip)
        mov watched(%rip), %rax
        mov %rax, sink(%rip)
        movq $3, neighbour(%rip)
        lea array(%rip), %rdx
        xor %ecx, %ecx
1:      mov %ecx, (%rdx,%rcx,4)
        inc %ecx
        cmp $8, %ecx
        jl 1b
        lea narrow(%rip), %rdx
        movb $1, (%rdx)
        movb $2, 1(%rdx)
        movb $3, 2(%rdx)
        movb $4, 3(%rdx)
        ret
done_watching:
        nop
        ret
factorial:
        cmp $1, %edi
        jle deepest
        push %rbx
        mov %rdi, %rbx
        dec %edi
        call factorial
        mov %rax, %rcx
        xor %eax, %eax
1:      add %rcx, %rax
        dec %ebx
        jnz 1b
        pop %rbx
        ret
deepest:
        incl depth(%rip)
        mov $1, %eax
        ret
sizes:
        mov $0x11, %ecx
        mov %cl, one(%rip)
        mov one(%rip), %al
        mov %cx, two(%rip)
        mov two(%rip), %ax
        mov %ecx, four(%rip)
        mov four(%rip), %eax
        mov %rcx, eight(%rip)
        mov eight(%rip), %rax
        ret
outer:
        call inner
        ret
inner:
        nop
        ret
straight:
        xor %eax, %eax
        add $1, %eax
        add $2, %eax
        add $3, %eax
        add $4, %eax
        add $5, %eax
        add $6, %eax
        add $7, %eax
straight_end:
        ret
illegal:
        nop
illegal_at:
        ud2
illegal_next:
        ret
trap:
        nop
trap_at:
        int3
trap_next:
        ret
changing:
        mov other(%rip), %ax
        mov %ax, changed(%rip)
outcome:
        nop
changed:
        mov $1, %al
outcome_next:
        mov %al, sink(%rip)
outcome_end:
        ret
other:
        mov $2, %al
        .size other, . - other
        .include "data.inc"
