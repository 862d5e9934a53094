#!/usr/bin/env python3
"""Ends recordings of the real program in every way, and plays what is left with ffprobe.

usage: MENISCUS=build/release/meniscus python3 check_recording.py
"""
import os
import pathlib
import pty
import signal
import subprocess
import tempfile
import time
import unittest

PROGRAM = str(pathlib.Path(os.environ["MENISCUS"]).resolve())
PATIENCE = float(os.environ.get("MENISCUS_PATIENCE", 60))
LONG = [PROGRAM, "record", "drop", "--particles", "300", "--size", "64x48", "--seconds", "10000", "-o"]


def frames(video):
    """How many frames of the file can be played."""
    answer = subprocess.run(["ffprobe", "-v", "quiet", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of",
                             "csv=p=0", f"file:{video}"], capture_output=True, text=True).stdout.strip()
    return int(answer) if answer.isdigit() else 0


def wait_until(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"waited {PATIENCE:.0f} s for: {what}")
        time.sleep(0.02)


def encoder_of(process):
    """The id of the ffmpeg that the process started."""
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1]) == process.pid:
                return int(entry.name)
        except OSError:
            pass  # gone meanwhile
    return None


class Endings(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.video = pathlib.Path(folder.name) / "a.mp4"

    def start(self, **options):
        """A recording that has already written something."""
        process = subprocess.Popen([*LONG, str(self.video)], stdout=subprocess.PIPE, text=True,
                                   **{"stderr": subprocess.PIPE, **options})
        self.addCleanup(lambda: process.poll() is None and process.kill())
        wait_until(lambda: self.video.exists() and self.video.stat().st_size > 5000, "a video that grows")
        return process

    def test_killed(self):
        process = self.start()
        process.kill()
        process.communicate()
        wait_until(lambda: frames(self.video) > 0, "a video that plays")

    def test_killed_with_its_encoder(self):
        process = self.start()
        encoder = encoder_of(process)
        process.kill()
        os.kill(encoder, signal.SIGKILL)
        process.communicate()
        self.assertGreater(frames(self.video), 0)

    def test_encoder_killed(self):
        process = self.start()
        os.kill(encoder_of(process), signal.SIGKILL)
        _, complaint = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 1)
        self.assertEqual(complaint.count("\n"), 1)
        self.assertIn("killed by signal 9", complaint)
        self.assertIn(str(self.video), complaint)
        self.assertGreater(frames(self.video), 0)

    def test_interrupted_on_a_terminal(self):
        ours, theirs = pty.openpty()
        process = self.start(stderr=theirs, stdin=theirs, start_new_session=True)
        os.close(theirs)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does it, to all that run in it
        said = b""
        try:
            while block := os.read(ours, 4096):
                said += block
        except OSError:
            pass  # the other end is closed
        os.close(ours)
        self.assertEqual(process.wait(PATIENCE), 1)
        process.stdout.close()
        self.assertIn(b"%", said, "a progress bar")
        last = said.decode().strip().splitlines()[-1].split("\r")[-1].strip()
        self.assertRegex(last, r"^meniscus: interrupted after \d+ of 300000 pictures; \d+ pictures of 64x48 in '")
        self.assertEqual(frames(self.video), int(last.split("; ")[1].split()[0]), "no picture is lost")


if __name__ == "__main__":
    unittest.main(verbosity=2)
