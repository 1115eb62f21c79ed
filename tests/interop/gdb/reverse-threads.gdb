# Threads on the way back: each meets the breakpoint again in the other order, they vanish before they are made, and come again.
#stub: threads4
break work
continue
#> hit Breakpoint 1, work
python first = gdb.selected_thread().name
continue
#> hit Breakpoint 1, work
python second = gdb.selected_thread().name
continue
#> hit Breakpoint 1, work
reverse-continue
#> hit Breakpoint 1, work
python print("second again:", gdb.selected_thread().name == second)
#> second again: True
reverse-continue
#> hit Breakpoint 1, work
python print("first again:", gdb.selected_thread().name == first)
#> first again: True
reverse-continue
#> No more reverse-execution history
python print("threads:", len(gdb.selected_inferior().threads()))
#> threads: 1$
continue
#> hit Breakpoint 1, work
python print("first once more:", gdb.selected_thread().name == first)
#> first once more: True
reverse-step
#> worker \(
continue
#> hit Breakpoint 1, work
delete
continue
#> No more reverse-execution history|hit Breakpoint
continue
#> exited normally
