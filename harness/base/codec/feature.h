/* Feature lists of qSupported, both directions: name=value, name+, name-, name?, joined by `;`.
 * Iteration keeps the place of each item and is bounded by RSP_LIMIT_FEATURES.
 * Source: GDB manual, General Query Packets (qSupported). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FEATURE_H
#define RSP_FEATURE_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* The form of an item. */
typedef enum rsp_feature_kind {
    RSP_FEATURE_BAD,   /* none of the four forms; `name` is the item as it stands */
    RSP_FEATURE_VALUE, /* name=value */
    RSP_FEATURE_YES,   /* name+ */
    RSP_FEATURE_NO,    /* name- */
    RSP_FEATURE_MAYBE, /* name? */
} rsp_feature_kind;

/* One item; slices borrow from the list. */
typedef struct rsp_feature {
    rsp_feature_kind kind;
    rsp_bytes name;
    rsp_bytes value;
    size_t offset; /* of the item in the list */
} rsp_feature;

/* The position in a list. Fields are private. */
typedef struct rsp_feature_iter {
    rsp_bytes list;
    size_t offset;
    size_t num_items;
    bool done;
} rsp_feature_iter;

/* Starts at the front of a list, without packet name and `:`. */
rsp_feature_iter rsp_feature_begin(rsp_bytes list);

/* The next item; false at the end of the list or after RSP_LIMIT_FEATURES items. An empty list has no
 * items, an empty item between separators is RSP_FEATURE_BAD. */
bool rsp_feature_next(rsp_feature_iter *iter, rsp_feature *out);

/* The last item of that name, which is the one that counts. False when there is none. */
bool rsp_feature_find(rsp_feature *out, rsp_bytes list, rsp_bytes name);

/* Whether the list says name+ or name=value (last word on it). */
bool rsp_feature_offered(rsp_bytes list, rsp_bytes name);

/* Whether the list says name+ (last word on it). */
bool rsp_feature_yes(rsp_bytes list, rsp_bytes name);

/* Every item has one of the four forms with a name that is not empty: RSP_MALFORMED with the offset of the
 * first bad one, RSP_LIMIT beyond RSP_LIMIT_FEATURES. A single `;` at the end is allowed. */
rsp_status rsp_feature_check(rsp_bytes list, rsp_error *error) RSP_MUST_USE;

/* Appends one item, and `;` first when `out` holds more than `start` bytes (where the list begins). */
void rsp_feature_append(rsp_buf *out, size_t start, const rsp_feature *feature);

/* X("feature"): what debuggers of today name in qSupported, as far as it changes replies. GDB sends
 * multiprocess first. xmlRegisters: without it gdbserver on x86 describes no registers. */
#define RSP_CLIENT_FEATURE_LIST(X) \
    X("multiprocess+")             \
    X("swbreak+")                  \
    X("hwbreak+")                  \
    X("vContSupported+")           \
    X("xmlRegisters=i386")

/* Appends the qSupported request that offers these. */
void rsp_feature_append_usual(rsp_buf *out);

/* Whether a request is qSupported and offers these, in any order, and nothing else. */
bool rsp_feature_is_usual(rsp_bytes request);

/* X("feature"): what GDB 13 to 18 and LLDB 19 to 23 look for in a stub's list beside the features of the
 * packet table, as their manuals have it. */
#define RSP_STUB_FEATURE_LIST(X)       \
    X("PacketSize")                    \
    X("multiprocess")                  \
    X("swbreak")                       \
    X("hwbreak")                       \
    X("fork-events")                   \
    X("vfork-events")                  \
    X("exec-events")                   \
    X("no-resumed")                    \
    X("error-message")                 \
    X("multi-wp-addr")                 \
    X("single-inf-arg")                \
    X("native-signals")                \
    X("augmented-libraries-svr4-read") \
    X("tracenz")                       \
    X("ConditionalBreakpoints")        \
    X("ConditionalTracepoints")        \
    X("BreakpointCommands")            \
    X("FastTracepoints")               \
    X("StaticTracepoints")             \
    X("InstallInTrace")                \
    X("ExpediteRecentReads")           \
    X("DefaultCompressionMinSize")     \
    X("Qbtrace:bts")                   \
    X("Qbtrace:pt")                    \
    X("Qbtrace-conf:pt:event-tracing") \
    X("Qbtrace-conf:pt:ptwrite")       \
    X("Qbtrace-conf:pt:size")          \
    X("qWasmInstance")                 \
    X("qXfer:spu:read")                \
    X("qXfer:spu:write")               \
    X("qXfer:statictrace:read")

/* The feature that debuggers know and that `name` is nearly called: one letter more, less, changed or
 * swapped, two in long names, or another case, or '_' for '-'. NULL where debuggers know `name`, and where it
 * is a name of the stub's own: one that is far from all, or differs in digits. */
const char *rsp_feature_meant(rsp_bytes name);

/* Whether some debugger looks for the feature in a stub's list. */
bool rsp_feature_is_known(rsp_bytes name);

RSP_END_DECLS

#endif
