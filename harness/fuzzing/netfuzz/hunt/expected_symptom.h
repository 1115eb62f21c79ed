/* Symptoms that follow from the stub's manners: they are no findings.
 * All manners may be NULL: not known.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_EXPECTED_SYMPTOM_H
#define RSP_NETFUZZ_EXPECTED_SYMPTOM_H

#include "hunt/candidate.h"

#include "manners/manners.h"

/* Whether the manners already say that the stub does this. */
bool symptom_is_expected(const rsp_manners *manners, const candidate *c);

/* The same for a whole list: also for a reply that is missing because two packets went in one write. */
bool symptom_is_expected_of(const rsp_manners *manners, const candidate *c, const rsp_messages *list);

/* Whether this message shares a write with the next one, which the stub would lose. */
bool message_would_be_lost(const rsp_manners *manners, const rsp_messages *list, size_t at);

/* Whether to write packets one by one: the stub loses the second of a write, or its silences would leave open
 * which reply belongs to which request. */
bool manners_need_single_writes(const rsp_manners *manners);

/* Whether this request resumes a program that no interrupt stops. */
bool silence_is_expected(const rsp_manners *manners, rsp_bytes request);

/* Whether a request is longer than the PacketSize of the stub. */
bool request_is_over_long(const rsp_manners *manners, rsp_bytes request);

#endif
