#!/usr/bin/env python3
"""Loads a server as the worst of days would, and holds what it then takes and answers against its limits.

    server_load.py crowd       thousands of clients that are slow, silent, unread or send nonsense, beside eight that are served
    server_load.py spaces      500 spaces with two tokens each, under load: no answer may cross, no descriptor may stay
    server_load.py import      1 GB of NDJSON in one request: memory and counts
    server_load.py questions   a stream of 1,000,000 questions: memory, order, an answer for each
    server_load.py soak        all kinds of requests mixed for 30 minutes: memory and descriptors
    server_load.py together    a REPL, pickers, event streams and the server on one database for ten minutes: all agree

    --server PROGRAM   (default: .build/debug/tagflow-server, and tagflow beside it)   --scale N   a part of the numbers above
    --seed N

Each prints what it saw, a line a check, and ends with 1 where one fails. By hand: it takes the whole machine.
"""

import argparse
import collections
import concurrent.futures
import http.client
import json
import os
import random
import resource
import select
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import database
import harness
import service

MEGABYTE = 1 << 20


class Run:
    """One run: the programs, its numbers, and whether all checks held."""

    def __init__(self, arguments):
        self.server = os.path.abspath(arguments.server)
        self.tagflow = os.path.join(os.path.dirname(self.server), "tagflow")
        self.scale = arguments.scale
        self.random = random.Random(arguments.seed)
        self.failed = False

    def of(self, count):
        """So many at full scale."""
        return max(1, int(count * self.scale))

    def check(self, what, holds, seen):
        print(f"{'ok   ' if holds else 'FAILS'} {what}: {seen}", flush=True)
        self.failed |= not holds

    def command(self, server, *arguments, **options):
        return subprocess.run([self.tagflow, "--database", server.database, *arguments], check=True,
                              capture_output=True, **options).stdout


# A crowd

class Crowd:
    """Connections that behave badly, driven from one thread."""

    def __init__(self, server, count):
        self.server = server
        self.sockets = []
        self.slow = []
        for _ in range(count):
            # A byte a second of a header that never ends.
            self.slow.append(self.open(b"GET /api/v1/tags HTTP/1.1\r\nHost: localhost\r\nX-Slow: "))
            self.open(b"")
            self.open(self.events())
        for _ in range(count // 20):
            self.open(b"GET /" + b"a" * MEGABYTE + b" HTTP/1.1\r\n\r\n")
            self.open(b"POST /api/v1/tags HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + service.ADMIN.encode()
                      + b"\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nnonsense")
            self.open(b"GET /healthz HTTP/1.0\r\n\r\n")
            self.open(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50)
        self.is_over = threading.Event()
        self.threads = [threading.Thread(target=self.drip), threading.Thread(target=self.send_without_end)]
        for thread in self.threads:
            thread.start()

    def events(self):
        return (f"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {service.ADMIN}\r\n\r\n").encode()

    def open(self, text):
        connection = self.server.socket(10)
        connection.setblocking(False)
        self.sockets.append(connection)
        try:
            connection.send(text)
        except OSError:
            # The server may have had enough of it already.
            pass
        return connection

    def drip(self):
        while not self.is_over.wait(1):
            for connection in self.slow:
                try:
                    connection.send(b"x")
                except OSError:
                    pass

    def send_without_end(self):
        """A body that never ends, at full speed, again as often as it is cut."""
        while not self.is_over.is_set():
            try:
                with self.server.socket(5) as connection:
                    connection.sendall(b"POST /api/v1/tags HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                                       + service.ADMIN.encode() + b"\r\nContent-Type: application/json\r\n"
                                       b"Transfer-Encoding: chunked\r\n\r\n")
                    while not self.is_over.wait(.01):
                        connection.sendall(b"1000\r\n" + b" " * 4096 + b"\r\n")
            except OSError:
                time.sleep(.1)

    def end(self):
        self.is_over.set()
        for thread in self.threads:
            thread.join()
        for connection in self.sockets:
            connection.close()


def served(server, seconds, clients=8):
    """How many requests a second so many well-behaved clients have answered; a failure ends the run."""
    def ask(number):
        client, count, end = server.client(), 0, time.monotonic() + seconds
        while time.monotonic() < end:
            status, _ = client.ask("GET", f"/suggestions?q=tag+{count % 10}")
            if status != 200:
                raise RuntimeError(f"an honest client was answered {status}")
            count += 1
        client.close()
        return count

    with concurrent.futures.ThreadPoolExecutor(clients) as executor:
        return sum(executor.map(ask, range(clients))) / seconds


def crowd(run):
    with tempfile.TemporaryDirectory(prefix="tagflow-load-") as folder:
        server = service.Service(run.server, folder).start()
        run.command(server, "new", "crowd", *[f"tag {number}" for number in range(1_000)])
        alone = served(server, 10)
        time.sleep(2)
        memory, descriptors = server.memory(), server.descriptors()
        count = run.of(1_000)
        bad = Crowd(server, count)
        client = server.client()
        for number in range(50):
            # The unread event streams get something to be unread.
            client.ask("PATCH", "/sets/crowd/selection", {"toggle": [f"tag {number}"]})
        client.close()
        print(f"      {len(bad.sockets)} bad connections, {server.descriptors()} descriptors", flush=True)
        beside = served(server, 20)
        bad.end()
        run.check("others are served at half their speed at least", beside >= alone / 2, f"{beside:.0f} of {alone:.0f} a second")
        wait_for(lambda: server.descriptors() <= descriptors + 2, 60)
        run.check("no descriptor stays", server.descriptors() <= descriptors + 2, f"{server.descriptors()} of {descriptors}")
        after = served(server, 10)
        run.check("the speed comes back", after >= .8 * alone, f"{after:.0f} of {alone:.0f} a second")
        time.sleep(10)
        grown = server.memory() - memory
        run.check("the memory comes back", grown < 40 * MEGABYTE, f"{memory >> 20} MB before, {server.memory() >> 20} MB after, peak {server.peak() >> 20} MB")
        run.check("the server ends with code 0", server.end() == 0, "SIGTERM")


def wait_for(condition, seconds):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(.2)


# Spaces

def spaces(run):
    with tempfile.TemporaryDirectory(prefix="tagflow-load-") as folder:
        count = run.of(500)
        server = service.Service(run.server, folder, "--open-spaces", str(max(2, count // 5)), has_spaces=True).start()
        admin = server.client()
        tokens = {}
        for number in range(count):
            status, answer = admin.ask("POST", "//spaces", {"space": f"s{number}"})
            if status != 201:
                raise RuntimeError(f"{status} {answer}")
            made = server.client(f"s{number}")
            tokens[number] = [made.ask("POST", "/tokens", {"name": scope, "scope": scope})[1]["token"] for scope in ("read", "write")]
            made.ask("POST", "/sets", {"set": "own", "tags": [f"only in {number}"]})
            made.close()
        crossed, answered = collections.Counter(), collections.Counter()
        end = time.monotonic() + 60 * min(1, run.scale * 2)

        def visit(seed):
            chance = random.Random(seed)
            while time.monotonic() < end:
                number, other = chance.randrange(count), chance.randrange(count)
                reader, writer = tokens[number]
                client = server.client(f"s{number}", chance.choice([reader, writer]))
                text = json.dumps(client.ask("GET", chance.choice(["/tags", "/sets", "/suggestions?q=only", "/sets/own/board"]))[1])
                crossed["seen"] += f"only in {number}\"" not in text
                crossed["seen"] += text.count("only in ") - text.count(f"only in {number}\"") - text.count(f"only in {number} ")
                client.close()
                if other != number:
                    client = server.client(f"s{other}", reader)
                    status, _ = client.ask("GET", "/tags")
                    crossed["opened"] += status not in (401, 429)
                    client.close()
                client = server.client(f"s{number}", writer)
                status, _ = client.ask("PATCH", "/sets/own/selection", {"toggle": [f"only in {number}"]})
                crossed["refused"] += status != 200
                client.close()
                answered["requests"] += 3

        with concurrent.futures.ThreadPoolExecutor(16) as executor:
            list(executor.map(visit, range(16)))
        run.check("no answer crosses", not +crossed, f"{answered['requests']} requests, {dict(+crossed)}")
        files = [link for link in links(server) if ".sqlite" in link]
        most = max(2, count // 5)
        run.check("spaces beyond the limit are closed", len({os.path.basename(file).split(".")[0] for file in files}) <= most + 16,
                  f"{len(files)} descriptors of {len({file.split('.sqlite')[0] for file in files})} databases, limit {most}")
        deleted = [link for link in links(server) if link.endswith("(deleted)") and ".sqlite" in link]
        admin.close()
        # A connection that was silent for so long is closed by the server.
        admin = server.client()
        for number in range(count):
            admin.ask("DELETE", f"//spaces/s{number}")
        wait_for(lambda: not any(".sqlite" in link for link in links(server)), 30)
        left = [link for link in links(server) if ".sqlite" in link]
        run.check("deleting all spaces leaves no descriptor", not left and not deleted, f"{len(left)} left: {left[:2]}")
        run.check("the server ends with code 0", server.end() == 0, "SIGTERM")


def links(server):
    folder = f"/proc/{server.process.pid}/fd"
    found = []
    for name in os.listdir(folder):
        try:
            found.append(os.readlink(f"{folder}/{name}"))
        except FileNotFoundError:
            pass
    return found


# Long streams

def import_of_a_gigabyte(run):
    size = run.of(1_000_000_000)
    with tempfile.TemporaryDirectory(prefix="tagflow-load-") as folder:
        server = service.Service(run.server, folder).start()
        written = {"lines": 0}

        def parts():
            text, lines = [], 0
            sent = 0
            while sent < size:
                text = "".join(json.dumps({"title": f"thing {lines + place}", "tags": [f"tag {run.random.randrange(3_000)}" for _ in range(5)],
                                           "description": "a text that is read past " * 40}) + "\n" for place in range(500))
                lines += 500
                sent += len(text)
                written["lines"] = lines
                yield text.encode()

        client = http.client.HTTPConnection("127.0.0.1", server.port, timeout=7200)
        client.request("POST", "/api/v1/import", parts(), {"Authorization": f"Bearer {service.ADMIN}", "Content-Type": "application/x-ndjson"},
                       encode_chunked=True)
        answer = client.getresponse()
        text = answer.read()
        run.check("the import is answered", answer.status == 200, f"{answer.status} {text[:200]}")
        run.check("memory stays under 100 MB", server.peak() < 100 * MEGABYTE, f"peak {server.peak() >> 20} MB for {size >> 20} MB")
        server.end()
        with database.opened(server.database) as connection:
            count = connection.execute("SELECT count(*) FROM item").fetchone()[0]
        run.check("each line is there", count == written["lines"], f"{count} of {written['lines']}")


def questions(run):
    count = run.of(1_000_000)
    with tempfile.TemporaryDirectory(prefix="tagflow-load-") as folder:
        server = service.Service(run.server, folder).start()
        run.command(server, "new", "questions", *[f"tag {number}" for number in range(1_000)])
        connection = server.socket(600)
        connection.sendall((f"POST /api/v1/suggestions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {service.ADMIN}\r\n"
                            "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n").encode())
        seen = {"answers": 0, "disorder": 0, "peak early": 0}

        def read():
            file, place = connection.makefile("rb"), 0
            while file.readline() not in (b"\r\n", b""):
                pass
            rest = b""
            while True:
                length = int(file.readline() or b"0", 16)
                if not length:
                    return
                rest += file.read(length)
                file.readline()
                *lines, rest = rest.split(b"\n")
                for line in lines:
                    seen["disorder"] += json.loads(line).get("id") != place
                    place += 1
                seen["answers"] = place
                if not seen["peak early"] and place > count // 10:
                    seen["peak early"] = server.peak()

        reader = threading.Thread(target=read)
        reader.start()
        for start in range(0, count, 500):
            text = "".join(json.dumps({"id": place, "query": f"tag {place % 100}", "limit": 3}) + "\n"
                           for place in range(start, min(count, start + 500))).encode()
            connection.sendall(b"%x\r\n%s\r\n" % (len(text), text))
        connection.sendall(b"0\r\n\r\n")
        reader.join()
        run.check("each question has its answer, in order", seen["answers"] == count and not seen["disorder"], f"{seen['answers']} of {count}")
        run.check("memory does not grow with the stream", server.peak() < seen["peak early"] + 10 * MEGABYTE,
                  f"peak {seen['peak early'] >> 20} MB after a tenth, {server.peak() >> 20} MB at the end")
        server.end()


# A long day

class Day:
    """Clients of all kinds on one server, whose data soon grows no further: what grows after that is lost memory."""

    def __init__(self, run, server, seed):
        self.run, self.server = run, server
        self.chance = random.Random(seed)
        self.counts = collections.Counter()

    def one(self):
        """One request, or a connection that goes wrong."""
        kind = self.chance.choice([self.suggest, self.suggest, self.toggle, self.toggle, self.save, self.make, self.board, self.page,
                                   self.undo, self.export, self.bring, self.listen, self.leave, self.err])
        kind()
        self.counts[kind.__name__] += 1

    def ask(self, *arguments, expect=(200, 201, 204), **options):
        client = self.server.client()
        status, answer = client.ask(*arguments, **options)
        client.close()
        if status not in expect:
            raise RuntimeError(f"{arguments[:2]}: {status} {answer}")
        return answer

    def tag(self):
        return f"tag {int(self.chance.paretovariate(.7)) % 3_000}"

    def suggest(self):
        self.ask("GET", f"/suggestions?q={self.chance.choice('tag ag 1 2 33'.split())}&given={service.quoted(self.tag())}")

    def toggle(self):
        self.ask("PATCH", "/sets/day/selection", {"toggle": [f"tag {self.chance.randrange(200)}"]})

    def save(self):
        tags = [f"tag {self.chance.randrange(200)}" for _ in range(3)]
        made = self.ask("POST", "/items", {"set": "day", "title": f"day {self.chance.random()}", "tags": tags})
        self.ask("DELETE", f"/items/{made['id']}", expect=(204, 404))

    def make(self):
        self.ask("POST", "/tags", {"tag": self.tag()}, expect=(201, 409))

    def board(self):
        self.ask("GET", f"/sets/day/board{self.chance.choice(['', '.svg', '.png', '.txt'])}?width={self.chance.choice([300, 500, 900])}")

    def page(self):
        self.ask("GET", f"/{self.chance.choice(['tags', 'selections', 'changes'])}?limit=50")

    def undo(self):
        self.ask("POST", "/undo", expect=(200, 404, 409, 422))

    def export(self):
        if self.chance.random() < .1:
            self.ask("GET", "/export")

    def bring(self):
        numbers = [self.chance.randrange(2_000) for _ in range(20)]
        lines = "".join(json.dumps({"title": f"in {number}", "tags": [f"tag {number * step % 997}" for step in (1, 2, 5)]}) + "\n" for number in numbers)
        self.ask("POST", "/import", lines, "application/x-ndjson")

    def listen(self):
        with self.server.socket(10) as connection:
            connection.sendall(f"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {service.ADMIN}\r\n\r\n".encode())
            connection.recv(1_000)

    def leave(self):
        with self.server.socket(10) as connection:
            connection.sendall(f"GET /api/v1/export HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {service.ADMIN}\r\n\r\n".encode())

    def err(self):
        self.ask("POST", "/tags", "{", expect=(400,))
        self.ask("GET", "/nothing", expect=(404,))


def soak(run):
    seconds = run.of(1_800)
    with tempfile.TemporaryDirectory(prefix="tagflow-load-") as folder:
        server = service.Service(run.server, folder).start()
        run.command(server, "new", "day", *[f"tag {number}" for number in range(200)])
        begun, samples, logs, totals = time.monotonic(), [], [], collections.Counter()
        # Undo is kept small, so that what is kept for it reaches its limit early.
        run.command(server, "doctor", "--undo-size", "1")

        def work(seed):
            day = Day(run, server, seed)
            while time.monotonic() < begun + seconds:
                day.one()
                time.sleep(.01)
            return day.counts

        with concurrent.futures.ThreadPoolExecutor(6) as executor:
            futures = [executor.submit(work, run.random.random()) for _ in range(6)]
            while not all(future.done() for future in futures):
                # What a picture takes while it is drawn is not lost: of each interval the least counts.
                memories = []
                for _ in range(60):
                    time.sleep(seconds / 3_600)
                    memories.append(server.memory())
                samples.append((time.monotonic() - begun, min(memories), server.descriptors()))
                logs.append(os.path.getsize(server.database + "-wal"))
                print(f"      {samples[-1][0]:6.0f} s  {samples[-1][1] / MEGABYTE:.1f} to {max(memories) / MEGABYTE:.1f} MB  "
                      f"{samples[-1][2]} descriptors  {logs[-1] / MEGABYTE:.0f} MB of log", flush=True)
            for future in futures:
                totals += future.result()
        early = statistics.median(memory for at, memory, _ in samples if seconds / 6 <= at <= seconds / 6 + seconds / 15)
        last = statistics.median(memory for _, memory, _ in samples[-4:])
        time.sleep(5)
        run.check("memory at the end is within 10 % of that after a sixth of the time", last <= 1.1 * early,
                  f"{early / MEGABYTE:.1f} MB, {last / MEGABYTE:.1f} MB; {sum(totals.values())} requests {dict(totals)}")
        first = samples[0][2]
        run.check("no descriptor is lost", server.descriptors() <= first, f"{server.descriptors()} of {first}")
        run.check("the log never has more than 128 MB", max(logs) <= 128 * MEGABYTE, f"{max(logs) / MEGABYTE:.0f} MB")
        run.check("the server ends with code 0", server.end() == 0, "SIGTERM")
        damages = database.damages(server.database)
        run.check("every count is exact", not damages, damages[:2] or "all")


# Everybody on one database

def together(run):
    seconds = run.of(600)
    with tempfile.TemporaryDirectory(prefix="tagflow-load-") as folder:
        server = service.Service(run.server, folder).start()
        run.command(server, "new", "shared", *[f"tag {number}" for number in range(40)])
        end = time.monotonic() + seconds
        first, second = {}, {}
        streams = [threading.Thread(target=follow, args=[server, end, result]) for result in (first, second)]
        workers = [threading.Thread(target=work, args=[run, server, end, run.random.random()])
                   for work in (over_http, in_the_repl, in_the_picker)]
        for thread in streams + workers:
            thread.start()
        for thread in workers + streams:
            thread.join()
        selected = {"over HTTP": server.client().ask("GET", "/sets/shared/selection")[1]["selected"]}
        board = json.loads(run.command(server, "show", "--set", "shared", "--format", "json"))
        selected["at the command line"] = [chip["tag"] for chip in board["chips"] if chip["selected"]]
        with database.opened(server.database) as connection:
            last = connection.execute("SELECT max(id) FROM commit_log").fetchone()[0]
        run.check("all show the same", len({json.dumps(names) for names in selected.values()}) == 1, f"{len(selected['over HTTP'])} selected")
        for number, result in enumerate((first, second)):
            run.check(f"stream {number + 1} saw every commit once, in order", result["last"] == last and result["gaps"] == 0,
                      f"{result['events']} events, the last {result['last']} of {last}, {result['gaps']} gaps")
        damages = database.damages(server.database)
        run.check("every count is exact", not damages, damages[:2] or "all")
        run.check("the server ends with code 0", server.end() == 0, "SIGTERM")


def follow(server, end, result):
    """Reads events until after the end, and counts what was left out or came twice."""
    result.update(events=0, gaps=0, last=0)
    connection = server.socket(5)
    connection.sendall(f"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {service.ADMIN}\r\n\r\n".encode())
    rest = b""
    while time.monotonic() < end + 8:
        if not select.select([connection], [], [], .5)[0]:
            continue
        *lines, rest = (rest + connection.recv(1 << 16)).split(b"\n")
        for line in lines:
            if line.startswith(b"id:"):
                number = int(line[3:])
                result["gaps"] += result["last"] not in (0, number - 1)
                result["last"] = number
                result["events"] += 1
    connection.close()


def over_http(run, server, end, seed):
    chance, client = random.Random(seed), server.client()
    while time.monotonic() < end:
        client.ask("PATCH", "/sets/shared/selection", {"toggle": [f"tag {chance.randrange(40)}"]})
        if chance.random() < .1:
            client.ask("POST", "/items", {"set": "shared", "title": f"note {chance.random()}"})
        if chance.random() < .05:
            client.ask("POST", "/undo")
        time.sleep(chance.random() / 5)


def in_the_repl(run, server, end, seed):
    chance = random.Random(seed)
    repl = subprocess.Popen([run.tagflow, "--database", server.database, "--set", "shared"], stdin=subprocess.PIPE,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while time.monotonic() < end:
        line = chance.choice([f"toggle 'tag {chance.randrange(40)}'", str(1 + chance.randrange(40)), "save 'a note'", "undo"])
        repl.stdin.write(line.encode() + b"\n")
        repl.stdin.flush()
        time.sleep(chance.random() / 5)
    repl.stdin.close()
    repl.wait()


def in_the_picker(run, server, end, seed):
    """A picker in a pseudo-terminal: some letters, Tab, Enter."""
    chance = random.Random(seed)
    while time.monotonic() < end:
        parent, child = os.openpty()
        picker = subprocess.Popen([run.tagflow, "--database", server.database, "pick", "--set", "shared", "--save", "picked"],
                                  stdin=child, stdout=subprocess.DEVNULL, stderr=child, start_new_session=True,
                                  preexec_fn=lambda: controlling_terminal())
        os.close(child)
        for keys in (f"tag {chance.randrange(40)}", "\t", "\r"):
            drain(parent, .3)
            os.write(parent, keys.encode())
        while picker.poll() is None:
            drain(parent, .1)
        os.close(parent)


def controlling_terminal():
    import fcntl
    import termios
    fcntl.ioctl(2, termios.TIOCSCTTY, 0)


def drain(terminal, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if select.select([terminal], [], [], end - time.monotonic())[0]:
            try:
                if not os.read(terminal, 1 << 16):
                    return
            except OSError:
                return


WAYS = {"crowd": crowd, "spaces": spaces, "import": import_of_a_gigabyte, "questions": questions, "soak": soak, "together": together}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("way", choices=WAYS)
    parser.add_argument("--server", default=harness.ROOT + "/.build/debug/tagflow-server")
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65_536), most))
    # The end by a signal is one by an exception, which ends the server as well.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    run = Run(arguments)
    WAYS[arguments.way](run)
    sys.exit(1 if run.failed else 0)


if __name__ == "__main__":
    main()
