#!/usr/bin/env python3
"""Every key does what the help says."""
import json

import desktop
from desktop import WindowTest


class Keys(WindowTest):
    def test_pause_step_and_reset(self):
        sandbox = self.open("still-tank")
        for key in ("space", "p"):
            sandbox.key(key)
            paused = sandbox.wait_for(lambda state: state["paused"], f"{key} pauses")
            self.assertEqual(sandbox.settle(5)["steps"], sandbox.settle(5)["steps"])
            sandbox.key(key)
            sandbox.wait_for(lambda state: not state["paused"], f"{key} goes on")
            sandbox.wait_for(lambda state: state["steps"] > paused["steps"], "steps after the pause")
        sandbox.key("space")
        sandbox.wait_for(lambda state: state["paused"], "pause")
        steps = sandbox.settle()["steps"]
        for number, key in enumerate(("o", "Right"), 1):
            sandbox.key(key)
            sandbox.wait_for(lambda state: state["steps"] == steps + number, f"{key} makes one step")
            self.assertTrue(sandbox.state()["paused"])
        sandbox.key("r")
        sandbox.wait_for(lambda state: state["steps"] == 0, "R goes back to the beginning")

    def test_step_while_running_pauses(self):
        sandbox = self.open("still-tank")
        sandbox.key("o")
        sandbox.wait_for(lambda state: state["paused"], "O pauses")

    def test_scenes(self):
        sandbox = self.open("splash")
        sandbox.key("bracketright")
        sandbox.wait_for(lambda state: state["scene"] == "pour", "] opens the next scene")
        sandbox.key("bracketleft")
        sandbox.wait_for(lambda state: state["scene"] == "splash", "[ opens the previous scene")
        sandbox.key("bracketleft", "bracketleft")
        scenes = json.loads(self.desktop.run(desktop.PROGRAM, "scenes", "--json"))
        sandbox.wait_for(lambda state: state["scene"] == scenes[-1]["name"], "[ goes around the end")

    def test_views_and_panels(self):
        sandbox = self.open("splash")
        sandbox.key("9")
        sandbox.wait_for(lambda state: state["view"]["view"] == "hidden", "9 hides the fluid")
        sandbox.key("2")
        state = sandbox.wait_for(lambda state: state["view"]["view"] == "splats", "2 shows splats")
        sandbox.wait_for(lambda s: s["steps"] > state["steps"] and s["passes"] > state["passes"] + 2, "moving splats")
        sandbox.key("3")
        sandbox.wait_for(lambda state: state["view"]["view"] == "surface", "3 shows the surface")
        sandbox.key("1")
        sandbox.wait_for(lambda state: state["view"]["view"] == "particles", "1 shows particles")
        sandbox.key("Tab")
        hidden = sandbox.wait_for(lambda state: not state["panels"] and not state["controls"], "Tab hides the panels")
        self.assertEqual(hidden["controls"], {})
        sandbox.key("Tab")
        sandbox.wait_for(lambda state: "panel/scenes" in state["controls"], "Tab shows them again")

    def test_cut(self):
        sandbox = self.open("splash")
        for is_on in (True, False):
            sandbox.key("x")
            sandbox.wait_for(lambda state: state["view"]["cut"]["isOn"] == is_on, "X cuts the fluid open, and closes it")

    def test_help(self):
        sandbox = self.open("splash")
        for opening, closing in (("F1", "F1"), ("h", "h"), ("F1", "Escape")):
            sandbox.key(opening)
            sandbox.wait_for(lambda state: state["help"], f"{opening} opens the help")
            sandbox.key(closing)
            sandbox.wait_for(lambda state: not state["help"], f"{closing} closes the help")
        sandbox.key("F1")
        sandbox.wait_for(lambda state: "help/close" in state["controls"], "the help is drawn")
        sandbox.click("help/close")
        sandbox.wait_for(lambda state: not state["help"], "its button closes the help")

    def test_screenshot(self):
        sandbox = self.open("splash")
        sandbox.key("F2")
        sandbox.key("F2")
        folder = self.desktop.home / "pictures"
        desktop.wait_until(lambda: len(list(folder.glob("*.png"))) == 2, "two screenshots")
        sandbox.wait_for(lambda state: any("Saved" in text for text in state["messages"]), "the file's name")
        window = sandbox.state()["window"]
        for file in folder.glob("meniscus-splash-*.png"):
            data = file.read_bytes()
            self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
            self.assertEqual(int.from_bytes(data[16:20], "big"), window["width"])
            self.assertEqual(int.from_bytes(data[20:24], "big"), window["height"])
            self.assertGreater(len(data), 20000, "a picture of water does not compress to nothing")

    def test_screenshot_folder_that_cannot_be_written(self):
        (self.desktop.home / "pictures").write_text("a file, not a folder")
        sandbox = self.open("splash")
        sandbox.key("F2")
        sandbox.wait_for(lambda state: any("No screenshot" in text for text in state["messages"]), "the reason")

    def test_camera_home(self):
        sandbox = self.open("splash", "--paused")
        first = sandbox.state()["camera"]
        sandbox.move(*sandbox.middle())
        self.assertNotEqual(sandbox.wheel(3)["camera"], first)
        sandbox.key("Home")
        sandbox.wait_for(lambda state: state["camera"] == first, "Home resets the camera")

    def test_keys_go_into_a_field_that_is_typed_in(self):
        sandbox = self.open("splash", "--paused")
        x, y = sandbox.place("fluid/viscosity")
        sandbox.move(x, y)
        self.desktop.xdotool("keydown", "ctrl", "click", 1, "keyup", "ctrl")
        sandbox.settle(4)
        self.desktop.xdotool("key", "ctrl+a")
        sandbox.settle(2)
        for digit in "3", "period", "2", "5":
            sandbox.key(digit)
            sandbox.settle(2)
        sandbox.key("Return")
        state = sandbox.wait_for(lambda s: abs(s["settings"]["viscosity"] - 3.25) < 1e-3, "the value that was typed")
        self.assertEqual(state["view"]["view"], "particles", "digits were not taken as views")
        self.assertTrue(state["paused"])


if __name__ == "__main__":
    desktop.main()
