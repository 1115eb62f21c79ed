/* The id of a packet kind, for headers that store ids without the packet table.
 * The ids themselves are constants of packet_table.h, so that a new packet rebuilds only its readers.
 * Ids are not stable between versions: never write one to a file. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PACKET_ID_H
#define RSP_PACKET_ID_H

#include <stdint.h>

/* RSP_PACKET_READ_MEMORY and its like (packet_table.h), or RSP_PACKET_UNKNOWN. */
typedef uint16_t rsp_packet_id;

enum {
    RSP_PACKET_UNKNOWN = 0,
    RSP_PACKET_MOST = 256, /* every id is below: the size of an array that is indexed by ids */
};

#endif
