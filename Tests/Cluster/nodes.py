"""The nodes and the proxy of a cluster: real servers on the mounts, HAProxy with the configuration of Scale/."""

import contextlib
import http.client
import json
import os
import signal
import subprocess
import time

import cephfs

ADMIN = "the server's own admin token of the tests"


class Node:
    """A server on a folder; with exclusive spaces, unless it is the one that others are compared with."""

    def __init__(self, number, program, folder, logs, idle_time=20):
        self.number = number
        self.port = cephfs.free_port()
        self.log = f"{logs}/node{number}.log"
        self.process = None
        self.command = [program, "--spaces", folder, "--exclusive", "--idle-time", str(idle_time),
                        "--listen", f"127.0.0.1:{self.port}", "--token-rate", "1000000000", "--trusted-proxy", "127.0.0.1"]
        self.environment = {"HOME": logs, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
                            "TAGFLOW_ADMIN_TOKEN": ADMIN}

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(self.command, stderr=log, env=self.environment)
        end = time.monotonic() + 60
        while self.process.poll() is None and time.monotonic() < end:
            try:
                if self.ask("GET", "/healthz", timeout=2)[0] == 200:
                    return self
            except OSError:
                time.sleep(0.02)
        raise RuntimeError(f"node {self.number} did not start; see {self.log}")

    def ask(self, method, path, body=None, timeout=10):
        """Asks the node itself, past the proxy."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            return send(connection, method, path, body)[:2]
        finally:
            connection.close()

    def signal(self, number):
        self.process.send_signal(number)

    @contextlib.contextmanager
    def slow_sync(self, seconds):
        """Lets the server wait before each call that makes sure that what it wrote is on disk."""
        delay = f"inject=fdatasync,fsync:delay_enter={int(seconds * 1e6)}"
        command = ["strace", "-f", "-qq", "-p", str(self.process.pid), "-e", "trace=fdatasync,fsync", "-e", delay, "-o", "/dev/null"]
        tracer = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            yield
        finally:
            tracer.terminate()
            tracer.wait()

    def kill(self, awaits=True):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.kill()
            if awaits:
                self.process.wait()

    def stop(self):
        """Ends the server as a service manager does; its exit code."""
        self.process.terminate()
        return self.process.wait(timeout=60)


class Proxy:
    """HAProxy before three nodes, some of which may not be there."""

    def __init__(self, nodes, logs):
        self.port = cephfs.free_port()
        self.log = f"{logs}/haproxy.log"
        addresses = [f"127.0.0.1:{node.port}" for node in nodes]
        addresses += [f"127.0.0.1:{cephfs.free_port()}" for _ in range(3 - len(nodes))]
        self.environment = {**os.environ, "TAGFLOW_BIND": f"127.0.0.1:{self.port}", "TAGFLOW_BASE_PATH": "", "TAGFLOW_DEPTH": "2",
                            **{f"TAGFLOW_NODE{number + 1}": address for number, address in enumerate(addresses)}}
        self.process = None

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(["haproxy", "-db", "-f", f"{cephfs.SCALE}/haproxy.cfg"], env=self.environment,
                                            stdout=log, stderr=log)
        return self

    def await_nodes(self):
        """Waits until a request gets through."""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
                if send(connection, "GET", "/readyz")[0] == 200:
                    return
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(0.1)
        raise RuntimeError(f"the proxy reaches no node; see {self.log}")

    def kill(self):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def send(connection, method, path, body=None, key=None):
    """Sends a request, under a key if it may be sent again; the status, the answer, and the node that gave it."""
    fields = {"Authorization": f"Bearer {ADMIN}"}
    if key is not None:
        fields["Idempotency-Key"] = key
    if body is not None:
        fields["Content-Type"] = "application/json"
        body = json.dumps(body)
    connection.request(method, path, body, fields)
    answer = connection.getresponse()
    text = answer.read()
    is_json = "json" in (answer.getheader("Content-Type") or "")
    return answer.status, json.loads(text) if is_json and text else text, answer.getheader("Tagflow-Node")
