A stub that debugs a program we know nothing of: no symbols, but a stack, and below it memory to write to.

  $ stubborn run --stub 'pipe:stubborn stub --quiet --listen stdio sleeper' --allow-writes --filter escapes/ | grep 'escapes  '
    escapes         16 pass

What a stub does wrong again and again is told once for a scenario, although qC is asked twice.

  $ cat > twice.yaml <<END
  > scenario: ids/twice
  > title: The same thread twice
  > covers: [THR-001]
  > steps: [ { send: qC, expect: any }, { send: qC, expect: any } ]
  > END
  $ stubborn run --fault frame-hex-prefix twice.yaml | grep -c 'got  *0xp2a1.2a1'
  1

A stub without a program refuses what is about one, and is not blamed for it.

  $ stubborn run --stub 'pipe:stubborn stub --quiet --listen stdio' --filter registers/ --filter handshake/ | grep -E 'GDB|registers  |handshake  |no program|causes'
  pipe:stubborn stub --quiet --listen stdio   riscv64   little endian, 68 registers   no program   multiprocess, non-stop, MultiMemRead, jMultiBreakpoint, MultiBreakpoint, fork-events, QStartNoAckMode   seed 1
    handshake        7 pass
    registers        3 pass   53 skip
  not judged     16  the stub has no program: ? says that it has ended
