init judges a stub once, writes settings and a baseline, and later runs fail on what is new.

  $ stubborn init
  stubborn init: name the stub: --stub tcp:HOST:PORT, --stub exec:'./mystub --port {port}'
  try: stubborn help init
  [2]
  $ mkdir suite && cp -r $ROOT/scenarios/requirements.yaml $ROOT/scenarios/profiles suite && cp -r $ROOT/scenarios/escapes $ROOT/scenarios/registers $ROOT/scenarios/hostio suite
  $ export STUBBORN_SCENARIOS=$PWD/suite; stubborn init --stub 'exec:stubborn stub -q --fault frame-dollar-raw -l tcp:127.0.0.1:{port} threads4' | tail -5
  > cat stubborn.yaml; cat stubborn-baseline.yaml
  written: stubborn.yaml and stubborn-baseline.yaml, with 2 known failures
  next:    look at both, fill in the reasons, and add them to version control
           stubborn run            fails when something else fails
           docs/ci.md              has recipes for GitHub, GitLab and a shell
           stubborn init --load --force   brings a program of ours into the stub, which has its own: more is judged
  # Settings of Stubborn, written by `stubborn init`. `stubborn run` in this folder reads them.
  # Each key is a long option of `stubborn run`, which `stubborn help run` explains. The command
  # line goes first. `stubborn lint stubborn.yaml` checks this file.
  #
  # What was found:
  #   stub        exec:stubborn stub -q --fault frame-dollar-raw -l tcp:127.0.0.1:{port} threads4
  #   target      riscv64
  #   behaviour   little endian, 68 registers   one client at a time
  #   features    multiprocess, non-stop, MultiMemRead, jMultiBreakpoint, MultiBreakpoint, fork-events, QStartNoAckMode
  #   clients     serves one client after the other
  
  # How the stub is started or reached. exec: gets a free port as {port} for each client, and
  # lets scenarios choose their program by {program}; profile:NAME is a stub that Stubborn knows.
  stub: 'exec:stubborn stub -q --fault frame-dollar-raw -l tcp:127.0.0.1:{port} threads4'
  
  # Times: until the stub can be reached, and for an answer.
  # wait: 10s
  # timeout: 2s
  
  # Whether scenarios may write memory of a program that is not ours: below its stack, where nothing is
  # kept, or elsewhere bytes that are written back after each scenario.
  allow-writes: no
  
  # Whether a program of ours is brought into the target's memory, as GDB's load does, where the stub
  # has its own. Twice as many scenarios are judged. Memory and registers are written, and put back.
  load: no
  
  # What failed when this was written; fill in the reasons. A run fails on what is new, and on
  # entries that fail no more. `stubborn run --update-baseline` writes the file anew.
  baseline: 'stubborn-baseline.yaml'
  
  # Whether a broken should (a warning) fails the run, too.
  strict: no
  
  # Areas that pass today, and must be judged and pass from now on. Requirements (MEM-001)
  # and packets may be named, too.
  require:
    - escapes
    - registers
  
  # Least share of the scenarios that must be judged; the others need what the stub does not
  # offer. A stub that loses a feature falls below.
  min-judged: 66%
  
  # Reports: term, html, junit, json, markdown, sarif, tap, github, gitlab; to standard output
  # without a path. The folder of a path must exist.
  output:
    - term
  #  - html:stubborn.html
  #  - junit:stubborn.xml
  
  # Scenarios of your own, files and folders, in place of the suite:
  # scenarios: [tests/rsp]
  
  # All ways of sending: with and without acknowledgments, byte by byte, several at once.
  # matrix: acks,write
  # Known failures: a run fails on what is not here, and on entries that nothing meets any more.
  # `stubborn run --update-baseline` adds and removes entries, and keeps the reasons.
  - scenario: 'hostio/escaped-data'
    requirement: 'HOSTIO-005'
    verdict: 'fail'
    message: 'the reply is a damaged packet'
    reason: 'not looked at yet'
  - scenario: 'hostio/whole-file'
    requirement: 'FRAME-014'
    verdict: 'fail'
    message: 'no-bare-frame-byte: ''$'' inside a packet'
    reason: 'not looked at yet'

The next run is green, by what the file says; a new failure is red, and so is a required area that is not judged.

  $ export STUBBORN_SCENARIOS=$PWD/suite; stubborn lint stubborn.yaml
  > stubborn run | tail -1 | sed 's/  *[0-9,]* round.*//'; stubborn run > /dev/null 2>&1; echo $?
  > stubborn run --stub 'exec:stubborn stub -q --fault reg-p-decimal -l tcp:127.0.0.1:{port} threads4' > out.txt 2>&1; echo $?; grep -E "^(unmet|FAIL)" out.txt
  1 file, 0 scenarios, no errors
  stubborn run: settings of stubborn.yaml; the stub: exec:stubborn stub -q --fault frame-dollar-raw -l tcp:127.0.0.1:{port} threads4
  68 pass   58 skip   2 xfail
  0
  1
  FAIL   registers/any-p-is-its-slice                                cause 1   REG-004 REG-013  must
  FAIL   registers/number-is-hexadecimal                             cause 1   REG-004 REG-005  must
  unmet       registers is required, and 2 of 38 judged scenarios fail

Settings that are there are not replaced without --force.

  $ export STUBBORN_SCENARIOS=$PWD/suite; stubborn init --stub reference
  > stubborn init --stub reference --force > out.txt; echo $?; head -1 stubborn-baseline.yaml; grep ^stub stubborn.yaml
  stubborn init: stubborn.yaml is there already; --force replaces it
  try: stubborn help init
  0
  # Known failures: a run fails on what is not here, and on entries that nothing meets any more.
  stub: 'reference'

A stub that is not there, or of which nothing is known, leaves no settings.

  $ mkdir no && cd no && stubborn init --stub tcp:127.0.0.1:1 2>&1 > /dev/null; ls
  stubborn run: tcp:127.0.0.1:1: Connection refused; is it started? --wait 10s tries for so long

What it writes follows the schema that editors have.

  $ python3 -c '
  > import json, jsonschema, yaml
  > jsonschema.validate(yaml.safe_load(open("stubborn.yaml")), json.load(open("'$ROOT'/scenarios/settings.schema.json")))'
A baseline that can not be written is told, and no settings name it.

  $ mkdir -p small/escapes elsewhere && cp -r suite/requirements.yaml suite/profiles small && cp suite/escapes/$(ls suite/escapes | head -1) small/escapes
  $ export STUBBORN_SCENARIOS=$PWD/small; cd elsewhere; stubborn init --baseline nowhere/known.yaml --stub 'exec:stubborn stub -q -l tcp:127.0.0.1:{port} threads4' > said 2>&1; echo status $?; grep -c 'nowhere/known.yaml: can not be written' said; ls
  status 3
  1
  said
