Colours: only on a terminal, unless the environment or --color says else. --color goes first, then NO_COLOR.

  $ coloured() { stubborn run $TESTS/suite/verdicts.yaml "$@" | grep -qc $'\x1b\[' && echo colours || echo plain; }
  > coloured; coloured --color auto; coloured --color always; coloured --color=never
  > FORCE_COLOR=1 coloured; CLICOLOR_FORCE=1 coloured; FORCE_COLOR=0 coloured; FORCE_COLOR= coloured
  > NO_COLOR=1 FORCE_COLOR=1 coloured; NO_COLOR=1 coloured --color always; NO_COLOR= FORCE_COLOR=1 coloured; FORCE_COLOR=1 coloured --color never
  plain
  plain
  colours
  plain
  colours
  colours
  plain
  plain
  plain
  colours
  colours
  plain
  $ terminal() { TERM=$1 script -qec "stubborn run $TESTS/suite/verdicts.yaml $2" /dev/null | grep -qc $'\x1b\[' && echo colours || echo plain; }
  > terminal xterm; terminal dumb; NO_COLOR=1 terminal xterm; terminal xterm --color=never
  colours
  plain
  plain
  plain

A file has none, and every command knows the option.

  $ stubborn run $TESTS/suite/verdicts.yaml --color always -o term:report.txt > /dev/null; grep -c $'\x1b' report.txt
  0
  [1]
  $ for command in selftest fuzz merge matrix list lint stub send probe decode capture proxy bench help; do stubborn $command --color x 2>&1 | head -1; done | sort | uniq -c | sed 's/^ *//'
  1 stubborn bench: --color x: expected auto, always or never
  1 stubborn capture: --color x: expected auto, always or never
  1 stubborn decode: --color x: expected auto, always or never
  1 stubborn fuzz: --color x: expected auto, always or never
  1 stubborn help: --color x: expected auto, always or never
  1 stubborn lint: --color x: expected auto, always or never
  1 stubborn list: --color x: expected auto, always or never
  1 stubborn matrix: --color x: expected auto, always or never
  1 stubborn merge: --color x: expected auto, always or never
  1 stubborn probe: --color x: expected auto, always or never
  1 stubborn proxy: --color x: expected auto, always or never
  1 stubborn selftest: --color x: expected auto, always or never
  1 stubborn send: --color x: expected auto, always or never
  1 stubborn stub: --color x: expected auto, always or never
  $ stubborn run --colour always
  stubborn run: unknown option --colour; did you mean --color?
  try: stubborn help run
  [2]
