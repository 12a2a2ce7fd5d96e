#!/usr/bin/env python3
"""Random hands outside of the program: a screen, a window manager, pointer and keys.

outside_monkey.py PROGRAM SECONDS [SEED]: does for so long what a person does to windows, two programs beside each
other: clicks, drags over edges, types, moves and sizes windows, hides them, takes the focus away while menus are open,
closes and answers. What must hold: the program lives, answers its window manager, says nothing on standard error,
leaves no grab behind, and after an end that was clean code 0 and no unsaved work. A fault prints the seed and what was
done last, keeps a picture of the screen, and ends with code 1.
"""

import collections
import os
import random
import shutil
import sys
import tempfile
import time

import fence
from session import HEIGHT, SOURCES, WIDTH, Fault, Home, Program, Screen

ANSWERS_WITHIN = 30  # seconds, on a machine that does other work too
STARTS_WITHIN = 60
ENDS_WITHIN = 60
ACTIONS_OF_A_SESSION = 250
SHOWN_ACTIONS = 40

# What the keyboard has: for other letters xdotool changes the keyboard's map, over which openbox stands still for minutes.
WORDS = ["The cat sat on the mat.", "it", "animal", " ", "0.5", "-1e3", "<b>bold</b>", "a" * 60, "&amp;", "dog cat fish",
         "1", "99999999", "\"", "q"]
KEYS = ["Return", "Escape", "Tab", "shift+Tab", "space", "BackSpace", "Delete", "Left", "Right", "Up", "Down", "Home",
        "End", "Prior", "Next", "F1", "F5", "F6", "shift+F6", "F7", "F8", "shift+F8", "F9", "F10", "F11", "F2", "Menu",
        "ctrl+z", "ctrl+y", "ctrl+shift+z", "ctrl+a", "ctrl+c", "ctrl+x", "ctrl+v", "ctrl+n", "ctrl+o", "ctrl+s",
        "ctrl+shift+s", "ctrl+e", "ctrl+shift+e", "ctrl+shift+c", "ctrl+q", "ctrl+l", "ctrl+shift+l", "ctrl+1",
        "ctrl+2", "ctrl+3", "ctrl+r", "ctrl+t", "ctrl+h", "ctrl+d", "ctrl+shift+o", "alt+Right", "alt+Left", "alt+Down",
        "alt+1", "alt+2", "shift+F10", "ctrl+plus", "ctrl+minus", "m", "o", "p", "c", "x", "alt+f", "alt+e", "alt+v",
        "alt+m", "alt+l", "alt+h", "alt+F4", "alt+F10", "super+f", "ctrl+Tab", "ctrl+Home", "ctrl+End"]
# A program may be gone after these without a fault; each of them asks first.
RARE_KEYS = {"ctrl+q", "alt+F4", "ctrl+n", "ctrl+o"}

# The questions about unsaved work, in both languages, and how to answer that it may go: Save has the focus.
QUESTIONS = {"Unsaved changes", "Unsaved lesson", "未保存的更改", "未保存的课程"}
DISCARDING = ["Tab", "space"]


class Hands:
    def __init__(self, path, folder, seed, end):
        self.path, self.end = path, end
        self.random = random.Random(seed)
        self.screen = Screen(folder)
        self.display = self.screen.display
        self.home = Home(os.path.join(folder, "person"))
        self.programs = []
        self.done = collections.deque(maxlen=SHOWN_ACTIONS)
        self.counts = collections.Counter()
        self.titles = collections.Counter()
        self.slowest = 0.0
        self.largest = 0  # kB that a program took at its most
        self.pressed = set()
        self.held = set()
        self.actions = [
            (20, self.click), (4, self.double_click), (4, self.right_click), (8, self.drag), (4, self.drag_over_edge),
            (5, self.wheel), (8, self.type_words), (20, self.press_keys), (6, self.hover), (4, self.resize),
            (3, self.drag_frame), (3, self.move), (3, self.hide_and_show), (3, self.maximize), (2, self.full_screen),
            (6, self.change_focus), (6, self.lose_focus_with_popup), (3, self.lose_focus_while_pressed),
            (2, self.lose_focus_with_key), (2, self.close_by_manager), (3, self.answer_dialog), (3, self.wait)]

    # What is there

    def window(self):
        """One to act on: mostly the active one."""
        clients = self.display.clients()
        active = self.display.active()
        if active in clients and self.random.random() < 0.8:
            return active
        return self.random.choice(clients) if clients else 0

    def point_in(self, window):
        place = self.display.place(window) if window else None
        if not place:
            return self.random.randrange(WIDTH), self.random.randrange(HEIGHT)
        left, top, width, height = place
        x, y = left + self.random.randrange(max(1, width)), top + self.random.randrange(max(1, height))
        return min(max(x, 0), WIDTH - 1), min(max(y, 0), HEIGHT - 1)

    def note(self, words):
        self.done.append(words)

    # Pointer and keys

    def go_to(self, x, y):
        self.screen.xdotool("mousemove", x, y)

    def button(self, which, down):
        self.screen.xdotool("mousedown" if down else "mouseup", which)
        (self.pressed.add if down else self.pressed.discard)(which)

    def key(self, name, down):
        self.screen.xdotool("keydown" if down else "keyup", name)
        (self.held.add if down else self.held.discard)(name)

    def let_go(self):
        for button in sorted(self.pressed):
            self.button(button, False)
        for key in sorted(self.held):
            self.key(key, False)

    def press_at(self, button, repeat=1):
        x, y = self.point_in(self.window())
        self.note(f"button {button} at {x},{y} × {repeat}")
        self.screen.xdotool("mousemove", x, y, "click", "--repeat", repeat, "--delay", 40, button)

    def click(self):
        self.press_at(1)

    def double_click(self):
        self.press_at(1, 2)

    def right_click(self):
        self.press_at(3)

    def wheel(self):
        modifier = self.random.choice(["", "", "ctrl", "shift"])
        x, y = self.point_in(self.window())
        button = self.random.choice([4, 5, 6, 7])
        self.note(f"wheel {button} at {x},{y} {modifier}")
        words = ["mousemove", x, y, "click", "--repeat", self.random.randint(1, 8), "--delay", 10, button]
        self.screen.xdotool(*(["keydown", modifier] + words + ["keyup", modifier] if modifier else words))

    def drag_between(self, begin, end, steps=6):
        self.go_to(*begin)
        self.button(1, True)
        for i in range(1, steps + 1):
            self.go_to(*(round(a + (b - a) * i / steps) for a, b in zip(begin, end)))
        if self.random.random() < 0.15:
            self.screen.xdotool("key", "Escape")
        self.button(1, False)

    def drag(self):
        window = self.window()
        begin, end = self.point_in(window), self.point_in(window)
        self.note(f"drag {begin} to {end}")
        self.drag_between(begin, end)

    def drag_over_edge(self):
        begin = self.point_in(self.window())
        end = self.random.choice([(0, begin[1]), (WIDTH - 1, begin[1]), (begin[0], 0), (begin[0], HEIGHT - 1),
                                  (self.random.randrange(WIDTH), self.random.randrange(HEIGHT))])
        self.note(f"drag over the edge {begin} to {end}")
        self.drag_between(begin, end, 10)

    def hover(self):
        window = self.window()
        points = [self.point_in(window) for _ in range(self.random.randint(2, 12))]
        self.note(f"hover {points}")
        for point in points:
            self.go_to(*point)
        time.sleep(self.random.choice([0, 0, 0.8]))

    def type_words(self):
        words = self.random.choice(WORDS)
        self.note(f"type {words!r}")
        self.screen.xdotool("type", "--delay", 2, "--", words)

    def press_keys(self):
        keys = [self.random.choice(KEYS) for _ in range(self.random.randint(1, 4))]
        keys = [key for key in keys if key not in RARE_KEYS or self.random.random() < 0.2]
        self.note(f"keys {' '.join(keys)}")
        if keys:
            self.screen.xdotool("key", "--delay", 15, *keys)

    # Windows

    def resize(self):
        window = self.window()
        width, height = self.random.choice([(1, 1), (300, 200), (640, 480), (1024, 600), (1280, 720), (1900, 1200),
                                            (self.random.randint(50, WIDTH), self.random.randint(50, HEIGHT))])
        self.note(f"resize {self.display.title(window)!r} to {width} × {height}")
        self.display.ask(window, "_NET_MOVERESIZE_WINDOW", 1 << 10 | 1 << 11, 0, 0, width, height)

    def drag_frame(self):
        window = self.window()
        place = self.display.place(window) if window else None
        if not place:
            return
        left, top, width, height = place
        borders = self.display.frame(window)
        edges = [(left + width // 2, top - borders[2] // 2), (left + width + borders[1] // 2, top + height // 2),
                 (left + width // 2, top + height + borders[3] // 2), (left - borders[0] // 2, top + height // 2),
                 (left + width + borders[1] // 2, top + height + borders[3] // 2)]
        begin = self.random.choice(edges)
        end = begin[0] + self.random.randint(-300, 300), begin[1] + self.random.randint(-300, 300)
        inside = lambda point: (min(max(point[0], 0), WIDTH - 1), min(max(point[1], 0), HEIGHT - 1))
        self.note(f"drag the frame {begin} to {end}")
        self.drag_between(inside(begin), inside(end), 10)

    def move(self):
        window = self.window()
        x, y = self.random.randint(-300, WIDTH - 50), self.random.randint(-20, HEIGHT - 50)
        self.note(f"move {self.display.title(window)!r} to {x},{y}")
        self.display.ask(window, "_NET_MOVERESIZE_WINDOW", 1 << 8 | 1 << 9, x, y, 0, 0)

    def hide_and_show(self):
        window = self.window()
        self.note(f"hide {self.display.title(window)!r} and show it")
        self.display.ask(window, "WM_CHANGE_STATE", 3)
        time.sleep(self.random.choice([0, 0.05, 0.5]))
        self.display.ask(window, "_NET_ACTIVE_WINDOW", 2, 0, 0)

    def toggle(self, *states):
        window = self.window()
        self.note(f"toggle {states} of {self.display.title(window)!r}")
        atoms = [self.display.atom(state) for state in states] + [0]
        self.display.ask(window, "_NET_WM_STATE", 2, atoms[0], atoms[1], 2)

    def maximize(self):
        self.toggle(*self.random.choice([("_NET_WM_STATE_MAXIMIZED_VERT", "_NET_WM_STATE_MAXIMIZED_HORZ"),
                                         ("_NET_WM_STATE_MAXIMIZED_VERT",), ("_NET_WM_STATE_SHADED",)]))

    def full_screen(self):
        self.toggle("_NET_WM_STATE_FULLSCREEN")

    def activate_other(self):
        clients = [window for window in self.display.clients() if window != self.display.active()]
        window = self.random.choice(clients) if clients else self.display.active()
        self.note(f"activate {self.display.title(window)!r}")
        if window:
            self.display.ask(window, "_NET_ACTIVE_WINDOW", 2, 0, 0)

    def change_focus(self):
        if self.random.random() < 0.3:
            self.note("Alt+Tab")
            self.screen.xdotool("key", "alt+Tab")
        else:
            self.activate_other()

    def shake(self):
        """Something happens to the windows that nobody in them asked for."""
        self.random.choice([self.activate_other, self.activate_other, self.resize, self.hide_and_show, self.move,
                            self.maximize, self.full_screen, self.close_by_manager])()

    def lose_focus_with_popup(self):
        opener = self.random.choice(["alt+f", "alt+e", "alt+v", "alt+m", "alt+l", "alt+h", "F10", "alt+Down",
                                     "shift+F10", "Menu", "click", "right"])
        self.note(f"popup by {opener}")
        if opener in ("click", "right"):
            self.press_at(1 if opener == "click" else 3)
        else:
            self.screen.xdotool("key", opener)
        time.sleep(self.random.choice([0, 0.02, 0.2]))
        if self.random.random() < 0.4:
            self.screen.xdotool("key", "--delay", 10, *self.random.choices(["Down", "Right", "Up", "Left"], k=3))
        self.shake()
        if self.random.random() < 0.5:
            self.click()

    def lose_focus_while_pressed(self):
        self.go_to(*self.point_in(self.window()))
        self.button(1, True)
        self.note("button 1 held")
        self.shake()
        self.go_to(*self.point_in(self.window()))
        self.button(1, False)

    def lose_focus_with_key(self):
        key = self.random.choice(["F9", "ctrl", "shift", "alt", "space", "Down", "h"])
        self.note(f"{key} held")
        self.key(key, True)
        self.shake()
        self.key(key, False)

    def wait(self):
        pause = self.random.choice([0.1, 0.5, 2.5])
        self.note(f"wait {pause}")
        time.sleep(pause)

    def close_by_manager(self):
        """Of a main window seldom: its next start takes longer than anything else."""
        window = self.window()
        if not window or (self.display.is_main(window) and self.random.random() < 0.7):
            return
        self.note(f"close {self.display.title(window)!r}")
        self.display.ask(window, "_NET_CLOSE_WINDOW", 0, 2)
        time.sleep(0.2)
        if self.random.random() < 0.8:
            self.answer_dialog()

    def answer_dialog(self):
        dialogs = [dialog for program in self.programs for dialog in program.dialogs()]
        if not dialogs:
            return
        keys = self.random.choice([["Escape"], ["Return"], ["Tab", "Return"], ["Tab", "Tab", "space"],
                                   ["alt+y"], ["alt+n"]])
        self.note(f"answer {self.display.title(dialogs[-1])!r} by {keys}")
        self.display.ask(dialogs[-1], "_NET_ACTIVE_WINDOW", 2, 0, 0)
        self.screen.xdotool("key", "--delay", 30, *keys)

    # What must hold

    def start(self):
        file = self.random.choice(self.home.files) if self.random.random() < 0.5 else None
        self.note(f"start {os.path.basename(file) if file else ''}")
        program = Program(self.path, self.screen, self.home, file)
        self.programs.append(program)
        self.counts["start"] += 1
        program.wait_for_window(STARTS_WITHIN)

    def look(self):
        """After each action."""
        before = len(self.programs)
        self.programs = [program for program in self.programs if program.is_alive()]
        if len(self.programs) < before:
            self.counts["end by hand"] += 1
        if not self.programs:
            self.check_end()

    def check_end(self):
        if left := self.home.kept_work():
            raise Fault("after a clean end unsaved work is left: " + ", ".join(left))
        if os.listdir(os.path.join(self.home.folder, "tmp")):
            raise Fault("after a clean end temporary files are left: " +
                        ", ".join(os.listdir(os.path.join(self.home.folder, "tmp"))))

    def ping(self):
        for program in self.programs:
            for window in program.windows():
                self.titles[self.display.title(window).replace("*", "").split(" — ")[-1].split(" - ")[-1]] += 1
            window = program.main_window()
            if not window:
                continue
            took = self.display.ping(window, ANSWERS_WITHIN)
            if took is None and program.is_alive() and program.main_window() == window:
                raise Fault(f"its window has not answered for {ANSWERS_WITHIN} seconds")
            self.slowest = max(self.slowest, took or 0)
            self.counts["answer"] += 1
            try:
                with open(f"/proc/{program.process.pid}/status") as status:
                    peak = next(line for line in status if line.startswith("VmHWM:"))
                self.largest = max(self.largest, int(peak.split()[1]))
            except (OSError, StopIteration):
                pass  # it has just ended

    def check_grab(self):
        """With all buttons and keys up and the popups closed, another client can take pointer and keyboard."""
        self.let_go()
        for _ in range(10):
            for _ in range(20):
                if self.display.can_grab():
                    self.counts["free of grabs"] += 1
                    return
                time.sleep(0.05)
            self.screen.xdotool("key", "Escape")
        raise Fault("pointer or keyboard are still grabbed after ten times Escape")

    def quit(self, program):
        """Closes it as a taskbar does, and discards what is unsaved."""
        self.note("quit")
        begin = time.monotonic()
        is_asked = False  # the question is of this very closing, so that its first button has the focus
        while program.is_alive():
            if time.monotonic() - begin > ENDS_WITHIN:
                raise Fault(f"it did not end in {ENDS_WITHIN} seconds")
            dialogs = program.dialogs()
            window = dialogs[-1] if dialogs else program.main_window()
            if not window:
                time.sleep(0.1)
                continue
            self.display.ask(window, "_NET_ACTIVE_WINDOW", 2, 0, 0)
            time.sleep(0.2)
            if not dialogs:
                is_asked = True
                self.display.ask(window, "_NET_CLOSE_WINDOW", 0, 2)
                time.sleep(0.5)
                continue
            is_asked = is_asked and self.display.title(window) in QUESTIONS
            keys = DISCARDING if is_asked else ["Escape"]
            self.note(f"answer {self.display.title(window)!r} by {keys}")
            self.screen.xdotool("key", "--delay", 30, *keys)
            time.sleep(0.3)
        self.programs.remove(program)
        self.counts["quit"] += 1

    def session(self):
        """A start, many actions, and an end that leaves nothing."""
        self.start()
        for number in range(ACTIONS_OF_A_SESSION):
            if time.monotonic() > self.end:
                break
            if len(self.programs) < 1 or (len(self.programs) < 2 and self.random.random() < 0.03):
                self.start()
            weights, actions = zip(*self.actions)
            action = self.random.choices(actions, weights)[0]
            action()
            self.counts[action.__name__] += 1
            time.sleep(self.random.choice([0, 0, 0.02, 0.1]))
            self.look()
            if number % 10 == 9:
                self.ping()
            if number % 25 == 24:
                self.check_grab()
                self.look()
        self.check_grab()
        for program in list(self.programs):
            if program in self.programs:
                self.quit(program)
        self.check_end()

    def close(self):
        for program in self.programs:
            program.kill()
        self.programs.clear()
        self.screen.close()


def report(hands, seconds, seed):
    acted = sum(hands.counts[action.__name__] for _, action in hands.actions)
    print(f"dev: {acted} actions in {seconds:.0f} seconds, seed {seed}; slowest answer {hands.slowest:.2f} s, "
          f"most memory {hands.largest // 1024} MB")
    print("dev: " + ", ".join(f"{name} {count}" for name, count in hands.counts.most_common()))
    print("dev: windows seen: " + ", ".join(sorted(title for title in hands.titles if title)))


def main():
    if len(sys.argv) not in (3, 4):
        print("usage: outside_monkey.py PROGRAM SECONDS [SEED]", file=sys.stderr)
        return 2
    path, seconds = os.path.abspath(sys.argv[1]), float(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.SystemRandom().randrange(1 << 32)
    if fence.version() < 1:
        print("dev: this kernel has no Landlock (Linux 5.13, CONFIG_SECURITY_LANDLOCK), so that random hands in a file "
              "dialog would reach your own files; the driver inside, ./dev monkey, needs none", file=sys.stderr)
        return 2
    kept = os.path.join(SOURCES, "build", "outside")
    os.makedirs(kept, exist_ok=True)
    folder = tempfile.mkdtemp(prefix="regard-outside-")
    begin = time.monotonic()
    hands = Hands(path, folder, seed, begin + seconds)
    print(f"dev: random hands for {seconds:.0f} seconds, seed {seed}, display {hands.screen.name}", flush=True)
    try:
        while time.monotonic() < hands.end:
            hands.session()
    except Fault as fault:
        picture = os.path.join(kept, f"fault-{seed}.png")
        hands.display.keep_picture(picture)
        report(hands, time.monotonic() - begin, seed)
        print(f"dev: fault: {fault}\ndev: what was done last:", file=sys.stderr)
        for line in hands.done:
            print("  " + line, file=sys.stderr)
        hands.close()
        kept_home = os.path.join(kept, f"person-{seed}")
        shutil.rmtree(kept_home, ignore_errors=True)
        shutil.copytree(hands.home.folder, kept_home, symlinks=True)
        print(f"dev: seed {seed}; the screen is {picture}, the person's folders are {kept_home}", file=sys.stderr)
        return 1
    finally:
        hands.close()
        shutil.rmtree(folder, ignore_errors=True)
    report(hands, time.monotonic() - begin, seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
