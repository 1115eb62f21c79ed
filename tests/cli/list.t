One line each.

  $ cd $TESTS && stubborn list scenarios suite/good.yaml suite/verdicts.yaml
  good/memory                                          must   MEM-006  What was written is read
  good/unknown-is-empty                                must   STD-002  An unknown request gets the empty reply
  verdicts/passes                                      must   MEM-006  A request gets its answer
  verdicts/fails                                       must   STD-002  Expects what no stub answers
  verdicts/warns                                       should FRAME-010  A broken recommendation is a warning
  verdicts/skips                                       must   FLASH-001  What is not offered is skipped
  $ cd $TESTS && stubborn list scenarios suite/good.yaml --filter '!good/memory'
  good/unknown-is-empty                                must   STD-002  An unknown request gets the empty reply
  $ stubborn list requirements 2>/dev/null | grep '^FRAME-00[12]' | sed 's/[0-9]* scenarios* */N scenarios /; s/[0-9]* faults* */N faults /'
  FRAME-001    must              stub    N scenarios N faults Every reply travels as '$', the payload, '#', and exactly two hex digits holding the sum of all payload bytes (as transmitted, after escaping and run-length coding) modulo 256.
  FRAME-002    must              stub    N scenarios N faults The two checksum digits are zero-padded, so a sum below 0x10 still takes two characters.
  $ stubborn list faults | grep mem-decimal
  mem-decimal-length                   MEM-001      length of m read as decimal
  $ stubborn list packets | grep -E '^(m|MultiMemRead|vCont) '
  MultiMemRead                     'ranges':ranges          MMR-001..031 MMR-RFC-001..014
  m                                addr,len[;'address_space':num;['thread':id;]] MEM-001..018 MEM-022 LLDB-051..052
  vCont                            action{;action}          VCONT-001..026 MP-020..021
  $ stubborn list programs | grep -E '^hello '  | sed 's/[0-9]\+/N/'
  hello                      N bytes
  $ stubborn list settings
  fault                    NAME       switch one deliberate defect on (see: stubborn list faults)
  packet-size              BYTES      longest packet accepted and sent
  trace-buffer             BYTES      trace frame buffer; 0: no tracepoints
  run-length               on|off     compress replies by run-length encoding
  multimem                 lldb|rfc   wire form of MultiMemRead
  x                        gdb|lldb   form of the answer to x
  offer-multimem           on|off     announce MultiMemRead
  offer-multibreakpoint    on|off     announce MultiBreakpoint
  offer-jmultibreakpoint   on|off     announce jMultiBreakpoint
  offer-conditions         on|off     announce conditions and commands of breakpoints
  offer-no-ack             on|off     announce QStartNoAckMode
  offer-non-stop           on|off     announce QNonStop
  offer-multiprocess       on|off     announce multiprocess
  offer-compression        on|off     announce compressed packets, as LLDB has them (zlib-deflate)
  offer-accelerator        on|off     announce an accelerator's plug-in, as LLDB has them
  offer-address-spaces     on|off     announce two address spaces, as LLDB has them: memory, and a thread's registers
  expedite-reads           on|off     bring the memory that was read last along in jThreadsInfo
  inexact-watchpoints      on|off     name all watchpoints of the word that was touched, as on AArch64 (multi-wp-addr)
  protection-keys          on|off     tell the protection key of each memory region
  native-signals           on|off     Linux signal numbers on the wire
  detach-on-disconnect     on|off     let the debuggees go when the client goes; off keeps them, stopped
  number-threads           on|off     thread ids are numbers within their process, from 1
  library-stops            on|off     stop when a library is mapped or unmapped, as systems without SVR4's list do
  unreadable-registers     on|off     fflags, frm and fcsr cannot be read, and stops tell LLDB so (43:;)
  webassembly              on|off     serve two instances of WebAssembly modules, as LLDB debugs them, and no other program
  first-pid                N          number of the first process; later ones, and threads, count up
  hardware-breakpoints     N          hardware breakpoints of a process
  hardware-watchpoints     N          hardware watchpoints of a process
  terminal                 on|off     standard streams are a terminal: C libraries write each line at once, and it ends in CR LF
  flash                    on|off     flash memory in each process, at 0x3000000000
  tagged-memory            on|off     memory with tags in each process, at 0x3100000000
  record-memory            BYTES      most memory for reverse execution; 0 offers none
  seed                     N          seed of the machine's scheduler
  $ stubborn list profiles | grep -o '^reference '
  reference 
