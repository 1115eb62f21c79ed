# Non-stop with two processes: after the fork both run, each stops by itself, and one stands while the other goes on.
#stub: fork-exit
#connect: none
#feed: yes
set non-stop on
set detach-on-fork off
file {debuggees}/fork-exit
target extended-remote {socket}
#> _start \(\)
break parent_work
break child_work
#> Breakpoint 2 at
continue&
#> \[New inferior 2 \(process \d+\)\]
#> Thread (1|2)\.1 "fork-exit" hit Breakpoint [12](\.\d+)?, (parent|child)_work
#> Thread (1|2)\.1 "fork-exit" hit Breakpoint [12](\.\d+)?, (parent|child)_work
info threads
#> 1\.1 +Thread .* parent_work \(\)
#> 2\.1 +Thread .* child_work \(\)
thread 1.1
print shared_value = 77
#> = 77
thread 2.1
print shared_value
#> = 1
continue&
#> \[Inferior 2 \(process \d+\) exited with code 03\]
thread 1.1
print shared_value
#> = 77
info inferiors
#> \* 1 +process \d+
#> 2 +<null>
continue&
#> \[Inferior 1 \(process \d+\) exited with code 05\]
#once: hit Breakpoint \d(\.\d+)?, parent_work
#once: hit Breakpoint \d(\.\d+)?, child_work
