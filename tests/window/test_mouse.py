#!/usr/bin/env python3
"""The mouse is in the water: tools, brush and camera."""
import math

import desktop
from desktop import WindowTest


def difference(a, b):
    return [x - y for x, y in zip(a, b)]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def length(a):
    return math.sqrt(dot(a, a))


def right_of(camera):
    return [math.cos(camera["yaw"]), 0.0, -math.sin(camera["yaw"])]


def up_of(camera):
    """Up in the picture, which the camera looks down on."""
    yaw, pitch = camera["yaw"], camera["pitch"]
    return [-math.sin(yaw) * math.sin(pitch), math.cos(pitch), -math.cos(yaw) * math.sin(pitch)]


class Tools(WindowTest):
    def open_paused(self, scene):
        """Paused, the momentum is measured after every step, and no busy machine lets the fluid run on meanwhile. Without
        tension nothing but the tool moves it: a brush also brakes fluid that draws together, more so in front."""
        return self.open(scene, "--paused", "--set", "tensionOn=off")

    def step_once(self, sandbox, place=None):
        """A step, at once after a move to the place: one that comes later finds the mouse at rest."""
        steps = sandbox.state()["steps"]
        move = ["mousemove", "--window", sandbox.window, *map(round, place)] if place else []
        self.desktop.xdotool(*move, "key", "o")
        return sandbox.wait_for(lambda s: s["steps"] > steps, "a step")

    def momentum_of_drag(self, across, down):
        """Drags through the floating ball, a step for each move, until it moves; returns how its momentum changed, and
        the camera."""
        sandbox = self.open_paused("drop")
        x, y = sandbox.middle()
        sandbox.move(x - across / 2, y - down / 2)
        before = sandbox.settle(3)
        sandbox.press()
        sandbox.wait_for(lambda s: s["brush"]["active"], "the brush")
        for k in range(1, 41):
            place = x - across / 2 + across * k / 40, y - down / 2 + down * k / 40
            change = difference(self.step_once(sandbox, place)["momentum"], before["momentum"])
            if length(change) > 0.01:
                break
        self.assertTrue(sandbox.state()["brush"]["active"])
        sandbox.release()
        sandbox.wait_for(lambda s: not s["brush"]["active"], "the end of the drag")
        self.assertGreater(length(change), 0.01, "the ball moves with the drag")
        return change, before["camera"]

    def test_drag_takes_the_fluid_along(self):
        for across in (200, -200):
            change, camera = self.momentum_of_drag(across, 0)
            along = math.copysign(1, across) * dot(change, right_of(camera))
            self.assertGreater(along, 0.9 * length(change), f"along the drag; change: {change}")

    def test_drag_upwards_lifts(self):
        change, camera = self.momentum_of_drag(0, -200)
        self.assertGreater(dot(change, up_of(camera)), 0.9 * length(change), f"upwards; change: {change}")
        self.assertGreater(change[1], 0, "up in the room, too")

    def test_brush_is_in_the_fluid(self):
        sandbox = self.open("still-tank")
        x, y = sandbox.middle()
        sandbox.move(x, y + 60)

        def is_in_tank(state):
            x, y, z = state.get("brush", {"centre": (9, 9, 9)})["centre"]
            return abs(x) < 0.16 and -0.02 < y < 0.25 and abs(z) < 0.16

        sandbox.wait_for(is_in_tank, "a brush within the water")
        sandbox.move(*sandbox.place("panel/scenes"))
        sandbox.wait_for(lambda s: "brush" not in s, "no brush over a panel")

    def momentum_of_hold(self, tool, aside):
        """Holds the tool beside the middle of the floating ball; returns the change of momentum in the camera's axes."""
        sandbox = self.open_paused("drop")
        sandbox.click(f"tools/{tool}")
        self.assertEqual(sandbox.state()["tool"], tool)
        x, y = sandbox.middle()
        sandbox.move(x + aside, y)
        before = sandbox.settle(3)
        sandbox.press()
        sandbox.wait_for(lambda s: s["brush"]["active"], "the brush")
        for _ in range(40):
            after = self.step_once(sandbox)
            if length(difference(after["momentum"], before["momentum"])) > 0.02:
                break
        sandbox.release()
        change = difference(after["momentum"], before["momentum"])
        right = right_of(before["camera"])
        return dot(change, right), dot(change, [-right[2], 0.0, right[0]]), change[1]

    def test_push_drives_away_and_pull_attracts(self):
        # At the right edge of the ball: push drives it to the left, pull to the right.
        self.assertLess(self.momentum_of_hold("push", 70)[0], -0.01)
        self.assertGreater(self.momentum_of_hold("pull", 70)[0], 0.01)

    def test_swirl_turns_around_the_vertical(self):
        # What lies left of the axis goes around it, to the front or the back and not up or down.
        right, ahead, up = self.momentum_of_hold("swirl", 70)
        self.assertGreater(abs(ahead), 0.01)
        self.assertLess(abs(up), 0.3 * abs(ahead))

    def test_pour_and_drain(self):
        sandbox = self.open("splash")
        x, y = sandbox.middle()
        first = sandbox.state()["particles"]
        sandbox.click("tools/pour")
        # Before, the mouse may point at a drop on the back wall, where there is no room for a jet.
        sandbox.wait_for(lambda state: state["steps"] > 500, "the end of the splash")
        sandbox.move(x, y - 60)
        sandbox.press()
        sandbox.wait_for(lambda state: state["particles"] > first + 50, "more fluid")
        sandbox.release()
        more = sandbox.settle(5)["particles"]
        self.assertEqual(sandbox.settle(5)["particles"], more, "no more once the button is up")
        sandbox.click("tools/drain")
        sandbox.move(x, y + 60)
        sandbox.press()
        sandbox.wait_for(lambda state: state["particles"] < more - 50, "less fluid")
        sandbox.release()
        self.assertEqual(sandbox.wait_for(lambda s: s["steps"] > 0, "steps")["escaped"], 0)

    def test_tools_work_while_paused(self):
        sandbox = self.open("splash", "--paused")
        first = sandbox.state()["particles"]
        sandbox.click("tools/drain")
        x, y = sandbox.middle()
        sandbox.move(x, y + 70)
        sandbox.press()
        sandbox.wait_for(lambda state: state["particles"] < first, "less fluid")
        sandbox.release()

    def test_brush_size_and_strength_by_the_wheel(self):
        sandbox = self.open("splash")
        sandbox.move(*sandbox.middle())
        before = sandbox.settle(3)
        larger = sandbox.wheel(3, ["ctrl"])
        self.assertGreater(larger["radius"], before["radius"])
        self.assertGreater(larger["brush"]["radius"], before["brush"]["radius"])
        self.assertEqual(larger["camera"], before["camera"])
        self.assertLess(sandbox.wheel(-3, ["ctrl"])["radius"], larger["radius"])
        self.assertGreater(sandbox.wheel(2, ["ctrl", "shift"])["strength"], before["strength"])


class Clicks(WindowTest):
    def test_a_click_counts_where_it_was_made(self):
        sandbox = self.open("still-tank", "--paused")
        for first, second in (("drop", "pour"), ("splash", "glass-swirl"), ("dam-break", "drop")):
            target, other = sandbox.place(f"scenes/{first}"), sandbox.place(f"scenes/{second}")
            sandbox.move(*target)
            sandbox.settle(2)
            self.desktop.xdotool("mousedown", 1, "mouseup", 1, "mousemove", "--window", sandbox.window,
                                 round(other[0]), round(other[1]))
            sandbox.settle(5)
            self.assertEqual(sandbox.state()["scene"], first)

    def test_many_keys_do_not_hold_up_the_mouse(self):
        sandbox = self.open("splash", "--paused")
        sandbox.move(*sandbox.place("tools/swirl"))
        passes = sandbox.settle(2)["passes"]
        self.desktop.xdotool("key", "--delay", 1, *["r"] * 60)
        self.desktop.xdotool("click", 1)
        state = sandbox.wait_for(lambda s: s["tool"] == "swirl", "the click after the keys")
        self.assertLess(state["passes"] - passes, 150, "pictures until the click took effect")


class Camera(WindowTest):
    def test_orbit_pan_zoom_and_reset(self):
        sandbox = self.open("splash", "--paused")
        x, y = sandbox.middle()
        first = sandbox.state()["camera"]
        turned = sandbox.drag((x, y), (x + 120, y + 40), button=3)["camera"]
        self.assertNotEqual(turned["yaw"], first["yaw"])
        self.assertGreater(turned["pitch"], first["pitch"], "dragging down looks from higher up")
        self.assertEqual(turned["target"], first["target"])
        for button, modifier in ((2, None), (3, "shift")):
            before = sandbox.state()["camera"]
            panned = sandbox.drag((x, y), (x + 90, y), button=button, modifier=modifier)["camera"]
            way = dot(difference(panned["target"], before["target"]), right_of(before))
            self.assertLess(way, -0.01, "the picture follows the mouse, so the target goes the other way")
            self.assertEqual(panned["yaw"], before["yaw"])
        near = sandbox.wheel(3)["camera"]
        self.assertLess(near["distance"], first["distance"])
        self.assertGreater(sandbox.wheel(-5)["camera"]["distance"], near["distance"])
        sandbox.move(x, y)
        self.desktop.xdotool("click", "--repeat", 2, "--delay", 60, 1)
        sandbox.wait_for(lambda state: state["camera"] == first, "a double click resets the camera")

    def test_camera_keeps_within_bounds(self):
        sandbox = self.open("splash", "--paused")
        x, y = sandbox.middle()
        for _ in range(4):
            sandbox.drag((x, y - 200), (x, y + 250), button=3)
        self.assertLess(sandbox.state()["camera"]["pitch"], math.pi / 2)
        near = sandbox.wheel(60)["camera"]["distance"]
        self.assertGreater(near, 0.01)
        self.assertLess(sandbox.wheel(-90)["camera"]["distance"], 1000)

    def test_panels_do_not_move_the_camera(self):
        sandbox = self.open("splash", "--paused")
        first = sandbox.state()["camera"]
        panel = sandbox.place("panel/scenes")
        sandbox.drag(panel, (panel[0] + 60, panel[1] + 60), button=3)
        sandbox.move(*panel)
        self.assertEqual(sandbox.wheel(2)["camera"], first)


if __name__ == "__main__":
    desktop.main()
