/* The debug adapter between an editor and a stub that lies: replies of the reference stub are replaced by
 * others, whole packets or any bytes. The editor still gets one response a request, and no rule is broken.
 * Input and what must hold: adapter_session.h. */
/* SPDX-License-Identifier: MIT */
#include "adapter_session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    adapter_session_check(rsp_bytes_make(data, size), true);
    return 0;
}
