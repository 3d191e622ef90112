"""A client that keeps what was acknowledged: it changes one space through the proxy, and knows what must be there."""

import http.client
import threading
import time

import nodes


class Keeper:
    """Adds tags and toggles one, a change after the other; a request whose outcome is unknown is sent again under its key until there is
    an answer, so that each change is made once."""

    def __init__(self, port, space, pause):
        self.port = port
        self.space = space
        self.pause = pause
        self.base = f"/spaces/{space}/api/v1"
        self.connection = None
        # What was acknowledged.
        self.kept = []
        self.selected = False
        # Whether the last change was never answered, since the time was over.
        self.is_in_doubt = False
        self.begun = 0
        self.acknowledged = 0
        self.unclear = 0
        self.problems = []
        # When each acknowledged change was sent and answered, and by which node.
        self.times = []
        self.refused = 0
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.work, daemon=True)

    # Requests

    def send(self, method, path, body=None, key=None):
        """Sends a request on the kept connection; the status is 0 where the outcome is unknown, and -1 where none was sent."""
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=150)
                self.connection.connect()
        except OSError:
            self.connection = None
            return -1, b"", None
        try:
            return nodes.send(self.connection, method, self.base + path, body, key)
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
        """Sends a change until it is acknowledged; False when the time is over before."""
        begun = time.monotonic()
        self.begun += 1
        key = f"{self.space} {self.begun}"
        was_in_doubt = False
        while not self.is_over.is_set():
            status, answer, node = self.send(method, path, body, key)
            if status in (200, 201):
                self.acknowledged += 1
                self.times.append((begun, time.monotonic(), node))
                return True
            if status in (-1, 503, 507):
                # Nothing was changed: this is what these mean.
                self.refused += 1
            elif status in (0, 500, 502, 504):
                was_in_doubt = True
                self.unclear += 1
            else:
                self.problems.append(f"{self.space}: {method} {path} after {time.monotonic() - begun:.1f} s: {status} {answer}")
                break
            time.sleep(0.05)
        self.is_in_doubt = was_in_doubt
        return False

    def add(self, tag):
        if self.change("POST", "/tags", {"tag": tag}):
            self.kept.append(tag)

    def toggle(self):
        if self.change("PATCH", "/sets/default/selection", {"toggle": ["toggled"]}):
            self.selected = not self.selected

    def look_back(self):
        """Reads what must be there."""
        if self.kept:
            found = self.read(f"/tags/{self.kept[-1].replace(' ', '%20')}")
            if found and found[0] != 200:
                self.problems.append(f"{self.space}: '{self.kept[-1]}' was acknowledged and is not there")
        found = self.read("/sets/default/selection")
        if found and ("toggled" in found[1].get("selected", [])) != self.selected:
            self.problems.append(f"{self.space}: the selection is another than was acknowledged")

    def outage(self, since, until):
        """The longest time in which a change waited, of those that were under way in a span of time, in seconds."""
        return max((end - begin for begin, end, _ in self.times if end >= since and begin <= until), default=0)

    def end(self):
        self.is_over.set()
        self.thread.join()
