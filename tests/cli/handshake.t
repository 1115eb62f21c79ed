A breach of the handshake is named under the headline, judged by a scenario, and allowed for in all others.

  $ stubborn run --jobs 1 --fault frame-line-ends $ROOT/scenarios/handshake -f handshake/ | grep -E 'allowed|WARN|FAIL'
    it sends bytes between packets: allowed for
  WARN   handshake/nothing-between-packets                                 cause 1   FRAME-020  should
  $ stubborn run --jobs 1 --fault ack-after-reply $ROOT/scenarios/handshake $ROOT/scenarios/memory | grep -E 'allowed|^FAIL|^HANG|^  memory'
    it sends '+' behind the reply: allowed for
    memory         183 pass
  FAIL   handshake/one-plus-before-the-reply                                 cause 1   ACK-001  must

Upper-case hex digits are judged in one place, too.

  $ stubborn run --jobs 1 --fault frame-upper-case $ROOT/scenarios/framing $ROOT/scenarios/memory/write.yaml | grep -E 'allowed|WARN|^  memory'
    it writes hex digits in upper case: allowed for
    memory          15 pass
  WARN   framing/any-memory-digits-are-lower-case                          cause 2   FRAME-003  should
  WARN   framing/any-register-digits-are-lower-case                        cause 3   FRAME-003  should
  WARN   framing/hex-digits-are-lower-case                                 cause 2   FRAME-003  should

Nothing there: exit status 3, with a report in every form asked for.

  $ stubborn run --stub tcp:127.0.0.1:1 -o term:t -o json:j -o html:h -o junit:x -o tap:p 2>&1 > /dev/null; grep -l 'Connection refused' t j h x p; rm t j h x p
  stubborn run: tcp:127.0.0.1:1: Connection refused; is it started? --wait 10s tries for so long
  t
  j
  h
  x
  p

A stub that dies before it says a byte: the same, with its last words.

  $ stubborn run --stub 'pipe:sh -c "echo no board found >&2; exit 1"' -o json:j 2>&1 > /dev/null; python3 -c 'import json; r = json.load(open("j")); print(r["exit_code"], r["trouble"])'; rm j
  stubborn run: the stub ended before it sent a byte: exit 1; its last words: no board found\x0a
  3 the stub ended before it sent a byte: exit 1; its last words: no board found\x0a

With --wait a stub may come later; one that is there no more after its first client says so.

  $ stubborn run --stub unix:s --wait 30s -f handshake/ $ROOT/scenarios/handshake > log & pid=$!; stubborn stub -q --listen unix:s hello & stub=$!; wait $pid; echo status $?; kill $stub; grep '^  handshake' log; rm log
  status 0
    handshake        7 pass
  $ stubborn stub -q --listen unix:o --once hello & pid=$!; stubborn run --stub unix:o --wait 30s $ROOT/scenarios/handshake -o json:j 2>&1 > /dev/null; wait $pid; rm -f j
  stubborn run: the stub served the look and no client after it (unix:o: No such file or directory); start it again and say --one-connection
