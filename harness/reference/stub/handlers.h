/* The handlers of the packet table: one function for each name in its handler column.
 * One list, for every file that serves packets: a row of the table without its handler does not link.
 * Included by the files that define handlers, and by the dispatcher. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_STUB_HANDLERS_H
#define RSP_STUB_HANDLERS_H

#include "handler.h"
#include "state.h"

#include "codec/packet_list.h"

/* stub_on_NONE sends the empty reply. */
#define STUB_DECLARE_HANDLER(id, name, match, delimiter, arguments, states, feature, requirements, handler, \
                             ...)                                                                           \
    stub_handler stub_on_##handler;
RSP_PACKET_LIST(STUB_DECLARE_HANDLER)
#undef STUB_DECLARE_HANDLER

#endif
