"""A screen with a window manager, and the programs that run on it with a home of their own."""

import os
import resource
import shutil
import signal
import subprocess
import time

from fence import fence_in
from x_display import Display

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.path.dirname(os.path.dirname(HERE))
WIDTH, HEIGHT = 1366, 768


class Fault(Exception):
    """What must not be."""


class Screen:
    """Xvfb with openbox; all of it goes with close()."""

    def __init__(self, folder):
        self.processes = []
        self.log = open(os.path.join(folder, "screen.log"), "wb")
        reading, writing = os.pipe()
        self.start(["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp"],
                   pass_fds=[writing])
        os.close(writing)
        with open(reading) as told:
            number = told.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        self.name = ":" + number
        self.environment = dict(os.environ, DISPLAY=self.name)
        self.display = Display(self.name)
        self.start(["openbox", "--sm-disable", "--config-file", os.path.join(HERE, "openbox.xml")],
                   env=dict(self.environment, HOME=folder, XDG_CACHE_HOME=folder, XDG_CONFIG_HOME=folder))
        for _ in range(500):
            if self.display.property(self.display.root, "_NET_SUPPORTING_WM_CHECK"):
                return
            time.sleep(0.02)
        raise RuntimeError("openbox did not start")

    def start(self, words, **options):
        self.processes.append(subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
                                               **options))

    def xdotool(self, *words):
        subprocess.run(["xdotool", *map(str, words)], env=self.environment, stdin=subprocess.DEVNULL,
                       stdout=self.log, stderr=self.log, timeout=60, check=False)

    def close(self):
        while self.processes:
            process = self.processes.pop()
            process.terminate()
            process.wait()


class Home:
    """A person's folders, with a few files to open."""

    def __init__(self, folder):
        self.folder = folder
        for name in ("home", "config", "state", "cache", "data", "run", "tmp", "bin"):
            os.makedirs(os.path.join(folder, name), mode=0o700)
        self.files = []
        home = os.path.join(folder, "home")
        for kind in ("examples", "lessons"):
            source = os.path.join(SOURCES, "resources", kind)
            for name in sorted(os.listdir(source)):
                if name.endswith((".regard", ".lesson")):
                    self.files.append(shutil.copy(os.path.join(source, name), home))
        for name in ("bert", "gpt2", "bart"):
            place = os.path.join(home, name)
            shutil.copytree(os.path.join(SOURCES, "tests", "data", "checkpoints", name), place)
            self.files.append(place)
        # A link of the guide opens a browser: here none.
        browser = os.path.join(folder, "bin", "xdg-open")
        with open(browser, "w") as file:
            file.write("#!/bin/sh\nexit 0\n")
        os.chmod(browser, 0o755)

    def environment(self, display):
        at = lambda name: os.path.join(self.folder, name)
        kept = {name: value for name, value in os.environ.items()
                if name not in ("WAYLAND_DISPLAY", "SESSION_MANAGER") and not name.startswith(("QT_", "XDG_"))}
        return dict(kept, DISPLAY=display, HOME=at("home"), XDG_CONFIG_HOME=at("config"), XDG_STATE_HOME=at("state"),
                    XDG_CACHE_HOME=at("cache"), XDG_DATA_HOME=at("data"), XDG_RUNTIME_DIR=at("run"),
                    TMPDIR=at("tmp"), LANG="C.UTF-8", LC_ALL="C.UTF-8", QT_QPA_PLATFORM="xcb",
                    DBUS_SESSION_BUS_ADDRESS="disabled:", PATH=at("bin") + ":" + os.environ["PATH"])

    def kept_work(self):
        """What is left of unsaved work; a clean end leaves nothing but the lock."""
        left = []
        for folder, _, names in os.walk(os.path.join(self.folder, "state")):
            left += [os.path.join(folder, name) for name in names]
        recovery = os.path.join(self.folder, "state", "regard", "recovery")
        folders = os.listdir(recovery) if os.path.isdir(recovery) else []
        own = os.path.join(recovery, "lock")
        return [path for path in left if path != own] + [name for name in folders if name != "lock"]


class Program:
    """One running Regard."""

    count = 0

    def __init__(self, path, screen, home, file=None):
        Program.count += 1
        self.screen, self.home = screen, home
        self.output = os.path.join(home.folder, f"output-{Program.count}")
        with open(self.output, "wb") as output:
            self.process = subprocess.Popen(
                [path] + ([file] if file else []), env=home.environment(screen.name),
                cwd=os.path.join(home.folder, "home"), stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                preexec_fn=lambda: self.prepare(home.folder))

    @staticmethod
    def prepare(folder):
        """Of the new process: where it may write, and a core file where it crashes."""
        hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
        resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
        fence_in(folder, "/dev")

    def said(self):
        with open(self.output, "rb") as output:
            return output.read().decode(errors="replace")

    def is_alive(self):
        """False after a clean end. Throws where it said anything, or ended in another way."""
        code = self.process.poll()
        if words := self.said():
            raise Fault("it wrote to standard output or error: " + words)
        if code is None:
            return True
        if code != 0:
            raise Fault(f"it was ended by signal {-code}, {signal.Signals(-code).name}" if code < 0
                        else f"it ended with code {code}")
        return False

    def windows(self):
        display = self.screen.display
        return [window for window in display.clients() if display.process(window) == self.process.pid]

    def main_window(self):
        display = self.screen.display
        return next((window for window in self.windows() if display.is_main(window)), 0)

    def dialogs(self):
        """The newest last."""
        display = self.screen.display
        return [window for window in self.windows() if display.is_dialog(window)]

    def wait_for_window(self, seconds):
        begin = time.monotonic()
        while time.monotonic() - begin < seconds:
            if not self.is_alive():
                return 0
            if window := self.main_window():
                return window
            time.sleep(0.05)
        raise Fault(f"it showed no window in {seconds} seconds")

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
