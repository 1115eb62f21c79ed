#!/usr/bin/env bash
# Builds loop.c for the stubs of tools/dev/zoo: usage: build.sh FOLDER. Needs clang, lld and llvm of Debian 12.
# SPDX-License-Identifier: MIT
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"

# NAME TARGET LINK-OPTIONS COMPILER-OPTIONS...
link() {
    local name=$1 target=$2 where=$3
    shift 3
    clang-14 -target "$target" -std=c11 -O1 -g0 -fomit-frame-pointer -ffreestanding -fno-pic -fno-unwind-tables \
        -fno-asynchronous-unwind-tables "$@" -c "$here/loop.c" -o "$name.o"
    # shellcheck disable=SC2086
    ld.lld-14 --build-id=none -static -e _start $where "$name.o" -o "$name.elf"
    rm "$name.o"
}
raw() { llvm-objcopy-14 -O binary --only-section=.text "$1.elf" "$1.bin"; }

link linux-x86-64 x86_64-linux-gnu ''
link linux-aarch64 aarch64-linux-gnu ''
link linux-arm armv7-linux-gnueabi ''
link linux-riscv64 riscv64-linux-gnu '' -march=rv64imac -mabi=lp64
link virt-riscv64 riscv64-unknown-elf "-T $here/bare.ld --defsym=CODE=0x80000000 --defsym=DATA=0x80100000" \
    -mcmodel=medany -march=rv64imac -mabi=lp64 -DSTACK=0x80200000
link cortex-m3 thumbv7m-none-eabi "-T $here/bare.ld --defsym=CODE=0 --defsym=DATA=0x20000000" -DVECTORS -DSTACK=0x20002000
link rp2040 thumbv6m-none-eabi "-T $here/bare.ld --defsym=CODE=0x20000000 --defsym=DATA=0x20001000" \
    -DVECTORS -DSTACK=0x20004000
link gba armv4t-none-eabi "-T $here/bare.ld --defsym=CODE=0x080000c0 --defsym=DATA=0x03000000" -marm -DSTACK=0x03007f00
link nds-arm9 armv5te-none-eabi "-T $here/bare.ld --defsym=CODE=0x02000000 --defsym=DATA=0x02100000" -marm -DSTACK=0x02200000
link nds-arm7 armv4t-none-eabi "-T $here/bare.ld --defsym=CODE=0x03800000 --defsym=DATA=0x03804000" -marm -DSTACK=0x03808000
for name in rp2040 gba nds-arm9 nds-arm7; do
    raw $name
done
python3 "$here/images.py" .
