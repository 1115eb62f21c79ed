Real debuggers on real stubs: what the options take, and what is wrong with them. The debugger of these tests is a shell.

  $ mkdir interop; cat > interop/toy.yaml <<'END'
  > title: Toy
  > programs: bash
  > mark: 'echo "<{mark}>"'
  > marked: '<{mark}>'
  > stopped: halted
  > version: echo toy 1.0
  > version-line: toy
  > actions:
  >   attach: { steps: [ { say: "exec 3<>/dev/tcp/{host}/{port}; printf '+$?#3f' >&3; head -c 2 <&3", wants: '+$' } ] }
  >   step: { steps: [ { say: "touch $TMPDIR/a; mkdir $TMPDIR/b; touch $TMPDIR/b/c; ln -s $PWD/kept $TMPDIR/d; echo it does not step", absent: does not } ] }
  >   kill: { alone: yes, steps: [ { say: echo gone, wants: gone } ] }
  >   load: { why-not: a shell loads nothing }
  > END
  $ stubborn lint interop/toy.yaml
  1 file, 0 scenarios, no errors
  $ sed 's/absent: does not/take: number/; s/attach:/detach:/' interop/toy.yaml > interop/wrong.yaml; stubborn lint interop/wrong.yaml
  interop/wrong.yaml:10:20: error: what is taken goes `into` a variable
     10 |   step: { steps: [ { say: "touch $TMPDIR/a; mkdir $TMPDIR/b; touch $TMPDIR/b/c; ln -s $PWD/kept $TMPDIR/d; echo it does not step", take: number } ] }
        |                    ^
  interop/wrong.yaml:9:3: error: there is no action `attach`
      9 |   detach: { steps: [ { say: "exec 3<>/dev/tcp/{host}/{port}; printf '+$?#3f' >&3; head -c 2 <&3", wants: '+$' } ] }
        |   ^
  2 errors in 1 file
  [2]

  $ stubborn interop
  stubborn interop: which stub? for example: --stub mine=tcp:127.0.0.1:1234
  try: stubborn help interop
  [2]
  $ stubborn interop --stub one=reference
  stubborn interop: which debugger? for example: --debugger profile:gdb
  try: stubborn help interop
  [2]
  $ stubborn interop --stub 'a b=reference' --debugger toy=profile:interop/toy.yaml
  stubborn interop: --stub a b=reference: expected NAME=ADDRESS; a NAME has letters, digits, '.', '_' and '-'
  try: stubborn help interop
  [2]
  $ stubborn interop --stub ../x=reference --debugger toy=profile:interop/toy.yaml
  stubborn interop: --stub ../x=reference: expected NAME=ADDRESS; a NAME has letters, digits, '.', '_' and '-'
  try: stubborn help interop
  [2]
  $ stubborn interop --stub one=reference --stub one=reference --debugger toy=profile:interop/toy.yaml
  stubborn interop: --stub one=reference: there is a stub of this name already
  try: stubborn help interop
  [2]
  $ stubborn interop --stub one=bogus --debugger toy=profile:interop/toy.yaml
  stubborn interop: --stub bogus: expected reference, tcp:HOST:PORT, unix:PATH, pty:DEVICE, exec:COMMAND or profile:NAME
  try: stubborn help interop
  [2]
  $ stubborn interop --stub one=reference --debugger profile:lldbb 2>&1 | sed 's,there is no .*/,there is no ,'
  stubborn interop: --debugger profile:lldbb: there is no lldbb.yaml
  try: stubborn help interop
  $ stubborn interop --stub one=reference --debugger x=/bin/nothing-of-that-kind 2>&1 | sed 's,no file of .*/interop,no file of interop,'
  stubborn interop: --debugger: no file of interop is for /bin/nothing-of-that-kind; NAME=profile:FILE.yaml names one of your own
  try: stubborn help interop
  $ stubborn interop --stub one=reference --elf two=/bin/sh --debugger toy=profile:interop/toy.yaml
  stubborn interop: --elf two=/bin/sh: expected the NAME of a stub and '='
  try: stubborn help interop
  [2]
  $ stubborn interop --stub one=reference --elf one=/nowhere/at/all --debugger toy=profile:interop/toy.yaml
  stubborn interop: --elf one=/nowhere/at/all: there is no such file
  try: stubborn help interop
  [2]
  $ stubborn interop --stub one=reference --debugger toy=profile:interop/toy.yaml operand
  stubborn interop: unexpected 'operand'; stubs and debuggers are options
  try: stubborn help interop
  [2]
  $ stubborn interop --stub one=reference --debugger toy=profile:interop/toy.yaml --action stepp
  stubborn interop: --action stepp: no debugger has a script for it; did you mean 'step'?
  try: stubborn help interop
  [2]
  $ stubborn interop --stub one=reference --debugger toy=profile:interop/toy.yaml -o xml
  stubborn interop: -o xml: no such format; expected text, html, json or markdown
  try: stubborn help interop
  [2]
  $ echo '{}' > old.json; stubborn interop --stub one=reference --debugger toy=profile:interop/toy.yaml --compare old.json
  stubborn interop: old.json: no report of stubborn interop, or of another version
  [2]

A stub that can not be reached: nothing could be tried.

  $ stubborn interop --stub gone='exec:false {port}' --debugger toy=profile:interop/toy.yaml -o text:- 2>&1 | grep -v '^begun\|^stubborn  ' | grep -v '^  *$' | head -7
  1 debugger on 1 stub
  0 work, 0 break, 0 are not offered, 0 are flaky, 4 were not tried.
  
  gone
  action            toy
  attach            .
  step              .

A later run takes what an earlier one left, and says what changed. What a debugger writes into its TMPDIR goes with it, and not what a link there leads to.

  $ mkdir -p out/one/toy/step; cat > old.json <<'END'
  > {"format": "stubborn-interop", "format_version": 1, "duration_ns": 1, "interrupted": false, "stubs": [], "debuggers": [], "actions": [],
  >  "cells": [{"stub": "one", "debugger": "toy", "action": "step", "given": "", "verdict": "works", "tries": 1, "time_ns": 1, "round_trips": 1,
  >  "packets": 1, "bytes": 1, "musts": 0, "shoulds": 0, "capture_bytes": 0}]}
  > END
  $ mkdir tmp kept; touch kept/file; TMPDIR=$PWD/tmp stubborn interop --stub one=reference --debugger toy=profile:interop/toy.yaml -O out --compare old.json | grep 'toy\|was\|worse\|^attach\|^step\|^kill\|^load'; ls tmp kept
  action            toy
  attach            +
  step              o
  kill              .
  load              .
  + works, B breaks, F is flaky, o is not offered by the stub, . was not tried.
  toy               toy 1.0                                                         profile:interop/toy.yaml
  worse   one, toy, step: not-offered, was works; touch $TMPDIR/a; mkdir $TMPDIR/b; touch $TMPDIR/b/c; ln -s $PWD/kept $TMPDIR/d; echo it does not step: it does not step
  1 worse, 0 better, 0 changed otherwise
  kept:
  file
  
  tmp:
  $ ls out/one/toy/step; cat out/one/toy/step/printed.txt
  capture.pcapng
  cell.json
  conversation.html
  printed.txt
  toy 1.0
  <1>
  +$<2>
  it does not step
  <3>
  $ stubborn interop --stub one=reference --debugger toy=profile:interop/toy.yaml -O out --resume -o json:m.json > text; grep -c '"tries": 1' m.json
  3

What a debugger prints without a packet shows nothing of the stub.

  $ grep -A3 '"action": "kill"' m.json
        "action": "kill",
        "given": "reference | profile:interop/toy.yaml",
        "verdict": "not-tried",
        "said": "no packet went to the stub or came from it: what was printed says nothing of the stub",

A part of the pairs is a shard, and merge joins the reports of all of them.

  $ echo "--stub one=reference --stub two=reference --debugger toy=profile:interop/toy.yaml --action attach,step -q" > two
  $ for k in 1 2; do stubborn interop $(cat two) -O parts --shard $k/2 -o json:$k.json | grep '^attach\|^step'; done
  attach            +    .
  step              o    .
  attach            .    +
  step              .    o
  $ stubborn merge -O parts 1.json 2.json -o json:both.json -o html:both.html | grep '^attach\|^step\|^one\|^two'; grep -c 'href="parts/two/toy/step/capture.pcapng"' both.html
  attach            +    +
  step              o    o
  one               riscv64                                                         reference
  two               riscv64                                                         reference
  1
  $ stubborn merge 2.json
  stubborn merge: shard 1 of 2 is missing
  [2]
  $ stubborn merge 1.json 1.json
  stubborn merge: shard 1 of 2 is named twice
  [2]
  $ stubborn merge 1.json 2.json -o junit
  stubborn merge: a matrix is written as html, json, markdown or term
  try: stubborn help merge
  [2]
  $ stubborn interop $(cat two) --shard 3/3
  stubborn interop: --shard 3/3: 2 pairs are of stub and debugger; take at most as many shards
  try: stubborn help interop
  [2]
  $ stubborn interop $(cat two) --shard 0/2
  stubborn interop: --shard 0/2: expected K/N, as 1/3, 2/3 and 3/3; N at most 1000
  try: stubborn help interop
  [2]

Whole matrices join, too: each has its captures beside it, and the page of all leads to them. Another folder has other links.

  $ sed 's/^title: Toy/title: Other/' interop/toy.yaml > interop/other.yaml
  $ for job in one two; do mkdir job-$job; (cd job-$job; stubborn interop --stub $job=reference --debugger toy=profile:../interop/toy.yaml --action attach -q -O captures -o json:m.json > text); done
  $ (cd job-two; stubborn interop --stub two=reference --debugger other=profile:../interop/other.yaml --action attach,step -q -O others -o json:others.json > text); grep -h '"captures"' job-one/m.json job-two/*.json
    "captures": "captures",
    "captures": "captures",
    "captures": "others",
  $ mkdir pages; stubborn merge job-one/m.json job-two/m.json job-two/others.json -o html:all.html -o html:pages/all.html -o json:pages/all.json | grep '^attach\|^step\|^toy\|^other'
  toy   toy 1.0
  attach            +    +
  step              .    .
  other   toy 1.0
  attach            .    +
  step              .    o
  toy               toy 1.0                                                         profile:../interop/toy.yaml
  other             toy 1.0                                                         profile:../interop/other.yaml
  $ for page in all.html pages/all.html; do for link in $(grep -o 'href="[^"]*capture.pcapng"' $page | cut -d'"' -f2); do (cd $(dirname $page); ls $link); done; done
  job-one/captures/one/toy/attach/capture.pcapng
  job-two/captures/two/toy/attach/capture.pcapng
  job-two/others/two/other/attach/capture.pcapng
  job-two/others/two/other/step/capture.pcapng
  ../job-one/captures/one/toy/attach/capture.pcapng
  ../job-two/captures/two/toy/attach/capture.pcapng
  ../job-two/others/two/other/attach/capture.pcapng
  ../job-two/others/two/other/step/capture.pcapng

What is joined joins again, and moves with its captures. What two reports say of one cell must be the same.

  $ mkdir moved; mv job-one job-two pages moved; stubborn merge moved/pages/all.json -o html:again.html > text; grep -c 'href="moved/job-two/others/two/other/step/capture.pcapng"' again.html
  1
  $ stubborn merge moved/pages/all.json moved/job-one/m.json | head -1; sed 's/"verdict": "works"/"verdict": "breaks"/' moved/job-one/m.json > moved/worse.json
  2 debuggers on 2 stubs
  $ stubborn merge moved/job-one/m.json moved/worse.json
  stubborn merge: moved/worse.json: one, toy, attach: breaks here, works in moved/job-one/m.json; leave one out
  [2]
  $ sed 's/"given": "reference"/"given": "tcp:127.0.0.1:1"/' moved/job-one/m.json > moved/other.json; stubborn merge moved/job-one/m.json moved/other.json
  stubborn merge: moved/other.json: stub 'one' is 'tcp:127.0.0.1:1' here, 'reference' in moved/job-one/m.json; name them apart
  [2]
  $ stubborn merge 1.json moved/job-one/m.json
  stubborn merge: 1.json: it is shard 1 of 2, and moved/job-one/m.json is a whole matrix; join the shards first
  [2]
  $ mv moved/job-one/m.json far.json; stubborn merge far.json -o html:far.html 2>&1 > text | sed "s,$PWD,HERE,"; grep -c 'href="captures/one/toy/attach/capture.pcapng"' far.html
  stubborn merge: far.json: its captures are not in 'HERE/captures': the page's links to them lead nowhere
  1
  $ stubborn merge far.json -O moved/job-one/captures -o html:far.html > text; grep -c 'href="moved/job-one/captures/one/toy/attach/capture.pcapng"' far.html
  1

One that is killed goes on where it was: this debugger kills the program that has started it, once.

  $ sed 's%say: "touch.*%say: "[ -e $DIED ] || (touch $DIED; kill -9 $ME); echo goes on", wants: goes on } ] }%' interop/toy.yaml > interop/deadly.yaml
  $ echo "--stub one=reference --stub two=reference --debugger toy=profile:interop/deadly.yaml --action attach,step -q -O killed --shard 2/2" > deadly
  $ exec 2> /dev/null; (export DIED=$PWD/died ME=$BASHPID; exec stubborn interop $(cat deadly)) > text 2>&1; echo $?; ls killed/two/toy/attach/cell.json died; cksum < killed/two/toy/attach/cell.json > before
  137
  died
  killed/two/toy/attach/cell.json
  $ DIED=$PWD/died stubborn interop $(cat deadly) --resume | grep '^attach\|^step'; cksum < killed/two/toy/attach/cell.json | cmp - before
  attach            .    +
  step              .    +
