A stub that serves one client in its life is judged on the connection of the look.

  $ mkfifo said; python3 $ROOT/tests/strangers/stranger.py --manner one-client --life 100 > said & read -r _ _ where < said; stubborn run --stub tcp:$where -o json:j $ROOT/scenarios/acks $ROOT/scenarios/breakpoints/any-program.yaml $ROOT/scenarios/detach/any-program.yaml $ROOT/scenarios/handshake > t; echo status $?; grep -E 'one client only|needs a connection' t; grep -E '^  (acks|breakpoints|detach|handshake) ' t
  status 0
    one client only: all is played on one connection
    handshake        -        needs a connection of its own, and the stub served one client only (7 skipped)
  not judged     14  needs a connection of its own, and the stub served one client only
    acks             9 pass   4 skip
    breakpoints     25 pass   12 skip
    detach           1 pass   5 skip
    handshake        -        needs a connection of its own, and the stub served one client only (7 skipped)
  $ python3 -c 'import json; r = json.load(open("j")); print(sorted({(x["scenario"], x["verdict"]) for x in r["results"] if x["scenario"].startswith(("detach/any-ok", "detach/any-next", "handshake/s"))}))'
  [('detach/any-next-client', 'skip'), ('detach/any-ok', 'pass'), ('handshake/silence-before-the-first-request', 'skip')]

One that keeps others waiting in a queue meanwhile can't be told from one that serves them later: the report says so, with what was learned.

  $ rm said; mkfifo said; python3 $ROOT/tests/strangers/stranger.py --manner one-client-in-queue --life 100 > said & read -r _ _ where < said; stubborn run --stub tcp:$where $ROOT/scenarios/acks > t 2>&1; echo status $?; grep -o 'it served the look.*The look learned: greeting: none; clients: [a-z ]*' t
  status 3
  it served the look at its manners, and serves no client after it. Start it again and say --one-connection, or let --stub exec:COMMAND start it. The look learned: greeting: none; clients: refuses a second client
  $ rm said; mkfifo said; python3 $ROOT/tests/strangers/stranger.py --manner one-client-in-queue --life 100 > said & read -r _ _ where < said; stubborn run --stub tcp:$where --one-connection $ROOT/scenarios/acks > t 2>&1; echo status $?; grep '^  acks' t
  status 0
    acks             9 pass   4 skip

A scenario that ends the only connection ends the run. What was found counts, and the rest is named.

  $ exec 2> /dev/null; rm said; mkfifo said; python3 $ROOT/tests/strangers/stranger.py --manner one-client --bug overlong-crash --life 100 > said & read -r _ _ where < said; stubborn run --stub tcp:$where -f '!framing/' $ROOT/scenarios/robustness $ROOT/scenarios/acks > t 2>&1; echo status $?; grep -E '^  acks|not played' t | cut -c1-100; grep -o 'only connection was lost in [^ ]* [a-z ]*' t | sort -u
  status 1
    acks             9 pass   2 skip
  131 not played: robustness/packet-too-long.much-more, robustness/wrong-length-of-data.no-data, robus
  only connection was lost in robustness/packet-too-long.twice: the stub closed it
