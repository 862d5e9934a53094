#!/usr/bin/env python3
"""Several fluids: the panel that lists them, and the tools that heat, cool and dye. All of it paused or step by step: no
busy machine lets the fluid run on meanwhile."""
import desktop
from desktop import WindowTest

FEW = ("two-fluids", "--particles", "900", "--paused", "--view", "hidden")


def named(state, name):
    return next((fluid for fluid in state["fluids"] if fluid["name"] == name), None)


class Fluids(WindowTest):
    def click_in(self, sandbox, control, share):
        """Clicks at a share of a slider's width."""
        sandbox.place(control)  # scrolls to it
        place = sandbox.state()["controls"][control]
        sandbox.move(place["x"] + share * place["width"], place["y"] + place["height"] / 2)
        sandbox.settle(2)
        sandbox.press()
        sandbox.settle(2)
        sandbox.release()
        return sandbox.settle(3)

    def hold_in_fluid(self, sandbox):
        """Presses in the middle of the glass, and returns the state before."""
        x, y = sandbox.middle()
        sandbox.move(x, y + 60)
        before = sandbox.settle(3)
        sandbox.press()
        sandbox.wait_for(lambda s: s.get("brush", {}).get("active"), "the brush")
        return before

    def step_until(self, sandbox, condition, what, most=40):
        """Single steps until the condition holds."""
        for _ in range(most):
            steps = sandbox.state()["steps"]
            self.desktop.xdotool("key", "o")
            state = sandbox.wait_for(lambda s: s["steps"] > steps, "a step")
            if condition(state):
                return state
        self.fail(f"{most} steps without {what}: {state['fluids']}, {state.get('mixture')}")

    def test_a_chosen_fluid_is_changed_and_undone(self):
        sandbox = self.open(*FEW)
        first = sandbox.state()
        self.assertEqual(first["chosenFluid"], "blue")
        self.assertEqual([fluid["name"] for fluid in first["fluids"]], ["blue", "red"])
        self.assertEqual(sum(fluid["particles"] for fluid in first["fluids"]), 900)
        self.assertEqual(first["controls"]["fluids/list/red/count"]["value"], str(named(first, "red")["particles"]))
        self.assertEqual(sandbox.click("fluids/list/red")["chosenFluid"], "red")
        self.click_in(sandbox, "fluids/viscosity", 0.95)
        state = sandbox.wait_for(lambda s: named(s, "red")["viscosity"] > 2 * named(first, "red")["viscosity"],
                                 "thick red fluid")
        self.assertEqual(named(state, "blue"), named(first, "blue"), "the other one stays as it was")
        self.assertEqual(state["settings"], first["settings"])
        sandbox.click("fluids/viscosity/reset")
        sandbox.wait_for(lambda s: s["fluids"] == first["fluids"], "the scene's own red fluid")
        # The first fluid and the settings are one.
        sandbox.click("fluids/list/blue")
        self.click_in(sandbox, "fluids/viscosity", 0.95)
        sandbox.wait_for(lambda s: s["settings"]["viscosity"] == named(s, "blue")["viscosity"] !=
                         first["settings"]["viscosity"], "the same viscosity as a setting")
        sandbox.key("r")
        sandbox.wait_for(lambda s: s["fluids"] == first["fluids"] and s["settings"] == first["settings"], "a reset")

    def test_a_fluid_is_added_and_poured(self):
        sandbox = self.open("splash", "--particles", "400", "--paused", "--view", "hidden")
        self.assertEqual([fluid["name"] for fluid in sandbox.state()["fluids"]], ["water"])
        self.assertNotIn("mixture", sandbox.state())
        sandbox.click("panel/fluids")
        sandbox.click("fluids/add/oil")
        state = sandbox.wait_for(lambda s: named(s, "oil"), "oil among the fluids")
        self.assertEqual(state["chosenFluid"], "oil")
        self.assertEqual(named(state, "oil")["particles"], 0)
        sandbox.click("tools/pour")
        x, y = sandbox.middle()
        sandbox.move(x, y - 40)
        sandbox.settle(3)
        sandbox.press()
        sandbox.wait_for(lambda s: s["brush"]["active"], "the brush")
        state = self.step_until(sandbox, lambda s: named(s, "oil")["particles"] > 5, "oil that comes")
        sandbox.release()
        self.assertEqual(named(state, "water")["particles"], 400, "nothing but oil came")
        self.assertEqual(state["escaped"], 0)
        sandbox.key("r")
        sandbox.wait_for(lambda s: len(s["fluids"]) == 1 and s["particles"] == 400, "the scene's own fluid alone")
        self.assertEqual(sandbox.settle(3)["messages"], [])

    def test_heat_warms_and_cool_cools(self):
        sandbox = self.open(*FEW)
        sandbox.click("tools/heat")
        first = self.hold_in_fluid(sandbox)["mixture"]
        self.assertAlmostEqual(first["hottest"], 20, delta=0.5)
        warm = self.step_until(sandbox, lambda s: s["mixture"]["hottest"] > first["hottest"] + 3, "warmth")["mixture"]
        sandbox.release()
        sandbox.wait_for(lambda s: not s["brush"]["active"], "the end of it")
        self.assertAlmostEqual(warm["coldest"], 20, delta=0.5, msg="far from the brush")
        sandbox.click("tools/cool")
        self.hold_in_fluid(sandbox)
        cold = self.step_until(sandbox, lambda s: s["mixture"]["hottest"] < warm["hottest"] - 1, "less warmth")
        self.step_until(sandbox, lambda s: s["mixture"]["coldest"] < 18, "cold")
        sandbox.release()
        self.assertEqual(cold["stopReason"], "")

    def test_dye_dyes_water(self):
        sandbox = self.open("still-tank", "--particles", "600", "--paused", "--view", "hidden")
        self.assertNotIn("mixture", sandbox.state())
        self.assertFalse(sandbox.click("tools/dye")["controls"]["tools/strength"]["enabled"])
        self.hold_in_fluid(sandbox)
        dyed = sandbox.wait_for(lambda s: s.get("mixture", {}).get("dye", 0) > 5, "dyed water")
        sandbox.release()
        self.assertLess(dyed["mixture"]["dye"], 600)


if __name__ == "__main__":
    desktop.main()
