What is made from tables and kept in the tree is up to date; the command before the bar makes it anew.

  $ stubborn packet-reference | diff - $ROOT/docs/packet-reference.md
  $ stubborn lint --schema | diff - $ROOT/scenarios/scenario.schema.json
  $ stubborn lint --workload-schema | diff - $ROOT/scenarios/workload.schema.json
