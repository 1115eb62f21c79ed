# A program that goes on without the debugger after a detach, and is attached to again: in spin() mostly, or before it
# has gone on, where GDB says `#0  main ()` without an address.
#stub: spin
#connect: extended
python pid = gdb.selected_inferior().pid
break main
continue
#> Breakpoint 1, main
delete
detach
#> \[Inferior 1 \(process \d+\) detached\]
python gdb.execute("attach %d" % pid)
backtrace
#> #[01] .*main \(\) at .*spin\.c:16
print stop = 1
continue
#> \[Inferior 1 \(process \d+\) exited normally\]
