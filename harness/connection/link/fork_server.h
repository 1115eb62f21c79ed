/* The fork server: a small process that forks programs in place of this one, which may be large.
 * The option `fork_server` of links takes it.
 * Links work without one, only slower. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FORK_SERVER_H
#define RSP_FORK_SERVER_H

#include <rsp/link.h>

RSP_BEGIN_DECLS

/* The process. A fork costs time in proportion to the memory of whoever forks, so make it early, while this
 * process is small. For one thread at a time. It ends with this process. */
typedef struct rsp_fork_server rsp_fork_server;

/* Starts the process. NULL without descriptors, processes or memory: links work without one, too. */
rsp_fork_server *rsp_fork_server_new(const rsp_mem *mem);

/* Ends the process. NULL is fine. Programs that it has started go on. */
void rsp_fork_server_free(rsp_fork_server *fork_server);

/* Its process id. */
long rsp_fork_server_pid(const rsp_fork_server *fork_server);

struct rsp_launch;

/* Private to the layer: lets the fork server fork a supervisor. False when the server has ended, or the
 * launch is too large for it: then the caller forks. */
bool rsp_fork_server_start(rsp_fork_server *fork_server, const struct rsp_launch *launch);

RSP_END_DECLS

#endif
