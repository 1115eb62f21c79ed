# The guest for AVR: instructions of the classic core, so without movw, mul and long jumps.
# Code is in flash and runs at any even address; data is in RAM, where the linker has put it. A word is a byte.
# SPDX-License-Identifier: MIT
        .text
        .macro function name
\name:
        .endm
        .macro argument number
        ldi r24, \number
        .endm
        .macro calls what
        rcall \what
        .endm
        .macro goes_to where
        rjmp \where
        .endm
        .macro idle
        nop
        .endm
        .set WITHOUT_TRAPS, 1
        .include "main.inc"
work:
        mov r30, r24
        andi r30, 15
        ldi r31, 0
        subi r30, lo8(-(marks))
        sbci r31, hi8(-(marks))
        st Z, r24
        lds r18, counter
        inc r18
        sts counter, r18
        mov r24, r18
        ldi r25, 0
        add r24, r18
        adc r25, r25
        ret
loop:
        push r14
        push r15
        push r16
        push r17
        mov r16, r24
        ldi r17, 0
        mov r14, r17
        mov r15, r17
1:      mov r24, r17
        rcall work
        add r14, r24
        adc r15, r25
        inc r17
        cp r17, r16
        brlt 1b
        mov r24, r14
        mov r25, r15
        pop r17
        pop r16
        pop r15
        pop r14
        ret
tail:
        ldi r18, 0
        ldi r19, 0
        ldi r20, 3
1:      add r18, r19
        eor r18, r20
        add r18, r24
        inc r19
        cp r19, r24
        brlt 1b
        mov r24, r18
        ldi r25, 0
        ret
spin:
        ldi r22, 0
1:      lds r18, stop
        lds r19, stop + 1
        lds r20, stop + 2
        lds r21, stop + 3
        or r18, r19
        or r18, r20
        or r18, r21
        brne 2f
spinning:
        lds r18, spins
        lds r19, spins + 1
        lds r20, spins + 2
        lds r21, spins + 3
        subi r18, 0xff
        sbci r19, 0xff
        sbci r20, 0xff
        sbci r21, 0xff
        sts spins, r18
        sts spins + 1, r19
        sts spins + 2, r20
        sts spins + 3, r21
        rjmp 1b
2:      ret
start_watching:
        nop
        ret
touch:
        ldi r18, 1
        sts watched, r18
        lds r19, watched
        sts sink, r19
        ldi r18, 2
        sts watched, r18
        sts watched, r18
        lds r19, watched
        sts sink, r19
        ldi r18, 3
        sts neighbour, r18
        ldi r30, lo8(array)
        ldi r31, hi8(array)
        ldi r18, 0
        ldi r19, 0
1:      st Z+, r18
        st Z+, r19
        st Z+, r19
        st Z+, r19
        inc r18
        cpi r18, 8
        brlt 1b
        ldi r18, 1
        sts narrow, r18
        ldi r18, 2
        sts narrow + 1, r18
        ldi r18, 3
        sts narrow + 2, r18
        ldi r18, 4
        sts narrow + 3, r18
        ret
done_watching:
        nop
        ret
factorial:
        cpi r24, 2
        brlt deepest
        push r16
        mov r16, r24
        dec r24
        rcall factorial
        mov r18, r24
        mov r19, r25
        ldi r24, 0
        ldi r25, 0
1:      add r24, r18
        adc r25, r19
        dec r16
        brne 1b
        pop r16
        ret
deepest:
        lds r18, depth
        inc r18
        sts depth, r18
        ldi r24, 1
        ldi r25, 0
        ret
sizes:
        ldi r18, 0x11
        ldi r20, 0
        sts one, r18
        lds r19, one
        sts two, r18
        sts two + 1, r20
        lds r19, two
        sts four, r18
        sts four + 1, r20
        sts four + 2, r20
        sts four + 3, r20
        lds r19, four
        ldi r30, lo8(eight)
        ldi r31, hi8(eight)
        st Z+, r18
        ldi r21, 7
1:      st Z+, r20
        dec r21
        brne 1b
        lds r19, eight
        ret
outer:
        push r16
        rcall inner
        pop r16
        ret
inner:
        nop
        ret
straight:
        ldi r24, 0
        subi r24, 0xff
        subi r24, 0xfe
        subi r24, 0xfd
        subi r24, 0xfc
        subi r24, 0xfb
        subi r24, 0xfa
        subi r24, 0xf9
straight_end:
        ret
        .data
        .include "data.inc"
        .size spins, 4
