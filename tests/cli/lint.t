Files without errors.

  $ cd $TESTS && stubborn lint suite/good.yaml suite/verdicts.yaml
  2 files, 6 scenarios, no errors

Every error with its line, a caret, and what was probably meant; status 2.

  $ cd $TESTS && stubborn lint suite/broken.yaml
  suite/broken.yaml:3:19: error: unknown requirement 'MEM-9999'
      3 | covers: [MEM-006, MEM-9999]
        |                   ^^^^^^^^
  suite/broken.yaml:6:5: error: unknown key 'exepct'
      6 |     exepct: OK
        |     ^^^^^^  did you mean 'expect'?
  suite/broken.yaml:12:14: error: 'sratch' has no value here
     12 |   - send: m${sratch},4
        |              ^^^^^^  symbols of the program are named in needs: {symbols: [...]}
  3 errors in 1 file
  [2]
  $ stubborn lint nowhere.yaml
  nowhere.yaml: error: no such file or folder
  [2]
  $ printf 'scenario: [\n' > syntax.yaml; stubborn lint syntax.yaml
  syntax.yaml:2:1: error: did not find expected node content
  1 error in 1 file
  [2]
  $ mkdir profiles; printf 'title: x\nadress: tcp:1\n' > profiles/x.yaml; stubborn lint profiles/x.yaml
  profiles/x.yaml:2:1: error: unknown key 'adress'
      2 | adress: tcp:1
        | ^^^^^^  did you mean 'address'?
  profiles/x.yaml:1:1: error: 'address' is missing
      1 | title: x
        | ^
  2 errors in 1 file
  [2]

A scenario that a stub passes which refuses everything is told, and counts as no error.

  $ printf 'scenario: a/b\ntitle: t\ncovers: [MEM-001]\nsteps:\n  - send: mzz,1\n    expect: error\n' > vain.yaml; stubborn lint vain.yaml
  vain.yaml:2:8: warning: a stub that serves nothing passes this: only errors and emptiness are expected
      2 | title: t
        |        ^  show that the request works: in a step, or by needs: {works: {send: ..., expect: ...}}
  1 file, 1 scenario, no errors, 1 warning

A workload is known by its first key, wherever it lies.

  $ printf '# mine\nworkload: mine\nprogram: tasks\noperation:\n  - contineu-to: stopped\n' > mine.yaml; stubborn lint mine.yaml
  mine.yaml:2:1: error: 'title' is missing
      2 | workload: mine
        | ^
  mine.yaml:5:5: error: unknown key 'contineu-to'
      5 |   - contineu-to: stopped
        |     ^^^^^^^^^^^  did you mean 'continue-to'?
  2 errors in 1 file
  [2]
  $ printf 'workload: mine\ntitle: t\nprogram: tasks\noperation:\n  - continue-to: stopped\n' > mine.yaml; stubborn lint mine.yaml
  1 file, 0 scenarios, no errors

The suite of the project itself, and the schema.

  $ stubborn lint | sed 's/[0-9]\+ /N /g'
  N files, N scenarios, no errors
  $ stubborn lint --schema | python3 -c 'import json, sys; print(json.load(sys.stdin)["$schema"])'
  https://json-schema.org/draft/2020-12/schema

A folder of profiles, baselines or workloads holds no scenarios, however it is named.

  $ cd $ROOT/scenarios && for path in profiles ./baselines/ workloads $ROOT/scenarios/profiles; do stubborn lint $path | sed 's/^[1-9][0-9]* /N /'; done
  N files, 0 scenarios, no errors
  N files, 0 scenarios, no errors
  N files, 0 scenarios, no errors
  N files, 0 scenarios, no errors

What is no scenario may lie anywhere, by its content; a debuggee that does not exist is no word of the suite.

  $ cp $ROOT/scenarios/baselines/gdbserver.yaml known.yaml; cp $ROOT/scenarios/profiles/gdbserver.yaml mine.yaml; cp $ROOT/scenarios/requirements.yaml ids.yaml; cp $ROOT/scenarios/workloads/attach.yaml work.yaml
  $ stubborn lint known.yaml mine.yaml ids.yaml work.yaml
  4 files, 0 scenarios, no errors
  $ printf 'scenario: a/b\ntitle: t\ncovers: [MEM-006]\nneeds: { program: helo }\nsteps: [ { send: g, expect: hex } ]\n' > helo.yaml; stubborn lint helo.yaml
  helo.yaml:1:1: error: a/b needs program 'helo', which is no debuggee of the suite
        did you mean 'hello'?
  1 error in 1 file
  [2]
  $ sed s/helo/of-mine/ helo.yaml > other.yaml; stubborn lint other.yaml
  other.yaml:1:1: warning: a/b needs program 'of-mine', which is no debuggee of the suite
  1 file, 1 scenario, no errors, 1 warning

Nothing is waited for, and what can not be opened says why: links in a circle, a pipe by its name. What the shell opens is read.

  $ ln -s circle.yaml circle.yaml; mkfifo pipe
  $ for what in 'lint circle.yaml' 'run circle.yaml' 'run --baseline circle.yaml' 'lint pipe' 'run pipe' 'run --baseline pipe' 'run --stub profile:./pipe' 'bench ./pipe' 'capture analyze pipe' 'capture check pipe' 'capture analyze circle.yaml' 'capture analyze --merge pipe' 'fuzz --seeds pipe -c c'; do timeout 60 stubborn $what < /dev/null 2>&1 | head -1; done
  circle.yaml: error: can't be opened: Too many levels of symbolic links
  circle.yaml: error: can't be opened: Too many levels of symbolic links
  circle.yaml: error: can't be opened: Too many levels of symbolic links
  pipe: error: can't be opened: is a named pipe, which is not waited for: name a file
  pipe: error: can't be opened: is a named pipe, which is not waited for: name a file
  pipe: error: can't be opened: is a named pipe, which is not waited for: name a file
  ./pipe: error: can't be opened: is a named pipe, which is not waited for: name a file
  ./pipe: error: can't be opened: is a named pipe, which is not waited for: name a file
  stubborn capture: pipe: is a named pipe, which is not waited for: name a file
  stubborn capture: pipe: is a named pipe, which is not waited for: name a file
  stubborn capture: circle.yaml: Too many levels of symbolic links
  stubborn capture: pipe: can not be opened: is a named pipe, which is not waited for: name a file
  stubborn fuzz: pipe: can not be opened: is a named pipe, which is not waited for: name a file
  $ mkdir broken; mkfifo broken/campaign.json; timeout 60 stubborn fuzz merge broken --campaign sum
  stubborn fuzz: broken/campaign.json: is a named pipe, which is not waited for: name a file
  [2]
  $ stubborn lint <(cat $TESTS/suite/good.yaml); cat $TESTS/captures/sample.pcap | stubborn capture analyze /dev/stdin | head -1 | cut -c1-20
  1 file, 2 scenarios, no errors
  /dev/stdin   10.0.0.
