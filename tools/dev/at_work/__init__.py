# SPDX-License-Identifier: MIT
"""Debuggers at work: real debuggers, scripted, on stubs that are started for them."""
