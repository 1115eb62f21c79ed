/* Loopback by its usual names; everything else can be reached by others, who need no password for a remote
 * protocol: that is worth a line on standard error.
 * See listen.h. */
/* SPDX-License-Identifier: MIT */
#include "cli/listen.h"
#include "cli/io.h"
#include "interop/act.h"
#include "link/address.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

rsp_status listen_parse(rsp_address *out, rsp_arena *arena, const char *text, rsp_error *error) {
    rsp_error why = {0};
    const rsp_status status = rsp_address_parse(out, arena, text, &why);
    if (status == RSP_OK)
        return status;
    const char *as_tcp = rsp_arena_printf(arena, "tcp:%s", text);
    if (rsp_address_parse(out, arena, as_tcp, NULL) == RSP_OK)
        return RSP_OK;
    const bool has_scheme = strncmp(text, "tcp:", 4) == 0 || strncmp(text, "unix:", 5) == 0;
    return rsp_fail(error, status, "%s",
                    has_scheme ? why.msg : "expected PORT (of loopback), HOST:PORT, unix:PATH or stdio");
}

/* "serial:/dev/ttyACM0" and a device that is not plugged in, too. */
static const char *device_meant(rsp_arena *arena, const char *text) {
    static const char *const words[] = {"serial:", "tty:", "uart:", "file:"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(words); i++)
        if (strncmp(text, words[i], strlen(words[i])) == 0)
            text += strlen(words[i]);
    return strncmp(text, "/dev/", 5) == 0 ? rsp_arena_printf(arena, "pty:%s", text) : NULL;
}

/* "gdbserver :1234 prog": a command, by its first word. */
static const char *command_meant(rsp_arena *arena, const char *text) {
    const rsp_bytes word = rsp_bytes_sub(rsp_bytes_str(text), 0, strcspn(text, " "));
    const char *program = rsp_arena_printf(arena, "%.*s", (int)word.len, text);
    return text[word.len] == ' ' && rsp_act_find_program(arena, program)
               ? rsp_arena_printf(arena, "exec:%s", text)
               : NULL;
}

const char *listen_meant(rsp_arena *arena, const char *text) {
    rsp_address address;
    struct stat about;
    const char *as_tcp = rsp_arena_printf(arena, "tcp:%s", text);
    if (strstr(text, ".yaml"))
        return NULL;
    if (rsp_address_parse(&address, arena, as_tcp, NULL) == RSP_OK && address.port != 0)
        return as_tcp;
    const bool there = strchr(text, '/') && stat(text, &about) == 0;
    if (there && S_ISSOCK(about.st_mode))
        return rsp_arena_printf(arena, "unix:%s", text);
    if (there && S_ISCHR(about.st_mode))
        return rsp_arena_printf(arena, "pty:%s", text);
    if (there && S_ISREG(about.st_mode) && access(text, X_OK) == 0)
        return rsp_arena_printf(arena, "exec:%s", text);
    const char *device = device_meant(arena, text);
    return device && !there ? device : command_meant(arena, text);
}

const char *listen_stub(rsp_arena *arena, const char *word) {
    static const char *const schemes[] = {"tcp:", "unix:", "exec:", "pipe:", "pty:", "profile:"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(schemes); i++)
        if (strncmp(word, schemes[i], strlen(schemes[i])) == 0)
            return word;
    return listen_meant(arena, word);
}

/* Others than this machine can reach it. */
static bool is_public(const rsp_address *address) {
    if (address->kind != RSP_ADDRESS_TCP || !address->host)
        return false;
    return strncmp(address->host, "127.", 4) != 0 && strcmp(address->host, "::1") != 0 &&
           strcmp(address->host, "localhost") != 0;
}

void listen_warn(const command *self, const rsp_address *address, const char *what) {
    if (is_public(address))
        io_say(
            stderr,
            "stubborn %s: WARNING: others than this machine can reach %s, and whoever connects controls %s\n",
            self->name, address->host, what);
}
