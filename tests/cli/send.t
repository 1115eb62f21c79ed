Replies in words. The reference stub's time is virtual: its answers take none.

  $ stubborn send --program hello '?' qC vCont? vMustReplyEmpty 'm10000,8' m0,1 | grep -vE 'T05|register '
     opened as GDB does: +, qSupported, Hgp0.0, qXfer:features:read (5)
  -> ?
       why did the target stop?
       stopped by SIGTRAP
         thread p2a1.2a1
         core 0
         reason signal
  -> qC
       current thread?
  <- QCp2a1.2a1                                                                       0.00 ms
       current thread p2a1.2a1
  -> vCont?
       which vCont actions?
  <- vCont;c;C;s;S;t;r                                                                0.00 ms
       vCont actions vCont;c;C;s;S;t;r
  -> vMustReplyEmpty
       vMustReplyEmpty
  <- (empty)                                                                          0.00 ms
       not supported (empty reply)
  -> m10000,8
       read memory: 8 bytes at 0x10000
  <- 7f454c4602010100                                                                 0.00 ms
       8 bytes: 7f454c4602010100
  -> m0,1
       read memory: 1 bytes at 0x0
  <- E0e                                                                              0.00 ms
       error 0e
  $ stubborn send --program hello --no-ack 'vCont;c'
     opened as GDB does: +, qSupported, QStartNoAckMode, Hgp0.0, qXfer:features:read (5), ?
  -> vCont;c
       resume
         continue
  <- W00;process:2a1                                                                  0.00 ms
       process 2a1 exited with status 0
       program output: hello, world\x0a
  $ stubborn send --program hello --rtt 20ms qC
     opened as GDB does: +, qSupported, Hgp0.0, qXfer:features:read (5), ?
  -> qC
       current thread?
  <- QCp2a1.2a1                                                                       20 ms
       current thread p2a1.2a1

Wire bytes by hand, and what came in both directions.

  $ stubborn send --program hello --raw '+$qC#b4' '+' '$qC#00'
  -> +$qC#b4
  <- +
       ack
  <- QC2a1
       current thread 2a1
  -> +
     nothing came before the deadline
  -> $qC#00
  <- -
       nak
  [1]
  $ stubborn send --program hello --bare -v qC
  -> qC
       current thread?
  <- QC2a1                                                                            0.00 ms
       current thread 2a1
  
       0.000 ms  ->  +
       0.000 ms  ->  $qC#b4
       0.000 ms  <-  +
       0.000 ms  <-  $QC2a1#58
       0.000 ms  ->  +

Another form of a packet through a setting of the stub; a fault.

  $ stubborn send 'MultiMemRead:ranges:10000,4,10010,2;' | grep '^<-' | cut -c1-40
  <- 4,2;\x7fELF\x02\x00                  
  $ stubborn send --timeout 100ms 'nothing-like-this' 'vFile:open:2f62696e2f68656c6c6f,0,0'
     opened as GDB does: +, qSupported, Hgp0.0, qXfer:features:read (5), ?
  -> nothing-like-this
       unknown packet nothing-like-this
  <- (empty)                                                                          0.00 ms
       not supported (empty reply)
  -> vFile:open:2f62696e2f68656c6c6f,0,0
       vFile:open
         hex "/bin/hello"
         num 0
         num 0
  <- F0                                                                               0.00 ms
       file result 0

A stub that ends, and one that does not answer.

  $ stubborn send --stub 'pipe:sh -c "head -c 5 >/dev/null; echo oops >&2; exit 3"' '?'
     opened as GDB does: +, qSupported: the stub died
     its last words: oops\x0a
  [3]
  $ stubborn send --stub 'pipe:sleep 20' --timeout 50ms '?'
     opened as GDB does: +, qSupported (no reply), Hg0 (no reply)
  -> ?
       why did the target stop?
     no reply before the deadline
  [1]

Arguments of the program, and its symbols by name. Braces around anything but a name stay.

  $ stubborn send --program print-args --argument one -a 'two words' 'vCont;c' | tail -3
  <- W03;process:2a1                                                                  0.00 ms
       process 2a1 exited with status 3
       program output: arg /bin/print-args\x0aarg one\x0aarg two words\x0acwd /\x0a
  $ stubborn send --program threads4 'Z0,{work},4' 'z0,{work+0x10},4' | grep ^-
  -> Z0,12094,4
  -> z0,120a4,4
  $ stubborn send --program threads4 'jMultiBreakpoint:{}' | head -1
     opened as GDB does: +, qSupported, Hgp0.0, qXfer:features:read (5), ?
  $ stubborn send --program threads4 'Z0,{wrk},4'
  stubborn send: {wrk}: no symbol of threads4; a brace itself is \x7b
  try: stubborn help send
  [2]
