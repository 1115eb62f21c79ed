/* Templates with a gap for the seq: numbers from a thousand on, which no request of ours has.
 * \xNN is a byte in the steps of scenarios.
 * See damage.h. */
/* SPDX-License-Identifier: MIT */
#include "make/damage.h"

#include <rsp/bytes.h>

enum { FIRST_SEQ = 1000, DEPTH = 2000 };

static json_t *step_of(const char *action, rsp_buf *text) {
    json_t *value = json_stringn(rsp_buf_cstr(text), text->len);
    json_t *step = json_pack("{s:o}", action, value);
    rsp_buf_free(text);
    return step;
}

static void append_deep(rsp_buf *out, uint64_t number) {
    rsp_buf_printf(out, "{\"seq\":%llu,\"type\":\"request\",\"command\":\"threads\",\"arguments\":",
                   (unsigned long long)number);
    for (unsigned i = 0; i < DEPTH; i++)
        rsp_buf_push(out, '[');
    for (unsigned i = 0; i < DEPTH; i++)
        rsp_buf_push(out, ']');
    rsp_buf_push(out, '}');
}

/* Before and after the number. */
static const struct {
    const char *head;
    const char *tail;
} contents[] = {
    {"{\"seq\":", ",\"type\":\"request\",\"command\":\"threads\""},       /* cut off */
    {"{\"seq\":", ",\"type\":\"request\",\"command\":\"thr\\xffeads\"}"}, /* no UTF-8 */
    {"{\"seq\":", ",\"type\":\"request\",\"command\":\"threads\",\"arguments\":\"\\xc0\\x80\"}"},
    {"{\"seq\":", ",\"type\":\"request\",\"command\":5}"},
    {"{\"seq\":", ",\"type\":\"request\",\"command\":null,\"arguments\":{}}"},
    {"{\"seq\":", ",\"type\":\"request\"}"},
    {"{\"seq\":", ",\"type\":\"request\",\"command\":\"\"}"},
    {"{\"seq\":", ",\"type\":\"nonsense\",\"command\":\"threads\"}"},
    {"{\"seq\":", ",\"type\":7,\"command\":\"threads\"}"},
    {"{\"seq\":", ",\"command\":\"threads\"}"},
    {"{\"seq\":", ",\"type\":\"event\",\"event\":\"stopped\",\"body\":{\"threadId\":1}}"},
    {"{\"seq\":", ",\"type\":\"response\",\"request_seq\":1,\"success\":true,\"command\":\"runInTerminal\"}"},
    {"{\"seq\":", ",\"type\":\"response\",\"request_seq\":-7}"},
    {"{\"seq\":-", ",\"type\":\"request\",\"command\":\"threads\"}"},
    {"{\"seq\":1e", ",\"type\":\"request\",\"command\":\"threads\"}"},
    {"{\"seq\":\"", "\",\"type\":\"request\",\"command\":\"threads\"}"},
    {"{\"seq\":99999999999999999999", ",\"type\":\"request\",\"command\":\"threads\"}"},
    {"{\"seq\":null,\"number\":", ",\"type\":\"request\",\"command\":\"threads\"}"},
    {"{\"seq\":", ",\"type\":\"request\",\"command\":\"threads\",\"command\":\"scopes\"}"},
    {"{\"seq\":", ",\"type\":\"request\",\"command\":\"threads\"}{}"},
    {"[", "]"},
    {"", ""},
    {"\"", "\""},
    {"{\"a\":", "}"},
    {"nothing ", " at all"},
};

json_t *damage_make_content(rsp_rng *rng, unsigned number) {
    const uint64_t seq = FIRST_SEQ + number;
    const uint64_t which = rsp_rng_below(rng, RSP_ARRAY_LEN(contents) + 1);
    rsp_buf text = {0};
    if (which == RSP_ARRAY_LEN(contents))
        append_deep(&text, seq);
    else
        rsp_buf_printf(&text, "%s%llu%s", contents[which].head, (unsigned long long)seq,
                       contents[which].tail);
    return step_of("content", &text);
}

json_t *damage_make_raw(rsp_rng *rng) {
    static const char *const texts[] = {
        "Content-Length: 5\r\n\r\n{}",
        "Content-Length: 0\r\n\r\n",
        "Content-Length: -1\r\n\r\n",
        "Content-Length: 99999999999999999999\r\n\r\n",
        "Content-Length: 4000000000\r\n\r\n{}",
        "Content-Length: x\r\n\r\n{}",
        "Content-Length:\r\n\r\n{}",
        "Content-Length: 2\n\n{}",
        "content-length: 2\r\n\r\n{}",
        "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        "X-Header: 1\r\n\r\n{}",
        "\r\n\r\n\r\n",
        "Content-Length: 1000\r\n\r\n{\"seq\":1,\"type\":\"requ",
        "\\x00\\x01\\x02\\xff\\xfe",
        "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}",
        "Content-Length",
    };
    rsp_buf text = {0};
    rsp_buf_str(&text, texts[rsp_rng_below(rng, RSP_ARRAY_LEN(texts))]);
    return step_of("raw", &text);
}
