/* Steps about the process that is debugged, where the system shows it below /proc.
 * An adapter names a process by a number: only one that runs the debuggee's file is looked at or killed.
 * See steps.h. */
/* SPDX-License-Identifier: MIT */
#include "play/steps.h"

#include "play/values.h"

#include "core/file.h"
#include "link/link_control.h"
#include <signal.h>
#include <sys/stat.h>

#define LOOK_NS (10 * RSP_NS_PER_MS)

static const char *text_of(const json_t *spec, const char *key, const char *fallback) {
    const char *text = json_string_value(json_object_get(spec, key));
    return text ? text : fallback;
}

/* --- what the system says --- */

static bool runs_file(int64_t pid, const char *program) {
    char path[48];
    struct stat of_process;
    struct stat of_program;
    (void)snprintf(path, sizeof path, "/proc/%lld/exe", (long long)pid);
    return stat(path, &of_process) == 0 && stat(program, &of_program) == 0 &&
           of_process.st_dev == of_program.st_dev && of_process.st_ino == of_program.st_ino;
}

/* "runs", "stopped", "gone": what stands behind the name, which is in parentheses and may have some. */
static const char *state_of(int64_t pid, const char *program) {
    rsp_buf path = {0};
    rsp_buf text = {.limit = 4096};
    char state = 0;
    rsp_buf_printf(&path, "/proc/%lld/stat", (long long)pid);
    if (rsp_file_read(&text, rsp_buf_cstr(&path), NULL) == RSP_OK)
        for (size_t i = text.len; i > 2 && !state; i--)
            state = text.ptr[i - 3] == ')' ? (char)text.ptr[i - 1] : 0;
    rsp_buf_free(&path);
    rsp_buf_free(&text);
    if (!state || strchr("ZXx", state) || !runs_file(pid, program))
        return "gone";
    return strchr("tT", state) ? "stopped" : "runs";
}

/* --- steps --- */

/* 0: there is none, which was said. */
static int64_t pid_of(play *p, const rsp_dap_step *step, const char *key) {
    bool ok = true;
    json_t *value = dap_play_value(p, step->spec, key, &ok);
    const int64_t pid = json_is_integer(value) ? (int64_t)json_integer_value(value) : 0;
    json_decref(value);
    if (ok && pid <= 1)
        (void)dap_play_fail(p, RSP_VERDICT_FAIL, "%s: no id of a process", key);
    return ok && pid > 1 ? pid : 0;
}

bool dap_step_PROCESS(play *p, const rsp_dap_step *step) {
    const char *wanted = text_of(step->spec, "state", "runs");
    const char *program = text_of(p->names, "program", "");
    const int64_t pid = pid_of(p, step, "process");
    const uint64_t within = step->within_ns ? step->within_ns : p->timeout_ns;
    const uint64_t until = rsp_deadline(rsp_dap_session_now(&p->session), within);
    const char *state = pid ? state_of(pid, program) : wanted;
    while (strcmp(state, wanted) != 0 && strcmp(state, "gone") != 0 &&
           rsp_dap_session_now(&p->session) < until) {
        rsp_link_wait(p->session.link, rsp_deadline(rsp_dap_session_now(&p->session), LOOK_NS));
        state = state_of(pid, program);
    }
    return pid != 0 && (strcmp(state, wanted) == 0 ||
                        dap_play_fail(p, RSP_VERDICT_FAIL, "the debuggee: %s, not %s", state, wanted));
}

bool dap_step_KILL(play *p, const rsp_dap_step *step) {
    const int64_t pid = pid_of(p, step, "kill");
    if (pid == 0)
        return false;
    if (strcmp(state_of(pid, text_of(p->names, "program", "")), "gone") == 0)
        return dap_play_fail(p, RSP_VERDICT_FAIL, "no process %lld runs the debuggee", (long long)pid);
    return kill((pid_t)pid, SIGKILL) == 0 ||
           dap_play_fail(p, RSP_VERDICT_ERROR, "the process %lld can not be killed", (long long)pid);
}

/* The fact `attach` has the arguments of attach for it. */
static bool name_attach(play *p) {
    rsp_buf problem = {0};
    const json_t *fact = json_object_get(p->names, "attach");
    json_t *arguments = dap_values_put_in(fact, p->names, &problem);
    const bool good = !fact || (arguments && dap_play_name(p, "attach", NULL, json_incref(arguments)));
    if (!good)
        (void)dap_play_fail(p, RSP_VERDICT_ERROR, "attach: %.120s", rsp_buf_cstr(&problem));
    json_decref(arguments);
    rsp_buf_free(&problem);
    return good;
}

bool dap_step_DEBUGGEE(play *p, const rsp_dap_step *step) {
    const char *name = text_of(step->spec, "debuggee", "debuggee");
    const json_t *words = json_object_get(step->spec, "words");
    rsp_buf address = {0};
    rsp_error error = {0};
    rsp_buf_str(&address, "exec:");
    rsp_buf_shell_word(&address, text_of(p->names, "program", ""));
    for (size_t i = 0; i < json_array_size(words); i++) {
        rsp_buf_push(&address, ' ');
        rsp_buf_shell_word(&address, json_string_value(json_array_get(words, i)));
    }
    rsp_status status = address.status;
    if (status == RSP_OK && !p->debuggee)
        status = rsp_link_open(&p->debuggee, rsp_buf_cstr(&address), NULL, &error);
    rsp_buf_free(&address);
    if (status != RSP_OK)
        return dap_play_fail(p, RSP_VERDICT_ERROR, "the debuggee: %s", error.msg);
    return dap_play_name(p, name, NULL, json_integer((json_int_t)rsp_link_pid(p->debuggee))) &&
           name_attach(p);
}
