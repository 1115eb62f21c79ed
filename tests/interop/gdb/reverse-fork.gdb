# Back before a fork and forth again: the child does what it did, and the parent sees its end once more.
#stub: fork-exit
set follow-fork-mode parent
set detach-on-fork on
break parent_work
continue
#> \[Detaching after fork from child process (\d+)\]
#> Breakpoint 1, parent_work
tbreak main
reverse-continue
#> Temporary breakpoint 2, main
info inferiors
#! process \d+ .*\n +2 +process
continue
#> Breakpoint 1, parent_work
finish
#> Value returned is \$1 = 5
continue
#> child exited with 3
#> \[Inferior 1 \(process \d+\) exited with code 05\]
