# Extended mode: run with arguments and environment, kill, run again, exit status, attach refused.
#stub:
#connect: none
#file: print-args
file {debuggees}/print-args
target extended-remote {socket}
set remote exec-file /bin/print-args
set args one "two words" 'a*b'
run
#> arg /bin/print-args
#> arg one
#> arg two words
#> arg a\*b
#> \[Inferior 1 \(process \d+\) exited with code 04\]
set args x
break main
run
#> Breakpoint 1, main \(argc=2, 
kill
#> \[Inferior 1 \(process \d+\) killed\]
run
#> Breakpoint 1, main \(argc=2, 
delete
continue
#> arg x
#> \[Inferior 1 \(process \d+\) exited with code 02\]
