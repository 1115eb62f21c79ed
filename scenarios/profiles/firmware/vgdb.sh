#!/bin/sh
# SPDX-License-Identifier: MIT
# vgdb.sh PORT PROGRAM [ARGUMENT...]: the stub inside valgrind, behind its relay vgdb on PORT.
# valgrind opens no port of its own; vgdb may only start once the pipes between the two are there.
port=$1
shift
pipes=$(mktemp -d) || exit 1
valgrind -q --vgdb=yes --vgdb-error=0 --vgdb-prefix="$pipes/vgdb" "$@" >"$pipes/output" 2>&1 &
pid=$!
trap 'kill -9 $pid 2>/dev/null; rm -rf "$pipes"' EXIT
trap 'exit 143' TERM INT
n=0
while [ $n -lt 500 ] && ! ls "$pipes"/vgdb-from-vgdb-to-$pid-* >/dev/null 2>&1; do
    sleep 0.02
    n=$((n + 1))
done
vgdb --vgdb-prefix="$pipes/vgdb" --pid=$pid --port="$port"
