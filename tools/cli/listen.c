/* Loopback by its usual names; everything else can be reached by others.
 * A remote protocol has no passwords: that is worth a line on standard error.
 * See listen.h. */
/* SPDX-License-Identifier: MIT */
#include "cli/listen.h"
#include "cli/io.h"
#include "link/address.h"

#include <stdio.h>

/* Others than this machine can reach it. */
static bool is_public(const rsp_address *address) {
    if (address->kind != RSP_ADDRESS_TCP || !address->host)
        return false;
    return strncmp(address->host, "127.", 4) != 0 && strcmp(address->host, "::1") != 0 &&
           strcmp(address->host, "localhost") != 0;
}

void listen_warn(const command *self, const rsp_address *address, const char *what) {
    if (is_public(address))
        io_say(
            stderr,
            "stubborn %s: WARNING: others than this machine can reach %s, and whoever connects controls %s\n",
            self->name, address->host, what);
}
