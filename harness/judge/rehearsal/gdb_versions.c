/* Where versions of GDB were seen to do something else, and when that is worth a session of its own.
 * GDB 13.1, 16.3 and 18.1 were observed: docs/measurements/forecast.md.
 * See gdb.h. */
/* SPDX-License-Identifier: MIT */
#include "gdb.h"

#include "codec/feature.h"

/* Where it is announced, memory is read by x: an empty reply, an error, and bytes without a 'b' before them
 * are errors, and m is not tried. */
static bool reads_otherwise(const player *p, const rsp_forecast_cell *row) {
    const char *features = p->manners->replies.supported;
    return row[RSP_DEBUGGER_ACTION_ATTACH].prediction == RSP_PREDICTION_WORKS && features &&
           rsp_feature_yes(rsp_bytes_str(features), RSP_LIT("binary-upload"));
}

const player_newer gdb_newer[] = {
    [GDB_16 - 1] = {"16 to 18", reads_otherwise, RSP_DEBUGGER_ACTION_MEMORY,
                    1u << RSP_DEBUGGER_ACTION_WRITE_MEMORY},
    [GDB_16_STEPS - 1] = {"16 to 18", reads_otherwise, RSP_DEBUGGER_ACTION_STEP, 0},
    {0},
};
