/* A small seeded generator of pseudo-random numbers (xoshiro256** seeded by splitmix64).
 * The same seed gives the same sequence on every machine. Not for cryptography.
 * Source: Blackman and Vigna, "Scrambled linear pseudorandom number generators". */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_RNG_H
#define RSP_RNG_H

#include <rsp/status.h>
#include <stdint.h>

RSP_BEGIN_DECLS

/* A generator. Seed it before use. */
typedef struct rsp_rng {
    uint64_t state[4];
} rsp_rng;

/* Starts the sequence of a seed; every seed is fine. */
void rsp_rng_seed(rsp_rng *rng, uint64_t seed);

/* The next 64 random bits. */
uint64_t rsp_rng_next(rsp_rng *rng);

/* Uniform in 0..bound-1; 0 for bound 0. */
uint64_t rsp_rng_below(rsp_rng *rng, uint64_t bound);

RSP_END_DECLS

#endif
