#!/usr/bin/env python3
"""How fast the web page is in Chromium, with ratios taken in one run: page.py FOLDER, in which tagflow and tagflow-server are."""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tests" / "Scripts"))
from browser import Chromium, eventually  # noqa: E402

ROUNDS = int(os.environ.get("ROUNDS", 15))
WORDS = "sea map photo garden reading running water music early night list book".split()

# Notes when the first chip was painted, from the beginning of the navigation, in milliseconds.
FIRST_CHIP = """new MutationObserver((_, observer) => {
  if (!document.querySelector('.chip')) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.firstChip = performance.now(); }));
}).observe(document, { childList: true, subtree: true });"""

# Notes when a chip changes, by the clock of the machine, in seconds.
CHANGES = """window.changes = []; new MutationObserver(() => changes.push((performance.timeOrigin + performance.now()) / 1000))
  .observe(document.querySelector('#board'), { attributes: true, subtree: true, attributeFilter: ['aria-selected'] });"""

# The longest time between two frames, in milliseconds.
FRAMES = """window.longest = 0; window.frames = 0; { let last = performance.now(); const next = (now) => {
  longest = Math.max(longest, now - last); frames += 1; last = now; requestAnimationFrame(next); }; requestAnimationFrame(next); }"""


def row(what, value, bar):
    print(f"| {what} | {value} | {bar} |", flush=True)


class Server:
    """The server on a database with a set of 100 tags, one of 100,000, and a small one."""

    def __init__(self, programs):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.database = os.path.join(self.folder.name, "tags.sqlite")
        self.environment = {"HOME": self.folder.name, "PATH": "/usr/bin:/bin"}
        self.tagflow = [os.path.join(programs, "tagflow"), "--database", self.database]
        names = [f"{WORDS[number % len(WORDS)]} {number}" for number in range(100_000)]
        sets = os.path.join(self.folder.name, "sets.ndjson")
        with open(sets, "w") as file:
            for name, tags in (("few", names[:100]), ("many", names), ("small", WORDS)):
                file.write(json.dumps({"set": name, "tags": tags}) + "\n")
            for number in range(100_000):
                tags = [names[number % 1_000], WORDS[number % 7], WORDS[7 + number % 5]]
                file.write(json.dumps({"title": f"{names[number]} of the day", "location": f"https://{WORDS[number % 12]}.example/{number}", "tags": tags, "set": "items"}) + "\n")
        subprocess.run([*self.tagflow, "import", sets], check=True, stdout=subprocess.DEVNULL, env=self.environment)
        self.process = subprocess.Popen(
            [os.path.join(programs, "tagflow-server"), "--database", self.database, "--listen", "127.0.0.1:0"],
            stderr=subprocess.PIPE, text=True, env=self.environment)
        self.url = self.process.stderr.readline().split()[-1]
        self.link = self.process.stderr.readline().split()[-1]

    def close(self):
        self.process.kill()
        self.process.wait()
        self.folder.cleanup()


def first_chips(page, server):
    """The times to the first chips of the sets, taken in turns."""
    page.send("Page.addScriptToEvaluateOnNewDocument", source=FIRST_CHIP)
    times = {"few": [], "many": []}
    cold = {}
    for turn in range(ROUNDS + 1):
        for name, taken in times.items():
            # A page of another set is another document only behind another one.
            # What is asked while a page is left has no answer.
            for url in ("about:blank", f"{server.url}/board/{name}?{turn}"):
                page.send("Page.navigate", url=url)
                time.sleep(0.3)
            millis = eventually(lambda: page.ask("window.firstChip"), 120, f"the first chips of {name}")
            if turn == 0:
                cold[name] = millis
            else:
                taken.append(millis)
            time.sleep(0.3)
    few, many = statistics.median(times["few"]), statistics.median(times["many"])
    row("first chips: 100,000 tags to 100 tags", f"{many:.0f} ms to {few:.0f} ms = {many / few:.2f}", "≤ 1.5")
    row("the same for the first visit after the server's start", f"{cold['many']:.0f} ms to {cold['few']:.0f} ms", "—")


def toggles(page, server):
    """From a line typed in the REPL to the chip that has changed in the browser."""
    page.go(f"{server.url}/board/small?toggles")
    page.until("document.querySelectorAll('.chip').length > 5")
    time.sleep(0.5)
    page.ask(CHANGES)
    subprocess.run([*server.tagflow, "use", "small"], check=True, stdout=subprocess.DEVNULL, env=server.environment)
    repl = subprocess.Popen(server.tagflow, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=server.environment)
    times = []
    for turn in range(120):
        before = page.ask("changes.length")
        start = time.time()
        repl.stdin.write(f"toggle {WORDS[turn % 5]}\n")
        repl.stdin.flush()
        eventually(lambda: page.ask("changes.length") > before, 20, "the toggle is drawn")
        if turn >= 20:
            times.append((page.ask("changes[changes.length - 1]") - start) * 1000)
        time.sleep(0.02)
    repl.stdin.close()
    repl.wait()
    times.sort()
    row("a toggle in the REPL to the chip in the browser", f"median {statistics.median(times):.0f} ms, p99 {times[98]:.0f} ms", "≤ 50 ms, ≤ 200 ms")


def frames(page, server):
    """The longest frame while 100,000 chips are scrolled with the wheel and by keys."""
    page.go(f"{server.url}/board/many?frames")
    page.until("document.querySelectorAll('.chip').length > 5", 60)
    time.sleep(1)
    page.ask(FRAMES)
    elements = 0
    for _ in range(60):
        page.wheel(700)
        time.sleep(0.05)
        elements = max(elements, page.ask("document.querySelectorAll('*').length"))
    wheel = page.ask("longest")
    page.ask("document.querySelector('.chip').focus()")
    page.ask("longest = 0")
    for key in ["PageDown"] * 30 + ["Control+End", "PageUp", "PageUp", "Control+Home"]:
        page.key(key)
        time.sleep(0.05)
        elements = max(elements, page.ask("document.querySelectorAll('*').length"))
    row("the longest frame: wheel; keys", f"{wheel:.0f} ms; {page.ask('longest'):.0f} ms", "≤ 50 ms")
    row("the most elements in the document", str(elements), "< 500")


# Notes how long it takes from a press to the frame that shows its effect, in milliseconds, and how far things move.
PRESSES = """window.took = []; window.shift = 0; window.pressedAt = 0;
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, () => { pressedAt = performance.now(); }, true);
  const shown = () => requestAnimationFrame(() => setTimeout(() => { if (pressedAt) took.push(performance.now() - pressedAt); pressedAt = 0; }));
  new MutationObserver(shown).observe(document.querySelector('#board'), { attributes: true, subtree: true, attributeFilter: ['aria-selected'] });
  new MutationObserver(shown).observe(document.querySelector('#options'), { childList: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });
  // From the hardware's time of a click to the paint of its frame; the browser reports none below 16 ms.
  window.clicks = []; new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (entry.name === 'click') clicks.push(entry.duration); })
    .observe({ type: 'event', durationThreshold: 16 });"""


def presses(page, server):
    """From a click to the chip that has changed, and from a key to the options, with 100,000 tags."""
    page.go(f"{server.url}/board/many?presses")
    page.until("document.querySelectorAll('.chip').length > 5", 60)
    time.sleep(1)
    page.ask(PRESSES)
    shift = page.ask("shift")
    for turn in range(60):
        page.click(page.place(".chip", turn % 20))
        time.sleep(0.1)
    assert page.ask("took.length") >= 60, "each click changes a chip"
    clicks = sorted(page.ask("clicks"))
    clicks = [16] * (60 - len(clicks)) + clicks
    page.ask("took = []; document.querySelector('#field').focus()")
    start = time.time()
    page.key("s")
    eventually(lambda: page.ask("took.length"), 60, "the options of the first key")
    row("the first key to its options, after the server's start", f"{(time.time() - start) * 1000:.0f} ms", "—")
    page.key("Escape"), page.key("Escape")
    page.ask("took = []")
    for turn in range(20):
        for letter in ("sea", "map", "pho")[turn % 3]:
            page.key(letter)
            time.sleep(0.25)
        page.key("Escape"), page.key("Escape")
        time.sleep(0.1)
    keys = sorted(page.ask("took"))
    row("a click to the frame that shows it", f"p95 {clicks[len(clicks) * 95 // 100]:.0f} ms of {len(clicks)}", "< 50 ms")
    row("a key to its options", f"p95 {keys[len(keys) * 95 // 100]:.0f} ms of {len(keys)}", "< 60 ms")
    row("layout shift", f"{max(shift, page.ask('shift')):.4f}", "< .01")


# Notes how long it takes from a key to the rows that it leaves, and how far things move.
ROWS = PRESSES.replace("'#board'", "'#list'").replace("attributes: true, subtree: true, attributeFilter: ['aria-selected']", "childList: true, subtree: true").replace("'#options'", "'#status'")


def items(page, server):
    """The Items view over 100,000 items: the first rows, a query while it is typed, and scrolling."""
    times = []
    for _ in range(ROUNDS):
        page.send("Page.navigate", url="about:blank")
        time.sleep(0.3)
        page.send("Page.navigate", url=server.url + "/")
        times.append(eventually(lambda: page.ask("document.querySelector('.row .title') && performance.now()"), 60, "the first rows"))
    row("the first rows of 100,000 items", f"median {statistics.median(times):.0f} ms", "—")
    time.sleep(1)
    page.ask(ROWS)
    page.ask("document.querySelector('#query').focus()")
    for turn in range(10):
        for letter in ("sea", "map", "pho")[turn % 3]:
            page.key(letter)
            time.sleep(0.4)
        page.key("Control+a"), page.key("Backspace")
        time.sleep(0.4)
    keys = sorted(page.ask("took"))
    row("a key in the query to its rows", f"p95 {keys[len(keys) * 95 // 100]:.0f} ms of {len(keys)}", "—")
    row("layout shift of the Items view", f"{page.ask('shift'):.4f}", "< .01")
    page.ask("document.activeElement.blur()")
    page.ask(FRAMES)
    for _ in range(60):
        page.wheel(700)
        time.sleep(0.05)
    row("the longest frame while items are scrolled", f"{page.ask('longest'):.0f} ms", "≤ 50 ms")


def main():
    print("| the page in Chromium | measured | bar |\n| --- | --- | --- |")
    server = Server(os.path.abspath(sys.argv[1]))
    try:
        with Chromium(1000, 800) as chromium:
            page = chromium.open(server.link)
            first_chips(page, server)
            toggles(page, server)
            presses(page, server)
            frames(page, server)
            items(page, server)
    finally:
        server.close()


main()
