# dprintf that the stub prints by itself, with numbers and a text; the program does not stop for it.
#stub: recursion 5
set dprintf-style agent
set disconnected-dprintf on
break main
continue
dprintf factorial,"factorial of %ld here\n", n
#> Dprintf 2 at
dprintf deepest,"at the bottom: depth %d\n", depth
dprintf print_line,"label %s, value %ld\n", label, value
break print
continue
#> factorial of 5 here
#> factorial of 4 here
#> factorial of 3 here
#> factorial of 2 here
#> factorial of 1 here
#> at the bottom: depth 0$
#> label factorial, value 120
#> Breakpoint 5, print 
info breakpoints
#> dprintf .*
#> agent-printf "factorial of %ld here\\n", ?n
delete
continue
#> 120
#> exited normally
