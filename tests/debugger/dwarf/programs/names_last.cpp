/* The variable that names.cpp declares.
 * See names.cpp. */
/* SPDX-License-Identifier: MIT */
int level = 9;
