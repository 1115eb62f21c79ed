/* Ordinary C: a sieve, a sort, string and bit work, 128-bit products; what compilers really emit.
 * Compiled with optimisation, unlike the others.
 * Prints results that a human can check. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

static unsigned char composite[20000];
static int values[3000];

static void sort(int *v, int n) {
    for (int gap = n / 2; gap > 0; gap /= 2)
        for (int i = gap; i < n; i++)
            for (int j = i; j >= gap && v[j - gap] > v[j]; j -= gap) {
                int t = v[j];
                v[j] = v[j - gap];
                v[j - gap] = t;
            }
}

static u64 power(u64 base, u64 exponent, u64 modulus) {
    u64 result = 1;
    for (; exponent; exponent >>= 1) {
        if (exponent & 1)
            result = result * base % modulus;
        base = base * base % modulus;
    }
    return result;
}

int main(void) {
    int primes = 0;
    for (int i = 2; i < 20000; i++) {
        if (composite[i])
            continue;
        primes++;
        for (int j = i * 2; j < 20000; j += i)
            composite[j] = 1;
    }
    print_line("primes below 20000", primes);
    u64 seed = 1;
    for (unsigned i = 0; i < COUNT(values); i++) {
        seed = seed * 6364136223846793005UL + 1442695040888963407UL;
        values[i] = (int)(seed >> 33) - (1 << 29);
    }
    sort(values, COUNT(values));
    int ordered = 1;
    for (unsigned i = 1; i < COUNT(values); i++)
        ordered &= values[i - 1] <= values[i];
    print_line("ordered", ordered);
    print_line("median", values[COUNT(values) / 2]);
    print_line("2^1000 mod 1000003", (long)power(2, 1000, 1000003));
    unsigned __int128 product = (unsigned __int128)0xfedcba9876543210UL * 0x0123456789abcdefUL;
    print_hash("high", (u64)(product >> 64));
    print_hash("low", (u64)product);
    return 0;
}
