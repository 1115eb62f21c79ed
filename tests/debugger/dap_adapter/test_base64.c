/* Memory as base64, as readMemory and writeMemory have it: each length, each byte, and what is no base64.
 * The texts are those of RFC 4648, section 10, and some of bytes above 0x7f.
 * See look/base64.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "look/base64.h"

static void texts_are_those_of_the_rfc(void **state) {
    static const struct {
        const char *bytes;
        const char *text;
    } rows[] = {
        {"", ""},
        {"f", "Zg=="},
        {"fo", "Zm8="},
        {"foo", "Zm9v"},
        {"foob", "Zm9vYg=="},
        {"fooba", "Zm9vYmE="},
        {"foobar", "Zm9vYmFy"},
        {"\xfb\xef\xbe", "++++"},
        {"\xff\xff\xff\xff", "/////w=="},
    };
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_buf out = {0};
        base64_append(&out, rsp_bytes_str(rows[i].bytes));
        assert_string_equal(rsp_buf_cstr(&out), rows[i].text);
        rsp_buf_clear(&out);
        assert_ok(base64_decode(&out, rsp_bytes_str(rows[i].text)));
        assert_bytes(rsp_buf_bytes(&out), rsp_bytes_str(rows[i].bytes));
        rsp_buf_free(&out);
    }
}

static void each_byte_comes_back(void **state) {
    uint8_t bytes[256];
    (void)state;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)i;
    for (size_t len = 0; len <= sizeof bytes; len++) {
        rsp_buf text = {0};
        rsp_buf back = {0};
        base64_append(&text, rsp_bytes_make(bytes, len));
        assert_int_equal(text.len, (len + 2) / 3 * 4);
        assert_ok(base64_decode(&back, rsp_buf_bytes(&text)));
        assert_bytes(rsp_buf_bytes(&back), rsp_bytes_make(bytes, len));
        rsp_buf_free(&text);
        rsp_buf_free(&back);
    }
}

static void other_texts_are_refused(void **state) {
    static const char *const texts[] = {
        "Z",        "Zg",     "Zg=",  "Zg=g", "=g==", "====",     "Zh==", "Zm9=",
        "Zg==Zg==", "Zm9v\n", "Zm9-", "Zm9_", "Zm 9", "Zm9v====", "Z===",
    };
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts); i++) {
        rsp_buf out = {0};
        if (base64_decode(&out, rsp_bytes_str(texts[i])) != RSP_SYNTAX)
            fail_msg("\"%s\" was taken", texts[i]);
        rsp_buf_free(&out);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_those_of_the_rfc),
        cmocka_unit_test(each_byte_comes_back),
        cmocka_unit_test(other_texts_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
