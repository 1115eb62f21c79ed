# The guest for AArch64.
# Data is found by adr.
# SPDX-License-Identifier: MIT
        .macro function name
\name:
        .endm
        .macro argument number
        mov x0, #\number
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
        adr x1, counter
        ldr x2, [x1]
        add x2, x2, #1
        str x2, [x1]
        adr x1, marks
        and x3, x0, #15
        strb w0, [x1, x3]
        add x0, x2, x2
        ret
loop:
        stp x30, x19, [sp, #-32]!
        stp x20, x21, [sp, #16]
        mov x19, x0
        mov x20, #0
        mov x21, #0
1:      mov x0, x20
        bl work
        add x21, x21, x0
        add x20, x20, #1
        cmp x20, x19
        b.lt 1b
        mov x0, x21
        ldp x20, x21, [sp, #16]
        ldp x30, x19, [sp], #32
        ret
tail:
        mov w1, #0
        mov w2, #0
1:      add w1, w1, w2
        eor w1, w1, #3
        add w1, w1, w0
        add w2, w2, #1
        cmp w2, w0
        b.lt 1b
        mov w0, w1
        ret
spin:
        adr x1, stop
        adr x2, spins
1:      ldr w3, [x1]
        cbnz w3, 2f
spinning:
        ldr x4, [x2]
        add x4, x4, #1
        str x4, [x2]
        b 1b
2:      ret
start_watching:
        nop
        ret
touch:
        adr x0, watched
        adr x1, sink
        mov x2, #1
        str x2, [x0]
        ldr x3, [x0]
        str x3, [x1]
        mov x2, #2
        str x2, [x0]
        str x2, [x0]
        ldr x3, [x0]
        str x3, [x1]
        adr x0, neighbour
        mov x2, #3
        str x2, [x0]
        adr x0, array
        mov x2, #0
1:      str w2, [x0, x2, lsl #2]
        add x2, x2, #1
        cmp x2, #8
        b.lt 1b
        adr x0, narrow
        mov w2, #1
        strb w2, [x0]
        mov w2, #2
        strb w2, [x0, #1]
        mov w2, #3
        strb w2, [x0, #2]
        mov w2, #4
        strb w2, [x0, #3]
        ret
done_watching:
        nop
        ret
factorial:
        cmp x0, #1
        b.le deepest
        stp x30, x19, [sp, #-16]!
        mov x19, x0
        sub x0, x0, #1
        bl factorial
        mov x1, x0
        mov x0, #0
1:      add x0, x0, x1
        subs x19, x19, #1
        b.ne 1b
        ldp x30, x19, [sp], #16
        ret
deepest:
        adr x1, depth
        ldr w2, [x1]
        add w2, w2, #1
        str w2, [x1]
        mov x0, #1
        ret
sizes:
        mov x1, #0x11
        adr x0, one
        strb w1, [x0]
        ldrb w2, [x0]
        adr x0, two
        strh w1, [x0]
        ldrh w2, [x0]
        adr x0, four
        str w1, [x0]
        ldr w2, [x0]
        adr x0, eight
        str x1, [x0]
        ldr x2, [x0]
        ret
outer:
        stp x30, x19, [sp, #-16]!
        bl inner
        ldp x30, x19, [sp], #16
        ret
inner:
        nop
        ret
straight:
        mov x0, #0
        add x0, x0, #1
        add x0, x0, #2
        add x0, x0, #3
        add x0, x0, #4
        add x0, x0, #5
        add x0, x0, #6
        add x0, x0, #7
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
        brk #0
trap_next:
        ret
changing:
        adr x1, changed
        adr x2, other
        ldr w0, [x2]
        str w0, [x1]
        dc cvau, x1
        dsb ish
        ic ivau, x1
        dsb ish
        isb
outcome:
        adr x1, sink
changed:
        mov x0, #1
outcome_next:
        str x0, [x1]
outcome_end:
        ret
other:
        mov x0, #2
        .size other, . - other
        .include "data.inc"
