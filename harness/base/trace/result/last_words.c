/* What a program wrote before it died: an assertion, a panic, a stack, a sanitizer's line.
 * Each language has its form; the place is taken, without folders and packages.
 * See last_words.h and trace/cause.h. */
/* SPDX-License-Identifier: MIT */
#include "last_words.h"

#include "trace/cause.h"

/* The last line of `text` that has `mark` in it; empty where none has. Python's "AssertionError: ..." is no
 * such line. */
static rsp_bytes line_with(rsp_bytes text, const char *mark) {
    rsp_bytes found = {0};
    while (text.len > 0) {
        const rsp_bytes line = rsp_bytes_split(&text, '\n');
        if (rsp_bytes_search(line, rsp_bytes_str(mark)) < line.len &&
            !rsp_bytes_starts(line, RSP_LIT("AssertionError")))
            found = line;
    }
    return found;
}

/* "FILE:LINE: FUNCTION: Assertion ..." of an assertion's line: what stands before may be output of before,
 * without an end of its line, and the program's name. All of it where it has no such form. */
static rsp_bytes from_file(rsp_bytes line, const char *mark) {
    enum { FIELDS = 3 }; /* program, file and line, function; ": " behind each */
    size_t at = rsp_bytes_search(line, rsp_bytes_str(mark));
    size_t found = 0;
    while (at < line.len && at > 1 && found < FIELDS) {
        at--;
        found += line.ptr[at - 1] == ':' && line.ptr[at] == ' ';
    }
    return found == FIELDS ? rsp_bytes_from(line, at + 1) : line;
}

/* What lines of stderr have that say where a program died. */
static const char *const death_marks[] = {
    "SUMMARY: ", "ssertion", "panicked at", "runtime error: ", "terminate called", "  File \"", "FATAL: "};

/* "thread 7 panic: ..." of Zig, and below it the place: "/home/me/src/Packet.zig:72:16: 0x212a84 in f
 * (stub)", here without the folders. Empty where there is none, or an optimised program does not know it. */
static rsp_bytes place_of_panic(rsp_bytes text) {
    bool panics = false;
    while (text.len > 0) {
        const rsp_bytes line = rsp_bytes_split(&text, '\n');
        const size_t column = rsp_bytes_search(line, RSP_LIT(": 0x"));
        panics = panics || rsp_bytes_search(line, RSP_LIT(" panic: ")) < line.len;
        if (!panics || column >= line.len || rsp_bytes_search(line, RSP_LIT(" in ")) >= line.len)
            continue;
        if (rsp_bytes_search(line, RSP_LIT(":0:0: 0x")) < line.len)
            return (rsp_bytes){0};
        size_t name = column;
        while (name > 0 && line.ptr[name - 1] != '/')
            name--;
        return rsp_bytes_from(line, name);
    }
    return (rsp_bytes){0};
}

/* "GDBStub.read(GDBStub.java:442)" of "li.cil.sedna.gdbstub.GDBStub.read(GDBStub.java:442)". */
static rsp_bytes without_package(rsp_bytes place) {
    const size_t call = rsp_bytes_search(place, RSP_LIT("("));
    unsigned dots = 0;
    size_t at = call;
    while (call < place.len && at > 0 && rsp_bytes_search(place, RSP_LIT(".java:")) < place.len) {
        dots += place.ptr[at - 1] == '.';
        if (dots == 2)
            return rsp_bytes_from(place, at);
        at--;
    }
    return place;
}

/* A line of a stack: "at " in front, and the place behind it, which is not in the language's own library. */
static rsp_bytes frame_of(rsp_bytes line) {
    static const char *const libraries[] = {"java.base/", "java.", "jdk.internal.", "node:", "async node:"};
    while (line.len > 0 && (line.ptr[0] == ' ' || line.ptr[0] == '\t'))
        line = rsp_bytes_from(line, 1);
    if (!rsp_bytes_starts(line, RSP_LIT("at ")) || rsp_bytes_search(line, RSP_LIT("(node:")) < line.len)
        return (rsp_bytes){0};
    const rsp_bytes place = rsp_bytes_from(line, 3);
    for (size_t i = 0; i < RSP_ARRAY_LEN(libraries); i++)
        if (rsp_bytes_starts(place, rsp_bytes_str(libraries[i])))
            return (rsp_bytes){0};
    return without_package(place);
}

/* The place of an exception that nobody caught, of Java ("Exception in thread ...", then the stack) or of
 * JavaScript (the stack, then "Node.js v..."). */
static rsp_bytes place_of_exception(rsp_bytes text) {
    const bool node = rsp_bytes_search(text, RSP_LIT("\nNode.js v")) < text.len;
    bool thrown = node;
    while (text.len > 0) {
        const rsp_bytes line = rsp_bytes_split(&text, '\n');
        thrown = thrown || rsp_bytes_starts(line, RSP_LIT("Exception in thread "));
        const rsp_bytes place = thrown ? frame_of(line) : (rsp_bytes){0};
        if (place.len > 0)
            return place;
    }
    return (rsp_bytes){0};
}

/* The line that says where a program died; empty where none does. The message of Python's errors may have
 * data in it, the place above has none. */
static rsp_bytes place_of_death(rsp_bytes words) {
    rsp_bytes line = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(death_marks) && line.len == 0; i++)
        line = from_file(line_with(words, death_marks[i]), "Assertion `");
    if (line.len == 0)
        line = place_of_panic(words);
    return line.len > 0 ? line : place_of_exception(words);
}

bool rsp_words_tell_death(rsp_bytes words) {
    return place_of_death(words).len > 0;
}

rsp_bytes cause_last_words(const rsp_result *r) {
    return place_of_death(rsp_bytes_str(r->shown.last_words ? r->shown.last_words : ""));
}
