Scenarios for debug adapters: what needs no adapter.

  $ stubborn adapter lint
  236 scenarios, no errors

  $ stubborn adapter list --filter DAP-CANCEL-013
  cancel/id-of-a-later-request                             should DAP-CANCEL-013

  $ stubborn adapter
  stubborn adapter: run, list, lint, bench, fuzz, selftest or faults, not ''
  try: stubborn help adapter
  [2]

  $ stubborn adapter judge
  stubborn adapter: run, list, lint, bench, fuzz, selftest or faults, not 'judge'
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
