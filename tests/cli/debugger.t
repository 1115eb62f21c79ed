Testing debuggers. What a run can not do is said at once.

  $ cd $TESTS && stubborn run --listen 0 --stub reference suite/client.yaml
  stubborn run: --stub, --listen and --debugger: one of them
  try: stubborn help run
  [2]
  $ cd $TESTS && stubborn run --debugger 'gdb -batch' suite/client.yaml
  stubborn run: --debugger gdb -batch: needs {port}, the port to connect to, in one of its words
  try: stubborn help run
  [2]
  $ cd $TESTS && stubborn run --debugger 'no-such-debugger {port}' suite/client.yaml 2>&1 > /dev/null
  stubborn run: no-such-debugger: No such file or directory
  [3]
  $ cd $TESTS && stubborn run --listen nowhere suite/client.yaml 2>&1 | cut -c1-60
  stubborn run: --listen nowhere: expected PORT, HOST:PORT or 
  try: stubborn help run
  $ cd $TESTS && stubborn run --listen 0 --jobs 2 suite/client.yaml
  stubborn run: --listen: debuggers come one at a time, without --jobs
  try: stubborn help run
  [2]

A debugger that ends, and one that does not come.

  $ cd $TESTS && stubborn run --debugger "sh -c 'echo no such target >&2; exit 3' {port}" suite/client.yaml | sed -n '1p; /^ .*ended/,/manual/p'
  stubborn run: no scenario was judged, so that nothing is known of the stub
  no scenario was judged: the program ended (exit 3) instead of connecting; its last words: no such target
         the program ended (exit 3) instead of connecting; its last words: no such target
         manual     GDB manual, Packet Acknowledgment
  $ cd $TESTS && stubborn run --debugger 'sleep 9 {port}' --wait 50ms suite/client.yaml > /dev/null 2>&1
  [3]
  $ cd $TESTS && stubborn run --listen 0 --wait 10ms suite/client.yaml 2>&1 > /dev/null | sed 's/1:[0-9]*/1:PORT/'
  waiting 0.01 s for a debugger at tcp:127.0.0.1:PORT
    in GDB:  target remote 127.0.0.1:PORT
    in LLDB: gdb-remote 127.0.0.1:PORT
  stubborn run: no debugger came within 0.01 s

Our own client is a debugger, too. Scenarios for stubs do not fit.

  $ cd $TESTS && stubborn run --debugger "stubborn send --stub tcp:127.0.0.1:{port} qC" suite/client.yaml suite/good.yaml | sed 's/ *[0-9.]* m\?s *$//'
  stubborn send --stub tcp:127.0.0.1:{port} qC   seed 1
  
    client           1 pass
    good             -        tests a stub, and this run tests a debugger (2 skipped)
  
  judged      1 of 1 scenario for this kind of stub (100 %)
  not judged      2  tests a stub, and this run tests a debugger
  
  1 pass   2 skip      4 round trips
  $ cd $TESTS && stubborn run --debugger "stubborn send --stub tcp:127.0.0.1:{port} qNever" suite/client.yaml | sed 's/ *[0-9.]* m\?s *$//' | grep -v -e '[<-][->]  '
  stubborn send --stub tcp:127.0.0.1:{port} qNever   seed 1
  
  1 cause explains 1 failure
  
    1  The debugger asks for the thread: expected the request, but the debugger went away
                                                                              ACK-010  must   1 result
         client/asks
         manual     GDB manual, Packet Acknowledgment
         breaks     nobody but this test
         again      stubborn run --debugger 'stubborn send --stub tcp:127.0.0.1:{port} qNever' suite/client.yaml --filter client/asks -v
  
    client           1 FAIL
  
  FAIL   client/asks                                                         cause 1   ACK-010  must
  
  judged      1 of 1 scenario (100 %)
  
  1 FAIL      4 round trips
  1 must is broken.
  $ cd $TESTS && stubborn run suite/client.yaml -v | grep '  skip\|reason'
  stubborn run: no scenario was judged, so that nothing is known of the stub
         reason     tests a debugger; name one with --debugger or --listen

A debugger survives a hostile reply when it asked for it and goes on, or tells at its end that it lives.

  $ for how in closes leaves asks tells aborts; do stubborn run --no-baseline --debugger "python3 $TESTS/peer.py {port} $how {alive}" $ROOT/scenarios/debuggers/hostile.yaml -f debuggers/survives.packet-size-zero -o json:peer.json > /dev/null 2>&1; echo $how: status $?; python3 -c 'import json; r = json.load(open("peer.json"))["results"][0]; print(" ", r["verdict"], r.get("reason", r.get("message", "")))'; done; rm peer.json
  closes: status 3
    skip the debugger did not send the request that this is about
  leaves: status 3
    skip nothing shows that the debugger lived: it ended (exit 0) without another request; have its command print {alive} at its end
  asks: status 0
    pass 
  tells: status 0
    pass 
  aborts: status 1
    crash the debugger died: SIGABRT
