#!/usr/bin/env python3
"""Time goes back and forth under the user's hands: the strip, its keys, branches, undo and redo."""
import desktop
from desktop import WindowTest


class Timeline(WindowTest):
    desktop_size = "1280x720"

    def played(self, steps=150):
        """A small scene that has run for a while and is paused."""
        sandbox = self.open("drop", "--particles", "300")
        sandbox.wait_for(lambda s: s["timeline"]["lastStep"] > steps, "some steps")
        sandbox.key("space")
        sandbox.wait_for(lambda s: s["paused"], "the pause")
        return sandbox, sandbox.settle()["timeline"]["lastStep"]

    def test_dragging_the_strip_goes_back_and_time_goes_on_from_there(self):
        sandbox = self.open("drop", "--particles", "300")
        sandbox.wait_for(lambda s: s["timeline"]["lastStep"] > 150, "some steps")
        controls = sandbox.settle()["controls"]
        first, present = controls["timeline/first"], controls["timeline/present"]
        sandbox.move(present["x"], present["y"] + 2)
        sandbox.settle(2)
        sandbox.press()
        sandbox.settle(1)
        for share in (0.8, 0.5, 0.2, 0.0):
            sandbox.move(first["x"] + share * (present["x"] - first["x"]), first["y"] + 2)
            sandbox.settle(1)
        held = sandbox.wait_for(lambda s: s["timeline"]["presentStep"] == 0, "the first moment")
        self.assertTrue(held["timeline"]["isInPast"])
        self.assertFalse(held["paused"], "it only waits for the hand to let go")
        self.assertEqual(sandbox.settle(5)["timeline"]["presentStep"], 0)
        self.assertTrue(held["controls"]["timeline/distance"]["value"].startswith("-"))
        last = held["timeline"]["lastStep"]
        sandbox.release()
        on = sandbox.wait_for(lambda s: 0 < s["timeline"]["presentStep"] < last, "time that goes on")
        self.assertEqual(on["timeline"]["lastStep"], last, "the future is kept")
        sandbox.wait_for(lambda s: s["timeline"]["lastStep"] > last, "time beyond what was")

    def test_keys(self):
        sandbox, last = self.played()
        sandbox.key("comma")
        sandbox.wait_for(lambda s: s["timeline"]["presentStep"] == last - 1, "comma steps back")
        sandbox.key("comma", "Left", "comma")
        sandbox.wait_for(lambda s: s["timeline"]["presentStep"] == last - 4, "and again")
        sandbox.key("period")
        sandbox.wait_for(lambda s: s["timeline"]["presentStep"] == last - 3, "period steps forth")
        sandbox.key("shift+Home")
        sandbox.wait_for(lambda s: s["timeline"]["presentStep"] == 0, "Shift+Home goes to the first moment")
        self.assertEqual(sandbox.settle()["timeline"]["lastStep"], last)
        sandbox.key("End")
        sandbox.wait_for(lambda s: s["timeline"]["presentStep"] == last, "End goes to the last moment")
        sandbox.key("b")
        sandbox.wait_for(lambda s: s["timeline"]["isBackwards"], "B lets time run backwards")
        sandbox.wait_for(lambda s: s["timeline"]["presentStep"] < last - 20, "time that runs backwards")
        sandbox.key("space")
        state = sandbox.wait_for(lambda s: s["paused"], "Space pauses")
        self.assertEqual(state["timeline"]["lastStep"], last)

    def test_a_change_in_the_past_begins_a_branch(self):
        sandbox, last = self.played()
        sandbox.key("shift+Home")
        sandbox.wait_for(lambda s: s["timeline"]["presentStep"] == 0, "the first moment")
        before = sandbox.state()["settings"]["viscosity"]
        x, y = sandbox.place("fluid/viscosity")
        sandbox.drag((x, y), (x + 30, y))
        state = sandbox.wait_for(lambda s: s["settings"]["viscosity"] != before, "the slider")
        self.assertEqual(state["timeline"]["lastStep"], 0, "the future is cut off")
        self.assertFalse(state["timeline"]["isInPast"])
        sandbox.key("ctrl+z")
        state = sandbox.wait_for(lambda s: s["timeline"]["lastStep"] == last, "undo brings it back")
        self.assertEqual(state["settings"]["viscosity"], before)
        self.assertTrue(any("Undone: viscosity" in text for text in state["messages"]), state["messages"])
        sandbox.key("ctrl+y")
        sandbox.wait_for(lambda s: s["timeline"]["lastStep"] == 0, "and redo the branch")
        sandbox.key("space")
        sandbox.wait_for(lambda s: s["timeline"]["lastStep"] > 10, "it goes on")

    def test_undo_and_redo(self):
        sandbox, last = self.played(60)
        sandbox.key("ctrl+z")
        sandbox.wait_for(lambda s: "Nothing to undo" in s["messages"], "nothing to undo")
        before = sandbox.state()["settings"]["gravity"]
        x, y = sandbox.place("fluid/gravity")
        sandbox.drag((x, y), (x + 30, y))
        sandbox.wait_for(lambda s: s["settings"]["gravity"] != before, "the slider")
        sandbox.key("r")
        sandbox.wait_for(lambda s: s["steps"] == 0, "the reset")
        sandbox.key("ctrl+z")
        state = sandbox.wait_for(lambda s: s["steps"] == last, "undo goes back over the reset")
        self.assertNotEqual(state["settings"]["gravity"], before)
        sandbox.key("ctrl+z")
        sandbox.wait_for(lambda s: s["settings"]["gravity"] == before, "undo of a whole drag of the slider")
        sandbox.key("ctrl+shift+z")
        sandbox.wait_for(lambda s: s["settings"]["gravity"] != before, "and again")
        sandbox.key("ctrl+y")
        sandbox.wait_for(lambda s: s["steps"] == 0, "the reset again")


if __name__ == "__main__":
    desktop.main()
