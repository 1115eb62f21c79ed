Bad command lines end with status 2, say what is wrong, and what was probably meant.

  $ stubborn 2>&1 | head -1
  stubborn: conformance and fuzz testing for the GDB Remote Serial Protocol
  $ stubborn rnu
  stubborn: unknown command 'rnu'; did you mean 'run'?
  try: stubborn help
  [2]
  $ stubborn frobnicate
  stubborn: unknown command 'frobnicate'
  try: stubborn help
  [2]
  $ stubborn help snd
  stubborn help: unknown command 'snd'; did you mean 'send'?
  try: stubborn help
  [2]
  $ stubborn help run list
  stubborn help: one command at a time
  try: stubborn help
  [2]
  $ stubborn run --sutb x
  stubborn run: unknown option --sutb; did you mean --stub?
  try: stubborn help run
  [2]
  $ stubborn run --jobs
  stubborn run: --jobs needs a value
  try: stubborn help run
  [2]
  $ stubborn run --jobs many
  stubborn run: --jobs many: expected a number, decimal or with 0x
  try: stubborn help run
  [2]
  $ stubborn run --jobs 1000
  stubborn run: --jobs 1000: at most 64
  try: stubborn help run
  [2]
  $ stubborn run --timeout 5
  stubborn run: --timeout 5: expected a time with its unit: 500us, 20ms, 2s, 10m
  try: stubborn help run
  [2]
  $ stubborn run --matrix everything
  stubborn run: --matrix: 'everything' is no variant; expected acks, write, run-length, all, or values: ack,bytewise
  try: stubborn help run
  [2]
  $ stubborn run --update-baseline
  stubborn run: --update-baseline: name the file by --baseline
  try: stubborn help run
  [2]
  $ stubborn run --baseline nowhere.yaml
  stubborn run: no baseline nowhere.yaml; --update-baseline writes what fails today
  try: stubborn help run
  [2]
  $ stubborn run --filter no-such-scenario
  stubborn run: --filter no-such-scenario: selects nothing; expected a scenario, a glob, a requirement or its group, or tag:NAME; see: stubborn list scenarios
  try: stubborn help run
  [2]
  $ stubborn run --fault mem-decimal-lenght
  stubborn run: no fault 'mem-decimal-lenght'; did you mean 'mem-decimal-length'?
  try: stubborn help run
  [2]
  $ stubborn run nowhere.yaml
  nowhere.yaml: error: no such file or folder
  [2]
  $ stubborn run --stub refrence
  stubborn run: --stub refrence: did you mean 'reference'?
  try: stubborn help run
  [2]
  $ stubborn run --stub tpc:127.0.0.1:1
  stubborn run: --stub tpc:127.0.0.1:1: did you mean 'tcp:'?
  try: stubborn help run
  [2]
  $ stubborn run --stub tcp:127.0.0.1:port
  stubborn run: --stub tcp:127.0.0.1:port: no port number (0 to 65535) in 'tcp:127.0.0.1:port'
  try: stubborn help run
  [2]
  $ stubborn run --stub profile:gdbsrver
  stubborn run: no profile 'gdbsrver'.* (re)
  [2]
  $ stubborn send
  stubborn send: no packet given; for example: stubborn send --stub tcp:127.0.0.1:1234 '?'
  try: stubborn help send
  [2]
  $ stubborn send 'm\q'
  stubborn send: column 2 of 'm\q': a backslash starts \xNN, \n, \r, \t or \\
  try: stubborn help send
  [2]
  $ stubborn decode --from nobody '$OK#9a'
  stubborn decode: --from nobody: expected client or stub
  try: stubborn help decode
  [2]
  $ stubborn decode --raw --hex
  stubborn decode: --raw reads wire bytes from standard input, and nothing else
  try: stubborn help decode
  [2]
  $ stubborn list faluts
  stubborn list: no list of 'faluts'; did you mean 'faults'?
  try: stubborn help list
  [2]
  $ stubborn packet-reference now
  stubborn packet-reference: takes no arguments
  try: stubborn help packet-reference
  [2]
  $ stubborn selftest --fault mem-decimal-lenght
  stubborn selftest: no fault 'mem-decimal-lenght'; did you mean 'mem-decimal-length'?
  try: stubborn help selftest
  [2]
  $ stubborn stub --multimem short
  stubborn stub: --multimem short: expected lldb|rfc
  try: stubborn help stub
  [2]
  $ stubborn stub --listen tcp:x:y:z
  stubborn stub: --listen tcp:x:y:z: no port number (0 to 65535) in 'tcp:x:y:z'
  try: stubborn help stub
  [2]
  $ stubborn stub --packet-size big
  stubborn stub: --packet-size big: expected a number, decimal or with 0x
  try: stubborn help stub
  [2]
  $ stubborn stub helo
  stubborn stub: no bundled program 'helo'; did you mean 'hello'?
  [2]

A stub that is out of reach ends with status 3, and says what was tried.

  $ stubborn run --stub tcp:127.0.0.1:1 > /dev/null
  stubborn run: tcp:127.0.0.1:1: Connection refused; is it started? --wait 10s tries for so long
  [3]
  $ stubborn run --stub unix:nowhere.sock > /dev/null
  stubborn run: unix:nowhere.sock: No such file or directory; is it started? --wait 10s tries for so long
  [3]
  $ stubborn run --stub exec:./nowhere > /dev/null
  stubborn run: ./nowhere: No such file or directory
  [3]
  $ stubborn send --stub exec:'sh -c "echo wrong board >&2; exit 7"' '?'
     opened as GDB does: +, qSupported: the stub died
     its last words: wrong board\x0a
  [3]

A zero that would stand for the default is refused; where it means something it is taken.

  $ for option in --jobs --seed --max-messages --pipeline --session --edges --memory; do stubborn fuzz $option 0; done 2>&1 | grep -v try:
  stubborn fuzz: --jobs 0: expected at least 1
  stubborn fuzz: --seed 0: expected at least 1
  stubborn fuzz: --max-messages 0: expected at least 1
  stubborn fuzz: --pipeline 0: expected at least 1
  stubborn fuzz: --session 0: expected at least 1
  stubborn fuzz: --edges 0: expected at least 1
  stubborn fuzz: --memory 0: expected at least 1
  $ for option in --for --timeout --patience; do stubborn fuzz $option 0s; done 2>&1 | grep -v try:
  stubborn fuzz: --for 0s: expected a time longer than 0: 500us, 20ms, 2s, 10m
  stubborn fuzz: --timeout 0s: expected a time longer than 0: 500us, 20ms, 2s, 10m
  stubborn fuzz: --patience 0s: expected a time longer than 0: 500us, 20ms, 2s, 10m
  $ for option in --jobs --seed; do stubborn run $option 0; stubborn selftest $option 0; done 2>&1 | grep -v try:
  stubborn run: --jobs 0: expected at least 1
  stubborn selftest: --jobs 0: expected at least 1
  stubborn run: --seed 0: expected at least 1
  stubborn selftest: --seed 0: expected at least 1
  $ for option in --wait --timeout; do stubborn run $option 0ms; done 2>&1 | grep -v try:
  stubborn run: --wait 0ms: expected a time longer than 0: 500us, 20ms, 2s, 10m
  stubborn run: --timeout 0ms: expected a time longer than 0: 500us, 20ms, 2s, 10m
  $ for option in --repeat --seed; do stubborn bench $option 0; done 2>&1 | grep -v try:
  stubborn bench: --repeat 0: expected at least 1
  stubborn bench: --seed 0: expected at least 1
  $ for option in --pace --timeout; do stubborn bench $option 0h; done 2>&1 | grep -v try:
  stubborn bench: --pace 0h: expected a time longer than 0: 500us, 20ms, 2s, 10m
  stubborn bench: --timeout 0h: expected a time longer than 0: 500us, 20ms, 2s, 10m
  $ for option in --port --packet-size; do stubborn capture analyze $option 0 x; done 2>&1 | grep -v try:
  stubborn capture: --port 0: expected at least 1
  stubborn capture: --packet-size 0: expected at least 1
  $ for option in --rate --split --close-after; do stubborn proxy $option 0; done 2>&1 | grep -v try:
  stubborn proxy: --rate 0: expected at least 1
  stubborn proxy: --split 0: expected at least 1
  stubborn proxy: --close-after 0: expected at least 1
  $ stubborn send --timeout 0s '?'; stubborn proxy --timeout 0s; stubborn capture replay --timeout 0.1ns x
  stubborn send: --timeout 0s: expected a time longer than 0: 500us, 20ms, 2s, 10m
  try: stubborn help send
  stubborn proxy: --timeout 0s: expected a time longer than 0: 500us, 20ms, 2s, 10m
  try: stubborn help proxy
  stubborn capture: --timeout 0.1ns: expected a time longer than 0: 500us, 20ms, 2s, 10m
  try: stubborn help capture
  [2]
  $ stubborn send --listen 0s --rtt 0s '?' | tail -1
         register 8 = 0000000000000000
  $ stubborn fuzz --jobs -1; stubborn fuzz --jobs 0x0; stubborn fuzz --for 0; stubborn fuzz --jobs=00
  stubborn fuzz: --jobs -1: expected a number, decimal or with 0x
  try: stubborn help fuzz
  stubborn fuzz: --jobs 0x0: expected at least 1
  try: stubborn help fuzz
  stubborn fuzz: --for 0: expected a time with its unit: 500us, 20ms, 2s, 10m
  try: stubborn help fuzz
  stubborn fuzz: --jobs 00: expected at least 1
  try: stubborn help fuzz
  [2]

A filter that selects nothing names what is near, also beside others that select something.

  $ for filter in memry/ BKR-001 tag:hostil 'framng/*' zzzz; do stubborn run --filter acks/ --filter "$filter" 2>&1 | head -1; done
  stubborn run: --filter memry/: selects nothing; did you mean 'memory/'?
  stubborn run: --filter BKR-001: selects nothing; did you mean 'BRK-001'?
  stubborn run: --filter tag:hostil: selects nothing; did you mean 'tag:hostile'?
  stubborn run: --filter framng/*: selects nothing; did you mean 'framing/'?
  stubborn run: --filter zzzz: selects nothing; expected a scenario, a glob, a requirement or its group, or tag:NAME; see: stubborn list scenarios
  $ stubborn list --filter memory/red-any; stubborn selftest --filter QSPU
  stubborn list: --filter memory/red-any: selects nothing; did you mean 'memory/'?
  try: stubborn help list
  stubborn selftest: --filter QSPU: selects nothing; did you mean 'QSUP'?
  try: stubborn help selftest
  [2]
  $ stubborn list --filter '!nothing' --filter acks/ 2>/dev/null | wc -l
  13

A word near to an area is one edit away from its name.

  $ stubborn run --filter memry
  stubborn run: --filter memry: selects nothing; did you mean 'memory'?
  try: stubborn help run
  [2]
  $ stubborn run --require memry
  stubborn run: --require memry: no area of the suite, no requirement and no packet; did you mean 'memory'?
  try: stubborn help run
  [2]
