Files without errors.

  $ cd $TESTS && stubborn lint suite/good.yaml suite/verdicts.yaml

Every error with its line, a caret, and what was probably meant; status 2.

  $ cd $TESTS && stubborn lint suite/broken.yaml
  $ stubborn lint nowhere.yaml
  $ printf 'scenario: [\n' > syntax.yaml; stubborn lint syntax.yaml
  $ mkdir profiles; printf 'title: x\nadress: tcp:1\n' > profiles/x.yaml; stubborn lint profiles/x.yaml

The suite of the project itself, and the schema.

  $ stubborn lint | sed 's/[0-9]\+ /N /g'
  $ stubborn lint --schema | python3 -c 'import json, sys; print(json.load(sys.stdin)["$schema"])'
  $ stubborn lint --schema | diff -q - $ROOT/scenarios/scenario.schema.json
