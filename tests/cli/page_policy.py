# The content security policy of a page names the hash of each of its styles and scripts, and nothing else.
# Data elements (JSON) need no hash: no browser runs them.
# usage: page_policy.py PAGE
# SPDX-License-Identifier: MIT
import base64
import hashlib
import re
import sys

text = open(sys.argv[1], encoding="utf-8", newline="").read()
policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)"', text).group(1)
allowed = {name: set(rest.split()) for name, _, rest in (part.strip().partition(" ") for part in policy.split(";"))}


def hashes(element):
    bodies = re.findall(rf"<{element}>(.*?)</{element}>", text, re.S)
    return {"'sha256-" + base64.b64encode(hashlib.sha256(body.encode()).digest()).decode() + "'" for body in bodies}


assert allowed["default-src"] == {"'none'"}, allowed
assert allowed["style-src"] == hashes("style"), (allowed["style-src"], hashes("style"))
assert allowed["script-src"] == hashes("script"), (allowed["script-src"], hashes("script"))
print("each style and script is in the policy by its hash")
