"""A desktop of our own (Xvfb and openbox) and the real program in it, driven by real mouse and key events."""
import json
import os
import pathlib
import random
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.environ.get("MENISCUS", "build/release/meniscus")
# With the address sanitizer: libraries of the graphics driver that must stay in memory to the end, or what they keep on
# purpose counts as leaked.
PRELOAD = os.environ.get("MENISCUS_PRELOAD", "")
# Not a bar on speed: nothing waits longer than it must, and a busy machine may take its time.
PATIENCE = float(os.environ.get("MENISCUS_PATIENCE", "240"))
# What tests prefer unless they say otherwise: most change settings and go on without a question, and need no fine
# picture, which the processor draws here.
DRAFT = {"askBeforeLoss": False, "resolution": "0.5"}


def wait_until(condition, what):
    """Returns the first true value of condition()."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError(f"waited {PATIENCE:.0f} s for: {what}")


class Desktop:
    """An X server with a window manager and a home folder that nobody else uses."""

    def __init__(self, size="1600x1000", arguments=(), window_manager=True):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="meniscus-desktop-"))
        self.server, number = self._start_server(size, arguments)
        self.environment = {**os.environ, "DISPLAY": f":{number}", "HOME": str(self.home),
                            "XDG_CONFIG_HOME": str(self.home / "config"),
                            "XDG_STATE_HOME": str(self.home / "state"),
                            "XDG_DOCUMENTS_DIR": str(self.home / "documents"),
                            "XDG_PICTURES_DIR": str(self.home / "pictures"),
                            "XDG_VIDEOS_DIR": str(self.home / "videos"), "LC_ALL": "C.UTF-8"}
        self.environment.pop("WAYLAND_DISPLAY", None)
        self.prefer()
        self.manager = None
        if window_manager:
            self.manager = subprocess.Popen(["openbox"], env=self.environment, stdout=subprocess.DEVNULL,
                                            stderr=subprocess.DEVNULL)
            wait_until(lambda: "window id" in self.run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK"), "openbox")

    def prefer(self, **preferences):
        """Writes preferences as a user would have them, on top of DRAFT."""
        folder = self.home / "config" / "meniscus"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "preferences.json").write_text(json.dumps({**DRAFT, **preferences}))

    @staticmethod
    def _start_server(size, arguments):
        # A number of our own choice comes with a lock file; left to choose, two servers at once may take the same one.
        for number in random.sample(range(1000, 30000), 20):
            reader, writer = os.pipe()
            server = subprocess.Popen(
                ["Xvfb", f":{number}", "-displayfd", str(writer), "-screen", "0", f"{size}x24", "-nolisten", "tcp",
                 "-noreset", *arguments], pass_fds=[writer], stderr=subprocess.DEVNULL)
            os.close(writer)
            with open(reader) as answer:
                if answer.readline().endswith("\n"):  # an early close would end the server; no answer is end of file
                    return server, number
            server.kill()
            server.wait()
        raise AssertionError("Xvfb did not start")

    def run(self, *command):
        result = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=PATIENCE)
        return result.stdout

    def xdotool(self, *arguments):
        result = subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, capture_output=True,
                                text=True, timeout=PATIENCE)
        if result.returncode != 0:
            raise AssertionError(f"xdotool {arguments}: {result.stderr}")
        return result.stdout.strip()

    def close(self):
        for process in (self.manager, self.server):
            if process is not None and process.poll() is None:
                process.terminate()
                process.wait(PATIENCE)
        shutil.rmtree(self.home, ignore_errors=True)


class Sandbox:
    """The running program. state() asks it what it shows; everything else goes through mouse and keys."""

    def __init__(self, desktop, *arguments):
        self.desktop = desktop
        self.errors = open(desktop.home / "stderr.txt", "w+")
        self.process = subprocess.Popen([PROGRAM, *arguments, "--probe"], text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=self.errors,
                                        env={**desktop.environment, "LD_PRELOAD": PRELOAD})
        wait_until(lambda: "steps" in self.state(), "the first frame")
        self.window = wait_until(lambda: self._find_window(), "the window")
        desktop.xdotool("windowactivate", "--sync", self.window) if desktop.manager else None
        desktop.xdotool("mousemove", "--window", self.window, 5, 5)
        self.wait_for(lambda state: state["controls"] != {}, "the panels")

    def _find_window(self):
        result = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(self.process.pid)],
                                env=self.desktop.environment, capture_output=True, text=True)
        return result.stdout.split()[-1] if result.stdout.split() else None

    def state(self):
        return self.ask("state")

    def hash(self):
        """Step and hash of the state as it is."""
        return self.ask("hash")

    def ask(self, question):
        try:
            self.process.stdin.write(question + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise AssertionError(f"the program ended: {self.said()}") from None
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        line = self.process.stdout.readline() if ready else ""
        if not line:
            raise AssertionError(f"the program does not answer: {self.said()}")
        return json.loads(line)

    def said(self):
        self.errors.flush()
        return (self.desktop.home / "stderr.txt").read_text()

    def wait_for(self, condition, what):
        """Waits until the condition holds for the state and returns that state."""
        last = {}

        def holds():
            last["state"] = self.state()
            return condition(last["state"])

        try:
            wait_until(holds, what)
        except AssertionError:
            short = {key: value for key, value in last["state"].items() if key not in ("controls", "settings")}
            raise AssertionError(f"waited for: {what}; state: {short}") from None
        return last["state"]

    def settle(self, passes=3):
        """Waits until what was done has been seen and drawn."""
        start = self.state()["passes"]
        return self.wait_for(lambda state: state["passes"] >= start + passes, "more pictures")

    def key(self, *keys):
        self.desktop.xdotool("key", "--window", self.window, *keys) if not self.desktop.manager else \
            self.desktop.xdotool("key", *keys)

    def move(self, x, y):
        self.desktop.xdotool("mousemove", "--window", self.window, round(x), round(y))

    def press(self, button=1):
        self.desktop.xdotool("mousedown", button)

    def release(self, button=1):
        self.desktop.xdotool("mouseup", button)

    def drag(self, start, end, button=1, steps=12, modifier=None):
        """Presses at start, goes to end in steps and lets go."""
        self.move(*start)
        self.settle(2)
        if modifier:
            self.desktop.xdotool("keydown", modifier)
        self.press(button)
        self.settle(1)
        for k in range(1, steps + 1):
            share = k / steps
            self.move(start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
            time.sleep(0.02)
        self.settle(1)
        self.release(button)
        if modifier:
            self.desktop.xdotool("keyup", modifier)
        return self.settle(2)

    def wheel(self, notches, modifiers=()):
        for modifier in modifiers:
            self.desktop.xdotool("keydown", modifier)
        self.settle(1)
        for _ in range(abs(notches)):
            self.desktop.xdotool("click", 4 if notches > 0 else 5)
        self.settle(2)
        for modifier in modifiers:
            self.desktop.xdotool("keyup", modifier)
        return self.settle(1)

    def place(self, control):
        """The middle of a control, scrolling its column until it shows."""
        def find():
            return self.state()["controls"].get(control)

        while True:  # the layout may still be on its way, and may take the control out of sight again
            before = find() or self._scroll_to(control, find)
            place = self.settle(1)["controls"].get(control)
            if place and place == before:
                return place["x"] + place["width"] / 2, place["y"] + place["height"] / 2

    def _scroll_to(self, control, find):
        width = self.state()["window"]["width"]
        for x in (40, width - 40):
            for direction in (5, 4):
                for _ in range(40):
                    self.desktop.xdotool("mousemove", "--window", self.window, x, 300, "click", direction)
                    self.settle(2)
                    if find():
                        return find()
        raise AssertionError(f"no control '{control}'; there are: {sorted(self.state()['controls'])}")

    def click(self, control):
        x, y = self.place(control)
        self.move(x, y)
        self.settle(2)
        self.press()
        self.settle(1)
        self.release()
        return self.settle(3)

    def middle(self):
        window = self.state()["window"]
        return window["width"] / 2, window["height"] / 2

    def close(self):
        """Ends the program as a user would, and returns its exit code and what it printed."""
        if self.process.poll() is None:
            try:
                self.process.stdin.write("close\n")
                self.process.stdin.flush()
            except BrokenPipeError:
                pass
        try:
            out, _ = self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGKILL)
            out, _ = self.process.communicate()
        self.errors.close()
        return self.process.returncode, out


class WindowTest(unittest.TestCase):
    """A desktop for each test; sandboxes that it opens must end well and without a complaint of the graphics driver."""

    desktop_size = "1600x1000"

    def setUp(self):
        self.desktop = Desktop(self.desktop_size)
        self.addCleanup(self.desktop.close)

    def open(self, *arguments):
        sandbox = Sandbox(self.desktop, *arguments)
        self.addCleanup(self.check_end, sandbox)
        return sandbox

    def check_end(self, sandbox):
        if sandbox.process.poll() is None:
            self.assertEqual(sandbox.state()["glMessages"], 0, "messages of the OpenGL driver")
        code, _ = sandbox.close()
        self.assertEqual(code, 0)
        self.assertEqual((self.desktop.home / "stderr.txt").read_text(), "")


def main():
    unittest.main(argv=[sys.argv[0], "-v", *sys.argv[1:]])
