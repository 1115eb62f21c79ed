A hundred and twenty command lines as people mistype them, and what each is told: one loop, a line, its answer, its status.

  $ printf 'scenario: a/one\ntitle: One\ncovers: ACK-001\nsteps:\n  - send: "?"\n' > good.yaml; : > empty.yaml; printf 'stub: exec:cat\n' > my.yaml; printf 'Just some notes.\n' > notes.txt; cp /bin/true prog.elf
  $ while IFS= read -r line; do echo "% $line"; eval "$line" < /dev/null; echo "[$?]"; done <<'X' 2>&1 | sed "s|$ROOT|ROOT|g; s|$PWD|PWD|g"
  > stubborn --verison
  > stubborn -v
  > stubborn --stub tcp:127.0.0.1:1 run
  > stubborn tcp:127.0.0.1:1234
  > stubborn localhost:1234
  > stubborn ./mystub
  > stubborn rnu
  > stubborn test
  > stubborn check
  > stubborn gdb
  > stubborn version
  > stubborn help me
  > stubborn run --stub localhost:1234 good.yaml
  > stubborn run --stub 1234 good.yaml
  > stubborn run --stub tcp://localhost:1234 good.yaml
  > stubborn run --stub tcp:localhost good.yaml
  > stubborn run --stub 'exec:' good.yaml
  > stubborn run --stub "exec:'./mystub" good.yaml
  > stubborn run --stub gdbserver good.yaml
  > stubborn run --stub /dev/null good.yaml
  > stubborn run --stub ./prog.elf good.yaml
  > stubborn run localhost:1234
  > stubborn run tcp:localhost:1234
  > stubborn run ./prog.elf
  > stubborn run --stub
  > stubborn run --program prog.elf
  > stubborn run --port 1234
  > stubborn run --host localhost
  > stubborn run -o htm:x
  > stubborn run -o report.html
  > stubborn run -o html:no/such/folder.html
  > stubborn run -o json -o junit
  > stubborn run --timeout 5
  > stubborn run --jobs -1
  > stubborn run --config nope.yaml
  > stubborn run --config empty.yaml --no-config
  > stubborn run --profile gdbserver
  > stubborn run --stub profile:gdb-server good.yaml
  > stubborn run --stub exec:true --listen 1234
  > stubborn run --listen nowhere good.yaml
  > stubborn run --debugger gdb good.yaml
  > stubborn run --shard 3/2 good.yaml
  > stubborn run --min-judged lots good.yaml
  > stubborn run empty.yaml
  > stubborn run nope.yaml
  > stubborn run notes.txt
  > stubborn probe 127.0.0.1:1234
  > stubborn probe -o html
  > stubborn fuzz localhost:1234
  > stubborn fuzz --stub localhost:1234 -c none
  > stubborn fuzz --allow everything -c none
  > stubborn fuzz replay
  > stubborn fuzz merge
  > stubborn fuzz replay nowhere
  > stubborn send
  > stubborn send --stub tcp:127.0.0.1:1 '?'
  > stubborn send 'm\x'
  > stubborn decode --hex xyz
  > stubborn decode --from gdb g
  > stubborn decode notes.txt
  > stubborn lint nope.yaml
  > stubborn lint empty.yaml
  > stubborn lint my.yaml
  > stubborn lint notes.txt
  > stubborn list scenario
  > stubborn list --uncoverd
  > stubborn selftest --stub tcp:127.0.0.1:1
  > stubborn stub nosuch
  > stubborn stub notes.txt
  > stubborn stub --port 1234
  > stubborn stub --listen localhost
  > stubborn stub --program hello
  > stubborn shell tcp:127.0.0.1:1
  > stubborn dap --listen localhost
  > stubborn dap prog
  > stubborn dap --program notes.txt
  > stubborn dap --port 4711
  > stubborn adapter
  > stubborn adapter rnu
  > stubborn adapter run
  > stubborn adapter run --adapter localhost:4711
  > stubborn adapter run lldb-dap
  > stubborn adapter run --profile lldb
  > stubborn adapter run --adapter lldb-dap
  > stubborn capture
  > stubborn capture session.pcap
  > stubborn capture analyse x.pcap
  > stubborn capture show
  > stubborn capture show notes.txt
  > stubborn capture show -e 'kind = m' notes.txt
  > stubborn condition
  > stubborn condition --program notes.txt --at work
  > stubborn condition --program hello --at nowhere.c:1
  > stubborn condition --at work --if a --if b
  > stubborn bench --wrokload x
  > stubborn bench nosuch
  > stubborn proxy
  > stubborn proxy --stub tcp:127.0.0.1:1 --listen nowhere
  > stubborn matrix
  > stubborn matrix nope.json
  > stubborn merge
  > stubborn merge notes.txt
  > stubborn init localhost:1234
  > stubborn packet-reference m
  > stubborn run -stub reference good.yaml
  > stubborn run -output html
  > stubborn run stub=reference
  > stubborn run scenario/framing
  > stubborn run scenarios/framing
  > stubborn run memory
  > stubborn run gdbserver
  > stubborn run --stub /dev/ttyUSB9 good.yaml
  > stubborn run --stub serial:/dev/ttyUSB9:115200 good.yaml
  > stubborn run --stub 127.0.0.1:99999 good.yaml
  > stubborn run --stub 'sh :1234 ./work' good.yaml
  > stubborn run --stub serial good.yaml
  > stubborn --help merge | head -1
  > stubborn --help nosuch
  > stubborn send '$g#67' | head -1
  > stubborn send vcont? | head -1
  > X
  % stubborn --verison
  stubborn: unknown option '--verison'; did you mean '--version'?
  try: stubborn help
  [2]
  % stubborn -v
  stubborn: '-v' stands before a command: the command comes first, as in stubborn run -v
  try: stubborn help
  [2]
  % stubborn --stub tcp:127.0.0.1:1 run
  stubborn: '--stub' stands before a command: the command comes first, as in stubborn run --stub
  try: stubborn help
  [2]
  % stubborn tcp:127.0.0.1:1234
  stubborn: 'tcp:127.0.0.1:1234' is no command; to judge a stub: stubborn run --stub tcp:127.0.0.1:1234
  try: stubborn help
  [2]
  % stubborn localhost:1234
  stubborn: 'localhost:1234' is no command; to judge a stub: stubborn run --stub tcp:localhost:1234
  try: stubborn help
  [2]
  % stubborn ./mystub
  stubborn: unknown command './mystub'
  try: stubborn help
  [2]
  % stubborn rnu
  stubborn: unknown command 'rnu'; did you mean 'run'?
  try: stubborn help
  [2]
  % stubborn test
  stubborn: unknown command 'test'; did you mean 'run'?
  try: stubborn help
  [2]
  % stubborn check
  stubborn: unknown command 'check'; did you mean 'run'?
  try: stubborn help
  [2]
  % stubborn gdb
  stubborn: unknown command 'gdb'
  try: stubborn help
  [2]
  % stubborn version
  stubborn: unknown command 'version'; did you mean '--version'?
  try: stubborn help
  [2]
  % stubborn help me
  stubborn help: unknown command 'me'
  try: stubborn help
  [2]
  % stubborn run --stub localhost:1234 good.yaml
  stubborn run: --stub localhost:1234: did you mean 'tcp:localhost:1234'?
  try: stubborn help run
  [2]
  % stubborn run --stub 1234 good.yaml
  stubborn run: --stub 1234: did you mean 'tcp:1234'?
  try: stubborn help run
  [2]
  % stubborn run --stub tcp://localhost:1234 good.yaml
  stubborn run: --stub tcp://localhost:1234: no '//' stands before a host in 'tcp://localhost:1234'
  try: stubborn help run
  [2]
  % stubborn run --stub tcp:localhost good.yaml
  stubborn run: --stub tcp:localhost: no port number (0 to 65535) in 'tcp:localhost'
  try: stubborn help run
  [2]
  % stubborn run --stub 'exec:' good.yaml
  stubborn run: --stub exec:: no command in 'exec:'
  try: stubborn help run
  [2]
  % stubborn run --stub "exec:'./mystub" good.yaml
  stubborn run: --stub exec:'./mystub: a quote that does not end in 'exec:'./mystub'
  try: stubborn help run
  [2]
  % stubborn run --stub gdbserver good.yaml
  stubborn run: --stub gdbserver: did you mean 'profile:gdbserver'?
  try: stubborn help run
  [2]
  % stubborn run --stub /dev/null good.yaml
  stubborn run: --stub /dev/null: did you mean 'pty:/dev/null'?
  try: stubborn help run
  [2]
  % stubborn run --stub ./prog.elf good.yaml
  stubborn run: --stub ./prog.elf: did you mean 'exec:./prog.elf'?
  try: stubborn help run
  [2]
  % stubborn run localhost:1234
  stubborn run: 'localhost:1234' is no scenario; a stub is named by --stub tcp:localhost:1234
  try: stubborn help run
  [2]
  % stubborn run tcp:localhost:1234
  stubborn run: 'tcp:localhost:1234' is no scenario; a stub is named by --stub tcp:localhost:1234
  try: stubborn help run
  [2]
  % stubborn run ./prog.elf
  stubborn run: './prog.elf' is no scenario; a stub is named by --stub exec:./prog.elf
  try: stubborn help run
  [2]
  % stubborn run --stub
  stubborn run: --stub needs a value
  try: stubborn help run
  [2]
  % stubborn run --program prog.elf
  stubborn run: unknown option --program, which is an option of fuzz, send, shell, probe, dap, capture, proxy, condition
  try: stubborn help run
  [2]
  % stubborn run --port 1234
  stubborn run: unknown option --port; --stub tcp:HOST:PORT names the stub
  try: stubborn help run
  [2]
  % stubborn run --host localhost
  stubborn run: unknown option --host; --stub tcp:HOST:PORT names the stub
  try: stubborn help run
  [2]
  % stubborn run -o htm:x
  stubborn run: -o htm:x: no such format; did you mean 'html'?
  try: stubborn help run
  [2]
  % stubborn run -o report.html
  stubborn run: -o report.html: the format comes first; did you mean 'html:report.html'?
  try: stubborn help run
  [2]
  % stubborn run -o html:no/such/folder.html
  stubborn run: -o: no folder no/such for the report
  try: stubborn help run
  [2]
  % stubborn run -o json -o junit
  stubborn run: -o: only one report can go to standard output
  try: stubborn help run
  [2]
  % stubborn run --timeout 5
  stubborn run: --timeout 5: expected a time with its unit: 500us, 20ms, 2s, 10m
  try: stubborn help run
  [2]
  % stubborn run --jobs -1
  stubborn run: --jobs -1: expected a number, decimal or with 0x
  try: stubborn help run
  [2]
  % stubborn run --config nope.yaml
  nope.yaml: error: can't be opened: No such file or directory
  [2]
  % stubborn run --config empty.yaml --no-config
  stubborn run: --config and --no-config: one of them
  try: stubborn help run
  [2]
  % stubborn run --profile gdbserver
  stubborn run: unknown option --profile; --stub profile:NAME names it
  try: stubborn help run
  [2]
  % stubborn run --stub profile:gdb-server good.yaml
  stubborn run: no profile 'gdb-server'; did you mean 'gdbserver'?
  [2]
  % stubborn run --stub exec:true --listen 1234
  stubborn run: --stub, --listen and --debugger: one of them
  try: stubborn help run
  [2]
  % stubborn run --listen nowhere good.yaml
  stubborn run: --listen nowhere: expected PORT, HOST:PORT or unix:PATH; no port number (0 to 65535) in 'tcp:nowhere'
  try: stubborn help run
  [2]
  % stubborn run --debugger gdb good.yaml
  stubborn run: --debugger gdb: needs {port}, the port to connect to, in one of its words
  try: stubborn help run
  [2]
  % stubborn run --shard 3/2 good.yaml
  stubborn run: --shard 3/2: expected K/N, as 1/3, 2/3 and 3/3; N at most 1000
  try: stubborn help run
  [2]
  % stubborn run --min-judged lots good.yaml
  stubborn run: --min-judged lots: a share from 1% to 100%
  try: stubborn help run
  [2]
  % stubborn run empty.yaml
  stubborn run: there is no scenario in it; see: stubborn list scenarios
  try: stubborn help run
  [2]
  % stubborn run nope.yaml
  nope.yaml: error: no such file or folder
        did you mean 'good.yaml'?
  [2]
  % stubborn run notes.txt
  notes.txt:1:1: error: 'Just some notes.' where a map is wanted
      1 | Just some notes.
        | ^^^^^^^^^^^^^^^^
  1 error in 1 file
  [2]
  % stubborn probe 127.0.0.1:1234
  stubborn probe: probe takes no operands; the stub is named by --stub
  try: stubborn help probe
  [2]
  % stubborn probe -o html
  stubborn probe: -o html: no such format; expected text, profile or json
  try: stubborn help probe
  [2]
  % stubborn fuzz localhost:1234
  stubborn fuzz: 'localhost:1234': a stub is named by --stub tcp:localhost:1234
  try: stubborn help fuzz
  [2]
  % stubborn fuzz --stub localhost:1234 -c none
  stubborn fuzz: --stub localhost:1234: did you mean 'tcp:localhost:1234'?
  try: stubborn help fuzz
  [2]
  % stubborn fuzz --allow everything -c none
  stubborn fuzz: --allow 'everything': expected hostio, run, monitor, process, platform, flash, lasting, or all
  try: stubborn help fuzz
  [2]
  % stubborn fuzz replay
  stubborn fuzz: replay: expected folders of findings, as in: stubborn fuzz replay FOLDER
  try: stubborn help fuzz
  [2]
  % stubborn fuzz merge
  stubborn fuzz: merge: expected folders and --campaign FOLDER, as in: stubborn fuzz merge A B --campaign C
  try: stubborn help fuzz
  [2]
  % stubborn fuzz replay nowhere
  stubborn fuzz: replay: nowhere lies in no campaign: name the stub with --stub
  try: stubborn help fuzz
  [2]
  % stubborn send
  stubborn send: no packet given; for example: stubborn send --stub tcp:127.0.0.1:1234 '?'
  try: stubborn help send
  [2]
  % stubborn send --stub tcp:127.0.0.1:1 '?'
  stubborn send: tcp:127.0.0.1:1: Connection refused; is it started? --wait 10s tries for so long
  [3]
  % stubborn send 'm\x'
  stubborn send: column 2 of 'm\x': a backslash starts \xNN, \n, \r, \t or \\
  try: stubborn help send
  [2]
  % stubborn decode --hex xyz
  stubborn decode: byte 1: expected a hex digit
  try: stubborn help decode
  [2]
  % stubborn decode --from gdb g
  stubborn decode: --from gdb: expected client or stub
  try: stubborn help decode
  [2]
  % stubborn decode notes.txt
  stubborn decode: notes.txt: no packet in 1 line: line 1 'Just some notes.'
  [1]
  % stubborn lint nope.yaml
  nope.yaml: error: no such file or folder
        did you mean 'good.yaml'?
  [2]
  % stubborn lint empty.yaml
  empty.yaml:1:1: error: nothing in this file
        a scenario begins with 'scenario:', settings with an option's name, as 'stub:'
  1 error in 1 file
  [2]
  % stubborn lint my.yaml
  1 file, 0 scenarios, no errors
  [0]
  % stubborn lint notes.txt
  notes.txt:1:1: error: 'Just some notes.' where a map is wanted
      1 | Just some notes.
        | ^^^^^^^^^^^^^^^^
  1 error in 1 file
  [2]
  % stubborn list scenario
  stubborn list: no list of 'scenario'; did you mean 'scenarios'?
  try: stubborn help list
  [2]
  % stubborn list --uncoverd
  stubborn list: unknown option --uncoverd; did you mean --uncovered?
  try: stubborn help list
  [2]
  % stubborn selftest --stub tcp:127.0.0.1:1
  stubborn selftest: unknown option --stub, which is an option of init, run, fuzz, finding, interop, send, shell, probe, dap, capture, proxy, bench, condition
  try: stubborn help selftest
  [2]
  % stubborn stub nosuch
  stubborn stub: no bundled program 'nosuch'; see: stubborn list programs
  [2]
  % stubborn stub notes.txt
  stubborn stub: PWD/notes.txt: not an ELF file
  [2]
  % stubborn stub --port 1234
  stubborn stub: unknown option --port; --listen HOST:PORT says where to listen
  try: stubborn help stub
  [2]
  % stubborn stub --listen localhost
  stubborn stub: --listen localhost: expected PORT (of loopback), HOST:PORT, unix:PATH or stdio
  try: stubborn help stub
  [2]
  % stubborn stub --program hello
  stubborn stub: unknown option --program, which is an option of fuzz, send, shell, probe, dap, capture, proxy, condition
  try: stubborn help stub
  [2]
  % stubborn shell tcp:127.0.0.1:1
  stubborn shell: takes no operands: --stub names the stub; packets come on standard input, or by stubborn send
  try: stubborn help shell
  [2]
  % stubborn dap --listen localhost
  stubborn dap: --listen localhost: expected PORT (of loopback), HOST:PORT, unix:PATH or stdio
  try: stubborn help dap
  [2]
  % stubborn dap prog
  stubborn dap: unexpected 'prog': the program is named by --program
  try: stubborn help dap
  [2]
  % stubborn dap --program notes.txt
  stubborn dap: --program: notes.txt: it is no ELF file: there will be no lines and no variables
  [0]
  % stubborn dap --port 4711
  stubborn dap: unknown option --port; --listen HOST:PORT says where to listen
  try: stubborn help dap
  [2]
  % stubborn adapter
  stubborn adapter: name an action: run, init, list, lint, bench, fuzz, selftest or faults
  try: stubborn help adapter
  [2]
  % stubborn adapter rnu
  stubborn adapter: unknown action 'rnu'; did you mean 'run'?
  try: stubborn help adapter
  [2]
  % stubborn adapter run
  stubborn adapter: which adapter? --adapter exec:COMMAND, or --profile NAME
  try: stubborn help adapter
  [2]
  % stubborn adapter run --adapter localhost:4711
  stubborn adapter: --adapter localhost:4711: did you mean 'tcp:localhost:4711'?
  try: stubborn help adapter
  [2]
  % stubborn adapter run lldb-dap
  stubborn adapter: 'lldb-dap' is no scenario; did you mean --profile lldb-dap?
  try: stubborn help adapter
  [2]
  % stubborn adapter run --profile lldb
  stubborn adapter: no profile 'lldb'; did you mean 'lldb-dap'?
  try: stubborn help adapter
  [2]
  % stubborn adapter run --adapter lldb-dap
  stubborn adapter: --adapter lldb-dap: did you mean 'exec:lldb-dap'?
  try: stubborn help adapter
  [2]
  % stubborn capture
  stubborn capture: name an action: analyze, check, diff, replay, show, to-scenario or what-if
  try: stubborn help capture
  [2]
  % stubborn capture session.pcap
  stubborn capture: unknown action 'session.pcap'; expected analyze, check, diff, replay, show, to-scenario or what-if
  try: stubborn help capture
  [2]
  % stubborn capture analyse x.pcap
  stubborn capture: unknown action 'analyse'; did you mean 'analyze'?
  try: stubborn help capture
  [2]
  % stubborn capture show
  stubborn capture: show: name a capture or log ('-' is standard input)
  try: stubborn help capture
  [2]
  % stubborn capture show notes.txt
  stubborn capture: notes.txt: neither a capture (pcap, pcapng) nor a text with packets of both sides
  [2]
  % stubborn capture show -e 'kind = m' notes.txt
  stubborn capture: --filter: write == to compare
    kind = m
         ^
  [2]
  % stubborn condition
  stubborn condition: no place given; for example: --at file.c:42
  try: stubborn help condition
  [2]
  % stubborn condition --program notes.txt --at work
  stubborn condition: notes.txt: it is no ELF file: --program names what the compiler made
  [2]
  % stubborn condition --program hello --at nowhere.c:1
  stubborn condition: no source file 'nowhere.c' in the debug information
  [2]
  % stubborn condition --at work --if a --if b
  stubborn condition: --if b: there is no place for it: each --if belongs to an --at
  try: stubborn help condition
  [2]
  % stubborn bench --wrokload x
  stubborn bench: unknown option --wrokload
  try: stubborn help bench
  [2]
  % stubborn bench nosuch
  stubborn bench: no workload 'nosuch' in ROOT/scenarios/workloads; see: stubborn list workloads
  try: stubborn help bench
  [2]
  % stubborn proxy
  stubborn proxy: which stub? for example: stubborn proxy --stub tcp:127.0.0.1:2345
  try: stubborn help proxy
  [2]
  % stubborn proxy --stub tcp:127.0.0.1:1 --listen nowhere
  stubborn proxy: --listen nowhere: expected PORT (of loopback), HOST:PORT, unix:PATH or stdio
  try: stubborn help proxy
  [2]
  % stubborn matrix
  stubborn matrix: no report is named; 'stubborn run -o json:PATH' writes one
  try: stubborn help matrix
  [2]
  % stubborn matrix nope.json
  stubborn matrix: nope.json: can not be opened: No such file or directory
  [2]
  % stubborn merge
  stubborn merge: no report is named; 'stubborn run --shard K/N -o json:PATH' writes one
  try: stubborn help merge
  [2]
  % stubborn merge notes.txt
  stubborn merge: notes.txt:1:0: no JSON: '[' or '{' expected near 'Just'
  [2]
  % stubborn init localhost:1234
  stubborn init: init takes no operands; the stub is named by --stub
  try: stubborn help init
  [2]
  % stubborn packet-reference m
  stubborn packet-reference: takes no arguments
  try: stubborn help packet-reference
  [2]
  % stubborn run -stub reference good.yaml
  stubborn run: unknown option -stub; did you mean --stub?
  try: stubborn help run
  [2]
  % stubborn run -output html
  stubborn run: unknown option -output; did you mean --output?
  try: stubborn help run
  [2]
  % stubborn run stub=reference
  stubborn run: no file or folder 'stub=reference'; did you mean --stub=reference?
  try: stubborn help run
  [2]
  % stubborn run scenario/framing
  stubborn run: no file or folder 'scenario/framing'; an area of the suite is chosen by --filter framing/
  try: stubborn help run
  [2]
  % stubborn run scenarios/framing
  stubborn run: no file or folder 'scenarios/framing'; an area of the suite is chosen by --filter framing/
  try: stubborn help run
  [2]
  % stubborn run memory
  stubborn run: no file or folder 'memory'; an area of the suite is chosen by --filter memory/
  try: stubborn help run
  [2]
  % stubborn run gdbserver
  stubborn run: no file or folder 'gdbserver'; did you mean --stub profile:gdbserver?
  try: stubborn help run
  [2]
  % stubborn run --stub /dev/ttyUSB9 good.yaml
  stubborn run: --stub /dev/ttyUSB9: did you mean 'pty:/dev/ttyUSB9'?
  try: stubborn help run
  [2]
  % stubborn run --stub serial:/dev/ttyUSB9:115200 good.yaml
  stubborn run: --stub serial:/dev/ttyUSB9:115200: did you mean 'pty:/dev/ttyUSB9:115200'?
  try: stubborn help run
  [2]
  % stubborn run --stub 127.0.0.1:99999 good.yaml
  stubborn run: --stub 127.0.0.1:99999: a port is a number from 0 to 65535
  try: stubborn help run
  [2]
  % stubborn run --stub 'sh :1234 ./work' good.yaml
  stubborn run: --stub sh :1234 ./work: did you mean 'exec:sh :1234 ./work'?
  try: stubborn help run
  [2]
  % stubborn run --stub serial good.yaml
  stubborn run: --stub serial: expected reference, tcp:HOST:PORT, unix:PATH, pty:DEVICE, exec:COMMAND or profile:NAME
  try: stubborn help run
  [2]
  % stubborn --help merge | head -1
  usage: stubborn merge [options] REPORT.json...
  [0]
  % stubborn --help nosuch
  stubborn help: unknown command 'nosuch'
  try: stubborn help
  [2]
  % stubborn send '$g#67' | head -1
  stubborn send: '$g#67' has a frame, and gets another one; its payload is 'g' (--raw adds no frame)
     opened as GDB does: +, qSupported, Hgp0.0, qXfer:features:read (5), ?
  [0]
  % stubborn send vcont? | head -1
  stubborn send: no packet 'vcont?' is known; did you mean 'vCont?'?
     opened as GDB does: +, qSupported, Hgp0.0, qXfer:features:read (5), ?
  [0]

A page is not for a terminal; and a reader that has seen enough is no error.

  $ python3 -c 'import os, pty; os._exit(os.waitstatus_to_exitcode(pty.spawn(["stubborn", "run", "-o", "html", "good.yaml"])))' < /dev/null | tr -d '\r'; echo ${PIPESTATUS[0]}
  stubborn run: -o html: a page is not for a terminal; -o html:report.html writes it
  try: stubborn help run
  2
  $ stubborn list packets 2>&1 | head -1 | wc -l; echo ${PIPESTATUS[0]}
  1
  0
