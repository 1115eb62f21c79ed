# The guest for i386, in 32-bit code.
# Data is found from where a call returns: `base` gives the address of `here` in edx.
# SPDX-License-Identifier: MIT
        .macro function name
\name:
        .endm
        .macro argument number
        mov $\number, %eax
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
base:
        call here
here:
        pop %edx
        ret
work:
        mov %eax, %ecx
        call base
        incl counter-here(%edx)
        and $15, %ecx
        mov %al, marks-here(%edx,%ecx)
        mov counter-here(%edx), %eax
        add %eax, %eax
        ret
loop:
        push %ebx
        push %ebp
        push %esi
        mov %eax, %ebp
        xor %ebx, %ebx
        xor %esi, %esi
1:      mov %ebx, %eax
        call work
        add %eax, %esi
        inc %ebx
        cmp %ebp, %ebx
        jl 1b
        mov %esi, %eax
        pop %esi
        pop %ebp
        pop %ebx
        ret
tail:
        mov %eax, %edx
        xor %eax, %eax
        xor %ecx, %ecx
1:      add %ecx, %eax
        xor $3, %eax
        add %edx, %eax
        inc %ecx
        cmp %edx, %ecx
        jl 1b
        ret
spin:
        nop
        call base
1:      mov stop-here(%edx), %eax
        test %eax, %eax
        jnz 2f
spinning:
        incl spins-here(%edx)
        jmp 1b
2:      ret
start_watching:
        nop
        ret
touch:
        nop
        call base
        movl $1, watched-here(%edx)
        mov watched-here(%edx), %eax
        mov %eax, sink-here(%edx)
        movl $2, watched-here(%edx)
        movl $2, watched-here(%edx)
        mov watched-here(%edx), %eax
        mov %eax, sink-here(%edx)
        movl $3, neighbour-here(%edx)
        xor %ecx, %ecx
1:      mov %ecx, array-here(%edx,%ecx,4)
        inc %ecx
        cmp $8, %ecx
        jl 1b
        movb $1, narrow-here(%edx)
        movb $2, narrow-here+1(%edx)
        movb $3, narrow-here+2(%edx)
        movb $4, narrow-here+3(%edx)
        ret
done_watching:
        nop
        ret
factorial:
        cmp $1, %eax
        jle deepest
        push %ebx
        mov %eax, %ebx
        dec %eax
        call factorial
        mov %eax, %ecx
        xor %eax, %eax
1:      add %ecx, %eax
        dec %ebx
        jnz 1b
        pop %ebx
        ret
deepest:
        nop
        call base
        incl depth-here(%edx)
        mov $1, %eax
        ret
sizes:
        nop
        call base
        mov $0x11, %ecx
        mov %cl, one-here(%edx)
        mov one-here(%edx), %al
        mov %cx, two-here(%edx)
        mov two-here(%edx), %ax
        mov %ecx, four-here(%edx)
        mov four-here(%edx), %eax
        mov %ecx, eight-here(%edx)
        movl $0, eight-here+4(%edx)
        mov eight-here(%edx), %eax
        mov eight-here+4(%edx), %eax
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
        nop
        call base
        mov other-here(%edx), %ax
        mov %ax, changed-here(%edx)
outcome:
        nop
        call base
changed:
        mov $1, %al
outcome_next:
        mov %al, sink-here(%edx)
outcome_end:
        ret
other:
        mov $2, %al
        .size other, . - other
        .include "data.inc"
