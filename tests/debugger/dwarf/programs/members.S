/* Debug information that no compiler writes: structures with very many members, and one that is made of itself
 * in each of its members. Its code is one instruction.
 * The tests search the structures for names. */
/* SPDX-License-Identifier: MIT */
.set LIMIT, 65536 /* RSP_LIMIT_DEBUG_MEMBERS */
.set WIDTH, 32

    .text
    .globl _start
_start:
    ebreak
end:
    .bss
object:
    .space 8

    .section .debug_abbrev, "", @progbits
    .macro abbreviation number, tag, children
    .byte \number, \tag
    .byte \children
    .endm
    .macro attributes list:vararg
    .byte \list
    .byte 0, 0
    .endm
    abbreviation 1, 0x11, 1 /* compile_unit: name, low_pc, high_pc */
    attributes 0x03, 0x08, 0x11, 0x01, 0x12, 0x07
    abbreviation 2, 0x24, 0 /* base_type: name, byte_size, encoding */
    attributes 0x03, 0x08, 0x0b, 0x0b, 0x3e, 0x0b
    abbreviation 3, 0x13, 1 /* structure_type: name, byte_size */
    attributes 0x03, 0x08, 0x0b, 0x0b
    abbreviation 4, 0x0d, 0 /* member: name, type, data_member_location */
    attributes 0x03, 0x08, 0x49, 0x13, 0x38, 0x0b
    abbreviation 5, 0x0d, 0 /* member without a name */
    attributes 0x49, 0x13, 0x38, 0x0b
    abbreviation 6, 0x1c, 0 /* inheritance */
    attributes 0x49, 0x13, 0x38, 0x0b
    abbreviation 7, 0x34, 0 /* variable: name, type, location */
    attributes 0x03, 0x08, 0x49, 0x13, 0x02, 0x18
    .byte 0

    .section .debug_info, "", @progbits
    .macro member name
    .byte 4
    .asciz "\name"
    .4byte number - unit
    .byte 0
    .endm
    .macro structure label
    .byte 3
    .asciz "\label"
    .byte 8
    .endm
    .macro variable name, type
    .byte 7
    .asciz "\name"
    .4byte \type - unit
    .byte 9
    .byte 0x03
    .8byte object
    .endm
unit:
    .4byte unit_end - unit_start
unit_start:
    .2byte 4
    .4byte .debug_abbrev
    .byte 8
    .byte 1
    .asciz "members.S"
    .8byte _start
    .8byte end - _start
number:
    .byte 2
    .asciz "int"
    .byte 4, 5
within:
    structure within
    .rept LIMIT - 1
    member x
    .endr
    member last
    .byte 0
beyond:
    structure beyond
    .rept LIMIT
    member x
    .endr
    member last
    .byte 0
ring:
    structure ring
    member first
    .rept WIDTH
    .byte 5
    .4byte ring - unit
    .byte 0
    .byte 6
    .4byte ring - unit
    .byte 0
    .endr
    .byte 0
    variable a, within
    variable b, beyond
    variable c, ring
    .byte 0
unit_end:
