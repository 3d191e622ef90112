"""A server for the scripts that let programs of others use it; not a script."""

import json
import os
import re
import subprocess
import tempfile
import urllib.error
import urllib.request

ADMIN = "the admin's own token"
failures = 0


def check(holds, what):
    """Prints whether something holds."""
    global failures
    failures += not holds
    print("ok   " if holds else "FAIL ", what, flush=True)


class Server:
    """A running server, with or without spaces."""

    def __init__(self, program, space=None, *options):
        self.folder = tempfile.TemporaryDirectory()
        content = ["--spaces", self.folder.name] if space else ["--database", self.folder.name + "/tags.sqlite"]
        environment = dict(os.environ, TAGFLOW_ADMIN_TOKEN=ADMIN, HOME=self.folder.name, SWIFT_BACKTRACE="enable=no")
        self.process = subprocess.Popen([program, "--listen", "127.0.0.1:0", *content, *options], env=environment,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.url = re.search(r"http\S+", self.process.stderr.readline()).group()
        self.root = self.url + (f"/spaces/{space}" if space else "")
        if space:
            self.send("POST", self.url + "/spaces", {"space": space})

    def send(self, method, path, body=None, token=ADMIN, headers=None, kind="Bearer"):
        """Sends a request; returns its status, header and text."""
        url = path if path.startswith("http") else self.root + path
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        fields = {"Content-Type": "application/json"} if data is not None else {}
        if token:
            fields["Authorization"] = f"{kind} {token}"
        request = urllib.request.Request(url, data, {**fields, **(headers or {})}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status, response.headers, response.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read().decode()

    def token(self, scope, sets=None):
        """Makes a token of a scope."""
        body = {"name": scope, "scope": scope, **({"sets": sets} if sets else {})}
        return json.loads(self.send("POST", "/api/v1/tokens", body)[2])["token"]

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.folder.cleanup()
