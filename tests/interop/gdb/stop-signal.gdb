# SIGSTOP is passed to the program: it stops once more, for the job stop, and then goes on.
#stub: fork-stops alone
continue
#> Program received signal SIGSTOP, Stopped \(signal\)
continue
#> Program received signal SIGSTOP, Stopped \(signal\)
continue
#> exited normally
