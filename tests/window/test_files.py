#!/usr/bin/env python3
"""Files in the real window: saved, opened, shared, dropped, recovered; and a question before work is lost."""
import json
import os
import signal
import subprocess

import desktop
from desktop import PATIENCE, PROGRAM, WindowTest, wait_until
from drop import DragSource

TANK = """{"format": "meniscus-scene", "version": 1, "title": "A small tank", "particles": 500,
  "room": {"lower": [-0.2, 0, -0.2], "upper": [0.2, 0.4, 0.2]},
  "fill": [{"shape": "box", "lower": [-0.2, 0, -0.2], "upper": [0.2, 0.1, 0.2]}],
  "view": {"view": "splats", "background": "night"}}"""
SCENE = ("splash", "--particles", "1500", "--threads", "1")


class FilesTest(WindowTest):
    def setUp(self):
        super().setUp()
        self.documents = self.desktop.home / "documents"
        self.pictures = self.desktop.home / "pictures"
        self.documents.mkdir()

    def window_title(self, sandbox):
        return self.desktop.run("xdotool", "getwindowname", sandbox.window).strip()

    def wait_said(self, sandbox, text):
        return sandbox.wait_for(lambda s: any(text in m for m in s["messages"]), f"a message with '{text}'")

    def pause(self, sandbox):
        sandbox.key("space")
        sandbox.wait_for(lambda s: s["paused"], "a pause")
        return sandbox.hash()

    def change(self, sandbox):
        """Something worth keeping: gravity off and on again is two changes, so it goes by one click on a slider."""
        before = sandbox.state()["settings"]["viscosity"]
        sandbox.click("fluid/viscosity")
        sandbox.wait_for(lambda s: s["settings"]["viscosity"] != before and s["files"]["unsaved"], "a change")

    def type_name(self, sandbox, name):
        sandbox.wait_for(lambda s: "files/field" in s["controls"], "the browser")
        sandbox.settle(4)
        self.desktop.xdotool("type", "--delay", "30", name)
        sandbox.wait_for(lambda s: s["controls"].get("files/field", {}).get("value") == name, f"'{name}' in the field")

    def save_as(self, sandbox, name):
        sandbox.key("ctrl+shift+s")
        self.type_name(sandbox, name)
        sandbox.key("Return")
        return sandbox.wait_for(lambda s: s["files"]["path"].endswith(name) and not s["files"]["unsaved"], "a save")

    def drop(self, sandbox, *paths):
        source = DragSource(self.desktop.environment["DISPLAY"])
        try:
            x, y = sandbox.middle()
            self.assertTrue(source.drop(sandbox.window, round(x), round(y), [str(p) for p in paths]))
        finally:
            source.close()

    def hash_after_a_step(self, path):
        """Of a file, without the window."""
        result = subprocess.run([PROGRAM, "run", str(path), "--steps", "1", "--hash", "--quiet", "--threads", "2"],
                                capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout.split("hash: ")[1].split()[0]


class Saving(FilesTest):
    def test_saved_changed_and_opened_again_is_the_same(self):
        sandbox = self.open(*SCENE)
        sandbox.wait_for(lambda s: s["steps"] > 20, "some steps")
        moment = self.pause(sandbox)
        sandbox.move(*sandbox.middle())
        camera = sandbox.wheel(2)["camera"]
        sandbox.key("ctrl+s")
        self.type_name(sandbox, "mine.meniscus")
        sandbox.key("Return")
        sandbox.wait_for(lambda s: s["files"]["path"].endswith("documents/mine.meniscus"), "the file")
        self.assertEqual(self.window_title(sandbox), "mine.meniscus - Meniscus")
        sandbox.key("o")
        sandbox.wait_for(lambda s: s["steps"] == moment["step"] + 1, "a step")
        self.assertEqual(self.hash_after_a_step(self.documents / "mine.meniscus"), sandbox.hash()["hash"])

        sandbox.key("Home")
        self.change(sandbox)
        wait_until(lambda: self.window_title(sandbox) == "• mine.meniscus - Meniscus", "the unsaved mark")
        sandbox.key("space")
        sandbox.wait_for(lambda s: not s["paused"], "going on")
        sandbox.key("ctrl+o")
        self.type_name(sandbox, "mine")
        sandbox.key("Return")
        sandbox.wait_for(lambda s: s["paused"] and not s["files"]["unsaved"] and not s["files"]["dialog"], "the moment")
        self.assertEqual(sandbox.hash(), moment)
        sandbox.wait_for(lambda s: s["camera"] == camera, "the camera where it was")
        self.assertEqual(sandbox.state()["files"]["recent"][0], str(self.documents / "mine.meniscus"))

    def test_every_kind_and_a_question_before_a_file_is_replaced(self):
        sandbox = self.open(*SCENE)
        self.change(sandbox)
        value = sandbox.state()["settings"]["viscosity"]
        self.pause(sandbox)
        for kind in ("scene", "replay"):
            self.save_as(sandbox, f"mine.{kind}.json")
            self.assertEqual(sandbox.state()["files"]["kind"], kind)
        # The same name again: asked, given up, asked, replaced.
        before = (self.documents / "mine.replay.json").stat().st_mtime_ns
        for answer in ("Escape", "Return"):
            sandbox.key("ctrl+shift+s")
            self.type_name(sandbox, "mine.replay.json")
            sandbox.key("Return")
            sandbox.wait_for(lambda s: s["files"]["question"], "a question")
            sandbox.settle(2)
            sandbox.key(answer)
            sandbox.wait_for(lambda s: not s["files"]["question"], "an answer")
            if answer == "Escape":
                self.assertEqual((self.documents / "mine.replay.json").stat().st_mtime_ns, before)
                sandbox.click("files/cancel")
        wait_until(lambda: (self.documents / "mine.replay.json").stat().st_mtime_ns != before, "another file")
        # The scene has the setting from its start; the replay comes to the same state.
        sandbox.key("ctrl+o")
        self.type_name(sandbox, "mine.sc")
        sandbox.key("Return")
        state = sandbox.wait_for(lambda s: s["files"]["kind"] == "scene" and "steps" in s, "the scene")
        self.assertAlmostEqual(state["settings"]["viscosity"], value, 5)
        sandbox.key("ctrl+o")
        self.type_name(sandbox, "mine.re")
        sandbox.key("Return")
        sandbox.wait_for(lambda s: s["files"]["kind"] == "replay", "the replay")
        self.wait_said(sandbox, "The replay has ended; the scene goes on")

    def test_a_file_that_cannot_be_written_says_so(self):
        sandbox = self.open(*SCENE)
        self.change(sandbox)
        sandbox.key("ctrl+s")
        self.type_name(sandbox, "/proc/mine.meniscus")
        sandbox.key("Return")
        self.wait_said(sandbox, "Not saved")
        self.assertTrue(sandbox.state()["files"]["unsaved"])


class Sharing(FilesTest):
    def test_a_shared_picture_dropped_back_goes_on_from_its_moment(self):
        sandbox = self.open(*SCENE)
        sandbox.wait_for(lambda s: s["steps"] > 20, "some steps")
        moment = self.pause(sandbox)
        sandbox.key("F3")
        self.wait_said(sandbox, "This moment is in")
        [picture] = self.pictures.glob("meniscus-share-splash-*.png")
        odd = self.pictures / "eine Kopie %41 é\u6c34.png"  # a name that needs every kind of encoding
        odd.write_bytes(picture.read_bytes())
        sandbox.key("space")
        sandbox.wait_for(lambda s: s["steps"] > moment["step"] + 10, "more steps")
        self.drop(sandbox, odd)
        sandbox.wait_for(lambda s: s["files"]["path"] == str(odd) and s["paused"] and "steps" in s, "the moment")
        self.assertEqual(sandbox.hash(), moment)
        sandbox.close()
        again = self.open(str(odd), "--threads", "2")
        self.assertEqual(again.hash(), moment)
        again.key("space")
        again.wait_for(lambda s: s["steps"] > moment["step"], "going on")

    def test_what_cannot_be_opened_leaves_the_scene_alone(self):
        sandbox = self.open(*SCENE)
        broken = self.documents / "broken.meniscus"
        broken.write_bytes(b"MENISCUS" + os.urandom(500))
        jpeg = self.documents / "photo.jpg"
        jpeg.write_bytes(b"\xff\xd8\xff\xe0" + bytes(200))
        text = self.documents / "notes.txt"
        text.write_text("milk, eggs")
        for path, reason in ((broken, "broken.meniscus"), (jpeg, "JPEG"), (text, "notes.txt"),
                             (self.documents, "documents")):
            self.drop(sandbox, path)
            self.wait_said(sandbox, reason)
        before = sandbox.state()
        self.assertEqual((before["scene"], before["files"]["path"]), ("splash", ""))
        sandbox.wait_for(lambda s: s["steps"] > before["steps"], "the scene goes on")
        scene = self.documents / "tank.scene.json"
        scene.write_text(TANK)
        self.drop(sandbox, broken, scene)
        sandbox.wait_for(lambda s: s["files"]["path"] == str(scene), "the one that can be opened")
        self.wait_said(sandbox, "2 files: opened tank.scene.json")

    def test_a_bad_file_at_the_start_is_one_line(self):
        broken = self.documents / "broken.meniscus"
        broken.write_bytes(b"nothing of ours")
        for path in (broken, self.documents / "missing.scene.json", self.documents):
            result = subprocess.run([PROGRAM, str(path)], env=self.desktop.environment, capture_output=True, text=True,
                                    timeout=PATIENCE)
            self.assertEqual(result.returncode, 2)
            self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
            self.assertIn(str(path), result.stderr)


class Asking(FilesTest):
    def setUp(self):
        super().setUp()
        self.desktop.prefer(askBeforeLoss=True)

    def test_dragging_water_is_no_work(self):
        sandbox = self.open(*SCENE)
        x, y = sandbox.middle()
        sandbox.drag((x, y), (x + 60, y - 30))
        self.assertFalse(sandbox.state()["files"]["unsaved"])
        sandbox.key("bracketright")
        sandbox.wait_for(lambda s: s["scene"] == "pour" and not s["files"]["question"], "another scene, unasked")

    def test_another_scene_waits_for_the_answer(self):
        sandbox = self.open(*SCENE)
        self.change(sandbox)
        for control in ("question/cancel", "question/no"):
            sandbox.key("bracketright")
            sandbox.wait_for(lambda s: s["files"]["question"] and "question/no" in s["controls"], "a question")
            self.assertEqual(sandbox.state()["scene"], "splash")
            sandbox.click(control)
        sandbox.wait_for(lambda s: s["scene"] == "pour" and not s["files"]["unsaved"], "the next scene")
        self.assertEqual(list(self.documents.iterdir()), [])

    def test_closing_saves_first(self):
        sandbox = self.open(*SCENE)
        self.change(sandbox)
        sandbox.key("ctrl+q")
        sandbox.wait_for(lambda s: s["files"]["question"], "a question")
        sandbox.settle(2)
        sandbox.key("Return")
        self.type_name(sandbox, "kept.meniscus")
        sandbox.key("Return")
        self.assertEqual(sandbox.process.wait(PATIENCE), 0)
        self.hash_after_a_step(self.documents / "kept.meniscus")
        autosaves = self.desktop.home / "state" / "meniscus" / "autosave"
        self.assertEqual(list(autosaves.glob("work-*")), [])

    def test_no_more_questions(self):
        sandbox = self.open(*SCENE)
        self.change(sandbox)
        sandbox.key("bracketright")
        sandbox.wait_for(lambda s: "question/silence" in s["controls"], "a question")
        sandbox.click("question/silence")
        sandbox.click("question/no")
        sandbox.wait_for(lambda s: s["scene"] == "pour", "the next scene")
        sandbox.close()
        kept = json.loads((self.desktop.home / "config" / "meniscus" / "preferences.json").read_text())
        self.assertFalse(kept["askBeforeLoss"])


class Recovery(FilesTest):
    def autosaves(self):
        return sorted((self.desktop.home / "state" / "meniscus" / "autosave").glob("work-*.meniscus"))

    def test_work_survives_a_kill_and_instances_leave_each_other_alone(self):
        first = desktop.Sandbox(self.desktop, *SCENE, "--autosave-every", "0.2")
        self.change(first)
        moment = self.pause(first)
        first.wait_for(lambda s: s["files"]["keptStep"] == moment["step"], "an autosave")
        second = self.open("drop", "--threads", "1")
        self.assertIsNone(second.settle(5)["files"]["recovery"], "the other one lives")
        first.process.send_signal(signal.SIGKILL)
        first.process.communicate()
        first.errors.close()
        stray = [folder / ".meniscus-99999999-0.tmp" for folder in (self.autosaves()[0].parent, self.desktop.home /
                                                                    "config" / "meniscus")]
        for path in stray:
            path.write_text("of a program that was killed")
        third = self.open("still-tank", "--threads", "1", "--particles", "1000")
        offer = third.wait_for(lambda s: "recovery/recover" in s["controls"], "an offer")
        self.assertEqual([path for path in stray if path.exists()], [])
        self.assertIn("Splash", offer["controls"]["recovery"]["value"])
        third.click("recovery/recover")
        third.wait_for(lambda s: s["scene"] == "splash" and s["files"]["unsaved"] and "steps" in s, "the work")
        self.assertEqual(third.hash(), moment)
        third.process.send_signal(signal.SIGTERM)
        self.assertEqual(third.process.wait(PATIENCE), 0)
        self.assertEqual(len(self.autosaves()), 1, "no user has thrown it away")

        (self.autosaves()[0].parent / "work-1-1.meniscus").write_bytes(b"not a snapshot")
        fourth = self.open("still-tank", "--threads", "1", "--particles", "1000")
        fourth.wait_for(lambda s: "recovery/delete" in s["controls"], "one offer, not two")
        self.assertNotIn("more", fourth.state()["controls"]["recovery"]["value"])
        fourth.click("recovery/delete")
        fourth.wait_for(lambda s: not s["files"]["recovery"], "nothing is left")
        self.assertEqual(self.autosaves(), [])


if __name__ == "__main__":
    desktop.main()
