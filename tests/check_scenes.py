#!/usr/bin/env python3
"""Holds scene files against their JSON Schema with a validator that nobody here wrote.

usage: MENISCUS=build/release/meniscus python3 check_scenes.py [CLASS[.TEST]]
"""
import copy
import json
import os
import pathlib
import re
import subprocess
import unittest

import jsonschema

PROGRAM = str(pathlib.Path(os.environ["MENISCUS"]).resolve())
DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
Validator = jsonschema.Draft202012Validator


def output(*arguments):
    return subprocess.run([PROGRAM, *arguments], check=True, capture_output=True, text=True, timeout=60).stdout


def problems(schema, scene):
    return [f"{error.json_path}: {error.message[:200]}" for error in Validator(schema).iter_errors(scene)]


class Scenes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.schema_text = output("schema")
        cls.schema = json.loads(cls.schema_text)

    def test_schema_is_one(self):
        Validator.check_schema(self.schema)
        self.assertEqual(self.schema["$schema"], "https://json-schema.org/draft/2020-12/schema")

    def test_schema_of_the_docs_is_up_to_date(self):
        kept = (DOCS / "scene.schema.json").read_text()
        self.assertEqual(kept, self.schema_text, "write it anew: meniscus schema > docs/scene.schema.json")

    def test_built_in_scenes_are_valid(self):
        names = [scene["name"] for scene in json.loads(output("scenes", "--json"))]
        self.assertGreaterEqual(len(names), 12)
        for name in names:
            with self.subTest(name):
                self.assertEqual(problems(self.schema, json.loads(output("write", name))), [])

    def test_examples_of_the_docs_are_valid(self):
        examples = re.findall(r"```json\n(.*?)```", (DOCS / "scene-files.md").read_text(), re.DOTALL)
        whole = [json.loads(text) for text in examples if '"format"' in text]
        self.assertGreaterEqual(len(whole), 1)
        for scene in whole:
            self.assertEqual(problems(self.schema, scene), [])

    def test_wrong_scenes_are_not(self):
        good = json.loads(output("write", "boiling"))
        self.assertEqual(problems(self.schema, good), [])
        wrong = {
            "another format": lambda s: s.update(format="meniscus-log"),
            "another version": lambda s: s.update(version=2),
            "no room": lambda s: s.pop("room"),
            "an unknown key": lambda s: s.update(setings={}),
            "too many particles": lambda s: s.update(particles=10**9),
            "particles as text": lambda s: s.update(particles="many"),
            "a room without a corner": lambda s: s["room"].pop("upper"),
            "a corner of two numbers": lambda s: s["room"].update(upper=[1, 2]),
            "a look that is none": lambda s: s["room"].update(look="cage"),
            "a solid of no shape": lambda s: s["solids"][0].pop("shape"),
            "a cylinder without radius": lambda s: s["solids"][0].pop("radius"),
            "a setting out of range": lambda s: s["settings"].update(viscosity=-1),
            "a toggle as a number": lambda s: s["settings"].update(gravityOn=1),
            "a choice that is none": lambda s: s["settings"].update(kernelPair="other"),
            "a property out of range": lambda s: s["fluids"][1].update(red=2),
            "too many fluids": lambda s: s.update(fluids=9 * [s["fluids"][0]]),
            "a fill of a wrong shape": lambda s: s["fill"][0].update(shape="cube"),
            "an emitter without centre": lambda s: s["emitters"][0].pop("centre"),
            "a view that is none": lambda s: s.update(view={"view": "surfce"}),
            "a site of text": lambda s: s.update(cavitationSites=[["a", "b", "c"]]),
        }
        for name, spoil in wrong.items():
            with self.subTest(name):
                scene = copy.deepcopy(good)
                spoil(scene)
                self.assertNotEqual(problems(self.schema, scene), [])


if __name__ == "__main__":
    unittest.main()
