A session with the reference stub becomes a scenario: ids are captured where they first appear.

  $ python3 $ROOT/tests/support/record.py s.pcap "stubborn stub -q --once --listen tcp:{port} hello" stubborn send --stub tcp:127.0.0.1:{port} --no-ack 'qSupported:multiprocess+' '?' qC 'Hgp2a1.2a1' 'Tp2a1.99' 'm10000,8' 'nonsense$' 'vFile:open:2f70726f632f3637332f6d617073,0,0' 'vCont;c' > sent
  $ stubborn capture to-scenario --program hello s.pcap | grep -v ^note | sed 's/has: .*/.../'
  scenario: captured/session
  title: 'A recorded session'
  covers: [FRAME-017]
  matrix: none
  needs: { program: hello }
  connect: { qsupported: no, select: no, no-ack: yes }
  timeout: 10s
  steps:
    - send: 'qSupported:multiprocess+'
      expect: { features: { ...
    - send: '?'
      expect: { stop: { kind: T, signal: 5 } }
      capture: { t1: thread }
    - send: 'qC'
      expect: { regex: '^QCp0*${pid($t1)}\.0*${tid($t1)}$' }
    - send: 'Hg${$t1}'
      expect: OK
    - send: 'Tp${pid($t1)}.99'
      expect: { error: 0x03 }
    - send: 'm10000,8'
      expect: { length: 16 }
    - send: 'nonsense\$'
      expect: empty
    - set: { file: '/proc/${pid($t1):dec}/maps' }
    - send: 'vFile:open:${hex($file)},0,0'
      expect: { regex: '^F([0-9a-f]+)$' }
      capture: { f2: 1 }
    - send: 'vCont;c'
      expect: { stop: { kind: W, status: 0 } }
  $ stubborn capture to-scenario --program hello --name area/my-session -o yaml:s.yaml s.pcap
  s.yaml: 9 steps, 2 ids captured
    stubborn run --stub ... s.yaml
  $ stubborn lint s.yaml
  1 file, 1 scenario, no errors
  $ stubborn run --stub reference s.yaml | tail -1 | cut -d' ' -f1,2
  1 pass
  $ stubborn capture to-scenario --program hello --contents s.pcap | grep -A1 m10000
    - send: 'm10000,8'
      expect: { exact: '7f454c4602010100' }
  $ stubborn capture to-scenario --program hello --contents -o yaml:c.yaml s.pcap; stubborn run --stub reference c.yaml | tail -1 | cut -d' ' -f1,2
  c.yaml: 9 steps, 2 ids captured
    stubborn run --stub ... c.yaml
  1 pass

A stub with a defect fails it.

  $ stubborn capture to-scenario -o yaml:d.yaml s.pcap > out; stubborn run --stub 'exec:stubborn stub -q --once --listen tcp:127.0.0.1:{port} --fault thr-always-alive hello' d.yaml | grep -A2 '^ *expected an error' | cut -c1-60
         expected an error, got another reply
         expected   { error: 0x03 }
         got        OK

With acknowledgments, an interrupt, and requests in one go (--raw).

  $ python3 $ROOT/tests/support/record.py i.pcap "stubborn stub -q --once --listen tcp:{port} spin" stubborn send --stub tcp:127.0.0.1:{port} --raw '+$?#3f' '+$vCont;c#a8' '\x03' '+$qC#b4$?#3f' > sent
  $ stubborn capture to-scenario --program spin -o yaml:i.yaml i.pcap; grep -A100 ^steps i.yaml | sed 's/wait: .*/wait:/'
  i.yaml: 6 steps, 1 id captured
    stubborn run --stub ... i.yaml
  steps:
    - send: '?'
      expect: { stop: { kind: T, signal: 5 } }
      capture: { t1: thread }
    - send: 'vCont;c'
    - wait:
    - interrupt:
    - expect: { stop: { kind: T, signal: 2, thread: =num($t1) } }
    - pipeline:
        send:
          - 'qC'
          - '?'
        expect:
          - { regex: '^QC0*${num($t1)}$' }
          - { stop: { kind: T, signal: 2, thread: =num($t1) } }
  $ stubborn lint i.yaml
  1 file, 1 scenario, no errors
  $ stubborn run --stub reference i.yaml | tail -1 | cut -d' ' -f1,2
  1 pass

What can not be done.

  $ stubborn capture to-scenario --name nonsense s.pcap
  stubborn capture: --name nonsense: expected AREA/NAME in lower case, digits and '-'
  try: stubborn help capture
  [2]
  $ stubborn capture to-scenario -o json s.pcap
  stubborn capture: to-scenario: -o json: no such format; expected yaml
  try: stubborn help capture
  [2]
  $ stubborn capture to-scenario s.pcap s.pcap
  stubborn capture: to-scenario: one file at a time
  try: stubborn help capture
  [2]
  $ stubborn capture to-scenario --stub reference s.pcap
  stubborn capture: to-scenario has no --stub
  try: stubborn help capture
  [2]
  $ stubborn capture to-scenario --symbol work s.pcap
  stubborn capture: to-scenario: --symbol NAME and --elf FILE go together
  try: stubborn help capture
  [2]
  $ stubborn capture to-scenario --elf s.pcap --symbol work s.pcap
  stubborn capture: s.pcap: no ELF file
  [2]
  $ stubborn capture to-scenario --elf nothing --symbol work s.pcap
  stubborn capture: nothing: can not be opened: No such file or directory
  [2]
  $ stubborn capture to-scenario -o yaml:/nonexistent/s.yaml s.pcap
  stubborn capture: -o: no folder /nonexistent for the report
  try: stubborn help capture
  [2]
