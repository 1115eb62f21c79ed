A session with the reference stub, recorded on the way, and said again to it and to others.

  $ python3 $ROOT/tests/support/record.py s.pcap "stubborn stub -q --once --listen tcp:{port} hello" stubborn send --stub tcp:127.0.0.1:{port} --no-ack 'qSupported:multiprocess+' '?' qC 'Hgp1.1' 'm10000,8' 'qXfer:features:read:target.xml:0,40' 'vCont;c' > sent
  $ stubborn capture replay --stub reference --program hello s.pcap | sed -n '/replayed/,/^$/p'
    replayed     8 of 8 requests   8 packets of the stub as recorded   0 differ
    mapped       2 thread and process ids, 0 pages that lie elsewhere
  
  $ stubborn capture replay --stub reference --program hello -o json s.pcap
  {
    "requests": 8,
    "replayed": 8,
    "alike": 8,
    "differences": 0,
    "unexpected": 0,
    "ids": 2,
    "moved_pages": 0,
    "end": "OK",
    "frames": []
  }

Another program, and a stub with a defect: what is different is said in the protocol's words, with its place.

  $ stubborn capture replay --stub reference --program segv s.pcap | sed -n '/replayed/,/latency/p' | sed 's/frame [0-9]* */frame /' | cut -c1-110
    replayed     8 of 8 requests   7 packets of the stub as recorded   2 differ
    mapped       2 thread and process ids, 0 pages that lie elsewhere
  
    frame the program's output
        expected   hello, world\x0a
        got
  
    frame vCont;c
        expected   process 2a1 exited with status 0
        got        stopped by SIGSEGV: thread p2a1.2a1, core 0, reason signal, 3 registers
        at byte    0: 'W00;process:2a1' against 'T0bthread:p2a1.2a1;core:0;reason:signal;20:641f0...'
  
    latency, median / p99               recorded              live (virtual time)
  $ stubborn capture replay --stub 'exec:stubborn stub -q --once --listen tcp:127.0.0.1:{port} --fault qsup-feature-hidden hello' s.pcap | sed -n '/replayed/,/latency/p' | sed 's/frame [0-9]* */frame /' | cut -c1-110
    replayed     8 of 8 requests   7 packets of the stub as recorded   1 differ
    mapped       2 thread and process ids, 0 pages that lie elsewhere
  
    frame qSupported:multiprocess+
        expected   features of the stub: PacketSize=20000, multiprocess+, swbreak+, hwbreak+, fork-events+, vfor
        got        features of the stub: PacketSize=20000, multiprocess+, swbreak+, hwbreak+, fork-events+, vfor
        at byte    509: 'Events+;QThreadOptions=3;ReverseContinue+;Revers...' against 'Options=3;ReverseContinue
  
    latency, median / p99               recorded              live

A stub that goes away, and one that says nothing.

  $ cat > leaves.py <<'END'
  > import socket, sys
  > s = socket.socket(); s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
  > s.bind(('127.0.0.1', int(sys.argv[1]))); s.listen(1)
  > c, _ = s.accept(); seen = b''; told = False
  > while seen.count(b'#') < int(sys.argv[2]):
  >     seen += c.recv(1000)
  >     if b'#' in seen and not told:
  >         told = True; c.sendall(b'+$PacketSize=1000;QStartNoAckMode+#%02x' % (sum(b'PacketSize=1000;QStartNoAckMode+') % 256))
  > if sys.argv[3:]:
  >     c.recv(1000); c.recv(1000); c.recv(1000)
  > sys.stderr.write('that was too much\n'); sys.exit(7)
  > END
  $ stubborn capture replay --stub 'exec:python3 leaves.py {port} 2' s.pcap | sed -n '/replayed/,/latency/p' | sed 's/frame [0-9]* */frame /' | cut -c1-110
    replayed     2 of 8 requests   0 packets of the stub as recorded   2 differ
    mapped       0 thread and process ids, 0 pages that lie elsewhere
    ENDED        at frame : the stub died (exit 7)
                 its last words: that was too much\x0a
  
    frame QStartNoAckMode
        expected   OK
        got        PacketSize=1000;QStartNoAckMode+
        at byte    0: 'OK' against 'PacketSize=1000;QStartNoAckMode+'
  
    frame qSupported:multiprocess+
        expected   features of the stub: PacketSize=20000, multiprocess+, swbreak+, hwbreak+, fork-events+, vfor
        got        nothing: the stub died
  
    latency, median / p99               recorded              live
  $ stubborn capture replay --timeout 200ms --stub 'exec:python3 leaves.py {port} 2 silent' s.pcap | sed -n '/replayed/,/ENDED/p' | sed 's/frame [0-9]*/frame/'
    replayed     2 of 8 requests   0 packets of the stub as recorded   2 differ
    mapped       0 thread and process ids, 0 pages that lie elsewhere
    ENDED        at frame: the stub did not answer in time (running)

The exit status is that of `run`: 0 all as recorded, 1 differences or an early end, 2 usage, 3 no stub.

  $ stubborn capture replay --stub reference --program hello s.pcap > out
  $ stubborn capture replay --stub reference --program segv s.pcap > out
  [1]
  $ stubborn capture replay --stub 'exec:python3 leaves.py {port} 2' s.pcap > out
  [1]

What can not be done.

  $ stubborn capture replay s.pcap
  stubborn capture: replay: against which stub? for example --stub tcp:127.0.0.1:1234
  try: stubborn help capture
  [2]
  $ stubborn capture replay --stub reference s.pcap s.pcap
  stubborn capture: replay: one file at a time
  try: stubborn help capture
  [2]
  $ stubborn capture replay --stub reference -o csv s.pcap
  stubborn capture: replay: -o csv: no such format; expected text or json
  try: stubborn help capture
  [2]
  $ stubborn capture replay --stub reference --conversation 7 s.pcap
  stubborn capture: s.pcap: no conversation #7; there are: 0
  [2]
  $ stubborn capture replay --stub reference --conversation x s.pcap
  stubborn capture: --conversation x: expected a number, as analyze prints it
  try: stubborn help capture
  [2]
  $ stubborn capture replay --stub exec:/nonexistent/stub s.pcap
  stubborn capture: /nonexistent/stub: No such file or directory
  [3]
  $ head -c 300 s.pcap > cut.pcap; stubborn capture replay --stub reference --program hello cut.pcap 2>&1 | grep -v ' -> '
  stubborn capture: cut.pcap: after frame 4, near byte 300: truncated dump file; tried to read 47 captured bytes, only got 16
  
    replayed     1 of 1 requests   0 packets of the stub as recorded   0 differ
    mapped       0 thread and process ids, 0 pages that lie elsewhere
  
    latency, median / p99               recorded              live (virtual time)
  $ head -c 30 s.pcap > none.pcap; stubborn capture replay --stub reference none.pcap
  stubborn capture: none.pcap: after frame 0, near byte 30: truncated dump file; tried to read 16 header bytes, only got 6
  stubborn capture: none.pcap: no conversation of the remote protocol was found
  [2]
  $ python3 $ROOT/tests/support/record.py t.pcap "stubborn stub -q --once --listen tcp:{port} hello" stubborn send --stub tcp:127.0.0.1:{port} qSupported '?' > sent
  $ (cat s.pcap; tail -c +25 t.pcap) > two.pcap; stubborn capture replay --stub reference two.pcap
  stubborn capture: two.pcap: holds several conversations (0, 1): which one? --conversation N
  try: stubborn help capture
  [2]
  $ stubborn capture replay --stub reference --program hello --conversation 1 two.pcap | grep replayed
    replayed     2 of 2 requests   2 packets of the stub as recorded   0 differ
