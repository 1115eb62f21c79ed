/* What --stub, --listen and --debugger say: each form, each refusal, profiles, and the places in addresses.
 * Nothing is connected to; profiles are a few lines in a folder of the test's own.
 * See stubs/stub_config.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "in_folder.h"

#include "stubs/stub_config.h"
#include <sys/stat.h>

static const rsp_stub_request any = {.program = ""};

static rsp_status understand(stub_config *s, const char *text, rsp_error *error) {
    rsp_diagnostics diagnostics = {0};
    rsp_status status = stub_config_init(s, text, "suite", NULL, &diagnostics, error);
    rsp_diagnostics_free(&diagnostics);
    return status;
}

static void each_form_is_understood(void **state) {
    static const struct {
        const char *text;
        rsp_address_kind kind;
        bool in_process;
        bool is_ours;
        bool is_line;
    } rows[] = {
        {"reference", RSP_ADDRESS_TCP, true, true, false},
        {"tcp:127.0.0.1:1234", RSP_ADDRESS_TCP, false, false, false},
        {"tcp:[::1]:1234", RSP_ADDRESS_TCP, false, false, false},
        {"unix:/tmp/socket", RSP_ADDRESS_UNIX, false, false, false},
        {"exec:stub {port}", RSP_ADDRESS_EXEC, false, true, false},
        {"pipe:stub", RSP_ADDRESS_PIPE, false, true, false},
        {"pty:/dev/ttyUSB0", RSP_ADDRESS_PTY, false, false, true},
    };
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        stub_config s;
        rsp_error error = {0};
        if (understand(&s, rows[i].text, &error) != RSP_OK)
            fail_msg("%s: %s", rows[i].text, error.msg);
        assert_int_equal(s.in_process, rows[i].in_process);
        assert_int_equal(stub_config_is_ours(&s), rows[i].is_ours);
        assert_int_equal(stub_config_is_line(&s), rows[i].is_line);
        if (!s.in_process)
            assert_int_equal(s.address.kind, rows[i].kind);
        assert_string_equal(stub_config_name(&s), s.in_process ? "reference stub" : rows[i].text);
        assert_string_equal(stub_config_version(&s), "");
        stub_config_free(&s);
        stub_config_free(&s); /* all-zero again */
    }
}

static void what_is_no_stub_is_refused_with_what_may_be_meant(void **state) {
    static const struct {
        const char *text;
        rsp_status status;
        const char *message;
    } rows[] = {
        {"", RSP_USAGE, "expected reference, tcp:HOST:PORT"},
        {"gdbserver", RSP_USAGE, "--stub gdbserver: expected reference, tcp:HOST:PORT"},
        {"refrence", RSP_USAGE, "did you mean 'reference'?"},
        {"tpc:127.0.0.1:1", RSP_USAGE, "did you mean 'tcp:'?"},
        {"localhost:1234", RSP_USAGE, "did you mean 'tcp:localhost:1234'?"},
        {"[::1]:1234", RSP_USAGE, "did you mean 'tcp:[::1]:1234'?"},
        {"1234", RSP_USAGE, "did you mean 'tcp:1234'?"},
        {"/dev/null", RSP_USAGE, "did you mean 'pty:/dev/null'?"},
        {"./mine", RSP_USAGE, "did you mean 'exec:./mine'?"},
        {"tcp:localhost", RSP_USAGE, "--stub tcp:localhost: "},
        {"tcp:127.0.0.1:99999", RSP_USAGE, "--stub tcp:127.0.0.1:99999: "},
        {"exec:", RSP_USAGE, "--stub exec:: "},
        {"stdio", RSP_USAGE, "expected reference, tcp:HOST:PORT"},
        {"embedded", RSP_USAGE, "expected reference"}, /* none is linked in */
        {"profile:seral", RSP_NOT_FOUND, "no profile 'seral'; did you mean 'serial'?"},
        {"profile:nonesuch", RSP_NOT_FOUND,
         "no profile 'nonesuch' (suite/profiles/nonesuch.yaml); see: stubborn list profiles"},
        {"profile:elsewhere/one.yaml", RSP_NOT_FOUND, "elsewhere/one.yaml"},
    };
    (void)state;
    assert_int_equal(mkdir("suite", 0700), 0);
    assert_int_equal(mkdir("suite/profiles", 0700), 0);
    write_text("suite/profiles/serial.yaml", "title: A line\naddress: pty:/dev/null\n");
    write_text("mine", "#!/bin/sh\n");
    assert_int_equal(chmod("mine", 0700), 0);
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        stub_config s;
        rsp_error error = {0};
        assert_int_equal(understand(&s, rows[i].text, &error), rows[i].status);
        if (!strstr(error.msg, rows[i].message))
            fail_msg("%s: got \"%s\"", rows[i].text, error.msg);
        stub_config_free(&s);
    }
}

static void make_profile(void) {
    assert_int_equal(mkdir("suite", 0700), 0);
    assert_int_equal(mkdir("suite/profiles", 0700), 0);
    assert_int_equal(mkdir("programs", 0700), 0);
    write_text("programs/hello", "");
    write_text("programs/scratch", "");
    write_text("suite/profiles/mine.yaml",
               "title: My stub\naddress: exec:stub {port} {program} {args}\ndebuggees: ./programs\n"
               "default-program: scratch\nmissing-programs: [threads]\nstart-timeout: 3s\n"
               "environment: { STUBBORN_TEST_SAYS: \"it's set\" }\n"
               "version-command: printf 'mine 1.2\\nand more'\n");
}

static void a_profile_says_how_its_stub_is_started(void **state) {
    static const char *const names[] = {"profile:mine", "profile:suite/profiles/mine.yaml"};
    (void)state;
    make_profile();
    for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++) {
        stub_config s;
        rsp_error error = {0};
        assert_int_equal(unsetenv("STUBBORN_TEST_SAYS"), 0);
        if (understand(&s, names[i], &error) != RSP_OK)
            fail_msg("%s: %s", names[i], error.msg);
        assert_string_equal(stub_config_name(&s), "My stub");
        assert_string_equal(stub_config_version(&s), "mine 1.2");
        assert_string_equal(getenv("STUBBORN_TEST_SAYS"), "it's set");
        assert_int_equal(s.link.connect_timeout_ns, 3 * RSP_NS_PER_S);
        assert_true(stub_config_is_ours(&s) && stub_config_chooses_program(&s));
        assert_string_equal(stub_config_default_program(&s), "scratch");
        stub_config_free(&s);
    }
}

/* A command that ends with its program gives it the arguments; one that goes on has to say where they stand.
 */
static void arguments_stand_where_the_command_has_a_place(void **state) {
    static const char *const arguments[] = {"spin", "two words"};
    static const struct {
        const char *text;
        const char *command; /* NULL: refused */
    } rows[] = {
        {"exec:stub {port} {program}", "exec:stub {port} programs/hello \"spin\" \"two words\""},
        {"exec:stub {program} {port} {program} ",
         "exec:stub programs/hello {port} programs/hello  \"spin\" \"two words\""},
        {"exec:stub {program} {args} {port}", "exec:stub programs/hello \"spin\" \"two words\" {port}"},
        {"exec:stub {program} --port {port}", NULL},
        {"exec:sh -c 'stub {program}'", NULL},
        {"exec:stub {port}", "exec:stub {port}"},
    };
    const rsp_stub_request request = {.program = "hello", .arguments = arguments, .num_arguments = 2};
    (void)state;
    make_profile();
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        const stub_config s = {.debuggees = "programs"};
        rsp_buf out = {0};
        rsp_error error = {0};
        assert_int_equal(stub_config_command(&s, &out, rows[i].text, &request, &error),
                         rows[i].command ? RSP_OK : RSP_UNSUPPORTED);
        assert_string_equal(rsp_buf_cstr(&out), rows[i].command ? rows[i].command : "");
        assert_int_equal(strlen(error.msg) > 0, !rows[i].command);
        rsp_buf_free(&out);
    }
}

static void a_damaged_profile_is_refused_with_its_place(void **state) {
    stub_config s;
    rsp_error error = {0};
    rsp_diagnostics diagnostics = {0};
    (void)state;
    write_text("bad.yaml", "title: A stub\nadress: tcp:127.0.0.1:1\n");
    assert_int_equal(stub_config_init(&s, "profile:./bad.yaml", NULL, NULL, &diagnostics, &error),
                     RSP_SCHEMA);
    assert_int_equal(error.line, 2);
    assert_true(diagnostics.num_errors > 0);
    rsp_diagnostics_free(&diagnostics);
    stub_config_free(&s);
}

static void places_in_an_address_are_filled_in(void **state) {
    static const char *const arguments[] = {"plain", "two words", "a \"quote\" and \\"};
    const rsp_stub_request request = {.program = "hello", .arguments = arguments, .num_arguments = 3};
    stub_config s;
    rsp_buf out = {0};
    rsp_error error = {0};
    (void)state;
    make_profile();
    assert_ok(understand(&s, "profile:mine", &error));
    assert_ok(stub_config_expand(&s, &out, "exec:x {port} {program} {args} {debuggees}", &request, &error));
    const char *got = rsp_buf_cstr(&out);
    const char *args = "/hello \"plain\" \"two words\" \"a \\\"quote\\\" and \\\\\" ";
    if (strncmp(got, "exec:x {port} ", 14) != 0 || !strstr(got, args))
        fail_msg("got %s", got);
    rsp_buf_clear(&out);
    assert_ok(stub_config_expand(&s, &out, "{program}", &any, &error)); /* the default one */
    assert_non_null(strstr(rsp_buf_cstr(&out), "programs/scratch"));
    rsp_buf_clear(&out);
    for (int i = 0; i < 2; i++) { /* one that the profile says is missing, and one that is */
        const rsp_stub_request missing = {.program = i ? "threads" : "nonesuch"};
        write_text("programs/threads", "");
        assert_int_equal(stub_config_expand(&s, &out, "{program}", &missing, &error), RSP_NOT_FOUND);
        assert_non_null(strstr(error.msg, i ? "no debuggee 'threads'" : "no debuggee 'nonesuch'"));
        assert_int_equal(out.len, 0);
    }
    rsp_buf_free(&out);
    stub_config_free(&s);
}

static rsp_status understand_debugger(stub_config *s, stub_config_kind kind, const char *text,
                                      uint64_t wait_ns, rsp_error *error) {
    rsp_diagnostics diagnostics = {0};
    rsp_status status = stub_config_init_debugger(s, kind, text, wait_ns, "suite", NULL, &diagnostics, error);
    rsp_diagnostics_free(&diagnostics);
    return status;
}

static void debuggers_are_listened_for(void **state) {
    static const struct {
        const char *text;
        const char *host; /* NULL: refused */
        uint16_t port;
    } rows[] = {
        {"1234", "127.0.0.1", 1234},
        {"tcp:1234", "127.0.0.1", 1234},
        {"0.0.0.0:9", "0.0.0.0", 9},
        {"tcp:[::1]:7", "::1", 7},
        {"x:y", NULL, 0},
        {"", NULL, 0},
        {"99999", NULL, 0},
    };
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        stub_config s;
        rsp_error error = {0};
        rsp_status status = understand_debugger(&s, STUB_CONFIG_LISTEN, rows[i].text, 0, &error);
        assert_int_equal(status, rows[i].host ? RSP_OK : RSP_USAGE);
        if (rows[i].host) {
            assert_string_equal(s.address.host, rows[i].host);
            assert_int_equal(s.address.port, rows[i].port);
            assert_int_equal(s.wait_ns, 60 * RSP_NS_PER_S);
        } else {
            assert_non_null(strstr(error.msg, "expected PORT, HOST:PORT or unix:PATH"));
        }
        stub_config_free(&s);
    }
    stub_config s;
    assert_ok(understand_debugger(&s, STUB_CONFIG_LISTEN, "unix:/tmp/s", RSP_NS_PER_S, NULL));
    assert_int_equal(s.address.kind, RSP_ADDRESS_UNIX);
    assert_int_equal(s.wait_ns, RSP_NS_PER_S);
    stub_config_free(&s);
}

static void a_debugger_is_started_with_the_port_to_connect_to(void **state) {
    stub_config s;
    rsp_error error = {0};
    (void)state;
    assert_ok(understand_debugger(&s, STUB_CONFIG_DEBUGGER, "gdb -ex 'target remote :{port}'", 0, &error));
    assert_string_equal(s.command, "exec:gdb -ex 'target remote :{port}'");
    assert_int_equal(s.wait_ns, 20 * RSP_NS_PER_S);
    stub_config_free(&s);
    assert_int_equal(understand_debugger(&s, STUB_CONFIG_DEBUGGER, "gdb", 0, &error), RSP_USAGE);
    assert_non_null(strstr(error.msg, "--debugger gdb: needs {port}"));
    stub_config_free(&s);
    make_profile(); /* its address is a command with {port}, and it waits as long as the profile says */
    assert_ok(understand_debugger(&s, STUB_CONFIG_DEBUGGER, "profile:mine", 0, &error));
    assert_int_equal(s.wait_ns, 3 * RSP_NS_PER_S);
    stub_config_free(&s);
    assert_int_equal(understand_debugger(&s, STUB_CONFIG_DEBUGGER, "profile:none", 0, &error), RSP_NOT_FOUND);
    stub_config_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        folder_test(each_form_is_understood),
        folder_test(what_is_no_stub_is_refused_with_what_may_be_meant),
        folder_test(a_profile_says_how_its_stub_is_started),
        folder_test(arguments_stand_where_the_command_has_a_place),
        folder_test(a_damaged_profile_is_refused_with_its_place),
        folder_test(places_in_an_address_are_filled_in),
        folder_test(debuggers_are_listened_for),
        folder_test(a_debugger_is_started_with_the_port_to_connect_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
