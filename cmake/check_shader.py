#!/usr/bin/env python3
"""Runs glslangValidator on a shader with constants in front of it and its '#include "part.glsl"' lines resolved, as
src/render/gl does it.

usage: check_shader.py GLSLANG CONSTANTS SHADER STAMP
"""
import pathlib
import re
import subprocess
import sys

glslang, constants, shader, stamp = sys.argv[1], *map(pathlib.Path, sys.argv[2:])


def resolved(path):
    part = lambda match: resolved(path.parent / match.group(1))
    return re.sub(r'^#include "([^"]+)"$', part, path.read_text(), flags=re.M)


stage = shader.suffix[1:]
result = subprocess.run([glslang, "--stdin", "-S", stage], input="#version 330 core\n" + constants.read_text() + "#line 1\n" + resolved(shader),
                        capture_output=True, text=True)
if result.returncode != 0:
    sys.exit(f"{shader}: {result.stdout}{result.stderr}")
stamp.parent.mkdir(parents=True, exist_ok=True)
stamp.touch()
