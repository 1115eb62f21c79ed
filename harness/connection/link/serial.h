/* Terminals and serial devices.
 * The link on them is that of all descriptors.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LINK_SERIAL_H
#define RSP_LINK_SERIAL_H

#include "link/address.h"

/* Opens the device of a pty: address, raw and at its speed. RSP_CONNECT, RSP_USAGE, with the reason. */
rsp_status rsp_serial_open(int *out_fd, const rsp_address *address, rsp_error *error);

#endif
