Reports are checked before the run: format, folder, and that only one goes to standard output, and to a file.

  $ stubborn run -o htm:x
  stubborn run: -o htm:x: no such format; did you mean 'html'?
  try: stubborn help run
  [2]
  $ stubborn run -o html -o tap:-
  stubborn run: -o: only one report can go to standard output
  try: stubborn help run
  [2]
  $ stubborn run -o json:r -o tap:r
  stubborn run: -o tap:r: another report goes to this file
  try: stubborn help run
  [2]
  $ mkdir reports; stubborn matrix -o json:reports/r -o html:./reports//r
  stubborn matrix: -o html:./reports//r: another report goes to this file
  try: stubborn help matrix
  [2]
  $ echo old > reports/a; ln reports/a reports/b; stubborn run -o json:reports/a -o tap:reports/b
  stubborn run: -o tap:reports/b: another report goes to this file
  try: stubborn help run
  [2]
  $ stubborn run --baseline reports/new --update-baseline -o json:reports/new
  stubborn run: --update-baseline: a report goes to reports/new, too
  try: stubborn help run
  [2]
  $ stubborn proxy --stub tcp:1 --record reports/new -o json:reports/../reports/new
  stubborn proxy: --record reports/new: a report goes to this file
  try: stubborn help proxy
  [2]
  $ rm -r reports
  $ stubborn run -o pdf:x
  stubborn run: -o pdf:x: no such format; expected term, junit, tap, json, html, markdown, sarif, github or gitlab
  try: stubborn help run
  [2]
  $ stubborn run -o html:no/such/folder/x.html
  stubborn run: -o: no folder no/such/folder for the report
  try: stubborn help run
  [2]

Options that -o has replaced name it.

  $ for line in 'capture analyze --format=json x' 'capture analyze -f csv x' 'capture analyze --html page x' 'bench --save was.json' 'proxy --json j' 'packet-reference --dictionary'; do stubborn $line 2>&1 | head -1; done
  stubborn capture: --format is gone: use -o text, -o json or -o csv
  stubborn capture: --format is gone: use -o text, -o json or -o csv
  stubborn capture: --html is gone: use -o html:FILE
  stubborn bench: --save is gone: use -o json:FILE
  stubborn proxy: --json is gone: use -o json:FILE
  stubborn packet-reference: --dictionary is gone: use -o dictionary[:PATH]

Each format, on standard output and in files.

  $ cd $TESTS && stubborn run --jobs 1 suite/verdicts.yaml -o json:- | python3 -c 'import json, sys; print(json.dumps(json.load(sys.stdin)["summary"]))'
  {"pass": 1, "fail": 1, "warn": 1, "skip": 1, "xfail": 0, "xpass": 0, "crash": 0, "hang": 0, "error": 0}
  $ cd $TESTS && stubborn run --jobs 1 suite/verdicts.yaml -o tap:- | grep -v transcript:
  TAP version 14
  1..4
  # cause 1: vMustReplyEmpty gets the empty reply, not OK (STD-002 must, 2 results)
  not ok 1 - verdicts/fails
    ---
    verdict: fail
    level: must
    cause: 1
    file: "suite/verdicts.yaml"
    line: 17
    column: 13
    message: "expected the reply 'OK'"
    expected: "OK"
    got: "(empty)"
    requirements: "STD-002"
    again: "stubborn run suite/verdicts.yaml --filter verdicts/fails -v"
    ...
  ok 2 - verdicts/passes
  ok 3 - verdicts/skips # SKIP no-such-feature is not announced
  ok 4 - verdicts/warns
    ---
    verdict: warn
    level: should
    cause: 1
    file: "suite/verdicts.yaml"
    line: 25
    column: 13
    message: "expected the reply 'OK'"
    expected: "OK"
    got: "(empty)"
    requirements: "FRAME-010"
    again: "stubborn run suite/verdicts.yaml --filter verdicts/warns -v"
    ...
  # judged: 3 of 4 scenarios (75 %)
  $ stubborn run --jobs 1 $TESTS/suite/verdicts.yaml -o junit:r.xml -o html:r.html -o json:r.json -o tap:r.tap -o term:r.txt > /dev/null; ls
  > python3 -c 'import xml.etree.ElementTree as e; t = e.parse("r.xml").getroot(); print(t.tag, len(list(t.iter("testcase"))))'
  > grep -c '<!doctype html>' -i r.html; grep -ciE 'https?://[^ "]*\.(js|css)' r.html
  r.html
  r.json
  r.tap
  r.txt
  r.xml
  testsuites 4
  1
  0
  [1]
  $ stubborn run --jobs 1 $TESTS/suite/good.yaml -o json:r.json && python3 -c 'import json, jsonschema; jsonschema.validate(json.load(open("r.json")), json.load(open("'$ROOT'/reports/schema/run.schema.json"))); print("follows its schema")'
  reference stub   riscv64   multiprocess, non-stop, MultiMemRead, jMultiBreakpoint, MultiBreakpoint, fork-events, QStartNoAckMode   seed 1
  
    good             2 pass
  
  judged      2 of 2 scenarios (100 %)
  
  2 pass      7 round trips .*ms      report: r.json (re)
  follows its schema
  $ stubborn run --jobs 1 $TESTS/suite/good.yaml -o json:/dev/full > /dev/null
  stubborn run: /dev/full: can not be written: No space left on device
  [3]
What stdio holds at the end is written, too, or it is said. A reader that went away is no failure.

  $ stubborn --version > /dev/full
  stubborn: standard output can not be written: No space left on device
  [3]
  $ stubborn help lint > /dev/full
  stubborn: standard output can not be written: No space left on device
  [3]
  $ stubborn lint $TESTS/suite/good.yaml > /dev/full
  stubborn: standard output can not be written: No space left on device
  [3]
  $ stubborn send qC m10010,4 D > /dev/full
  stubborn: standard output can not be written: No space left on device
  [3]
  $ stubborn run --no-config -j 1 $TESTS/suite/good.yaml -o json:- > /dev/full
  stubborn run: standard output: can not be written: No space left on device
  [3]
  $ stubborn run --no-config -j 1 $TESTS/suite/good.yaml -o tap:/dev/null -o json:/dev/null > /dev/null
  $ stubborn list scenarios | head -1 > /dev/null
