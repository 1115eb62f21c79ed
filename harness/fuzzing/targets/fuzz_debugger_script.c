/* What debuggers are told: any text loads or is refused with a diagnostic; what loads can be looked up.
 * First one or two bytes: an allocation that fails. The rest is the file.
 * See interop/script.h. */
/* SPDX-License-Identifier: MIT */
#include "counted_memory.h"

#include "interop/script.h"

static void look_up(const rsp_script_debugger *d) {
    FUZZ_MUST(d->name && d->title && d->programs && d->settings && d->mark && d->marked && d->endian);
    FUZZ_MUST(rsp_script_find(d, "attach")->num_steps > 0);
    (void)rsp_script_is_for(d, "/usr/bin/gdb");
    for (size_t i = 0; i < d->num_scripts; i++) {
        const rsp_script *script = &d->scripts[i];
        for (unsigned need = 0; need < sizeof script->needs * 8; need++)
            FUZZ_MUST(!(script->needs >> need & 1U) || *rsp_script_need_text(need) != '?');
        FUZZ_MUST(rsp_script_find(d, script->action) && !strchr(script->action, '/'));
        FUZZ_MUST((script->num_steps == 0) == (*script->why_not != '\0'));
        for (size_t s = 0; s < script->num_steps; s++)
            FUZZ_MUST(*script->steps[s].say || script->steps[s].until == RSP_SCRIPT_QUIET);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    fuzz_mem mem;
    fuzz_mem_from(&mem, (size_t)64 << 20, &in);
    rsp_diagnostics found = {0};
    rsp_script_debugger *d = rsp_script_debugger_load_memory("interop/fuzzed.yaml", in, &mem.mem, &found);
    FUZZ_MUST(d ? found.num_errors == 0 : found.num_errors > 0 || mem.fail_at > 0);
    if (d)
        look_up(d);
    rsp_script_debugger_free(d);
    rsp_diagnostics_free(&found);
    FUZZ_MUST(mem.live == 0);
    return 0;
}
