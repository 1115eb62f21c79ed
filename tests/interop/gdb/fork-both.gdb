# Both processes kept: each has its own memory and exit status.
#stub: fork-exit
#connect: extended
set detach-on-fork off
set schedule-multiple off
break parent_work
break child_work
continue
#> \[New inferior 2 \(process \d+\)\]
#> hit Breakpoint 1(\.\d+)?, parent_work
info inferiors
#> \* 1 +process \d+
#> 2 +process \d+
set var shared_value = 50
inferior 2
#> \[Switching to inferior 2 \[process \d+\]
print shared_value
#> = 1
continue
#> hit Breakpoint 2(\.\d+)?, child_work
finish
#> Value returned is \$\d+ = 3
continue
#> \[Inferior 2 \(process \d+\) exited with code 03\]
inferior 1
print shared_value
#> = 50
continue
#> child exited with 3
#> \[Inferior 1 \(process \d+\) exited with code 05\]
