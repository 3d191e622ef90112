#!/usr/bin/env python3
"""Kills a server and Litestream together, and restores every space from the bucket.

  litestream.py [--spaces 50] [--writers 16] [--kills 50] [--pace .1] [--seed N]
  litestream.py --measure [--spaces 200]     measures Litestream's memory and processor time per space

`moto_server` is the bucket, on loopback. After each kill, half of the time the machine is "lost": the folder is deleted, every space is restored
from the bucket, and the server continues with the restored spaces. Otherwise the folder stays, as after a power loss. Each restored space must
pass `tagflow doctor` and have every change that was acknowledged more than SECONDS before the kill. PACE is how long a writer waits after a change,
in seconds on average: without it, 16 writers save 600 items a second, and on two cores, which the bucket shares, the copy falls behind. Needs Packaging/litestream/setup.
"""

import argparse
import concurrent.futures
import http.client
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("TAGFLOW_PROGRAMS", ROOT / ".build/debug"))
TOOLS = pathlib.Path(os.environ.get("TAGFLOW_PACKAGING_TOOLS", ROOT / ".build/packaging/tools")) / "bin"
SECONDS = 2
TOKEN = "a token of the tests of Litestream"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for(check, what, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if check():
                return
        except OSError:
            pass
        time.sleep(.1)
    raise SystemExit(f"litestream: {what} isn't ready after {seconds} s")


class Machine:
    """A server with a folder of spaces, and Litestream, which copies them to the bucket."""

    def __init__(self, work, endpoint):
        self.work, self.folder, self.port = work, work / "spaces", free_port()
        self.folder.mkdir()
        self.server = self.litestream = None
        text = (ROOT / "Packaging/litestream/litestream.yml").read_text()
        # The port of the metrics may be in use on this machine.
        self.config = work / "litestream.yml"
        self.metrics = free_port()
        self.config.write_text(text.replace("127.0.0.1:9090", f"127.0.0.1:{self.metrics}"))
        # Settings for another S3, such as AWS_CA_BUNDLE, aren't for this one.
        others = {name: value for name, value in os.environ.items() if not name.startswith("AWS_") and not name.lower().endswith("_proxy")}
        self.environment = others | {
            "TAGFLOW_SPACES": str(self.folder), "TAGFLOW_BUCKET": "tags", "TAGFLOW_BUCKET_ENDPOINT": endpoint, "TAGFLOW_BUCKET_REGION": "us-east-1",
            "LITESTREAM_ACCESS_KEY_ID": "test", "LITESTREAM_SECRET_ACCESS_KEY": "test", "TAGFLOW_ADMIN_TOKEN": TOKEN, "HOME": str(work),
        }

    def start(self):
        self.log = open(self.work / "log", "ab")
        self.server = subprocess.Popen(
            [BUILD / "tagflow-server", "--spaces", self.folder, "--listen", f"127.0.0.1:{self.port}", "--token-rate", "100000"],
            env=self.environment, stderr=self.log)
        self.litestream = subprocess.Popen([TOOLS / "litestream", "replicate", "-config", self.config], env=self.environment, stdout=self.log, stderr=self.log)
        wait_for(lambda: urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5).status == 200, "the server")

    def kill(self):
        for process in (self.server, self.litestream):
            process.send_signal(signal.SIGKILL)
        for process in (self.server, self.litestream):
            process.wait()
        self.log.close()

    def stop(self):
        for process in (self.server, self.litestream):
            process.send_signal(signal.SIGTERM)
        for process in (self.server, self.litestream):
            process.wait(60)

    def client(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)

    def restore(self, space, target):
        # With a folder in its configuration, Litestream finds no database by its path, so name its copy.
        url = f"s3://tags/spaces/{space}.sqlite?endpoint={self.environment['TAGFLOW_BUCKET_ENDPOINT']}&forcePathStyle=true&region=us-east-1"
        return subprocess.run([TOOLS / "litestream", "restore", "-o", target, url], env=self.environment, capture_output=True, text=True)


def request(connection, method, path, body=None):
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    connection.request(method, path, json.dumps(body) if body is not None else None, headers)
    response = connection.getresponse()
    return response.status, response.read()


class Writer(threading.Thread):
    """Saves items with running numbers in random spaces, and records which were acknowledged, and when."""

    def __init__(self, machine, number, spaces, random_numbers, acknowledged, pace):
        super().__init__(daemon=True)
        self.pace = pace
        self.machine, self.number, self.spaces = machine, number, spaces
        self.random, self.acknowledged, self.end = random_numbers, acknowledged, threading.Event()

    def run(self):
        connection = self.machine.client()
        while not self.end.is_set():
            space = self.random.choice(self.spaces)
            time.sleep(self.random.uniform(0, 2 * self.pace))
            title = f"w{self.number}-{self.random.getrandbits(64):x}"
            try:
                status, _ = request(connection, "POST", f"/spaces/{space}/api/v1/items", {"set": "default", "title": title, "tags": ["sea"]})
                if status == 201:
                    self.acknowledged.append((time.monotonic(), space, title))
            except (OSError, http.client.HTTPException):
                connection.close()
                connection = self.machine.client()
                time.sleep(.05)


def titles(database):
    """The titles in a restored database that nothing has open."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        return {title for title, in connection.execute("SELECT title FROM item")}
    finally:
        connection.close()


def check(machine, space, target, expected, lag):
    """Restores a space and returns the problems."""
    result = machine.restore(space, target)
    if result.returncode:
        return [f"{space}: not restored: {result.stderr.strip()[-300:]}"]
    doctor = subprocess.run([BUILD / "tagflow", "--database", target, "doctor"], capture_output=True, text=True)
    problems = [f"{space}: {doctor.stdout}{doctor.stderr}"] if doctor.returncode else []
    found = titles(target)
    missing = [age for age, title in expected if title not in found]
    lag.extend(missing)
    problems += [f"{space}: a change acknowledged {age:.2f} s before the kill is missing" for age in missing if age > SECONDS]
    return problems


def torture(machine, args):
    numbers = random.Random(args.seed)
    spaces = [f"space-{number:03}" for number in range(args.spaces)]
    machine.start()
    connection = machine.client()
    for space in spaces:
        status, body = request(connection, "POST", "/spaces", {"space": space})
        assert status == 201, (status, body)
    # All that was acknowledged and survived, by space.
    certain = {space: set() for space in spaces}
    problems, lost, total, restored, lag = [], 0, 0, 0, []
    # The first copy of a new space takes as long as the bucket needs.
    time.sleep(10)
    for kill in range(args.kills):
        acknowledged = []
        writers = [Writer(machine, number, spaces, random.Random(numbers.getrandbits(64)), acknowledged, args.pace) for number in range(args.writers)]
        for writer in writers:
            writer.start()
        time.sleep(numbers.uniform(3, 6))
        killed = time.monotonic()
        machine.kill()
        for writer in writers:
            writer.end.set()
        for writer in writers:
            writer.join()
        total += len(acknowledged)
        is_lost = kill % 2 == 0
        target = machine.work / "restored"
        target.mkdir()
        expected = {space: [(killed - at, title) for at, place, title in acknowledged if place == space] + [(1e6, title) for title in certain[space]]
                    for space in spaces}
        if is_lost:
            # The machine is gone: its spaces are only in the bucket.
            shutil.rmtree(machine.folder)
            machine.folder.mkdir()
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            for found in pool.map(lambda space: check(machine, space, target / f"{space}.sqlite", expected[space], lag), spaces):
                problems += found
        restored += len(spaces)
        if is_lost:
            lost += 1
            for space in spaces:
                path = target / f"{space}.sqlite"
                if path.exists():
                    shutil.copy(path, machine.folder / path.name)
                    certain[space] = titles(path)
        shutil.rmtree(target)
        print(f"kill {kill + 1}: {len(acknowledged)} changes, {'machine lost' if is_lost else 'folder kept'}, oldest missing change {max(lag, default=0):.2f} s, "
              f"{len(problems)} problems", flush=True)
        if problems:
            break
        machine.start()
        if not is_lost:
            for space in spaces:
                status, _ = request(connection := machine.client(), "GET", f"/spaces/{space}/api/v1/items?limit=1")
                connection.close()
                if status != 200:
                    problems.append(f"{space}: the server can't open it after the kill: {status}")
            # What the folder kept is certain from now on, after Litestream had time to copy it.
            for at, space, title in acknowledged:
                certain[space].add(title)
            time.sleep(SECONDS + 3)
    machine.kill()
    print("\n".join(problems[:20]))
    print(f"{kill + 1} of {args.kills} kills ({lost} with the loss of the machine), {total} acknowledged changes, {restored} restores, "
          f"oldest missing change {max(lag, default=0):.2f} s, {len(problems)} problems, seed {args.seed}")
    return not problems


def usage(process):
    """Resident memory in bytes and processor time in seconds of a process."""
    text = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    memory = int(next(line.split()[1] for line in text.splitlines() if line.startswith("VmRSS:"))) * 1024
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return memory, (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(machine, args):
    machine.start()
    previous = 0
    for step in range(0, args.spaces + 1, 100):
        connection = machine.client()
        for number in range(previous, step):
            request(connection, "POST", "/spaces", {"space": f"space-{number:04}"})
        previous = step
        time.sleep(15)
        server, copying = usage(machine.server), usage(machine.litestream)
        time.sleep(20)
        idle_server, idle = usage(machine.server), usage(machine.litestream)
        print(f"{step} spaces: Litestream {idle[0] / 1e6:.0f} MB, {(idle[1] - copying[1]) / .2:.1f} % of a processor idle; "
              f"tagflow-server {idle_server[0] / 1e6:.0f} MB, {(idle_server[1] - server[1]) / .2:.1f} %", flush=True)
    machine.stop()
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--spaces", type=int)
    parser.add_argument("--writers", type=int, default=16)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().getrandbits(32))
    parser.add_argument("--pace", type=float, default=.1)
    parser.add_argument("--measure", action="store_true")
    args = parser.parse_args()
    args.spaces = args.spaces or (200 if args.measure else 50)
    for program in (TOOLS / "litestream", TOOLS / "moto_server", BUILD / "tagflow-server"):
        if not program.exists():
            sys.exit(f"litestream: '{program}' is missing; run Packaging/litestream/setup and 'swift build'")
    port = free_port()
    bucket = subprocess.Popen([TOOLS / "moto_server", "-H", "127.0.0.1", "-p", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with tempfile.TemporaryDirectory() as work:
        machine = Machine(pathlib.Path(work), f"http://127.0.0.1:{port}")
        try:
            wait_for(lambda: urllib.request.urlopen(f"http://127.0.0.1:{port}/moto-api/", timeout=5).status == 200, "the bucket")
            urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}/tags", method="PUT"), timeout=10)
            done = (measure if args.measure else torture)(machine, args)
            if not done:
                shutil.copy(machine.work / "log", ROOT / ".build/packaging/litestream.log")
        finally:
            bucket.kill()
            for process in (machine.server, machine.litestream):
                if process and process.poll() is None:
                    process.kill()
    sys.exit(not done)


main()
