# The guest for z/Architecture. Data is found by larl.
# SPDX-License-Identifier: MIT
        .macro function name
\name:
        .endm
        .macro argument number
        lghi %r2, \number
        .endm
        .macro calls what
        brasl %r14, \what
        .endm
        .macro goes_to where
        j \where
        .endm
        .macro idle
        nopr
        .endm
        .include "main.inc"
work:
        larl %r1, counter
        lg %r3, 0(%r1)
        aghi %r3, 1
        stg %r3, 0(%r1)
        larl %r1, marks
        lghi %r4, 15
        ngr %r4, %r2
        stc %r2, 0(%r4, %r1)
        lgr %r2, %r3
        agr %r2, %r3
        br %r14
loop:
        aghi %r15, -32
        stg %r14, 0(%r15)
        stg %r6, 8(%r15)
        stg %r7, 16(%r15)
        stg %r8, 24(%r15)
        lgr %r6, %r2
        lghi %r7, 0
        lghi %r8, 0
1:      lgr %r2, %r7
        brasl %r14, work
        agr %r8, %r2
        aghi %r7, 1
        cgr %r7, %r6
        jl 1b
        lgr %r2, %r8
        lg %r14, 0(%r15)
        lg %r6, 8(%r15)
        lg %r7, 16(%r15)
        lg %r8, 24(%r15)
        aghi %r15, 32
        br %r14
tail:
        lghi %r1, 0
        lghi %r3, 0
        lghi %r4, 3
1:      agr %r1, %r3
        xgr %r1, %r4
        agr %r1, %r2
        aghi %r3, 1
        cgr %r3, %r2
        jl 1b
        lgr %r2, %r1
        br %r14
spin:
        larl %r1, stop
        larl %r3, spins
1:      l %r4, 0(%r1)
        ltr %r4, %r4
        jne 2f
spinning:
        lg %r5, 0(%r3)
        aghi %r5, 1
        stg %r5, 0(%r3)
        j 1b
2:      br %r14
start_watching:
        nopr
        br %r14
touch:
        larl %r1, watched
        larl %r3, sink
        lghi %r4, 1
        stg %r4, 0(%r1)
        lg %r5, 0(%r1)
        stg %r5, 0(%r3)
        lghi %r4, 2
        stg %r4, 0(%r1)
        stg %r4, 0(%r1)
        lg %r5, 0(%r1)
        stg %r5, 0(%r3)
        larl %r1, neighbour
        lghi %r4, 3
        stg %r4, 0(%r1)
        larl %r1, array
        lghi %r4, 0
1:      st %r4, 0(%r1)
        aghi %r1, 4
        aghi %r4, 1
        cghi %r4, 8
        jl 1b
        larl %r1, narrow
        lghi %r4, 1
        stc %r4, 0(%r1)
        lghi %r4, 2
        stc %r4, 1(%r1)
        lghi %r4, 3
        stc %r4, 2(%r1)
        lghi %r4, 4
        stc %r4, 3(%r1)
        br %r14
done_watching:
        nopr
        br %r14
factorial:
        cghi %r2, 1
        jle deepest
        aghi %r15, -16
        stg %r14, 0(%r15)
        stg %r6, 8(%r15)
        lgr %r6, %r2
        aghi %r2, -1
        brasl %r14, factorial
        lgr %r1, %r2
        lghi %r2, 0
1:      agr %r2, %r1
        aghi %r6, -1
        jne 1b
        lg %r14, 0(%r15)
        lg %r6, 8(%r15)
        aghi %r15, 16
        br %r14
deepest:
        larl %r1, depth
        l %r3, 0(%r1)
        ahi %r3, 1
        st %r3, 0(%r1)
        lghi %r2, 1
        br %r14
sizes:
        lghi %r3, 0x11
        larl %r1, one
        stc %r3, 0(%r1)
        ic %r4, 0(%r1)
        larl %r1, two
        sth %r3, 0(%r1)
        lh %r4, 0(%r1)
        larl %r1, four
        st %r3, 0(%r1)
        l %r4, 0(%r1)
        larl %r1, eight
        stg %r3, 0(%r1)
        lg %r4, 0(%r1)
        br %r14
outer:
        aghi %r15, -16
        stg %r14, 0(%r15)
        brasl %r14, inner
        lg %r14, 0(%r15)
        aghi %r15, 16
        br %r14
inner:
        nopr
        br %r14
straight:
        lghi %r2, 0
        aghi %r2, 1
        aghi %r2, 2
        aghi %r2, 3
        aghi %r2, 4
        aghi %r2, 5
        aghi %r2, 6
        aghi %r2, 7
straight_end:
        br %r14
illegal:
        nopr
illegal_at:
        .2byte 0
illegal_next:
        br %r14
trap:
        nopr
trap_at:
        .2byte 1
trap_next:
        br %r14
changing:
        larl %r1, other
        l %r3, 0(%r1)
        larl %r1, changed
        st %r3, 0(%r1)
outcome:
        larl %r1, sink
changed:
        lghi %r3, 1
outcome_next:
        stg %r3, 0(%r1)
outcome_end:
        br %r14
other:
        lghi %r3, 2
        .size other, . - other
        .include "data.inc"
