All is well: short. (Times are left out.)

  $ cd $TESTS && stubborn run suite/good.yaml | sed 's/ *[0-9.]* m\?s *$//'

One of each verdict: the scenario's line, expected, got, the conversation, the command for just this. Status 1.

  $ cd $TESTS && stubborn run suite/verdicts.yaml > /tmp/cli-run.$$; echo status $?; sed 's/ *[0-9.]* m\?s *$//' /tmp/cli-run.$$; rm /tmp/cli-run.$$
  $ cd $TESTS && stubborn run suite/verdicts.yaml:2 | tail -1 | sed 's/ *[0-9.]* m\?s *$//'
  $ cd $TESTS && stubborn run suite --filter STD --filter '!good/' | tail -1 | sed 's/ *[0-9.]* m\?s *$//'
  $ cd $TESTS && stubborn run suite/broken.yaml > /dev/null 2>&1
  $ cd $TESTS && stubborn run --matrix all suite/good.yaml | tail -1 | sed 's/ *[0-9.]* m\?s *$//'
  $ cd $TESTS && stubborn run --jobs 4 --seed 7 --rtt 20ms suite/good.yaml | tail -1 | sed 's/ *[0-9.]* m\?s *$//'

A baseline: known failures do not fail the run; an entry that nothing meets does.

  $ stubborn run $TESTS/suite/verdicts.yaml --baseline b.yaml --update-baseline > /dev/null; cat b.yaml
  $ stubborn run $TESTS/suite/verdicts.yaml --baseline b.yaml | tail -1 | sed 's/ *[0-9.]* m\?s *$//'
  $ stubborn run $TESTS/suite/good.yaml --baseline b.yaml > /dev/null
  $ printf -- '- scenario: good/memory\n  message: ""\n  reason: was broken once\n' > stale.yaml
  > stubborn run $TESTS/suite/good.yaml --baseline stale.yaml > out; echo status $?; tail -1 out | sed 's/ *[0-9.]* m\?s *$//'

A fault of the reference stub is noticed; selftest does it for all of them.

  $ cd $TESTS && stubborn run --fault mem-decimal-length $ROOT/scenarios/memory > /dev/null
  $ cd $TESTS && stubborn selftest --fault mem-decimal-length $ROOT/scenarios/memory -o json:- | python3 -c 'import json, sys; s = json.load(sys.stdin)["summary"]; print(s["faults"], s["killed"])'
