/* vFile on the bundled programs and on /tmp: results, errors by number, bounds, descriptors.
 * Source: GDB manual, Host I/O Packets; LLDB gdb-remote extensions, vFile.
 * No host file is involved anywhere. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "ask.h"

#include "stub/files/md5.h"

#include "codec/escape.h"
#include "codec/hostio.h"
#include "core/hex.h"
#include "core/limits.h"
#include <inttypes.h>
#include <stdio.h>

static int setup(void **state) {
    return ask_setup(state, "/bin/hello");
}

/* "vFile:<head><hex of path><tail>" */
static rsp_bytes on_path(ask *a, const char *head, const char *path, const char *tail) {
    rsp_buf request = {0};
    rsp_buf_printf(&request, "vFile:%s", head);
    rsp_hex_append(&request, rsp_bytes_str(path));
    rsp_buf_str(&request, tail);
    rsp_bytes reply = ask_bytes(a, rsp_buf_bytes(&request));
    rsp_buf_free(&request);
    return reply;
}

typedef struct path_case {
    const char *head;
    const char *path;
    const char *tail;
    const char *reply;
} path_case;

static const path_case cases[] = {
    {"open:", "/bin/nosuch", ",0,0", "F-1,2"},
    {"open:", "bin/hello", ",0,0", "F-1,2"},
    {"open:", "", ",0,0", "F-1,2"},
    {"open:", "/bin/hello/x", ",0,0", "F-1,14"},
    {"open:", "/bin", ",0,0", "F-1,15"},
    {"open:", "/bin/hello", ",1,0", "F-1,1e"},
    {"open:", "/bin/hello", ",3,0", "F-1,16"},
    {"open:", "/etc/passwd", ",0,0", "F-1,2"},
    {"open:", "/../../etc/passwd", ",0,0", "F-1,2"},
    {"open:", "/new", ",201,180", "F-1,1e"},
    {"open:", "/tmp/a/b", ",201,180", "F-1,2"},
    {"open:", "/bin/hello", ",a01,180", "F-1,11"},
    {"open:", "/bin/hello", ",0", "F-1,16"},
    {"open:", "/bin/hello", "", "F-1,16"},
    {"unlink:", "/bin/hello", "", "F-1,1e"},
    {"unlink:", "/tmp", "", "F-1,15"},
    {"unlink:", "/tmp/none", "", "F-1,2"},
    {"readlink:", "/bin/hello", "", "F-1,16"},
    {"readlink:", "/nosuch", "", "F-1,2"},
    {"stat:", "/nosuch", "", "F-1,2"},
    {"size:", "/nosuch", "", "F-1,2"},
    {"mode:", "/nosuch", "", "F-1,2"},
    {"mode:", "/bin/hello", "", "F816d"},
    {"mode:", "/tmp", "", "F43ff"},
    {"mode:", "/", "", "F41ed"},
    {"exists:", "/bin/../bin/./hello", "", "F,1"},
    {"exists:", "//bin//hello", "", "F,1"},
    {"exists:", "/init", "", "F,1"},
    {"exists:", "/nosuch", "", "F,0"},
    {"MD5:", "/nosuch", "", "F,x"},
    {"MD5:", "/bin", "", "F,x"},
    {"setfs:", "", "0", "F0"},
    {"setfs:", "", "7fff", "F-1,2"},
    {"frob:", "/x", "", ""},
    {"openx:", "/x", ",0,0", ""},
};

static void paths_are_answered_in_the_protocols_numbers(void **state) {
    ask *a = *state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_bytes reply = on_path(a, cases[i].head, cases[i].path, cases[i].tail);
        if (!rsp_bytes_equal(reply, rsp_bytes_str(cases[i].reply)))
            fail_msg("%s%s%s: \"%.*s\"", cases[i].head, cases[i].path, cases[i].tail, (int)reply.len,
                     (const char *)reply.ptr);
    }
}

static void malformed_requests_have_no_effect(void **state) {
    ask *a = *state;
    static const char *const bad[] = {"vFile:open:zz,0,0",
                                      "vFile:open:6",
                                      "vFile:pread:5",
                                      "vFile:close:",
                                      "vFile:close:zz",
                                      "vFile:pread:0,1",
                                      "vFile:pwrite:0,0",
                                      "vFile:setfs:x",
                                      "vFile:close:0",
                                      "vFile:fstat:0",
                                      "vFile:pread:3,10,0",
                                      "vFile:pwrite:3,0,x",
                                      "vFile:close:ffffffffffffffff",
                                      "vFile:open:2f00,0,0"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++)
        assert_true(rsp_bytes_starts(ask_for(a, "%s", bad[i]), RSP_LIT("F-1,")));
}

static uint64_t pid_of(ask *a) {
    uint64_t pid = 0;
    rsp_bytes reply = ask_for(a, "qC");
    assert_true(rsp_bytes_starts(reply, RSP_LIT("QC")));
    assert_ok(rsp_hex_u64(&pid, rsp_bytes_from(reply, 2)));
    return pid;
}

/* The file "/proc/PID/NAME" of the program. */
static rsp_bytes on_proc(ask *a, const char *head, const char *name, const char *tail) {
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%" PRIu64 "/%s", pid_of(a), name);
    return on_path(a, head, path, tail);
}

static void proc_tells_of_the_program(void **state) {
    ask *a = *state;
    assert_bytes_lit(on_proc(a, "readlink:", "exe", ""), "Fa;/bin/hello");
    assert_bytes_lit(on_proc(a, "mode:", "maps", ""), "F8124");
    assert_bytes_lit(on_proc(a, "exists:", "nosuch", ""), "F,0");
    assert_bytes_lit(on_path(a, "exists:", "/proc/1/maps", ""), "F,0");
    assert_bytes_lit(on_path(a, "exists:", "/proc/self/maps", ""), "F,0");
    assert_bytes_lit(on_proc(a, "open:", "cmdline", ",1,0"), "F-1,1e");
    assert_bytes_lit(on_proc(a, "open:", "cmdline", ",0,0"), "F0");
    assert_bytes_lit(ask_decoded(a, "vFile:pread:0,40,0"), "Fb;/bin/hello\0");
}

/* A program that was set free is not the client's to look at. */
static void proc_of_a_detached_program_is_gone(void **state) {
    ask *a = *state;
    char path[64];
    uint64_t pid = pid_of(a);
    (void)snprintf(path, sizeof path, "/proc/%" PRIu64 "/maps", pid);
    assert_bytes_lit(on_path(a, "exists:", path, ""), "F,1");
    assert_reply(a, "!", "OK");
    assert_bytes_lit(ask_for(a, "D;%" PRIx64, pid), "OK");
    assert_bytes_lit(on_path(a, "exists:", path, ""), "F,0");
}

static void program_is_read_back_whole(void **state) {
    ask *a = *state;
    rsp_buf content = {0};
    assert_bytes_lit(on_path(a, "open:", "/bin/hello", ",0,0"), "F0");
    for (;;) {
        rsp_bytes reply = ask_decoded(a, "vFile:pread:0,1000,%zx", content.len);
        assert_true(rsp_take_byte(&reply, 'F'));
        uint64_t count = 0;
        assert_ok(rsp_take_hex(&count, &reply));
        assert_true(rsp_take_byte(&reply, ';'));
        assert_int_equal(count, reply.len);
        rsp_buf_append(&content, reply);
        if (count == 0)
            break;
    }
    assert_bytes(rsp_buf_bytes(&content), a->program);
    assert_reply(a, "vFile:pread:0,0,0", "F0;");
    assert_reply(a, "vFile:pread:0,10,ffffffffffffffff", "F0;");
    assert_reply(a, "vFile:close:0", "F0");
    assert_reply(a, "vFile:close:0", "F-1,9");
    rsp_buf_free(&content);
}

static rsp_fileio_stat stat_of(ask *a, const char *head, const char *path) {
    rsp_bytes reply = on_path(a, head, path, "");
    rsp_fileio_stat stat = {0};
    assert_ok(rsp_unescape_into(a->reply.ptr, &a->reply.len, reply));
    reply = rsp_buf_bytes(&a->reply);
    assert_true(rsp_take_text(&reply, RSP_LIT("F40;")));
    assert_ok(rsp_fileio_stat_decode(&stat, reply));
    return stat;
}

static void stat_follows_links_and_lstat_does_not(void **state) {
    ask *a = *state;
    rsp_fileio_stat program = stat_of(a, "stat:", "/init");
    rsp_fileio_stat link = stat_of(a, "lstat:", "/init");
    assert_int_equal(program.mode & 0170000, 0100000);
    assert_int_equal(link.mode & 0170000, 0120000);
    assert_int_equal(stat_of(a, "stat:", "/bin").mode & 0170000, 040000);
    assert_int_equal(stat_of(a, "stat:", "/bin/hello").size, a->program.len);
    rsp_bytes target = on_path(a, "readlink:", "/init", "");
    assert_true(rsp_bytes_search(target, RSP_LIT(";/bin/")) < target.len);
    rsp_buf expected = {0};
    rsp_buf_printf(&expected, "F%zx", a->program.len);
    assert_bytes(on_path(a, "size:", "/bin/hello", ""), rsp_buf_bytes(&expected));
    rsp_buf_free(&expected);
}

static void files_in_tmp_are_written_read_and_unlinked(void **state) {
    ask *a = *state;
    assert_bytes_lit(on_path(a, "open:", "/tmp/f", ",202,180"), "F0");
    assert_bytes_lit(ask_bytes(a, RSP_LIT("vFile:pwrite:0,2,}\x03}\x04}\x0a}]")), "F4");
    assert_bytes_lit(ask_bytes(a, RSP_LIT("vFile:pwrite:0,0,\0\xff")), "F2");
    assert_bytes_lit(ask_for(a, "vFile:pread:0,20,0"), "F6;\0\xff}\x03}\x04}\x0a}]");
    assert_reply(a, "vFile:pwrite:0,a,x", "F1");
    assert_bytes_lit(ask_for(a, "vFile:pread:0,20,6"), "F5;\0\0\0\0x");
    assert_bytes_lit(on_path(a, "open:", "/tmp/f", ",a01,180"), "F-1,11");
    assert_bytes_lit(on_path(a, "open:", "/tmp/f", ",9,0"), "F1");
    assert_reply(a, "vFile:pwrite:1,0,end", "F3");
    assert_reply(a, "vFile:pread:1,10,0", "F-1,9");
    assert_bytes_lit(ask_for(a, "vFile:pread:0,20,a"), "F4;xend");
    assert_reply(a, "vFile:pwrite:0,0,}", "F-1,16");
    assert_bytes_lit(on_path(a, "unlink:", "/tmp/f", ""), "F0");
    assert_bytes_lit(on_path(a, "unlink:", "/tmp/f", ""), "F-1,2");
    assert_bytes_lit(ask_for(a, "vFile:pread:0,20,a"), "F4;xend"); /* open still */
    assert_true(rsp_bytes_starts(ask_for(a, "vFile:fstat:0"), RSP_LIT("F40;")));
    assert_reply(a, "vFile:close:0", "F0");
    assert_reply(a, "vFile:close:1", "F0");
    assert_bytes_lit(on_path(a, "open:", "/tmp/f", ",0,0"), "F-1,2");
}

static void opening_empties_when_asked_to(void **state) {
    ask *a = *state;
    assert_bytes_lit(on_path(a, "open:", "/tmp/f", ",201,0"), "F0");
    assert_reply(a, "vFile:pwrite:0,0,abc", "F3");
    assert_bytes_lit(on_path(a, "open:", "/tmp/f", ",0,0"), "F-1,d"); /* mode 0 */
    assert_bytes_lit(on_path(a, "unlink:", "/tmp/f", ""), "F0");
    assert_bytes_lit(on_path(a, "open:", "/tmp/f", ",201,180"), "F1");
    assert_reply(a, "vFile:pwrite:1,0,abc", "F3");
    assert_bytes_lit(on_path(a, "open:", "/tmp/f", ",401,0"), "F2");
    assert_bytes_lit(on_path(a, "size:", "/tmp/f", ""), "F0");
}

static void links_in_tmp_are_followed_so_far(void **state) {
    ask *a = *state;
    /* symlink: what it points to, then the link */
    assert_bytes_lit(on_path(a, "symlink:", "/bin/hello", ",2f746d702f6c"), "F0"); /* /tmp/l */
    assert_bytes_lit(on_path(a, "symlink:", "/bin/hello", ",2f746d702f6c"), "F-1,11");
    assert_bytes_lit(on_path(a, "readlink:", "/tmp/l", ""), "Fa;/bin/hello");
    assert_int_equal(stat_of(a, "stat:", "/tmp/l").size, a->program.len);
    assert_bytes_lit(on_path(a, "symlink:", "loop", ",2f746d702f6c6f6f70"), "F0"); /* /tmp/loop -> loop */
    assert_bytes_lit(on_path(a, "open:", "/tmp/loop", ",0,0"), "F-1,270f");
    assert_bytes_lit(on_path(a, "symlink:", "l", ",2f746d702f6b"), "F0"); /* /tmp/k -> l */
    assert_int_equal(stat_of(a, "stat:", "/tmp/k").size, a->program.len);
    assert_bytes_lit(on_path(a, "symlink:", "x", ",2f6b"), "F-1,1e");
    assert_bytes_lit(on_path(a, "unlink:", "/tmp/l", ""), "F0");
    assert_bytes_lit(on_path(a, "exists:", "/tmp/k", ""), "F,0");
}

static void everything_is_bounded(void **state) {
    ask *a = *state;
    rsp_buf path = {0};
    for (size_t i = 0; i < RSP_LIMIT_STUB_PATH_BYTES; i++)
        rsp_buf_push(&path, i == 0 ? '/' : 'a');
    assert_bytes_lit(on_path(a, "open:", rsp_buf_cstr(&path), ",0,0"), "F-1,2");
    rsp_buf_push(&path, 'a');
    assert_bytes_lit(on_path(a, "open:", rsp_buf_cstr(&path), ",0,0"), "F-1,5b");
    for (unsigned i = 0; i < RSP_LIMIT_STUB_OPEN_FILES; i++)
        assert_true(rsp_bytes_starts(on_path(a, "open:", "/bin/hello", ",0,0"), RSP_LIT("F")));
    assert_bytes_lit(on_path(a, "open:", "/bin/hello", ",0,0"), "F-1,18");
    rsp_stub_disconnect(a->stub);
    rsp_stub_connect(a->stub);
    (void)ask_for(a, "QStartNoAckMode");
    assert_reply(a, "vFile:close:5", "F-1,9");
    assert_bytes_lit(on_path(a, "open:", "/tmp/big", ",201,180"), "F0");
    assert_bytes_lit(ask_for(a, "vFile:pwrite:0,%x,x", RSP_LIMIT_STUB_FILE_BYTES - 1), "F1");
    assert_bytes_lit(ask_for(a, "vFile:pwrite:0,%x,x", RSP_LIMIT_STUB_FILE_BYTES), "F-1,1b");
    for (unsigned i = 1; i < RSP_LIMIT_STUB_FILES_BYTES / RSP_LIMIT_STUB_FILE_BYTES; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "/tmp/big%u", i);
        rsp_bytes fd = on_path(a, "open:", name, ",201,180");
        assert_int_equal(fd.len, 2);
        assert_bytes_lit(ask_for(a, "vFile:pwrite:%c,%x,x", fd.ptr[1], RSP_LIMIT_STUB_FILE_BYTES - 1), "F1");
    }
    assert_bytes_lit(on_path(a, "open:", "/tmp/more", ",201,180"), "F8");
    assert_reply(a, "vFile:pwrite:8,0,x", "F-1,1c");
    rsp_buf_free(&path);
}

static void number_of_files_is_bounded(void **state) {
    ask *a = *state;
    char name[32];
    for (unsigned i = 0; i < RSP_LIMIT_STUB_FILES; i++) {
        (void)snprintf(name, sizeof name, "/tmp/%u", i);
        assert_bytes_lit(on_path(a, "open:", name, ",201,180"), "F0");
        assert_reply(a, "vFile:close:0", "F0");
    }
    assert_bytes_lit(on_path(a, "open:", "/tmp/one-more", ",201,180"), "F-1,1c");
}

static void output_of_a_launch_goes_into_a_file(void **state) {
    ask *a = *state;
    assert_reply(a, "!", "OK");
    assert_reply(a, "vKill;2a1", "OK");
    assert_bytes_lit(ask_for(a, "QSetSTDOUT:2f746d702f6f7574"), "OK"); /* /tmp/out */
    assert_true(rsp_bytes_starts(ask_for(a, "vRun;2f62696e2f68656c6c6f"), RSP_LIT("T05")));
    assert_true(rsp_bytes_starts(ask_resume(a, "c"), RSP_LIT("W")));
    assert_int_equal(a->console.len, 0);
    assert_bytes_lit(on_path(a, "open:", "/tmp/out", ",0,0"), "F0");
    rsp_bytes text = ask_decoded(a, "vFile:pread:0,100,0");
    assert_true(text.len > 5);
}

static void md5_is_that_of_rfc_1321(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *digest;
    } known[] = {
        {"", "d41d8cd98f00b204e9800998ecf8427e"},
        {"abc", "900150983cd24fb0d6963f7d28e17f72"},
        {"message digest", "f96b697d7cb7938d525a2f31aaf161d0"},
        {"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
         "d174ab98d277d9f5a5611c2c9f419d9f"},
        {"12345678901234567890123456789012345678901234567890123456789012345678901234567890",
         "57edf4a22be3c955ac49da2e2107b67a"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(known); i++) {
        uint8_t digest[16];
        rsp_buf hex = {0};
        stub_md5(digest, rsp_bytes_str(known[i].text));
        rsp_hex_append(&hex, rsp_bytes_make(digest, sizeof digest));
        assert_bytes(rsp_buf_bytes(&hex), rsp_bytes_str(known[i].digest));
        rsp_buf_free(&hex);
    }
}

static void md5_of_a_file_is_two_numbers(void **state) {
    ask *a = *state;
    assert_bytes_lit(on_path(a, "open:", "/tmp/abc", ",201,180"), "F0");
    assert_reply(a, "vFile:pwrite:0,0,abc", "F3");
    assert_bytes_lit(on_path(a, "MD5:", "/tmp/abc", ""), "F,b04fd23c98500190727fe1287d3f96d6");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(paths_are_answered_in_the_protocols_numbers, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(malformed_requests_have_no_effect, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(proc_tells_of_the_program, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(proc_of_a_detached_program_is_gone, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(program_is_read_back_whole, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(stat_follows_links_and_lstat_does_not, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(files_in_tmp_are_written_read_and_unlinked, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(opening_empties_when_asked_to, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(links_in_tmp_are_followed_so_far, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(everything_is_bounded, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(number_of_files_is_bounded, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(output_of_a_launch_goes_into_a_file, setup, ask_teardown),
        cmocka_unit_test(md5_is_that_of_rfc_1321),
        cmocka_unit_test_setup_teardown(md5_of_a_file_is_two_numbers, setup, ask_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
