Payloads and wire bytes, each in words.

  $ stubborn decode 'vCont;s:p1.2;c' '$m1000,4#8e' 'Z0,401000,1' 'qSupported:multiprocess+;swbreak+'
  -> vCont;s:p1.2;c
       resume
         step thread p1.2
         continue
  -> m1000,4
       read memory: 4 bytes at 0x1000
  -> Z0,401000,1
       insert software breakpoint at 0x401000, kind 1
  -> qSupported:multiprocess+;swbreak+
       features of the client
         multiprocess+
         swbreak+
  $ stubborn decode --from stub 'T05thread:p1.2;swbreak:;' '$OK#9a' 'E01' ''
  <- T05thread:p1.2;swbreak:;
       stopped by SIGTRAP
         thread p1.2
         swbreak
  <- OK
       OK
  <- E01
       error 01
  <- (empty)
       not supported (empty reply)
  $ stubborn decode --from stub --request m1000,4 deadbeef
  <- deadbeef
       4 bytes: deadbeef
  $ stubborn decode 'X1000,2:\x7d\x03\xff'
  -> X1000,2:#\xff
       write memory (binary): 2 bytes at 0x1000, 23ff

Damage is told, and ends with status 1.

  $ stubborn decode '$m1000,4#8f'
  -> m1000,4
       read memory: 4 bytes at 0x1000
       checksum is 8f, should be 8e
  [1]
  $ stubborn decode '$m1000'
  -> $m1000
       unfinished packet of 6 bytes: $m1000
  [1]
  $ stubborn decode --acks '+$?#3fjunk-'
  -> +
       ack
  -> ?
       why did the target stop?
  -> junk
       4 bytes outside of any packet
  -> -
       nak: send again
  [1]

Hex dumps and raw bytes.

  $ stubborn decode --hex '24 3f 23 33 66'
  -> ?
       why did the target stop?
  $ stubborn decode --hex '24 3'
  stubborn decode: an odd number of hex digits
  try: stubborn help decode
  [2]
  $ printf '+$?#3f\003' | stubborn decode --raw
  -> ?
       why did the target stop?
  -> \x03
       interrupt

Logs of GDB, LLDB and gdbserver as they are.

  $ stubborn decode <<'X'
  > [remote] Sending packet: $qXfer:features:read:target.xml:0,ffb#79
  > [remote] Packet received: l<target/>
  > Sending packet: $Hg0#df...Packet received: OK
  >  <  19> send packet: $QStartNoAckMode#b0
  >  <   6> read packet: $OK#9a
  > getpkt ("vCont;c");  [no ack sent]
  > putpkt ("$W00#b7"); [noack mode]
  > X
  -> qXfer:features:read:target.xml:0,ffb
       read object features target.xml: offset 0, up to 4091 bytes
  <- l<target/>
       last part of the object, 9 bytes: "<target/>"
  -> Hg0
       select any thread for registers and memory
  <- OK
       OK
  -> QStartNoAckMode
       no more acks
  <- OK
       OK
  -> vCont;c
       resume
         continue
  <- W00
       exited with status 0

A log of one debugger is read as `capture` reads it: GDB's remotelogfile in each remotelogbase, and no line that is no packet is taken for one.

  $ stubborn decode <<'X'
  > w +$qC#b4
  > r +$QC1#c5
  > w +$vCont;s:1;c#c1
  > r <Timeout: 0 seconds>+$T05thread:1;#d7
  > X
  -> qC
       current thread?
  <- QC1
       current thread 1
  -> vCont;s:1;c
       resume
         step thread 1
         continue
  <- T05thread:1;
       stopped by SIGTRAP
         thread 1
  $ for base in '2b 24 67 23 36 37' '053 044 147 043 066 067'; do printf 'w  %s\n' "$base" | stubborn decode; done
  -> g
       read all registers
  -> g
       read all registers
  $ for log in gdb-remotelog gdb-debug lldb-packets; do stubborn decode < $TESTS/captures/$log.txt 2>&1 | grep -c 'unknown packet'; done
  0
  0
  0
  [1]
  $ stubborn decode < $TESTS/captures/gdb-remotelog.txt | head -6 | cut -c1-40
  -> qSupported:multiprocess+;swbreak+;hwb
       features of the client
         multiprocess+
         swbreak+
         hwbreak+
         qRelocInsn+

GDB up to version 11 puts the answer on the line of the packet. Each reply is read as its request's, also where two were sent before it.

  $ stubborn decode $TESTS/captures/gdb-old.txt
  -> qSupported:multiprocess+;swbreak+
       features of the client
         multiprocess+
         swbreak+
  <- PacketSize=3fff;QStartNoAckMode+
       features of the stub
         PacketSize=3fff
         QStartNoAckMode+
  -> vMustReplyEmpty
       vMustReplyEmpty
  <- (empty)
       not supported (empty reply)
  -> QStartNoAckMode
       no more acks
  <- OK
       OK
  -> Hg0
       select any thread for registers and memory
  <- OK
       OK
  -> qOffsets
       qOffsets
  <- Text=0;Data=0;Bss=0
       where the program lies
         Text=0
         Data=0
         Bss=0
  -> ?
       why did the target stop?
  <- T05thread:1;
       stopped by SIGTRAP
         thread 1
  $ stubborn decode $TESTS/captures/gdb-batched.txt | tail -12
       OK
  -> qOffsets
       qOffsets
  -> m0,2
       read memory: 2 bytes at 0x0
  <- Text=0;Data=0;Bss=0
       where the program lies
         Text=0
         Data=0
         Bss=0
  <- abcd
       2 bytes: abcd
  $ stubborn capture check $TESTS/captures/gdb-old.txt | tail -1
  6 packets of stubs judged   no musts broken   no shoulds broken

So it is in a list of packets that is no log of one debugger, in lines and in arguments.

  $ stubborn decode <<'X' | grep '^<-' -A1
  > -> qOffsets
  > -> m0,2
  > -> ?
  > <- Text=0;Data=0;Bss=0
  > <- abcd
  > <- T05thread:1;
  > X
  <- Text=0;Data=0;Bss=0
       where the program lies
  --
  <- abcd
       2 bytes: abcd
  <- T05thread:1;
       stopped by SIGTRAP
  $ stubborn decode -- '-> qOffsets' '-> m0,2' '<- Text=0;Data=0;Bss=0' '<- abcd' | grep '^<-' -A1
  <- Text=0;Data=0;Bss=0
       where the program lies
  --
  <- abcd
       2 bytes: abcd

Captures are read as `capture` reads them, from files and from pipes; a line tells which conversation goes on.

  $ stubborn decode $TESTS/captures/sample.pcap | tail -13
       read memory: 8 bytes at 0x100000
  <- 0020400000000000
       8 bytes: 0020400000000000
  -> m100000,8
       read memory: 8 bytes at 0x100000
  <- (20 bytes are missing)
  -> g
       read all registers
  <- 00000000
       4 bytes: 00000000
  <- OK
       OK
       checksum is 00, should be 9a
  $ stubborn decode < $TESTS/captures/logged.pcap | grep '^#'
  #0  127.0.0.1:43770 -> 127.0.0.1:43201
  #1  127.0.0.1:43806 -> 127.0.0.1:43202
  #2  127.0.0.1:46842 -> 127.0.0.1:43203
  $ stubborn decode --acks $TESTS/captures/sample.pcap | grep -c '^-> +$'
  2
  $ stubborn decode $TESTS/captures/gdb-debug.txt 2>/dev/null | head -2 | cut -c1-40
  -> qSupported:multiprocess+;swbreak+;hwb
       features of the client
  $ head -c 1000 $TESTS/captures/sample.pcap > cut.pcap; stubborn decode cut.pcap | tail -2
  stubborn decode: cut.pcap: after frame 11, near byte 1000: truncated dump file; tried to read 74 captured bytes, only got 64
  -> m100000,8
       read memory: 8 bytes at 0x100000
  $ head -c 60 $TESTS/captures/sample.pcap > none.pcap; stubborn decode none.pcap
  stubborn decode: none.pcap: after frame 0, near byte 60: truncated dump file; tried to read 54 captured bytes, only got 20
  [2]
  $ printf '\037\213' > packed.pcap; stubborn decode packed.pcap
  stubborn decode: packed.pcap: packed by gzip: unpack it first, as in 'gzip -dc FILE > session.pcap'
  [2]
  $ stubborn decode --hex 2b2e
  -> .
       1 byte outside of any packet
  [1]

A capture that is not there is said to be missing, and is no packet.

  $ stubborn decode nosuch.pcap
  stubborn decode: nosuch.pcap: No such file or directory
  [2]

Lines of a text that are no packets are named, and a text without any packet ends with status 1.

  $ printf 'hello world\nGNU gdb (Debian) 13\nnever\n' > words.txt; stubborn decode words.txt
  stubborn decode: words.txt: no packet in 3 lines: line 1 'hello world', line 2 'GNU gdb (Debian) 13', line 3 'never'
  [1]
  $ printf 'hello world\n$g#67\nfoo bar baz\nm0,4\nvCont;c\nX0,3:a b\n' | stubborn decode
  -> g
       read all registers
  -> m0,4
       read memory: 4 bytes at 0x0
  -> vCont;c
       resume
         continue
  -> X0,3:a b
       write memory (binary): 3 bytes at 0x0, "a b"
  stubborn decode: standard input: 2 of 6 lines without a packet: line 1 'hello world', line 3 'foo bar baz'
  $ printf 'T05thread:1;\nNo symbol table\nl<?xml version="1"?>\n' | stubborn decode --from stub
  <- T05thread:1;
       stopped by SIGTRAP
         thread 1
  <- l<?xml version="1"?>
       l<?xml version="1"?>
  stubborn decode: standard input: 1 of 3 lines without a packet: line 2 'No symbol table'
  $ for i in 1 2 3 4 5; do echo "line $i"; done | stubborn decode
  stubborn decode: standard input: no packet in 5 lines: line 1 'line 1', line 2 'line 2', line 3 'line 3' and 2 more
  [1]
  $ printf 'Remote debugging\n[remote] Sending packet: $g#67\n[remote] Packet received: 00\n' | stubborn decode
  -> g
       read all registers
  <- 00
       1 byte: 00
  stubborn decode: standard input: 1 of 3 lines without a packet: line 1 'Remote debugging'
  $ stubborn decode < $TESTS/captures/gdb-debug.txt 2>&1 >/dev/null
  stubborn decode: standard input: 8 of 157 lines without a packet: line 66 '_start () at /src/corpora/debuggees/rt/crt0.S:11', line 67 '11\x09    mv a0, sp', line 76 'Breakpoint 1 at 0x12078: file /src/corpora/debuggees/hello.c' and 5 more
  $ stubborn decode < /dev/null
  stubborn decode: standard input: no packet in it
  [1]
  $ stubborn decode --raw < /dev/null
  stubborn decode: standard input: no packet in it
  [1]
  $ printf '\003' | stubborn decode --raw
  -> \x03
       interrupt
