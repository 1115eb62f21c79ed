# The program's files are those of gdb's machine: gdb carries out what its calls ask for, and the program goes on.
#stub: file-io
shell rm -f {folder}/stubborn-file-io.txt
cd {folder}
break called if number == 0x0b || number == 0x0f
continue
#> Breakpoint 1, called \(number=15, result=0, expected=0\)
#! packet error
shell cat stubborn-file-io.old
#> hello, host
print buffer
#> = "host"
print failures
#> = 0
delete
continue
#> ^done
#> exited normally
