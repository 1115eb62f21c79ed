/* Breakpoint sites: what the user wants, and what the stub has.
 * Conditions are kept as they go on the wire, "X<len>,<hex>...".
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CLIENT_SITES_H
#define RSP_CLIENT_SITES_H

#include "client/client_request.h"

/* One site. It is in the list and in the table until it is neither wanted nor in the stub. */
typedef struct client_site {
    struct client_site *next; /* in the order of their first enabling */
    struct client_site *chain;
    rsp_site_info info; /* `held` is computed when asked for */
    rsp_buf wanted;     /* conditions, logically */
    rsp_buf inside;     /* and those that the stub has */
    bool lifted;        /* out of the way while a thread steps over it, though enabled */
    uint64_t enabled_at;
    uint64_t inserted_at;
} client_site;

/* All-zero is valid. */
typedef struct client_sites {
    client_site *first;
    client_site *last;
    size_t num;
    client_site **buckets; /* num_buckets is a power of two, or 0 */
    size_t num_buckets;
    uint64_t clock; /* for enabled_at and inserted_at */
    bool hurried;   /* a flush for threads that run is queued */
} client_sites;

/* NULL for a site that is not known. */
client_site *client_site_find(const rsp_client *c, const rsp_site *site);
/* Whether the stub should have it now, and whether it must be told. */
bool client_site_wanted(const client_site *site);
bool client_site_held(const client_site *site);
/* Takes out of the table what is disabled and not in the stub. */
void client_sites_sweep(rsp_client *c);
/* Frees all sites. */
void client_sites_free(rsp_client *c);
/* What a stop means for them. */
void client_sites_stopped(rsp_client *c, const rsp_stop_reply *stop);

#endif
