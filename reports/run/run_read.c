/* A run from its JSON report, by the tables that write it.
 * Counts are made anew from the results, so that no report can claim others.
 * See run_read.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/run/run_read.h"

#include "run_record.h"

#include "core/arena.h"
#include "core/limits.h"
#include "core/mem.h"
#include "document/record.h"
#include <jansson.h>

/* The reader puts results into the arena; a run has them where they can grow. */
static rsp_status own_results(rsp_run *run, rsp_run *read) {
    const rsp_result *results = read->results;
    const size_t num = read->num_results;
    read->results = NULL;
    read->num_results = 0;
    *run = *read;
    rsp_status status = num > RSP_LIMIT_RESULTS ? RSP_LIMIT : RSP_OK;
    for (size_t i = 0; i < num && status == RSP_OK; i++)
        status = rsp_run_add(run, &results[i]);
    for (size_t i = 0; i < run->num_results && status == RSP_OK; i++)
        if (run->results[i].cause > run->num_causes)
            run->results[i].cause = 0;
    return status;
}

static rsp_status read_run(rsp_run *run, const json_t *root, rsp_error *error) {
    rsp_run read = {.arena = run->arena, .command = "run"};
    rsp_record_reader r = {.texts = &run->arena};
    const char *format = json_string_value(json_object_get(root, "format"));
    if (!format || strcmp(format, "stubborn-run") != 0)
        return rsp_fail_at(error, RSP_BAD_FILE, NULL, 0, 0,
                           "no report of a run; 'stubborn run -o json:PATH' writes one");
    if (json_object_get(root, "fault_list"))
        return rsp_fail_at(error, RSP_BAD_FILE, NULL, 0, 0, "the report of a selftest, which has no shards");
    rsp_record_read(&r, &rsp_run_record, root, &read);
    read.arena = run->arena;
    rsp_status status = r.wrong ? r.status : own_results(run, &read);
    if (r.wrong)
        return rsp_fail_at(error, status, NULL, 0, 0, "no report of a run: '%s' is missing or wrong",
                           r.wrong);
    return status == RSP_OK ? RSP_OK : rsp_fail_at(error, status, NULL, 0, 0, "%s", rsp_status_text(status));
}

rsp_status rsp_run_read(rsp_run *run, rsp_bytes json, rsp_error *error) {
    json_t *root = NULL;
    rsp_status status = rsp_record_parse(&root, json, error);
    if (status == RSP_OK)
        status = read_run(run, root, error);
    json_decref(root);
    return status;
}
