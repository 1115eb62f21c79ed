/* For tests that switch a fault of the reference stub on: skipped, with the reason, in a build without any.
 * Called first, before anything is to be freed. What ctest runs as a command is named in rsp_needs_faults.
 * See RSP_FAULTS in CMakeLists.txt. */
/* SPDX-License-Identifier: MIT */
#ifndef NEEDS_FAULTS_H
#define NEEDS_FAULTS_H

#include "rsp_test.h"

#include <rsp/stub.h>

static inline void needs_faults(void) {
    if (rsp_fault_get(1))
        return;
    print_message("skipped: built without faults (RSP_FAULTS=OFF)\n");
    skip();
}

#endif
