/* Which conversations of a file are kept, and the message if none is: with one, several, and too many.
 * The files are captures made here.
 * See capture/capture_dialogue.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "capture_wire.h"

#include "capture/capture_dialogue.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A file with `num` conversations, of which the k-th has k + 1 reads; cut bytes are missing at its end. */
static void make_file(char *path, int num, size_t cut) {
    capture_wire w;
    capture_wire_begin(&w);
    for (int i = 0; i < num; i++) {
        w.ports[0] = (uint16_t)(40000 + i);
        capture_wire_open(&w);
        capture_wire_ask(&w, "qSupported", "PacketSize=1000");
        for (int k = 0; k <= i; k++)
            capture_wire_ask(&w, "m1000,4", "00000000");
        capture_wire_close(&w);
    }
    int fd = mkstemp(path);
    FILE *file = fd >= 0 ? fdopen(fd, "wb") : NULL;
    assert_non_null(file);
    assert_int_equal(fwrite(w.file.ptr, 1, w.file.len - cut, file), w.file.len - cut);
    assert_int_equal(fclose(file), 0);
    rsp_buf_free(&w.file);
}

/* Loads from a file of `num` conversations, which is gone afterwards. */
static rsp_status load(rsp_capture_dialogues *out, int num, size_t cut, const rsp_dialogue_wish *wish,
                       rsp_error *error) {
    char path[] = "/tmp/rsp-dialogue-XXXXXX";
    make_file(path, num, cut);
    rsp_status status = rsp_capture_dialogues_load(out, path, wish, error);
    assert_int_equal(remove(path), 0);
    return status;
}

static void the_wished_for_is_kept(void **state) {
    (void)state;
    static const struct {
        int num;
        rsp_dialogue_wish wish;
        rsp_status status;
        size_t kept;
        uint64_t first; /* number of the first one that is kept */
        const char *message;
    } cases[] = {
        {1, {.choice = RSP_DIALOGUE_ONLY}, RSP_OK, 1, 0, ""},
        {3, {.choice = RSP_DIALOGUE_NUMBERED, .number = 2}, RSP_OK, 1, 2, ""},
        {3, {.choice = RSP_DIALOGUE_ALL}, RSP_OK, 3, 0, ""},
        {RSP_CAPTURE_MAX_DIALOGUES, {.choice = RSP_DIALOGUE_ALL}, RSP_OK, RSP_CAPTURE_MAX_DIALOGUES, 0, ""},
        {3, {.choice = RSP_DIALOGUE_ONLY}, RSP_USAGE, 1, 0, "several conversations (0, 1, 2)"},
        {3, {.choice = RSP_DIALOGUE_NUMBERED, .number = 3}, RSP_NOT_FOUND, 0, 0, "there are: 0, 1, 2"},
        {0, {.choice = RSP_DIALOGUE_ONLY}, RSP_NOT_FOUND, 0, 0, "no conversation"},
        {0, {.choice = RSP_DIALOGUE_ALL}, RSP_NOT_FOUND, 0, 0, "no conversation"},
        {1, {.choice = RSP_DIALOGUE_ONLY, .stub_port = 4321}, RSP_NOT_FOUND, 0, 0, "no conversation"},
        {RSP_CAPTURE_MAX_DIALOGUES + 1,
         {.choice = RSP_DIALOGUE_ALL},
         RSP_USAGE,
         RSP_CAPTURE_MAX_DIALOGUES,
         0,
         "more than 64 conversations"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_capture_dialogues got;
        rsp_error error = {0};
        assert_int_equal(load(&got, cases[i].num, 0, &cases[i].wish, &error), cases[i].status);
        assert_int_equal(got.num, cases[i].kept);
        assert_non_null(strstr(error.msg, cases[i].message));
        for (size_t k = 0; k < got.num; k++) {
            const rsp_capture_dialogue *d = got.items[k];
            assert_int_equal(d->summary.number, cases[i].first + k);
            assert_int_equal(d->dialogue.num_turns, 2 * (d->summary.number + 2));
            assert_string_equal(d->unit, "frame");
        }
        rsp_capture_dialogues_free(&got);
    }
}

static void a_file_that_breaks_off_counts_up_to_there(void **state) {
    (void)state;
    rsp_capture_dialogues got;
    rsp_error error = {0};
    assert_int_equal(load(&got, 2, 5, &(rsp_dialogue_wish){.choice = RSP_DIALOGUE_ALL}, &error), RSP_OK);
    assert_int_equal(got.file.damage.status, RSP_BAD_FILE);
    assert_int_equal(got.num, 2);
    assert_int_equal(got.found, 2);
    rsp_capture_dialogues_free(&got);
}

static void a_file_that_is_none_is_an_error(void **state) {
    (void)state;
    rsp_dialogue_wish wish = {0};
    rsp_capture_dialogues got;
    rsp_error error = {0};
    assert_int_equal(rsp_capture_dialogues_load(&got, "/nonexistent/file", &wish, &error), RSP_NOT_FOUND);
    rsp_capture_dialogues_free(&got);
    assert_int_equal(rsp_capture_dialogues_load(&got, "README.md", &wish, &error), RSP_BAD_FILE);
    rsp_capture_dialogues_free(&got);
}

static void names_have_the_endpoints(void **state) {
    (void)state;
    rsp_capture_dialogues got;
    rsp_error error = {0};
    rsp_buf text = {0};
    assert_int_equal(load(&got, 1, 0, &(rsp_dialogue_wish){0}, &error), RSP_OK);
    got.items[0]->path = "a.pcap";
    rsp_capture_dialogue_append_name(&text, got.items[0]);
    assert_string_equal(rsp_buf_cstr(&text), "a.pcap   10.0.0.1:40000 -> 10.0.0.2:1234");
    rsp_buf_free(&text);
    rsp_capture_dialogues_free(&got);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_wished_for_is_kept),
        cmocka_unit_test(a_file_that_breaks_off_counts_up_to_there),
        cmocka_unit_test(a_file_that_is_none_is_an_error),
        cmocka_unit_test(names_have_the_endpoints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
