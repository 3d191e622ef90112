"""A client that keeps what was acknowledged: it changes one space through the proxy, and knows what must be there."""

import http.client
import threading
import time

import nodes


class Keeper:
    """Adds tags and toggles one, a change after the other; a request whose outcome is unknown is looked up before the next."""

    def __init__(self, port, space, pause):
        self.port = port
        self.space = space
        self.pause = pause
        self.base = f"/spaces/{space}/api/v1"
        self.connection = None
        # The tags that were acknowledged, and those of which nobody knows.
        self.kept = []
        self.unknown = set()
        self.selected = False
        self.acknowledged = 0
        self.unclear = 0
        self.problems = []
        # When each acknowledged change was sent and answered, and by which node.
        self.times = []
        self.refused = 0
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.work, daemon=True)

    # Requests

    def send(self, method, path, body=None):
        """Sends a request on the kept connection; the status is 0 where the outcome is unknown, and -1 where none was sent."""
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=150)
                self.connection.connect()
        except OSError:
            self.connection = None
            return -1, b"", None
        try:
            return nodes.send(self.connection, method, self.base + path, body)
        except (OSError, http.client.HTTPException):
            self.connection.close()
            self.connection = None
            return 0, b"", None

    def read(self, path):
        """Reads until there is an answer; None when the time is over."""
        while not self.is_over.is_set():
            status, answer, _ = self.send("GET", path)
            if status in (200, 404):
                return status, answer
            if status not in (-1, 0, 500, 502, 503, 504, 507):
                self.problems.append(f"{self.space}: GET {path}: {status} {answer}")
            time.sleep(0.05)
        return None

    # Changes

    def begin(self):
        while True:
            status, answer, _ = nodes.send(http.client.HTTPConnection("127.0.0.1", self.port, timeout=30), "POST", "/spaces",
                                           {"space": self.space})
            if status in (201, 409):
                break
            time.sleep(0.1)
        while self.send("POST", "/tags", {"tag": "toggled", "sets": ["default"]})[0] not in (201, 409):
            time.sleep(0.1)
        self.thread.start()

    def work(self):
        number = 0
        while not self.is_over.is_set():
            number += 1
            if number % 2:
                self.add(f"tag {number}")
            else:
                self.toggle()
            if number % 10 == 0:
                self.look_back()
            self.is_over.wait(self.pause)

    def change(self, method, path, body):
        """Sends a change until it is acknowledged (True), or nobody knows what became of it (False)."""
        begun = time.monotonic()
        while not self.is_over.is_set():
            sent = time.monotonic()
            status, answer, node = self.send(method, path, body)
            if status in (200, 201):
                self.acknowledged += 1
                self.times.append((begun, time.monotonic(), node))
                return True
            if status in (-1, 503, 507):
                # Nothing was changed: this is what these mean.
                self.refused += 1
                time.sleep(0.05)
                continue
            if status in (0, 500, 502, 504):
                self.unclear += 1
                return False
            self.problems.append(f"{self.space}: {method} {path} after {sent - begun:.1f} s: {status} {answer}")
            return False
        return None

    def add(self, tag):
        outcome = self.change("POST", "/tags", {"tag": tag})
        if outcome:
            self.kept.append(tag)
        elif outcome is False:
            found = self.read(f"/tags/{tag.replace(' ', '%20')}")
            if found and found[0] == 200:
                self.kept.append(tag)
            elif found is None:
                self.unknown.add(tag)

    def toggle(self):
        outcome = self.change("PATCH", "/sets/default/selection", {"toggle": ["toggled"]})
        if outcome:
            self.selected = not self.selected
        elif outcome is False:
            found = self.read("/sets/default/selection")
            self.selected = found and found[0] == 200 and "toggled" in found[1]["selected"]
            if found is None:
                self.selected = None

    def look_back(self):
        """Reads what must be there."""
        if self.kept:
            found = self.read(f"/tags/{self.kept[-1].replace(' ', '%20')}")
            if found and found[0] != 200:
                self.problems.append(f"{self.space}: '{self.kept[-1]}' was acknowledged and is not there")
        found = self.read("/sets/default/selection")
        if found and self.selected is not None and ("toggled" in found[1].get("selected", [])) != self.selected:
            self.problems.append(f"{self.space}: the selection is another than was acknowledged")

    def outage(self, since, until):
        """The longest time in which a change waited, of those that were under way in a span of time, in seconds."""
        return max((end - begin for begin, end, _ in self.times if end >= since and begin <= until), default=0)

    def end(self):
        self.is_over.set()
        self.thread.join()
