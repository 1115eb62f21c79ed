/* Defaults first, then what the file says.
 * A baseline is looked for beside the profile.
 * See dap_suite/profile.h. */
/* SPDX-License-Identifier: MIT */
#include "dap_suite/profile.h"

#include "core/file.h"
#include "core/limits.h"
#include "language/forms.h"
#include "language/json.h"

rsp_dap_profile *rsp_dap_profile_new(void) {
    rsp_dap_profile *p = rsp_mem_calloc(NULL, 1, sizeof *p);
    if (!p)
        return NULL;
    p->adapter = p->name = p->version = p->baseline = p->debuggees = p->wire = "";
    p->timeout_ns = RSP_DAP_USUAL_TIMEOUT_NS;
    p->start_ns = RSP_DAP_USUAL_START_NS;
    p->extension = ".c";
    p->launch = json_pack("{s:s, s:s}", "program", "${program}", "cwd", "${folder}");
    p->facts = json_object();
    return p;
}

void rsp_dap_profile_free(rsp_dap_profile *p) {
    if (!p)
        return;
    json_decref(p->launch);
    json_decref(p->facts);
    json_decref(p->programs);
    rsp_form_free(p->source);
    rsp_arena_free(&p->arena);
    rsp_mem_free(NULL, p);
}

static void take_text(const char **out, const rsp_node *root, const char *key) {
    const rsp_node *node = rsp_form_get(root, key);
    if (node)
        *out = node_str(node);
}

static void take_json(json_t **out, const rsp_node *root, const char *key) {
    const rsp_node *node = rsp_form_get(root, key);
    if (!node)
        return;
    json_decref(*out);
    *out = dap_json_of_node(node, NULL);
}

static void take(rsp_dap_profile *p, const char *path, const rsp_node *root) {
    const char *slash = strrchr(path, '/');
    const char *beside = NULL;
    take_text(&p->adapter, root, "adapter");
    take_text(&p->name, root, "name");
    take_text(&p->version, root, "version");
    take_text(&p->extension, root, "extension");
    take_text(&p->wire, root, "wire");
    take_text(&beside, root, "baseline");
    take_text(&p->debuggees, root, "debuggees");
    take_json(&p->launch, root, "launch");
    take_json(&p->facts, root, "facts");
    take_json(&p->programs, root, "programs");
    (void)rsp_form_time(rsp_form_get(root, "timeout"), &p->timeout_ns);
    (void)rsp_form_time(rsp_form_get(root, "start"), &p->start_ns);
    if (beside)
        p->baseline = beside[0] == '/' || !slash
                          ? beside
                          : rsp_arena_printf(&p->arena, "%.*s/%s", (int)(slash - path), path, beside);
}

static rsp_status read_source(rsp_dap_profile *p, const char *path, rsp_diagnostics *diagnostics) {
    rsp_buf text = {.limit = RSP_LIMIT_YAML_BYTES};
    rsp_error error = {0};
    const rsp_location place = {.path = path};
    rsp_status status = rsp_file_read(&text, path, &error);
    if (status != RSP_OK)
        (void)rsp_diagnose(diagnostics, RSP_SEVERITY_ERROR, status, &place, RSP_LIT(""), "", "%s", error.msg);
    else
        p->source =
            rsp_form_parse(rsp_arena_str(&p->arena, path), rsp_buf_bytes(&text), diagnostics, &status);
    rsp_buf_free(&text);
    return p->source ? status : status == RSP_OK ? RSP_NO_MEMORY : status;
}

rsp_dap_profile *rsp_dap_profile_load(const char *path, rsp_diagnostics *diagnostics) {
    rsp_dap_profile *p = rsp_dap_profile_new();
    rsp_status status = p ? read_source(p, path, diagnostics) : RSP_NO_MEMORY;
    if (status == RSP_OK && p->source->documents) {
        status = rsp_form_check(p->source, p->source->documents, &dap_profile_form, diagnostics);
        if (status == RSP_OK)
            take(p, path, p->source->documents);
    }
    if (status == RSP_OK)
        return p;
    rsp_dap_profile_free(p);
    return NULL;
}
