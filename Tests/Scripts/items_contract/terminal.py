"""A command on a pseudo-terminal."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

from contract import Stop


class Terminal:
    """A command on a pseudo-terminal of 100 columns and 24 lines."""

    def __init__(self, library, *arguments):
        self.out, self.code = "", None
        self.process, self.file = pty.fork()
        if self.process == 0:
            program = f"{library.binaries}/tagflow"
            os.chdir(library.folder)
            os.execve(program, [program, *map(str, arguments), "--database", str(library.database)],
                      {**library.environment, "TERM": "xterm-256color"})
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.code is None:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        os.close(self.file)

    @property
    def text(self):
        """The output without the sequences that move, color or query."""
        text = re.sub(r"\x1b\][^\x07\x1b]*(\x07|\x1b\\)", "", self.out)
        return re.sub(r"\x1b[\[(][0-9;?><=]*[A-Za-z@]|\x1b.", "", text)

    def read(self, seconds):
        """Reads until the command is silent for that time; returns whether it still runs."""
        while select.select([self.file], [], [], seconds)[0]:
            try:
                data = os.read(self.file, 65_536)
            except OSError:
                return False
            if not data:
                return False
            self.out += data.decode(errors="replace")
        return True

    def type(self, *keys):
        """Types keys, one after the other, and forgets the output before them."""
        for key in keys:
            self.out = ""
            try:
                os.write(self.file, key.encode())
            except OSError:
                raise Stop(f"expected a command that reads keys got its end: {self.text[-200:]}") from None
            self.read(0.4)
        return self

    def wait_for(self, text):
        """Reads until the text is shown."""
        deadline = time.monotonic() + 10
        is_running = True
        while text not in self.text:
            if not is_running or time.monotonic() > deadline:
                raise Stop(f"expected {text!r} on the terminal got {self.text[-300:]!r}")
            is_running = self.read(0.2)
        return self

    def end(self):
        """Waits for the command's end and returns its exit code."""
        deadline = time.monotonic() + 10
        while self.code is None and time.monotonic() < deadline:
            self.read(0.1)
            done, status = os.waitpid(self.process, os.WNOHANG)
            self.code = os.waitstatus_to_exitcode(status) if done else None
        if self.code is None:
            raise Stop(f"expected the end of a command got {self.text[-200:]!r}")
        return self.code
