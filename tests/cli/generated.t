What is made from tables and kept in the tree is up to date; the command before the bar makes it anew.

  $ stubborn packet-reference --field $ROOT/reports/field/zoo.json | diff - $ROOT/docs/packet-reference.md
  $ stubborn lint --schema | diff - $ROOT/scenarios/scenario.schema.json
  $ stubborn lint --workload-schema | diff - $ROOT/scenarios/workload.schema.json

What is no matrix is refused, with what would write one.

  $ echo '{"format": "x"}' > x.json; stubborn packet-reference --field x.json -o markdown:x.md
  stubborn packet-reference: x.json: not a matrix; `stubborn matrix -o json:FILE` writes one
  [2]
  $ stubborn packet-reference --field $ROOT/README.md 2>&1 | sed 's,/.*/,,'
  stubborn packet-reference: README.md:1:1: '[' or '{' expected near '#'
