# SPDX-License-Identifier: MIT
"""What tools/dev/zoo makes of its reports: which failures a person has read, and the pages."""
