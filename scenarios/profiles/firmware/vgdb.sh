#!/bin/sh
# SPDX-License-Identifier: MIT
# vgdb.sh PORT PROGRAM [ARGUMENT...]: the stub inside valgrind, behind its relay vgdb on PORT.
# valgrind opens no port of its own; vgdb may only start once the pipes between the two are there.
# This script is mostly killed, so that it sweeps away what those before it had to leave.
port=$1
shift
pipes=${TMPDIR:-/tmp}/stubborn-vgdb-$(id -u)
mkdir -m 700 "$pipes" 2>/dev/null || [ -O "$pipes" ] || { echo "vgdb.sh: $pipes is somebody else's" >&2; exit 1; }
for left in "$pipes"/*-by-*; do
    owner=${left%%-by-*}
    kill -0 "${owner##*-}" 2>/dev/null || rm -f "$left"
done
valgrind -q --vgdb=yes --vgdb-error=0 --vgdb-prefix="$pipes/vgdb" "$@" >/dev/null 2>&1 &
pid=$!
trap 'kill -9 $pid 2>/dev/null; rm -f "$pipes"/*-$pid-by-*' EXIT
trap 'exit 143' TERM INT
n=0
while [ $n -lt 500 ] && ! ls "$pipes"/vgdb-from-vgdb-to-$pid-* >/dev/null 2>&1; do
    sleep 0.02
    n=$((n + 1))
done
vgdb --vgdb-prefix="$pipes/vgdb" --pid=$pid --port="$port"
