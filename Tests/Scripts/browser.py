"""Chromium without a window, driven over its DevTools protocol: real keys, real pointers, pictures of what is shown.

  with Chromium() as chromium:
      page = chromium.open("http://127.0.0.1:7733/")
      page.type("swi")
      page.key("Enter")
"""

import base64
import json
import math
import pathlib
import re
import subprocess
import tempfile
import threading
import time
import urllib.request

import websocket

CHROMIUM = "/usr/bin/chromium"
KEYS = {
    "Enter": (13, "\r"), "Escape": (27, ""), "Tab": (9, ""), "Backspace": (8, ""), "Delete": (46, ""), "Home": (36, ""), "End": (35, ""),
    "PageUp": (33, ""), "PageDown": (34, ""), "ArrowLeft": (37, ""), "ArrowUp": (38, ""), "ArrowRight": (39, ""), "ArrowDown": (40, ""),
    "F2": (113, ""), "F10": (121, ""), "ContextMenu": (93, ""), " ": (32, " "),
}
# How long a condition may take on a busy machine, in seconds.
PATIENCE = 90
MODIFIERS = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}


class Failure(Exception):
    """What was expected did not come."""


class PageLeft(Failure):
    """A page went to another while it was asked."""


def eventually(question, seconds=PATIENCE, what=""):
    """Asks until the answer is true, and returns it."""
    end = time.monotonic() + seconds
    while True:
        answer = question()
        if answer:
            return answer
        if time.monotonic() > end:
            raise Failure(f"not within {seconds} s: {what or question}")
        time.sleep(0.02)


class Chromium:
    """A browser with a profile of its own, which ends with the block."""

    def __init__(self, width=1000, height=800, arguments=(), zoom=1):
        self.size = (width, height)
        self.arguments = arguments
        self.zoom = zoom

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        if self.zoom != 1:
            # The size that a person chooses for all pages; each step is a fifth more.
            preferences = pathlib.Path(self.profile.name) / "Default" / "Preferences"
            preferences.parent.mkdir()
            preferences.write_text(json.dumps({"partition": {"default_zoom_level": {"x": math.log(self.zoom, 1.2)}}}))
        self.process = subprocess.Popen(
            [CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-port=0",
             "--remote-allow-origins=*", f"--user-data-dir={self.profile.name}", f"--window-size={self.size[0]},{self.size[1]}",
             "--no-first-run", "--disable-background-networking", "--lang=en-US", *self.arguments, "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = pathlib.Path(self.profile.name) / "DevToolsActivePort"
        self.port = eventually(lambda: port.exists() and port.read_text().split("\n")[0], 30, "Chromium starts")
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.profile.cleanup()

    def forget(self, origins=()):
        """Forgets cookies and what origins have stored; pages of one server must not know those of another."""
        page = self.open()
        page.send("Network.clearBrowserCookies")
        for origin in origins:
            page.send("Storage.clearDataForOrigin", origin=origin, storageTypes="all")
        page.close()

    def open(self, url="about:blank", width=None, height=None):
        """Opens a page in a tab of its own."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/json/new?about:blank", method="PUT")
        target = json.load(urllib.request.urlopen(request))
        page = Page(target["webSocketDebuggerUrl"])
        page.resize(width or self.size[0], height or self.size[1])
        if url != "about:blank":
            page.go(url)
        return page


class Page:
    """A tab."""

    def __init__(self, url):
        self.socket = websocket.create_connection(url, timeout=60, suppress_origin=True)
        self.lock = threading.Lock()
        self.number = 0
        self.answers = {}
        self.arrived = threading.Condition()
        self.events = []
        self.errors = []
        self.handlers = {}
        self.modifiers = 0
        threading.Thread(target=self._read, daemon=True).start()
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")
        # Each page draws as if it were the one in front.
        self.send("Emulation.setFocusEmulationEnabled", enabled=True)

    def _read(self):
        while True:
            try:
                message = json.loads(self.socket.recv())
            except (websocket.WebSocketException, OSError, ValueError):
                return
            if "id" in message:
                with self.arrived:
                    self.answers[message["id"]] = message
                    self.arrived.notify_all()
                continue
            self._note(message)

    def _note(self, message):
        method, parameters = message["method"], message["params"]
        if method in self.handlers:
            threading.Thread(target=self.handlers[method], args=(parameters,), daemon=True).start()
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded" and parameters["entry"]["source"] in ("security", "javascript"):
            self.errors.append(parameters["entry"]["text"])

    def send(self, method, **parameters):
        """Sends a command, and waits for its answer."""
        with self.lock:
            self.number += 1
            number = self.number
            self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        with self.arrived:
            if not self.arrived.wait_for(lambda: number in self.answers, 60):
                raise Failure(f"no answer to {method}")
            answer = self.answers.pop(number)
        if "error" in answer:
            message = answer["error"]["message"]
            raise (PageLeft if "navigated" in message else Failure)(f"{method}: {message}")
        return answer["result"]

    def close(self):
        self.send("Page.close")
        self.socket.close()

    # What is shown

    def go(self, url):
        """Loads a page, and waits until it is there."""
        self.send("Page.navigate", url=url)
        eventually(lambda: self.ask("document.readyState") == "complete" and self.ask("location.href") != "about:blank", PATIENCE, f"{url} loads")

    def resize(self, width, height, scale=1, is_touch=False):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=is_touch)
        self.send("Emulation.setTouchEmulationEnabled", enabled=is_touch, maxTouchPoints=1)

    def media(self, **features):
        """Sets what style sheets ask for: `scheme="dark"`, `motion="reduce"`, `forced="active"`, `type="print"`."""
        names = {"scheme": "prefers-color-scheme", "motion": "prefers-reduced-motion", "forced": "forced-colors"}
        kept = [{"name": names[name], "value": value} for name, value in features.items() if name in names]
        self.send("Emulation.setEmulatedMedia", media=features.get("type", ""), features=kept)

    def ask(self, script):
        """The value of an expression of the page, which may be a promise."""
        answer = self.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise Failure(f"{script}: {answer['exceptionDetails'].get('exception', {}).get('description')}")
        return answer["result"].get("value")

    def until(self, script, seconds=PATIENCE):
        """Asks until the page says yes."""
        def question():
            try:
                return self.ask(script)
            except PageLeft:
                return None
        return eventually(question, seconds, script)

    def text(self, selector="body"):
        return self.ask(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''")

    def picture(self, path):
        """Writes what is shown as PNG."""
        data = self.send("Page.captureScreenshot", format="png")["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def tree(self):
        """The accessibility tree as role, name and properties, in reading order."""
        nodes = self.send("Accessibility.getFullAXTree")["nodes"]
        return [Node(node) for node in nodes if not node.get("ignored")]

    def hold_requests(self, pattern):
        """Holds requests back before they are sent; what is returned says how many there are, and lets them go."""
        wanted = "^" + re.escape(pattern).replace(r"\*", ".*") + "$"
        self.ask(f"""(() => {{ const send = window.fetch; let go; const gate = new Promise((resolve) => {{ go = resolve; }}); window.held = 0;
            window.release = () => {{ window.fetch = send; go(); }};
            window.fetch = async (url, options) => {{ if (new RegExp({json.dumps(wanted)}).test(url)) {{ held += 1; await gate; }} return send(url, options); }}; }})()""")
        return lambda: self.ask("held"), lambda: self.ask("release()")

    # Keys

    def key(self, chord):
        """Presses a key, such as `Enter`, `a` or `Control+Shift+Z`."""
        *modifiers, name = re.split(r"\+(?=.)", chord)
        bits = sum(MODIFIERS[modifier] for modifier in modifiers)
        # A sign has no code here: 46, the code point of ".", is the code of Delete.
        has_code = len(name) == 1 and name.isascii() and name.isalnum()
        code, text = KEYS.get(name, (ord(name.upper()) if has_code else 0, name if len(name) == 1 else ""))
        if bits & ~MODIFIERS["Shift"]:
            text = ""
        usual = {"key": name, "code": f"Key{name.upper()}" if name.isalpha() and len(name) == 1 else name,
                 "windowsVirtualKeyCode": code, "modifiers": bits}
        commands = {"Control+v": ["paste"], "Control+a": ["selectAll"], "Control+c": ["copy"]}.get(chord, [])
        self.send("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, commands=commands, **usual)
        self.send("Input.dispatchKeyEvent", type="keyUp", **usual)

    def type(self, text):
        """Types a text letter by letter."""
        for letter in text:
            self.key(letter)

    def compose(self, steps, end):
        """Composes a text as an input method does: what stands in the field meanwhile, and what is entered at the end."""
        for step in steps:
            self.send("Input.imeSetComposition", text=step, selectionStart=len(step), selectionEnd=len(step))
        self.send("Input.insertText", text=end)

    def paste(self, text):
        """Pastes a text into what has the focus."""
        self.ask("(() => { const data = new DataTransfer(); data.setData('text/plain', %s); "
                 "let target = document.activeElement; while (target.shadowRoot) target = target.shadowRoot.activeElement; "
                 "const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true, composed: true }); "
                 "if (target.dispatchEvent(event)) document.execCommand('insertText', false, %s); })()"
                 % (json.dumps(text), json.dumps(text)))

    # Pointers

    def place(self, selector, index=0):
        """The middle of an element."""
        return self.ask(f"""(() => {{ const element = document.querySelectorAll({json.dumps(selector)})[{index}];
            if (!element) return null; const frame = element.getBoundingClientRect();
            return [frame.x + frame.width / 2, frame.y + frame.height / 2]; }})()""")

    def mouse(self, kind, x, y, button="left"):
        buttons = 0 if button == "none" or kind == "mouseReleased" else {"left": 1, "right": 2}[button]
        self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, buttons=buttons, clickCount=1)

    def click(self, place, button="left"):
        """Clicks an element or a place."""
        x, y = self._place(place)
        self.mouse("mouseMoved", x, y, "none")
        self.mouse("mousePressed", x, y, button)
        self.mouse("mouseReleased", x, y, button)

    def drag(self, start, end):
        """Drags with the mouse from one place to another."""
        (x, y), (to_x, to_y) = self._place(start), self._place(end)
        self.mouse("mousePressed", x, y)
        for step in range(1, 9):
            self.mouse("mouseMoved", x + (to_x - x) * step / 8, y + (to_y - y) * step / 8)
        self.mouse("mouseReleased", to_x, to_y)

    def tap(self, place):
        """Taps with a finger."""
        x, y = self._place(place)
        self.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def hold(self, place, to=None, seconds=0.6):
        """Rests a finger on a place, and moves it from there if a place is given."""
        x, y = self._place(place)
        self.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        time.sleep(seconds)
        if to:
            to_x, to_y = self._place(to)
            for step in range(1, 9):
                point = {"x": x + (to_x - x) * step / 8, "y": y + (to_y - y) * step / 8}
                self.send("Input.dispatchTouchEvent", type="touchMove", touchPoints=[point])
        self.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def wheel(self, by, x=400, y=400):
        self.send("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=by)

    def _place(self, place):
        if not isinstance(place, str):
            return place
        found = self.place(place)
        if not found:
            raise Failure(f"there is no {place}")
        return found

    def axe(self, source, tags=("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")):
        """What axe-core finds, a line each."""
        self.send("Runtime.evaluate", expression=source)
        # While something fades in, its colors are others.
        self.until("document.getAnimations().every((one) => one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity)")
        found = self.ask("axe.run(document, { runOnly: { type: 'tag', values: %s } }).then((result) => result.violations)" % json.dumps(list(tags)))
        return [f"{rule['id']}: {rule['help']}: {node['html'][:160]}: {node['failureSummary'][:300]}" for rule in found for node in rule["nodes"]]


class Node:
    """A node of the accessibility tree."""

    def __init__(self, node):
        self.role = node["role"]["value"]
        self.name = node.get("name", {}).get("value", "")
        self.value = node.get("value", {}).get("value", "")
        self.states = {item["name"]: item["value"].get("value") for item in node.get("properties", [])}

    def __repr__(self):
        return f"{self.role} {self.name!r} {self.states}"
