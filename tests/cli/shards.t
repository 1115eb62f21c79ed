Shards: each result is in exactly one of them, and merge makes the report of the whole run.

  $ cat > compare.py <<'END'
  > import json, sys
  > def load(path):
  >     return json.load(open(path))
  > def without_times(part):
  >     if isinstance(part, dict):
  >         return {k: without_times(v) for k, v in part.items()
  >                 if k not in ('ns', 'started_at', 'window', 'transcript', 'evidence') and not k.endswith('_ns')}
  >     return [without_times(v) for v in part] if isinstance(part, list) else part
  > def key(result):
  >     return result['scenario'], result.get('variant', '')
  > whole, merged, *shards = map(load, sys.argv[1:])
  > parts = [sorted(map(key, s['results'])) for s in shards]
  > print('each in one shard:', sorted(sum(parts, [])) == sorted(map(key, whole['results'])))
  > print('merged equals whole:', without_times(whole) == without_times(merged))
  > END
  $ run() { stubborn run $ROOT/scenarios/memory $ROOT/scenarios/escapes --seed 7 --matrix acks "$@" > /dev/null 2>&1; }
  > for k in 1 2 3; do run --fault frame-dollar-raw --shard $k/3 -o json:$k.json; done
  > stubborn merge 2.json 3.json 1.json -o json:merged.json > /dev/null
  > echo merge $?; run --fault frame-dollar-raw -o json:whole.json; echo run $?
  > python3 compare.py whole.json merged.json 1.json 2.json 3.json
  > python3 -c 'import json, jsonschema; [jsonschema.validate(json.load(open(f)), json.load(open("'$ROOT'/reports/schema/run.schema.json"))) for f in ("1.json", "merged.json")]'
  merge 1
  run 1
  each in one shard: True
  merged equals whole: True

Demands are of the whole run: a shard keeps them, and merge judges them.

  $ for k in 1 2; do stubborn run $TESTS/suite/good.yaml --require BRK-001 --min-judged 90% --shard $k/2 -o json:$k.json > /dev/null; echo $?; done
  > stubborn merge 1.json 2.json | grep ^unmet
  > stubborn merge 1.json 2.json > /dev/null; echo $?
  stubborn run: shard 1 of 2; stubborn merge joins the JSON reports of all shards and judges --require and --min-judged
  0
  stubborn run: shard 2 of 2; stubborn merge joins the JSON reports of all shards and judges --require and --min-judged
  0
  unmet       BRK-001 is required, and none of its 0 scenarios was judged
  1

What is missing, twice, or no shard is named.

  $ stubborn merge 1.json
  stubborn merge: shard 2 of 2 is missing
  [2]
  $ stubborn merge 1.json 2.json 1.json
  stubborn merge: shard 1 of 2 is named twice
  [2]
  $ stubborn run $TESTS/suite/good.yaml -o json:whole.json > /dev/null; stubborn merge whole.json
  stubborn merge: report 1 is of a whole run, made without --shard
  [2]
  $ echo '{}' > no.json; stubborn merge no.json
  stubborn merge: no.json: no report of a run; 'stubborn run -o json:PATH' writes one
  [2]
  $ stubborn merge
  stubborn merge: no report is named; 'stubborn run --shard K/N -o json:PATH' writes one
  try: stubborn help merge
  [2]
  $ stubborn run --shard 3/2
  stubborn run: --shard 3/2: expected K/N, as 1/3, 2/3 and 3/3; N at most 1000
  try: stubborn help run
  [2]
  $ stubborn run --shard half
  stubborn run: --shard half: expected K/N, as 1/3, 2/3 and 3/3; N at most 1000
  try: stubborn help run
  [2]
  $ stubborn run $TESTS/suite/good.yaml --shard 1/3
  stubborn run: --shard 1/3: 2 scenarios are selected; take at most as many shards
  try: stubborn help run
  [2]
  $ stubborn run --shard 1/3 --baseline b.yaml --update-baseline
  stubborn run: --update-baseline: not with --shard, which knows a part only
  try: stubborn help run
  [2]

Entries of a baseline that no shard met are found by merge.

  $ cat > b.yaml <<END
  > - { scenario: escapes/reserved-bytes-of-multimemread, reason: fails here }
  > - { scenario: memory/write-then-read, reason: does not fail }
  > - { scenario: memory/no-such-one, reason: is gone }
  > END
  $ for k in 1 2; do stubborn run $ROOT/scenarios/memory $ROOT/scenarios/escapes --fault frame-dollar-raw --baseline b.yaml --shard $k/2 -o json:$k.json > /dev/null; done
  stubborn run: shard 1 of 2; stubborn merge joins the JSON reports of all shards and judges --require and --min-judged
  stubborn run: shard 2 of 2; stubborn merge joins the JSON reports of all shards and judges --require and --min-judged
  [1]
  $ stubborn merge 1.json 2.json --baseline b.yaml -o json:merged.json 2>&1 > /dev/null
  b.yaml:3:3: error: nothing in this run fails as this entry for 'memory/no-such-one' says
      3 | - { scenario: memory/no-such-one, reason: is gone }
        |   ^
  1 stale entry in b.yaml
  [1]
