#!/bin/bash -eu
# ClusterFuzzLite builds what OSS-Fuzz does.
# SPDX-License-Identifier: MIT
exec "$SRC/stubborn/oss-fuzz/build.sh"
