"""The REPL in plain mode, asked a line at a time."""

import os
import selectors
import subprocess
import time


class Repl:
    """A REPL that answers lines; `ask` gives what a line brought on both streams."""

    def __init__(self, tagflow, environment=None):
        self.process = tagflow.start(stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                     environment=environment)
        self.asked = 0
        self.selector = selectors.DefaultSelector()
        for stream in (self.process.stdout, self.process.stderr):
            os.set_blocking(stream.fileno(), False)
            self.selector.register(stream, selectors.EVENT_READ)

    def ask(self, line, seconds=30):
        """The output of a line and its lines of errors; raises EOFError where the REPL has ended."""
        self.asked += 1
        # A command that does not exist answers last, on standard error, and so marks the end.
        mark = f"unknown command 'mark-{self.asked}'"
        try:
            self.process.stdin.write(f"{line}\nhelp mark-{self.asked}\n".encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            raise EOFError("the REPL has ended") from None
        texts = {self.process.stdout: b"", self.process.stderr: b""}
        end = time.monotonic() + seconds
        while mark.encode() not in texts[self.process.stderr]:
            if time.monotonic() > end:
                raise TimeoutError(f"no answer in {seconds} s")
            for ready, _ in self.selector.select(1):
                part = ready.fileobj.read()
                if part == b"":
                    raise EOFError(f"the REPL has ended; errors {texts[self.process.stderr][-300:]!r}")
                texts[ready.fileobj] += part or b""
        # What the line printed was flushed before the mark was.
        texts[self.process.stdout] += self.process.stdout.read() or b""
        errors = [line for line in texts[self.process.stderr].decode(errors="replace").split("\n") if line]
        return texts[self.process.stdout].decode(errors="replace"), [line for line in errors if mark not in line]

    def kill(self, line, delay):
        """Sends a line, and kills the REPL after so many seconds, whether it is done or not."""
        try:
            self.process.stdin.write(f"{line}\n".encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            pass
        time.sleep(delay)
        self.process.kill()
        self.close()

    def close(self):
        """Ends the input and gives the exit code; kills a REPL that does not end."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            code = self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self.selector.close()
        self.process.stdout.close()
        self.process.stderr.close()
        return code
