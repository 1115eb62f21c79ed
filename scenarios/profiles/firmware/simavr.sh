#!/bin/sh
# SPDX-License-Identifier: MIT
# simavr.sh PORT FIRMWARE: simavr 1.6 knows no port but 1234, so that a relay makes it PORT (needs socat).
# Its end, whatever it was, is the end of this script.
simavr -m atmega328p -f 1000000 -g "$2" &
pid=$!
n=0
while [ $n -lt 500 ] && ! grep -q ':04D2 00000000:0000 0A' /proc/net/tcp; do
    sleep 0.02
    n=$((n + 1))
done
socat "TCP-LISTEN:$1,bind=127.0.0.1,reuseaddr" TCP:127.0.0.1:1234 &
relay=$!
trap 'kill -9 $pid $relay 2>/dev/null' EXIT
wait $pid
exit $?
