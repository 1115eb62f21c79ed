# vfork and exec in the child, the parent followed and then the child.
#stub: vfork-exec
#connect: extended
catch vfork
break after_vfork
continue
#> Catchpoint 1 \(vforked process \d+\)
continue
#> \[Detaching vfork parent|\[Detaching after vfork from child process \d+\]
#> Breakpoint 2, after_vfork
continue
#> child exited with 4
#> \[Inferior 1 \(process \d+\) exited normally\]
delete
set follow-fork-mode child
set remote exec-file /bin/vfork-exec
catch exec
run
#> \[Attaching after .* vfork to child .*\]
#> Catchpoint 3 \(exec'd /bin/hello\)
continue
#> hello, world
#> \[Inferior 2 \(process \d+\) exited with code 04\]
