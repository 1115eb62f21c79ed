# Building static RV64IMA Linux programs on the tiny runtime of corpora/debuggees/rt.
# rsp_add_riscv_program(OUTPUT SOURCE [flag or further source...]) makes one executable.
# rsp_add_riscv_libc_program(OUTPUT SOURCE) makes one that is linked with a static libc, as users' programs are.
# Without a cross compiler the configuration stops and says what to install.
find_program(RSP_RISCV_CC riscv64-linux-gnu-gcc)
if(NOT RSP_RISCV_CC)
    message(FATAL_ERROR "The debuggees need a RISC-V cross compiler, and riscv64-linux-gnu-gcc was not found. "
                        "On Debian install the package gcc-riscv64-linux-gnu, "
                        "or name another one with -DRSP_RISCV_CC=...")
endif()

function(rsp_add_riscv_program output source)
    set(rt ${PROJECT_SOURCE_DIR}/corpora/debuggees/rt)
    set(flags -march=rv64ima_zicsr_zifencei -mabi=lp64 -mcmodel=medany -mno-relax -static -nostdlib -ffreestanding
              -fno-stack-protector -fno-pic -no-pie -fno-omit-frame-pointer -fno-asynchronous-unwind-tables
              ${RSP_PREFIX_MAP} -gdwarf-4 -O0 -Wall -Wextra -DDEBUGGEE_RT=1 -Wl,--no-relax -Wl,--build-id=none -Wl,-z,separate-code)
    get_filename_component(folder ${output} DIRECTORY)
    file(MAKE_DIRECTORY ${folder})
    set(headers ${rt}/../debuggee.h ${rt}/rt.h)
    add_custom_command(OUTPUT ${output} DEPENDS ${source} ${rt}/crt0.S ${rt}/rt.c ${headers} VERBATIM
        COMMAND ${RSP_RISCV_CC} ${flags} ${ARGN} -I${rt}/.. -o ${output} ${rt}/crt0.S ${rt}/rt.c ${source}
        COMMENT "RISC-V program ${output}")
endfunction()

function(rsp_add_riscv_libc_program output source)
    get_filename_component(folder ${output} DIRECTORY)
    file(MAKE_DIRECTORY ${folder})
    add_custom_command(OUTPUT ${output} DEPENDS ${source} VERBATIM
        COMMAND ${RSP_RISCV_CC} -march=rv64gc -mabi=lp64d -static -g -O0 -fno-omit-frame-pointer -std=c11
                -D_POSIX_C_SOURCE=200809L -Wall -Wextra ${RSP_PREFIX_MAP} -Wl,--build-id=none -o ${output} ${source}
        COMMENT "RISC-V program ${output}")
endfunction()
