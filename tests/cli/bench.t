The arithmetic of the MultiBreakpoint proposal, in virtual time: 100 x 8 x 20 ms = 16 s becomes 100 x 2 x 20 ms = 4 s.

  $ stubborn bench library-events --rtt 20ms
  reference stub   virtual time
  
  library-events   100 library events, each switching four breakpoints off and on again
  
                   round trips    packets   bytes out    bytes in     RTT 20 ms
    none                 1,300      2,600      18,300      26,003      26.000 s
      read                 100        200       1,200       1,003       2.000 s
      toggle               800      1,600      11,200       4,800      16.000 s
      step-over            300        600       4,800      10,000       6.000 s
      run                  100        200       1,100      10,200       2.000 s
    pipelined              700      2,600      18,300      26,003      14.000 s
      read                 100        200       1,200       1,003       2.000 s
      toggle               200      1,600      11,200       4,800       4.000 s
      step-over            300        600       4,800      10,000       6.000 s
      run                  100        200       1,100      10,200       2.000 s
    rfc                    700      1,400      21,700      24,303      14.000 s
      read                 100        200       3,200       1,103       2.000 s
      toggle               200        400      12,600       3,000       4.000 s
      step-over            300        600       4,800      10,000       6.000 s
      run                  100        200       1,100      10,200       2.000 s
    lldb                   700      1,400      28,900      28,903      14.000 s
      read                 100        200       3,200       1,103       2.000 s
      toggle               200        400      19,800       7,600       4.000 s
      step-over            300        600       4,800      10,000       6.000 s
      run                  100        200       1,100      10,200       2.000 s
    held                   500      1,000       9,100      21,303      10.000 s
      read                 100        200       3,200       1,103       2.000 s
      step-over            300        600       4,800      10,000       6.000 s
      run                  100        200       1,100      10,200       2.000 s
  
    one operation at RTT 20 ms    number        mean      median         p90         p99         max
    none                           100   260.00 ms   260.00 ms   260.00 ms   260.00 ms   260.00 ms
    pipelined                      100   140.00 ms   140.00 ms   140.00 ms   140.00 ms   140.00 ms
    rfc                            100   140.00 ms   140.00 ms   140.00 ms   140.00 ms   140.00 ms
    lldb                           100   140.00 ms   140.00 ms   140.00 ms   140.00 ms   140.00 ms
    held                           100   100.00 ms   100.00 ms   100.00 ms   100.00 ms   100.00 ms
  

The same for the reads of the MultiMemRead proposal, and what a workload with one way looks like.

  $ stubborn bench thread-reads --values 1,100 --rtt 0,20ms --batch none,lldb
  reference stub   virtual time
  
  thread-reads   two reads for each thread at each of 10 stops, threads = 1
  
                   round trips    packets   bytes out    bytes in         RTT 0     RTT 20 ms
    none                    60        120         830       2,220             0       1.200 s
      read                  20         40         240         200             0     400.00 ms
      step-over             30         60         480       1,000             0     600.00 ms
      run                   10         20         110       1,020             0     200.00 ms
    lldb                    50        100         990       2,200             0       1.000 s
      read                  10         20         400         180             0     200.00 ms
      step-over             30         60         480       1,000             0     600.00 ms
      run                   10         20         110       1,020             0     200.00 ms
  
    one operation at RTT 20 ms    number        mean      median         p90         p99         max
    none                            10   120.00 ms   120.00 ms   120.00 ms   120.00 ms   120.00 ms
    lldb                            10   100.00 ms   100.00 ms   100.00 ms   100.00 ms   100.00 ms
  
  thread-reads   two reads for each thread at each of 10 stops, threads = 100
  
                   round trips    packets   bytes out    bytes in         RTT 0     RTT 20 ms
    none                 2,040      4,080      24,590      22,080             0      40.800 s
      read               2,000      4,000      24,000      20,060             0      40.000 s
      step-over             30         60         480       1,000             0     600.00 ms
      run                   10         20         110       1,020             0     200.00 ms
    lldb                    50        100      16,830      16,120             0       1.000 s
      read                  10         20      16,240      14,100             0     200.00 ms
      step-over             30         60         480       1,000             0     600.00 ms
      run                   10         20         110       1,020             0     200.00 ms
  
    one operation at RTT 20 ms    number        mean      median         p90         p99         max
    none                            10     4.080 s     4.080 s     4.080 s     4.080 s     4.080 s
    lldb                            10   100.00 ms   100.00 ms   100.00 ms   100.00 ms   100.00 ms
  

A condition, decided in three places.

  $ stubborn bench condition --rtt 0,20ms
  reference stub   virtual time
  
  condition   2,000 hits of a breakpoint whose condition is true at the last
  
                   round trips    packets   bytes out    bytes in         RTT 0     RTT 20 ms
    host                 4,062     12,096     138,905     240,029             0      81.240 s
      toggle                11         22       2,281         339             0     220.00 ms
      run                4,051     12,074     136,624     239,690             0      81.020 s
    stub                     4          8          97         125       5.00 ms      85.00 ms
      toggle                 1          2          14           6             0      20.00 ms
      run                    3          6          83         119       5.00 ms      65.00 ms
    inferior                31         62       4,939         890       8.00 ms     628.00 ms
      toggle                28         56       4,889         764             0     560.00 ms
      run                    3          6          50         126       8.00 ms      68.00 ms
    best                    31         62       4,939         890       8.00 ms     628.00 ms
      toggle                28         56       4,889         764             0     560.00 ms
      run                    3          6          50         126       8.00 ms      68.00 ms
  

A stub without conditions: the host begins, and the inferior goes on when the hits have paid for it.

  $ stubborn bench condition --batch host,stub,best --debuggees riscv --stub 'exec:stubborn stub --once --listen tcp:{port} --offer-conditions off library-events 2000' -o csv | grep -E 'total|skipped' | cut -d, -f1-4,6-9
  condition,,0,host,done,total,4062,6048
  condition,,0,stub,skipped,total,0,0
  condition,,0,best,done,total,66,66

Figures for programs, by a schema.

  $ stubborn bench library-events attach --repeat 3 --rtt 0,1ms -o json:was.json > /dev/null
  $ python3 -c 'import json, jsonschema; jsonschema.validate(json.load(open("was.json")), json.load(open("'$ROOT'/reports/schema/bench.schema.json"))); print("follows its schema")'
  follows its schema
  $ stubborn bench attach --repeat 1 --rtt 1ms --batch none -o csv | cut -d, -f1-10,13
  workload,sweep,value,way,rtt_ns,outcome,phase,round_trips,packets_out,packets_in,time_ns
  attach,,0,none,1000000,done,total,22,22,22,22000000
  attach,,0,none,1000000,done,connect,4,4,4,4000000
  attach,,0,none,1000000,done,describe,6,6,6,6000000
  attach,,0,none,1000000,done,threads,2,2,2,2000000
  attach,,0,none,1000000,done,registers,1,1,1,1000000
  attach,,0,none,1000000,done,read,4,4,4,4000000
  attach,,0,none,1000000,done,toggle,5,5,5,5000000

Compared with what was saved: budgets for CI.

  $ stubborn bench library-events attach --repeat 3 --rtt 0,1ms --compare was.json --fail-if 'round_trips>+0' --fail-if 'time_ns>+0%' | tail -1
  within all budgets
  $ sed 's/"round_trips": 66,/"round_trips": 55,/' was.json > better.json; stubborn bench attach --repeat 3 --rtt 1ms --batch none --compare better.json --fail-if 'round_trips>+0' --fail-if 'round_trips>+10%' --fail-if 'bytes>+0' | tail -3
  WORSE  attach none at RTT 1 ms: round_trips 55 -> 66, +11 (+20 %); budget round_trips>+0
  WORSE  attach none at RTT 1 ms: round_trips 55 -> 66, +11 (+20 %); budget round_trips>+10%
  2 budgets are broken
  $ stubborn bench attach --repeat 3 --rtt 1ms --batch none --compare better.json | tail -1
  changed  attach none at RTT 1 ms: round_trips 55 -> 66, +20 %
  $ stubborn bench attach --repeat 4 --rtt 2ms --batch none --compare was.json | tail -2
  
  1 of 1 rows are not in the earlier run: nothing to compare them with
  $ stubborn bench attach --repeat 3 --rtt 20ms --batch none --fail-if 'p99_ns>1s' --fail-if 'read.packets>4' | tail -2
  WORSE  attach none at RTT 20 ms: read.packets 24; budget read.packets>4
  1 budget is broken
  $ printf 'workload: mine\ntitle: my own\nprogram: helo\noperation:\n  - step: 3\n' > mine.yaml; sed 's/"workload": "attach"/"workload": "mine"/' was.json > mine.json; stubborn bench mine.yaml --rtt 0 --compare mine.json | tail -2
  WORSE  mine none at RTT 0: was measured before, and is skipped now: no bundled program 'helo'; did you mean 'hello'?
  1 budget is broken
  $ stubborn bench attach --repeat 4 --rtt 2ms --batch none --compare was.json --fail-if 'round_trips>+0' | tail -2
  WORSE  no row of this run was measured in the earlier one: nothing can be judged
  1 budget is broken

What can not be right is said before anything runs.

  $ stubborn bench libary-events
  stubborn bench: no workload 'libary-events'; did you mean 'library-events'?
  try: stubborn help bench
  [2]
  $ stubborn bench nowhere-near-it 2>&1 | sed 's/ in .*;/ in FOLDER;/'
  stubborn bench: no workload 'nowhere-near-it' in FOLDER; see: stubborn list workloads
  try: stubborn help bench
  $ stubborn bench --batch ldb
  stubborn bench: --batch ldb: did you mean 'lldb'?
  try: stubborn help bench
  [2]
  $ stubborn bench --rtt 20
  stubborn bench: --rtt 20: expected times such as 0,1ms,20ms
  try: stubborn help bench
  [2]
  $ stubborn bench --values ten
  stubborn bench: --values ten: expected numbers such as 1,10,100
  try: stubborn help bench
  [2]
  $ stubborn bench --fail-if 'round_trips>+0'
  stubborn bench: --fail-if: budget 'round_trips>+0' is of a change: name the earlier run with --compare
  try: stubborn help bench
  [2]
  $ stubborn bench --compare was.json --fail-if 'roundtrips>+0'
  stubborn bench: --fail-if: no metric is called 'roundtrips'; did you mean 'round_trips'?
  try: stubborn help bench
  [2]
  $ stubborn bench --fail-if 'toggle.bytes>20ms'
  stubborn bench: --fail-if: budget 'toggle.bytes>20ms': toggle.bytes is a count, not a time
  try: stubborn help bench
  [2]
  $ stubborn bench --compare missing.json
  stubborn bench: missing.json: can not be opened: No such file or directory
  [2]
  $ echo '{"format": 1}' > other.json; stubborn bench --compare other.json
  stubborn bench: other.json is no file that 'stubborn bench -o json:FILE' has written
  [2]
  $ echo '{"format"' > broken.json; stubborn bench --compare broken.json
  stubborn bench: broken.json: no JSON; 'stubborn bench -o json:FILE' writes one
  [2]
  $ sed 's/"round_trips": 66,/"round_trips": -1,/' was.json > damaged.json; stubborn bench --compare damaged.json
  stubborn bench: damaged.json is damaged: 'round_trips' makes no sense in it
  [2]
  $ stubborn bench --stub tcp:127.0.0.1:1 attach --batch none
  tcp:127.0.0.1:1 has a program of its own, and workloads need theirs; they run on a stub that runs the workload's program already: --debuggees host, riscv or a folder; --load brings one into the target's memory
  stubborn bench: nothing was measured: all rows were skipped
  [1]
  $ stubborn bench --stub exec:/bin/false attach --batch none | tail -2
  stubborn bench: nothing was measured: all rows were skipped
  exec:/bin/false has a program of its own, and workloads need theirs; they run on a stub that can be given the workload's program: write {program} into its command; --load brings one into the target's memory
  $ stubborn bench --stub 'exec:/bin/false {port} {program}' attach --batch none
  stubborn bench: exec:/bin/false {port} {program}: the program ended (exit 1) instead of listening
  [3]
  $ stubborn bench --stub tcp:127.0.0.1:1 attach --batch none --debuggees riscv
  stubborn bench: tcp:127.0.0.1:1: Connection refused
  [3]
  $ stubborn bench --stub profile:gdbserver --debuggees riscv
  stubborn bench: --debuggees is for a stub that runs a program already; profile:gdbserver is given one
  try: stubborn help bench
  [2]
  $ stubborn bench --stub 'exec:./no-such-stub {port} {program}' attach
  stubborn bench: ./no-such-stub: No such file or directory
  [3]

With a program of ours in its memory it is measured, too. What no guest does is skipped, and the report says where it was loaded.

  $ stubborn bench --no-config --load --stub 'exec:stubborn stub --once --quiet --listen tcp:{port} spin' -o csv:loaded.csv steps hits true-once memory-reads memory-writes first-look --batch none,hex,host -n 2 --values 64,16384 2>&1 >/dev/null
  stubborn bench: --load writes a program of ours and its data, up to 68 KiB, into the target's RAM, and pc, sp and status registers; all of it is read first and put back after the run
  stubborn bench: loaded: the guest riscv64, 1296 bytes at 0x2000000000 (memory that the stub has allocated), by X; 65536 bytes behind it are scratch memory
  $ cut -d, -f1,3,4,6-8 loaded.csv
  workload,value,way,outcome,phase,round_trips
  steps,0,none,done,total,12
  steps,0,none,done,registers,2
  steps,0,none,done,read,6
  steps,0,none,done,step-over,1
  steps,0,none,done,step,3
  hits,0,none,done,total,10
  hits,0,none,done,registers,2
  hits,0,none,done,read,2
  hits,0,none,done,toggle,1
  hits,0,none,done,step-over,3
  hits,0,none,done,run,2
  true-once,0,host,done,total,102
  true-once,0,host,done,toggle,2
  true-once,0,host,done,run,100
  memory-reads,64,none,done,total,2
  memory-reads,64,none,done,read,2
  memory-reads,64,hex,done,total,2
  memory-reads,64,hex,done,read,2
  memory-reads,16384,none,done,total,2
  memory-reads,16384,none,done,read,2
  memory-reads,16384,hex,done,total,2
  memory-reads,16384,hex,done,read,2
  memory-writes,64,none,done,total,2
  memory-writes,64,none,done,write,2
  memory-writes,64,hex,done,total,2
  memory-writes,64,hex,done,write,2
  memory-writes,16384,none,done,total,2
  memory-writes,16384,none,done,write,2
  memory-writes,16384,hex,done,total,2
  memory-writes,16384,hex,done,write,2
  first-look,0,none,done,total,26
  first-look,0,none,done,connect,8
  first-look,0,none,done,describe,10
  first-look,0,none,done,threads,4
  first-look,0,none,done,registers,2
  first-look,0,none,done,read,2

Where a guest has no program of the same name, the workload says what it has instead. Two runs cost the same.

  $ cat > both.sh <<'END'
  > stubborn bench --no-config --load --stub 'exec:stubborn stub --once --quiet --listen tcp:{port} spin' attach library-events thread-reads line-steps condition --batch none,range,held,host,stub,inferior --values 2 "$@" 2>/dev/null
  > END
  $ sh both.sh -o csv:both.csv -o json:both.json > /dev/null; grep total both.csv | cut -d, -f1,3,4,6-8
  attach,0,none,done,total,220
  attach,0,held,done,total,150
  library-events,0,none,done,total,1300
  library-events,0,held,done,total,500
  thread-reads,2,none,done,total,80
  line-steps,0,none,done,total,155
  line-steps,0,range,done,total,20
  condition,0,host,done,total,4044
  condition,0,stub,done,total,5
  condition,0,inferior,done,total,13
  $ sh both.sh --compare both.json --fail-if 'round_trips>+0' | tail -1
  within the budget
  $ printf 'workload: mine\ntitle: my own\nprogram: hello\noperation:\n  - step: 3\n' > no-guest.yaml
  $ stubborn bench --no-config --load --stub 'exec:stubborn stub --once --quiet --listen tcp:{port} spin' no-guest.yaml
  stubborn bench: --load writes a program of ours and its data, up to 68 KiB, into the target's RAM, and pc, sp and status registers; all of it is read first and put back after the run
  stubborn bench: loaded: the guest riscv64, 1296 bytes at 0x2000000000 (memory that the stub has allocated), by X; 65536 bytes behind it are scratch memory
  exec:stubborn stub --once --quiet --listen tcp:{port} spin: 1 row skipped: no guest does what program 'hello' does
  stubborn bench: nothing was measured: all rows were skipped
  [1]
  $ stubborn bench --no-config --load hits
  stubborn bench: --load is for a stub that has a program of its own; reference is given ours
  try: stubborn help bench
  [2]
  $ stubborn bench --no-config --load --stub exec:/bin/false hits
  stubborn bench: exec:/bin/false: the stub ended before it sent a byte: exit 1
  [3]
  $ stubborn bench --no-config memory-reads --values 100000 --rtt 0
  reference stub
  
  memory-reads   memory read in one piece, bytes = 100000
  
                   round trips    packets   bytes out    bytes in         RTT 0
    none          FAILED at RTT 0: 100000 bytes of scratch at once are more than 65536
    hex           FAILED at RTT 0: 100000 bytes of scratch at once are more than 65536
    pipelined     FAILED at RTT 0: 100000 bytes of scratch at once are more than 65536
  
  [1]

Bytes a second are told where nothing but memory is moved.

  $ stubborn bench --no-config memory-writes --rtt 20ms --values 16384
  reference stub   virtual time
  
  memory-writes   memory written in one piece, bytes = 16384
  
                   round trips    packets   bytes out    bytes in     RTT 20 ms
    none                    10         20     166,640          60     200.00 ms
    hex                     10         20     327,840          60     200.00 ms
  
    one operation at RTT 20 ms    number        mean      median         p90         p99         max
    none                            10    20.00 ms    20.00 ms    20.00 ms    20.00 ms    20.00 ms
    hex                             10    20.00 ms    20.00 ms    20.00 ms    20.00 ms    20.00 ms
  
    memory at RTT 20 ms: none 819.2 kB/s, hex 819.2 kB/s
  

A workload of one's own, with mistakes, and without.

  $ printf 'workload: mine\ntitle: my own\nprogram: hello\noperation:\n  - setp: 3\n' > mine.yaml; stubborn bench mine.yaml
  mine.yaml:5:5: error: unknown key 'setp'
      5 |   - setp: 3
        |     ^^^^  did you mean 'step'?
  [2]
  $ printf 'workload: mine\ntitle: my own\nprogram: hello\noperation:\n  - step: 3\n' > mine.yaml; stubborn bench mine.yaml
  reference stub   virtual time
  
  mine   my own
  
                   round trips    packets   bytes out    bytes in         RTT 0      RTT 1 ms     RTT 20 ms    RTT 100 ms
    none                     3          6          60         237             0       3.00 ms      60.00 ms     300.00 ms
  
  $ printf 'workload: mine\ntitle: my own\nprogram: helo\noperation:\n  - step: 3\n' > mine.yaml; stubborn bench mine.yaml --rtt 0
  reference: 1 row skipped: no bundled program 'helo'; did you mean 'hello'?
  stubborn bench: nothing was measured: all rows were skipped
  [1]
  $ printf 'workload: mine\ntitle: my own\nprogram: hello\noperation:\n  - continue-to: man\n' > mine.yaml; stubborn bench mine.yaml --rtt 0
  reference stub
  
  mine   my own
  
                   round trips    packets   bytes out    bytes in         RTT 0
    none          FAILED at RTT 0: program 'hello' has no symbol 'man' (mine.yaml)
  
  [1]

Nothing measured is not well: whoever waits for figures must not take none for good ones.

  $ stubborn bench condition --batch none --rtt 0
  stubborn bench: nothing was measured: no way of --batch fits
  [1]
  $ printf 'workload: mine\ntitle: my own\nprogram: helo\noperation:\n  - step: 3\n' > none.yaml; stubborn bench attach none.yaml --rtt 0 --batch none > out; tail -2 out
    none          skipped: no bundled program 'helo'; did you mean 'hello'?
  

  $ stubborn list workloads
  attach           library-events   attaching to a stopped program
  condition        library-events   2,000 hits of a breakpoint whose condition is true at the last
  first-look       spin             attaching, then description, threads, registers and code
  hits             recursion        a breakpoint that is reached ten times, with registers and a variable at each stop
  library-events   library-events   100 library events, each switching four breakpoints off and on again
  line-steps       scratch          stepping over a line of some 30 instructions
  memory-reads     scratch          memory read in one piece
  memory-writes    scratch          memory written in one piece
  steps            spin             1,000 single steps, each followed by registers and three variables
  thread-reads     tasks            two reads for each thread at each of 10 stops
  true-once        scratch          ten hits of a breakpoint whose condition is true at the last

The page has the ways of a workload side by side, as ratios to the first at the same round-trip time.

  $ stubborn bench attach --rtt 0,20ms --batch none,rfc -o html:bench.html > /dev/null; python3 $TESTS/page_policy.py bench.html
  > python3 - <<'END'
  > import xml.dom.minidom
  > text = lambda node: node.data if node.nodeType == node.TEXT_NODE else "".join(map(text, node.childNodes))
  > for row in xml.dom.minidom.parse("bench.html").getElementsByTagName("tr")[1:]:
  >     print([text(cell) for cell in row.getElementsByTagName("td")])
  > END
  each style and script is in the policy by its hash
  ['none', '0 ms', '220', '1', '0', '', '']
  ['none', '20 ms', '220', '1', '4.400 s', '1', '']
  ['rfc', '0 ms', '150', '0.682', '0', '', '']
  ['rfc', '20 ms', '150', '0.682', '3.000 s', '0.682', '']
