"""A program on a real pseudo-terminal, with pyte as the terminal that shows it and answers its questions."""

import errno
import fcntl
import glob
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time

import pyte


class Screen(pyte.Screen):
    """pyte's screen, with its answers sent back to the program."""

    answer = staticmethod(lambda data: None)

    def write_process_input(self, data):
        self.answer(data.encode())


class TerminalSession:
    """Runs a command in a session of its own; `screen` is what a person would see."""

    def __init__(self, arguments, rows=24, columns=80, environment=None, stdin=None, stdout=None, answers=True,
                 delay=0, background=None):
        # The color that the terminal reports as its background, such as rgb:ffff/ffff/ffff.
        self.background = background
        self.master, slave = pty.openpty()
        self.screen = Screen(columns, rows)
        # Answers on their way: when each arrives, after so many seconds, and what it says.
        self.delayed = []
        if answers:
            self.screen.answer = lambda data: self.delayed.append((time.monotonic() + delay, data))
        self.stream = pyte.ByteStream(self.screen)
        self.received = 0
        self.resize(columns, rows)
        self.initial_settings = self.settings()
        variables = {"TERM": "xterm-256color", "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
        variables.update(environment or {})
        name = os.ttyname(slave)

        def take_terminal():
            os.setsid()
            os.close(os.open(name, os.O_RDWR))

        self.started = time.monotonic()
        self.process = subprocess.Popen(
            arguments,
            stdin=slave if stdin is None else stdin,
            stdout=slave if stdout is None else stdout,
            stderr=slave,
            env=variables,
            preexec_fn=take_terminal,
            close_fds=True,
        )
        self.slave = slave

    def settings(self):
        """The terminal's settings, as `stty -a` shows them."""
        return termios.tcgetattr(self.master)

    def resize(self, columns, rows):
        self.screen.resize(rows, columns)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def send(self, text):
        data = text if isinstance(text, bytes) else text.encode()
        while data:
            _, writable, _ = select.select([], [self.master], [], 0.05)
            self.pump(0)
            if writable:
                data = data[os.write(self.master, data[:1024]):]

    def pump(self, timeout):
        """Reads what has come, waiting so many seconds for the first of it; tells whether anything came."""
        if self.delayed:
            timeout = min(timeout, max(self.delayed[0][0] - time.monotonic(), 0))
        readable, _, _ = select.select([self.master], [], [], timeout)
        self.deliver()
        if not readable:
            return False
        try:
            data = os.read(self.master, 1 << 16)
        except OSError as error:
            if error.errno == errno.EIO:
                return False
            raise
        self.received += len(data)
        if self.background and b"\x1b]11;?" in data:
            self.screen.answer(f"\x1b]11;{self.background}\x1b\\".encode())
        self.stream.feed(data)
        self.deliver()
        return True

    def deliver(self):
        """Gives the program the answers that have arrived."""
        while self.delayed and self.delayed[0][0] <= time.monotonic():
            os.write(self.master, self.delayed.pop(0)[1])

    def settle(self, quiet=0.15, limit=15):
        """Reads until nothing has come for a while, and the program waits for input: a slow machine may just not let it run."""
        end = time.monotonic() + limit
        while (self.pump(quiet) or self.is_busy()) and time.monotonic() < end:
            pass
        return self

    def is_busy(self):
        """Whether a thread of the program runs, or waits for a processor or a disk."""
        for path in glob.glob(f"/proc/{self.process.pid}/task/*/stat"):
            try:
                with open(path, encoding="utf-8", errors="replace") as stat:
                    if stat.read().rpartition(") ")[2][:1] in ("R", "D"):
                        return True
            except OSError:
                continue
        return False

    def wait_for(self, text, limit=15):
        """Reads until the screen shows a text."""
        end = time.monotonic() + limit
        while text not in self.text():
            self.pump(0.05)
            if time.monotonic() > end:
                raise AssertionError(f"no {text!r} on the screen:\n{self.text()}")
        return self.settle(0.05)

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    def end(self, limit=15):
        """Waits for the process to end; gives its exit code."""
        end = time.monotonic() + limit
        while self.process.poll() is None:
            self.pump(0.02)
            if time.monotonic() > end:
                self.process.kill()
                raise AssertionError(f"still running:\n{self.text()}")
        self.settle(0.02)
        return self.process.returncode

    def close(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        for descriptor in (self.master, self.slave):
            try:
                os.close(descriptor)
            except OSError:
                pass
