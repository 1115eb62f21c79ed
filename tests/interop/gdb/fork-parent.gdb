# A fork with the parent followed: the child runs on by itself, with no breakpoint of ours in it.
#stub: fork-exit
set follow-fork-mode parent
set detach-on-fork on
break parent_work
break child_work
continue
#> \[Detaching after fork from child process (\d+)\]
#> Breakpoint 1, parent_work
info inferiors
#> \* 1 +process \d+
#! process \d+ .*\n +2 +process
finish
#> Value returned is \$1 = 5
continue
#> child exited with 3
#> \[Inferior 1 \(process \d+\) exited with code 05\]
print $_exitcode
#> = 5
