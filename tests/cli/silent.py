#!/usr/bin/env python3
# A stub that acknowledges everything and answers nothing, for one client.
# usage: silent.py PORT
# SPDX-License-Identifier: MIT
import socket
import sys

listener = socket.create_server(('127.0.0.1', int(sys.argv[1])))
listener.settimeout(60)
client, _ = listener.accept()
client.settimeout(60)
while client.recv(65536):
    client.sendall(b'+')
