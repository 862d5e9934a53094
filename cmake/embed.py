#!/usr/bin/env python3
"""Writes files into a C++ source as constants.

usage: embed.py VARIABLE OUTPUT FILE...
"""
import pathlib
import sys

variable, output, *files = sys.argv[1:]
lines = ["// Written by cmake/embed.py.", '#include "meniscus/core/embedded_file.h"', "", "namespace meniscus {", ""]
entries = []
for number, file in enumerate(map(pathlib.Path, files)):
    data = file.read_bytes()
    lines.append(f"static const unsigned char kData{number}[] = {{{','.join(map(str, data + bytes(1)))}}};")
    entries.append(f'    {{"{file.name}", {{reinterpret_cast<const char*>(kData{number}), {len(data)}}}}},')
lines += ["", f"static const EmbeddedFile kEntries[] = {{", *entries, "};",
          f"extern const std::span<const EmbeddedFile> {variable};",
          f"const std::span<const EmbeddedFile> {variable}(kEntries);", "", "}  // namespace meniscus", ""]
pathlib.Path(output).parent.mkdir(parents=True, exist_ok=True)
pathlib.Path(output).write_text("\n".join(lines))
