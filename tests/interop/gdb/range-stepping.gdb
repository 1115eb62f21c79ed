# Range stepping on and off: the same lines either way, and vCont;r only when it is on. GDB steps by breakpoints
# when it takes the target for Linux, so it is told that it is not.
#stub: recursion 3
#connect: none
set osabi none
file {debuggees}/recursion
target remote {socket}
break print_line
tbreak main
continue
set debug remote 1
next
#> vCont;r[0-9a-f]+,[0-9a-f]+:p
set debug remote 0
#> ^23\s
set range-stepping off
set debug remote 1
stepi
#> Sending packet: \$vCont;s:p
set debug remote 0
continue
#> Breakpoint 1, print_line
finish
#> ^24\s
continue
#> exited normally
