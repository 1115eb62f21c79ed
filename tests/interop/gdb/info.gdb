# What gdb asks beside: auxv, processes, mappings, exec file, features, monitor, threads extra info.
#stub: threads4 spin
info auxv
#> AT_PAGESZ +System page size +4096
#> AT_ENTRY +Entry point of program +0x1[0-9a-f]+
info auxv
#> AT_PHDR
info inferiors
#> process \d+ .*threads4
monitor help
#> help
info os processes
#> threads4
maint print xml-tdesc
#> org\.gnu\.gdb\.riscv\.cpu
info mem
info files
#> Entry point: 0x1
maint packet vMustReplyEmpty
#> received: ""
maint packet qSupported
#> received: "PacketSize=[0-9a-f]+;
detach
#> \[Inferior 1 \(process \d+\) detached\]
