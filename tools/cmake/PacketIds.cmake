# Writes rsp/packet_ids.h, the ids and handlers of the packet list, and only when they change: a title, a requirement
# or a reply form that changes in the list compiles the table anew, and not everything that uses an id.
# usage: cmake -DLIST=harness/codec/packet_list.h -DOUTPUT=.../rsp/packet_ids.h -P PacketIds.cmake
# SPDX-License-Identifier: MIT
file(READ ${LIST} text)
string(REGEX MATCHALL "\n    X\\([A-Z0-9_]+, " starts "${text}")
string(REGEX MATCHALL ", [A-Za-z0-9_]+, \\\\\n      [A-Z]+, [A-Z]+, [A-Z_]+, " ends "${text}")
list(LENGTH starts rows)
list(LENGTH ends handlers)
if(rows LESS 100 OR NOT rows EQUAL handlers)
    message(FATAL_ERROR "${LIST}: ${rows} rows and ${handlers} handlers could be read: a row has two lines, "
                        "`X(ID, ..., handler, \\` and `EFFECT, HAZARD, REPLY, ...`")
endif()
set(list "")
foreach(start end IN ZIP_LISTS starts ends)
    string(REGEX REPLACE ".*X\\((.*), " "\\1" id "${start}")
    string(REGEX REPLACE "^, ([A-Za-z0-9_]+),.*" "\\1" handler "${end}")
    string(APPEND list " \\\n    X(${id}, ${handler})")
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[/* The ids of packets, and the handlers that the reference stub has for them.
 * Generated from packet_list.h by tools/cmake/PacketIds.cmake, and rewritten only when an id or a handler changes.
 * Include packet_table.h, which makes constants of them. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PACKET_IDS_H
#define RSP_PACKET_IDS_H

/* X(id, handler) in the order of the table. */
#define RSP_PACKET_ID_LIST(X)@list@

#endif
]])
