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
  
  1 cause explains 1 failure and 1 warning
  
    1  vMustReplyEmpty gets the empty reply, not OK                          STD-002  must   2 results
         verdicts/fails
         Expects what no stub answers
         expected the reply 'OK'
         expected   OK
         got        (empty)
              0.000 ms  ->  qSupported:multiprocess+;swbreak+;hwbreak+;vContSupported+;xmlRegisters...
              0.000 ms  <-  PacketSize=20000;multiprocess+;swbreak+;hwbreak+;fork-events+;vfork-eve...
              0.000 ms  ->  Hgp0.0
              0.000 ms  <-  OK
              0.000 ms  ->  vMustReplyEmpty
              0.000 ms  <-  (empty)
         manual     GDB manual, 'vMustReplyEmpty'
         also       verdicts/warns
         again      stubborn run suite/verdicts.yaml --filter verdicts/fails -v
         by hand    stubborn send vMustReplyEmpty
  
    verdicts         1 pass   1 FAIL   1 warn   1 skip
  
  FAIL   verdicts/fails                                                      cause 1   STD-002  must
  WARN   verdicts/warns                                                    cause 1   FRAME-010  should
  
  judged      3 of 4 scenarios (75 %)
  not judged      1  not offered by the stub: no-such-feature
  
  1 pass   1 FAIL   1 warn   1 skip      10 round trips
  1 must is broken.
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
  # Known failures: a run fails on what is not here, and on entries that nothing meets any more.
  # `stubborn run --update-baseline` adds and removes entries, and keeps the reasons.
  - scenario: 'verdicts/fails'
    requirement: 'STD-002'
    verdict: 'fail'
    message: 'expected the reply ''OK'''
    reason: 'not looked at yet'
  - scenario: 'verdicts/warns'
    requirement: 'FRAME-010'
    verdict: 'warn'
    message: 'expected the reply ''OK'''
    reason: 'not looked at yet'
  $ stubborn run --jobs 1 $TESTS/suite/verdicts.yaml --baseline b.yaml | tail -1 | sed 's/ *[0-9.]* m\?s *$//'
  1 pass   1 skip   2 xfail      10 round trips
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

  $ cd $TESTS && stubborn run $ROOT/scenarios/debuggers/framing.yaml -o term:- -o junit:nothing.xml > nothing.txt; echo status $?; head -1 nothing.txt; grep -c '<error type="nothing"' nothing.xml; rm nothing.txt nothing.xml
  stubborn run: no scenario was judged, so that nothing is known of the stub
  status 3
  no scenario was judged: 4 of 4 were skipped, the first because: tests a debugger; name one with --debugger or --listen
  1
  $ stubborn run --stub tcp:127.0.0.1:1 -o term:- -o json:nothing.json > nothing.txt; head -1 nothing.txt; rm nothing.txt; python3 -c 'import json; r = json.load(open("nothing.json")); print(r["exit_code"], r["trouble"], r["judged"])'; rm nothing.json
  stubborn run: tcp:127.0.0.1:1: Connection refused; is it started? --wait 10s tries for so long
  no scenario was judged: tcp:127.0.0.1:1: Connection refused; is it started? --wait 10s tries for so long
  3 tcp:127.0.0.1:1: Connection refused; is it started? --wait 10s tries for so long {'scenarios': 0, 'of': 0, 'areas': [], 'gaps': []}

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
  $ stubborn run --jobs 1 --stub "exec:stubborn stub --listen tcp:127.0.0.1:{port} --once scratch" --timeout 5s "two words.yaml" -v | sed -n 's/^ *again  *stubborn/stubborn/p' | sort -u > again; cat again
  stubborn run --stub 'exec:stubborn stub --listen tcp:127.0.0.1:{port} --once scratch' --timeout 5000ms 'two words.yaml' --filter again/case.bad -v
  stubborn run --stub 'exec:stubborn stub --listen tcp:127.0.0.1:{port} --once scratch' --timeout 5000ms 'two words.yaml' --filter again/case.worse -v
  $ while read -r line; do eval "$line" | grep '^FAIL' | cut -c1-25; done < again
  FAIL   again/case.bad    
  FAIL   again/case.worse  

One cause is told once, whatever the number of scenarios that it fails; the conclusion counts causes.

  $ cd $TESTS && stubborn run --jobs 1 suite/verdicts.yaml -o json:- | python3 -c 'import json, sys; r = json.load(sys.stdin); print([(c["requirement"], c["level"], c["results"], c["scenario"]) for c in r["causes"]], [x.get("cause") for x in r["results"]])'
  [('STD-002', 'must', 2, 'verdicts/fails')] [1, None, None, 1]

What is demanded of a run must be judged and pass: an area, a requirement or a group of them, a packet, a share. Else status 1.

  $ cd $TESTS && stubborn run --jobs 1 suite/verdicts.yaml:2 --require verdicts --require STD --require vMustReplyEmpty --min-judged 100% > out; echo status $?; grep unmet out; rm out
  status 1
  unmet       STD is required, and none of its 0 scenarios was judged
  unmet       vMustReplyEmpty is required, and none of its 0 scenarios was judged
  $ cd $TESTS && stubborn run --jobs 1 suite/good.yaml suite/verdicts.yaml:32 --require good --require verdicts --require MP-010 --min-judged 90% > out; echo status $?; grep -A1 unmet out; rm out
  stubborn run: no scenario was judged, so that nothing is known of the stub
  status 3
  unmet       good is required, and none of its 0 scenarios was judged
  unmet       verdicts is required, and none of its 1 scenario was judged
  unmet       MP-010 is required, and none of its 0 scenarios was judged
  unmet       90% of the scenarios are to be judged, and 0 of 1 were
  
  $ cd $TESTS && stubborn run --jobs 1 suite/verdicts.yaml --require STD-002 | grep unmet
  unmet       STD-002 is required, and 1 of 1 judged scenarios fail
  $ cd $TESTS && stubborn run --require nothing-known suite/good.yaml 2>&1 | head -1
  stubborn run: --require nothing-known: no area of the suite, no requirement and no packet; see: stubborn list
  $ cd $TESTS && stubborn run --min-judged 120% suite/good.yaml 2>&1 | head -1
  stubborn run: --min-judged 120%: a share from 1% to 100%
  $ cd $TESTS && stubborn run --min-judged many suite/good.yaml > /dev/null 2>&1
  [2]
  $ cd $TESTS && stubborn run --min-judged 0 suite/good.yaml > /dev/null 2>&1
  [2]

With --strict a warning fails the run; with --fail-fast the first cause ends it, and the report says so.

  $ cd $TESTS && stubborn run --jobs 1 suite/verdicts.yaml --filter FRAME-010 > /dev/null
  $ cd $TESTS && stubborn run --jobs 1 suite/verdicts.yaml --filter FRAME-010 --strict > /dev/null
  [1]
  $ cd $TESTS && stubborn run --jobs 1 suite/verdicts.yaml --fail-fast 2>&1 > out | tail -1; tail -3 out; rm out
  stubborn run: the first cause was found (--fail-fast); the report holds what was found until then
  Interrupted after 2 of 4 scenarios: the first cause was found (--fail-fast)
  2 not played: verdicts/warns, verdicts/skips
  1 must is broken.
