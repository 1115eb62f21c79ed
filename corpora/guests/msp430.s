; The guest for MSP430, of 16 bits: a word has two bytes, `spins` four.
; Data is found from pc, functions from where `mov pc` stands, because a call has an absolute address.
; SPDX-License-Identifier: MIT
        .macro calls what
        mov pc, r11
        add #\what - ., r11
        call r11
        .endm
        ; One that begins with a call has a nop before it: a step from its first instruction leads to the second.
        .macro function name
\name:
        .ifnc \name, main
        .ifnc \name, main_recursion
        .ifnc \name, end
        nop
        .endif
        .endif
        .endif
        .endm
        .macro argument number
        mov #\number, r12
        .endm
        .macro goes_to where
        jmp \where
        .endm
        .macro idle
        nop
        .endm
        .include "main.inc"
work:
        add #1, counter
        mov r12, r14
        and #15, r14
        mov pc, r15
        add #marks - ., r15
        add r14, r15
        mov.b r12, 0(r15)
        mov counter, r12
        add r12, r12
        ret
loop:
        push r10
        push r9
        push r8
        mov r12, r10
        mov #0, r9
        mov #0, r8
1:      mov r9, r12
        calls work
        add r12, r8
        add #1, r9
        cmp r10, r9
        jl 1b
        mov r8, r12
        pop r8
        pop r9
        pop r10
        ret
tail:
        mov #0, r13
        mov #0, r14
1:      add r14, r13
        xor #3, r13
        add r12, r13
        add #1, r14
        cmp r12, r14
        jl 1b
        mov r13, r12
        ret
spin:
        nop
1:      mov stop, r13
        bis stop + 2, r13
        tst r13
        jne 2f
spinning:
        add #1, spins
        addc #0, spins + 2
        jmp 1b
2:      ret
start_watching:
        nop
        ret
touch:
        mov #1, watched
        mov watched, r13
        mov r13, sink
        mov #2, watched
        mov #2, watched
        mov watched, r13
        mov r13, sink
        mov #3, neighbour
        mov pc, r15
        add #array - ., r15
        mov #0, r13
1:      mov r13, 0(r15)
        mov #0, 2(r15)
        add #4, r15
        add #1, r13
        cmp #8, r13
        jl 1b
        mov.b #1, narrow
        mov.b #2, narrow + 1
        mov.b #3, narrow + 2
        mov.b #4, narrow + 3
        ret
done_watching:
        nop
        ret
factorial:
        cmp #2, r12
        jl deepest
        push r10
        mov r12, r10
        sub #1, r12
        calls factorial
        mov r12, r13
        mov #0, r12
1:      add r13, r12
        sub #1, r10
        jne 1b
        pop r10
        ret
deepest:
        add #1, depth
        mov #1, r12
        ret
sizes:
        mov #0x11, r13
        mov.b r13, one
        mov.b one, r14
        mov r13, two
        mov two, r14
        mov r13, four
        mov #0, four + 2
        mov four, r14
        mov r13, eight
        mov #0, eight + 2
        mov #0, eight + 4
        mov #0, eight + 6
        mov eight, r14
        ret
outer:
        nop
        calls inner
        ret
inner:
        nop
        ret
straight:
        mov #0, r12
        add #1, r12
        add #2, r12
        add #3, r12
        add #4, r12
        add #5, r12
        add #6, r12
        add #7, r12
straight_end:
        ret
illegal:
        nop
illegal_at:
        .word 0
illegal_next:
        ret
trap:
        nop
trap_at:
        .word 0x4343
trap_next:
        ret
changing:
        mov other, r13
        mov r13, changed
outcome:
        nop
changed:
        mov #1, r13
outcome_next:
        mov r13, sink
outcome_end:
        ret
other:
        mov #2, r13
        .size other, . - other
        .include "data.inc"
        .size spins, 4
