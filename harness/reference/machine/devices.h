/* Memory that a board has besides RAM: flash in erase blocks, and a page whose memory has tags.
 * Both lie at the same place in every process, and a child starts with copies of them.
 * The debugger changes them through the stub's own packets. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_DEVICES_H
#define RSP_MACHINE_DEVICES_H

#include <rsp/status.h>
#include <stdint.h>

/* Flash: 16 blocks that are erased as a whole; programs can read and execute it. */
#define RSP_FLASH_START UINT64_C(0x3000000000)
#define RSP_FLASH_BYTES UINT64_C(0x10000)
#define RSP_FLASH_BLOCK_BYTES UINT64_C(0x1000)
/* What an erased byte reads as. */
#define RSP_FLASH_ERASED 0xff

/* Tagged memory: each granule has a tag, a byte in the page behind the memory. */
#define RSP_TAGGED_START UINT64_C(0x3100000000)
#define RSP_TAGGED_BYTES UINT64_C(0x1000)
#define RSP_TAG_GRANULE_BYTES UINT64_C(0x10)
#define RSP_TAGS_START (RSP_TAGGED_START + RSP_TAGGED_BYTES)

struct space;
struct rsp_machine_options;

/* Maps what the options ask for into a new address space. RSP_LIMIT, RSP_NO_MEMORY. */
rsp_status devices_map(struct space *s, const struct rsp_machine_options *options);

#endif
