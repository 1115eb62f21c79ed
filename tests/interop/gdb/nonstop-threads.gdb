# Non-stop with threads: one stands while the others count on; interrupting one, then all.
#stub: threads4 spin
#connect: none
#feed: yes
set non-stop on
file {debuggees}/threads4
target extended-remote {socket}
#> _start \(\)
break count
#> Breakpoint 1 at
continue&
#> Thread \d "worker-\d" hit Breakpoint 1, count
#> Thread \d "worker-\d" hit Breakpoint 1, count
#> Thread \d "worker-\d" hit Breakpoint 1, count
#> Thread \d "worker-\d" hit Breakpoint 1, count
delete
info threads
#> 1 +Thread \d+\.\d+ "threads4" .*\(running\)
thread 2
print counts
#> = \{0, 0, 0, 0\}
continue&
thread 3
print $_thread
#> = 3
python print("waited:", next(n for n in range(100000) if any(int(gdb.parse_and_eval("counts")[i]) > 0 for i in range(4))) >= 0)
#> waited: True
thread 2
interrupt
#> Thread 2 "worker-\d" stopped\.
python counts = gdb.parse_and_eval("counts")
python print("moved:", sum(1 for i in range(4) if int(counts[i]) > 0))
#> moved: 1$
interrupt -a
#> Thread 1 "threads4" stopped\.
info threads
#! SIGINT
python print("running:", sum(1 for t in gdb.selected_inferior().threads() if t.is_running()))
#> running: 0$
kill
#> \[Inferior 1 \(process \d+\) killed\]
