Bad command lines end with status 2, say what is wrong, and what was probably meant.

  $ stubborn 2>&1 | head -1
  $ stubborn rnu
  $ stubborn frobnicate
  $ stubborn help snd
  $ stubborn help run list
  $ stubborn run --sutb x
  $ stubborn run --jobs
  $ stubborn run --jobs many
  $ stubborn run --jobs 1000
  $ stubborn run --timeout 5
  $ stubborn run --matrix everything
  $ stubborn run --update-baseline
  $ stubborn run --baseline nowhere.yaml
  $ stubborn run --filter no-such-scenario
  $ stubborn run --fault mem-decimal-lenght
  $ stubborn run nowhere.yaml
  $ stubborn run --stub refrence
  $ stubborn run --stub tpc:127.0.0.1:1
  $ stubborn run --stub tcp:127.0.0.1:port
  $ stubborn run --stub profile:gdbsrver
  $ stubborn send
  $ stubborn send 'm\q'
  $ stubborn decode --from nobody '$OK#9a'
  $ stubborn decode --raw --hex
  $ stubborn list faluts
  $ stubborn packet-reference now
  $ stubborn selftest --fault mem-decimal-lenght
  $ stubborn stub --multimem short
  $ stubborn stub --listen tcp:x:y:z
  $ stubborn stub --packet-size big
  $ stubborn stub helo

A stub that is out of reach ends with status 3, and says what was tried.

  $ stubborn run --stub tcp:127.0.0.1:1
  $ stubborn run --stub unix:nowhere.sock
  $ stubborn run --stub exec:./nowhere
  $ stubborn send --stub exec:'sh -c "echo wrong board >&2; exit 7"' '?'
