/* File-I/O requests of a running program, served as GDB does: what it writes is output, other calls fail.
 * Scenarios about something else go on after them.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_FILE_CALL_H
#define RSP_SCENARIO_FILE_CALL_H

#include "ends/client_end.h"

/* Serves the request that came last; the program runs on. Where m is known to have no reply meanwhile it is
 * not sent, and the call fails as GDB lets it fail. Errors as client_end_send, and of a connection that ends.
 */
rsp_status file_call_serve(client_end *t);

#endif
