What a short look learns of a stub. The reference stub's time is virtual: its answers take none.

  $ stubborn probe --program spin | cut -c1-110
  greeting         none
  clients          serves one client after the other
  acks             '+' before each reply; QStartNoAckMode taken
  unknown packets  empty reply
  errors           E.text
  features         PacketSize=20000;multiprocess+;swbreak+;hwbreak+;fork-events+;vfork-events+;exec-events+;no-r
  packets          ! ? H QStartNoAckMode T X Z c g m p qAttached qC qSupported qXfer:features:read qfThreadInfo 
  registers        target.xml yes; riscv64, little endian; g has 532 bytes; pc is number 32
  resumes          c; s; vCont;c;C;s;S;t;r
  breakpoints      Z0 OK, Z1 OK, Z2 OK, Z3 OK, Z4 OK         only set and taken away; run tells whether they sto
  interrupt        0x03 stops the program
  memory           readable at pc: yes; at sp: yes
  sizes            PacketSize 20000; took ffc, sent 178b
  answers          0 ns median
  program          loops over 12 instructions at 0x11f08..0x11f34; can be started anew

Each line has the bytes that show it.

  $ stubborn probe --program spin --verbose | grep -E '^(unknown|interrupt|errors)' | cut -c1-110
  unknown packets  empty reply
  errors           E.text
  interrupt        0x03 stops the program
  unknown packets  -> $vMustReplyEmpty#3a  <- +$#00
  errors           -> $Tp7ffe.7ffe#c2  <- +$E.no such thread#bb
  interrupt        -> $vCont;c:p2a1.-1#a2  <- $T02thread:p2a1.2a1;core:0;reason:signal;20:341f010*&;02:50cef* 3f

A program that must not be touched is only asked about.

  $ stubborn probe --program spin --ask-only | grep -E '^(breakpoints|interrupt|program|resumes)'
  resumes          vCont;c;C;s;S;t;r

A profile to edit, which can be loaded.

  $ stubborn probe --program spin -o profile:mystub.yaml > page
  $ grep -v '^#' mystub.yaml
  title: 'reference'
  address: 'reference'
  architecture: 'riscv64'
  manners:
    clients: next
    several-clients: no
    plus-first: no
    question-first: no
    description-first: no
    acks: first
    no-ack: yes
    line-noise: no
    unknown-packets: empty
    errors: text
    upper-hex: no
    loses-second: no
    loses-pieces: no
    interrupt: yes
    interrupt-beside: yes
    big-endian: no
    p-differs: no
    memory-at-pc: yes
    memory-at-sp: yes
    program: loops
    steps: yes
    doubles-stops: no
    early-ok: no
    question-once: no
    stops-by-itself: no
    restarts: yes
  
  
  $ stubborn lint mystub.yaml
  1 file, 0 scenarios, no errors
  $ printf 'title: t\naddress: reference\nmanners: { acks: somtimes, unknown: yes }\n' > bad.yaml
  $ stubborn probe --stub profile:bad.yaml
  stubborn probe: bad.yaml:3:18: 'acks' has no value 'somtimes'
  [2]

As JSON.

  $ stubborn probe --program spin -o json:- | sed -n '/^{/,$p' | python3 -c 'import json, sys; d = json.load(sys.stdin); print(d["format"], d["manners"]["acks"], len(d["lines"]))'
  1 first 15

  $ stubborn probe -o html:x
  stubborn probe: -o html:x: no such format; expected text, profile or json
  try: stubborn help probe
  [2]
  $ stubborn probe --stub tcp:127.0.0.1:1
  stubborn probe: tcp:127.0.0.1:1: Connection refused; is it started? --wait 10s tries for so long
  [3]

Whether a program can be loaded, and where.

  $ stubborn probe --load --stub 'exec:stubborn stub --once --quiet --listen tcp:{port} spin' 2>&1 >/dev/null
  stubborn probe: --load writes a program of ours and its data, up to 68 KiB, into the target's RAM, and pc, sp and status registers; all of it is read first and put back after the run
  stubborn probe: loaded: the guest riscv64, 1296 bytes at 0x2000000000 (memory that the stub has allocated), by X; 65536 bytes behind it are scratch memory
  $ stubborn probe --load 2>&1 >/dev/null
  stubborn probe: --load is for a stub that has a program of its own; reference is given ours
  try: stubborn help probe
  [2]
