# Tracepoints: conditions, actions, steps and a variable; what was recorded is looked at after the program has gone on.
#stub: scratch
tvariable $seen = 100
#> Trace state variable \$seen created, with initial value 100
trace work if i >= 2
#> Tracepoint 1 at
actions 1
collect $regs, $args, counter, *(edge - 8)@8
teval $seen = $seen + 1
collect $seen
while-stepping 3
collect $pc, counter
end
end
trace tail
#> Tracepoint 2 at
passcount 1 2
actions 2
collect $args
end
info tracepoints
#> 1 +tracepoint +keep y .* in work at .*scratch\.c
#> trace only if i >= 2
#> collect \$regs, \$args, counter, \*\(edge - 8\)@8
#> 2 +tracepoint +keep y .* in tail at .*scratch\.c
#> pass count 1
set trace-user somebody
set trace-notes a first look
tstart
tstatus
#> Trace is running on the target\.
#> Collected 0 trace frames\.
#> Trace user is somebody
#> Trace notes: a first look
break main
continue
tstatus
#> Trace is running
break scratch.c:57
continue
tstatus
#> Trace stopped by tracepoint 2
#> Collected 33 trace frames\.
tfind start
#> Found trace frame 0, tracepoint 1
frame
#> #0 +work \(i=2\) at .*scratch\.c
print counter
#> = 2
print i
#> = 2
print/x *(edge - 8)@8
#> = \{0x23, 0x24, 0x2a, 0x7d
print $seen
#> = 101
print magic
#> = <unavailable>
tfind pc
#> Found trace frame 4, tracepoint 1
print i
#> = 3
tfind
#> Found trace frame 5, tracepoint 1
print counter
#> = 3
tfind tracepoint 2
#> Found trace frame 32, tracepoint 2
tdump
#> Data collected at tracepoint 2, trace frame 32:
#> n = 5
tfind none
print counter
#> = 10
tfind outside work, tail
#> Found trace frame 32, tracepoint 2
tfind none
tsave {folder}/saved
tsave -r /tmp/saved
remote get /tmp/saved {folder}/saved-there
delete
kill
target tfile {folder}/saved
tfind 4
#> Found trace frame 4, tracepoint [0-9]+
print counter
#> = 3
