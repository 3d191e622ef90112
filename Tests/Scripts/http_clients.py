#!/usr/bin/env python3
"""Asks a server with requests and httpx: conditional requests, a streamed import, and a long stream of questions.

  python3 -m venv /tmp/clients && /tmp/clients/bin/pip install requests httpx
  /tmp/clients/bin/python Tests/Scripts/http_clients.py .build/release/tagflow-server --questions 1000000

Prints what was seen, with the server's memory meanwhile; the exit code is 1 if something is wrong.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time

import httpx
import requests

TOKEN = "the admin's own token"
HEADERS = {"Authorization": f"Bearer {TOKEN}"}
failures = 0


def check(holds, what):
    global failures
    failures += not holds
    print("ok   " if holds else "FAIL ", what, flush=True)


class Server:
    def __init__(self, program, folder):
        environment = dict(os.environ, TAGFLOW_ADMIN_TOKEN=TOKEN, HOME=folder, SWIFT_BACKTRACE="enable=no")
        arguments = [program, "--listen", "127.0.0.1:0", "--database", folder + "/tags.sqlite"]
        self.process = subprocess.Popen(
            arguments, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.url = re.search(r"http\S+", self.process.stderr.readline()).group()
        self.api = self.url + "/api/v1"

    def memory(self, name="VmRSS"):
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(name + r":\s+(\d+)", status.read()).group(1)) // 1024


def conditional(server):
    session = requests.Session()
    session.headers.update(HEADERS)
    session.post(server.api + "/sets", json={"set": "days", "tags": ["sea", "map", "Größe", "読書"]}).raise_for_status()
    place = server.api + "/sets/days/selection"
    first = session.get(place)
    again = session.get(place, headers={"If-None-Match": first.headers["ETag"]})
    check(again.status_code == 304 and not again.content, "requests: an unchanged selection is 304")
    change = {"toggle": ["Größe"]}
    done = session.patch(place, json=change, headers={"If-Match": first.headers["ETag"]})
    late = session.patch(place, json=change, headers={"If-Match": first.headers["ETag"]})
    check((done.status_code, late.status_code) == (200, 412), "requests: a change on an old state is 412")
    check(session.get(server.api + "/tags/" + requests.utils.quote("読書", safe="")).json()["tag"] == "読書",
          "requests: names beyond ASCII")
    with httpx.Client(headers=HEADERS, base_url=server.api) as client:
        answer = client.get("/sets/days", headers={"Accept-Encoding": "gzip"})
        check(client.get("/sets/days", headers={"If-None-Match": f'"x", {answer.headers["etag"]}'}).status_code == 304,
              "httpx: a list of validators")
        check(client.head("/sets/days").headers["etag"] == client.get("/sets/days").headers["etag"], "httpx: HEAD has GET's ETag")
        keyed = {"Idempotency-Key": "one"}
        twice = [client.post("/tags", json={"tag": "once"}, headers=keyed) for _ in range(2)]
        check(all(one.status_code == 201 for one in twice) and twice[0].text == twice[1].text, "httpx: a repeated request is answered once")


def imported(server, lines):
    def body():
        for number in range(lines):
            yield b'{"tag": "imported %d"}\n' % number
    answer = requests.post(server.api + "/import", data=body(), headers={**HEADERS, "Content-Type": "application/x-ndjson"})
    check(answer.json().get("newTags") == lines, f"requests: {lines} lines came in as a stream; {server.memory('VmHWM')} MB at most")


def questions(server, count):
    peak, done = [server.memory()], threading.Event()

    def watch():
        while not done.wait(1):
            peak.append(server.memory())

    def body():
        for start in range(0, count, 100):
            yield b"".join(b'{"id": %d, "query": "s", "limit": 3}\n' % number for number in range(start, min(start + 100, count)))

    watcher = threading.Thread(target=watch)
    watcher.start()
    begun, before = time.monotonic(), server.memory()

    # httpx sends a whole body before it reads, so that the answers are read by curl beside it.
    reader = subprocess.Popen(
        ["curl", "-sN", "-T", "-", "-X", "POST", "-H", f"Authorization: Bearer {TOKEN}", "-H", "Content-Type: application/x-ndjson",
         "-H", "Expect:", server.api + "/suggestions"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send():
        for part in body():
            reader.stdin.write(part)
        reader.stdin.close()

    sender = threading.Thread(target=send)
    sender.start()
    answered = 0
    for line in reader.stdout:
        if json.loads(line).get("id") != answered:
            break
        answered += 1
    done.set()
    watcher.join()
    check(answered == count, f"{answered} questions were answered in order, {answered / (time.monotonic() - begun):.0f} a second; "
          f"memory {before} MB before, {max(peak)} MB at most, {server.memory()} MB after")
    check(max(peak) - before < 30, "memory stays flat")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server")
    parser.add_argument("--questions", type=int, default=100_000)
    parser.add_argument("--lines", type=int, default=100_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(options.server, folder)
        try:
            conditional(server)
            questions(server, options.questions)
            imported(server, options.lines)
        finally:
            server.process.kill()
            server.process.wait()
    sys.exit(failures > 0)


main()
