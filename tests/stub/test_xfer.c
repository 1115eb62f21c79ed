/* qXfer: every object in windows of every size, snapshots, siginfo, and what is refused.
 * The description and the lists are checked by what they must hold, not to the letter.
 * Source: GDB manual, General Query Packets (qXfer). */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "ask.h"

#include "core/hex.h"
#include <inttypes.h>

static int setup(void **state) {
    return ask_setup(state, "/bin/threads4");
}

/* The whole object, read in windows of `window` bytes; the caller frees. */
static rsp_buf read_object(ask *a, const char *name, unsigned window) {
    rsp_buf object = {0};
    for (bool last = false; !last;) {
        rsp_bytes reply = ask_decoded(a, "qXfer:%s:%zx,%x", name, object.len, window);
        if (reply.len == 0 || (reply.ptr[0] != 'm' && reply.ptr[0] != 'l'))
            fail_msg("%s: \"%.*s\"", name, (int)reply.len, (const char *)reply.ptr);
        last = reply.ptr[0] == 'l';
        assert_true(last || reply.len > 1);
        assert_true(reply.len - 1 <= window);
        rsp_buf_append(&object, rsp_bytes_from(reply, 1));
    }
    return object;
}

static const char *const objects[] = {
    "features:read:target.xml",
    "features:read:registers.xml",
    "auxv:read:",
    "threads:read:",
    "exec-file:read:",
    "libraries:read:",
    "memory-map:read:",
    "libraries-svr4:read:",
    "osdata:read:",
    "osdata:read:processes",
    "osdata:read:threads",
};

static void object_is_the_same_in_windows_of_any_size(void **state) {
    ask *a = *state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(objects); i++) {
        rsp_buf whole = read_object(a, objects[i], 0xffffff);
        assert_true(whole.len > 0);
        for (unsigned window = 1; window < 400; window += window < 40 ? 1 : 37) {
            rsp_buf pieces = read_object(a, objects[i], window);
            assert_bytes(rsp_buf_bytes(&pieces), rsp_buf_bytes(&whole));
            rsp_buf_free(&pieces);
        }
        assert_bytes_lit(ask_for(a, "qXfer:%s:%zx,10", objects[i], whole.len), "l");
        assert_bytes_lit(ask_for(a, "qXfer:%s:%zx,10", objects[i], whole.len + 100), "l");
        assert_error_reply(ask_for(a, "qXfer:%s:0,0", objects[i]));
        rsp_buf_free(&whole);
    }
}

static bool holds(const rsp_buf *object, const char *text) {
    return rsp_bytes_search(rsp_buf_bytes(object), rsp_bytes_str(text)) < object->len;
}

static void objects_say_what_is_there(void **state) {
    ask *a = *state;
    rsp_buf object = read_object(a, "features:read:target.xml", 0xffff);
    assert_true(holds(&object, "<architecture>riscv:rv64</architecture>"));
    assert_true(holds(&object, "<xi:include href=\"registers.xml\"/>"));
    rsp_buf_free(&object);
    object = read_object(a, "features:read:registers.xml", 0xffff);
    assert_true(holds(&object, "name=\"org.gnu.gdb.riscv.cpu\""));
    assert_true(holds(&object, "<reg name=\"pc\" bitsize=\"64\" type=\"code_ptr\" regnum=\"32\""));
    rsp_buf_free(&object);
    object = read_object(a, "exec-file:read:", 0xffff);
    assert_bytes_lit(rsp_buf_bytes(&object), "/bin/threads4");
    rsp_buf_free(&object);
    object = read_object(a, "auxv:read:", 0xffff);
    assert_int_equal(object.len % 16, 0);
    rsp_buf_free(&object);
    object = read_object(a, "osdata:read:processes", 0xffff);
    assert_true(holds(&object, "<column name=\"command\">/bin/threads4</column>"));
    rsp_buf_free(&object);
    object = read_object(a, "threads:read:", 0xffff);
    assert_true(holds(&object, "name=\"threads4\""));
    rsp_buf_free(&object);
}

static void what_is_unknown_or_malformed_is_told_apart(void **state) {
    ask *a = *state;
    static const char *const empty[] = {"qXfer:nosuch:read::0,10", "qXfer:features:frob:target.xml:0,10",
                                        "qXfer:auxv:write::0:aa", "qXfer:threads:frob::0,10",
                                        "qXfer:sdata:read::0,10"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(empty); i++)
        assert_reply(a, empty[i], "");
    static const char *const bad[] = {"qXfer:features:read:nosuch.xml:0,ff",
                                      "qXfer:features:read:../../etc/passwd:0,ff",
                                      "qXfer:features:read:%n%s:0,10",
                                      "qXfer:features:read::0,10",
                                      "qXfer:auxv:read:x:0,10",
                                      "qXfer:threads:read:x:0,10",
                                      "qXfer:osdata:read:nosuch:0,10",
                                      "qXfer:exec-file:read:7fff:0,10",
                                      "qXfer:exec-file:read:zz:0,10",
                                      "qXfer:features:read:target.xml:0",
                                      "qXfer:features:read:target.xml:zz,10",
                                      "qXfer:features:read:target.xml:0,11111111111111111"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++)
        assert_error_reply(ask_for(a, "%s", bad[i]));
    static const char *const either[] = {"qXfer", "qXfer:", "qXfer:features", "qXfer:features:read",
                                         "qXfer:features:read:target.xml"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(either); i++) {
        rsp_bytes reply = ask_for(a, "%s", either[i]);
        assert_true(reply.ptr && (reply.len == 0 || reply.ptr[0] == 'E'));
    }
}

/* Two threads more between the windows do not show until the list is asked for anew. */
static void windows_come_from_one_snapshot(void **state) {
    ask *a = *state;
    rsp_buf before = read_object(a, "threads:read:", 0xffff);
    rsp_bytes half = ask_decoded(a, "qXfer:threads:read::0,20");
    rsp_buf pieces = {0};
    rsp_buf_append(&pieces, rsp_bytes_from(half, 1));
    assert_bytes_lit(ask_for(a, "Z0,%" PRIx64 ",4", ask_symbol(a, "work")), "OK");
    assert_true(rsp_bytes_starts(ask_resume(a, "c"), RSP_LIT("T05")));
    rsp_bytes rest = ask_decoded(a, "qXfer:threads:read::20,ffff");
    assert_int_equal(rest.ptr[0], 'l');
    rsp_buf_append(&pieces, rsp_bytes_from(rest, 1));
    assert_bytes(rsp_buf_bytes(&pieces), rsp_buf_bytes(&before));
    rsp_buf after = read_object(a, "threads:read:", 0xffff);
    assert_true(after.len > before.len);
    assert_true(holds(&after, "worker-3"));
    rsp_buf_free(&before);
    rsp_buf_free(&pieces);
    rsp_buf_free(&after);
}

static void window_fits_the_packet_with_its_escapes(void **state) {
    (void)state;
    ask a;
    ask_init(&a, "/bin/threads4");
    a.options.packet_bytes = 256;
    ask_start(&a);
    rsp_bytes reply = ask_for(&a, "qXfer:features:read:registers.xml:0,ffff");
    assert_true(reply.len > 200 && reply.len <= 256);
    rsp_buf whole = read_object(&a, "features:read:registers.xml", 0xffff);
    assert_true(holds(&whole, "</feature>"));
    rsp_buf_free(&whole);
    ask_end(&a);
}

static void siginfo_is_read_and_written_at_a_signal(void **state) {
    (void)state;
    ask a;
    ask_init(&a, "/bin/signals");
    ask_start(&a);
    assert_error_reply(ask_for(&a, "qXfer:siginfo:read::0,80"));
    assert_true(rsp_bytes_starts(ask_resume(&a, "c"), RSP_LIT("T1e")));
    rsp_buf info = read_object(&a, "siginfo:read:", 0x80);
    assert_int_equal(info.len, 128);
    assert_int_equal(info.ptr[0], 10); /* SIGUSR1 on Linux */
    assert_reply(&a, "qXfer:siginfo:write::0:\n", "1");
    assert_reply(&a, "qXfer:siginfo:write::4:abcd", "4");
    rsp_buf changed = read_object(&a, "siginfo:read:", 0x80);
    assert_bytes_lit(rsp_bytes_sub(rsp_buf_bytes(&changed), 4, 4), "abcd");
    assert_error_reply(ask_for(&a, "qXfer:siginfo:write::80:a"));
    assert_error_reply(ask_for(&a, "qXfer:siginfo:write::ffffffffffffffff:a"));
    assert_error_reply(ask_for(&a, "qXfer:siginfo:write:x:0:a"));
    assert_error_reply(ask_for(&a, "qXfer:siginfo:write::0:}"));
    rsp_buf_free(&info);
    rsp_buf_free(&changed);
    ask_end(&a);
}

static void more_objects_than_snapshots_are_read_at_once(void **state) {
    ask *a = *state;
    rsp_buf pieces[RSP_ARRAY_LEN(objects)] = {{0}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(objects); i++)
        rsp_buf_append(&pieces[i], rsp_bytes_from(ask_decoded(a, "qXfer:%s:0,4", objects[i]), 1));
    for (size_t i = 0; i < RSP_ARRAY_LEN(objects); i++) {
        rsp_buf_append(&pieces[i], rsp_bytes_from(ask_decoded(a, "qXfer:%s:4,ffffff", objects[i]), 1));
        rsp_buf whole = read_object(a, objects[i], 0xffffff);
        assert_bytes(rsp_buf_bytes(&pieces[i]), rsp_buf_bytes(&whole));
        rsp_buf_free(&whole);
        rsp_buf_free(&pieces[i]);
    }
}

static void without_a_process_some_objects_remain(void **state) {
    (void)state;
    ask a;
    ask_init(&a, "");
    a.path.len = 0;
    ask_start(&a);
    for (size_t i = 0; i < RSP_ARRAY_LEN(objects); i++) {
        bool remains = strncmp(objects[i], "feat", 4) == 0 || strncmp(objects[i], "osda", 4) == 0 ||
                       strncmp(objects[i], "thre", 4) == 0;
        rsp_bytes reply = ask_for(&a, "qXfer:%s:0,ffff", objects[i]);
        assert_int_equal(reply.ptr[0], remains ? 'l' : 'E');
    }
    ask_end(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(object_is_the_same_in_windows_of_any_size, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(objects_say_what_is_there, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(what_is_unknown_or_malformed_is_told_apart, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(windows_come_from_one_snapshot, setup, ask_teardown),
        cmocka_unit_test(window_fits_the_packet_with_its_escapes),
        cmocka_unit_test(siginfo_is_read_and_written_at_a_signal),
        cmocka_unit_test_setup_teardown(more_objects_than_snapshots_are_read_at_once, setup, ask_teardown),
        cmocka_unit_test(without_a_process_some_objects_remain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
