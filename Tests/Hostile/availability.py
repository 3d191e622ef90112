#!/usr/bin/env python3
"""Tries to stop the server for everybody else as one client would: with connections, slow bytes, pictures, or no token at all.

Each attack runs against a server of its own, and checks that others are served meanwhile and afterwards. A round is one attack
with random sizes.

    availability.py --seconds 60
    availability.py --one slow_headers      # one attack with its usual sizes, as `make test` runs it
"""

import json
import os
import re
import resource
import select
import socket
import sys
import tempfile
import threading
import time

import harness
import service


class Attack:
    """A server under attack, and what was found wrong."""

    def __init__(self, program, random=None):
        self.program = program
        self.random = random
        self.folder = tempfile.TemporaryDirectory(prefix="tagflow-hostile-")
        self.problems = []
        self.server = None

    def size(self, usual):
        """The usual size of something, or one near it in a random round."""
        return usual if self.random is None else max(1, int(usual * self.random.uniform(0.7, 1.5)))

    def start(self, *options, files=None, has_spaces=False):
        """Starts the server, with at most so many open files."""
        self.server = service.Service(self.program, self.folder.name, *options, has_spaces=has_spaces)
        before = resource.getrlimit(resource.RLIMIT_NOFILE)
        if files:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, before[1]))
            command = self.server.command
            # The hard limit too: the server raises the soft one.
            self.server.command = ["/bin/sh", "-c", f"ulimit -Hn {files}; exec \"$@\"", "sh", *command]
        try:
            self.server.start()
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, before)
        return self.server

    def expect(self, what, holds, seen=""):
        if not holds:
            self.problems.append(f"{what}: {seen}")

    def status(self, method, path, token=service.ADMIN, body=None, timeout=20, space=None):
        """The status of a request on a new connection; the exception's name if there is no response."""
        client = service.Client(self.server.port, space, token, timeout)
        try:
            return client.ask(method, path, body)[0]
        except OSError as error:
            return type(error).__name__
        finally:
            client.close()

    def metric(self, name):
        client = self.server.client()
        text = client.ask("GET", "//metrics")[1].decode()
        client.close()
        return float(re.search(rf"^{name} ([0-9.e+]+)$", text, re.MULTILINE).group(1))

    def cpu(self):
        """The seconds of processor time that the server has used."""
        with open(f"/proc/{self.server.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self):
        if self.server and self.server.process.poll() is None:
            self.server.kill()
        self.folder.cleanup()


def connect(port, source="127.0.0.1", timeout=20):
    return socket.create_connection(("127.0.0.1", port), timeout, (source, 0))


def read_all(connection, seconds):
    """What a connection sends within a time, and whether it was closed."""
    got, end = b"", time.monotonic() + seconds
    while (rest := end - time.monotonic()) > 0:
        if not select.select([connection], [], [], rest)[0]:
            break
        try:
            part = connection.recv(65536)
        except OSError:
            return got, True
        if not part:
            return got, True
        got += part
    return got, False


def descriptors(attack):
    """Takes every connection that the server has descriptors for, then sends one wrong token."""
    server = attack.start("--connections-per-address", "100000", files=256)
    held = []
    for _ in range(attack.size(300)):
        try:
            connection = connect(server.port, timeout=2)
            connection.setblocking(False)
            held.append(connection)
        except OSError:
            break
    held[0].setblocking(True)
    held[0].sendall(b"GET /api/v1/tags HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer wrong\r\n\r\n")
    answer, _ = read_all(held[0], 10)
    attack.expect("a wrong token is 401 while all connections are taken", b" 401 " in answer, answer[:80])
    before = attack.cpu()
    time.sleep(1)
    attack.expect("accepting doesn't spin while all connections are taken", attack.cpu() - before < 0.5, attack.cpu() - before)
    for connection in held:
        connection.close()
    time.sleep(0.3)
    attack.expect("the server is alive", attack.status("GET", "//healthz") == 200)
    attack.expect("a wrong token is 401", attack.status("GET", "/tags", "wrong") == 401)
    attack.expect("a token can be made", attack.status("POST", "/tokens", body={"name": "x", "scope": "read"}) == 201)
    attack.expect("a board is drawn", attack.status("GET", "/sets/default/board.png") == 200)


def slow_headers(attack):
    """Sends a header in pieces that are large enough to look alive."""
    server = attack.start("--client-timeout", "2")
    begun = time.monotonic()
    connections = [connect(server.port) for _ in range(attack.size(20))]
    for connection in connections:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n")
    while time.monotonic() - begun < 6 and connections:
        time.sleep(0.5)
        for connection in list(connections):
            try:
                connection.sendall(b"X-Field: " + b"x" * 80 + b"\r\n")
            except OSError:
                pass
            _, is_closed = read_all(connection, 0.001)
            if is_closed:
                connections.remove(connection)
    attack.expect("a header that takes too long ends the connection", not connections, f"{len(connections)} are open")
    # A client that keeps its connection has the same time for each header.
    kept = connect(server.port)
    for _ in range(6):
        kept.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        answer, is_closed = read_all(kept, 0.7)
        attack.expect("a quick client is served for longer than one header may take", b"200" in answer and not is_closed, answer)


def slow_body(attack):
    """Sends a body in pieces that are large enough to look alive."""
    server = attack.start("--client-timeout", "1")
    connection = connect(server.port)
    connection.sendall(
        f"POST /api/v1/tags HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {service.ADMIN}\r\n"
        "Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n".encode())
    begun, answer, is_closed = time.monotonic(), b"", False
    while time.monotonic() - begun < 8 and not is_closed and b"\r\n" not in answer:
        try:
            connection.sendall(b" " * 100)
        except OSError:
            break
        part, is_closed = read_all(connection, 0.5)
        answer += part
    attack.expect("a body that takes too long is 408", b" 408 " in answer, answer[:100])


def per_address(attack):
    """Takes more connections than one address may have."""
    server = attack.start("--connections-per-address", "10", "--trusted-proxy", "127.0.0.3")
    held = [connect(server.port) for _ in range(10)]
    time.sleep(0.3)
    for _ in range(attack.size(30)):
        more = connect(server.port)
        answer, is_closed = read_all(more, 3)
        attack.expect("one connection too many is 503", b" 503 " in answer and is_closed, answer)
        attack.expect("it is told when to come again", b"Retry-After" in answer, answer)
        more.close()
    other = connect(server.port, "127.0.0.2")
    other.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    attack.expect("another address is served", b" 200 " in read_all(other, 2)[0])
    proxy = [connect(server.port, "127.0.0.3") for _ in range(30)]
    proxy[-1].sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    attack.expect("a trusted proxy may have more", b" 200 " in read_all(proxy[-1], 2)[0])
    for connection in held:
        connection.close()
    time.sleep(0.3)
    attack.expect("the address is served again", attack.status("GET", "//healthz") == 200)


def pipelining(attack):
    """Sends thousands of requests on a few connections without waiting for a response."""
    server = attack.start()
    line = b"GET /api/v1/tags HTTP/1.1\r\nHost: localhost\r\n\r\n"
    attack.expect("health before", attack.status("GET", "//healthz") == 200)
    held, sent = [], 0
    for _ in range(attack.size(8)):
        connection = connect(server.port)
        connection.setblocking(False)
        try:
            sent += connection.send(line * 6000) // len(line)
        except BlockingIOError:
            pass
        held.append(connection)
    answered, is_over = [0], threading.Event()

    def read():
        while not is_over.is_set():
            for connection in select.select(held, [], [], 0.1)[0]:
                try:
                    answered[0] += connection.recv(65536).count(b"HTTP/1.1 ")
                except OSError:
                    pass

    reader = threading.Thread(target=read)
    reader.start()
    status = attack.status("GET", "//healthz", timeout=60)
    seen = answered[0]
    is_over.set()
    reader.join()
    attack.expect("health is reported while requests are pipelined", status == 200, status)
    # Not a limit of time: others had to wait until all of these requests were answered.
    attack.expect("health doesn't wait for the pipelined requests", seen < 0.4 * sent, f"{seen} of {sent} were answered before")
    for connection in held:
        connection.close()


def unread(attack):
    """Pipelines requests for a large document without a token on many connections, and reads no response."""
    server = attack.start()
    attack.expect("health before", attack.status("GET", "//healthz") == 200)
    memory = server.memory()
    held = [connect(server.port) for _ in range(min(attack.size(200), 240))]
    # Connections are set up before they send.
    attack.expect("health with idle connections", attack.status("GET", "//healthz") == 200)
    for connection in held:
        connection.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20)
    slowest = 0
    for _ in range(10):
        before = attack.cpu()
        attack.expect("health is reported while responses are unread", attack.status("GET", "//healthz", timeout=60) == 200)
        slowest = max(slowest, attack.cpu() - before)
    # The work that was done first rather than the time, which depends on other programs.
    attack.expect("health doesn't wait for unread responses", slowest < 1, f"{slowest:.2f} s of work came before it")
    grown = server.peak() - memory
    attack.expect("unread responses share their memory", grown < 48 << 20, f"{grown >> 20} MB more")
    for connection in held:
        connection.close()


def heavy_work(attack):
    """Asks for pictures of a large set, many at a time, and leaves."""
    server = attack.start()
    client = server.client()
    count = attack.size(15_000)
    lines = "\n".join('{"tag": "tag number %d"}' % number for number in range(count))
    client.ask("POST", "/import", lines, "application/x-ndjson")
    status = client.ask("POST", "/sets", {"set": "large", "tags": [f"tag number {number}" for number in range(count)]})[0]
    attack.expect("a large set is made", status == 201, status)
    attack.expect("health before", attack.status("GET", "//healthz") == 200)
    formats = ["html", "svg", "pdf", "png?width=20000"]
    pictures = []
    for number in range(16):
        connection = connect(server.port, timeout=60)
        connection.sendall(
            f"GET /api/v1/sets/large/board.{formats[number % 4]} HTTP/1.1\r\nHost: localhost\r\n"
            f"Authorization: Bearer {service.ADMIN}\r\n\r\n".encode())
        pictures.append(connection)
    slowest = 0
    for _ in range(10):
        begun = time.monotonic()
        status = attack.status("GET", "//healthz", timeout=10)
        slowest = max(slowest, time.monotonic() - begun)
        attack.expect("health is reported while pictures are drawn", status == 200, status)
        attack.expect("metrics are reported while pictures are drawn", attack.status("GET", "//metrics", timeout=10) == 200)
        attack.expect("tags are listed while pictures are drawn", attack.status("GET", "/tags?limit=1", timeout=10) == 200)
    refused = 0
    for connection in pictures:
        answer, _ = read_all(connection, 0.01)
        refused += b" 503 " in answer and b"etry-" in answer
    attack.expect("pictures beyond the limit are 503 with Retry-After", refused >= 8, f"{refused} of 16 were refused")
    for connection in pictures:
        connection.close()
    # What is being drawn stops for lack of a reader; a single step that is not interrupted may take a moment.
    end = time.monotonic() + 20
    while time.monotonic() < end:
        before = attack.cpu()
        time.sleep(0.5)
        if attack.cpu() - before < 0.05:
            break
    else:
        attack.expect("drawing stops when nobody waits for it", False, "it goes on after 20 seconds")
    attack.expect("health afterwards", attack.status("GET", "//healthz") == 200)


def large_reads(attack):
    """Requests a large set and its board many times with a read token, and reads nothing."""
    server = attack.start()
    client = server.client()
    count = attack.size(15_000)
    # Responses are longer than what the sockets of a connection hold.
    tags = [f"tag number {number} {'x' * 400}" for number in range(count)]
    lines = "\n".join('{"set": "large", "tags": %s}' % json.dumps(tags[part:part + 1000]) for part in range(0, count, 1000))
    status = client.ask("POST", "/import", lines, "application/x-ndjson")[0]
    attack.expect("a large set is made", status == 200, status)
    secret = client.ask("POST", "/tokens", {"name": "reader", "scope": "read"})[1]["token"]

    def request(path, number):
        held = []
        for _ in range(number):
            connection = socket.socket()
            # With little room in the sockets, responses stay in the server.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.settimeout(60)
            connection.connect(("127.0.0.1", server.port))
            connection.sendall(f"GET /api/v1{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {secret}\r\n\r\n".encode())
            held.append(connection)
        return held

    def answered(held):
        return len(select.select(held, [], [], 0)[0])

    held = request("/sets/large", 60)
    for other in ("/tags?limit=1", "/sets/default", "/sets/default/board"):
        attack.expect(f"{other} is served during large reads", attack.status("GET", other, timeout=60) == 200)
    # Not a limit of time: others had to wait until all of these reads were done.
    attack.expect("others don't wait for all large reads", answered(held) < 30, f"{answered(held)} of 60")
    end = time.monotonic() + 60
    while answered(held) < 60 and time.monotonic() < end:
        time.sleep(0.2)
    starts = [connection.recv(12) for connection in held if answered([connection])]
    attack.expect("large reads are served", b"HTTP/1.1 200" in starts, starts[:3])
    attack.expect("unread responses have a limit", b"HTTP/1.1 503" in starts, f"{len(starts)} of 60 were sent")
    for connection in held:
        connection.close()
    end = time.monotonic() + 10
    while (status := attack.status("GET", "/sets/large", secret)) == 503 and time.monotonic() < end:
        time.sleep(0.2)
    attack.expect("the client is served again once its connections are closed", status == 200, status)


def closed_spaces(attack):
    """Asks for spaces that are closed, without a token and with wrong ones."""
    server = attack.start("--idle-time", "1", "--token-rate", "1000000", files=256, has_spaces=True)
    client = server.client()
    names = [f"space{number}" for number in range(40)]
    tokens = {}
    for name in names:
        attack.expect("a space is made", client.ask("POST", "//spaces", {"space": name})[0] == 201)
    for name in names:
        status, made = server.client(name).ask("POST", "/tokens", {"name": "x", "scope": "read"})
        attack.expect("a token is made", status == 201, (status, made))
        tokens[name] = made.get("token") if isinstance(made, dict) else None
    end = time.monotonic() + 20
    while attack.metric("tagflow_open_spaces") > 0 and time.monotonic() < end:
        time.sleep(0.5)
    attack.expect("idle spaces are closed", attack.metric("tagflow_open_spaces") == 0, attack.metric("tagflow_open_spaces"))
    before = server.descriptors()
    for number in range(attack.size(200)):
        status = attack.status("GET", "/tags", "wrong" if number % 2 else tokens[names[0]], space=names[1 + number % 39])
        attack.expect("a wrong token is refused", status in (401, 429), status)
    attack.expect("refused requests open no space", attack.metric("tagflow_open_spaces") == 0, attack.metric("tagflow_open_spaces"))
    attack.expect("refused requests keep no descriptors", server.descriptors() <= before + 4, (before, server.descriptors()))
    for name in names * 2:
        status = attack.status("GET", "/tags", tokens[name], space=name)
        attack.expect("every tenant is served", status == 200, (name, status))
    attack.expect("open spaces leave descriptors", server.descriptors() < 240, server.descriptors())


ATTACKS = {attack.__name__: attack for attack in
           (descriptors, slow_headers, slow_body, per_address, pipelining, unread, heavy_work, large_reads, closed_spaces)}


def run(name, program, random=None):
    """Runs one attack; what was found wrong."""
    attack = Attack(program, random)
    try:
        ATTACKS[name](attack)
    except (OSError, RuntimeError) as error:
        attack.problems.append(f"{name} could not go on: {error!r}")
    finally:
        attack.end()
    return attack.problems


def play(game):
    name = game.random.choice(sorted(ATTACKS))
    program = os.path.join(os.path.dirname(game.program), "tagflow-server")
    problems = run(name, program, game.random)
    game.tried(f"attacks on availability: {name}")
    for problem in sorted(set(problems)):
        game.broke(problem[:500], f"availability.py --seed {game.seed} --rounds 1")


def test_itself(game):
    """A check that can't fail would find nothing, so each is shown a server that lacks its limit."""
    program = os.path.join(os.path.dirname(game.program), "tagflow-server")
    attack = Attack(program)
    attack.start("--connections-per-address", "100000")
    held = [connect(attack.server.port) for _ in range(300)]
    answer, is_closed = read_all(held[-1], 0.5)
    yield "connections without a limit for each address", not (b" 503 " in answer and is_closed)
    attack.end()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        found = run(sys.argv[2], os.path.abspath(sys.argv[3] if len(sys.argv) > 3 else harness.ROOT + "/.build/debug/tagflow-server"))
        print("\n".join(found) or "nothing broke")
        sys.exit(1 if found else 0)
    harness.main("availability", play, test_itself, __doc__)
