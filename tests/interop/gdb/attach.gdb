# A program that goes on without the debugger after a detach, and is attached to again: perhaps before it has gone on, and
# GDB says `#0  main ()` for the first instruction of a line, `#0  0x... in main ()` for another.
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
#> #0 .*main \(\) at .*spin\.c:16
print stop = 1
continue
#> \[Inferior 1 \(process \d+\) exited normally\]
