/* Structures in registers, with debug information written by hand: compilers do not agree on when they make some.
 * The program loads the registers and waits in `look`.
 * The tests show the structures and compare their members. */
/* SPDX-License-Identifier: MIT */
    .section .debug_line, "", @progbits
lines:
    .file 1 "registers.S"
    .text
    .globl _start
_start:
    la a0, text
    li a1, 21
    li a2, 0x27fffc00000003 /* small: 3, -4, 7 in three bits and 4 in five */
    li a3, 9
look:
    .loc 1 1
    j look
end:

    .section .rodata
text:
    .asciz "hello"
    .data
object:
    .4byte 77, 78

    .section .debug_abbrev, "", @progbits
    .macro abbreviation number, tag, children, list:vararg
    .byte \number, \tag, \children, \list, 0, 0
    .endm
    abbreviation 1, 0x11, 1, 0x03, 0x08, 0x11, 0x01, 0x12, 0x07, 0x10, 0x17 /* compile_unit: name, low_pc, high_pc, stmt_list */
    abbreviation 2, 0x24, 0, 0x03, 0x08, 0x0b, 0x0b, 0x3e, 0x0b /* base_type: name, byte_size, encoding */
    abbreviation 3, 0x13, 1, 0x03, 0x08, 0x0b, 0x0b             /* structure_type: name, byte_size */
    abbreviation 4, 0x0d, 0, 0x03, 0x08, 0x49, 0x13, 0x38, 0x0b /* member: name, type, data_member_location */
    abbreviation 5, 0x0d, 0, 0x03, 0x08, 0x49, 0x13, 0x0d, 0x0b, 0x6b, 0x0b /* bit_size, data_bit_offset */
    abbreviation 6, 0x2e, 1, 0x03, 0x08, 0x11, 0x01, 0x12, 0x07 /* subprogram: name, low_pc, high_pc */
    abbreviation 7, 0x34, 0, 0x03, 0x08, 0x49, 0x13, 0x02, 0x18 /* variable: name, type, location */
    abbreviation 8, 0x0f, 0, 0x0b, 0x0b, 0x49, 0x13             /* pointer_type: byte_size, type */
    abbreviation 9, 0x01, 1, 0x49, 0x13                         /* array_type: type */
    abbreviation 10, 0x21, 0, 0x37, 0x0b                        /* subrange_type: count */
    .byte 0

    .section .debug_info, "", @progbits
    .macro entry number, name
    .byte \number
    .asciz "\name"
    .endm
    .macro base label, name, size, encoding
\label:
    entry 2, "\name"
    .byte \size, \encoding
    .endm
    .macro member name, type, offset
    entry 4, \name
    .4byte \type - unit
    .byte \offset
    .endm
    .macro bits name, type, size, offset
    entry 5, \name
    .4byte \type - unit
    .byte \size, \offset
    .endm
    .macro variable name, type, location:vararg
    entry 7, \name
    .4byte \type - unit
    .byte 2f - 1f
1:
    .byte \location
2:
    .endm
    .set REG, 0x50
    .set PIECE, 0x93
    .set BREG, 0x70
    .set U8, 0x08 /* const1u */
    .set LIT, 0x30
    .set AND, 0x1a
    .set MINUS, 0x1c
    .set MUL, 0x1e
    .set NOT, 0x20
    .set PLUS, 0x22
    .set SHL, 0x24
    .set SHR, 0x25
    .set SHRA, 0x26
    .set VALUE, 0x9f
    .set CONVERT, 0xa8
unit:
    .4byte unit_end - unit_start
unit_start:
    .2byte 4
    .4byte .debug_abbrev
    .byte 8
    entry 1, "registers.S"
    .8byte _start
    .8byte end - _start
    .4byte lines
    base int_type, "int", 4, 5
    base short_type, "short", 2, 5
    base byte_type, "unsigned char", 1, 8
    base char_type, "char", 1, 6
    base long_type, "long", 8, 5
pointer_type:
    .byte 8, 8
    .4byte char_type - unit
array_type:
    .byte 9
    .4byte int_type - unit
    .byte 10, 2, 0
pair_type:
    entry 3, pair
    .byte 16
    member text, pointer_type, 0
    member len, long_type, 8
    .byte 0
small_type:
    entry 3, small
    .byte 8
    member a, int_type, 0
    member b, short_type, 4
    bits c, byte_type, 3, 48
    bits d, byte_type, 5, 51
    .byte 0
nest_type:
    entry 3, nest
    .byte 32
    member p, pair_type, 0
    member n, array_type, 16
    member s, small_type, 24
    .byte 0
    entry 6, look
    .8byte look
    .8byte end - look
    variable pair, pair_type, REG + 10, PIECE, 8, REG + 11, PIECE, 8
    variable small, small_type, REG + 12
    variable half, long_type, REG + 12, PIECE, 4, REG + 13, PIECE, 4
    variable gone, pair_type, REG + 10, PIECE, 8, PIECE, 8
    variable damaged, pair_type, REG + 10, PIECE, 0
    variable huge, pair_type, REG + 10, PIECE, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1
    variable bit, pair_type, REG + 10, 0x9d, 12, 0
    variable short, pair_type, REG + 10, PIECE, 8
    variable sum, pair_type, BREG + 10, 1, VALUE, PIECE, 8, LIT + 3, VALUE, PIECE, 8
    variable masked, int_type, BREG + 12, 0, U8, 0xff, AND, LIT + 10, MINUS, VALUE
    variable both, long_type, BREG + 11, 0, BREG + 13, 1, PLUS, VALUE
    variable less, long_type, BREG + 11, 0, BREG + 13, 1, MINUS, VALUE
    variable inverted, long_type, BREG + 13, 0, NOT, VALUE
    variable upper, short_type, BREG + 12, 0, U8, 32, SHR, VALUE
    variable middle, long_type, BREG + 12, 0, U8, 16, SHL, U8, 48, SHRA, VALUE
    variable folded, long_type, LIT + 3, LIT + 4, MUL, NOT, VALUE
    variable narrowed, long_type, BREG + 12, 0, U8, 32, SHR, CONVERT, short_type - unit, VALUE
    variable low, long_type, BREG + 12, 0, U8, 32, SHR, CONVERT, byte_type - unit, VALUE
    variable complex, long_type, BREG + 11, 0, NOT, BREG + 13, 0, NOT, PLUS, VALUE
    variable astray, long_type, BREG + 12, 0, CONVERT, 1, VALUE
    variable far, long_type, BREG + 12, 0, U8, 64, SHL, VALUE
    variable empty, long_type, AND, VALUE
    entry 7, element
    .4byte int_type - unit
    .byte 6f - 5f
5:
    .byte 0x03
    .8byte object
    .byte BREG + 13, 0x78, LIT + 4, MUL, PLUS /* four for each above 8 */
6:
    entry 7, nest
    .4byte nest_type - unit
    .byte 4f - 3f
3:
    .byte REG + 10, PIECE, 8, REG + 11, PIECE, 8, 0x03
    .8byte object
    .byte PIECE, 4, PIECE, 4, REG + 12, PIECE, 8
4:
    .byte 0
    .byte 0
unit_end:
