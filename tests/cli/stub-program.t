A program of this computer: its path, arguments, environment and folder.

  $ programs=$(dirname "$(command -v stubborn)")/../corpora/riscv64
  > cp $programs/print-args mine; cp $programs/echo-input echo
  > echo 'rm -f log s; stubborn stub --listen unix:s --once "$@" > log 2>&1 & pid=$!
  > while kill -0 $pid 2> /dev/null && ! [ -S s ]; do sleep 0.02; done' > start
  > . ./start --stdout - -e A=b --env C= ./mine one 'two three'
  > stubborn send --stub unix:s 'vCont;c' | grep '^<-' | cut -c1-6; wait $pid; sed "s,$PWD,HERE," log
  <- W03
  listening on unix:s, program HERE/mine
  arg HERE/mine
  arg one
  arg two three
  env A=b
  env C=
  cwd HERE

The debugger reads it by vFile; other files are not there.

  $ . ./start ./mine
  > stubborn send --stub unix:s "vFile:open:$(printf %s "$PWD/mine" | od -An -tx1 | tr -d " \n"),0,0" \
  >   "vFile:open:$(printf %s "$PWD/echo" | od -An -tx1 | tr -d " \n"),0,0" | grep '^<-' | cut -c1-8
  > wait $pid
  <- F0   
  <- F-1,2

A folder is seen at its own path or at another; a link that leads out of it leads nowhere.

  $ mkdir folder; echo inside > folder/file; echo outside > secret; ln -s ../secret folder/up; ln -s /etc/passwd folder/away; ln -s file folder/link
  > . ./start --dir folder:/data hello
  > for f in /data/file /data/link /data/../data/file /data/up /data/away /secret; do
  >   echo "vFile:open:$(printf %s $f | od -An -tx1 | tr -d " \n"),0,0"
  > done | xargs stubborn send --stub unix:s | grep '^<-' | cut -c1-8
  > wait $pid
  <- F0   
  <- F1   
  <- F2   
  <- F-1,2
  <- F-1,2
  <- F-1,2

Standard input comes from a file, or from the stub's own.

  $ printf 'from a file\n' > text
  > . ./start --stdout - --stdin text ./echo; stubborn send --stub unix:s 'vCont;c' | grep '^<-' | cut -c1-6; wait $pid; tail -n +2 log
  > rm -f log; echo 'from a pipe' | stubborn stub -q --listen unix:p --once --stdout - --stdin - ./echo > log & pid=$!
  > while kill -0 $pid 2> /dev/null && ! [ -S p ]; do sleep 0.02; done
  > stubborn send --stub unix:p 'vCont;c' | grep '^<-' | cut -c1-6; wait $pid; cat log
  <- W01
  from a file
  <- W01
  from a pipe

What can not be run, and why.

  $ stubborn stub ./nothing
  > stubborn stub $ROOT/README.md 2>&1 | sed "s,$ROOT,ROOT,"
  > stubborn stub folder
  > stubborn stub --env =x ./mine
  > stubborn stub --dir nothing ./mine
  > stubborn stub --dir folder:data ./mine
  > stubborn stub --sysroot text ./mine
  > stubborn stub --cwd here ./mine
  > stubborn stub --stdin nothing ./mine
  stubborn stub: ./nothing: No such file or directory
  stubborn stub: ROOT/README.md: not an ELF file
  stubborn stub: no bundled program 'folder'; see: stubborn list programs
  stubborn stub: --env =x: expected NAME=VALUE
  try: stubborn help stub
  stubborn stub: --dir nothing: No such file or directory
  stubborn stub: --dir 'folder:data': the path on the machine must be absolute (HOST:/GUEST), and only ':rw' may follow
  try: stubborn help stub
  stubborn stub: --sysroot text: not a folder
  stubborn stub: --cwd here: must be absolute, as the program sees it
  try: stubborn help stub
  stubborn stub: --stdin nothing: No such file or directory
  [2]

`monitor exit` ends a stub that would wait for the next client.

  $ rm -f s; stubborn stub --listen unix:s hello > log & pid=$!
  > while kill -0 $pid 2> /dev/null && ! [ -S s ]; do sleep 0.02; done
  > stubborn send --stub unix:s "qRcmd,$(printf exit | od -An -tx1 | tr -d ' \n')" | grep '^<-' | cut -c1-5
  > wait $pid; echo "status $?"
  <- OK
  status 0
