#!/usr/bin/env python3
"""Runs glslangValidator on a shader with its '#include "part.glsl"' lines resolved, as src/render/gl does it.

usage: check_shader.py GLSLANG SHADER STAMP
"""
import pathlib
import re
import subprocess
import sys

glslang, shader, stamp = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])


def resolved(path):
    part = lambda match: resolved(path.parent / match.group(1))
    return re.sub(r'^#include "([^"]+)"$', part, path.read_text(), flags=re.M)


stage = shader.suffix[1:]
result = subprocess.run([glslang, "--stdin", "-S", stage], input="#version 330 core\n" + resolved(shader),
                        capture_output=True, text=True)
if result.returncode != 0:
    sys.exit(f"{shader}: {result.stdout}{result.stderr}")
stamp.parent.mkdir(parents=True, exist_ok=True)
stamp.touch()
