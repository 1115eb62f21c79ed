# A fork with the child followed.
#stub: fork-exit
set follow-fork-mode child
set detach-on-fork on
break child_work
catch fork
continue
#> Catchpoint 2 \(forked process \d+\)
continue
#> \[Attaching after .* fork to child .*\]
#> \[Detaching after fork from parent .*\]
#> hit Breakpoint 1(\.\d+)?, child_work
next
next
print shared_value
#> = 3
continue
#> \[Inferior 2 \(process \d+\) exited with code 03\]
