/* The guests, as corpora/guests has them: symbols and images are made there by an assembler.
 * A row of guest_list.h is all that a new architecture needs here.
 * See guest.h. */
/* SPDX-License-Identifier: MIT */
#include "guest/guest.h"

#include "guests/guest_list.h"
#include "guests/images.h"
#include <string.h>

/* An AVR has its code in flash, and data from 0x800000 on in the addresses of debuggers; the lowest are its
 * registers and devices. */
#define AVR_DATA_AT 0x800200

static const rsp_guest guests[] = {
#define GUEST_ROW(text, of, in_mode, big, word, value, binutils, how)     \
    {.name = #text,                                                       \
     .arch = (of),                                                        \
     .result = (value),                                                   \
     .mode = RSP_GUEST_##in_mode,                                         \
     .big_endian = (big),                                                 \
     .word_bytes = (word),                                                \
     .image = {.ptr = text##_image, .len = sizeof text##_image},          \
     .data_at = RSP_GUEST_##in_mode == RSP_GUEST_FLASH ? AVR_DATA_AT : 0, \
     .symbols = text##_symbols,                                           \
     .num_symbols = RSP_ARRAY_LEN(text##_symbols)},
    RSP_GUEST_LIST(GUEST_ROW)
#undef GUEST_ROW
};

const rsp_guest *rsp_guest_at(size_t index) {
    return index < RSP_ARRAY_LEN(guests) ? &guests[index] : NULL;
}

/* Descriptions name a family and go on behind a colon: "m68k:isa-a". */
static bool is_for(const rsp_guest *g, const char *arch, bool big_endian) {
    const size_t len = strlen(g->arch);
    return g->big_endian == big_endian && strncmp(arch, g->arch, len) == 0 &&
           (arch[len] == 0 || arch[len] == ':');
}

const rsp_guest *rsp_guest_for(const char *arch, bool big_endian, size_t index) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(guests); i++)
        if (is_for(&guests[i], arch, big_endian) && index-- == 0)
            return &guests[i];
    return NULL;
}

size_t rsp_guest_code_bytes(const rsp_guest *guest) {
    const rsp_guest_symbol *first = guest->data_at ? rsp_guest_find(guest, "counter") : NULL;
    return first ? first->offset : guest->image.len;
}

const rsp_guest_symbol *rsp_guest_find(const rsp_guest *guest, const char *name) {
    for (size_t i = 0; i < guest->num_symbols; i++)
        if (strcmp(guest->symbols[i].name, name) == 0)
            return &guest->symbols[i];
    return NULL;
}

typedef struct entry_row {
    const char *program;
    const char *entry;
    bool traps;
} entry_row;

static const entry_row entries[] = {
    {"scratch", "main", false},        {"spin", "main_spin", false},
    {"watch", "main_watch", false},    {"recursion", "main_recursion", false},
    {"steps", "main_steps", false},    {"changes-code", "main_changing", false},
    {"illegal", "main_illegal", true}, {"trap", "main_trap", true},
};

static const entry_row *entry_of(const char *program) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(entries); i++)
        if (strcmp(entries[i].program, program) == 0)
            return &entries[i];
    return NULL;
}

const char *rsp_guest_entry(const char *program) {
    const entry_row *row = entry_of(program);
    return row ? row->entry : NULL;
}

bool rsp_guest_traps(const char *program) {
    const entry_row *row = entry_of(program);
    return row && row->traps;
}
