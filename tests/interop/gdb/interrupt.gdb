# An endless program is interrupted, its variable set, and it ends.
#stub: spin
#feed: yes
continue&
interrupt
#> Program received signal SIGINT, Interrupt\.
print stop = 1
#> = 1
continue
#> \[Inferior 1 \(process \d+\) exited normally\]
