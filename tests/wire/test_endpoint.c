/* One end of a conversation: each event in each state of either role, and each policy.
 * Two ends that face each other agree about the mode. See endpoint.h.
 * Any split of the input gives the same bytes and the same receptions. */
/* SPDX-License-Identifier: MIT */
#include "feed.h"

#include "wire/endpoint.h"

#define OK "$OK#9a"
#define BAD "$OK#00"
#define ASK "$QStartNoAckMode#b0"

typedef struct end {
    rsp_endpoint e;
    rsp_buf out;
    rsp_buf told; /* a letter for each reception */
} end;

static const rsp_endpoint_policy client_policy = {
    .role = RSP_ENDPOINT_CLIENT, .max_resent = 2, .max_refused = 2, .follows_no_ack = true};
static const rsp_endpoint_policy stub_policy = {.role = RSP_ENDPOINT_STUB,
                                                .max_resent = 2,
                                                .max_refused = 2,
                                                .follows_no_ack = true,
                                                .trusts_without_acks = true};

static void open_end(end *w, rsp_endpoint_policy policy) {
    *w = (end){0};
    rsp_endpoint_init(&w->e, &policy, &w->out);
}

static void close_end(end *w) {
    rsp_endpoint_free(&w->e);
    rsp_buf_free(&w->out);
    rsp_buf_free(&w->told);
}

static void take_in(end *w, rsp_bytes in) {
    static const char letters[] = {
        [RSP_RECEPTION_NONE] = '.',    [RSP_RECEPTION_GOOD] = 'g',     [RSP_RECEPTION_DAMAGED] = 'd',
        [RSP_RECEPTION_REFUSED] = 'r', [RSP_RECEPTION_OVERLONG] = 'l', [RSP_RECEPTION_ACKED] = 'a',
        [RSP_RECEPTION_RESENT] = 's',  [RSP_RECEPTION_GIVEN_UP] = 'u', [RSP_RECEPTION_STRAY] = 't',
        [RSP_RECEPTION_OTHER] = 'o',
    };
    while (in.len > 0) {
        rsp_wire_event event;
        in = rsp_bytes_from(in, rsp_endpoint_decode(&w->e, in, &event));
        rsp_reception how = rsp_endpoint_take(&w->e, &event);
        if (how != RSP_RECEPTION_NONE)
            rsp_buf_push(&w->told, (uint8_t)letters[how]);
    }
}

/* What comes, how it was taken, and all that was sent since the last time. */
static void expect(end *w, const char *in, const char *told, const char *sent) {
    take_in(w, rsp_bytes_str(in));
    assert_bytes(rsp_buf_bytes(&w->told), rsp_bytes_str(told));
    assert_bytes(rsp_buf_bytes(&w->out), rsp_bytes_str(sent));
    rsp_buf_clear(&w->told);
    rsp_buf_clear(&w->out);
}

static void put(end *w, const char *frame) {
    rsp_endpoint_put(&w->e, rsp_bytes_str(frame));
}

static void good_packets_are_acknowledged_at_once(void **state) {
    (void)state;
    end w;
    open_end(&w, client_policy);
    expect(&w, OK "%x#78" OK, "gog", "++");
    close_end(&w);
    open_end(&w, stub_policy);
    expect(&w, OK "\003" OK "x", "gogo", "++");
    close_end(&w);
}

static void damaged_packets_in_a_row_are_refused_so_often(void **state) {
    (void)state;
    end w;
    open_end(&w, client_policy);
    expect(&w, BAD BAD BAD OK BAD BAD BAD, "rrdgrrd", "--+--");
    put(&w, "$g#67");
    expect(&w, "+" BAD, "ar", "$g#67-");
    close_end(&w);
    open_end(&w, stub_policy);
    expect(&w, BAD BAD BAD OK BAD, "rrdgr", "--+-");
    close_end(&w);
}

static void refused_packets_are_sent_again_until_they_are_taken(void **state) {
    (void)state;
    for (int role = 0; role < 2; role++) {
        end w;
        open_end(&w, role ? stub_policy : client_policy);
        expect(&w, "+-", "tt", "");
        put(&w, "$g#67");
        expect(&w, "--", "ss", "$g#67$g#67$g#67");
        expect(&w, "--", "uu", "");
        expect(&w, "+-+", "att", "");
        put(&w, "$m#6d");
        expect(&w, "-", "s", "$m#6d$m#6d");
        close_end(&w);
    }
}

static void two_packets_need_two_acks_and_the_last_is_sent_again(void **state) {
    (void)state;
    end w;
    open_end(&w, stub_policy);
    put(&w, "$a#61");
    put(&w, "$b#62");
    expect(&w, "+-++", "asat", "$a#61$b#62$b#62");
    put(&w, "$a#61");
    rsp_endpoint_forget(&w.e);
    rsp_endpoint_forget(&w.e);
    expect(&w, "+", "t", "$a#61");
    close_end(&w);
}

static void acceptance_waits_for_the_caller_and_may_be_held(void **state) {
    (void)state;
    end w;
    rsp_endpoint_policy policy = {.role = RSP_ENDPOINT_CLIENT, .acknowledge = RSP_ACKNOWLEDGE_ACCEPTED};
    open_end(&w, policy);
    expect(&w, OK BAD, "gd", "");
    rsp_endpoint_accept(&w.e);
    expect(&w, "", "", "+");
    policy.acknowledge = RSP_ACKNOWLEDGE_BEFORE_NEXT;
    rsp_endpoint_set_policy(&w.e, &policy);
    rsp_endpoint_accept(&w.e);
    expect(&w, OK, "g", "");
    rsp_endpoint_put_raw(&w.e, RSP_LIT("$m#6d"));
    expect(&w, "", "", "+$m#6d");
    rsp_endpoint_accept(&w.e);
    rsp_endpoint_release(&w.e);
    rsp_endpoint_release(&w.e);
    expect(&w, "", "", "+");
    policy.acknowledge = RSP_ACKNOWLEDGE_BY_HAND;
    rsp_endpoint_set_policy(&w.e, &policy);
    rsp_endpoint_accept(&w.e);
    put(&w, "$g#67");
    expect(&w, "+-" OK, "ttg", "$g#67");
    close_end(&w);
}

static void no_ack_mode_begins_behind_the_ok(void **state) {
    (void)state;
    end client;
    end stub;
    open_end(&client, client_policy);
    open_end(&stub, stub_policy);
    rsp_endpoint_put_payload(&client.e, RSP_LIT("QStartNoAckMode"));
    expect(&stub, ASK, "g", "+");
    rsp_endpoint_put_payload(&stub.e, RSP_LIT("OK"));
    assert_true(rsp_endpoint_is_no_ack(&stub.e));
    expect(&client, "+" OK, "ag", ASK "+");
    assert_true(rsp_endpoint_is_no_ack(&client.e));
    expect(&stub, "-+-" OK BAD, "satgg", OK OK);
    put(&client, "$g#67");
    expect(&client, BAD OK "+-", "dgtt", "$g#67");
    rsp_endpoint_reset(&client.e);
    expect(&client, OK, "g", "+");
    close_end(&client);
    close_end(&stub);
}

static void anything_but_ok_keeps_acks(void **state) {
    (void)state;
    static const char *const replies[] = {"$#00", "$E01#a6", "$OKK#e5"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(replies); i++) {
        end client;
        end stub;
        open_end(&client, client_policy);
        open_end(&stub, stub_policy);
        put(&client, ASK);
        take_in(&client, rsp_bytes_str(replies[i]));
        take_in(&stub, RSP_LIT(ASK));
        put(&stub, replies[i]);
        take_in(&client, RSP_LIT(OK));
        put(&stub, OK);
        assert_false(rsp_endpoint_is_no_ack(&client.e));
        assert_false(rsp_endpoint_is_no_ack(&stub.e));
        close_end(&client);
        close_end(&stub);
    }
}

static void another_request_ends_the_question(void **state) {
    (void)state;
    end w;
    open_end(&w, client_policy);
    put(&w, ASK);
    put(&w, "$Z0#8a");
    take_in(&w, RSP_LIT(OK));
    assert_false(rsp_endpoint_is_no_ack(&w.e));
    close_end(&w);
    rsp_endpoint_policy policy = client_policy;
    policy.follows_no_ack = false;
    open_end(&w, policy);
    put(&w, ASK);
    take_in(&w, RSP_LIT(OK));
    assert_false(rsp_endpoint_is_no_ack(&w.e));
    rsp_endpoint_set_no_ack(&w.e, true);
    rsp_buf_clear(&w.out);
    rsp_buf_clear(&w.told);
    expect(&w, OK BAD, "gd", "");
    close_end(&w);
}

static void overlong_packets_are_in_step(void **state) {
    (void)state;
    end w;
    rsp_endpoint_policy policy = client_policy;
    policy.max_packet = 2;
    open_end(&w, policy);
    expect(&w, "$abc#26$abc#00%abc#26" OK, "lllg", "+++");
    close_end(&w);
    policy = stub_policy;
    policy.max_packet = 2;
    open_end(&w, policy);
    expect(&w, "$abc#26$abc#00" OK, "lrg", "+-+");
    rsp_endpoint_set_no_ack(&w.e, true);
    expect(&w, "$abc#00", "l", "");
    close_end(&w);
}

static void resync_forgets_halves_and_keeps_the_mode(void **state) {
    (void)state;
    end w;
    open_end(&w, client_policy);
    put(&w, "$g#67");
    rsp_endpoint_set_no_ack(&w.e, true);
    take_in(&w, RSP_LIT("$half"));
    rsp_endpoint_resync(&w.e);
    assert_true(rsp_endpoint_is_no_ack(&w.e));
    expect(&w, "+" OK, "tg", "$g#67");
    close_end(&w);
}

static void split_begin(void *ctx) {
    end *w = ctx;
    rsp_endpoint_reset(&w->e);
    rsp_buf_clear(&w->out);
    rsp_buf_clear(&w->told);
    put(w, w->e.policy.role == RSP_ENDPOINT_STUB ? OK : ASK);
}

static void split_input(void *ctx, rsp_bytes piece) {
    take_in(ctx, piece);
}

static void split_finish(void *ctx, rsp_buf *out) {
    end *w = ctx;
    rsp_buf_append(out, rsp_buf_bytes(&w->told));
    rsp_buf_append(out, rsp_buf_bytes(&w->out));
    rsp_buf_printf(out, " %d %zu %u %u", (int)w->e.mode, w->e.unacked, w->e.resent, w->e.refused);
}

static void any_split_gives_the_same(void **state) {
    (void)state;
    for (int role = 0; role < 2; role++) {
        end w;
        open_end(&w, role ? stub_policy : client_policy);
        const rsp_feed feed = {.begin = split_begin, .input = split_input, .finish = split_finish, .ctx = &w};
        rsp_feed_splits(&feed, RSP_LIT("-+-" BAD BAD BAD ASK "%n#6e" OK "$half" OK "\003" BAD "+-x"));
        close_end(&w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_packets_are_acknowledged_at_once),
        cmocka_unit_test(damaged_packets_in_a_row_are_refused_so_often),
        cmocka_unit_test(refused_packets_are_sent_again_until_they_are_taken),
        cmocka_unit_test(two_packets_need_two_acks_and_the_last_is_sent_again),
        cmocka_unit_test(acceptance_waits_for_the_caller_and_may_be_held),
        cmocka_unit_test(no_ack_mode_begins_behind_the_ok),
        cmocka_unit_test(anything_but_ok_keeps_acks),
        cmocka_unit_test(another_request_ends_the_question),
        cmocka_unit_test(overlong_packets_are_in_step),
        cmocka_unit_test(resync_forgets_halves_and_keeps_the_mode),
        cmocka_unit_test(any_split_gives_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
