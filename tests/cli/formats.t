Reports are checked before the run: format, folder, and that only one goes to standard output.

  $ stubborn run -o htm:x
  $ stubborn run -o html
  $ stubborn run -o pdf:x
  $ stubborn run -o html:no/such/folder/x.html
  $ stubborn run -o json:- -o tap:-

Each format, on standard output and in files.

  $ cd $TESTS && stubborn run suite/verdicts.yaml -o json:- | python3 -c 'import json, sys; print(json.dumps(json.load(sys.stdin)["summary"]))'
  $ cd $TESTS && stubborn run suite/verdicts.yaml -o tap:- | sed 's/[0-9.]\+ ms/T/'
  $ stubborn run $TESTS/suite/verdicts.yaml -o junit:r.xml -o html:r.html -o json:r.json -o tap:r.tap -o term:r.txt > /dev/null; ls
  > python3 -c 'import xml.etree.ElementTree as e; t = e.parse("r.xml").getroot(); print(t.tag, len(list(t.iter("testcase"))))'
  > grep -c '<!doctype html>' -i r.html; grep -ciE 'https?://[^ "]*\.(js|css)' r.html
  $ stubborn run $TESTS/suite/good.yaml -o json:r.json && python3 -c 'import json, jsonschema; jsonschema.validate(json.load(open("r.json")), json.load(open("'$ROOT'/reports/schema/run.schema.json"))); print("follows its schema")'
  $ stubborn run $TESTS/suite/good.yaml -o json:/dev/full > /dev/null
