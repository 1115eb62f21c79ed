# A program is written into flash memory by `load`: gdb knows it from the memory map, and erases before it writes.
# Breakpoints in flash are hardware breakpoints without being asked for. The stub started another program.
#stub: scratch
#file: flash
info mem
#> 0x0000003000000000 0x0000003000010000 flash blocksize 0x1000
load
#> Loading section \.text
#> Start address 0x000000300000
compare-sections .text
#> Section \.text, .*matched
break tick
#> Breakpoint 1 at 0x300000
continue
#> Breakpoint 1, tick \(number=0\)
continue
#> Breakpoint 1, tick \(number=1\)
finish
#> Value returned is \$1 = 2
print/x *(unsigned char *)0x3000000fff
#> = 0xff
info breakpoints
#> breakpoint already hit 2 times
python
try:
    gdb.execute("set var *(char *)0x3000000fff = 1")
except gdb.error as e:
    print("refused:", e)
end
#> refused: Writing to flash memory forbidden in this context
