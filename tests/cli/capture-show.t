The exchanges of a recorded session, one by one.

  $ cd $TESTS/captures && stubborn capture show sample.pcap
   number conv  stop   frame      at (s)  latency   sent    got  request                                       reply
        1    0     0       3    0.000100    50 us     28     36  features of the client: multiprocess+         features of the stub: PacketSize=1000, QStartNoAckMode+
        2    0     0       6    0.000250    50 us     19      6  no more acks                                  OK
        3    0     0       9    0.000400    50 us      5     17  why did the target stop?                      stopped by SIGTRAP: thread 1
        4    0     0      11    0.000500    50 us     13     20  read memory: 8 bytes at 0x100000              8 bytes: 0020400000000000
        5    0     0      13    0.000600    50 us     13     12  read memory: 4 bytes at 0x402000              4 bytes: 00000000
        6    0     0      15    0.000700    50 us     15      6  insert software breakpoint at 0x400100, k...  OK
        7    0     0      17    0.000800    50 us     15      6  insert software breakpoint at 0x400200, k...  OK
        8    0     1      19    0.000900    50 us      5     16  continue                                      stopped by SIGTRAP: thread 1
        9    0     1      21    0.001000    50 us     13     20  read memory: 8 bytes at 0x100000              8 bytes: 0020400000000000
       10    0     1      23    0.001100        -     13      -  read memory: 8 bytes at 0x100000              (no reply)
       11    0     1      24    0.001600    50 us      5     12  read all registers                            4 bytes: 00000000
  
  11 exchanges   450 us waiting for the stub
  $ cd $TESTS/captures && stubborn capture show gdb-remotelog.txt | head -4
   number conv  stop   frame      at (s)  latency   sent    got  request                                       reply
        1    0     0       2           -        -    175    687  features of the client: multiprocess+, sw...  features of the stub: PacketSize=20000, multiprocess+, swbreak+, hwbr...
        2    0     0       4           -        -     19      4  vMustReplyEmpty                               not supported (empty reply)
        3    0     0       6           -        -     19      6  no more acks                                  OK

A filter chooses among them; the sums say of how many.

  $ cd $TESTS/captures && stubborn capture show -e 'kind == m && address >= 0x200000' sample.pcap
   number conv  stop   frame      at (s)  latency   sent    got  request                                       reply
        5    0     0      13    0.000600    50 us     13     12  read memory: 4 bytes at 0x402000              4 bytes: 00000000
  
  1 of 11 exchanges; 50 us of 450 us waiting for the stub
  $ cd $TESTS/captures && stubborn capture show -e 'answer == none || phase == program' sample.pcap
   number conv  stop   frame      at (s)  latency   sent    got  request                                       reply
        8    0     1      19    0.000900    50 us      5     16  continue                                      stopped by SIGTRAP: thread 1
       10    0     1      23    0.001100        -     13      -  read memory: 8 bytes at 0x100000              (no reply)
  
  2 of 11 exchanges; 0 ns of 450 us waiting for the stub
  $ cd $TESTS/captures && stubborn capture show -e 'request ~ "insert software" && !(stop == 0)' sample.pcap logged.pcap
   number conv  stop   frame      at (s)  latency   sent    got  request                                       reply
       69    1     1     121    0.021666    29 us     14      6  insert software breakpoint at 0x1207c, ki...  OK
      132    2     1     255    1.614364    16 us     14      6  insert software breakpoint at 0x1207c, ki...  OK
      173    3     1     343    3.583959    46 us     14      6  insert software breakpoint at 0x11000, ki...  OK
  
  3 of 182 exchanges; 91 us of 8.53 ms waiting for the stub
  $ cd $TESTS/captures && stubborn capture show -e 'latency > 1h' sample.pcap
   number conv  stop   frame      at (s)  latency   sent    got  request                                       reply
  0 of 11 exchanges; 0 ns of 450 us waiting for the stub
  $ cd $TESTS/captures && stubborn capture show --limit 2 --conversation 1 sample.pcap logged.pcap
   number conv  stop   frame      at (s)  latency   sent    got  request                                       reply
       12    1     0       4    0.000619   167 us    175    687  features of the client: multiprocess+, sw...  features of the stub: PacketSize=20000, multiprocess+, swbreak+, hwbr...
       13    1     0       7    0.001470    20 us     19      4  vMustReplyEmpty                               not supported (empty reply)
  
  2 exchanges   187 us waiting for the stub; --limit ended the list, the rest was not read
  $ cd $TESTS/captures && stubborn capture show -v -e 'kind == qSupported' sample.pcap
   number conv  stop   frame      at (s)  latency   sent    got  request                                       reply
        1    0     0       3    0.000100    50 us     28     36  features of the client: multiprocess+         features of the stub: PacketSize=1000, QStartNoAckMode+
  
  1 of 11 exchanges; 50 us of 450 us waiting for the stub

For programs: CSV, and JSON by reports/schema/exchanges.schema.json. Several outputs are written in one pass.

  $ cd $TESTS/captures && stubborn capture show -o csv --limit 3 sample.pcap
  number,conversation,stop,action,frame,reply_frame,at_ns,latency_ns,phase,kind,address,length,answer,sent,got,request,reply
  1,0,0,attach,3,4,100000,50000,stub,qSupported,,,data,28,36,features of the client: multiprocess+,"features of the stub: PacketSize=1000, QStartNoAckMode+"
  2,0,0,attach,6,7,250000,50000,stub,QStartNoAckMode,,,ok,19,6,no more acks,OK
  3,0,0,attach,9,10,400000,50000,stub,?,,,data,5,17,why did the target stop?,stopped by SIGTRAP: thread 1
  $ cd $TESTS/captures && stubborn capture show -o json:$OLDPWD/show.json -o text -e 'kind ~ Q' --limit 1 sample.pcap && cat $OLDPWD/show.json
   number conv  stop   frame      at (s)  latency   sent    got  request                                       reply
        2    0     0       6    0.000250    50 us     19      6  no more acks                                  OK
  
  1 of 2 exchanges; 50 us of 100 us waiting for the stub; --limit ended the list, the rest was not read
  {
    "version": 1,
    "filter": "kind ~ Q",
    "exchanges": [
      {"number": 2, "conversation": 0, "stop": 0, "action": "attach", "frame": 6, "reply_frame": 7, "at_ns": 250000, "latency_ns": 50000, "phase": "stub", "kind": "QStartNoAckMode", "address": null, "length": null, "answer": "ok", "sent": 19, "got": 6, "request": "no more acks", "reply": "OK"}
    ],
    "sum": {"listed": 1, "exchanges_seen": 2, "listed_stub_ns": 50000, "stub_ns": 100000, "conversation_count": 1, "limited": true, "incomplete": false}
  }
  $ cd $TESTS/captures && stubborn capture show -o json -e 'kind == vRun' sample.pcap
  {
    "version": 1,
    "filter": "kind == vRun",
    "exchanges": [],
    "sum": {"listed": 0, "exchanges_seen": 11, "listed_stub_ns": 0, "stub_ns": 450000, "conversation_count": 1, "limited": false, "incomplete": false}
  }

Hostile bytes never reach the terminal as they are.

  $ printf 'w +$qSupported:a+#fd\nr +$PacketSize=1000#f1\nw +$?#3f\nr +$S05#b8\nw +$qX\\x1b]0;evil\\x07#63\nr +$\\x1b[2Jx#6a\n' > evil.txt; stubborn capture show evil.txt
   number conv  stop   frame      at (s)  latency   sent    got  request                                       reply
        1    0     0       1           -        -     17     19  features of the client: a+                    features of the stub: PacketSize=1000
        2    0     0       3           -        -      5      7  why did the target stop?                      stopped by SIGTRAP
        3    0     0       5           -        -     15      9  unknown packet qX\x1b]0;evil\x07              \x1b[2Jx
  
  3 exchanges

Mistakes have their place in the filter, and the word that was meant.

  $ stubborn capture show -e 'kind == m && latancy > 1ms' $TESTS/captures/sample.pcap
  stubborn capture: --filter: unknown field 'latancy'; did you mean 'latency'?
    kind == m && latancy > 1ms
                 ^
  [2]
  $ stubborn capture show -e 'latency > 1' $TESTS/captures/sample.pcap
  stubborn capture: --filter: latency is a time: write it with a unit, as in 500us, 1.5ms or 2s
    latency > 1
              ^
  [2]
  $ stubborn capture show -e 'kind == vCon' $TESTS/captures/sample.pcap
  stubborn capture: --filter: 'vCon' is no packet; did you mean 'vCont'?
    kind == vCon
            ^
  [2]
  $ stubborn capture show -e '(stop == 1' $TESTS/captures/sample.pcap
  stubborn capture: --filter: this parenthesis is never closed
    (stop == 1
    ^
  [2]
  $ stubborn capture show --conversation 9 $TESTS/captures/sample.pcap
  stubborn capture: no conversation 9: capture analyze prints their numbers
  [2]
  $ stubborn capture show -o html $TESTS/captures/sample.pcap
  stubborn capture: show: -o html: no such format; expected text, json or csv
  try: stubborn help capture
  [2]
  $ stubborn capture analyze -e 'stop == 1' $TESTS/captures/sample.pcap
  stubborn capture: analyze has no --filter
  try: stubborn help capture
  [2]

A pager that is left early ends the work, and a file that breaks off is listed up to there.

  $ cd $TESTS/captures && stubborn capture show logged.pcap | head -1
   number conv  stop   frame      at (s)  latency   sent    got  request                                       reply
  $ head -c 1000 $TESTS/captures/sample.pcap > cut.pcap; stubborn capture show cut.pcap | tail -2
  stubborn capture: cut.pcap: after frame 11, near byte 1000: truncated dump file; tried to read 74 captured bytes, only got 64
  
  4 exchanges   150 us waiting for the stub
