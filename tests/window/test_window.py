#!/usr/bin/env python3
"""The window itself: sizes, full screen, minimised, start that fails, and the same run with and without it."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import desktop
from desktop import Desktop, PROGRAM, WindowTest


class Sizes(WindowTest):
    def resize(self, sandbox, width, height):
        self.desktop.xdotool("windowsize", sandbox.window, width, height)
        return sandbox.wait_for(lambda s: s["window"] == {"width": width, "height": height}, f"{width}x{height}")

    def test_first_size(self):
        self.assertEqual(self.open().state()["window"], {"width": 1280, "height": 720})

    def test_resizing_goes_on(self):
        sandbox = self.open("splash")
        for width, height in ((900, 600), (640, 480), (320, 240), (60, 40), (1, 1), (1500, 900), (1280, 720)):
            state = self.resize(sandbox, width, height)
            sandbox.wait_for(lambda s: s["steps"] > state["steps"] and s["passes"] > state["passes"], "pictures")

    def test_panels_stay_within_the_window(self):
        sandbox = self.open("splash")
        for width, height in ((1280, 720), (900, 600), (640, 480)):
            self.resize(sandbox, width, height)
            state = sandbox.settle(5)
            for name, place in state["controls"].items():
                self.assertGreaterEqual(place["x"], -1, name)
                self.assertLessEqual(place["x"] + place["width"], width + 1, name)
                self.assertLessEqual(place["y"] + place["height"], height + 1, name)

    def test_minimised_goes_on(self):
        sandbox = self.open("splash")
        self.desktop.xdotool("windowminimize", sandbox.window)
        state = sandbox.wait_for(lambda s: s["iconified"], "the window to be minimised")
        sandbox.wait_for(lambda s: s["steps"] > state["steps"], "steps while minimised")
        self.desktop.xdotool("windowactivate", sandbox.window)
        state = sandbox.wait_for(lambda s: not s["iconified"], "the window to be back")
        sandbox.wait_for(lambda s: s["passes"] > state["passes"], "pictures")

    def test_full_screen_and_back(self):
        sandbox = self.open("splash")
        sandbox.key("F11")
        sandbox.wait_for(lambda s: s["fullScreen"] and s["window"] == {"width": 1600, "height": 1000}, "full screen")
        sandbox.settle(3)
        sandbox.key("F11")
        sandbox.wait_for(lambda s: not s["fullScreen"] and s["window"] == {"width": 1280, "height": 720}, "the window")

    def test_moved_out_of_the_screen(self):
        sandbox = self.open("splash")
        for x, y in ((1500, 900), (-1000, -500), (50, 50)):
            self.desktop.xdotool("windowmove", sandbox.window, x, y)
            sandbox.settle(3)

    def test_closing_by_the_window_manager(self):
        sandbox = self.open("splash")
        sandbox.key("alt+F4")
        self.assertEqual(sandbox.process.wait(desktop.PATIENCE), 0)

    def test_picture_is_not_blank(self):
        sandbox = self.open("glass-swirl")
        sandbox.wait_for(lambda s: s["simulatedSeconds"] > 0.2, "moving water")
        dump = subprocess.run(["xwd", "-silent", "-id", sandbox.window], env=self.desktop.environment,
                              capture_output=True, check=True).stdout
        header = int.from_bytes(dump[:4], "big")
        colours = int.from_bytes(dump[76:80], "big")
        pixels = dump[header + 12 * colours:]
        seen = {pixels[k:k + 3] for k in range(0, len(pixels) - 4, 4 * 37)}
        self.assertGreater(len(seen), 500, "colours in the picture")


class FourK(WindowTest):
    desktop_size = "3840x2160"

    def test_panels_grow_with_the_screen(self):
        sandbox = self.open("splash")
        small = sandbox.state()["controls"]["panel/scenes"]["height"]
        sandbox.key("F11")
        sandbox.wait_for(lambda s: s["window"] == {"width": 3840, "height": 2160}, "full screen")
        sandbox.wait_for(lambda s: s["controls"].get("panel/scenes", {"height": 0})["height"] > 1.7 * small, "panels")


class Preferences(WindowTest):
    def test_layout_and_settings_are_found_again(self):
        sandbox = self.open("splash")
        sandbox.click("tools/swirl")
        sandbox.click("panel/numbers")
        was_open = sandbox.state()["controls"]["panel/numbers"]["value"]
        sandbox.close()
        again = self.open("splash")
        self.assertEqual(again.state()["tool"], "swirl")
        self.assertEqual(again.state()["controls"]["panel/numbers"]["value"], was_open)

    def test_bad_files_are_a_line_and_no_more(self):
        file = self.desktop.home / "config" / "meniscus" / "preferences.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        for content in (b"", b"{", b"[1, 2]", b"\xff\xfe", b'{"speed": "fast"}'):
            file.write_bytes(content)
            sandbox = desktop.Sandbox(self.desktop, "splash")
            self.assertEqual(sandbox.state()["tool"], "drag")
            code, _ = sandbox.close()
            self.assertEqual(code, 0)
            lines = (self.desktop.home / "stderr.txt").read_text().splitlines()
            self.assertEqual(len(lines), 1, lines)
            self.assertIn("preferences.json", lines[0])

    def test_folder_that_cannot_be_made(self):
        shutil.rmtree(self.desktop.home / "config")
        (self.desktop.home / "config").write_text("a file, not a folder")
        sandbox = desktop.Sandbox(self.desktop, "splash")
        sandbox.click("tools/swirl")
        code, _ = sandbox.close()
        self.assertEqual(code, 0)
        lines = (self.desktop.home / "stderr.txt").read_text().splitlines()
        self.assertTrue(1 <= len(lines) <= 2, lines)


class Signals(WindowTest):
    def test_asked_to_end(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            log = self.desktop.home / "log.json"
            log.unlink(missing_ok=True)
            sandbox = self.open("splash", "--log", str(log), "--hash")
            sandbox.click("tools/pull")
            sandbox.process.send_signal(number)
            out, _ = sandbox.process.communicate(timeout=desktop.PATIENCE)
            self.assertEqual(sandbox.process.returncode, 0, number)
            self.assertIn("hash: ", out)
            self.assertTrue(log.exists())
            preferences = self.desktop.home / "config" / "meniscus" / "preferences.json"
            self.assertIn("pull", preferences.read_text())


class Start(unittest.TestCase):
    """What it says when it cannot start: one line, exit code 1."""

    def expect(self, environment, *words):
        result = subprocess.run([PROGRAM], env={**environment, "LD_PRELOAD": desktop.PRELOAD}, capture_output=True,
                                text=True, timeout=desktop.PATIENCE)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        self.assertEqual(result.stdout, "")
        for word in words:
            self.assertIn(word, result.stderr)

    def environment(self, **changes):
        plain = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
        return {**plain, "XDG_CONFIG_HOME": tempfile.gettempdir() + "/meniscus-no-config", **changes}

    def test_no_display(self):
        self.expect(self.environment(), "DISPLAY is not set", "meniscus shot")

    def test_display_that_does_not_answer(self):
        self.expect(self.environment(DISPLAY=":4711"), "':4711' does not answer")

    def test_no_glx(self):
        server = Desktop(arguments=["-extension", "GLX"], window_manager=False)
        self.addCleanup(server.close)
        self.expect(server.environment, "GLX", "meniscus shot")

    def test_old_opengl(self):
        server = Desktop(window_manager=False)
        self.addCleanup(server.close)
        self.expect({**server.environment, "MESA_GL_VERSION_OVERRIDE": "2.1"}, "OpenGL 3.3 is needed", "found 2.1")

    def test_lost_display(self):
        server = Desktop(window_manager=False)
        self.addCleanup(server.close)
        sandbox = desktop.Sandbox(server, "splash")
        server.server.kill()
        self.assertEqual(sandbox.process.wait(desktop.PATIENCE), 1)
        lines = sandbox.said().splitlines()
        self.assertEqual(len(lines), 1, lines)
        self.assertIn("display was lost", lines[0])
        sandbox.close()


class SameRun(WindowTest):
    def headless_hash(self, *arguments):
        result = subprocess.run([PROGRAM, "run", *arguments, "--quiet", "--hash"], capture_output=True, text=True,
                                timeout=10 * desktop.PATIENCE)
        self.assertEqual(result.returncode, 0, result.stderr)
        return re.search(r"hash: ([0-9a-f]{16})", result.stdout).group(1)

    def test_untouched(self):
        sandbox = self.open("splash", "--steps", "300", "--hash", "--set", "viscosity=3")
        out, _ = sandbox.process.communicate(timeout=desktop.PATIENCE)
        steps = int(re.search(r"steps: (\d+)", out).group(1))
        self.assertEqual(steps, 300)
        expected = self.headless_hash("splash", "--steps", "300", "--set", "viscosity=3")
        self.assertEqual(re.search(r"hash: ([0-9a-f]{16})", out).group(1), expected)

    def test_with_the_surface(self):
        sandbox = self.open("splash", "--steps", "200", "--hash", "--view", "surface", "--paused")
        sandbox.wait_for(lambda s: s.get("surface"), "a mesh before the first step")
        sandbox.key("space")
        out, _ = sandbox.process.communicate(timeout=desktop.PATIENCE)
        self.assertEqual(int(re.search(r"steps: (\d+)", out).group(1)), 200)
        expected = self.headless_hash("splash", "--steps", "200")
        self.assertEqual(re.search(r"hash: ([0-9a-f]{16})", out).group(1), expected)

    def test_scene_file_with_a_seed(self):
        with tempfile.TemporaryDirectory() as folder:
            path = str(pathlib.Path(folder, "small.scene.json"))
            subprocess.run([PROGRAM, "write", "splash", "--particles", "400", "-o", path], check=True)
            sandbox = self.open(path, "--seed", "7", "--steps", "300", "--hash")
            out, _ = sandbox.process.communicate(timeout=desktop.PATIENCE)
            expected = self.headless_hash(path, "--seed", "7", "--steps", "300")
            self.assertNotEqual(expected, self.headless_hash(path, "--steps", "300"))
        self.assertEqual(re.search(r"hash: ([0-9a-f]{16})", out).group(1), expected)

    def test_played(self):
        log = self.desktop.home / "log.json"
        sandbox = self.open("splash", "--log", str(log), "--hash")
        x, y = sandbox.middle()
        sandbox.drag((x - 80, y + 60), (x + 80, y + 40))
        sandbox.click("tools/pour")
        sandbox.drag((x, y - 40), (x + 40, y - 60))
        sandbox.click("fluid/preset/honey")
        sandbox.key("o", "o", "space")
        sandbox.click("tools/drain")
        sandbox.drag((x - 40, y + 60), (x + 40, y + 60))
        sandbox.key("r")
        sandbox.click("tools/drag")
        sandbox.drag((x + 80, y + 60), (x - 80, y + 40))
        code, out = sandbox.close()
        self.assertEqual(code, 0)
        steps = re.search(r"steps: (\d+)", out).group(1)
        self.assertGreater(log.read_text().count('"step"'), 20)
        expected = self.headless_hash("splash", "--commands", str(log), "--steps", steps, "--threads", "1")
        self.assertEqual(re.search(r"hash: ([0-9a-f]{16})", out).group(1), expected)


if __name__ == "__main__":
    desktop.main()
