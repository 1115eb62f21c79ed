Two runs side by side: what was judged, passes and failures by area, causes, and where both differ.

  $ cd $TESTS/matrix && stubborn matrix one.json theirs=two.json
  # 2 runs side by side
  
  11 results judged; 2 of 2 have failures.
  
  ## What was judged
  
  | stub | what it is | judged | share | pass | fail | musts | causes | requests | time | exit |
  |---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
  | one | tcp:127.0.0.1:1234 (rv32) | 5 | 83 % | 2 | **2** | 2 | 2 | 1,234 | 1.5 s | 1 |
  | theirs | mine 1.0 | 6 | 100 % | 4 | **2** | 1 | 1 | 7 | 1.5 s | 1 |
  
  ## Differences
  
  Judged in both, by different verdicts.
  
  From the first to the second: 1 broke, 1 fixed, 0 changed otherwise.
  
  | change | scenario | one | theirs |
  |---|---|---|---|
  | **broke** | queries/unknown | warn | fail |
  | fixed | memory/read | fail: reply is &lt;b\>not&lt;/b\> 'OK' \| \[x\](y) | pass |
  
  Only judged in the first: 0. Only in the second: 1.
  
  ## Areas
  
  Each cell: pass/fail/judged; - is not judged. Areas that nobody is judged in are left out.
  
  | area | one | theirs |
  |---|---:|---:|
  | acks | 1/0/1 | 1/0/1 |
  | memory | **0/2/2** | **2/1/3** |
  | queries | 1/0/2 | **1/1/2** |
  
  ## Causes
  
  Those that most have first.
  
  | requirement | level | cause | stubs: results |
  |---|---|---|---|
  | STD-001 | must | unknown packets get no reply | one: 1, theirs: 3 |
  | MEM-002 | must | reading gets &lt;script\>alert(1)&lt;/script\> | one: 2 |

One or three of them are not compared scenario by scenario.

  $ cd $TESTS/matrix && stubborn matrix one.json two.json again=one.json | tail -4
  | requirement | level | cause | stubs: results |
  |---|---|---|---|
  | STD-001 | must | unknown packets get no reply | one: 1, two: 3, again: 1 |
  | MEM-002 | must | reading gets &lt;script\>alert(1)&lt;/script\> | one: 2, again: 2 |

JSON follows its schema. The page is well-formed, runs nothing, and markup of a report stays text.

  $ stubborn matrix $TESTS/matrix/one.json $TESTS/matrix/two.json -o json:m.json -o html:m.html; ls
  > python3 $TESTS/matrix_schema.py m.json
  > python3 -c 'import json; print(*json.load(open("m.json"))["differences"], sep="\n")'
  > python3 -c 'import json; print([stub["requests"] for stub in json.load(open("m.json"))["stubs"]])'
  > python3 -c 'import xml.etree.ElementTree as e; print(len(list(e.parse("m.html").getroot().iter("{http://www.w3.org/1999/xhtml}table"))))'
  > grep -c "default-src 'none'" m.html; grep -c '<script' m.html; grep -c 'gets &lt;script&gt;' m.html
  m.html
  m.json
  follows its schema
  {'scenario': 'memory/read', 'stubs': [{'verdict': 'fail', 'message': "reply is <b>not</b> 'OK' | [x](y)"}, {'verdict': 'pass'}]}
  {'scenario': 'memory/write', 'stubs': [{'verdict': 'skip', 'message': '--allow-writes'}, {'verdict': 'pass'}]}
  {'scenario': 'queries/unknown', 'stubs': [{'verdict': 'warn'}, {'verdict': 'fail'}]}
  [1234, 7]
  4
  1
  1
  1

What a run itself writes can be read.

  $ stubborn run --jobs 1 $TESTS/suite/verdicts.yaml -o json:r.json > /dev/null; stubborn matrix r.json | sed 's/[0-9.]* ms/TIME/' | head -15
  # 1 run side by side
  
  3 results judged; 1 of 1 have failures.
  
  ## What was judged
  
  | stub | what it is | judged | share | pass | fail | musts | causes | requests | time | exit |
  |---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
  | r | reference stub (riscv64) | 3 | 75 % | 1 | **1** | 1 | 1 | 10 | TIME | 1 |
  
  ## Areas
  
  Each cell: pass/fail/judged; - is not judged. Areas that nobody is judged in are left out.
  
  | area | r |

What is no report is named, with what is wrong.

  $ stubborn matrix
  stubborn matrix: no report is named; 'stubborn run -o json:PATH' writes one
  try: stubborn help matrix
  [2]
  $ stubborn matrix nowhere.json
  stubborn matrix: nowhere.json: can not be opened: No such file or directory
  [2]
  $ echo '{"format": "other"}' > x.json; stubborn matrix x.json
  stubborn matrix: x.json: is no report of a run; expected what 'stubborn run -o json:PATH' writes
  [2]
  $ echo '[' > x.json; stubborn matrix x.json
  stubborn matrix: x.json: is no report: no JSON
  [2]
  $ sed 's/"hang"/"hung"/' $TESTS/matrix/one.json > x.json; stubborn matrix x.json
  stubborn matrix: x.json: is no whole report: 'verdict' is missing or damaged
  [2]
  $ sed 's/"results": \[/"results": 7, "old": [/' $TESTS/matrix/one.json > x.json; stubborn matrix x.json
  stubborn matrix: x.json: is no whole report: 'results' is missing or damaged
  [2]
  $ sed 's/"packets_to_stub"/"packets"/' $TESTS/matrix/one.json > x.json; stubborn matrix x.json
  stubborn matrix: x.json: is no whole report: 'packets_to_stub' is missing or damaged
  [2]
  $ stubborn matrix $TESTS/matrix/one.json -o htm:x
  stubborn matrix: -o htm:x: no such format; did you mean 'html'?
  try: stubborn help matrix
  [2]
  $ stubborn matrix $(for i in $(seq 65); do echo $TESTS/matrix/one.json; done) -o json:-
  stubborn matrix: 65 reports; at most 64 stand side by side
  try: stubborn help matrix
  [2]
  $ stubborn matrix $(for i in $(seq 64); do echo $TESTS/matrix/one.json; done) -o json:- | grep -c '"label"'
  64
