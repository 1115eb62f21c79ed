# Breakpoints in C source, stepping, finish, until, frames; a condition that the host evaluates.
#stub: recursion 6
break factorial if n == 3
#> Breakpoint 1 at 0x[0-9a-f]+: file .*recursion\.c, line 15\.
continue
#> Breakpoint 1, factorial \(n=3\) at .*recursion\.c:15
backtrace
#> #0 +factorial \(n=3\)
#> #1 +0x[0-9a-f]+ in factorial \(n=4\)
#> #2 +0x[0-9a-f]+ in factorial \(n=5\)
#> #3 +0x[0-9a-f]+ in factorial \(n=6\)
#> #4 +0x[0-9a-f]+ in main \(argc=2, argv=0x[0-9a-f]+\)
delete 1
tbreak deepest
continue
#> Temporary breakpoint 2, deepest \(\) at .*recursion\.c:10
step
#> ^11\s+return 1;
print depth
#> \$1 = 1
finish
#> in factorial \(n=1\) at .*recursion\.c:16
#> Value returned is \$2 = 1
finish
#> in factorial \(n=2\) at .*recursion\.c:17
#> Value returned is \$3 = 1
next
#> ^18\s+return n \* below;
print below
#> \$4 = 1
up
#> #1 .* in factorial \(n=3\)
down
finish
#> in factorial \(n=3\) at .*recursion\.c:17
#> Value returned is \$5 = 2
frame function main
tbreak print_line
continue
#> Temporary breakpoint 3, print_line \(label=0x[0-9a-f]+ "factorial", (value|number|n)=720\)
until
info registers pc
#> pc +0x[0-9a-f]+.*<print_line\+[0-9]+>
continue
#> 720$
#> \[Inferior 1 \(process \d+\) exited normally\]
info breakpoints
#> No breakpoints or watchpoints\.
