"""A picker on a pseudo-terminal of its own, timed from outside."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time

ROWS, COLUMNS = 40, 120
ANSWERS = {b"\x1b[6n": b"\x1b[1;1R", b"\x1b[c": b"\x1b[?62c"}
# How long nothing comes where a frame is at its end, in seconds.
QUIET = 0.12


class Picker:
    """Runs a picker over a list, or with the terminal as its standard input; answers where the cursor is."""

    def __init__(self, arguments, list_path, environment):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        name = os.ttyname(slave)

        def take_terminal():
            os.setsid()
            os.close(os.open(name, os.O_RDWR))

        self.feed = subprocess.Popen(["cat", list_path], stdout=subprocess.PIPE) if list_path else None
        self.start = time.perf_counter()
        self.process = subprocess.Popen(
            arguments, stdin=self.feed.stdout if self.feed else slave, stdout=subprocess.DEVNULL, stderr=slave,
            env=environment, preexec_fn=take_terminal,
        )
        if self.feed:
            self.feed.stdout.close()
        os.close(slave)

    def read(self, timeout):
        """What has come within a time; None where nothing has."""
        if not select.select([self.master], [], [], timeout)[0]:
            return None
        data = os.read(self.master, 1 << 16)
        for question, answer in ANSWERS.items():
            for _ in range(data.count(question)):
                os.write(self.master, answer)
        return data

    def until(self, text, limit=20):
        """The seconds from the start until a text has come."""
        seen = b""
        while text not in seen:
            data = self.read(limit)
            if data is None:
                raise SystemExit(f"{text!r} did not come: {seen[-300:]!r}")
            seen += data
        return time.perf_counter() - self.start

    def settle(self, quiet=1):
        while self.read(quiet) is not None:
            pass

    def key(self, key):
        """The seconds from a key to the last byte of what it leads to, and how many bytes come."""
        begin = time.perf_counter()
        os.write(self.master, key)
        last, count = begin, 0
        while (data := self.read(QUIET if count else 5)) is not None:
            last, count = time.perf_counter(), count + len(data)
        return last - begin, count

    def close(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        if self.feed:
            self.feed.kill()
            self.feed.wait()
        os.close(self.master)
