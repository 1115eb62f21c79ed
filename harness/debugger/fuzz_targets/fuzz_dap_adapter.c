/* The debug adapter between an editor that says anything and the reference stub.
 * The corpus has the requests of the adapters' scenarios, and a script for each part of the adapter.
 * Input and what must hold: adapter_session.h. */
/* SPDX-License-Identifier: MIT */
#include "adapter_session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    adapter_session_check(rsp_bytes_make(data, size), false);
    return 0;
}
