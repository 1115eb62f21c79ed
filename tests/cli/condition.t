Conditions in the words of the source, on the reference stub, whose time is virtual. Addresses are the compiler's.

  $ stubborn condition --program recursion --at factorial --if 'n == 4 && depth == 0' | sed 's/0x[0-9a-f]*/ADDRESS/g'
  recursion.c:15 in factorial, ADDRESS, thread p2a1.2a1
    n      long int  4
    depth  int       0
  decided by the inferior at recursion.c:15 in factorial, ADDRESS
    as      u64[$s0 - 40] == 4 && s32[ADDRESS] == 0
    hits    1 came to this host, 0 of them false
  cost      21 round trips, 2738 bytes out, 786 in, 0.00 ms
  $ stubborn condition --program recursion --at factorial --if 'n == 4' --way host | sed 's/0x[0-9a-f]*/ADDRESS/g'
  recursion.c:15 in factorial, ADDRESS, thread p2a1.2a1
    n  long int  4
  decided by the host at recursion.c:15 in factorial, ADDRESS
    as      u64[$s0 - 40] == 4
    hits    7 came to this host, 6 of them false
  cost      36 round trips, 735 bytes out, 1758 in, 0.00 ms
  $ stubborn condition --program recursion --at factorial --if 'n < 8' --nth 2 --stops 2 --way stub | sed 's/0x[0-9a-f]*/ADDRESS/g'
  recursion.c:15 in factorial, ADDRESS, thread p2a1.2a1
    n  long int  6
  recursion.c:15 in factorial, ADDRESS, thread p2a1.2a1
    n  long int  5
  passed at 1 other stop where it held
  decided by the stub at recursion.c:15 in factorial, ADDRESS
    as      u64[$s0 - 40] < 8
    hits    3 came to this host, 0 of them false
  cost      17 round trips, 466 bytes out, 917 in, 0.00 ms
  $ stubborn condition --program recursion --at deepest --way stub -o json | grep -vE '"(path|address)"'
  {
    "format": "stubborn-condition-1",
    "stub": "reference stub",
    "program": "recursion",
    "at": "deepest",
    "if": "",
    "stops": [
      {
        "thread": "p2a1.2a1",
        "line": 10,
        "function": "deepest",
        "values": []
      }
    ],
    "passed": 0,
    "breakpoints": [
      {
        "line": 10,
        "function": "deepest",
        "translated": "1",
        "way": "stub",
        "part": false,
        "not_by": {},
        "hits": 1,
        "false_hits": 0,
        "lies": 0
      }
    ],
    "left_out": 0,
    "cost": {
      "round_trips": 3,
      "bytes_out": 75,
      "bytes_in": 356,
      "time_ns": 0
    }
  }
  $ stubborn condition --program recursion --at factorial --if 'n == 9' --locals --stack | sed 's/0x[0-9a-f]*/ADDRESS/g'
  recursion.c:15 in factorial, ADDRESS, thread p2a1.2a1
    n      long int  9
    below  long int  0
    called at recursion.c:17 in factorial
    called at recursion.c:23 in main
    called at rt.c:42 in rt_start
    called at crt0.S:15 in _start
  decided by the inferior at recursion.c:15 in factorial, ADDRESS
    as      u64[$s0 - 40] == 9
    hits    1 came to this host, 0 of them false
  cost      58 round trips, 3167 bytes out, 1115 in, 0.00 ms
  $ stubborn condition --program recursion --at factorial --if 'n > 100' --way stub | grep -v decided
  the program ended (exit 0)
    as      u64[$s0 - 40] > 100
    hits    0 came to this host, 0 of them false
  cost      3 round trips, 93 bytes out, 314 in, 0.00 ms
  $ stubborn condition --program recursion --at factorial --if '1 / (n - 10)' --way stub | grep -v decided | sed 's/0x[0-9a-f]*/ADDRESS/g'
  recursion.c:15 in factorial, ADDRESS, thread p2a1.2a1
    the condition has no value: division by zero
    n  long int  10
    as      1 / (u64[$s0 - 40] - 10)
    hits    1 came to this host, 0 of them false
  cost      5 round trips, 216 bytes out, 378 in, 0.00 ms
  $ stubborn condition --program recursion --at factorial --list | sed 's/0x[0-9a-f]*/ADDRESS/g'
  recursion.c:15 in factorial
    parameter  n                     long int              at $s0 - 40
    local      below                 long int              at $s0 - 24
    global     depth                 int                   at ADDRESS
  $ stubborn condition --program recursion --at recursion.c:18 --if 'm == 4'
  stubborn condition: 'm': no such variable here
  m == 4
  ^
  [2]
  $ stubborn condition --program recursion --at recursion.c:18 --if 'n == 4 &&'
  stubborn condition: a value is expected here
  n == 4 &&
           ^
  [2]
  $ stubborn condition --program recursion --at recursion.c:999
  stubborn condition: no code at or after line 999 of 'recursion.c'
  [2]
  $ stubborn condition --program recursion
  stubborn condition: no place given; for example: --at file.c:42
  try: stubborn help condition
  [2]
  $ stubborn condition --program recursion --at main --if 1 --if 2
  stubborn condition: --if 2: there is no place for it: each --if belongs to an --at
  try: stubborn help condition
  [2]

With a program of ours in a stub that has its own, places are its symbols, and conditions those of registers and memory.

  $ cat > guest.sh <<'END'
  > stubborn condition --no-config --load --stub 'exec:stubborn stub --once --quiet --listen tcp:{port} spin' "$@" 2>&1 | grep -v '^cost' | sed 's/0x[0-9a-f]*/ADDRESS/g'
  > END
  $ sh guest.sh --at work --if 'u64[counter] == 7' --way host
  stubborn condition: --load writes a program of ours and its data, up to 68 KiB, into the target's RAM, and pc, sp and status registers; all of it is read first and put back after the run
  stubborn condition: loaded: the guest riscv64, 1296 bytes at ADDRESS (memory that the stub has allocated), by X; 65536 bytes behind it are scratch memory
  work, ADDRESS, thread p2a1.2a1
    counter  8 bytes  7
  decided by the host at work, ADDRESS
    as      u64[counter] == 7
    hits    8 came to this host, 7 of them false
  $ sh guest.sh --at factorial --if '$a0 < 9' --way stub --nth 2 --stops 2 --program recursion | tail -n +3
  factorial, ADDRESS, thread p2a1.2a1
  factorial, ADDRESS, thread p2a1.2a1
  passed at 1 other stop where it held
  decided by the stub at factorial, ADDRESS
    as      $a0 < 9
    hits    3 came to this host, 0 of them false
  $ sh guest.sh --at spinning --if 'u64[spins] == 100' --program spin | tail -n +3
  spinning, ADDRESS, thread p2a1.2a1
    spins  8 bytes  100
  decided by the inferior at spinning, ADDRESS
    as      u64[spins] == 100
    hits    1 came to this host, 0 of them false
  $ sh guest.sh --at inner --at tail --if 'u64[counter] == 3' --if 'u64[counter] == 9' | tail -n +3
  the guest came to its end
  decided by the inferior at inner, ADDRESS
    as      u64[counter] == 3
    hits    0 came to this host, 0 of them false
  decided by the inferior at tail, ADDRESS
    as      u64[counter] == 9
    hits    0 came to this host, 0 of them false
  $ sh guest.sh --at work --if 'u64[conter] == 7' | tail -n +3
  stubborn condition: no symbol 'conter'
  u64[conter] == 7
      ^
  $ sh guest.sh --at wrok
  stubborn condition: --at wrok: the guest has no such symbol; did you mean 'work'?
  try: stubborn help condition
  $ sh guest.sh --at work --program tasks
  stubborn condition: --program tasks: no guest does that; with --load it is scratch, spin, recursion, watch or steps
  try: stubborn help condition
  $ sh guest.sh --at work --locals
  stubborn condition: --locals: a guest has one thread, no arguments and no debug information
  try: stubborn help condition
  $ stubborn condition --no-config --load --at work
  stubborn condition: --load is for a stub that has a program of its own; reference is given ours
  try: stubborn help condition
  [2]
