/* What a look has learned of the stub is no finding: it was said before the campaign began.
 * One cause has one name: a packet that is longer than the stub takes is over-long, whatever it is.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_EXPECTED_SYMPTOM_H
#define RSP_NETFUZZ_EXPECTED_SYMPTOM_H

#include "hunt/candidate.h"

#include "manners/manners.h"

/* Whether the manners (NULL: none are known) say the same already. */
bool symptom_is_expected(const rsp_manners *manners, const candidate *c);

/* The same of a whole list: a reply that fails to come because two packets went in one write. */
bool symptom_is_expected_of(const rsp_manners *manners, const candidate *c, const rsp_messages *list);

/* Whether a message is not worth sending: it shares a write with the next one, which the stub would lose. */
bool message_would_be_lost(const rsp_manners *manners, const rsp_messages *list, size_t at);

/* Whether to write packets one by one: the stub loses the second of a write, or its silence would make it
 * unclear which reply belongs to which request. */
bool manners_need_single_writes(const rsp_manners *manners);

/* Whether this request resumes a program that no interrupt stops, so that silence is expected. */
bool silence_is_expected(const rsp_manners *manners, rsp_bytes request);

/* Whether a request is longer than the stub announces to take. */
bool request_is_over_long(const rsp_manners *manners, rsp_bytes request);

#endif
