Scenarios for debug adapters: what needs no adapter.

  $ stubborn adapter lint
  308 scenarios, no errors

  $ stubborn adapter list --filter DAP-CANCEL-013
  cancel/id-of-a-later-request                             should DAP-CANCEL-013

  $ stubborn adapter
  stubborn adapter: name an action: run, init, list, lint, bench, fuzz, selftest or faults
  try: stubborn help adapter
  [2]

  $ stubborn adapter judge
  stubborn adapter: unknown action 'judge'; expected run, init, list, lint, bench, fuzz, selftest or faults
  try: stubborn help adapter
  [2]

  $ stubborn adapter run
  stubborn adapter: which adapter? --adapter exec:COMMAND, or --profile NAME
  try: stubborn help adapter
  [2]

  $ stubborn adapter run --adapter exec:cat --filter nothing/at-all
  stubborn adapter: no scenario is selected
  try: stubborn help adapter
  [2]

A folder that is not there is told before anything is played.

  $ stubborn adapter run --adapter exec:cat --sources nowhere
  stubborn adapter: --sources nowhere: no such folder
  try: stubborn help adapter
  [2]

  $ stubborn adapter run --adapter exec:cat --debuggees /nowhere/at-all
  stubborn adapter: --debuggees /nowhere/at-all: no such folder
  try: stubborn help adapter
  [2]

An adapter that ends instead of listening is none, and no scenario is played.

  $ stubborn adapter run --adapter 'exec:false {port}' --filter framing/ 2>&1 | grep -o -E '^no scenario was judged.*|^stubborn adapter: .*|[0-9]+ CRASH ' | sort -u
  no scenario was judged: the program ended (exit 1) instead of listening

Nor is one that sends back what it gets: that is known at once.

  $ stubborn adapter run --adapter exec:cat --filter base/ >/dev/null
  stubborn adapter: it sends back what it gets, and answers nothing: is it a debug adapter?
  [3]

A mistake in a scenario has its place.

  $ printf 'scenario: a/b\ntitle: t\ncovers: [DAP-FRAME-999]\nprotocol: dap\nsteps:\n  - reqest: threads\n' > wrong.yaml
  $ stubborn adapter lint wrong.yaml
  wrong.yaml:6:5: error: unknown key 'reqest'
      6 |   - reqest: threads
        |     ^^^^^^  did you mean 'request'?
  [2]

`lint` knows such files, too, by their protocol.

  $ stubborn lint wrong.yaml
  wrong.yaml:6:5: error: unknown key 'reqest'
      6 |   - reqest: threads
        |     ^^^^^^  did you mean 'request'?
  1 error in 1 file
  [2]

An unknown requirement is told.

  $ printf 'scenario: a/b\ntitle: t\ncovers: [DAP-FRAME-999]\nprotocol: dap\nsteps:\n  - request: threads\n' > id.yaml
  $ stubborn adapter lint id.yaml
  id.yaml:3:10: error: no requirement 'DAP-FRAME-999'
      3 | covers: [DAP-FRAME-999]
        |          ^^^^^^^^^^^^^
  [2]

What `fuzz` could not write is told, whatever else went wrong.

  $ printf 'adapter: exec:false\nname: dead\ndebuggees: adapters-riscv64\nlaunch: {program: x}\n' > dead.yaml
  $ mkdir -p out/results.json; stubborn adapter fuzz --profile ./dead.yaml --runs 1 --out out 2>&1 > said | grep results
  stubborn adapter: out/results.json: can not be written: Is a directory
