The same work with single reads and with one batch: what it cost, and which packets only one has.

  $ python3 $ROOT/tests/support/record.py a.pcap "stubborn stub -q --once --listen tcp:{port} hello" stubborn send --stub tcp:127.0.0.1:{port} --no-ack 'qSupported:multiprocess+' '?' m10000,8 m10010,8 m10020,8 'vCont;c' > sent
  $ python3 $ROOT/tests/support/record.py b.pcap "stubborn stub -q --once --listen tcp:{port} hello" stubborn send --stub tcp:127.0.0.1:{port} --no-ack 'qSupported:multiprocess+' '?' 'MultiMemRead:ranges:10000,8,10010,8,10020,8;' 'vCont;c' > sent
  $ stubborn capture diff a.pcap b.pcap | grep -v '_ns ' | sed 's/   127.*//; s/ [0-9.]* [mun]*s/ TIME/g; s/frame [0-9]*/frame/; s/   */  /g; s/ *$//'
  before  a.pcap
  after  b.pcap
  
    before  after
    round_trips  7  5  -28.6 %
    packets_to_stub  7  5  -28.6 %
    packets_from_stub  8  6  -25 %
    notifications  0  0  0 %
    bytes_to_stub  101  113  +11.9 %
    bytes_from_stub  1,094  1,079  -1.37 %
  
    by kind: count, median  before  after
    m  3  TIME  -
    MultiMemRead  -  1  TIME
    ?  1  TIME  1  TIME
    QStartNoAckMode  1  TIME  1  TIME
    qSupported  1  TIME  1  TIME
    vCont  1  TIME  1  TIME
  
    actions  2 before, 2 after, 2 of them side by side
    requests  4 that both have; only one has
    before 3  m<address>,8  first: frame
    after  1  MultiMemRead:ranges:<address>,8,<address>,8,<address>,8;  first: frame
  $ cat > without_times.py <<'END'
  > import json, sys
  > report = json.load(sys.stdin)
  > for name in [name for name in report["metrics"] if name.endswith("_ns")]:
  >     del report["metrics"][name]
  > for key, value in report.items():
  >     items = value.items() if key == "metrics" else enumerate(value) if isinstance(value, list) else [("", value)]
  >     for name, item in items:
  >         print(key, name, json.dumps(item))
  > END
  $ stubborn capture diff -o json a.pcap b.pcap | python3 without_times.py
  before  {"file": "a.pcap", "conversation": 0, "others": false}
  after  {"file": "b.pcap", "conversation": 0, "others": false}
  metrics round_trips {"before": 7, "after": 5}
  metrics packets_to_stub {"before": 7, "after": 5}
  metrics packets_from_stub {"before": 8, "after": 6}
  metrics notifications {"before": 0, "after": 0}
  metrics bytes_to_stub {"before": 101, "after": 113}
  metrics bytes_from_stub {"before": 1094, "after": 1079}
  metrics kind.?.count {"before": 1, "after": 1}
  metrics kind.MultiMemRead.count {"before": 0, "after": 1}
  metrics kind.QStartNoAckMode.count {"before": 1, "after": 1}
  metrics kind.m.count {"before": 3, "after": 0}
  metrics kind.qSupported.count {"before": 1, "after": 1}
  metrics kind.vCont.count {"before": 1, "after": 1}
  actions  {"before": 2, "after": 2, "aligned": 2}
  common_requests  4
  only 0 {"request": "m<address>,8", "before": 3, "after": 0, "actions": 1}
  only 1 {"request": "MultiMemRead:ranges:<address>,8,<address>,8,<address>,8;", "before": 0, "after": 1, "actions": 1}
  $ stubborn capture diff a.pcap a.pcap | tail -2
    actions      2 before, 2 after, 2 of them side by side
    requests     7 that both have; no others

A budget for CI.

  $ stubborn capture diff --fail-if 'round_trips>+0' --fail-if 'kind.m.count>+0' --fail-if 'kind.?.count!=1' a.pcap b.pcap > out
  $ stubborn capture diff --fail-if 'round_trips>+0' --fail-if 'kind.m.count>+0%' --fail-if 'packets_to_stub>100' b.pcap a.pcap > out
  BROKEN  round_trips 5 -> 7, +2 (+40 %); budget round_trips>+0
  BROKEN  kind.m.count 0 -> 3, +3 (from 0); budget kind.m.count>+0%
  [1]
  $ stubborn capture diff --fail-if 'round_trip>+0' a.pcap b.pcap > out
  stubborn capture: --fail-if: no metric is called 'round_trip'; did you mean 'round_trips'?
  try: stubborn help capture
  [2]
  $ stubborn capture diff --fail-if 'round_trips+0' a.pcap b.pcap
  stubborn capture: --fail-if: budget 'round_trips+0': expected > >= < <= == or != behind the metric, as in round_trips>+0
  try: stubborn help capture
  [2]
  $ stubborn capture diff --fail-if 'round_trips>5ms' a.pcap b.pcap > out
  stubborn capture: --fail-if: budget 'round_trips>5ms': round_trips is a count, not a time
  try: stubborn help capture
  [2]

What can not be done.

  $ stubborn capture diff a.pcap
  stubborn capture: diff: two files, before and after
  try: stubborn help capture
  [2]
  $ stubborn capture diff a.pcap nothing.pcap
  stubborn capture: nothing.pcap: No such file or directory
  [2]
  $ stubborn capture diff -o csv a.pcap b.pcap
  stubborn capture: diff: -o csv: no such format; expected text or json
  try: stubborn help capture
  [2]
  $ stubborn capture analyze --fail-if 'round_trips>+0' a.pcap
  stubborn capture: analyze has no --fail-if
  try: stubborn help capture
  [2]

Which of several conversations, told wherever there are several.

  $ (cat a.pcap; tail -c +25 b.pcap) > ab.pcap; stubborn capture diff ab.pcap b.pcap
  stubborn capture: ab.pcap: holds several conversations (0, 1): which one? --conversation N
  try: stubborn help capture
  [2]
  $ stubborn capture analyze ab.pcap | grep -E '^  (#|[0-9]* round)' | sed 's/127[^ ]* -> [^ ]*/ENDS/; s/ [0-9.]* [mun]*s/ TIME/g; s/  closed.*//'
    #0    ENDS   7 round trips   median TIME 
    #1    ENDS   5 round trips   median TIME 
    12 round trips   TIME waiting for the stub   TIME program running   TIME in the debugger
  $ stubborn capture analyze --conversation 1 ab.pcap | grep -E '^  ([0-9]* round|tcp)' | sed 's/ [0-9.]* [mun]*s/ TIME/g'
    5 round trips   TIME waiting for the stub   TIME program running   TIME in the debugger
    tcp          1 conversation left out: not the chosen one
  $ stubborn capture what-if --conversation 1 ab.pcap | head -1; stubborn capture check --conversation 1 ab.pcap
  5 round trips, 1 of them a resume
  6 packets of stubs judged   no musts broken   no shoulds broken
  $ stubborn capture analyze --conversation 9 ab.pcap
  stubborn capture: no conversation 9: capture analyze prints their numbers
  [2]
  $ stubborn capture diff --conversation 1,0 ab.pcap b.pcap | sed 's/   127[^ ]* -> [^ ]*//; s/ *$//' | sed -n '1,2p; s/^ *round_trips/round_trips/p'
  before  ab.pcap   conversation #1; the others are left out
  after   b.pcap
  round_trips                    5             5             0 %
  $ stubborn capture diff -o json --conversation 1,0 ab.pcap b.pcap | python3 without_times.py | grep conversation
  before  {"file": "ab.pcap", "conversation": 1, "others": true}
  after  {"file": "b.pcap", "conversation": 0, "others": false}
  $ stubborn capture diff --conversation all,0 ab.pcap b.pcap
  stubborn capture: --conversation all,0: expected N, N,M for before and after, or all
  try: stubborn help capture
  [2]
  $ stubborn capture diff --conversation 1,0,0 ab.pcap b.pcap
  stubborn capture: --conversation 1,0,0: expected N, N,M for before and after, or all
  try: stubborn help capture
  [2]

All of them: pair by pair, by the stub's port or else by their order; what has no partner counts as well.

  $ (cat b.pcap; tail -c +25 a.pcap) > ba.pcap; stubborn capture diff --conversation all ab.pcap ba.pcap | grep -v '_ns ' | sed 's/127[^ ]* -> [^ ]*/ENDS/g; s/ [0-9.]* [mun]*s/ TIME/g; s/frame [0-9]*/frame/; s/   */  /g; s/ *$//'
  before  ab.pcap  2 conversations
  after  ba.pcap  2 conversations
  
    before  after
    round_trips  12  12  0 %
    packets_to_stub  12  12  0 %
    packets_from_stub  14  14  0 %
    notifications  0  0  0 %
    bytes_to_stub  214  214  0 %
    bytes_from_stub  2,173  2,173  0 %
  
    by kind: count, median  before  after
    m  3  TIME  3  TIME
    ?  2  TIME  2  TIME
    QStartNoAckMode  2  TIME  2  TIME
    qSupported  2  TIME  2  TIME
    vCont  2  TIME  2  TIME
    MultiMemRead  1  TIME  1  TIME
  
    before #0 ENDS  after #1 ENDS
    round trips  7 before, 7 after, 0 %
    actions  2 before, 2 after, 2 of them side by side
    requests  7 that both have; no others
  
    before #1 ENDS  after #0 ENDS
    round trips  5 before, 5 after, 0 %
    actions  2 before, 2 after, 2 of them side by side
    requests  5 that both have; no others
  $ stubborn capture diff -o json --conversation all ab.pcap ba.pcap | python3 without_times.py
  before  {"file": "ab.pcap", "conversations": 2}
  after  {"file": "ba.pcap", "conversations": 2}
  metrics round_trips {"before": 12, "after": 12}
  metrics packets_to_stub {"before": 12, "after": 12}
  metrics packets_from_stub {"before": 14, "after": 14}
  metrics notifications {"before": 0, "after": 0}
  metrics bytes_to_stub {"before": 214, "after": 214}
  metrics bytes_from_stub {"before": 2173, "after": 2173}
  metrics kind.?.count {"before": 2, "after": 2}
  metrics kind.MultiMemRead.count {"before": 1, "after": 1}
  metrics kind.QStartNoAckMode.count {"before": 2, "after": 2}
  metrics kind.m.count {"before": 3, "after": 3}
  metrics kind.qSupported.count {"before": 2, "after": 2}
  metrics kind.vCont.count {"before": 2, "after": 2}
  pairs 0 {"before": {"conversation": 0, "round_trips": 7}, "after": {"conversation": 1, "round_trips": 7}, "actions": {"before": 2, "after": 2, "aligned": 2}, "common_requests": 7, "only": []}
  pairs 1 {"before": {"conversation": 1, "round_trips": 5}, "after": {"conversation": 0, "round_trips": 5}, "actions": {"before": 2, "after": 2, "aligned": 2}, "common_requests": 5, "only": []}
  $ stubborn capture diff --conversation all ab.pcap b.pcap | grep -v '_ns ' | sed 's/127[^ ]* -> [^ ]*/ENDS/g; s/ [0-9.]* [mun]*s/ TIME/g; s/frame [0-9]*/frame/; s/   */  /g; s/ *$//' | tail -12
    actions  2 before, 1 after, 1 of them side by side
    requests  0 that both have; only one has
    before 3  m<address>,8  first: frame
    before 1  ?  first: frame
    before 1  QStartNoAckMode  first: frame
    before 1  qSupported:multiprocess+  first: frame
    before 1  vCont;c  first: frame
  
    before #1 ENDS  after #0 ENDS
    round trips  5 before, 5 after, 0 %
    actions  2 before, 2 after, 2 of them side by side
    requests  5 that both have; no others
  $ stubborn capture diff -o json --conversation all b.pcap ab.pcap | python3 without_times.py | grep -o '.before.: null[^}]*}'
  "before": null, "after": {"conversation": 0, "round_trips": 7}
  $ stubborn capture diff --conversation all --fail-if 'round_trips>+0' b.pcap ab.pcap > out
  BROKEN  round_trips 5 -> 12, +7 (+140 %); budget round_trips>+0
  [1]
  $ stubborn capture diff --conversation all a.pcap a.pcap | tail -2
    actions      2 before, 2 after, 2 of them side by side
    requests     7 that both have; no others

A packet log without times has no latency to compare: only counts are, and a budget on a time is refused.

  $ cp $TESTS/captures/gdb-*.txt . && stubborn capture diff gdb-remotelog.txt gdb-debug.txt | head -16
  before  gdb-remotelog.txt
  after   gdb-debug.txt
    a packet log without times: only counts are compared
  
                                   before        after
    round_trips                    71            63            -11.3 %
    packets_to_stub                71            63            -11.3 %
    packets_from_stub              72            64            -11.1 %
    notifications                  0             0             0 %
    bytes_to_stub                  1,910         1,770         -7.33 %
    bytes_from_stub                7,921         8,805         +11.2 %
  
    by kind: count               before              after
      m                          37                  29
      qXfer:threads:read         4                   4
      QPassSignals               3                   3
  $ stubborn capture diff --fail-if 'median_ns>+10%' gdb-remotelog.txt gdb-debug.txt > /dev/null
  stubborn capture: --fail-if: no metric is called 'median_ns'
  try: stubborn help capture
  [2]
