/* LLDB's `process launch` after `process connect` starts the program by the host's platform: the stub of the
 * connection has no part in it.
 * See lldb.h. */
/* SPDX-License-Identifier: MIT */
#include "lldb.h"

rsp_prediction lldb_act_run_again(player *p) {
    return player_says(p, RSP_PREDICTION_UNKNOWN, "LLDB starts programs by a platform, not by this stub");
}
