/* Reading and writing registers while a scenario is played.
 * Trouble is a failure of the step at `at`; with NULL there is none, and STEP_FAILED only.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_REGISTERS_H
#define RSP_SCENARIO_REGISTERS_H

#include "play/play.h"

/* By which packets. */
typedef enum register_by {
    REGISTER_BY_ANY, /* p and P where the stub has them, else g and G */
    REGISTER_BY_P,
    REGISTER_BY_G,
} register_by;

/* By name, or by number where the name is "". */
step_end register_read(play *p, const written *at, const char *name, uint64_t number, register_by by,
                       value *out);
/* The address in pc or sp, as GDB sends it: its bits that are no address are left out. Other registers: the
 * number as it is. */
uint64_t register_as_address(play *p, const rsp_tdesc_register *r, uint64_t number);
/* Hex digits in target order as a number; false for `x` digits, and for more than eight bytes. */
bool register_number(play *p, rsp_bytes digits, uint64_t *out);

/* By name, or by number where the name is "". The number is written with the register's width. */
step_end register_write(play *p, const written *at, const char *name, uint64_t number, register_by by,
                        uint64_t number_value);

#define REGISTER_LONG_BLOCK "g is longer than the registers of the target description together"

/* Whether it is: then what the description says of a place in g, or of a width, is somebody else's. */
bool register_block_is_long(const play *p);

/* The failure at hand is that of a G of `bytes`, which the stub refuses by an error: where that is as short
 * as a g without all registers, it is named so. Returns `end`, or STEP_FAILED. */
step_end register_name_short_block(play *p, size_t bytes, step_end end);

#endif
