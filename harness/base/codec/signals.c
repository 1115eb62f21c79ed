/* Signal numbers and names.
 * One table from the list; linear search, as signals are rare.
 * See signals.h. */
/* SPDX-License-Identifier: MIT */
#include "codec/signals.h"

#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static const struct {
    const char *name;
    unsigned number;
    unsigned linux_number;
} signals[] = {{.name = "0"},
#define SIGNAL_ROW(id_, name_, number_, linux_) \
    {.name = (name_), .number = (number_), .linux_number = (linux_)},
               RSP_SIGNAL_LIST(SIGNAL_ROW)
#undef SIGNAL_ROW
};

const char *rsp_signal_name(unsigned number) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(signals); i++)
        if (signals[i].number == number)
            return signals[i].name;
    return NULL;
}

unsigned rsp_signal_from_name(rsp_bytes name) {
    for (size_t i = 1; i < RSP_ARRAY_LEN(signals); i++) {
        rsp_bytes full = rsp_bytes_str(signals[i].name);
        rsp_bytes bare = rsp_bytes_starts(full, RSP_LIT("SIG")) ? rsp_bytes_from(full, 3) : full;
        if (rsp_bytes_equal(name, full) || rsp_bytes_equal(name, bare))
            return signals[i].number;
    }
    return 0;
}

bool rsp_signal_is_fault(unsigned number) {
    switch (number) {
    case RSP_SIGNAL_SEGV:
    case RSP_SIGNAL_BUS:
    case RSP_SIGNAL_ILL:
    case RSP_SIGNAL_FPE:
    case RSP_SIGNAL_ABRT:
    case RSP_SIGNAL_SYS:
    case RSP_SIGNAL_TRAP:
        return true;
    default:
        return false;
    }
}

unsigned rsp_signal_from_linux(unsigned linux_number) {
    if (linux_number == 0)
        return RSP_SIGNAL_NONE;
    for (size_t i = 1; i < RSP_ARRAY_LEN(signals); i++)
        if (signals[i].linux_number == linux_number)
            return signals[i].number;
    return RSP_SIGNAL_UNKNOWN;
}

unsigned rsp_signal_to_linux(unsigned number) {
    for (size_t i = 1; i < RSP_ARRAY_LEN(signals); i++)
        if (signals[i].number == number)
            return signals[i].linux_number;
    return 0;
}

void rsp_program_signals_append(rsp_buf *out) {
    enum { LAST_SIGNAL = 150 }; /* real-time signals are before it */
    rsp_buf_append(out, rsp_packet_name(RSP_PACKET_QPROGRAM_SIGNALS));
    for (unsigned i = 1; i <= LAST_SIGNAL; i++)
        if (i != RSP_SIGNAL_INT && i != RSP_SIGNAL_TRAP && i != RSP_SIGNAL_STOP)
            rsp_buf_printf(out, "%c%x", i == 1 ? ':' : ';', i);
}
