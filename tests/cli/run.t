All is well: short. (Times are left out.)

  $ cd $TESTS && stubborn run --jobs 1 suite/good.yaml | sed 's/ *[0-9.]* m\?s *$//'
  reference stub   riscv64   multiprocess, non-stop, MultiMemRead, jMultiBreakpoint, MultiBreakpoint, fork-events, QStartNoAckMode   seed 1
  
    good             2 pass
  
  judged      2 of 2 scenarios (100 %)
  
  2 pass      7 round trips

One of each verdict: the scenario's line, expected, got, the conversation, the command for just this. Status 1.

  $ cd $TESTS && stubborn run --jobs 1 suite/verdicts.yaml > /tmp/cli-run.$$; echo status $?; sed 's/ *[0-9.]* m\?s *$//' /tmp/cli-run.$$; rm /tmp/cli-run.$$
  status 1
  reference stub   riscv64   multiprocess, non-stop, MultiMemRead, jMultiBreakpoint, MultiBreakpoint, fork-events, QStartNoAckMode   seed 1
  
    verdicts         1 pass   1 FAIL   1 warn   1 skip
  
  FAIL   verdicts/fails                                                                STD-002  must
         suite/verdicts.yaml:17:13
         reply is not 'OK'
         expected   OK
         got        (empty)
              0.000 ms  ->  qSupported:multiprocess+;swbreak+;hwbreak+;vContSupported+;xmlRegisters...
              0.000 ms  <-  PacketSize=20000;multiprocess+;swbreak+;hwbreak+;fork-events+;vfork-eve...
              0.000 ms  ->  Hgp0.0
              0.000 ms  <-  OK
              0.000 ms  ->  vMustReplyEmpty
              0.000 ms  <-  (empty)
         manual     GDB manual, 'vMustReplyEmpty'
         again      stubborn run suite/verdicts.yaml --filter verdicts/fails -v
  
  WARN   verdicts/warns                                                              FRAME-010  should
         suite/verdicts.yaml:25:13
         reply is not 'OK'
         expected   OK
         got        (empty)
              0.000 ms  ->  qSupported:multiprocess+;swbreak+;hwbreak+;vContSupported+;xmlRegisters...
              0.000 ms  <-  PacketSize=20000;multiprocess+;swbreak+;hwbreak+;fork-events+;vfork-eve...
              0.000 ms  ->  Hgp0.0
              0.000 ms  <-  OK
              0.000 ms  ->  vMustReplyEmpty
              0.000 ms  <-  (empty)
         manual     GDB manual, Overview
         again      stubborn run suite/verdicts.yaml --filter verdicts/warns -v
  
  judged      3 of 4 scenarios (75 %)
  not judged  verdicts 1
  
  1 pass   1 FAIL   1 warn   1 skip      12 round trips
  1 must is broken, 1 should is not followed.
  $ cd $TESTS && stubborn run --jobs 1 suite/verdicts.yaml:2 | tail -1 | sed 's/ *[0-9.]* m\?s *$//'
  1 pass      4 round trips
  $ cd $TESTS && stubborn run --jobs 1 suite/good.yaml suite/verdicts.yaml --filter STD --filter '!good/' | tail -1 | sed 's/ *[0-9.]* m\?s *$//'
  1 must is broken.
  $ cd $TESTS && stubborn run --jobs 1 suite/broken.yaml > /dev/null 2>&1
  [2]
  $ cd $TESTS && stubborn run --jobs 1 --matrix all suite/good.yaml | tail -1 | sed 's/ *[0-9.]* m\?s *$//'
  24 pass      96 round trips
  $ cd $TESTS && stubborn run --jobs 4 --seed 7 --rtt 20ms suite/good.yaml | tail -1 | cut -c1-6
  2 pass

A baseline: known failures do not fail the run; an entry that nothing meets does.

  $ stubborn run --jobs 1 $TESTS/suite/verdicts.yaml --baseline b.yaml --update-baseline > /dev/null; cat b.yaml
  - scenario: 'verdicts/fails'
    requirement: 'STD-002'
    verdict: 'fail'
    message: 'reply is not ''OK'''
    reason: 'not looked at yet'
  - scenario: 'verdicts/warns'
    requirement: 'FRAME-010'
    verdict: 'warn'
    message: 'reply is not ''OK'''
    reason: 'not looked at yet'
  $ stubborn run --jobs 1 $TESTS/suite/verdicts.yaml --baseline b.yaml | tail -1 | sed 's/ *[0-9.]* m\?s *$//'
  1 pass   1 skip   2 xfail      12 round trips
  $ stubborn run --jobs 1 $TESTS/suite/good.yaml --baseline b.yaml > /dev/null
  $ printf -- '- scenario: good/memory\n  message: ""\n  reason: was broken once\n' > stale.yaml
  > stubborn run --jobs 1 $TESTS/suite/good.yaml --baseline stale.yaml > out; echo status $?; tail -1 out | sed 's/ *[0-9.]* m\?s *$//'
  status 1
  1 pass   1 XPASS      7 round trips

A fault of the reference stub is noticed; selftest does it for all of them.

  $ cd $TESTS && stubborn run --fault frame-checksum-unpadded $ROOT/scenarios/framing > /dev/null
  [1]
  $ cd $TESTS && stubborn selftest --fault frame-checksum-unpadded $ROOT/scenarios/framing -o json:- | python3 -c 'import json, sys; s = json.load(sys.stdin)["summary"]; print(s["faults"], s["killed"])'
  1 1

A run that judges nothing is no success, whatever was skipped, and writes every report: status 3.

  $ cd $TESTS && stubborn run $ROOT/scenarios/debuggers/framing.yaml -o term:- -o junit:nothing.xml > nothing.txt; echo status $?; tail -1 nothing.txt; grep -c '<error type="nothing"' nothing.xml; rm nothing.txt nothing.xml
  stubborn run: no scenario was judged, so that nothing is known of the stub
  status 3
  no scenario was judged: 4 of 4 were skipped, the first because: tests a debugger; name one with --debugger or --listen
  1
  $ stubborn run --stub tcp:127.0.0.1:1 -o term:- -o json:nothing.json | tail -1; python3 -c 'import json; r = json.load(open("nothing.json")); print(r["exit_code"], r["trouble"], r["judged"])'; rm nothing.json
  stubborn run: tcp:127.0.0.1:1: Connection refused
  no scenario was judged: tcp:127.0.0.1:1: Connection refused
  3 tcp:127.0.0.1:1: Connection refused {'scenarios': 0, 'of': 0, 'areas': []}

An axis of the matrix that the stub can't vary is left out, and said once.

  $ stubborn run --stub "exec:stubborn stub --listen tcp:127.0.0.1:{port} hello" --matrix all -f framing/no-sequence-ids | tail -5 | sed 's/ *[0-9.]* m\?s *$//'
  
  judged      6 of 6 scenarios (100 %)
  left out    run-length (the stub has no such option)
  
  6 pass      33 round trips
  $ stubborn run --matrix run-length -f framing/no-sequence-ids | tail -3 | sed 's/ *[0-9.]* m\?s *$//'
  judged      2 of 2 scenarios (100 %)
  
  2 pass      10 round trips

The last line of a failure is the command that repeats just this case, on one line and as a shell reads it; also with a stub that is named by a command.

  $ cp $TESTS/suite/cases.yaml "two words.yaml"
  $ stubborn run --jobs 1 --stub "exec:stubborn stub --listen tcp:127.0.0.1:{port} --once scratch" --timeout 5s "two words.yaml" | sed -n 's/^ *again  *stubborn/stubborn/p' > again; cat again
  stubborn run --stub 'exec:stubborn stub --listen tcp:127.0.0.1:{port} --once scratch' --timeout 5000ms 'two words.yaml' --filter again/case.bad -v
  stubborn run --stub 'exec:stubborn stub --listen tcp:127.0.0.1:{port} --once scratch' --timeout 5000ms 'two words.yaml' --filter again/case.worse -v
  $ while read -r line; do eval "$line" | grep '^FAIL' | cut -c1-25; done < again
  FAIL   again/case.bad    
  FAIL   again/case.worse  
