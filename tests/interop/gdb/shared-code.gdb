# Threads in one loop: GDB's step breakpoint is in code that all share. The thread that steps has its turn, too.
#stub: threads4 spin
break settled
continue
#> Thread 1 "threads4" hit Breakpoint 1, settled
delete
thread 4
#> Switching to thread 4
stepi
#> ^(0x[0-9a-f]+\s)?25\s+counts
python before = gdb.selected_frame().pc()
stepi 3
#> ^(0x[0-9a-f]+\s)?25\s+counts
python print("moved:", before != gdb.selected_frame().pc(), "thread:", gdb.selected_thread().num)
#> moved: True thread: 4
thread 3
stepi
python print("stepped:", gdb.selected_thread().num)
#> stepped: 3
kill
#> killed
