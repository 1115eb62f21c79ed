/* The handlers of the packet table: one function for each name in its handler column.
 * Declared from the table, so that a row without its handler does not link.
 * Included by the files that define handlers, and by the dispatcher. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_STUB_HANDLERS_H
#define RSP_STUB_HANDLERS_H

#include "state.h"

#include "codec/packet_list.h"

/* A handler gets the request in s->request: whole, and acknowledged in ack mode. `args` is what
 * rsp_packet_lookup leaves of it after name and delimiter. The handler appends the reply's payload as it goes
 * on the wire: it escapes binary data itself; run lengths and the checksum come with the frame. */
typedef void stub_handler(rsp_stub *s, rsp_bytes args, rsp_buf *reply);

/* stub_on_NONE sends the empty reply. */
#define STUB_DECLARE_HANDLER(id, name, match, delimiter, arguments, states, feature, requirements, handler, \
                             ...)                                                                           \
    stub_handler stub_on_##handler;
RSP_PACKET_LIST(STUB_DECLARE_HANDLER)
#undef STUB_DECLARE_HANDLER

#endif
