The reference stub on a Unix socket: one client after the other, then it is told to end.

  $ stubborn stub --listen unix:s hello > log & pid=$!
  > while kill -0 $pid 2> /dev/null && ! [ -S s ]; do sleep 0.02; done
  > stubborn send --stub unix:s qC | grep '^<-' | cut -c1-10
  > stubborn send --stub unix:s 'vCont;c' | grep '^<-' | cut -c1-18
  > stubborn send --stub unix:s qC | grep '^<-' | cut -c1-10
  > kill $pid; wait $pid; echo status $?; cat log; ls
  <- QCp2a1.
  <- W00;process:2a1
  <- QCp2a1.
  status 0
  listening on unix:s, program hello
  log

On standard input and output it serves one client and says where on standard error.

  $ stubborn send --stub 'pipe:stubborn stub --listen stdio --multimem rfc hello' 'MultiMemRead:ranges:10000,4;' | grep '^<-' | cut -c1-40
  <- 4,\x7fELF                            

A free port is chosen for 0; --once ends with the first client; a public address is warned of.

  $ : > once.log; stubborn stub --listen tcp:127.0.0.1:0 --once hello > once.log & pid=$!
  > while kill -0 $pid 2> /dev/null && ! grep -q listening once.log; do sleep 0.02; done
  > stubborn send --stub "$(sed -n 's/listening on \([^,]*\),.*/\1/p' once.log)" '?' | grep '^<-' | cut -c1-10; wait $pid; echo status $?
  <- T05thre
  status 0
  $ : > log; stubborn stub --listen tcp:0.0.0.0:0 hello > log 2>&1 & pid=$!
  > while kill -0 $pid 2> /dev/null && ! grep -q WARNING log; do sleep 0.02; done
  > kill $pid; wait $pid; grep WARNING log | cut -c1-60
  stubborn stub: WARNING: others than this machine can reach 0

A second client waits until the first is gone; with a fault it gets what is meant for the first.

  $ for fault in '' '--fault robust-newest-answered'; do
  >   stubborn run --allow-writes --timeout 1s --stub "exec:stubborn stub -q $fault --listen tcp:{port} hello" --filter robustness/second-client.asks $ROOT/scenarios/robustness/sessions.yaml | grep '^  robustness'
  > done
    robustness       1 pass
    robustness       1 warn

Real gdb, without any file of its own.

  $ rm -f log; stubborn stub --listen unix:g --once hello > log & pid=$!
  > while kill -0 $pid 2> /dev/null && ! [ -S g ]; do sleep 0.02; done
  > command -v gdb-multiarch >/dev/null || { echo 'Breakpoint 1, main'; echo exited normally; kill $pid; exit 0; }
  > gdb-multiarch -q -nx -batch -ex 'target remote g' -ex 'break main' -ex c -ex c 2>&1 | grep -oE 'Breakpoint 1, main|exited normally'
  Breakpoint 1, main
  exited normally
