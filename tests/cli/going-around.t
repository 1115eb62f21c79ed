What a stub does wrong again and again is gone around once it is known. What passes only so is not judged, with the reason.

  $ cat > apart.yaml << 'END'
  > scenario: try/two
  > title: Two requests in one write, of a scenario about something else
  > covers: [THR-001]
  > steps:
  >   - pipeline: { send: [qC, '?'], expect: [{ starts: QC }, stop] }
  > ---
  > scenario: try/wrong
  > title: The same, and the reply is wrong
  > covers: [THR-001]
  > steps:
  >   - pipeline: { send: [qC, '?'], expect: [{ starts: nothing }, stop] }
  > ---
  > scenario: try/error
  > title: A request that must get an error
  > covers: [MEM-003]
  > steps:
  >   - send: mffff0000,4
  >     expect: error
  > END
  $ cat > show.py << 'END'
  > import json
  > run = json.load(open("j"))
  > print(run["allowed"])
  > for r in run["results"]:
  >     print(r["scenario"], r["verdict"], r.get("reason", ""))
  > END
  $ serve() { rm -f said; mkfifo said; python3 $ROOT/tests/strangers/stranger.py "$@" --life 100 > said & stub=$!; read -r _ _ where < said; }
  > for bug in second-packet-lost error-one-digit; do serve --bug $bug; stubborn run --stub tcp:$where -o json:j apart.yaml > t 2>&1; kill $stub; python3 show.py; done
  > serve; stubborn run --stub tcp:$where -o json:j apart.yaml > t 2>&1; kill $stub; python3 -c 'import json; print([r["verdict"] for r in json.load(open("j"))["results"]])'
  it loses the second of two packets in one write: allowed for
  try/error pass 
  try/two skip the packets of one write were written apart, since the stub loses all but the first (FRAME-007)
  try/wrong fail 
  it has errors of a form of its own: allowed for
  try/error skip an error of a form of the stub's own (STD-003) was taken for one
  try/two pass 
  try/wrong fail 
  ['pass', 'pass', 'fail']
