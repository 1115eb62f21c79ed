# SPDX-License-Identifier: MIT
"""How tests on practice stubs end at what is wrong."""
import sys


def check(ok, what, text):
    """Ends the test by `what`, below the end of the run's text."""
    if not ok:
        print(text[-4000:])
        sys.exit(what)
