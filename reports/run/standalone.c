/* The script sends what was sent, byte for byte, but acknowledges what comes by itself. Whether the fault is
 * there is decided as the scenario's failure was: by the kind of what came, or, where a value was wrong, by
 * the last replies before it coming again as they were. See standalone.h. */
/* SPDX-License-Identifier: MIT */
#include "standalone.h"

#include "document/text.h"
#include "trace/symptom.h"
#include <inttypes.h>

/* Replies before the failure that say together what is wrong with a value. */
enum { COMPARED = 3 };

/* --- what was said -------------------------------------------------------------------------------------- */

static bool was_sent(const rsp_entry *e) {
    return e->direction == RSP_TO_STUB && e->raw.len > 0 && e->kind != RSP_ENTRY_ACK;
}

static bool has_come(const rsp_entry *e) {
    return e->direction == RSP_TO_CLIENT &&
           (e->kind == RSP_ENTRY_PACKET || e->kind == RSP_ENTRY_NOTIFICATION);
}

/* The entry behind the last one that is played: the wrong reply, or where it was missing. */
static uint64_t end_of(const rsp_standalone *about, const rsp_transcript *t) {
    const rsp_symptom *s = &about->result->symptom;
    const uint64_t end = rsp_transcript_end(t);
    const bool shown = s->entry != RSP_NO_ENTRY && s->entry < end;
    return shown && (s->came == RSP_CAME_UNKNOWN || s->request == RSP_NO_ENTRY || s->entry > s->request)
               ? s->entry + 1
               : end;
}

static bool is_about(const rsp_standalone *about, const char *requirement) {
    return strstr(about->result->requirements, requirement) != NULL;
}

/* How bytes were written and acknowledged is not played again: where the failure is about that, a script
 * would say something else than the scenario. */
static const char *finer_than_a_script(const rsp_standalone *about, const rsp_transcript *t) {
    const rsp_symptom *s = &about->result->symptom;
    rsp_entry wrong;
    const unsigned writes = RSP_BESIDE_BATCHED | RSP_BESIDE_AT_ONCE | RSP_BESIDE_REFUSED | RSP_BESIDE_DAMAGED;
    if (s->came == RSP_CAME_NO_ACK || s->came == RSP_CAME_DAMAGED || s->came == RSP_CAME_LATE)
        return "it is about acknowledgments, checksums or time, which a script makes by itself";
    if (s->came == RSP_CAME_UNKNOWN && rsp_transcript_get(t, s->entry, &wrong) &&
        (wrong.kind == RSP_ENTRY_CLOSE || (wrong.direction == RSP_TO_CLIENT && !has_come(&wrong))))
        return "it is about acknowledgments, bytes between packets or the end of a connection";
    if (s->beside & writes || is_about(about, "FRAME-006"))
        return "it depends on what was written at once, or in pieces";
    if (is_about(about, "ROBUST-006"))
        return "it is about what the stub does when nobody is connected";
    if (is_about(about, "ACK-001") || is_about(about, "NOACK-002"))
        return "it is about acknowledgments, which a script makes by itself";
    for (uint64_t i = 0; i < rsp_transcript_end(t); i++) {
        rsp_entry e;
        if (rsp_transcript_get(t, i, &e) && e.kind == RSP_ENTRY_NAK && e.direction == RSP_TO_STUB)
            return "it is about packets that are asked for again";
    }
    return "";
}

bool rsp_standalone_can(const rsp_standalone *about, const rsp_transcript *transcript, const char **out_why) {
    const rsp_result *r = about->result;
    const uint64_t end = end_of(about, transcript);
    size_t sent = 0;
    *out_why = "";
    if (r->verdict == RSP_VERDICT_PASS || r->verdict == RSP_VERDICT_SKIP || r->verdict == RSP_VERDICT_ERROR)
        *out_why = "the scenario does not fail";
    if (rsp_transcript_dropped_entries(transcript) > 0)
        *out_why = "the conversation is too long to be kept";
    if (!**out_why)
        *out_why = finer_than_a_script(about, transcript);
    for (uint64_t i = 0; i < end && !**out_why; i++) {
        rsp_entry e;
        if (!rsp_transcript_get(transcript, i, &e))
            continue;
        sent += was_sent(&e);
        if (e.cut && was_sent(&e))
            *out_why = "a packet is too long to be kept";
    }
    if (!**out_why && sent == 0)
        *out_why = "nothing was sent";
    return !**out_why;
}

/* --- the script ----------------------------------------------------------------------------------------- */

static void put_bytes(rsp_buf *out, rsp_bytes bytes) {
    rsp_buf_str(out, "b'");
    for (size_t i = 0; i < bytes.len; i++) {
        const uint8_t c = bytes.ptr[i];
        if (c < ' ' || c > '~' || c == '\'' || c == '\\')
            rsp_buf_printf(out, "\\x%02x", c);
        else
            rsp_buf_push(out, c);
    }
    rsp_buf_push(out, '\'');
}

/* A comment: whatever the text holds, it ends with its line. */
static void put_comment(rsp_buf *out, const char *before, const char *text) {
    rsp_buf_str(out, before);
    rsp_text_clean(out, rsp_bytes_str(text), false);
    rsp_buf_push(out, '\n');
}

static void put_replies(rsp_buf *out, const rsp_transcript *t, uint64_t from, uint64_t end) {
    const char *between = "";
    rsp_buf_push(out, '[');
    for (uint64_t i = from; i < end; i++) {
        rsp_entry e;
        if (!rsp_transcript_get(t, i, &e) || (!has_come(&e) && !was_sent(&e)))
            continue;
        if (was_sent(&e) || e.kind == RSP_ENTRY_CONNECT)
            break;
        rsp_buf_str(out, between);
        put_bytes(out, e.payload);
        between = ", ";
    }
    rsp_buf_push(out, ']');
}

static void put_steps(rsp_buf *out, const rsp_transcript *t, uint64_t end) {
    rsp_buf_str(out, "# What was sent, and what came then; None is a new connection.\nSTEPS = [\n");
    for (uint64_t i = 0; i < end; i++) {
        rsp_entry e;
        if (!rsp_transcript_get(t, i, &e))
            continue;
        if (e.kind == RSP_ENTRY_CONNECT && e.connection > 0)
            rsp_buf_str(out, "    (None, []),\n");
        if (!was_sent(&e))
            continue;
        rsp_buf_str(out, "    (");
        put_bytes(out, e.raw);
        rsp_buf_str(out, ", ");
        put_replies(out, t, i + 1, end);
        rsp_buf_str(out, "),\n");
    }
    rsp_buf_str(out, "]\n");
}

/* How a script ends that has come to its last step. */
static const char at_silence[] = "    return got[-1][-1] is None\n";
static const char at_close[] = "    try:\n"
                               "        packet(WAIT_S)\n"
                               "        return False\n"
                               "    except (EOFError, ConnectionError):\n"
                               "        return True\n";
static const char at_kind[] =
    "    return None not in got[-1] and [r[:1] if r[:1] == b'E' else r for r in got[-1]] == \\\n"
    "        [r[:1] if r[:1] == b'E' else r for r in STEPS[-1][1]]\n";
static const char at_same[] = "    return got[-COMPARED:] == [then for _, then in STEPS[-COMPARED:]]\n";

/* What proves the fault: how `play` ends. */
static const char *proof_of(rsp_came came) {
    switch (came) {
    case RSP_CAME_SILENCE:
    case RSP_CAME_NO_STOP:
    case RSP_CAME_NO_ACK:
    case RSP_CAME_ENDLESS:
    case RSP_CAME_LATE:
        return at_silence;
    case RSP_CAME_CLOSED:
    case RSP_CAME_DIED:
        return at_close;
    case RSP_CAME_EMPTY:
    case RSP_CAME_ERROR:
    case RSP_CAME_OK:
        return at_kind;
    case RSP_CAME_UNKNOWN:
    case RSP_CAME_STOP:
    case RSP_CAME_OTHER:
    case RSP_CAME_MISFIT:
    case RSP_CAME_DAMAGED:
    case RSP_CAME_COUNT:
        break;
    }
    return at_same;
}

/* Usage and a stub that is not there exit 2: 1 is the fault. */
static const char play[] =
    "\n"
    "def connect():\n"
    "    global sock, rest, acks\n"
    "    try:\n"
    "        sock, rest, acks = socket.create_connection(sys.argv[1:3], 5), b'', True\n"
    "    except (OSError, ValueError) as why:\n"
    "        print(f'usage: {sys.argv[0]} HOST PORT; no stub: {why}', file=sys.stderr)\n"
    "        sys.exit(2)\n"
    "\n"
    "def packet(wait_s):  # None where none comes; EOFError: the stub has closed\n"
    "    global rest\n"
    "    sock.settimeout(wait_s)\n"
    "    while not (found := re.search(rb'([$%])([^#$]*)#..', rest, re.S)):\n"
    "        try:\n"
    "            more = sock.recv(65536)\n"
    "        except socket.timeout:\n"
    "            return None\n"
    "        if not more:\n"
    "            raise EOFError\n"
    "        rest += more\n"
    "    rest = rest[found.end():]\n"
    "    if acks and found[1] == b'$':\n"
    "        sock.sendall(b'+')\n"
    "    return re.sub(rb'(.)\\*(.)', lambda m: m[1] * (m[2][0] - 28), found[2], flags=re.S)\n"
    "\n"
    "def play():  # whether the fault shows at the last step\n"
    "    global acks\n"
    "    got = []\n"
    "    connect()\n"
    "    for number, (sent, then) in enumerate(STEPS, 1):\n"
    "        last = number == len(STEPS)\n"
    "        try:\n"
    "            connect() if sent is None else sock.sendall(sent)\n"
    "            wait = 30 if then else WAIT_S if last else 0.2\n"
    "            got.append([packet(wait) for _ in range(max(len(then), last))])\n"
    "        except (EOFError, ConnectionError):\n"
    "            return CLOSES and number >= len(STEPS) - 1\n"
    "        acks = acks and not (sent and sent[:16] == b'$QStartNoAckMode' and got[-1] == [b'OK'])\n";

static const char verdict[] = "\n"
                              "there = play()\n"
                              "print('the fault is there' if there else 'the fault does not show')\n"
                              "sys.exit(there)\n";

void rsp_standalone_script(rsp_buf *out, const rsp_standalone *about, const rsp_transcript *transcript) {
    const rsp_result *r = about->result;
    rsp_buf_str(out, "#!/usr/bin/env python3\n");
    put_comment(out, "# ", r->title);
    put_comment(out, "# Seen: ", r->message);
    put_comment(out, "# Requirement: ", r->requirements);
    put_comment(out, "# Source: ", r->manual);
    rsp_buf_str(
        out, "# Needs Python 3 alone. Exit status: 1 the fault is there, 0 it does not show, 2 no stub.\n");
    put_comment(out, "# Made by stubborn ", about->tool_version);
    rsp_buf_str(out, "import re\nimport socket\nimport sys\n\n");
    put_steps(out, transcript, end_of(about, transcript));
    const char *proof = proof_of(r->symptom.came);
    rsp_text_printf(out, "WAIT_S, CLOSES%s = 3, %s", proof == at_same ? ", COMPARED" : "",
                    proof == at_close ? "True" : "False");
    if (proof == at_same)
        rsp_text_printf(out, ", %d", (int)COMPARED);
    rsp_buf_push(out, '\n');
    rsp_buf_str(out, play);
    rsp_buf_str(out, proof);
    rsp_buf_str(out, verdict);
}

/* --- the page ------------------------------------------------------------------------------------------- */

static void put_row(rsp_buf *out, const char *name, const char *text) {
    if (!*text)
        return;
    rsp_text_printf(out, "| %s | ", name);
    rsp_text_markdown(out, rsp_bytes_str(text));
    rsp_buf_str(out, " |\n");
}

/* The last exchanges, a line each, indented: Markdown shows them as they are. */
static void put_window(rsp_buf *out, const rsp_result *r) {
    rsp_bytes rest = rsp_bytes_str(r->shown.window);
    rsp_buf_str(out, "\n## The exchange\n\n");
    while (rest.len > 0) {
        rsp_buf_str(out, "    ");
        rsp_text_clean(out, rsp_bytes_split(&rest, '\n'), false);
        rsp_buf_push(out, '\n');
    }
}

void rsp_standalone_page(rsp_buf *out, const rsp_standalone *about, const rsp_transcript *transcript,
                         const rsp_standalone_names *beside) {
    const rsp_result *r = about->result;
    const char *why = "";
    rsp_buf_str(out, "# ");
    rsp_text_markdown(out, rsp_bytes_str(*r->breach ? r->breach : r->message));
    rsp_buf_str(out, "\n\n| | |\n|---|---|\n");
    put_row(out, "stub", about->stub);
    put_row(out, "version", about->stub_version);
    put_row(out, "what must hold", *about->requirement ? about->requirement : r->title);
    put_row(out, "source", r->manual);
    put_row(out, "seen", r->message);
    put_row(out, "expected", r->expected);
    put_row(out, "got", r->got);
    put_row(out, "breaks", r->breaks);
    put_row(out, "requirement", r->requirements);
    put_window(out, r);
    rsp_buf_str(out, "\n`->` is the debugger, `<-` the stub. ");
    rsp_text_printf(out, "%s has the whole conversation, and so has %s for Wireshark.\n\n## See it\n\n",
                    beside->conversation, beside->capture);
    if (rsp_standalone_can(about, transcript, &why))
        rsp_text_printf(
            out,
            "    python3 %s 127.0.0.1 1234\n\n"
            "It sends to the stub that listens there what was sent, and exits 1 while the fault is there, 0 "
            "when it does not show. Python 3 is all that it needs.\n",
            beside->script);
    else
        rsp_text_printf(out, "There is no script: %s.\n", why);
    rsp_text_printf(out, "\nFound by stubborn %s, scenario %s.\n", about->tool_version, r->scenario);
}
