# Hardware watchpoints: write, read, access, two at once, a narrow one; old and new values; each hit once.
#stub: watch
break start_watching
continue
watch watched
#> Hardware watchpoint 2: watched
rwatch watched
#> Hardware read watchpoint 3: watched
continue
#> Hardware watchpoint 2: watched
#> Old value = 0
#> New value = 1
#> at .*watch\.c:21
continue
#> Hardware read watchpoint 3: watched
#> Value = 1
continue
#> Hardware watchpoint 2: watched
#> Old value = 1
#> New value = 2
#> at .*watch\.c:23
delete 2
continue
#> Hardware read watchpoint 3: watched
#> Value = 2
#> at .*watch\.c:24
delete 3
awatch neighbour
#> Hardware access \(read/write\) watchpoint 4: neighbour
continue
#> Hardware access \(read/write\) watchpoint 4: neighbour
#> Old value = 0
#> New value = 3
watch array[3]
watch narrow.c
continue
#> Hardware watchpoint 5: array\[3\]
#> Old value = 0
#> New value = 3
print i
#> = 3
continue
#> Hardware watchpoint 6: narrow\.c
#> New value = 3 '\\003'
print narrow
#> a = 1 '\\001', b = 2 '\\002', c = 3 '\\003', d = 0 '\\000'
hbreak done_watching
#> Hardware assisted breakpoint 7 at
continue
#> Breakpoint 7, done_watching \(\)
delete
continue
#> exited normally
