/* A debugger's file from its path; what stands in it is script_file.c's.
 * A file that cannot be read is an error at its name.
 * See script.h. */
/* SPDX-License-Identifier: MIT */
#include "interop/script.h"

#include "core/file.h"

rsp_script_debugger *rsp_script_debugger_load(const char *path, rsp_diagnostics *diagnostics) {
    rsp_buf yaml = {0};
    rsp_error error = {0};
    rsp_script_debugger *d = NULL;
    if (rsp_file_read(&yaml, path, &error) == RSP_OK) {
        d = rsp_script_debugger_load_memory(path, rsp_buf_bytes(&yaml), NULL, diagnostics);
    } else {
        const rsp_location at = {.path = path};
        (void)rsp_diagnose(diagnostics, RSP_SEVERITY_ERROR, error.status, &at, RSP_LIT(""), "", "%s",
                           error.msg);
    }
    rsp_buf_free(&yaml);
    return d;
}
