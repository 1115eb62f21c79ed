# Threads: names, switching, a breakpoint that each of them hits, thread-specific breakpoints, apply all.
#stub: threads4
break work
continue
#> Thread \d+ "worker-\d" hit Breakpoint 1, work
info threads
#> Thread \d+\.\d+ "threads4" \(waiting for a futex
python names = sorted(t.name for t in gdb.selected_inferior().threads())
python print("names:", *names)
#> names: threads4 worker-0 worker-1 worker-2 worker-3$
python print("threads:", len(gdb.selected_inferior().threads()))
#> threads: 5$
thread apply all -q backtrace 1
#> (work|worker|barrier_wait|futex|clone|thread_join)
thread 3
#> \[Switching to thread 3 \(Thread \d+\.\d+\)\]
print $_thread
#> = 3
thread find worker-2
#> Thread \d+ has target name 'worker-2'
delete
break work thread 4
continue
#> Thread 4 "worker-\d" hit Breakpoint 2, work
#! Thread [1235] .* hit Breakpoint 2
ignore 2 3
continue
#> Thread 4 "worker-\d" hit Breakpoint 2, work \(c=0x[0-9a-f]+ <contexts\+[0-9]+>, round=5\)
delete
break tail
continue
#> Thread 1 "threads4" hit Breakpoint 3, tail \(n=40\)
print total
#> \$\d+ = 1040
info threads
#> \* 1 +Thread
python print("threads:", len(gdb.selected_inferior().threads()))
#> threads: 1$
continue
#> exited normally
