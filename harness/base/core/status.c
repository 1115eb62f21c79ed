/* Names, texts and classes of statuses, all expanded from the one list in status.h.
 * Also the functions that fill an rsp_error where a failure is detected.
 * No I/O, no memory. */
/* SPDX-License-Identifier: MIT */
#include <rsp/status.h>

#include <stdio.h>

typedef struct status_row {
    const char *name;
    const char *text;
    rsp_status_class class_;
    int exit_code;
} status_row;

static const status_row rows[] = {
#define ROW(name_, cls_, exit_, text_) \
    [RSP_##name_] = {.name = #name_, .text = text_, .class_ = RSP_CLASS_##cls_, .exit_code = exit_},
    RSP_STATUS_LIST(ROW)
#undef ROW
};

static const status_row *row_of(rsp_status status) {
    static const status_row unknown = {
        .name = "?", .text = "?", .class_ = RSP_CLASS_INTERNAL, .exit_code = 3};
    return (size_t)status < RSP_ARRAY_LEN(rows) ? &rows[status] : &unknown;
}

const char *rsp_status_name(rsp_status status) {
    return row_of(status)->name;
}

const char *rsp_status_text(rsp_status status) {
    return row_of(status)->text;
}

rsp_status_class rsp_status_classify(rsp_status status) {
    return row_of(status)->class_;
}

int rsp_status_exit_code(rsp_status status) {
    return row_of(status)->exit_code;
}

rsp_status rsp_fail_v(rsp_error *error, rsp_status status, const char *fmt, va_list ap) {
    if (error) {
        *error = (rsp_error){.status = status};
        (void)vsnprintf(error->msg, sizeof error->msg, fmt, ap);
    }
    return status;
}

rsp_status rsp_fail(rsp_error *error, rsp_status status, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    (void)rsp_fail_v(error, status, fmt, ap);
    va_end(ap);
    return status;
}

rsp_status rsp_fail_at(rsp_error *error, rsp_status status, const char *where, uint32_t line, uint32_t column,
                       const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    (void)rsp_fail_v(error, status, fmt, ap);
    va_end(ap);
    if (error) {
        error->where = where;
        error->line = line;
        error->column = column;
    }
    return status;
}

rsp_status rsp_fail_offset(rsp_error *error, rsp_status status, const char *where, uint64_t offset,
                           const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    (void)rsp_fail_v(error, status, fmt, ap);
    va_end(ap);
    if (error) {
        error->where = where;
        error->offset = offset;
    }
    return status;
}
