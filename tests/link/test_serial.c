/* A serial line, played by the master side of a pseudo-terminal.
 * Raw in both directions, speeds, what is no terminal.
 * See serial.c. */
/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include "rsp_test.h"

#include "link_test.h"

#include "link/address.h"
#include <fcntl.h>
#include <stdio.h>

static int open_master(char *text, size_t size) {
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(master >= 0);
    assert_int_equal(grantpt(master), 0);
    assert_int_equal(unlockpt(master), 0);
    (void)snprintf(text, size, "pty:%s:115200", ptsname(master));
    return master;
}

static void every_byte_passes_untouched(void **state) {
    (void)state;
    char text[128];
    uint8_t all[256];
    uint8_t back[256];
    size_t got = 0;
    rsp_buf in = {0};
    int master = open_master(text, sizeof text);
    rsp_link *link = open_text(text, NULL);
    for (size_t i = 0; i < sizeof all; i++)
        all[i] = (uint8_t)i;
    assert_ok(rsp_link_send(link, rsp_bytes_make(all, sizeof all), soon(link)));
    while (got < sizeof back) {
        ssize_t n = read(master, back + got, sizeof back - got);
        assert_true(n > 0);
        got += (size_t)n;
    }
    assert_memory_equal(back, all, sizeof all);
    assert_int_equal(write(master, all, sizeof all), sizeof all);
    recv_all(link, &in, sizeof all);
    assert_memory_equal(in.ptr, all, sizeof all);
    assert_int_equal(rsp_link_half_close(link), RSP_UNSUPPORTED);
    assert_int_equal(rsp_link_recv(link, &in, 1, 0), RSP_TIMEOUT);
    (void)close(master);
    assert_int_equal(rsp_link_recv(link, &in, 1, soon(link)), RSP_CLOSED);
    rsp_link_close(link);
    rsp_buf_free(&in);
}

static void what_is_no_terminal_is_refused(void **state) {
    (void)state;
    rsp_address address = {.kind = RSP_ADDRESS_PTY, .path = "/dev/null"};
    rsp_link *link = NULL;
    rsp_error error = {0};
    assert_int_equal(rsp_link_open_address(&link, &address, NULL, &error), RSP_CONNECT);
    assert_non_null(strstr(error.msg, "no terminal"));
    address.path = "/nonexistent";
    assert_int_equal(rsp_link_open_address(&link, &address, NULL, &error), RSP_CONNECT);
    char text[128];
    int master = open_master(text, sizeof text);
    *strrchr(text, ':') = 0;
    address = (rsp_address){.kind = RSP_ADDRESS_PTY, .path = text + 4, .baud = 12345};
    assert_int_equal(rsp_link_open_address(&link, &address, NULL, &error), RSP_USAGE);
    (void)close(master);
}

int main(void) {
    (void)alarm(60);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_passes_untouched),
        cmocka_unit_test(what_is_no_terminal_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
