/* Shapes of bodies: what fits, what does not, and how it is told.
 * Shapes of the table are read whole, so that a slip in one shows.
 * See dap/shape.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "dap/shape.h"

static const struct {
    const char *shape;
    const char *value;   /* NULL: there is none */
    const char *misfits; /* one after the other */
} cases[] = {
    {"a:i", "{\"a\":1}", ""},
    {"a:i", "{\"a\":1.5}", "body.a is 1.5, no integer; "},
    {"a:i", "{\"a\":\"1\"}", "body.a is \"1\", no integer; "},
    {"a:i b?:s", "{\"a\":1}", ""},
    {"a:i b?:s", "{\"a\":1,\"b\":2}", "body.b is 2, no string; "},
    {"a?:i", "{\"a\":null}", "body.a is null, no integer; "},
    {"a:i b:i", "{}", "body.a is missing; body.b is missing; "},
    {"a:i", "[]", "body is an array, no object; "},
    {"a:i", NULL, "body is missing; "},
    {"a?:i", NULL, "body is missing; "},
    {"? a:i", NULL, ""},
    {"? a:i", "{}", "body.a is missing; "},
    {"? @Source", NULL, ""},
    {"@Source", "{\"name\":1}", "body.name is 1, no string; "},
    {"a:[x:i y:s] b:b", "{\"a\":[{\"x\":1,\"y\":\"\"}],\"b\":true}", ""},
    {"a:[x:i y:s] b:b", "{\"a\":[{\"x\":1,\"y\":\"\"},{\"x\":1}],\"b\":true}", "body.a[1].y is missing; "},
    {"a:[x:i y:s] b:b", "{\"a\":[7,{\"x\":1}],\"b\":1}",
     "body.a[0] is 7, no object; body.a[1].y is missing; body.b is 1, no boolean; "},
    {"a:[x:i y:s] b:b", "{\"a\":{},\"b\":true}", "body.a is an object, no array; "},
    {"a:[s]", "{\"a\":[\"x\",2]}", "body.a[1] is 2, no string; "},
    {"a:[(p|q)]", "{\"a\":[\"q\",\"r\",3]}",
     "body.a[1] is \"r\", none of p|q; body.a[2] is 3, none of p|q; "},
    {"a:[@Source]", "{\"a\":[{\"sources\":[{\"path\":true}]}]}",
     "body.a[0].sources[0].path is true, no string; "},
    {"a:@Source", "{\"a\":\"main.c\"}", "body.a is \"main.c\", no object; "},
    {"a:{x:n}", "{\"a\":{\"x\":\"1\"}}", "body.a.x is \"1\", no number; "},
    {"a:(p|q)", "{\"a\":\"q\"}", ""},
    {"a:(p|q)", "{\"a\":\"r\"}", "body.a is \"r\", none of p|q; "},
    {"a:o b:a", "{\"a\":{},\"b\":{}}", "body.b is an object, no array; "},
    {"a:b", "{\"a\":\"true\"}", "body.a is \"true\", no boolean; "},
    {"a:z b:z", "{\"a\":null,\"b\":1}", "body.b is 1, no string or null; "},
    {"a:k b:k", "{\"a\":\"x\",\"b\":[]}", "body.b is an array, no integer or string; "},
    {"a:m", "{\"a\":{\"x\":\"1\",\"y\":null,\"z\":2}}", "body.a.z is 2, no string; "},
    {"a:m", "{\"a\":[]}", "body.a is an array, no object; "},
    {"a:c b:c", "{\"a\":0,\"b\":-1}", "body.b is -1, no integer from 0; "},
    {"a:p b:p", "{\"a\":1,\"b\":0}", "body.b is 0, no integer from 1; "},
    {"a:l b:l", "{\"a\":9007199254740991,\"b\":9007199254740992}",
     "body.b is 9007199254740992, no integer up to 2^53-1; "},
    {"a:w b:w", "{\"a\":-9007199254740991,\"b\":-9007199254740992}",
     "body.b is -9007199254740992, no integer from -(2^53-1) to 2^53-1; "},
    {"a:% b:% c:%", "{\"a\":100,\"b\":0.5,\"c\":100.5}", "body.c is 100.5, no number from 0 to 100; "},
    {"a:i", "{\"a\":\"0123456789012345678901234567890123456789\"}",
     "body.a is \"012345678901234567890123456789012345678..., no integer; "},
};

static void note(void *ctx, const char *path, const char *why) {
    rsp_buf_printf(ctx, "%s %s; ", path, why);
}

static void check(const char *shape, const char *text, const char *misfits) {
    rsp_buf told = {0};
    json_t *value = text ? json_loads(text, 0, NULL) : NULL;
    assert_true(value || !text);
    rsp_dap_shape_check(shape, value, "body", note, &told);
    assert_string_equal(rsp_buf_cstr(&told), misfits);
    json_decref(value);
    rsp_buf_free(&told);
}

static void member_that_does_not_fit_is_told_with_its_path(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++)
        check(cases[i].shape, cases[i].value, cases[i].misfits);
}

static void shape_is_found_by_kind_and_name(void **state) {
    (void)state;
    assert_string_equal(rsp_dap_shape_of(RSP_DAP_EVENT, "exited"), "exitCode:i");
    assert_null(rsp_dap_shape_of(RSP_DAP_RESPONSE, "exited"));
    assert_null(rsp_dap_shape_of(RSP_DAP_RESPONSE, "next"));
    assert_non_null(rsp_dap_shape_of(RSP_DAP_REQUEST, "runInTerminal"));
}

/* One message of each kind of the protocol that is right in every member, and one in which something is not.
 */
static const struct {
    rsp_dap_kind kind;
    const char *name;
    const char *body;
    const char *misfits;
} bodies[] = {
    {RSP_DAP_EVENT, "process", "{\"name\":\"x\",\"startMethod\":\"process\"}",
     "body.startMethod is \"process\", none of launch|attach|attachForSuspendedLaunch; "},
    {RSP_DAP_EVENT, "stopped", "{\"reason\":\"a reason of its own\",\"hitBreakpointIds\":[1]}", ""},
    {RSP_DAP_EVENT, "output", "{\"output\":\"x\",\"category\":\"its own\",\"group\":\"end\",\"line\":1}", ""},
    {RSP_DAP_EVENT, "output", "{\"output\":\"x\",\"source\":\"main.c\",\"line\":\"1\"}",
     "body.source is \"main.c\", no object; body.line is \"1\", no integer up to 2^53-1; "},
    {RSP_DAP_EVENT, "loadedSource", "{\"reason\":\"loaded\",\"source\":{}}",
     "body.reason is \"loaded\", none of new|changed|removed; "},
    {RSP_DAP_EVENT, "module", "{\"reason\":\"new\",\"module\":{\"id\":\"a\",\"name\":\"b\"}}", ""},
    {RSP_DAP_EVENT, "module", "{\"reason\":\"new\",\"module\":{\"name\":\"b\"}}",
     "body.module.id is missing; "},
    {RSP_DAP_EVENT, "capabilities", "{\"capabilities\":{\"supportsStepBack\":\"yes\"}}",
     "body.capabilities.supportsStepBack is \"yes\", no boolean; "},
    {RSP_DAP_RESPONSE, "initialize", NULL, ""},
    {RSP_DAP_RESPONSE, "initialize",
     "{\"breakpointModes\":[{\"mode\":\"a\",\"label\":\"b\",\"appliesTo\":[\"own\"]}]}", ""},
    {RSP_DAP_RESPONSE, "initialize",
     "{\"supportedChecksumAlgorithms\":[\"SHA512\"],\"supportsRestartFrame\":1}",
     "body.supportsRestartFrame is 1, no boolean; "
     "body.supportedChecksumAlgorithms[0] is \"SHA512\", none of MD5|SHA1|SHA256|timestamp; "},
    {RSP_DAP_RESPONSE, "continue", NULL, "body is missing; "},
    {RSP_DAP_RESPONSE, "readMemory", NULL, ""},
    {RSP_DAP_RESPONSE, "dataBreakpointInfo", "{\"dataId\":null,\"description\":\"none\"}", ""},
    {RSP_DAP_RESPONSE, "dataBreakpointInfo", "{\"description\":\"none\"}", "body.dataId is missing; "},
    {RSP_DAP_RESPONSE, "locations", "{\"source\":{\"path\":\"a\"},\"line\":1}", ""},
    {RSP_DAP_RESPONSE, "stackTrace",
     "{\"stackFrames\":[{\"id\":1,\"name\":\"f\",\"line\":1,\"column\":1,\"moduleId\":2,"
     "\"presentationHint\":\"normal\"}]}",
     ""},
    {RSP_DAP_RESPONSE, "stackTrace",
     "{\"stackFrames\":[{\"id\":1,\"name\":null,\"line\":1,\"column\":1,\"presentationHint\":\"own\"}]}",
     "body.stackFrames[0].name is null, no string; "
     "body.stackFrames[0].presentationHint is \"own\", none of normal|label|subtle; "},
    {RSP_DAP_RESPONSE, "variables",
     "{\"variables\":[{\"name\":\"a\",\"value\":\"1\",\"variablesReference\":-1,"
     "\"presentationHint\":{\"kind\":\"own\",\"attributes\":[1]}}]}",
     "body.variables[0].variablesReference is -1, no integer from 0; "
     "body.variables[0].presentationHint.attributes[0] is 1, no string; "},
};

static void body_is_held_against_the_schema(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(bodies); i++)
        check(rsp_dap_shape_of(bodies[i].kind, bodies[i].name), bodies[i].body, bodies[i].misfits);
}

static void error_has_an_id_and_a_format(void **state) {
    (void)state;
    check(rsp_dap_shape_of_error(), "{}", "");
    check(rsp_dap_shape_of_error(),
          "{\"error\":{\"id\":1,\"format\":\"no {x}\",\"variables\":{\"x\":\"y\"}}}", "");
    check(rsp_dap_shape_of_error(), "{\"error\":{\"format\":\"no\",\"showUser\":0}}",
          "body.error.id is missing; body.error.showUser is 0, no boolean; ");
}

/* A name in the table that has no row would end the check of a message. */
static void named_types_are_in_the_table(void **state) {
    (void)state;
    static const char *const names[] = {"Breakpoint", "Capabilities", "ExceptionDetails", "Module", "Source"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++)
        assert_non_null(rsp_dap_shape_of_type(rsp_bytes_str(names[i])));
    assert_null(rsp_dap_shape_of_type(RSP_LIT("Nothing")));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(member_that_does_not_fit_is_told_with_its_path),
        cmocka_unit_test(shape_is_found_by_kind_and_name),
        cmocka_unit_test(body_is_held_against_the_schema),
        cmocka_unit_test(error_has_an_id_and_a_format),
        cmocka_unit_test(named_types_are_in_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
