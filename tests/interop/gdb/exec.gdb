# An exec: the catchpoint, symbols read from the stub by vFile, breakpoints placed in the new program.
#stub: exec-other
set sysroot target:
catch exec
break before_exec
continue
#> Breakpoint 2, before_exec
tbreak main
continue
#> about to exec
#> Catchpoint 1 \(exec'd .*/bin/print-args\)
continue
#> Temporary breakpoint 3, main \(argc=3, .*print-args\.c:50
continue
#> arg print-args
#> arg one
#> arg two words
#> env COLOR=blue
#> exited with code 03
