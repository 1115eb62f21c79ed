Two runs side by side: what was judged, passes and failures by area, causes, and where both differ.

  $ cd $TESTS/matrix && stubborn matrix one.json theirs=two.json
  stubborn matrix: one.json: is no whole report: 'round_trips' is missing or damaged
  [2]

One or three of them are not compared scenario by scenario.

  $ cd $TESTS/matrix && stubborn matrix one.json two.json again=one.json | tail -4
  stubborn matrix: one.json: is no whole report: 'round_trips' is missing or damaged

JSON follows its schema. The page is well-formed, runs nothing, and markup of a report stays text.

  $ stubborn matrix $TESTS/matrix/one.json $TESTS/matrix/two.json -o json:m.json -o html:m.html; ls
  > python3 $TESTS/matrix_schema.py m.json
  > python3 -c 'import json; print(*json.load(open("m.json"))["differences"], sep="\n")'
  > python3 -c 'import json; print([stub["requests"] for stub in json.load(open("m.json"))["stubs"]])'
  > python3 -c 'import xml.etree.ElementTree as e; print(len(list(e.parse("m.html").getroot().iter("{http://www.w3.org/1999/xhtml}table"))))'
  > grep -c "default-src 'none'" m.html; grep -c '<script' m.html; grep -c 'gets &lt;script&gt;' m.html
  stubborn matrix: /work/main/tests/cli/matrix/one.json: is no whole report: 'round_trips' is missing or damaged
  Traceback (most recent call last):
    File "/work/main/tests/cli/matrix_schema.py", line 13, in <module>
      with open(sys.argv[1], encoding="utf-8") as file:
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  FileNotFoundError: [Errno 2] No such file or directory: 'm.json'
  Traceback (most recent call last):
    File "<string>", line 1, in <module>
  FileNotFoundError: [Errno 2] No such file or directory: 'm.json'
  Traceback (most recent call last):
    File "<string>", line 1, in <module>
  FileNotFoundError: [Errno 2] No such file or directory: 'm.json'
  Traceback (most recent call last):
    File "<string>", line 1, in <module>
    File "/root/.pyenv/versions/3.11.7/lib/python3.11/xml/etree/ElementTree.py", line 1218, in parse
      tree.parse(source, parser)
    File "/root/.pyenv/versions/3.11.7/lib/python3.11/xml/etree/ElementTree.py", line 569, in parse
      source = open(source, "rb")
               ^^^^^^^^^^^^^^^^^^
  FileNotFoundError: [Errno 2] No such file or directory: 'm.html'
  grep: m.html: No such file or directory
  grep: m.html: No such file or directory
  grep: m.html: No such file or directory
  [2]

What a run itself writes can be read.

  $ stubborn run --jobs 1 $TESTS/suite/verdicts.yaml -o json:r.json > /dev/null; stubborn matrix r.json | sed 's/[0-9.]* ms/TIME/' | head -15
  # 1 run side by side
  
  3 results judged; 1 of 1 have failures.
  
  ## What was judged
  
  | stub | what it is | judged | of all | pass | fail | musts | causes | requests | time | exit |
  |---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
  | r | reference stub (riscv64) | 3 | 75 % | 1 | **1** | 1 | 2 | 10 | TIME | 1 |
  
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
  stubborn matrix: x.json: is no whole report: 'round_trips' is missing or damaged
  [2]
  $ sed 's/"results": \[/"results": 7, "old": [/' $TESTS/matrix/one.json > x.json; stubborn matrix x.json
  stubborn matrix: x.json: is no whole report: 'round_trips' is missing or damaged
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
  stubborn matrix: /work/main/tests/cli/matrix/one.json: is no whole report: 'round_trips' is missing or damaged
  0
  [1]
