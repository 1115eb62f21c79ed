What can not be done is said at once.

  $ stubborn proxy
  stubborn proxy: which stub? for example: stubborn proxy --stub tcp:127.0.0.1:2345
  try: stubborn help proxy
  [2]
  $ stubborn proxy --stub reference
  stubborn proxy: --stub reference runs inside this program; start it as one of its own: --stub "exec:stubborn stub --once --listen tcp:{port} hello"
  try: stubborn help proxy
  [2]
  $ stubborn proxy --stub nowhere
  stubborn proxy: --stub nowhere: expected reference, tcp:HOST:PORT, unix:PATH, pty:DEVICE, exec:COMMAND or profile:NAME
  try: stubborn help proxy
  [2]
  $ stubborn proxy --stub tcp:1 --listen nowhere
  stubborn proxy: --listen nowhere: expected PORT (of loopback), HOST:PORT, unix:PATH or stdio
  try: stubborn help proxy
  [2]
  $ stubborn proxy --stub tcp:1 --listen exec:true
  stubborn proxy: --listen exec:true: one can listen on tcp:, unix: and stdio
  try: stubborn help proxy
  [2]
  $ stubborn proxy --stub tcp:1 --accelerate=maybe
  stubborn proxy: --accelerate maybe: expected both, rfc or lldb
  try: stubborn help proxy
  [2]
  $ stubborn proxy --stub tcp:1 --drop 1000001
  stubborn proxy: --drop: at most a million in a million
  try: stubborn help proxy
  [2]
  $ stubborn proxy --stub tcp:1 --listen unix:p --record no/such/folder
  stubborn proxy: no/such/folder: can not be written: No such file or directory
  [3]
  $ stubborn proxy --stub tcp:1 hello
  stubborn proxy: unexpected 'hello'; addresses are options
  try: stubborn help proxy
  [2]

Between a debugger and a stub: both see what they always saw, the recording is a capture, and totals add up.

  $ cat > begin <<'END'
  > rm -f log; stubborn proxy --listen unix:p "$@" > log 2>&1 & pid=$!
  > while kill -0 $pid 2> /dev/null && ! grep -qs '^listening' log; do sleep 0.02; done
  > END
  $ . ./begin --once --stub "exec:stubborn stub --listen tcp:{port} hello" --record r.pcapng -o json:j.json --check
  > stubborn send --bare --stub unix:p --no-ack qC 'm10000,4' vMustReplyEmpty | grep '^<-' | cut -c1-12
  > wait $pid; echo status $?; sed 's/after [0-9.]* .s/after T/; s/[0-9.]* m\?s  /T  /; s/[0-9,]* bytes in r/N bytes in r/' log
  > stubborn capture analyze -o json r.pcapng | python3 -c "
  > import json, sys
  > recorded, said = json.load(sys.stdin), json.load(open('j.json'))
  > for key in ['round_trips', 'packets_to_stub', 'packets_from_stub', 'acks', 'bytes_to_stub', 'bytes_from_stub']:
  >     print(key, recorded['summary'][key] == said['debugger_side'][key] == said['stub_side'][key])
  > print(recorded['summary']['tcp_gaps'], said['connections'], said['ended'][0]['well'])"
  <- QC2a1    
  <- 7f454c46 
  <- (empty)  
  status 0
  listening on unix:p, for exec:stubborn stub --listen tcp:{port} hello
    recording to r.pcapng
  #1: the debugger closed the connection after T, 58 bytes from the debugger and 32 from the stub
  1 connection   T   4 round trips   58 bytes to the stub, 32 from it
    by kind      QStartNoAckMode 1   m 1   qC 1   vMustReplyEmpty 1
    rules        no musts broken, no shoulds not followed
    recorded     N bytes in r.pcapng      stubborn capture analyze r.pcapng
  round_trips True
  packets_to_stub True
  packets_from_stub True
  acks True
  bytes_to_stub True
  bytes_from_stub True
  0 1 True

A disk that fills in the middle of a recording: the reason is told, and what is there is a whole capture.

  $ (ulimit -f 2; . ./begin --once --stub "exec:stubborn stub --listen tcp:{port} hello" --record full.pcapng
  > stubborn send --bare --stub unix:p --no-ack m10000,400 m10000,400 m10000,400 m10000,400 m10000,400 m10000,400 | grep -c '^<-'
  > wait $pid; echo status $?)
  6
  status 3
  $ grep 'can not be' log | sed 's/byte [1-9][0-9]*$/byte N/'
  stubborn proxy: full.pcapng: can not be written: File too large; it is complete up to byte N
  $ [ "$(sed -n 's/.*up to byte //p' log)" = "$(wc -c < full.pcapng)" ] && stubborn capture analyze full.pcapng > /dev/null

The accelerator serves what the stub lacks, in both forms, and says what became of it. The stub's features are counted
apart, as F bytes: the sums do not depend on how many it has.

  $ cat > features <<'END'
  > # features ARGS...: the length of the list that "stubborn stub ARGS... hello" announces
  > stubborn send --stub "exec:stubborn stub --listen tcp:{port} $* hello" qSupported | grep -oE '[0-9,]+ bytes' | tr -dc 0-9
  > END
  $ . ./begin --once --accelerate --stub "exec:stubborn stub --listen tcp:{port} --offer-multimem off --offer-multibreakpoint off --offer-jmultibreakpoint off hello"
  > stubborn send --bare --stub unix:p qSupported 'MultiMemRead:ranges:10000,4,0,4,10001,3;' 'MultiMemRead:ranges:10000,2;0,2;' 'MultiBreakpoint:Z0,10100,4;z0,10100,4;k' 'jMultiBreakpoint:{"breakpoint_requests":["Z0,10100,4","Z9,0,0"]}' 'MultiMemRead:ranges:;' | grep '^<-' | grep -oE '(Multi|jMulti)[A-Za-z]*\+|^<- .{1,40}' | sed 's/ *$//'
  > wait $pid; echo status $?
  > f=$(sh features --offer-multimem off --offer-multibreakpoint off --offer-jmultibreakpoint off)
  > sed "s/after [0-9.]* .s/after T/; s/[0-9.]* m\?s  /T  /; s/ $((f+66)) from/ F+66 from/; s/ $((f+133)) from/ F+133 from/" log
  <- PacketSize=20000;multiprocess+;swbreak+;
  <- 4,0,3;\x7fELFELF
  <- 2,\x7fE;0,
  <- OK;E16
  <- {"results":["OK","E03"]}
  <- E16
  status 0
  listening on unix:p, for exec:stubborn stub --listen tcp:{port} --offer-multimem off --offer-multibreakpoint off --offer-jmultibreakpoint off hello
    accelerating: MultiMemRead, MultiBreakpoint, jMultiBreakpoint
  #1: the debugger closed the connection after T, 238 bytes from the debugger and F+66 from the stub
  1 connection   T   6 round trips   238 bytes to the stub, F+133 from it
    by kind      MultiMemRead 3   MultiBreakpoint 1   jMultiBreakpoint 1   qSupported 1
    beside it    9 round trips   114 bytes to the stub, F+66 from it
    accelerator  4 batches of 9 entries became 8 requests to the stub, 3 round trips less; 1 refused as malformed
    requests     x 5   Z 3   qSupported 1
    rules        no musts broken, no shoulds not followed

A stub that lacks nothing is asked itself.

  $ . ./begin --once --accelerate=lldb --stub "exec:stubborn stub --listen tcp:{port} hello"
  > stubborn send --bare --stub unix:p qSupported 'MultiMemRead:ranges:10000,4;' | grep '^<-' | tail -1 | cut -c1-20
  > wait $pid; sed -n "s/ $(($(sh features)+15)) from/ F+15 from/; /beside it/,\$p" log
  <- 4;\x7fELF        
    beside it    2 round trips   49 bytes to the stub, F+15 from it
    accelerator  not used: the debugger sent no batch that the stub lacks
    rules        no musts broken, no shoulds not followed

The summary follows its schema, with and without accelerator, findings and recording.

  $ cat > follows.py <<'END'
  > import json, jsonschema, os, sys
  > schema = json.load(open(os.environ["ROOT"] + "/reports/schema/proxy.schema.json"))
  > jsonschema.Draft202012Validator.check_schema(schema)
  > jsonschema.validate(json.load(open(sys.argv[1])), schema)
  > print("follows its schema")
  > END
  $ python3 follows.py j.json
  follows its schema
  $ . ./begin --once --accelerate -o json:a.json --record a.pcapng --stub "exec:stubborn stub --listen tcp:{port} --fault frame-checksum-early hello"
  > stubborn send --bare --stub unix:p --no-ack m10010,20 > /dev/null
  > wait $pid; python3 follows.py a.json
  follows its schema

Findings are told as they come; with --check they decide the exit status.

  $ . ./begin --once --check --stub "exec:stubborn stub --listen tcp:{port} --fault frame-checksum-early hello"
  > stubborn send --bare --stub unix:p --no-ack m10010,10 > /dev/null
  > wait $pid; echo status $?; sed -E 's/ *[0-9.]+ [mu]?s\b/ T/g' log | grep -v '^listening'
  status 1
  FAIL  #1 T  checksum-on-wire-bytes  FRAME-001 ESC-007 RLE-006 NOACK-004
        a packet has a wrong checksum
        expected   #3a
        got        #3e
   T  <-  OK
   T  ->  m10010,10
   T  <-  0200f300010000000010010000000000  (bad checksum)
  #1: the debugger closed the connection after T, 34 bytes from the debugger and 33 from the stub
  1 connection T   2 round trips   34 bytes to the stub, 33 from it
    by kind      QStartNoAckMode 1   m 1
    rules        1 must broken, no shoulds not followed

No stub, a stub that dies, a stub that breaks off: the debugger is told, and so are we.

  $ . ./begin --once --stub unix:nobody
  > stubborn send --bare --stub unix:p qC | tail -1
  > wait $pid; echo status $?; grep -v '^listening' log | head -1
     the stub closed the connection
  status 3
  stubborn proxy: #1: there is no stub for this debugger: unix:nobody: No such file or directory
  $ . ./begin --once --check --stub "pipe:sh -c 'read x; echo cannot go on >&2; printf \"+\\\$QC\"; kill -SEGV \$\$'"
  > stubborn send --bare --stub unix:p --raw '$qC#b4\x0a' | tail -1
  > wait $pid; echo status $?; sed 's/after [0-9.]* .s/after T/' log | grep -v '^listening' | head -1
       broken packet
  status 1
  stubborn proxy: #1: the stub died (SIGSEGV) after T, 7 bytes from the debugger and 4 from the stub; a packet of the stub breaks off after 3 bytes; no answer to qC; the stub's last words: cannot go on

The link is shaped and spoiled as asked.

  $ . ./begin --once --close-after 20 --way from-stub --stub "exec:stubborn stub --listen tcp:{port} hello" --record c.pcapng
  > stubborn send --bare --stub unix:p qSupported | tail -1
  > wait $pid; grep -o '^#1: .* asked' log; stubborn capture analyze c.pcapng -o json | grep -E 'bytes_from_stub|bytes_to_stub' | head -2 | sed "s/ $(($(sh features)+24)),/ F+24,/"
       broken packet
  #1: the link was cut as --close-after asked
      "bytes_to_stub": 15,
      "bytes_from_stub": 20,
  $ . ./begin --once --rtt 20ms --split 1 --stub "exec:stubborn stub --listen tcp:{port} hello"
  > stubborn send --bare --stub unix:p qC | grep -oE '^<- QC2a1 +[0-9.]+' | awk '{ print ($3 >= 20) ? "late" : "early" }'
  > wait $pid
  late

Ctrl-C ends it with totals; a kill leaves a recording that is complete.

  $ . ./begin --stub "exec:stubborn stub --listen tcp:{port} hello"
  > stubborn send --bare --stub unix:p qC > /dev/null; stubborn send --stub unix:p qC > /dev/null
  > kill -INT $pid; wait $pid; echo status $?; grep -c '^#' log; grep -o '^[0-9]* connections' log; ls p 2>&1
  status 0
  2
  2 connections
  ls: cannot access 'p': No such file or directory
  [2]
  $ . ./begin --stub "exec:stubborn stub --listen tcp:{port} hello" --record k.pcapng
  > stubborn send --bare --stub unix:p qC 'm10000,4' > /dev/null
  > kill -KILL $pid; wait $pid 2> /dev/null; stubborn capture analyze -o json k.pcapng | grep -E '"(round_trips|packets_to_stub)"' | head -2
      "packets_to_stub": 2,
      "round_trips": 2,

A stub that sends no packet is not judged: status 3 with --check.

  $ . ./begin --once --check --stub "exec:python3 $TESTS/silent.py {port}"
  > python3 -c 'import socket; s = socket.socket(socket.AF_UNIX); s.settimeout(60); s.connect("p"); s.sendall(b"$?#3f"); print(s.recv(1)); s.close()'
  > wait $pid; echo status $?; grep -E 'rules|--check' log
  b'+'
  status 3
    rules        nothing is judged: the stub sent no packet
  stubborn proxy: --check: the stub sent no packet, so that nothing is known of it
