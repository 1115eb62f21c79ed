/* The words that shells offer, taken apart for the three scripts.
 * Values that are listed by the program are asked of it when the user completes, so that scripts do not age.
 * See completion.h. */
/* SPDX-License-Identifier: MIT */
#include "cli/completion.h"

bool completion_next(rsp_bytes *rest, completion_word *out) {
    while (rest->len > 0 && (rest->ptr[0] == ' ' || rest->ptr[0] == '|'))
        *rest = rsp_bytes_from(*rest, 1);
    if (rest->len == 0)
        return false;
    size_t len = 0;
    while (len < rest->len && rest->ptr[len] != ' ' && rest->ptr[len] != '|')
        len++;
    const rsp_bytes word = rsp_bytes_sub(*rest, 0, len);
    const size_t at = rsp_bytes_index(word, '@');
    *rest = rsp_bytes_from(*rest, len);
    *out = (completion_word){.prefix = rsp_bytes_sub(word, 0, at),
                             .list = at < len ? rsp_bytes_from(word, at + 1) : (rsp_bytes){0},
                             .files = rsp_bytes_equal(word, RSP_LIT("file"))};
    return true;
}

rsp_bytes completion_of(const option_row *row) {
    if (row->arg && strchr(row->arg, '|'))
        return rsp_bytes_str(row->arg);
    return rsp_bytes_str(row->completes ? row->completes : "");
}

bool completion_has_value(const option_row *row) {
    return row->kind != OPTION_FLAG && row->kind != OPTION_CLEAR && row->kind != OPTION_MAYBE_CHOICE &&
           row->kind != OPTION_GONE;
}

void completion_append(rsp_buf *out, rsp_bytes words, const char *before, const char *after,
                       bool *out_files) {
    completion_word word;
    bool first = true;
    *out_files = false;
    while (completion_next(&words, &word)) {
        *out_files = *out_files || word.files;
        if (word.files)
            continue;
        rsp_buf_str(out, first ? "" : " ");
        first = false;
        if (word.list.len > 0) {
            rsp_buf_str(out, before);
            rsp_buf_append(out, word.list);
            rsp_buf_push(out, ' ');
        }
        rsp_buf_append(out, word.prefix);
        rsp_buf_str(out, word.list.len > 0 ? after : "");
    }
}

void completion_quote(rsp_buf *out, const char *text, const char *quote) {
    rsp_buf_push(out, '\'');
    for (; *text; text++) {
        if (*text == '\'')
            rsp_buf_str(out, quote);
        else
            rsp_buf_push(out, (uint8_t)*text);
    }
    rsp_buf_push(out, '\'');
}

void completion_value_cases(rsp_buf *out, const command *cmd,
                            void (*words_of)(rsp_buf *out, rsp_bytes words)) {
    for (const option_row *row = cmd->options; row && row->name; row++) {
        if (!completion_has_value(row))
            continue;
        rsp_buf_printf(out, "        %s:--%s", cmd->name, row->name);
        if (row->letter)
            rsp_buf_printf(out, "|%s:-%c", cmd->name, row->letter);
        rsp_buf_str(out, ") ");
        words_of(out, completion_of(row));
        rsp_buf_str(out, " ;;\n");
    }
}
