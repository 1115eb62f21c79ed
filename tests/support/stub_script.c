/* Conversations: sends, takes packets off the output, and compares with a wildcard.
 * Checksums of everything the stub sends are checked here.
 * For tests of layer stub. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "stub_script.h"

#include "core/hex.h"
#include <rsp/frame.h>

void script_init(stub_script *t) {
    *t = (stub_script){.fake = fake_target_new(), .options = rsp_stub_options_default()};
    t->options.ops = &fake_target_ops;
    t->options.target = t->fake;
    t->options.run_length = false;
    fake_add(t->fake, 1, 1);
    fake_add(t->fake, 1, 2);
}

void script_start(stub_script *t) {
    rsp_error error = {0};
    t->stub = rsp_stub_new(&t->options, &error);
    if (!t->stub)
        fail_msg("no stub: %s", error.msg);
    rsp_stub_connect(t->stub);
}

void script_end(stub_script *t) {
    rsp_stub_free(t->stub);
    fake_target_free(t->fake);
    rsp_buf_free(&t->out);
    *t = (stub_script){0};
}

static void input(stub_script *t, rsp_bytes bytes) {
    size_t step = t->piece ? t->piece : bytes.len;
    while (bytes.len) {
        assert_ok(rsp_stub_input(t->stub, rsp_bytes_sub(bytes, 0, step), &t->out));
        bytes = rsp_bytes_from(bytes, step);
    }
}

static void send_packet(stub_script *t, const char *payload) {
    rsp_buf wire = {0};
    rsp_frame_packet(&wire, rsp_bytes_str(payload));
    input(t, rsp_buf_bytes(&wire));
    rsp_buf_free(&wire);
    if (t->out.len && t->out.ptr[0] == '+')
        rsp_buf_consume(&t->out, 1);
}

static bool matches(const char *pattern, rsp_bytes text) {
    const char *star = strchr(pattern, '*');
    if (!star)
        return rsp_bytes_equal(rsp_bytes_str(pattern), text);
    rsp_bytes head = rsp_bytes_make(pattern, (size_t)(star - pattern));
    if (!rsp_bytes_starts(text, head))
        return false;
    for (size_t at = head.len; at <= text.len; at++)
        if (matches(star + 1, rsp_bytes_from(text, at)))
            return true;
    return false;
}

static void take_packet(stub_script *t, char lead, const char *pattern, const char *line) {
    rsp_bytes out = rsp_buf_bytes(&t->out);
    size_t end = rsp_bytes_index(out, '#');
    if (out.len == 0 || out.ptr[0] != (uint8_t)lead || end + 3 > out.len) {
        fail_msg("line \"%s\": there is \"%.*s\"", line, (int)out.len, (const char *)out.ptr);
        return;
    }
    rsp_bytes payload = rsp_bytes_sub(out, 1, end - 1);
    uint64_t sum = 0;
    assert_ok(rsp_hex_u64(&sum, rsp_bytes_sub(out, end + 1, 2)));
    assert_int_equal(sum, rsp_checksum(payload));
    if (!matches(pattern, payload))
        fail_msg("line \"%s\": came \"%.*s\"", line, (int)payload.len, (const char *)payload.ptr);
    rsp_buf_consume(&t->out, end + 3);
}

static void take_bytes(stub_script *t, const char *text) {
    rsp_bytes expected = rsp_bytes_str(text);
    assert_bytes(rsp_bytes_sub(rsp_buf_bytes(&t->out), 0, expected.len), expected);
    rsp_buf_consume(&t->out, expected.len);
}

static void send_raw(stub_script *t, const char *text) {
    input(t, rsp_bytes_str(text));
}

/* Lets the target run until the stub has something to say. */
static void wait_for_output(stub_script *t, const char *line) {
    for (int i = 0; i < 10000 && t->out.len == 0; i++)
        assert_ok(rsp_stub_run(t->stub, 100000, &t->out));
    if (t->out.len == 0)
        fail_msg("line \"%s\": nothing came", line);
}

static void one_line(stub_script *t, const char *line) {
    if (strncmp(line, "> ", 2) == 0)
        send_packet(t, line + 2);
    else if (strncmp(line, "< ", 2) == 0)
        take_packet(t, '$', line + 2, line);
    else if (strncmp(line, "% ", 2) == 0)
        take_packet(t, '%', line + 2, line);
    else if (strncmp(line, "= ", 2) == 0)
        take_bytes(t, line + 2);
    else if (strncmp(line, "! ", 2) == 0)
        send_raw(t, line + 2);
    else if (strcmp(line, "run") == 0)
        assert_ok(rsp_stub_run(t->stub, 1000, &t->out));
    else if (strcmp(line, "wait") == 0)
        wait_for_output(t, line);
    else if (strncmp(line, "e ", 2) == 0)
        fake_say(t->fake, line + 2, false);
    else if (strncmp(line, "E ", 2) == 0)
        fake_say(t->fake, line + 2, true);
    else if (strncmp(line, "log ", 4) == 0)
        assert_string_equal(fake_log(t->fake), line + 4);
    else if (strcmp(line, "drop") == 0) {
        rsp_stub_disconnect(t->stub);
        rsp_stub_connect(t->stub);
    } else
        fail_msg("no such line: \"%s\"", line);
}

void script_lines(stub_script *t, const char *const *lines) {
    for (size_t i = 0; lines[i]; i++)
        one_line(t, lines[i]);
    if (t->out.len)
        fail_msg("left over: \"%.*s\"", (int)t->out.len, (const char *)t->out.ptr);
}
