/* The rows of the fault table, by value and by name.
 * The defects themselves stand beside the behaviour that they break.
 * Not on any hot path. */
/* SPDX-License-Identifier: MIT */
#include <rsp/fault.h>

static const rsp_fault_info infos[] = {
#define FAULT_INFO(id, name_, requirement_, text_) \
    {.fault = RSP_FAULT_##id, .name = (name_), .requirement = (requirement_), .text = (text_)},
    RSP_FAULT_LIST(FAULT_INFO)
#undef FAULT_INFO
};

const rsp_fault_info *rsp_fault_get(rsp_fault fault) {
    if (fault <= RSP_FAULT_NONE || fault >= RSP_FAULT_COUNT)
        return NULL;
    return &infos[fault - 1];
}

const rsp_fault_info *rsp_fault_find(rsp_bytes name) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(infos); i++)
        if (rsp_bytes_equal(rsp_bytes_str(infos[i].name), name))
            return &infos[i];
    return NULL;
}
