#!/usr/bin/env python3
"""Measures how long `tagflow lsp` takes for a key in a folder of many notes: language_server.py TAGFLOW COUNT

A key is a change of the text and the completion that is asked for behind it. The peer is a hover in an empty file of the same session,
which nothing has to be looked up for: what is left is the way there and back. The two are asked in turns.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "Tests/Scripts"
WORDS = ["reading", "runing", "swiftui", "book/crime", "machine", "2024", "proj", "garden", "c-sh", "zettel"]


class Client:
    def __init__(self, program, environment):
        self.process = subprocess.Popen([program, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        self.count = 0

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        length = int(self.process.stdout.readline().split(b":")[1])
        self.process.stdout.readline()
        return json.loads(self.process.stdout.read(length))

    def tell(self, method, **parameters):
        self.send({"method": method, "params": parameters})

    def ask(self, method, **parameters):
        self.count += 1
        self.send({"id": self.count, "method": method, "params": parameters})
        while (message := self.read()).get("id") != self.count or "method" in message:
            pass
        return message["result"]

    def wait_for_notes(self):
        while True:
            message = self.read()
            if message.get("method") == "$/progress" and message["params"]["value"]["kind"] == "end":
                return


def open_document(client, address, text):
    client.tell("textDocument/didOpen", textDocument={"uri": address, "languageId": "markdown", "version": 1, "text": text})


def type_word(client, address, word, version, note, line):
    """Types a word key by key behind the text of a note; the seconds of each key."""
    times = []
    for end in range(1, len(word) + 2):
        start = {"line": line, "character": 0}
        text = f"#{word[:end - 1]}"
        begin = time.perf_counter()
        client.tell("textDocument/didChange", textDocument={"uri": address, "version": version + end},
                    contentChanges=[{"range": {"start": start, "end": {"line": line, "character": 999}}, "text": text}])
        found = client.ask("textDocument/completion", textDocument={"uri": address}, position={"line": line, "character": len(text)})
        times.append(time.perf_counter() - begin)
        assert found["items"], text
    return times


def hover(client, address):
    begin = time.perf_counter()
    assert client.ask("textDocument/hover", textDocument={"uri": address}, position={"line": 0, "character": 0}) is None
    return time.perf_counter() - begin


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1000


def main():
    program, count = os.path.abspath(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        vault = pathlib.Path(folder) / "vault"
        subprocess.run([sys.executable, SCRIPTS / "make_vault.py", vault, "--count", count], check=True)
        environment = {"HOME": folder, "PATH": "/usr/bin:/bin", "TAGFLOW_DATABASE": os.path.join(folder, "tags.sqlite")}
        subprocess.run([program, "import", "--from", "markdown", "--skip-invalid", "--quiet", vault], env=environment, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        client = Client(program, environment)
        began = time.perf_counter()
        client.ask("initialize", processId=None, rootUri=vault.as_uri(), capabilities={"window": {"workDoneProgress": True}})
        client.tell("initialized")
        note = "---\ntitle: A plan for the garden\ntags: [reading, running]\n---\n# Plan\n\n" + "Words about a project and its list.\n" * 60
        note_address, empty = (vault / "new.md").as_uri(), (vault / "empty.md").as_uri()
        open_document(client, note_address, note)
        open_document(client, empty, "")
        line, version = note.count("\n"), 1
        first = type_word(client, note_address, WORDS[0], version, note, line)
        client.wait_for_notes()
        ready = time.perf_counter() - began
        keys, hovers = [], []
        for round in range(12):
            for word in WORDS:
                version += 100
                keys += type_word(client, note_address, word, version, note, line)
                hovers += [hover(client, empty) for _ in word]
        size = int(next(row.split()[1] for row in open(f"/proc/{client.process.pid}/status") if row.startswith("VmRSS"))) // 1024
        client.ask("shutdown")
        client.tell("exit")
        client.process.wait()
        print(f"| {count} notes, {len(keys)} keys | median | 99th percentile |\n| --- | --- | --- |")
        print(f"| completion at a key | {statistics.median(keys) * 1000:.2f} ms | {percentile(keys, 0.99):.2f} ms |")
        print(f"| hover in an empty file | {statistics.median(hovers) * 1000:.2f} ms | {percentile(hovers, 0.99):.2f} ms |")
        print(f"| ratio | {statistics.median(keys) / statistics.median(hovers):.1f} | {percentile(keys, 0.99) / percentile(hovers, 0.99):.1f} |")
        print(f"\nThe slowest key while the notes were read: {max(first) * 1000:.1f} ms. All were read after {ready:.1f} s; {size} MB of memory.")


main()
