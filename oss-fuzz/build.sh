#!/bin/bash -eu
# Builds the fuzz targets for OSS-Fuzz and ClusterFuzzLite: programs, seed corpora, dictionaries and options in $OUT.
# Reads CC, CXX, CFLAGS, CXXFLAGS, LIB_FUZZING_ENGINE, SRC, OUT and WORK, as their images set them.
# SPDX-License-Identifier: MIT
source=$SRC/stubborn
build=$WORK/stubborn

# The engine may be a C++ library. Their CFLAGS bring the instrumentation; the libraries travel with the programs.
cmake -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=None -DRSP_FUZZ=ON -DRSP_FUZZ_FLAGS= -DRSP_TESTS=OFF \
    "-DRSP_FUZZ_ENGINE=$LIB_FUZZING_ENGINE" -DRSP_FUZZ_LINK_CXX=ON '-DCMAKE_BUILD_RPATH=$ORIGIN/lib' \
    -DCMAKE_BUILD_WITH_INSTALL_RPATH=OFF
cmake --build "$build" --target fuzz_programs

mkdir -p "$OUT/lib"
while read -r name max_len; do
    program=$build/harness/fuzzing/targets/fuzz_$name
    cp "$program" "$OUT/"
    ldd "$program" | awk '$3 ~ /lib(yaml|jansson|expat|pcap|Zydis|Zycore|elf|dbus|z|systemd|lz4|lzma|zstd|gcrypt|gpg-error|cap)[-.]/ { print $3 }' |
        xargs -r cp -n -t "$OUT/lib"
    python3 "$source/tools/dev/seed_file.py" unpack "$source/corpora/$name.seeds" "$WORK/seeds/$name"
    python3 - "$OUT/fuzz_${name}_seed_corpus.zip" "$WORK/seeds/$name" "$source/corpora/regressions/$name" <<'PY'
import pathlib, sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as archive:
    for folder in map(pathlib.Path, sys.argv[2:]):
        for file in sorted(folder.iterdir()) if folder.is_dir() else []:
            archive.write(file, file.name)
PY
    cp "$build/harness/fuzzing/targets/rsp.dict" "$OUT/fuzz_$name.dict"
    printf '[libfuzzer]\nmax_len = %s\ndict = fuzz_%s.dict\n' "$max_len" "$name" >"$OUT/fuzz_$name.options"
done <"$build/harness/fuzzing/targets/targets.txt"
