# Conditions that the stub evaluates: the host never hears of the hits that do not count.
#stub: threads4
set breakpoint condition-evaluation target
set debug remote 0
break work if round == 4 && c->id >= 2
#> Breakpoint 1 at
continue
#> hit Breakpoint 1, work \(c=0x[0-9a-f]+ <contexts\+(32|48)>, round=4\)
info breakpoints
#> stop only if round == 4 && c->id >= 2 \(target evals\)
#> breakpoint already hit 1 time
continue
#> hit Breakpoint 1, work \(c=0x[0-9a-f]+ <contexts\+(32|48)>, round=4\)
info breakpoints
#> breakpoint already hit 2 times
set breakpoint condition-evaluation host
condition 1 round == 5 && c->id == 0
continue
#> hit Breakpoint 1, work \(c=0x[0-9a-f]+ <contexts>, round=5\)
info breakpoints
#> stop only if round == 5 && c->id == 0( \(host evals\))?$
delete
continue
#> total
#> exited normally
