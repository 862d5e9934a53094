#!/usr/bin/env python3
"""Saving through the real program: what is left when it is killed, and when the disk fails.

usage: MENISCUS=build/release/meniscus python3 check_saving.py [CLASS[.TEST]]

MENISCUS_SOAK=full kills as often as the project's bar asks for.
"""

import collections
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = str(pathlib.Path(os.environ["MENISCUS"]).resolve())
IS_FULL = os.environ.get("MENISCUS_SOAK") == "full"
PATIENCE = float(os.environ.get("MENISCUS_PATIENCE", 120))
KILLS = 200 if IS_FULL else 30
STEPS = list(range(1, 41))  # at which the victim saves


def call(arguments, prefix=(), **options):
    return subprocess.run([*prefix, PROGRAM, *arguments], capture_output=True, text=True, timeout=PATIENCE, **options)


def strays(folder):
    return sorted(name for name in os.listdir(folder) if name.endswith(".tmp"))


def half_written(folder):
    """Temporary files with something in them. Empty ones may go: their writers have not locked them yet, and begin anew."""
    files = []
    for name in strays(folder):
        try:
            files += [name] if (folder / name).stat().st_size > 0 else []
        except FileNotFoundError:
            pass
    return files


class SavingTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="meniscus-saving-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def run_program(self, *arguments, **options):
        result = call(arguments, **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    @staticmethod
    def saving(file, seed, particles=400, steps=None):
        """Arguments of a run that saves at every one of the steps."""
        words = ["run", "dam-break", "--particles", str(particles), "--seed", str(seed), "--threads", "1", "--quiet"]
        words += ["--steps", str(steps[-1] if steps else 1), "--save", str(file)]
        return words + (["--save-at", ",".join(map(str, steps))] if steps else [])


class Kills(SavingTest):
    def versions(self, seed):
        """What each file holds once a run with the seed has written it."""
        folder = self.folder / f"reference-{seed}"
        folder.mkdir()
        self.run_program(*self.saving(folder / "a.meniscus", seed, steps=STEPS))
        return {file.name: file.read_bytes() for file in folder.iterdir()}

    def test_files_are_old_or_new_and_nothing_else_stays(self):
        chance = random.Random(6)
        whole = {seed: self.versions(seed) for seed in (1, 2)}
        folder = self.folder / "victim"
        folder.mkdir()
        started = time.monotonic()
        self.run_program(*self.saving(folder / "a.meniscus", 1, steps=STEPS))
        duration = time.monotonic() - started
        stray_count = 0
        for kill in range(KILLS):
            seed = 2 - kill % 2
            victim = subprocess.Popen([PROGRAM, *self.saving(folder / "a.meniscus", seed, steps=STEPS)])
            time.sleep(chance.uniform(0.0, 1.05 * duration))
            victim.kill()
            victim.wait()
            stray_count += len(strays(folder))
            for name in whole[1]:
                content = (folder / name).read_bytes()
                self.assertIn(content, (whole[1][name], whole[2][name]), f"kill {kill}: {name} is neither old nor new")
            if kill % 10 == 0:
                for name in (f"a-{STEPS[0]}.meniscus", "a.meniscus"):
                    self.run_program("run", str(folder / name), "--steps", "1", "--quiet")
            self.run_program(*self.saving(folder / "next.meniscus", 1))  # the next start
            self.assertEqual(strays(folder), [], f"kill {kill}")
        print(f"{KILLS} kills: 0 corrupt files; {stray_count} temporary files had stayed, 0 after the next start")

    def test_a_file_that_is_being_written_is_left_alone(self):
        """Two programs save into one folder; one stands still with its temporary file half written."""
        for _ in range(20):
            steps = list(range(1, 200))
            writer = subprocess.Popen([PROGRAM, *self.saving(self.folder / "a.meniscus", 1, steps=steps)])
            try:
                deadline = time.monotonic() + PATIENCE
                while not half_written(self.folder) and writer.poll() is None and time.monotonic() < deadline:
                    pass
                writer.send_signal(signal.SIGSTOP)
                time.sleep(0.02)
                before = half_written(self.folder)
                self.run_program(*self.saving(self.folder / "b.meniscus", 1))
                self.assertEqual(half_written(self.folder), before)
            finally:
                writer.send_signal(signal.SIGCONT)
            if before:
                self.assertEqual(writer.wait(PATIENCE), 0)
                self.assertEqual(strays(self.folder), [])
                return
            writer.kill()
            writer.wait()
        self.skipTest("the writer was never caught while it wrote")


class Faults(SavingTest):
    def setUp(self):
        super().setUp()
        self.file = self.folder / "a.meniscus"
        self.run_program(*self.saving(self.file, 1))
        self.old = self.file.read_bytes()

    def assert_refused(self, result, reason, file=None):
        file = file or self.file
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        self.assertIn(str(file), result.stderr)
        self.assertIn(reason, result.stderr)
        self.assertEqual(file.read_bytes(), self.old)
        self.assertEqual(strays(file.parent), [])
        self.run_program("run", str(file), "--steps", "1", "--quiet")

    def traced(self, file, *options, output="/dev/null"):
        strace = shutil.which("strace")
        if not strace:
            self.skipTest("strace is not installed")
        trace = [strace, "-f", "-qq", "-o", str(output)]
        if subprocess.run([*trace, "true"], capture_output=True).returncode != 0:
            self.skipTest("strace is not allowed to trace here")
        # The address sanitizer's search for leaks does not work under strace.
        environment = os.environ | {"ASAN_OPTIONS": "detect_leaks=0"}
        return call(self.saving(file, 2), [*trace, *options], env=environment)

    def with_fault(self, fault, reason):
        self.assert_refused(self.traced(self.file, "-e", f"inject={fault}"), reason)

    def first_write_of_file(self):
        """Counted by the thread that saves, as strace does: a sanitizer writes before it, for purposes of its own."""
        output = self.folder / "writes.txt"
        self.traced(self.folder / "other.meniscus", "-y", "-e", "trace=write", output=output)
        counts = collections.Counter()
        for line in output.read_text().splitlines():
            thread = line.split()[0]
            counts[thread] += " write(" in line
            if " write(" in line and ".tmp>" in line:
                return counts[thread]
        self.fail("the file is never written")

    def test_write_fails(self):
        self.with_fault(f"write:error=ENOSPC:when={self.first_write_of_file()}", "No space left on device")

    def test_sync_fails(self):
        self.with_fault("fsync:error=EIO", "Input/output error")

    def test_rename_fails(self):
        self.with_fault("/^rename:error=EIO", "Input/output error")

    def test_file_may_not_grow(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (len(self.old) // 2, resource.RLIM_INFINITY))

        # Without restoring signals SIGXFSZ stays ignored, as Python has it.
        result = call(self.saving(self.file, 2), preexec_fn=limit, restore_signals=False)
        self.assert_refused(result, "File too large")

    def test_full_disk(self):
        disk = self.folder / "disk"
        disk.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
        if subprocess.run(mount, capture_output=True).returncode != 0:
            self.skipTest("a small disk cannot be mounted here")
        try:
            file = disk / "a.meniscus"
            file.write_bytes(self.old)
            result = call(self.saving(file, 2, particles=5000))
            self.assert_refused(result, "No space left on device", file)
        finally:
            subprocess.run(["umount", str(disk)], check=True)


if __name__ == "__main__":
    unittest.main(argv=sys.argv, verbosity=2)
