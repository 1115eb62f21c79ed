/* The practice stub's packets: one table of names, the rest by first letter.
 * What is not known gets the empty reply.
 * Memory, registers and running are in files of their own. */
/* SPDX-License-Identifier: MIT */
#include "planted.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char target_xml[] = "<?xml version=\"1.0\"?><!DOCTYPE target SYSTEM \"gdb-target.dtd\">"
                                 "<target version=\"1.0\"><feature name=\"org.stubborn.practice\">"
                                 "<!-- nine registers, r0 ******** r7 and pc -->"
                                 "<reg name=\"r0\" bitsize=\"64\"/><reg name=\"r1\" bitsize=\"64\"/>"
                                 "<reg name=\"r2\" bitsize=\"64\"/><reg name=\"r3\" bitsize=\"64\"/>"
                                 "<reg name=\"r4\" bitsize=\"64\"/><reg name=\"r5\" bitsize=\"64\"/>"
                                 "<reg name=\"r6\" bitsize=\"64\"/><reg name=\"r7\" bitsize=\"64\"/>"
                                 "<reg name=\"pc\" bitsize=\"64\" type=\"code_ptr\"/></feature></target>";

bool take_hex(const char **at, uint64_t *value) {
    size_t n = 0;
    *value = 0;
    for (; isxdigit((unsigned char)**at) && n < 16; n++, (*at)++) {
        unsigned char c = (unsigned char)**at;
        *value = *value << 4 | (uint64_t)(isdigit(c) ? c - '0' : tolower(c) - 'a' + 10);
    }
    return n > 0 && !isxdigit((unsigned char)**at);
}

/* Index of a thread; -1 for all or any of them, -2 for none that exists. */
int thread_of(const char *id) {
    uint64_t process = PROCESS_ID, number;
    if (*id == 'p') {
        id++;
        if (strncmp(id, "-1", 2) == 0)
            return id[2] == 0 || strcmp(id + 2, ".-1") == 0 ? -1 : -2;
        if (!take_hex(&id, &process) || process > PROCESS_ID)
            return -2;
        if (*id == 0)
            return -1;
        if (*id++ != '.')
            return -2;
    }
    if (strcmp(id, "-1") == 0)
        return -1;
    if (!take_hex(&id, &number) || *id || number > NUM_THREADS)
        return -2;
    return (int)number - 1; /* 0 is any */
}

/* Whether an item of the list, which semicolons separate, is this one. */
static bool offers(const char *list, const char *item) {
    size_t len = strlen(item);
    while (strncmp(list, item, len) != 0 || (list[len] != 0 && list[len] != ';')) {
        list = strchr(list, ';');
        if (!list)
            return false;
        list++;
    }
    return true;
}

static void answer_supported(planted *p, char *args) {
    if (HAS_BUG(p, SUPPORTED_TWICE_FREED) && p->features)
        free(p->features);
    free(p->features);
    p->features = strdup(args);
    p->multiprocess = offers(args, "multiprocess+");
    reply(p,
          "PacketSize=%x;QStartNoAckMode+;QNonStop+;qXfer:features:read+;multiprocess+;vContSupported+;"
          "binary-upload+",
          PACKET_BYTES);
}

static void answer_no_ack(planted *p, char *args) {
    (void)args;
    reply(p, "OK");
    p->no_ack = true;
}

static void answer_non_stop(planted *p, char *args) {
    if (strcmp(args, "0") != 0 && strcmp(args, "1") != 0) {
        reply(p, "E01");
        return;
    }
    bool non_stop = args[0] == '1';
    for (int i = 0; i < NUM_THREADS && non_stop != p->non_stop; i++)
        p->threads[i].runs = false;
    if (non_stop != p->non_stop)
        p->queue_len = 0;
    p->non_stop = non_stop;
    reply(p, "OK");
}

static void keep_document(planted *p) {
    kept *one = malloc(sizeof *one);
    if (!one)
        abort();
    memset(one->bytes, 'k', sizeof one->bytes);
    one->next = p->kept;
    p->kept = one;
}

/* "target.xml:OFFSET,LENGTH" */
static void answer_features(planted *p, char *args) {
    char *range = strchr(args, ':');
    if (range || HAS_BUG(p, XFER_SHORT_NULL))
        *range++ = 0;
    uint64_t offset, len;
    const char *at = range;
    if (!range || !take_hex(&at, &offset) || *at++ != ',' || !take_hex(&at, &len) || len == 0) {
        reply(p, "E01");
        return;
    }
    if (strcmp(args, "target.xml") != 0) {
        reply(p, "E00");
        return;
    }
    size_t total = sizeof target_xml - 1;
    if (offset > total && !HAS_BUG(p, XFER_OFFSET_BEYOND)) {
        reply(p, "E01");
        return;
    }
    if (HAS_BUG(p, DOCUMENTS_KEPT))
        keep_document(p);
    uint64_t left = total - offset; /* wraps around with the bug */
    if (len > PACKET_BYTES / 2)
        len = PACKET_BYTES / 2;
    bool more = left > len;
    reply_binary(p, more ? 'm' : 'l', (const uint8_t *)target_xml + offset, more ? len : left);
}

static void answer_extra_info(planted *p, char *args) {
    char words[WORD_BYTES * 2];
    bool bounded = !HAS_BUG(p, EXTRA_INFO_OVERFLOW);
    if (bounded && thread_of(args) < -1) {
        reply(p, "E01");
        return;
    }
    char *text = malloc(WORD_BYTES);
    if (!text)
        abort();
    if (bounded)
        (void)snprintf(text, WORD_BYTES, "thread %.*s", WORD_BYTES - 8, args);
    else
        (void)sprintf(text, "thread %s", args); /* the planted bug */
    size_t n = 0;
    for (const char *c = text; *c && n < sizeof words - 2; c++)
        n += (size_t)snprintf(words + n, 3, "%02x", (unsigned char)*c);
    free(text);
    reply(p, "%s", words);
}

static void answer_threads(planted *p, char *args) {
    (void)args;
    if (p->exited)
        reply(p, "l");
    else if (p->multiprocess)
        reply(p, "mp%x.1,p%x.2", PROCESS_ID, PROCESS_ID);
    else
        reply(p, "m1,2");
}

static void answer_last(planted *p, char *args) {
    (void)args;
    reply(p, "l");
}

static void answer_current(planted *p, char *args) {
    (void)args;
    if (p->multiprocess)
        reply(p, "QCp%x.%x", PROCESS_ID, p->selected + 1);
    else
        reply(p, "QC%x", p->selected + 1);
}

static void answer_attached(planted *p, char *args) {
    (void)args;
    reply(p, "1");
}

static void answer_vcont_list(planted *p, char *args) {
    (void)args;
    reply(p, "vCont;c;C;s;S;t;r");
}

static void answer_stopped(planted *p, char *args) {
    (void)args;
    answer_vstopped(p);
}

static const struct named {
    const char *name; /* up to the arguments */
    bool exact;
    void (*answer)(planted *p, char *args);
} packets[] = {
    {.name = "qSupported:", .answer = answer_supported},
    {.name = "qSupported", .exact = true, .answer = answer_supported},
    {.name = "QStartNoAckMode", .exact = true, .answer = answer_no_ack},
    {.name = "QNonStop:", .answer = answer_non_stop},
    {.name = "qXfer:features:read:", .answer = answer_features},
    {.name = "qThreadExtraInfo,", .answer = answer_extra_info},
    {.name = "qfThreadInfo", .exact = true, .answer = answer_threads},
    {.name = "qsThreadInfo", .exact = true, .answer = answer_last},
    {.name = "qC", .exact = true, .answer = answer_current},
    {.name = "qAttached", .answer = answer_attached},
    {.name = "vCont?", .exact = true, .answer = answer_vcont_list},
    {.name = "vCont;", .answer = answer_vcont},
    {.name = "vStopped", .exact = true, .answer = answer_stopped},
};

static bool answer_named(planted *p, char *text) {
    for (size_t i = 0; i < sizeof packets / sizeof packets[0]; i++) {
        const struct named *row = &packets[i];
        size_t len = strlen(row->name);
        if (strncmp(text, row->name, len) == 0 && (!row->exact || text[len] == 0)) {
            row->answer(p, text + len);
            return true;
        }
    }
    return false;
}

/* "g" or "c" and a thread. */
static void answer_select(planted *p, const char *args) {
    int index = *args == 'g' || *args == 'c' ? thread_of(args + 1) : -2;
    if (index < -1) {
        reply(p, "E01");
        return;
    }
    if (strcmp(args, "g-1") == 0 && HAS_BUG(p, THREAD_INDEX_NEGATIVE))
        p->selected = -1 - (int)MEMORY_BYTES * 16;
    else if (*args == 'g')
        p->selected = index < 0 ? 0 : index;
    reply(p, "OK");
}

/* "D" or "D;1": there is one process. */
static void answer_detach(planted *p, const char *text) {
    if (strcmp(text, "D") != 0 && strcmp(text, "D;1") != 0) {
        reply(p, "E01");
        return;
    }
    p->attached = NULL;
    reply(p, "OK");
}

void answer(planted *p, char *text, size_t len) {
    bool known = true;
    bool known_thread = false;
    if (p->all_run) /* all-stop, and it runs: only 0x03 is heard */
        return;
    if (answer_named(p, text))
        return;
    switch (text[0]) {
    case '?':
        known = len == 1;
        if (known)
            answer_why(p);
        break;
    case 'g':
    case 'G':
        answer_registers(p, text[0], text + 1);
        break;
    case 'p':
    case 'P':
        answer_register(p, text[0], text + 1);
        break;
    case 'm':
    case 'x':
        answer_read(p, text + 1, text[0] == 'x');
        break;
    case 'M':
        answer_write_hex(p, text + 1, len - 1);
        break;
    case 'X':
        answer_write_binary(p, text + 1, len - 1);
        break;
    case 'H':
        answer_select(p, text + 1);
        break;
    case 'T':
        known_thread = thread_of(text + 1) >= 0 && !p->exited;
        reply(p, known_thread && !(HAS_BUG(p, ALIVE_BY_CHANCE) && p->chance) ? "OK" : "E01");
        break;
    case 'c':
    case 's':
        known = len == 1 && !p->non_stop;
        if (known)
            answer_resume(p, text[0] == 's');
        break;
    case 'Z':
    case 'z':
        answer_breakpoint(p, text[0] == 'Z', text + 1);
        break;
    case 'D':
        answer_detach(p, text);
        break;
    case 'k':
        p->closed = true;
        break;
    default:
        known = false;
    }
    if (!known)
        reply(p, "%s", "");
}
