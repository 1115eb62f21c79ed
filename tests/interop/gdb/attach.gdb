# A program that goes on without the debugger after a detach, and is attached to again.
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
#> in main \(\) at .*spin\.c:16
print stop = 1
continue
#> \[Inferior 1 \(process \d+\) exited normally\]
