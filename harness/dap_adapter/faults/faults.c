/* The table of deliberate defects.
 * A row has a name and its hooks.
 * See faults.h. */
/* SPDX-License-Identifier: MIT */
#include "faults.h"

#include <string.h>

typedef struct fault_row {
    const char *name;
    adapter_hooks hooks;
} fault_row;

/* The event that editors wait for before they configure. */
static bool drop_initialized(adapter *a, json_t *message) {
    const char *event = json_string_value(json_object_get(message, "event"));
    (void)a;
    return !event || strcmp(event, "initialized") != 0;
}

static const fault_row faults[] = {
    {"no-initialized", {.message_out = drop_initialized}},
};

const adapter_hooks *adapter_fault_hooks(const char *name) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(faults); i++)
        if (strcmp(faults[i].name, name) == 0)
            return &faults[i].hooks;
    return NULL;
}
