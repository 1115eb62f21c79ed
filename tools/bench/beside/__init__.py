# SPDX-License-Identifier: MIT
"""The parts of tools/bench/versus, which puts other fuzzers beside `stubborn fuzz`."""
