# SPDX-License-Identifier: MIT
"""Cases that wait for a stub more than they compute, some at a time."""
import concurrent.futures
import multiprocessing

AT_ONCE = 5


def together(calls, at_once=AT_ONCE):
    """What each of (function, *arguments) returns, in their order. A call that ends the test ends it.

    A call has a process of its own, so that it may fork a stub; function, arguments and what is returned are pickled.
    """
    with concurrent.futures.ProcessPoolExecutor(at_once, multiprocessing.get_context("fork")) as pool:
        return [done.result() for done in [pool.submit(*call) for call in calls]]
