/* The board's memory as regions of an address space: flash reads as erased until it is written.
 * Tags are ordinary memory that programs have no permission for, so that copies of a space have them, too.
 * See devices.h. */
/* SPDX-License-Identifier: MIT */
#include "machine/devices.h"

#include "mapping.h"

#include "machine/machine.h"

rsp_status devices_map(space *s, const rsp_machine_options *options) {
    const region flash = {.start = RSP_FLASH_START,
                          .end = RSP_FLASH_START + RSP_FLASH_BYTES,
                          .perms = RSP_PERM_R | RSP_PERM_X,
                          .fill = RSP_FLASH_ERASED,
                          .name = "[flash]"};
    const region tagged = {.start = RSP_TAGGED_START,
                           .end = RSP_TAGGED_START + RSP_TAGGED_BYTES,
                           .perms = RSP_PERM_R | RSP_PERM_W,
                           .name = "[tagged]"};
    const region tags = {.start = RSP_TAGS_START, .end = RSP_TAGS_START + PAGE_BYTES, .name = "[tags]"};
    rsp_status status = options->flash ? space_map(s, &flash) : RSP_OK;
    if (!status && options->tagged_memory)
        status = space_map(s, &tagged);
    if (!status && options->tagged_memory)
        status = space_map(s, &tags);
    return status;
}
