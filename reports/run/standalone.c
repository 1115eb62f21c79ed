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

/* What proves the fault, for the script's `is_there`. */
static const char *proof_of(rsp_came came) {
    switch (came) {
    case RSP_CAME_SILENCE:
    case RSP_CAME_NO_STOP:
    case RSP_CAME_NO_ACK:
    case RSP_CAME_ENDLESS:
    case RSP_CAME_LATE:
        return "silence";
    case RSP_CAME_CLOSED:
    case RSP_CAME_DIED:
        return "closed";
    case RSP_CAME_EMPTY:
    case RSP_CAME_ERROR:
    case RSP_CAME_OK:
        return "kind";
    case RSP_CAME_UNKNOWN:
    case RSP_CAME_STOP:
    case RSP_CAME_OTHER:
    case RSP_CAME_MISFIT:
    case RSP_CAME_DAMAGED:
    case RSP_CAME_COUNT:
        break;
    }
    return "same";
}

static const char play[] =
    "\n"
    "def frame(sock, pending, wait_s):\n"
    "    \"\"\"The payload of the next packet; None where none comes. EOFError: the stub has closed.\"\"\"\n"
    "    while True:\n"
    "        found = re.search(rb'[$%]([^#$]*)#(..)', pending, re.S)\n"
    "        if found:\n"
    "            whole, text = bytes(found[0]), bytes(found[1])\n"
    "            del pending[:found.end()]\n"
    "            if ack[0] and whole.startswith(b'$'):\n"
    "                sock.sendall(b'+')\n"
    "            return re.sub(rb'(.)\\*(.)', lambda m: m[1] * (m[2][0] - 28), text, flags=re.S)\n"
    "        sock.settimeout(wait_s)\n"
    "        try:\n"
    "            more = sock.recv(65536)\n"
    "        except socket.timeout:\n"
    "            return None\n"
    "        if not more:\n"
    "            raise EOFError\n"
    "        pending += more\n"
    "\n"
    "def kind(reply):\n"
    "    return reply[:1] if reply[:1] == b'E' else reply\n"
    "\n"
    "def connect(host, port):\n"
    "    for _ in range(100):\n"
    "        try:\n"
    "            return socket.create_connection((host, port), 5)\n"
    "        except OSError:\n"
    "            select.select([], [], [], 0.1)\n"
    "    sys.exit(f'nobody listens on {host}:{port}')\n"
    "\n"
    "def is_there(host, port):\n"
    "    \"\"\"Plays the steps; whether the fault shows at the last one.\"\"\"\n"
    "    got = []\n"
    "    sock, pending = connect(host, port), bytearray()\n"
    "    for number, (sent, then) in enumerate(STEPS):\n"
    "        last = number == len(STEPS) - 1\n"
    "        try:\n"
    "            if sent is None:\n"
    "                sock.close()\n"
    "                sock, pending, ack[0] = connect(host, port), bytearray(), True\n"
    "            else:\n"
    "                sock.sendall(sent)\n"
    "            wanted = max(len(then), 1) if last else len(then)\n"
    "            replies = [frame(sock, pending, WAIT_S if last or then else 0.2) for _ in range(wanted)]\n"
    "        except (EOFError, ConnectionError):\n"
    "            return PROOF == 'closed' and number >= len(STEPS) - 2\n"
    "        if sent and sent.startswith(b'$QStartNoAckMode#') and replies == [b'OK']:\n"
    "            ack[0] = False\n"
    "        got.append(replies)\n"
    "    if PROOF == 'silence':\n"
    "        return got[-1][-1] is None\n"
    "    if PROOF == 'closed':\n"
    "        try:\n"
    "            frame(sock, pending, WAIT_S)\n"
    "        except (EOFError, ConnectionError):\n"
    "            return True\n"
    "        return False\n"
    "    if PROOF == 'kind':\n"
    "        return None not in got[-1] and [kind(r) for r in got[-1]] == [kind(r) for r in STEPS[-1][1]]\n"
    "    return got[-COMPARED:] == [then for _, then in STEPS[-COMPARED:]]\n"
    "\n"
    "def main():\n"
    "    stub = None\n"
    "    if len(sys.argv) > 2 and sys.argv[1] == '--':\n"
    "        with socket.create_server(('127.0.0.1', 0)) as held:\n"
    "            host, port = '127.0.0.1', held.getsockname()[1]\n"
    "        stub = subprocess.Popen([word.replace('{port}', str(port)) for word in sys.argv[2:]],\n"
    "                                stdin=subprocess.DEVNULL)\n"
    "    elif len(sys.argv) == 3 and sys.argv[2].isdigit():\n"
    "        host, port = sys.argv[1], int(sys.argv[2])\n"
    "    else:\n"
    "        sys.exit(f'usage: {sys.argv[0]} HOST PORT, or {sys.argv[0]} -- COMMAND with {{port}}')\n"
    "    try:\n"
    "        there = is_there(host, port)\n"
    "    finally:\n"
    "        if stub:\n"
    "            stub.kill()\n"
    "            stub.wait()\n"
    "    print('the fault is there' if there else 'the fault does not show')\n"
    "    sys.exit(1 if there else 0)\n"
    "\n"
    "main()\n";

void rsp_standalone_script(rsp_buf *out, const rsp_standalone *about, const rsp_transcript *transcript) {
    const rsp_result *r = about->result;
    rsp_buf_str(out, "#!/usr/bin/env python3\n");
    put_comment(out, "# ", r->title);
    put_comment(out, "# Seen: ", r->message);
    put_comment(out, "# Requirement: ", r->requirements);
    put_comment(out, "# Source: ", r->manual);
    rsp_buf_str(
        out,
        "# Needs Python 3 alone. Exit status: 1 the fault is there, 0 it does not show, else no stub.\n");
    put_comment(out, "# Made by stubborn ", about->tool_version);
    rsp_buf_str(out, "import re\nimport select\nimport socket\nimport subprocess\nimport sys\n\n");
    put_steps(out, transcript, end_of(about, transcript));
    rsp_text_printf(out, "PROOF = '%s'\nCOMPARED = %d\nWAIT_S = 3\nack = [True]\n", proof_of(r->symptom.came),
                    (int)COMPARED);
    rsp_buf_str(out, play);
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
            "    python3 %s 127.0.0.1 1234                # a stub that listens there\n"
            "    python3 %s -- ./stub --port '{port}'      # a stub that it starts\n\n"
            "It sends what was sent, and exits 1 while the fault is there, 0 when it does not show. Python 3 "
            "is all that it needs.\n",
            beside->script, beside->script);
    else
        rsp_text_printf(out, "There is no script: %s.\n", why);
    rsp_text_printf(out, "\nFound by stubborn %s, scenario %s.\n", about->tool_version, r->scenario);
}
