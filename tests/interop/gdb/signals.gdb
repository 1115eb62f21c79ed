# Signals: stop and pass, do not pass, neither stop; catching one; siginfo; a signal of our own.
#stub: signals
break raise_one
continue
delete
handle SIGUSR1 stop print pass
continue
#> Program received signal SIGUSR1, User defined signal 1\.
print $_siginfo.si_signo
#> = 10
break on_signal
continue
#> Breakpoint 2, on_signal \(number=10\)
backtrace
#> #0 +on_signal \(number=10\)
#> #1 +<signal handler called>
#> in raise_one \(number=10\)
#> in main \(\)
delete
print usr1_count
#> = 0
continue
#> Program received signal SIGUSR1
signal 0
#> Program received signal SIGUSR1
print usr1_count
#> \$\d+ = 1
handle SIGUSR1 nostop print pass
break raise_one if number == 12
continue
#> Program received signal SIGUSR1
#> Breakpoint 3, raise_one \(number=12\)
print usr1_count
#> \$\d+ = 4
handle SIGUSR1 nostop noprint pass
handle SIGUSR2 nostop noprint pass
continue
#> Breakpoint 3, raise_one \(number=12\)
signal SIGUSR1
#> SIGUSR1 5
#> SIGUSR2 1
#> \[Inferior 1 \(process \d+\) exited normally\]
