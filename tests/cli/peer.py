#!/usr/bin/env python3
# A debugger of a few lines for the golden tests: connects, asks, and ends in the way that it is told.
# usage: peer.py PORT closes|leaves|asks|tells|aborts [TEXT]
# SPDX-License-Identifier: MIT
import os
import socket
import sys

port, how = int(sys.argv[1]), sys.argv[2]
stub = socket.create_connection(('127.0.0.1', port))
stub.settimeout(10)


def ask(payload):
    stub.sendall(b'+$%s#%02x' % (payload, sum(payload) % 256))
    reply = b''
    while b'#' not in reply[:-2]:
        more = stub.recv(65536)
        if not more:
            break
        reply += more


if how == 'closes':
    sys.exit(0)
ask(b'qSupported')
if how == 'asks':
    ask(b'?')
if how == 'aborts':
    os.abort()
stub.close()
if how == 'tells':
    print(sys.argv[3])
