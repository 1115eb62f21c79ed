# Back by step, next, finish and continue: to breakpoints and watchpoints, to both ends of the recording, and a changed past.
#stub: watch
break done_watching
continue
watch watched
reverse-continue
#> Hardware watchpoint 2: watched
#> Old value = 2
#> New value = 1
#> watch\.c:22
reverse-continue
#> Old value = 1
#> New value = 0
#> watch\.c:20
reverse-continue
#> No more reverse-execution history
#> _start
continue
#> Old value = 0
#> New value = 1
delete 2
break touch
reverse-continue
#> Breakpoint 3, touch \(\)
reverse-finish
#> main \(\)
next
#> Breakpoint 3, touch \(\)
next
#> 21\s+sink = watched;
next
#> 22\s+watched = 2;
reverse-next
#> 21\s+sink = watched;
reverse-step
#> watched = 1;
print watched
#> = 0
delete 3
watch neighbour
continue
#> Old value = 0
#> New value = 3
reverse-continue
#> Old value = 3
#> New value = 0
set var neighbour = 7
continue
#> Old value = 7
#> New value = 3
delete
continue
#> exited with code 0|exited normally
