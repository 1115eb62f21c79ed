/* A Wireshark dissector in Lua, made from the packet table.
 * The code of it stands in wireshark/dissector.lua; the rows are written in front.
 * docs/wireshark.md shows what it does. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REPORTS_WIRESHARK_H
#define RSP_REPORTS_WIRESHARK_H

#include <rsp/bytes.h>

/* Appends the whole dissector, a file for Wireshark's folder of Lua plugins. */
void rsp_wireshark_dissector_write(rsp_buf *out);

#endif
