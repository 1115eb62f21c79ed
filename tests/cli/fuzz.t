A fault of the reference stub is found, confirmed, written, cut down and written again as a scenario. Status 1.

  $ stubborn fuzz --fault frame-empty-closes --until-first -c one | sed 's/;.*//; s/[0-9]* messages, [0-9]* bytes/some/'; echo status ${PIPESTATUS[0]}
  confirmed     closed: the stub closed the connection   some   one/findings/closed-unknown/
  closed        the stub closed the connection   1 message, 0 bytes   one/findings/closed-empty-packet/
  1 finding in one
  status 1
  $ ls one one/findings/*
  one:
  campaign.json
  corpus
  findings
  journal
  results.json
  
  one/findings/closed-empty-packet:
  conversation.txt
  finding.json
  messages.txt
  raw.bin
  scenario.yaml
  stub.txt
  summary.md

The scenario fails until the stub is fixed.

  $ stubborn lint one/findings/closed-empty-packet/scenario.yaml
  1 file, 1 scenario, no errors
  $ stubborn run --fault frame-empty-closes one/findings/closed-empty-packet > /dev/null
  [1]
  $ stubborn run one/findings/closed-empty-packet | tail -1 | cut -c1-6
  1 pass
  $ tail -1 one/findings/closed-empty-packet/summary.md
  The scenario was run against this stub: fail, expected silence, but the stub closed the connection.

A finding is played again, until the stub is fixed.

  $ stubborn fuzz replay --fault frame-empty-closes one
  there  closed:empty-packet: the stub closed the connection   one/findings/closed-empty-packet
  1 of 1 finding still there
  [1]
  $ stubborn fuzz replay one/findings/closed-empty-packet
  gone   closed:empty-packet   one/findings/closed-empty-packet
  0 of 1 finding still there
  $ mkdir empty half; echo '{"kind": "odd"}' > half/finding.json
  $ stubborn fuzz replay --stub reference half; echo '$g' > half/messages.txt
  stubborn fuzz: half/messages.txt: can not be opened: No such file or directory
  $ stubborn fuzz replay empty
  stubborn fuzz: replay: empty lies in no campaign: name the stub with --stub
  try: stubborn help fuzz
  [2]
  $ stubborn fuzz replay --stub reference empty
  stubborn fuzz: empty: no findings (no finding.json in it or in its folders)
  [2]
  $ stubborn fuzz replay --stub reference half
  stubborn fuzz: half/finding.json: no finding: needs "kind" and "signature"
  [2]
  $ stubborn fuzz replay
  stubborn fuzz: replay: expected folders of findings, as in: stubborn fuzz replay FOLDER
  try: stubborn help fuzz
  [2]

The same seed finds the same in the same way; a campaign is not begun twice by accident.

  $ stubborn fuzz --fault frame-empty-closes --until-first -c two > /dev/null; diff -r one/corpus two/corpus && cmp one/findings/*/raw.bin two/findings/*/raw.bin && echo same
  same
  $ stubborn fuzz -c one --max-messages 100
  stubborn fuzz: one: there is a campaign already; --resume goes on with it, --campaign names another folder
  try: stubborn help fuzz
  [2]

One whose stub could not be had was never begun. A stub that never answers is no success, however short the time.

  $ stubborn fuzz --stub exec:./nosuch -c none
  stubborn fuzz: ./nosuch: No such file or directory
  [3]
  $ stubborn fuzz --stub 'exec:sleep 30' --timeout 100ms -c none
  stubborn fuzz: exec: without \{port\} means standard input and output; no packet came in [0-9.]+ s (re)
  [3]
  $ stubborn fuzz --max-messages 100 --edges 64 -c none | cut -d';' -f1
  stubborn fuzz: --edges: the stub has shown none; is it built with instrumentation?
  0 findings in none

Results for programs.

  $ stubborn fuzz --resume -c one --fault frame-empty-closes --max-messages 50 -o json:one.json -o sarif:one.sarif > out; echo status $?; cut -d';' -f1 out
  status 1
  0 new findings, 1 in all in one
  $ python3 -c 'import json; r = json.load(open("one.json")); print(len(r["findings"]), r["findings"][0]["signature"], r["stub"])'
  1 closed:empty-packet reference
  $ python3 -c 'import json; r = json.load(open("one.sarif"))["runs"][0]; print(r["results"][0]["ruleId"], r["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])'
  closed findings/closed-empty-packet/scenario.yaml

The page has each finding with the command that shows it again, how the run went, and the corpus.

  $ stubborn fuzz --resume -c one --fault frame-empty-closes --max-messages 50 -o html:one.html > out; python3 $TESTS/page_policy.py one.html
  > grep -o '<title>.*</title>' one.html; grep -o 'stubborn fuzz replay[^<]*' one.html; grep -c 'class="ladder"' one.html
  > python3 -c 'import json, os, re; print(json.loads(re.search(r" id=.corpus.>(.*?)</script>", open("one.html").read(), re.S).group(1))["rows"] == len(os.listdir("one/corpus")))'
  each style and script is in the policy by its hash
  <title>Fuzzing of reference - stubborn</title>
  stubborn fuzz replay --stub reference --fault frame-empty-closes one/findings/closed-empty-packet/
  1
  True
  $ python3 -c 'import json; f = json.load(open("one.json"))["findings"][0]; p = json.load(open("one.sarif"))["runs"][0]["results"][0]["properties"]; print(p == {k: f[k] for k in p}, sorted(p), p["pending"], 0 <= p["seen_seconds"] <= p["confirmed_seconds"] <= p["written_seconds"])'
  True ['confirmed_seconds', 'pending', 'seen_seconds', 'written_seconds'] False True
  $ stubborn fuzz -o xml:x -c three
  stubborn fuzz: -o xml:x: no such format; expected json, sarif or html
  try: stubborn help fuzz
  [2]

A sound stub yields nothing.

  $ stubborn fuzz --max-messages 3000 -c sound > out; echo status $?; cut -d';' -f1 out
  status 0
  0 findings in sound

After kill -9 it goes on behind the sequence that was under way.

  $ stubborn fuzz --for 60s -c killed > /dev/null 2>&1 & pid=$!
  > while kill -0 $pid 2> /dev/null && ! [ "$(awk 'NR == 1 { print $2 }' killed/journal/local-0.now 2> /dev/null)" -gt 20 ] 2> /dev/null; do sleep 0.05; done
  > kill -9 $pid; wait $pid 2> /dev/null; before=$(awk 'NR == 1 { print $2 }' killed/journal/local-0.now)
  > stubborn fuzz --resume -c killed --max-messages 10 > /dev/null; after=$(awk 'NR == 1 { print $2 }' killed/journal/local-0.now)
  > [ "$after" -gt "$before" ] && echo went on
  went on

Totals go on where they stopped; a campaign is for one run at a time, and other folders are left alone.

  $ stubborn fuzz --resume -c sound --max-messages 1000 | grep -o '; with the runs before .* messages' | tr -d 0-9
  ; with the runs before  messages
  $ python3 -c 'import json; t = json.load(open("sound/results.json"))["totals"]; print(t["messages_before"] >= 2900, t["messages"] < 2000)'
  True True
  $ python3 -c 'import fcntl, subprocess; f = open("sound/journal/local.lock", "w"); fcntl.lockf(f, fcntl.LOCK_EX); subprocess.run(["stubborn", "fuzz", "--resume", "-c", "sound"], stderr=1)'
  stubborn fuzz: sound: somebody is fuzzing here as 'local'; another --node joins in, another --campaign stays apart
  try: stubborn help fuzz
  $ mkdir -p mine newer foreign; echo hello > mine/letter; echo '{"format": 9, "stub": "reference"}' > newer/campaign.json; echo '{"a": 1}' > foreign/campaign.json
  $ stubborn fuzz -c mine; ls mine
  stubborn fuzz: mine: no campaign, and not empty: 'letter' is in it
  try: stubborn help fuzz
  letter
  $ stubborn fuzz --resume -c newer
  stubborn fuzz: newer/campaign.json: format 9 of a newer version; this one knows up to 1
  [2]
  $ stubborn fuzz -c foreign; cat foreign/campaign.json
  stubborn fuzz: foreign/campaign.json: no campaign of stubborn fuzz: "stub" is missing
  {"a": 1}
  $ stubborn fuzz --resume -c foreign
  stubborn fuzz: foreign/campaign.json: no campaign of stubborn fuzz: "stub" is missing
  [2]
  $ stubborn fuzz merge one foreign --campaign some; ls some/findings
  stubborn fuzz: foreign/campaign.json: no campaign of stubborn fuzz: "stub" is missing
  $ stubborn fuzz --node ../x -c seven
  stubborn fuzz: --node ../x: expected letters, digits, and ._- behind the first
  try: stubborn help fuzz
  [2]

Campaigns are merged; scenarios and lists of messages are seeds.

  $ stubborn fuzz merge one sound --campaign both && ls both/findings && [ $(ls both/corpus | wc -l) -ge $(ls sound/corpus | wc -l) ] && echo merged
  2 campaigns merged into both
  closed-empty-packet
  merged
  $ stubborn fuzz merge one sound --campaign joined -o json:joined.json -o html:joined.html -o sarif:joined.sarif
  2 campaigns merged into joined
  $ cmp joined.json joined/results.json && grep -c '<title>Fuzzing of reference' joined.html && grep -c '"exitCode": 0' joined.sarif && ! grep -h 1970- joined.html joined.sarif
  1
  1
  $ cat one/journal/*.states sound/journal/*.states | sort -u > states; sort -u both/journal/*.states | cmp - states && echo all states
  all states
  $ stubborn fuzz merge one
  stubborn fuzz: merge: expected folders and --campaign FOLDER, as in: stubborn fuzz merge A B --campaign C
  try: stubborn help fuzz
  [2]
  $ stubborn fuzz merge one nowhere --campaign both
  stubborn fuzz: nowhere: no campaign (no campaign.json in it)
  [2]
  $ printf '$?\n$g\n' > seed.txt; stubborn fuzz --seeds seed.txt --seeds $TESTS/suite/good.yaml --max-messages 300 -c seeded > /dev/null; echo status $?
  status 0
  $ stubborn fuzz --seeds $TESTS/captures/sample.pcap --max-messages 300 -c recorded > /dev/null; echo status $?
  status 0
  $ stubborn fuzz --seeds missing -c four
  stubborn fuzz: missing: no such file or folder
  [2]

Real stubs are not asked for what may harm their machine.

  $ stubborn fuzz --allow everything -c five
  stubborn fuzz: --allow 'everything': expected hostio, run, monitor, process, platform, flash, lasting, or all
  try: stubborn help fuzz
  [2]
  $ stubborn fuzz --stub tcp:127.0.0.1:1 -c six > /dev/null 2>&1
  [3]

A debugger is lied to. What breaks it is played again from a list of lies; a file of them may come from a stranger.

  $ mkdir toy; { echo '#!/usr/bin/python3'; cat $TESTS/../debugger_fuzz/toy_client.py; } > toy/toy; chmod +x toy/toy
  $ cat > toy/toy.yaml <<'END'
  > title: Toy
  > programs: [./toy/toy]
  > mark: 'mark{mark}'
  > marked: '<{mark}>'
  > stopped: halted
  > version: version
  > version-line: toy
  > actions: { attach: { steps: [ { say: version } ] } }
  > lies: { attach: ['attach {address}'], lines: [threads, registers] }
  > END
  $ echo '{"lies-version":1,"lines":["attach {address}","registers"],"lies":[{"packet":"?","nth":0,"every":false,"kind":"say","bytes":"Tx"}]}' > crash.json
  $ sed 's/Tx/T05thread:0;/' crash.json > assert.json; sed 's/Tx/T05/' crash.json > truth.json
  $ stubborn fuzz replay --debugger profile:toy/toy.yaml crash.json assert.json truth.json
  crash.json: crash-SIGABRT-[0-9a-f]{6}: SIGABRT in parse_stop < attach (re)
  assert.json: assert-stop.py-77: toy/stop.py:77: internal-error: attach: Assertion `thread != 0' failed.
  truth.json: shows nothing
  [1]
  $ stubborn fuzz replay --debugger profile:toy/toy.yaml truth.json
  truth.json: shows nothing
  $ sed 's/say/sing/' crash.json > damaged.json; stubborn fuzz replay --debugger profile:toy/toy.yaml damaged.json
  stubborn fuzz: damaged.json: lie 1: expected packet, nth, every, kind and bytes
  [2]
  $ stubborn fuzz --debugger profile:toy/toy.yaml --timeout 500ms --requests 200 --cut 0s --until-first --seed 1 -c lied > out; echo status $?; tail -1 out; ls lied lied/findings/*; grep -c . lied/results.json
  status 1
  findings are in lied/findings
  lied:
  corpus
  debugger.json
  findings
  lock
  results.json
  state.json
  
  lied/findings/[a-zA-Z0-9.-]+: (re)
  conversation.txt
  finding.json
  lies.json
  printed.txt
  summary.md
  [1-9][0-9]* (re)
  $ stubborn fuzz replay --debugger profile:toy/toy.yaml --timeout 500ms --requests 200 lied/findings/* > out; echo status $?; grep -c 'shows nothing' out
  status 1
  0
  [1]

Two debuggers at a time; the page leads to the files of each finding.

  $ stubborn fuzz --debugger profile:toy/toy.yaml --timeout 500ms --requests 200 --cut 0s --until-first --jobs 2 --seed 1 -c pair -o html:pair.html -o json > pair.json 2> said; tail -1 said
  findings are in pair/findings
  $ for link in $(grep -o 'href="pair/[^"]*lies.json"' pair.html | cut -d'"' -f2); do ls $link > found; done; cat found
  pair/findings/[a-zA-Z0-9.-]+/lies.json (re)
  $ python3 $TESTS/fuzz_debugger_schema.py $ROOT pair.json pair/results.json lied/results.json

A campaign goes on with what it was begun with, also after a kill: this debugger kills its fuzzer when it is started for the fourth time.

  $ stubborn fuzz --debugger profile:toy/toy.yaml -c pair
  stubborn fuzz: pair: there is a campaign already; --resume goes on with it, --campaign names another folder
  try: stubborn help fuzz
  [2]
  $ stubborn fuzz --resume --debugger gdb -c pair
  stubborn fuzz: pair: it is about --debugger profile:toy/toy.yaml
  try: stubborn help fuzz
  [2]
  $ stubborn fuzz --resume --debugger profile:toy/toy.yaml -c none
  stubborn fuzz: none: no campaign to resume
  [2]
  $ sed 's,/toy/toy,/toy/deadly,' toy/toy.yaml > toy/deadly.yaml; cat > toy/deadly <<END
  > #!/bin/sh
  > echo >> $PWD/starts; [ \$(grep -c '' $PWD/starts) != 4 ] || kill -9 \$ME
  > exec $PWD/toy/toy
  > END
  $ chmod +x toy/deadly; exec 2> /dev/null; (export ME=$BASHPID; exec stubborn fuzz --debugger profile:toy/deadly.yaml --timeout 500ms --requests 200 --cut 0s --seed 1 -c slain) > /dev/null; echo $?; ls slain
  137
  corpus
  debugger.json
  findings
  lock
  state.json
  $ stubborn fuzz --resume -c slain --until-first --cut 0s | tail -1; python3 $TESTS/fuzz_debugger_schema.py $ROOT slain/results.json
  with the runs before: [1-9][0-9]* sessions, 1 finding (re)

Options that say nothing beside it are refused.

  $ stubborn fuzz --debugger profile:toy/toy.yaml --pipeline 2
  stubborn fuzz: --pipeline is about fuzzing stubs, and says nothing with --debugger
  try: stubborn help fuzz
  [2]
  $ stubborn fuzz --debugger profile:toy/toy.yaml -o sarif
  stubborn fuzz: --output sarif is about fuzzing stubs, and says nothing with --debugger
  try: stubborn help fuzz
  [2]
  $ stubborn fuzz --debugger profile:toy/toy.yaml --stub tcp:127.0.0.1:1 --jobs 2
  stubborn fuzz: --jobs 2: a stub that others have started serves one debugger at a time
  try: stubborn help fuzz
  [2]
  $ stubborn fuzz --debugger profile:toy/toy.yaml replay
  stubborn fuzz: replay --debugger: expected folders of findings, as in fuzz-debugger/findings/crash-SIGSEGV-1a2b3c
  try: stubborn help fuzz
  [2]
  $ stubborn fuzz --debugger profile:toy/toy.yaml merge a
  stubborn fuzz: 'merge' is not understood; did you mean replay?
  try: stubborn help fuzz
  [2]
  $ stubborn fuzz --recording x
  stubborn fuzz: --recording and --requests are about --debugger: which one?
  try: stubborn help fuzz
  [2]
  $ sed -i '/^lies/d' toy/toy.yaml; stubborn fuzz --debugger profile:toy/toy.yaml
  stubborn fuzz: --debugger profile:toy/toy.yaml: its script has no `lies` (docs/fuzzing.md)
  try: stubborn help fuzz
  [2]
