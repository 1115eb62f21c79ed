The overview, and one command in full.

  $ stubborn --help
  stubborn: conformance and fuzz testing for the GDB Remote Serial Protocol
  
  usage: stubborn COMMAND [options] [arguments]
  
  commands:
    init              judge a stub for the first time, and write settings for later runs
    run               judge a stub by scenarios and report
    selftest          check the suite itself: every fault of the reference stub must be noticed
    fuzz              look for what breaks a stub, and keep it as scenarios
    finding           write one failure down for somebody who does not have this program
    merge             join the reports of a run's shards
    matrix            put reports of several runs side by side
    interop           let real debuggers try real stubs: a matrix with the capture behind each cell
    list              list scenarios, requirements and their coverage, profiles, faults, packets,
                      programs
    lint              check scenarios, settings, workloads, profiles and baselines for errors
    stub              serve the reference stub to a debugger
    send              send packets by hand and print the decoded replies
    shell             talk to a stub at the keyboard: completion, history, decoded replies
    probe             learn how a stub behaves, and print it as a page or a profile
    adapter           judge a debug adapter (DAP) by scenarios and report
    dap               serve the Debug Adapter Protocol to an editor, in front of any stub
    decode            explain packets from arguments, captures, logs, hex dumps or raw bytes
    capture           where the time went in recorded sessions (pcap, pcapng, logs of any program)
    proxy             stand between a debugger and a stub: record, shape, check, accelerate
    bench             measure what debugging costs: round trips, bytes, time
    condition         run a program to a place of its source where a condition holds
    packet-reference  print the packet reference, docs/packet-reference.md
    help              explain a command; print the manual page or shell completion
  
  first steps:
    stubborn run                                   judge the built-in reference stub
    stubborn run --stub tcp:127.0.0.1:1234         judge a stub that listens there
    stubborn run --stub profile:gdbserver          start a known stub and judge it
    stubborn send --stub tcp:127.0.0.1:1234 '?'    try a packet by hand
  
  All commands take --color auto|always|never and --help.
  stubborn help COMMAND tells more; stubborn --version prints the version.

  $ stubborn --version
  stubborn 0.1.0
  $ stubborn help send
  usage: stubborn send [options] PACKET...
  
  Sends each PACKET (its payload: framing, escapes and acknowledgments are done for you) and prints
  the reply, what it says, and how long it took. The connection is opened as GDB does, or LLDB for its
  stubs, and a line says what was sent for it; not what is among your packets, and nothing but '+'
  where qSupported is, or with --bare. \xNN stands for any byte, {work} for the address of the
  program's symbol work, {work+4} for four bytes after it.
  
    stubborn send --stub tcp:127.0.0.1:1234 'qSupported:multiprocess+' '?'
    stubborn send --stub profile:gdbserver --no-ack g
    stubborn send --program threads4 'Z0,{work},4' c
    stubborn send --stub exec:'./mystub --port {port}' --raw '+$?#3f'
  
  options:
    -s, --stub STUB      tcp:HOST:PORT, unix:PATH, exec:COMMAND, profile:NAME or reference; without it
                         the stub of stubborn.yaml in this folder, which starts it, else reference
    -p, --program NAME   debuggee that a stub we start is to have (default: the stub's own)
    -a, --argument TEXT  argument of that program; may be repeated
    -n, --no-ack         switch acknowledgments off first (QStartNoAckMode)
        --bare           send only '+' before the first packet, not GDB's opening
    -r, --raw            send the arguments as they are: framing, checksums, + and - are yours
        --wait TIME      how long to try to reach a stub at tcp: or unix: (default: once)
        --start TIME     how long a stub that is started may take to listen (default: 30s)
    -t, --timeout TIME   how long to wait for an answer (default: 2s)
    -l, --listen TIME    listen so long after the last answer for what comes unasked
        --rtt TIME       simulated round trip (reference stub only)
    -v, --verbose        print all wire bytes, acknowledgments too, at the end
        --no-config      do not read stubborn.yaml: without --stub the reference stub
    -h, --help           this text

  $ stubborn send --help | diff - <(stubborn help send)

Every command has help of its own, no line is wider than 100 columns.

  $ for c in run selftest list lint stub send decode packet-reference help; do stubborn help $c; done | awk 'length > 100'
    stubborn run --debugger "gdb -nx -batch -ex 'target remote :{port}' -ex 'x/i \$pc'" scenarios/debuggers

The manual page and the completion are well-formed.

  $ stubborn help --man | head -3
  .TH STUBBORN 1 "" "stubborn 0.1.0" "User Commands"
  .SH NAME
  stubborn \- conformance and fuzz testing for the GDB Remote Serial Protocol
  $ stubborn help --man | man -l --warnings -Tutf8 - >/dev/null
  $ bash -c 'source <(stubborn help --completion); COMP_WORDS=(stubborn se); COMP_CWORD=1; _stubborn; echo ${COMPREPLY[@]}'
  selftest send
  $ bash -c 'source <(stubborn help --completion); COMP_WORDS=(stubborn stub --multimem ""); COMP_CWORD=3; _stubborn; echo ${COMPREPLY[@]}'
  lldb rfc

  $ bash -c 'source <(stubborn help --completion); COMP_WORDS=(stubborn send --no); COMP_CWORD=2; _stubborn; echo ${COMPREPLY[@]}'
  --no-ack --no-config

A shell that has no completion is not given another one's.

  $ stubborn help --completion bash | head -1 | cut -c1-30
  # bash completion for stubborn
  $ stubborn help --completion powershell
  stubborn help: --completion powershell: expected bash, zsh or fish
  try: stubborn help
  [2]
  $ stubborn help --man run
  stubborn help: --man: the page is about all commands, and takes no 'run'
  try: stubborn help
  [2]
  $ stubborn help --man --completion
  stubborn help: --man and --completion: one at a time
  try: stubborn help
  [2]
