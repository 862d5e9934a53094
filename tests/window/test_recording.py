#!/usr/bin/env python3
"""F4 records what the window shows, in simulated time."""
import math
import re
import shutil
import subprocess
import unittest

import desktop
from desktop import WindowTest

FPS = 30


def count_frames(video):
    """Frames, width and height of a video."""
    answer = subprocess.run(
        ["ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames,width,height,avg_frame_rate",
         "-of", "default=nw=1", f"file:{video}"], capture_output=True, text=True, check=True).stdout
    values = dict(line.split("=") for line in answer.split())
    assert values["avg_frame_rate"] == f"{FPS}/1", values
    return int(values["nb_read_frames"]), int(values["width"]), int(values["height"])


def saved_count(sandbox):
    """Waits for the end of the recording. Gives the number of pictures that the window tells."""
    def find(state):
        return [int(found[1]) for text in state["messages"] if (found := re.search(r"Saved .*\((\d+) pictures\)", text))]
    return find(sandbox.wait_for(find, "the file's name"))[0]


def pause(sandbox):
    """Pauses what runs. Gives the state that shows the step at which the simulation stands: its thread may still be in a
    step when the window calls itself paused."""
    sandbox.key("space")
    sandbox.wait_for(lambda state: state["paused"], "pause")
    step = sandbox.hash()["step"]
    return sandbox.wait_for(lambda state: state["steps"] == step, f"step {step}")


def due(start, state):
    """How many pictures a recording has that began in a state and has come to another: one at the start and one for each
    tick since then. A tick's picture is of the nearest step, which may come half a step before it."""
    step = state["settings"]["timeStep"]
    return math.floor((state["simulatedSeconds"] - start["simulatedSeconds"] + 0.5 * step) * FPS) + 1


def recordings(test):
    return sorted((test.desktop.home / "videos").glob("meniscus-splash-*"))


@unittest.skipUnless(shutil.which("ffmpeg"), "no ffmpeg")
class Videos(WindowTest):
    def test_window(self):
        sandbox = self.open("splash", "--particles", "1500", "--paused")
        sandbox.key("space")
        sandbox.wait_for(lambda state: state["steps"] > 0, "go on")
        start = pause(sandbox)
        sandbox.key("F4")
        sandbox.wait_for(lambda state: "recording" in state["controls"], "the mark of the recording")
        self.assertEqual(sandbox.settle(3)["recording"]["pictures"], 0)
        sandbox.key("space")
        sandbox.wait_for(lambda state: state["recording"]["pictures"] >= 8, "pictures")
        sandbox.key("3")  # with its surface from here on
        at = sandbox.state()["recording"]["pictures"]
        sandbox.wait_for(lambda state: state["recording"]["pictures"] >= at + 5, "pictures of the surface")
        expected = due(start, pause(sandbox))
        end = sandbox.wait_for(lambda state: state["recording"]["pictures"] >= expected, f"{expected} pictures")
        recorded = end["recording"]["pictures"]
        self.assertEqual(recorded, expected)
        self.assertEqual(sandbox.settle(5)["recording"]["pictures"], recorded, "a pause has no pictures")
        window = end["window"]
        sandbox.key("F4")
        self.assertEqual(saved_count(sandbox), recorded)
        ended = sandbox.settle(2)
        self.assertNotIn("recording", ended["controls"])
        (video,) = recordings(self)
        self.assertTrue(any(str(video) in text for text in ended["messages"]))
        self.assertEqual(count_frames(video), (recorded, window["width"], window["height"]))
        # The simulation goes its own way again.
        steps = sandbox.state()["steps"]
        sandbox.key("space")
        sandbox.wait_for(lambda state: state["steps"] > steps + 10, "steps")

    def test_another_scene_and_closing(self):
        sandbox = self.open("splash", "--particles", "1500")
        sandbox.click("panel/recording")
        sandbox.click("recording/size/1280x720")
        sandbox.click("recording/toggle")
        sandbox.wait_for(lambda state: state.get("recording", {}).get("pictures", 0) >= 3, "pictures")
        sandbox.key("r")
        before = sandbox.state()["recording"]["pictures"]
        sandbox.wait_for(lambda state: state["recording"]["pictures"] >= before + 3, "pictures after a reset")
        sandbox.key("bracketleft")
        sandbox.wait_for(lambda state: state["scene"] != "splash", "another scene")
        before = sandbox.state()["recording"]["pictures"]
        recorded = sandbox.wait_for(lambda state: state["recording"]["pictures"] >= before + 3, "pictures of it")
        self.assertEqual(sandbox.close()[0], 0)
        (video,) = recordings(self)
        frames, width, height = count_frames(video)
        self.assertGreaterEqual(frames, recorded["recording"]["pictures"])
        self.assertEqual((width, height), (1280, 720))


class Pictures(WindowTest):
    def test_without_ffmpeg(self):
        self.desktop.environment["MENISCUS_FFMPEG"] = "/missing/ffmpeg"
        sandbox = self.open("splash", "--particles", "1500", "--paused")
        sandbox.key("F4")
        sandbox.wait_for(lambda state: any("No recording" in text and "PNG" in text for text in state["messages"]),
                         "the way out")
        self.assertFalse((self.desktop.home / "videos").exists())
        sandbox.click("panel/recording")
        sandbox.click("recording/format/png")
        start = sandbox.state()
        sandbox.key("F4", "space")
        sandbox.wait_for(lambda state: state.get("recording", {}).get("pictures", 0) >= 6, "pictures")
        expected = due(start, pause(sandbox))
        sandbox.wait_for(lambda state: state["recording"]["pictures"] >= expected, f"{expected} pictures")
        sandbox.key("F4")
        recorded = saved_count(sandbox)
        (folder,) = recordings(self)
        files = sorted(path.name for path in folder.iterdir())
        self.assertEqual(files, [f"frame_{k:06}.png" for k in range(1, len(files) + 1)])
        self.assertEqual(len(files), recorded)
        self.assertEqual(recorded, expected)
        different = {(folder / name).read_bytes() for name in files}
        self.assertEqual(len(different), len(files), "the fluid moves from picture to picture")

    def test_ffmpeg_that_dies(self):
        fake = self.desktop.home / "ffmpeg"
        fake.write_text("#!/bin/sh\nhead -c 5000000 >/dev/null\necho 'the disk is full' >&2\nexit 1\n")
        fake.chmod(0o755)
        self.desktop.environment["MENISCUS_FFMPEG"] = str(fake)
        sandbox = self.open("splash", "--particles", "1500")
        sandbox.key("F4")
        ended = sandbox.wait_for(lambda state: any("the disk is full" in text for text in state["messages"]), "why")
        self.assertNotIn("recording", ended)
        steps = sandbox.state()["steps"]
        sandbox.wait_for(lambda state: state["steps"] > steps + 10, "the simulation goes on")
        self.assertEqual(recordings(self), [])


if __name__ == "__main__":
    desktop.main()
