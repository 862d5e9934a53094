#!/usr/bin/env python3
"""Every control of every panel does what it says."""
import desktop
from desktop import WindowTest

TALL = "1400x2300"  # high enough for all panels at once: scrolling is another test


class PanelTest(WindowTest):
    desktop_size = TALL

    def setUp(self):
        super().setUp()
        self.desktop.prefer(interfaceScale=1)

    def open_tall(self, *arguments):
        # Not larger than it must be: the picture is drawn by the processor here.
        self.desktop.prefer(interfaceScale=1, windowWidth=1000, windowHeight=2240)
        sandbox = self.open(*arguments)
        self.assertEqual(sandbox.state()["window"], {"width": 1000, "height": 2240})
        return sandbox

    def click_in(self, sandbox, control, share):
        """Clicks at a share of a slider's width."""
        sandbox.place(control)  # waits until the layout has it
        place = sandbox.state()["controls"][control]
        sandbox.move(place["x"] + share * place["width"], place["y"] + place["height"] / 2)
        sandbox.settle(2)
        sandbox.press()
        sandbox.settle(2)
        sandbox.release()
        return sandbox.settle(3)


class Panels(PanelTest):
    def test_scenes(self):
        sandbox = self.open("--paused")
        for scene in ("splash", "pour", "dam-break", "still-tank", "drop", "glass-swirl"):
            sandbox.click(f"scenes/{scene}")
            sandbox.wait_for(lambda state: state["scene"] == scene and "steps" in state, scene)

    def test_transport(self):
        sandbox = self.open("still-tank")
        sandbox.click("transport/pause")
        state = sandbox.wait_for(lambda state: state["paused"], "pause")
        sandbox.click("transport/step")
        sandbox.wait_for(lambda state: state["steps"] > 0 and state["paused"], "a step")
        sandbox.click("transport/reset")
        sandbox.wait_for(lambda state: state["steps"] == 0, "the beginning")
        sandbox.click("transport/pause")
        sandbox.wait_for(lambda state: not state["paused"] and state["steps"] > 0, "going on")
        sandbox.click("transport/next")
        sandbox.wait_for(lambda state: state["scene"] == "drop", "the next scene")
        sandbox.click("transport/previous")
        sandbox.wait_for(lambda state: state["scene"] == "still-tank", "the previous scene")
        for speed in (0.125, 0.25, 0.5, 2, 1):
            sandbox.click(f"transport/speed/{speed}")
            sandbox.wait_for(lambda state: state["speed"] == speed, f"speed {speed}")

    def test_slow_motion_is_slow(self):
        sandbox = self.open("drop")
        sandbox.click("transport/speed/0.125")
        state = sandbox.settle(3)
        start, seconds = state["time"], state["simulatedSeconds"]
        state = sandbox.wait_for(lambda s: s["simulatedSeconds"] > seconds + 0.1, "a tenth of a second")
        # No more than an eighth of the real time, but for the step in which it began; less on a busy machine.
        self.assertLess(state["simulatedSeconds"] - seconds, 0.125 * (state["time"] - start) + 0.06)

    def test_tools(self):
        sandbox = self.open("splash", "--paused")
        for tool in ("push", "pull", "swirl", "pour", "drain", "heat", "cool", "dye", "drag"):
            state = sandbox.click(f"tools/{tool}")
            self.assertEqual(state["tool"], tool)
            self.assertEqual(state["controls"]["tools/strength"]["enabled"], tool not in ("pour", "drain", "dye"))
        for name in ("radius", "strength"):
            high = self.click_in(sandbox, f"tools/{name}", 0.9)[name]
            low = self.click_in(sandbox, f"tools/{name}", 0.1)[name]
            self.assertGreater(high, low)

    def test_panels_fold_and_columns_widen(self):
        sandbox = self.open("splash", "--paused")
        for panel in ("scenes", "fluids", "fluid", "tools", "view", "numbers"):
            before = sandbox.state()["controls"].get(f"panel/{panel}", {}).get("value")
            if before is None:
                sandbox.place(f"panel/{panel}")
                before = sandbox.state()["controls"][f"panel/{panel}"]["value"]
            sandbox.click(f"panel/{panel}")
            sandbox.place(f"panel/{panel}")
            self.assertNotEqual(sandbox.state()["controls"][f"panel/{panel}"]["value"], before)
        place = sandbox.state()["controls"]["column/left"]
        x, y = place["x"] + place["width"] / 2, place["y"] + 200
        state = sandbox.drag((x, y), (x + 50, y))
        self.assertGreater(float(state["controls"]["column/left"]["value"]), float(place["value"]) + 30)

    def test_numbers_are_those_of_the_world(self):
        sandbox = self.open_tall("splash", "--paused")
        sandbox.click("panel/numbers")
        state = sandbox.settle(3)
        shown = {name.split("/", 1)[1]: place["value"] for name, place in state["controls"].items()
                 if name.startswith("numbers/")}
        self.assertEqual(shown["particles"].split(" of ")[0].replace(",", ""), str(state["particles"]))
        self.assertEqual(shown["steps"], "0")
        self.assertEqual(shown["escaped"], "0")
        self.assertGreater(float(shown["neighbours"]), 5)
        for name in ("fps", "steps-per-second", "real-time", "density-mean", "density-max", "volume", "kinetic",
                     "potential", "momentum", "threads", "graphics", "stages"):
            self.assertIn(name, shown)
        self.assertEqual(shown["steps-per-second"], "–", "nothing moves, so there is no rate to tell")

    def test_scrolling_reaches_the_last_control(self):
        sandbox = self.open("splash", "--paused")
        sandbox.click("view/screenshot")
        desktop.wait_until(lambda: list((self.desktop.home / "pictures").glob("*.png")), "a screenshot")


class FluidPanel(PanelTest):  # long
    def test_every_setting(self):
        sandbox = self.open_tall("splash", "--paused", "--view", "hidden")
        first = sandbox.state()["settings"]
        sandbox.click("panel/view")
        for group in ("world", "angles", "interface", "heat", "air", "forces", "solver"):
            sandbox.click(f"fluid/group/{group}")
            sandbox.wait_for(lambda s: s["controls"][f"fluid/group/{group}"]["value"] == "open", f"the group {group}")
        controls = sandbox.settle(3)["controls"]
        # Without a second fluid, heaters, air and fields of its own.
        idle = {"interfaceTension", "interfaceModel", "dyeDiffusion", "heaterStrength", "airThreshold", "boilingRate",
                "interfaceOn", "heatOn", "trappedAir", "fieldStrength", "wallPolarity", "pressureIterations",
                "divergenceIterations", "contactAngleSolids"}
        for key, value in first.items():
            names = [name for name in controls if name == f"fluid/{key}" or name.startswith(f"fluid/{key}/")]
            enabled = [name for name in names if controls[name]["enabled"]]
            self.assertTrue(names, f"a control for {key}")
            self.assertEqual(enabled == [], key in idle, f"{key} has an effect here: {enabled}")
            if key in idle:
                continue
            if f"fluid/{key}" in controls:
                shown = controls[f"fluid/{key}"]["value"]
                if shown in ("on", "off"):
                    sandbox.click(f"fluid/{key}")
                else:
                    self.click_in(sandbox, f"fluid/{key}", 0.93 if key != "timeStep" else 0.2)
            else:
                choices = [name for name in controls if name.startswith(f"fluid/{key}/") and
                           not name.endswith("/reset") and controls[name]["value"] != "chosen"]
                self.assertTrue(choices, f"a control for {key}")
                sandbox.click(choices[0])
            state = sandbox.wait_for(lambda s: s["settings"][key] != value, f"another {key} than {value}")
            self.assertTrue(state["controls"][f"fluid/{key}/reset"]["enabled"], key)
            others = [name for name in first if name != key and state["settings"][name] != first[name]]
            self.assertEqual(others, [], f"{key} changed others too")
            sandbox.click(f"fluid/{key}/reset")
            sandbox.wait_for(lambda s: s["settings"][key] == value, f"{key} back at {value}")
        self.assertFalse(sandbox.settle(3)["controls"]["fluid/reset-all"]["enabled"], "nothing left to undo")

    def test_presets(self):
        sandbox = self.open_tall("splash", "--paused", "--view", "hidden")
        first = sandbox.state()["settings"]
        seen = [first]
        for preset in ("soapy-water", "alcohol", "oil", "syrup", "honey"):
            sandbox.click(f"fluid/preset/{preset}")
            state = sandbox.wait_for(lambda s: s["settings"] not in seen, f"the settings of {preset}")
            seen.append(state["settings"])
        self.assertGreater(seen[-1]["viscosity"], 3 * first["viscosity"], "honey is thick")
        self.assertLess(seen[1]["surfaceTension"], first["surfaceTension"], "soap takes tension away")
        sandbox.click("fluid/preset/water")
        sandbox.wait_for(lambda s: s["settings"] == first, "the scene's own water")
        sandbox.click("fluid/preset/oil")
        sandbox.wait_for(lambda s: s["settings"] != first, "oil")
        sandbox.click("fluid/reset-all")
        sandbox.wait_for(lambda s: s["settings"] == first, "the scene's own settings")


class ViewPanel(PanelTest):
    def test_view(self):
        sandbox = self.open_tall("splash", "--paused")
        sandbox.click("panel/fluid")
        for view in ("hidden", "particles"):
            self.assertEqual(sandbox.click(f"view/{view}")["view"]["view"], view)
        for colour in ("plain", "density", "pressure", "surface", "speed"):
            self.assertEqual(sandbox.click(f"view/colour/{colour}")["view"]["colour"], colour)
        for background in ("daylight", "night", "plain", "studio"):
            self.assertEqual(sandbox.click(f"view/background/{background}")["view"]["background"], background)
        for toggle, name in (("container", "container"), ("shadow", "shadow"), ("vectors", "vectors")):
            before = sandbox.state()["view"][name]
            self.assertEqual(sandbox.click(f"view/{toggle}")["view"][name], not before)
        self.assertTrue(sandbox.state()["controls"]["view/vector-scale"]["enabled"], "vectors are on now")
        for slider, name in (("size", "particleSize"), ("vector-scale", "vectorScale")):
            high = self.click_in(sandbox, f"view/{slider}", 0.9)["view"][name]
            self.assertGreater(high, self.click_in(sandbox, f"view/{slider}", 0.1)["view"][name])
        sandbox.click("view/vectors")
        self.assertFalse(sandbox.state()["controls"]["view/vector-scale"]["enabled"])

    def test_every_view_has_its_own_colour(self):
        sandbox = self.open_tall("splash", "--paused")
        self.assertEqual(sandbox.click("view/colour/density")["view"]["colour"], "density")
        for key, view, colour in (("3", "surface", "plain"), ("2", "splats", "plain"), ("1", "particles", "density")):
            sandbox.key(key)
            sandbox.wait_for(lambda s: s["view"]["view"] == view, view)
            state = sandbox.settle(2)
            self.assertEqual(state["view"]["colour"], colour)
            self.assertEqual(state["controls"]["view/size"]["enabled"], view == "particles", "size of particles")
        sandbox.key("3")
        first = sandbox.wait_for(lambda s: s.get("surface"), "the mesh of plain water")["surface"]
        sandbox.click("view/colour/pressure")
        sandbox.wait_for(lambda s: s["surface"]["meshes"] > first["meshes"], "a mesh with pressures, though paused")
        sandbox.close()
        again = self.open("splash", "--paused")
        state = again.wait_for(lambda s: s.get("surface"), "the view that was shown last")
        self.assertEqual(state["view"]["colour"], "pressure")
        again.key("1")
        state = again.wait_for(lambda s: s["view"]["view"] == "particles", "particles")
        self.assertEqual(state["view"]["colour"], "density")

    def test_range_of_colours(self):
        sandbox = self.open_tall("splash", "--paused")
        state = sandbox.click("view/range/fixed")
        self.assertIsNotNone(state["view"]["range"])
        self.assertTrue(state["controls"]["view/range/upper"]["enabled"])
        place = state["controls"]["view/range/upper"]
        sandbox.drag((place["x"] + 20, place["y"] + 8), (place["x"] + 80, place["y"] + 8))
        changed = sandbox.wait_for(lambda s: s["view"]["range"] != state["view"]["range"], "another upper end")
        self.assertGreater(changed["view"]["range"][1], state["view"]["range"][1])
        self.assertIsNone(sandbox.click("view/range/auto")["view"]["range"])

    def test_picture_and_interface(self):
        sandbox = self.open_tall("splash", "--paused")
        for resolution in ("0.5", "0.75", "1", "1.5", "2"):
            sandbox.click(f"view/resolution/{resolution}")
            sandbox.wait_for(lambda s: s["resolution"] == float(resolution), f"resolution {resolution}")
        sandbox.click("view/resolution/auto")
        small = sandbox.click("view/interface/1")["controls"]["panel/scenes"]["height"]
        large = sandbox.click("view/interface/1.5")["controls"]["panel/scenes"]["height"]
        self.assertGreater(large, 1.3 * small)

    def test_camera_screenshot_and_full_screen(self):
        sandbox = self.open_tall("splash", "--paused")
        first = sandbox.state()["camera"]
        sandbox.move(*sandbox.middle())
        sandbox.wheel(2)
        self.assertEqual(sandbox.click("view/camera-reset")["camera"], first)
        sandbox.click("view/screenshot")
        desktop.wait_until(lambda: list((self.desktop.home / "pictures").glob("*.png")), "a screenshot")
        sandbox.click("view/full-screen")
        sandbox.wait_for(lambda s: s["fullScreen"], "full screen")


class SurfaceMesh(PanelTest):
    """The mesh of the fluid's surface is made beside the simulation."""

    def test_it_follows_the_fluid_and_tells_its_lag(self):
        sandbox = self.open_tall("splash")
        self.assertNotIn("surface", sandbox.state(), "nothing is meshed where nobody looks")
        self.assertNotIn("surface/cell-size", sandbox.state()["controls"], "folded where it means nothing")
        sandbox.click("panel/numbers")
        sandbox.key("3")
        first = sandbox.wait_for(lambda s: s.get("surface"), "a mesh")
        self.assertGreater(first["surface"]["triangles"], 100)
        self.assertGreater(first["surface"]["milliseconds"], 0)
        state = sandbox.wait_for(lambda s: s["steps"] > first["steps"] and
                                 s["surface"]["meshes"] > first["surface"]["meshes"] + 2, "steps and more meshes")
        # The lag in steps and in time are the same thing.
        lag = sandbox.wait_for(lambda s: s["surface"]["lagSteps"] > 0, "a mesh that lags")["surface"]
        step = state["simulatedSeconds"] / state["steps"]
        self.assertAlmostEqual(lag["lagSeconds"], step * lag["lagSteps"], delta=0.01 * step)
        self.assertRegex(state["controls"]["numbers/surface/lag"]["value"], r"^\d+ steps?, \d+\.\d ms$")
        sandbox.key("space")
        sandbox.wait_for(lambda s: s["paused"] and s["surface"]["lagSteps"] == 0, "no lag in a pause")
        sandbox.key("r")
        sandbox.wait_for(lambda s: s["steps"] == 0 and s["surface"]["lagSteps"] == 0, "the mesh of the start")
        sandbox.key("bracketright")
        sandbox.wait_for(lambda s: s["scene"] == "pour" and s.get("surface"), "a mesh of the next scene")
        sandbox.key("1")
        sandbox.wait_for(lambda s: "surface" not in s, "no more meshes")
        self.assertFalse(sandbox.settle(2)["controls"]["numbers/surface/lag"]["enabled"])

    def test_settings(self):
        sandbox = self.open_tall("splash", "--paused")
        sandbox.click("panel/fluid")  # the controls of the surface need its room
        sandbox.key("3")
        first = sandbox.wait_for(lambda s: s.get("surface"), "a mesh")
        usual = first["view"]["surface"]
        self.click_in(sandbox, "surface/cell-size", 0.9)
        sandbox.wait_for(lambda s: s["surface"]["triangles"] != first["surface"]["triangles"], "a coarse mesh")
        sandbox.click("surface/cell-size/reset")
        sandbox.wait_for(lambda s: s["surface"]["triangles"] == first["surface"]["triangles"], "the first mesh again")
        for slider, name, share in (("iso-value", "isoValue", 0.1), ("smoothing", "smoothingPasses", 0.2)):
            before = sandbox.state()["surface"]["meshes"]
            self.assertNotEqual(self.click_in(sandbox, f"surface/{slider}", share)["view"]["surface"][name],
                                usual[name])
            sandbox.wait_for(lambda s: s["surface"]["meshes"] > before, f"a mesh with another {name}")
        for toggle, name in (("normals/field", "normals"), ("droplets", "droplets"), ("walls", "flatAtWalls")):
            self.assertNotEqual(sandbox.click(f"surface/{toggle}")["view"]["surface"][name], usual[name])
        state = sandbox.state()
        sandbox.close()
        again = self.open("splash", "--paused")
        self.assertEqual(again.state()["view"], state["view"], "found again")


if __name__ == "__main__":
    desktop.main()
