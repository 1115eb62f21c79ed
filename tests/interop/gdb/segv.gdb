# A fault with its siginfo, repaired by hand; and one that kills.
#stub: segv
#connect: extended
continue
#> Program received signal SIGSEGV, Segmentation fault\.
#> in crash \(\) at .*segv\.c:11
print $_siginfo.si_signo
#> = 11
print $_siginfo._sifields._sigfault.si_addr
#> = \(void \*\) 0x10
x/i $pc
#> => 0x[0-9a-f]+ <crash\+[0-9]+>:\s+sd\sa5,0\(a4\)
print target = (unsigned long)&harmless
set var $a4 = &harmless
signal 0
#> still alive
#> \[Inferior 1 \(process \d+\) exited normally\]
set remote exec-file /bin/segv
run
#> Program received signal SIGSEGV
continue
#> Program terminated with signal SIGSEGV
