/* Thread ids in both syntaxes: `<tid>` and, with the multiprocess extension, `p<pid>.<tid>`.
 * 0 means any, -1 all; an id in plain syntax has pid 0.
 * Source: GDB manual, Packets (thread-id). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_ID_H
#define RSP_ID_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* Process and thread ids that are none: any one of them, and all of them. */
enum {
    RSP_ID_ANY = 0,
    RSP_ID_ALL = -1,
};

/* A thread of a process. pid is 0 in the plain syntax: the process is not named. */
typedef struct rsp_ptid {
    int64_t pid;
    int64_t tid;
} rsp_ptid;

/* Takes a thread-id off the front of *in: `<tid>`, `-1`, `p<pid>.<tid>`, or `p<pid>` (tid is then -1).
 * RSP_MALFORMED for anything else, also for p-1.<tid> with a particular thread; RSP_RANGE beyond 63 bits.
 * On failure *in and *out are unchanged. */
rsp_status rsp_take_ptid(rsp_ptid *out, rsp_bytes *in) RSP_MUST_USE;

/* Parses the whole of `text` as one thread-id. RSP_MALFORMED and RSP_RANGE as above. */
rsp_status rsp_ptid_parse(rsp_ptid *out, rsp_bytes text) RSP_MUST_USE;

/* Appends `p<pid>.<tid>` when `multiprocess`, else `<tid>`: lower case, no leading zeros, -1 as "-1". */
void rsp_ptid_append(rsp_buf *out, rsp_ptid id, bool multiprocess);

/* Whether both are the same pair of numbers. */
static inline bool rsp_ptid_equal(rsp_ptid a, rsp_ptid b) {
    return a.pid == b.pid && a.tid == b.tid;
}

/* Whether `pattern` means `id`, a particular thread. Any and all match everything. */
static inline bool rsp_ptid_matches(rsp_ptid pattern, rsp_ptid id) {
    return (pattern.pid <= 0 || pattern.pid == id.pid) && (pattern.tid <= 0 || pattern.tid == id.tid);
}

/* Parses the whole of `text` as a bare process id: hex without `p`, as in `D;<pid>`, `vKill;<pid>` and
 * `process:<pid>`. RSP_MALFORMED, or RSP_RANGE beyond 63 bits; *out_pid is unchanged then. */
rsp_status rsp_pid_parse(int64_t *out_pid, rsp_bytes text) RSP_MUST_USE;

RSP_END_DECLS

#endif
