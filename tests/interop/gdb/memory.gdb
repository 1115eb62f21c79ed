# Memory and registers, read and written in several widths, and what the program makes of them.
#stub: scratch
break work
continue
#> Breakpoint 1, work
set var *(long *)scratch = 0x1122334455667788
x/8xb scratch
#> 0x88\s+0x77\s+0x66\s+0x55\s+0x44\s+0x33\s+0x22\s+0x11
x/2xw scratch
#> 0x55667788\s+0x11223344
x/1xg scratch
#> 0x1122334455667788
set var *(char *)(scratch+1) = '}'
set var *(char *)(scratch+2) = '#'
x/4xh scratch
#> 0x7d88\s+0x5523\s+0x3344\s+0x1122
dump binary memory {folder}/dump scratch scratch+4096
restore {folder}/dump binary (long)&scratch+4096
x/2xw (char *)scratch+4096
#> 0x55237d88\s+0x11223344
find /b scratch, +8192, 0x88, 0x7d, '#'
#> 2 patterns found
set var $a1 = 0xdeadbeefcafef00d
print/x $a1
#> = 0xdeadbeefcafef00d
print/x $x11
#> = 0xdeadbeefcafef00d
set var $zero = 7
print $zero
#> = 0
info registers sp
#> sp +0x3f[0-9a-f]+
p $sp == $x2
#> = 1
print $pc
#> = \(void \(\*\)\(\)\) 0x[0-9a-f]+ <work
call (int)tail(3)
#> \$[0-9]+ = -?[0-9]+
print/x $a1
#> = 0xdeadbeefcafef00d
python
try:
    gdb.execute("x/1xb 0")
except gdb.MemoryError as e:
    print("refused:", e)
end
#> refused: Cannot access memory at address 0x0
