Partial results of several runs add up to what one run over all files says, to the last byte.

  $ cp $TESTS/captures/* . && files="sample.pcap logged.pcap gdb-remotelog.txt lldb-packets.txt"
  > for file in $files; do stubborn capture analyze --what-if -o partial $file > $file.json; done
  > parts=$(printf '%s.json ' $files)
  > for format in text json csv markdown; do
  >   stubborn capture analyze --what-if -o $format $files > whole.$format
  >   stubborn capture analyze --merge -o $format $parts | cmp - whole.$format && wc -l < whole.$format | grep -vx 0 > lines
  > done
  > stubborn capture analyze --verbose --rtt 20ms $files > whole
  > stubborn capture analyze --merge --verbose --rtt 20ms $parts | cmp - whole

A page shows each exchange, too, which partial results do not hold. A merged page does not depend on how it was merged.

  $ stubborn capture analyze --merge -o partial sample.pcap.json logged.pcap.json > first.json
  $ stubborn capture analyze --merge -o html sample.pcap.json logged.pcap.json gdb-remotelog.txt.json lldb-packets.txt.json > merged.html
  $ stubborn capture analyze --merge -o html first.json gdb-remotelog.txt.json lldb-packets.txt.json | cmp - merged.html

Sums can be added up again, and a capture without anything in it adds nothing but its name.

  $ stubborn capture analyze --merge -o partial sample.pcap.json logged.pcap.json > left.json
  $ stubborn capture analyze --merge -o partial gdb-remotelog.txt.json lldb-packets.txt.json > right.json
  $ stubborn capture analyze --merge left.json right.json | cmp - whole.text
  $ stubborn capture analyze --port 7 -o partial sample.pcap > none.json
  $ stubborn capture analyze --merge none.json sample.pcap.json | head -4
  sample.pcap
  sample.pcap
  10.0.0.1:40000 -> 10.0.0.2:1234   1 conversation   3.6 ms   1 gap, 1 bad checksum
  

A batch may have many files: as many as a command line takes, and one more.

  $ stubborn capture analyze -o json $(yes sample.pcap | head -1023) > thousand.json
  $ grep -m1 round_trips thousand.json
      "round_trips": 10230,
  $ stubborn capture analyze $(yes sample.pcap | head -1024)
  stubborn capture: too many arguments (at most 1024)
  try: stubborn help capture
  [2]

Beyond 16,384 samples the values are in a histogram; the sum is that of one run all the same.

  $ cat > many.py <<'EOF'
  > import struct, sys
  > def frame(time, side, seq, ack, data):
  >     ends = (b"\x7f\0\0\1", b"\x7f\0\0\2"), (40000, 1234)
  >     ip = struct.pack(">BBHHHBBH", 0x45, 0, 40 + len(data), 0, 0, 64, 6, 0) + ends[0][side] + ends[0][1 - side]
  >     tcp = struct.pack(">HHIIBBHHH", ends[1][side], ends[1][1 - side], seq, ack, 0x50, 0x10, 65535, 0, 0)
  >     data = ip + tcp + data
  >     return struct.pack("<IIII", time // 10**9, time % 10**9, len(data), len(data)) + data
  > out, times = sys.stdout.buffer, int(sys.argv[1])
  > out.write(struct.pack("<IHHIIII", 0xa1b23c4d, 2, 4, 0, 0, 65535, 101))
  > now, seqs = 1700000000 * 10**9, [1, 1]
  > for i in range(times):
  >     for side, data in ((0, b"$g#67"), (1, b"$00#60")):
  >         out.write(frame(now, side, seqs[side], seqs[1 - side], data))
  >         seqs[side] += len(data)
  >         now += 1000 + i * 7919 % 1000003
  > EOF
  $ python3 many.py 9000 > a.pcap && python3 many.py 9500 > b.pcap && python3 many.py 17000 > c.pcap
  $ for name in a b c; do stubborn capture analyze -o partial $name.pcap > $name.json; done
  $ stubborn capture analyze -o json a.pcap b.pcap c.pcap > whole.json
  $ stubborn capture analyze --merge -o json a.json b.json c.json | cmp - whole.json
  $ grep -c '"exact": false' whole.json
  4
  $ stubborn capture analyze --merge a.json b.json c.json | grep latency
    latency      min 1 us   median 499 us   p90 900 us   p99 991 us   max 1 ms   (within 0.1 %)

A partial result where a capture is wanted, and a folder where a file is, say what to do.

  $ stubborn capture analyze sample.pcap.json
  stubborn capture: sample.pcap.json: JSON, not a capture: partial results are added up by analyze --merge
  [2]
  $ mkdir folder; stubborn capture analyze folder
  stubborn capture: folder: is a folder: name the captures in it, as in folder/*.pcap
  [2]
  $ stubborn capture analyze folder sample.pcap | head -4
  stubborn capture: folder: is a folder: name the captures in it, as in folder/*.pcap
  folder
    DAMAGED is a folder: name the captures in it, as in folder/*.pcap
  sample.pcap
  10.0.0.1:40000 -> 10.0.0.2:1234   1 conversation   1.8 ms   1 gap, 1 bad checksum
  $ stubborn capture analyze --merge folder
  stubborn capture: folder: can not be read: Is a directory
  [2]
  $ stubborn lint folder/../folder.yaml; mkdir folder.yaml; stubborn run --baseline folder.yaml --filter framing/no-such-one; stubborn bench attach --compare folder
  folder/../folder.yaml: error: no such file or folder
  folder.yaml: error: can't be read: Is a directory
  stubborn bench: folder: can not be read: Is a directory
  [2]

Files that are no partial results, or were changed, are refused with the place.

  $ stubborn capture analyze --merge sample.pcap
  stubborn capture: sample.pcap: no JSON; --merge takes what 'analyze -o partial:FILE' writes
  [2]
  $ stubborn capture analyze -o json sample.pcap > report.json && stubborn capture analyze --merge report.json
  stubborn capture: report.json: no 'partial' in it; --merge takes what 'analyze -o partial:FILE' writes
  [2]
  $ sed 's/"request_place": 3,/"request_place": -3,/' sample.pcap.json > changed.json && stubborn capture analyze --merge changed.json
  stubborn capture: changed.json: no partial result of this version: 'request_place' makes no sense in it
  [2]
  $ sed 's/"histogram": false/"histogram": true/; s/"lost": 0/"lost": 7/' sample.pcap.json > changed.json && stubborn capture analyze --merge sample.pcap.json changed.json
  stubborn capture: changed.json: no partial result of this version: 'values' makes no sense in it
  [2]
  $ sed 's/"QStartNoAckMode": {/"QNeverHeardOf": {/' sample.pcap.json > changed.json && stubborn capture analyze --merge changed.json
  stubborn capture: changed.json: no partial result of this version: 'kinds' makes no sense in it
  [2]
  $ head -c 5000 sample.pcap.json > cut.json && stubborn capture analyze --merge cut.json
  stubborn capture: cut.json: no JSON; --merge takes what 'analyze -o partial:FILE' writes
  [2]
  $ python3 -c 'import sys; sys.stdout.write(open("sample.pcap.json").read().ljust(32 * 1024 * 1024))' > full.json && stubborn capture analyze --merge full.json | head -1
  sample.pcap   10.0.0.1:40000 -> 10.0.0.2:1234   1 conversation   1.8 ms   1 gap, 1 bad checksum
  $ echo >> full.json && stubborn capture analyze --merge full.json
  stubborn capture: full.json: too large to be read
  [1]
  $ stubborn capture analyze --merge no.json
  stubborn capture: no.json: can not be opened: No such file or directory
  [2]
  $ stubborn capture analyze --merge --port 1234 sample.pcap.json
  stubborn capture: --merge: give --port, --conversation and --packet-size to the runs that read the captures
  try: stubborn help capture
  [2]
  $ stubborn capture analyze --partial sample.pcap
  stubborn capture: --partial is gone: use -o partial:FILE
  try: stubborn help capture
  [2]
