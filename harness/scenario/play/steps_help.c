/* Steps that do a longer thing in one word: memory, registers, threads, objects, running to a place.
 * They are made of plain requests, which the transcript shows.
 * Numbers in them are expressions. */
/* SPDX-License-Identifier: MIT */
#include "play/steps.h"

#include <rsp/escape.h>
#include <rsp/explain.h>
#include <rsp/hex.h>
#include <rsp/limits.h>
#include <rsp/reply.h>
#include <stdio.h>

static rsp_buf step_buf(play *p) {
    return (rsp_buf){.mem = p->arena.mem, .limit = RSP_LIMIT_VALUE_BYTES};
}

static bool flag(const rsp_node *action, const char *key) {
    const rsp_node *node = node_get(action, key);
    bool ok = false;
    return node && node_bool(node, &ok);
}

/* What the last helper request was answered, for messages. */
static step_end wrong_reply(play *p, const rsp_node *node, const char *what) {
    if (p->failure.verdict != RSP_VERDICT_PASS)
        return STEP_FAILED;
    rsp_buf got = step_buf(p);
    rsp_printable_append(&got, talk_payload(&p->t), 200);
    (void)play_fail(p, node, RSP_VERDICT_FAIL, "%s", what);
    p->failure.got = rsp_arena_str(&p->arena, talk_payload(&p->t).len ? rsp_buf_cstr(&got) : "(empty)");
    rsp_buf_free(&got);
    return STEP_FAILED;
}

static step_end wrong_bytes(play *p, const rsp_node *node, rsp_bytes got, rsp_bytes want) {
    rsp_buf text = step_buf(p);
    size_t i = 0;
    while (i < got.len && i < want.len && got.ptr[i] == want.ptr[i])
        i++;
    if (got.len != want.len)
        (void)play_fail(p, node, RSP_VERDICT_FAIL, "%zu bytes, not %zu", got.len, want.len);
    else
        (void)play_fail(p, node, RSP_VERDICT_FAIL, "byte %zu is %02x, not %02x", i, got.ptr[i], want.ptr[i]);
    rsp_hex_append(&text, rsp_bytes_sub(want, 0, 64));
    p->failure.expected = rsp_arena_str(&p->arena, rsp_buf_cstr(&text));
    rsp_buf_clear(&text);
    rsp_hex_append(&text, rsp_bytes_sub(got, 0, 64));
    p->failure.got = rsp_arena_str(&p->arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return STEP_FAILED;
}

/* --- memory --- */

static step_end read_bytes(play *p, const rsp_node *action, rsp_buf *out, bool *out_failed) {
    uint64_t at = 0;
    uint64_t length = 0;
    const rsp_node *by = node_get(action, "by");
    bool binary = node_is(by, "x");
    if (!play_number(p, node_get(action, "at"), &at) || !play_number(p, node_get(action, "length"), &length))
        return STEP_FAILED;
    step_end end = play_requestf(p, action, "%s%llx,%llx", binary ? "x" : "m", (unsigned long long)at,
                                 (unsigned long long)length);
    if (end != STEP_OK)
        return end;
    play_keep_reply(p);
    *out_failed = rsp_reply_is_error(talk_payload(&p->t)) || talk_payload(&p->t).len == 0;
    if (!*out_failed && !capture_data(p, out))
        return wrong_reply(p, action, "the reply holds no data");
    return STEP_OK;
}

static step_end compare_bytes(play *p, const rsp_node *action, rsp_bytes got) {
    const rsp_node *equals = node_get(action, "equals");
    const rsp_node *differs = node_get(action, "differs");
    rsp_buf want = step_buf(p);
    step_end end = STEP_OK;
    if (equals && !play_bytes(p, equals, &want))
        end = STEP_FAILED;
    else if (equals && !rsp_bytes_equal(got, rsp_buf_bytes(&want)))
        end = wrong_bytes(p, equals, got, rsp_buf_bytes(&want));
    rsp_buf_clear(&want);
    if (end == STEP_OK && differs && play_bytes(p, differs, &want) &&
        rsp_bytes_equal(got, rsp_buf_bytes(&want)))
        end = play_fail(p, differs, RSP_VERDICT_FAIL, "memory holds what it must not hold");
    rsp_buf_free(&want);
    return end;
}

STEP(read) {
    rsp_buf got = step_buf(p);
    bool failed = false;
    (void)step;
    step_end end = read_bytes(p, action, &got, &failed);
    if (end == STEP_OK && failed != flag(action, "fails"))
        end = wrong_reply(p, action,
                          failed ? "memory can't be read" : "memory can be read, where an error is due");
    if (end == STEP_OK && !failed)
        end = compare_bytes(p, action, rsp_buf_bytes(&got));
    const rsp_node *into = node_get(action, "into");
    if (end == STEP_OK && into)
        (void)capture_set(p, node_str(into), value_bytes(rsp_arena_bytes(&p->arena, rsp_buf_bytes(&got))));
    rsp_buf_free(&got);
    return end;
}

STEP(write) {
    uint64_t at = 0;
    rsp_buf bytes = step_buf(p);
    rsp_buf request = step_buf(p);
    (void)step;
    step_end end = STEP_FAILED;
    if (play_number(p, node_get(action, "at"), &at) && play_bytes(p, node_get(action, "bytes"), &bytes)) {
        bool binary = node_is(node_get(action, "by"), "X");
        rsp_buf_printf(&request, "%s%llx,%zx:", binary ? "X" : "M", (unsigned long long)at, bytes.len);
        if (binary)
            rsp_buf_append(&request, rsp_buf_bytes(&bytes));
        else
            rsp_hex_append(&request, rsp_buf_bytes(&bytes));
        end = play_request(p, action, rsp_buf_bytes(&request));
    }
    bool ok = rsp_bytes_equal(talk_payload(&p->t), RSP_LIT("OK"));
    if (end == STEP_OK && ok == flag(action, "fails"))
        end = wrong_reply(p, action,
                          ok ? "memory can be written, where an error is due" : "memory can't be written");
    rsp_buf_free(&bytes);
    rsp_buf_free(&request);
    return end;
}

/* --- registers --- */

/* Hg of `thread`, where one is named. */
static step_end select_thread(play *p, const rsp_node *action) {
    const rsp_node *thread = node_get(action, "thread");
    value v = {0};
    if (!thread)
        return STEP_OK;
    if (!play_value(p, thread, &v))
        return STEP_FAILED;
    rsp_buf request = step_buf(p);
    rsp_buf_str(&request, "Hg");
    value_append(&request, &v);
    step_end end = play_request(p, thread, rsp_buf_bytes(&request));
    rsp_buf_free(&request);
    if (end == STEP_OK && !rsp_bytes_equal(talk_payload(&p->t), RSP_LIT("OK")))
        return wrong_reply(p, thread, "the thread can't be selected");
    return end;
}

static bool register_of(play *p, const rsp_node *action, const char **out_name, uint64_t *out_number) {
    const rsp_node *name = action->kind == NODE_SCALAR ? action : node_get(action, "name");
    const rsp_node *number = node_get(action, "number");
    *out_name = name ? node_str(name) : "";
    *out_number = 0;
    return !number || play_number(p, number, out_number);
}

static register_by packet_of(const rsp_node *action) {
    const rsp_node *by = action->kind == NODE_MAP ? node_get(action, "by") : NULL;
    if (!by)
        return REGISTER_BY_ANY;
    return node_is(by, "p") || node_is(by, "P") ? REGISTER_BY_P : REGISTER_BY_G;
}

static step_end compare_register(play *p, const rsp_node *node, const value *got, bool wanted) {
    value want = {0};
    if (!node)
        return STEP_OK;
    uint64_t number = 0;
    if (!play_number(p, node, &number))
        return STEP_FAILED;
    want = value_int(number);
    if (value_equal(got, &want) == wanted)
        return STEP_OK;
    rsp_buf text = step_buf(p);
    value_show(&text, got);
    rsp_buf_str(&text, wanted ? ", not " : ", which it must not be");
    if (wanted)
        value_show(&text, &want);
    step_end end = play_fail(p, node, RSP_VERDICT_FAIL, "the register is %s", rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return end;
}

STEP(get_register) {
    const char *name;
    uint64_t number = 0;
    value v = {0};
    (void)step;
    step_end end = select_thread(p, action);
    if (end != STEP_OK || !register_of(p, action, &name, &number))
        return STEP_FAILED;
    end = register_read(p, action, name, number, packet_of(action), &v);
    if (end == STEP_OK)
        end = compare_register(p, node_get(action, "equals"), &v, true);
    if (end == STEP_OK)
        end = compare_register(p, node_get(action, "differs"), &v, false);
    const rsp_node *into = node_get(action, "into");
    if (end == STEP_OK && into)
        (void)capture_set(p, node_str(into), v);
    return end;
}

STEP(set_register) {
    const char *name;
    uint64_t number = 0;
    uint64_t wanted = 0;
    (void)step;
    step_end end = select_thread(p, action);
    if (end != STEP_OK || !register_of(p, action, &name, &number) ||
        !play_number(p, node_get(action, "value"), &wanted))
        return STEP_FAILED;
    return register_write(p, action, name, number, packet_of(action), wanted);
}

/* --- threads and objects --- */

STEP(threads) {
    value list = {0};
    (void)step;
    step_end end = threads_read(p, action, &list);
    if (end != STEP_OK)
        return end;
    rsp_buf why = step_buf(p);
    if (!match_threads(p, action, &list, "the number of threads", &why)) {
        (void)play_fail(p, action, RSP_VERDICT_FAIL, "%s", rsp_buf_cstr(&why));
        rsp_buf_clear(&why);
        value_show(&why, &list);
        p->failure.got = rsp_arena_str(&p->arena, rsp_buf_cstr(&why));
        end = STEP_FAILED;
    }
    rsp_buf_free(&why);
    const rsp_node *into = node_get(action, "into");
    if (end == STEP_OK && into)
        (void)capture_set(p, node_str(into), list);
    return end;
}

STEP(xfer) {
    rsp_buf object = step_buf(p);
    rsp_buf annex = step_buf(p);
    uint64_t window = 0xfff;
    const rsp_node *annex_node = node_get(action, "annex");
    const rsp_node *window_node = node_get(action, "window");
    const rsp_node *expect = node_get(step, "expect");
    const rsp_node *into = node_get(action, "into");
    step_end end = STEP_FAILED;
    if ((!annex_node || play_payload(p, annex_node, &annex)) &&
        (!window_node || play_number(p, window_node, &window)))
        end = xfer_read(p, action, node_str(node_get(action, "object")), rsp_buf_bytes(&annex), window,
                        &object);
    if (end == STEP_OK) {
        play_keep_reply(p);
        rsp_buf_clear(&p->last);
        rsp_buf_append(&p->last, rsp_buf_bytes(&object));
        play_trouble(p, p->last.status);
    }
    if (end == STEP_OK && expect)
        end = judge_text(p, expect, rsp_buf_bytes(&object), "the object");
    if (end == STEP_OK && into)
        (void)capture_set(p, node_str(into), value_bytes(rsp_arena_bytes(&p->arena, rsp_buf_bytes(&object))));
    if (end == STEP_OK)
        end = capture_all(p, node_get(step, "capture"));
    rsp_buf_free(&object);
    rsp_buf_free(&annex);
    return end;
}

STEP(console) {
    step_end end = judge_text(p, action, rsp_buf_bytes(&p->t.console), "the output");
    if (end == STEP_OK && node_get(step, "capture")) {
        rsp_buf_clear(&p->last);
        rsp_buf_append(&p->last, rsp_buf_bytes(&p->t.console));
        play_trouble(p, p->last.status);
        end = capture_all(p, node_get(step, "capture"));
    }
    return end;
}

STEP(symbols) {
    const char *program = node_str(node_get(action, "program"));
    (void)step;
    if (fact_symbols(p, program, node_get(action, "names")))
        return STEP_OK;
    p->skip = rsp_arena_printf(&p->arena, "the symbols of %s are not known", program);
    return STEP_SKIP;
}

/* --- running --- */

/* The request of `resume`: vCont where the stub has it, else c, s, C, S. */
static bool build_resume(play *p, const rsp_node *action, rsp_buf *out) {
    const rsp_node *with = node_get(action, "with");
    const rsp_node *how = action->kind == NODE_SCALAR ? action : node_get(action, "how");
    const rsp_node *signal = node_get(action, "signal");
    const rsp_node *thread = node_get(action, "thread");
    bool steps = node_is(how, "step");
    uint64_t number = 0;
    value id = {0};
    if (with)
        return play_payload(p, with, out);
    if ((signal && !play_number(p, signal, &number)) || (thread && !play_value(p, thread, &id)))
        return false;
    const char *letter = steps ? (signal ? "S" : "s") : signal ? "C" : "c";
    bool vcont = facts_has_vcont(p);
    rsp_buf_printf(out, vcont ? "vCont;%s" : "%s", letter);
    if (signal)
        rsp_buf_printf(out, "%02llx", (unsigned long long)number);
    if (thread && vcont) {
        rsp_buf_push(out, ':');
        value_append(out, &id);
    }
    return true;
}

STEP(resume) {
    rsp_buf request = step_buf(p);
    const rsp_node *expect = node_get(step, "expect");
    step_end end = STEP_FAILED;
    if (build_resume(p, action, &request)) {
        rsp_status status = talk_send(&p->t, rsp_buf_bytes(&request), ESCAPE_FULL);
        int got = 0;
        if (status == RSP_OK && !talk_is_no_ack(&p->t) && !talk_is_manual(&p->t))
            status = talk_ack(&p->t, ACK_PLUS, &got);
        end = status == RSP_OK ? STEP_OK : play_fail_status(p, action, status, "the acknowledgment");
    }
    rsp_buf_free(&request);
    if (end != STEP_OK)
        return end;
    static const rsp_node any_stop = {.kind = NODE_SCALAR, .text = {(const uint8_t *)"stop", 4}};
    if (expect)
        return take_reply(p, step, expect);
    rsp_node stop = any_stop;
    stop.line = action->line;
    stop.column = action->column;
    return take_reply(p, step, &stop);
}

static step_end point(play *p, const rsp_node *action, char letter, uint64_t type, uint64_t at,
                      bool *out_ok) {
    value kind = value_int(1);
    (void)fact_lookup(p, RSP_LIT("bp_kind"), &kind);
    if (!scope_get(&p->names, RSP_LIT("bp_kind"))) {
        facts_probe_target(p);
        unsigned known = rsp_arch_bp_kind(p->stub->arch);
        kind = value_int(known ? known : 1);
    }
    step_end end = play_requestf(p, action, "%c%llx,%llx,%llx", letter, (unsigned long long)type,
                                 (unsigned long long)at, (unsigned long long)kind.number);
    *out_ok = end == STEP_OK && rsp_bytes_equal(talk_payload(&p->t), RSP_LIT("OK"));
    return end;
}

/* The stop must be at the address, and in the thread that was named. */
static step_end stopped_there(play *p, const rsp_node *action, uint64_t at) {
    const rsp_node *thread = node_get(action, "thread");
    rsp_buf why = step_buf(p);
    value pc = {0};
    value id = {0};
    step_end end = STEP_OK;
    if (!match_stop(p, NULL, rsp_buf_bytes(&p->last), &why) ||
        (p->stop.kind != RSP_STOP_THREAD && p->stop.kind != RSP_STOP_SIGNAL))
        end = play_fail(p, action, RSP_VERDICT_FAIL, "the program did not stop at 0x%llx: %s",
                        (unsigned long long)at, why.len ? rsp_buf_cstr(&why) : "it ended");
    else if (p->stop.signal != 5)
        end = play_fail(p, action, RSP_VERDICT_FAIL, "stopped by signal %u, not at the breakpoint",
                        (unsigned)p->stop.signal);
    else if (thread && (!play_value(p, thread, &id)))
        end = STEP_FAILED;
    if (end == STEP_OK && thread) {
        rsp_buf text = step_buf(p);
        rsp_ptid_append(&text, p->stop.thread, p->stop.multiprocess);
        value got = value_bytes(rsp_buf_bytes(&text));
        if (!value_equal(&got, &id))
            end = play_fail(p, thread, RSP_VERDICT_FAIL, "thread %s stopped", rsp_buf_cstr(&text));
        rsp_buf_free(&text);
    }
    if (end == STEP_OK)
        end = register_read(p, action, "pc", 0, REGISTER_BY_ANY, &pc);
    if (end == STEP_OK && pc.number != at)
        end = play_fail(p, action, RSP_VERDICT_FAIL, "pc is 0x%llx, not 0x%llx",
                        (unsigned long long)pc.number, (unsigned long long)at);
    rsp_buf_free(&why);
    return end;
}

STEP(run_to) {
    const rsp_node *at_node = action->kind == NODE_SCALAR ? action : node_get(action, "at");
    const rsp_node *type_node = node_get(action, "type");
    uint64_t at = 0;
    uint64_t type = 0;
    bool ok = false;
    if (!play_number(p, at_node, &at) || (type_node && !play_number(p, type_node, &type)))
        return STEP_FAILED;
    step_end end = point(p, action, 'Z', type, at, &ok);
    if (end == STEP_OK && !ok && talk_payload(&p->t).len == 0) {
        p->skip = rsp_arena_printf(&p->arena, "Z%llu is not supported", (unsigned long long)type);
        return STEP_SKIP;
    }
    if (end == STEP_OK && !ok)
        return wrong_reply(p, action, "the breakpoint can't be inserted");
    if (end == STEP_OK)
        end = play_request(p, action, facts_has_vcont(p) ? RSP_LIT("vCont;c") : RSP_LIT("c"));
    if (end == STEP_OK) {
        play_keep_reply(p);
        end = stopped_there(p, action, at);
    }
    if (end == STEP_OK && !flag(action, "keep"))
        end = point(p, action, 'z', type, at, &ok);
    return end == STEP_OK ? capture_all(p, node_get(step, "capture")) : end;
}
