Debuggers that do the actions of the forecast themselves. What a run can not do is said at once.

  $ cd $TESTS && stubborn run --no-config --debuggers gdb
  stubborn run: --debuggers: the stub runs inside this program; start it as one of its own: --stub "exec:stubborn stub --once --listen tcp:{port} spin"
  try: stubborn help run
  [2]
  $ cd $TESTS && stubborn run --no-config --debuggers windbg --stub "exec:stubborn stub --listen tcp:{port} spin"
  stubborn run: --debuggers windbg: windbg: gdb, lldb, or one of them with =PROGRAM
  try: stubborn help run
  [2]
  $ cd $TESTS && stubborn run --no-config --debuggers gdb=./no-such-gdb --stub "exec:stubborn stub --listen tcp:{port} spin"
  stubborn run: --debuggers gdb=./no-such-gdb: there is no program ./no-such-gdb
  try: stubborn help run
  [2]
  $ cd $TESTS && stubborn run --no-config --debuggers gdb --listen 0 suite/client.yaml
  stubborn run: --debuggers: do actions on a stub, and a debugger is what this run judges
  try: stubborn help run
  [2]

The fake one shows no memory, and its program comes to no breakpoint. The forecast is played to the stub, which is right. Whether there is memory to
watch depends on where the program was interrupted.

  $ cd $TESTS && stubborn run --no-config --debuggers gdb=./fake-gdb -o json:$TMPDIR/run.json -o term --stub "exec:stubborn stub --quiet --listen tcp:{port} spin" suite/good.yaml | grep "^GDB 99" | grep -v watch
  GDB 99.1      attach, registers, threads, step, detach, kill and run again work
  GDB 99.1      set register BREAKS, against the forecast: print/x $a2: it printed nothing
  GDB 99.1      memory BREAKS, against the forecast: x/17xb $pc: Cannot access memory at address 0x1000
  GDB 99.1      write memory BREAKS, against the forecast: x/4xb $place: Cannot access memory at address 0x1000
  GDB 99\.1      breakpoints BREAK, against the forecast: break \*0x[0-9a-f]+: it printed nothing (re)
  GDB 99.1      interrupt BREAKS, against the forecast: continue&: it printed nothing
  GDB 99.1      load BREAKS, against the forecast: x/64xb $pc: Cannot access memory at address 0x1000
  GDB 99.1      attach again BREAKS, against the forecast: info program: The program being debugged is not being run.
  $ grep -A1 '"action": "memory"' $TMPDIR/run.json | head -2
        "action": "memory",
        "outlook": "works",
  $ grep -c '"program": "GNU gdb (fake) 99.1"' $TMPDIR/run.json
  15
  $ cd $TESTS && FAKE_STAYS=1 stubborn run --no-config --debuggers gdb=./fake-gdb --stub "exec:stubborn stub --quiet --listen tcp:{port} spin" suite/good.yaml | grep "99.1 *step"
  GDB 99.1      step BREAKS, against the forecast: print/x $pc: $1 = 0x1000

One that is not installed is no mistake.

  $ cd $TESTS && PATH=$(dirname $(command -v stubborn)) stubborn run --no-config --debuggers lldb --stub "exec:stubborn stub --quiet --listen tcp:{port} spin" suite/good.yaml 2>&1 | $(command -v grep) -E "itself|installed"
  stubborn run: --debuggers: no LLDB is installed
  LLDB          itself was not asked: it is not installed
