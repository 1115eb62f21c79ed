The shell without a terminal: lines from a pipe, one packet each, no prompt.

  $ printf '%s\n' 'm10000,4' 'qC' '' '!interrupt2' 'a\q' | stubborn shell --program hello
     opened as GDB does: +, qSupported, Hgp0.0, qXfer:features:read (5), ?
  -> m10000,4
       read memory: 4 bytes at 0x10000
  <- 7f454c46                                                                         0.00 ms
       4 bytes: 7f454c46
  -> qC
       current thread?
  <- QCp2a1.2a1                                                                       0.00 ms
       current thread p2a1.2a1
     there is no order !interrupt2; !help lists them
     column 2 of 'a\q': a backslash starts \xNN, \n, \r, \t or \\
  $ printf '%s\n' 'c' 'm0,4' | stubborn shell --program hello
     opened as GDB does: +, qSupported, Hgp0.0, qXfer:features:read (5), ?
  -> c
       continue
  <- W00;process:2a1                                                                  0.00 ms
       process 2a1 exited with status 0
       program output: hello, world\x0a
  -> m0,4
       read memory: 4 bytes at 0x0
  <- E03                                                                              0.00 ms
       error 03

A program that does not stop is interrupted.

  $ printf '%s\n' 'c' 'm0,4' '!interrupt' | stubborn shell --program spin | sed -E 's/(T02).*/\1/; /register|core|thread/d'
     opened as GDB does: +, qSupported, Hgp0.0, qXfer:features:read (5), ?
  -> c
       continue
       (the program runs)
     the program runs: Ctrl-C or !interrupt stops it, !listen waits for it
  -> \x03
  <- T02
       stopped by SIGINT
         reason signal

The session as a scenario, which the suite's runner plays.

  $ printf '%s\n' 'm10000,4' 'qfThreadInfo' 'Z0,10158,4' '!save session.yaml hand/session' | stubborn shell --program hello | tail -2
     session.yaml: 3 steps, 1 id captured
     stubborn run --stub 'reference' session.yaml
  $ cat session.yaml
  scenario: hand/session
  title: 'A recorded session'
  covers: [FRAME-017]
  matrix: none
  note: 'from a session of stubborn shell'
  needs: { program: hello }
  timeout: 10s
  steps:
    - send: 'm10000,4'
      expect: { length: 8 }
    - send: 'qfThreadInfo'
      expect: { regex: '^m(p[0-9a-f]+\.[0-9a-f]+)$' }
      capture: { t1: 1 }
    - send: 'Z0,10158,4'
      expect: OK
  $ stubborn run session.yaml | grep -o '1 pass' | uniq
  1 pass
  $ printf '%s\n' '!save' '!save x.yaml' 'qC' '!save x.yaml Bad' '!save no/such/folder.yaml' | stubborn shell | grep -v QC
     opened as GDB does: +, qSupported, Hgp0.0, qXfer:features:read (5), ?
     !save FILE [AREA/NAME]: where to?
     nothing was said yet
  -> qC
       current thread?
       current thread p2a1.2a1
     the name is AREA/NAME in lower-case letters, digits and '-'
     no/such/folder.yaml: can not be written: No such file or directory
  $ printf '%s\n' '!help' | stubborn shell
     opened as GDB does: +, qSupported, Hgp0.0, qXfer:features:read (5), ?
     A line is a packet's payload: m1000,4 or qSupported:swbreak+. \xNN is any byte.
     Tab completes names and arguments, or says what is expected. Ctrl-C clears the line.
  
     !help                     this text
     !interrupt                send 0x03, and wait for the stop (Ctrl-C does it while the program runs)
     !listen [TIME]            wait for what comes unasked: notifications, a stop (default: 1s)
     !log                      print all wire bytes of the session
     !quit                     end the session (Ctrl-D, too)
     !raw BYTES                send bytes as they are: framing and checksum are yours
     !reconnect                connect anew to the same stub
     !save FILE [AREA/NAME]    write the session as a scenario for `stubborn run`

Raw bytes, and the log.

  $ printf '%s\n' '!raw +$qC#b4' '!listen x' '!quit' 'never read' | stubborn shell --program hello
     opened as GDB does: +, qSupported, Hgp0.0, qXfer:features:read (5), ?
  -> +$qC#b4
  <- +
       ack
  <- QCp2a1.2a1
       current thread p2a1.2a1
     !listen takes a time, for example 500ms or 2s
  $ stubborn shell qC
  stubborn shell: takes no operands: --stub names the stub; packets come on standard input, or by stubborn send
  try: stubborn help shell
  [2]

An order without its '!' is hardly meant as a packet.

  $ printf '%s\n' 'quit' 'exit' '\x68elp' | stubborn shell | sed 's/ *[0-9.]* ms$//'
     opened as GDB does: +, qSupported, Hgp0.0, qXfer:features:read (5), ?
     not sent: the order is !quit; as a packet the word is \x71uit
     not sent: the order is !quit; as a packet the word is \x65xit
  -> help
       unknown packet help
  <- (empty)
       not supported (empty reply)
