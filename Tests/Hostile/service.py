"""A running tagflow-server, as the programs of this folder that attack it use it."""

import atexit
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import urllib.parse

ADMIN = "the server's own admin token of the tests"


class Service:
    """A server with a folder of its own: one database, or spaces."""

    def __init__(self, program, folder, *options, has_spaces=False, environment=None):
        self.folder = folder
        self.database = os.path.join(folder, "tags.sqlite")
        self.command = [program, *(["--spaces", folder] if has_spaces else ["--database", self.database]),
                        "--listen", "127.0.0.1:0", "--token-rate", "1000000000", *options]
        self.environment = {"HOME": folder, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
                            "TAGFLOW_ADMIN_TOKEN": ADMIN, **(environment or {})}
        self.port = None

    def start(self):
        """Starts the server, and returns when it listens."""
        self.errors = open(os.path.join(self.folder, "errors"), "ab+")
        end = self.errors.seek(0, os.SEEK_END)
        self.process = subprocess.Popen(self.command, stderr=self.errors, env=self.environment)
        # Nothing is left running, however the program that started it ends.
        atexit.register(self.process.kill)
        found = None
        while not found:
            self.errors.seek(end)
            found = re.search(rb"listening on http://[^:]+:(\d+)", self.errors.read())
            if not found and self.process.poll() is not None:
                raise RuntimeError(f"the server ended with {self.process.returncode}: {self.shown_errors()}")
        self.port = int(found.group(1))
        return self

    def shown_errors(self):
        """The end of what the server said."""
        self.errors.seek(0)
        return self.errors.read()[-300:]

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.errors.close()

    def end(self):
        """Ends the server as a service manager does; returns its code."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=60)
        self.errors.close()
        return code

    def memory(self):
        """The bytes of memory that the server has."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1)) * 1024

    def peak(self):
        """The most bytes of memory that the server has had."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmHWM:\s+(\d+)", status.read()).group(1)) * 1024

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def client(self, space=None, token=ADMIN):
        return Client(self.port, space, token)

    def socket(self, timeout=None):
        return socket.create_connection(("127.0.0.1", self.port), timeout)


class Client:
    """A kept connection, on which one request follows the other."""

    def __init__(self, port, space=None, token=ADMIN, timeout=120):
        self.base = (f"/spaces/{space}" if space else "") + "/api/v1"
        self.token = token
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)

    def ask(self, method, path, body=None, content_type="application/json", headers=None):
        """Sends a request; the status and the answer, from JSON where it is that. `//` begins a path below the server's own."""
        target = path[1:] if path.startswith("//") else self.base + path
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        fields = {"Authorization": f"Bearer {self.token}", **({"Content-Type": content_type} if body is not None else {}),
                  **(headers or {})}
        self.connection.request(method, target, body, fields)
        answer = self.connection.getresponse()
        text = answer.read()
        is_json = "json" in (answer.getheader("Content-Type") or "") and "ndjson" not in answer.getheader("Content-Type")
        return answer.status, json.loads(text) if is_json and text else text

    def close(self):
        self.connection.close()


def quoted(name):
    return urllib.parse.quote(name, safe="")
