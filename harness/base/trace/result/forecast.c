/* Names of debuggers, actions and predictions.
 * The lists of forecast.h are the one place that has them.
 * See forecast.h. */
/* SPDX-License-Identifier: MIT */
#include "trace/forecast.h"
#include <rsp/status.h>

static const struct {
    const char *name, *title;
} debuggers[] = {
#define DEBUGGER_ROW(name, text, title) {text, title},
    RSP_DEBUGGER_LIST(DEBUGGER_ROW)
#undef DEBUGGER_ROW
};

static const struct {
    const char *name, *words;
    bool plural;
} actions[] = {
#define ACTION_ROW(name, text, words, plural) {text, words, plural},
    RSP_DEBUGGER_ACTION_LIST(ACTION_ROW)
#undef ACTION_ROW
};

const char *rsp_debugger_name(rsp_debugger debugger) {
    return (unsigned)debugger < RSP_DEBUGGER_COUNT ? debuggers[debugger].name : "?";
}

const char *rsp_debugger_title(rsp_debugger debugger) {
    return (unsigned)debugger < RSP_DEBUGGER_COUNT ? debuggers[debugger].title : "?";
}

const char *rsp_debugger_action_name(rsp_debugger_action action) {
    return (unsigned)action < RSP_DEBUGGER_ACTION_COUNT ? actions[action].name : "?";
}

const char *rsp_debugger_action_words(rsp_debugger_action action) {
    return (unsigned)action < RSP_DEBUGGER_ACTION_COUNT ? actions[action].words : "?";
}

bool rsp_debugger_action_plural(rsp_debugger_action action) {
    return (unsigned)action < RSP_DEBUGGER_ACTION_COUNT && actions[action].plural;
}

const char *rsp_prediction_name(rsp_prediction prediction) {
    switch (prediction) {
    case RSP_PREDICTION_UNKNOWN:
        return "not-judged";
    case RSP_PREDICTION_WORKS:
        return "works";
    case RSP_PREDICTION_BREAKS:
        return "breaks";
    case RSP_PREDICTION_ABSENT:
        return "not-offered";
    }
    return "?";
}
