#!/usr/bin/env python3
"""Compares the hash of every scene with the one that is kept in tests/golden, a file for each SIMD target: for the
target that this machine would choose and for every narrower one that it can run.

  check_golden.py SCENE_HASH             compares; 1 when a hash differs
  check_golden.py SCENE_HASH --update    rewrites the files of all targets that this machine can run

A file has a line "scene steps particles hash" for each scene.
"""
import argparse
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent / "golden"
HOW_TO_UPDATE = ("If this change is meant to change bits, run scripts/update-golden and say so in the commit; "
                 "otherwise it is a defect.")


def measure(program):
    """Target -> lines of its file, as this machine computes them."""
    measured = {}
    for line in subprocess.check_output([program, "golden"], text=True).splitlines():
        target, rest = line.split(" ", 1)
        measured.setdefault(target, []).append(rest)
    if not measured:
        sys.exit(f"check_golden: {program} lists no target")
    return measured


def by_run(lines):
    """What was run -> hash."""
    return dict(line.rsplit(" ", 1) for line in lines)


def differences(target, expected, found):
    for run in sorted(expected.keys() | found.keys()):
        scene, steps, particles = run.split()
        if expected.get(run) != found.get(run):
            yield (f"{target}: {scene} after {steps} steps with {particles} particles: "
                   f"expected {expected.get(run, 'no such line')}, found {found.get(run, 'no such scene')}")


def compare(measured):
    different = []
    for target, lines in measured.items():
        path = FOLDER / f"{target}.txt"
        if not path.exists():
            print(f"{target}: not compared, tests/golden has no file for it")
            continue
        different += differences(target, by_run(path.read_text().splitlines()), by_run(lines))
        print(f"{target}: {len(lines)} scenes compared")
    for line in different:
        print(line)
    if different:
        print(HOW_TO_UPDATE)
    return 1 if different else 0


def update(measured):
    FOLDER.mkdir(exist_ok=True)
    for target, lines in measured.items():
        path = FOLDER / f"{target}.txt"
        text = "\n".join(lines) + "\n"
        is_same = path.exists() and path.read_text() == text
        path.write_text(text)
        print(f"tests/golden/{path.name}: {'unchanged' if is_same else 'rewritten'}")
    for path in sorted(FOLDER.glob("*.txt")):
        if path.stem not in measured:
            print(f"tests/golden/{path.name}: left as it is, this machine cannot run {path.stem}")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", metavar="SCENE_HASH")
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    measured = measure(options.program)
    return update(measured) if options.update else compare(measured)


if __name__ == "__main__":
    sys.exit(main())
