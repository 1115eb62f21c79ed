/* The list of faults, by number and by name. Builds without faults have an empty one.
 * The defects themselves stand in faults/.
 * Not on any hot path. */
/* SPDX-License-Identifier: MIT */
#include <rsp/stub.h>

#ifdef RSP_FAULTS

#include "faults/fault_list.h"

static const rsp_fault_info infos[] = {
#define FAULT_INFO(id, name_, requirement_, text_) \
    {.fault = RSP_FAULT_##id, .name = (name_), .requirement = (requirement_), .text = (text_)},
    RSP_FAULT_LIST(FAULT_INFO)
#undef FAULT_INFO
};

const rsp_fault_info *rsp_fault_get(rsp_fault fault) {
    return fault > RSP_FAULT_NONE && fault < RSP_FAULT_COUNT ? &infos[fault - 1] : NULL;
}

#else

const rsp_fault_info *rsp_fault_get(rsp_fault fault) {
    (void)fault;
    return NULL;
}

#endif

const rsp_fault_info *rsp_fault_find(rsp_bytes name) {
    const rsp_fault_info *info;
    for (rsp_fault fault = 1; (info = rsp_fault_get(fault)); fault++)
        if (rsp_bytes_equal(rsp_bytes_str(info->name), name))
            return info;
    return NULL;
}
