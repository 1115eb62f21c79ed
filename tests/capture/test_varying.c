/* Where ids and addresses stand: each form of request and reply, and the same with its values in brackets:
 * t thread, p process, a address, f file, d data, r registers, ~ unsteady; capitals are decimal.
 * See rsp/values.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "capture/varying.h"
#include "core/limits.h"

static const char letters[] = {
    [RSP_VARYING_THREAD] = 't',      [RSP_VARYING_PROCESS] = 'p',  [RSP_VARYING_THREAD_DEC] = 'T',
    [RSP_VARYING_PROCESS_DEC] = 'P', [RSP_VARYING_ADDRESS] = 'a',  [RSP_VARYING_ADDRESS_DEC] = 'A',
    [RSP_VARYING_PATH] = '/',        [RSP_VARYING_FILE] = 'f',     [RSP_VARYING_STATE] = 's',
    [RSP_VARYING_REGISTERS] = 'r',   [RSP_VARYING_DATA_HEX] = 'd', [RSP_VARYING_DATA_BIN] = 'b',
    [RSP_VARYING_UNSTEADY] = '~',
};

/* The payload with each value in brackets behind its letter. */
static void assert_drawn(const rsp_varying_values *m, const char *payload, const char *drawing) {
    rsp_bytes text = rsp_bytes_str(payload);
    rsp_buf drawn = {0};
    size_t end = 0;
    for (size_t i = 0; i < m->num; i++) {
        const rsp_varying_value *value = &m->items[i];
        assert_true(value->offset >= end && value->offset + value->len <= text.len);
        rsp_buf_append(&drawn, rsp_bytes_sub(text, end, value->offset - end));
        rsp_buf_printf(&drawn, "[%c ", letters[value->kind]);
        rsp_buf_append(&drawn, rsp_bytes_sub(text, value->offset, value->len));
        rsp_buf_push(&drawn, ']');
        end = value->offset + value->len;
    }
    rsp_buf_append(&drawn, rsp_bytes_from(text, end));
    if (strcmp(rsp_buf_cstr(&drawn), drawing) != 0)
        print_error("{\"%s\", \"%s\"},\n", payload, rsp_buf_cstr(&drawn));
    assert_string_equal(rsp_buf_cstr(&drawn), drawing);
    rsp_buf_free(&drawn);
}

static void requests_have_values_by_their_schema(void **state) {
    (void)state;
    static const struct {
        const char *payload;
        const char *drawing;
    } cases[] = {
        {"Hgp1a.2b", "Hgp[p 1a].[t 2b]"},
        {"Hg0", "Hg0"},
        {"Hc-1", "Hc-1"},
        {"Hcp1.-1", "Hcp[p 1].-1"},
        {"T1f", "T[t 1f]"},
        {"m7ffe1000,40", "m[a 7ffe1000],40"},
        {"X1000,0:", "X[a 1000],0:"},
        {"Z0,401000,4;X3,220027", "Z0,[a 401000],4;X3,220027"},
        {"vCont;c:p1.-1;s:p1.2", "vCont;c:p[p 1].-1;s:p[p 1].[t 2]"},
        {"vCont;r401000,401010:p1.2", "vCont;r[a 401000],[a 401010]:p[p 1].[t 2]"},
        {"vCont;C05:7", "vCont;C05:[t 7]"},
        {"qThreadExtraInfo,p1.2", "qThreadExtraInfo,p[p 1].[t 2]"},
        {"MultiMemRead:ranges:1000,4,2000,8;", "MultiMemRead:ranges:[a 1000],4,[a 2000],8;"},
        {"MultiMemRead:ranges:1000,4;2000,8;", "MultiMemRead:ranges:[a 1000],4;[a 2000],8;"},
        {"MultiMemRead:ranges:1000,4;x", "MultiMemRead:ranges:[a 1000],4;x"},
        {"MultiBreakpoint:Z0,10,4;z0,20,4", "MultiBreakpoint:Z0,[a 10],4;z0,[a 20],4"},
        {"jMultiBreakpoint:{\"breakpoint_requests\":[\"Z0,10,1\",\"z0,20,1\"]}",
         "jMultiBreakpoint:{\"breakpoint_requests\":[\"Z0,[a 10],1\",\"z0,[a 20],1\"]}"},
        {"jThreadExtendedInfo:{\"thread\":123}", "jThreadExtendedInfo:{\"thread\":[T 123]}"},
        {"vFile:pread:5,100,0", "vFile:pread:[f 5],100,0"},
        {"vFile:open:2f61,0,0", "vFile:open:[/ 2f61],0,0"},
        {"qXfer:exec-file:read:1a:0,100", "qXfer:exec-file:read:[p 1a]:0,100"},
        {"QRestoreRegisterState:12;thread:1f;", "QRestoreRegisterState:[s 12];thread:[t 1f];"},
        {"D;1a", "D;[p 1a]"},
        {"G00112233", "G[r 00112233]"},
        {"Pa=0011;thread:1;", "Pa=[r 0011];thread:[t 1];"},
        {"g;thread:1f;", "g;thread:[t 1f];"},
        {"QThreadOptions;3:p1.-1", "QThreadOptions;3:p[p 1].-1"},
        {"no such packet 1234", "no such packet 1234"},
        {"", ""},
    };
    rsp_varying_values values = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_varying_values_of_request(&values, rsp_bytes_str(cases[i].payload));
        assert_drawn(&values, cases[i].payload, cases[i].drawing);
    }
    rsp_varying_values_free(&values);
    assert_null(values.items); /* and may be used again */
}

static void replies_have_values_by_their_request(void **state) {
    (void)state;
    static const struct {
        const char *request;
        const char *payload;
        const char *drawing;
    } cases[] = {
        {"?", "T05thread:p1a.1b;core:1;06:0011;", "T05thread:p[p 1a].[t 1b];core:[~ 1];06:[r 0011];"},
        {"vCont;c", "T05watch:1000;threads:1,2;thread-pcs:10,20;",
         "T05watch:[a 1000];threads:[t 1],[t 2];thread-pcs:[a 10],[a 20];"},
        {"c", "T05thread:1;memory:0x7fe0=0011;", "T05thread:[t 1];memory:0x[a 7fe0]=[d 0011];"},
        {"c", "T05memory:7fe0=0011;thread:1;", "T05memory:[a 7fe0]=[d 0011];thread:[t 1];"},
        {"c", "T05f:0011;thread:1;", "T05f:[r 0011];thread:[t 1];"},
        {"c", "T05fork:p2.2;", "T05fork:p[p 2].[t 2];"},
        {"c", "W00;process:1a", "W00;process:[p 1a]"},
        {"c", "w00;p1.2", "w00;p[p 1].[t 2]"},
        {"c", "O48656c", "O48656c"},
        {"c", "E01", "E01"},
        {"qC", "QCp1.2", "QCp[p 1].[t 2]"},
        {"qfThreadInfo", "mp1.1,p1.2", "mp[p 1].[t 1],p[p 1].[t 2]"},
        {"qfThreadInfo", "l", "l"},
        {"m1000,4", "00112233", "[d 00112233]"},
        {"m1000,4", "E01", "E01"},
        {"x1000,4", "babcd", "b[b abcd]"},
        {"g", "0011xxxx", "[r 0011xxxx]"},
        {"qXfer:threads:read::0,fff", "l<t id=\"p1.2\" core=\"0\" name=\"x\"/>",
         "l<t id=\"p[p 1].[t 2]\" core=\"[~ 0]\" name=\"x\"/>"},
        {"qXfer:auxv:read::0,fff", "lABCDEF", "l[b ABCDEF]"},
        {"qXfer:siginfo:read::0,fff", "mABCDEF", "m[b ABCDEF]"},
        {"MultiMemRead:ranges:1000,4,2000,4;", "4,4;ABCDEFGH", "4,4[b ;ABCDEFGH]"},
        {"qXfer:libraries-svr4:read::0,fff", "l<l lm=\"0x1000\" l_ld=\"0x20\"/>",
         "l<l lm=\"0x[a 1000]\" l_ld=\"0x[a 20]\"/>"},
        {"qXfer:features:read:target.xml:0,fff", "l<reg id=\"1\"/>", "l<reg id=\"1\"/>"},
        {"qProcessInfo", "pid:1a;parent-pid:1;real-uid:0;", "pid:[p 1a];parent-pid:[p 1];real-uid:0;"},
        {"qMemoryRegionInfo:1000", "start:1000;size:2000;permissions:r;",
         "start:[a 1000];size:2000;permissions:r;"},
        {"jThreadsInfo", "[{\"tid\":12,\"registers\":{\"0\":\"0011223344556677\"}}]",
         "[{\"tid\":[T 12],\"registers\":{\"0\":\"[r 0011223344556677]\"}}]"},
        {"vFile:open:2f,0,0", "F5", "F[f 5]"},
        {"vFile:open:2f,0,0", "F-1,2", "F-1,2"},
        {"vFile:fstat:5", "F40;abc", "F40;[~ abc]"},
        {"qOffsets", "Text=10;Data=20;Bss=20", "Text=[a 10];Data=[a 20];Bss=[a 20]"},
        {"", "T05thread:1;", "T05thread:1;"},
        {"no such", "1234", "1234"},
    };
    rsp_varying_values values = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_varying_values_of_reply(&values, rsp_bytes_str(cases[i].request),
                                    rsp_bytes_str(cases[i].payload));
        assert_drawn(&values, cases[i].payload, cases[i].drawing);
    }
    rsp_varying_values_of_notification(&values, RSP_LIT("Stop:T05thread:p1.2;"));
    assert_drawn(&values, "Stop:T05thread:p1.2;", "Stop:T05thread:p[p 1].[t 2];");
    rsp_varying_values_of_notification(&values, RSP_LIT("Stdio:O48"));
    assert_drawn(&values, "Stdio:O48", "Stdio:O48");
    rsp_varying_values_free(&values);
}

/* Whatever is cut or changed, values stay inside the payload and in order. */
static void every_prefix_has_values_inside_itself(void **state) {
    (void)state;
    static const char *const requests[] = {
        "vCont;r401000,401010:p1.2;c:p1.-1", "MultiMemRead:ranges:1000,4,2000,8;",
        "MultiBreakpoint:Z0,10,4;z0,20,4", "jThreadExtendedInfo:{\"thread\":123}",
        "QThreadOptions;3:p1.-1;0:p1.2"};
    rsp_varying_values values = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(requests); i++) {
        rsp_bytes whole = rsp_bytes_str(requests[i]);
        for (size_t len = 0; len <= whole.len; len++) {
            rsp_varying_values_of_request(&values, rsp_bytes_sub(whole, 0, len));
            for (size_t m = 0; m < values.num; m++)
                assert_true(values.items[m].offset + values.items[m].len <= len);
            rsp_varying_values_of_reply(&values, RSP_LIT("?"), rsp_bytes_sub(whole, 0, len));
            for (size_t m = 0; m < values.num; m++)
                assert_true(values.items[m].offset + values.items[m].len <= len);
        }
    }
    rsp_varying_values_free(&values);
}

static void more_values_than_the_limit_are_left_out(void **state) {
    (void)state;
    rsp_buf list = {0};
    rsp_varying_values values = {0};
    rsp_buf_push(&list, 'm');
    for (size_t i = 0; i < RSP_LIMIT_VARYING_VALUES; i++)
        rsp_buf_str(&list, i ? ",1" : "1");
    rsp_varying_values_of_reply(&values, RSP_LIT("qfThreadInfo"), rsp_buf_bytes(&list));
    assert_int_equal(values.num, RSP_LIMIT_VARYING_VALUES);
    assert_int_equal(values.status, RSP_OK);
    rsp_buf_str(&list, ",1");
    rsp_varying_values_of_reply(&values, RSP_LIT("qfThreadInfo"), rsp_buf_bytes(&list));
    assert_int_equal(values.num, RSP_LIMIT_VARYING_VALUES);
    assert_int_equal(values.status, RSP_LIMIT);
    rsp_varying_values_free(&values);
    rsp_buf_free(&list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_have_values_by_their_schema),
        cmocka_unit_test(replies_have_values_by_their_request),
        cmocka_unit_test(every_prefix_has_values_inside_itself),
        cmocka_unit_test(more_values_than_the_limit_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
