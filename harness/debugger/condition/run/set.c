/* What the files of this room share about the set: errors, the pc of a stopped thread, names of ways.
 * Nothing is decided here.
 * See set.h. */
/* SPDX-License-Identifier: MIT */
#include "set.h"

#include "thread_registers.h"

rsp_status set_fail(rsp_conditionals *set, rsp_status status, const char *what) {
    const rsp_error *error = rsp_client_error(set->client);
    if (error->status == status && error->msg[0])
        return rsp_fail(&set->error, status, "%s: %s", what, error->msg);
    return rsp_fail(&set->error, status, "%s: %s", what, rsp_status_text(status));
}

rsp_status set_read_pc(rsp_conditionals *set, rsp_ptid thread, uint64_t *out) {
    return thread_register_read(set->client, thread, condition_machine_pc(&set->machine),
                                condition_machine_big_endian(&set->machine), out);
}

const char *rsp_way_name(rsp_way way) {
    static const char *const names[] = {
#define WAY_NAME(name, text) text,
        RSP_WAY_LIST(WAY_NAME)
#undef WAY_NAME
    };
    return (size_t)way < RSP_ARRAY_LEN(names) ? names[way] : "?";
}
