A recorded session with one lost reply and one bad checksum; and files that break off or are none.

  $ cd $TESTS/captures && stubborn capture analyze sample.pcap
  sample.pcap   10.0.0.1:40000 -> 10.0.0.2:1234   1 conversation   1.8 ms   1 gap, 1 bad checksum
  
    10 round trips   950 us waiting for the stub   50 us program running   700 us in the debugger
    packets      11 to the stub   11 from it   no notifications   2 acks   no packets sent again
    bytes        146 to the stub   157 from it
    latency      min 50 us   median 50 us   p90 50 us   p99 50 us   max 50 us
    tcp          20 bytes missing
  
    by kind
      m                                3        min 50 us   median 50 us   p90 50 us   p99 50 us   max 50 us
      Z                                2        min 50 us   median 50 us   p90 50 us   p99 50 us   max 50 us
      ?                                1        min 50 us   median 50 us   p90 50 us   p99 50 us   max 50 us
      QStartNoAckMode                  1        min 50 us   median 50 us   p90 50 us   p99 50 us   max 50 us
      c                                1        min 50 us   median 50 us   p90 50 us   p99 50 us   max 50 us
      g                                1        min 50 us   median 50 us   p90 50 us   p99 50 us   max 50 us
      qSupported                       1        min 50 us   median 50 us   p90 50 us   p99 50 us   max 50 us
  
    round trips per action
      attach                    1 time    median 7   p90 7   max 7   in 800 us
      continue to a stop        1 time    median 3   p90 3   max 3   in 900 us
  
    slowest
      50 us     frames 3 -> 4 at 100 us   qSupported:multiprocess+
      50 us     frames 6 -> 7 at 250 us   QStartNoAckMode
      50 us     frames 9 -> 10 at 400 us   ?
      50 us     frames 11 -> 12 at 500 us   m100000,8
      50 us     frames 13 -> 14 at 600 us   m402000,4
  $ cd $TESTS/captures && stubborn capture analyze -o csv sample.pcap | head -3
  conversation,kind,count,sum_ns,min_ns,median_ns,p90_ns,p99_ns,max_ns,quantiles
  all,m,3,150000,50000,50000,50000,50000,50000,exact
  all,Z,2,100000,50000,50000,50000,50000,50000,exact
  $ cd $TESTS/captures && stubborn capture analyze -o json sample.pcap | grep packets_to_stub
      "packets_to_stub": 11,
          "packets_to_stub": 11,
  $ cd $TESTS/captures && stubborn capture check sample.pcap
  FAIL  #0 frame 4  ack-before-reply  ACK-001
        a reply to a packet that was not acknowledged
        expected   + before the reply
        got        PacketSize=1000;QStartNoAckMode+
  warn  #0 frame 10  number-without-leading-zeros  FRAME-013 MP-001
        an id with leading zeros
        expected   no leading zeros
        got        01
  FAIL  #0 frame 26  checksum-on-wire-bytes  FRAME-001 ESC-007 RLE-006 NOACK-004
        a packet has a wrong checksum
        expected   #9a
        got        #00
        #0: ack-before-reply 2 times
  
  11 packets of stubs judged   3 musts broken   1 should broken
  [1]
  $ cd $TESTS/captures && stubborn capture what-if --rtt 20ms sample.pcap
  10 round trips, 1 of them a resume, 20 ms each: 200 ms
  
    MultiMemRead     3 packets become 2 to 3: saves 0 to 1 round trip (0 ns to 20 ms)
    MultiBreakpoint  2 packets become 1: saves 1 round trip (20 ms)
    conditions       no hidden stop
  
  assuming
    most: every read (or breakpoint change) between two resumes is known when the first is sent
    least: only requests that stood side by side are batched; a read whose address, or one less than
    4,096 away, appears in a reply of its batch starts a new batch; an address that was computed from
    a reply in another way is not noticed
    a write to memory ends a batch of reads
    batches are split where request or reply would exceed PacketSize (without one: 4,096 bytes)
    a stop is hidden when the debugger stepped off the breakpoint and continued, and read neither the
    threads nor memory other than code near it; least: only those with fewer requests than the
    longest stop there, which the user may have seen; a condition in the stub saves all their requests
    a batch is answered as fast as a single request: only round trips are counted
  $ cd $TESTS/captures && stubborn capture what-if --rtt 20ms -o csv sample.pcap
  what,packets,best_packets,worst_packets,saved_least,saved_most,saved_least_ns,saved_most_ns
  MultiMemRead,3,2,3,0,1,0,20000000
  MultiBreakpoint,2,1,1,1,1,20000000,20000000
  conditions,0,0,0,0,0,0,0
  $ cd $TESTS/captures && stubborn capture what-if --rtt 20ms -o json sample.pcap
  {
    "MultiMemRead": {
      "packets": 3,
      "best_packets": 2,
      "worst_packets": 3,
      "saved_least": 0,
      "saved_most": 1,
      "saved_least_ns": 0,
      "saved_most_ns": 20000000
    },
    "MultiBreakpoint": {
      "packets": 2,
      "best_packets": 1,
      "worst_packets": 1,
      "saved_least": 1,
      "saved_most": 1,
      "saved_least_ns": 20000000,
      "saved_most_ns": 20000000
    },
    "conditions": {
      "breakpoints": 0,
      "stops_least": 0,
      "stops_most": 0,
      "saved_least": 0,
      "saved_most": 0,
      "saved_least_ns": 0,
      "saved_most_ns": 0
    },
    "stops": 1,
    "round_trips": 10,
    "rtt_ns": 20000000
  }
  $ cd $TESTS/captures && head -c 300 sample.pcap | stubborn capture analyze -
  stubborn capture: standard input: after frame 3, near byte 262: truncated dump file; tried to read 90 captured bytes, only got 22
  standard input
    DAMAGED after frame 3, near byte 262: truncated dump file; tried to read 90 captured bytes, only got 22; what came before is below
  10.0.0.1:40000 -> 10.0.0.2:1234   1 conversation   100 us   no gaps, no bad checksums
  
    no round trips   0 ns waiting for the stub   0 ns program running   0 ns in the debugger
    packets      1 to the stub   0 from it   no notifications   no acks   no packets sent again
    bytes        28 to the stub   0 from it
    latency      nothing was answered
  [2]
  $ cd $TESTS/captures && stubborn capture analyze nothing.pcap
  stubborn capture: nothing.pcap: No such file or directory
  [2]
  $ cd $TESTS/captures && stubborn capture analyse sample.pcap
  stubborn capture: unknown action 'analyse'; did you mean 'analyze'?
  try: stubborn help capture
  [2]
  $ cd $TESTS && stubborn capture analyze cram.py
  stubborn capture: cram.py: neither a capture (pcap, pcapng) nor a text with packets of both sides
  [2]

Verdicts go back into a copy of the capture, as comments on its packets. Only what was said is added.

  $ cp $TESTS/captures/sample.pcap . && stubborn capture check --annotate judged.pcapng sample.pcap | tail -2
  11 packets of stubs judged   3 musts broken   1 should broken
  judged.pcapng: the same 28 frames, with 4 comments; in Wireshark filter by: frame.comment
  $ strings -n 12 judged.pcapng | grep -c 'stubborn: FAIL\|stubborn: warn'
  4
  $ stubborn capture analyze -o json judged.pcapng | grep -v path > judged.json
  $ stubborn capture analyze -o json sample.pcap | grep -v path | diff - judged.json
  $ stubborn capture check --annotate again.pcapng judged.pcapng | tail -1
  again.pcapng: the same 28 frames, with 4 comments; in Wireshark filter by: frame.comment
  $ head -c 1000 sample.pcap > cut.pcap
  $ stubborn capture check --annotate cut.pcapng cut.pcap
  stubborn capture: cut.pcap: after frame 11, near byte 1000: truncated dump file; tried to read 74 captured bytes, only got 64
  FAIL  #0 frame 4  ack-before-reply  ACK-001
        a reply to a packet that was not acknowledged
        expected   + before the reply
        got        PacketSize=1000;QStartNoAckMode+
  warn  #0 frame 10  number-without-leading-zeros  FRAME-013 MP-001
        an id with leading zeros
        expected   no leading zeros
        got        01
        #0: ack-before-reply 2 times
  
  3 packets of stubs judged   2 musts broken   1 should broken
  cut.pcapng: the same 11 frames, with 3 comments; in Wireshark filter by: frame.comment
  [2]
  $ stubborn capture analyze cut.pcapng | head -1
  cut.pcapng   10.0.0.1:40000 -> 10.0.0.2:1234   1 conversation   500 us   no gaps, no bad checksums
  $ stubborn capture check --annotate judged.pcapng - < sample.pcap
  stubborn capture: --annotate: the capture is read twice: standard input must be saved to a file first
  try: stubborn help capture
  [2]
  $ stubborn capture check --annotate judged.pcapng sample.pcap cut.pcap
  stubborn capture: --annotate: one capture at a time
  try: stubborn help capture
  [2]
  $ stubborn capture check --annotate - sample.pcap
  stubborn capture: --annotate: name a file: standard output has the verdicts
  try: stubborn help capture
  [2]
  $ stubborn capture check --annotate no/where.pcapng sample.pcap 2>&1 | tail -1
  stubborn capture: no/where.pcapng: can not be written: No such file or directory
  $ stubborn capture what-if --annotate judged.pcapng sample.pcap
  stubborn capture: what-if has no --annotate
  try: stubborn help capture
  [2]
  $ ls
  again.pcapng
  cut.pcap
  cut.pcapng
  judged.json
  judged.pcapng
  sample.pcap

The packet logs of GDB and LLDB are read like captures. Without times there is no latency, rather than none of it.

  $ cd $TESTS/captures && stubborn capture analyze gdb-remotelog.txt | head -12
  gdb-remotelog.txt
    GDB remotelogfile: no times, so that no latency is known
  1 conversation   no gaps, no bad checksums
  
    71 round trips
    packets      71 to the stub   72 from it   no notifications   7 acks   no packets sent again
    bytes        1,910 to the stub   7,921 from it
    latency      not known: no times
  
    by kind
      m                                37
      qXfer:threads:read               4
  $ cd $TESTS/captures && stubborn capture analyze -o csv gdb-remotelog.txt | head -3
  conversation,kind,count,sum_ns,min_ns,median_ns,p90_ns,p99_ns,max_ns,quantiles
  all,m,37,,,,,,,unknown
  all,qXfer:threads:read,4,,,,,,,unknown
  $ cd $TESTS/captures && stubborn capture analyze lldb-packets.txt | head -9
  lldb-packets.txt
    LLDB gdb-remote packets log
  1 conversation   57.1 ms   no gaps, no bad checksums
  
    37 round trips   687 us waiting for the stub   3.11 ms program running   53.3 ms in the debugger
    packets      37 to the stub   38 from it   no notifications   3 acks   no packets sent again
    bytes        804 to the stub   7,609 from it
    latency      min 4.05 us   median 6.68 us   p90 47.2 us   p99 141 us   max 141 us
  
  $ cd $TESTS/captures && stubborn capture analyze gdb-debug.txt gdb-remotelog.txt | sed '/by kind/,/per action/d'
  gdb-debug.txt
    GDB debug remote output
  gdb-remotelog.txt
    GDB remotelogfile: no times, so that no latency is known
  2 conversations   4.96 ms   no gaps, no bad checksums
  
    #0    gdb-debug.txt   63 round trips   median 22 us   open at the end of the capture
    #1    gdb-remotelog.txt   71 round trips   no latency   open at the end of the capture
  
    134 round trips   2.03 ms waiting for the stub   341 us program running   2.58 ms in the debugger
    packets      134 to the stub   136 from it   no notifications   10 acks   no packets sent again
    bytes        3,680 to the stub   16,726 from it
    latency      min 17 us   median 22 us   p90 44 us   p99 358 us   max 358 us   (68 without times left out)
  
      attach                    2 times   median 34   p90 34   max 34   in 3.02 ms
      continue to a stop        4 times   median 11   p90 25   max 25   in 1.77 ms
      run to the exit           2 times   median 1   p90 1   max 1   in 169 us
  
    redundant    10 of 66 memory reads had been made in the same stop already (32 bytes)
  
    slowest
      358 us    gdb-debug.txt lines 18 -> 19 at 494 us   qXfer:features:read:registers.xml:0,1000
      165 us    gdb-debug.txt lines 2 -> 4 at 0 ns   qSupported:multiprocess+;swbreak+;hwbreak+;qRelo...
      88 us     gdb-debug.txt lines 77 -> 78 at 2.86 ms   Z0,12078,4
      58 us     gdb-debug.txt lines 62 -> 63 at 2.32 ms   m11000,4
      47 us     gdb-debug.txt lines 20 -> 21 at 880 us   qXfer:features:read:registers.xml:1000,1000
  $ cd $TESTS/captures && for log in gdb-remotelog gdb-debug lldb-packets; do stubborn capture check $log.txt; done
  72 packets of stubs judged   no musts broken   no shoulds broken
  gdb-debug.txt: a packet log; checksums and run-lengths that it leaves out are not judged
  
  64 packets of stubs judged   no musts broken   no shoulds broken
  lldb-packets.txt: a packet log; checksums and run-lengths that it leaves out are not judged
  
  38 packets of stubs judged   no musts broken   no shoulds broken
  $ printf '\nw +$qSupported:a+#fd\nr +$PacketSize=400#c4\nw +$jOfNextYear:{}#81\nr +$42#66\nw +$qacme.heat#d7\nr +$E01#a6\nw +' > others.txt
  $ stubborn capture check others.txt
        #0: not judged: 2 answers to packets that Stubborn does not know, such as jOfNextYear
  
  3 packets of stubs judged   no musts broken   no shoulds broken

The debugger is judged where that is asked for.

  $ printf '\nw +$qSupported:a+#fd\nr +$PacketSize=400#c4\nw +$QNonStop:0#8c\nr +$#00\nw +$m0,4#fd$m4,4#01\nr ++$00#60$00#60\nw ++' > client.txt
  $ stubborn capture check --client client.txt
  warn  #0 line 4  client-asks-what-is-offered  GDB manual, General Query Packets, 'qSupported'
        QNonStop:0 is sent, and the stub's qSupported has no QNonStop
  FAIL  #0 line 6  client-waits  GDB manual, Overview of the remote protocol
        m4,4 is sent after m0,4, before its reply, and both are answered
  
  4 packets of stubs judged   no musts broken   no shoulds broken
  4 packets of debuggers judged   1 must broken   1 should broken
  [1]
  $ stubborn capture check client.txt
  4 packets of stubs judged   no musts broken   no shoulds broken
  $ stubborn capture show --client client.txt
  stubborn capture: show has no --client
  try: stubborn help capture
  [2]
  $ cd $TESTS/captures && stubborn capture check --client lldb-packets.txt gdb-remotelog.txt | tail -2
  110 packets of stubs judged   no musts broken   no shoulds broken
  108 packets of debuggers judged   no musts broken   no shoulds broken
  $ cd $TESTS/captures && stubborn capture what-if --rtt 20ms gdb-remotelog.txt | head -4
  71 round trips, 3 of them resumes, 20 ms each: 1.42 s
  
    MultiMemRead     37 packets become 3 to 13: saves 24 to 34 round trips (480 ms to 680 ms)
    MultiBreakpoint  4 packets become 3 to 4: saves 0 to 1 round trip (0 ns to 20 ms)
  $ cd $TESTS/captures && stubborn capture check --annotate $PWD/never.pcapng gdb-remotelog.txt
  stubborn capture: --annotate: gdb-remotelog.txt is a log, and only captures take comments
  try: stubborn help capture
  [2]
  $ sed 's/read packet: .qSupported.*/&/; s/Packet received: P.*/Packet received: PacketSize=4 [9 bytes omitted]/' $TESTS/captures/gdb-debug.txt > cut.txt
  $ stubborn capture analyze cut.txt | head -4
  cut.txt
    GDB debug remote output
    1 packet is cut short by the log: bytes count short; in GDB: set debug remote-packet-max-chars unlimited
  1 conversation   4.96 ms   no gaps, no bad checksums
  $ stubborn capture check cut.txt
  stubborn capture: cut.txt: the log cuts packets short (1), so that the stub can not be judged by it: use 'set remotelogfile' in GDB, or a capture
  [2]
  $ gzip -c $TESTS/captures/sample.pcap > sample.pcap.gz && stubborn capture analyze sample.pcap.gz
  stubborn capture: sample.pcap.gz: packed by gzip: unpack it first, as in 'gzip -dc FILE > session.pcap'
  [2]
  $ : > empty.pcap && stubborn capture analyze empty.pcap
  stubborn capture: empty.pcap: the file is empty
  [2]

The same document as Markdown, for an issue.

  $ cd $TESTS/captures && stubborn capture analyze -o markdown sample.pcap
  # sample.pcap
  
  10 round trips, 950 us waiting for the stub.
  
  - conversation: 10.0.0.1:40000 -\> 10.0.0.2:1234
  - recorded: 1.8 ms
  - packets: 11 to the stub, 11 from it
  - bytes: 146 to the stub, 157 from it
  - notifications: 0
  - acks: 2
  - sent again: 0
  - gaps: 1
  - bad checksums: 1
  
  ## What stands out
  
  - **transport** 20 bytes missing
  
  ## Latency by packet
  
  | packet | answered | min | median | p90 | p99 | max |
  |---|---:|---:|---:|---:|---:|---:|
  | all, without resumes | 9 | 50 us | 50 us | 50 us | 50 us | 50 us |
  | m | 3 | 50 us | 50 us | 50 us | 50 us | 50 us |
  | Z | 2 | 50 us | 50 us | 50 us | 50 us | 50 us |
  | ? | 1 | 50 us | 50 us | 50 us | 50 us | 50 us |
  | QStartNoAckMode | 1 | 50 us | 50 us | 50 us | 50 us | 50 us |
  | c | 1 | 50 us | 50 us | 50 us | 50 us | 50 us |
  | g | 1 | 50 us | 50 us | 50 us | 50 us | 50 us |
  | qSupported | 1 | 50 us | 50 us | 50 us | 50 us | 50 us |
  
  ## Round trips per action
  
  from one resume to the next
  
  | action | times | median | p90 | max | round trips | share of all | time |
  |---|---:|---:|---:|---:|---:|---|---:|
  | attach | 1 | 7 | 7 | 7 | 7 | 70 % | 800 us |
  | continue to a stop | 1 | 3 | 3 | 3 | 3 | 30 % | 900 us |
  
  ## Slowest exchanges
  
  resumes left out: their time is the program's
  
  | latency | at | place | request |
  |---:|---:|---|---|
  | 50 us | 100 us | frames 3 and 4 | qSupported:multiprocess+ |
  | 50 us | 250 us | frames 6 and 7 | QStartNoAckMode |
  | 50 us | 400 us | frames 9 and 10 | ? |
  | 50 us | 500 us | frames 11 and 12 | m100000,8 |
  | 50 us | 600 us | frames 13 and 14 | m402000,4 |
  | 50 us | 700 us | frames 15 and 16 | Z0,400100,4 |
  | 50 us | 800 us | frames 17 and 18 | Z0,400200,4 |
  | 50 us | 1 ms | frames 21 and 22 | m100000,8 |

The page is whole in itself and well-formed, whatever a file is called.

  $ cp sample.pcap '<script>"&.pcap' && stubborn capture analyze -o html:page.html '<script>"&.pcap' > /dev/null
  $ python3 - <<'END'
  > import re, xml.dom.minidom
  > text = open("page.html", encoding="utf-8").read()
  > page = xml.dom.minidom.parseString(text)
  > print(page.getElementsByTagName("h1")[0].firstChild.data)
  > print([h.firstChild.firstChild.data for h in page.getElementsByTagName("h2")])
  > print(re.findall(r'<script type="application/json" id="(\w+)"', text), "unsafe-" in text, re.findall(r'src=|href="[^#]| style=|url\(|@import', text))
  > row = page.getElementsByTagName("tr")[1]
  > print([cell.firstChild.firstChild.data if cell.firstChild.firstChild else cell.firstChild.data for cell in row.getElementsByTagName("td")[:3]])
  > END
  <script>"&.pcap
  ['What stands out', 'Exchanges', 'Latency by packet', 'Round trips per action', 'Slowest exchanges', 'What batched packets would save']
  ['exchanges', 'actions', 'session'] False []
  ['all, without resumes', '9', '50 us']
  $ python3 $TESTS/page_policy.py page.html
  each style and script is in the policy by its hash

Its data are the exchanges as 'capture show' lists them, and what batches save at every stop.

  $ python3 $TESTS/page_data.py stubborn page.html '<script>"&.pcap'
  11 exchanges as listed, 2 kinds of savings as counted
  $ stubborn capture analyze -o html:no/where.html sample.pcap 2>&1 | head -1
  stubborn capture: -o: no folder no for the report
  $ cp $TESTS/captures/gdb-remotelog.txt . && stubborn capture analyze -o html gdb-remotelog.txt | grep -c 'class="hist"'
  0
  [1]
  $ stubborn capture what-if -o html:page.html sample.pcap
  stubborn capture: what-if: -o html:page.html: no such format; expected text, json or csv
  try: stubborn help capture
  [2]

Where one of several files is none, the others count.

  $ cp $TESTS/cram.py . && stubborn capture analyze cram.py sample.pcap cut.pcap | sed '/by kind/,$d'
  stubborn capture: cram.py: neither a capture (pcap, pcapng) nor a text with packets of both sides
  stubborn capture: cut.pcap: after frame 11, near byte 1000: truncated dump file; tried to read 74 captured bytes, only got 64
  cram.py
    DAMAGED neither a capture (pcap, pcapng) nor a text with packets of both sides
  sample.pcap
  cut.pcap
    DAMAGED after frame 11, near byte 1000: truncated dump file; tried to read 74 captured bytes, only got 64; what came before is below
  2 conversations   2.3 ms   1 gap, 1 bad checksum
  
    #0    10.0.0.1:40000 -> 10.0.0.2:1234   10 round trips   median 50 us   closed by both sides
    #1    10.0.0.1:40000 -> 10.0.0.2:1234   3 round trips   median 50 us   open at the end of the capture
  
    13 round trips   1.1 ms waiting for the stub   50 us program running   950 us in the debugger
    packets      15 to the stub   14 from it   no notifications   4 acks   no packets sent again
    bytes        213 to the stub   216 from it
    latency      min 50 us   median 50 us   p90 50 us   p99 50 us   max 50 us
    tcp          20 bytes missing
  

A connection without the protocol, a port nobody used, and more connections than can be followed at a time.

  $ stubborn capture analyze --port 7 sample.pcap
  sample.pcap   no conversations   1.8 ms   no gaps, no bad checksums
  
    no conversation of the remote protocol was found among 1 connection
    tcp          1 connection without RSP
  $ stubborn capture check --port 7 sample.pcap
  stubborn capture: sample.pcap: no conversation of the remote protocol was found: nothing is judged
  [2]
  $ stubborn capture what-if --port 7 sample.pcap | head -4
  no round trips, no resumes
  
    MultiMemRead     nothing to batch
    MultiBreakpoint  nothing to batch
  $ cat > crowd.py <<'END'
  > import struct, sys
  > out, num = sys.stdout.buffer, int(sys.argv[1])
  > out.write(struct.pack("<IHHIIII", 0xa1b23c4d, 2, 4, 0, 0, 65535, 101))
  > for i in range(num):
  >     data = b"$qSupported#37"
  >     ip = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 40 + len(data), 0, 0, 64, 6, 0, b"\x0a" + struct.pack(">I", i)[1:], b"\x7f\0\0\1")
  >     data = ip + struct.pack(">HHIIBBHHH", 40000, 1234, 1, 0, 0x50, 0, 65535, 0, 0) + data
  >     out.write(struct.pack("<IIII", i, 0, len(data), len(data)) + data)
  > END
  $ python3 crowd.py 3000 | stubborn capture analyze - | grep -v '#' | head -12
  standard input   3,000 conversations   50 min   no gaps, no bad checksums
  
                 2,936 more are in the totals only
  
    no round trips   0 ns waiting for the stub   0 ns program running   0 ns in the debugger
    packets      3,000 to the stub   0 from it   no notifications   no acks   no packets sent again
    bytes        42,000 to the stub   0 from it
    latency      nothing was answered
    tcp          [0-9,]+ connections given up: too many at a time \(--port picks those that count\) (re)

A stub that answered nothing has not been judged.

  $ printf 'w $?#3f\nr +\n' > silent.log; stubborn capture check silent.log
  stubborn capture: silent.log: no packet of a stub: nothing is judged
  [3]
