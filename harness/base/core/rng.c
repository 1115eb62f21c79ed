/* xoshiro256** and its seeding by splitmix64.
 * Deterministic on every machine; see rng.h.
 * Source: Blackman and Vigna, Scrambled linear pseudorandom number generators. */
/* SPDX-License-Identifier: MIT */
#include "core/rng.h"

static uint64_t splitmix(uint64_t *x) {
    uint64_t z = (*x += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static uint64_t rotl(uint64_t x, unsigned k) {
    return x << k | x >> (64 - k);
}

void rsp_rng_seed(rsp_rng *rng, uint64_t seed) {
    for (unsigned i = 0; i < 4; i++)
        rng->state[i] = splitmix(&seed);
}

uint64_t rsp_rng_next(rsp_rng *rng) {
    uint64_t *s = rng->state;
    uint64_t result = rotl(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 45);
    return result;
}

/* Rejection keeps it uniform: values below 2^64 mod bound are drawn again. */
uint64_t rsp_rng_below(rsp_rng *rng, uint64_t bound) {
    if (bound == 0)
        return 0;
    uint64_t reject = (0 - bound) % bound;
    uint64_t value = rsp_rng_next(rng);
    while (value < reject)
        value = rsp_rng_next(rng);
    return value % bound;
}
