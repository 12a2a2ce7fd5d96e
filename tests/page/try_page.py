#!/usr/bin/env python3
"""Tries the page that `regard export -o page.html` writes in headless Chromium: numbers, hover, keys, and that no
request leaves the page.

    tests/page/try_page.py PROGRAM [FOLDER]

FOLDER keeps pictures of the page, light and dark. Chromium is spoken to through a pipe, so that no other package is
needed."""

import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time

SECONDS = 15
NEAR = 1 / 131072 + 1e-7


class Browser:
    """Chromium's DevTools protocol over file descriptors 3 and 4: JSON texts that end in a zero byte."""

    def __init__(self, profile):
        program = next((found for name in ("chromium", "chromium-browser", "google-chrome")
                        if (found := shutil.which(name))), None)
        if not program:
            sys.exit("try_page: there is no chromium; Debian's package has that name")
        to_read, self.to = os.pipe()
        self.of, to_write = os.pipe()

        def descriptors():
            kept = os.dup(to_read), os.dup(to_write)
            os.dup2(kept[0], 3)
            os.dup2(kept[1], 4)

        command = [program, "--headless=new", "--remote-debugging-pipe", "--user-data-dir=" + profile,
                   "--no-first-run", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage"]
        if os.geteuid() == 0:
            command.append("--no-sandbox")  # which root cannot have
        self.process = subprocess.Popen(command, preexec_fn=descriptors, close_fds=False,
                                        stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.number, self.rest, self.events, self.session = 0, b"", [], None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")

    def receive(self):
        while b"\0" not in self.rest:
            piece = os.read(self.of, 1 << 20)
            if not piece:
                sys.exit("try_page: chromium is gone")
            self.rest += piece
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") != self.number:
                self.events.append(answer)
                continue
            if "error" in answer:
                raise RuntimeError(method + ": " + answer["error"]["message"])
            return answer["result"]

    def value(self, expression):
        """What an expression of the page is, awaited."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(expression + ": " + json.dumps(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def wait(self, expression):
        end = time.monotonic() + SECONDS
        while not self.value(expression):
            if time.monotonic() > end:
                raise RuntimeError("never came: " + expression)
            time.sleep(0.02)

    def open(self, path):
        self.events.clear()
        self.call("Page.navigate", url="file://" + path)
        self.wait("document.documentElement?.dataset.drawn !== undefined")

    def key(self, name, text=""):
        # A key without `text` is one that types nothing.
        extra = {"text": text} if text else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=name, **extra)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=name)

    def point(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def size(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def prefer(self, scheme):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def picture(self, path):
        import base64
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def asked(self):
        """Every address that the page asked for, and every error that it met."""
        self.value("1")
        addresses = [event["params"]["request"]["url"] for event in self.events
                     if event.get("method") == "Network.requestWillBeSent"]
        errors = [event["params"] for event in self.events
                  if event.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded")]
        return addresses, errors

    def close(self):
        self.session = None
        self.call("Browser.close")
        self.process.wait(20)


def check(holds, what):
    if not holds:
        raise AssertionError(what)
    print("ok   " + what, flush=True)


def close_to(found, expected, limit):
    return len(found) == len(expected) and all(
        (f is None and e is None) or (f is not None and e is not None and abs(f - e) <= limit)
        for f, e in zip(found, expected))


def shown(browser, state):
    return browser.value("Array.from(matrices.%s, value => Number.isNaN(value) ? null : value)" % state)


def flat(rows):
    return [number for row in rows for number in row]


def try_known(browser, folder, kept):
    path = os.path.join(folder, "known.html")
    browser.size(1280, 720)
    browser.prefer("light")
    browser.open(path)
    scores = [[2, 4, 4], [4, 16, 12], [4, 12, 10]]
    softmax = [[math.exp(score) / sum(map(math.exp, row)) for score in row] for row in scores]
    check(close_to(shown(browser, "now"), flat(softmax), NEAR), "the known example's weights")
    check(browser.value("element('links').querySelectorAll('line').length") == 7, "a link for each weight above 0.01")
    box = "(() => { const box = element('links').querySelector('[data-side=\"0\"][data-word=\"1\"]')" \
          ".getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()"
    browser.point(*browser.value(box))
    browser.wait("chosen.word === 1")
    check(browser.value("element('said').textContent").startswith("x2 looks at: x2 0.9820"), "hover on a word says its links")
    check(browser.value("element('links').querySelectorAll('line').length") == 2, "and leaves those alone")
    browser.picture(os.path.join(kept, "links.png"))
    browser.value("element('links').focus()")
    browser.key("ArrowDown")
    check(browser.value("element('said').textContent").startswith("x3 looks at"), "an arrow key goes to the next word")
    browser.key("ArrowRight")
    check(browser.value("element('said').textContent").startswith("Who looks at x3"), "and to the keys")
    browser.key("Escape")
    check(browser.value("element('said').textContent") == "", "Escape lets go")
    browser.value("controls.view.value = 'heatmap'; controls.view.dispatchEvent(new Event('change'))")
    at = browser.value("(() => { const box = element('heatmap').getBoundingClientRect();"
                       "return [box.x + grid.left + 2.5 * grid.cell, box.y + grid.top + 1.5 * grid.cell]; })()")
    browser.point(*at)
    browser.wait("chosen.row === 1")
    check("x2 \u2192 x3: 0.0180" in browser.value("element('said').textContent"), "hover on a cell says its weight")
    browser.value("element('heatmap').focus()")
    browser.key("ArrowLeft")
    check("x2 \u2192 x2: 0.9820" in browser.value("element('said').textContent"), "an arrow key goes to the next cell")
    check(browser.value("element('numbers').children.length") == 0, "there is no table before it is asked for")
    browser.value("element('details').open = true")
    browser.wait("element('numbers').querySelectorAll('td').length === 10")
    check(browser.value("element('numbers').querySelectorAll('td')[5].textContent") == "0.9820", "the table has the weights")
    browser.prefer("dark")
    browser.wait("document.documentElement.classList.contains('dark')")
    check(True, "dark, as the system is")
    browser.picture(os.path.join(kept, "heatmap-dark.png"))
    addresses, errors = browser.asked()
    check(addresses == ["file://" + path], "no request leaves the page: " + str(addresses))
    check(not errors, "and no error: " + str(errors))
    browser.value("const made = document.createElement('script'); made.textContent = 'window.intruder = 1';"
                  "document.body.append(made)")
    check(browser.value("window.intruder") is None, "a script that is none of its own does not run")
    refused = browser.value("fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'refused')")
    check(refused == "refused" and any("Security" in json.dumps(error) for error in browser.asked()[1]),
          "and its policy forbids requests")


def try_compared(browser, folder, kept):
    browser.prefer("light")
    browser.open(os.path.join(folder, "two.html"))
    with open(os.path.join(folder, "two.json"), encoding="utf-8") as file:
        trace = json.load(file)
    for index, block in enumerate(trace["difference"]["blocks"]):
        for head, numbers in enumerate(block["heads"]):
            browser.value("chosen.block = %d; chosen.head = %d; show()" % (index, head))
            check(close_to(shown(browser, "difference"), flat(numbers["weights"]), 2 * NEAR),
                  "differences of head %d of %s" % (head + 1, block["name"]))
            now = flat(trace["blocks"][index]["heads"][head]["weights"])
            check(close_to(shown(browser, "now"), now, NEAR), "and its weights")
    browser.value("chosen.block = 0; chosen.head = 0; show()")
    browser.value("element('links').focus()")
    browser.key(".", ".")
    browser.wait("chosen.head === 1 && controls.head.selectedIndex === 1")
    browser.key("]", "]")
    browser.wait("chosen.block === 1 && controls.layer.selectedIndex === 1")
    check(True, "keys change head and layer")
    browser.picture(os.path.join(kept, "difference.png"))


def try_hostile(browser, folder):
    browser.open(os.path.join(folder, "hostile.html"))
    words = browser.value("block().queries")
    check(words == HOSTILE, "words that look like a page's parts are words: " + str(words))
    check(not browser.asked()[1], "and run nothing")


def try_large(browser, folder, kept):
    path = os.path.join(folder, "large.html")
    begun = time.monotonic()
    browser.open(path)
    print("     144 heads of 256 tokens: %.2f MB; the first picture %.2f s after the page began, %.2f s from here"
          % (os.path.getsize(path) / 1e6, browser.value("Number(document.documentElement.dataset.drawn)") / 1000,
             time.monotonic() - begun))
    browser.picture(os.path.join(kept, "large.png"))
    browser.value("controls.view.value = 'heatmap'; controls.view.dispatchEvent(new Event('change'))")
    browser.picture(os.path.join(kept, "large-heatmap.png"))


HOSTILE = ["</script><script>alert(1)</script>", "\"'`", "<!--", "{{DATA}}", "\u6ce8\u610f", "\U0001F431"]


def main():
    program = os.path.abspath(sys.argv[1])
    kept = sys.argv[2] if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as folder:
        if kept:
            os.makedirs(kept, exist_ok=True)
        else:
            kept = folder

        def made(*words):
            subprocess.run([program, "export", *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)

        made("--example", "three-inputs", "-o", "known.html")
        small = ["--set", "architecture=decoder", "--set", "heads=2", "--set", "decoder_layers=2"]
        made(*small, "--source", "a b c d e f", "-o", "pinned.regard")
        made("pinned.regard", "--source", "a x c d e f", "--pinned", "pinned.regard", "-o", "two.html", "-o", "two.json")
        with open(os.path.join(folder, "hostile.regard"), "w", encoding="utf-8") as file:
            json.dump({"format": "regard-project", "version": 1, "title": "</title><b>\u2028&", "tokenizer": "whitespace",
                       "model": {"d_model": 4, "heads": 1, "d_key": 2, "d_value": 2},
                       "source": " ".join(HOSTILE)}, file)
        made("hostile.regard", "-o", "hostile.html")
        made("--set", "architecture=decoder", "--set", "decoder_layers=12", "--set", "heads=12", "--set", "d_model=96",
             "--set", "d_key=8", "--set", "d_value=8", "--source",
             " ".join("w%d" % (i * 7919 % 256) for i in range(256)), "-o", "large.html")
        browser = Browser(os.path.join(folder, "profile"))
        try:
            try_known(browser, folder, kept)
            try_compared(browser, folder, kept)
            try_hostile(browser, folder)
            try_large(browser, folder, kept)
        finally:
            browser.close()


if __name__ == "__main__":
    main()
