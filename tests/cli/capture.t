A recorded session with one lost reply and one bad checksum; and files that break off or are none.

  $ cd $TESTS/captures && stubborn capture analyze sample.pcap
  sample.pcap   10.0.0.1:40000 -> 10.0.0.2:1234   1 conversation   1.8 ms   1 gap, 1 bad checksum
  
    10 round trips   950 us waiting for the stub   50 us program running   700 us in the debugger
    packets      11 to the stub   11 from it   no notifications   2 acks   no packets sent again
    bytes        146 to the stub   157 from it
    latency      median 50 us   p90 50 us   p99 50 us   max 50 us
    tcp          20 bytes missing
  
    by kind
      m                                3        median 50 us   p90 50 us   p99 50 us   max 50 us
      Z                                2        median 50 us   p90 50 us   p99 50 us   max 50 us
      ?                                1        median 50 us   p90 50 us   p99 50 us   max 50 us
      QStartNoAckMode                  1        median 50 us   p90 50 us   p99 50 us   max 50 us
      c                                1        median 50 us   p90 50 us   p99 50 us   max 50 us
      g                                1        median 50 us   p90 50 us   p99 50 us   max 50 us
      qSupported                       1        median 50 us   p90 50 us   p99 50 us   max 50 us
  
    round trips per action
      attach                    1 times   median 7   p90 7   max 7   in 800 us
      continue to a stop        1 times   median 3   p90 3   max 3   in 900 us
  
    slowest
      50 us     frames 3 -> 4 at 100 us   qSupported:multiprocess+
      50 us     frames 6 -> 7 at 250 us   QStartNoAckMode
      50 us     frames 9 -> 10 at 400 us   ?
      50 us     frames 11 -> 12 at 500 us   m100000,8
      50 us     frames 13 -> 14 at 600 us   m402000,4
  $ cd $TESTS/captures && stubborn capture analyze --format csv sample.pcap | head -3
  conversation,kind,count,sum_ns,median_ns,p90_ns,p99_ns,max_ns,quantiles
  all,m,3,150000,50000,50000,50000,50000,exact
  all,Z,2,100000,50000,50000,50000,50000,exact
  $ cd $TESTS/captures && stubborn capture analyze --format json sample.pcap | grep packets_to_stub
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
        wrong checksum
        expected   #9a
        got        #00
        #0: ack-before-reply 2 times
  
  11 packets of stubs judged   3 musts broken   1 should broken
  [1]
  $ cd $TESTS/captures && stubborn capture what-if --rtt 20ms sample.pcap
  10 round trips, 1 resumes, 20 ms each: 200 ms
  
    MultiMemRead     3 packets become 2 to 3: saves 0 to 1 round trips (0 ns to 20 ms)
    MultiBreakpoint  2 packets become 1 to 1: saves 1 to 1 round trips (20 ms to 20 ms)
  
  assuming
    most: every read (or breakpoint change) between two resumes is known when the first is sent
    least: only requests that stood side by side are batched; a read whose address, or one less than
    4,096 away, appears in a reply of its batch starts a new batch; an address that was computed from
    a reply in another way is not noticed
    a write to memory ends a batch of reads
    batches are split where request or reply would exceed PacketSize (without one: 4,096 bytes)
    a batch is answered as fast as a single request: only round trips are counted
  $ cd $TESTS/captures && head -c 300 sample.pcap | stubborn capture analyze -
  stubborn capture: standard input: after frame 3, near byte 262: truncated dump file; tried to read 90 captured bytes, only got 22
  -
    DAMAGED after frame 3, near byte 262: truncated dump file; tried to read 90 captured bytes, only got 22; what came before is below
     10.0.0.1:40000 -> 10.0.0.2:1234   1 conversation   100 us   no gaps, no bad checksums
  
    no round trips   0 ns waiting for the stub   0 ns program running   0 ns in the debugger
    packets      1 to the stub   0 from it   no notifications   no acks   no packets sent again
    bytes        28 to the stub   0 from it
    latency      median 0 ns   p90 0 ns   p99 0 ns   max 0 ns
  
    by kind
  
    round trips per action
  [2]
  $ cd $TESTS/captures && stubborn capture analyze nothing.pcap
  stubborn capture: nothing.pcap: No such file or directory
  [2]
  $ cd $TESTS/captures && stubborn capture analyse sample.pcap
  stubborn capture: unknown action 'analyse'; did you mean 'analyze'?
  try: stubborn help capture
  [2]
  $ cd $TESTS && stubborn capture analyze capture.t
  stubborn capture: capture.t: no capture file: unknown file format
  [2]

Verdicts go back into a copy of the capture, as comments on its packets. Only what was said is added.

  $ cp $TESTS/captures/sample.pcap . && stubborn capture check --annotate judged.pcapng sample.pcap | tail -2
  11 packets of stubs judged   3 musts broken   1 should broken
  judged.pcapng: the same 28 frames, with 4 comments; in Wireshark filter by: frame.comment
  $ strings -n 12 judged.pcapng | grep -c 'stubborn: FAIL\|stubborn: warn'
  4
  $ stubborn capture analyze --format json judged.pcapng | grep -v path > judged.json
  $ stubborn capture analyze --format json sample.pcap | grep -v path | diff - judged.json
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
