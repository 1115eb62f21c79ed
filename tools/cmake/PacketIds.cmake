# Writes rsp/packet_ids.h, the ids of the packet list, and only when they change: a title, a requirement or a reply form
# that changes in the list compiles the table anew, and not everything that uses an id.
# usage: cmake -DLIST=harness/base/codec/packet_list.h -DOUTPUT=.../rsp/packet_ids.h -P PacketIds.cmake
# SPDX-License-Identifier: MIT
file(READ ${LIST} text)
string(REGEX MATCHALL "\n    X\\([A-Z0-9_]+, \"[^\"]+\"" starts "${text}")
string(REGEX MATCHALL "\\\\\n      [A-Z]+, [A-Z]+, [A-Z_]+, " ends "${text}")
list(LENGTH starts rows)
list(LENGTH ends second_lines)
if(rows LESS 100 OR NOT rows EQUAL second_lines)
    message(FATAL_ERROR "${LIST}: ${rows} rows and ${second_lines} second lines could be read: a row has two lines, "
                        "`X(ID, \"name\", ... \\` and `EFFECT, HAZARD, REPLY, ...`")
endif()
set(list "")
foreach(start IN LISTS starts)
    string(REGEX REPLACE ".*X\\((.*), \"(.*)\"" "    RSP_PACKET_\\1, /* \\2 */\n" row "${start}")
    string(APPEND list "${row}")
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[/* The ids of packets, one for each row of the packet table.
 * Generated from harness/base/codec/packet_list.h by tools/cmake/PacketIds.cmake.
 * Ids are sorted by name and are not stable between versions: never write one to a file. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PACKET_IDS_H
#define RSP_PACKET_IDS_H

/* An rsp_packet_id (rsp/packets.h). The comment is the name of the packet on the wire. */
enum {
    RSP_PACKET_FIRST_ = 0, /* so that the first row's id is 1; RSP_PACKET_UNKNOWN */
@list@    RSP_PACKET_END, /* one more than the last id */
};

#endif
]])
