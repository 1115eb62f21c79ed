stubborn.yaml: the options of run in a file of this folder.

Errors in settings have their place, all of them; the next word is named.

  $ cat > stubborn.yaml <<'END'
  > stub: exec:./mystub
  > jobs: many
  > strct: yes
  > strict: perhaps
  > timeout: [1s, 2s]
  > update-baseline: yes
  > baseline:
  > output: [term, pdf:x]
  > END
  > stubborn lint stubborn.yaml
  stubborn.yaml:2:7: error: jobs many: expected a number, decimal or with 0x
      2 | jobs: many
        |       ^^^^
  stubborn.yaml:3:1: error: unknown setting 'strct'; settings are long options of stubborn run
      3 | strct: yes
        | ^^^^^  did you mean 'strict'?
  stubborn.yaml:4:9: error: strict perhaps: expected yes or no
      4 | strict: perhaps
        |         ^^^^^^^
  stubborn.yaml:5:15: error: timeout has one value
      5 | timeout: [1s, 2s]
        |               ^^
  stubborn.yaml:6:1: error: an option of the command line alone
      6 | update-baseline: yes
        | ^^^^^^^^^^^^^^^
  stubborn.yaml:7:10: error: baseline has no value
      7 | baseline:
        |          ^
  stubborn.yaml:8:16: error: pdf:x: no such format; expected term, junit, tap, json, html, markdown, sarif, github or gitlab
      8 | output: [term, pdf:x]
        |                ^^^^^
  7 errors in 1 file
  [2]
  $ stubborn run 2>&1 | tail -1; printf 'stub: [\n' > stubborn.yaml; stubborn run
        |                ^^^^^
  stubborn.yaml:2:1: error: did not find expected node content
  [2]
  $ printf 'stub: reference\nlisten: 1234\n' > stubborn.yaml; stubborn lint stubborn.yaml; stubborn run
  stubborn.yaml:1:1: error: stub, listen and debugger: one of them
      1 | stub: reference
        | ^^^^
  1 error in 1 file
  stubborn run: settings of stubborn.yaml; the stub: reference
  stubborn run: --stub, --listen and --debugger: one of them
  try: stubborn help run
  [2]
  $ printf 'baseline: none.yaml\n' > stubborn.yaml; stubborn run
  stubborn run: settings of stubborn.yaml
  stubborn run: no baseline none.yaml; --update-baseline writes what fails today
  try: stubborn help run
  [2]

The command line goes first, and what it chooses is not measured by the demands of the file.

  $ printf 'stub: tcp:127.0.0.1:1\nrequire: NONSTOP-009\nmin-judged: 100%%\noutput: tap\nscenarios: %s/suite/good.yaml\n' $TESTS > stubborn.yaml
  > stubborn run --stub reference | tail -3
  > stubborn run --stub reference $TESTS/suite/good.yaml -o tap | tail -1
  > stubborn run --no-config $TESTS/suite/good.yaml -o tap 2>&1 | tail -1
  > mv stubborn.yaml other.yaml; stubborn run --config other.yaml --stub reference | tail -1; stubborn run --config none.yaml; stubborn run --config other.yaml --no-config
  stubborn run: settings of stubborn.yaml
  ok 2 - good/unknown-is-empty
  # judged: 2 of 2 scenarios (100 %)
  # not met: NONSTOP-009 is required, and none of its 0 scenarios was judged
  stubborn run: settings of stubborn.yaml
  # judged: 2 of 2 scenarios (100 %)
  # judged: 2 of 2 scenarios (100 %)
  stubborn run: settings of other.yaml
  # not met: NONSTOP-009 is required, and none of its 0 scenarios was judged
  none.yaml: error: can't be opened: No such file or directory
  stubborn run: --config and --no-config: one of them
  try: stubborn help run
  [2]

An empty file has no settings, and editors have a schema.

  $ printf '# nothing\n' > stubborn.yaml; stubborn run $TESTS/suite/good.yaml -o tap | tail -1
  stubborn run: settings of stubborn.yaml: none in it
  # judged: 2 of 2 scenarios (100 %)
  $ stubborn lint --settings-schema | diff - $ROOT/scenarios/settings.schema.json && python3 -c '
  > import json, jsonschema
  > schema = json.load(open("'$ROOT'/scenarios/settings.schema.json"))
  > print(*[e.message for e in jsonschema.Draft202012Validator(schema).iter_errors({"strct": True, "output": ["pdf:x"], "jobs": 0})], sep="\n")'
  0 is less than the minimum of 1
  ['pdf:x'] is not valid under any of the given schemas
  Additional properties are not allowed ('strct' was unexpected)

Other commands talk to the same stub.

  $ printf 'stub: "exec:stubborn stub -q -l tcp:127.0.0.1:{port} threads4"\n' > stubborn.yaml
  $ stubborn send qC 2>&1 | grep -v ms$
  stubborn send: the stub of stubborn.yaml: exec:stubborn stub -q -l tcp:127.0.0.1:{port} threads4
     opened as GDB does: +, qSupported, Hgp0.0, qXfer:features:read (5), ?
  -> qC
       current thread?
       current thread p2a1.2a1
  $ stubborn send --stub reference qC 2>&1 | head -1
     opened as GDB does: +, qSupported, Hgp0.0, qXfer:features:read (5), ?
  $ stubborn bench steps --batch none --repeat 1 2>&1 | head -1
  stubborn bench: the stub of stubborn.yaml: exec:stubborn stub -q -l tcp:127.0.0.1:{port} threads4
  $ stubborn capture replay none.pcap
  stubborn capture: the stub of stubborn.yaml: exec:stubborn stub -q -l tcp:127.0.0.1:{port} threads4
  stubborn capture: none.pcap: No such file or directory
  [2]

A mistake in the command line is said before the stub is started.

  $ printf 'stub: "exec:sh -c \047touch started; sleep 1\047"\n' > stubborn.yaml
  $ stubborn condition --at work
  stubborn condition: the stub of stubborn.yaml: exec:sh -c 'touch started; sleep 1'
  stubborn condition: no file of the program is known: --program names it, with its debug information
  try: stubborn help condition
  [2]
  $ stubborn condition --program ./none --at work
  stubborn condition: the stub of stubborn.yaml: exec:sh -c 'touch started; sleep 1'
  stubborn condition: ./none: can not be opened: No such file or directory
  [2]
  $ ls started
  ls: cannot access 'started': No such file or directory
  [2]
  $ echo 'strct: yes' > stubborn.yaml
  $ stubborn probe
  stubborn.yaml:1:1: error: unknown setting 'strct'; settings are long options of stubborn run
      1 | strct: yes
        | ^^^^^  did you mean 'strict'?
  [2]
