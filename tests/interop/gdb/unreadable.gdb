# Registers that cannot be read are x in g and p, and no stop tells gdb of them.
#stub: --unreadable-registers=on hello 7
print $fcsr
#> \$1 = <unavailable>
info registers frm
#> frm +<unavailable>
print $fa0.double
#> = 0
break greet
continue
#> Breakpoint 1, greet
print $fflags
#> <unavailable>
#! too short
#! Invalid hex digit
continue
#> hello, world
#> \[Inferior 1 \(process \d+\) exited with code 07\]
